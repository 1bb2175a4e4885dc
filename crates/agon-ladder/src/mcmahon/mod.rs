//! McMahon and Swiss tournaments: start scores, scores and tie-breaks, and the pairing of a round.
//!
//! A Swiss tournament is a McMahon tournament in which all start scores are 0. Scores are counted in half
//! points and always recomputed from the results, so correcting a result corrects everything after it.

mod explain;
mod pairing;
mod scores;
mod start;

pub use explain::{Alternative, explain};
pub use pairing::{CRITERIA, Cost, Draw, Floater, Pairing, Rules, Unpaired, pair_round};
pub use scores::{Criterion, Row, Scores, standings};
pub use start::{ArenaRecord, Bands, SeedBy, bar_size, rounds_for, seed_order, start_scores};

use serde::{Deserialize, Serialize};

/// Half points.
pub type HalfPoints = i64;

/// A participant. Its number never changes, whatever the order of a list.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Entrant {
    /// The number by which results refer to it.
    pub id: u32,
    /// The place in the seed order, 1 is best.
    pub seed: u32,
    /// The start score in whole points.
    pub start: u32,
    /// Entrants with the same team or author number can be kept apart.
    pub team: Option<u32>,
    /// The first round without the entrant.
    pub withdrawn: Option<u32>,
    /// The round from which the entrant is disqualified.
    pub disqualified: Option<u32>,
}

impl Entrant {
    /// An entrant that plays all rounds.
    pub fn new(id: u32, seed: u32, start: u32) -> Entrant {
        Entrant { id, seed, start, team: None, withdrawn: None, disqualified: None }
    }

    /// Whether the entrant has left before this round (counted from 1).
    pub fn has_left(&self, round: u32) -> bool {
        [self.withdrawn, self.disqualified].into_iter().flatten().any(|left| round >= left)
    }
}

/// A pairing of a round and its result.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Meeting {
    /// The entrant in the first seat.
    pub first: u32,
    /// The entrant in the second seat.
    pub second: u32,
    /// Half points of both, once played. Both get 0 if both bots failed.
    pub result: Option<(HalfPoints, HalfPoints)>,
    /// Games won in the series, for the tie-break `game_points`.
    #[serde(default)]
    pub games: (u32, u32),
}

/// Why an entrant had no opponent in a round.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Idle {
    /// The field was odd: 1 point.
    Bye,
    /// Played the house bot instead of a bye: these half points.
    House(HalfPoints),
    /// Announced absence: 1/2 point.
    Absent,
    /// Withdrawn: 1/2 point, so that former opponents' tie-breaks do not suffer.
    Withdrawn,
    /// Unexcused, absent too often, or disqualified: 0 points.
    Missing,
}

impl Idle {
    /// Half points without a game; their sum is rounded down to whole points.
    fn unplayed(self) -> HalfPoints {
        match self {
            Idle::Bye => 2,
            Idle::Absent | Idle::Withdrawn => 1,
            Idle::House(_) | Idle::Missing => 0,
        }
    }
}

/// One round: pairings and idle entrants.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Round {
    /// The pairings.
    pub meetings: Vec<Meeting>,
    /// All other entrants.
    pub idle: Vec<(u32, Idle)>,
}

/// How the games of a disqualified entrant count.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Disqualified {
    /// They stand.
    #[default]
    Keep,
    /// They are void: the opponents win by default.
    Void,
}

/// A tournament so far.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Event {
    /// All participants.
    pub entrants: Vec<Entrant>,
    /// The rounds in order. The last may still lack results.
    pub rounds: Vec<Round>,
    /// How games of disqualified entrants count.
    #[serde(default)]
    pub disqualified: Disqualified,
}

impl Event {
    /// Index of an entrant in the list.
    pub(crate) fn index(&self, id: u32) -> usize {
        self.entrants.iter().position(|e| e.id == id).expect("rounds name entrants of the event")
    }

    /// Adds a late entrant.
    pub fn join(&mut self, entrant: Entrant, rules: &Rules) {
        for (number, round) in (1..).zip(&mut self.rounds) {
            round.idle.push((entrant.id, rules.missed(number)));
        }
        self.entrants.push(entrant);
    }

    /// Whether all pairings of all rounds have a result.
    pub fn is_closed(&self) -> bool {
        self.rounds.iter().all(|round| round.meetings.iter().all(|m| m.result.is_some()))
    }
}
