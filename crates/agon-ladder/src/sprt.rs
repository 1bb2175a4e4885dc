//! Sequential probability ratio test for a new version, and Elo with its error bar.
//!
//! The test counts *units*: single games, or better, pairs of games on the same map and seed with
//! swapped seats, or blocks in which every bot takes every seat once. A unit scores between 0 and 1
//! for the new version. Only the variance between units counts, so the luck of map and seat cancels.

use crate::elo::{self, Z95};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::f64::consts::LN_10;

/// Count assumed for a class without observations.
const UNSEEN_COUNT: f64 = 1e-3;

/// Number of units per score.
#[derive(Clone, Debug, PartialEq)]
pub struct Tally {
    // Games per unit.
    games: u32,
    // Keys are the bits of non-negative floats, which sort like the numbers.
    counts: BTreeMap<u64, u64>,
}

impl Tally {
    /// A tally whose classes are the possible scores of a unit of `games` games with draws: 0, half a
    /// game, one game, ... Pairs have the five classes of the pentanomial model.
    pub fn of_games(games: u32) -> Tally {
        let steps = 2 * games.max(1);
        Tally::with_classes(games, (0..=steps).map(|step| f64::from(step) / f64::from(steps)))
    }

    /// A tally for blocks of `games` games, whose scores can be any number between 0 and 1.
    pub fn of_blocks(games: u32) -> Tally {
        Tally::with_classes(games, [0.0, 0.5, 1.0])
    }

    fn with_classes(games: u32, classes: impl IntoIterator<Item = f64>) -> Tally {
        let counts = classes.into_iter().map(|score| (score.to_bits(), 0)).collect();
        Tally { games: games.max(1), counts }
    }

    /// A tally with the given counts, lowest score first: three for single games (losses, draws, wins),
    /// five for pairs.
    pub fn from_counts(counts: &[u64]) -> Tally {
        let last = counts.len().max(2) - 1;
        let scores = (0..counts.len()).map(|i| (i as f64 / last as f64).to_bits());
        Tally {
            games: (last as u32 / 2).max(1),
            counts: scores.zip(counts.iter().copied()).collect(),
        }
    }

    /// Adds one unit.
    pub fn add(&mut self, score: f64) {
        *self.counts.entry(score.clamp(0.0, 1.0).abs().to_bits()).or_default() += 1;
    }

    /// Number of units.
    pub fn units(&self) -> u64 {
        self.counts.values().sum()
    }

    /// Scores and counts, lowest score first.
    pub fn classes(&self) -> impl Iterator<Item = (f64, u64)> + '_ {
        self.counts.iter().map(|(&bits, &count)| (f64::from_bits(bits), count))
    }

    /// Mean score and variance of a unit.
    pub fn moments(&self) -> (f64, f64) {
        let n = self.units().max(1) as f64;
        let mean = self.classes().map(|(a, c)| a * c as f64).sum::<f64>() / n;
        let variance = self.classes().map(|(a, c)| (a - mean).powi(2) * c as f64).sum::<f64>() / n;
        (mean, variance)
    }

    /// Scores and probabilities; a class without observations counts as `UNSEEN_COUNT`.
    fn shares(&self) -> (Vec<(f64, f64)>, f64) {
        let counts: Vec<(f64, f64)> = self
            .classes()
            .map(|(a, c)| (a, if c == 0 { UNSEEN_COUNT } else { c as f64 }))
            .collect();
        let total: f64 = counts.iter().map(|(_, c)| c).sum();
        (counts.into_iter().map(|(a, c)| (a, c / total)).collect(), total)
    }

    /// Elo of the new version against the old one, error bar, and likelihood of superiority.
    pub fn elo(&self) -> Estimate {
        let (mean, variance) = self.moments();
        let units = self.units();
        let deviation = (variance / units.max(1) as f64).sqrt();
        // Without any spread (all units equal) assume the widest possible one.
        let spread = if deviation > 0.0 { deviation } else { 0.5 / (units as f64).sqrt() };
        let superiority = if units > 0 { elo::normal_cdf((mean - 0.5) / spread) } else { 0.5 };
        let (low, high) = if deviation > 0.0 {
            (mean - Z95 * deviation, mean + Z95 * deviation)
        } else {
            elo::wilson(mean * units as f64, units as f64)
        };
        let error = (elo::difference(high) - elo::difference(low)) / 2.0;
        let is_bounded = deviation > 0.0;
        Estimate {
            score: mean,
            elo: is_bounded.then(|| elo::difference(mean)),
            error: is_bounded.then_some(error),
            at_least: (low > 0.0 && mean > 0.0).then(|| elo::difference(low)),
            at_most: (high < 1.0 && mean < 1.0).then(|| elo::difference(high)),
            superiority,
        }
    }
}

