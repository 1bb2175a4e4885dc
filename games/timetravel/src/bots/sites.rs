//! Where engineers build: the sites for new buildings, and the best one for an engineer.

use super::economy::cell_of;
use super::ways::{FULL, Ground, Rows, first_common, is_empty, overlap, padded};
use crate::constants::*;
use crate::observe::UnitRecord;
use crate::types::Cell;

/// Steps that an engineer walks farther for a building that ripples into one more period.
const LOST_PERIOD: u16 = 8;

/// The sites of a period, by the number of later periods into which a building cannot ripple.
#[derive(Copy, Clone)]
pub(super) struct Prospects {
    /// The corners of the buildings.
    sites: [Rows; PERIODS],
    /// The tiles from which they can be built.
    stands: [Rows; PERIODS],
}

impl Prospects {
    pub(super) fn of(ground: &Ground, period: usize) -> Prospects {
        let mut sites = [[0; SIDE]; PERIODS];
        sites[0] = ground.sites(period);
        for later in period + 1..PERIODS {
            let kept = ground.sites(later);
            for lost in (0..PERIODS - 1).rev() {
                for row in 0..SIDE {
                    sites[lost + 1][row] |= sites[lost][row] & !kept[row];
                    sites[lost][row] &= kept[row];
                }
            }
        }
        Prospects { sites, stands: sites.map(|sites| tiles_beside(&sites)) }
    }
}

/// The nearest free ground, preferring sites from which the building ripples into later periods.
/// Excludes tiles with own buildings in later periods: the ripple would destroy them.
pub(super) fn best_site(ground: &mut Ground, engineer: &UnitRecord) -> Option<(i32, i32)> {
    let here = cell_of(engineer)?;
    if ground.is_barren(here) {
        return None;
    }
    // A class of sites is taken out when it has been reached.
    let Prospects { sites, stands } = ground.prospects(here.period());
    let mut is_left = stands.map(|stands| !is_empty(&stands));
    // Least cost, then the first tile: the same order as that of the pairs.
    let mut best: Option<(u16, Cell)> = None;
    let visited = ground.rings(here, |way, ring| {
        if best.is_some_and(|(least, _)| way > least) {
            return false;
        }
        for (lost, sites) in sites.iter().enumerate() {
            if is_left[lost]
                && overlap(&stands[lost], ring)
                && let Some((row, column)) = first_common(sites, &corners_beside(ring))
            {
                let site = Cell::from_index(here.period() * AREA + row * SIDE + column);
                let found = (way + LOST_PERIOD * lost as u16, site);
                best = Some(best.map_or(found, |best| best.min(found)));
                is_left[lost] = false;
            }
        }
        true
    });
    if best.is_none() {
        ground.note_barren(here.period(), &visited);
    }
    best.map(|(_, site)| (site.x(), site.y()))
}

/// The tiles from which a building with this corner can be built: its own four and the eight along their
/// edges.
pub(super) fn area(x: i32, y: i32, z: u8) -> impl Iterator<Item = Cell> {
    const AREA: [(i32, i32); 12] = [
        (0, 0),
        (1, 0),
        (0, 1),
        (1, 1),
        (-1, 0),
        (-1, 1),
        (2, 0),
        (2, 1),
        (0, -1),
        (1, -1),
        (0, 2),
        (1, 2),
    ];
    AREA.into_iter().filter_map(move |(dx, dy)| Cell::new(x + dx, y + dy, z))
}

/// The tiles from which a building with one of these corners can be built: the [`area`] of each.
fn tiles_beside(corners: &Rows) -> Rows {
    let padded = padded::<2, { SIDE + 3 }>(corners);
    let mut tiles = [0; SIDE];
    for (row, tiles) in tiles.iter_mut().enumerate() {
        // Corners in the two rows above, in this row and in the one below.
        let [far, near, here, below] = [0, 1, 2, 3].map(|down| padded[row + down]);
        let wide = near | here;
        let narrow = far | below | wide;
        *tiles = (narrow | narrow << 1 | wide << 2 | wide >> 1) & FULL;
    }
    tiles
}

/// The corners of buildings that can be built from one of these tiles; the inverse of [`area`].
fn corners_beside(tiles: &Rows) -> Rows {
    let padded = padded::<1, { SIDE + 3 }>(tiles);
    let mut corners = [0; SIDE];
    for (row, corners) in corners.iter_mut().enumerate() {
        // Rows of the area from one above the corner to two below it.
        let [above, first, second, below] = [0, 1, 2, 3].map(|down| padded[row + down]);
        let wide = first | second;
        let narrow = above | below | wide;
        *corners = narrow | narrow >> 1 | wide << 1 | wide >> 2;
    }
    corners
}

#[cfg(test)]
mod tests {
    use super::super::ways::rows_of;
    use super::*;

    #[test]
    fn corners_beside_is_the_inverse_of_area() {
        for tile in Cell::all().filter(|cell| cell.z() == 0) {
            let mut tiles = [0; SIDE];
            tiles[tile.index() / SIDE] |= 1 << (tile.index() % SIDE);
            let corners = corners_beside(&tiles);
            for corner in Cell::all().filter(|cell| cell.z() == 0) {
                let is_beside = corners[corner.index() / SIDE] >> (corner.index() % SIDE) & 1 != 0;
                let is_in_area = area(corner.x(), corner.y(), 0).any(|cell| cell == tile);
                assert_eq!(is_beside, is_in_area, "{tile} and {corner}");
            }
        }
    }

    #[test]
    fn tiles_beside_a_corner_are_its_area() {
        // A corner in the last row or column has no building.
        let corners = Cell::all().filter(|cell| cell.z() == 0 && cell.x().max(cell.y()) < RADIUS);
        for corner in corners {
            let expected = rows_of(area(corner.x(), corner.y(), 0));
            assert_eq!(tiles_beside(&rows_of([corner])), expected, "{corner}");
        }
    }
}
