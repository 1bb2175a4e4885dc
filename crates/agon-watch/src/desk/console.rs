//! People play in the terminal: they type orders, and Tab completes words.

use super::typed::{list, next_words, read_order, typed};
use super::{Desk, Pass, Phase, Request, Stand, State};
use agon_core::safe_line;
use agon_runner::Stop;
use ratatui::crossterm::event::{Event, KeyCode, KeyEventKind, KeyModifiers, poll, read};
use ratatui::crossterm::terminal::{disable_raw_mode, enable_raw_mode};
use std::io::{self, BufRead, IsTerminal, Write};
use std::sync::Arc;
use std::time::Duration;

/// How long one desk is waited for if several people share the terminal.
const SHARED_WAIT: Duration = Duration::from_millis(50);
/// How long the only desk or a key is waited for at a time, before Ctrl-C is noticed.
const WAIT: Duration = Duration::from_millis(200);
/// Legal orders that are listed at once.
const MAX_LISTED: usize = 40;

const HELP: &str = "\
Type an order, such as one of those that `orders` lists; Tab completes words. Besides orders:
  orders [WORDS]    list the orders that can be given now, or those that begin with these words
  undo              take the last order back
  end               end the turn
  pass [N] [contact] [attack]
                    end this turn and the next ones: N turns, or until an opponent is in contact or attacks
  stand ORDER       give an order now and in every later turn in which it is legal
  standing, forget N
                    list the standing orders; forget one
  board, news       show the board, or what happened since your last turn, again
  give up           leave the match
";

/// How the conversation in the terminal ended.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum TypedEnd {
    /// The match is over.
    Over,
    /// The people pressed Ctrl-C.
    Interrupted,
}

/// What a person typed.
enum Typed {
    Line(String),
    /// The end of the input.
    End,
    /// Ctrl-C.
    Interrupt,
}

/// Where typed lines come from.
enum Input {
    /// A terminal, with editing and completion.
    Terminal { history: Vec<String> },
    /// A file or a pipe.
    Lines,
}

impl Input {
    fn new() -> Input {
        match io::stdin().is_terminal() && io::stdout().is_terminal() {
            true => Input::Terminal { history: Vec::new() },
            false => Input::Lines,
        }
    }

    /// The next line.
    fn line(
        &mut self,
        prompt: &str,
        legal: &serde_json::Value,
        stop: &Stop,
        out: &mut dyn Write,
    ) -> io::Result<Typed> {
        match self {
            Input::Lines => {
                let mut line = String::new();
                let read = io::stdin().lock().read_line(&mut line)?;
                Ok(if read > 0 { Typed::Line(line.trim().to_owned()) } else { Typed::End })
            }
            Input::Terminal { history } => {
                enable_raw_mode()?;
                let line = edit(prompt, legal, history, stop, out);
                disable_raw_mode()?;
                writeln!(out)?;
                let typed = line?;
                if let Typed::Line(line) = &typed
                    && !line.is_empty()
                {
                    history.push(line.clone());
                }
                Ok(typed)
            }
        }
    }
}

/// Reads one line from the terminal, which is in raw mode. Ctrl-C is a key then; pressed before that, it is
/// `stop`.
fn edit(
    prompt: &str,
    legal: &serde_json::Value,
    history: &[String],
    stop: &Stop,
    out: &mut dyn Write,
) -> io::Result<Typed> {
    let (mut line, mut at): (Vec<char>, usize) = (Vec::new(), 0);
    let mut recalled = history.len();
    loop {
        let text: String = line.iter().collect();
        write!(out, "\r\x1b[K{prompt}{text}\r\x1b[{}C", prompt.chars().count() + at)?;
        out.flush()?;
        while !poll(WAIT)? {
            if stop.is_asked() {
                return Ok(Typed::Interrupt);
            }
        }
        let Event::Key(key) = read()? else { continue };
        if key.kind == KeyEventKind::Release {
            continue;
        }
        let is_control = key.modifiers.contains(KeyModifiers::CONTROL);
        match key.code {
            KeyCode::Char('c') if is_control => return Ok(Typed::Interrupt),
            KeyCode::Char('d') if is_control && line.is_empty() => return Ok(Typed::End),
            KeyCode::Char('u') if is_control => {
                line.drain(..at);
                at = 0;
            }
            KeyCode::Enter => return Ok(Typed::Line(text.trim().to_owned())),
            KeyCode::Char(letter) if !is_control => {
                line.insert(at, letter);
                at += 1;
            }
            KeyCode::Backspace if at > 0 => {
                at -= 1;
                line.remove(at);
            }
            KeyCode::Delete if at < line.len() => {
                line.remove(at);
            }
            KeyCode::Left => at = at.saturating_sub(1),
            KeyCode::Right => at = (at + 1).min(line.len()),
            KeyCode::Home => at = 0,
            KeyCode::End => at = line.len(),
            KeyCode::Up | KeyCode::Down => {
                recalled = match key.code {
                    KeyCode::Up => recalled.saturating_sub(1),
                    _ => (recalled + 1).min(history.len()),
                };
                line = history.get(recalled).map_or(Vec::new(), |line| line.chars().collect());
                at = line.len();
            }
            KeyCode::Tab => {
                let (done, choices) = complete(&text, legal);
                if choices.len() > 1 {
                    let shown: Vec<String> = choices.into_iter().take(MAX_LISTED).collect();
                    write!(out, "\r\n{}\r\n", shown.join("  "))?;
                }
                line = done.chars().collect();
                at = line.len();
            }
            _ => {}
        }
    }
}

