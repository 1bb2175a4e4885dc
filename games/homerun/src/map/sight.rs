//! The tiles around a unit in sensing order (R7): by increasing squared distance, then increasing
//! dx, then increasing dy. The list of a shorter sight is a prefix of that of a longer one.

use crate::constants::{BORDER, TILES_IN_SIGHT_MAX, VISION_MAX};

/// How far the longest sight reaches in each direction.
const REACH: i8 = BORDER as i8;
const SIDE: usize = 2 * BORDER + 1;

/// All tiles of the longest sight, relative to the unit.
pub(crate) const AROUND: [(i8, i8); TILES_IN_SIGHT_MAX] = around();

/// The place of each tile in [`AROUND`], by dy and dx; `u8::MAX` beyond the longest sight.
static PLACES: [[u8; SIDE]; SIDE] = places();

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

/// Where in sensing order the tiles of a row come, from `reach` tiles west of the unit on; `u8::MAX` beyond
/// the longest sight.
pub(crate) fn places_of_row(dy: i32, reach: i32) -> &'static [u8] {
    let [row, first] = [dy, -reach].map(|d| (d + i32::from(REACH)) as usize);
    &PLACES[row][first..]
}

#[cfg(test)]
mod tests {
    use super::*;

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
            assert_eq!(usize::from(places_of_row(dy.into(), 8)[(dx + 8) as usize]), i);
        }
        assert_eq!(place_of(8, 1), None);
        assert_eq!(place_of(-9, i32::MAX - 8), None);
    }
}
