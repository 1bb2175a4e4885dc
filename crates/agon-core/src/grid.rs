//! A rectangle of values stored row by row; what views and frames show of a board.

use crate::summary::serialize_summarised;
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::de::{Deserialize, Deserializer, Error};
use serde::ser::{self, Serialize, SerializeSeq, Serializer};
use std::any::type_name;
use std::borrow::Cow;
use std::ops::{Index, IndexMut};

/// A rectangle of values in one flat buffer; in files and messages a list of rows.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Grid<T> {
    height: usize,
    width: usize,
    cells: Vec<T>,
}

impl<T: Clone> Clone for Grid<T> {
    fn clone(&self) -> Grid<T> {
        Grid { height: self.height, width: self.width, cells: self.cells.clone() }
    }

    /// Keeps the buffer: bots copy views all the time.
    fn clone_from(&mut self, source: &Grid<T>) {
        (self.height, self.width) = (source.height, source.width);
        self.cells.clone_from(&source.cells);
    }
}

/// A cell of a grid. Integers of up to 64 bits are cells, and games can make cells of types of their own.
pub trait GridCell: Sized {
    /// Appends bytes to a [summary](serialize_summarised) that determine these cells: as many for each.
    fn summarise(cells: &[Self], summary: &mut Vec<u8>);
}

impl GridCell for u8 {
    fn summarise(cells: &[u8], summary: &mut Vec<u8>) {
        summary.extend_from_slice(cells);
    }
}

impl GridCell for i8 {
    fn summarise(cells: &[i8], summary: &mut Vec<u8>) {
        summary.extend(cells.iter().map(|cell| cell.cast_unsigned()));
    }
}

macro_rules! larger_integers_are_cells {
    ($($integer:ty)*) => {$(
        impl GridCell for $integer {
            fn summarise(cells: &[$integer], summary: &mut Vec<u8>) {
                summary.extend(cells.iter().flat_map(|cell| cell.to_le_bytes()));
            }
        }
    )*};
}

larger_integers_are_cells!(i16 u16 i32 u32 i64 u64);

impl<T: Copy + Default> Grid<T> {
    /// A grid filled with the default value.
    pub fn new(height: usize, width: usize) -> Grid<T> {
        Grid { height, width, cells: vec![T::default(); height * width] }
    }

    /// Gives the grid another shape, keeping its buffer; the contents are then unspecified.
    pub fn reshape(&mut self, height: usize, width: usize) {
        if (self.height, self.width) != (height, width) {
            (self.height, self.width) = (height, width);
            self.cells.resize(height * width, T::default());
        }
    }
}

impl<T> Grid<T> {
    /// The grid with these rows, from the top; `None` if they differ in length.
    pub fn from_rows(rows: Vec<Vec<T>>) -> Option<Grid<T>> {
        let (height, width) = (rows.len(), rows.first().map_or(0, Vec::len));
        let is_rectangle = rows.iter().all(|row| row.len() == width);
        is_rectangle.then(|| Grid { height, width, cells: rows.into_iter().flatten().collect() })
    }

    /// Number of rows.
    pub fn height(&self) -> usize {
        self.height
    }

    /// Number of columns.
    pub fn width(&self) -> usize {
        self.width
    }

    /// All values, row by row.
    pub fn cells(&self) -> &[T] {
        &self.cells
    }

    /// All values, row by row.
    pub fn cells_mut(&mut self) -> &mut [T] {
        &mut self.cells
    }

    /// The rows from the top.
    pub fn rows(&self) -> impl Iterator<Item = &[T]> {
        self.cells.chunks(self.width.max(1))
    }

    /// The value at (row, col), or `None` outside.
    pub fn get(&self, row: i32, col: i32) -> Option<&T> {
        let (row, col) = (usize::try_from(row).ok()?, usize::try_from(col).ok()?);
        (row < self.height && col < self.width).then(|| &self.cells[row * self.width + col])
    }
}

impl<T> Index<(usize, usize)> for Grid<T> {
    type Output = T;
    fn index(&self, (row, col): (usize, usize)) -> &T {
        assert!(col < self.width, "column {col} outside a grid {} wide", self.width);
        &self.cells[row * self.width + col]
    }
}

impl<T> IndexMut<(usize, usize)> for Grid<T> {
    fn index_mut(&mut self, (row, col): (usize, usize)) -> &mut T {
        assert!(col < self.width, "column {col} outside a grid {} wide", self.width);
        &mut self.cells[row * self.width + col]
    }
}

