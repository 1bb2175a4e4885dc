//! R6 build and R7: building, repairing, training, cancelling.

use super::scene::*;
use agon_timetravel::BuildingKind::*;
use agon_timetravel::UnitKind::*;
use agon_timetravel::*;

#[test]
fn r6_a_building_takes_the_build_actions_of_its_table() {
    let turns = [
        (School, [12, 8, 5]),
        (Gallery, [8, 5, 3]),
        (Farm, [7, 4, 2]),
        (Barracks, [12, 8, 5]),
        (Bunker, [14, 8, 4]),
    ];
    for (kind, turns) in turns {
        for (z, turns) in turns.into_iter().enumerate() {
            for level in 0..6 {
                let mut scene = Scene::handbook();
                let crew: Vec<Id> =
                    (0..turns).map(|_| scene.unit(0, Engineer, level, (0, 0, z as u8))).collect();
                let game = &mut scene.play();
                let gold = game.gold(Player::First)[z];
                for (i, &engineer) in crew.iter().enumerate() {
                    let Reply::Built { complete, hp, .. } =
                        game.done(0, build(engineer, 0, 0, kind))
                    else {
                        panic!("not built")
                    };
                    assert_eq!(complete, i + 1 == turns, "{kind} at level {level} in {z}");
                    let full = kind.stats().hp(level);
                    let step = (full + turns as i64 - 1) / turns as i64;
                    assert_eq!(hp, full.min(step * (i as i64 + 1)));
                }
                assert_eq!(game.gold(Player::First)[z], gold - kind.stats().cost(level));
            }
        }
    }
}

#[test]
fn c7_a_school_in_the_present_takes_5_or_4_actions() {
    for (rules, turns) in [(Rules::handbook(), 5), (Rules::original(), 4)] {
        assert_eq!(rules.build_turns(School, 2), turns);
        assert_eq!(rules.build_turns(School, 1), 8);
        assert_eq!(rules.build_turns(Barracks, 2), 5);
        let mut scene = Scene::with(rules);
        let crew: Vec<Id> = (0..turns).map(|_| scene.unit(0, Engineer, 0, (0, 0, 2))).collect();
        let game = &mut scene.play();
        let complete = crew.iter().map(|&unit| game.done(0, build(unit, 0, 0, School))).last();
        assert!(matches!(complete, Some(Reply::Built { complete: true, .. })));
    }
}

#[test]
fn c3_a_build_action_takes_an_action_and_a_move_or_nothing() {
    let mut scene = Scene::handbook();
    let engineer = scene.unit(0, Engineer, 0, (0, 0, 0));
    let game = &mut scene.play();
    game.done(0, build(engineer, 0, 0, Farm));
    let unit = game.unit(engineer).unwrap();
    assert_eq!((unit.actions, unit.moves), (0, 1));
    assert_eq!(game.refused(0, go_on(engineer, 0, 0)), Invalid::NoActions { unit: engineer });

    let mut scene = Scene::handbook();
    let engineer = scene.unit(0, Engineer, 0, (0, 0, 0));
    let game = &mut scene.play();
    game.done(0, step(engineer, 1, 0));
    game.done(0, step(engineer, 2, 0));
    let why = Invalid::NoMoves { unit: engineer, has: 0, needs: 1 };
    assert_eq!(game.refused(0, build(engineer, 2, 0, Farm)), why);

    // The original takes nothing: one engineer finishes a farm in a turn, even without moves.
    let mut scene = Scene::original();
    let engineer = scene.unit(0, Engineer, 0, (0, 0, 0));
    let game = &mut scene.play();
    game.done(0, step(engineer, 1, 0));
    game.done(0, step(engineer, 2, 0));
    for _ in 0..7 {
        game.done(0, build(engineer, 2, 0, Farm));
    }
    assert_eq!(game.buildings().len(), 3);
    assert!(game.buildings().iter().all(|building| building.complete));
    assert_eq!(game.unit(engineer).unwrap().actions, 1);
}

