//! Swiss for games with more than two seats: each round the field is divided into tables of equal score.
//!
//! The exact optimum is NP-hard from three seats per table, so players are grouped by score first and
//! then swapped between neighbouring tables while that lowers the cost.

use crate::tie_hash;
use std::collections::BTreeMap;

/// A player to be seated.
#[derive(Clone, Debug, PartialEq)]
pub struct PodPlayer {
    /// The player's number.
    pub id: u32,
    /// Half points so far.
    pub points: i64,
    /// The place in the seed order, 1 is best.
    pub seed: u32,
}

/// Meetings and seats of earlier rounds.
#[derive(Clone, Debug, Default)]
pub struct History {
    met: BTreeMap<(u32, u32), u64>,
    sat: BTreeMap<(u32, usize), u64>,
}

impl History {
    /// Adds a table: its players in seat order.
    pub fn add(&mut self, table: &[u32]) {
        for (seat, &a) in table.iter().enumerate() {
            *self.sat.entry((a, seat)).or_default() += 1;
            for &b in &table[seat + 1..] {
                *self.met.entry((a.min(b), a.max(b))).or_default() += 1;
            }
        }
    }

    /// Number of meetings of two players.
    pub fn met(&self, a: u32, b: u32) -> u64 {
        self.met.get(&(a.min(b), a.max(b))).copied().unwrap_or(0)
    }

    fn sat(&self, id: u32, seat: usize) -> u64 {
        self.sat.get(&(id, seat)).copied().unwrap_or(0)
    }
}

/// Sizes of the tables: as equal as possible, none larger than `size`.
pub fn table_sizes(players: usize, size: usize) -> Vec<usize> {
    let tables = players.div_ceil(size.max(1));
    (0..tables).map(|t| players / tables + usize::from(t < players % tables)).collect()
}

/// Seats all players for the next round: tables of at most `size`, each in seat order.
pub fn seat_round(
    players: &[PodPlayer],
    size: usize,
    history: &History,
    seed: u64,
    round: u32,
) -> Vec<Vec<u32>> {
    let mut order: Vec<&PodPlayer> = players.iter().collect();
    order.sort_by_key(|player| (-player.points, player.seed, player.id));
    let mut tables: Vec<Vec<&PodPlayer>> = Vec::new();
    let mut rest = order.as_slice();
    for size in table_sizes(players.len(), size) {
        let (table, others) = rest.split_at(size);
        tables.push(table.to_vec());
        rest = others;
    }
    improve(&mut tables, history);
    tables.iter().map(|table| seats(table, history, seed, round)).collect()
}

/// Cost of a table: rematches first, then the squared spread of its scores.
fn table_cost(table: &[&PodPlayer], history: &History) -> (u64, i64) {
    let mut rematches = 0;
    for (i, a) in table.iter().enumerate() {
        rematches += table[i + 1..].iter().map(|b| history.met(a.id, b.id).pow(2)).sum::<u64>();
    }
    let most = table.iter().map(|player| player.points).max().unwrap_or(0);
    let least = table.iter().map(|player| player.points).min().unwrap_or(0);
    (rematches, (most - least).pow(2))
}

/// Swaps players between neighbouring tables while that lowers the cost.
fn improve(tables: &mut [Vec<&PodPlayer>], history: &History) {
    let sum = |a: (u64, i64), b: (u64, i64)| (a.0 + b.0, a.1 + b.1);
    let mut changed = true;
    while changed {
        changed = false;
        for t in 1..tables.len() {
            let (left, right) = tables.split_at_mut(t);
            let (above, below) = (&mut left[t - 1], &mut right[0]);
            let mut now = sum(table_cost(above, history), table_cost(below, history));
            for i in 0..above.len() {
                for j in 0..below.len() {
                    std::mem::swap(&mut above[i], &mut below[j]);
                    let then = sum(table_cost(above, history), table_cost(below, history));
                    if then < now {
                        now = then;
                        changed = true;
                    } else {
                        std::mem::swap(&mut above[i], &mut below[j]);
                    }
                }
            }
        }
    }
}

/// The seat order with the fewest repeated seats; ties are broken by lot.
fn seats(table: &[&PodPlayer], history: &History, seed: u64, round: u32) -> Vec<u32> {
    let mut ids: Vec<u32> = table.iter().map(|player| player.id).collect();
    ids.sort_by_key(|&id| tie_hash(seed, round.into(), id.into(), id.into()));
    let cost = |ids: &[u32]| -> u64 {
        ids.iter().enumerate().map(|(seat, &id)| history.sat(id, seat).pow(2)).sum()
    };
    let mut now = cost(&ids);
    let mut changed = true;
    while changed {
        changed = false;
        for i in 0..ids.len() {
            for j in i + 1..ids.len() {
                ids.swap(i, j);
                let then = cost(&ids);
                if then < now {
                    now = then;
                    changed = true;
                } else {
                    ids.swap(i, j);
                }
            }
        }
    }
    ids
}

/// Half points of a table from the ranks of its seats (1 is best). With k seats the first place gets k-1
/// points and the last 0; tied seats share the points of their places.
pub fn points(ranks: &[u8]) -> Vec<i64> {
    let k = ranks.len() as i64;
    let one = |rank: u8| {
        let before = ranks.iter().filter(|&&other| other < rank).count() as i64;
        let equal = ranks.iter().filter(|&&other| other == rank).count() as i64;
        // Tied seats cover places before+1 ..= before+equal, whose points are an arithmetic series.
        let (best, worst) = (k - 1 - before, k - before - equal);
        best + worst
    };
    ranks.iter().map(|&rank| one(rank)).collect()
}
