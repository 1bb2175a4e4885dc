//! Legal calls: what is suggested in small galaxies, and what else is accepted.

use super::scene::{PAIR, Played, Table, call};
use agon_core::{End, Game, LegalCall};
use agon_galaxy::{Call, Rules, Side};
use serde_json::{Value, json};

/// A ring: from A an agent sees only B.
const RING: &str = "\
A:5,10,0,5,[B],[3]
B:5,10,0,5,[C],[4]
C:5,10,0,5,[D],[5]
D:5,10,0,5,[A],[1]
";

/// The sensible values of an open field of Blue's legal calls.
fn suggested(played: &Played, path: &str) -> Value {
    let list = played.legal_calls(Side::Blue);
    let mut fields = list.iter().flat_map(|entry| &entry.open);
    let field = fields.find(|field| field.path == path).unwrap();
    serde_json::to_value(&field.values).unwrap()["any_of"][0].take()
}

#[test]
fn an_agent_is_offered_what_it_sees() {
    let game = Table::new(PAIR, Rules::handbook(), "A", "B").begin();
    let list = game.legal_calls(Side::Blue);
    let single = list.iter().filter(|entry| entry.open.is_empty()).map(|entry| &entry.call);
    assert!(single.eq(&[Call::NoAction, Call::Refuel, Call::ContinueCapture]));
    assert_eq!(suggested(&game, "/move"), json!({"text": {"suggestions": ["B"]}}));
    assert_eq!(suggested(&game, "/capture"), json!({"number": {"min": 0, "max": 20}}));
    assert_eq!(suggested(&game, "/shoot/path"), json!({"one_of": [[], ["B"]]}));
}

#[test]
fn suggestions_begin_where_the_queued_moves_end() {
    let mut game = Table::new(PAIR, Rules::handbook(), "A", "B").begin();
    game.game.call(Side::Blue.actor(), &call("Move(B)"));
    assert_eq!(suggested(&game, "/move"), json!({"text": {"suggestions": ["A"]}}));
    assert_eq!(suggested(&game, "/shoot/path"), json!({"one_of": [[], ["A"]]}));
}

#[test]
fn suggestions_name_only_systems_in_sight() {
    let mut game = Table::new(RING, Rules::handbook(), "A", "C").begin();
    assert_eq!(suggested(&game, "/shoot/path"), json!({"one_of": [[], ["B"]]}));
    // The wormhole from B leads out of sight: all that is known are the two systems.
    game.game.call(Side::Blue.actor(), &call("Move(B)"));
    assert_eq!(suggested(&game, "/move"), json!({"text": {"suggestions": ["A", "B"]}}));
    game.game.call(Side::Blue.actor(), &call("Move(C)"));
    assert_eq!(suggested(&game, "/shoot/path"), json!({"one_of": [[]]}));
}

#[test]
fn every_queued_command_is_covered_and_no_void_one() {
    let game = Table::new(PAIR, Rules::handbook(), "A", "B").begin();
    let list = game.legal_calls(Side::Blue);
    let covers = |text: &str| list.iter().any(|entry: &LegalCall<Call>| entry.covers(&call(text)));
    for queued in ["Move(null)", "Move(nowhere)", "Capture(9999)", "Shoot([null,B,B,Z],21)"] {
        assert!(covers(queued), "{queued}");
    }
    for void in ["null", "Capture(-1)", "Shoot([B],-1)"] {
        assert!(!covers(void), "{void}");
    }
}

#[test]
fn nothing_is_legal_after_three_commands_or_the_end_of_the_turn() {
    let mut game = Table::new(PAIR, Rules::handbook(), "A", "B").begin();
    for _ in 0..3 {
        assert_eq!(game.legal_calls(Side::Blue).len(), 8);
        game.game.call(Side::Blue.actor(), &Call::NoAction);
    }
    assert!(game.legal_calls(Side::Blue).is_empty());
    game.game.end(Side::Red.actor(), End::DONE);
    assert!(game.legal_calls(Side::Red).is_empty());
}
