//! The strength of the built-in bots.

use agon_asterobots::{Asterobots, Call, Reply, View};
use agon_core::{
    Actor, Bot, Chance, Contest, End, Game, GameMap, LEVELS, Now, Outcome, Profile, Scribe,
    TestSupport, Turn, Why, Wishes,
};

/// Counts calls, and those that were refused or ignored.
#[derive(Default)]
struct Count {
    calls: u32,
    refused: u32,
}

impl Scribe<Asterobots> for Count {
    fn call(&mut self, _: &Asterobots, _: Actor, _: &Call, reply: &Reply) {
        self.calls += 1;
        self.refused += u32::from(Asterobots::refusal(reply).is_some());
    }

    fn end(&mut self, _: &Asterobots, _: Actor, _: &End) {}
}

fn seat(name: &str, seat: u32, seed: u64) -> Box<dyn Bot<Asterobots>> {
    let bot = Asterobots::bots().iter().find(|b| b.name == name).unwrap();
    (bot.make)(Actor(seat), seed)
}

/// Plays one game on a fresh map of the contest's kind.
pub fn play(names: &[&str], profile: Profile, seed: u64) -> (Asterobots, Outcome) {
    play_counted(names, profile, seed, &mut Count::default())
}

fn play_counted(
    names: &[&str],
    profile: Profile,
    seed: u64,
    count: &mut Count,
) -> (Asterobots, Outcome) {
    let map = <Asterobots as Contest>::Map::generate(&Wishes::default(), seed).unwrap();
    let setup = Asterobots::new_setup(map, profile, names.len()).unwrap();
    let mut game = Asterobots::new(&setup, Chance::seeded(seed));
    let mut bots: Vec<_> =
        (0..).zip(names).map(|(i, n)| seat(n, i, seed * 7 + u64::from(i))).collect();
    let mut view = View::default();
    loop {
        match game.now() {
            Now::Over(outcome) => return (game, outcome),
            Now::Turn(actors) => {
                let actor = actors[0];
                game.view(actor, &mut view);
                let mut turn = Turn::open(&mut game, actor, count);
                bots[actor.0 as usize].turn(&view, &mut turn).unwrap();
                turn.close(Why::Done, 0.0);
            }
        }
    }
}

/// How often `hero` is first among five others, the seat changing from game to game.
fn firsts(hero: &str, others: &str, games: u64) -> u64 {
    let wins = (0..games).filter(|&seed| {
        let at = (seed % 6) as usize;
        let mut names = [others; 6];
        names[at] = hero;
        let profile = Profile::ALL[(seed % 2) as usize];
        play(&names, profile, seed).1.standings[at].rank == 1
    });
    wins.count() as u64
}

#[test]
fn expert_is_first_among_five_novices_in_half_of_the_games() {
    let games = 24;
    let wins = firsts("expert", "novice", games);
    println!("expert was first in {wins} of {games} games among five novices");
    assert!(wins * 2 >= games, "only {wins} of {games}");
}

#[test]
fn the_levels_are_there_in_order_and_keep_their_old_names() {
    let names: Vec<&str> = Asterobots::bots().iter().map(|bot| bot.name).collect();
    assert_eq!(names, LEVELS);
    let alias = |level: usize| Asterobots::bots()[level].aliases;
    assert_eq!((alias(2), alias(4)), (&["sample"][..], &["greedy"][..]));
}

/// The share of pairs of seats in which a level has the better place, in games of three against three.
fn share(level: &str, other: &str, games: u64) -> f64 {
    let (mut better, mut pairs) = (0, 0);
    for seed in 0..games {
        let is_ours = |seat: usize| (seat as u64 + seed).is_multiple_of(2);
        let names: Vec<&str> = (0..6).map(|s| if is_ours(s) { level } else { other }).collect();
        let profile = Profile::ALL[(seed / 2 % 2) as usize];
        let standings = play(&names, profile, seed).1.standings;
        for (ours, theirs) in (0..6).flat_map(|a| (0..6).map(move |b| (a, b))) {
            if is_ours(ours) && !is_ours(theirs) {
                pairs += 1;
                better += u32::from(standings[ours].rank < standings[theirs].rank);
            }
        }
    }
    f64::from(better) / f64::from(pairs)
}

#[test]
fn each_level_is_better_placed_than_the_level_below() {
    for pair in LEVELS.windows(2) {
        let share = share(pair[1], pair[0], 8);
        println!("{} has {:.0} % against {}", pair[1], 100.0 * share, pair[0]);
        assert!(share > 0.55, "{} has only {share} against {}", pair[1], pair[0]);
    }
}

#[test]
fn the_levels_that_plan_give_valid_commands_and_the_same_ones_again() {
    for level in ["solid", "expert", "champion"] {
        let play = || {
            let mut count = Count::default();
            let (game, _) = play_counted(&[level; 6], Profile::Handbook, 3, &mut count);
            (game.hash(), count.calls, count.refused)
        };
        let (hash, calls, refused) = play();
        assert_eq!((hash, calls, refused), play(), "{level} plays another game");
        assert_eq!(refused, 0, "{refused} of {calls} commands of {level} had no effect");
    }
}

/// With all six levels at one table, too. `nothing` is left out: its veins lie in a corner and grow, so they
/// are conquered late, and it outlives weak levels that fight.
#[test]
fn in_games_of_all_levels_each_has_a_better_place_on_average_than_the_level_below() {
    let mut sums = [0; 6];
    for seed in 0..12 {
        let level_at = |seat: usize| (seat * [1, 5][seed % 2] + seed) % 6;
        let names: Vec<&str> = (0..6).map(|seat| LEVELS[level_at(seat)]).collect();
        let profile = Profile::ALL[seed / 2 % 2];
        let standings = play(&names, profile, seed as u64).1.standings;
        (0..6).for_each(|seat| sums[level_at(seat)] += u32::from(standings[seat].rank));
    }
    println!("sums of the places in 12 games, the weakest level first: {sums:?}");
    assert!(sums[1..].windows(2).all(|pair| pair[1] < pair[0]), "{sums:?}");
}

#[test]
fn every_number_of_seats_can_be_played_by_every_bot() {
    for seats in 2..=6 {
        let names = ["champion", "expert", "solid", "novice", "random", "nothing"];
        let (game, outcome) = play(&names[..seats], Profile::Handbook, seats as u64);
        game.invariants().unwrap();
        let mut ranks: Vec<u8> = outcome.standings.iter().map(|s| s.rank).collect();
        ranks.sort_unstable();
        assert!(ranks.into_iter().eq(1..=seats as u8), "all ranks differ");
    }
}
