//! Events of turns played from hand-made positions, as the viewer gets them.

use super::scene::*;
use agon_core::{Actor, Contest, Deed, End, Game, Why};
use agon_timetravel::BuildingKind::*;
use agon_timetravel::UnitKind::*;
use agon_timetravel::*;
use serde_json::{Value, json};

/// The events of a turn in which player 0 gives these orders.
fn events_of(scene: &Scene, orders: &[Call]) -> Value {
    let before = scene.play();
    let mut game = before.clone();
    let deed = |call: &Call| {
        let reply = game.done(0, call.clone());
        Deed { actor: Actor(0), call: call.clone(), reply }
    };
    let deeds: Vec<Deed<TimeTravel>> = orders.iter().map(deed).collect();
    game.end_turn();
    json!(game.events(&before, &[Actor(0)], &deeds))
}

#[test]
fn r6_a_unit_destroyed_by_an_attack_is_a_kill() {
    let mut scene = Scene::handbook().homes();
    let rider = scene.unit(0, Cavalry, 0, (0, 0, 1));
    scene.unit(1, Pig, 0, (1, 0, 1));
    scene.position.units[1].hp = 100;
    let expected = json!([
        {
            "kind": "kill", "by": 0, "to": 1, "at": {"tile": [1, 0, 1]},
            "sentence": "player 0 destroyed the Pig of player 1 in the past"
        },
        {"kind": "elimination", "to": 1, "sentence": "player 1 lost the last unit"},
    ]);
    assert_eq!(events_of(&scene, &[attack(rider, 1, 0)]), expected);
}

#[test]
fn r9_units_that_starve_have_no_killer() {
    let mut scene = Scene::handbook().homes();
    for x in [1, 2] {
        scene.unit(0, Artist, 0, (x, 0, 2));
    }
    scene.unit(0, Pig, 0, (0, 0, 0));
    for unit in &mut scene.position.units[..2] {
        unit.hp = 10;
    }
    let expected = json!([{
        "kind": "kill", "to": 0, "at": {"tile": [1, 0, 2]},
        "sentence": "player 0 lost 2 units in the present"
    }]);
    assert_eq!(events_of(&scene, &[]), expected);
}

#[test]
fn r8_a_building_is_lost_with_its_copy() {
    let mut scene = Scene::handbook().homes();
    let spear = scene.unit(0, Spearman, 0, (2, 0, 0));
    scene.building(1, Gallery, 0, (0, 0, 0));
    let original = scene.position.buildings.last_mut().unwrap();
    (original.hp, original.linked) = (1, true);
    scene.building(1, Gallery, 1, (0, 0, 1));
    let fallen = |z: u8, period: &str| {
        json!({
            "kind": "kill", "by": 0, "to": 1, "at": {"tile": [0, 0, z]},
            "sentence": format!("player 0 destroyed the Gallery of player 1 in the {period}")
        })
    };
    let expected = json!([fallen(0, "far past"), fallen(1, "past")]);
    assert_eq!(events_of(&scene, &[attack(spear, 1, 0)]), expected);
}

#[test]
fn r8_a_completed_building_and_its_copies_are_one_event() {
    let mut scene = Scene::handbook().homes();
    let engineer = scene.unit(0, Engineer, 0, (2, 0, 0));
    scene.site(0, Farm, 0, (0, 0, 0), 2999);
    let victim = scene.unit(1, Pig, 0, (1, 1, 2));
    let expected = json!([
        {
            "kind": "build", "by": 0, "at": {"tile": [0, 0, 0]},
            "sentence":
                "player 0 completed a Farm in the far past, with a copy in the past and the present"
        },
        {
            "kind": "kill", "by": 0, "to": 1, "at": {"tile": [1, 1, 2]},
            "sentence": "player 0 destroyed the Pig of player 1 in the present"
        },
        {"kind": "elimination", "to": 1, "sentence": "player 1 lost the last unit"},
    ]);
    assert_eq!(
        events_of(&scene, &[go_on(engineer, 0, 0)]),
        expected,
        "unit {victim} is in the way"
    );
}

#[test]
fn r7_a_new_unit_type_is_an_event_and_a_cancelled_building_is_not() {
    let mut scene = Scene::handbook().homes();
    scene.position.buildings[1].training = Some(Pig);
    let site = scene.site(0, Bunker, 0, (0, 0, 0), 5);
    let expected = json!([{
        "kind": "build", "by": 1, "at": {"tile": [-10, -10, 0]},
        "sentence": "player 1 has a new type of unit: Pig in the far past"
    }]);
    assert_eq!(events_of(&scene, &[cancel(site)]), expected);
}

#[test]
fn r12_1_losing_the_last_building_is_an_elimination() {
    let mut scene = Scene::handbook();
    let rider = scene.unit(0, Cavalry, 0, (1, 0, 0));
    scene.building(0, Farm, 0, (5, 5, 0));
    scene.site(1, Farm, 0, (2, 0, 0), 1);
    let events = events_of(&scene, &[attack(rider, 2, 0)]);
    let last =
        json!({"kind": "elimination", "to": 1, "sentence": "player 1 lost the last building"});
    assert_eq!(events[1], last, "{events}");
}

#[test]
fn r12_3_a_timeout_is_an_event() {
    let before = Scene::handbook().homes().play();
    let mut game = before.clone();
    game.end(Actor(0), End { why: Why::OutOfTime, ..End::DONE });
    let expected = json!([
        {"kind": "elimination", "to": 0, "sentence": "player 0 took too long over a turn"}
    ]);
    assert_eq!(json!(game.events(&before, &[Actor(0)], &[])), expected);
}
