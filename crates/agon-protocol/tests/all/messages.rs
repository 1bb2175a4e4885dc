//! Every kind of message survives both formats.

use agon_core::{Note, Outcome, Profile, Reason, Spot, Standing};
use agon_mars::{Call, Direction, Mars, Reply, RobotId, View};
use agon_protocol::{Answer, Format, FromBot, Hello, How, Stop, ToBot, schema};
use serde::{Serialize, de::DeserializeOwned};
use serde_json::Value;
use std::collections::BTreeSet;
use std::fmt::Debug;

type BotMessage = FromBot<Call>;
/// Views have no equality, so a string takes their place.
type AgonMessage = ToBot<String, Reply>;

/// Every kind of message to a bot, with every optional field present and absent.
pub fn to_bot() -> Vec<AgonMessage> {
    let hello = Hello {
        protocol: 1,
        game: "mars".into(),
        version: 3,
        rules: Profile::Original,
        map: "a \"map\" of\nMars ♂".into(),
        seat: 1,
        seat_name: "red".into(),
        seats: 2,
        seed: (1 << 53) - 1,
        tournament: true,
    };
    let (turn, reply) = (u64::MAX, Some(Reply::Can(true)));
    let refused = Some("no\u{2028}way".to_owned());
    let answers = vec![
        Answer { reply: reply.clone(), refused: None },
        Answer { reply: None, refused: refused.clone() },
    ];
    let standings = vec![Standing { rank: 1, score: 0.1 }, Standing { rank: 2, score: -3.0 }];
    let reason = Reason { code: "tiles".into(), sentence: "Blue has more.".into() };
    let (seconds, energy) = (Some(209.25), Some(-7));
    vec![
        ToBot::Hello(hello),
        ToBot::Turn { turn: 1, actor: 4, round: 2, seconds, energy, view: "board".into() },
        ToBot::Turn { turn, actor: 0, round: 0, seconds: None, energy: None, view: "".into() },
        ToBot::Reply { turn, reply, refused: None, view: None },
        ToBot::Reply { turn, reply: None, refused, view: Some("board".into()) },
        ToBot::Replies { turn, replies: answers, view: Some("board".into()) },
        ToBot::Replies { turn, replies: vec![], view: None },
        ToBot::View { turn, view: "board".into() },
        ToBot::Stopped { turn, why: Stop::OutOfTime },
        ToBot::Stopped { turn, why: Stop::OutOfEnergy },
        ToBot::Stopped { turn, why: Stop::Dead },
        ToBot::Stopped { turn, why: Stop::Failed },
        ToBot::Gone { actor: u32::MAX },
        ToBot::Error { message: "a line is not JSON".into() },
        ToBot::Over { seat: 1, rank: 2, result: Outcome { standings, reason } },
    ]
}

/// Every kind of message from a bot, with every optional field present and absent.
pub fn from_bot() -> Vec<BotMessage> {
    let (turn, robot) = (9, RobotId(3));
    let walk = Call::Move { robot, direction: Some(Direction::UpLeft) };
    let calls = vec![Call::Act { robot }, walk.clone()];
    let (at, colour) = (Spot::Tile(vec![3, -4]), [255, 0, 17]);
    let notes = [
        Note::Log("a line".into()),
        Note::Dot { at: at.clone(), colour },
        Note::Line { from: at.clone(), to: Spot::Unit("robot_3".into()), colour },
        Note::Text { at, text: "here".into(), colour },
    ];
    let ends = [How::Done, How::Silent, How::Failed, How::Paused, How::Finished];
    let error = Some("IndexError: list index out of range".to_owned());
    let mut messages = vec![
        FromBot::Ready { format: Format::Json, metered: false, protocol: 1 },
        FromBot::Ready { format: Format::Msgpack, metered: true, protocol: 2 },
        FromBot::Call { turn, call: walk, look: true },
        FromBot::Calls { turn, calls: calls.clone(), look: false },
        FromBot::Calls { turn, calls: vec![], look: true },
        FromBot::Look { turn },
        FromBot::Draft { turn, calls },
    ];
    messages.extend(notes.map(|note| FromBot::Note { note }));
    messages.extend(ends.map(|how| FromBot::Done {
        turn,
        how,
        energy: 15_001,
        error: error.clone(),
    }));
    messages
}

pub fn write(format: Format, message: &impl Serialize) -> Vec<u8> {
    let mut bytes = Vec::new();
    format.write(message, &mut bytes);
    bytes
}

fn assert_round_trip<M: Serialize + DeserializeOwned + PartialEq + Debug>(message: &M) {
    for format in [Format::Json, Format::Msgpack] {
        let written = write(format, message);
        let (bytes, next) = format.split(&written, 0).unwrap().unwrap();
        assert_eq!(next, written.len(), "{message:?}");
        assert_eq!(&format.read::<M>(bytes).unwrap(), message);
    }
}

#[test]
fn every_message_round_trips_in_both_formats() {
    to_bot().iter().for_each(assert_round_trip);
    from_bot().iter().for_each(assert_round_trip);
}

/// Fails if a new kind of message is missing in the lists above.
#[test]
fn the_lists_above_contain_every_kind_of_message() {
    let schema = schema::<Mars>();
    let known = |direction: &str| -> BTreeSet<String> {
        let kinds = schema["$defs"][direction]["oneOf"].as_array().unwrap().iter();
        kinds.map(|kind| kind["properties"]["type"]["const"].as_str().unwrap().into()).collect()
    };
    let kind = |message: Vec<u8>| -> String {
        Format::Json.read::<Value>(&message).unwrap()["type"].as_str().unwrap().to_owned()
    };
    let sent: BTreeSet<String> = to_bot().iter().map(|m| kind(write(Format::Json, m))).collect();
    let received: BTreeSet<String> =
        from_bot().iter().map(|m| kind(write(Format::Json, m))).collect();
    assert_eq!((known("ToBot"), known("FromBot")), (sent, received));
}

#[test]
fn omitted_fields_have_the_documented_defaults() {
    let read = |text: &str| Format::Json.read::<BotMessage>(text.as_bytes()).unwrap();
    let ready = FromBot::Ready { format: Format::Json, metered: false, protocol: 1 };
    assert_eq!(read(r#"{"type":"ready"}"#), ready);
    assert_eq!(
        read(r#"{"turn":1,"calls":[],"type":"calls"}"#),
        FromBot::Calls { turn: 1, calls: vec![], look: false },
        "`type` may come last"
    );
    let done = FromBot::Done { turn: 1, how: How::Done, energy: 0, error: None };
    assert_eq!(read(r#"{"type":"done","turn":1}"#), done);
    assert_eq!(
        read(r#" { "type" : "done" , "turn" : 1, "mood": "good" } "#),
        done,
        "unknown fields are ignored"
    );
}

#[test]
fn a_default_view_round_trips() {
    for format in [Format::Json, Format::Msgpack] {
        let message = ToBot::<View, Reply>::View { turn: 1, view: View::default() };
        let written = write(format, &message);
        let (bytes, _) = format.split(&written, 0).unwrap().unwrap();
        let again: ToBot<View, Reply> = format.read(bytes).unwrap();
        assert_eq!(write(format, &again), written);
    }
}
