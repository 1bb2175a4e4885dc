//! What is on each tile besides terrain, and a set of the tiles that hold anything: most tiles in a unit's
//! sight are empty, so a look around costs as much as there is to see.

use super::Occupant;
use crate::constants::BORDER;
use crate::map::{AROUND, Cell, PLACES, sight_rows};
use std::ops::Index;

/// Places in sensing order fit into this many words.
const WORDS: usize = AROUND.len().div_ceil(64);

/// The occupants of all tiles, border included.
#[derive(Debug)]
pub(crate) struct Board {
    occupants: Vec<Occupant>,
    /// Tiles in a row.
    stride: usize,
    /// For each row, those of the border included, a bit for each column of the map that holds a unit or a
    /// ball.
    taken: Vec<u64>,
}

impl Board {
    pub fn empty(tiles: usize, stride: usize) -> Board {
        let taken = vec![0; tiles.div_ceil(stride)];
        Board { occupants: vec![Occupant::NOTHING; tiles], stride, taken }
    }

    pub fn put(&mut self, cell: Cell, occupant: Occupant) {
        self.occupants[cell.index()] = occupant;
        let (row, bit) = self.row_and_bit(cell.index());
        match occupant {
            Occupant::NOTHING => self.taken[row] &= !bit,
            _ => self.taken[row] |= bit,
        }
    }

    /// The row of a tile, and the bit of its column; none for a tile of the border.
    fn row_and_bit(&self, index: usize) -> (usize, u64) {
        let (row, column) = (index / self.stride, index % self.stride);
        (row, if column < BORDER { 0 } else { 1 << (column - BORDER) })
    }

    pub fn len(&self) -> usize {
        self.occupants.len()
    }

    /// Bytes on the heap.
    pub fn footprint(&self) -> usize {
        size_of_val(&self.occupants[..]) + size_of_val(&self.taken[..])
    }

    pub fn iter(&self) -> impl Iterator<Item = Occupant> {
        self.occupants.iter().copied()
    }

    /// Whether the set of taken tiles is that of the occupants.
    pub fn is_consistent(&self) -> bool {
        let is_taken = |index: usize| {
            let (row, bit) = self.row_and_bit(index);
            self.taken[row] & bit != 0
        };
        let mut tiles = self.occupants.iter().enumerate();
        tiles.all(|(index, &occupant)| is_taken(index) == (occupant != Occupant::NOTHING))
    }

    /// The taken tiles within a squared distance of column `x` and row `y` of the map, that tile included, as
    /// places in sensing order.
    #[inline]
    pub fn taken_around(&self, (x, y): (usize, usize), radius_squared: i32) -> Places {
        let mut found = [0u64; WORDS];
        let (rows, sight) = sight_rows(radius_squared);
        // Bit `BORDER` of a shifted row is column `x`.
        let (left, right) = (BORDER.saturating_sub(x), x.saturating_sub(BORDER));
        let taken = &self.taken[y..][rows.clone()];
        let in_sight = sight[rows.clone()].iter().zip(&PLACES[rows]);
        for (taken, (sight, places)) in taken.iter().zip(in_sight) {
            let mut row = (taken << left >> right) & u64::from(*sight);
            while row != 0 {
                let place = places[row.trailing_zeros() as usize];
                found[usize::from(place / 64)] |= 1 << (place % 64);
                row &= row - 1;
            }
        }
        Places { words: found, at: 0 }
    }
}

/// A set of places, visited in sensing order.
pub(crate) struct Places {
    words: [u64; WORDS],
    /// The word that the next place is in, unless it is empty.
    at: usize,
}

impl Places {
    /// All places but the middle.
    pub fn without_middle(mut self) -> Places {
        self.words[0] &= !1;
        self
    }
}

impl Iterator for Places {
    type Item = usize;

    #[inline]
    fn next(&mut self) -> Option<usize> {
        loop {
            let word = self.words.get_mut(self.at)?;
            if *word != 0 {
                let bit = word.trailing_zeros() as usize;
                *word &= *word - 1;
                return Some(64 * self.at + bit);
            }
            self.at += 1;
        }
    }
}

/// The occupant of a tile by the index of its cell.
impl Index<usize> for Board {
    type Output = Occupant;
    fn index(&self, index: usize) -> &Occupant {
        &self.occupants[index]
    }
}

impl Clone for Board {
    fn clone(&self) -> Board {
        let Board { occupants, stride, taken } = self;
        Board { occupants: occupants.clone(), stride: *stride, taken: taken.clone() }
    }

    fn clone_from(&mut self, source: &Board) {
        self.stride = source.stride;
        self.occupants.clone_from(&source.occupants);
        self.taken.clone_from(&source.taken);
    }
}
