//! R6: stepping, attacking, painting, warping.

use super::scene::*;
use agon_timetravel::BuildingKind::*;
use agon_timetravel::UnitKind::*;
use agon_timetravel::*;

#[test]
fn r6_refusals_that_all_orders_share() {
    let mut scene = Scene::handbook();
    let own = scene.unit(0, Cavalry, 0, (0, 0, 1));
    let other = scene.unit(1, Cavalry, 0, (5, 5, 1));
    let house = scene.building(0, Farm, 0, (7, 7, 1));
    let rock = scene.terrain((9, 9, 1), true, true);
    let portal = scene.portal((3, 3, 1), 1, 25);
    let game = &mut scene.play();
    assert_eq!(game.refused(1, step(other, 5, 6)), Invalid::NotYourTurn);
    assert_eq!(game.refused(2, step(own, 0, 1)), Invalid::NotYourTurn);
    assert_eq!(game.refused(u32::MAX, step(own, 0, 1)), Invalid::NotYourTurn);
    assert_eq!(game.refused(0, step(999, 0, 1)), Invalid::NoSuchObject { id: 999 });
    for id in [house, rock, portal, 0, 10] {
        assert_eq!(game.refused(0, step(id, 0, 1)), Invalid::NotAUnit { id });
        let unit = if id == house { own } else { id };
        assert_eq!(game.refused(0, cancel(unit)), Invalid::NotABuilding { id: unit });
    }
    assert_eq!(game.refused(0, step(other, 5, 6)), Invalid::NotYours { id: other });
    // Every refusal is a sentence.
    assert_eq!(game.refused(0, warp(own)).to_string(), "unit 11 does not stand on a portal");
}

#[test]
fn r6_move_steps_and_refusals() {
    let mut scene = Scene::handbook();
    let rider = scene.unit(0, Cavalry, 0, (0, 0, 1));
    scene.unit(0, Pig, 0, (1, 0, 1));
    scene.building(0, Farm, 0, (2, 0, 1));
    scene.portal((3, 2, 1), 1, 25);
    scene.terrain((0, 1, 1), true, false);
    scene.terrain((-1, 0, 1), false, true);
    scene.unit(1, Pig, 0, (0, -1, 1));
    let game = &mut scene.play();
    assert_eq!(game.refused(0, step(rider, 0, 1)), Invalid::BlockedByTerrain { x: 0, y: 1 });
    assert_eq!(game.refused(0, step(rider, 0, -1)), Invalid::BlockedByEnemy { x: 0, y: -1 });
    for (x, y) in [(0, 0), (1, 1), (2, 0), (i32::MAX, i32::MIN)] {
        assert!(matches!(game.refused(0, step(rider, x, y)), Invalid::NotOneStep { .. }));
    }
    // Over an own unit and an own building onto a portal; then no move is left.
    for (x, y) in [(1, 0), (2, 0), (3, 0), (3, 1), (3, 2)] {
        assert_eq!(game.done(0, step(rider, x, y)), Reply::Moved);
    }
    let tired = Invalid::NoMoves { unit: rider, has: 0, needs: 1 };
    assert_eq!(game.refused(0, step(rider, 3, 3)), tired);
    assert_eq!(game.unit(rider).unwrap().cell.place(), (3, 2, 1));
}

#[test]
fn r6_a_move_cannot_leave_the_board_and_can_enter_terrain_that_blocks_building() {
    let mut scene = Scene::handbook();
    let rider = scene.unit(0, Cavalry, 0, (10, -10, 2));
    scene.terrain((9, -10, 2), false, true);
    let game = &mut scene.play();
    assert_eq!(game.refused(0, step(rider, 11, -10)), Invalid::OutOfBounds { x: 11, y: -10 });
    assert_eq!(game.refused(0, step(rider, 10, -11)), Invalid::OutOfBounds { x: 10, y: -11 });
    game.done(0, step(rider, 9, -10));
}

