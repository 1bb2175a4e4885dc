//! Error bars by bootstrap, without model assumptions.
//!
//! The analytic error bars treat every game as independent evidence. Games on the same map and seed are
//! correlated. So whole clusters of games are resampled with replacement and rated again; the spread of
//! the resulting ratings is the error bar.

use super::Ratings;
use crate::hash::tie_hash;

/// Number of resamples.
pub const RESAMPLES: u64 = 200;
/// Minimum number of clusters for a meaningful spread.
pub const MIN_CLUSTERS: usize = 8;
/// Two error bars that differ by more than this factor are both reported.
pub const REPORT_BOTH_RATIO: f64 = 1.3;

/// The 95 % interval of each bot's Elo. `rate` rates the bots from a list of cluster numbers, which may
/// repeat. `None` if there are too few clusters.
pub fn intervals(
    clusters: usize,
    bots: usize,
    rate: impl Fn(&[usize]) -> Option<Ratings>,
) -> Option<Vec<(f64, f64)>> {
    if clusters < MIN_CLUSTERS {
        return None;
    }
    let mut elos: Vec<Vec<f64>> = vec![Vec::new(); bots];
    for resample in 0..RESAMPLES {
        let lot = |draw: u64| (tie_hash(0xB007, resample, draw, draw) % clusters as u64) as usize;
        let drawn: Vec<usize> = (0..clusters as u64).map(lot).collect();
        let ratings = rate(&drawn)?;
        elos.iter_mut().enumerate().for_each(|(bot, elos)| elos.push(ratings.elo(bot)));
    }
    Some(elos.into_iter().map(interval).collect())
}

/// The interval between the percentiles 2.5 and 97.5.
fn interval(mut elos: Vec<f64>) -> (f64, f64) {
    elos.sort_by(f64::total_cmp);
    let cut = elos.len() / 40;
    (elos[cut], elos[elos.len() - 1 - cut])
}

/// Whether two error bars differ enough to report both.
pub fn differ(one: f64, other: f64) -> bool {
    one.max(other) > REPORT_BOTH_RATIO * one.min(other)
}
