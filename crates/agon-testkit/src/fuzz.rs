//! Fuzz targets. They run for a bounded time as ordinary tests, and without bound under a fuzzer
//! (`cargo bolero test`).

use crate::properties::{any_end, any_setup, built_in_match};
use agon_core::{Chance, Contest, Now, Profile, Rng};
use agon_replay::{Playback, Replay};
use std::time::Duration;

/// How long each target runs as an ordinary test.
const TEST_TIME: Duration = Duration::from_secs(4);

/// Bytes become a map, orders and ends: nothing panics, and what must hold holds after every one.
pub fn fuzz_play<G: Contest>() {
    bolero::check!().with_test_time(TEST_TIME).for_each(|input: &[u8]| {
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
            if let Err(broken) = game.check_invariants() {
                panic!("{broken}");
            }
        }
    });
}

/// A map file can hold anything: it is read or refused with a sentence, and what is read can be
/// played by whoever takes it.
pub fn fuzz_map_parser<G: Contest>() {
    let samples: Vec<&str> = G::own_maps().iter().map(|own| own.text).collect();
    bolero::check!().with_test_time(TEST_TIME).for_each(|input: &[u8]| {
        let text = damaged(input, samples[input.len() % samples.len()].as_bytes());
        let text = String::from_utf8_lossy(&text);
        match G::parse_map(&text) {
            Err(fault) => assert!(fault.to_string().len() > 10),
            Ok(map) => {
                for profile in Profile::ALL {
                    if let Ok(setup) = G::setup(map.clone(), profile, G::INFO.seats.0) {
                        let game = G::new(&setup, Chance::seeded(0));
                        game.check_invariants().expect("a new game is sound");
                    }
                }
            }
        }
    });
}

/// A replay file can hold anything: it is played again or refused with a sentence. The checksum is
/// made to fit, so that the damage reaches what lies behind it.
pub fn fuzz_replay_parser<G: Contest>() {
    let replay = built_in_match::<G>(1, true).1.expect("it was recorded");
    bolero::check!().with_test_time(TEST_TIME).for_each(|input: &[u8]| {
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