#[test]
fn r6_an_enemy_building_blocks_before_it_is_complete() {
    let mut scene = Scene::handbook();
    let rider = scene.unit(0, Cavalry, 0, (0, 0, 0));
    scene.site(1, Farm, 0, (1, 0, 0), 5);
    let game = &mut scene.play();
    assert_eq!(game.refused(0, step(rider, 1, 0)), Invalid::BlockedByEnemy { x: 1, y: 0 });
}

#[test]
fn c16_units_can_step_on_portals_if_the_rules_allow_it() {
    for on_portals in [true, false] {
        let mut scene = Scene::handbook();
        scene.rules.units_on_portals = on_portals;
        let rider = scene.unit(0, Cavalry, 0, (0, 0, 0));
        scene.portal((0, 1, 0), 1, 25);
        let game = &mut scene.play();
        match on_portals {
            true => drop(game.done(0, step(rider, 0, 1))),
            false => {
                let why = game.refused(0, step(rider, 0, 1));
                assert_eq!(why, Invalid::BlockedByPortal { x: 0, y: 1 });
            }
        }
    }
}

#[test]
fn r6_attack_ranges_and_costs() {
    let mut scene = Scene::handbook();
    let gun = scene.unit(0, Artillery, 0, (0, 0, 0));
    let spear = scene.unit(0, Spearman, 0, (0, 0, 0));
    let pig = scene.unit(0, Pig, 0, (0, 0, 0));
    let artist = scene.unit(0, Artist, 0, (0, 0, 0));
    let game = &mut scene.play();
    assert!(matches!(game.refused(0, attack(gun, 11, 0)), Invalid::OutOfBounds { .. }));
    assert!(matches!(game.refused(0, attack(gun, 2, 0)), Invalid::TooClose { min: 3, .. }));
    assert!(matches!(game.refused(0, attack(gun, 3, 2)), Invalid::OutOfRange { max: 4, .. }));
    // Distance is counted along the axes: (2, 2) is four away.
    game.done(0, attack(gun, 2, 2));
    let after = game.unit(gun).unwrap();
    assert_eq!((after.actions, after.moves), (0, 1));
    assert_eq!(game.refused(0, attack(gun, 3, 0)), Invalid::NoActions { unit: gun });
    game.done(0, step(spear, 0, 1));
    for y in [2, 3] {
        game.done(0, step(spear, 0, y));
    }
    game.done(0, attack(spear, 0, 5));
    let after = game.unit(spear).unwrap();
    assert_eq!((after.actions, after.moves), (0, 0));
    // Units without an attack cannot attack any tile.
    assert_eq!(game.refused(0, attack(pig, 0, 0)), Invalid::NoActions { unit: pig });
    assert!(matches!(game.refused(0, attack(artist, 0, 0)), Invalid::TooClose { .. }));
    assert!(matches!(game.refused(0, attack(artist, 1, 0)), Invalid::OutOfRange { .. }));
}

#[test]
fn r6_an_attack_needs_its_moves() {
    let mut scene = Scene::handbook();
    let gun = scene.unit(0, Artillery, 0, (0, 0, 0));
    let game = &mut scene.play();
    game.done(0, step(gun, 1, 0));
    game.done(0, step(gun, 2, 0));
    let why = game.refused(0, attack(gun, 5, 0));
    assert_eq!(why, Invalid::NoMoves { unit: gun, has: 1, needs: 2 });
}

#[test]
fn r6_friendly_fire_at_distance_0() {
    let mut scene = Scene::handbook();
    let rider = scene.unit(0, Cavalry, 0, (0, 0, 0));
    let friend = scene.unit(0, Engineer, 0, (0, 0, 0));
    let game = &mut scene.play();
    let reply = game.done(0, attack(rider, 0, 0));
    assert_eq!(reply, Reply::Attacked { from: (0, 0, 0), hit: 2, destroyed: 0 });
    // 280 less armor: the attacker itself stands on the tile too.
    assert_eq!((game.hp(rider), game.hp(friend)), (1500 - 230, 500 - 260));
    let reply = game.done(0, attack(rider, 0, 0));
    assert_eq!(reply, Reply::Attacked { from: (0, 0, 0), hit: 2, destroyed: 1 });
    assert!(!game.exists(friend));
}

