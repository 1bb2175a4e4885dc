//! Sets of tiles as one bit per tile. A map has at most 48 columns, so a row fits into one word, and an
//! operation on a whole row costs as much as on one tile. All levels from `novice` on think in such
//! sets.

use crate::constants::SIDE_MAX;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, Sub, SubAssign};

/// Row and column of a tile.
pub(super) type Place = (usize, usize);

/// A set of tiles: bit `col` of word `row`.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) struct Bits([u64; SIDE_MAX]);

impl Default for Bits {
    fn default() -> Bits {
        Bits::EMPTY
    }
}

impl Bits {
    pub(super) const EMPTY: Bits = Bits([0; SIDE_MAX]);

    /// The set with one tile.
    pub(super) fn of(place: Place) -> Bits {
        let mut bits = Bits::EMPTY;
        bits.add(place);
        bits
    }

    pub(super) fn has(&self, (row, col): Place) -> bool {
        self.0[row] >> col & 1 != 0
    }

    pub(super) fn add(&mut self, (row, col): Place) {
        self.0[row] |= 1 << col;
    }

    pub(super) fn remove(&mut self, (row, col): Place) {
        self.0[row] &= !(1 << col);
    }

    pub(super) fn row(&self, row: usize) -> u64 {
        self.0[row]
    }

    pub(super) fn row_mut(&mut self, row: usize) -> &mut u64 {
        &mut self.0[row]
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.iter().all(|&row| row == 0)
    }

    pub(super) fn count(&self) -> usize {
        self.0.iter().map(|row| row.count_ones() as usize).sum()
    }

    /// The tiles, row by row.
    pub(super) fn places(self) -> impl Iterator<Item = Place> {
        (0..SIDE_MAX).flat_map(move |row| columns(self.0[row]).map(move |col| (row, col)))
    }

    /// The tiles and all their neighbours. Bits beyond the map's edge can appear: intersect with a set
    /// of tiles.
    pub(super) fn grown(&self) -> Bits {
        let wide = self.0.map(|row| row | row << 1 | row >> 1);
        let mut grown = wide;
        for row in 1..SIDE_MAX {
            grown[row] |= wide[row - 1];
            grown[row - 1] |= wide[row];
        }
        Bits(grown)
    }

    /// The first tile, row by row.
    pub(super) fn first(&self) -> Option<Place> {
        let row = self.0.iter().position(|&row| row != 0)?;
        Some((row, self.0[row].trailing_zeros() as usize))
    }

    /// The 3x3 square around a place as nine bits, row by row; the place itself is bit 4.
    pub(super) fn square(&self, (row, col): Place) -> u32 {
        let line = |row: usize| self.0.get(row).map_or(0, |bits| (bits << 1 >> col) as u32 & 7);
        line(row.wrapping_sub(1)) | line(row) << 3 | line(row + 1) << 6
    }

    /// The number of tiles in the 3x3 square around a place.
    pub(super) fn count_round(&self, place: Place) -> u32 {
        self.square(place).count_ones()
    }

    /// The tiles of the 3x3 square around a place.
    pub(super) fn round(&self, place: Place) -> impl Iterator<Item = Place> + use<> {
        columns(self.square(place).into()).map(move |bit| in_square(place, bit))
    }

