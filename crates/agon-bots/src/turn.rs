//! One turn: the bot's messages are carried out until it is done, its time is up, or it fails.
//!
//! The clock runs only while Agon waits for the bot: from the moment a message is written until the answer is
//! complete.

use crate::line::{Break, Line};
use crate::link::Link;
use crate::overload::{Lateness, overload};
use agon_core::{Contest, Game, Note, Stopped, Turn, Why, safe_text};
use agon_protocol::{Answer, Format, FromBot, How, Stop, ToBot, WireFault};
use agon_runner::{IncidentKind, Trouble};
use serde::Deserialize;
use serde_json::Value;
use std::time::{Duration, Instant};

/// The most bytes a bot may say in one turn.
pub const TURN_BYTES: usize = 16 << 20;
/// The most bytes a bot may write to its log in one match.
pub const LOG_BYTES: usize = 64 << 20;
/// How long to wait for the line of the log that says where a late bot was.
const PLACE_WAIT: Duration = Duration::from_millis(500);
/// A late bot that computed, or waited for a processor, for this share of its turn may be in an endless loop.
const BUSY_SHARE: f64 = 0.66;
/// A late bot that did so for no more than this share of its turn was waiting for something else.
const IDLE_SHARE: f64 = 0.1;
/// A message to a bot of this game.
pub(crate) type Message<'a, G> = ToBot<&'a <G as Game>::View, &'a <G as Game>::Reply>;

/// The result of a turn.
pub(crate) struct Played {
    /// How it ended.
    pub fate: Fate,
    /// How long the bot took.
    pub used: Duration,
    /// Whether the bot has saved a draft in it.
    pub has_draft: bool,
}

/// How a turn ends.
pub(crate) enum Fate {
    Ended(Why),
    Trouble(Trouble),
}

/// Plays one turn.
pub(crate) fn play_turn<G: Contest, L: Line>(
    link: &mut Link<L>,
    view: &G::View,
    turn: &mut Turn<'_, G>,
) -> Played {
    let seconds = link.patience.seconds(turn.allowance().seconds);
    let allowed = seconds.map(|s| Duration::from_secs_f64(s.clamp(0.0, 1e6)));
    // Where the game has no time limit, the match has one.
    let whole_match = link.patience.whole_match.saturating_sub(link.taken);
    let allowed = allowed.or(Some(whole_match).filter(|_| link.patience.clock));
    if let Some(allowed) = allowed {
        link.first_allowed.get_or_insert(allowed);
        link.line.begin_turn(allowed);
    }
    link.number += 1;
    if link.is_metered {
        turn.meter_outside();
    }
    let clock = Clock { allowed, used: Duration::ZERO };
    let mut playing =
        Playing { link, turn, clock, bytes: 0, has_draft: false, view: G::View::default() };
    let fate = playing.run(view);
    Played { fate, used: playing.clock.used, has_draft: playing.has_draft }
}

/// A message of a bot, as far as it can be understood.
enum Heard<C> {
    Said(FromBot<C>),
    /// A message whose call does not belong to this game.
    Loosely(FromBot<Value>, WireFault),
    /// JSON or MessagePack, but not a message.
    Strange(Value, WireFault),
    Nonsense(WireFault),
}

fn understand<C: serde::de::DeserializeOwned>(format: Format, bytes: &[u8]) -> Heard<C> {
    if format == Format::Json
        && let Some(turn) = plain_done(bytes)
    {
        return Heard::Said(FromBot::Done { turn, how: How::Done, energy: 0, error: None });
    }
    match format.read(bytes) {
        Ok(said) => Heard::Said(said),
        Err(fault) => match format.read(bytes) {
            Ok(said) => Heard::Loosely(said, fault),
            Err(_) => match format.read(bytes) {
                Ok(value) => Heard::Strange(value, fault),
                Err(_) => Heard::Nonsense(fault),
            },
        },
    }
}

