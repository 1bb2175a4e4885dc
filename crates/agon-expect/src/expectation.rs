//! Expectations: a condition, the opponent it is about, and how many games must meet it.

use crate::Condition;
use crate::words::Words;
use serde::{Deserialize, Deserializer};
use std::fmt;
use std::str::FromStr;

/// The most games that one expectation may ask for.
pub const MAX_GAMES: u64 = 10_000;

/// A condition on one game or on many: `won against builtin:nothing in at least 18 of 20`.
#[derive(Clone, Debug, PartialEq)]
pub struct Expectation {
    /// What each game must meet.
    pub condition: Condition,
    /// The bot on all other seats; `None` for the bots that the scene names.
    pub against: Option<String>,
    /// How many games must meet the condition.
    pub at_least: u64,
    /// How many games are played.
    pub games: u64,
}

impl fmt::Display for Expectation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Expectation { condition, against, at_least, games } = self;
        write!(f, "{condition}")?;
        match against {
            Some(bot) if bot.contains(|c: char| c.is_whitespace() || "<>=".contains(c)) => {
                write!(f, " against \"{bot}\"")?;
            }
            Some(bot) => write!(f, " against {bot}")?,
            None => {}
        }
        match (at_least, games) {
            (1, 1) => Ok(()),
            _ => write!(f, " in at least {at_least} of {games}"),
        }
    }
}

impl FromStr for Expectation {
    type Err = String;

    fn from_str(text: &str) -> Result<Expectation, String> {
        let mut words = Words::of(text)?;
        let condition = Condition::read(&mut words)?;
        let against = if words.skip(&["against"]) {
            let bot = words.take().unwrap_or("").trim_matches('"');
            if bot.is_empty() {
                return Err(format!("`against` in `{text}` needs a bot, such as builtin:nothing"));
            }
            Some(bot.to_owned())
        } else {
            None
        };
        let (at_least, games) = read_games(&mut words)?;
        if let Some(word) = words.peek() {
            return Err(format!(
                "`{word}` in `{text}` is unexpected; a condition may be followed by `against BOT`, then by \
                 `in at least N of M`"
            ));
        }
        Ok(Expectation { condition, against, at_least, games })
    }
}

/// How many games must meet the condition, and how many are played.
fn read_games(words: &mut Words<'_>) -> Result<(u64, u64), String> {
    let (at_least, games) = if words.skip(&["in", "at", "least"]) {
        let at_least = words.take_count()?;
        if !words.skip(&["of"]) {
            return Err(format!(
                "`in at least {at_least}` needs `of` and a number of games after it"
            ));
        }
        (at_least, words.take_count()?)
    } else if words.skip(&["in", "all"]) {
        let games = words.take_count()?;
        (games, games)
    } else {
        return Ok((1, 1));
    };
    if !words.skip(&["games"]) {
        words.skip(&["game"]);
    }
    if !(1..=MAX_GAMES).contains(&games) {
        return Err(format!("the number of games must lie between 1 and {MAX_GAMES}, not {games}"));
    }
    match at_least {
        0 => Err("`in at least 0` always holds; name a number of games from 1 on".into()),
        _ if at_least > games => Err(format!("{at_least} of {games} games cannot be reached")),
        _ => Ok((at_least, games)),
    }
}

impl<'de> Deserialize<'de> for Expectation {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Expectation, D::Error> {
        let text = String::deserialize(deserializer)?;
        text.parse().map_err(serde::de::Error::custom)
    }
}
