//! Replays of real matches are verified, and alterations are found.

mod steps;

use agon_core::{
    Actor, Bot, Contest, End, GameMap, Note, Profile, Scribe, Seat, Spot, Stopped, Turn,
};
use agon_mars::{Call, Mars, Reply, View};
use agon_replay::{Playback, Record, Replay, ReplayFault};
use agon_runner::{Match, Player, built_in, play_match};

fn replay() -> Replay {
    let bots = ["greedy", "random"].map(|name| built_in::<Mars>(name).unwrap());
    played_by([&bots[0], &bots[1]])
}

fn played_by(players: [&Player<Mars>; 2]) -> Replay {
    let map = <Mars as Contest>::Map::parse(Mars::own_maps()[0].text).unwrap();
    let spec = Match {
        setup: Mars::new_setup(map, Profile::Handbook, 2).unwrap(),
        map: "crossing".into(),
        rules: Profile::Handbook,
        seed: 3,
        players: players.to_vec(),
        tournament: false,
        engine: "tests",
        date: None,
    };
    play_match(&spec, true, &mut |_| {}).unwrap().replay.unwrap()
}

/// The setup's bytes and the records after it.
fn records(replay: &Replay) -> (Vec<u8>, Vec<Record<Call>>) {
    let length = u32::from_le_bytes(replay.body()[..4].try_into().unwrap()) as usize;
    let (setup, mut rest) = replay.body().split_at(4 + length);
    let mut records = Vec::new();
    while !rest.is_empty() {
        let (record, remaining) = postcard::take_from_bytes(rest).unwrap();
        records.push(record);
        rest = remaining;
    }
    (setup.to_vec(), records)
}

fn rebuilt(replay: &Replay, change: impl FnOnce(&mut Vec<Record<Call>>)) -> Replay {
    let (mut body, mut records) = records(replay);
    change(&mut records);
    for record in records {
        body.extend(postcard::to_stdvec(&record).unwrap());
    }
    replay.with_body(body)
}

fn fault(replay: &Replay) -> ReplayFault {
    let played = Playback::<Mars>::open(replay).and_then(|mut playback| playback.run(&mut ()));
    played.expect_err("the altered replay was accepted")
}

#[test]
fn a_replay_round_trips_and_is_verified() {
    let replay = replay();
    let again = Replay::from_bytes(&replay.to_bytes()).unwrap();
    assert_eq!(again.header, replay.header);
    let verified = Playback::<Mars>::open(&again).unwrap().run(&mut ()).unwrap();
    assert_eq!((verified.rounds, verified.orders), (200, replay.header.orders));
    assert_eq!(verified.hashes, 201, "one hash per round and one for the end");
}

/// Makes three notes in every turn.
struct Talker;

impl Bot<Mars> for Talker {
    fn turn(&mut self, view: &View, turn: &mut Turn<'_, Mars>) -> Result<(), Stopped> {
        turn.note(&Note::Log(format!("round {}", view.turn)));
        let at = Spot::Tile(vec![1, -2]);
        turn.note(&Note::Dot { at: at.clone(), colour: [255, 128, 0] });
        let to = Spot::Unit("robot_1".into());
        turn.note(&Note::Line { from: at, to, colour: [0, 0, 255] });
        Ok(())
    }
}

#[derive(Default)]
struct Listener(Vec<(Actor, Note)>);

impl Scribe<Mars> for Listener {
    fn call(&mut self, _: &Mars, _: Actor, _: &Call, _: &Reply) {}
    fn end(&mut self, _: &Mars, _: Actor, _: &End) {}
    fn note(&mut self, _: &Mars, actor: Actor, note: &Note) {
        self.0.push((actor, note.clone()));
    }
}

#[test]
fn notes_are_recorded_and_raise_the_format_to_2() {
    assert!(replay().to_bytes().starts_with(b"agon-replay 1\n"), "format 1 without notes");
    let talker = Player::of_bots("talker", |_, _| Box::new(Talker) as Box<dyn Bot<Mars>>);
    let idle = built_in::<Mars>("nothing").unwrap();
    let bytes = played_by([&idle, &talker]).to_bytes();
    assert!(bytes.starts_with(b"agon-replay 2\n"));
    let replay = Replay::from_bytes(&bytes).unwrap();
    let mut heard = Listener::default();
    Playback::<Mars>::open(&replay).unwrap().run(&mut heard).unwrap();
    assert_eq!(heard.0.len(), 3 * 200);
    assert_eq!(heard.0[3], (Actor(1), Note::Log("round 2".into())));
    let dot = Note::Dot { at: Spot::Tile(vec![1, -2]), colour: [255, 128, 0] };
    assert_eq!(heard.0[4], (Actor(1), dot));
    assert_eq!(
        Replay::from_bytes(&bytes).unwrap().to_bytes(),
        bytes,
        "writing again gives the same bytes"
    );
}

