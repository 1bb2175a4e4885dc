//! Ratings. The official order is computed from all results at once ([`bradley_terry`] for two,
//! [`plackett_luce`] for more) and does not depend on the order of the games; [`weng_lin`] follows
//! along game by game and only serves to choose the next games.

pub mod bootstrap;
pub mod bradley_terry;
mod components;
pub mod plackett_luce;
pub mod weng_lin;

pub use components::components;

use crate::elo::{self, MIDDLE, PER_UNIT, Z95};
use crate::matrix::Symmetric;

/// The prior that keeps bots finite which have won or lost everything: strengths are thought to lie
/// around the middle with this deviation, in Elo.
pub const PRIOR_ELO: f64 = 350.0;

/// Strengths of all bots on the natural scale, with their covariance.
#[derive(Clone, Debug)]
pub struct Ratings {
    strengths: Vec<f64>,
    covariance: Symmetric,
    /// Of each bot's distance from the middle of the field.
    variances: Vec<f64>,
    components: Vec<usize>,
    /// The edge of sitting on the first seat, in Elo, with the half of its 95 % interval; only where
    /// it was asked for.
    pub first_seat: Option<(f64, f64)>,
}

impl Ratings {
    /// The covariance may have more rows than there are bots: those of other unknowns.
    fn new(strengths: Vec<f64>, covariance: Symmetric, components: Vec<usize>) -> Ratings {
        // How strong the whole field is nobody can know, and nobody asks: only distances from its middle
        // count, where the strengths have their mean.
        let n = strengths.len();
        let mean =
            |bot: usize| (0..n).map(|other| covariance.get(bot, other)).sum::<f64>() / n as f64;
        let means: Vec<f64> = (0..n).map(mean).collect();
        let middle = means.iter().sum::<f64>() / n as f64;
        let variance = |bot: usize| covariance.get(bot, bot) - 2.0 * means[bot] + middle;
        let variances = (0..n).map(variance).collect();
        Ratings { strengths, covariance, variances, components, first_seat: None }
    }

    /// Number of bots.
    pub fn len(&self) -> usize {
        self.strengths.len()
    }

    /// Whether nobody is rated.
    pub fn is_empty(&self) -> bool {
        self.strengths.is_empty()
    }

    /// A bot's Elo.
    pub fn elo(&self, bot: usize) -> f64 {
        MIDDLE + PER_UNIT * self.strengths[bot]
    }

    /// Half of the 95 % interval of a bot against the middle of the field, in Elo.
    pub fn error(&self, bot: usize) -> f64 {
        Z95 * PER_UNIT * self.variances[bot].max(0.0).sqrt()
    }

    /// The standard deviation of the difference of two bots, on the natural scale.
    fn deviation(&self, a: usize, b: usize) -> f64 {
        let c = &self.covariance;
        (c.get(a, a) + c.get(b, b) - 2.0 * c.get(a, b)).max(0.0).sqrt()
    }

    /// How much better `a` is than `b`, in Elo, and half of the 95 % interval. Two single error bars
    /// must never be compared instead: they leave out that the bots have met.
    pub fn difference(&self, a: usize, b: usize) -> (f64, f64) {
        let gap = self.strengths[a] - self.strengths[b];
        (PER_UNIT * gap, Z95 * PER_UNIT * self.deviation(a, b))
    }

    /// The probability that `a` is stronger than `b`.
    pub fn superiority(&self, a: usize, b: usize) -> f64 {
        let (gap, deviation) = (self.strengths[a] - self.strengths[b], self.deviation(a, b));
        if deviation > 0.0 { elo::normal(gap / deviation) } else { 0.5 }
    }

    /// The probability that `a` beats `b`, by their strengths.
    pub fn expected(&self, a: usize, b: usize) -> f64 {
        1.0 / (1.0 + (self.strengths[b] - self.strengths[a]).exp())
    }

    /// The best and the worst place a bot may deserve: with 97.5 % certainty it is not better than
    /// those before, nor worse than those behind.
    pub fn places(&self, bot: usize) -> (usize, usize) {
        let others = || (0..self.len()).filter(|&other| other != bot);
        let better = others().filter(|&other| self.superiority(other, bot) > 0.975).count();
        let worse = others().filter(|&other| self.superiority(bot, other) > 0.975).count();
        (better + 1, self.len() - worse)
    }

    /// Which group of bots a bot belongs to; bots of different groups are not joined by any chain of
    /// games, so only the prior compares them.
    pub fn component(&self, bot: usize) -> usize {
        self.components[bot]
    }

    /// Number of groups that never met each other.
    pub fn groups(&self) -> usize {
        self.components.iter().max().map_or(0, |most| most + 1)
    }

    /// The bots from strongest to weakest; equal ones in the order of their numbers.
    pub fn order(&self) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.len()).collect();
        order.sort_by(|&a, &b| self.strengths[b].total_cmp(&self.strengths[a]).then(a.cmp(&b)));
        order
    }
}

/// Maximises a concave log likelihood by Newton's method with halved steps. `look` returns value,
/// gradient and the negated second derivatives at a point.
fn climb(
    n: usize,
    look: impl Fn(&[f64]) -> (f64, Vec<f64>, Symmetric),
) -> Option<(Vec<f64>, Symmetric)> {
    let mut at = vec![0.0; n];
    let (mut value, mut gradient, mut curvature) = look(&at);
    for _ in 0..100 {
        let step = curvature.cholesky()?.solve(&gradient);
        let size = step.iter().fold(0.0, |most: f64, s| most.max(s.abs()));
        let mut share = 1.0;
        loop {
            let there: Vec<f64> = at.iter().zip(&step).map(|(a, s)| a + share * s).collect();
            let (v, g, c) = look(&there);
            if v >= value - 1e-12 * value.abs().max(1.0) || share < 1e-6 {
                (at, value, gradient, curvature) = (there, v, g, c);
                break;
            }
            share *= 0.5;
        }
        if size < 1e-10 {
            break;
        }
    }
    let covariance = curvature.cholesky()?.inverse();
    Some((at, covariance))
}
