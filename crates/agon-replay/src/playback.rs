//! Plays a replay again, holding every fingerprint against the position it belongs to.

use crate::record::brief;
use crate::{Record, Replay, ReplayFault};
use agon_core::{Actor, Chance, Contest, End, Now, Outcome, Scribe, Spent, Why};
use std::fmt;

/// A match being played again from its file.
pub struct Playback<'a, G: Contest> {
    /// The position reached so far.
    pub game: G,
    setup: G::Setup,
    replay: &'a Replay,
    rest: &'a [u8],
}

/// What a complete verification has seen.
#[derive(Clone, Debug, PartialEq)]
pub struct Verified {
    /// The last round.
    pub rounds: u32,
    /// Orders repeated.
    pub orders: u64,
    /// Fingerprints compared.
    pub hashes: u64,
    /// How the game ended.
    pub outcome: Outcome,
}

impl<'a, G: Contest> Playback<'a, G> {
    /// Sets the match up as it was.
    pub fn open(replay: &'a Replay) -> Result<Playback<'a, G>, ReplayFault> {
        let header = &replay.header;
        if header.game != G::INFO.id {
            let found = header.game.clone();
            return Err(ReplayFault::OtherGame { found, wanted: G::INFO.id });
        }
        if header.version != G::INFO.version {
            let (found, wanted) = (header.version, G::INFO.version);
            return Err(ReplayFault::OtherVersion { game: G::INFO.title, found, wanted });
        }
        let cut = || ReplayFault::Body("it ends inside the setup".into());
        let (length, rest) = replay.body.split_first_chunk::<4>().ok_or_else(cut)?;
        let length = u32::from_le_bytes(*length) as usize;
        let (setup, rest) = rest.split_at_checked(length).ok_or_else(cut)?;
        let setup: G::Setup =
            serde_json::from_slice(setup).map_err(|e| ReplayFault::Setup(e.to_string()))?;
        check_rules::<G>(&setup, replay)?;
        let game = G::new(&setup, Chance::seeded(header.seed));
        Ok(Playback { game, setup, replay, rest })
    }

    /// What the match was set up from.
    pub fn setup(&self) -> &G::Setup {
        &self.setup
    }

    /// Repeats everything to the end, telling `scribe`; the first difference is an error.
    pub fn run(&mut self, scribe: &mut dyn Scribe<G>) -> Result<Verified, ReplayFault> {
        let (mut orders, mut hashes) = (0, 0);
        // The round whose fingerprint has been seen: the first one's is due before anything else.
        let mut proved = None;
        let mut named = None;
        loop {
            let record = postcard::take_from_bytes::<Record<G::Call>>(self.rest);
            let (record, rest) = record.map_err(|e| {
                ReplayFault::Body(format!("after {orders} orders an entry cannot be read ({e})"))
            })?;
            self.rest = rest;
            let due = proved != Some(self.game.round()) && !matches!(self.game.now(), Now::Over(_));
            if due && !matches!(record, Record::Round(_)) {
                return Err(self.diverges("the file has no fingerprint of this round".into()));
            }
            match record {
                Record::By(actor) => named = Some(actor),
                Record::Call(call) => {
                    let actor = self.speaker(named.take())?;
                    orders += 1;
                    let reply = self.game.call(actor, &call);
                    scribe.call(&self.game, actor, &call, &reply);
                }
                Record::Note(note) => {
                    let actor = self.speaker(named.take())?;
                    scribe.note(&self.game, actor, &note);
                }
                Record::Done { energy } => {
                    let spent = Spent { seconds: 0.0, energy };
                    self.end(named.take(), End { why: Why::Done, spent }, scribe)?;
                }
                Record::End(end) => self.end(named.take(), end, scribe)?,
                Record::Round(hash) => {
                    hashes += 1;
                    proved = Some(self.game.round());
                    let (expected, got) = (u16::from_le_bytes(hash), brief(self.game.hash()));
                    self.expect("state", Hex(expected), Hex(u16::from_le_bytes(got)))?;
                }
                Record::Over(hash) => {
                    hashes += 1;
                    self.expect("final state", hash, self.game.hash())?;
                    self.expect("number of orders", self.replay.header.orders, orders)?;
                    self.expect("last round", self.replay.header.rounds, self.game.round())?;
                    let outcome = self.check_over()?;
                    return Ok(Verified { rounds: self.game.round(), orders, hashes, outcome });
                }
            }
        }
    }

    fn end(
        &mut self,
        named: Option<Actor>,
        end: End,
        scribe: &mut dyn Scribe<G>,
    ) -> Result<(), ReplayFault> {
        let actor = self.speaker(named)?;
        self.game.end(actor, end);
        scribe.end(&self.game, actor, &end);
        Ok(())
    }

    /// Who speaks: the actor that was named, or the first that the game waits for.
    fn speaker(&self, named: Option<Actor>) -> Result<Actor, ReplayFault> {
        match (self.game.now(), named) {
            (Now::Over(_), _) => {
                Err(self.diverges("the log goes on after the game is over".into()))
            }
            (Now::Turn(actors), Some(actor)) if !actors.contains(&actor) => {
                Err(self.diverges(format!("actor {} speaks out of turn", actor.0)))
            }
            (Now::Turn(_), Some(actor)) => Ok(actor),
            (Now::Turn(actors), None) => actors
                .first()
                .copied()
                .ok_or_else(|| self.diverges("nobody is asked, but somebody speaks".into())),
        }
    }

    fn check_over(&self) -> Result<Outcome, ReplayFault> {
        let Now::Over(outcome) = self.game.now() else {
            return Err(self.diverges("the file ends the game, but it goes on".into()));
        };
        if !self.rest.is_empty() {
            return Err(ReplayFault::Body("something follows the end of the game".into()));
        }
        if outcome != self.replay.header.result {
            let claimed = &self.replay.header.result.reason.sentence;
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

/// The header's rules are those the setup plays by: a match is set up from map, profile and seats.
fn check_rules<G: Contest>(setup: &G::Setup, replay: &Replay) -> Result<(), ReplayFault> {
    let (rules, seats) = (replay.header.rules, replay.header.seats.len());
    let plain = |setup: &G::Setup| serde_json::to_value(setup).ok();
    let claimed = G::new_setup(G::map_of(setup).clone(), rules, seats);
    match claimed {
        Ok(claimed) if plain(&claimed) == plain(setup) => Ok(()),
        _ => Err(ReplayFault::Setup(format!(
            "it is not what the header claims, {rules} rules for {seats} bots"
        ))),
    }
}

/// A brief fingerprint as it is shown.
#[derive(PartialEq)]
struct Hex(u16);

impl fmt::Display for Hex {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:04x}", self.0)
    }
}
