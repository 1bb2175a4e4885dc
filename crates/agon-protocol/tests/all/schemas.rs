//! The schemas describe what is really said, and nothing else.

use crate::messages::{said, write};
use agon_core::TestSupport;
use agon_games::{GAMES, Visitor, visit};
use agon_mars::Mars;
use agon_protocol::{Format, schema};
use agon_testkit::wild_messages;
use jsonschema::Validator;
use serde_json::{Value, json};

/// Plays wild games and holds every message against the schema; the number of messages.
struct Hold;

impl Visitor for Hold {
    type Out = usize;
    fn visit<G: TestSupport>(self) -> usize {
        let validator = jsonschema::validator_for(&schema::<G>()).unwrap();
        let mut count = 0;
        for seed in 0..3 {
            wild_messages::<G>(seed, &mut |line| {
                holds(&validator, &Format::Json.read(line).unwrap());
                count += 1;
            });
        }
        count
    }
}

fn holds(validator: &Validator, message: &Value) {
    if let Err(fault) = validator.validate(message) {
        panic!("{fault} at `{}`, in {message}", fault.instance_path());
    }
}

#[test]
fn wild_games_are_played_as_their_schemas_say() {
    for game in GAMES {
        let messages = visit(game.id, Hold).unwrap();
        assert!(messages > 100, "only {messages} messages in {}", game.id);
    }
}

#[test]
fn every_kind_of_message_from_a_bot_is_described() {
    let validator = jsonschema::validator_for(&schema::<Mars>()).unwrap();
    for message in said() {
        let message: Value = Format::Json.read(&write(Format::Json, &message)).unwrap();
        holds(&validator, &message);
        // Everything but the defaults is needed.
        for key in message.as_object().unwrap().keys() {
            let mut less = message.clone();
            less.as_object_mut().unwrap().remove(key);
            let has_default = ["format", "metered", "look", "how", "energy", "error"];
            let fits = validator.is_valid(&less);
            assert_eq!(fits, has_default.contains(&key.as_str()), "{message} without {key}");
        }
    }
}

#[test]
fn what_is_wrong_does_not_fit() {
    let validator = jsonschema::validator_for(&schema::<Mars>()).unwrap();
    let call = |call: Value| json!({"type": "call", "turn": 1, "call": call});
    holds(&validator, &call(json!({"move": {"robot": "robot_1", "direction": "UP"}})));
    holds(&validator, &call(json!({"move": {"robot": "robot_1", "direction": null}})));
    let wrong = [
        call(json!({"move": {"robot": "robot_1", "direction": "up"}})),
        call(json!({"move": {"robot": 1, "direction": "UP"}})),
        call(json!({"fly": {"robot": "robot_1"}})),
        call(json!("move")),
        call(json!({"path": {"from": [1, 2, 3], "to": [1, 2], "avoid_robots": true}})),
        call(json!({"path": {"from": [1, 2], "to": [1, 2]}})),
        json!({"type": "look", "turn": -1}),
        json!({"type": "look", "turn": "1"}),
        json!({"type": "gone", "actor": null}),
        json!({"type": "stopped", "turn": 1, "why": "boredom"}),
        json!({"type": "note", "note": {"dot": {"at": {"tile": [1, 2]}, "colour": [1, 2, 256]}}}),
        json!({"type": "dance"}),
        json!([]),
    ];
    for message in wrong {
        assert!(!validator.is_valid(&message), "{message} should not fit");
    }
}
