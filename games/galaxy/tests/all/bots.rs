//! The strength of the built-in bots.

use agon_core::{Actor, Chance, Contest, End, Game, LEVELS, Now, Profile, Rng, Scribe, Turn, Why};
use agon_galaxy::{Call, GalaxyCommander, Reply, Rules, Setup, View, random_galaxy};

/// Counts calls, and those that were refused or void.
#[derive(Default)]
struct Count {
    calls: u32,
    faults: u32,
}

impl Scribe<GalaxyCommander> for Count {
    fn call(&mut self, _: &GalaxyCommander, _: Actor, _: &Call, reply: &Reply) {
        self.calls += 1;
        self.faults += u32::from(!matches!(reply, Reply::Queued(_)));
    }

    fn end(&mut self, _: &GalaxyCommander, _: Actor, _: &End) {}
}

/// The share of all systems that Blue and Red own in the end.
fn shares(blue: &str, red: &str, systems: u32, profile: Profile, seed: u64) -> [f64; 2] {
    counted(blue, red, systems, profile, seed, &mut Count::default())
}

fn counted(
    blue: &str,
    red: &str,
    systems: u32,
    profile: Profile,
    seed: u64,
    count: &mut Count,
) -> [f64; 2] {
    let galaxy = random_galaxy(systems, &mut Rng::new(seed));
    let setup = Setup::new(galaxy, Rules::of(profile)).unwrap();
    let mut game = GalaxyCommander::new(&setup, Chance::seeded(seed));
    let make = |name: &str, side: agon_galaxy::Side| {
        let bot = GalaxyCommander::bots().iter().find(|bot| bot.name == name).unwrap();
        (bot.make)(side.actor(), seed)
    };
    let mut bots = [make(blue, agon_galaxy::Side::Blue), make(red, agon_galaxy::Side::Red)];
    let mut view = View::default();
    loop {
        match game.now() {
            Now::Turn(actors) => {
                for actor in actors {
                    game.view(actor, &mut view);
                    let mut turn = Turn::open(&mut game, actor, count);
                    bots[actor.0 as usize].turn(&view, &mut turn).unwrap();
                    turn.close(Why::Done, 0.0);
                }
            }
            Now::Over(outcome) => {
                let share = |seat: usize| outcome.standings[seat].score / f64::from(systems);
                return [share(0), share(1)];
            }
        }
    }
}

#[test]
fn expert_captures_everything_against_nothing() {
    // Every size from 5 to 40 in both profiles, and every third once more with the seats swapped.
    let mut games = 0;
    let mut complete = 0;
    for systems in 5..=40 {
        for (i, profile) in Profile::ALL.into_iter().enumerate() {
            let seed = u64::from(systems) * 10 + i as u64;
            let own = shares("expert", "nothing", systems, profile, seed)[0];
            (games, complete) = (games + 1, complete + u32::from(own == 1.0));
            if systems % 3 == 0 {
                let own = shares("nothing", "expert", systems, profile, seed)[1];
                (games, complete) = (games + 1, complete + u32::from(own == 1.0));
            }
        }
    }
    println!("expert owned everything in {complete} of {games} games");
    assert!(complete * 100 >= games * 95, "{complete} of {games}");
}

#[test]
fn expert_beats_novice_clearly() {
    let mut won = 0;
    for seed in 0..40 {
        let profile = Profile::ALL[seed as usize % 2];
        won += u32::from(shares("expert", "novice", 20, profile, seed)[0] > 0.5);
        won += u32::from(shares("novice", "expert", 20, profile, seed)[1] > 0.5);
    }
    println!("expert owned more than half in {won} of 80 games against novice");
    assert!(won >= 76, "{won} of 80");
}

#[test]
fn novice_is_weak_but_not_idle() {
    let mean = |blue: &str, red: &str| {
        let share = |seed| shares(blue, red, 20, Profile::Handbook, seed)[0];
        (0..20).map(share).sum::<f64>() / 20.0
    };
    assert!(mean("novice", "nothing") > 0.4);
    assert!(mean("novice", "random") > mean("random", "novice"));
    assert!(mean("random", "nothing") > 0.0);
}

#[test]
fn the_levels_are_there_in_order_and_keep_their_old_names() {
    let names: Vec<&str> = GalaxyCommander::bots().iter().map(|bot| bot.name).collect();
    assert_eq!(names, LEVELS);
    let alias = |level: usize| GalaxyCommander::bots()[level].aliases;
    assert_eq!((alias(2), alias(4)), (&["trivial"][..], &["greedy"][..]));
}

/// Points of a level in a dozen games against another, half of them as Blue; a draw is half a point.
fn points(level: &str, other: &str) -> f64 {
    let game = |seed: u64| {
        let profile = Profile::ALL[(seed / 2 % 2) as usize];
        let [own, rival] = match seed % 2 {
            0 => shares(level, other, 20, profile, seed),
            _ => {
                let [blue, red] = shares(other, level, 20, profile, seed);
                [red, blue]
            }
        };
        if own == rival { 0.5 } else { f64::from(u8::from(own > rival)) }
    };
    (0..12).map(game).sum()
}

#[test]
fn each_level_beats_the_level_below() {
    for pair in LEVELS.windows(2) {
        let won = points(pair[1], pair[0]);
        println!("{} won {won} of 12 games against {}", pair[1], pair[0]);
        assert!(won >= 7.5, "{} won only {won} of 12 games against {}", pair[1], pair[0]);
    }
}

#[test]
fn the_levels_that_plan_give_valid_commands_and_the_same_ones_again() {
    for level in ["solid", "expert", "champion"] {
        let play = || {
            let mut count = Count::default();
            let shares = counted(level, level, 20, Profile::Handbook, 5, &mut count);
            (shares, count.calls, count.faults)
        };
        let (shares, calls, faults) = play();
        assert_eq!((shares, calls, faults), play(), "{level} plays another game");
        assert_eq!(faults, 0, "{level} gave {faults} invalid commands of {calls}");
    }
}