#[test]
fn r6_an_attack_does_at_least_1_damage() {
    let mut scene = Scene::handbook();
    let rider = scene.unit(0, Cavalry, 0, (0, 0, 0));
    let pig = scene.unit(1, Pig, 8, (1, 0, 0));
    let bunker = scene.building(1, Bunker, 12, (0, 1, 0));
    let game = &mut scene.play();
    game.done(0, attack(rider, 1, 0));
    assert_eq!(game.hp(pig), 4282 - 1); // armor 305 against 280
    let before = game.hp(bunker);
    game.done(0, attack(rider, 0, 1));
    assert_eq!(game.hp(bunker), before - 1);
}

#[test]
fn r6_a_complete_building_shelters_all_units_on_it() {
    for rules in [Rules::handbook(), Rules::original()] {
        let mut scene = Scene::with(rules);
        let gun = scene.unit(0, Artillery, 0, (0, 0, 0));
        let inside = scene.unit(1, Artist, 0, (3, 0, 0));
        let house = scene.building(1, Farm, 0, (3, 0, 0));
        let game = &mut scene.play();
        let reply = game.done(0, attack(gun, 3, 0));
        assert_eq!(reply, Reply::Attacked { from: (0, 0, 0), hit: 1, destroyed: 0 });
        assert_eq!((game.hp(house), game.hp(inside)), (3000 - 650, 500));
    }
}

#[test]
fn r6_an_incomplete_building_shelters_no_unit() {
    let mut scene = Scene::handbook();
    let gun = scene.unit(0, Artillery, 0, (0, 0, 0));
    let inside = scene.unit(1, Spearman, 0, (3, 0, 0));
    let site = scene.site(1, Farm, 0, (3, 0, 0), 700);
    let beside = scene.unit(1, Spearman, 0, (4, 0, 0));
    let game = &mut scene.play();
    game.done(0, attack(gun, 3, 0));
    assert_eq!((game.hp(site), game.hp(inside)), (50, 2000 - 590));
    assert_eq!(game.hp(beside), 2000);
}

#[test]
fn c11_an_attack_hits_the_whole_stack_or_skips_after_deaths() {
    for (rules, survivors) in [(Rules::handbook(), 0), (Rules::original(), 2)] {
        let mut scene = Scene::with(rules);
        let gun = scene.unit(0, Artillery, 0, (0, 0, 0));
        let stack: Vec<Id> = (0..4).map(|_| scene.unit(1, Artist, 0, (3, 0, 0))).collect();
        let game = &mut scene.play();
        game.done(0, attack(gun, 3, 0));
        let left: Vec<Id> = stack.iter().copied().filter(|&id| game.exists(id)).collect();
        assert_eq!(left.len(), survivors);
        if survivors > 0 {
            assert_eq!(left, [stack[1], stack[3]]);
            assert!(left.iter().all(|&id| game.hp(id) == 500));
        }
    }
}

#[test]
fn c11_a_stack_is_hit_in_order_of_arrival() {
    let mut scene = Scene::original();
    let gun = scene.unit(0, Artillery, 0, (4, 0, 0));
    let late = scene.unit(1, Artist, 0, (0, 1, 0));
    let early = scene.unit(1, Artist, 0, (0, 0, 0));
    scene.position.current = Some(1);
    let game = &mut scene.homes().play();
    game.done(1, step(late, 0, 0));
    game.end_turn();
    game.done(0, attack(gun, 0, 0));
    assert!(!game.exists(early) && game.exists(late), "the last to arrive is spared");
    assert_eq!(game.hp(late), 500);
}

