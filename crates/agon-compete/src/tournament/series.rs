//! A series of games between two entrants, with swapped seats on the same maps and seeds.

use super::report::Meeting;
use super::{Plan, TournamentEvent};
use crate::{Control, GameRecord, Job, NamedBot, Run, RunFault};
use agon_core::split_seed;
use agon_ladder::tie_hash;
use std::collections::BTreeMap;

/// Finished games by key.
pub type Games = BTreeMap<String, GameRecord>;

/// Maximum number of further games in a tied series; after that the winner is drawn by lot.
const MAX_DECIDER_GAMES: u32 = 6;

/// A series between two entrants (indices in the run's list).
#[derive(Clone, Debug, PartialEq)]
pub struct Series {
    /// Prefix of the keys of its games.
    pub key: String,
    /// The round, which determines maps and seeds.
    pub round: u32,
    /// The entrant in the first seat of the first game.
    pub first: usize,
    /// The other entrant.
    pub second: usize,
}

/// Score of a series.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Score {
    /// Games won by each.
    pub wins: [u32; 2],
    /// Games drawn.
    pub draws: u32,
    /// Games played.
    pub played: u32,
    /// Whether both bots were dead in every game.
    pub both_failed: bool,
    /// The games' keys.
    pub games: Vec<String>,
    /// The winner by lot (0 or 1), if lots decided.
    pub lot: Option<usize>,
}

impl Score {
    /// Half points of the series: 2 for the entrant with more wins.
    pub fn half_points(&self) -> (i64, i64) {
        if self.both_failed {
            return (0, 0);
        }
        match self.winner() {
            Some(0) => (2, 0),
            Some(_) => (0, 2),
            None => (1, 1),
        }
    }

    /// The entrant with more wins (0 or 1), or the winner by lot.
    pub fn winner(&self) -> Option<usize> {
        match self.wins[0].cmp(&self.wins[1]) {
            std::cmp::Ordering::Greater => Some(0),
            std::cmp::Ordering::Less => Some(1),
            std::cmp::Ordering::Equal => self.lot,
        }
    }

    /// Games won, draws counted half.
    pub fn points(&self) -> [f64; 2] {
        self.wins.map(|wins| f64::from(wins) + f64::from(self.draws) / 2.0)
    }
}

/// The `index`-th game of a series. Games come in pairs on the same map and seed with swapped seats;
/// all series of a round have the same maps and seeds.
fn job(plan: &Plan, series: &Series, index: u32) -> Job {
    let (round, pair) = (u64::from(series.round), u64::from(index / 2));
    let pairs = u64::from(plan.games().div_ceil(2));
    let map = match plan.maps.len() as u64 {
        0 => String::new(),
        n => plan.maps[((round.wrapping_sub(1) * pairs + pair) % n) as usize].clone(),
    };
    // Short, so that it is easy to type.
    let seed = split_seed(plan.seed, round << 20 | pair) % 1_000_000;
    let mut seats = vec![series.first, series.second];
    if index % 2 == 1 {
        seats.reverse();
    }
    Job { key: format!("{}.g{}", series.key, index + 1), map, seed, seats }
}

/// The ranks that count: a correction's, or those in the journal.
fn ranks<'g>(plan: &'g Plan, game: &'g GameRecord) -> &'g [u8] {
    let corrected = plan.correct.iter().find(|c| c.game == game.game);
    match corrected {
        Some(correction) if correction.ranks.len() == game.ranks.len() => &correction.ranks,
        _ => &game.ranks,
    }
}

/// The ranks that count, as a copy.
pub fn counting_ranks(plan: &Plan, game: &GameRecord) -> Vec<u8> {
    ranks(plan, game).to_vec()
}

/// Score of a series after `games` games; `None` while one of them is missing.
fn standing(known: &Games, plan: &Plan, series: &Series, games: u32) -> Option<Score> {
    let mut score = Score { both_failed: games > 0, ..Score::default() };
    for index in 0..games {
        let job = job(plan, series, index);
        let game = known.get(&job.key)?;
        let swapped = job.seats[0] == series.second;
        let ranks = ranks(plan, game);
        match ranks[0].cmp(&ranks[1]) {
            std::cmp::Ordering::Equal => score.draws += 1,
            order => {
                let first_won = (order == std::cmp::Ordering::Less) != swapped;
                score.wins[usize::from(!first_won)] += 1;
            }
        }
        score.both_failed &= game.dead.iter().all(|dead| *dead);
        score.played += 1;
        score.games.push(job.key);
    }
    Some(score)
}

