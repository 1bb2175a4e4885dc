//! Tests whether a new version is better than the old one: units of games in which only the bots differ,
//! and a sequential test that stops when it has decided.

use crate::table::family;
use crate::{Control, GameRecord, Job, Run, RunFault};
use agon_ladder::sprt::{Estimate, Sprt, Tally, Verdict, block_score};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use std::time::Instant;

/// Index of the new bot in the run's list of entrants.
pub const NEW: usize = 0;
/// Index of the old bot.
pub const OLD: usize = 1;

/// The comparison ends after this many repeated units in a row: the bots and the map are deterministic.
const MAX_REPEATS_IN_A_ROW: u64 = 20;

/// Parameters of a comparison.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ComparePlan {
    /// The sequential test.
    pub test: Sprt,
    /// Maximum number of units (pairs or blocks).
    pub most_units: u64,
    /// Maps, used in turn; empty for the game's first map.
    pub maps: Vec<String>,
    /// The seed of the first unit; each further unit adds 1.
    pub seed: u64,
    /// Seats per game.
    pub seats: usize,
}

impl ComparePlan {
    /// Games per unit: one per rotation of the seats, so two seats make a pair.
    pub fn games_per_unit(&self) -> usize {
        self.seats
    }

    /// The games of a unit, all on the same map and seed. The new bot gets half of the seats (rounded
    /// down), the old bot the rest. The seats rotate by one from game to game, so each bot takes every
    /// seat equally often.
    pub fn unit(&self, unit: u64) -> Vec<Job> {
        let news = self.seats / 2;
        let map = match self.maps.len() as u64 {
            0 => String::new(),
            n => self.maps[(unit % n) as usize].clone(),
        };
        let job = |turn: usize| {
            let mut seats: Vec<usize> =
                (0..self.seats).map(|seat| if seat < news { NEW } else { OLD }).collect();
            seats.rotate_right(turn);
            let seed = self.seed.wrapping_add(unit);
            Job { key: format!("u{unit}.g{turn}"), map: map.clone(), seed, seats }
        };
        (0..self.games_per_unit()).map(job).collect()
    }
}

/// State of a comparison.
#[derive(Clone, Debug, Serialize)]
pub struct CompareStanding {
    /// Units counted, repeats included. Units are counted in order, so the verdict does not depend on
    /// which game ended first.
    pub units: u64,
    /// Games of those units.
    pub games: u64,
    /// Games the new bot won, drew (or shared) and lost; with more than two seats by mean rank.
    pub won: u64,
    /// See `won`.
    pub drawn: u64,
    /// See `won`.
    pub lost: u64,
    /// Number of units per score, lowest first.
    pub classes: Vec<(f64, u64)>,
    /// Elo with its error bar.
    pub estimate: Estimate,
    /// Log likelihood ratio.
    pub llr: f64,
    /// Bounds at which the test rejects and accepts.
    pub bounds: (f64, f64),
    /// Result of the test so far.
    pub verdict: Verdict,
    /// Games per second in this session.
    pub per_second: f64,
    /// Estimated seconds left.
    pub seconds_left: Option<f64>,
    /// Units identical to an earlier one. They carry no information and are not counted in the test.
    pub repeats: u64,
    /// Whether the comparison ended because units only repeated.
    pub exhausted: bool,
    /// Score of the new bot and number of games by map.
    pub maps: BTreeMap<String, (f64, u64)>,
    /// Games in which the new and the old bot committed a fault.
    pub faults: [u64; 2],
    /// First fault of the new and of the old bot.
    pub first_faults: [Option<String>; 2],
}

/// Counts units in order.
struct Count {
    tally: Tally,
    next: u64,
    games: u64,
    results: [u64; 3],
    seen: BTreeSet<(String, Vec<u64>)>,
    repeats: u64,
    repeats_in_a_row: u64,
    maps: BTreeMap<String, (f64, u64)>,
    faults: [u64; 2],
    first_faults: [Option<String>; 2],
    verdict: Verdict,
}

impl Count {
    fn new(plan: &ComparePlan) -> Count {
        let games = plan.games_per_unit() as u32;
        let tally = if plan.seats == 2 { Tally::of_games(2) } else { Tally::of_blocks(games) };
        Count {
            tally,
            next: 0,
            games: 0,
            results: [0; 3],
            seen: BTreeSet::new(),
            repeats: 0,
            repeats_in_a_row: 0,
            maps: BTreeMap::new(),
            faults: [0; 2],
            first_faults: [None, None],
            verdict: Verdict::Undecided,
        }
    }