#[test]
fn c6_an_attack_uses_the_rounded_damage() {
    for (rules, damage) in [(Rules::handbook(), 517), (Rules::original(), 518)] {
        let mut scene = Scene::with(rules);
        let spear = scene.unit(0, Spearman, 1, (0, 0, 0));
        let pig = scene.unit(1, Pig, 0, (1, 0, 0));
        let game = &mut scene.play();
        game.done(0, attack(spear, 1, 0));
        assert_eq!(game.hp(pig), 1400 - (damage - 100));
    }
}

/// A gallery that exists in all three periods at levels 3, 4, 5, and an artist of level 1.
fn gallery_in_time(rules: Rules, owner: u8, z: u8) -> (TimeTravel, Id) {
    let mut scene = Scene::with(rules);
    scene.position.gold = [[0; 3]; 2];
    for period in 0..3 {
        scene.building(owner, Gallery, 3 + period, (0, 0, period));
        scene.position.buildings.last_mut().unwrap().linked = period < 2;
    }
    let artist = scene.unit(0, Artist, 1, (0, -1, z));
    (scene.play(), artist)
}

#[test]
fn c2_a_painting_pays_in_every_period_or_in_the_artists() {
    for (z, owner) in [(0, 0), (1, 0), (2, 0), (1, 1)] {
        let (mut game, artist) = gallery_in_time(Rules::handbook(), owner, z);
        let gold = [5 + 5 * 2, 5 + 5 * 3, 5 + 5 * 4];
        let reply = game.done(0, paint(artist, 0, 0));
        assert_eq!(reply, Reply::Painted { from: (0, -1, z), gold });
        assert_eq!(game.gold(Player::First), gold);
        assert_eq!(game.gold(Player::Second), [0; 3]);
        let (mut game, artist) = gallery_in_time(Rules::original(), owner, z);
        game.done(0, paint(artist, 0, 0));
        let mut own = [0; 3];
        own[usize::from(z)] = gold[usize::from(z)];
        assert_eq!(game.gold(Player::First), own);
    }
}

#[test]
fn c1_the_slope_sets_the_pay_per_level() {
    let rules = Rules { paint_slope: 1, ..Rules::handbook() };
    let (mut game, artist) = gallery_in_time(rules, 0, 0);
    game.done(0, paint(artist, 0, 0));
    assert_eq!(game.gold(Player::First), [7, 8, 9]);
}

#[test]
fn r6_paint_follows_links_only() {
    let mut scene = Scene::handbook();
    scene.position.gold = [[0; 3]; 2];
    // Two unlinked galleries on the same tiles of two periods.
    scene.building(0, Gallery, 0, (0, 0, 0));
    scene.building(0, Gallery, 7, (0, 0, 1));
    let artist = scene.unit(0, Artist, 0, (1, 1, 0));
    let game = &mut scene.play();
    game.done(0, paint(artist, 1, 0));
    assert_eq!(game.gold(Player::First), [5, 0, 0]);
}

#[test]
fn r6_paint_refusals() {
    let mut scene = Scene::handbook();
    let artist = scene.unit(0, Artist, 0, (0, 0, 0));
    let engineer = scene.unit(0, Engineer, 0, (0, 0, 0));
    let gallery = scene.building(0, Gallery, 0, (1, 0, 0));
    let farm = scene.building(0, Farm, 0, (-2, 0, 0));
    let game = &mut scene.play();
    assert!(matches!(game.refused(0, paint(artist, 0, 11)), Invalid::OutOfBounds { .. }));
    let far = game.refused(0, paint(artist, 1, 1));
    assert!(matches!(far, Invalid::TooFarToPaint { distance: 2, .. }));
    assert_eq!(game.refused(0, paint(artist, 0, 1)), Invalid::NoBuilding { x: 0, y: 1 });
    let why = Invalid::NotPaintable { building: farm, kind: Farm };
    assert_eq!(game.refused(0, paint(artist, -1, 0)), why);
    let why = Invalid::CannotPaint { unit: engineer, kind: Engineer };
    assert_eq!(game.refused(0, paint(engineer, 1, 0)), why);
    game.done(0, paint(artist, 1, 0));
    assert_eq!(game.refused(0, paint(artist, 1, 0)), Invalid::NoActions { unit: artist });
    assert_eq!(game.unit(artist).unwrap().moves, 2);
    assert!(game.exists(gallery));
}

