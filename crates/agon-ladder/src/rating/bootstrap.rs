//! Error bars that believe nothing: what the ratings would have been with other maps and seeds.
//!
//! The computed bars take every game for a new piece of evidence. Games on the same map and seed are not:
//! they go well or badly together. So whole clusters of games are drawn anew, with repetition, and rated
//! again and again; how far the results spread is the bar.

use super::Ratings;
use crate::hash::tie_hash;

/// How often is drawn.
pub const RESAMPLES: u64 = 200;
/// With fewer clusters than this their spread says nothing.
pub const FEWEST: usize = 8;
/// By what factor two bars must differ to be worth telling both.
pub const DIFFERENT: f64 = 1.3;

/// The 95 % interval of each bot's Elo. `rate` rates the bots from clusters, named by their numbers, some of
/// them several times. `None` with too few clusters.
pub fn intervals(
    clusters: usize,
    bots: usize,
    rate: impl Fn(&[usize]) -> Option<Ratings>,
) -> Option<Vec<(f64, f64)>> {
    if clusters < FEWEST {
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

/// Between the percentiles 2.5 and 97.5.
fn interval(mut elos: Vec<f64>) -> (f64, f64) {
    elos.sort_by(f64::total_cmp);
    let cut = elos.len() / 40;
    (elos[cut], elos[elos.len() - 1 - cut])
}

/// Whether two bars are so different that both should be told.
pub fn differ(one: f64, other: f64) -> bool {
    one.max(other) > DIFFERENT * one.min(other)
}