/// Estimated strength of the new version.
#[derive(Copy, Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Estimate {
    /// Mean score of a unit, 0 to 1.
    pub score: f64,
    /// Elo difference; `None` if all units scored the same, which gives only bounds.
    pub elo: Option<f64>,
    /// Half of the 95 % interval, in Elo.
    pub error: Option<f64>,
    /// Lower end of the 95 % interval; `None` if it has none.
    pub at_least: Option<f64>,
    /// Upper end of the 95 % interval; `None` if it has none.
    pub at_most: Option<f64>,
    /// The probability that the new version is stronger.
    pub superiority: f64,
}

/// Scale on which the size of an improvement is measured.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Model {
    /// Standard deviations of a unit: the number of games needed is comparable across games.
    #[default]
    Normalized,
    /// Expected score.
    Logistic,
}

/// A test: two hypotheses and their error rates.
#[derive(Copy, Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Sprt {
    /// Scale of `elo0` and `elo1`.
    pub model: Model,
    /// Null hypothesis: the new version is at most this much better (rejected).
    pub elo0: f64,
    /// Alternative: the new version is at least this much better (accepted).
    pub elo1: f64,
    /// Probability of accepting a version of strength `elo0`.
    pub alpha: f64,
    /// Probability of rejecting a version of strength `elo1`.
    pub beta: f64,
}

impl Default for Sprt {
    fn default() -> Sprt {
        Sprt { model: Model::Normalized, elo0: 0.0, elo1: 30.0, alpha: 0.05, beta: 0.05 }
    }
}

/// Result of a test so far.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// The new version is better.
    Accepted,
    /// The new version is not better.
    Rejected,
    /// More units are needed.
    Undecided,
}

impl Sprt {
    /// The log likelihood ratios at which the test rejects and accepts.
    pub fn bounds(&self) -> (f64, f64) {
        ((self.beta / (1.0 - self.alpha)).ln(), ((1.0 - self.beta) / self.alpha).ln())
    }

    /// The reason why the parameters are invalid; `None` if they are valid.
    pub fn fault(&self) -> Option<String> {
        let Sprt { elo0, elo1, alpha, beta, .. } = *self;
        if !(elo0.is_finite() && elo1.is_finite() && elo0 < elo1) {
            return Some(format!("elo0 must be below elo1, but they are {elo0} and {elo1}"));
        }
        let rates = [("alpha", alpha), ("beta", beta)];
        let wrong = rates.into_iter().find(|(_, rate)| !(*rate > 0.0 && *rate < 0.5));
        wrong.map(|(name, rate)| format!("{name} is {rate}: it must lie between 0 and 0.5"))
    }

    /// Log likelihood ratio of the two hypotheses.
    pub fn llr(&self, tally: &Tally) -> f64 {
        if tally.units() == 0 {
            return 0.0;
        }
        let (shares, total) = tally.shares();
        let likeliest = |elo: f64| match self.model {
            Model::Logistic => with_mean(&shares, elo::expected(elo)),
            Model::Normalized => with_effect(&shares, effect(elo, tally.games)),
        };
        let (q0, q1) = (likeliest(self.elo0), likeliest(self.elo1));
        let terms = shares.iter().zip(q0.iter().zip(&q1));
        total * terms.map(|(&(_, p), (q0, q1))| p * (q1.ln() - q0.ln())).sum::<f64>()
    }

    /// The result for the units so far.
    pub fn verdict(&self, tally: &Tally) -> Verdict {
        let (lower, upper) = self.bounds();
        match self.llr(tally) {
            llr if llr >= upper => Verdict::Accepted,
            llr if llr <= lower => Verdict::Rejected,
            _ => Verdict::Undecided,
        }
    }

    /// Estimated number of units until the test ends, extrapolated from the units so far.
    pub fn units_left(&self, tally: &Tally) -> Option<u64> {
        let (llr, n) = (self.llr(tally), tally.units() as f64);
        let (lower, upper) = self.bounds();
        let goal = if llr > 0.0 { upper } else { lower };
        (n >= 4.0 && llr.abs() > 0.05).then(|| (n * (goal / llr - 1.0)).max(0.0).ceil() as u64)
    }
}

