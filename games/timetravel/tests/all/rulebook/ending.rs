//! R12, R13: the end of a match.

use super::scene::*;
use agon_core::{Actor, End, Game, Now, Outcome, Why};
use agon_timetravel::BuildingKind::*;
use agon_timetravel::UnitKind::*;
use agon_timetravel::*;

fn over(game: &TimeTravel) -> Outcome {
    match game.now() {
        Now::Over(outcome) => outcome,
        Now::Turn(_) => panic!("the game goes on"),
    }
}

fn winner(game: &TimeTravel) -> (usize, String) {
    let outcome = over(game);
    (outcome.winner().unwrap().index(), outcome.reason.code.into_owned())
}

#[test]
fn r12_a_player_without_buildings_loses_at_the_end_of_the_turn() {
    for rules in [Rules::handbook(), Rules::original()] {
        let mut scene = Scene::with(rules);
        scene.building(0, Farm, 0, (9, 9, 0));
        let last = scene.building(1, Farm, 0, (0, 0, 0));
        let gun = scene.unit(0, Artillery, 60, (0, 4, 0));
        scene.unit(1, Spearman, 0, (5, 5, 0));
        let game = &mut scene.play();
        game.done(0, attack(gun, 0, 0));
        assert!(!game.exists(last));
        assert!(matches!(game.now(), Now::Turn(_)), "the turn is played to its end");
        game.end_turn();
        assert_eq!(winner(game), (0, "elimination".into()));
        assert_eq!(game.current(), None);
        assert_eq!(game.refused(0, step(gun, 0, 5)), Invalid::NotYourTurn);
        assert_eq!(game.refused(1, step(gun, 0, 5)), Invalid::NotYourTurn);
    }
}

#[test]
fn r12_an_unfinished_building_keeps_a_player_in_the_game() {
    let mut scene = Scene::handbook();
    scene.building(0, Farm, 0, (9, 9, 0));
    scene.site(1, Farm, 0, (0, 0, 0), 1);
    let game = &mut scene.play();
    game.end_turn();
    assert!(matches!(game.now(), Now::Turn(_)));
}

#[test]
fn c15_the_winner_without_any_building() {
    for (rules, first) in [(Rules::handbook(), 1), (Rules::original(), 0)] {
        let mut scene = Scene::with(rules);
        scene.unit(0, Pig, 0, (0, 0, 0));
        let game = &mut scene.play();
        game.end_turn();
        assert_eq!(winner(game), (first, "elimination".into()));
    }
}

#[test]
fn c15_elimination_or_net_worth_decides_on_the_last_turn() {
    for (rules, expected) in
        [(Rules::handbook(), (0, "elimination")), (Rules::original(), (1, "net_worth"))]
    {
        let mut scene = Scene::with(rules);
        scene.position.turn = 499;
        scene.position.current = Some(1);
        scene.building(0, Farm, 0, (9, 9, 0));
        // The second player has no building but is worth more.
        for _ in 0..9 {
            scene.unit(1, Spearman, 0, (0, 0, 0));
        }
        let game = &mut scene.play();
        game.end_turn();
        assert_eq!(winner(game), (expected.0, expected.1.into()));
    }
}

#[test]
fn r12_net_worth_counts_list_prices_c12_with_or_without_gold() {
    let mut scene = Scene::handbook();
    scene.position.turn = 499;
    scene.position.current = Some(1);
    scene.position.gold = [[1, 2, 3], [1000, 0, 0]];
    scene.building(0, School, 2, (0, 0, 0)); // 441
    scene.site(0, Farm, 1, (3, 0, 0), 10); // 315
    scene.building(1, School, 2, (-3, 0, 0));
    let hurt = scene.unit(0, Cavalry, 1, (0, 0, 0)); // 126
    scene.position.units[0].hp = 400;
    let mut game = scene.play();
    assert_eq!(Player::BOTH.map(|player| game.net_worth(player)), [882, 441]);
    game.end_turn();
    assert_eq!(winner(&game), (0, "net_worth".into()));
    assert_eq!(game.turn(), 500);
    assert!(game.exists(hurt));
    scene.rules = Rules::original();
    let mut game = scene.play();
    assert_eq!(Player::BOTH.map(|player| game.net_worth(player)), [888, 1441]);
    game.end_turn();
    assert_eq!(winner(&game), (1, "net_worth".into()));
}

