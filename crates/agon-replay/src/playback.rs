//! Plays a replay again and compares every hash with the position.

use crate::record::brief;
use crate::{Header, Record, Replay, ReplayFault};
use agon_core::{Actor, Chance, Contest, End, Now, Outcome, Scribe, Spent, Why, count, safe_line};
use std::borrow::Cow;
use std::fmt;

/// A replay being played.
pub struct Playback<'a, G: Contest> {
    /// The position reached so far.
    pub game: G,
    setup: G::Setup,
    replay: Cow<'a, Replay>,
    /// Bytes of the body that were played so far.
    read: usize,
    /// Orders played so far.
    orders: u64,
    /// Hashes compared so far.
    hashes: u64,
    /// The round whose hash has been compared; the hash of the first round is the first entry.
    verified_round: Option<u32>,
    /// The actor of the next entry, if the entry before named it.
    named: Option<Actor>,
    /// Whether the last entry ended a turn or began a round.
    is_before_turn: bool,
    /// Whether the moment was reached at which the match was forked.
    has_forked: bool,
}

/// The result of a complete verification.
#[derive(Clone, Debug, PartialEq)]
pub struct Verified {
    /// The last round played.
    pub rounds: u32,
    /// Number of orders.
    pub orders: u64,
    /// Number of hashes compared.
    pub hashes: u64,
    /// The result of the match.
    pub outcome: Outcome,
}

/// The number of turns that ended by a fault of a bot: out of time, with an error, or without a program.
/// Reads the records without playing them.
pub fn failed_turns<G: Contest>(replay: &Replay) -> Result<u32, ReplayFault> {
    let (_, mut rest) = split_setup(replay)?;
    let mut failed = 0;
    while !rest.is_empty() {
        let (record, after) = postcard::take_from_bytes::<Record<G::Call>>(rest)
            .map_err(|e| ReplayFault::Body(format!("an entry cannot be read ({e})")))?;
        if let Record::End(End { why: Why::OutOfTime | Why::Failed | Why::Gone, .. }) = record {
            failed += 1;
        }
        rest = after;
    }
    Ok(failed)
}

/// The setup as JSON, and the records.
fn split_setup(replay: &Replay) -> Result<(&[u8], &[u8]), ReplayFault> {
    let cut = || ReplayFault::Body("it ends inside the setup".into());
    split_body(&replay.body).ok_or_else(cut)
}

fn split_body(body: &[u8]) -> Option<(&[u8], &[u8])> {
    let (length, rest) = body.split_first_chunk::<4>()?;
    rest.split_at_checked(u32::from_le_bytes(*length) as usize)
}

