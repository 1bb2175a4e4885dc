//! A line together with the state of the bot at its other end.

use crate::line::{Break, Farewell, HangUp, Line};
use crate::notes::Notebook;
use crate::process::last_lines;
use agon_core::{ClockRule, Contest};
use agon_protocol::{Explainer, Format, IncrementalJsonWriter};
use agon_runner::{IncidentKind, Report, Trouble};
use serde::Serialize;
use std::time::{Duration, Instant};

/// How long a bot may take to read a notice that needs no answer.
const NOTICE_TIMEOUT: Duration = Duration::from_millis(50);

/// How long a bot under a debugger may take to start: longer than any session.
const DEBUG_START: Duration = Duration::from_secs(365 * 24 * 3600);

/// Flush once this much is buffered.
const FLUSH_BYTES: usize = 64 << 10;

/// Time limits besides those of the game.
#[derive(Copy, Clone, Debug)]
pub struct Patience {
    /// From the start of the program until it is ready.
    pub start: Duration,
    /// Whether turns are on the clock.
    pub clock: bool,
    /// What the time limits of the rules are multiplied by.
    pub clock_factor: f64,
    /// All turns of one match together, if turns are on the clock.
    pub whole_match: Duration,
}

impl Patience {
    /// With the clock as a competition wants it.
    pub fn with_clock(self, clock: ClockRule) -> Patience {
        let factor = clock.factor();
        Patience { clock: factor.is_some(), clock_factor: factor.unwrap_or(1.0), ..self }
    }

    /// Without limits: a person looks at the bot. It starts when a debugger has been attached.
    pub(crate) fn for_debugger(self) -> Patience {
        Patience { start: DEBUG_START, clock: false, ..self }
    }

    /// The seconds that a bot has, of those that the rules give it; `None` if there is no limit.
    pub(crate) fn seconds(self, rules: Option<f64>) -> Option<f64> {
        rules.filter(|_| self.clock).map(|seconds| seconds * self.clock_factor)
    }

    /// The seconds that the rules count, of those that a bot has used.
    pub(crate) fn counted(self, used: f64) -> f64 {
        if self.clock { used / self.clock_factor } else { 0.0 }
    }
}

/// How long all turns of a bot in one match may take together. A bot that takes the whole time limit of every
/// turn needs less in a match of usual length; thousands of turns of two seconds would take longer.
const MATCH_SECONDS: u64 = 3600;

impl Default for Patience {
    fn default() -> Patience {
        Patience {
            start: Duration::from_secs(30),
            clock: true,
            clock_factor: 1.0,
            whole_match: Duration::from_secs(MATCH_SECONDS),
        }
    }
}

/// A line, the format of its messages, and the report about the bot.
pub(crate) struct Link<L: Line> {
    pub line: L,
    pub format: Format,
    pub is_metered: bool,
    pub patience: Patience,
    /// The time limit of the bot's first turn.
    pub first_allowed: Option<Duration>,
    /// How long all turns so far took, as a clock on the wall shows it.
    pub taken: Duration,
    /// The round of the turn that the bot has not ended: it was late then and has said nothing since.
    pub late_since: Option<u32>,
    /// The number of the turn being played.
    pub number: u64,
    pub is_dead: bool,
    pub notebook: Notebook,
    pub report: Report,
    /// What the bot wrote in a turn with a fault.
    fault_words: Option<String>,
    /// Messages that are not sent yet.
    outbox: Vec<u8>,
    /// Writes what opens a turn.
    turn_writer: IncrementalJsonWriter,
    /// Made for the bot's first mistake: most bots make none.
    explainer: Option<Explainer>,
}

impl<L: Line> Link<L> {
    pub fn new(line: L, patience: Patience, sandbox: Option<String>) -> Link<L> {
        Link {
            line,
            format: Format::Json,
            is_metered: false,
            patience,
            first_allowed: None,
            taken: Duration::ZERO,
            late_since: None,
            number: 0,
            is_dead: false,
            notebook: Notebook::default(),
            report: Report { sandbox, ..Report::default() },
            fault_words: None,
            outbox: Vec::new(),
            turn_writer: IncrementalJsonWriter::default(),
            explainer: None,
        }
    }

    /// Says what is wrong with messages and calls of the game that the bot plays.
    pub fn explainer<G: Contest>(&mut self) -> &Explainer {
        self.explainer.get_or_insert_with(Explainer::of::<G>)
    }

    /// Buffers a message until the next urgent one, or until the bot is waited for. A bot that sends many
    /// messages at once is then not woken for every reply.
    pub fn enqueue(&mut self, message: &impl Serialize) {
        self.format.write(message, &mut self.outbox);
    }

