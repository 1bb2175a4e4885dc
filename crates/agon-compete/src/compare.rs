//! Tests whether a new version is better than the old one: units of games in which only the bots differ,
//! and a sequential test that stops when it has decided.

use crate::next::GAMES_AHEAD;
use crate::table::family;
use crate::{Begin, Draw, DrawnGame, EntrantId, Entry, Game, History, Meeting, Played};
use agon_ladder::sprt::{Estimate, Sprt, Tally, Verdict, block_score};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

/// Number of the new bot.
pub const NEW: EntrantId = EntrantId(1);
/// Number of the old bot.
pub const OLD: EntrantId = EntrantId(2);

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
    pub fn unit(&self, unit: u64) -> Meeting {
        let news = self.seats / 2;
        let map = match self.maps.len() as u64 {
            0 => String::new(),
            n => self.maps[(unit % n) as usize].clone(),
        };
        let game = |turn: usize| {
            let mut seats: Vec<EntrantId> =
                (0..self.seats).map(|seat| if seat < news { NEW } else { OLD }).collect();
            seats.rotate_right(turn);
            let seed = self.seed.wrapping_add(unit);
            DrawnGame { key: format!("u{unit}.g{turn}"), map: map.clone(), seed, seats }
        };
        let games = (0..self.games_per_unit()).map(game).collect();
        Meeting { key: unit_key(unit), entrants: vec![NEW, OLD], games, ..Meeting::default() }
    }
}

fn unit_key(unit: u64) -> String {
    format!("u{unit}")
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
    /// Estimated number of games left.
    pub games_left: Option<u64>,
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
    /// Units that were left out, because one of their games could not be played.
    pub unplayed: u64,
    /// Decisions of the organisers.
    pub rulings: Vec<String>,
}

/// What tells a unit from its repeats: of each game the map, all orders, and rank and score of each seat.
/// Chance is not part of it: a game with other dice, in which the bots did the same, is no further evidence.
/// Without the orders, in journals of older programs, the last position stands for them.
type UnitKey = Vec<GameKey>;
type GameKey = (String, u64, Vec<(u8, u64)>);

fn game_key(played: &Played) -> GameKey {
    let orders = played.orders.unwrap_or(played.state);
    let scores = played.scores.iter().map(|score| score.to_bits());
    (played.map.clone(), orders.0, played.ranks.iter().copied().zip(scores).collect())
}

/// Units counted in order.
#[derive(Clone, Debug)]
pub(crate) struct Count {
    plan: ComparePlan,
    tally: Tally,
    next: u64,
    games: u64,
    results: [u64; 3],
    seen: BTreeSet<UnitKey>,
    repeats: u64,
    repeats_in_a_row: u64,
    unplayed: u64,
    maps: BTreeMap<String, (f64, u64)>,
    faults: [u64; 2],
    first_faults: [Option<String>; 2],
    verdict: Verdict,
}

impl Count {
    /// An empty count, if the run is a comparison.
    pub fn of_plan(begin: &Begin) -> Option<Count> {
        let plan = begin.plan.get("plan").unwrap_or(&begin.plan);
        let plan: ComparePlan = match begin.kind.as_str() {
            "compare" => serde_json::from_value(plan.clone()).ok()?,
            _ => return None,
        };
        Some(Count::new(plan))
    }

    fn new(plan: ComparePlan) -> Count {
        let games = plan.games_per_unit() as u32;
        let tally = if plan.seats == 2 { Tally::of_games(2) } else { Tally::of_blocks(games) };
        Count {
            plan,
            tally,
            next: 0,
            games: 0,
            results: [0; 3],
            seen: BTreeSet::new(),
            repeats: 0,
            repeats_in_a_row: 0,
            unplayed: 0,
            maps: BTreeMap::new(),
            faults: [0; 2],
            first_faults: [None, None],
            verdict: Verdict::Undecided,
        }
    }

    fn is_exhausted(&self) -> bool {
        self.repeats_in_a_row >= MAX_REPEATS_IN_A_ROW
    }

    fn is_over(&self) -> bool {
        let all = self.next >= self.plan.most_units;
        self.verdict != Verdict::Undecided || all || self.is_exhausted()
    }

