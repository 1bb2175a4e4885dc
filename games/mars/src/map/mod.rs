//! Maps: the type, the file format `*.awap23m`, validation, and the generator.

pub(crate) mod draw;
mod format;
mod generate;
mod symmetry;

pub use generate::WISHES;

use crate::constants::*;
use crate::types::{Cell, Direction, Team};
use agon_core::{GameMap, MapFault, Symmetry, Wishes};

/// The kind of a tile.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum TileKind {
    /// Land: can be entered and terraformed.
    Terraformable,
    /// A deposit: can be entered and mined.
    Mining,
    /// Rock: can never be entered.
    Impassable,
}

impl TileKind {
    /// The letter of the file format.
    pub fn letter(self) -> char {
        match self {
            TileKind::Terraformable => 'T',
            TileKind::Mining => 'M',
            TileKind::Impassable => 'I',
        }
    }

    /// The word used in sentences and recordings.
    pub fn word(self) -> &'static str {
        match self {
            TileKind::Terraformable => "terraformable",
            TileKind::Mining => "mining",
            TileKind::Impassable => "impassable",
        }
    }
}

/// A valid map (R12.2); whether it is also symmetric is a separate question (R12.3).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Map {
    height: usize,
    width: usize,
    /// `T`, `M` or `I` for each tile, as views show them.
    letters: Vec<u8>,
    mining: Vec<u8>,
    terraform: Vec<i8>,
}

/// One tile as a map file describes it.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Tile {
    /// Its kind.
    pub kind: TileKind,
    /// -5, 0 or 5 at the start; 0 unless it is land.
    pub terraform: i8,
    /// 5..=25 for a deposit, else 0.
    pub mining: u8,
}

impl Tile {
    /// Neutral land.
    pub const LAND: Tile = Tile { kind: TileKind::Terraformable, terraform: 0, mining: 0 };
    /// Rock.
    pub const ROCK: Tile = Tile { kind: TileKind::Impassable, terraform: 0, mining: 0 };

    /// A deposit.
    pub const fn deposit(mining: u8) -> Tile {
        Tile { kind: TileKind::Mining, terraform: 0, mining }
    }

    /// Land that a team owns at the start.
    pub fn base(team: Team) -> Tile {
        Tile { terraform: INITIAL_TERRAFORM * team.sign(), ..Tile::LAND }
    }

    /// The same tile for the other team.
    pub fn negated(self) -> Tile {
        Tile { terraform: -self.terraform, ..self }
    }
}

impl Map {
    /// A map of tiles that obey R12.2; the sides must be 16..=48 and the tiles fill the rectangle.
    pub fn new(height: usize, width: usize, tiles: &[Tile]) -> Result<Map, MapFault> {
        for (what, side) in [("rows", height), ("columns", width)] {
            if !(SIDE_MIN..=SIDE_MAX).contains(&side) {
                return Err(MapFault(format!(
                    "the map has {side} {what}; it needs {SIDE_MIN} to {SIDE_MAX}"
                )));
            }
        }
        assert_eq!(tiles.len(), height * width, "tiles fill the rectangle");
        Ok(Map {
            height,
            width,
            letters: tiles.iter().map(|tile| tile.kind.letter() as u8).collect(),
            mining: tiles.iter().map(|tile| tile.mining).collect(),
            terraform: tiles.iter().map(|tile| tile.terraform).collect(),
        })
    }

    /// Number of rows.
    pub fn height(&self) -> usize {
        self.height
    }

    /// Number of columns.
    pub fn width(&self) -> usize {
        self.width
    }

    /// Number of tiles.
    pub fn cells(&self) -> usize {
        self.letters.len()
    }

    /// The tile at a place.
    pub fn tile(&self, cell: Cell) -> Tile {
        let i = usize::from(cell);
        Tile { kind: self.kind(cell), terraform: self.terraform[i], mining: self.mining[i] }
    }

    /// The kind of a tile.
    pub fn kind(&self, cell: Cell) -> TileKind {
        match self.letters[usize::from(cell)] {
            b'T' => TileKind::Terraformable,
            b'M' => TileKind::Mining,
            _ => TileKind::Impassable,
        }
    }

    /// Whether robots can enter a tile.
    pub fn is_passable(&self, cell: Cell) -> bool {
        self.letters[usize::from(cell)] != b'I'
    }

    /// Whether a tile is land.
    pub fn is_terraformable(&self, cell: Cell) -> bool {
        self.letters[usize::from(cell)] == b'T'
    }

    /// The yield of a deposit; 0 for other tiles.
    pub fn mining(&self, cell: Cell) -> u8 {
        self.mining[usize::from(cell)]
    }

    /// `T`, `M` or `I` for each tile.
    pub(crate) fn letters(&self) -> &[u8] {
        &self.letters
    }

