//! Bradley-Terry: strengths of bots that play two by two, from all results at once.

use super::{PRIOR_ELO, Ratings, climb, components};
use crate::elo::{PER_UNIT, Z95};
use crate::matrix::Symmetric;
use std::collections::BTreeMap;

/// All results between bots that play two by two, counted; the order they came in leaves no trace.
#[derive(Clone, Debug, Default)]
pub struct Duels {
    bots: usize,
    // (first seat, second seat) -> games, and half points of the first seat's bot
    seats: BTreeMap<(usize, usize), (u64, u64)>,
}

/// How to rate.
#[derive(Copy, Clone, Debug)]
pub struct Options {
    /// Deviation of the prior in Elo; `None` for no prior, which needs every bot to have won and
    /// lost along a chain of games.
    pub prior_elo: Option<f64>,
    /// Whether to estimate what the first seat is worth.
    pub first_seat: bool,
}

impl Default for Options {
    fn default() -> Options {
        Options { prior_elo: Some(PRIOR_ELO), first_seat: false }
    }
}

impl Duels {
    /// No games yet between this many bots.
    pub fn new(bots: usize) -> Duels {
        Duels { bots, seats: BTreeMap::new() }
    }

    /// Counts a game; `half_points` is 2 if the first seat won, 1 for a draw, 0 if it lost.
    pub fn add(&mut self, first: usize, second: usize, half_points: u8) {
        assert!(first < self.bots && second < self.bots, "only bots of the field play");
        if first != second {
            let entry = self.seats.entry((first, second)).or_default();
            entry.0 += 1;
            entry.1 += u64::from(half_points.min(2));
        }
    }

    /// Games between two bots and what the first of them scored, whoever sat where.
    pub fn between(&self, a: usize, b: usize) -> (u64, f64) {
        let (n1, w1) = self.seats.get(&(a, b)).copied().unwrap_or_default();
        let (n2, w2) = self.seats.get(&(b, a)).copied().unwrap_or_default();
        (n1 + n2, (w1 + 2 * n2 - w2) as f64 / 2.0)
    }

    /// Rates the bots. `None` only without a prior, when the results do not bound the strengths.
    pub fn rate(&self, options: &Options) -> Option<Ratings> {
        let n = self.bots;
        if n == 0 {
            return None;
        }
        let unknowns = n + usize::from(options.first_seat);
        let precision = |elo: f64| (PER_UNIT / elo).powi(2);
        let prior = options.prior_elo.map(precision);
        let pairs: Vec<_> = self.seats.iter().map(|(&k, &v)| (k, v)).collect();
        let look = |at: &[f64]| {
            let mut value = 0.0;
            let mut gradient = vec![0.0; unknowns];
            let mut curvature = Symmetric::zero(unknowns);
            for &((a, b), (games, half)) in &pairs {
                let edge = if options.first_seat { at[n] } else { 0.0 };
                let gap = at[a] - at[b] + edge;
                let (games, won) = (games as f64, half as f64 / 2.0);
                let p = 1.0 / (1.0 + (-gap).exp());
                // log p = -log(1 + e^-gap), written so that it never overflows
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
                // Only differences matter: hold the mean at nought.
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
        let (mut strengths, mut covariance) = climb(unknowns, look)?;
        if prior.is_none() {
            if strengths.iter().any(|s| s.abs() > 20.0) {
                return None; // somebody has won or lost everything
            }
            for i in 0..n {
                for j in i..n {
                    covariance.add(i, j, -1.0 / n as f64);
                }
            }
        }
        let first_seat = options.first_seat.then(|| {
            let error = Z95 * PER_UNIT * covariance.get(n, n).max(0.0).sqrt();
            (PER_UNIT * strengths[n], error)
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