/// The commands besides orders.
const COMMANDS: [&str; 10] =
    ["orders", "undo", "end", "pass", "stand", "standing", "forget", "board", "news", "help"];

/// The line with its last word completed as far as it is certain, and what the word can be.
fn complete(line: &str, legal: &serde_json::Value) -> (String, Vec<String>) {
    let rest = line.strip_prefix("stand ").unwrap_or(line);
    let words: Vec<&str> = rest.split_whitespace().collect();
    let (before, last) = match words.split_last() {
        Some((last, before)) if !rest.ends_with(char::is_whitespace) => (before, *last),
        _ => (&words[..], ""),
    };
    let mut choices = next_words(before, legal);
    if before.is_empty() {
        choices.extend(COMMANDS.map(str::to_owned));
    }
    let fits = |choice: &String| choice.to_lowercase().starts_with(&last.to_lowercase());
    choices.retain(|choice| fits(choice) || choice.starts_with('<'));
    let certain: Vec<&String> = choices.iter().filter(|choice| !choice.starts_with('<')).collect();
    let Some(first) = certain.first() else { return (line.to_owned(), choices) };
    let mut shared = first.chars().count();
    for other in &certain {
        let same = first.chars().zip(other.chars()).take_while(|(a, b)| a == b).count();
        shared = shared.min(same);
    }
    let start = &line[..line.len() - last.len()];
    let word: String = first.chars().take(shared).collect();
    let space = if certain.len() == 1 { " " } else { "" };
    let word = if word.len() < last.len() { last } else { &word };
    (format!("{start}{word}{space}"), choices)
}

/// Lets the people at these desks play in this terminal, one after the other, until the match is over or
/// Ctrl-C is pressed, by a key or as `stop`. At the end of the input their seats pass.
pub fn play_typed(desks: &[Arc<Desk>], stop: &Stop, out: &mut dyn Write) -> io::Result<TypedEnd> {
    let mut input = Input::new();
    let mut last: Option<u8> = None;
    let mut versions = vec![0; desks.len()];
    let mut shown_turn = 0;
    writeln!(out, "Type `help` to see what you can do.")?;
    loop {
        if stop.is_asked() {
            return Ok(TypedEnd::Interrupted);
        }
        let mut turn = None;
        for (desk, version) in desks.iter().zip(&mut versions) {
            let patience = if desks.len() > 1 { SHARED_WAIT } else { WAIT };
            let state = desk.wait(*version, patience);
            *version = state.version;
            match state.phase {
                Phase::Over => return over(&state, out).map(|()| TypedEnd::Over),
                Phase::Turn => {
                    // The same turn goes on without a newer state.
                    *version = version.saturating_sub(1);
                    turn = Some((desk, state));
                    break;
                }
                Phase::Waiting => {}
            }
        }
        let Some((desk, state)) = turn else { continue };
        let name = desk.head().map_or("", |head| &head.seats[desk.seat().index()].0).to_owned();
        if last != Some(desk.seat().0) {
            if last.is_some() && desk.has_fog() {
                write!(out, "\x1b[2J\x1b[H")?;
                let prompt = format!("{name} plays now. Press Enter when that player is here. ");
                writeln!(out, "{prompt}")?;
                if let Typed::Interrupt = input.line("", &serde_json::Value::Null, stop, out)? {
                    return Ok(TypedEnd::Interrupted);
                }
            }
            last = Some(desk.seat().0);
        }
        if shown_turn != state.turn || desks.len() > 1 {
            show(&state, out)?;
            shown_turn = state.turn;
        }
        let prompt = format!("{name}, round {}> ", state.round);
        match input.line(&prompt, &state.legal, stop, out)? {
            Typed::Line(line) => obey(desk, &state, &line, out)?,
            Typed::Interrupt => return Ok(TypedEnd::Interrupted),
            Typed::End => {
                desk.ask(state.turn, Request::Pass(Pass::default()));
            }
        }
        out.flush()?;
    }
}

