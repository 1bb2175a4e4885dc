//! R7 The ten commands.

use super::scene::*;
use agon_asterobots::*;

#[test]
fn r7_the_first_hundred_entries_count_and_invalid_ones_too() {
    let mut t = duel(rich(Rules::handbook()));
    for _ in 0..99 {
        t.no(sell_alien(GAS, 0));
    }
    t.yes(sell_alien(GAS, 1));
    let full = Reply::Refused(Invalid::ListFull { most: 100 });
    assert_eq!(t.say(sell_alien(GAS, 1)), full);
    assert_eq!(t.stock(0, GAS), 999);
    t.end();
    t.end();
    t.yes(sell_alien(GAS, 1));
}

#[test]
fn r7_1_buying_from_the_aliens() {
    let mut t = duel(rich(Rules::handbook()));
    t.yes(buy_alien(STONE, 4));
    assert_eq!((t.money(0), t.stock(0, STONE)), (600, 1004));
    let why = t.no(buy_alien(STONE, 7));
    assert_eq!(why, Invalid::NotEnoughMoney { has: 600, needs: 700 });
    t.no(buy_alien(STONE, 0));
    t.no(buy_alien(STONE, -5));
    t.yes(buy_alien(STONE, 6));
    assert_eq!(t.money(0), 0, "the last J may be spent");
}

#[test]
fn r7_2_selling_to_the_aliens() {
    let mut t = duel(rich(Rules::handbook()));
    t.yes(sell_alien(METAL, 1000));
    assert_eq!((t.money(0), t.stock(0, METAL)), (1000 + 25_000, 0));
    let why = t.no(sell_alien(METAL, 1));
    assert_eq!(why, Invalid::NotEnoughMaterials { material: METAL, has: 0, needs: 1 });
    t.no(sell_alien(GAS, -1));
    let mut t = duel(Rules { alien_trade_margin: 101, ..rich(Rules::handbook()) });
    let why = t.no(sell_alien(GAS, 1));
    assert_eq!(why, Invalid::Worthless { material: GAS });
}

#[test]
fn r7_3_an_offer_may_be_bought_in_part_and_disappears_when_empty() {
    for rules in both() {
        let mut t = duel(rules);
        t.yes(offer(GAS, 50, 7));
        assert_eq!(t.stock(0, GAS), 950, "escrow");
        t.end();
        let buy = |amount| buy_offer(0, GAS, amount);
        let why = t.no(buy(51));
        assert_eq!(why, Invalid::AmountExceedsTrade { amount: 51, open: 50 });
        t.yes(buy(10));
        assert_eq!((t.money(1), t.stock(1, GAS)), (930, 1010));
        assert_eq!(t.money(0), 1070, "paid at once");
        t.yes(buy(40));
        assert_eq!(t.game.trades().count(), 0);
        assert!(matches!(t.no(buy(1)), Invalid::NoSuchTrade { .. }));
        for player in [-1, 1, 2, 99, i32::MIN] {
            let call = buy_offer(player, GAS, 1);
            assert!(matches!(t.no(call), Invalid::NoSuchTrade { .. }));
        }
    }
}

#[test]
fn r7_4_selling_to_a_demand_is_paid_from_escrow() {
    for rules in both() {
        let mut t = duel(rules);
        t.yes(demand(METAL, 10, 30));
        assert_eq!(t.money(0), 700);
        t.end();
        let sell = |amount| sell_demand(0, METAL, amount);
        t.no(sell(11));
        let buy = buy_offer(0, METAL, 1);
        assert!(matches!(t.no(buy), Invalid::NoSuchTrade { .. }), "a demand is not an offer");
        let before = t.stock(0, METAL);
        t.yes(sell(4));
        assert_eq!((t.money(1), t.stock(1, METAL)), (1120, 996));
        assert_eq!((t.money(0), t.stock(0, METAL)), (700, before + 4));
        let (_, _, trade) = t.game.trades().next().unwrap();
        assert_eq!((trade.amount, trade.price), (6, 30));
    }
}