/// Normalized Elo in standard deviations of a unit. The standard deviation of the mean of several games
/// is smaller by the square root of their number.
fn effect(elo: f64, games: u32) -> f64 {
    elo * LN_10 / 800.0 * f64::from(games).sqrt()
}

/// Root of a decreasing function by bisection; `f(low) > 0 > f(high)`.
fn root(mut low: f64, mut high: f64, f: impl Fn(f64) -> f64) -> f64 {
    for _ in 0..200 {
        let middle = 0.5 * (low + high);
        if f(middle) > 0.0 { low = middle } else { high = middle }
    }
    0.5 * (low + high)
}

/// The distribution closest to the observed one with `Σ q x = 0`.
fn tilted(values: impl Iterator<Item = (f64, f64)> + Clone) -> Vec<f64> {
    let least = values.clone().map(|(x, _)| x).fold(f64::INFINITY, f64::min);
    let most = values.clone().map(|(x, _)| x).fold(f64::NEG_INFINITY, f64::max);
    if !(least < 0.0 && most > 0.0) {
        return values.map(|(_, p)| p).collect();
    }
    let slack = 1e-12;
    let theta = root(-1.0 / most + slack, -1.0 / least - slack, |theta| {
        values.clone().map(|(x, p)| p * x / (1.0 + theta * x)).sum()
    });
    values.map(|(x, p)| p / (1.0 + theta * x)).collect()
}

/// The maximum-likelihood distribution with mean score `mean`.
fn with_mean(shares: &[(f64, f64)], mean: f64) -> Vec<f64> {
    tilted(shares.iter().map(|&(a, p)| (a - mean, p)))
}

/// The maximum-likelihood distribution whose mean lies `effect` standard deviations above 1/2.
fn with_effect(shares: &[(f64, f64)], effect: f64) -> Vec<f64> {
    let mut q = vec![1.0 / shares.len() as f64; shares.len()];
    for _ in 0..10 {
        let mean: f64 = shares.iter().zip(&q).map(|((a, _), q)| a * q).sum();
        let variance: f64 = shares.iter().zip(&q).map(|((a, _), q)| (a - mean).powi(2) * q).sum();
        let sigma = variance.sqrt();
        let bent = |a: f64| a - 0.5 - 0.5 * effect * sigma * (1.0 + ((a - mean) / sigma).powi(2));
        let next = tilted(shares.iter().map(|&(a, p)| (bent(a), p)));
        let change = next.iter().zip(&q).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
        q = next;
        if change < 1e-4 {
            break;
        }
    }
    q
}

/// The candidate's score in one seat-rotation block: `games` holds, per game of the block, each seat's
/// rank (1 is best) and whether the candidate sat there. The score of a game is half of one plus the
/// difference of the two sides' mean shares of places beaten. It is added up as a fraction of whole
/// numbers and divided once, so that equal scores are equal numbers.
pub fn block_score(games: &[Vec<(u8, bool)>]) -> f64 {
    let (mut numerator, mut denominator) = (0i128, 1i128);
    for game in games {
        let (above, below) = game_score(game);
        numerator = numerator * below + above * denominator;
        denominator *= below;
        let common = gcd(numerator, denominator);
        (numerator, denominator) = (numerator / common, denominator / common);
    }
    numerator as f64 / (denominator * games.len().max(1) as i128) as f64
}

/// The candidate's score in a game as a fraction.
fn game_score(game: &[(u8, bool)]) -> (i128, i128) {
    let most = (game.len() as i128 - 1).max(1);
    let side = |candidate: bool| {
        let ranks = game.iter().filter(|(_, is)| *is == candidate);
        let (sum, n) = ranks.fold((0i128, 0i128), |(sum, n), (rank, _)| {
            (sum + game.len() as i128 - i128::from(*rank), n + 1)
        });
        // A side without seats scores one half.
        if n > 0 { (sum, n * most) } else { (1, 2) }
    };
    let ((a, b), (c, d)) = (side(true), side(false));
    (a * d - c * b + b * d, 2 * b * d)
}

fn gcd(a: i128, b: i128) -> i128 {
    let (mut a, mut b) = (a.abs(), b.abs());
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a.max(1)
}
