//! Sets of tiles as one bit per tile. A map has at most 48 columns, so a row fits into one word, and an
//! operation on a whole row costs as much as on one tile. All levels from `novice` on think in such
//! sets.

use agon_core::Grid;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, Sub, SubAssign};

/// Row and column of a tile.
pub(super) type Place = (usize, usize);

/// Words of a [set](Bits) beyond those of its rows.
pub(super) const EDGES: usize = 2;

/// A set of tiles: bit `col` of word `row + 1`. The first and the last of the `N` words are always empty, so
/// that reading the neighbours of a row needs no test for the edge. The bots are made for the `N` that fits
/// the map.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) struct Bits<const N: usize>([u64; N]);

impl<const N: usize> Default for Bits<N> {
    fn default() -> Bits<N> {
        Bits::EMPTY
    }
}

impl<const N: usize> Bits<N> {
    pub(super) const EMPTY: Bits<N> = Bits([0; N]);
    /// The last row.
    pub(super) const LAST: usize = N - EDGES - 1;

    /// The set with one tile.
    pub(super) fn of(place: Place) -> Bits<N> {
        let mut bits = Bits::EMPTY;
        bits.add(place);
        bits
    }

    /// The 3x3 square around a tile. Bits beyond the map's edge can appear: intersect with a set of tiles.
    pub(super) fn around(place: Place) -> Bits<N> {
        let mut bits = Bits::EMPTY;
        bits.add_round(place);
        bits
    }

    /// Adds the 3x3 square around a tile; bits beyond the map's edge can appear.
    pub(super) fn add_round(&mut self, (row, col): Place) {
        for row in &mut self.0[row..row + 3] {
            *row |= 0b111 << col >> 1;
        }
    }

    pub(super) fn has(&self, (row, col): Place) -> bool {
        self.0[row + 1] >> col & 1 != 0
    }

    pub(super) fn add(&mut self, (row, col): Place) {
        self.0[row + 1] |= 1 << col;
    }

    pub(super) fn remove(&mut self, (row, col): Place) {
        self.0[row + 1] &= !(1 << col);
    }

    pub(super) fn row(&self, row: usize) -> u64 {
        self.0[row + 1]
    }

    pub(super) fn row_mut(&mut self, row: usize) -> &mut u64 {
        &mut self.0[row + 1]
    }

    /// The row below a row; empty below the last one.
    pub(super) fn below(&self, row: usize) -> u64 {
        self.0[row + 2]
    }

    /// The rows from `first` to `last`.
    pub(super) fn rows(&self, first: usize, last: usize) -> &[u64] {
        &self.0[first + 1..last + 2]
    }

    pub(super) fn rows_mut(&mut self, first: usize, last: usize) -> &mut [u64] {
        &mut self.0[first + 1..last + 2]
    }

    /// The rows above those from `first` to `last`, these rows, and the rows below them: three lists of one
    /// length, which a loop over their indices reads without further tests.
    pub(super) fn rows_around(&self, first: usize, last: usize) -> [&[u64]; 3] {
        let count = last + 1 - first;
        [first, first + 1, first + 2].map(|row| &self.0[row..row + count])
    }

