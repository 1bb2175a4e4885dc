//! The incremental JSON writer and the MessagePack writer produce the bytes of `serde_json` and
//! `rmp_serde`, whatever was written before.

use crate::messages::{from_bot, to_bot};
use agon_core::{Grid, Lasting, serialize_summarised};
use agon_protocol::{Format, IncrementalJsonWriter};
use serde::{Serialize, Serializer};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::time::Duration;

fn assert_same_bytes(writer: &mut IncrementalJsonWriter, message: &impl Serialize) {
    let mut line = serde_json::to_string(message).unwrap();
    line.push('\n');
    assert_eq!(str::from_utf8(writer.write(message)).unwrap(), line);
    let mut frame = Vec::new();
    Format::Msgpack.write(message, &mut frame);
    let mut expected = Vec::new();
    let reference =
        rmp_serde::Serializer::new(&mut expected).with_struct_map().with_human_readable();
    message.serialize(&mut { reference }).unwrap();
    assert_eq!(frame[4..], expected, "{line}");
    assert_eq!(frame[..4], (expected.len() as u32).to_le_bytes());
}

#[test]
fn every_message_is_written_correctly_after_every_other() {
    for before in to_bot() {
        for after in to_bot() {
            let mut writer = IncrementalJsonWriter::default();
            for message in [&before, &after, &after, &before] {
                assert_same_bytes(&mut writer, message);
            }
        }
    }
    let mut writer = IncrementalJsonWriter::default();
    from_bot().iter().for_each(|message| assert_same_bytes(&mut writer, message));
}

/// Every kind of value in the `serde` data model.
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
    /// Lengths on both sides of every MessagePack width.
    list: Vec<u8>,
    text: String,
    lasting: Lasting<Vec<Option<u16>>>,
    grids: Grids,
    after: u8,
}

/// Parts with summaries, one of which has the others inside.
struct Grids {
    is_named: bool,
    numbers: Grid<u8>,
    signed: Option<Grid<i8>>,
    letters: Text,
}

#[derive(Serialize)]
struct Text(#[serde(serialize_with = "Grid::serialize_text")] Grid<u8>);

impl Serialize for Grids {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Grids { is_named, numbers, signed, letters } = self;
        let named = is_named.then(|| BTreeMap::from([("numbers", numbers)]));
        let content = (named, numbers, signed, letters);
        let text = serde_json::to_vec(&content).map_err(serde::ser::Error::custom)?;
        serialize_summarised(serializer, &content, |summary| summary.extend(text))
    }
}

/// `lasting` are the parts that several bags have.
fn bag(lasting: &[Lasting<Vec<Option<u16>>>], draw: &mut impl FnMut() -> u8) -> Bag {
    let numbers = [0.0, -0.0, 1.5, 1e300, f64::NAN, f64::NEG_INFINITY];
    let odd = |draw: &mut dyn FnMut() -> u8| match draw() % 5 {
        0 => Odd::Unit,
        1 => {
            // Numbers around every power of two, positive and negative.
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
        lasting: lasting[draw() as usize % lasting.len()].clone(),
        grids: grids(draw),
        after: draw() % 2,
    }
}

fn grids(draw: &mut impl FnMut() -> u8) -> Grids {
    let [height, width] = [(); 2].map(|()| [0, 1, 2, 9][draw() as usize % 4]);
    let mut numbers: Grid<u8> = Grid::new(height, width);
    let (mut signed, mut letters) = (Grid::new(height, width), Grid::new(height, width));
    numbers.cells_mut().fill_with(|| [0, 1, 100, 255][draw() as usize % 4]);
    signed.cells_mut().fill_with(|| [0, 1, 100, -1][draw() as usize % 4]);
    letters.cells_mut().fill_with(|| b"T\"\\\n"[draw() as usize % 4]);
    let signed = draw().is_multiple_of(4).then_some(signed);
    Grids { is_named: draw().is_multiple_of(4), numbers, signed, letters: Text(letters) }
}

#[test]
fn fuzz_values_of_every_kind_are_written_correctly() {
    bolero::check!()
        .with_test_time(agon_testkit::Effort::asked().time(Duration::from_secs(2)))
        .for_each(|input: &[u8]| {
            let mut bytes = input.iter().copied();
            let mut draw = || bytes.next().unwrap_or(0);
            let mut writer = IncrementalJsonWriter::default();
            let mut lasting = [vec![], vec![Some(7)], vec![Some(1), None]].map(Lasting::from);
            for number in 0..6 {
                assert_same_bytes(&mut writer, &bag(&lasting, &mut draw));
                lasting[number % 3].edit().push(Some(draw().into()));
            }
        });
}

#[test]
fn changes_of_structure_are_written_correctly() {
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
    let mut writer = IncrementalJsonWriter::default();
    for before in &values {
        for after in &values {
            assert_same_bytes(&mut writer, before);
            assert_same_bytes(&mut writer, after);
        }
    }
}
