//! Fuzz targets. They run for a bounded time as ordinary tests, and without bound under a fuzzer
//! (`cargo bolero test`).

use crate::Effort;
use crate::golden::shortest_recordings;
use crate::properties::{any_end, any_setup, built_in_match};
use agon_conformance::read_lines;
use agon_core::{Chance, GameMap, Now, Profile, Rng, TestSupport};
use agon_replay::{Playback, Replay};
use serde_json::{Value, json};
use std::time::Duration;

/// How long each target runs as an ordinary test.
const TEST_TIME: Duration = Duration::from_secs(2);

/// Bytes become a map, orders and ends: nothing panics, and the invariants hold after each of them.
pub fn fuzz_play<G: TestSupport>() {
    bolero::check!().with_test_time(Effort::asked().time(TEST_TIME)).for_each(|input: &[u8]| {
        let (seed, script) = input.split_at(input.len().min(8));
        let mut number = [0; 8];
        number[..seed.len()].copy_from_slice(seed);
        let mut rng = Rng::new(u64::from_le_bytes(number));
        let (setup, ..) = any_setup::<G>(&mut rng);
        let mut game = G::new(&setup, Chance::seeded(rng.next_u64()));
        for &step in script.iter().take(2000) {
            let Now::Turn(actors) = game.now() else {
                return;
            };
            let actor = actors[usize::from(step) % actors.len()];
            if step < 64 {
                game.end(actor, any_end(&mut rng));
            } else {
                let call = game.wild_call(actor, &mut rng);
                game.call(actor, &call);
            }
            if let Err(broken) = game.invariants() {
                panic!("{broken}");
            }
        }
    });
}

/// A map file can hold anything: it is read, or refused with a sentence; a map that a profile accepts can be
/// played.
pub fn fuzz_map_parser<G: TestSupport>() {
    let samples: Vec<&str> = G::own_maps().iter().map(|own| own.text).collect();
    bolero::check!().with_test_time(Effort::asked().time(TEST_TIME)).for_each(|input: &[u8]| {
        let text = damaged(input, samples[input.len() % samples.len()].as_bytes());
        let text = String::from_utf8_lossy(&text);
        match G::Map::parse(&text) {
            Err(fault) => assert!(fault.to_string().len() > 10),
            Ok(map) => {
                for profile in Profile::ALL {
                    if let Ok(setup) = G::new_setup(map.clone(), profile, G::INFO.seats.0) {
                        let game = G::new(&setup, Chance::seeded(0));
                        game.invariants().expect("a new game is sound");
                    }
                }
            }
        }
    });
}

/// A replay file can hold anything: it is played again or refused with a sentence. The checksum is
/// made to fit, so that the damage reaches the code behind it.
pub fn fuzz_replay_parser<G: TestSupport>() {
    let replay = built_in_match::<G>(1, true).1.expect("it was recorded");
    bolero::check!().with_test_time(Effort::asked().time(TEST_TIME)).for_each(|input: &[u8]| {
        let bytes = damaged(input, &replay.to_bytes());
        if let Err(fault) = Replay::from_bytes(&bytes) {
            assert!(fault.to_string().len() > 10);
        }
        let damaged = replay.with_body(damaged(input, replay.body()));
        match Playback::<G>::open(&damaged).and_then(|mut playback| playback.run(&mut ())) {
            Ok(_) => {}
            Err(fault) => assert!(fault.to_string().len() > 10),
        }
    });
}

/// A recording can hold anything: it is replayed or refused without a panic. Values
/// somewhere inside are replaced by others, so that the damage gets past the JSON parser.
pub fn fuzz_trace_parser<G: TestSupport>() {
    let samples: Vec<Vec<Value>> = shortest_recordings::<G>(3)
        .iter()
        .map(|path| read_lines(path).expect("our recordings can be read"))
        .collect();
    bolero::check!().with_test_time(Effort::asked().time(TEST_TIME)).for_each(|input: &[u8]| {
        let Some((&first, changes)) = input.split_first() else { return };
        let sample = &samples[usize::from(first) % samples.len()];
        // The header and a stretch of lines are enough to reach every part of the reader.
        let mut lines: Vec<Value> = sample.iter().take(1 + 40).cloned().collect();
        for change in changes.chunks_exact(4).take(8) {
            let at = usize::from(change[0]) % lines.len().min(4 + usize::from(change[1] % 37));
            damage(&mut lines[at], u32::from(change[2]) << 8 | u32::from(change[3]));
        }
        for profile in G::trace_profiles(&lines[0]).unwrap_or(Profile::ALL.to_vec()) {
            let Ok(mut recording) = G::open_trace(&lines[0], profile) else { continue };
            for line in &lines[1..] {
                if recording.line(line).is_err() {
                    break;
                }
            }
            let _ = recording.finish();
        }
    });
}

/// Replaces, removes or doubles one value somewhere inside.
fn damage(value: &mut Value, choice: u32) {
    let (here, deeper) = (choice % 7, choice / 7);
    match value {
        Value::Array(items) if !items.is_empty() && here != 0 => {
            let at = deeper as usize % items.len();
            match here {
                1 => drop(items.remove(at)),
                2 => items.push(items[at].clone()),
                _ => damage(&mut items[at], deeper / 5 + 1),
            }
        }
        Value::Object(members) if !members.is_empty() && here != 0 => {
            let at = deeper as usize % members.len();
            let key = members.keys().nth(at).cloned().unwrap_or_default();
            match (here, members.get_mut(&key)) {
                (1, _) => drop(members.remove(&key)),
                (_, Some(member)) => damage(member, deeper / 5 + 1),
                _ => {}
            }
        }
        _ => {
            let others = [
                json!(null),
                json!(-1),
                json!(0),
                json!(1e308),
                json!(i64::MIN),
                json!(u64::MAX),
                json!(4_294_967_296_u64),
                json!("robot_1"),
                json!(""),
                json!([]),
                json!({}),
                json!(true),
                json!([[1000, -1000]]),
            ];
            *value = others[deeper as usize % others.len()].clone();
        }
    }
}

/// A sample with bytes changed as the input says; the bare input if it begins with a 0.
fn damaged(input: &[u8], sample: &[u8]) -> Vec<u8> {
    let Some((&first, rest)) = input.split_first() else {
        return Vec::new();
    };
    if first == 0 || sample.is_empty() {
        return rest.to_vec();
    }
    let mut bytes = sample.to_vec();
    for change in rest.chunks_exact(4) {
        let at = usize::from(u16::from_le_bytes([change[0], change[1]])) * 7 % bytes.len();
        match change[2] % 8 {
            0 => bytes.truncate(at.max(1)),
            1 => bytes.insert(at, change[3]),
            2 => drop(bytes.remove(at)),
            3 => bytes[at] ^= 1 << (change[3] % 8),
            _ => bytes[at] = change[3],
        }
        if bytes.is_empty() {
            return bytes;
        }
    }
    bytes
}
