//! Small dense symmetric matrices for Newton's method.

/// A symmetric matrix, stored in full by rows.
#[derive(Clone, Debug)]
pub struct Symmetric {
    n: usize,
    cells: Vec<f64>,
}

/// The lower triangle `L` with `L Lᵀ` equal to a positive definite matrix.
pub struct Cholesky {
    n: usize,
    lower: Vec<f64>,
}

impl Symmetric {
    /// All zeroes.
    pub fn zero(n: usize) -> Symmetric {
        Symmetric { n, cells: vec![0.0; n * n] }
    }

    /// The cell at `row` and `column`.
    pub fn get(&self, row: usize, column: usize) -> f64 {
        self.cells[row * self.n + column]
    }

    /// Adds to a cell and to its mirror image (once on the diagonal).
    pub fn add(&mut self, row: usize, column: usize, value: f64) {
        self.cells[row * self.n + column] += value;
        if row != column {
            self.cells[column * self.n + row] += value;
        }
    }

    /// Cholesky decomposition; `None` if the matrix is not positive definite.
    pub fn cholesky(&self) -> Option<Cholesky> {
        let n = self.n;
        let mut lower = vec![0.0; n * n];
        for i in 0..n {
            for j in 0..=i {
                let (row, column) = (&lower[i * n..i * n + j], &lower[j * n..j * n + j]);
                let dot: f64 = row.iter().zip(column).map(|(a, b)| a * b).sum();
                let rest = self.cells[i * n + j] - dot;
                lower[i * n + j] = if i == j {
                    if rest <= 0.0 || !rest.is_finite() {
                        return None;
                    }
                    rest.sqrt()
                } else {
                    rest / lower[j * n + j]
                };
            }
        }
        Some(Cholesky { n, lower })
    }
}

impl Cholesky {
    /// The solution of `L Lᵀ x = right`.
    pub fn solve(&self, right: &[f64]) -> Vec<f64> {
        let (n, l) = (self.n, &self.lower);
        let mut x = right.to_vec();
        for i in 0..n {
            let dot: f64 = l[i * n..i * n + i].iter().zip(&x).map(|(a, b)| a * b).sum();
            x[i] = (x[i] - dot) / l[i * n + i];
        }
        for i in (0..n).rev() {
            let dot: f64 = (i + 1..n).map(|k| l[k * n + i] * x[k]).sum();
            x[i] = (x[i] - dot) / l[i * n + i];
        }
        x
    }

    /// The inverse of the decomposed matrix.
    pub fn inverse(&self) -> Symmetric {
        let mut inverse = Symmetric::zero(self.n);
        for column in 0..self.n {
            let mut unit = vec![0.0; self.n];
            unit[column] = 1.0;
            for (row, value) in self.solve(&unit).into_iter().enumerate() {
                inverse.cells[row * self.n + column] = value;
            }
        }
        inverse
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn matrix_times_inverse_is_identity() {
        let mut matrix = Symmetric::zero(3);
        for (i, j, v) in [(0, 0, 4.0), (1, 1, 5.0), (2, 2, 6.0), (0, 1, 1.0), (1, 2, -2.0)] {
            matrix.add(i, j, v);
        }
        let inverse = matrix.cholesky().unwrap().inverse();
        for i in 0..3 {
            for j in 0..3 {
                let cell: f64 = (0..3).map(|k| matrix.get(i, k) * inverse.get(k, j)).sum();
                assert!((cell - f64::from(u8::from(i == j))).abs() < 1e-12);
            }
        }
        matrix.add(0, 0, -4.0);
        assert!(matrix.cholesky().is_none());
    }
}
