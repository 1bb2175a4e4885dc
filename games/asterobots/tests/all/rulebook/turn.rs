//! R8 The end of a turn, battles and the life of trades.

use super::scene::*;
use agon_asterobots::*;
use agon_core::*;

#[test]
fn r8_1_production_is_for_the_active_player_only() {
    let mut t = duel(Rules::handbook());
    t.end();
    assert_eq!(t.game.players()[0].materials, [10, 0, 0]);
    assert_eq!(t.game.players()[1].materials, [0, 0, 0]);
    assert_eq!((t.robots(A), t.robots(F), t.robots(C)), (55, 50, 50));
    assert_eq!(t.game.players()[0].time_to_live, 1);
    t.end();
    assert_eq!(t.game.players()[1].materials, [0, 5, 5]);
    assert_eq!(t.game.round(), 2);
}

#[test]
fn r8_2_prices_see_new_materials_but_not_returned_escrow() {
    let mut t = duel(Rules { initial_materials: [10, 0, 0], ..Rules::original() });
    t.end();
    let amounts = |gas: u64| buy_price(MarketFormula::DivideBetween, gas, gas);
    assert_eq!(t.game.buy_prices()[0], amounts(30), "10 + 10 each, and 10 new");
    t.yes(offer(GAS, 10, 1));
    t.end();
    // Player 1 yields 5 stone and 5 metal; its offer is out of the market.
    assert_eq!(t.game.buy_prices()[0], buy_price(MarketFormula::DivideBetween, 30, 20));
    t.end();
    // Player 1's gas came back at the end of this turn, after the prices were made.
    assert_eq!(t.stock(1, GAS), 10);
    assert_eq!(t.game.buy_prices()[0], buy_price(MarketFormula::DivideBetween, 40, 30));
}

#[test]
fn r8_3_a_squad_makes_its_first_step_in_the_turn_of_its_launch() {
    let mut t = duel(Rules::handbook());
    t.yes(launch(10, A, B)); // three edges
    t.end();
    assert_eq!(t.game.squads().next().unwrap().at, Point::new(-5, 0));
    t.end_turns(3);
    assert_eq!((t.robots(B), t.squads().len()), (50, 1));
    t.end();
    assert_eq!((t.robots(B), t.squads().len()), (40, 0), "arrived with the third own turn");
}

#[test]
fn r8_3_equal_squads_destroy_each_other_and_the_larger_one_keeps_the_difference() {
    for (ours, theirs, left) in [(10, 5, vec![(0, 5)]), (7, 7, vec![]), (3, 9, vec![(1, 6)])] {
        let mut t = table(2, Rules::handbook()).select(&[[A, T], [B, U]]);
        t.yes(launch(ours, A, B));
        t.end();
        t.yes(launch(theirs, B, A));
        t.end(); // they stand at (-5, 0) and (-4, 0)
        assert_eq!(t.squads().len(), 2);
        t.end(); // player 0 steps onto (-4, 0)
        assert_eq!(t.squads(), left);
    }
}

#[test]
fn r8_3_squads_of_one_owner_share_a_vertex_without_merging() {
    let mut t = duel(Rules::handbook());
    t.yes(launch(4, A, B));
    t.yes(launch(6, A, B));
    t.end();
    assert_eq!(t.squads(), [(0, 6), (0, 4)]);
    t.end_turns(4);
    assert_eq!(t.robots(B), 40);
}

#[test]
fn r8_3_a_squad_that_meets_no_enemy_reverses_the_list_of_the_others() {
    let mut t = duel(Rules::handbook());
    t.yes(launch(1, A, F));
    t.yes(launch(2, A, F));
    t.end();
    assert_eq!(t.squads(), [(0, 2), (0, 1)]);
    t.yes(launch(3, F, E));
    t.end();
    assert_eq!(t.squads(), [(1, 3), (0, 1), (0, 2)], "though it met no enemy");
    t.end();
    assert_eq!(t.squads(), [(0, 1), (0, 2), (1, 3)], "movers come to the front as they were");
    t.end();
    assert_eq!(t.squads(), [(1, 3), (0, 2), (0, 1)]);
    t.end();
    t.end(); // player 1's squad arrives: an arrival reverses nothing
    assert_eq!(t.squads(), [(0, 2), (0, 1)]);
}

