//! Arbitrary texts are read or refused with a sentence; what was read prints as a text with the same meaning.

use agon_expect::{Condition, Expectation, Scene};
use agon_testkit::Effort;
use std::time::Duration;

/// How long each target runs as an ordinary test.
const TEST_TIME: Duration = Duration::from_secs(2);

const WORDS: [&str; 32] = [
    "won",
    "wins",
    "score",
    "share",
    "longest",
    "memory",
    "calls",
    "spawn",
    "never",
    "more",
    "than",
    "no",
    "refusals",
    "faults",
    "within",
    "turns",
    "and",
    "against",
    "builtin:random",
    "\"a b\"",
    "in",
    "at",
    "least",
    "all",
    "of",
    "games",
    ">=",
    "<",
    "==",
    "3",
    "2.5",
    "200 ms",
];

/// Words of the language, most of the time in an order without a meaning.
fn text_of(input: &[u8]) -> String {
    let words = input.chunks(2).map(|chunk| match chunk {
        [pick, ..] if *pick < 240 => WORDS[usize::from(*pick) % WORDS.len()].to_owned(),
        other => String::from_utf8_lossy(other).into_owned(),
    });
    words.take(20).collect::<Vec<_>>().join(" ")
}

#[test]
fn fuzz_expectations() {
    bolero::check!().with_test_time(Effort::asked().time(TEST_TIME)).for_each(|input: &[u8]| {
        for text in [text_of(input), String::from_utf8_lossy(input).into_owned()] {
            match text.parse::<Expectation>() {
                Ok(read) => assert_eq!(read.to_string().parse(), Ok(read), "{text}"),
                Err(why) => assert!(why.len() > 10, "{why}"),
            }
            if let Ok(read) = text.parse::<Condition>() {
                assert_eq!(read.to_string().parse(), Ok(read), "{text}");
            }
        }
    });
}

#[test]
fn fuzz_scenes() {
    const SCENE: &str = "game = \"a\"\nmap = \"b\"\nseed = 3\nrounds = 9\nseats = [\"bot\", \"c\"]\n\
                         replay = \"d\"\nat = 4\nexpect = [\"won\", \"no refusals in all 3\"]\n";
    bolero::check!().with_test_time(Effort::asked().time(TEST_TIME)).for_each(|input: &[u8]| {
        let mut bytes = SCENE.as_bytes().to_vec();
        for pair in input.chunks_exact(2) {
            let at = usize::from(pair[0]) % bytes.len();
            bytes[at] = pair[1];
        }
        if let Err(why) = Scene::parse(&String::from_utf8_lossy(&bytes)) {
            assert!(why.len() > 10, "{why}");
        }
    });
}