    /// Enters the tiles in or beside a set that are `free` into rows `first` to `last`.
    pub(super) fn spread(&mut self, set: &Bits<N>, free: &Bits<N>, first: usize, last: usize) {
        let [above, here, below] = set.rows_around(first, last);
        let free = &free.rows(first, last)[..here.len()];
        let rows = &mut self.rows_mut(first, last)[..here.len()];
        for row in 0..here.len() {
            rows[row] |= reach(above[row], here[row], below[row]) & free[row];
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        // Without a branch per row, several rows are tested at once.
        self.0.iter().fold(0, |all, row| all | row) == 0
    }

    pub(super) fn count(&self) -> usize {
        // Counting takes longer than seeing that a row is empty, as most are on a small map.
        self.0.iter().filter(|row| **row != 0).map(|row| row.count_ones() as usize).sum()
    }

    /// The tiles and all their neighbours. Bits beyond the map's edge can appear: intersect with a set
    /// of tiles.
    pub(super) fn grown(&self) -> Bits<N> {
        let mut grown = Bits::EMPTY;
        let [above, here, below] = self.rows_around(0, Self::LAST);
        let rows = grown.rows_mut(0, Self::LAST);
        for row in 0..here.len() {
            rows[row] = reach(above[row], here[row], below[row]);
        }
        grown
    }

    /// The 3x3 square around a place as nine bits, row by row; the place itself is bit 4.
    pub(super) fn square(&self, (row, col): Place) -> u32 {
        let rows = &self.0[row..row + 3];
        let line = |row: u64| (row << 1 >> col) as u32 & 7;
        line(rows[0]) | line(rows[1]) << 3 | line(rows[2]) << 6
    }

    /// The first and the last row with a tile.
    pub(super) fn used_rows(&self) -> Option<(usize, usize)> {
        let used = |&row: &u64| row != 0;
        Some((self.0.iter().position(used)? - 1, self.0.iter().rposition(used)? - 1))
    }

    /// The first and the last row within a distance from a row.
    pub(super) fn rows_round(row: usize, distance: usize) -> (usize, usize) {
        (row.saturating_sub(distance), (row + distance).min(Self::LAST))
    }

    /// The number of tiles in the 3x3 square around a place.
    pub(super) fn count_round(&self, place: Place) -> u32 {
        self.square(place).count_ones()
    }

    /// The tiles of the 3x3 square around a place.
    pub(super) fn round(&self, place: Place) -> impl Iterator<Item = Place> + use<N> {
        columns(self.square(place).into()).map(move |bit| in_square(place, bit))
    }

    /// The tiles of the 3x3 square around a place that are in this and in another set.
    pub(super) fn common_round(
        &self,
        other: &Bits<N>,
        place: Place,
    ) -> impl Iterator<Item = Place> + use<N> {
        let square = self.square(place) & other.square(place);
        columns(square.into()).map(move |bit| in_square(place, bit))
    }
}

/// The tiles of a row that are in one of three rows or beside a tile of them.
pub(super) fn reach(above: u64, here: u64, below: u64) -> u64 {
    let near = above | here | below;
    near | near << 1 | near >> 1
}

/// The bits of a 3x3 square but the one in the middle.
pub(super) const NEIGHBOURS: u32 = 0o757;

/// The tile of the first bit that is set in a 3x3 square.
pub(super) fn first_in_square(centre: Place, square: u32) -> Option<Place> {
    (square != 0).then(|| in_square(centre, square.trailing_zeros() as usize))
}

fn in_square((row, col): Place, bit: usize) -> Place {
    (row + bit / 3 - 1, col + bit % 3 - 1)
}

/// The columns of the bits that are set in a row.
pub(super) fn columns(mut row: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let col = (row != 0).then(|| row.trailing_zeros() as usize);
        row &= row.wrapping_sub(1);
        col
    })
}

fn joined<const N: usize>(a: Bits<N>, b: Bits<N>, join: impl Fn(u64, u64) -> u64) -> Bits<N> {
    let mut joined = a;
    for (word, other) in joined.0.iter_mut().zip(b.0) {
        *word = join(*word, other);
    }
    joined
}

impl<const N: usize> BitAnd for Bits<N> {
    type Output = Bits<N>;
    fn bitand(self, other: Bits<N>) -> Bits<N> {
        joined(self, other, |a, b| a & b)
    }
}

impl<const N: usize> BitOr for Bits<N> {
    type Output = Bits<N>;
    fn bitor(self, other: Bits<N>) -> Bits<N> {
        joined(self, other, |a, b| a | b)
    }
}

/// The tiles of the first set that are not in the second.
impl<const N: usize> Sub for Bits<N> {
    type Output = Bits<N>;
    fn sub(self, other: Bits<N>) -> Bits<N> {
        joined(self, other, |a, b| a & !b)
    }
}

impl<const N: usize> BitAndAssign for Bits<N> {
    fn bitand_assign(&mut self, other: Bits<N>) {
        *self = *self & other;
    }
}

impl<const N: usize> BitOrAssign for Bits<N> {
    fn bitor_assign(&mut self, other: Bits<N>) {
        *self = *self | other;
    }
}

impl<const N: usize> SubAssign for Bits<N> {
    fn sub_assign(&mut self, other: Bits<N>) {
        *self = *self - other;
    }
}

/// The rows in which two grids of bytes differ, one bit per row.
pub(super) fn changed_rows<T: Copy + Default + PartialEq>(old: &Grid<T>, new: &Grid<T>) -> u64 {
    let (height, width) = (new.height(), new.width());
    if (old.height(), old.width()) != (height, width) {
        return (1 << height) - 1;
    }
    if old.cells() == new.cells() {
        return 0;
    }
    const AT_ONCE: usize = 16;
    let mut changed = 0;
    let (old, old_rest) = old.cells().as_chunks::<AT_ONCE>();
    let (new, new_rest) = new.cells().as_chunks::<AT_ONCE>();
    for (i, _) in old.iter().zip(new).enumerate().filter(|(_, (old, new))| old != new) {
        // The bytes can lie in several rows.
        let (first, last) = (AT_ONCE * i / width, (AT_ONCE * (i + 1) - 1) / width);
        changed |= (2 << last) - (1 << first);
    }
    if old_rest != new_rest {
        let first = AT_ONCE * new.len() / width;
        changed |= (1 << height) - (1 << first);
    }
    changed
}

