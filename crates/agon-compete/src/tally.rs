//! Results counted by map, seats and ranks. A million games between some hundred players become some ten
//! thousand counts, which are enough for the ratings: they equal those from the games one by one.

use crate::table::family;
use crate::{Entry, Game, History};
use agon_ladder::rating::Ratings;
use agon_ladder::rating::bradley_terry::{Duels, Options};
use agon_ladder::rating::plackett_luce::Tables;
use std::cmp::Ordering;
use std::collections::BTreeMap;

/// Games with the same players on the same seats, the same ranks, and the same map.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Tallied {
    /// The map; all random maps count as one.
    pub map: String,
    /// The players by seat: numbers of entrants, or of what they stand for.
    pub seats: Vec<i64>,
    /// Ranks by seat, 1 is best.
    pub ranks: Vec<u8>,
}

impl Tallied {
    /// The result of a game, if it counts.
    pub fn of(game: &Game) -> Option<Tallied> {
        let played = game.played.as_ref()?;
        Some(Tallied {
            map: family(&played.map).to_owned(),
            seats: played.seats.iter().map(|seat| i64::from(seat.0)).collect(),
            ranks: game.ranks()?,
        })
    }
}

/// Numbers of games by result.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tally(BTreeMap<Tallied, i64>);

/// A player's rating and its numbers of games.
#[derive(Clone, Debug, PartialEq)]
pub struct Rated {
    /// The player.
    pub player: i64,
    /// Elo rating.
    pub elo: f64,
    /// Half of the 95 % interval.
    pub error: f64,
    /// Best and worst plausible place.
    pub places: (usize, usize),
    /// Games played.
    pub games: u64,
    /// Unshared first places.
    pub won: u64,
    /// Shared first places.
    pub shared: u64,
    /// All other games.
    pub lost: u64,
}

impl Tally {
    /// All results of a log that count.
    pub fn of(history: &History) -> Tally {
        let mut tally = Tally::default();
        for result in history.ended().filter_map(Tallied::of) {
            tally.add(result, 1);
        }
        tally
    }

    /// Adds games with a result; a negative number takes them away.
    pub fn add(&mut self, result: Tallied, games: i64) {
        let count = self.0.entry(result.clone()).or_default();
        *count += games;
        if *count == 0 {
            self.0.remove(&result);
        }
    }

    /// Follows a log by one entry and returns what it has changed; `history` has the entry. Only a ruling can
    /// change results that were there before, so only then all games are looked at.
    pub fn follow(&mut self, entry: &Entry, history: &History) -> Vec<(Tallied, i64)> {
        let changes: Vec<(Tallied, i64)> = match entry {
            Entry::Played(played) => {
                let result = history.game(&played.game).and_then(Tallied::of);
                result.into_iter().map(|result| (result, 1)).collect()
            }
            Entry::Ruling(_) => self.changes_to(&Tally::of(history)),
            _ => Vec::new(),
        };
        for (result, games) in &changes {
            self.add(result.clone(), *games);
        }
        changes
    }

    /// The numbers of games by result.
    pub fn counts(&self) -> impl Iterator<Item = (&Tallied, i64)> {
        self.0.iter().map(|(result, games)| (result, *games))
    }

    /// What must be added to make this tally the other one.
    pub fn changes_to(&self, other: &Tally) -> Vec<(Tallied, i64)> {
        let mut changes: BTreeMap<&Tallied, i64> = other.counts().collect();
        for (result, games) in self.counts() {
            *changes.entry(result).or_default() -= games;
        }
        let changed = changes.into_iter().filter(|(_, games)| *games != 0);
        changed.map(|(result, games)| (result.clone(), games)).collect()
    }

    /// Rates players from strongest to weakest. Games with others do not count.
    pub fn rate(&self, players: &[i64]) -> Vec<Rated> {
        let place: BTreeMap<i64, usize> =
            players.iter().enumerate().map(|(i, player)| (*player, i)).collect();
        let games: Vec<(Vec<usize>, &[u8], u64)> = self
            .counts()
            .filter_map(|(result, games)| {
                let bots = result.seats.iter().map(|seat| place.get(seat).copied());
                let games = u64::try_from(games).ok()?;
                Some((bots.collect::<Option<Vec<usize>>>()?, result.ranks.as_slice(), games))
            })
            .collect();
        let line = |player: &i64| Rated {
            player: *player,
            elo: 0.0,
            error: 0.0,
            places: (1, 1),
            games: 0,
            won: 0,
            shared: 0,
            lost: 0,
        };
        let mut lines: Vec<Rated> = players.iter().map(line).collect();
        for (bots, ranks, games) in &games {
            let firsts = ranks.iter().filter(|rank| **rank == 1).count();
            for (bot, rank) in bots.iter().zip(*ranks) {
                let line = &mut lines[*bot];
                line.games += games;
                match (rank, firsts) {
                    (1, 1) => line.won += games,
                    (1, _) => line.shared += games,
                    _ => line.lost += games,
                }
            }
        }
        let Some(ratings) = ratings(players.len(), &games) else { return lines };
        for (bot, line) in lines.iter_mut().enumerate() {
            (line.elo, line.error) = (ratings.elo(bot), ratings.error(bot));
            line.places = ratings.places(bot);
        }
        ratings.order().into_iter().map(|bot| lines[bot].clone()).collect()
    }
}

/// As the table of a run rates its games.
fn ratings(bots: usize, games: &[(Vec<usize>, &[u8], u64)]) -> Option<Ratings> {
    if games.iter().all(|(bots, _, _)| bots.len() == 2) {
        let mut duels = Duels::new(bots);
        for (bots, ranks, games) in games {
            let half = match ranks[0].cmp(&ranks[1]) {
                Ordering::Less => 2,
                Ordering::Equal => 1,
                Ordering::Greater => 0,
            };
            duels.add_many(bots[0], bots[1], half, *games);
        }
        return duels.rate(&Options { first_seat: !games.is_empty(), ..Options::default() });
    }
    let mut tables = Tables::new(bots);
    for (bots, ranks, games) in games {
        let seats: Vec<(usize, u8)> = bots.iter().copied().zip(ranks.iter().copied()).collect();
        tables.add_many(&seats, *games);
    }
    tables.rate()
}
