//! The table of a run: ratings with error bars, head to head, results by map and by seat.

use crate::{EntrantId, History, Played, Role};
use agon_ladder::rating::bradley_terry::{Duels, Options};
use agon_ladder::rating::plackett_luce::Tables;
use agon_ladder::rating::{Ratings, bootstrap};
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};

/// Which games count.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Filter {
    /// Only games on these maps; empty for all.
    pub maps: Vec<String>,
    /// Only games in which all bots are in this list; empty for all.
    pub bots: Vec<String>,
}

impl Filter {
    fn admits_map(&self, map: &str) -> bool {
        let named = |wanted: &String| wanted == map || wanted == family(map);
        self.maps.is_empty() || self.maps.iter().any(named)
    }

    fn admits_bot(&self, name: &String) -> bool {
        self.bots.is_empty() || self.bots.contains(name)
    }
}

/// The name under which a map is counted: all random maps count as one, since each is played only once or
/// twice.
pub fn family(map: &str) -> &str {
    match map.rsplit_once('-') {
        Some(("random", number)) if number.parse::<u64>().is_ok() => "random",
        _ => map,
    }
}

/// Points out of games; a win is one point, a shared first place is divided.
#[derive(Copy, Clone, Debug, Default, PartialEq, Serialize)]
pub struct Share {
    /// Points.
    pub points: f64,
    /// Games.
    pub games: u32,
}

impl Share {
    fn add(&mut self, points: f64) {
        self.points += points;
        self.games += 1;
    }

    /// Points per game; `None` without games.
    pub fn rate(self) -> Option<f64> {
        (self.games > 0).then(|| self.points / f64::from(self.games))
    }
}

/// One bot of the table.
#[derive(Clone, Debug, Serialize)]
pub struct Line {
    /// Its name.
    pub name: String,
    /// Elo rating.
    pub elo: f64,
    /// Half of the 95 % interval.
    pub error: f64,
    /// The same from resampling whole maps and seeds, if it differs strongly: then games on the same map
    /// and seed are correlated.
    pub resampled_error: Option<f64>,
    /// Best and worst plausible place.
    pub places: (usize, usize),
    /// Games played.
    pub games: u32,
    /// Unshared first places.
    pub won: u32,
    /// Shared first places.
    pub shared: u32,
    /// All other games.
    pub lost: u32,
    /// Mean rank.
    pub mean_rank: f64,
    /// Games in which it committed a fault.
    pub faults: u32,
    /// Its last fault.
    pub last_fault: Option<String>,
    /// Number of its component: bots joined by chains of games.
    pub group: usize,
    /// Results by map.
    pub maps: BTreeMap<String, Share>,
    /// Results by seat.
    pub seats: Vec<Share>,
}

/// The table of a league or a tournament.
#[derive(Clone, Debug, Serialize)]
pub struct Table {
    /// Bots from strongest to weakest.
    pub lines: Vec<Line>,
    /// Score of the row's bot against the column's bot, in the order of the lines. In games with more than
    /// two seats the better rank scores.
    pub head_to_head: Vec<Vec<Share>>,
    /// Games counted.
    pub games: usize,
    /// Advantage of the first seat in Elo and half of its interval; only for two seats.
    pub first_seat: Option<(f64, f64)>,
    /// Number of components: groups of bots that no chain of games joins.
    pub groups: usize,
    /// The maps played.
    pub maps: Vec<String>,
}

/// A game as the table counts it: bots are places in the table.
struct Counted<'h> {
    played: &'h Played,
    bots: Vec<usize>,
    ranks: Vec<u8>,
}

/// Computes the table of a run's entrants from the games that pass the filter. Games with other participants,
/// such as house bots, do not count.
pub fn tabulate(history: &History, filter: &Filter) -> Table {
    let is_shown = |role: Role, name: &String| role == Role::Player && filter.admits_bot(name);
    let shown: Vec<(EntrantId, &String)> = history
        .entrants()
        .iter()
        .filter(|entrant| is_shown(entrant.entered.role, &entrant.name))
        .map(|entrant| (entrant.id(), &entrant.name))
        .collect();
    let place: BTreeMap<EntrantId, usize> =
        shown.iter().enumerate().map(|(i, (id, _))| (*id, i)).collect();
    let games: Vec<Counted<'_>> = history
        .results()
        .filter(|(played, _)| filter.admits_map(&played.map))
        .filter_map(|(played, ranks)| {
            let bots = played.seats.iter().map(|seat| place.get(seat).copied());
            Some(Counted { played, bots: bots.collect::<Option<Vec<usize>>>()?, ranks })
        })
        .collect();
    let games: Vec<&Counted<'_>> = games.iter().collect();
    let ratings = rate(shown.len(), &games);
    let mut lines: Vec<Line> = shown.iter().map(|(_, name)| empty_line(name)).collect();
    let mut against = vec![vec![Share::default(); shown.len()]; shown.len()];
    let mut maps = BTreeSet::new();
    for game in &games {
        maps.insert(family(&game.played.map).to_owned());
        count(game, &mut lines, &mut against);
    }
    let order = match &ratings {
        Some(ratings) => {
            for (bot, line) in lines.iter_mut().enumerate() {
                (line.elo, line.error) = (ratings.elo(bot), ratings.error(bot));
                (line.places, line.group) = (ratings.places(bot), ratings.component(bot));
            }
            resample(&games, &mut lines);
            ratings.order()
        }
        None => (0..lines.len()).collect(),
    };
    let mut lines: Vec<Option<Line>> = lines.into_iter().map(Some).collect();
    Table {
        lines: order.iter().filter_map(|&bot| lines[bot].take()).collect(),
        head_to_head: order
            .iter()
            .map(|&row| order.iter().map(|&column| against[row][column]).collect())
            .collect(),
        games: games.len(),
        first_seat: ratings.as_ref().and_then(|ratings| ratings.first_seat),
        groups: ratings.map_or(0, |ratings| ratings.groups()),
        maps: maps.into_iter().collect(),
    }
}

