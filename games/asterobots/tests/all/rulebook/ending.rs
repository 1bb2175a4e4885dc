//! R9 to R11: the market, the end of the game, drafts.

use super::scene::*;
use agon_asterobots::*;
use agon_core::*;

#[test]
fn r9_c1_the_examples_of_the_rulebook() {
    let prices =
        |formula, amounts: [u64; 3]| amounts.map(|a| buy_price(formula, amounts.iter().sum(), a));
    let (manual, engine) = (MarketFormula::MultiplyFirst, MarketFormula::DivideBetween);
    assert_eq!(prices(engine, [500, 20, 130]), [27, 695, 189]);
    assert_eq!(prices(manual, [500, 20, 130]), [27, 696, 189]);
    for formula in [manual, engine] {
        assert_eq!(prices(formula, [6, 0, 0]), [92, 104, 104]);
        assert_eq!(prices(formula, [0, 0, 0]), [100, 100, 100]);
        // Six players can own so much that the product leaves 64 bits: the cap holds.
        let most = 6 * (i32::MAX as u64);
        assert_eq!(prices(formula, [most, 0, 0]), [11, i32::MAX, i32::MAX]);
    }
}

#[test]
fn r9_c3_whose_materials_count() {
    for rules in both() {
        let rules = Rules { initial_materials: [100; 3], initial_money: 0, ..rules };
        let mut t = table_with(3, rules, &[(A, 90), (B, 90), (C, 1), (D, 1)]).select(&[
            [A, B],
            [C, D],
            [F, U],
        ]);
        t.end();
        t.yes(launch(1, C, U));
        t.yes(launch(1, D, U));
        t.end_turns(2);
        t.yes(launch(60, B, C));
        t.yes(launch(60, A, D));
        while t.game.players()[1].is_alive() {
            t.end();
        }
        // The skipped turns of the dead make prices, too; a full round settles them.
        t.end_turns(3);
        let counted = |m: Material| -> u64 {
            let players = t.game.players().iter();
            let all = rules.market_counts == MarketCounts::AllPlayers;
            let counted = players.filter(|p| all || p.is_alive());
            counted.map(|p| p.materials[m.index()] as u64).sum()
        };
        let amounts = [GAS, STONE, METAL].map(counted);
        let total = amounts.iter().sum();
        let expected = amounts.map(|a| buy_price(rules.market_formula, total, a));
        assert_eq!(t.game.buy_prices(), expected);
    }
}

#[test]
fn r10_the_game_ends_after_the_last_round_and_id_breaks_the_tie() {
    let mut t = duel(Rules { max_round: 3, ..Rules::handbook() });
    t.end_turns(5);
    assert!(matches!(t.game.now(), Now::Turn(_)));
    t.end();
    let ending = t.game.ending().unwrap();
    assert_eq!(ending.decision, Decision::MaxRound);
    assert_eq!((t.game.round(), t.game.current_player()), (4, 1));
    let Now::Over(outcome) = t.game.now() else { panic!("it is over") };
    assert_eq!(outcome.reason.code, "max_round");
    assert_eq!(outcome.standings.iter().map(|s| s.score).collect::<Vec<_>>(), [2.0, 2.0]);
    assert_eq!(t.say(launch(1, A, B)), Reply::Refused(Invalid::GameOver));
    let before = t.game.hash();
    t.game.end(Actor(1), End::DONE);
    assert_eq!(t.game.hash(), before, "nothing happens after the end");
}

#[test]
fn r10_robots_in_squads_count_and_then_the_price_of_everything() {
    let play = |launcher: bool| {
        let mut t = duel(Rules { max_round: 1, ..rich(Rules::handbook()) });
        t.end();
        if launcher {
            t.yes(launch(10, F, A));
        } else {
            t.yes(offer(STONE, 1000, 1));
        }
        t.end();
        t.game.ending().unwrap().ranking.to_vec()
    };
    // Veins and robots are equal both times. Player 0 has gained 10 gas, player 1 5 stone and 5
    // metal, which are worth more: they are rarer, the more so while they are offered.
    assert_eq!(play(true), [1, 0]);
    assert_eq!(play(false), [1, 0], "what was in escrow has come back");
}