#[test]
fn r8_3_the_order_of_the_list_decides_stacked_battles() {
    let mut t = table(2, Rules::handbook()).select(&[[A, T], [B, U]]);
    t.yes(launch(10, A, B));
    t.yes(launch(5, A, B));
    t.end();
    t.yes(launch(12, B, A));
    t.end();
    assert_eq!(t.squads(), [(1, 12), (0, 10), (0, 5)], "turned round");
    t.end();
    // From the last to the first: 5 against 12 leaves 7, then 10 against 7 leaves 3.
    assert_eq!(t.squads(), [(0, 3)]);
    assert_eq!(t.game.squads().next().unwrap().id, 0, "it is the squad of 10 that survives");
}

#[test]
fn r8_3_an_arriving_squad_does_not_fight_and_a_passing_one_ignores_residents() {
    let mut t = table(2, Rules::handbook()).select(&[[C, T], [A, U]]);
    t.yes(launch(10, C, A));
    t.end();
    t.yes(launch(20, A, B));
    t.end();
    t.end_turns(3);
    assert_eq!(t.game.squads().next().unwrap().at, B, "player 0 passes over B");
    assert_eq!(t.robots(B), 50);
    t.end();
    assert_eq!(t.squads(), [(0, 10)], "player 1 has arrived there without a fight");
    assert_eq!(t.robots(B), 30);
}

#[test]
fn r8_4_equal_numbers_leave_the_owner_with_an_empty_vein() {
    let mut t = table_with(2, Rules::handbook(), &[(A, 80)]).select(&[[A, T], [F, U]]);
    t.yes(launch(50, A, B));
    t.end_turns(5);
    assert_eq!(t.vein(B), (None, 0, 1, 1), "the aliens keep it");
    t.end();
    t.yes(launch(1, A, B));
    t.end_turns(5);
    assert_eq!(t.vein(B), (Some(0), 1, 1, 1), "one robot more conquers");
}

#[test]
fn r8_4_conquest_costs_both_ranks_one_step_and_own_arrivals_add_up() {
    let rules = rich(Rules::handbook());
    let mut t = table_with(2, rules, &[(A, 200), (B, 5)]).select(&[[A, T], [B, U]]);
    t.yes(launch(100, A, B));
    t.yes(launch(20, A, B));
    t.end();
    t.yes(upgrade_robot(B));
    t.yes(upgrade_robot(B));
    t.yes(launch(5, B, F));
    t.end();
    t.end_turns(3);
    // B has built 20 robots twice when 100 and then 20 arrive in the same turn.
    assert_eq!(t.vein(B), (Some(0), 100 - 40 + 20, 1, 2));
}

#[test]
fn r8_5_c2_how_long_a_trade_stands() {
    for rules in both() {
        let mut t = duel(rules);
        t.yes(offer(GAS, 100, 3));
        t.yes(demand(METAL, 10, 5));
        t.end();
        t.yes(buy_offer(0, GAS, 40));
        t.end();
        let again = offer(GAS, 1, 1);
        if rules.trade_life == TradeLife::NextTurnBegins {
            assert_eq!(t.game.trades().count(), 0, "cancelled before its publisher plays");
            assert_eq!((t.money(0), t.stock(0, GAS)), (1120, 900 + 10 + 60));
            t.yes(again);
        } else {
            assert_eq!(t.game.trades().count(), 2);
            assert_eq!((t.money(0), t.stock(0, GAS)), (1070, 900 + 10));
            assert!(matches!(t.no(again), Invalid::TradeExists { .. }));
            t.yes(offer(STONE, 1, 1));
            t.end();
            assert_eq!(t.game.trades().count(), 1, "only what was published in this turn stands");
            assert_eq!((t.money(0), t.stock(0, GAS)), (1120, 900 + 20 + 60));
        }
    }
}

#[test]
fn r8_5_trades_are_listed_in_the_order_of_publication() {
    let mut t = duel(rich(Rules::handbook()));
    t.yes(offer(METAL, 9, 1));
    t.yes(offer(GAS, 9, 1));
    t.end();
    let listed = |t: &Table| {
        let mut view = Default::default();
        t.game.view(Actor(1), &mut view);
        view.trades.iter().map(|t| t.material).collect::<Vec<_>>()
    };
    assert_eq!(listed(&t), [METAL, GAS]);
    t.yes(buy_offer(0, METAL, 1));
    assert_eq!(listed(&t), [GAS, METAL], "a partly used trade moves to the end");
}
