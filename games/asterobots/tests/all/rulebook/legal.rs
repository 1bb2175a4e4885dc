//! Legal calls of drawn positions.

use super::scene::*;
use agon_asterobots::*;
use agon_core::{Actor, Contest, LegalCall};
use serde_json::{Value, json};

fn legal(t: &Table) -> Vec<LegalCall<Call>> {
    let mut list = Vec::new();
    t.game.legal_calls(Actor(t.game.current_player().into()), &mut list);
    list
}

fn covers(t: &Table, call: &Call) -> bool {
    legal(t).iter().any(|entry| entry.covers(call))
}

/// The values of the first open field of the entry that covers a call.
fn values(t: &Table, call: &Call) -> Value {
    let list = legal(t);
    let entry = list.iter().find(|entry| entry.covers(call)).expect("the call is legal");
    serde_json::to_value(&entry.open[0].values).unwrap()
}

fn with_path(robots: i32, path: &[(i32, i32)]) -> Call {
    Call::LaunchWithPath { robots, path: path.iter().copied().map(Point::from).collect() }
}

#[test]
fn every_free_vein_can_be_selected() {
    let mut t = table(2, Rules::handbook());
    let all = VEINS.map(|(at, _)| LegalCall::one(Call::Select(at)));
    assert_eq!(legal(&t), all);
    t.say(Call::Select(A));
    t.end();
    assert_eq!(legal(&t).len(), 7);
    assert!(!covers(&t, &Call::Select(A)));
}

#[test]
fn only_the_current_player_with_room_on_its_list_has_legal_calls() {
    let mut t = duel(Rules::handbook());
    let mut list = Vec::new();
    t.game.legal_calls(Actor(1), &mut list);
    assert_eq!(list, []);
    for _ in 0..100 {
        assert_eq!(legal(&t).len(), 4, "two veins can launch, with and without a path");
        t.no(launch(1, A, A));
    }
    assert_eq!(legal(&t), []);
}

#[test]
fn a_launch_has_open_robots_destination_and_path() {
    let t = duel(Rules::handbook());
    let launch_entry = json!({
        "call": {"launch": {"robots": 1, "from": [-6, 0], "to": [0, -3]}},
        "open": [
            {"path": "/launch/robots", "values": {"number": {"min": 1, "max": 50}}},
            {"path": "/launch/to", "values": {"one_of":
                [[0, -3], [-3, 0], [0, 0], [3, 0], [6, 0], [9, 0], [0, 4]]}},
        ],
    });
    assert_eq!(serde_json::to_value(&legal(&t)[2]).unwrap(), launch_entry);
    for legal in [
        launch(50, A, B),
        launch(1, T, A),
        with_path(50, &[(-6, 0), (-3, 0)]),
        with_path(1, &[(-6, 0), (-5, 0), (-4, 0), (-3, 0)]),
        with_path(1, &[(-6, 0), (-6, 1), (-6, 0), (-5, 0), (-4, 0), (-3, 0)]),
    ] {
        assert!(covers(&t, &legal), "{legal:?}");
    }
    for illegal in [
        launch(51, A, B),
        launch(0, A, B),
        launch(1, A, A),
        launch(1, F, A),
        with_path(51, &[(-6, 0), (-3, 0)]),
        with_path(1, &[(-6, 0), (-5, 0), (-3, 0)]),
        with_path(1, &[(-6, 0), (-5, 0), (-6, 0)]),
        with_path(1, &[(-6, 0)]),
    ] {
        assert!(!covers(&t, &illegal), "{illegal:?}");
    }
}

#[test]
fn c7_a_path_outside_the_field_is_legal_in_the_original_only() {
    let columns = [-6, -7, -8, -9, -8, -7, -6, -5, -4, -3];
    let call = with_path(1, &columns.map(|x| (x, 0)));
    assert!(!covers(&duel(Rules::handbook()), &call));
    assert!(covers(&duel(Rules::original()), &call));
}

#[test]
fn c4_upgrades_are_listed_one_by_one() {
    let [handbook, original] = both().map(|rules| {
        let list = legal(&duel(rules));
        let is_upgrade = |call: &&LegalCall<Call>| {
            matches!(call.call, Call::UpgradeMaterial { .. } | Call::UpgradeRobot { .. })
        };
        list.iter().filter(is_upgrade).count()
    });
    assert_eq!((handbook, original), (4, 16), "two for each own vein; two for each vein");
}

#[test]
fn amounts_and_prices_are_bounded_by_stock_and_money() {
    let mut t = duel(rich(Rules::handbook()));
    // The aliens charge 100 J and pay 25 J.
    assert_eq!(values(&t, &buy_alien(GAS, 1)), json!({"number": {"min": 1, "max": 10}}));
    assert_eq!(values(&t, &sell_alien(GAS, 1)), json!({"number": {"min": 1, "max": 1000}}));
    assert_eq!(values(&t, &offer(GAS, 1, 1)), json!({"number": {"min": 1, "max": 1000}}));
    for (call, is_legal) in [
        (offer(GAS, 1000, i32::MAX), true),
        (offer(GAS, 1001, 1), false),
        (demand(GAS, 10, 100), true),
        (demand(GAS, 1, 1000), true),
        (demand(GAS, 11, 100), false),
        (demand(GAS, 1, 0), false),
    ] {
        assert_eq!(covers(&t, &call), is_legal, "{call:?}");
    }
    t.yes(offer(GAS, 10, 7));
    assert!(!covers(&t, &offer(GAS, 1, 1)) && !covers(&t, &demand(GAS, 1, 1)));
    assert!(covers(&t, &offer(STONE, 1, 1)) && covers(&t, &demand(STONE, 1, 1)));
}

#[test]
fn c5_c6_a_standing_trade_can_be_accepted() {
    let [mut handbook, mut original] = both().map(duel);
    for t in [&mut handbook, &mut original] {
        t.yes(offer(GAS, 10, 7));
    }
    let call = buy_offer(0, GAS, 10);
    assert!(!covers(&handbook, &call) && covers(&original, &call), "its own offer");
    for t in [&mut handbook, &mut original] {
        t.end();
    }
    assert_eq!(values(&handbook, &call), json!({"number": {"min": 1, "max": 10}}));
    // Backwards up to what the publisher can pay: 142 times 7 of its 1,000 J.
    let both_ways = json!([{"number": {"min": 1, "max": 10}}, {"number": {"min": -142, "max": 0}}]);
    assert_eq!(values(&original, &call), json!({"any_of": both_ways}));
    assert!(!covers(&original, &buy_offer(0, STONE, 1)));
    assert!(!covers(&original, &sell_demand(0, GAS, 1)));
}