#[test]
fn r10_the_last_survivor_ends_the_game() {
    let mut t = table_with(2, Rules::handbook(), &[(A, 99), (B, 99), (C, 0), (D, 0)])
        .select(&[[A, B], [C, D]]);
    t.yes(launch(90, B, C));
    t.yes(launch(90, A, D));
    while t.game.ending().is_none() {
        t.end();
    }
    let ending = t.game.ending().unwrap();
    assert_eq!(ending.decision, Decision::LastSurvivor);
    assert_eq!(ending.ranking[..], [0, 1]);
    let players = t.game.players();
    assert_eq!((players[0].time_to_live, players[1].time_to_live), (9, 8));
    assert_eq!(t.game.round(), 9, "player 0 made the last turn; the round has not advanced");
}

#[test]
fn r8_6_a_dead_players_squads_move_on_and_it_may_return() {
    let robots = [(B, 99), (E, 99), (C, 1), (D, 40), (T, 5)];
    let mut t = table_with(3, Rules::handbook(), &robots).select(&[[B, E], [C, D], [F, U]]);
    t.yes(launch(99, B, C)); // three edges each
    t.yes(launch(99, E, D));
    t.end();
    t.yes(launch(40, D, T)); // six edges
    t.end_turns(5);
    assert!(t.game.players()[1].is_alive());
    t.end(); // round 3: player 0 takes both veins
    assert!(!t.game.players()[1].is_alive());
    assert_eq!(t.game.current_player(), 2, "the dead are skipped");
    let stock = t.game.players()[1].materials;
    while t.game.round() < 6 {
        assert_ne!(t.game.current_player(), 1);
        assert!(!t.game.players()[1].is_alive());
        t.end();
    }
    t.end(); // round 6: behind player 0 the dead player's squad arrives
    assert_eq!(t.game.current_player(), 2, "it plays only in the next round");
    assert_eq!(t.vein(T), (Some(1), 35, 1, 1), "nothing was produced in that turn");
    let back = t.game.players()[1];
    assert_eq!((back.materials, back.time_to_live), (stock, 2));
    t.end_turns(2);
    assert_eq!((t.game.round(), t.game.current_player()), (7, 1));
    t.end();
    assert_eq!((t.robots(T), t.game.players()[1].time_to_live), (40, 7));
}

#[test]
fn r11_ten_seconds_for_a_selection_and_one_for_a_turn() {
    let mut t = table(2, Rules::handbook());
    assert_eq!(t.game.allowance(Actor(0)).seconds, Some(10.0));
    t = t.select(&[[A, T], [F, U]]);
    assert_eq!(t.game.allowance(Actor(0)).seconds, Some(1.0));
}

#[test]
fn r11_a_saved_draft_counts_when_the_turn_does_not_end_by_itself() {
    for (why, taken) in [(Why::OutOfTime, C), (Why::Failed, C), (Why::Gone, C), (Why::Done, T)] {
        let mut t = table(2, Rules::handbook());
        let mut unrecorded = ();
        let mut turn = Turn::open(&mut t.game, Actor(0), &mut unrecorded);
        turn.save_draft(&[Call::Select(D)]);
        turn.save_draft(&[Call::Select(C)]);
        turn.close(why, 10.0);
        assert_eq!(t.owner(taken), Some(0), "{why:?}");
    }
    for (why, robots) in [(Why::OutOfTime, 45), (Why::Failed, 45), (Why::Done, 55)] {
        let mut t = duel(Rules::handbook());
        let mut unrecorded = ();
        let mut turn = Turn::open(&mut t.game, Actor(0), &mut unrecorded);
        turn.save_draft(&[launch(10, A, B)]);
        turn.close(why, 1.0);
        assert_eq!(t.robots(A), robots, "{why:?}");
    }
}