/// The turn that a line ends, if it is `done` without other fields, as most kits write it. `serde` first
/// copies the fields of a message, because it looks for `type` anywhere.
fn plain_done(line: &[u8]) -> Option<u64> {
    let number = line.strip_prefix(br#"{"type":"done","turn":"#)?.strip_suffix(b"}")?;
    let is_json = number == b"0" || number.first() != Some(&b'0');
    let digits = number.iter().all(u8::is_ascii_digit);
    str::from_utf8(number).ok().filter(|_| is_json && digits)?.parse().ok()
}

/// The clock of one turn.
struct Clock {
    allowed: Option<Duration>,
    used: Duration,
}

impl Clock {
    /// When the time is up, if it runs from now on.
    fn deadline(&self, now: Instant) -> Option<Instant> {
        self.allowed.map(|allowed| now + allowed.saturating_sub(self.used))
    }
}

/// A turn being played: the link to the bot, the game's side of the turn, and the clock.
struct Playing<'s, 't, 'g, G: Contest, L: Line> {
    link: &'s mut Link<L>,
    turn: &'t mut Turn<'g, G>,
    clock: Clock,
    bytes: usize,
    has_draft: bool,
    view: G::View,
}

impl<G: Contest, L: Line> Playing<'_, '_, '_, G, L> {
    /// Carries out the bot's messages until its turn is over.
    fn run(&mut self, view: &G::View) -> Fate {
        let (number, actor) = (self.link.number, self.turn.actor());
        let allowance = self.turn.allowance();
        let opening = Message::<G>::Turn {
            turn: number,
            actor: actor.0,
            round: self.turn.round(),
            seconds: self.link.patience.seconds(allowance.seconds),
            energy: allowance.energy,
            view,
        };
        let deadline = self.clock.deadline(Instant::now());
        if let Err(broken) = self.link.open_turn(&opening, deadline) {
            return self.fate(broken);
        }
        loop {
            match self.hear() {
                Ok(said) => match self.answer(said) {
                    Ok(()) => {}
                    Err(fate) => return fate,
                },
                Err(fate) => return fate,
            }
        }
    }

    /// Waits for the next message of this turn. The time that a bot takes to read is part of its turn.
    fn hear(&mut self) -> Result<FromBot<G::Call>, Fate> {
        loop {
            let start = Instant::now();
            let deadline = self.clock.deadline(start);
            let format = self.link.format;
            let heard = self.link.receive(deadline);
            self.clock.used += start.elapsed();
            let heard = heard.map(|bytes| {
                self.bytes += bytes.len();
                understand(format, bytes)
            });
            let heard = heard.map_err(|broken| self.fate(broken))?;
            self.link.late_since = None;
            if self.bytes > TURN_BYTES {
                return Err(self.flooded("said", TURN_BYTES));
            }
            match heard {
                Heard::Said(said) if self.is_stale(&said) => {}
                Heard::Said(said) => return Ok(said),
                Heard::Loosely(said, _) if self.is_stale(&said) => {}
                Heard::Loosely(said, fault) => self.answer_loosely(said, fault)?,
                Heard::Strange(value, fault) => {
                    let why = self.link.explainer::<G>().message(&value);
                    return Err(self.failed(why.unwrap_or_else(|| fault.to_string())));
                }
                Heard::Nonsense(fault) => return Err(self.failed(fault.to_string())),
            }
        }
    }

    /// Whether a message belongs to an earlier turn. It is dropped then.
    fn is_stale<C>(&self, said: &FromBot<C>) -> bool {
        turn_of(said).is_some_and(|turn| turn < self.link.number)
    }

    /// Handles a message with a part that does not fit. If that is a call, the call is refused and the turn
    /// goes on; otherwise the turn fails.
    fn answer_loosely(&mut self, said: FromBot<Value>, fault: WireFault) -> Result<(), Fate> {
        if turn_of(&said).is_some_and(|turn| turn != self.link.number) {
            return Err(self.out_of_turn(&said));
        }
        match said {
            FromBot::Call { call, look, .. } => {
                let (reply, refused) = self.make_loosely(call)?;
                self.tell_reply(reply.as_ref(), refused, look);
                Ok(())
            }
            FromBot::Calls { calls, look, .. } => {
                let answers: Result<Vec<_>, Fate> =
                    calls.into_iter().map(|call| self.make_loosely(call)).collect();
                self.tell_replies(&answers?, look);
                Ok(())
            }
            FromBot::Draft { calls, .. } => {
                let explainer = self.link.explainer::<G>();
                let why = calls.iter().find_map(|call| explainer.call(call));
                let why = why.unwrap_or_else(|| fault.to_string());
                Err(self.failed(format!("the draft cannot be saved: {why}")))
            }
            _ => Err(self.failed(fault.to_string())),
        }
    }

    /// Makes a call that may not belong to this game.
    fn make_loosely(&mut self, call: Value) -> Result<(Option<G::Reply>, Option<String>), Fate> {
        match G::Call::deserialize(&call) {
            Ok(call) => self.make(&call).map(|(reply, refused)| (Some(reply), refused)),
            Err(fault) => {
                let why = self.link.explainer::<G>().call(&call);
                let sentence = why
                    .unwrap_or_else(|| format!("this is not a call of {}: {fault}", G::INFO.title));
                self.turn.mistake(Some(&call), &sentence);
                let round = self.turn.round();
                self.link.add_incident(round, IncidentKind::Protocol, sentence.clone());
                Ok((None, Some(sentence)))
            }
        }
    }

    /// Makes a call and returns the reply and the refusal.
    fn make(&mut self, call: &G::Call) -> Result<(G::Reply, Option<String>), Fate> {
        match self.turn.call(call) {
            Ok(reply) => {
                let refused = G::refusal(&reply);
                Ok((reply, refused))
            }
            Err(Stopped) => {
                let dead = self.turn.is_gone();
                let why = if dead { Stop::Dead } else { Stop::OutOfEnergy };
                self.stop(why);
                Err(Fate::Ended(Why::Paused))
            }
        }
    }

    fn answer(&mut self, said: FromBot<G::Call>) -> Result<(), Fate> {
        if turn_of(&said).is_some_and(|turn| turn != self.link.number) {
            return Err(self.out_of_turn(&said));
        }
        match said {
            FromBot::Call { call, look, .. } => {
                let (reply, refused) = self.make(&call)?;
                self.tell_reply(Some(&reply), refused, look);
                Ok(())
            }
            FromBot::Calls { calls, look, .. } => {
                let mut answers = Vec::with_capacity(calls.len());
                for call in &calls {
                    let (reply, refused) = self.make(call)?;
                    answers.push((Some(reply), refused));
                }
                self.tell_replies(&answers, look);
                Ok(())
            }
            FromBot::Look { .. } => {
                let turn = self.link.number;
                self.with_view(true, |link, view| {
                    if let Some(view) = view {
                        link.enqueue(&Message::<G>::View { turn, view });
                    }
                });
                Ok(())
            }
            FromBot::Draft { calls, .. } => {
                self.turn.save_draft(&calls);
                self.has_draft = true;
                Ok(())
            }
            FromBot::Note { note } => {
                self.note(note);
                Ok(())
            }
            FromBot::Ready { .. } => {
                Err(self.failed("`ready` is said once, before the first turn".into()))
            }
            FromBot::Done { how, energy, error, .. } => Err(self.done(how, energy, error)),
        }
    }

    fn tell_reply(&mut self, reply: Option<&G::Reply>, refused: Option<String>, look: bool) {
        let turn = self.link.number;
        self.with_view(look, |link, view| {
            link.enqueue(&Message::<G>::Reply { turn, reply, refused, view });
        });
    }

    fn tell_replies(&mut self, answers: &[(Option<G::Reply>, Option<String>)], look: bool) {
        let turn = self.link.number;
        let replies = answers
            .iter()
            .map(|(reply, refused)| Answer { reply: reply.as_ref(), refused: refused.clone() })
            .collect();
        self.with_view(look, |link, view| {
            link.enqueue(&Message::<G>::Replies { turn, replies, view });
        });
    }

    /// Sends a message, with a fresh view if one is wanted.
    fn with_view(&mut self, wanted: bool, say: impl FnOnce(&mut Link<L>, Option<&G::View>)) {
        if wanted {
            self.turn.look(&mut self.view);
        }
        say(self.link, wanted.then_some(&self.view));
    }

    fn note(&mut self, note: Note) {
        if let Some(note) = self.link.notebook.admit(note) {
            self.turn.note(&note);
        }
    }

    fn done(&mut self, how: How, energy: u64, error: Option<String>) -> Fate {
        if self.link.is_metered {
            self.turn.meter(energy);
        }
        Fate::Ended(match how {
            How::Done => Why::Done,
            How::Silent => {
                self.turn.play_draft();
                Why::Done
            }
            How::Failed => {
                let what = error.as_deref().map_or("an exception".into(), indented);
                let round = self.turn.round();
                let sentence = format!("its turn in round {round} was cut short: {what}");
                self.add_incident(IncidentKind::Exception, sentence);
                Why::Failed
            }
            How::Paused => Why::Paused,
            How::Finished => Why::Finished,
        })
    }

    fn add_incident(&mut self, kind: IncidentKind, sentence: String) {
        self.turn.mistake(None, &sentence);
        let round = self.turn.round();
        self.link.add_incident(round, kind, sentence);
    }

    /// The bot sent something that is not a message of this turn: its turn fails.
    fn failed(&mut self, what: String) -> Fate {
        let round = self.turn.round();
        self.add_incident(
            IncidentKind::Protocol,
            format!("its turn in round {round} failed: {what}"),
        );
        let notice = Message::<G>::Error { message: what };
        match self.link.notify(&notice) {
            Err(broken @ (Break::Closed | Break::Trouble(_))) => self.fate(broken),
            Ok(()) | Err(_) => {
                self.stop(Stop::Failed);
                Fate::Ended(Why::Failed)
            }
        }
    }

    fn out_of_turn<C>(&mut self, said: &FromBot<C>) -> Fate {
        let (claimed, number) = (turn_of(said).unwrap_or_default(), self.link.number);
        self.failed(format!("turn {claimed} has not begun: this is turn {number}"))
    }

    fn flooded(&mut self, how: &str, limit: usize) -> Fate {
        let (round, limit) = (self.turn.round(), limit >> 20);
        let what = format!("it {how} more than {limit} MiB by its turn of round {round}");
        self.add_incident(IncidentKind::Flood, what);
        self.link.kill();
        Fate::Ended(Why::Gone)
    }

    /// Tells the bot that its turn is over. A bot that does not read it notices at its next call.
    fn stop(&mut self, why: Stop) {
        let notice = Message::<G>::Stopped { turn: self.link.number, why };
        let _ = self.link.notify(&notice);
    }

    /// The bot is late: the message if the machine was overloaded.
    fn overload(&mut self) -> Option<Trouble> {
        let allowed = self.clock.allowed?;
        let before = Duration::from_secs_f64(self.link.report.seconds);
        let first = self.link.first_allowed.unwrap_or(allowed);
        let (span, had) = Lateness { first, before, allowed }.span();
        let waited = self.link.line.kept_waiting(span);
        overload(waited, had, &format!("in round {}", self.turn.round()))
    }

    /// What to tell the author of a bot that was late: how it used its time, and where it was.
    fn lateness(&mut self) -> String {
        let round = self.turn.round();
        let limit = self.clock.allowed.unwrap_or_default().as_secs_f64();
        let share = self.link.line.busy_share();
        let place = self.link.line.stopped_at(Instant::now() + PLACE_WAIT);
        let since = *self.link.late_since.get_or_insert(round);
        if since < round && place.is_none() {
            return format!(
                "it was still in its turn of round {since} when its {limit:.3} s of round {round} were over"
            );
        }
        let late = format!("it took more than the {limit:.3} s it had in round {round}");
        let at = place.map(|place| format!(" at {place}")).unwrap_or_default();
        match (share, self.link.line.unread()) {
            (_, unread) if unread.contains(&b'\n') && self.link.format == Format::Json => {
                format!("{late}: it writes answers, but does not read what it is asked")
            }
            (_, unread @ [_, ..]) if self.link.format == Format::Json => {
                let unread = agon_protocol::quoted(unread);
                format!("{late}: {unread} was written without a line break")
            }
            (Some(share), _) if share >= BUSY_SHARE => {
                format!("{late}: it was computing{at}; is there an endless loop?")
            }
            (Some(share), _) if share <= IDLE_SHARE => format!(
                "{late}: it was waiting{at}; does it sleep, or read without having sent `done`?"
            ),
            _ if at.is_empty() => late,
            _ => format!("{late}: it was{at}"),
        }
    }

    /// What a failure of the line means for the turn.
    fn fate(&mut self, broken: Break) -> Fate {
        let round = self.turn.round();
        match broken {
            Break::Trouble(trouble) => Fate::Trouble(trouble),
            Break::Closed => {
                match self.link.report_exit(round, &format!("in its turn of round {round}")) {
                    Ok(sentence) => {
                        self.turn.mistake(None, &sentence);
                        Fate::Ended(Why::Gone)
                    }
                    Err(trouble) => Fate::Trouble(trouble),
                }
            }
            Break::Late => {
                if let Some(trouble) = self.overload() {
                    return Fate::Trouble(trouble);
                }
                self.stop(Stop::OutOfTime);
                let what = self.lateness();
                self.add_incident(IncidentKind::OutOfTime, what);
                Fate::Ended(Why::OutOfTime)
            }
            Break::Endless => self.flooded("said", TURN_BYTES),
            Break::Flood => self.flooded("wrote to its log", LOG_BYTES),
            Break::TooLong if self.link.format == Format::Msgpack => {
                // The start of the next frame cannot be found any more.
                let fault = WireFault::TooLong;
                let what = format!("it cannot be understood any more since round {round}: {fault}");
                self.add_incident(IncidentKind::Protocol, what);
                self.link.kill();
                Fate::Ended(Why::Gone)
            }
            Break::TooLong => self.failed(WireFault::TooLong.to_string()),
        }
    }
}

