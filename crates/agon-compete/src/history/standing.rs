//! What is known about each entrant after the games so far, kept up to date game by game.

use super::Game;
use crate::EntrantId;
use agon_ladder::rating::weng_lin::{Belief, update};
use std::collections::BTreeMap;

/// One entrant's record so far.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Standing {
    /// Estimated strength.
    pub belief: Belief,
    /// Games with a result.
    pub games: u32,
    /// Consecutive games in which it stopped responding.
    pub dead_in_a_row: u32,
    /// Consecutive games that could not be played.
    pub unplayable_in_a_row: u32,
}

/// The records of all entrants.
#[derive(Clone, Debug, Default)]
pub(super) struct Standings {
    of: Vec<Standing>,
    /// Meetings drawn, by entrant.
    turns: Vec<u32>,
    met: BTreeMap<(EntrantId, EntrantId), u32>,
}

impl Standings {
    pub fn enter(&mut self, turns: u32) {
        self.of.push(Standing::default());
        self.turns.push(turns);
    }

    pub fn turns(&self, entrant: EntrantId) -> u32 {
        self.turns[index(entrant)]
    }

    /// An entrant was drawn for a meeting.
    pub fn take_turn(&mut self, entrant: EntrantId) {
        self.turns[index(entrant)] += 1;
    }

    /// An entrant comes back: it does not get the turns that it missed.
    pub fn catch_up(&mut self, entrant: EntrantId, turns: u32) {
        let own = &mut self.turns[index(entrant)];
        *own = turns.max(*own);
    }

    pub fn get(&self, entrant: EntrantId) -> &Standing {
        &self.of[index(entrant)]
    }

    pub fn met(&self, a: EntrantId, b: EntrantId) -> u32 {
        self.met.get(&(a.min(b), a.max(b))).copied().unwrap_or(0)
    }

    /// Forgets the failures of an entrant that was set aside.
    pub fn forgive(&mut self, entrant: EntrantId) {
        let standing = &mut self.of[index(entrant)];
        (standing.dead_in_a_row, standing.unplayable_in_a_row) = (0, 0);
    }

    /// Adds a game that has ended.
    pub fn add(&mut self, game: &Game) {
        let seats = &game.drawn.seats;
        if let Some(played) = &game.played {
            for (seat, dead) in seats.iter().zip(&played.dead) {
                let standing = &mut self.of[index(*seat)];
                standing.dead_in_a_row = if *dead { standing.dead_in_a_row + 1 } else { 0 };
                standing.unplayable_in_a_row = 0;
            }
        } else if game.voids > 0 {
            seats.iter().for_each(|seat| self.of[index(*seat)].unplayable_in_a_row += 1);
        }
        let Some(ranks) = game.ranks() else { return };
        let before: Vec<Belief> = seats.iter().map(|seat| self.of[index(*seat)].belief).collect();
        for (seat, belief) in seats.iter().zip(update(&before, &ranks)) {
            let standing = &mut self.of[index(*seat)];
            standing.belief = belief;
            standing.games += 1;
        }
        for (place, &a) in seats.iter().enumerate() {
            for &b in seats[place + 1..].iter().filter(|b| **b != a) {
                *self.met.entry((a.min(b), a.max(b))).or_default() += 1;
            }
        }
    }

    pub fn clear(&mut self) {
        self.of.iter_mut().for_each(|standing| *standing = Standing::default());
        self.met.clear();
    }
}

fn index(entrant: EntrantId) -> usize {
    entrant.0 as usize - 1
}