    /// The yield of each tile.
    pub(crate) fn yields(&self) -> &[u8] {
        &self.mining
    }

    /// The terraform values at the start, blue positive.
    pub fn terraform(&self) -> &[i8] {
        &self.terraform
    }

    /// The tile at (row, col); `None` outside the map.
    pub fn cell(&self, row: i32, col: i32) -> Option<Cell> {
        let (row, col) = (usize::try_from(row).ok()?, usize::try_from(col).ok()?);
        (row < self.height && col < self.width).then(|| (row * self.width + col) as Cell)
    }

    /// Row and column of a tile.
    pub fn place(&self, cell: Cell) -> (u8, u8) {
        let width = self.width as u16;
        ((cell / width) as u8, (cell % width) as u8)
    }

    /// Row and column of a neighbour, which may be outside the map.
    pub fn neighbour(&self, cell: Cell, direction: Direction) -> (i32, i32) {
        let (row, col) = self.place(cell);
        let (down, right) = direction.step();
        (i32::from(row) + down, i32::from(col) + right)
    }

    /// The tiles of the 3x3 square around a tile, clipped to the map, row by row.
    pub fn square_round(&self, cell: Cell) -> impl Iterator<Item = Cell> + use<> {
        let (row, col) = self.place(cell);
        let (row, col, width) = (usize::from(row), usize::from(col), self.width);
        let rows = row.saturating_sub(1)..=(row + 1).min(self.height - 1);
        let columns = col.saturating_sub(1)..=(col + 1).min(self.width - 1);
        rows.flat_map(move |r| columns.clone().map(move |c| (r * width + c) as Cell))
    }

    /// Number of tiles each team starts with: blue, red.
    pub fn bases(&self) -> [usize; 2] {
        Team::BOTH.map(|team| self.terraform.iter().filter(|&&v| v * team.sign() > 0).count())
    }

    /// Checks the handbook's requirements beyond R12.2: a base for each team and a symmetry.
    pub fn check_fair(&self) -> Result<(), MapFault> {
        let [blue, red] = self.bases();
        for (team, bases) in [(Team::Blue, blue), (Team::Red, red)] {
            if bases == 0 {
                return Err(MapFault(format!("{team} has no base tile: give it at least one")));
            }
        }
        self.check_symmetric()
    }

    /// R12.3 Checks that one of the three symmetries keeps tiles and deposits and swaps the teams.
    pub fn check_symmetric(&self) -> Result<(), MapFault> {
        if Symmetry::ALL.into_iter().any(|symmetry| self.has(symmetry)) {
            return Ok(());
        }
        // Reports the symmetry with the fewest broken tiles: it is probably the intended one.
        let furthest = Symmetry::ALL
            .into_iter()
            .filter_map(|symmetry| {
                let (cell, image) = self.first_break(symmetry)?;
                Some((self.count_breaks(symmetry), symmetry, cell, image))
            })
            .min_by_key(|(breaks, ..)| *breaks)
            .expect("all three are broken");
        let (breaks, symmetry, cell, image) = furthest;
        let ((row, col), (row2, col2)) = (self.place(cell), self.place(image));
        Err(MapFault(format!(
            "the map is not symmetric: nearest is {symmetry}, which breaks in {breaks} places, first \
             at row {row}, column {col}, whose image at row {row2}, column {col2} should be {} but \
             is {}",
            format::describe(self.tile(cell).negated()),
            format::describe(self.tile(image)),
        )))
    }
}

impl GameMap for Map {
    fn parse(text: &str) -> Result<Map, MapFault> {
        format::parse(text)
    }

    fn to_text(&self) -> String {
        format::write(self)
    }

    fn generate(wishes: &Wishes, seed: u64) -> Result<Map, MapFault> {
        generate::generate(wishes, seed)
    }

    fn draw(&self, colour: bool) -> String {
        draw::draw(self, colour)
    }

    fn describe(&self) -> String {
        let count = |kind| (0..self.cells() as Cell).filter(|&c| self.kind(c) == kind).count();
        let symmetries = Symmetry::ALL.into_iter().filter(|&symmetry| self.has(symmetry));
        let symmetries: Vec<&str> = symmetries.map(Symmetry::word).collect();
        let symmetry =
            if symmetries.is_empty() { "none".to_owned() } else { symmetries.join(" and ") };
        let [blue, red] = self.bases();
        format!(
            "{} rows x {} columns; symmetry {symmetry}; {} land, {} rock, {} deposits; bases: blue \
             {blue}, red {red}",
            self.height(),
            self.width(),
            count(TileKind::Terraformable),
            count(TileKind::Impassable),
            count(TileKind::Mining),
        )
    }
}