    /// A neighbour of a place that is in this and in another set.
    pub(super) fn common_neighbour(&self, other: &Bits, place: Place) -> Option<Place> {
        first_in_square(place, self.square(place) & other.square(place) & NEIGHBOURS)
    }
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

fn joined(a: Bits, b: Bits, join: impl Fn(u64, u64) -> u64) -> Bits {
    let mut joined = a;
    for (word, other) in joined.0.iter_mut().zip(b.0) {
        *word = join(*word, other);
    }
    joined
}

impl BitAnd for Bits {
    type Output = Bits;
    fn bitand(self, other: Bits) -> Bits {
        joined(self, other, |a, b| a & b)
    }
}

impl BitOr for Bits {
    type Output = Bits;
    fn bitor(self, other: Bits) -> Bits {
        joined(self, other, |a, b| a | b)
    }
}

/// The tiles of the first set that are not in the second.
impl Sub for Bits {
    type Output = Bits;
    fn sub(self, other: Bits) -> Bits {
        joined(self, other, |a, b| a & !b)
    }
}

impl BitAndAssign for Bits {
    fn bitand_assign(&mut self, other: Bits) {
        *self = *self & other;
    }
}

impl BitOrAssign for Bits {
    fn bitor_assign(&mut self, other: Bits) {
        *self = *self | other;
    }
}

impl SubAssign for Bits {
    fn sub_assign(&mut self, other: Bits) {
        *self = *self - other;
    }
}

/// One bit per byte of a row of at most 48 bytes: whether the byte equals `wanted`. Eight bytes are
/// compared at once.
pub(super) fn equal_bytes(row: impl Iterator<Item = u64>, wanted: u8) -> u64 {
    let wanted = u64::from_ne_bytes([wanted; 8]);
    gather(row.map(|eight| !nonzero(eight ^ wanted)))
}

/// One bit per byte of a row: whether the byte is negative, and whether it is not zero.
pub(super) fn signs(row: impl Iterator<Item = u64> + Clone) -> (u64, u64) {
    (gather(row.clone()), gather(row.map(nonzero)))
}

/// Sets the highest bit of every byte that is not zero; the other bits are arbitrary.
fn nonzero(eight: u64) -> u64 {
    const LOW: u64 = 0x7f7f_7f7f_7f7f_7f7f;
    ((eight & LOW) + LOW) | eight
}

/// Collects the highest bit of every byte; the first byte becomes the lowest bit.
fn gather(row: impl Iterator<Item = u64>) -> u64 {
    const HIGH: u64 = 0x8080_8080_8080_8080;
    let packed = |eight: u64| ((eight & HIGH) >> 7).wrapping_mul(0x0102_0408_1020_4080) >> 56;
    row.enumerate().fold(0, |bits, (i, eight)| bits | packed(eight) << (8 * i))
}

/// The bytes of a row, eight at a time, the missing ones of the last eight filled with 0.
pub(super) fn eights<T: Copy>(
    row: &[T],
    byte: impl Fn(T) -> u8 + Clone,
) -> impl Iterator<Item = u64> + Clone {
    row.chunks(8).map(move |chunk| {
        // A full chunk becomes one load; a loop over an unknown number of bytes does not.
        let eight = match <[T; 8]>::try_from(chunk) {
            Ok(full) => full.map(&byte),
            Err(_) => std::array::from_fn(|i| chunk.get(i).map_or(0, |&from| byte(from))),
        };
        u64::from_le_bytes(eight)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_behave_like_sets() {
        let mut bits = Bits::of((0, 0)) | Bits::of((47, 47)) | Bits::of((3, 5));
        assert_eq!(bits.count(), 3);
        assert_eq!(bits.places().collect::<Vec<_>>(), [(0, 0), (3, 5), (47, 47)]);
        assert_eq!(bits.count_round((2, 4)), 1);
        assert_eq!(bits.round((46, 46)).collect::<Vec<_>>(), [(47, 47)]);
        assert_eq!(bits.round((1, 1)).collect::<Vec<_>>(), [(0, 0)]);
        bits.remove((3, 5));
        assert!(!bits.has((3, 5)) && bits.has((0, 0)));
        assert_eq!(Bits::of((3, 5)).grown().count(), 9);
        assert_eq!(Bits::of((0, 0)).grown().count(), 4);
        assert!((bits - bits).is_empty());
    }

    #[test]
    fn rows_of_bytes_become_bits() {
        let row: Vec<i8> = (0..19).map(|i| i % 3 - 1).collect();
        let (negative, nonzero) = signs(eights(&row, |v| v as u8));
        let bytes: Vec<u8> = row.iter().map(|&v| v as u8).collect();
        let equal = equal_bytes(eights(&bytes, |v| v), 1);
        for (col, &value) in row.iter().enumerate() {
            assert_eq!(negative >> col & 1 != 0, value < 0);
            assert_eq!(nonzero >> col & 1 != 0, value != 0);
            assert_eq!(equal >> col & 1 != 0, value == 1);
        }
    }
}
