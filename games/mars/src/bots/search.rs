//! Breadth-first search over sets of tiles: ring by ring, and only over the rows that a ring can touch.

use super::bits::{Bits, NEIGHBOURS, Place, first_in_square};
use crate::constants::SIDE_MAX;

/// The rings of one search: ring d holds the tiles whose distance from the start is d. The buffers are
/// kept for the next search.
#[derive(Default)]
pub(super) struct Search {
    rings: Vec<Bits>,
}

impl Search {
    /// Searches from a tile, which is not a goal itself; see [`Search::run`].
    pub(super) fn run_from(
        &mut self,
        start: Place,
        open: &Bits,
        goals: &Bits,
        far: usize,
    ) -> Option<usize> {
        self.spread(Bits::of(start), (start.0, start.0), open, goals, far)
    }

    /// Searches from a set of tiles through open ones, until a ring touches a goal or has distance
    /// `far`. Returns the distance of that ring; 0 if a goal is among the starts.
    pub(super) fn run(
        &mut self,
        starts: &Bits,
        open: &Bits,
        goals: &Bits,
        far: usize,
    ) -> Option<usize> {
        self.rings.clear();
        let used = |row: &usize| starts.row(*row) != 0;
        let (first, last) = ((0..SIDE_MAX).find(used)?, (0..SIDE_MAX).rfind(used)?);
        if (first..=last).any(|row| starts.row(row) & goals.row(row) != 0) {
            self.rings.push(*starts);
            return Some(0);
        }
        self.spread(*starts, (first, last), open, goals, far)
    }

    fn spread(
        &mut self,
        starts: Bits,
        (mut first, mut last): (usize, usize),
        open: &Bits,
        goals: &Bits,
        far: usize,
    ) -> Option<usize> {
        self.rings.clear();
        self.rings.push(starts);
        let mut fresh = *open - starts;
        for distance in 1..=far {
            (first, last) = (first.saturating_sub(1), (last + 1).min(SIDE_MAX - 1));
            let (mut any, mut hit) = (0, 0);
            self.rings.push(Bits::EMPTY);
            let [.., inner, ring] = self.rings.as_mut_slice() else {
                return None;
            };
            let (mut above, mut here) = (0, widened(inner.row(first)));
            for row in first..=last {
                let below = if row < last { widened(inner.row(row + 1)) } else { 0 };
                let reached = (above | here | below) & fresh.row(row);
                *ring.row_mut(row) = reached;
                *fresh.row_mut(row) ^= reached;
                any |= reached;
                hit |= reached & goals.row(row);
                (above, here) = (here, below);
            }
            if any == 0 {
                self.rings.pop();
                return None;
            }
            if hit != 0 {
                return Some(distance);
            }
        }
        None
    }

    /// The tiles at a distance from the start of the last search.
    pub(super) fn ring(&self, distance: usize) -> Bits {
        self.rings.get(distance).copied().unwrap_or(Bits::EMPTY)
    }

    /// How many rings the last search found.
    pub(super) fn rings(&self) -> usize {
        self.rings.len()
    }

    /// The first steps of all shortest ways to a tile at this distance.
    pub(super) fn first_steps(&self, target: Place, distance: usize) -> Bits {
        let mut steps = Bits::of(target);
        let (mut first, mut last) = (target.0, target.0);
        for ring in self.rings[1..distance.max(1)].iter().rev() {
            (first, last) = (first.saturating_sub(1), (last + 1).min(SIDE_MAX - 1));
            let (mut above, mut here) = (0, widened(steps.row(first)));
            for row in first..=last {
                let below = if row < last { widened(steps.row(row + 1)) } else { 0 };
                *steps.row_mut(row) = (above | here | below) & ring.row(row);
                (above, here) = (here, below);
            }
        }
        steps
    }
}

/// The tiles of a row and their neighbours in it.
fn widened(row: u64) -> u64 {
    row | row << 1 | row >> 1
}

/// The ways from everywhere to the nearest of some goals, computed once a turn and only if a robot needs
/// them. They serve robots without a goal near them, for each of which a search of its own would visit
/// most of the map.
#[derive(Default)]
pub(super) struct Compass {
    search: Search,
    is_ready: bool,
    /// Goals without a robot on its way.
    places: usize,
}

impl Compass {
    /// Forgets the ways of the last turn.
    pub(super) fn reset(&mut self) {
        self.is_ready = false;
    }

    /// A free neighbour of a tile that is nearer to a goal, on own land if possible. Leads at most one
    /// robot to each goal, so that the others do not crowd the way.
    pub(super) fn step(
        &mut self,
        from: Place,
        goals: &Bits,
        open: &Bits,
        free: &Bits,
        own: &Bits,
    ) -> Option<Place> {
        if !std::mem::replace(&mut self.is_ready, true) {
            self.search.run(goals, open, &Bits::EMPTY, SIDE_MAX * SIDE_MAX);
            self.places = goals.count();
        }
        if self.places == 0 {
            return None;
        }
        let ring = self.search.rings.iter().position(|ring| ring.has(from))?.checked_sub(1)?;
        let steps = self.search.rings[ring].square(from) & free.square(from) & NEIGHBOURS;
        let step = first_in_square(from, steps & own.square(from))
            .or_else(|| first_in_square(from, steps))?;
        self.places -= 1;
        Some(step)
    }
}
