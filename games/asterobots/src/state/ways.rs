//! The ways of all squads: two bits per edge in one buffer. When it is full, unused ways are removed, so
//! that launching allocates nothing once the buffer has grown to its size.

use crate::types::{Point, Squad, Step};
use agon_core::StateHasher;
use std::ops::Range;

/// Steps in one byte.
const PER_BYTE: usize = 4;
/// Points that writing a way may need behind it.
pub(crate) const SPARE_POINTS: usize = PER_BYTE - 1;
/// Bytes to fill before unused ways are first removed: about two hundred ways of ordinary length. Small,
/// because a copy of a position copies the filled bytes.
const FIRST_LIMIT: usize = 1000;
/// Bytes reserved at the start, so that a few doublings of the limit allocate nothing.
const RESERVED: usize = 4 * FIRST_LIMIT;

/// Where the four steps of a byte lead: columns and rows from a point that is downward (0) or upward (1).
/// A view shows hundreds of ways, so they are read a byte at a time.
static TRAILS: [[[Point; PER_BYTE]; 256]; 2] = {
    let mut trails = [[[Point::new(0, 0); PER_BYTE]; 256]; 2];
    let mut byte = 0;
    while byte < 256 {
        let mut upward = 0;
        while upward < 2 {
            let (mut x, mut y) = (0, 0);
            let mut i = 0;
            while i < PER_BYTE {
                match byte >> (2 * i) & 3 {
                    0 => x -= 1,
                    1 => x += 1,
                    // Every step leads to a point of the other orientation.
                    _ if (upward + i) % 2 == 1 => y += 1,
                    _ => y -= 1,
                }
                trails[upward][byte][i] = Point::new(x, y);
                i += 1;
            }
            upward += 1;
        }
        byte += 1;
    }
    trails
};

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
    pub(crate) fn path(&self, squad: &Squad) -> impl Iterator<Item = Point> {
        self.follow(squad.at, squad.way_left())
    }

    /// Writes these points to the beginning of a list, four at a time: up to [`SPARE_POINTS`] behind the last
    /// one are overwritten.
    #[inline]
    pub(crate) fn write_path(&self, squad: &Squad, points: &mut [Point]) {
        let mut at = squad.at;
        points[0] = at;
        // Four steps lead to a point of the same orientation.
        let trails = &TRAILS[usize::from(at.is_upward())];
        let way = squad.way_left();
        let (fours, _) = points[1..].as_chunks_mut::<PER_BYTE>();
        let (first, shift) = (way.start as usize / PER_BYTE, 2 * (way.start as usize % PER_BYTE));
        let mut bytes = self.steps[first..].iter().copied();
        let mut byte = bytes.next().unwrap_or(0);
        for four in &mut fours[..way.len().div_ceil(PER_BYTE)] {
            // Four steps can lie in two bytes.
            let next = bytes.next().unwrap_or(0);
            let steps = u16::from_le_bytes([byte, next]) >> shift & 0xff;
            let trail = &trails[usize::from(steps)];
            *four = std::array::from_fn(|i| {
                Point::new(at.x.wrapping_add(trail[i].x), at.y.wrapping_add(trail[i].y))
            });
            (at, byte) = (four[PER_BYTE - 1], next);
        }
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::VeinId;
    use agon_core::Rng;

    #[test]
    fn four_steps_at_a_time_lead_where_single_steps_lead() {
        let mut rng = Rng::new(5);
        let mut ways = Ways::new();
        for id in 0..300 {
            let length = rng.range(1, 70) as usize;
            let steps: Vec<Step> =
                (0..length).map(|_| Step::from_bits(rng.below(3) as u8)).collect();
            let first_step = ways.add(&mut [], length, steps.iter().copied());
            let at = Point::new(rng.range(-30, 30), rng.range(-30, 30));
            let mut squad = Squad {
                robots: 1,
                at,
                id,
                first_step,
                steps_gone: 0,
                steps_left: length as u16,
                from: VeinId(0),
                to: VeinId(1),
                owner: 0,
            };
            loop {
                let single: Vec<Point> = ways.path(&squad).collect();
                let mut points = vec![Point::new(9, 9); single.len() + SPARE_POINTS];
                ways.write_path(&squad, &mut points);
                assert_eq!(points[..single.len()], single);
                if squad.steps_left == 0 {
                    break;
                }
                ways.advance(&mut squad);
            }
        }
    }
}
