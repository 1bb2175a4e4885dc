//! Unchecked maps, and the faults of a map.

use crate::constants::OFFSET_MAX;
use crate::types::{Team, Terrain};
use agon_core::{MapFault, Symmetry};
use serde::{Deserialize, Serialize};

/// The longest name of a map, in bytes.
const NAME_BYTES_MAX: usize = 100;

/// A terrain that a map lists; every tile that is not listed is grass.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Listed {
    /// Water.
    W,
    /// A base.
    B,
    /// A stadium.
    S,
}

impl Listed {
    pub(super) fn terrain(self) -> Terrain {
        match self {
            Listed::W => Terrain::Water,
            Listed::B => Terrain::Base,
            Listed::S => Terrain::Stadium,
        }
    }

    pub(super) fn word(self) -> &'static str {
        match self {
            Listed::W => "the water",
            Listed::B => "the base",
            Listed::S => "the stadium",
        }
    }
}

/// Where the two headquarters stand, without offset.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "UPPERCASE")]
pub struct Hqs {
    /// Team A's.
    pub a: [usize; 2],
    /// Team B's.
    pub b: [usize; 2],
}

/// A map before it is checked. Coordinates have no offset.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Plan {
    /// Its name.
    pub name: String,
    /// Columns.
    pub width: usize,
    /// Rows.
    pub height: usize,
    /// What bots see added to x and to y.
    pub offset: [u16; 2],
    /// How one half follows from the other.
    pub symmetry: Symmetry,
    /// Everything that is not grass.
    pub objects: Vec<(Listed, usize, usize)>,
    /// The headquarters.
    pub hq: Hqs,
}

/// The part of a plan that a flaw is about; map files turn it into a line number.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum Part {
    Name,
    Size,
    Offset,
    Object(usize),
    Hq(Team),
}

/// What is wrong with a plan, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Flaw {
    pub part: Part,
    pub sentence: String,
}

pub(super) fn flaw(part: Part, sentence: String) -> Flaw {
    Flaw { part, sentence }
}

impl Plan {
    /// The mirror image of a tile under the map's symmetry.
    pub fn mirror(&self, tile: (usize, usize)) -> (usize, usize) {
        mirror(self.symmetry, self.width, self.height, tile)
    }
}

/// The mirror image of a tile, given as (x, y), on a map of this size.
pub(super) fn mirror(
    symmetry: Symmetry,
    width: usize,
    height: usize,
    (x, y): (usize, usize),
) -> (usize, usize) {
    let (y, x) = symmetry.image(height, width, (y, x));
    (x, y)
}

impl From<Flaw> for MapFault {
    fn from(flaw: Flaw) -> MapFault {
        MapFault(flaw.sentence)
    }
}

/// Checks width and height.
pub(super) fn check_size(plan: &Plan, sides: std::ops::RangeInclusive<usize>) -> Result<(), Flaw> {
    for (what, side) in [("width", plan.width), ("height", plan.height)] {
        if !sides.contains(&side) {
            let (low, high) = (sides.start(), sides.end());
            let sentence = format!("the {what} is {side}, a map has {low} to {high}");
            return Err(flaw(Part::Size, sentence));
        }
    }
    Ok(())
}

/// Checks offsets, name and the number of listed tiles.
pub(super) fn check_header(plan: &Plan) -> Result<(), Flaw> {
    if let Some(&offset) = plan.offset.iter().find(|&&o| o > OFFSET_MAX) {
        let sentence = format!("the offset {offset} is too large: offsets go up to {OFFSET_MAX}");
        return Err(flaw(Part::Offset, sentence));
    }
    if plan.name.len() > NAME_BYTES_MAX || plan.name.contains(['\n', '\r']) {
        let sentence = format!("the name of a map is one line of at most {NAME_BYTES_MAX} bytes");
        return Err(flaw(Part::Name, sentence));
    }
    if plan.objects.len() > plan.width * plan.height {
        let sentence = format!(
            "{} tiles are listed, the map has only {}",
            plan.objects.len(),
            plan.width * plan.height
        );
        return Err(flaw(Part::Size, sentence));
    }
    Ok(())
}
