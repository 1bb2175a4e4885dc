//! A league: chooses informative games between the entrants that can play, and sets aside those that cannot.

mod choose;

pub use choose::{LeagueStanding, choose};

use crate::{Draw, DrawnGame, EntrantId, Entry, History, InactiveBot, Meeting};
use serde::{Deserialize, Serialize};

/// A bot that stopped responding in this many consecutive games is set aside.
const MAX_DEAD_GAMES_IN_A_ROW: u32 = 10;
/// A bot with this many consecutive games that could not be played is set aside.
const MAX_UNPLAYABLE_GAMES_IN_A_ROW: u32 = 3;

/// Parameters of a league.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct LeaguePlan {
    /// Maps, used in turn; empty for the game's first map.
    pub maps: Vec<String>,
    /// Seats per game.
    pub seats: usize,
    /// Seed of the first game.
    pub seed: u64,
    /// Draw games until the run has this many.
    pub until: u64,
    /// Games per draw.
    pub batch: u64,
}

/// The state of a league.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct LeagueReport {
    /// Games with a result.
    pub games: usize,
    /// Games that have been drawn.
    pub drawn: usize,
    /// Bots that do not play, with reasons.
    pub aside: Vec<InactiveBot>,
    /// Decisions of the organisers.
    pub rulings: Vec<String>,
    /// What the contest's regulations say about the bots that play.
    pub remarks: Vec<String>,
}

/// Sets aside entrants that fail again and again; draws the next batch when no game is open.
pub(crate) fn draw(plan: &LeaguePlan, history: &History) -> Vec<Entry> {
    let failing = failing(history);
    if !failing.is_empty() {
        return failing;
    }
    let drawn = history.games().len() as u64;
    let wanted = plan.until.saturating_sub(drawn).min(plan.batch.max(1));
    let round = history.next_round();
    let active: Vec<EntrantId> =
        history.players().filter(|bot| bot.can_play(round)).map(|bot| bot.id()).collect();
    if wanted == 0 || active.len() < 2 || history.open().next().is_some() {
        return Vec::new();
    }
    let per_choice: u64 = if plan.seats == 2 { 2 } else { 1 };
    let standings = standings(history, &active);
    let tables = choose(&standings, plan.seats, wanted.div_ceil(per_choice) as usize);
    let mut draw = Draw { round, title: format!("Batch {round}"), ..Draw::default() };
    // Converted logs of format 1 may lack games, so keys continue after the last one.
    let key = history.games().last().and_then(|game| game.drawn.key.strip_prefix('g'));
    let mut number = key.and_then(|number| number.parse().ok()).unwrap_or(drawn);
    let last = number + wanted;
    for table in tables {
        let first = number + 1;
        let entrants: Vec<EntrantId> = table.iter().map(|&i| active[i]).collect();
        let mut games = Vec::new();
        for turn in (0..per_choice).take((last - number) as usize) {
            number += 1;
            let mut seats = entrants.clone();
            let by = if per_choice == 2 { turn } else { number };
            seats.rotate_left(by as usize % entrants.len());
            let pair = first / per_choice;
            let map = match plan.maps.len() as u64 {
                0 => String::new(),
                n => plan.maps[(pair % n) as usize].clone(),
            };
            let seed = plan.seed.wrapping_add(pair);
            games.push(DrawnGame { key: format!("g{number}"), map, seed, seats });
        }
        let key = format!("m{first}");
        draw.meetings.push(Meeting { key, entrants, games, ..Meeting::default() });
    }
    vec![Entry::Draw(draw)]
}

fn failing(history: &History) -> Vec<Entry> {
    let mut entries = Vec::new();
    for bot in history.players().filter(|bot| bot.aside.is_none()) {
        let standing = history.standing(bot.id());
        let why = if standing.dead_in_a_row >= MAX_DEAD_GAMES_IN_A_ROW {
            format!(
                "was dead in its last {MAX_DEAD_GAMES_IN_A_ROW} games; it plays again when it changes"
            )
        } else if standing.unplayable_in_a_row >= MAX_UNPLAYABLE_GAMES_IN_A_ROW {
            let mut ended: Vec<_> = history.ended().collect();
            ended.retain(|game| game.drawn.seats.contains(&bot.id()));
            let last = ended.last().and_then(|game| game.dropped.clone()).unwrap_or_default();
            format!(
                "is set aside, because {MAX_UNPLAYABLE_GAMES_IN_A_ROW} of its games in a row could not be \
                 played; the last of them: {last}"
            )
        } else {
            continue;
        };
        entries.push(Entry::Aside { entrant: bot.id(), why, missing: false });
    }
    entries
}

/// Records of the active bots.
fn standings(history: &History, active: &[EntrantId]) -> Vec<LeagueStanding> {
    let one = |&bot: &EntrantId| {
        let standing = history.standing(bot);
        let met = active.iter().map(|&other| history.met(bot, other)).collect();
        let turns = history.turns(bot);
        LeagueStanding { belief: standing.belief, games: standing.games, turns, met }
    };
    active.iter().map(one).collect()
}

/// The state of the league.
pub fn league_report(history: &History) -> LeagueReport {
    let mut aside = history.rejected_bots();
    aside.iter_mut().for_each(|bot| bot.why = format!("cannot play: {}", bot.why));
    for bot in history.players() {
        let why = match (&bot.aside, bot.left) {
            (Some(aside), _) => aside.why.clone(),
            (None, Some(left)) if left.disqualified => "is disqualified".to_owned(),
            (None, Some(_)) => "has withdrawn".to_owned(),
            (None, None) => continue,
        };
        aside.push(InactiveBot { name: bot.name.clone(), why });
    }
    let games = history.ended().filter(|game| game.ranks().is_some()).count();
    let (drawn, rulings) = (history.games().len(), history.ruling_sentences());
    LeagueReport { games, drawn, aside, rulings, remarks: history.remark_sentences() }
}
