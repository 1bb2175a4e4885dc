//! Truncated, damaged, too long and too deeply nested input: nothing panics, and the fault is described.

use crate::messages::{from_bot, to_bot, write};
use agon_mars::{Call, Reply, View};
use agon_protocol::{Format, FromBot, MESSAGE_LIMIT, ToBot, WireFault};
use serde_json::Value;
use std::time::Duration;

const FORMATS: [Format; 2] = [Format::Json, Format::Msgpack];

#[test]
fn a_message_is_found_whatever_the_chunks_it_arrives_in() {
    for format in FORMATS {
        let mut stream = Vec::new();
        let mut ends = Vec::new();
        for message in from_bot() {
            format.write(&message, &mut stream);
            ends.push(stream.len());
        }
        let first = ends[0];
        for arrived in 0..stream.len() {
            let split = format.split(&stream[..arrived], 0).unwrap();
            match arrived < first {
                true => assert_eq!(split, None, "{arrived} bytes of {first}"),
                false => assert_eq!(split.unwrap().1, first),
            }
        }
        let (mut start, mut found) = (0, Vec::new());
        while let Some((_, next)) = format.split(&stream[start..], 0).unwrap() {
            start += next;
            found.push(start);
        }
        assert_eq!(found, ends);
    }
}

#[test]
fn split_skips_the_bytes_that_were_already_searched() {
    let line = b"{\"type\":\"look\",\"turn\":1}\n{";
    let end = line.len() - 2;
    for seen in 0..=end {
        assert_eq!(Format::Json.split(line, seen).unwrap(), Some((&line[..end], end + 1)));
    }
}

#[test]
fn a_message_over_the_limit_is_refused_before_it_is_complete() {
    let mut line = vec![b' '; MESSAGE_LIMIT];
    assert_eq!(Format::Json.split(&line, 0), Ok(None));
    line.push(b'\n');
    assert_eq!(Format::Json.split(&line, 0).unwrap().unwrap().0.len(), MESSAGE_LIMIT);
    line[MESSAGE_LIMIT] = b' ';
    assert_eq!(Format::Json.split(&line, 0), Err(WireFault::TooLong));
    line.push(b'\n');
    assert_eq!(Format::Json.split(&line, 0), Err(WireFault::TooLong));

    let mut frame = (MESSAGE_LIMIT as u32).to_le_bytes().to_vec();
    assert_eq!(Format::Msgpack.split(&frame, 0), Ok(None));
    frame.resize(4 + MESSAGE_LIMIT, 0);
    assert_eq!(Format::Msgpack.split(&frame, 0).unwrap().unwrap().0.len(), MESSAGE_LIMIT);
    for length in [MESSAGE_LIMIT as u32 + 1, u32::MAX] {
        assert_eq!(Format::Msgpack.split(&length.to_le_bytes(), 0), Err(WireFault::TooLong));
    }
    assert!(WireFault::TooLong.to_string().contains("1048576 bytes"));
}

fn fault(format: Format, bytes: &[u8]) -> WireFault {
    format.read::<FromBot<Call>>(bytes).unwrap_err()
}

#[test]
fn invalid_json_and_unknown_json_messages_are_different_faults() {
    let not_json: [&[u8]; 9] = [
        b"",
        b"hello",
        b"{\"type\":\"look\",\"turn\":1",
        b"{\"type\":\"look\",\"turn\":1} x",
        b"{\"type\":\"look\",\"turn\":NaN}",
        b"{\"type\":\"look\",\"turn\":1e999}",
        b"{\"type\":\"\xff\xfe\"}",
        b"\x00\x01\x02",
        b"{'type':'look'}",
    ];
    for bytes in not_json {
        let fault = fault(Format::Json, bytes);
        let is_it = matches!(fault, WireFault::NotJson { .. } | WireFault::BrokenJson { .. });
        assert!(is_it, "{bytes:?}: {fault}");
        let asks = fault.to_string().ends_with("did you print for debugging? use stderr");
        assert_eq!(asks, !bytes.starts_with(b"{"), "{fault}");
    }
    let unknown: [(&[u8], &str); 9] = [
        (b"null", "null"),
        (b"[]", ""),
        (b"7", "7"),
        (b"{}", "`type`"),
        (b"{\"type\":\"dance\"}", "`dance`"),
        (b"{\"type\":7}", "variant"),
        (b"{\"type\":\"look\"}", "`turn`"),
        (b"{\"type\":\"look\",\"turn\":-1}", "-1"),
        (b"{\"type\":\"look\",\"turn\":1.5}", "1.5"),
    ];
    for (bytes, what) in unknown {
        let fault = fault(Format::Json, bytes);
        assert!(matches!(fault, WireFault::Unknown(_)), "{bytes:?}: {fault}");
        assert!(fault.to_string().contains(what), "{fault} should name {what}");
    }
}