fn over(state: &State, out: &mut dyn Write) -> io::Result<()> {
    for line in state.frame["text"].as_array().into_iter().flatten() {
        writeln!(out, "{}", line.as_str().unwrap_or_default())?;
    }
    out.flush()
}

fn show(state: &State, out: &mut dyn Write) -> io::Result<()> {
    for line in state.frame["text"].as_array().into_iter().flatten() {
        writeln!(out, "{}", line.as_str().unwrap_or_default())?;
    }
    for event in &state.news {
        writeln!(out, "* {}", safe_line(&event.sentence))?;
    }
    for notice in &state.notices {
        writeln!(out, "! {}", safe_line(notice))?;
    }
    out.flush()
}

/// Carries out one line.
fn obey(desk: &Desk, state: &State, line: &str, out: &mut dyn Write) -> io::Result<()> {
    let words: Vec<&str> = line.split_whitespace().collect();
    let request = match words[..] {
        [] => return Ok(()),
        ["help" | "?"] => return write!(out, "{HELP}"),
        ["orders", ref rest @ ..] => {
            let orders = list(rest, &state.legal);
            for order in orders.iter().take(MAX_LISTED) {
                writeln!(out, "  {order}")?;
            }
            if orders.len() > MAX_LISTED {
                let more = orders.len() - MAX_LISTED;
                writeln!(
                    out,
                    "  and {more} more: add words, as in `orders {}`",
                    words_of(&orders)
                )?;
            }
            return Ok(());
        }
        ["board"] => return show(state, out),
        ["news"] => {
            for event in &state.news {
                writeln!(out, "* {}", safe_line(&event.sentence))?;
            }
            return Ok(());
        }
        ["standing"] => {
            for order in &state.standing {
                writeln!(out, "  {}: {}", order.id, typed(&order.call))?;
            }
            return Ok(());
        }
        ["forget", number] => match number.parse() {
            Ok(number) => Request::Forget(number),
            Err(_) => return writeln!(out, "`standing` lists the numbers of standing orders"),
        },
        ["undo"] => Request::Undo,
        ["end"] => Request::End,
        ["give", "up"] => Request::GiveUp,
        ["pass", ref rest @ ..] => {
            let mut until = Pass::default();
            for word in rest {
                match *word {
                    "contact" => until.contact = true,
                    "attack" => until.attack = true,
                    number => match number.parse() {
                        Ok(turns) => until.turns = Some(turns),
                        Err(_) => {
                            return writeln!(out, "`pass` takes a number, `contact` and `attack`");
                        }
                    },
                }
            }
            Request::Pass(until)
        }
        ["stand", ref rest @ ..] => match read_order(&rest.join(" "), &state.legal) {
            Ok(call) => Request::Stand(Stand { call, all: false, ends: false }),
            Err(why) => return writeln!(out, "{why}"),
        },
        _ => match read_order(line, &state.legal) {
            Ok(call) => Request::Order(call),
            Err(why) => return writeln!(out, "{}", safe_line(&why)),
        },
    };
    let is_order = matches!(request, Request::Order(_) | Request::Stand(_));
    let answer = desk.ask(state.turn, request);
    match answer.refusal {
        Some(why) => writeln!(out, "{}", safe_line(&why)),
        None if is_order => writeln!(out, "-> {}", safe_line(&answer.reply.to_string())),
        None => Ok(()),
    }
}

/// The first word of the last order: what a narrower list could begin with.
fn words_of(orders: &[String]) -> &str {
    orders.last().and_then(|order| order.split(' ').next()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn tab_completes_what_is_certain() {
        let legal = json!([
            {"call": {"move": {"robot": "robot_1", "direction": "up_right"}}},
            {"call": {"move": {"robot": "robot_1", "direction": "up_left"}}},
            {"call": {"move": {"robot": "robot_2", "direction": "left"}}},
        ]);
        let done = |line: &str| complete(line, &legal).0;
        assert_eq!(done("mo"), "move ");
        assert_eq!(done("move "), "move robot_");
        assert_eq!(done("move robot_2 "), "move robot_2 left ");
        assert_eq!(done("move robot_1 u"), "move robot_1 up_");
        assert_eq!(done("stand move robot_2 l"), "stand move robot_2 left ");
        assert_eq!(done("dance"), "dance");
        assert_eq!(complete("move robot_1 up_", &legal).1, ["up_right", "up_left"]);
    }
}
