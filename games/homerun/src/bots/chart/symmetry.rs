//! The symmetry of the map: the headquarters finds it by ruling out the other kinds, and from then on every
//! tile tells its mirror image.

use super::{Chart, Edges, HAS_SYMMETRY, SYMMETRY, Spot};
use crate::bots::effort::{Effort, Step};
use crate::bots::{read, write};
use crate::state::HomeRun;
use agon_core::{Stopped, Turn};

/// How the two halves of the map correspond, with the sums of mirrored coordinates.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) struct Mirror {
    flips_x: bool,
    flips_y: bool,
    sums: [i32; 2],
}

impl Mirror {
    const KINDS: [(bool, bool); 3] = [(true, false), (false, true), (true, true)];

    pub(super) fn image(self, spot: Spot) -> Option<Spot> {
        let x = if self.flips_x { self.sums[0] - spot.x() } else { spot.x() };
        let y = if self.flips_y { self.sums[1] - spot.y() } else { spot.y() };
        Spot::at(x, y)
    }
}

/// How far a kind of symmetry was compared with what is known.
#[derive(Default)]
pub(super) struct Trial {
    is_out: bool,
    /// What the comparison depends on, and the known tiles that agree with their images as far as those are
    /// known. Tiles never change, so only those behind them are to be compared.
    basis: Option<(Mirror, Edges)>,
    compared: usize,
}

impl Chart {
    /// Tells the team the symmetry of the map when it is known.
    pub(super) fn find_symmetry(
        &mut self,
        turn: &mut Turn<'_, HomeRun>,
        effort: &mut Effort,
    ) -> Result<(), Stopped> {
        let version = (self.version, self.enemy_home.is_some());
        let Some(only) = self.only_symmetry(effort) else { return Ok(()) };
        self.compared = version;
        if let Some((kind, mirror)) = only {
            let [x, y] = mirror.sums;
            write(turn, SYMMETRY, (kind as i32 + 1) | x << 2 | y << 11)?;
            self.tell(turn, self.news | HAS_SYMMETRY)?;
            self.reflect(mirror, effort);
        }
        Ok(())
    }

    /// Rules out kinds of symmetry that contradict what was seen, and returns the last one if only one is
    /// left. `None` if the effort was not enough; then the comparison goes on in the next turn.
    fn only_symmetry(&mut self, effort: &mut Effort) -> Option<Option<(usize, Mirror)>> {
        let mut left = None;
        for (kind, &(flips_x, flips_y)) in Mirror::KINDS.iter().enumerate() {
            if self.trials[kind].is_out {
                continue;
            }
            let Some(sums) = self.sums(flips_x, flips_y) else {
                return Some(None); // possible, but not to be tested yet
            };
            let mirror = Mirror { flips_x, flips_y, sums };
            if self.contradicts(kind, mirror, effort)? {
                self.trials[kind].is_out = true;
                continue;
            }
            if left.is_some() {
                return Some(None);
            }
            left = Some((kind, mirror));
        }
        Some(left)
    }

    /// The sums of mirrored coordinates, from the edges or from the two headquarters.
    fn sums(&self, flips_x: bool, flips_y: bool) -> Option<[i32; 2]> {
        let [west, east, south, north] = self.edges;
        let enemy = self.enemy_home;
        let x = west.zip(east).map(|(a, b)| a + b);
        let x = x.or(enemy.map(|spot| spot.x() + self.home.x()));
        let y = south.zip(north).map(|(a, b)| a + b);
        let y = y.or(enemy.map(|spot| spot.y() + self.home.y()));
        if flips_x && x.is_none() || flips_y && y.is_none() {
            return None;
        }
        Some([x.unwrap_or(0), y.unwrap_or(0)])
    }

    /// Whether a kind of symmetry contradicts what is known; `None` if the effort was not enough.
    fn contradicts(&mut self, kind: usize, mirror: Mirror, effort: &mut Effort) -> Option<bool> {
        let Some(image) = mirror.image(self.home) else { return Some(true) };
        if image == self.home || self.enemy_home.is_some_and(|enemy| enemy != image) {
            return Some(true);
        }
        // The place of the other headquarters was seen, and it is not there.
        if self.enemy_home.is_none() && self.tiles[image.index()].is_some() {
            return Some(true);
        }
        let basis = Some((mirror, self.edges));
        if self.trials[kind].basis != basis {
            self.trials[kind] = Trial { basis, ..Trial::default() };
        }
        while let Some(&spot) = self.known.get(self.trials[kind].compared) {
            if !effort.spend_spare(Step::Image) {
                return None;
            }
            if !self.agrees(mirror, spot) {
                return Some(true);
            }
            self.trials[kind].compared += 1;
        }
        Some(false)
    }

    /// Whether a known tile is like its mirror image, as far as that is known.
    fn agrees(&self, mirror: Mirror, spot: Spot) -> bool {
        let Some(image) = mirror.image(spot) else { return false };
        self.tile(image).is_none_or(|other| Some(other) == self.tiles[spot.index()])
    }

    /// Places where the other headquarters may be, as far as the edges of the map are known.
    pub fn guesses(&self) -> Vec<Spot> {
        if let Some(enemy) = self.enemy_home {
            return vec![enemy];
        }
        let kinds = Mirror::KINDS.iter().enumerate().filter(|&(kind, _)| !self.trials[kind].is_out);
        let mirrors = kinds.filter_map(|(_, &(flips_x, flips_y))| {
            let sums = self.sums(flips_x, flips_y)?;
            Mirror { flips_x, flips_y, sums }.image(self.home)
        });
        mirrors.filter(|&spot| self.tiles[spot.index()].is_none()).collect()
    }

