//! Events of drawn turns.

use super::scene::*;
use agon_asterobots::*;
use agon_core::{Actor, Contest, Deed, Event, EventKind, Seat, Spot};

/// Plays the turn of the current player and returns its events.
fn turn(t: &mut Table, calls: &[Call]) -> Vec<Event> {
    let (before, actor) = (t.game.clone(), Actor(t.game.current_player().into()));
    let deed = |call: &Call| Deed { actor, call: call.clone(), reply: t.say(call.clone()) };
    let deeds: Vec<Deed<Asterobots>> = calls.iter().map(deed).collect();
    t.end();
    t.game.events(&before, &[actor], &deeds)
}

fn spot(at: Point) -> Spot {
    Spot::Tile(vec![at.x, at.y])
}

#[test]
fn a_selection_is_told_when_it_is_granted() {
    let mut t = table(2, Rules::handbook());
    let event = Event::new(EventKind::Capture, "player 0 selected the gas vein at (-6, 0)");
    assert_eq!(turn(&mut t, &[Call::Select(B), Call::Select(A)]), [event.by(Seat(0)).at(spot(A))]);
}

#[test]
fn a_captured_vein_names_both_owners() {
    let mut t = table_with(2, Rules::handbook(), &[(B, 3)]).select(&[[A, T], [F, U]]);
    assert_eq!(turn(&mut t, &[launch(10, A, B)]), [], "a launch is not worth noticing");
    t.end_turns(3);
    let sentence = "player 0 captured the stone vein at (-3, 0) from the aliens";
    let event = Event::new(EventKind::Capture, sentence).by(Seat(0)).at(spot(B));
    assert_eq!(turn(&mut t, &[]), [event]);
}

#[test]
fn a_squad_that_arrives_without_a_capture_is_not_worth_noticing() {
    let mut t = duel(Rules::handbook());
    t.yes(launch(10, A, B));
    for _ in 0..6 {
        assert_eq!(turn(&mut t, &[]), []);
    }
    assert_eq!((t.squads().len(), t.robots(B)), (0, 40));
}

#[test]
fn a_destroyed_squad_names_its_enemy() {
    let kill = |by: u8, to: u8, robots: &str| {
        let sentence = format!("player {by} destroyed a squad of player {to} with {robots}");
        let event = Event::new(EventKind::Kill, sentence).by(Seat(by)).to(Seat(to));
        event.at(spot(Point::new(-4, 0)))
    };
    for (ours, theirs, kills) in [
        (10, 5, vec![kill(0, 1, "5 robots")]),
        (7, 7, vec![kill(0, 1, "7 robots"), kill(1, 0, "7 robots")]),
        (1, 9, vec![kill(1, 0, "1 robot")]),
    ] {
        let mut t = table(2, Rules::handbook()).select(&[[A, T], [B, U]]);
        assert_eq!(turn(&mut t, &[launch(ours, A, B)]), []);
        assert_eq!(turn(&mut t, &[launch(theirs, B, A)]), []);
        assert_eq!(turn(&mut t, &[]), kills, "player 0 steps onto (-4, 0)");
    }
}

#[test]
fn a_squad_that_is_destroyed_in_the_turn_of_its_launch_is_told() {
    let mut t = table(2, Rules::handbook()).select(&[[A, T], [B, U]]);
    t.yes(launch(10, A, B));
    t.end_turns(3); // player 0 stands at (-4, 0) beside B
    let sentence = "player 0 destroyed a squad of player 1 with 2 robots";
    let event = Event::new(EventKind::Kill, sentence).by(Seat(0)).to(Seat(1));
    let events = turn(&mut t, &[launch(2, B, A)]);
    assert_eq!(events, [event.at(spot(Point::new(-4, 0)))]);
}

#[test]
fn trades_between_players_name_both_and_the_sum() {
    let trade = |sentence: &str| Event::new(EventKind::Trade, sentence).by(Seat(1)).to(Seat(0));
    for rules in both() {
        let mut t = duel(rules);
        let publications = [offer(GAS, 10, 7), demand(STONE, 5, 3), sell_alien(METAL, 1)];
        assert_eq!(turn(&mut t, &publications), []);
        let mut calls = vec![buy_offer(0, GAS, 4), sell_demand(0, STONE, 5), buy_offer(0, GAS, 9)];
        let mut expected = vec![
            trade("player 1 bought 4 gas from player 0 for 28 J"),
            trade("player 1 sold 5 stone to player 0 for 15 J"),
        ];
        if rules.non_positive_trade_amount {
            calls.extend([buy_offer(0, GAS, -2), buy_offer(0, GAS, 0)]);
            expected.push(trade("player 1 sold 2 gas to player 0 for 14 J"));
        }
        assert_eq!(turn(&mut t, &calls), expected);
    }
}

#[test]
fn an_upgrade_tells_the_new_rank() {
    let mut t = duel(rich(Rules::handbook()));
    let upgrade = |sentence: &str| Event::new(EventKind::Build, sentence).by(Seat(0)).at(spot(A));
    let calls = [upgrade_robot(A), upgrade_material(A), upgrade_material(F)];
    let expected = [
        upgrade("player 0 raised the robot rank of the vein at (-6, 0) to 2"),
        upgrade("player 0 raised the material rank of the vein at (-6, 0) to 2"),
    ];
    assert_eq!(turn(&mut t, &calls), expected);
}

#[test]
fn a_player_that_loses_its_last_vein_may_come_back() {
    let few = [(B, 1), (D, 1), (T, 0)];
    let mut t = table_with(3, Rules::handbook(), &few).select(&[[A, C], [B, D], [F, U]]);
    assert_eq!(turn(&mut t, &[launch(40, A, B), launch(40, C, D)]), []);
    assert_eq!(turn(&mut t, &[launch(1, B, T)]), []); // six edges
    t.end_turns(4);
    let capture = |sentence: &str, at| Event::new(EventKind::Capture, sentence).at(spot(at));
    let lost = Event::new(EventKind::Elimination, "player 1 lost its last vein");
    let expected = [
        capture("player 0 captured the stone vein at (-3, 0) from player 1", B),
        capture("player 0 captured the gas vein at (3, 0) from player 1", D),
        lost,
    ];
    assert_eq!(turn(&mut t, &[]), expected.map(|event| event.by(Seat(0)).to(Seat(1))));
    t.end_turns(5); // players 2 and 0 by turns; player 1 is skipped
    let back = "player 1 captured the gas vein at (0, -3) from the aliens and is back in the game";
    assert_eq!(turn(&mut t, &[]), [capture(back, T).by(Seat(1))]);
}