#[test]
fn r6_the_adjacent_area_has_twelve_tiles() {
    let mut places = Vec::new();
    for x in -3..=4 {
        for y in -3..=4 {
            let mut scene = Scene::handbook();
            let engineer = scene.unit(0, Engineer, 0, (x, y, 0));
            let mut new = scene.play();
            let started = !matches!(new.order(0, build(engineer, 0, 0, Farm)), Reply::Refused(_));
            scene.site(0, Farm, 0, (0, 0, 0), 10);
            // An order to continue a building may name any of its tiles.
            for (tx, ty) in [(0, 0), (1, 0), (0, 1), (1, 1)] {
                let reply = scene.play().order(0, go_on(engineer, tx, ty));
                assert_eq!(started, !matches!(reply, Reply::Refused(_)), "from ({x}, {y})");
            }
            if started {
                places.push((x, y));
            } else {
                let why = Invalid::NotAdjacent { unit: engineer, x: 0, y: 0 };
                assert_eq!(new.refused(0, build(engineer, 0, 0, Farm)), why);
            }
        }
    }
    let area = [
        (-1, 0),
        (-1, 1),
        (0, -1),
        (0, 0),
        (0, 1),
        (0, 2),
        (1, -1),
        (1, 0),
        (1, 1),
        (1, 2),
        (2, 0),
        (2, 1),
    ];
    assert_eq!(places, area);
}

#[test]
fn r6_the_type_is_ignored_where_an_own_building_stands() {
    let mut scene = Scene::handbook();
    let first = scene.unit(0, Engineer, 0, (0, 0, 0));
    let second = scene.unit(0, Engineer, 0, (0, 0, 0));
    let site = scene.site(0, Farm, 0, (0, 0, 0), 100);
    let game = &mut scene.play();
    let gold = game.gold(Player::First);
    game.done(0, build(first, 1, 1, Barracks));
    game.done(0, go_on(second, 1, 1));
    assert_eq!(game.building(site).unwrap().kind, Farm);
    assert_eq!(game.hp(site), 100 + 2 * 429); // 3000 / 7, rounded up
    assert_eq!(game.gold(Player::First), gold);
}

#[test]
fn r6_repairing_a_full_building_takes_an_action_and_adds_nothing() {
    let mut scene = Scene::handbook();
    let crew = [0, 1].map(|_| scene.unit(0, Engineer, 0, (0, 0, 2)));
    let house = scene.building(0, Farm, 3, (0, 0, 2));
    scene.position.buildings[0].hp = 4000;
    let game = &mut scene.play();
    game.done(0, go_on(crew[0], 0, 0));
    assert_eq!(game.hp(house), 4562);
    game.done(0, go_on(crew[1], 0, 0));
    assert_eq!(game.hp(house), 4562);
    assert_eq!(game.unit(crew[1]).unwrap().actions, 0);
}

#[test]
fn r6_build_refusals_come_in_order() {
    let mut scene = Scene::handbook();
    let engineer = scene.unit(0, Engineer, 1, (0, 0, 1));
    let artist = scene.unit(0, Artist, 0, (0, 0, 1));
    scene.unit(1, Pig, 0, (2, 1, 1));
    scene.building(1, Farm, 0, (5, 5, 1));
    scene.building(0, Farm, 0, (-2, 1, 1));
    scene.portal((0, -2, 1), 1, 25);
    scene.terrain((-1, -2, 1), false, true);
    let edge = scene.unit(0, Engineer, 0, (10, 10, 1));
    scene.position.gold[0] = [0, 314, 0];
    let game = &mut scene.play();
    // An enemy on the named tile; then an enemy or a building on another tile of the footprint.
    assert_eq!(
        game.refused(0, build(engineer, 2, 1, Farm)),
        Invalid::BlockedByEnemy { x: 2, y: 1 }
    );
    assert_eq!(
        game.refused(0, build(engineer, 1, 0, Farm)),
        Invalid::BlockedByEnemy { x: 2, y: 1 }
    );
    assert_eq!(
        game.refused(0, build(engineer, -1, 0, Farm)),
        Invalid::BlockedByBuilding { x: -1, y: 1 }
    );
    assert_eq!(
        game.refused(0, build(engineer, 0, -2, Farm)),
        Invalid::BlockedByPortal { x: 0, y: -2 }
    );
    let why = game.refused(0, build(engineer, -1, -2, Farm));
    assert!(matches!(why, Invalid::BlockedByPortal { .. } | Invalid::BlockedByTerrain { .. }));
    let why = game.refused(0, build(edge, 10, 10, Farm));
    assert_eq!(why, Invalid::OutOfBounds { x: 11, y: 11 });
    let why = game.refused(0, build(edge, 11, 10, Farm));
    assert_eq!(why, Invalid::OutOfBounds { x: 11, y: 10 });
    assert_eq!(game.refused(0, go_on(engineer, 0, 0)), Invalid::NoType { x: 0, y: 0 });
    let why = Invalid::NotABuilder { unit: artist, kind: Artist };
    assert_eq!(game.refused(0, build(artist, 0, 0, Farm)), why);
    let why = game.refused(0, go_on(artist, -1, 1));
    assert!(matches!(why, Invalid::NotAdjacent { .. } | Invalid::NotABuilder { .. }));
    // The engineer's level sets the price.
    let why = Invalid::NoGold { z: 1, has: 314, needs: 315 };
    assert_eq!(game.refused(0, build(engineer, 0, 0, Farm)), why);
}

