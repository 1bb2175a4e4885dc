//! Before the first round: seed order, number of rounds, bar, start scores.

use serde::{Deserialize, Serialize};
use std::cmp::Reverse;

/// An entrant's record from earlier matches.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct ArenaRecord {
    /// The entrant's number.
    pub id: u32,
    /// Games won (draws count half).
    pub wins: f64,
    /// Games played.
    pub games: u32,
    /// Rating; 0 if unrated.
    pub rating: f64,
    /// Submission time, as any increasing number.
    pub submitted: u64,
}

/// Criterion of the seed order.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SeedBy {
    /// Games won.
    #[default]
    Wins,
    /// Share of games won.
    WinRate,
    /// Rating.
    Rating,
    /// Order of the list.
    Listed,
}

/// The entrants' numbers, best first, and the criterion used. Wins are only comparable if the numbers of
/// games differ by at most 1; otherwise win rates decide.
pub fn seed_order(records: &[ArenaRecord], by: SeedBy) -> (Vec<u32>, SeedBy) {
    let least = records.iter().map(|r| r.games).min().unwrap_or(0);
    let most = records.iter().map(|r| r.games).max().unwrap_or(0);
    let by = if by == SeedBy::Wins && most > least + 1 { SeedBy::WinRate } else { by };
    let share = |r: &ArenaRecord| if r.games == 0 { 0.0 } else { r.wins / f64::from(r.games) };
    let mut order: Vec<&ArenaRecord> = records.iter().collect();
    order.sort_by(|a, b| {
        let wins = || b.wins.total_cmp(&a.wins);
        let shares = || share(b).total_cmp(&share(a));
        let ratings = || b.rating.total_cmp(&a.rating);
        let rest = || a.submitted.cmp(&b.submitted).then(a.id.cmp(&b.id));
        match by {
            SeedBy::Wins => wins().then_with(shares).then_with(ratings).then_with(rest),
            SeedBy::WinRate => shares().then_with(wins).then_with(ratings).then_with(rest),
            SeedBy::Rating => ratings().then_with(rest),
            SeedBy::Listed => std::cmp::Ordering::Equal,
        }
    });
    (order.into_iter().map(|record| record.id).collect(), by)
}

/// Recommended number of rounds: one more than log2 of the field, at least 3.
pub fn rounds_for(entrants: usize) -> u32 {
    let doublings = entrants.next_power_of_two().trailing_zeros();
    (doublings + 1).max(3)
}

/// Number of entrants at the bar: the usual recommendation for the number of rounds, such that at most
/// one entrant stays unbeaten.
pub fn bar_size(entrants: usize, rounds: u32) -> usize {
    let most = match rounds {
        0..=3 => 8,
        4 => 10,
        5 => 12,
        6 => 15,
        7 => 18,
        8 => 22,
        9 => 26,
        more => 26 + 4 * (more as usize - 9),
    };
    most.min(entrants)
}

/// How entrants below the bar get their start scores.
#[derive(Copy, Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Bands {
    /// Bands of equal size by seed; the size follows from the field.
    #[default]
    Rank,
    /// Bands of this size by seed.
    RankOf(usize),
    /// One point per `per_point` wins, between floor and bar.
    Wins {
        /// Wins per point.
        per_point: f64,
        /// The lowest score; it is shifted to 0.
        floor: i64,
        /// The highest score.
        bar: i64,
    },
    /// One point per `width` rating points, between floor and bar.
    Rating {
        /// The rating that gives 0 points.
        origin: f64,
        /// Rating points per score point.
        width: f64,
        /// The lowest score; it is shifted to 0.
        floor: i64,
        /// The highest score.
        bar: i64,
    },
}

/// Start scores in the order of `seeded` (best seed first).
pub fn start_scores(seeded: &[&ArenaRecord], rounds: u32, bar: usize, bands: Bands) -> Vec<u32> {
    let clamp = |value: f64, floor: i64, bar: i64| {
        (value.floor() as i64).clamp(floor, bar.max(floor)).abs_diff(floor) as u32
    };
    let n = seeded.len();
    match bands {
        Bands::Rank => {
            let size = n.saturating_sub(bar).div_ceil((rounds as usize).max(1)).max(4);
            rank_bands(n, rounds, bar, size)
        }
        Bands::RankOf(size) => rank_bands(n, rounds, bar, size.max(1)),
        Bands::Wins { per_point, floor, bar } => {
            seeded.iter().map(|r| clamp(r.wins / per_point, floor, bar)).collect()
        }
        Bands::Rating { origin, width, floor, bar } => {
            seeded.iter().map(|r| clamp((r.rating - origin) / width, floor, bar)).collect()
        }
    }
}

fn rank_bands(n: usize, rounds: u32, bar: usize, size: usize) -> Vec<u32> {
    let depth = n.saturating_sub(bar).div_ceil(size).min(rounds as usize);
    let start = |place: usize| {
        if place < bar { depth } else { depth.saturating_sub(1 + (place - bar) / size) }
    };
    (0..n).map(|place| start(place) as u32).collect()
}

/// Sorts by a key, greatest first.
pub(super) fn greatest_first<T, K: Ord>(items: &mut [T], key: impl Fn(&T) -> K) {
    items.sort_by_key(|item| Reverse(key(item)));
}
