//! Events: typed things worth noticing in a frame, for viewers and commentators.

use crate::{Seat, Spot};
use serde::Serialize;

/// Something worth noticing that happened between two frames.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Event {
    /// What kind of thing.
    pub kind: EventKind,
    /// The seat that brought it about.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub by: Option<Seat>,
    /// The seat that it happened to.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub to: Option<Seat>,
    /// Where on the board.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at: Option<Spot>,
    /// The whole event as a sentence without a full stop.
    pub sentence: String,
}

/// The kinds of events, the same for all games.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum EventKind {
    /// A place or thing changed its owner.
    Capture,
    /// A unit was destroyed.
    Kill,
    /// A unit or place was hit, but not destroyed.
    Hit,
    /// Something lasting was made: a building, a new kind of unit.
    Build,
    /// Two players exchanged goods.
    Trade,
    /// A seat lost its last unit or place, or was put out of the game.
    Elimination,
    /// Orders were refused.
    Refusal,
    /// Another seat has the best score.
    LeadChange,
}

impl Event {
    /// An event without seats and place; the methods below add them.
    pub fn new(kind: EventKind, sentence: impl Into<String>) -> Event {
        Event { kind, by: None, to: None, at: None, sentence: sentence.into() }
    }

    /// Names the seat that brought it about.
    pub fn by(mut self, seat: Seat) -> Event {
        self.by = Some(seat);
        self
    }

    /// Names the seat that it happened to.
    pub fn to(mut self, seat: Seat) -> Event {
        self.to = Some(seat);
        self
    }

    /// Names the place.
    pub fn at(mut self, spot: Spot) -> Event {
        self.at = Some(spot);
        self
    }
}
