//! Whatever a pen wrote before, it writes what `serde_json` writes; and what is packed is packed as
//! `rmp_serde` packs it.

use crate::messages::{said, told};
use agon_protocol::{Format, Pen};
use serde::Serialize;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::time::Duration;

fn agrees(pen: &mut Pen, message: &impl Serialize) {
    let mut line = serde_json::to_string(message).unwrap();
    line.push('\n');
    assert_eq!(str::from_utf8(pen.write(message)).unwrap(), line);
    let mut frame = Vec::new();
    Format::Msgpack.write(message, &mut frame);
    let mut theirs = Vec::new();
    let writer = rmp_serde::Serializer::new(&mut theirs).with_struct_map().with_human_readable();
    message.serialize(&mut { writer }).unwrap();
    assert_eq!(frame[4..], theirs, "{line}");
    assert_eq!(frame[..4], (theirs.len() as u32).to_le_bytes());
}

#[test]
fn every_message_after_every_other() {
    for before in told() {
        for after in told() {
            let mut pen = Pen::default();
            for message in [&before, &after, &after, &before] {
                agrees(&mut pen, message);
            }
        }
    }
    let mut pen = Pen::default();
    said().iter().for_each(|message| agrees(&mut pen, message));
}

/// Everything that `serde` can say of a value.
#[derive(Serialize)]
enum Odd {
    Unit,
    New(i64),
    Tuple(u8, f32),
    Struct { letter: char, maybe: Option<u64>, long: String },
}

#[derive(Serialize)]
struct Nothing;

#[derive(Serialize)]
struct Pair(i8, f64);

#[derive(Serialize)]
struct Bag {
    odd: Vec<Odd>,
    #[serde(rename = "a \"name\"")]
    quoted: (bool, Nothing),
    by_number: BTreeMap<i32, Pair>,
    by_letter: BTreeMap<char, ()>,
    bytes: [u8; 3],
    #[serde(flatten)]
    more: BTreeMap<String, u16>,
    /// Some long enough for every width of a length.
    list: Vec<u8>,
    text: String,
}

fn bag(draw: &mut impl FnMut() -> u8) -> Bag {
    let numbers = [0.0, -0.0, 1.5, 1e300, f64::NAN, f64::NEG_INFINITY];
    let odd = |draw: &mut dyn FnMut() -> u8| match draw() % 5 {
        0 => Odd::Unit,
        1 => {
            // Near every border between widths, on both sides of nothing.
            let border = 1_i64 << (draw() % 63);
            let number = border.saturating_add(i64::from(draw() % 3) - 1);
            Odd::New(if draw().is_multiple_of(2) { number } else { number.saturating_neg() - 1 })
        }
        2 => Odd::Tuple(draw(), numbers[draw() as usize % 6] as f32),
        _ => Odd::Struct {
            letter: ['a', '"', '\n', 'ß', '🪐'][draw() as usize % 5],
            maybe: draw().is_multiple_of(2).then_some(u64::MAX >> (draw() % 64)),
            long: [
                "",
                "short",
                "longer than a word",
                "with a \"quote\" in it",
                "1234567",
                "12345678",
            ][draw() as usize % 6]
                .into(),
        },
    };
    Bag {
        odd: (0..draw() % 4).map(|_| odd(draw)).collect(),
        quoted: (draw().is_multiple_of(2), Nothing),
        by_number: (0..draw() % 3)
            .map(|_| (i32::from(draw()) - 100, Pair(draw() as i8, numbers[draw() as usize % 6])))
            .collect(),
        by_letter: (0..draw() % 3).map(|_| (char::from(draw()), ())).collect(),
        bytes: [draw() % 2, 7, draw()],
        more: (0..draw() % 3)
            .map(|n| (format!("more_{n}"), u16::from(draw()) << (n * 4)))
            .collect(),
        list: vec![draw(); [0, 1, 15, 16, 300, 70_000][draw() as usize % 6]],
        text: "x".repeat([0, 31, 32, 255, 256, 65_535, 65_536][draw() as usize % 7]),
    }
}

#[test]
fn values_of_every_kind_in_any_order() {
    bolero::check!()
        .with_test_time(agon_testkit::Effort::asked().time(Duration::from_secs(2)))
        .for_each(|input: &[u8]| {
            let mut bytes = input.iter().copied();
            let mut draw = || bytes.next().unwrap_or(0);
            let mut pen = Pen::default();
            for _ in 0..6 {
                agrees(&mut pen, &bag(&mut draw));
            }
        });
}

#[test]
fn lists_that_grow_and_shrink_and_values_that_change_their_kind() {
    let values = [
        json!({"a": [1, 2, 3], "b": null}),
        json!({"a": [1, 2], "b": {"c": "d"}}),
        json!({"a": [], "b": "text with\ttab"}),
        json!({"a": [[1], {"x": -1}], "b": 1.25}),
        json!({"a": [[1], {"x": true}], "other": 1.25}),
        json!(7),
        json!([]),
        json!("only text"),
        Value::Null,
    ];
    let mut pen = Pen::default();
    for before in &values {
        for after in &values {
            agrees(&mut pen, before);
            agrees(&mut pen, after);
        }
    }
}
