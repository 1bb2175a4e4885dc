//! The schemas accept every message that is really sent, and refuse wrong ones.

use crate::messages::{from_bot, write};
use agon_core::TestSupport;
use agon_games::{GAMES, Visitor, visit};
use agon_mars::Mars;
use agon_protocol::{Format, schema};
use agon_testkit::wild_messages;
use jsonschema::Validator;
use serde_json::{Value, json};

/// Plays random games, validates every message and counts them.
struct ValidateGames;

impl Visitor for ValidateGames {
    type Out = usize;
    fn visit<G: TestSupport>(self) -> usize {
        let validator = jsonschema::validator_for(&schema::<G>()).unwrap();
        let mut count = 0;
        for seed in 0..3 {
            wild_messages::<G>(seed, &mut |line| {
                assert_valid(&validator, &Format::Json.read(line).unwrap());
                count += 1;
            });
        }
        count
    }
}

fn assert_valid(validator: &Validator, message: &Value) {
    if let Err(fault) = validator.validate(message) {
        panic!("{fault} at `{}`, in {message}", fault.instance_path());
    }
}

#[test]
fn messages_of_random_games_match_their_schemas() {
    for game in GAMES {
        let messages = visit(game.id, ValidateGames).unwrap();
        assert!(messages > 100, "only {messages} messages in {}", game.id);
    }
}

#[test]
fn the_schema_accepts_every_bot_message_and_requires_fields_without_default() {
    let validator = jsonschema::validator_for(&schema::<Mars>()).unwrap();
    for message in from_bot() {
        let message: Value = Format::Json.read(&write(Format::Json, &message)).unwrap();
        assert_valid(&validator, &message);
        // A field may be omitted only if it has a default.
        for key in message.as_object().unwrap().keys() {
            let mut less = message.clone();
            less.as_object_mut().unwrap().remove(key);
            let has_default = ["format", "metered", "protocol", "look", "how", "energy", "error"];
            let is_valid = validator.is_valid(&less);
            assert_eq!(is_valid, has_default.contains(&key.as_str()), "{message} without {key}");
        }
    }
}

#[test]
fn the_schema_refuses_wrong_messages() {
    let validator = jsonschema::validator_for(&schema::<Mars>()).unwrap();
    let call = |call: Value| json!({"type": "call", "turn": 1, "call": call});
    assert_valid(&validator, &call(json!({"move": {"robot": "robot_1", "direction": "UP"}})));
    assert_valid(&validator, &call(json!({"move": {"robot": "robot_1", "direction": null}})));
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
        assert!(!validator.is_valid(&message), "{message} should be refused");
    }
}
