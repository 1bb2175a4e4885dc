//! R8: completion, ripples and destruction.

use super::scene::*;
use agon_timetravel::BuildingKind::*;
use agon_timetravel::UnitKind::*;
use agon_timetravel::*;

/// A farm in the far past at (0, 0) that one build action completes.
fn nearly_done(rules: Rules, level: u8) -> (Scene, Id, Id) {
    let mut scene = Scene::with(rules);
    let engineer = scene.unit(0, Engineer, 0, (0, 0, 0));
    let hp = Farm.stats().hp(level) - 1;
    let site = scene.site(0, Farm, level, (0, 0, 0), hp);
    (scene, engineer, site)
}

fn at(game: &TimeTravel, x: i32, y: i32, z: u8) -> Option<&Building> {
    game.building_at(Cell::new(x, y, z).unwrap())
}

#[test]
fn r8_a_completed_building_ripples_to_the_present() {
    let (scene, engineer, site) = nearly_done(Rules::handbook(), 3);
    let game = &mut scene.play();
    let reply = game.done(0, go_on(engineer, 0, 0));
    assert!(matches!(reply, Reply::Built { complete: true, .. }));
    let facts: Vec<_> = game
        .buildings()
        .iter()
        .map(|b| (b.id - site, b.corner.z(), b.level, b.hp, b.linked, b.complete))
        .collect();
    let expected =
        [(0, 0, 3, 4562, true, true), (1, 1, 4, 5247, true, true), (2, 2, 5, 6034, false, true)];
    assert_eq!(facts, expected);
}

#[test]
fn r8_rocks_and_portals_stop_a_ripple() {
    for z in [1, 2] {
        for portal in [false, true] {
            let (mut scene, engineer, site) = nearly_done(Rules::handbook(), 0);
            match portal {
                true => scene.portal((1, 1, z), -1, 0),
                false => scene.terrain((1, 1, z), false, true),
            };
            let game = &mut scene.play();
            game.done(0, go_on(engineer, 0, 0));
            assert_eq!(game.buildings().len(), usize::from(z));
            assert_eq!(game.building(site).unwrap().linked, z == 2);
            assert!(!game.buildings().last().unwrap().linked);
        }
    }
    // Terrain that blocks only steps does not stop it.
    let (mut scene, engineer, _) = nearly_done(Rules::handbook(), 0);
    scene.terrain((1, 1, 1), true, false);
    let game = &mut scene.play();
    game.done(0, go_on(engineer, 0, 0));
    assert_eq!(game.buildings().len(), 3);
}

#[test]
fn r8_a_ripple_destroys_enemies_and_all_buildings() {
    let (mut scene, engineer, _) = nearly_done(Rules::handbook(), 0);
    let own_unit = scene.unit(0, Pig, 0, (0, 0, 1));
    let own_house = scene.building(0, Bunker, 9, (-1, -1, 1));
    let enemy = scene.unit(1, Pig, 9, (1, 0, 2));
    let enemy_site = scene.site(1, Bunker, 9, (1, 1, 2), 77);
    let bystander = scene.unit(1, Pig, 0, (2, 0, 1));
    let game = &mut scene.play();
    game.done(0, go_on(engineer, 0, 0));
    assert!(game.exists(own_unit) && game.exists(bystander));
    assert!(!game.exists(own_house) && !game.exists(enemy) && !game.exists(enemy_site));
    assert_eq!(game.buildings().len(), 3);
}

#[test]
fn r8_destruction_removes_the_copies_and_unlinks_the_past_self() {
    let (scene, engineer, site) = nearly_done(Rules::handbook(), 0);
    let mut scene = scene;
    let gun = scene.unit(0, Artillery, 60, (0, 4, 1));
    let early_gun = scene.unit(0, Artillery, 60, (0, 4, 0));
    let game = &mut scene.play();
    game.done(0, go_on(engineer, 0, 0));
    let mut other = game.clone();
    // Destroying the copy in the past removes the one in the present; the first building stays.
    game.done(0, attack(gun, 0, 0));
    assert_eq!(game.buildings().len(), 1);
    assert!(!game.building(site).unwrap().linked);
    // Destroying the first building removes all copies.
    other.done(0, attack(early_gun, 1, 1));
    assert_eq!(other.buildings().len(), 0);
}