#[test]
fn c17_painting_an_unfinished_gallery_is_refused_or_pays() {
    for (rules, pays) in [(Rules::handbook(), false), (Rules::original(), true)] {
        let mut scene = Scene::with(rules);
        let artist = scene.unit(0, Artist, 0, (0, 0, 0));
        let site = scene.site(0, Gallery, 0, (0, 0, 0), 100);
        let game = &mut scene.play();
        match pays {
            true => drop(game.done(0, paint(artist, 0, 0))),
            false => {
                let why = game.refused(0, paint(artist, 0, 0));
                assert_eq!(why, Invalid::Incomplete { building: site });
            }
        }
    }
}

#[test]
fn r6_warp_pays_the_fee_and_changes_the_period() {
    let mut scene = Scene::handbook();
    let out = scene.portal((2, 2, 0), 1, 25);
    let back = scene.portal((2, 2, 1), -1, 16);
    let traveller = scene.unit(0, Artist, 0, (2, 2, 0));
    let friend = scene.unit(0, Pig, 0, (2, 2, 1));
    let enemies = [(2, 2, 2), (2, 3, 1)].map(|at| scene.unit(1, Pig, 0, at));
    scene.position.gold[0] = [25, 15, 0];
    let game = &mut scene.play();
    let reply = game.done(0, warp(traveller));
    assert_eq!(reply, Reply::Warped { z: 1, fee: 25, destroyed: 0 });
    assert_eq!(game.gold(Player::First), [0, 15, 0]);
    let fee =
        |game: &TimeTravel, id| game.position().portals.iter().find(|p| p.id == id).unwrap().fee;
    assert_eq!((fee(game, out), fee(game, back)), (35, 16));
    let unit = game.unit(traveller).unwrap();
    assert_eq!((unit.cell.place(), unit.moves, unit.actions), ((2, 2, 1), 2, 1));
    // The way back costs its own portal's fee, from the purse of the period that the unit leaves.
    let why = Invalid::NoGold { z: 1, has: 15, needs: 16 };
    assert_eq!(game.refused(0, warp(traveller)), why);
    assert!(game.exists(friend) && enemies.iter().all(|&id| game.exists(id)));
}

#[test]
fn r6_warp_destroys_every_enemy_on_the_tile() {
    let mut scene = Scene::handbook();
    scene.portal((2, 2, 1), -1, 0);
    scene.portal((2, 2, 0), 1, 0);
    let enemies = [0, 1, 2].map(|level| scene.unit(1, Spearman, level, (2, 2, 0)));
    let traveller = scene.unit(0, Pig, 0, (2, 2, 1));
    let game = &mut scene.play();
    let reply = game.done(0, warp(traveller));
    assert_eq!(reply, Reply::Warped { z: 0, fee: 0, destroyed: 3 });
    assert!(enemies.iter().all(|&id| !game.exists(id)));
    // The unit may warp back at once.
    game.done(0, warp(traveller));
    assert_eq!(game.unit(traveller).unwrap().cell.z(), 1);
}

#[test]
fn r4_of_two_portals_on_one_tile_the_first_is_used() {
    let mut scene = Scene::handbook();
    let first = scene.portal((0, 0, 1), -1, 25);
    let second = scene.portal((0, 0, 1), -1, 7);
    let traveller = scene.unit(0, Pig, 0, (0, 0, 1));
    let game = &mut scene.play();
    game.done(0, warp(traveller));
    let fees: Vec<_> = game.position().portals.iter().map(|p| (p.id, p.fee)).collect();
    assert_eq!(fees, [(first, 35), (second, 7)]);
}