/// The turn that a message belongs to.
fn turn_of<C>(said: &FromBot<C>) -> Option<u64> {
    match *said {
        FromBot::Call { turn, .. }
        | FromBot::Calls { turn, .. }
        | FromBot::Look { turn }
        | FromBot::Draft { turn, .. }
        | FromBot::Done { turn, .. } => Some(turn),
        FromBot::Ready { .. } | FromBot::Note { .. } => None,
    }
}

/// What a bot says of its failed turn, such as an exception and its place. Further lines are indented, so
/// that none can pretend to be a line of the report.
fn indented(error: &str) -> String {
    let error = safe_text(error);
    let lines: Vec<&str> = error.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    lines.join("\n    ")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The short cut and `serde` read the same from every line that the short cut accepts.
    #[test]
    fn a_plain_done_is_what_serde_reads() {
        let lines = ["0", "7", "1234", "18446744073709551615", "07", "00", "", "-1", "+1", "1.0"];
        let others = ["18446744073709551616", "1e3", " 1", "1,\"how\":\"silent\"", "\"1\""];
        let mut accepted = 0;
        for number in lines.into_iter().chain(others) {
            let line = format!(r#"{{"type":"done","turn":{number}}}"#);
            let Some(turn) = plain_done(line.as_bytes()) else { continue };
            let read = Format::Json.read::<FromBot<Value>>(line.as_bytes());
            let done = FromBot::Done { turn, how: How::Done, energy: 0, error: None };
            assert_eq!(read, Ok(done), "{line}");
            accepted += 1;
        }
        assert_eq!(accepted, 4);
        assert_eq!(plain_done(br#"{"type":"done","turn":1"#), None);
        assert_eq!(plain_done(br#"{"turn":1,"type":"done"}"#), None);
    }

    #[test]
    fn an_error_is_one_paragraph_of_the_report() {
        assert_eq!(indented("ValueError: no"), "ValueError: no");
        assert_eq!(
            indented("Odd: luck\n    at Bot.run, line 8\n"),
            "Odd: luck\n    at Bot.run, line 8"
        );
        assert_eq!(indented("x\n\nWinner: me\r\u{1b}[2J"), "x\n    Winner: me\\u000d\\u001b[2J");
    }
}