#[test]
fn r7_5_and_6_one_trade_per_material_and_numbers_must_be_positive() {
    let mut t = duel(rich(Rules::handbook()));
    t.yes(offer(GAS, 1, 1));
    for call in [offer(GAS, 1, 1), demand(GAS, 1, 1)] {
        assert!(matches!(t.no(call), Invalid::TradeExists { .. }));
    }
    t.yes(demand(STONE, 1, 1));
    assert!(matches!(t.no(offer(STONE, 1, 1)), Invalid::TradeExists { .. }));
    for (amount, price) in [(0, 1), (1, 0), (-1, 1), (1, -1), (-1, -1)] {
        t.no(offer(METAL, amount, price));
        t.no(demand(METAL, amount, price));
    }
    t.no(offer(METAL, 1001, 1));
    t.no(demand(METAL, 1, 1000));
    t.yes(demand(METAL, 1, 999));
    assert_eq!(t.money(0), 0);
}

#[test]
fn r7_7_a_launch_needs_two_veins_and_own_robots() {
    let mut t = duel(rich(Rules::handbook()));
    assert_eq!(t.no(launch(1, A, A)), Invalid::SameVein { at: A });
    let empty = Point::new(-5, 0);
    assert_eq!(t.no(launch(1, empty, A)), Invalid::NotAVein { at: empty });
    assert_eq!(t.no(launch(1, A, empty)), Invalid::NotAVein { at: empty });
    for robots in [0, -1, 51, i32::MAX, i32::MIN] {
        assert!(matches!(t.no(launch(robots, A, B)), Invalid::NotEnoughRobots { .. }));
    }
    assert_eq!(t.no(launch(1, F, A)), Invalid::NotOwner { at: F, owner: Owner::player(1) });
    assert_eq!(t.no(launch(1, C, A)), Invalid::NotOwner { at: C, owner: Owner::ALIENS });
    t.yes(launch(20, A, F)); // to an enemy
    t.yes(launch(10, A, T)); // to an own vein
    t.yes(launch(20, A, B)); // to the aliens; the last robot may go
    assert_eq!((t.robots(A), t.owner(A)), (0, Some(0)));
    assert_eq!(t.squads(), [(0, 20), (0, 10), (0, 20)], "newest first");
    assert!(t.game.squads().all(|s| s.at == A), "they stand there until the turn ends");
    t.end();
    assert_eq!(t.robots(A), 5, "an empty vein stays owned and produces");
}

#[test]
fn r7_8_paths_of_0_1_and_2_points() {
    let mut t = duel(rich(Rules::handbook()));
    let go = |path: &[Point]| Call::LaunchWithPath { robots: 1, path: path.to_vec() };
    assert_eq!(t.no(go(&[])), Invalid::PathTooShort { points: 0 });
    assert_eq!(t.no(go(&[A])), Invalid::PathTooShort { points: 1 });
    t.yes(go(&[A, T]));
    t.yes(launch(1, A, T));
    let paths: Vec<Vec<Point>> = t.game.squads().map(|s| t.game.path(s).collect()).collect();
    assert_eq!(paths[0], paths[1], "two points mean the default path");
    let long = vec![A; 2001];
    assert_eq!(t.no(go(&long)), Invalid::PathTooLong { points: 2001, most: 2000 });
}

