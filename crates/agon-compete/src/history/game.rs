//! A drawn game, its attempts, and the ranks that count.

use crate::{DrawnGame, EntrantId, Played};
use agon_core::count;

/// A drawn game and what became of it.
#[derive(Clone, Debug)]
pub struct Game {
    /// As it was drawn.
    pub drawn: DrawnGame,
    /// The round that it was drawn in.
    pub round: u32,
    /// The current attempt, from 1.
    pub attempt: u32,
    /// Infrastructure failures of the current attempt.
    pub voids: u32,
    /// The result of the current attempt.
    pub played: Option<Played>,
    /// Why the current attempt is not played.
    pub dropped: Option<String>,
    /// Entrants that lose the game whatever it says.
    pub forfeits: Vec<EntrantId>,
    /// Ranks set by a ruling.
    pub corrected: Option<Vec<u8>>,
    /// Results of earlier attempts, which no longer count.
    pub superseded: Vec<Played>,
}

impl Game {
    pub(super) fn new(drawn: DrawnGame, round: u32) -> Game {
        Game {
            drawn,
            round,
            attempt: 1,
            voids: 0,
            played: None,
            dropped: None,
            forfeits: Vec::new(),
            corrected: None,
            superseded: Vec::new(),
        }
    }

    /// Whether the game still has to be played.
    pub fn is_open(&self) -> bool {
        self.played.is_none() && self.dropped.is_none()
    }

    /// The ranks that count; `None` while the game is open and if it has no result. A bot that forfeits, or
    /// never played a turn, loses to every other; if that is true of all of them, there is no result.
    pub fn ranks(&self) -> Option<Vec<u8>> {
        if self.is_open() {
            return None;
        }
        if let Some(ranks) = &self.corrected {
            return Some(ranks.clone());
        }
        let seats = self.drawn.seats.len();
        let is_silent = |seat: usize| self.played.as_ref().is_some_and(|game| game.silent[seat]);
        let lost: Vec<bool> = (0..seats)
            .map(|seat| is_silent(seat) || self.forfeits.contains(&self.drawn.seats[seat]))
            .collect();
        let ranks = match (&self.played, lost.contains(&true)) {
            (None, false) => return None,
            (Some(played), false) => return Some(played.ranks.clone()),
            (Some(played), true) => played.ranks.clone(),
            (None, true) => vec![1; seats],
        };
        let others: Vec<u8> = (0..seats).filter(|&seat| !lost[seat]).map(|s| ranks[s]).collect();
        if others.is_empty() {
            return None;
        }
        let better = |rank: u8| 1 + others.iter().filter(|other| **other < rank).count() as u8;
        let last = others.len() as u8 + 1;
        Some((0..seats).map(|seat| if lost[seat] { last } else { better(ranks[seat]) }).collect())
    }

    /// Whether all its bots had stopped responding.
    pub fn all_dead(&self) -> bool {
        self.played.as_ref().is_some_and(|played| played.dead.iter().all(|dead| *dead))
    }

    /// Starts the next attempt.
    pub(super) fn rerun(&mut self) {
        self.superseded.extend(self.played.take());
        self.attempt += 1;
        self.voids = 0;
        (self.dropped, self.corrected) = (None, None);
        self.forfeits.clear();
    }
}

/// Why these are not the ranks of a game with this many seats.
pub(super) fn rank_fault(ranks: &[u8], seats: usize) -> Option<String> {
    let fits = |rank: &u8| (1..=seats).contains(&usize::from(*rank));
    if ranks.len() != seats {
        let ranks = count(ranks.len() as u64, "rank");
        Some(format!("it has {ranks} for {}", count(seats as u64, "seat")))
    } else if !ranks.iter().all(fits) || !ranks.contains(&1) {
        Some(format!("ranks go from 1 to {seats}, and one of them is 1; these are {ranks:?}"))
    } else {
        None
    }
}
