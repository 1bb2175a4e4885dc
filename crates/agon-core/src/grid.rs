//! A rectangle of values stored row by row; what views and frames show of a board.

use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::de::{Deserialize, Deserializer, Error};
use serde::ser::{Serialize, SerializeSeq, Serializer};
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

impl<T: Serialize> Serialize for Grid<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut rows = serializer.serialize_seq(Some(self.height))?;
        for row in self.rows() {
            rows.serialize_element(row)?;
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
}
