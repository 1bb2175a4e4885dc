//! Ratings. The official ranking is computed from all results at once ([`bradley_terry`] for two seats,
//! [`plackett_luce`] for more) and does not depend on the order of the games. The online rating
//! [`weng_lin`] is updated after every game and only used to select the next matches.

pub mod bootstrap;
pub mod bradley_terry;
mod components;
pub mod plackett_luce;
pub mod weng_lin;

pub use components::components;

use crate::elo::{self, ELO_PER_UNIT, MEAN_ELO, Z95};
use crate::matrix::Symmetric;

/// Standard deviation of the prior around the mean, in Elo. It keeps bots finite that have won or lost
/// every game.
pub const PRIOR_ELO: f64 = 350.0;

/// Strengths of all bots on the natural scale, with their covariance.
#[derive(Clone, Debug)]
pub struct Ratings {
    strengths: Vec<f64>,
    covariance: Symmetric,
    /// Variance of each bot's distance from the mean of the field.
    variances: Vec<f64>,
    components: Vec<usize>,
    /// Advantage of the first seat in Elo and half of its 95 % interval, if it was estimated.
    pub first_seat: Option<(f64, f64)>,
}

impl Ratings {
    /// The covariance may have more rows than there are bots: those of other unknowns.
    fn new(strengths: Vec<f64>, covariance: Symmetric, components: Vec<usize>) -> Ratings {
        // The strength of the whole field is not identifiable: only distances from its mean count.
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

    /// Whether there are no bots.
    pub fn is_empty(&self) -> bool {
        self.strengths.is_empty()
    }

    /// A bot's Elo.
    pub fn elo(&self, bot: usize) -> f64 {
        MEAN_ELO + ELO_PER_UNIT * self.strengths[bot]
    }

    /// Half of the 95 % interval of a bot's distance from the mean of the field, in Elo.
    pub fn error(&self, bot: usize) -> f64 {
        Z95 * ELO_PER_UNIT * self.variances[bot].max(0.0).sqrt()
    }

    /// Standard deviation of the difference of two bots, on the natural scale.
    fn deviation(&self, a: usize, b: usize) -> f64 {
        let c = &self.covariance;
        (c.get(a, a) + c.get(b, b) - 2.0 * c.get(a, b)).max(0.0).sqrt()
    }

    /// How much stronger `a` is than `b`, in Elo, and half of the 95 % interval. Use this instead of
    /// comparing two single error bars, which ignore the games between the two bots.
    pub fn difference(&self, a: usize, b: usize) -> (f64, f64) {
        let gap = self.strengths[a] - self.strengths[b];
        (ELO_PER_UNIT * gap, Z95 * ELO_PER_UNIT * self.deviation(a, b))
    }

    /// The probability that `a` is stronger than `b`.
    pub fn superiority(&self, a: usize, b: usize) -> f64 {
        let (gap, deviation) = (self.strengths[a] - self.strengths[b], self.deviation(a, b));
        if deviation > 0.0 { elo::normal_cdf(gap / deviation) } else { 0.5 }
    }

    /// The expected score of `a` against `b`.
    pub fn expected(&self, a: usize, b: usize) -> f64 {
        1.0 / (1.0 + (self.strengths[b] - self.strengths[a]).exp())
    }

    /// Best and worst plausible place of a bot: each bot outside of that range is better or worse with a
    /// probability above 97.5 %.
    pub fn places(&self, bot: usize) -> (usize, usize) {
        let others = || (0..self.len()).filter(|&other| other != bot);
        let better = others().filter(|&other| self.superiority(other, bot) > 0.975).count();
        let worse = others().filter(|&other| self.superiority(bot, other) > 0.975).count();
        (better + 1, self.len() - worse)
    }

    /// Number of a bot's component; no chain of games joins bots of different components, so only the
    /// prior compares them.
    pub fn component(&self, bot: usize) -> usize {
        self.components[bot]
    }

    /// Number of components.
    pub fn groups(&self) -> usize {
        self.components.iter().max().map_or(0, |most| most + 1)
    }

    /// The bots from strongest to weakest; ties in the order of their numbers.
    pub fn order(&self) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.len()).collect();
        order.sort_by(|&a, &b| self.strengths[b].total_cmp(&self.strengths[a]).then(a.cmp(&b)));
        order
    }
}

/// Maximises a concave log likelihood by Newton's method with step halving. `evaluate` returns value,
/// gradient and the negated second derivatives at a point.
fn maximise(
    n: usize,
    evaluate: impl Fn(&[f64]) -> (f64, Vec<f64>, Symmetric),
) -> Option<(Vec<f64>, Symmetric)> {
    let mut at = vec![0.0; n];
    let (mut value, mut gradient, mut curvature) = evaluate(&at);
    for _ in 0..100 {
        let step = curvature.cholesky()?.solve(&gradient);
        let size = step.iter().fold(0.0, |most: f64, s| most.max(s.abs()));
        let mut share = 1.0;
        loop {
            let there: Vec<f64> = at.iter().zip(&step).map(|(a, s)| a + share * s).collect();
            let (v, g, c) = evaluate(&there);
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
