//! Plackett-Luce model: strengths of bots in matches with several seats, from all rankings at once.

use super::{PRIOR_ELO, Ratings, components, maximise};
use crate::elo::ELO_PER_UNIT;
use crate::matrix::Symmetric;
use std::collections::BTreeMap;

/// Counts of all rankings; independent of the order in which they were added.
#[derive(Clone, Debug, Default)]
pub struct Tables {
    bots: usize,
    // bots by rank, best first, tied bots together -> number of games
    rankings: BTreeMap<Vec<Vec<usize>>, u64>,
}

impl Tables {
    /// Without games, between this many bots.
    pub fn new(bots: usize) -> Tables {
        Tables { bots, rankings: BTreeMap::new() }
    }

    /// Adds a game: each seat's bot and its rank (1 is best). A bot in several seats counts with its best
    /// rank.
    pub fn add(&mut self, seats: &[(usize, u8)]) {
        self.add_many(seats, 1);
    }

    /// Adds games with the same ranking.
    pub fn add_many(&mut self, seats: &[(usize, u8)], games: u64) {
        let mut best: BTreeMap<usize, u8> = BTreeMap::new();
        for &(bot, rank) in seats {
            assert!(bot < self.bots, "bot number out of range");
            let entry = best.entry(bot).or_insert(rank);
            *entry = rank.min(*entry);
        }
        let mut by_rank: BTreeMap<u8, Vec<usize>> = BTreeMap::new();
        for (bot, rank) in best {
            by_rank.entry(rank).or_default().push(bot);
        }
        *self.rankings.entry(by_rank.into_values().collect()).or_default() += games;
    }

    /// Rates the bots with the prior of [`PRIOR_ELO`]. Each of several tied bots counts as chosen before
    /// the others in equal parts.
    pub fn rate(&self) -> Option<Ratings> {
        let n = self.bots;
        if n == 0 {
            return None;
        }
        let precision = (ELO_PER_UNIT / PRIOR_ELO).powi(2);
        let evaluate = |at: &[f64]| {
            let mut value = 0.0;
            let mut gradient = vec![0.0; n];
            let mut curvature = Symmetric::zero(n);
            for (ranking, &times) in &self.rankings {
                for (place, tied) in ranking.iter().enumerate() {
                    let rest: Vec<usize> = ranking[place..].iter().flatten().copied().collect();
                    if rest.len() > tied.len() || tied.len() > 1 {
                        let share = times as f64;
                        choice(at, tied, &rest, share, &mut value, &mut gradient, &mut curvature);
                    }
                }
            }
            for (i, x) in at.iter().enumerate() {
                value -= 0.5 * precision * x * x;
                gradient[i] -= precision * x;
                curvature.add(i, i, precision);
            }
            (value, gradient, curvature)
        };
        let (strengths, covariance) = maximise(n, evaluate)?;
        let met = self.rankings.keys().flat_map(|ranking| {
            let bots: Vec<usize> = ranking.iter().flatten().copied().collect();
            bots.windows(2).map(|pair| (pair[0], pair[1])).collect::<Vec<_>>()
        });
        let groups = components(n, met);
        Some(Ratings::new(strengths, covariance, groups))
    }
}

/// One choice: each bot of `tied` was chosen from `rest`, which contains all of `tied`.
fn choice(
    at: &[f64],
    tied: &[usize],
    rest: &[usize],
    times: f64,
    value: &mut f64,
    gradient: &mut [f64],
    curvature: &mut Symmetric,
) {
    let most = rest.iter().map(|&bot| at[bot]).fold(f64::NEG_INFINITY, f64::max);
    let sum: f64 = rest.iter().map(|&bot| (at[bot] - most).exp()).sum();
    let weight = times * tied.len() as f64;
    *value -= weight * (most + sum.ln());
    for &bot in tied {
        *value += times * at[bot];
        gradient[bot] += times;
    }
    let shares: Vec<f64> = rest.iter().map(|&bot| (at[bot] - most).exp() / sum).collect();
    for (i, &a) in rest.iter().enumerate() {
        gradient[a] -= weight * shares[i];
        curvature.add(a, a, weight * shares[i] * (1.0 - shares[i]));
        for (j, &b) in rest.iter().enumerate().skip(i + 1) {
            curvature.add(a, b, -weight * shares[i] * shares[j]);
        }
    }
}