    /// Sends what is buffered.
    pub fn flush(&mut self, deadline: Option<Instant>) -> Result<(), Break> {
        if self.outbox.is_empty() {
            return Ok(());
        }
        let sent = self.line.send(&self.outbox, deadline);
        self.outbox.clear();
        sent
    }

    pub fn send(
        &mut self,
        message: &impl Serialize,
        deadline: Option<Instant>,
    ) -> Result<(), Break> {
        self.enqueue(message);
        self.flush(deadline)
    }

    /// Waits for the bot's next message.
    pub fn receive(&mut self, deadline: Option<Instant>) -> Result<&[u8], Break> {
        let must_wait = !self.line.has_heard(self.format);
        self.report.exchanges += u64::from(must_wait);
        if self.outbox.len() > FLUSH_BYTES || must_wait {
            self.flush(deadline)?;
        }
        self.line.receive(self.format, deadline)
    }

    /// Sends the message that opens a turn. It is often the longest of its turn and resembles the one before,
    /// so only what has changed is written anew.
    pub fn open_turn(
        &mut self,
        message: &impl Serialize,
        deadline: Option<Instant>,
    ) -> Result<(), Break> {
        match self.format {
            Format::Json if self.outbox.is_empty() => {
                self.line.send(self.turn_writer.write(message), deadline)
            }
            Format::Json => {
                self.outbox.extend_from_slice(self.turn_writer.write(message));
                self.flush(deadline)
            }
            Format::Msgpack => self.send(message, deadline),
        }
    }

    /// Sends a message that the bot need not answer. The bot may not be reading.
    pub fn notify(&mut self, message: &impl Serialize) -> Result<(), Break> {
        self.send(message, Some(Instant::now() + NOTICE_TIMEOUT))
    }

    pub fn add_incident(&mut self, round: u32, kind: IncidentKind, sentence: String) {
        self.report.add(round, kind, sentence);
    }

    /// The bot has closed its pipes: reports how it ended, and returns the sentence.
    pub fn report_exit(&mut self, round: u32, when: &str) -> Result<String, Trouble> {
        let farewell = self.kill();
        if let Some(trouble) = farewell.trouble {
            return Err(trouble);
        }
        let kind = match farewell.out_of_memory {
            true => IncidentKind::OutOfMemory,
            false => IncidentKind::Exited,
        };
        let mut sentence = format!("it {}", farewell.sentence(when));
        if self.number == 0 && farewell.exit_code == Some(0) {
            sentence.push_str(&early_end(self.line.run_call()));
        }
        self.add_incident(round, kind, sentence.clone());
        Ok(sentence)
    }

    /// Keeps what the bot wrote in a turn with a fault: in the first such turn with output, or in the turn in
    /// which it died.
    pub fn keep_words(&mut self, log: &str) {
        if !log.trim().is_empty() && (self.fault_words.is_none() || self.is_dead) {
            self.fault_words = Some(last_lines(log.trim_end()).to_owned());
        }
    }

    /// The report after the match. The last words are those of a turn with a fault, if there was one: what
    /// was written later does not explain it.
    pub fn finish(self) -> (L, Report) {
        let Link { line, mut report, fault_words, .. } = self;
        if fault_words.is_some() {
            report.last_words = fault_words;
        }
        (line, report)
    }

    pub fn kill(&mut self) -> Farewell {
        self.is_dead = true;
        self.hang_up(HangUp::AtOnce)
    }

    pub fn hang_up(&mut self, manner: HangUp) -> Farewell {
        let farewell = self.line.hang_up(manner);
        self.report.memory = farewell.memory;
        self.report.cpu_seconds = farewell.cpu.as_secs_f64();
        let words = &farewell.last_words;
        self.report.last_words = (!words.is_empty()).then(|| words.clone());
        if let Some(sentence) = &farewell.left_behind {
            self.add_incident(0, IncidentKind::LeftBehind, sentence.clone());
        }
        farewell
    }
}

/// What to ask the author of a bot that ended without an error before its first turn.
fn early_end(run_call: &str) -> String {
    match run_call {
        "" => "; does it read standard input until it is closed?".to_owned(),
        run_call => format!("; did you call {run_call}?"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_loose_clock_lasts_twice_as_long() {
        let limits = |clock| {
            let patience = Patience::default().with_clock(clock);
            (patience.seconds(Some(5.0)), patience.counted(3.0))
        };
        assert_eq!(limits(ClockRule::Strict), (Some(5.0), 3.0));
        assert_eq!(limits(ClockRule::Loose), (Some(10.0), 1.5));
        assert_eq!(limits(ClockRule::Off), (None, 0.0));
        assert_eq!(Patience::default().seconds(None), None);
    }
}