/// Sets of the tiles of a row, one bit per tile, from one byte per tile. `marks` gets eight bytes at once and
/// sets the highest bit of every byte whose tile is in a set; the other bits are arbitrary. Bytes beyond the
/// end of the row are 0.
pub(super) fn gather<T: Copy, const SETS: usize>(
    row: &[T],
    byte: impl Fn(T) -> u8,
    marks: impl Fn(u64) -> [u64; SETS],
) -> [u64; SETS] {
    let (eights, rest) = row.as_chunks::<8>();
    let mut sets = [0; SETS];
    let mut add = |eight: u64, at: usize| {
        for (set, marks) in sets.iter_mut().zip(marks(eight)) {
            *set |= pack(marks) << at;
        }
    };
    for (i, eight) in eights.iter().enumerate() {
        add(u64::from_le_bytes(eight.map(&byte)), 8 * i);
    }
    let mut last = [0; 8];
    for (to, &from) in last.iter_mut().zip(rest) {
        *to = byte(from);
    }
    if !rest.is_empty() {
        add(u64::from_le_bytes(last), 8 * eights.len());
    }
    sets
}

/// Collects the highest bit of every byte; the first byte becomes the lowest bit.
fn pack(marks: u64) -> u64 {
    const HIGH: u64 = 0x8080_8080_8080_8080;
    ((marks & HIGH) >> 7).wrapping_mul(0x0102_0408_1020_4080) >> 56
}

/// Sets the highest bit of every byte that equals `wanted`; the other bits are arbitrary.
pub(super) fn equal_bytes(eight: u64, wanted: u8) -> u64 {
    !nonzero_bytes(eight ^ u64::from_ne_bytes([wanted; 8]))
}

/// Sets the highest bit of every byte that is not zero; the other bits are arbitrary.
pub(super) fn nonzero_bytes(eight: u64) -> u64 {
    const LOW: u64 = 0x7f7f_7f7f_7f7f_7f7f;
    ((eight & LOW) + LOW) | eight
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_behave_like_sets() {
        let mut bits: Bits<50> = Bits::of((0, 0)) | Bits::of((47, 47)) | Bits::of((3, 5));
        assert_eq!(bits.count(), 3);
        assert_eq!(bits.count_round((2, 4)), 1);
        assert_eq!(bits.round((46, 46)).collect::<Vec<_>>(), [(47, 47)]);
        assert_eq!(bits.round((1, 1)).collect::<Vec<_>>(), [(0, 0)]);
        bits.remove((3, 5));
        assert!(!bits.has((3, 5)) && bits.has((0, 0)));
        assert_eq!(Bits::<18>::of((3, 5)).grown().count(), 9);
        assert_eq!(Bits::<18>::of((0, 0)).grown().count(), 4);
        assert!((bits - bits).is_empty());
    }

    #[test]
    fn rows_that_differ_are_found() {
        for (height, width) in [(5, 10), (16, 16), (4, 19), (48, 48)] {
            let old = Grid::<u8>::new(height, width);
            assert_eq!(changed_rows(&old, &old), 0);
            for changed in (0..height).flat_map(|row| [(row, 0), (row, width - 1)]) {
                let mut new = old.clone();
                new[changed] = 1;
                // Rows beside one that differs may be read in vain.
                let rows = changed_rows(&old, &new);
                assert!(rows >> changed.0 & 1 != 0 && rows < 1 << height);
            }
        }
    }

    #[test]
    fn rows_of_bytes_become_bits() {
        let row: Vec<i8> = (0..19).map(|i| i % 3 - 1).collect();
        let marks = |eight| [eight, nonzero_bytes(eight), equal_bytes(eight, 1)];
        let [negative, nonzero, equal] = gather(&row, |value| value as u8, marks);
        for (col, &value) in row.iter().enumerate() {
            assert_eq!(negative >> col & 1 != 0, value < 0);
            assert_eq!(nonzero >> col & 1 != 0, value != 0);
            assert_eq!(equal >> col & 1 != 0, value == 1);
        }
    }
}
