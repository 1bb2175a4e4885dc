//! A rectangle of values stored row by row; what views and frames show of a board.

use serde::ser::SerializeSeq;
use serde::{Serialize, Serializer};
use std::ops::{Index, IndexMut};

/// A rectangle of values in one flat buffer; serialises as a list of rows.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Grid<T> {
    height: usize,
    width: usize,
    cells: Vec<T>,
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
        assert_eq!(serde_json::to_string(&grid).unwrap(), "[[0,0,0],[0,0,7]]");
    }
}