impl<'a, G: Contest> Playback<'a, G> {
    /// Sets up the match of the replay.
    pub fn open(replay: &'a Replay) -> Result<Playback<'a, G>, ReplayFault> {
        Playback::of(Cow::Borrowed(replay))
    }

    fn of(replay: Cow<'a, Replay>) -> Result<Playback<'a, G>, ReplayFault> {
        let header = &replay.header;
        if header.game != G::INFO.id {
            let found = header.game.clone();
            return Err(ReplayFault::OtherGame { found, wanted: G::INFO.id });
        }
        if header.version != G::INFO.version {
            let (found, wanted) = (header.version, G::INFO.version);
            return Err(ReplayFault::OtherVersion { game: G::INFO.title, found, wanted });
        }
        let (setup, rest) = split_setup(&replay)?;
        let read = replay.body.len() - rest.len();
        let setup: G::Setup =
            serde_json::from_slice(setup).map_err(|e| ReplayFault::Setup(e.to_string()))?;
        check_rules::<G>(&setup, &replay)?;
        let game = G::new(&setup, Chance::seeded(header.seed));
        Ok(Playback {
            game,
            setup,
            replay,
            read,
            orders: 0,
            hashes: 0,
            verified_round: None,
            named: None,
            is_before_turn: false,
            has_forked: false,
        })
    }

    /// The setup of the match.
    pub fn setup(&self) -> &G::Setup {
        &self.setup
    }

    /// Plays to the end and reports to `scribe`; the first difference is an error.
    pub fn run(&mut self, scribe: &mut dyn Scribe<G>) -> Result<Verified, ReplayFault> {
        loop {
            if let Some(verified) = self.step(scribe)? {
                return Ok(verified);
            }
        }
    }

    /// The same, but stops before the first turn for whose position `stop` is true, and returns `None` then.
    pub fn run_until(
        &mut self,
        scribe: &mut dyn Scribe<G>,
        stop: &mut dyn FnMut(&G) -> bool,
    ) -> Result<Option<Verified>, ReplayFault> {
        loop {
            if self.is_before_turn && !self.is_hash_due() && stop(&self.game) {
                return Ok(None);
            }
            if let Some(verified) = self.step(scribe)? {
                return Ok(Some(verified));
            }
        }
    }

    /// Plays one record; the result if it was the last one.
    fn step(&mut self, scribe: &mut dyn Scribe<G>) -> Result<Option<Verified>, ReplayFault> {
        let (record, length) = self.next().map_err(|error| self.unreadable(error))?;
        self.play(record, length, scribe)
    }

    /// The next record and its length in bytes.
    fn next(&self) -> postcard::Result<(Record<G::Call>, usize)> {
        let rest = &self.replay.body[self.read..];
        let (record, after) = postcard::take_from_bytes::<Record<G::Call>>(rest)?;
        Ok((record, rest.len() - after.len()))
    }

    fn unreadable(&self, error: postcard::Error) -> ReplayFault {
        let orders = self.orders;
        ReplayFault::Body(format!("the entry after {orders} orders cannot be read ({error})"))
    }

    /// Plays the record that begins here and has this length.
    fn play(
        &mut self,
        record: Record<G::Call>,
        length: usize,
        scribe: &mut dyn Scribe<G>,
    ) -> Result<Option<Verified>, ReplayFault> {
        if self.is_hash_due() && !matches!(record, Record::Round(_)) {
            return Err(self.diverges("the file has no hash of this round".into()));
        }
        self.check_fork();
        self.read += length;
        self.is_before_turn =
            matches!(record, Record::Done { .. } | Record::End(_) | Record::Round(_));
        match record {
            Record::By(actor) => self.named = Some(actor),
            Record::Call(call) => {
                let actor = self.acting_actor()?;
                self.orders += 1;
                let reply = self.game.call(actor, &call);
                scribe.call(&self.game, actor, &call, &reply);
            }
            Record::Note(note) => {
                let actor = self.acting_actor()?;
                scribe.note(&self.game, actor, &note);
            }
            Record::Done { energy } => {
                let spent = Spent { seconds: 0.0, energy };
                self.end(End { why: Why::Done, spent }, scribe)?;
            }
            Record::End(end) => self.end(end, scribe)?,
            Record::Round(hash) => {
                self.hashes += 1;
                self.verified_round = Some(self.game.round());
                let (expected, got) = (u16::from_le_bytes(hash), brief(self.game.hash()));
                self.expect("state", Hex(expected), Hex(u16::from_le_bytes(got)))?;
            }
            Record::Over(hash) => {
                self.hashes += 1;
                self.expect("final state", hash, self.game.hash())?;
                self.expect("number of orders", self.replay.header.orders, self.orders)?;
                self.expect("last round", self.replay.header.rounds, self.game.round())?;
                let outcome = self.check_over()?;
                let (rounds, orders, hashes) = (self.game.round(), self.orders, self.hashes);
                return Ok(Some(Verified { rounds, orders, hashes, outcome }));
            }
        }
        Ok(None)
    }

    /// Whether the next record must be the hash of a round that has begun.
    fn is_hash_due(&self) -> bool {
        self.verified_round != Some(self.game.round()) && !matches!(self.game.now(), Now::Over(_))
    }

    /// Remembers whether the match has reached the fork that the header names: a turn of the named round
    /// begins after the named number of bytes of the body.
    fn check_fork(&mut self) {
        if let Some(fork) = &self.replay.header.fork {
            let is_it = self.read as u64 == fork.bytes
                && self.game.round() == fork.round
                && self.is_before_turn;
            self.has_forked |= is_it;
        }
    }

    fn end(&mut self, end: End, scribe: &mut dyn Scribe<G>) -> Result<(), ReplayFault> {
        let actor = self.acting_actor()?;
        self.game.end(actor, end);
        scribe.end(&self.game, actor, &end);
        Ok(())
    }

    /// The actor of an entry: the named one, or else the first actor on turn.
    fn acting_actor(&mut self) -> Result<Actor, ReplayFault> {
        match (self.game.now(), self.named.take()) {
            (Now::Over(_), _) => {
                Err(self.diverges("the log continues after the game is over".into()))
            }
            (Now::Turn(actors), Some(actor)) if !actors.contains(&actor) => {
                Err(self.diverges(format!("actor {} acts out of turn", actor.0)))
            }
            (Now::Turn(_), Some(actor)) => Ok(actor),
            (Now::Turn(actors), None) => actors
                .first()
                .copied()
                .ok_or_else(|| self.diverges("an entry follows, but no actor is on turn".into())),
        }
    }

    fn check_over(&self) -> Result<Outcome, ReplayFault> {
        let Now::Over(outcome) = self.game.now() else {
            return Err(self.diverges("the file ends here, but the game is not over".into()));
        };
        if let (Some(fork), false) = (&self.replay.header.fork, self.has_forked) {
            return Err(self.diverges(format!(
                "the header claims a fork in round {}, but no turn of that round begins after {} bytes",
                fork.round, fork.bytes
            )));
        }
        if self.read < self.replay.body.len() {
            return Err(ReplayFault::Body("data follows the end of the game".into()));
        }
        if !outcome.is_same_as(&self.replay.header.result) {
            let claimed = safe_line(&self.replay.header.result.reason.sentence);
            return Err(self.diverges(format!(
                "the header claims the result \"{claimed}\", the game ends with \"{}\"",
                outcome.reason.sentence
            )));
        }
        Ok(outcome)
    }

    fn expect<T: PartialEq + fmt::Display>(
        &self,
        what: &str,
        expected: T,
        got: T,
    ) -> Result<(), ReplayFault> {
        if expected == got {
            return Ok(());
        }
        Err(self.diverges(format!("the {what} should be {expected}, it is {got}")))
    }

    fn diverges(&self, what: String) -> ReplayFault {
        ReplayFault::Diverges { round: self.game.round(), what }
    }
}

impl<G: Contest> Playback<'static, G> {
    /// Sets up a match that is still being recorded, from the header and the first bytes of its body, which
    /// contain the setup. The header's result and counts are not looked at.
    pub fn open_unfinished(
        header: Header,
        body: Vec<u8>,
    ) -> Result<Playback<'static, G>, ReplayFault> {
        Playback::of(Cow::Owned(Replay { header, body, has_notes: true }))
    }

