//! One bot's match over a line: the protocol, the clock, and what is done about misbehaviour.
//!
//! The clock runs only while we wait for the bot: from the moment a message of ours is written to the
//! moment its answer is complete. What the bot does wrong ends its turn, or itself, and is written
//! into the report; it never ends the match.

use crate::line::{Break, Farewell, HangUp, Line};
use crate::notes::Notebook;
use agon_core::{Actor, Contest, Note, Outcome, Seat, Stopped, Turn, Why};
use agon_protocol::{
    Answer, Format, FromBot, Hello, How, MESSAGE_LIMIT, Stop, ToBot, VERSION, WireFault,
};
use agon_runner::{Ended, Incident, IncidentKind, Program, Report, Seating, Trouble};
use serde::Serialize;
use serde_json::Value;
use std::collections::BTreeSet;
use std::marker::PhantomData;
use std::time::{Duration, Instant};

/// The most bytes a bot may say in one turn.
pub const TURN_BYTES: usize = 16 << 20;
/// After so many turns in a row without an answer a bot is taken for dead, so that it cannot hold up
/// a match for hours. For the rules it makes no difference.
pub const LATE_TURNS: u32 = 30;

/// How long things may take.
#[derive(Copy, Clone, Debug)]
pub struct Patience {
    /// From the start of the program until it is ready.
    pub start: Duration,
    /// Whether turns are on the clock.
    pub clock: bool,
}

impl Default for Patience {
    fn default() -> Patience {
        Patience { start: Duration::from_secs(30), clock: true }
    }
}

/// A bot at the other end of a line, playing one match.
pub struct Session<G: Contest, L: Line> {
    line: L,
    format: Format,
    is_metered: bool,
    patience: Patience,
    seat: Seat,
    /// The number of the turn being played.
    number: u64,
    /// What has arrived and is not yet read; how far it holds no end of line; and whether the rest
    /// of an endless line is being skipped.
    inbox: Vec<u8>,
    seen: usize,
    is_skipping: bool,
    outbox: Vec<u8>,
    late_turns: u32,
    is_dead: bool,
    actors: BTreeSet<Actor>,
    notebook: Notebook,
    report: Report,
    game: PhantomData<fn() -> G>,
}

/// How a turn ends when it does not go on.
enum Fate {
    Ended(Why),
    Trouble(Trouble),
}

/// A message to a bot of this game.
type Message<'a, G> = ToBot<&'a <G as agon_core::Game>::View, &'a <G as agon_core::Game>::Reply>;

impl<G: Contest, L: Line> Session<G, L> {
    /// Greets the bot and waits until it is ready. A bot that does not get ready is dead, and the
    /// report says so.
    pub fn open(
        line: L,
        seating: &Seating<'_>,
        patience: Patience,
        sandbox: Option<String>,
    ) -> Result<Session<G, L>, Trouble> {
        let mut session = Session {
            line,
            format: Format::Json,
            is_metered: false,
            patience,
            seat: seating.seat,
            number: 0,
            inbox: Vec::new(),
            seen: 0,
            is_skipping: false,
            outbox: Vec::new(),
            late_turns: 0,
            is_dead: false,
            actors: BTreeSet::new(),
            notebook: Notebook::default(),
            report: Report { sandbox, ..Report::default() },
            game: PhantomData,
        };
        session.greet(seating)?;
        Ok(session)
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
        let limit = self.patience.start;
        let deadline = Instant::now() + limit;
        let ready = self
            .send(&Message::<G>::Hello(hello), Some(deadline))
            .and_then(|()| self.receive(Some(deadline)));
        let what = match ready {
            Ok(bytes) => match Format::Json.read::<FromBot<Value>>(&bytes) {
                Ok(FromBot::Ready { format, metered }) => {
                    (self.format, self.is_metered) = (format, metered);
                    return Ok(());
                }
                Ok(_) => "said something else than `ready` first".to_owned(),
                Err(fault) => format!("did not say `ready`: {fault}"),
            },
            Err(Snag::Break(Break::Late)) => {
                format!("was not ready within {} s", limit.as_secs_f64())
            }
            Err(Snag::Break(Break::Closed)) => return self.bury(0, "before it was ready"),
            Err(Snag::Break(Break::Trouble(trouble))) => return Err(trouble),
            Err(Snag::Wire(fault)) => format!("did not say `ready`: {fault}"),
        };
        self.accuse(0, IncidentKind::NotReady, format!("it {what}"));
        self.kill();
        Ok(())
    }