fn empty_line(name: &str) -> Line {
    Line {
        name: name.to_owned(),
        elo: 0.0,
        error: 0.0,
        resampled_error: None,
        places: (1, 1),
        games: 0,
        won: 0,
        shared: 0,
        lost: 0,
        mean_rank: 0.0,
        faults: 0,
        last_fault: None,
        group: 0,
        maps: BTreeMap::new(),
        seats: Vec::new(),
    }
}

/// Larger fields are not resampled, because each resample rates all bots again.
const MAX_RESAMPLED_BOTS: usize = 100;

/// Sets `resampled_error` where resampling maps and seeds gives different error bars. Bots that won or lost
/// every game are skipped: every resample repeats that.
fn resample(games: &[&Counted<'_>], lines: &mut [Line]) {
    let mut clusters: BTreeMap<(&str, u64), Vec<&Counted<'_>>> = BTreeMap::new();
    for game in games {
        clusters.entry((&game.played.map, game.played.seed)).or_default().push(game);
    }
    let clusters: Vec<Vec<&Counted<'_>>> = clusters.into_values().collect();
    if lines.len() > MAX_RESAMPLED_BOTS {
        return;
    }
    let intervals = bootstrap::intervals(clusters.len(), lines.len(), |drawn| {
        let games: Vec<&Counted<'_>> =
            drawn.iter().flat_map(|&cluster| &clusters[cluster]).copied().collect();
        rate(lines.len(), &games)
    });
    for (line, (low, high)) in lines.iter_mut().zip(intervals.unwrap_or_default()) {
        let (half, mixed) = ((high - low) / 2.0, line.won < line.games && line.lost < line.games);
        line.resampled_error =
            Some(half).filter(|half| mixed && bootstrap::differ(line.error, *half));
    }
}

/// The official ratings: Bradley-Terry if all games have two seats, Plackett-Luce otherwise.
fn rate(bots: usize, games: &[&Counted<'_>]) -> Option<Ratings> {
    if games.iter().all(|game| game.bots.len() == 2) {
        let mut duels = Duels::new(bots);
        for game in games {
            let half = match game.ranks[0].cmp(&game.ranks[1]) {
                std::cmp::Ordering::Less => 2,
                std::cmp::Ordering::Equal => 1,
                std::cmp::Ordering::Greater => 0,
            };
            duels.add(game.bots[0], game.bots[1], half);
        }
        return duels.rate(&Options { first_seat: !games.is_empty(), ..Options::default() });
    }
    let mut tables = Tables::new(bots);
    for game in games {
        let seats: Vec<(usize, u8)> = game.bots.iter().copied().zip(game.ranks.clone()).collect();
        tables.add(&seats);
    }
    tables.rate()
}

fn count(game: &Counted<'_>, lines: &mut [Line], against: &mut [Vec<Share>]) {
    let Counted { played, bots, ranks } = game;
    let firsts = ranks.iter().filter(|rank| **rank == 1).count();
    for (seat, &me) in bots.iter().enumerate() {
        let (line, rank) = (&mut lines[me], ranks[seat]);
        let points = if rank == 1 { 1.0 / firsts as f64 } else { 0.0 };
        line.mean_rank =
            (line.mean_rank * f64::from(line.games) + f64::from(rank)) / f64::from(line.games + 1);
        line.games += 1;
        match (rank, firsts) {
            (1, 1) => line.won += 1,
            (1, _) => line.shared += 1,
            _ => line.lost += 1,
        }
        if let Some(fault) = &played.faults[seat] {
            line.faults += 1;
            line.last_fault = Some(fault.clone());
        }
        line.maps.entry(family(&played.map).to_owned()).or_default().add(points);
        if line.seats.len() <= seat {
            line.seats.resize(seat + 1, Share::default());
        }
        line.seats[seat].add(points);
        for (other_seat, &you) in bots.iter().enumerate().filter(|(_, you)| **you != me) {
            let before = match rank.cmp(&ranks[other_seat]) {
                std::cmp::Ordering::Less => 1.0,
                std::cmp::Ordering::Equal => 0.5,
                std::cmp::Ordering::Greater => 0.0,
            };
            against[me][you].add(before);
        }
    }
}
