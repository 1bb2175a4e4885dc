//! A match as text, turn by turn: what each bot printed, its calls, the answers and the refusals.
//!
//! A match in progress has all calls. A replay has the orders only, because questions are not recorded.

use agon_core::{Actor, Contest, End, Note, Scribe, Seat, Why, safe_line};
use serde::Serialize;
use serde_json::Value;
use std::fmt;

/// Longest text of one call or one answer, in characters; longer ones are cut.
const TEXT_MAX_CHARS: usize = 240;

/// What one actor said in one turn, and what it was answered. Displayed as a heading and indented lines.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TurnLog {
    /// The round of the turn.
    pub round: u32,
    /// The seat of the bot.
    pub seat: Seat,
    /// The heading: round, seat, and the unit where every unit is a program.
    pub heading: String,
    /// One line for each thing that was said: output begins with `|`, an answer follows `->`.
    pub lines: Vec<String>,
    /// Whether the bot's program is dead.
    pub is_gone: bool,
}

impl fmt::Display for TurnLog {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}", self.heading)?;
        self.lines.iter().try_for_each(|line| writeln!(f, "  {line}"))
    }
}

/// A scribe that makes a [`TurnLog`] of every turn and hands it on when the turn has ended.
pub struct TurnLogger<'a> {
    show: &'a mut dyn FnMut(TurnLog),
    round: u32,
    lines: Vec<String>,
    has_called: bool,
    /// What the game calls the actor, once it has said something: it may be gone at the end of its turn.
    unit: Option<String>,
    /// Why the bot's turn failed.
    mistakes: Vec<String>,
}

impl<'a> TurnLogger<'a> {
    /// Begins with a turn of this round.
    pub fn new(round: u32, show: &'a mut dyn FnMut(TurnLog)) -> TurnLogger<'a> {
        let (lines, mistakes) = (Vec::new(), Vec::new());
        TurnLogger { show, round, lines, has_called: false, unit: None, mistakes }
    }

    fn name<G: Contest>(&mut self, game: &G, actor: Actor) {
        if self.unit.is_none() {
            self.unit = game.actor_name(actor);
        }
    }
}

impl<G: Contest> Scribe<G> for TurnLogger<'_> {
    fn call(&mut self, game: &G, actor: Actor, call: &G::Call, reply: &G::Reply) {
        self.name(game, actor);
        self.has_called = true;
        let answer = match G::refusal(reply) {
            Some(why) => format!("refused: {}", safe_line(&why)),
            None => words(reply, true),
        };
        self.lines.push(format!("{} -> {answer}", plain_words(call)));
    }

    fn note(&mut self, game: &G, actor: Actor, note: &Note) {
        self.name(game, actor);
        self.lines.push(match note {
            // Stack traces of Java and Go are indented by tabs.
            Note::Log(text) => format!("| {}", safe_line(&text.replace('\t', "    "))),
            drawing => format!("draws {}", plain_words(drawing)),
        });
    }

    fn mistake(&mut self, game: &G, actor: Actor, call: Option<&Value>, why: &str) {
        self.name(game, actor);
        let why = safe_line(why);
        match call {
            Some(call) => {
                self.has_called = true;
                self.lines.push(format!("{} -> refused: {why}", plain_words(call)));
            }
            None => self.mistakes.push(why.into_owned()),
        }
    }

    fn end(&mut self, game: &G, actor: Actor, end: &End) {
        let mut lines = std::mem::take(&mut self.lines);
        if !std::mem::take(&mut self.has_called) {
            lines.push("no calls".into());
        }
        lines.extend(unusual_end(end));
        lines.extend(self.mistakes.drain(..).map(|why| format!("fault: {why}")));
        let seat = game.seat(actor);
        let name = G::INFO.seat_names[seat.index()];
        self.name(game, actor);
        let unit = self.unit.take().map(|unit| format!(", {unit}")).unwrap_or_default();
        let heading = format!("Round {}, {name}{unit}:", self.round);
        let is_gone = end.why == Why::Gone;
        (self.show)(TurnLog { round: self.round, seat, heading, lines, is_gone });
        self.round = game.round();
    }
}

/// The end of a turn that the bot did not end itself.
fn unusual_end(end: &End) -> Option<String> {
    let why = match end.why {
        Why::Done => return None,
        Why::Paused => "the energy is used up; the program goes on in its next turn",
        Why::OutOfTime => "out of time",
        Why::Failed => "an error cut the turn short",
        Why::Finished => "the program has come to its end",
        Why::Gone => "the program is dead",
    };
    let seconds = end.spent.seconds;
    let after = if seconds > 0.0 { format!(" after {seconds:.3} s") } else { String::new() };
    Some(format!("turn ended: {why}{after}"))
}

/// A call or an answer in one line: `spawn type=explorer row=1 col=2`.
pub fn plain_words(said: &impl Serialize) -> String {
    words(said, false)
}

/// The same; an answer without a value says so: `robot none`.
fn words(said: &impl Serialize, is_answer: bool) -> String {
    let text = match serde_json::to_value(said) {
        Ok(Value::Object(members)) => {
            let part = |(name, value): (&String, &Value)| match value {
                Value::Null if !is_answer => name.clone(),
                value => variant(name, value),
            };
            let parts: Vec<String> = members.iter().map(part).collect();
            parts.join(" ")
        }
        Ok(value) => short(&value),
        Err(fault) => format!("(cannot be written: {fault})"),
    };
    let text = safe_line(&text);
    match text.char_indices().nth(TEXT_MAX_CHARS) {
        Some((end, _)) => format!("{}...", &text[..end]),
        None => text.into_owned(),
    }
}

/// A variant of an enum and its fields.
fn variant(name: &str, value: &Value) -> String {
    match value {
        Value::Object(fields) => {
            let fields = fields.iter().map(|(key, value)| format!(" {key}={}", short(value)));
            format!("{name}{}", fields.collect::<String>())
        }
        other => format!("{name} {}", short(other)),
    }
}

/// A value in one line. A text of one word needs no quotes.
fn short(value: &Value) -> String {
    match value {
        Value::String(text) if !text.is_empty() && !text.contains([' ', '"', '=']) => text.clone(),
        Value::Null => "none".into(),
        other => other.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn calls_and_answers_are_one_line_each() {
        let words = |value: Value| plain_words(&value);
        assert_eq!(
            words(json!({"move": {"robot": "robot_7", "direction": "UP"}})),
            "move robot=robot_7 direction=UP"
        );
        assert_eq!(words(json!("done")), "done");
        assert_eq!(words(json!({"sense": null})), "sense");
        assert_eq!(words(json!({"build": [1, 2]})), "build [1,2]");
        assert_eq!(words(json!({"say": {"text": "a b", "to": null}})), "say text=\"a b\" to=none");
        assert_eq!(words(json!({"say": "a\u{1b}[2J"})), "say a\\u001b[2J");
        assert_eq!(super::words(&json!({"robot": null}), true), "robot none", "nothing is there");
        assert_eq!(words(json!("x".repeat(500))).chars().count(), TEXT_MAX_CHARS + 3);
    }
}
