//! The tiles around a unit in sensing order (R7): by increasing squared distance, then increasing
//! dx, then increasing dy. The list of a shorter sight is a prefix of that of a longer one.

use crate::constants::{BORDER, TILES_IN_SIGHT_MAX, VISION_MAX};
use std::ops::Range;

/// How far the longest sight reaches in each direction.
const REACH: i8 = BORDER as i8;
const SIDE: usize = 2 * BORDER + 1;

/// All tiles of the longest sight, relative to the unit.
pub(crate) const AROUND: [(i8, i8); TILES_IN_SIGHT_MAX] = around();

/// The place of each tile in [`AROUND`], by dy and dx; `u8::MAX` beyond the longest sight.
pub(crate) static PLACES: [[u8; SIDE]; SIDE] = places();

/// The tiles within each squared distance: a row for each dy, a bit for each dx, both from the farthest on.
static SIGHTS: [[u32; SIDE]; VISION_MAX as usize + 1] = sights();

const fn around() -> [(i8, i8); TILES_IN_SIGHT_MAX] {
    let mut all = [(0, 0); TILES_IN_SIGHT_MAX];
    let mut count = 0;
    let mut distance = 0;
    while distance <= VISION_MAX {
        let mut dx = -REACH;
        while dx <= REACH {
            let mut dy = -REACH;
            while dy <= REACH {
                if dx as i32 * dx as i32 + dy as i32 * dy as i32 == distance {
                    all[count] = (dx, dy);
                    count += 1;
                }
                dy += 1;
            }
            dx += 1;
        }
        distance += 1;
    }
    assert!(count == TILES_IN_SIGHT_MAX);
    all
}

const fn places() -> [[u8; SIDE]; SIDE] {
    let mut places = [[u8::MAX; SIDE]; SIDE];
    let mut i = 0;
    while i < TILES_IN_SIGHT_MAX {
        let (dx, dy) = AROUND[i];
        places[(dy + REACH) as usize][(dx + REACH) as usize] = i as u8;
        i += 1;
    }
    places
}

/// Where in sensing order the tile at (dx, dy) comes; `None` beyond the longest sight.
pub(crate) fn place_of(dx: i32, dy: i32) -> Option<usize> {
    let at = |d: i32| usize::try_from(d + i32::from(REACH)).ok();
    let place = *PLACES.get(at(dy)?)?.get(at(dx)?)?;
    (place != u8::MAX).then_some(usize::from(place))
}

/// How far each squared distance reaches: its root.
static REACHES: [u8; VISION_MAX as usize + 1] = reaches();

const fn reaches() -> [u8; VISION_MAX as usize + 1] {
    let mut reaches = [0; VISION_MAX as usize + 1];
    let mut radius = 0;
    while radius < reaches.len() {
        reaches[radius] = radius.isqrt() as u8;
        radius += 1;
    }
    reaches
}

const fn sights() -> [[u32; SIDE]; VISION_MAX as usize + 1] {
    let mut sights = [[0; SIDE]; VISION_MAX as usize + 1];
    let mut i = 0;
    while i < TILES_IN_SIGHT_MAX {
        let (dx, dy) = AROUND[i];
        let (dx_squared, dy_squared) = (dx as i32 * dx as i32, dy as i32 * dy as i32);
        let mut radius = (dx_squared + dy_squared) as usize;
        while radius <= VISION_MAX as usize {
            sights[radius][(dy + REACH) as usize] |= 1 << (dx + REACH);
            radius += 1;
        }
        i += 1;
    }
    sights
}

/// The tiles within a squared distance, row by row: the rows with any, and for all rows a bit for each dx
/// from the farthest on.
pub(crate) fn sight_rows(radius_squared: i32) -> (Range<usize>, &'static [u32; SIDE]) {
    let radius = radius_squared.clamp(0, VISION_MAX);
    let reach = usize::from(REACHES[radius as usize]);
    let rows = if radius_squared < 0 { 0..0 } else { BORDER - reach..BORDER + reach + 1 };
    (rows, &SIGHTS[radius as usize])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_of_a_sight_are_the_tiles_within_its_radius() {
        for radius in -1..=VISION_MAX + 1 {
            let (rows, sight) = sight_rows(radius);
            let mut tiles = 0;
            for (dx, dy) in AROUND.map(|(dx, dy)| (i32::from(dx), i32::from(dy))) {
                let row = (dy + i32::from(REACH)) as usize;
                let is_in = rows.contains(&row) && sight[row] >> (dx + i32::from(REACH)) & 1 == 1;
                assert_eq!(is_in, dx * dx + dy * dy <= radius, "({dx}, {dy}) within {radius}");
                tiles += u32::from(is_in);
            }
            let all = sight[rows].iter().map(|row| row.count_ones());
            assert_eq!(all.sum::<u32>(), tiles);
        }
    }

    #[test]
    fn r7_sensing_order() {
        let first = [(0, 0), (-1, 0), (0, -1), (0, 1), (1, 0), (-1, -1), (-1, 1)];
        assert_eq!(AROUND[..7], first);
        let key = |&(dx, dy): &(i8, i8)| {
            let (x, y) = (i32::from(dx), i32::from(dy));
            (x * x + y * y, x, y)
        };
        assert!(AROUND.is_sorted_by_key(key));
        for (i, &(dx, dy)) in AROUND.iter().enumerate() {
            assert_eq!(place_of(dx.into(), dy.into()), Some(i));
        }
        assert_eq!(place_of(8, 1), None);
        assert_eq!(place_of(-9, i32::MAX - 8), None);
    }
}
