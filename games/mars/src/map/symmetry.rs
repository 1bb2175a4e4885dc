//! R12.3: the three symmetries that swap the teams.
//!
//! The contest's tools name them differently; [`Symmetry`] uses the names that its map maker displayed.

use super::Map;
use crate::types::Cell;
use agon_core::Symmetry;

impl Map {
    /// The image of a tile.
    pub fn image(&self, symmetry: Symmetry, cell: Cell) -> Cell {
        let (row, col) = self.place(cell);
        let (row, col) = symmetry.image(self.height, self.width, (row.into(), col.into()));
        (row * self.width + col) as Cell
    }

    /// The tiles that break a symmetry, each with its image.
    fn breaks(&self, symmetry: Symmetry) -> impl Iterator<Item = (Cell, Cell)> {
        let pairs = (0..self.cells() as Cell).map(move |cell| (cell, self.image(symmetry, cell)));
        pairs.filter(|&(cell, image)| self.tile(image) != self.tile(cell).negated())
    }

    /// The first tile that breaks a symmetry, with its image.
    pub fn first_break(&self, symmetry: Symmetry) -> Option<(Cell, Cell)> {
        self.breaks(symmetry).next()
    }

    /// Number of tiles that break a symmetry.
    pub fn count_breaks(&self, symmetry: Symmetry) -> usize {
        self.breaks(symmetry).count()
    }

    /// Whether a symmetry keeps tiles and deposits and swaps the teams.
    pub fn has(&self, symmetry: Symmetry) -> bool {
        self.first_break(symmetry).is_none()
    }
}
