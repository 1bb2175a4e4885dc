//! Breadth-first search over sets of tiles: ring by ring, and only over the rows that a ring can touch.

use super::bits::{Bits, NEIGHBOURS, Place, columns, first_in_square, reach};
use super::window::NEAR;
use crate::constants::SIDE_MAX;

/// More steps than any way needs.
pub(super) const FAR: usize = SIDE_MAX * SIDE_MAX;

/// The rings of one search: ring d holds the tiles whose distance from the start is d. The buffers are
/// kept for the next search.
#[derive(Default)]
pub(super) struct Search<const N: usize> {
    rings: Vec<Ring<N>>,
    /// Rings of this search; those behind them are buffers.
    count: usize,
    /// Open tiles that no ring has reached.
    fresh: Bits<N>,
    /// All tiles that the last search of [`Search::run_far`] in vain could reach.
    enclosed: Bits<N>,
}

/// The tiles at one distance, and the first and the last row with such tiles.
#[derive(Clone, Default)]
struct Ring<const N: usize> {
    tiles: Bits<N>,
    first: usize,
    last: usize,
}

impl<const N: usize> Ring<N> {
    /// Narrows the rows of a ring that is not empty to those with tiles.
    fn trim(&mut self) {
        while self.tiles.row(self.first) == 0 {
            self.first += 1;
        }
        while self.tiles.row(self.last) == 0 {
            self.last -= 1;
        }
    }
}

impl<const N: usize> Search<N> {
    /// Searches from a tile, which is not a goal itself; see [`Search::run`].
    pub(super) fn run_from(
        &mut self,
        start: Place,
        open: &Bits<N>,
        goals: &Bits<N>,
        far: usize,
    ) -> Option<usize> {
        self.count = 0;
        let ring = self.next_ring(start.0, start.0);
        ring.tiles.add(start);
        self.fresh = *open;
        self.fresh.remove(start);
        self.go_on(goals, far)
    }

    /// [`Search::run_from`] at any distance. A robot behind others often searches in vain in one turn after
    /// the other. As long as nothing has opened the area that it could reach, a look at the area's border
    /// is enough.
    pub(super) fn run_far(
        &mut self,
        start: Place,
        open: &Bits<N>,
        goals: &Bits<N>,
    ) -> Option<usize> {
        if self.enclosed.has(start) && self.is_closed(open, goals) {
            return None;
        }
        let distance = self.run_from(start, open, goals, FAR);
        if distance.is_none() {
            self.enclosed = *open - self.fresh;
            self.enclosed.add(start);
        }
        distance
    }

    /// Whether no way leads out of the enclosed area, and no goal is in it.
    fn is_closed(&self, open: &Bits<N>, goals: &Bits<N>) -> bool {
        let area = self.enclosed;
        ((area.grown() - area) & *open).is_empty() && (area & *goals).is_empty()
    }

    /// Searches from a set of tiles through open ones, until a ring touches a goal or has distance
    /// `far`. Returns the distance of that ring; 0 if a goal is among the starts.
    pub(super) fn run(
        &mut self,
        starts: &Bits<N>,
        open: &Bits<N>,
        goals: &Bits<N>,
        far: usize,
    ) -> Option<usize> {
        self.begin(starts, open)?;
        let Ring { first, last, .. } = self.rings[0];
        if (first..=last).any(|row| starts.row(row) & goals.row(row) != 0) {
            return Some(0);
        }
        self.go_on(goals, far)
    }

    /// Begins a search that [`Search::go_on`] carries on; `None` without a start.
    fn begin(&mut self, starts: &Bits<N>, open: &Bits<N>) -> Option<()> {
        self.count = 0;
        let (first, last) = starts.used_rows()?;
        self.next_ring(first, last).tiles = *starts;
        self.fresh = *open - *starts;
        Some(())
    }

    /// An empty ring for these rows.
    fn next_ring(&mut self, first: usize, last: usize) -> &mut Ring<N> {
        if self.count == self.rings.len() {
            self.rings.push(Ring::default());
        }
        let ring = &mut self.rings[self.count];
        self.count += 1;
        ring.tiles.rows_mut(ring.first, ring.last).fill(0);
        (ring.first, ring.last) = (first, last);
        ring
    }

