//! The strength of the built-in bots.

use agon_core::{Chance, Contest, Game, Now, Profile, Rng, Turn, Why};
use agon_galaxy::{GalaxyCommander, Rules, Setup, View, random_galaxy};

/// The share of all systems that Blue and Red own in the end.
fn shares(blue: &str, red: &str, systems: u32, profile: Profile, seed: u64) -> [f64; 2] {
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
                    let mut no_scribe = ();
                    let mut turn = Turn::open(&mut game, actor, &mut no_scribe);
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
fn greedy_captures_everything_against_nothing() {
    // Every size from 5 to 40 in both profiles, and every third once more with the seats swapped.
    let mut games = 0;
    let mut complete = 0;
    for systems in 5..=40 {
        for (i, profile) in Profile::ALL.into_iter().enumerate() {
            let seed = u64::from(systems) * 10 + i as u64;
            let own = shares("greedy", "nothing", systems, profile, seed)[0];
            (games, complete) = (games + 1, complete + u32::from(own == 1.0));
            if systems % 3 == 0 {
                let own = shares("nothing", "greedy", systems, profile, seed)[1];
                (games, complete) = (games + 1, complete + u32::from(own == 1.0));
            }
        }
    }
    println!("greedy owned everything in {complete} of {games} games");
    assert!(complete * 100 >= games * 95, "{complete} of {games}");
}

#[test]
fn greedy_beats_trivial_clearly() {
    let mut won = 0;
    for seed in 0..40 {
        let profile = Profile::ALL[seed as usize % 2];
        won += u32::from(shares("greedy", "trivial", 20, profile, seed)[0] > 0.5);
        won += u32::from(shares("trivial", "greedy", 20, profile, seed)[1] > 0.5);
    }
    println!("greedy owned more than half in {won} of 80 games against trivial");
    assert!(won >= 76, "{won} of 80");
}

#[test]
fn trivial_is_trivial_but_not_idle() {
    let mean = |blue: &str, red: &str| {
        let share = |seed| shares(blue, red, 20, Profile::Handbook, seed)[0];
        (0..20).map(share).sum::<f64>() / 20.0
    };
    assert!(mean("trivial", "nothing") > 0.4);
    assert!(mean("trivial", "random") > mean("random", "trivial"));
    assert!(mean("random", "nothing") > 0.0);
}
