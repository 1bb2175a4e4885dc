//! Who did how well against whom: counts of results between pairs of players, on maps, and their win rates.

use crate::{Tallied, Tally};
use agon_ladder::elo::wilson;
use std::collections::BTreeMap;

/// Results of one player: against another one, on a map, or of a version. At a table of more than two seats
/// every pair of players counts as a result of its own.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct Versus {
    /// Games.
    pub games: u64,
    /// Games in which it was ahead.
    pub won: u64,
    /// Games with equal ranks.
    pub drawn: u64,
}

impl Versus {
    /// Adds games with these ranks.
    fn add(&mut self, mine: u8, other: u8, games: u64) {
        self.games += games;
        self.won += if mine < other { games } else { 0 };
        self.drawn += if mine == other { games } else { 0 };
    }

    /// Adds other results.
    pub fn join(&mut self, other: &Versus) {
        self.games += other.games;
        self.won += other.won;
        self.drawn += other.drawn;
    }

    /// Games in which it was behind.
    pub fn lost(&self) -> u64 {
        self.games - self.won - self.drawn
    }

    /// Share of the points: a draw is half a point. None without games.
    pub fn rate(&self) -> Option<f64> {
        let points = self.won as f64 + self.drawn as f64 / 2.0;
        (self.games > 0).then(|| points / self.games as f64)
    }

    /// The 95 % interval of the share.
    pub fn interval(&self) -> (f64, f64) {
        interval(self.won as f64 + self.drawn as f64 / 2.0, self.games as f64)
    }
}

/// The 95 % interval of a win rate (Wilson).
pub fn interval(points: f64, games: f64) -> (f64, f64) {
    wilson(points, games)
}

/// The results of every seat against every seat of another player: map, both players, both ranks.
fn duels(result: &Tallied) -> impl Iterator<Item = ((i64, u8), (i64, u8))> + '_ {
    let seats = || result.seats.iter().copied().zip(result.ranks.iter().copied());
    seats().flat_map(move |me| seats().filter(move |it| it.0 != me.0).map(move |it| (me, it)))
}

impl Tally {
    /// Results of every player against every other one.
    pub fn pairs(&self) -> BTreeMap<(i64, i64), Versus> {
        let mut pairs: BTreeMap<(i64, i64), Versus> = BTreeMap::new();
        for (result, games) in self.counts() {
            let Ok(games) = u64::try_from(games) else { continue };
            for ((me, mine), (it, other)) in duels(result) {
                pairs.entry((me, it)).or_default().add(mine, other, games);
            }
        }
        pairs
    }

    /// Results of one player by map; against all others, or against one.
    pub fn maps(&self, player: i64, against: Option<i64>) -> BTreeMap<String, Versus> {
        let mut maps: BTreeMap<String, Versus> = BTreeMap::new();
        for (result, games) in self.counts() {
            let Ok(games) = u64::try_from(games) else { continue };
            for ((me, mine), (it, other)) in duels(result) {
                if me == player && against.is_none_or(|wanted| wanted == it) {
                    maps.entry(result.map.clone()).or_default().add(mine, other, games);
                }
            }
        }
        maps
    }
}