    /// Goes on with a search: adds rings until one touches a goal or has distance `far`.
    pub(super) fn go_on(&mut self, goals: &Bits<N>, far: usize) -> Option<usize> {
        while (1..=far).contains(&self.count) {
            let distance = self.count;
            let Ring { first: top, last: bottom, .. } = self.rings[distance - 1];
            let (first, last) = (top.saturating_sub(1), (bottom + 1).min(Bits::<N>::LAST));
            self.next_ring(first, last);
            let [.., Ring { tiles: inner, .. }, Ring { tiles: ring, .. }] =
                &mut self.rings[..=distance]
            else {
                return None;
            };
            let (mut any, mut hit) = (0, 0);
            let [above, here, below] = inner.rows_around(first, last);
            let ring = &mut ring.rows_mut(first, last)[..here.len()];
            let fresh = &mut self.fresh.rows_mut(first, last)[..here.len()];
            let goals = &goals.rows(first, last)[..here.len()];
            for row in 0..here.len() {
                let reached = reach(above[row], here[row], below[row]) & fresh[row];
                ring[row] = reached;
                fresh[row] ^= reached;
                any |= reached;
                hit |= reached & goals[row];
            }
            if any == 0 {
                self.count -= 1;
                return None;
            }
            self.rings[distance].trim();
            if hit != 0 {
                return Some(distance);
            }
        }
        None
    }

    /// The tiles at a distance from the start of the last search.
    pub(super) fn ring(&self, distance: usize) -> Bits<N> {
        self.rings[..self.count].get(distance).map_or(Bits::EMPTY, |ring| ring.tiles)
    }

    /// These of the tiles at a distance from the start of the last search, row by row.
    pub(super) fn hits(&self, distance: usize, goals: &Bits<N>) -> impl Iterator<Item = Place> {
        let Ring { tiles, first, last } = &self.rings[distance];
        let rows = tiles.rows(*first, *last).iter().zip(goals.rows(*first, *last));
        let rows = rows.enumerate().map(move |(row, (tiles, goals))| (first + row, tiles & goals));
        rows.flat_map(|(row, hits)| columns(hits).map(move |col| (row, col)))
    }

    /// How far an open tile is from the start, if the last search has reached it.
    fn distance(&self, place: Place) -> Option<usize> {
        if self.fresh.has(place) {
            return None;
        }
        self.rings[..self.count].iter().position(|ring| ring.tiles.has(place))
    }

    /// How many rings the last search found.
    pub(super) fn rings(&self) -> usize {
        self.count
    }

    /// The first steps of all shortest ways to a tile at this distance.
    pub(super) fn first_steps(&self, target: Place, distance: usize) -> Bits<N> {
        let mut steps = Bits::of(target);
        let (mut first, mut last) = (target.0, target.0);
        for Ring { tiles: ring, .. } in self.rings[1..distance.max(1)].iter().rev() {
            (first, last) = (first.saturating_sub(1), (last + 1).min(Bits::<N>::LAST));
            let mut above = 0;
            for row in first..last + 1 {
                let here = steps.row(row);
                *steps.row_mut(row) = reach(above, here, steps.below(row)) & ring.row(row);
                above = here;
            }
        }
        steps
    }
}

/// The ways from everywhere to the nearest of some goals, measured as far as a robot of this turn needs
/// them. They serve robots without a goal near them, for each of which a search of its own would visit
/// most of the map. Within a turn goals may be reached, but no new ones may appear.
#[derive(Default)]
pub(super) struct Compass<const N: usize> {
    search: Search<N>,
    is_ready: bool,
    /// Tiles from which no way leads to a goal, even if no robot stood in it: known once the search has
    /// reached all tiles that it can.
    cut_off: Bits<N>,
    /// Goals without a robot on its way.
    places: usize,
    near: NearGoals<N>,
}

impl<const N: usize> Compass<N> {
    /// Forgets the ways of the last turn.
    pub(super) fn reset(&mut self) {
        self.is_ready = false;
        self.cut_off = Bits::EMPTY;
        self.near.state = Measured::NotYet;
    }

    /// Whether it has begun in this turn; see [`Compass::prepare`].
    pub(super) fn is_ready(&self) -> bool {
        self.is_ready
    }

    /// Whether it is known that no way leads from a tile to a goal, even if no robot stood in it.
    pub(super) fn is_cut_off(&self, from: Place) -> bool {
        self.cut_off.has(from)
    }

    /// Whether robots are on their way to all goals that it was told of in this turn.
    pub(super) fn is_done(&self) -> bool {
        !self.is_ready || self.places == 0
    }

    /// Whether a search from a tile over at most [`NEAR`] steps may find a goal. `left` are the tiles that
    /// robots have left in this turn.
    pub(super) fn is_near(
        &mut self,
        from: Place,
        goals: &Bits<N>,
        free: &Bits<N>,
        left: &[Place],
    ) -> bool {
        self.near.may_find(from, goals, free, left)
    }

