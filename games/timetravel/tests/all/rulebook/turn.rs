//! R4, R5, R9, R10: the start, the turn change, food and fees.

use super::scene::*;
use agon_core::{Chance, Contest, Game, GameMap, Profile, TestSupport};
use agon_timetravel::BuildingKind::*;
use agon_timetravel::UnitKind::*;
use agon_timetravel::*;

fn new_game(profile: Profile) -> TimeTravel {
    let map = Map::parse(TimeTravel::own_maps()[0].text).unwrap();
    let setup = TimeTravel::new_setup(map, profile, 2).unwrap();
    TimeTravel::new(&setup, Chance::seeded(0))
}

#[test]
fn r4_start_position() {
    for profile in Profile::ALL {
        let game = new_game(profile);
        let (x, y) = game.map().start();
        let buildings: Vec<_> = game
            .buildings()
            .iter()
            .map(|b| (b.id, b.kind, b.owner.number(), b.corner.place(), b.level, b.linked))
            .collect();
        assert_eq!(buildings.len(), 18);
        assert_eq!(buildings[0], (11, School, 0, (x, y, 0), 0, true));
        assert_eq!(buildings[2], (13, School, 0, (x, y, 2), 2, false));
        assert_eq!(buildings[4], (15, Gallery, 0, (x, y + 2, 1), 1, true));
        assert_eq!(buildings[6], (17, Farm, 0, (x, y + 4, 0), 0, true));
        assert_eq!(buildings[9], (26, Farm, 1, (-x - 1, -y - 5, 0), 0, true));
        assert_eq!(buildings[12], (29, Gallery, 1, (-x - 1, -y - 3, 0), 0, true));
        assert_eq!(buildings[17], (34, School, 1, (-x - 1, -y - 1, 2), 2, false));
        let units: Vec<_> = game
            .units()
            .iter()
            .map(|u| (u.id, u.kind, u.owner.number(), u.cell.place(), u.level))
            .collect();
        assert_eq!(units.len(), 12);
        assert_eq!(units[0], (20, Engineer, 0, (x, y, 0), 0));
        assert_eq!(units[5], (25, Artist, 0, (x, y + 2, 2), 2));
        assert_eq!(units[6], (35, Engineer, 1, (-x - 1, -y - 1, 0), 0));
        assert_eq!(units[11], (40, Artist, 1, (-x - 1, -y - 3, 2), 2));
        // The first player can act; the second can act from turn 1 on.
        assert!(game.units()[..6].iter().all(|u| (u.moves, u.actions) == (2, 1)));
        assert!(game.units()[6..].iter().all(|u| (u.moves, u.actions) == (0, 0)));
        assert_eq!(game.gold(Player::First), [0; 3]);
        assert_eq!(game.position().next_id, 147);
        game.invariants().unwrap();
    }
}

#[test]
fn c14_c13_profiles_set_the_first_fee_and_the_time_limit() {
    for (profile, fee, seconds) in [(Profile::Handbook, 25, 5.0), (Profile::Original, 20, 60.0)] {
        let game = new_game(profile);
        assert!(game.fees().iter().all(|&asked| asked == fee));
        let allowance = game.allowance(Player::First.actor());
        assert_eq!((allowance.seconds, allowance.energy), (Some(seconds), None));
    }
}

#[test]
fn r10_fees_decay_to_zero() {
    let mut scene = Scene::handbook();
    scene.portal((0, 0, 0), 1, 25);
    scene.portal((1, 0, 0), 1, u32::MAX);
    let game = &mut scene.homes().play();
    let mut seen = Vec::new();
    for _ in 0..13 {
        seen.push(game.fees()[0]);
        game.end_turn();
    }
    assert_eq!(seen, [25, 20, 16, 12, 9, 7, 5, 4, 3, 2, 1, 0, 0]);
    assert!(game.fees()[1] < u32::MAX / 10);
}

#[test]
fn r5_units_get_all_moves_and_actions_back_and_save_none() {
    for rules in [Rules::handbook(), Rules::original()] {
        let mut scene = Scene::with(rules).homes();
        let rider = scene.unit(0, Cavalry, 0, (0, 0, 0));
        let game = &mut scene.play();
        game.done(0, step(rider, 1, 0));
        game.end_turn();
        // In the enemy's turn they keep their remaining moves and actions.
        assert_eq!(game.unit(rider).unwrap().moves, 4);
        game.end_turn();
        let unit = game.unit(rider).unwrap();
        assert_eq!((unit.moves, unit.actions), (5, 2));
    }
}

#[test]
fn c8_units_eat_after_or_before_their_owners_turn() {
    // Three artists in the present without a farm there: nine pieces of food are missing.
    for (rules, first_meal) in [(Rules::handbook(), 1), (Rules::original(), 2)] {
        let mut scene = Scene::with(rules).homes();
        let artists = [0, 1, 2].map(|_| scene.unit(0, Artist, 0, (0, 0, 2)));
        let game = &mut scene.play();
        game.end_turn();
        let expected = if first_meal == 1 { 500 - 90 } else { 500 };
        assert!(artists.iter().all(|&id| game.hp(id) == expected));
        game.end_turn();
        assert!(artists.iter().all(|&id| game.hp(id) == 500 - 90));
    }
}

#[test]
fn r9_farms_feed_their_own_period_only() {
    let mut scene = Scene::handbook().homes();
    scene.building(0, Farm, 2, (0, 0, 1)); // 26
    scene.site(0, Farm, 9, (3, 0, 1), 10); // unfinished: makes no food
    let here: Vec<Id> = (0..6).map(|_| scene.unit(0, Cavalry, 0, (5, 5, 1))).collect();
    let elsewhere = scene.unit(0, Pig, 0, (5, 5, 2));
    let game = &mut scene.play();
    game.end_turn();
    // 30 - 26 = 4 pieces are missing: each unit loses 40 hit points, regardless of armor.
    assert!(here.iter().all(|&id| game.hp(id) == 1460));
    assert_eq!(game.hp(elsewhere), 1390);
}

#[test]
fn r9_all_units_lose_hit_points_for_the_hunger_of_those_that_die() {
    let mut scene = Scene::handbook().homes();
    let weak = scene.unit(0, Artist, 0, (0, 0, 2));
    scene.position.units[0].hp = 30;
    let strong = scene.unit(0, Artist, 0, (0, 0, 2));
    let game = &mut scene.play();
    game.end_turn();
    assert!(!game.exists(weak));
    assert_eq!(game.hp(strong), 500 - 60);
}

#[test]
fn r9_a_unit_that_leaves_training_eats_at_the_next_feeding() {
    for rules in [Rules::handbook(), Rules::original()] {
        let mut scene = Scene::with(rules).homes();
        let school = scene.building(0, School, 0, (0, 0, 2));
        let game = &mut scene.play();
        game.done(0, train(school, Engineer));
        for _ in 0..6 {
            game.end_turn();
        }
        let engineer = game.units()[0].id;
        assert_eq!(game.hp(engineer), 500);
        game.end_turn();
        game.end_turn();
        assert_eq!(game.hp(engineer), 500 - 30);
    }
}