    /// Adds bytes of the body and plays the records that are complete.
    pub fn add(&mut self, bytes: &[u8], scribe: &mut dyn Scribe<G>) -> Result<(), ReplayFault> {
        self.replay.to_mut().body.extend_from_slice(bytes);
        loop {
            match self.next() {
                Ok((record, length)) => self.play(record, length, scribe)?,
                Err(postcard::Error::DeserializeUnexpectedEnd) => return Ok(()),
                Err(error) => return Err(self.unreadable(error)),
            };
        }
    }
}

/// Whether the first bytes of a body contain the whole setup.
pub fn has_setup(body: &[u8]) -> bool {
    split_body(body).is_some()
}

/// Checks that the setup follows from the map, the rules and the number of seats in the header.
fn check_rules<G: Contest>(setup: &G::Setup, replay: &Replay) -> Result<(), ReplayFault> {
    let (rules, seats) = (replay.header.rules, replay.header.seats.len());
    let to_json = |setup: &G::Setup| serde_json::to_value(setup).ok();
    let claimed = G::new_setup(G::map_of(setup).clone(), rules, seats);
    match claimed {
        Ok(claimed) if to_json(&claimed) == to_json(setup) => Ok(()),
        _ => Err(ReplayFault::Setup(format!(
            "it does not match the header, which claims {rules} rules for {}",
            count(seats as u64, "bot")
        ))),
    }
}

/// A 16-bit hash, displayed as hexadecimal digits.
#[derive(PartialEq)]
struct Hex(u16);

impl fmt::Display for Hex {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:04x}", self.0)
    }
}