    /// The other end has closed its pipes: finds out how it ended, and tells.
    fn bury(&mut self, round: u32, when: &str) -> Result<(), Trouble> {
        let farewell = self.kill();
        let (kind, ending) = match farewell {
            Farewell { out_of_memory: true, .. } => {
                (IncidentKind::OutOfMemory, "was stopped: it took more memory than it may".into())
            }
            Farewell { ending, .. } => (IncidentKind::Exited, ending),
        };
        self.accuse(round, kind, format!("it {ending} {when}"));
        Ok(())
    }

    fn kill(&mut self) -> Farewell {
        self.is_dead = true;
        let farewell = self.line.hang_up(HangUp::AtOnce);
        self.note_farewell(&farewell);
        farewell
    }

    fn note_farewell(&mut self, farewell: &Farewell) {
        self.report.memory = farewell.memory;
        if !self.report.incidents.is_empty() || self.is_dead {
            let words = &farewell.last_words;
            self.report.last_words = (!words.is_empty()).then(|| words.clone());
        }
    }

    fn accuse(&mut self, round: u32, kind: IncidentKind, sentence: String) {
        self.report.add(Incident { round, kind, sentence });
    }

    fn send(&mut self, message: &impl Serialize, deadline: Option<Instant>) -> Result<(), Snag> {
        self.outbox.clear();
        self.format.write(message, &mut self.outbox);
        self.line.send(&self.outbox, deadline).map_err(Snag::Break)
    }

    /// The bytes of the next message.
    fn receive(&mut self, deadline: Option<Instant>) -> Result<Vec<u8>, Snag> {
        loop {
            if self.is_skipping {
                self.skip_line();
            }
            match self.format.split(&self.inbox, self.seen) {
                Ok(Some((message, next))) => {
                    let message = message.to_vec();
                    self.inbox.drain(..next);
                    self.seen = 0;
                    return Ok(message);
                }
                Ok(None) => self.seen = self.inbox.len(),
                Err(fault) => {
                    self.is_skipping = true;
                    return Err(Snag::Wire(fault));
                }
            }
            self.line.receive(&mut self.inbox, deadline).map_err(Snag::Break)?;
        }
    }

    /// Drops the rest of a line that is too long.
    fn skip_line(&mut self) {
        match self.inbox.iter().position(|&b| b == b'\n') {
            Some(end) => {
                self.inbox.drain(..=end);
                self.is_skipping = false;
            }
            None => self.inbox.clear(),
        }
        self.seen = 0;
    }
}

/// Why no message came.
enum Snag {
    Break(Break),
    Wire(WireFault),
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

/// A turn being played: the session, the game's side of the turn, and the clock.
struct Playing<'s, 't, 'g, G: Contest, L: Line> {
    session: &'s mut Session<G, L>,
    turn: &'t mut Turn<'g, G>,
    clock: Clock,
    bytes: usize,
    view: G::View,
}

