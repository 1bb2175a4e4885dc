//! The ways of all squads: two bits per edge in one buffer. When it is full, unused ways are removed, so
//! that launching allocates nothing once the buffer has grown to its size.

use crate::types::{Point, Squad, Step};
use agon_core::StateHasher;
use std::ops::Range;

/// Steps in one byte.
const PER_BYTE: usize = 4;
/// Bytes to fill before unused ways are first removed: about two hundred ways of ordinary length. Small,
/// because a copy of a position copies the filled bytes.
const FIRST_LIMIT: usize = 1000;
/// Bytes reserved at the start, so that a few doublings of the limit allocate nothing.
const RESERVED: usize = 4 * FIRST_LIMIT;

/// The edges of every squad's way. A squad stores the number of its first step and its numbers of
/// steps.
#[derive(Debug)]
pub(crate) struct Ways {
    steps: Vec<u8>,
    /// The buffer that a sweep copies into; empty otherwise.
    spare: Vec<u8>,
    /// Bytes to fill before the next sweep.
    limit: usize,
}

impl Default for Ways {
    fn default() -> Ways {
        Ways { steps: Vec::new(), spare: Vec::new(), limit: FIRST_LIMIT }
    }
}

agon_core::clone_in_place! {
    Ways {
        shared: ;
        cloned: steps, limit;
        scratch: spare;
    }
}

impl Squad {
    /// The numbers of its steps, gone and still to go.
    fn way(&self) -> Range<u32> {
        let steps = u32::from(self.steps_gone) + u32::from(self.steps_left);
        self.first_step..self.first_step + steps
    }

    /// The numbers of its steps still to go.
    fn way_left(&self) -> Range<u32> {
        self.first_step + u32::from(self.steps_gone)..self.way().end
    }
}

impl Ways {
    pub(crate) fn new() -> Ways {
        Ways {
            steps: Vec::with_capacity(RESERVED),
            spare: Vec::with_capacity(RESERVED),
            limit: FIRST_LIMIT,
        }
    }

    /// Stores a way and returns the number of its first step. `squads` are all squads with a way here;
    /// a sweep updates them.
    pub(crate) fn add(
        &mut self,
        squads: &mut [Squad],
        length: usize,
        steps: impl Iterator<Item = Step>,
    ) -> u32 {
        let bytes = length.div_ceil(PER_BYTE);
        if self.steps.len() + bytes > self.limit {
            self.sweep(squads, bytes);
        }
        let first = self.steps.len() * PER_BYTE;
        let mut packed = 0;
        let mut filled = 0;
        for step in steps.take(length) {
            packed |= (step as u8) << (2 * filled);
            filled += 1;
            if filled == PER_BYTE {
                self.steps.push(packed);
                (packed, filled) = (0, 0);
            }
        }
        if filled > 0 {
            self.steps.push(packed);
        }
        first as u32
    }

    /// A sweep: keeps only the ways of existing squads. A buffer that stays more than half full gets twice
    /// the room.
    fn sweep(&mut self, squads: &mut [Squad], wanted: usize) {
        self.spare.clear();
        for squad in squads {
            let way = squad.way();
            let bytes = way.start as usize / PER_BYTE..(way.end as usize).div_ceil(PER_BYTE);
            squad.first_step = (self.spare.len() * PER_BYTE) as u32;
            self.spare.extend_from_slice(&self.steps[bytes]);
        }
        std::mem::swap(&mut self.steps, &mut self.spare);
        self.spare.clear();
        while (self.steps.len() + wanted) * 2 > self.limit {
            self.limit *= 2;
        }
        self.steps.reserve(self.limit - self.steps.len());
        self.spare.reserve(self.limit);
    }

    /// Moves a squad by one edge.
    #[inline]
    pub(crate) fn advance(&self, squad: &mut Squad) {
        squad.at = squad.at.after(self.step(squad.first_step + u32::from(squad.steps_gone)));
        squad.steps_gone += 1;
        squad.steps_left -= 1;
    }

    #[inline]
    fn step(&self, number: u32) -> Step {
        let number = number as usize;
        Step::from_bits(self.steps[number / PER_BYTE] >> (2 * (number % PER_BYTE)))
    }

    /// R5 The points a squad has still to visit, from where it stands to its destination.
    pub(crate) fn path(&self, squad: &Squad) -> impl Iterator<Item = Point> + use<'_> {
        self.follow(squad.at, squad.way_left())
    }

    /// All points of a squad's way, given where it began.
    pub(crate) fn whole_path(&self, squad: &Squad, from: Point) -> impl Iterator<Item = Point> {
        self.follow(from, squad.way())
    }

    fn follow(&self, from: Point, steps: Range<u32>) -> impl Iterator<Item = Point> {
        let mut at = from;
        std::iter::once(from).chain(steps.map(move |number| {
            at = at.after(self.step(number));
            at
        }))
    }

    /// Adds the remaining way of a squad to a fingerprint: 32 steps per word, independent of where the
    /// steps are stored.
    pub(crate) fn hash_way(&self, squad: &Squad, hasher: &mut StateHasher) {
        let (mut word, mut filled) = (0u64, 0);
        for number in squad.way_left() {
            word |= (self.step(number) as u64) << (2 * filled);
            filled += 1;
            if filled == 32 {
                hasher.word(word);
                (word, filled) = (0, 0);
            }
        }
        hasher.word(word);
    }

    /// Whether a squad's steps lie within the buffer.
    pub(crate) fn holds(&self, squad: &Squad) -> bool {
        squad.way().end as usize <= self.steps.len() * PER_BYTE
    }

    pub(crate) fn bytes(&self) -> usize {
        self.steps.len()
    }
}
