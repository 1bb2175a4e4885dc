//! Selects the most informative games: the bots with the fewest games and the most uncertain ratings
//! first, against opponents of similar strength they have met least. Numbers of games per bot differ by at
//! most 1 within a batch, and over all batches by at most [`LEAD`] + 1.

use agon_ladder::rating::weng_lin::Belief;

/// A bot that was drawn this much more often than the one that was drawn least is chosen only if no other is
/// left. So a bot that is interesting again and again does not play twice as often as another, and none waits
/// for ever.
const LEAD: u32 = 1;

/// A bot's record, from which games are selected.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct LeagueStanding {
    /// Estimated strength.
    pub belief: Belief,
    /// Games played.
    pub games: u32,
    /// Tables that it was drawn for, counted so that late entries do not have to catch up.
    pub turns: u32,
    /// Number of meetings with each of the others.
    pub met: Vec<u32>,
}

/// Selects tables of `seats` bots (indices in the list). With fewer bots than seats the tables are
/// smaller.
pub fn choose(bots: &[LeagueStanding], seats: usize, tables: usize) -> Vec<Vec<usize>> {
    let mut bots = bots.to_vec();
    let mut exposure = vec![0u32; bots.len()];
    let mut chosen = Vec::with_capacity(tables);
    for _ in 0..tables {
        let table = choose_table(&bots, &exposure, seats.min(bots.len()));
        for &a in &table {
            exposure[a] += 1;
            bots[a].games += 1;
            bots[a].turns += 1;
            for &b in &table {
                bots[a].met[b] += u32::from(a != b);
            }
        }
        chosen.push(table);
    }
    chosen
}

fn choose_table(bots: &[LeagueStanding], exposure: &[u32], seats: usize) -> Vec<usize> {
    let all = 0..bots.len();
    let fewest = bots.iter().map(|bot| bot.turns).min().unwrap_or(0);
    let leads = |bot: usize| bots[bot].turns > fewest + LEAD;
    let first = all.clone().min_by(|&a, &b| {
        exposure[a]
            .cmp(&exposure[b])
            .then(leads(a).cmp(&leads(b)))
            .then(bots[a].games.cmp(&bots[b].games))
            .then(bots[b].belief.sigma.total_cmp(&bots[a].belief.sigma))
    });
    let mut table: Vec<usize> = first.into_iter().collect();
    while table.len() < seats {
        let free = all.clone().filter(|bot| !table.contains(bot));
        let next = free.min_by(|&a, &b| {
            exposure[a]
                .cmp(&exposure[b])
                .then(leads(a).cmp(&leads(b)))
                .then(information(bots, &table, b).total_cmp(&information(bots, &table, a)))
        });
        match next {
            Some(bot) => table.push(bot),
            None => break,
        }
    }
    table
}

/// Expected information from a game of a bot at this table.
fn information(bots: &[LeagueStanding], table: &[usize], bot: usize) -> f64 {
    let pair = |&other: &usize| {
        let (a, b) = (&bots[bot], &bots[other]);
        let p = a.belief.expected(&b.belief);
        let unsure = a.belief.sigma.powi(2) + b.belief.sigma.powi(2);
        p * (1.0 - p) * unsure / (1.0 + f64::from(a.met[other]))
    };
    table.iter().map(pair).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bots(n: usize) -> Vec<LeagueStanding> {
        vec![LeagueStanding { met: vec![0; n], ..LeagueStanding::default() }; n]
    }

    #[test]
    fn numbers_of_games_differ_by_at_most_one() {
        for (n, seats, tables) in [(2, 2, 5), (5, 2, 20), (7, 6, 14), (3, 6, 4)] {
            let mut counts = vec![0; n];
            for table in choose(&bots(n), seats, tables) {
                assert_eq!(table.len(), seats.min(n));
                table.iter().for_each(|&bot| counts[bot] += 1);
            }
            let (least, most) = (counts.iter().min().unwrap(), counts.iter().max().unwrap());
            assert!(most - least <= 1, "{n} bots: {counts:?}");
        }
    }

    #[test]
    fn opponents_are_similar_in_strength_and_rotate() {
        let mut field = bots(4);
        for (bot, mu) in [(0, 40.0), (1, 38.0), (2, 12.0), (3, 10.0)] {
            field[bot].belief = Belief { mu, sigma: 2.0 };
        }
        let first = &choose(&field, 2, 2);
        let sorted = |table: &Vec<usize>| {
            let mut table = table.clone();
            table.sort_unstable();
            table
        };
        assert_eq!(first.iter().map(sorted).collect::<Vec<_>>(), [vec![0, 1], vec![2, 3]]);
        // After many games against the same neighbour, other opponents are more informative.
        (field[0].met[1], field[1].met[0]) = (500, 500);
        (field[2].met[3], field[3].met[2]) = (500, 500);
        assert_ne!(sorted(&choose(&field, 2, 1)[0]), [0, 1]);
    }
}
