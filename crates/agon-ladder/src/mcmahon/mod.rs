//! McMahon and Swiss tournaments: start scores, scores and tie-breaks, and the pairing of a round.
//!
//! A Swiss is a McMahon in which everybody starts at nought. Everything is counted in half points, and
//! everything is derived from what happened: a corrected result corrects all that follows from it.

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
pub type Half = i64;

/// Somebody who takes part. Numbers are given once and never change, whatever the order of a list.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Entrant {
    /// The number that everything else refers to.
    pub id: u32,
    /// The place in the seed order, 1 is best.
    pub seed: u32,
    /// The start score in whole points.
    pub start: u32,
    /// Entrants of the same team or author, if that matters.
    pub team: Option<u32>,
    /// The first round in which the entrant is no longer there.
    pub withdrawn: Option<u32>,
    /// The round from which the entrant is disqualified.
    pub disqualified: Option<u32>,
}

impl Entrant {
    /// An entrant who stays to the end.
    pub fn new(id: u32, seed: u32, start: u32) -> Entrant {
        Entrant { id, seed, start, team: None, withdrawn: None, disqualified: None }
    }

    /// Whether the entrant has left before this round (counted from 1).
    pub fn has_left(&self, round: u32) -> bool {
        [self.withdrawn, self.disqualified].into_iter().flatten().any(|left| round >= left)
    }
}

/// A pairing of a round and how it ended. The one who sits on the first seat is named first.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Meeting {
    /// Who plays first.
    pub first: u32,
    /// Who plays second.
    pub second: u32,
    /// Half points of both, once it has been played. Both get none if both bots failed.
    pub result: Option<(Half, Half)>,
    /// Games won in the series, for the tie-break `game_points`.
    #[serde(default)]
    pub games: (u32, u32),
}

/// Why an entrant had no opponent in a round.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Idle {
    /// The field was odd: a whole point.
    Bye,
    /// Met the house bot instead of a bye: these half points.
    House(Half),
    /// Announced to be absent: half a point.
    Absent,
    /// Has withdrawn: half a point, so that former opponents do not suffer.
    Withdrawn,
    /// Not there and not excused, absent too often, or disqualified: nothing.
    Missing,
}

impl Idle {
    /// Unplayed points in halves; they are rounded down to whole points in the end.
    fn unplayed(self) -> Half {
        match self {
            Idle::Bye => 2,
            Idle::Absent | Idle::Withdrawn => 1,
            Idle::House(_) | Idle::Missing => 0,
        }
    }
}

/// One round: who met whom, and who met nobody.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Round {
    /// The pairings.
    pub meetings: Vec<Meeting>,
    /// Everybody else.
    pub idle: Vec<(u32, Idle)>,
}

/// What becomes of the games of a disqualified entrant.
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
    /// Everybody who takes part.
    pub entrants: Vec<Entrant>,
    /// The rounds, the first first. The last may still be without results.
    pub rounds: Vec<Round>,
    /// What disqualification does to games.
    #[serde(default)]
    pub disqualified: Disqualified,
}

impl Event {
    /// The place of an entrant in the list.
    pub(crate) fn index(&self, id: u32) -> usize {
        self.entrants.iter().position(|e| e.id == id).expect("rounds name entrants of the event")
    }

    /// Lets somebody join late: the rounds that were missed count as absences.
    pub fn join(&mut self, entrant: Entrant) {
        for round in &mut self.rounds {
            round.idle.push((entrant.id, Idle::Absent));
        }
        self.entrants.push(entrant);
    }

    /// Whether all pairings of all rounds have a result.
    pub fn is_closed(&self) -> bool {
        self.rounds.iter().all(|round| round.meetings.iter().all(|m| m.result.is_some()))
    }
}
