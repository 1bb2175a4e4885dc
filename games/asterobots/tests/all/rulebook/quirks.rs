//! R12 and R13: large numbers, and the bugs of the original program.

use super::scene::*;
use agon_asterobots::*;
use agon_core::Game;

#[test]
fn r12_products_do_not_wrap() {
    let mut t = duel(rich(Rules::original()));
    let why = t.no(demand(GAS, 65_536, 65_536));
    assert_eq!(why, Invalid::NotEnoughMoney { has: 1000, needs: 1 << 32 });
    let why = t.no(buy_alien(GAS, i32::MAX));
    assert!(matches!(why, Invalid::NotEnoughMoney { .. }));
}

#[test]
fn r12_a_command_that_would_pass_the_limit_is_refused() {
    let most = i32::MAX;
    for rules in both() {
        let rules =
            Rules { initial_money: most, initial_materials: [most - 20, 500, 500], ..rules };
        let mut t = duel(rules);
        let why = t.no(sell_alien(STONE, 1));
        assert!(matches!(why, Invalid::TooLarge { .. }), "money: {why}");
        let why = t.no(buy_alien(GAS, 21));
        assert!(matches!(why, Invalid::TooLarge { .. }), "stock: {why}");
        t.yes(offer(STONE, 500, most));
        t.yes(demand(METAL, 1, 1));
        t.end();
        assert_eq!(t.stock(0, GAS), most - 10);
        let why = t.no(buy_offer(0, STONE, 2));
        assert!(matches!(why, Invalid::NotEnoughMoney { .. }));
        let why = t.no(buy_offer(0, STONE, 1));
        assert!(matches!(why, Invalid::TooLarge { .. }), "the publisher's money: {why}");
        let why = t.no(sell_demand(0, METAL, 1));
        assert!(matches!(why, Invalid::TooLarge { .. }), "the seller's money: {why}");
        // Production and returned escrow stop at the limit.
        t.end_turns(3);
        assert_eq!(t.stock(0, GAS), most);
    }
}

#[test]
fn r12_returned_escrow_stops_at_the_limit() {
    let most = i32::MAX;
    for rules in both() {
        let rules = Rules { initial_money: 100, initial_materials: [most, 0, 0], ..rules };
        let mut t = duel(rules);
        t.yes(offer(GAS, 7, 1));
        t.end_turns(4);
        assert_eq!((t.stock(0, GAS), t.game.trades().count()), (most, 0));
    }
}

#[test]
fn r13_c5_trading_zero_or_fewer_pieces() {
    for rules in both() {
        let mut t = duel(rules);
        t.yes(offer(GAS, 10, 10));
        t.yes(demand(STONE, 10, 10));
        t.end();
        let buy = |amount| buy_offer(0, GAS, amount);
        let sell = |amount| sell_demand(0, STONE, amount);
        if !rules.non_positive_trade_amount {
            for amount in [0, -1] {
                assert_eq!(t.no(buy(amount)), Invalid::AmountNotPositive { amount });
                assert_eq!(t.no(sell(amount)), Invalid::AmountNotPositive { amount });
            }
            continue;
        }
        t.yes(buy(0));
        t.yes(sell(0));
        assert_eq!((t.money(0), t.money(1)), (900, 1000));
        t.yes(buy(-5)); // gives 5 gas, takes 50 J, enlarges the offer
        assert_eq!((t.money(0), t.money(1), t.stock(1, GAS)), (850, 1050, 995));
        assert_eq!(t.game.trade(0, GAS).unwrap().amount, 15);
        t.yes(sell(-5)); // pays 50 J, takes 5 stone, enlarges the demand
        assert_eq!((t.money(1), t.stock(1, STONE), t.stock(0, STONE)), (1000, 1005, 995));
        assert_eq!(t.game.trade(0, STONE).unwrap().amount, 15);
        // Both sides must be able to pay.
        assert!(matches!(t.no(buy(-996)), Invalid::NotEnoughMaterials { .. }));
        assert!(matches!(t.no(buy(-86)), Invalid::PublisherNotEnoughMoney { .. }));
        assert!(matches!(t.no(sell(-101)), Invalid::NotEnoughMoney { .. }));
        t.no(buy(i32::MIN));
        t.no(sell(i32::MIN));
    }
}

#[test]
fn r13_c5_selling_backwards_needs_the_material_at_the_publisher() {
    let rules = Rules { initial_money: 1000, initial_materials: [0, 0, 3], ..Rules::original() };
    let mut t = duel(rules);
    t.yes(demand(METAL, 1, 1));
    t.end();
    let sell = |amount| sell_demand(0, METAL, amount);
    assert!(matches!(t.no(sell(-4)), Invalid::PublisherNotEnoughMaterials { .. }));
    t.yes(sell(-3));
    assert_eq!((t.stock(0, METAL), t.stock(1, METAL)), (0, 6));
}

#[test]
fn r13_c6_accepting_ones_own_trade() {
    for rules in both() {
        let mut t = duel(rules);
        t.yes(offer(GAS, 10, 10));
        t.yes(demand(STONE, 10, 10));
        let buy = buy_offer(0, GAS, 4);
        let sell = sell_demand(0, STONE, 4);
        if rules.self_trade {
            t.yes(buy);
            assert_eq!((t.money(0), t.stock(0, GAS)), (860, 994), "the money is lost");
            t.yes(sell);
            assert_eq!((t.money(0), t.stock(0, STONE)), (900, 996), "the material is lost");
            assert_eq!(t.game.trade(0, GAS).unwrap().amount, 6);
        } else {
            assert!(matches!(t.no(buy), Invalid::SelfTrade { .. }));
            assert!(matches!(t.no(sell), Invalid::SelfTrade { .. }));
        }
    }
}

#[test]
fn r12_the_dearest_possible_stock_can_be_summed_up() {
    // Under the original rules a dead player's stock is not in the market, so all its materials may
    // be dear at once.
    let rules = Rules {
        initial_money: i32::MAX,
        initial_materials: [i32::MAX; 3],
        alien_trade_margin: 1,
        ..Rules::original()
    };
    let robots = [(B, 99), (E, 99), (C, 0), (D, 0)];
    let mut t = table_with(3, rules, &robots).select(&[[B, E], [C, D], [F, U]]);
    for player in [0, 2] {
        t.yes(offer(STONE, i32::MAX, 1));
        t.yes(offer(METAL, i32::MAX, 1));
        if player == 0 {
            t.yes(launch(99, B, C));
            t.yes(launch(99, E, D));
            t.end_turns(2);
        } else {
            t.end();
        }
    }
    while t.game.ending().is_none() && t.game.round() < 10 {
        t.end();
    }
    assert!(!t.game.players()[1].is_alive());
    assert!(t.game.total_money(1) > 0);
}
