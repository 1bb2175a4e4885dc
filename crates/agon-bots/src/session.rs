//! One bot's match over a line: the greeting, the turns, the end.
//!
//! What the bot does wrong ends its turn, or itself, and is written into the report; it never ends
//! the match.

use crate::line::{Break, HangUp, Line};
use crate::link::{Link, Patience};
use crate::overload::{Span, overload};
use crate::turn::{Fate, Message, Played, play_turn};
use agon_core::{Actor, Contest, Note, Outcome, Seat, Turn, Why};
use agon_protocol::{Format, FromBot, Hello, VERSION, WireFault};
use agon_runner::{Ended, IncidentKind, Program, Report, Seating, Trouble};
use agon_sandbox::SpawnFault;
use serde_json::Value;
use std::collections::BTreeSet;
use std::marker::PhantomData;
use std::time::Instant;

/// A bot is stopped after this many turns in a row without an answer or a draft, so that it cannot hold up a
/// match for hours. The rules treat its later turns as before.
pub const LATE_TURNS: u32 = 30;

/// A bot at the other end of a line, playing one match.
pub struct Session<G: Contest, L: Line> {
    link: Link<L>,
    seat: Seat,
    late_turns: u32,
    /// The version of the protocol that the bot speaks, if this program is too old for it.
    newer_protocol: Option<u32>,
    actors: BTreeSet<Actor>,
    game: PhantomData<fn() -> G>,
}

impl<G: Contest, L: Line> Session<G, L> {
    /// Greets the bot and waits until it is ready. A bot that does not get ready counts as dead, and the
    /// report says so. `sandbox` describes the sandbox in the report.
    pub fn open(
        line: L,
        seating: &Seating<'_>,
        patience: Patience,
        sandbox: Option<String>,
    ) -> Result<Session<G, L>, Trouble> {
        let mut session = Session {
            link: Link::new(line, patience, sandbox),
            seat: seating.seat,
            late_turns: 0,
            newer_protocol: None,
            actors: BTreeSet::new(),
            game: PhantomData,
        };
        session.greet(seating)?;
        Ok(session)
    }

    /// Whether the bot has ended.
    pub fn is_dead(&self) -> bool {
        self.link.is_dead
    }

    /// The version of the protocol that the bot speaks, if this program is too old for it. Such a bot has
    /// ended.
    pub fn newer_protocol(&self) -> Option<u32> {
        self.newer_protocol
    }

    fn greet(&mut self, seating: &Seating<'_>) -> Result<(), Trouble> {
        let hello = Hello {
            protocol: VERSION,
            game: G::INFO.id.into(),
            version: G::INFO.version,
            rules: seating.rules,
            map: seating.map.to_owned(),
            seat: seating.seat.0,
            seat_name: G::INFO.seat_names[seating.seat.index()].into(),
            seats: seating.seats as u8,
            // Many languages read JSON numbers as floats, which hold 53 bits.
            seed: seating.seed >> 11,
            tournament: seating.tournament,
        };
        let link = &mut self.link;
        let limit = link.patience.start;
        let deadline = Some(Instant::now() + limit);
        let ready = link
            .send(&Message::<G>::Hello(hello), deadline)
            .and_then(|()| link.line.receive(Format::Json, deadline));
        let what = match ready.map(|bytes| Format::Json.read::<FromBot<Value>>(bytes)) {
            Ok(Ok(FromBot::Ready { protocol, .. })) if protocol > VERSION => {
                self.newer_protocol = Some(protocol);
                format!(
                    "speaks version {protocol} of the protocol, and this Agon speaks version {VERSION}: \
                     get a newer version of Agon (this is {})",
                    env!("CARGO_PKG_VERSION")
                )
            }
            Ok(Ok(FromBot::Ready { format, metered, .. })) => {
                link.format = format;
                link.is_metered = metered && link.line.counts_energy();
                return Ok(());
            }
            Ok(Ok(_)) => "said something else than `ready` first".to_owned(),
            Ok(Err(WireFault::Unknown(_))) => {
                "did not say `ready`: its first message must be {\"type\":\"ready\"}".to_owned()
            }
            Ok(Err(fault)) => format!("did not say `ready`: {fault}"),
            Err(Break::TooLong | Break::Endless) => {
                format!("did not say `ready`: {}", WireFault::TooLong)
            }
            Err(Break::Late) => {
                let waited = link.line.kept_waiting(Span::Life);
                if let Some(trouble) = overload(waited, limit, "before its first turn") {
                    return Err(trouble);
                }
                let wrote = silence(link.line.unread());
                format!("was not ready within {} s: {wrote}", limit.as_secs_f64())
            }
            Err(Break::Flood) => "wrote too much to its log".to_owned(),
            Err(Break::Closed) => {
                return link.report_exit(0, "before it was ready").map(|_| ());
            }
            Err(Break::Trouble(trouble)) => return Err(trouble),
        };
        link.add_incident(0, IncidentKind::NotReady, format!("it {what}"));
        link.kill();
        Ok(())
    }

