//! Random play from random crowded positions in both profiles.

use crate::rulebook::scene::Scene;
use agon_core::{Actor, Contest, End, Game, Now, Rng, TestSupport};
use agon_timetravel::*;

/// A random position with many portals, rocks, buildings and units.
fn crowded(rng: &mut Rng) -> Scene {
    let rules = *rng.pick(&[Rules::handbook(), Rules::original()]);
    let mut scene = Scene::with(rules);
    // What holds a tile: `None`, player 0 or 1, a portal (2) or terrain (3).
    let mut held = vec![None; 3 * 21 * 21];
    let index =
        |x: i32, y: i32, z: u8| (usize::from(z) * 21 + (y + 10) as usize) * 21 + (x + 10) as usize;
    for _ in 0..rng.below(12) {
        let (x, y, z) = (rng.range(-10, 10), rng.range(-10, 10), rng.below(2) as u8);
        if held[index(x, y, z)].is_none() && held[index(x, y, z + 1)].is_none() {
            scene.portal((x, y, z), 1, rng.below(40));
            scene.portal((x, y, z + 1), -1, rng.below(40));
            held[index(x, y, z)] = Some(2);
            held[index(x, y, z + 1)] = Some(2);
        }
    }
    for _ in 0..rng.below(60) {
        let (x, y, z) = (rng.range(-10, 10), rng.range(-10, 10), rng.below(3) as u8);
        if held[index(x, y, z)].is_none() {
            scene.terrain((x, y, z), rng.chance(2, 3), rng.chance(2, 3));
            held[index(x, y, z)] = Some(3);
        }
    }
    for _ in 0..rng.below(60) {
        let (x, y, z) = (rng.range(-10, 9), rng.range(-10, 9), rng.below(3) as u8);
        let cells = [(0, 0), (1, 0), (0, 1), (1, 1)].map(|(dx, dy)| index(x + dx, y + dy, z));
        if cells.iter().all(|&cell| held[cell].is_none()) {
            let (owner, level) = (rng.below(2) as u8, rng.below(5) as u8);
            let kind = *rng.pick(&BuildingKind::ALL);
            if rng.chance(1, 3) {
                scene.site(owner, kind, level, (x, y, z), rng.range(1, 2900).into());
            } else {
                scene.building(owner, kind, level, (x, y, z));
            }
            for cell in cells {
                held[cell] = Some(owner);
            }
        }
    }
    for _ in 0..rng.below(120) {
        let (x, y, z) = (rng.range(-10, 10), rng.range(-10, 10), rng.below(3) as u8);
        let owner = rng.below(2) as u8;
        // Units start on free or own tiles; they enter portals and terrain only by moving.
        if held[index(x, y, z)].is_none_or(|holder| holder == owner) {
            let kind = *rng.pick(&UnitKind::ALL);
            scene.unit(owner, kind, rng.below(5) as u8, (x, y, z));
            held[index(x, y, z)] = Some(owner);
        }
    }
    scene
}

#[test]
fn random_play_from_crowded_positions_keeps_the_invariants() {
    for seed in 0..150 {
        let mut rng = Rng::new(seed);
        let scene = crowded(&mut rng);
        let mut game = scene.play();
        game.invariants().unwrap();
        for _ in 0..24 {
            let Now::Turn(actors) = game.now() else { break };
            for _ in 0..rng.below(60) {
                let call = game.wild_call(actors[0], &mut rng);
                let (allowed, before) = (game.allows(actors[0], &call), game.hash());
                let reply = game.call(actors[0], &call);
                assert_eq!(allowed, TimeTravel::accepted(&reply), "{call:?}: {reply:?}");
                if !allowed {
                    assert_eq!(before, game.hash(), "{call:?}: {reply:?}");
                }
                if let Err(broken) = game.invariants() {
                    panic!("seed {seed}, {call:?} answered {reply:?}: {broken}");
                }
            }
            game.end(actors[0], End::DONE);
            game.invariants().unwrap();
        }
        // Where the order of arrival does not matter, the recorded position determines the hash.
        if !game.rules().can_overlap() && game.current().is_some() {
            let again = TimeTravel::at(&game.position(), *game.rules()).unwrap();
            assert_eq!(again.hash(), game.hash(), "seed {seed}");
        }
    }
}

#[test]
fn the_view_is_the_whole_position() {
    let game = crowded(&mut Rng::new(5)).play();
    for actor in [0, 1] {
        let mut view = View::default();
        game.view(Actor(actor), &mut view);
        assert_eq!(u32::from(view.you), actor);
        assert_eq!(view.position, game.position());
        assert_eq!(view.net_worth, Player::BOTH.map(|player| game.net_worth(player)));
    }
}