impl<T: GridCell + Serialize> Serialize for Grid<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.serialize_as(type_name::<T>(), &Numbers(self), serializer)
    }
}

impl<T: GridCell> Grid<T> {
    /// `kind` tells apart what the same bytes can be serialized as.
    fn serialize_as<S: Serializer>(
        &self,
        kind: &str,
        content: &impl Serialize,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        serialize_summarised(serializer, content, |summary| {
            summary.extend_from_slice(kind.as_bytes());
            summary.push(0);
            summary.extend_from_slice(&self.width.to_le_bytes());
            T::summarise(&self.cells, summary);
        })
    }
}

impl Grid<u8> {
    /// Serializes letters as one string per row. Fails unless every row is text.
    pub fn serialize_text<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.serialize_as("text", &Letters(self), serializer)
    }
}

struct Numbers<'a, T>(&'a Grid<T>);

impl<T: Serialize> Serialize for Numbers<'_, T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.0.rows())
    }
}

struct Letters<'a>(&'a Grid<u8>);

impl Serialize for Letters<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut rows = serializer.serialize_seq(Some(self.0.height))?;
        for row in self.0.rows() {
            rows.serialize_element(str::from_utf8(row).map_err(ser::Error::custom)?)?;
        }
        rows.end()
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Grid<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Grid<T>, D::Error> {
        Grid::from_rows(Vec::deserialize(deserializer)?)
            .ok_or_else(|| D::Error::custom("the rows of a grid differ in length"))
    }
}

impl<T: JsonSchema> JsonSchema for Grid<T> {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        format!("Grid_of_{}", T::schema_name()).into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        Vec::<Vec<T>>::json_schema(generator)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::summary::with_summary;
    use std::collections::BTreeSet;

    #[test]
    fn rows_columns_and_outside() {
        let mut grid: Grid<u8> = Grid::new(2, 3);
        grid[(1, 2)] = 7;
        assert_eq!(grid.get(1, 2), Some(&7));
        assert_eq!(grid.get(-1, 0), None);
        assert_eq!(grid.get(0, 3), None);
        let text = serde_json::to_string(&grid).unwrap();
        assert_eq!(text, "[[0,0,0],[0,0,7]]");
        assert_eq!(serde_json::from_str::<Grid<u8>>(&text).unwrap(), grid);
        assert!(serde_json::from_str::<Grid<u8>>("[[0,0],[0]]").is_err());
    }

    /// Grids of different text differ in their summaries.
    #[test]
    fn a_summary_has_cells_width_and_kind() {
        let summary = |grid: &dyn Fn() -> String| (grid(), with_summary(<[u8]>::to_vec));
        let numbers = |width| Grid { height: 4 / width, width, cells: vec![b'a'; 4] };
        let negative = Grid { height: 1, width: 1, cells: vec![-1_i8] };
        let large = Grid { height: 1, width: 1, cells: vec![255_u8] };
        let wide = |cell| Grid { height: 1, width: 1, cells: vec![cell] };
        let text = |grid: &Grid<u8>| {
            let mut out = Vec::new();
            grid.serialize_text(&mut serde_json::Serializer::new(&mut out)).unwrap();
            String::from_utf8(out).unwrap()
        };
        let all = [
            summary(&|| serde_json::to_string(&numbers(2)).unwrap()),
            summary(&|| serde_json::to_string(&numbers(4)).unwrap()),
            summary(&|| serde_json::to_string(&negative).unwrap()),
            summary(&|| serde_json::to_string(&large).unwrap()),
            summary(&|| serde_json::to_string(&wide(1_u16)).unwrap()),
            summary(&|| serde_json::to_string(&wide(256)).unwrap()),
            summary(&|| text(&numbers(2))),
            summary(&|| text(&numbers(4))),
        ];
        let texts = all.clone().map(|(text, _)| text);
        let numbers = ["[[97,97],[97,97]]", "[[97,97,97,97]]", "[[-1]]", "[[255]]"];
        assert_eq!(texts[..4], numbers);
        assert_eq!(texts[4..], ["[[1]]", "[[256]]", r#"["aa","aa"]"#, r#"["aaaa"]"#]);
        let summaries: BTreeSet<Vec<u8>> = all.into_iter().map(|(_, summary)| summary).collect();
        assert_eq!(summaries.len(), 8);
        let broken = Grid { height: 1, width: 1, cells: vec![0xff_u8] };
        assert!(broken.serialize_text(&mut serde_json::Serializer::new(Vec::new())).is_err());
    }
}
