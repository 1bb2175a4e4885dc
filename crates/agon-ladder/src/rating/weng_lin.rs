//! Weng-Lin online rating in its Plackett-Luce form, used only to select matches.
//!
//! The form that treats a game with six seats as fifteen duels becomes overconfident after one game.

use serde::{Deserialize, Serialize};

const INITIAL_MU: f64 = 25.0;
const INITIAL_SIGMA: f64 = INITIAL_MU / 3.0;
const BETA: f64 = INITIAL_MU / 6.0;
const KAPPA: f64 = 1e-4;

/// Estimated strength of one bot.
#[derive(Copy, Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Belief {
    /// Mean.
    pub mu: f64,
    /// Standard deviation.
    pub sigma: f64,
}

impl Default for Belief {
    fn default() -> Belief {
        Belief { mu: INITIAL_MU, sigma: INITIAL_SIGMA }
    }
}

impl Belief {
    /// The expected score against another bot.
    pub fn expected(&self, other: &Belief) -> f64 {
        let c = (self.sigma.powi(2) + other.sigma.powi(2) + 2.0 * BETA * BETA).sqrt();
        1.0 / (1.0 + ((other.mu - self.mu) / c).exp())
    }
}

/// The estimates after a game. `ranks` are the seats' ranks; 1 is best, equal ranks are ties.
pub fn update(beliefs: &[Belief], ranks: &[u8]) -> Vec<Belief> {
    let c = beliefs.iter().map(|b| b.sigma.powi(2) + BETA * BETA).sum::<f64>().sqrt();
    let power: Vec<f64> = beliefs.iter().map(|b| (b.mu / c).exp()).collect();
    // Per seat: the summed strength of all seats with the same or a worse rank.
    let behind = |q: usize| -> f64 {
        power.iter().zip(ranks).filter(|(_, rank)| **rank >= ranks[q]).map(|(p, _)| p).sum()
    };
    let sums: Vec<f64> = (0..ranks.len()).map(behind).collect();
    let tied = |q: usize| ranks.iter().filter(|rank| **rank == ranks[q]).count() as f64;
    let one = |i: usize| {
        let Belief { mu, sigma } = beliefs[i];
        let (mut omega, mut delta) = (0.0, 0.0);
        for q in (0..ranks.len()).filter(|&q| ranks[q] <= ranks[i]) {
            let p = power[i] / sums[q];
            omega += (f64::from(u8::from(q == i)) - p) / tied(q);
            delta += p * (1.0 - p) / tied(q);
        }
        let (omega, gamma) = (sigma * sigma / c * omega, sigma / c);
        let delta = gamma * (sigma / c).powi(2) * delta;
        Belief { mu: mu + omega, sigma: sigma * (1.0 - delta).max(KAPPA).sqrt() }
    };
    (0..beliefs.len()).map(one).collect()
}