#[test]
fn c4_a_building_costs_the_price_at_its_level_or_at_level_0() {
    for (rules, price) in [(Rules::handbook(), 347), (Rules::original(), 300)] {
        let mut scene = Scene::with(rules);
        let engineer = scene.unit(0, Engineer, 3, (0, 0, 0));
        scene.position.gold[0] = [price - 1, 0, 0];
        let why = scene.play().refused(0, build(engineer, 0, 0, Farm));
        assert_eq!(why, Invalid::NoGold { z: 0, has: price - 1, needs: price });
        scene.position.gold[0] = [price, 0, 0];
        let game = &mut scene.play();
        let Reply::Built { building, .. } = game.done(0, build(engineer, 0, 0, Farm)) else {
            panic!("not built")
        };
        assert_eq!(game.gold(Player::First), [0; 3]);
        assert_eq!(game.building(building).unwrap().level, 3);
        // Both profiles refund the price at the level, so the original refunds more than was paid.
        assert_eq!(game.done(0, cancel(building)), Reply::Cancelled { refund: 347 });
        assert_eq!(game.gold(Player::First), [347, 0, 0]);
        assert!(!game.exists(building));
    }
}

#[test]
fn c9_the_original_checks_only_the_corner() {
    let make = |rules| {
        let mut scene = Scene::with(rules);
        let engineer = scene.unit(0, Engineer, 0, (0, 0, 0));
        let enemy = scene.unit(1, Pig, 0, (1, 1, 0));
        (scene.play(), engineer, enemy)
    };
    let (mut game, engineer, _) = make(Rules::handbook());
    let why = game.refused(0, build(engineer, 0, 0, Farm));
    assert_eq!(why, Invalid::BlockedByEnemy { x: 1, y: 1 });
    let (mut game, engineer, enemy) = make(Rules::original());
    game.done(0, build(engineer, 0, 0, Farm));
    assert!(game.exists(enemy));

    // Two overlapping buildings: the one that came first is the building on the tile.
    let mut scene = Scene::original();
    let engineer = scene.unit(0, Engineer, 0, (1, 0, 0));
    let old = scene.site(0, Bunker, 0, (1, 1, 0), 1);
    let game = &mut scene.play();
    let Reply::Built { building: new, .. } = game.done(0, build(engineer, 0, 0, Farm)) else {
        panic!("not built")
    };
    assert_ne!(new, old);
    let cell = Cell::new(1, 1, 0).unwrap();
    assert_eq!(game.building_at(cell).unwrap().id, old);
    game.done(0, cancel(old));
    assert_eq!(game.building_at(cell).unwrap().id, new);
}

#[test]
fn r6_where_buildings_overlap_the_first_one_decides_an_attack() {
    let mut scene = Scene::original();
    let guns = [0, 1].map(|_| scene.unit(0, Artillery, 0, (1, -3, 0)));
    let first = scene.site(1, Bunker, 0, (1, 0, 0), 4000);
    let second = scene.building(1, Farm, 0, (0, 0, 0));
    let guest = scene.unit(1, Spearman, 0, (1, 0, 0));
    let game = &mut scene.play();
    // On (1, 0) the unfinished bunker came first: every object there is hit, the farm too.
    game.done(0, attack(guns[0], 1, 0));
    assert_eq!(game.hp(first), 4000 - 650);
    assert_eq!(game.hp(second), 3000 - 650);
    assert_eq!(game.hp(guest), 2000 - 590);
    // On (0, 0) only the farm stands.
    game.done(0, attack(guns[1], 0, 0));
    assert_eq!((game.hp(first), game.hp(second)), (4000 - 650, 3000 - 1300));
}

