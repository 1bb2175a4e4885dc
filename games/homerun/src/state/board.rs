//! What is on each tile besides terrain, and a set of the tiles that hold anything: most tiles in a unit's
//! sight are empty, so a look around costs as much as there is to see.

use super::Occupant;
use crate::map::{AROUND, Cell, places_of_row};
use std::ops::Index;

/// Places in sensing order fit into this many words.
const WORDS: usize = AROUND.len().div_ceil(64);

/// The occupants of all tiles, border included.
#[derive(Debug)]
pub(crate) struct Board {
    occupants: Vec<Occupant>,
    /// A bit for each tile that holds a unit or a ball. One word more than the tiles need, so that
    /// [`Board::bits_from`] can always read two.
    taken: Vec<u64>,
}

impl Board {
    pub fn empty(tiles: usize) -> Board {
        Board { occupants: vec![Occupant::NOTHING; tiles], taken: vec![0; tiles.div_ceil(64) + 1] }
    }

    pub fn put(&mut self, cell: Cell, occupant: Occupant) {
        self.occupants[cell.index()] = occupant;
        let (word, bit) = (cell.index() / 64, 1 << (cell.index() % 64));
        match occupant {
            Occupant::NOTHING => self.taken[word] &= !bit,
            _ => self.taken[word] |= bit,
        }
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
        let is_taken = |index: usize| self.taken[index / 64] >> (index % 64) & 1 == 1;
        let mut tiles = self.occupants.iter().enumerate();
        tiles.all(|(index, &occupant)| is_taken(index) == (occupant != Occupant::NOTHING))
    }

    /// 64 bits of the set, from a tile on.
    fn bits_from(&self, index: usize) -> u64 {
        let (word, shift) = (index / 64, index % 64);
        // Shifted in two steps, because a shift by 64 is not defined.
        self.taken[word] >> shift | self.taken[word + 1] << 1 << (63 - shift)
    }

    /// The taken tiles among the first `tiles` in sensing order around a tile, as places in that order.
    /// `reach` is how far they lie in each direction, `stride` the length of a row.
    pub fn taken_around(
        &self,
        cell: Cell,
        tiles: usize,
        reach: i32,
        stride: usize,
    ) -> impl Iterator<Item = usize> + use<> {
        let mut found = [0u64; WORDS];
        let row_bits = (1 << (2 * reach + 1)) - 1;
        let mut first = cell.shifted(-reach * stride as i32 - reach).index();
        for dy in -reach..=reach {
            let mut row = self.bits_from(first) & row_bits;
            first += stride;
            if row == 0 {
                continue;
            }
            let places = places_of_row(dy, reach);
            while row != 0 {
                let place = usize::from(places[row.trailing_zeros() as usize]);
                row &= row - 1;
                if place < tiles {
                    found[place / 64] |= 1 << (place % 64);
                }
            }
        }
        Places { words: found, at: 0 }
    }
}

/// A set of places, visited in sensing order.
struct Places {
    words: [u64; WORDS],
    /// The word that the next place is in, unless it is empty.
    at: usize,
}

impl Iterator for Places {
    type Item = usize;

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
        Board { occupants: self.occupants.clone(), taken: self.taken.clone() }
    }

    fn clone_from(&mut self, source: &Board) {
        self.occupants.clone_from(&source.occupants);
        self.taken.clone_from(&source.taken);
    }
}
