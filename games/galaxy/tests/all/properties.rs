//! Properties that only this game has: what the scan hides, and that the handbook favours neither seat.

use agon_core::{Chance, End, Game, GameMap, Rng, TestSupport};
use agon_galaxy::{Call, Colour, Galaxy, GalaxyCommander, Rules, Setup, Side, View, random_galaxy};

/// A game in which no travel cost ever changes and the agents start where they are told.
fn calm_game(galaxy: &Galaxy, rules: Rules, starts: [u16; 2]) -> GalaxyCommander {
    let mut chance = Chance::recorded();
    starts.map(i64::from).iter().for_each(|&start| chance.record(start));
    for _ in 0..rules.actions as usize * galaxy.ends().len() {
        chance.record(0);
    }
    GalaxyCommander::new(&Setup::new(galaxy.clone(), rules).unwrap(), chance)
}

/// Handbook rules in which only ties are drawn, and a short game.
fn rules() -> Rules {
    Rules { actions: 60, capture_side_effects: false, ..Rules::handbook() }
}

/// A wild call that draws nothing: torpedoes go off at home.
fn tame_call(game: &GalaxyCommander, side: Side, rng: &mut Rng) -> Call {
    loop {
        match game.wild_call(side.actor(), rng) {
            Call::Shoot { energy, .. } => return Call::Shoot { path: Vec::new(), energy },
            Call::Null => {}
            call => return call,
        }
    }
}

#[test]
fn what_happens_out_of_range_is_not_seen() {
    // A ring of twelve: Blue sits in one place, Red does anything at the other end.
    let line = |i: u32| format!("S{i}:3,9,0,4,[S{}],[2]\n", (i + 1) % 12);
    let galaxy = Galaxy::parse(&(0..12).map(line).collect::<String>()).unwrap();
    let mut compared = 0;
    for seed in 0..40 {
        let mut rng = Rng::new(seed);
        let mut quiet = calm_game(&galaxy, rules(), [0, 6]);
        let mut lively = calm_game(&galaxy, rules(), [0, 6]);
        let near = [0, 1].map(|i| galaxy.systems().nth(i).unwrap());
        for _ in 0..20 {
            for _ in 0..3 {
                let call = tame_call(&lively, Side::Red, &mut rng);
                lively.call(Side::Red.actor(), &call);
            }
            for game in [&mut quiet, &mut lively] {
                Side::BOTH.iter().for_each(|side| game.end(side.actor(), End::DONE));
            }
            if near.contains(&lively.agent(Side::Red).system) {
                break;
            }
            let text = |game: &GalaxyCommander| {
                let mut view = View::default();
                game.view(Side::Blue.actor(), &mut view);
                assert_eq!(view.systems.len(), 2);
                serde_json::to_string(&view).unwrap()
            };
            assert_eq!(text(&quiet), text(&lively), "seed {seed}");
            compared += 1;
        }
    }
    assert!(compared > 300, "{compared}");
}

/// All values of a position, with the colours as they are or swapped.
fn portrait(game: &GalaxyCommander, swapped: bool) -> String {
    let colour = |colour: Colour| match (colour, swapped) {
        (Colour::Blue, true) => Colour::Red,
        (Colour::Red, true) => Colour::Blue,
        (colour, _) => colour,
    };
    let planes = game.planes();
    let systems = game.galaxy().systems().map(|s| {
        let owner = colour(planes.owner(s));
        (owner, planes.generators(s), planes.store(s), planes.capture_cost(s))
    });
    let sides = if swapped { [Side::Red, Side::Blue] } else { Side::BOTH };
    let agents = sides.map(|side| *game.agent(side));
    format!("{:?} {agents:?}", systems.collect::<Vec<_>>())
}

#[test]
fn swapped_seats_give_swapped_results() {
    let mut turns = 0;
    for seed in 0..60 {
        let mut rng = Rng::new(seed);
        let galaxy = random_galaxy(6, &mut rng);
        let mut game = calm_game(&galaxy, rules(), [0, 3]);
        let mut mirror = calm_game(&galaxy, rules(), [3, 0]);
        while !game.is_over() {
            for side in Side::BOTH {
                for _ in 0..rng.below(4) {
                    let call = tame_call(&game, side, &mut rng);
                    game.call(side.actor(), &call);
                    mirror.call(side.other().actor(), &call);
                }
            }
            for game in [&mut game, &mut mirror] {
                Side::BOTH.iter().for_each(|side| game.end(side.actor(), End::DONE));
            }
            // A tie is decided by a draw, which is not mirrored.
            let is_tie = game.trail().moments().iter().any(|moment| {
                moment.agents[0].system == moment.agents[1].system
                    && moment.reports.iter().any(|report| report.captured.is_some())
            });
            if is_tie {
                break;
            }
            assert_eq!(portrait(&game, false), portrait(&mirror, true), "seed {seed}");
            turns += 1;
        }
    }
    assert!(turns > 600, "{turns}");
}