#[test]
fn r7_8_a_path_may_wander_but_must_be_connected() {
    let mut t = duel(rich(Rules::handbook()));
    let row = |from: i32, to: i32| -> Vec<Point> {
        let step = if from < to { 1 } else { -1 };
        (0..=(to - from).abs()).map(|i| Point::new(from + i * step, 0)).collect()
    };
    // Past its destination, back through its departure, and there again.
    let mut path = row(-6, 0);
    path.extend(&row(-1, -6));
    path.extend(&row(-5, -3));
    t.yes(Call::LaunchWithPath { robots: 7, path: path.clone() });
    let squad = t.game.squads().next().unwrap();
    assert_eq!(t.game.path(squad).collect::<Vec<_>>(), path);
    for _ in 0..path.len() - 2 {
        t.end_turns(2);
    }
    assert_eq!((t.robots(B), t.squads().len()), (50, 1), "passing the vein is not arriving");
    t.end_turns(2);
    assert_eq!((t.robots(B), t.squads().len()), (43, 0));

    let mut broken = row(-6, -3);
    broken.remove(1);
    let why = t.no(Call::LaunchWithPath { robots: 1, path: broken });
    assert_eq!(why, Invalid::PathNotConnected { from: A, to: Point::new(-4, 0) });
    let down = [A, Point::new(-6, -1), A, Point::new(-5, 0), Point::new(-4, 0), B].to_vec();
    // (-6, 0) is upward: its vertical neighbour is (-6, 1), not (-6, -1).
    let why = t.no(Call::LaunchWithPath { robots: 1, path: down });
    assert!(matches!(why, Invalid::PathNotConnected { .. }));
}

#[test]
fn r7_8_c7_a_path_outside_the_field() {
    let edge = Point::new(10, 0);
    let outside = Point::new(11, 0);
    let path = vec![F, edge, outside, edge, F, Point::new(8, 0), Point::new(7, 0), E];
    for rules in both() {
        let mut t = duel(rules);
        t.end();
        let call = Call::LaunchWithPath { robots: 5, path: path.clone() };
        if rules.path_leaves_field {
            t.yes(call);
            t.end_turns(13);
            assert_eq!(t.robots(E), 45);
        } else {
            assert_eq!(t.no(call), Invalid::PathLeavesField { at: outside });
        }
    }
}

#[test]
fn r7_9_upgrades_twice_in_a_turn_all_or_nothing_and_at_once() {
    let mut t = duel(rich(Rules::handbook()));
    t.yes(upgrade_material(A));
    assert_eq!([GAS, STONE, METAL].map(|m| t.stock(0, m)), [800, 900, 1000]);
    t.yes(upgrade_material(A));
    assert_eq!([GAS, STONE, METAL].map(|m| t.stock(0, m)), [700, 600, 1000]);
    assert_eq!(t.no(upgrade_material(A)), Invalid::RankIsMax { at: A, rank: 3 });
    t.yes(upgrade_robot(A));
    assert_eq!([GAS, STONE, METAL].map(|m| t.stock(0, m)), [500, 600, 800]);
    t.yes(upgrade_robot(A));
    assert_eq!([GAS, STONE, METAL].map(|m| t.stock(0, m)), [500, 300, 300]);
    let nowhere = Point::new(1, 1);
    assert_eq!(t.no(upgrade_robot(nowhere)), Invalid::NotAVein { at: nowhere });
    t.yes(upgrade_robot(T));
    let why = t.no(upgrade_robot(T));
    assert_eq!(why, Invalid::NotEnoughMaterials { material: METAL, has: 100, needs: 500 });
    t.end();
    // Ranks count in the very same turn: A yields 20 gas and builds 20 robots, T 5 and 10.
    assert_eq!((t.stock(0, GAS), t.robots(A), t.robots(T)), (300 + 25, 70, 60));
}

#[test]
fn r7_9_c4_upgrading_a_foreign_vein() {
    for rules in both() {
        for at in [F, C] {
            let mut t = duel(rules);
            let owner = t.owner(at).map_or(Owner::ALIENS, |id| Owner::player(id as u8));
            if rules.upgrade_foreign_vein {
                t.yes(upgrade_robot(at));
                assert_eq!((t.vein(at).3, t.stock(0, METAL)), (2, 800));
            } else {
                let why = t.no(upgrade_robot(at));
                assert_eq!(why, Invalid::UpgradeForeignVein { at, owner });
            }
        }
    }
}
