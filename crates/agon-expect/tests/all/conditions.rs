//! What conditions and expectations mean, how they print, and how they are refused.

use agon_expect::{Condition, Expectation, Facts, GameResult, Measure};

/// A game that the bot on seat 0 won by 30 to 10.
struct Game;

impl Facts for Game {
    fn value(&self, measure: Measure) -> Option<f64> {
        let result = GameResult { ranks: &[1, 2], scores: &[30.0, 10.0], most: Some(40.0) };
        Some(match measure {
            Measure::Rounds => 7.0,
            Measure::Faults | Measure::Refusals => 0.0,
            Measure::Turns => 7.0,
            Measure::Calls => 12.0,
            Measure::Longest => 150.0,
            Measure::Mean => 2.5,
            Measure::Memory => return None,
            _ => return result.value(measure, 0),
        })
    }

    fn first_call(&self, call: &str) -> Option<Option<u64>> {
        Some((call == "spawn").then_some(4))
    }
}

#[track_caller]
fn check(text: &str) -> Result<(), String> {
    text.parse::<Condition>().unwrap().check(&Game)
}

#[test]
fn true_conditions_hold() {
    for text in [
        "won",
        "wins",
        "won == 1",
        "score>=30",
        "share == 0.75",
        "margin >= 20 and rank <= 1",
        "rounds < 8",
        "no faults and no refusals",
        "calls >= 12",
        "turns == 7",
        "calls spawn",
        "calls spawn within 4 turns",
        "never calls move",
        "never more than 200 ms",
        "never more than 0.15 s",
        "longest <= 150ms",
        "mean < 3 ms",
    ] {
        assert_eq!(check(text), Ok(()), "{text}");
    }
}

#[test]
fn a_condition_that_fails_says_why() {
    for (text, why) in [
        ("won == 0", "won is 1, wanted won == 0"),
        ("share >= 1", "share is 0.75, wanted share >= 1"),
        ("won and calls < 5", "calls is 12, wanted calls < 5"),
        ("calls move", "it never calls `move`"),
        (
            "calls spawn within 3 turns",
            "it first calls `spawn` in turn 4, wanted calls spawn within 3 turns",
        ),
        ("never calls spawn", "it calls `spawn` in turn 4"),
        ("never more than 100 ms", "longest is 150 ms, wanted longest <= 100 ms"),
        ("memory < 64 MB", "this game does not report `memory`"),
        ("memory < 64 MiB", "this game does not report `memory`"),
    ] {
        assert_eq!(check(text), Err(why.into()), "{text}");
    }
}

#[test]
fn an_expectation_adds_an_opponent_and_a_number_of_games() {
    let text = "wins against builtin:random in at least 18 of 20 games";
    let wins: Expectation = text.parse().unwrap();
    assert_eq!(wins.against.as_deref(), Some("builtin:random"));
    assert_eq!((wins.at_least, wins.games), (18, 20));
    assert_eq!(wins.to_string(), "won against builtin:random in at least 18 of 20");
    let all: Expectation = "no refusals in all 5".parse().unwrap();
    assert_eq!(all.to_string(), "refusals == 0 in at least 5 of 5");
    let quoted: Expectation = "won against \"my bots/old one.py\"".parse().unwrap();
    assert_eq!(quoted.against.as_deref(), Some("my bots/old one.py"));
    assert_eq!(quoted.to_string().parse(), Ok(quoted));
}

#[test]
fn nonsense_is_refused_with_a_sentence() {
    for (text, sentence) in [
        ("", "`` is not a condition; write `won`"),
        ("luck > 3", "unknown measure `luck`; use one of score, share,"),
        ("score > many", "`many` in `score > many` is not a number"),
        ("score >", "`` in `score >` is not a number"),
        ("score", "`score` is not a condition"),
        ("score = 3", "is not a condition"),
        ("won and", "`won and` is not a condition"),
        ("won or lost", "`or` in `won or lost` is unexpected"),
        ("no luck", "`no luck` is not a condition; write `no faults`, `no refusals` or `no calls`"),
        ("calls and won", "needs the name of a call"),
        ("calls Spawn", "needs the name of a call"),
        ("calls spawn within three turns", "expected a whole number"),
        ("calls spawn within 3", "`within 3` needs the word `turns` after it"),
        ("longest < 200", "the number in `longest < 200` needs a unit: ms or s"),
        ("never more than 9e307 s", "is too large"),
        ("won against", "`against` in `won against` needs a bot"),
        ("won against \"x", "opening quotation mark without a closing one"),
        ("won in at least 3", "needs `of` and a number of games"),
        ("won in at least 3 of 2", "3 of 2 games cannot be reached"),
        ("won in at least 0 of 2", "always holds"),
        ("won in all 10001", "must lie between 1 and 10000, not 10001"),
        ("won in all 2 against builtin:random", "followed by `against BOT`, then by"),
    ] {
        let why = text.parse::<Expectation>().unwrap_err();
        assert!(why.contains(sentence), "{text}: {why}");
    }
}