    /// Counts all complete units that follow the counted ones, until the test has decided.
    pub fn add_complete_units(&mut self, history: &History) {
        while !self.is_over() {
            let Some(unit) = history.meeting(&unit_key(self.next)) else { return };
            let games: Vec<&Game> = history.games_of(unit).collect();
            if games.len() < self.plan.games_per_unit() || games.iter().any(|game| game.is_open()) {
                return;
            }
            self.next += 1;
            let results = games.iter().map(|game| game.ranks());
            let Some(ranks) = results.collect::<Option<Vec<Vec<u8>>>>() else {
                self.unplayed += 1;
                continue;
            };
            let played = games.iter().filter_map(|game| game.played.as_ref());
            if self.seen.insert(played.map(game_key).collect()) {
                self.repeats_in_a_row = 0;
                self.add(&games, &ranks);
            } else {
                self.repeats += 1;
                self.repeats_in_a_row += 1;
            }
            self.verdict = self.plan.test.verdict(&self.tally);
        }
    }

    fn add(&mut self, unit: &[&Game], ranks: &[Vec<u8>]) {
        let mut sides = Vec::new();
        for (game, ranks) in unit.iter().zip(ranks) {
            let seats = &game.drawn.seats;
            let side: Vec<(u8, bool)> =
                ranks.iter().zip(seats).map(|(&rank, bot)| (rank, *bot == NEW)).collect();
            let score = block_score(std::slice::from_ref(&side));
            let class = match score.partial_cmp(&0.5) {
                Some(std::cmp::Ordering::Greater) => 0,
                Some(std::cmp::Ordering::Less) => 2,
                _ => 1,
            };
            self.results[class] += 1;
            self.games += 1;
            if let Some(played) = &game.played {
                let map = self.maps.entry(family(&played.map).to_owned()).or_default();
                *map = (map.0 + score, map.1 + 1);
                for (side, bot) in [NEW, OLD].into_iter().enumerate() {
                    let mut faults = played.faults.iter().zip(seats);
                    let fault = faults.find(|(fault, seat)| fault.is_some() && **seat == bot);
                    if let Some((Some(fault), _)) = fault {
                        self.faults[side] += 1;
                        self.first_faults[side].get_or_insert_with(|| fault.clone());
                    }
                }
            }
            sides.push(side);
        }
        self.tally.add(block_score(&sides));
    }
}

/// Draws units ahead, and says whether the test has decided.
pub(crate) fn draw(plan: &ComparePlan, history: &History) -> (Vec<Entry>, bool) {
    if history.count().is_none_or(Count::is_over) {
        return (Vec::new(), true);
    }
    let next = history.meetings().len() as u64;
    let open = history.open().count();
    let units = GAMES_AHEAD.saturating_sub(open).div_ceil(plan.games_per_unit().max(1)) as u64;
    // A few games are played before the next draw, so that a draw has several units.
    if open > GAMES_AHEAD / 2 || next >= plan.most_units {
        return (Vec::new(), false);
    }
    let round = history.next_round();
    let can_play = |bot| history.entrant(bot).is_some_and(|bot| bot.can_play(round));
    if ![NEW, OLD].into_iter().all(can_play) {
        return (Vec::new(), false);
    }
    let meetings = (next..plan.most_units.min(next + units)).map(|unit| plan.unit(unit)).collect();
    let draw = Draw { round, title: format!("Batch {round}"), meetings, ..Draw::default() };
    (vec![Entry::Draw(draw)], false)
}

/// The state of the comparison.
pub(crate) fn compare_report(plan: &ComparePlan, history: &History) -> CompareStanding {
    let empty;
    let count = match history.count() {
        Some(count) => count,
        None => {
            empty = Count::new(plan.clone());
            &empty
        }
    };
    let units = plan.test.units_left(&count.tally);
    let most = plan.most_units.saturating_sub(count.next);
    CompareStanding {
        units: count.next,
        games: count.games,
        won: count.results[0],
        drawn: count.results[1],
        lost: count.results[2],
        classes: count.tally.classes().collect(),
        estimate: count.tally.elo(),
        llr: plan.test.llr(&count.tally),
        bounds: plan.test.bounds(),
        verdict: count.verdict,
        games_left: units.map(|units| units.min(most) * plan.games_per_unit() as u64),
        repeats: count.repeats,
        exhausted: count.is_exhausted(),
        maps: count.maps.clone(),
        faults: count.faults,
        first_faults: count.first_faults.clone(),
        unplayed: count.unplayed,
        rulings: history.ruling_sentences(),
    }
}