#[test]
fn notes_of_one_seat_are_removed_and_the_rest_verifies() {
    let talker = Player::of_bots("talker", |_, _| Box::new(Talker) as Box<dyn Bot<Mars>>);
    let replay = played_by([&talker, &talker]);
    let all = replay.with_notes_of::<Mars>(&|_| true).unwrap();
    assert_eq!(all.to_bytes(), replay.to_bytes(), "nothing else changes");
    let half = replay.with_notes_of::<Mars>(&|seat| seat == Seat(1)).unwrap();
    let half = Replay::from_bytes(&half.to_bytes()).unwrap();
    let mut heard = Listener::default();
    let verified = Playback::<Mars>::open(&half).unwrap().run(&mut heard).unwrap();
    assert_eq!(verified.outcome, replay.header.result);
    assert_eq!(heard.0.len(), 3 * 200);
    assert!(heard.0.iter().all(|(actor, _)| *actor == Actor(1)));
    let none = replay.with_notes_of::<Mars>(&|_| false).unwrap();
    assert!(!none.has_notes() && none.to_bytes().starts_with(b"agon-replay 1\n"));
}

#[test]
fn the_first_divergent_round_is_named() {
    let replay = replay();
    let round_of = |at: usize, records: &[Record<Call>]| {
        records[..at].iter().filter(|record| matches!(record, Record::Round(_))).count() as u32
    };
    // Remove a successful spawn in the middle: the next hash must differ.
    let (_, all) = records(&replay);
    let spawn = |r: &Record<Call>| matches!(r, Record::Call(Call::Spawn { .. }));
    let at = all.len() / 2 + all[all.len() / 2..].iter().position(spawn).unwrap();
    let expected = round_of(at, &all);
    let altered = rebuilt(&replay, |records| {
        records.remove(at);
    });
    match fault(&altered) {
        ReplayFault::Diverges { round, .. } => assert_eq!(round, expected + 1),
        other => panic!("{other}"),
    }
}

#[test]
fn entries_in_the_wrong_order_are_refused() {
    let replay = replay();
    let end = Record::End(End::DONE);
    let doubled = rebuilt(&replay, |records| {
        let first = records.iter().position(|r| matches!(r, Record::Done { .. })).unwrap();
        records.insert(first + 1, end.clone());
        records.insert(first + 1, Record::By(Actor(0)));
    });
    assert!(fault(&doubled).to_string().contains("out of turn"), "{}", fault(&doubled));
    let longer = rebuilt(&replay, |records| records.insert(records.len() - 1, end));
    assert!(fault(&longer).to_string().contains("after the game is over"));
    let shorter = rebuilt(&replay, |records| {
        records.remove(records.len() - 2);
    });
    assert!(matches!(fault(&shorter), ReplayFault::Diverges { .. }));
    let cut = rebuilt(&replay, |records| records.truncate(100));
    assert!(fault(&cut).to_string().contains("cannot be read"));
    let extra = replay.with_body([replay.body(), &[0, 0, 0]].concat());
    assert!(fault(&extra).to_string().contains("follows the end"));
}

#[test]
fn other_games_versions_and_setups_are_refused() {
    let replay = replay();
    let mut other = replay.clone();
    other.header.game = "chess".into();
    assert!(matches!(fault(&other), ReplayFault::OtherGame { .. }));
    let mut newer = replay.clone();
    newer.header.version += 1;
    assert!(fault(&newer).to_string().contains("version 2 of the rules"), "{}", fault(&newer));
    let text = String::from_utf8_lossy(replay.body()).into_owned();
    assert!(text.contains("\"rounds\":200"));
    let body = replay.body().to_vec();
    let at = body.windows(12).position(|w| w == b"\"rounds\":200").unwrap();
    let mut none = body.clone();
    none[at + 9..at + 12].copy_from_slice(b"  0");
    assert!(fault(&replay.with_body(none)).to_string().contains("at least one round"));
    for body in [vec![], vec![1, 0], vec![255; 4], vec![255, 0, 0, 0, 1]] {
        assert!(matches!(fault(&replay.with_body(body)), ReplayFault::Body(_)));
    }
}

#[test]
fn a_wrong_header_is_refused() {
    let claim = |change: &dyn Fn(&mut agon_replay::Header)| {
        let mut replay = replay();
        change(&mut replay.header);
        fault(&replay).to_string()
    };
    assert!(claim(&|header| header.orders += 1).contains("number of orders"));
    assert!(claim(&|header| header.rounds -= 1).contains("last round"));
    assert!(claim(&|header| header.rules = Profile::Original).contains("original rules"));
    assert!(claim(&|header| drop(header.seats.pop())).contains("rules for 1 bot"));
    let without_hash = rebuilt(&replay(), |records| {
        let rounds = records.iter().filter(|r| matches!(r, Record::Round(_))).count();
        assert_eq!(rounds, 200);
        let at = records.iter().rposition(|r| matches!(r, Record::Round(_))).unwrap();
        records.remove(at);
    });
    assert!(fault(&without_hash).to_string().contains("round 200: the file has no hash"));
}

#[test]
fn a_decompression_bomb_is_refused() {
    let replay = replay();
    let bytes = replay.to_bytes();
    let header_end = bytes.iter().enumerate().filter(|(_, b)| **b == b'\n').nth(1).unwrap().0;
    let zeros = zstd::stream::encode_all(std::io::repeat(0).take(600 << 20), 1).unwrap();
    let bomb = [&bytes[..=header_end], &zeros].concat();
    let fault = Replay::from_bytes(&bomb).unwrap_err();
    assert!(fault.to_string().contains("512 MiB"), "{fault}");
}

use std::io::Read as _;
