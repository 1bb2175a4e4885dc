//! The session with bots that play well, badly, and not at all.

use crate::script::{Answer, Story, play, play_with};
use agon_asterobots::Asterobots;
use agon_bots::{Break, Farewell, HangUp, Line, Patience, Session};
use agon_core::{ClockRule, Contest, Profile, Why};
use agon_galaxy::GalaxyCommander;
use agon_homerun::HomeRun;
use agon_mars::Mars;
use agon_protocol::{Format, MESSAGE_LIMIT, VERSION};
use agon_runner::{IncidentKind, Seating, Trouble};
use agon_timetravel::TimeTravel;
use serde_json::{Value, json};
use std::time::{Duration, Instant};

fn line(message: Value) -> Option<Vec<u8>> {
    Some(format!("{message}\n").into_bytes())
}

fn done(heard: &Value) -> Value {
    json!({"type": "done", "turn": heard["turn"]})
}

/// A bot that is ready and answers its `n`-th turn (from 1) with what `say` returns.
fn bot(say: impl Fn(u64, &Value) -> Option<Vec<u8>> + Clone + Send + 'static) -> Answer {
    let mut turns = 0;
    Box::new(move |heard| match heard["type"].as_str().unwrap() {
        "hello" => line(json!({"type": "ready"})),
        "turn" => {
            turns += 1;
            say(turns, heard)
        }
        _ => Some(vec![]),
    })
}

fn mars(
    say: impl Fn(u64, &Value) -> Option<Vec<u8>> + Clone + Send + Sync + 'static,
) -> Story<Mars> {
    play(move || bot(say.clone()), "nothing", 2)
}

#[test]
fn a_polite_bot_plays_to_the_end_and_is_told() {
    let story = mars(|_, heard| line(done(heard)));
    assert_eq!(story.incidents(), "");
    assert_eq!(story.ends, [Why::Done; 200]);
    let hello = story.heard("hello")[0];
    assert_eq!(hello["game"], "mars");
    assert_eq!((&hello["seat_name"], &hello["rules"]), (&json!("blue"), &json!("handbook")));
    assert!(hello["seed"].as_u64().unwrap() < 1 << 53);
    let turns = story.heard("turn");
    assert_eq!(turns.len(), 200);
    assert_eq!((&turns[7]["turn"], &turns[7]["round"]), (&json!(8), &json!(8)));
    assert!(turns[0]["seconds"].as_f64().unwrap() > 209.0);
    assert_eq!(story.heard("over")[0]["rank"], story.played.outcome.standings[0].rank);
}

#[test]
fn a_loose_clock_gives_a_bot_twice_the_time() {
    let seconds = |clock: ClockRule| {
        let patience = Patience::default().with_clock(clock);
        let polite = || bot(|_, heard| line(done(heard)));
        let story: Story<GalaxyCommander> = play_with(polite, "nothing", 2, patience);
        assert_eq!(story.incidents(), "");
        story.heard("turn")[0]["seconds"].as_f64()
    };
    assert_eq!(seconds(ClockRule::Strict), Some(5.0));
    assert_eq!(seconds(ClockRule::Loose), Some(10.0));
    assert_eq!(seconds(ClockRule::Off), None);
}

#[test]
fn calls_are_answered_and_can_bring_a_fresh_view() {
    let say = |n, heard: &Value| {
        if n > 1 {
            return line(done(heard));
        }
        let turn = &heard["turn"];
        let spawn = json!({"spawn": {"type": "explorer", "row": 1, "col": 2}});
        let said = [
            json!({"type": "call", "turn": turn, "call": spawn, "look": true}),
            json!({"type": "call", "turn": turn, "call": spawn}),
            json!({"type": "calls", "turn": turn, "calls": [{"can_act": {"robot": "robot_1"}}]}),
            json!({"type": "look", "turn": turn}),
            json!({"type": "note", "note": {"log": "well"}}),
            done(heard),
        ];
        Some(said.map(|s| format!("{s}\n")).concat().into_bytes())
    };
    let story = mars(say);
    assert_eq!(story.incidents(), "");
    let replies = story.heard("reply");
    assert_eq!(replies.len(), 2);
    assert_eq!(replies[0]["reply"]["spawned"]["name"], "robot_1");
    assert_eq!(replies[0]["view"]["robots"][0]["name"], "robot_1");
    assert_eq!((&replies[0]["refused"], &replies[1]["view"]), (&Value::Null, &Value::Null));
    assert!(replies[1]["refused"].as_str().unwrap().contains("(1, 2)"), "{}", replies[1]);
    assert!(story.heard("replies")[0]["replies"][0]["reply"]["can"].is_boolean());
    assert_eq!(story.heard("view")[0]["view"], replies[0]["view"]);
    assert!(story.played.replay.unwrap().to_bytes().starts_with(b"agon-replay 2"), "the note");
}

