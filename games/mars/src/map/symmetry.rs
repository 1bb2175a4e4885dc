//! R12.3: the three mirrorings that swap the teams.

use super::Map;
use crate::types::Cell;
use std::fmt;

/// How one half of a map follows from the other.
///
/// The contest's own tools disagree about the words; we use them as the map maker's users saw them.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Symmetry {
    /// Left and right are mirror images.
    Horizontal,
    /// Top and bottom are mirror images.
    Vertical,
    /// The map is turned by half a circle.
    Rotational,
}

impl Symmetry {
    /// All three.
    pub const ALL: [Symmetry; 3] = [Symmetry::Horizontal, Symmetry::Vertical, Symmetry::Rotational];

    /// The word used on command lines.
    pub fn word(self) -> &'static str {
        match self {
            Symmetry::Horizontal => "horizontal",
            Symmetry::Vertical => "vertical",
            Symmetry::Rotational => "rotational",
        }
    }

    /// The image of a place on a map of this size.
    pub fn image(self, height: usize, width: usize, (row, col): (usize, usize)) -> (usize, usize) {
        match self {
            Symmetry::Horizontal => (row, width - 1 - col),
            Symmetry::Vertical => (height - 1 - row, col),
            Symmetry::Rotational => (height - 1 - row, width - 1 - col),
        }
    }

    /// The image of a tile of a map.
    pub fn image_of(self, map: &Map, cell: Cell) -> Cell {
        let (row, col) = map.place(cell);
        let (row, col) = self.image(map.height, map.width, (row.into(), col.into()));
        (row * map.width + col) as Cell
    }

    fn pairs(self, map: &Map) -> impl Iterator<Item = (Cell, Cell)> {
        let broken =
            move |&(cell, image): &(Cell, Cell)| map.tile(image) != map.tile(cell).negated();
        (0..map.cells() as Cell).map(move |cell| (cell, self.image_of(map, cell))).filter(broken)
    }

    /// The first tile whose image is not what it should be, with that image.
    pub fn first_break(self, map: &Map) -> Option<(Cell, Cell)> {
        self.pairs(map).next()
    }

    /// Number of tiles whose image is not what it should be.
    pub fn breaks(self, map: &Map) -> usize {
        self.pairs(map).count()
    }
}

impl fmt::Display for Symmetry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}