impl<G: Contest, L: Line> Playing<'_, '_, '_, G, L> {
    /// Hears the bot until its turn is over.
    fn run(&mut self, view: &G::View) -> Fate {
        let (number, actor) = (self.session.number, self.turn.actor());
        let allowance = self.turn.allowance();
        let opening = Message::<G>::Turn {
            turn: number,
            actor: actor.0,
            round: self.turn.round(),
            seconds: allowance.seconds.filter(|_| self.session.patience.clock),
            energy: allowance.energy,
            view,
        };
        if let Err(fate) = self.tell(&opening) {
            return fate;
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

    /// Sends a message. A bot that does not read is given the time of its turn to do so.
    fn tell(&mut self, message: &Message<'_, G>) -> Result<(), Fate> {
        let deadline = self.clock.deadline(Instant::now());
        self.session.send(message, deadline).map_err(|snag| self.fate(snag))
    }

    /// Waits for the next message of this turn.
    fn hear(&mut self) -> Result<FromBot<G::Call>, Fate> {
        loop {
            let start = Instant::now();
            let deadline = self.clock.deadline(start);
            let heard = self.session.receive(deadline);
            self.clock.used += start.elapsed();
            let bytes = heard.map_err(|snag| self.fate(snag))?;
            self.bytes += bytes.len();
            if self.bytes > TURN_BYTES {
                return Err(self.flooded());
            }
            match self.session.format.read::<FromBot<G::Call>>(&bytes) {
                Ok(said) if self.is_stale(&said) => {}
                Ok(said) => return Ok(said),
                Err(fault) => self.not_understood(&bytes, fault)?,
            }
        }
    }

    /// Whether something belongs to an earlier turn: then it has come too late and is dropped.
    fn is_stale<C>(&self, said: &FromBot<C>) -> bool {
        turn_of(said).is_some_and(|turn| turn < self.session.number)
    }

    /// A message that does not fit. If only a call in it is wrong, that call is refused and the turn
    /// goes on; otherwise the turn has failed.
    fn not_understood(&mut self, bytes: &[u8], fault: WireFault) -> Result<(), Fate> {
        let Ok(said) = self.session.format.read::<FromBot<Value>>(bytes) else {
            return Err(self.failed(fault.to_string()));
        };
        if self.is_stale(&said) {
            return Ok(());
        }
        if turn_of(&said).is_some_and(|turn| turn != self.session.number) {
            return Err(self.out_of_turn(&said));
        }
        match said {
            FromBot::Call { call, look, .. } => {
                let (reply, refused) = self.make_loosely(call)?;
                let view = self.fresh_view(look);
                let (turn, reply) = (self.session.number, reply.as_ref());
                let message = Message::<G>::Reply { turn, reply, refused, view: view.as_ref() };
                self.tell(&message)
            }
            FromBot::Calls { calls, look, .. } => {
                let answers: Result<Vec<_>, Fate> =
                    calls.into_iter().map(|call| self.make_loosely(call)).collect();
                self.tell_replies(&answers?, look)
            }
            FromBot::Draft { .. } => Err(self.failed(format!("the draft is useless: {fault}"))),
            _ => Err(self.failed(fault.to_string())),
        }
    }

    /// Makes a call that may not be one of this game's.
    fn make_loosely(&mut self, call: Value) -> Result<(Option<G::Reply>, Option<String>), Fate> {
        match serde_json::from_value::<G::Call>(call) {
            Ok(call) => self.make(&call).map(|(reply, refused)| (Some(reply), refused)),
            Err(fault) => {
                let sentence = format!("this is not a call of {}: {fault}", G::INFO.title);
                self.accuse(IncidentKind::Protocol, sentence.clone());
                Ok((None, Some(sentence)))
            }
        }
    }

    /// Makes a call and says what came of it.
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
        if turn_of(&said).is_some_and(|turn| turn != self.session.number) {
            return Err(self.out_of_turn(&said));
        }
        match said {
            FromBot::Call { call, look, .. } => {
                let (reply, refused) = self.make(&call)?;
                let view = self.fresh_view(look);
                let turn = self.session.number;
                let (reply, view) = (Some(&reply), view.as_ref());
                self.tell(&Message::<G>::Reply { turn, reply, refused, view })
            }
            FromBot::Calls { calls, look, .. } => {
                let mut answers = Vec::with_capacity(calls.len());
                for call in &calls {
                    let (reply, refused) = self.make(call)?;
                    answers.push((Some(reply), refused));
                }
                self.tell_replies(&answers, look)
            }
            FromBot::Look { .. } => {
                let view = self.fresh_view(true);
                let turn = self.session.number;
                self.tell(&Message::<G>::View { turn, view: view.as_ref().expect("it was asked") })
            }
            FromBot::Draft { calls, .. } => {
                self.turn.save_draft(&calls);
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

    fn tell_replies(
        &mut self,
        answers: &[(Option<G::Reply>, Option<String>)],
        look: bool,
    ) -> Result<(), Fate> {
        let view = self.fresh_view(look);
        let replies = answers
            .iter()
            .map(|(reply, refused)| Answer { reply: reply.as_ref(), refused: refused.clone() })
            .collect();
        let turn = self.session.number;
        self.tell(&Message::<G>::Replies { turn, replies, view: view.as_ref() })
    }

    fn fresh_view(&mut self, wanted: bool) -> Option<G::View> {
        wanted.then(|| {
            self.turn.look(&mut self.view);
            self.view.clone()
        })
    }

    fn note(&mut self, note: Note) {
        if let Some(note) = self.session.notebook.admit(note) {
            self.turn.note(&note);
        }
    }

    fn done(&mut self, how: How, energy: u64, error: Option<String>) -> Fate {
        if self.session.is_metered {
            self.turn.meter(energy);
        }
        Fate::Ended(match how {
            How::Done => Why::Done,
            How::Silent => {
                self.turn.play_draft();
                Why::Done
            }
            How::Failed => {
                let what = error.unwrap_or_else(|| "an exception".into());
                let round = self.turn.round();
                let sentence = format!("its turn in round {round} was cut short: {what}");
                self.accuse(IncidentKind::Exception, sentence);
                Why::Failed
            }
            How::Paused => Why::Paused,
            How::Finished => Why::Finished,
        })
    }

    fn accuse(&mut self, kind: IncidentKind, sentence: String) {
        let round = self.turn.round();
        self.session.accuse(round, kind, sentence);
    }

    /// The bot said something that is no message of this turn: its turn has failed.
    fn failed(&mut self, what: String) -> Fate {
        let round = self.turn.round();
        self.accuse(IncidentKind::Protocol, format!("its turn in round {round} failed: {what}"));
        let notice = Message::<G>::Error { message: what };
        // It may not be reading; then it will not learn why.
        let soon = Some(Instant::now() + Duration::from_millis(50));
        match self.session.send(&notice, soon) {
            Err(snag @ Snag::Break(Break::Closed | Break::Trouble(_))) => self.fate(snag),
            Ok(()) | Err(_) => {
                self.stop(Stop::Failed);
                Fate::Ended(Why::Failed)
            }
        }
    }

    fn out_of_turn<C>(&mut self, said: &FromBot<C>) -> Fate {
        let (claimed, number) = (turn_of(said).unwrap_or_default(), self.session.number);
        self.failed(format!("turn {claimed} has not begun: this is turn {number}"))
    }

    fn flooded(&mut self) -> Fate {
        let round = self.turn.round();
        let limit = TURN_BYTES >> 20;
        let what = format!("it said more than {limit} MiB in its turn of round {round}");
        self.accuse(IncidentKind::Flood, what);
        self.session.kill();
        Fate::Ended(Why::Gone)
    }

    /// Tells the bot that its turn is over. A bot that does not listen will find out later.
    fn stop(&mut self, why: Stop) {
        let notice = Message::<G>::Stopped { turn: self.session.number, why };
        let soon = Some(Instant::now() + Duration::from_millis(50));
        let _ = self.session.send(&notice, soon);
    }

    /// What a failure of the line means for the turn.
    fn fate(&mut self, snag: Snag) -> Fate {
        let round = self.turn.round();
        let after = format!("after {:.3} s", self.clock.used.as_secs_f64());
        match snag {
            Snag::Break(Break::Trouble(trouble)) => Fate::Trouble(trouble),
            Snag::Break(Break::Closed) => {
                let when = format!("in its turn of round {round}, {after}");
                match self.session.bury(round, &when) {
                    Ok(()) => Fate::Ended(Why::Gone),
                    Err(trouble) => Fate::Trouble(trouble),
                }
            }
            Snag::Break(Break::Late) => {
                let limit = self.clock.allowed.unwrap_or_default().as_secs_f64();
                let what = format!("it took more than the {limit:.3} s it had in round {round}");
                self.accuse(IncidentKind::OutOfTime, what);
                self.stop(Stop::OutOfTime);
                Fate::Ended(Why::OutOfTime)
            }
            Snag::Wire(fault) => {
                if self.session.format == Format::Msgpack {
                    // Where the next frame begins is now anybody's guess.
                    let what = format!("it cannot be understood any more since round {round}");
                    self.accuse(IncidentKind::Protocol, format!("{what}: {fault}"));
                    self.session.kill();
                    return Fate::Ended(Why::Gone);
                }
                self.failed(fault.to_string())
            }
        }
    }
}

/// The turn that something said belongs to.
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

impl<G: Contest, L: Line> Program<G> for Session<G, L> {
    fn turn(&mut self, view: &G::View, turn: &mut Turn<'_, G>) -> Result<Ended, Trouble> {
        self.report.turns += 1;
        if self.is_dead {
            return Ok(Ended { why: Why::Gone, seconds: 0.0 });
        }
        self.number += 1;
        self.actors.insert(turn.actor());
        if self.is_metered {
            turn.meter_outside();
        }
        let seconds = turn.allowance().seconds.filter(|_| self.patience.clock);
        let allowed = seconds.map(|s| Duration::from_secs_f64(s.clamp(0.0, 1e6)));
        self.line.wake();
        let clock = Clock { allowed, used: Duration::ZERO };
        let view_buffer = G::View::default();
        let mut playing = Playing { session: self, turn, clock, bytes: 0, view: view_buffer };
        let fate = playing.run(view);
        let used = playing.clock.used.as_secs_f64();
        if !self.is_dead {
            self.line.rest();
        }
        self.write_log(turn);
        let why = match fate {
            Fate::Ended(why) => why,
            Fate::Trouble(trouble) => return Err(trouble),
        };
        self.report.seconds += used;
        self.report.longest = self.report.longest.max(used);
        self.late_turns = if why == Why::OutOfTime { self.late_turns + 1 } else { 0 };
        if self.late_turns >= LATE_TURNS {
            let round = turn.round();
            let what = format!("it did not answer {LATE_TURNS} times in a row and was given up");
            self.accuse(round, IncidentKind::OutOfTime, what);
            self.kill();
        }
        Ok(Ended { why, seconds: if self.patience.clock { used } else { 0.0 } })
    }

    fn close_gone(&mut self, game: &G) {
        if self.is_dead {
            return;
        }
        let gone: Vec<Actor> =
            self.actors.iter().copied().filter(|&actor| game.is_gone(actor)).collect();
        for actor in gone {
            self.actors.remove(&actor);
            let soon = Some(Instant::now() + Duration::from_millis(50));
            // If it does not hear, it keeps what it has for nothing.
            let _ = self.send(&Message::<G>::Gone { actor: actor.0 }, soon);
        }
    }

    fn over(mut self: Box<Self>, outcome: &Outcome) -> Report {
        if !self.is_dead {
            let (seat, result) = (self.seat, outcome.clone());
            let rank = outcome.standings[seat.index()].rank;
            let notice = Message::<G>::Over { seat: seat.0, rank, result };
            self.line.wake();
            let soon = Some(Instant::now() + Duration::from_millis(50));
            let _ = self.send(&notice, soon);
            let farewell = self.line.hang_up(HangUp::Politely);
            self.note_farewell(&farewell);
        }
        self.report
    }
}

impl<G: Contest, L: Line> Session<G, L> {
    /// What the bot has written to its log goes into the replay as notes of this turn.
    fn write_log(&mut self, turn: &mut Turn<'_, G>) {
        let log = self.line.take_log();
        for line in self.notebook.lines(&log) {
            if let Some(note) = self.notebook.admit(Note::Log(line)) {
                turn.note(&note);
            }
        }
    }
}

const _: () = assert!(MESSAGE_LIMIT <= TURN_BYTES);