    /// Reads the symmetry that the headquarters has found.
    pub(super) fn read_symmetry(
        &mut self,
        turn: &mut Turn<'_, HomeRun>,
        effort: &mut Effort,
    ) -> Result<(), Stopped> {
        let code = read(turn, SYMMETRY)?;
        let (flips_x, flips_y) = Mirror::KINDS[(code & 3) as usize - 1];
        let sums = [code >> 2 & 0x1ff, code >> 11 & 0x1ff];
        self.reflect(Mirror { flips_x, flips_y, sums }, effort);
        Ok(())
    }

    /// From now on every tile tells its mirror image.
    fn reflect(&mut self, mirror: Mirror, effort: &mut Effort) {
        self.mirror = Some(mirror);
        self.unreflected = 0..self.known.len();
        if self.enemy_home.is_none() {
            self.enemy_home = mirror.image(self.home);
        }
        for axis in 0..2 {
            let is_flipped = if axis == 0 { mirror.flips_x } else { mirror.flips_y };
            let [low, high] = [2 * axis, 2 * axis + 1];
            let (missing, known) = match (self.edges[low], self.edges[high]) {
                (Some(edge), None) => (high, edge),
                (None, Some(edge)) => (low, edge),
                _ => continue,
            };
            if is_flipped {
                let edge = mirror.sums[axis] - known;
                self.edges[missing] = Some(edge);
                self.fence(missing, edge, effort);
            }
        }
    }

    /// Enters the mirror images of the tiles that were known before the symmetry, as far as the effort
    /// allows.
    pub(super) fn enter_images(&mut self, effort: &mut Effort) {
        let Some(mirror) = self.mirror else { return };
        while !self.unreflected.is_empty() && effort.spend_spare(Step::Image) {
            let spot = self.known[self.unreflected.start];
            self.unreflected.start += 1;
            if let Some(terrain) = self.tiles[spot.index()]
                && let Some(image) = mirror.image(spot)
            {
                self.enter(image, terrain);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::MIDDLE;
    use super::*;
    use crate::types::Terrain;

    const MEADOW: i32 = 10;
    const TILES: usize = 21 * 21;

    /// A meadow in the south-west corner of a map with 60 columns and rows.
    fn corner() -> Chart {
        let mut chart = Chart::meadow(MEADOW);
        let (low, high) = (MIDDLE - MEADOW, MIDDLE - MEADOW + 59);
        chart.edges = [Some(low), Some(high), Some(low), Some(high)];
        chart
    }

    fn mirror(chart: &Chart, kind: usize) -> Mirror {
        let (flips_x, flips_y) = Mirror::KINDS[kind];
        Mirror { flips_x, flips_y, sums: chart.sums(flips_x, flips_y).unwrap() }
    }

    #[test]
    fn symmetries_are_compared_in_parts_and_only_with_what_is_new() {
        let mut chart = corner();
        let mut turns = 1;
        while chart.only_symmetry(&mut Effort::spare_of(Step::Image, 50)).is_none() {
            turns += 1;
        }
        // Two kinds that are possible are enough to see that there is nothing to tell.
        assert_eq!(turns, (2 * TILES).div_ceil(50));
        let steps = |chart: &mut Chart| {
            let mut effort = Effort::of_turn();
            let before = effort.left();
            let only = chart.only_symmetry(&mut effort).expect("a turn is enough for few tiles");
            ((before - effort.left()) / Step::Image as i32, only)
        };
        assert_eq!(steps(&mut chart), (0, None));
        // Water where the first kind, and then the second, has an image of grass.
        let here = chart.home.shifted(2, 3);
        let image = mirror(&chart, 0).image(here).unwrap();
        chart.enter(image, Terrain::Water);
        let (count, only) = steps(&mut chart);
        assert_eq!(only, None);
        assert_eq!(
            count,
            1 + 1 + TILES as i32 + 1,
            "the third kind is compared for the first time"
        );
        let image = mirror(&chart, 1).image(here).unwrap();
        chart.enter(image, Terrain::Water);
        assert_eq!(steps(&mut chart), (1 + 1, Some((2, mirror(&chart, 2)))));
        // What a new edge could rule out is compared again.
        chart.edges[1] = None;
        chart.enemy_home = mirror(&corner(), 2).image(chart.home);
        assert_eq!(steps(&mut chart), (TILES as i32 + 2, Some((2, mirror(&corner(), 2)))));
    }

    #[test]
    fn mirror_images_are_entered_in_parts() {
        let (mut parts, mut whole) = (corner(), corner());
        let mirror = mirror(&whole, 2);
        whole.reflect(mirror, &mut Effort::of_turn());
        whole.enter_images(&mut Effort::without_limit());
        parts.reflect(mirror, &mut Effort::of_turn());
        assert_eq!(parts.enemy_home, mirror.image(parts.home));
        for part in 1..=TILES / 21 {
            assert_eq!(parts.known.len(), TILES + 21 * (part - 1));
            parts.enter_images(&mut Effort::spare_of(Step::Image, 21));
        }
        assert_eq!(whole.known.len(), 2 * TILES);
        assert_eq!(parts.known, whole.known);
        assert!(parts.tiles == whole.tiles);
    }
}