#[test]
fn r8_units_inside_a_destroyed_building_are_unharmed() {
    let mut scene = Scene::handbook();
    let gun = scene.unit(0, Artillery, 60, (0, 4, 1));
    let house = scene.building(1, Farm, 0, (0, 0, 1));
    let inside = scene.unit(1, Pig, 0, (0, 1, 1));
    let game = &mut scene.play();
    game.done(0, attack(gun, 0, 1));
    assert!(!game.exists(house));
    assert_eq!(game.hp(inside), 1400);
}

#[test]
fn r8_a_complete_building_never_ripples_again() {
    let mut scene = Scene::handbook();
    let engineer = scene.unit(0, Engineer, 0, (0, 0, 0));
    let house = scene.building(0, Farm, 0, (0, 0, 0));
    scene.position.buildings[0].hp = 2999;
    let game = &mut scene.play();
    game.done(0, go_on(engineer, 0, 0));
    assert_eq!(game.hp(house), 3000);
    assert_eq!(game.buildings().len(), 1);
    assert!(!game.building(house).unwrap().linked);
}

#[test]
fn r7_cancelling_an_unfinished_building_removes_nothing_in_later_periods() {
    let mut scene = Scene::handbook();
    let site = scene.site(0, Farm, 0, (0, 0, 0), 5);
    let later = scene.building(0, Farm, 0, (0, 0, 1));
    let game = &mut scene.play();
    game.done(0, cancel(site));
    assert!(game.exists(later));
}

#[test]
fn c10_the_originals_ripple_only_damages() {
    let (mut scene, engineer, _) = nearly_done(Rules::original(), 0);
    // D = 3000 here; the copy at level 1 ripples on with D = 3449.
    let corner_own = scene.building(0, Bunker, 9, (1, 1, 1)); // one tile: D once
    let corner_enemy = scene.building(1, Bunker, 9, (-1, -1, 1)); // one tile: D twice
    let later = scene.building(1, Bunker, 12, (0, 0, 2)); // four tiles: D twice each
    let weak = scene.unit(1, Pig, 0, (1, 0, 1));
    let strong = scene.unit(1, Pig, 8, (1, 0, 2));
    let before = [corner_own, corner_enemy, later].map(|id| scene.play().hp(id));
    let game = &mut scene.play();
    game.done(0, go_on(engineer, 0, 0));
    assert_eq!(game.hp(corner_own), before[0] - 3000);
    assert_eq!(game.hp(corner_enemy), before[1] - 2 * 3000);
    assert!(before[2] > 8 * 2449 && before[2] < 8 * 3449, "eight hits destroy it");
    assert!(!game.exists(later));
    assert!(!game.exists(weak));
    assert_eq!(game.hp(strong), 4282 - 3449);
    // The survivor and the copy overlap; the survivor counts as the building on the tile.
    assert_eq!(at(game, 1, 1, 1).unwrap().id, corner_own);
    assert_eq!(at(game, 1, 0, 1).unwrap().level, 1);
    assert_eq!(game.buildings().len(), 5);
}

#[test]
fn c10_an_own_building_is_hit_once_per_tile() {
    let (mut scene, engineer, _) = nearly_done(Rules::original(), 0);
    let below = scene.building(0, Bunker, 9, (0, 0, 1));
    let before = scene.play().hp(below);
    assert!(before > 4 * 3000);
    let game = &mut scene.play();
    game.done(0, go_on(engineer, 0, 0));
    assert_eq!(game.hp(below), before - 4 * 3000);
    assert_eq!(game.buildings().len(), 4);
}

#[test]
fn c10_a_surviving_building_counts_as_the_copy() {
    // The bunker came first to the corner in the past, so it counts as the farm's copy there.
    let (mut scene, engineer, site) = nearly_done(Rules::original(), 0);
    let bunker = scene.building(0, Bunker, 9, (0, 0, 1));
    let gun = scene.unit(0, Artillery, 60, (0, 4, 0));
    let game = &mut scene.play();
    game.done(0, go_on(engineer, 0, 0));
    assert!(game.building(site).unwrap().linked);
    game.done(0, attack(gun, 0, 0));
    assert!(!game.exists(site) && !game.exists(bunker));
    assert_eq!(game.buildings().len(), 2, "the real copies stay");
}