#[test]
fn invalid_messagepack_and_unknown_messages_are_different_faults() {
    let look = write(Format::Msgpack, &FromBot::<Call>::Look { turn: 1 });
    let look = &look[4..];
    let mut longer = look.to_vec();
    longer.push(0xc0);
    // Empty, truncated, with a byte too many, a reserved marker, a string longer than the input.
    for bytes in [b"", &look[..look.len() - 1], &longer, &[0xc1], &[0xdb, 0xff, 0xff, 0xff, 0xff]] {
        let fault = fault(Format::Msgpack, bytes);
        assert!(matches!(fault, WireFault::NotMessagePack(_)), "{bytes:?}: {fault}");
    }
    let unknown = [serde_json::json!({"type": "dance"}), serde_json::json!({"type": "look"})];
    for message in unknown {
        let bytes = write(Format::Msgpack, &message);
        assert!(matches!(fault(Format::Msgpack, &bytes[4..]), WireFault::Unknown(_)), "{message}");
    }
    // An array that claims 2^32 - 1 entries allocates no memory for them.
    let bytes = [&b"\x82\xa4type\xa5calls\xa5calls\xdd"[..], &[0xff; 4]].concat();
    assert!(matches!(fault(Format::Msgpack, &bytes), WireFault::NotMessagePack(_)));
}

#[test]
fn deep_nesting_is_refused() {
    let openings = ["[", "{\"type\":", "{\"type\":\"call\",\"turn\":1,\"call\":[", "{\"a\":["];
    for opening in openings {
        let mut line = opening.repeat(MESSAGE_LIMIT / opening.len()).into_bytes();
        assert!(!fault(Format::Json, &line).to_string().is_empty(), "{opening}");
        assert!(Format::Json.read::<Value>(&line).is_err());
        line.truncate(200);
        assert!(Format::Json.read::<FromBot<Value>>(&line).is_err());
    }
    for marker in [0x91, 0x81, 0xdc] {
        let frame = vec![marker; MESSAGE_LIMIT];
        assert!(Format::Msgpack.read::<FromBot<Call>>(&frame).is_err());
        assert!(Format::Msgpack.read::<Value>(&frame).is_err());
    }
    let mut frame = b"\x83\xa4type\xa4call\xa4turn\x01\xa4call".to_vec();
    frame.resize(MESSAGE_LIMIT, 0x91);
    assert!(Format::Msgpack.read::<FromBot<Call>>(&frame).is_err());
    assert!(Format::Msgpack.read::<FromBot<Value>>(&frame).is_err());
}

/// Any input is a message or a described fault, and every message can be written again.
#[test]
fn fuzz_reading() {
    let samples: Vec<(Format, Vec<u8>)> = FORMATS
        .into_iter()
        .flat_map(|format| {
            let messages =
                to_bot().into_iter().map(move |message| (format, write(format, &message)));
            messages.chain(from_bot().into_iter().map(move |m| (format, write(format, &m))))
        })
        .collect();
    bolero::check!()
        .with_test_time(agon_testkit::Effort::asked().time(Duration::from_secs(4)))
        .for_each(|input: &[u8]| {
            let Some((&pick, changes)) = input.split_first() else { return };
            let (format, sample) = &samples[usize::from(pick) % samples.len()];
            let mut bytes = if pick > 200 { changes.to_vec() } else { sample.clone() };
            for change in changes.chunks_exact(3).filter(|_| pick <= 200) {
                let at = usize::from(change[0]) % bytes.len();
                match change[1] % 4 {
                    0 => bytes[at] = change[2],
                    1 => bytes[at] ^= 1 << (change[2] % 8),
                    2 => bytes.insert(at, change[2]),
                    _ => bytes.truncate(at.max(1)),
                }
            }
            let message = match format.split(&bytes, 0) {
                Ok(Some((message, next))) => {
                    assert!(next <= bytes.len());
                    message
                }
                Ok(None) => &bytes,
                Err(fault) => return assert_eq!(fault, WireFault::TooLong),
            };
            match format.read::<FromBot<Call>>(message) {
                Ok(message) => {
                    let again = write(*format, &message);
                    let (again, _) = format.split(&again, 0).unwrap().unwrap();
                    assert_eq!(format.read::<FromBot<Call>>(again).unwrap(), message);
                }
                Err(fault) => assert!(fault.to_string().len() > 20, "{fault}"),
            }
            // Kits read the other direction; that must not panic either.
            let _ = format.read::<ToBot<View, Reply>>(message);
            let _ = format.read::<FromBot<Value>>(message);
        });
}