    /// Reports that such a search has found nothing.
    pub(super) fn has_missed(&mut self) {
        self.near.state = Measured::Outdated;
    }

    /// Begins the search for goals, unless it has begun in this turn.
    #[inline]
    pub(super) fn prepare(&mut self, goals: &Bits<N>, open: &Bits<N>) {
        if !self.is_ready {
            self.begin(goals, open);
        }
    }

    #[inline(never)]
    fn begin(&mut self, goals: &Bits<N>, open: &Bits<N>) {
        self.is_ready = true;
        self.places = goals.count();
        if self.search.begin(goals, open).is_none() {
            self.cut_off = *open;
        }
    }

    /// The one of the `exits` of a tile that is nearer to a goal, on own land if possible. The exits are a
    /// 3x3 square like those of [`Bits::square`]. Leads at most one robot to each goal, so that the others
    /// do not crowd the way.
    #[inline(always)]
    pub(super) fn step(
        &mut self,
        from: Place,
        exits: u32,
        goals: &Bits<N>,
        open: &Bits<N>,
        own: &Bits<N>,
    ) -> Option<Place> {
        self.prepare(goals, open);
        if self.places == 0 {
            return None;
        }
        let distance = match self.search.distance(from) {
            None => {
                let distance = self.search.go_on(&Bits::of(from), FAR);
                if distance.is_none() {
                    self.cut_off = self.search.fresh;
                }
                distance?
            }
            Some(distance) => distance,
        };
        let inner = &self.search.rings[distance.checked_sub(1)?].tiles;
        let steps = inner.square(from) & exits;
        let step = first_in_square(from, steps & own.square(from))
            .or_else(|| first_in_square(from, steps))?;
        self.places -= 1;
        Some(step)
    }
}

/// The tiles with a way to a goal over free tiles, of at most 0, 1, 2, ... steps. Tiles that lose their way
/// stay in the sets: they only allow searches that find nothing, and such a search is the reason to measure
/// again.
#[derive(Default)]
struct NearGoals<const N: usize> {
    state: Measured,
    sets: [Bits<N>; NEAR],
    /// Tiles left by robots that are in these sets already.
    left: usize,
}

/// Whether the sets of [`NearGoals`] are of use.
#[derive(Default, PartialEq)]
enum Measured {
    /// No search has been in vain so far, and measuring costs more than one search.
    #[default]
    NotYet,
    Outdated,
    Usable,
}

impl<const N: usize> NearGoals<N> {
    /// Whether a search from a tile may find a goal; see [`Compass::is_near`].
    fn may_find(&mut self, from: Place, goals: &Bits<N>, free: &Bits<N>, left: &[Place]) -> bool {
        match self.state {
            Measured::NotYet => return true,
            Measured::Outdated => self.measure(goals, free),
            Measured::Usable if self.left == left.len() => {}
            Measured::Usable => {
                for &place in left[self.left..].iter().filter(|place| free.has(**place)) {
                    self.add_left(place, goals, free);
                }
            }
        }
        self.left = left.len();
        self.sets[NEAR - 1].square(from) & NEIGHBOURS != 0
    }

    /// Finds the tiles with a short way to a goal, in the rows in which they can lie.
    fn measure(&mut self, goals: &Bits<N>, free: &Bits<N>) {
        self.state = Measured::Usable;
        self.sets = [Bits::EMPTY; NEAR];
        let Some((top, bottom)) = goals.used_rows() else { return };
        for row in top..=bottom {
            *self.sets[0].row_mut(row) = goals.row(row) & free.row(row);
        }
        for steps in 1..NEAR {
            let [.., inner, outer] = &mut self.sets[..=steps] else { return };
            let (first, last) =
                (Bits::<N>::rows_round(top, steps).0, Bits::<N>::rows_round(bottom, steps).1);
            outer.spread(inner, free, first, last);
        }
    }

    /// Adds the ways over a tile that a robot has left.
    fn add_left(&mut self, place: Place, goals: &Bits<N>, free: &Bits<N>) {
        let is_beside = |near: &Bits<N>| near.square(place) & NEIGHBOURS != 0;
        // Each set is part of the next.
        let distance = if goals.has(place) {
            0
        } else if is_beside(&self.sets[NEAR - 2]) {
            self.sets[..NEAR - 2].iter().position(is_beside).unwrap_or(NEAR - 2) + 1
        } else {
            return;
        };
        self.sets[distance].add(place);
        for steps in distance + 1..NEAR {
            let [.., inner, outer] = &mut self.sets[..=steps] else { return };
            let (first, last) = Bits::<N>::rows_round(place.0, steps - distance);
            outer.spread(inner, free, first, last);
        }
    }
}