    fn is_exhausted(&self) -> bool {
        self.repeats_in_a_row >= MAX_REPEATS_IN_A_ROW
    }

    fn is_over(&self, plan: &ComparePlan) -> bool {
        self.verdict != Verdict::Undecided || self.next >= plan.most_units || self.is_exhausted()
    }

    /// Counts all complete units that follow the counted ones, until the test has decided.
    fn count_complete_units(
        &mut self,
        plan: &ComparePlan,
        games: &BTreeMap<String, GameRecord>,
        new: &str,
    ) {
        while !self.is_over(plan) {
            let unit: Option<Vec<&GameRecord>> =
                plan.unit(self.next).iter().map(|job| games.get(&job.key)).collect();
            let Some(unit) = unit else { return };
            self.next += 1;
            let states = unit.iter().map(|game| game.state.0).collect();
            if self.seen.insert((unit[0].map.clone(), states)) {
                self.repeats_in_a_row = 0;
                self.add(&unit, new);
            } else {
                self.repeats += 1;
                self.repeats_in_a_row += 1;
            }
            self.verdict = plan.test.verdict(&self.tally);
        }
    }

    fn add(&mut self, unit: &[&GameRecord], new: &str) {
        let mut sides = Vec::new();
        for game in unit {
            let side: Vec<(u8, bool)> =
                game.ranks.iter().zip(&game.seats).map(|(&rank, bot)| (rank, bot == new)).collect();
            let score = block_score(std::slice::from_ref(&side));
            let class = match score.partial_cmp(&0.5) {
                Some(std::cmp::Ordering::Greater) => 0,
                Some(std::cmp::Ordering::Less) => 2,
                _ => 1,
            };
            self.results[class] += 1;
            let map = self.maps.entry(family(&game.map).to_owned()).or_default();
            *map = (map.0 + score, map.1 + 1);
            self.games += 1;
            for whose in [true, false] {
                let mut faults = game.faults.iter().zip(&game.seats);
                let fault = faults.find(|(fault, bot)| fault.is_some() && (*bot == new) == whose);
                if let Some((fault, _)) = fault {
                    let side = usize::from(!whose);
                    self.faults[side] += 1;
                    self.first_faults[side]
                        .get_or_insert_with(|| fault.clone().unwrap_or_default());
                }
            }
            sides.push(side);
        }
        self.tally.add(block_score(&sides));
    }

    fn standing(&self, plan: &ComparePlan, played: u64, start: Instant) -> CompareStanding {
        let per_second = played as f64 / start.elapsed().as_secs_f64().max(1e-6);
        let units = plan.test.units_left(&self.tally);
        let most = plan.most_units - self.next;
        let left = units.map(|units| units.min(most) * plan.games_per_unit() as u64);
        let seconds_left = left.filter(|_| played > 0).map(|left| left as f64 / per_second);
        CompareStanding {
            units: self.next,
            games: self.games,
            won: self.results[0],
            drawn: self.results[1],
            lost: self.results[2],
            classes: self.tally.classes().collect(),
            estimate: self.tally.elo(),
            llr: plan.test.llr(&self.tally),
            bounds: plan.test.bounds(),
            verdict: self.verdict,
            per_second,
            seconds_left,
            repeats: self.repeats,
            exhausted: self.is_exhausted(),
            maps: self.maps.clone(),
            faults: self.faults,
            first_faults: self.first_faults.clone(),
        }
    }
}

/// Plays until the test has decided, the maximum number of units is reached, or a stop is requested. The
/// run's entrants are the new bot and the old one. `watch` is called after every game.
pub fn compare(
    run: &mut Run<'_>,
    plan: &ComparePlan,
    watch: &mut dyn FnMut(&CompareStanding),
) -> Result<CompareStanding, RunFault> {
    if let Some(fault) = plan.test.fault() {
        return Err(RunFault::Plan(fault));
    }
    let new = run.entrants[NEW].name.clone();
    let start = Instant::now();
    let mut count = Count::new(plan);
    count.count_complete_units(plan, &run.journal.contents().games, &new);
    let mut played = 0;
    if !count.is_over(plan) {
        let mut games = run.journal.contents().games.clone();
        let first = count.next;
        let jobs = (first..plan.most_units).flat_map(|unit| plan.unit(unit));
        run.play(jobs, |game| {
            games.insert(game.game.clone(), game.clone());
            played += 1;
            count.count_complete_units(plan, &games, &new);
            watch(&count.standing(plan, played, start));
            if count.is_over(plan) { Control::Finish } else { Control::Continue }
        })?;
    }
    Ok(count.standing(plan, played, start))
}
