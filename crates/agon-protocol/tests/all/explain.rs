//! Mistakes of bots are explained with the names of the call, the field and what was probably meant.

use agon_core::{Game, TestSupport};
use agon_games::{GAMES, Visitor, visit};
use agon_homerun::HomeRun;
use agon_mars::Mars;
use agon_protocol::{Explainer, Format, FromBot, WireFault};
use agon_testkit::wild_messages;
use serde_json::{Value, json};

#[test]
fn a_wrong_call_is_explained() {
    let mars = Explainer::of::<Mars>();
    let spawn = |row: Value| json!({"spawn": {"type": "miner", "row": row, "col": 4}});
    let cases = [
        (json!({"spwan": {"row": 1}}), "unknown call `spwan`; did you mean `spawn`?"),
        (json!("actt"), "unknown call `actt`; did you mean `act`?"),
        (
            spawn(json!("3")),
            "the call `spawn`: the field `row` is the text `3`, but must be a whole number",
        ),
        (
            spawn(json!(1.5)),
            "the call `spawn`: the field `row` is the number 1.5, but must be a whole number",
        ),
        (
            spawn(Value::Null),
            "the call `spawn`: the field `row` is null, but must be a whole number",
        ),
        (json!({"spawn": {"row": 1}}), "the call `spawn`: the field `col` is missing"),
        (
            json!({"spawn": {"type": "miner", "row": 1, "cl": 2}}),
            "the call `spawn`: there is no field `cl`; did you mean `col`?",
        ),
        (
            json!({"spawn": {"type": "minr", "row": 1, "col": 2}}),
            "the call `spawn`: the field `type` is the text `minr`, but must be one of `explorer`, `miner`, \
             `terraformer`; did you mean `miner`?",
        ),
        (
            json!({"spawn": [1, 2]}),
            "the call `spawn`: its value is a list of 2, but must be an object with the fields `type`, \
             `row`, `col`",
        ),
        (
            json!("spawn"),
            "the call `spawn` needs a value: an object with the fields `type`, `row`, `col`",
        ),
        (
            json!({"type": "spawn", "row": 1}),
            "a call is a name, or an object with one name and its value, such as {\"spawn\": ...}; this is \
             an object with the fields `type`, `row`",
        ),
        (
            json!({"path": {"from": [1], "to": [1, 2], "avoid_robots": true}}),
            "the call `path`: the field `from` has 1 items, but must be a list of 2: a whole number; a whole \
             number",
        ),
    ];
    for (call, sentence) in cases {
        assert_eq!(mars.call(&call).as_deref(), Some(sentence), "{call}");
    }
    let unknown = mars.call(&json!("dance")).unwrap();
    assert!(
        unknown.starts_with("unknown call `dance`; the calls of Mars Makeover are `spawn`, "),
        "{unknown}"
    );
    let homerun = Explainer::of::<HomeRun>();
    let fault = homerun.call(&json!({"recruit": ["PITCHR", "NORTH"]})).unwrap();
    assert!(fault.contains("item 1 of its list is the text `PITCHR`"), "{fault}");
    assert!(fault.ends_with("did you mean `PITCHER`?"), "{fault}");
    assert_eq!(
        homerun.call(&json!({"kill_self": 1})).as_deref(),
        Some("the call `kill_self` has no value: send \"kill_self\"")
    );
}

/// A call as a bot sends it in a format.
fn read_call<G: Game>(format: Format, call: &Value) -> Result<G::Call, WireFault> {
    let mut bytes = Vec::new();
    format.write(call, &mut bytes);
    // The content of a frame is what follows its length.
    let start = if format == Format::Msgpack { 4 } else { 0 };
    format.read(&bytes[start..])
}

/// Misspells a field of every call of a random bot, in both formats.
struct Misspells;