#[test]
fn r12_the_second_player_wins_a_tie() {
    for rules in [Rules::handbook(), Rules::original()] {
        let mut scene = Scene::with(rules).homes();
        scene.position.turn = 499;
        scene.position.current = Some(1);
        let game = &mut scene.play();
        game.end_turn();
        assert_eq!(winner(game), (1, "net_worth".into()));
        assert!(over(game).reason.sentence.contains("moved second"));
    }
}

#[test]
fn r12_the_original_feeds_and_trains_once_more_before_it_counts() {
    // A pig that would appear on turn 500 counts in the original only.
    for (rules, pigs) in [(Rules::handbook(), 0), (Rules::original(), 1)] {
        let mut scene = Scene::with(rules).homes();
        scene.position.turn = 498;
        let farm = scene.building(0, Farm, 0, (0, 0, 0));
        let game = &mut scene.play();
        game.done(0, train(farm, Pig));
        game.end_turn();
        game.end_turn();
        assert_eq!(game.units().len(), pigs);
        assert!(matches!(game.now(), Now::Over(_)));
    }
}

#[test]
fn r13_a_timeout_a_crash_and_leaving_lose_at_once() {
    let cases = [
        (Why::OutOfTime, "timeout"),
        (Why::Gone, "gone"),
        (Why::Failed, "gone"),
        (Why::Finished, "gone"),
    ];
    for rules in [Rules::handbook(), Rules::original()] {
        for (why, code) in cases {
            let mut game = Scene::with(rules).homes().play();
            game.end(Actor(1), End::because(why)); // not on turn: no effect
            assert!(matches!(game.now(), Now::Turn(_)));
            game.end(Actor(0), End::because(why));
            assert_eq!(winner(&game), (1, code.into()));
            assert_eq!(game.turn(), 0);
        }
        let mut game = Scene::with(rules).homes().play();
        game.end(Actor(0), End::because(Why::Paused));
        assert_eq!(game.turn(), 1);
    }
}

#[test]
fn invalid_setups_are_refused_with_the_reason() {
    let map: serde_json::Value =
        serde_json::from_str(r#"{"size":10,"start":{"x":5,"y":3},"portals":[],"terrain":[]}"#)
            .unwrap();
    let read = |rules: serde_json::Value| {
        let setup = serde_json::json!({"map": map, "rules": rules});
        serde_json::from_value::<Setup>(setup)
    };
    let rules = serde_json::to_value(Rules::handbook()).unwrap();
    assert!(read(rules.clone()).is_ok());
    for (key, value) in [
        ("turn_limit", serde_json::json!(0)),
        ("turn_limit", serde_json::json!(501)),
        ("paint_slope", serde_json::json!(-1)),
        ("school_turns_in_present", serde_json::json!(0)),
        ("first_portal_fee", serde_json::json!(4_000_000_000u32)),
        ("turn_seconds", serde_json::json!(0.0)),
        ("turn_seconds", serde_json::json!(1e9)),
    ] {
        let mut bad = rules.clone();
        bad[key] = value;
        let fault = read(bad).unwrap_err().to_string();
        assert!(fault.contains(key), "{fault}");
    }
    let mut unknown = rules;
    unknown["fun"] = serde_json::json!(true);
    assert!(read(unknown).is_err());
}

#[test]
fn invalid_positions_are_refused_with_the_reason() {
    let scene = || {
        let mut scene = Scene::handbook().homes();
        scene.portal((3, 3, 0), 1, 25);
        scene.terrain((4, 4, 0), true, true);
        scene.unit(0, Pig, 0, (0, 0, 0));
        scene.position
    };
    type Damage = fn(&mut Position);
    let damages: &[Damage] = &[
        |p| p.current = None,
        |p| p.current = Some(2),
        |p| p.units[0].owner = 7,
        |p| p.units[0].x = 11,
        |p| p.units[0].hp = 0,
        |p| p.units[0].hp = i64::MAX,
        |p| p.units[0].level = 255,
        |p| p.units[0].id = p.buildings[0].id,
        |p| p.next_id = p.units[0].id,
        |p| p.buildings[0].x = 10,
        |p| p.buildings[0].z = 3,
        |p| p.buildings.swap(0, 1),
        |p| p.portals[0].direction = -1,
        |p| p.portals[0].x = -11,
        |p| p.terrain.edit()[0].z = 9,
    ];
    assert!(TimeTravel::at(&scene(), Rules::handbook()).is_ok());
    for (i, damage) in damages.iter().enumerate() {
        let mut position = scene();
        damage(&mut position);
        let fault = TimeTravel::at(&position, Rules::handbook()).unwrap_err();
        assert!(fault.len() > 10, "{i}: {fault}");
    }
}