/// Whether the remaining games of an elimination series cannot change its winner.
fn is_settled(score: &Score, games: u32) -> bool {
    let left = games - score.played;
    score.wins[0].abs_diff(score.wins[1]) > left
}

/// Plays series in parallel, except for games in the journal. With `decide`, a series ends as soon as it
/// is settled; a tied one gets further games, then lots decide. `None` if a stop was requested before all
/// had ended.
pub fn play_all(
    run: &mut Run<'_>,
    plan: &Plan,
    all: &[Series],
    decide: bool,
    watch: &mut dyn FnMut(TournamentEvent<'_>),
) -> Result<Option<Vec<Score>>, RunFault> {
    let games = plan.games();
    let most = if decide { games + MAX_DECIDER_GAMES } else { games };
    let mut wanted = if decide { games.div_ceil(2) } else { games };
    loop {
        let jobs: Vec<Job> = all
            .iter()
            .filter(|series| !is_over(run.games(), plan, series, games, wanted, decide))
            .flat_map(|series| (0..wanted).map(|index| job(plan, series, index)))
            .collect();
        run.record_planned(&jobs)?;
        run.play(jobs.into_iter(), |game| {
            watch(TournamentEvent::Game(game));
            Control::Continue
        })?;
        let missing = all.iter().any(|series| {
            !is_over(run.games(), plan, series, games, wanted, decide)
                && standing(run.games(), plan, series, wanted).is_none()
        });
        if missing {
            return Ok(None);
        }
        if wanted >= most {
            break;
        }
        wanted += 1;
    }
    let score = |series: &Series| final_score(run.games(), plan, series, games, most, decide);
    Ok(Some(all.iter().map(score).collect()))
}

/// Whether a series was settled before its `wanted`-th game.
fn is_over(
    known: &Games,
    plan: &Plan,
    series: &Series,
    games: u32,
    wanted: u32,
    decide: bool,
) -> bool {
    if !decide {
        return false;
    }
    (1..wanted.min(games + MAX_DECIDER_GAMES)).any(|played| {
        let score = standing(known, plan, series, played);
        score.is_some_and(|score| is_settled(&score, games.max(played)))
    })
}

fn final_score(
    known: &Games,
    plan: &Plan,
    series: &Series,
    games: u32,
    most: u32,
    decide: bool,
) -> Score {
    let at = |played| standing(known, plan, series, played);
    if !decide {
        return at(games).expect("all games of the series were played");
    }
    let settled = (1..=most)
        .find_map(|played| at(played).filter(|score| is_settled(score, games.max(played))));
    settled.unwrap_or_else(|| {
        let mut score = at(most).expect("all games of the series were played");
        let (a, b) = (series.first as u64, series.second as u64);
        let lot = tie_hash(plan.seed ^ 0x107, series.round.into(), a, b);
        score.lot = Some((lot % 2) as usize);
        score
    })
}

/// A series as a meeting of the report.
pub fn meeting(
    entrants: &[NamedBot],
    series: &Series,
    score: Option<&Score>,
    note: Option<String>,
) -> Meeting {
    let names = vec![entrants[series.first].name.clone(), entrants[series.second].name.clone()];
    let Some(score) = score else {
        return Meeting { names, note, ..Meeting::default() };
    };
    let note = match score.lot {
        Some(_) => Some("tied after all games; decided by lot".to_owned()),
        None if score.both_failed => Some("both bots failed in every game: both lose".to_owned()),
        None => note,
    };
    Meeting {
        winner: score.winner().map(|side| names[side].clone()),
        names,
        scores: score.points().to_vec(),
        over: true,
        note,
        games: score.games.clone(),
    }
}

/// All games of series of fixed length, in order.
pub fn jobs(plan: &Plan, all: &[Series]) -> Vec<Job> {
    all.iter().flat_map(|series| (0..plan.games()).map(|i| job(plan, series, i))).collect()
}

/// Score of a series with a fixed number of games; `None` while games are missing.
pub fn score(known: &Games, plan: &Plan, series: &Series) -> Option<Score> {
    standing(known, plan, series, plan.games())
}