impl Visitor for Misspells {
    type Out = usize;
    fn visit<G: TestSupport>(self) -> usize {
        let explainer = Explainer::of::<G>();
        let mut misspelt = std::collections::BTreeSet::new();
        wild_messages::<G>(1, &mut |line| {
            let Ok(FromBot::Call { call, .. }) = Format::Json.read::<FromBot<Value>>(line) else {
                return;
            };
            let Some((name, Value::Object(fields))) =
                call.as_object().and_then(|c| c.iter().next())
            else {
                return;
            };
            for field in fields.keys() {
                let mut wrong = fields.clone();
                let value = wrong.remove(field).unwrap();
                wrong.insert(format!("{field}e"), value);
                let wrong = json!({ name: wrong });
                let right = json!({ name: fields });
                for format in [Format::Json, Format::Msgpack] {
                    assert!(read_call::<G>(format, &right).is_ok(), "{right}");
                    let fault = read_call::<G>(format, &wrong);
                    assert!(matches!(fault, Err(WireFault::Unknown(_))), "{wrong}: {fault:?}");
                }
                let sentence = format!(
                    "the call `{name}`: there is no field `{field}e`; did you mean `{field}`?"
                );
                assert_eq!(explainer.call(&wrong), Some(sentence), "{wrong}");
                misspelt.insert(format!("{name}.{field}"));
            }
        });
        misspelt.len()
    }
}

#[test]
fn a_misspelt_field_is_an_error_in_every_game_and_format() {
    // Calls of Home Run have no named fields.
    let least = [("asterobots", 6), ("galaxy", 1), ("homerun", 0), ("mars", 6), ("timetravel", 6)];
    for (game, least) in least {
        let misspelt = visit(game, Misspells).unwrap();
        assert!(misspelt >= least, "{game}: {misspelt} fields");
    }
}

#[test]
fn a_field_that_may_be_left_out_is_not_misspelt_silently() {
    let mars = Explainer::of::<Mars>();
    let call = json!({"spawn": {"typ": "miner", "row": 1, "col": 2}});
    assert!(serde_json::from_value::<<Mars as Game>::Call>(call.clone()).is_err());
    assert_eq!(
        mars.call(&call).as_deref(),
        Some("the call `spawn`: there is no field `typ`; did you mean `type`?")
    );
    let call = json!({"act": {"robot": "robot_1", "with": 3}});
    assert_eq!(
        mars.call(&call).as_deref(),
        Some("the call `act`: there is no field `with`; the fields are `robot`")
    );
}

#[test]
fn a_wrong_message_is_explained() {
    let mars = Explainer::of::<Mars>();
    let cases = [
        (json!({"type": "cal", "turn": 1}), "unknown type of message `cal`; did you mean `call`?"),
        (json!({"type": "done"}), "the message `done`: the field `turn` is missing"),
        (
            json!({"type": "done", "turn": "1"}),
            "the message `done`: the field `turn` is the text `1`, but must be a whole number from 0",
        ),
        (
            json!([]),
            "a message is an object such as {\"type\":\"done\",\"turn\":1}; this is a list of 0",
        ),
    ];
    for (message, sentence) in cases {
        assert_eq!(mars.message(&message).as_deref(), Some(sentence), "{message}");
    }
    let fault = mars.message(&json!({"turn": 1})).unwrap();
    assert!(
        fault.starts_with("a message needs the field `type`, which is one of `ready`, "),
        "{fault}"
    );
}

/// Whatever a random bot of a game says, no fault is found in it.
struct Accepts;

impl Visitor for Accepts {
    type Out = usize;
    fn visit<G: TestSupport>(self) -> usize {
        let explainer = Explainer::of::<G>();
        let mut count = 0;
        wild_messages::<G>(1, &mut |line| {
            let Ok(message) = Format::Json.read::<FromBot<Value>>(line) else { return };
            let value: Value = Format::Json.read(line).unwrap();
            assert_eq!(explainer.message(&value), None, "{value}");
            let calls = match message {
                FromBot::Call { call, .. } => vec![call],
                FromBot::Calls { calls, .. } | FromBot::Draft { calls, .. } => calls,
                _ => Vec::new(),
            };
            for call in calls {
                assert_eq!(explainer.call(&call), None, "{call}");
                count += 1;
            }
        });
        count
    }
}

#[test]
fn a_call_that_the_game_reads_has_no_fault() {
    for game in GAMES {
        let calls = visit(game.id, Accepts).unwrap();
        assert!(calls > 10, "only {calls} calls in {}", game.id);
    }
}
