//! Bradley-Terry model: strengths of bots in two-player matches, from all results at once.

use super::{PRIOR_ELO, Ratings, components, maximise};
use crate::elo::{ELO_PER_UNIT, Z95};
use crate::matrix::Symmetric;
use std::collections::BTreeMap;

/// Counts of all two-player results; independent of the order in which they were added.
#[derive(Clone, Debug, Default)]
pub struct Duels {
    bots: usize,
    // (bot in the first seat, bot in the second) -> games, half points of the first seat
    seats: BTreeMap<(usize, usize), (u64, u64)>,
}

/// Rating options.
#[derive(Copy, Clone, Debug)]
pub struct Options {
    /// Standard deviation of the prior in Elo; `None` for no prior, which requires that every bot has won
    /// and lost along a chain of games.
    pub prior_elo: Option<f64>,
    /// Whether to estimate the advantage of the first seat.
    pub first_seat: bool,
}

impl Default for Options {
    fn default() -> Options {
        Options { prior_elo: Some(PRIOR_ELO), first_seat: false }
    }
}

impl Duels {
    /// Without games, between this many bots.
    pub fn new(bots: usize) -> Duels {
        Duels { bots, seats: BTreeMap::new() }
    }

    /// Counts a game; `half_points` is 2 if the first seat won, 1 for a draw, 0 if it lost.
    pub fn add(&mut self, first: usize, second: usize, half_points: u8) {
        self.add_many(first, second, half_points, 1);
    }

    /// Counts games with the same result.
    pub fn add_many(&mut self, first: usize, second: usize, half_points: u8, games: u64) {
        assert!(first < self.bots && second < self.bots, "bot number out of range");
        if first != second {
            let entry = self.seats.entry((first, second)).or_default();
            entry.0 += games;
            entry.1 += games * u64::from(half_points.min(2));
        }
    }

    /// Games between two bots and the score of `a`, whatever their seats.
    pub fn between(&self, a: usize, b: usize) -> (u64, f64) {
        let (n1, w1) = self.seats.get(&(a, b)).copied().unwrap_or_default();
        let (n2, w2) = self.seats.get(&(b, a)).copied().unwrap_or_default();
        (n1 + n2, (w1 + 2 * n2 - w2) as f64 / 2.0)
    }

    /// Rates the bots. `None` without bots, or without a prior if the results do not bound the strengths.
    pub fn rate(&self, options: &Options) -> Option<Ratings> {
        let n = self.bots;
        if n == 0 {
            return None;
        }
        let unknowns = n + usize::from(options.first_seat);
        let precision = |elo: f64| (ELO_PER_UNIT / elo).powi(2);
        let prior = options.prior_elo.map(precision);
        let pairs: Vec<_> = self.seats.iter().map(|(&k, &v)| (k, v)).collect();
        let evaluate = |at: &[f64]| {
            let mut value = 0.0;
            let mut gradient = vec![0.0; unknowns];
            let mut curvature = Symmetric::zero(unknowns);
            for &((a, b), (games, half)) in &pairs {
                let edge = if options.first_seat { at[n] } else { 0.0 };
                let gap = at[a] - at[b] + edge;
                let (games, won) = (games as f64, half as f64 / 2.0);
                let p = 1.0 / (1.0 + (-gap).exp());
                // log p = -log(1 + e^-gap), written without overflow
                value += won * gap - games * softplus(gap);
                let (slope, bend) = (won - games * p, games * p * (1.0 - p));
                let mut parts = vec![(a, 1.0), (b, -1.0)];
                if options.first_seat {
                    parts.push((n, 1.0));
                }
                for (i, &(x, sx)) in parts.iter().enumerate() {
                    gradient[x] += sx * slope;
                    for &(y, sy) in &parts[i..] {
                        curvature.add(x, y, sx * sy * bend);
                    }
                }
            }
            match prior {
                Some(precision) => {
                    for (i, x) in at.iter().enumerate() {
                        value -= 0.5 * precision * x * x;
                        gradient[i] -= precision * x;
                        curvature.add(i, i, precision);
                    }
                }
                // Only differences matter: fix the mean at 0.
                None => {
                    for i in 0..n {
                        for j in i..n {
                            curvature.add(i, j, 1.0 / n as f64);
                        }
                    }
                }
            }
            (value, gradient, curvature)
        };
        let (mut strengths, mut covariance) = maximise(unknowns, evaluate)?;
        if prior.is_none() {
            if strengths.iter().any(|s| s.abs() > 20.0) {
                return None; // a bot has won or lost all of its games
            }
            for i in 0..n {
                for j in i..n {
                    covariance.add(i, j, -1.0 / n as f64);
                }
            }
        }
        let first_seat = options.first_seat.then(|| {
            let error = Z95 * ELO_PER_UNIT * covariance.get(n, n).max(0.0).sqrt();
            (ELO_PER_UNIT * strengths[n], error)
        });
        strengths.truncate(n);
        let groups = components(n, self.seats.keys().copied());
        Some(Ratings { first_seat, ..Ratings::new(strengths, covariance, groups) })
    }
}

/// `log(1 + e^x)` without overflow.
fn softplus(x: f64) -> f64 {
    x.max(0.0) + (-x.abs()).exp().ln_1p()
}