    /// Gives the bot up if its turns took longer than a bot may take in one match. Each bot is charged for
    /// its own turns only.
    fn check_whole_match(&mut self, round: u32) -> Result<(), Trouble> {
        let Patience { clock, whole_match, .. } = self.link.patience;
        if !clock || self.link.is_dead || self.link.taken <= whole_match {
            return Ok(());
        }
        let waited = self.link.line.kept_waiting(Span::Match);
        if let Some(trouble) = overload(waited, whole_match, &format!("by round {round}")) {
            return Err(trouble);
        }
        self.link.report.add_match_time_over(round, whole_match);
        self.link.kill();
        Ok(())
    }

    /// Writes the new lines of the bot's log into the replay, as notes of this turn, and keeps them for the
    /// report if the turn has a fault.
    fn write_log(&mut self, turn: &mut Turn<'_, G>, has_fault: bool) {
        let log = self.link.line.take_log();
        if has_fault {
            self.link.keep_words(&log);
        }
        for line in self.link.notebook.lines(&log) {
            if let Some(note) = self.link.notebook.admit(Note::Log(line)) {
                turn.note(&note);
            }
        }
    }
}

/// What a bot has written that never said `ready`.
fn silence(unread: &[u8]) -> String {
    match unread {
        [] => "nothing was written; does it flush?".to_owned(),
        unread => format!("{} was written without a line break", agon_protocol::quoted(unread)),
    }
}

/// A bot that the system cannot execute: it is gone from the first turn on.
pub(crate) struct Stillborn {
    report: Report,
}

impl Stillborn {
    /// `fault` says why it cannot be executed.
    pub fn new(fault: &SpawnFault, sandbox: Option<String>) -> Stillborn {
        let mut report = Report { sandbox, ..Report::default() };
        let sentence = format!("it could not be started: {fault}");
        report.add(0, IncidentKind::NotReady, sentence);
        Stillborn { report }
    }
}

impl<G: Contest> Program<G> for Stillborn {
    fn turn(&mut self, _view: &G::View, turn: &mut Turn<'_, G>) -> Result<Ended, Trouble> {
        if let Some(incident) = self.report.incidents.first() {
            turn.mistake(None, &incident.sentence);
        }
        Ok(Ended { why: Why::Gone, seconds: 0.0 })
    }

    fn thinks_apart(&self) -> bool {
        true
    }

    fn over(self: Box<Self>, _outcome: &Outcome) -> Report {
        self.report
    }
}

impl<G: Contest, L: Line> Program<G> for Session<G, L> {
    fn turn(&mut self, view: &G::View, turn: &mut Turn<'_, G>) -> Result<Ended, Trouble> {
        if self.link.is_dead {
            // A bot that died before its first turn has not told its author why yet.
            if let Some(incident) =
                self.link.report.incidents.first().filter(|_| self.link.number == 0)
            {
                turn.mistake(None, &incident.sentence);
            }
            return Ok(Ended { why: Why::Gone, seconds: 0.0 });
        }
        self.link.report.turns += 1;
        let incidents = self.link.report.incident_count();
        self.actors.insert(turn.actor());
        let start = Instant::now();
        self.link.line.wake();
        let Played { fate, used, has_draft } = play_turn(&mut self.link, view, turn);
        if !self.link.is_dead {
            self.link.line.rest();
        }
        let has_fault = self.link.report.incident_count() > incidents;
        self.write_log(turn, has_fault);
        self.link.taken += start.elapsed();
        let why = match fate {
            Fate::Ended(why) => why,
            Fate::Trouble(trouble) => return Err(trouble),
        };
        let seconds = used.as_secs_f64();
        let report = &mut self.link.report;
        report.seconds += seconds;
        report.longest = report.longest.max(seconds);
        let is_late = why == Why::OutOfTime && !has_draft;
        self.late_turns = if is_late { self.late_turns + 1 } else { 0 };
        if self.late_turns >= LATE_TURNS {
            let what = format!("it did not answer {LATE_TURNS} times in a row and was given up");
            turn.mistake(None, &what);
            self.link.add_incident(turn.round(), IncidentKind::OutOfTime, what);
            self.link.kill();
        }
        self.check_whole_match(turn.round())?;
        Ok(Ended { why, seconds: self.link.patience.counted(seconds) })
    }

    fn thinks_apart(&self) -> bool {
        true
    }

    fn close_gone(&mut self, game: &G) {
        if self.link.is_dead {
            return;
        }
        let gone: Vec<Actor> =
            self.actors.iter().copied().filter(|&actor| game.is_gone(actor)).collect();
        for actor in gone {
            self.actors.remove(&actor);
            // A bot that misses this notice only keeps an object that is not used again.
            let _ = self.link.notify(&Message::<G>::Gone { actor: actor.0 });
        }
    }

    fn over(mut self: Box<Self>, outcome: &Outcome) -> Report {
        if !self.link.is_dead {
            let (seat, result) = (self.seat, outcome.clone());
            let rank = outcome.standings[seat.index()].rank;
            self.link.line.wake();
            let _ = self.link.notify(&Message::<G>::Over { seat: seat.0, rank, result });
            let is_clean = self.link.report.incidents.is_empty();
            self.link.hang_up(if is_clean { HangUp::ForNow } else { HangUp::Politely });
        }
        let (line, report) = self.link.finish();
        line.put_away();
        report
    }
}
