//! Breadth-first search over a few steps. All that a robot can reach lies in a window of 11x11 tiles around
//! it, which fits into one number: 121 bits, row by row.

use super::bits::{Bits, Place};

/// How far a robot looks for work of its own before it follows the compass.
pub(super) const NEAR: usize = 5;
/// Columns of a window.
const SIDE: usize = 2 * NEAR + 1;
/// The robot's tile.
const CENTRE: usize = NEAR * SIDE + NEAR;

/// What a search in a window finds.
pub(super) enum Nearby {
    /// The nearest goal, and the first steps of all shortest ways to it as a 3x3 square like those of
    /// [`Bits::square`].
    Found { steps: u32, goal: Place },
    /// All goals are farther away.
    Farther,
    /// No goal can be reached, however far the way.
    CutOff,
}

/// Searches for a goal over at most `far` steps on free tiles; `far` is at most [`NEAR`]. The robot's own
/// tile is not a goal. Of several goals at the same distance the first one, row by row, is taken.
pub(super) fn search_window<const N: usize>(
    from: Place,
    free: &Bits<N>,
    goals: &Bits<N>,
    far: usize,
) -> Nearby {
    let goals = window(goals, from);
    if goals == 0 {
        return Nearby::Farther;
    }
    let mut fresh = window(free, from) & !(1 << CENTRE);
    let mut rings = [1 << CENTRE; NEAR + 1];
    for distance in 1..=far {
        let ring = grown(rings[distance - 1]) & fresh;
        if ring == 0 {
            return Nearby::CutOff;
        }
        rings[distance] = ring;
        fresh ^= ring;
        if ring & goals != 0 {
            let goal = (ring & goals).trailing_zeros() as usize;
            let back = rings[1..distance].iter().rev();
            let steps = back.fold(1 << goal, |steps, ring| grown(steps) & ring);
            let (row, col) = (from.0 + goal / SIDE - NEAR, from.1 + goal % SIDE - NEAR);
            return Nearby::Found { steps: square(steps), goal: (row, col) };
        }
    }
    Nearby::Farther
}

/// The part of a set around a tile. What lies outside the map is empty.
fn window<const N: usize>(set: &Bits<N>, (row, col): Place) -> u128 {
    let (first, last) = Bits::<N>::rows_round(row, NEAR);
    let line = |row: &u64| u128::from(row << NEAR >> col & ((1 << SIDE) - 1));
    let lines = set.rows(first, last).iter().rev();
    lines.fold(0, |window, row| window << SIDE | line(row)) << (SIDE * (first + NEAR - row))
}

/// The tiles and all their neighbours. A tile in the first or last column appears to have neighbours in the
/// other one, but these never count: only the last ring touches those columns, and the rings before it, with
/// which the way back is intersected, do not.
fn grown(tiles: u128) -> u128 {
    let wide = tiles | tiles << 1 | tiles >> 1;
    wide | wide << SIDE | wide >> SIDE
}

/// The 3x3 square around the robot.
fn square(tiles: u128) -> u32 {
    let line = |row: usize| (tiles >> (CENTRE - SIDE - 1 + row * SIDE)) as u32 & 7;
    line(0) | line(1) << 3 | line(2) << 6
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All tiles of a 16x16 map but these.
    fn all_but(rocks: &[Place]) -> Bits<18> {
        let mut free = Bits::EMPTY;
        (0..16).for_each(|row| *free.row_mut(row) = 0xffff);
        rocks.iter().for_each(|rock| free.remove(*rock));
        free
    }

    #[test]
    fn ways_lead_round_obstacles_and_end_at_the_window() {
        let steps_to = |goal: Place, rocks: &[Place]| match search_window(
            (0, 0),
            &all_but(rocks),
            &Bits::of(goal),
            NEAR,
        ) {
            Nearby::Found { steps, goal } => Some((steps, goal)),
            Nearby::Farther | Nearby::CutOff => None,
        };
        // Right is bit 5 of a 3x3 square, down right is bit 8.
        assert_eq!(steps_to((0, 2), &[]), Some((1 << 5 | 1 << 8, (0, 2))));
        assert_eq!(steps_to((0, 2), &[(0, 1)]), Some((1 << 8, (0, 2))));
        assert_eq!(steps_to((5, 5), &[]), Some((1 << 8, (5, 5))));
        assert_eq!(steps_to((6, 0), &[]), None);
        assert_eq!(steps_to((0, 2), &[(0, 1), (1, 0), (1, 1)]), None);
    }
}