#[test]
fn r7_train_refusals_come_in_order() {
    let mut scene = Scene::handbook();
    let barracks = scene.building(0, Barracks, 2, (0, 0, 1));
    let site = scene.site(0, School, 0, (4, 0, 1), 5);
    let theirs = scene.building(1, Barracks, 0, (-4, 0, 1));
    scene.position.gold[0] = [0, 131, 0];
    let game = &mut scene.play();
    assert_eq!(game.refused(0, train(999, Pig)), Invalid::NoSuchObject { id: 999 });
    assert_eq!(game.refused(0, train(theirs, Cavalry)), Invalid::NotYours { id: theirs });
    let why = Invalid::WrongTrainer { building: barracks, kind: Barracks, unit: Pig };
    assert_eq!(game.refused(0, train(barracks, Pig)), why);
    let why = Invalid::NoGold { z: 1, has: 131, needs: 132 };
    assert_eq!(game.refused(0, train(barracks, Cavalry)), why);
    assert_eq!(game.refused(0, train(site, Engineer)), Invalid::Incomplete { building: site });
    scene.position.gold[0] = [0, 132, 0];
    let game = &mut scene.play();
    assert_eq!(game.done(0, train(barracks, Cavalry)), Reply::Training { price: 132 });
    assert_eq!(game.gold(Player::First), [0; 3]);
    let why = Invalid::Busy { building: barracks, unit: Cavalry };
    assert_eq!(game.refused(0, train(barracks, Spearman)), why);
}

#[test]
fn c5_the_original_compares_with_the_price_at_level_0() {
    let make = |rules| {
        let mut scene = Scene::with(rules);
        let barracks = scene.building(0, Barracks, 4, (0, 0, 0));
        scene.position.gold[0] = [120, 0, 0];
        (scene.play(), barracks)
    };
    let (mut game, barracks) = make(Rules::handbook());
    let why = game.refused(0, train(barracks, Cavalry));
    assert_eq!(why, Invalid::NoGold { z: 0, has: 120, needs: 145 });
    let (mut game, barracks) = make(Rules::original());
    game.done(0, train(barracks, Cavalry));
    assert_eq!(game.gold(Player::First)[0], -25);
    assert_eq!(game.done(0, cancel(barracks)), Reply::Cancelled { refund: 145 });
    assert_eq!(game.gold(Player::First)[0], 120);
}

#[test]
fn r7_cancel_refunds_a_training() {
    let mut scene = Scene::handbook().homes();
    let farm = scene.building(0, Farm, 1, (0, 0, 2));
    let theirs = scene.building(1, Farm, 1, (4, 0, 2));
    let game = &mut scene.play();
    let gold = game.gold(Player::First);
    assert_eq!(game.refused(0, cancel(theirs)), Invalid::NotYours { id: theirs });
    assert_eq!(game.refused(0, cancel(farm)), Invalid::NothingToCancel { building: farm });
    game.done(0, train(farm, Pig));
    assert_eq!(game.gold(Player::First)[2], gold[2] - 84);
    assert_eq!(game.done(0, cancel(farm)), Reply::Cancelled { refund: 84 });
    assert_eq!(game.gold(Player::First), gold);
    // The new training starts from the beginning.
    game.done(0, train(farm, Pig));
    assert_eq!(game.building(farm).unwrap().progress, 0);
}

#[test]
fn r7_a_pig_ordered_on_turn_0_appears_on_2_and_acts_on_4() {
    for rules in [Rules::handbook(), Rules::original()] {
        let mut scene = Scene::with(rules).homes();
        let farm = scene.building(0, Farm, 2, (0, 0, 1));
        let game = &mut scene.play();
        game.done(0, train(farm, Pig));
        game.end_turn();
        assert_eq!((game.turn(), game.units().len()), (1, 0));
        game.end_turn();
        let pig = game.units()[0];
        assert_eq!((pig.cell.place(), pig.level, pig.hp), ((0, 0, 1), 2, 1851));
        assert_eq!((pig.moves, pig.actions), (0, 0));
        assert_eq!(game.building(farm).unwrap().training, None);
        // The farm is free again at once.
        game.done(0, train(farm, Pig));
        game.end_turn();
        game.end_turn();
        assert_eq!(game.unit(pig.id).unwrap().moves, 3);
        assert_eq!(game.units().len(), 2);
    }
}

#[test]
fn r7_units_of_one_turn_change_get_ids_in_the_order_of_their_buildings() {
    let mut scene = Scene::handbook().homes();
    let farms = [0, 1, 2].map(|z| scene.building(0, Farm, 0, (0, 0, z)));
    let game = &mut scene.play();
    for farm in [farms[2], farms[0], farms[1]] {
        game.done(0, train(farm, Pig));
    }
    game.end_turn();
    game.end_turn();
    let born: Vec<u8> = game.units().iter().map(|unit| unit.cell.z()).collect();
    assert_eq!(born, [0, 1, 2]);
}