#[test]
fn nonsense_fails_the_turn_and_is_answered() {
    let cases: [(&'static [u8], &str); 8] = [
        (
            b"hello there\n",
            "the line `hello there` is not JSON; did you print for debugging? use stderr",
        ),
        (b"{\"type\":\"call\"}\n", "the message `call`: the field `turn` is missing"),
        (
            b"{\"type\":\"done\",\"turn\":}\n",
            "the line `{\"type\":\"done\",\"turn\":}` is not complete JSON: expected value at line 1 ",
        ),
        (b"{\"type\":\"dne\"}\n", "unknown type of message `dne`; did you mean `done`?"),
        (b"\xff\xfe\x00\x01\n", "not JSON"),
        (b"[]\n", "this is a list of 0"),
        (b"{\"type\":\"done\",\"turn\":99}\n", "turn 99 has not begun: this is turn 1"),
        (b"{\"type\":\"ready\"}\n", "once"),
    ];
    for (bytes, what) in cases {
        let story =
            mars(move |n, heard| if n == 1 { Some(bytes.to_vec()) } else { line(done(heard)) });
        assert_eq!(story.ends[0], Why::Failed, "{what}");
        assert_eq!(story.ends[1..], [Why::Done; 199], "{what}");
        let error = story.heard("error")[0]["message"].as_str().unwrap().to_owned();
        assert!(error.contains(what), "{error:?} should say {what:?}");
        assert_eq!(story.heard("stopped")[0]["why"], "failed");
        assert_eq!(story.played.reports[0].incidents[0].kind, IncidentKind::Protocol);
    }
}

/// A bot that speaks a newer protocol does not play. One that names today's version does.
#[test]
fn a_bot_of_a_newer_protocol_is_refused() {
    let stating = |version: u32| -> Story<Mars> {
        let ready = move || -> Answer {
            Box::new(move |heard| match heard["type"].as_str().unwrap() {
                "hello" => line(json!({"type": "ready", "protocol": version})),
                "turn" => line(done(heard)),
                _ => Some(vec![]),
            })
        };
        play(ready, "nothing", 2)
    };
    assert_eq!(stating(VERSION).incidents(), "");
    let story = stating(VERSION + 1);
    assert_eq!(story.ends[0], Why::Gone);
    let incident = &story.played.reports[0].incidents[0];
    assert_eq!((incident.round, incident.kind), (0, IncidentKind::NotReady));
    let said = &incident.sentence;
    assert!(
        said.starts_with("it speaks version 2 of the protocol, and this Agon speaks version 1: ")
    );
    assert!(said.contains("get a newer version of Agon"), "{said}");
}

#[test]
fn an_unknown_call_is_refused_and_the_turn_goes_on() {
    let story = mars(|n, heard| {
        let turn = &heard["turn"];
        let said = [
            json!({"type": "call", "turn": turn, "call": {"fly": {"robot": "robot_1"}}}),
            json!({"type": "calls", "turn": turn, "calls": [
                {"act": {"robot": "robot_1"}}, {"act": 7}, "act"]}),
            done(heard),
        ];
        if n > 1 {
            return line(done(heard));
        }
        Some(said.map(|s| format!("{s}\n")).concat().into_bytes())
    });
    assert_eq!(story.ends, [Why::Done; 200]);
    let reply = story.heard("reply")[0];
    assert_eq!(reply["reply"], Value::Null);
    let unknown = "unknown call `fly`; the calls of Mars Makeover are `spawn`, `move`";
    assert!(reply["refused"].as_str().unwrap().starts_with(unknown), "{reply}");
    let replies = story.heard("replies")[0]["replies"].as_array().unwrap();
    assert!(replies[0]["reply"]["refused"].is_object(), "{replies:?}");
    assert!(replies[1]["reply"].is_null() && replies[2]["reply"].is_null(), "{replies:?}");
    let value =
        "the call `act`: its value is the number 7, but must be an object with the fields `robot`";
    assert_eq!(replies[1]["refused"], value);
    assert_eq!(story.played.reports[0].incidents.len(), 3);
}

#[test]
fn an_endless_line_fails_the_turn_and_is_skipped() {
    let story = mars(|n, heard| {
        if n > 1 {
            return line(done(heard));
        }
        let mut bytes = vec![b'x'; 3 * MESSAGE_LIMIT];
        bytes.push(b'\n');
        Some(bytes)
    });
    assert_eq!((story.ends[0], story.ends[1]), (Why::Failed, Why::Done));
    assert!(story.incidents().contains("longer than 1048576 bytes"), "{}", story.incidents());
}

#[test]
fn a_late_answer_does_not_count_for_the_next_turn() {
    // In Galaxy a time-out costs three actions and the match goes on: the late answer must not count.
    let make = || {
        bot(|n, heard| match n {
            1 => Some(vec![]),
            2 => {
                let late = json!({"type": "call", "turn": 1, "call": "refuel"});
                let now = json!({"type": "call", "turn": 2, "call": {"set_scan": 3}});
                let lines = format!(
                    "{late}\n{}\n{now}\n{}\n",
                    json!({"type":"done","turn":1}),
                    done(heard)
                );
                Some(lines.into_bytes())
            }
            _ => line(done(heard)),
        })
    };
    let story = play::<GalaxyCommander>(make, "nothing", 2);
    assert_eq!(story.ends[..3], [Why::OutOfTime, Why::Done, Why::Done]);
    assert_eq!(
        story.heard("stopped")[0],
        &json!({"type": "stopped", "turn": 1, "why": "out_of_time"})
    );
    assert_eq!(story.heard("reply").len(), 1, "only the call of turn 2 was made");
    assert!(story.incidents().contains("it took more than the 5.000 s it had in round"));
}

#[test]
fn a_bot_that_never_answers_is_stopped() {
    let story = play::<GalaxyCommander>(|| bot(|_, _| Some(vec![])), "nothing", 2);
    assert_eq!(story.ends[..30], [Why::OutOfTime; 30]);
    assert!(story.ends[30..].iter().all(|&why| why == Why::Gone));
    assert!(story.incidents().contains("30 times in a row"), "{}", story.incidents());
    let later = "it was still in its turn of round 1 when its 5.000 s of round 2 were over";
    let incidents = &story.played.reports[0].incidents;
    assert_eq!((incidents.len(), incidents[1].times), (3, 29), "told once: {incidents:#?}");
    assert_eq!(incidents[1].sentence, later);
}

/// The time limits of the first and the last turn of a silent bot.
fn limits<G: Contest>(opponent: &str) -> (f64, Vec<String>) {
    let story = play::<G>(|| bot(|_, _| Some(vec![])), opponent, 2);
    let told = story.heard("turn")[0]["seconds"].as_f64().unwrap();
    let report = &story.played.reports[0];
    (told, report.incidents.iter().map(|incident| incident.sentence.clone()).collect())
}

#[test]
fn every_game_has_the_limits_of_its_rulebook() {
    let (told, late) = limits::<Asterobots>("nothing");
    assert_eq!(told, 10.0, "a selection");
    assert!(late[0].contains("the 10.000 s it had"), "{late:?}");
    assert!(late[1].contains("the 1.000 s it had"), "after the selections: {late:?}");
    let (told, late) = limits::<GalaxyCommander>("nothing");
    assert_eq!((told, late[0].contains("the 5.000 s it had")), (5.0, true), "{late:?}");
    let (told, late) = limits::<TimeTravel>("nothing");
    assert_eq!((told, late.len()), (5.0, 1), "it loses at once");
    let (told, late) = limits::<Mars>("nothing");
    assert_eq!((told, late.len()), (210.0, 1), "it loses at once");
    let (told, late) = limits::<HomeRun>("nothing");
    assert_eq!((told, late.len()), (2.0, 1), "the headquarters dies, and there is no other unit");
}

#[test]
fn a_late_mars_team_loses_and_a_closed_pipe_is_the_end_of_a_bot() {
    let late = mars(|n, heard| if n < 5 { line(done(heard)) } else { Some(vec![]) });
    assert_eq!(late.played.outcome.reason.code, "timeout");
    assert_eq!(late.ends.len(), 5);

    let closed = mars(|n, heard| if n < 5 { line(done(heard)) } else { None });
    assert_eq!(closed.ends.last(), Some(&Why::Gone));
    assert_eq!(closed.played.outcome.winner(), Some(agon_core::Seat(1)));
    let incidents = closed.incidents();
    assert!(incidents.contains("it ended with exit code 3 in its turn of round 5"), "{incidents}");
    assert_eq!(closed.played.reports[0].last_words.as_deref(), Some("Traceback: alas"));
}

#[test]
fn a_bot_that_does_not_get_ready_is_dead_before_the_match() {
    type Make = fn() -> Answer;
    let cases: [(Make, &str); 5] = [
        (
            || Box::new(|_| Some(vec![])),
            "it was not ready within 30 s: nothing was written; does it flush?",
        ),
        (
            || Box::new(|_| Some(b"{\"type\":".to_vec())),
            "not ready within 30 s: `{\"type\":` was written without a line break",
        ),
        (|| Box::new(|_| None), "exit code 3 before it was ready"),
        (
            || Box::new(|_| Some(b"usage: bot FILE\n".to_vec())),
            "did not say `ready`: the line `usage: bot FILE` is",
        ),
        (|| Box::new(|_| line(json!({"type": "done", "turn": 1}))), "something else"),
    ];
    for (make, what) in cases {
        let story = play::<TimeTravel>(make, "nothing", 2);
        assert_eq!(story.ends, [Why::Gone]);
        assert_eq!(story.played.outcome.winner(), Some(agon_core::Seat(1)));
        assert!(story.incidents().contains(what), "{} should say {what}", story.incidents());
    }
}

/// A bot that saves the last vein as a draft in the selection and then ends its turn with `how`.
fn drafter(how: Option<&'static str>) -> Story<Asterobots> {
    let make = move || {
        bot(move |_, heard| {
            if heard["view"]["phase"] != "select" {
                return line(done(heard));
            }
            let last =
                heard["view"]["veins"].as_array().unwrap().last().unwrap()["location"].clone();
            let draft =
                json!({"type": "draft", "turn": heard["turn"], "calls": [{"select": last}]});
            let end = how.map_or(String::new(), |how| {
                format!("{}\n", json!({"type": "done", "turn": heard["turn"], "how": how}))
            });
            Some(format!("{draft}\n{end}").into_bytes())
        })
    };
    play::<Asterobots>(make, "nothing", 2)
}

#[test]
fn a_draft_counts_unless_the_bot_ends_its_turn_with_done() {
    let owner_of_last = |story: &Story<Asterobots>| {
        let turn = story.heard("turn").into_iter().find(|t| t["view"]["phase"] != "select");
        turn.unwrap()["view"]["veins"].as_array().unwrap().last().unwrap()["owner"].clone()
    };
    for (how, counts) in
        [(None, true), (Some("silent"), true), (Some("failed"), true), (Some("done"), false)]
    {
        let story = drafter(how);
        assert_eq!(owner_of_last(&story) == json!(0), counts, "{how:?}");
    }
}

#[test]
fn messagepack_carries_the_same_messages() {
    let make = || -> Answer {
        Box::new(|heard| match heard["type"].as_str().unwrap() {
            "hello" => line(json!({"type": "ready", "format": "msgpack"})),
            "turn" => {
                let mut bytes = Vec::new();
                let turn = heard["turn"].as_u64().unwrap();
                let call = json!({"spawn": {"type": "miner", "row": 1, "col": 2}});
                let call = json!({"type": "call", "turn": turn, "call": call});
                Format::Msgpack.write(&call, &mut bytes);
                Format::Msgpack.write(&done(heard), &mut bytes);
                Some(bytes)
            }
            _ => Some(vec![]),
        })
    };
    let story = play::<Mars>(make, "nothing", 2);
    assert_eq!(story.incidents(), "");
    assert_eq!(story.ends, [Why::Done; 200]);
    assert_eq!(story.heard("reply")[0]["reply"]["spawned"]["name"], "robot_1");
}

#[test]
fn a_bot_whose_turns_take_too_long_together_is_given_up_and_loses() {
    let patience = Patience { whole_match: Duration::from_millis(40), ..Patience::default() };
    let slow = |turn: u64, heard: &Value| {
        std::thread::sleep(Duration::from_millis(if turn == 3 { 50 } else { 0 }));
        line(done(heard))
    };
    let story = play_with::<Mars>(move || bot(slow), "nothing", 2, patience);
    let said = story.incidents();
    let wanted =
        "OutOfTime: its turns took more than the 0.04 s that a bot has for one match, by round ";
    assert!(said.starts_with(wanted) && said.lines().count() == 1, "{said}");
    assert_eq!(story.played.outcome.winner(), Some(agon_core::Seat(1)));
    let patient = Patience { clock: false, ..patience };
    let story = play_with::<Mars>(move || bot(slow), "nothing", 2, patient);
    assert_eq!(story.incidents(), "", "without a clock there is no limit");
}

/// A line to a program that the sandbox failed to start.
struct NeverRan;

impl Line for NeverRan {
    fn send(&mut self, _: &[u8], _: Option<Instant>) -> Result<(), Break> {
        Ok(())
    }
    fn receive(&mut self, _: Format, _: Option<Instant>) -> Result<&[u8], Break> {
        Err(Break::Closed)
    }
    fn hang_up(&mut self, _: HangUp) -> Farewell {
        let trouble = Some(Trouble("the sandbox could not be finished".into()));
        Farewell { trouble, ..Farewell::default() }
    }
}

#[test]
fn a_failure_of_the_sandbox_is_not_a_result() {
    let seating = Seating {
        seat: agon_core::Seat(0),
        seats: 2,
        seed: 1,
        rules: Profile::Handbook,
        map: "none",
        tournament: false,
    };
    let opened = Session::<Mars, NeverRan>::open(NeverRan, &seating, Patience::default(), None);
    assert_eq!(opened.err(), Some(Trouble("the sandbox could not be finished".into())));
}
