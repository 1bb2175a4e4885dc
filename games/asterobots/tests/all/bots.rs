//! The strength of the built-in bots.

use agon_asterobots::{Asterobots, View};
use agon_core::{
    Actor, Bot, Chance, Contest, Game, GameMap, Now, Outcome, Profile, TestSupport, Turn, Why,
    Wishes,
};

fn seat(name: &str, seat: u32, seed: u64) -> Box<dyn Bot<Asterobots>> {
    let bot = Asterobots::bots().iter().find(|b| b.name == name).unwrap();
    (bot.make)(Actor(seat), seed)
}

/// Plays one game on a fresh map of the contest's kind.
pub fn play(names: &[&str], profile: Profile, seed: u64) -> (Asterobots, Outcome) {
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
                let mut unrecorded = ();
                let mut turn = Turn::open(&mut game, actor, &mut unrecorded);
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
fn greedy_is_first_among_five_samples_in_half_of_the_games() {
    let games = 100;
    let wins = firsts("greedy", "sample", games);
    println!("greedy was first in {wins} of {games} games among five samples");
    assert!(wins * 2 >= games, "only {wins} of {games}");
}

#[test]
fn each_bot_is_better_than_the_one_before_it() {
    for (hero, others) in [("random", "nothing"), ("sample", "random")] {
        let wins = firsts(hero, others, 12);
        assert!(wins >= 10, "{hero} was first in {wins} of 12 games among five times {others}");
    }
}

#[test]
fn every_number_of_seats_can_be_played_by_every_bot() {
    for seats in 2..=6 {
        let names = ["greedy", "sample", "random", "nothing", "greedy", "sample"];
        let (game, outcome) = play(&names[..seats], Profile::Handbook, seats as u64);
        game.invariants().unwrap();
        let mut ranks: Vec<u8> = outcome.standings.iter().map(|s| s.rank).collect();
        ranks.sort_unstable();
        assert!(ranks.into_iter().eq(1..=seats as u8), "all ranks differ");
    }
}
