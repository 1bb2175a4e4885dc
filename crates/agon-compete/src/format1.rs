//! Reads logs of format 1, in which games named their entrants and only some formats recorded their draws.
//!
//! Such a log is converted into one draw of all its games. That is enough to show its table and to seed
//! another run, and to resume leagues and comparisons, whose next games do not depend on how earlier
//! ones were drawn.

use crate::compare::ComparePlan;
use crate::{Begin, Draw, DrawnGame, Entered, EntrantId, Entry, FORMAT, Meeting, Played, Role};
use agon_core::StateHash;
use serde::Deserialize;
use serde_json::Value;
use std::collections::BTreeMap;

/// One line of format 1.
#[derive(Clone, Debug, Deserialize)]
#[serde(tag = "what", rename_all = "snake_case")]
enum Line {
    Begin(Begin),
    Build { build: String, date: String },
    Bot { name: String, word: String, hash: Option<String> },
    Planned { game: String, map: String, seed: u64, seats: Vec<String> },
    Played(OldGame),
    Void {},
    Round {},
}

#[derive(Clone, Debug, Deserialize)]
struct OldGame {
    game: String,
    map: String,
    seed: u64,
    seats: Vec<String>,
    ranks: Vec<u8>,
    scores: Vec<f64>,
    #[serde(default)]
    most: Option<f64>,
    reason: String,
    sentence: String,
    rounds: u32,
    state: StateHash,
    faults: Vec<Option<String>>,
    dead: Vec<bool>,
    seconds: f64,
    replay: Option<String>,
}

/// The entries of a log of format 1, each with the line that it comes from. The error names a line.
pub fn convert(lines: &[(usize, Value)]) -> Result<Vec<(usize, Entry)>, (usize, String)> {
    let mut entries = Vec::new();
    let mut numbers: BTreeMap<String, EntrantId> = BTreeMap::new();
    let mut drawn: BTreeMap<String, (usize, DrawnGame)> = BTreeMap::new();
    let mut results: BTreeMap<String, (usize, Entry)> = BTreeMap::new();
    let (mut order, mut plan) = (Vec::new(), None);
    let mut last = 1;
    for (number, value) in lines {
        let line: Line = serde_json::from_value(value.clone())
            .map_err(|error| (*number, format!("not a valid journal entry: {error}")))?;
        last = *number;
        let seats = |names: &[String]| {
            let known = names.iter().map(|name| numbers.get(name).copied());
            known
                .collect::<Option<Vec<EntrantId>>>()
                .ok_or((*number, "it names a bot that has not entered".to_owned()))
        };
        match line {
            Line::Begin(begin) => {
                let asked = begin.plan.get("plan").cloned().filter(|_| begin.kind == "compare");
                plan = asked.and_then(|plan| serde_json::from_value::<ComparePlan>(plan).ok());
                entries.push((*number, Entry::Begin { format: FORMAT, begin }));
            }
            Line::Build { build, date } => entries.push((*number, Entry::Build { build, date })),
            Line::Bot { name, word, hash } => {
                let next = EntrantId(numbers.len() as u32 + 1);
                numbers.insert(name.clone(), next);
                let role = match name.as_str() {
                    "house" => Role::House,
                    name if name.starts_with("opponent of task ") => Role::Opponent,
                    _ => Role::Player,
                };
                let entered =
                    Entered { number: next, name, word, hash, role, ..Entered::default() };
                entries.push((*number, Entry::Entered(entered)));
            }
            Line::Planned { game: key, map, seed, seats: names } => {
                let game = DrawnGame { key: key.clone(), map, seed, seats: seats(&names)? };
                drawn.insert(key, (*number, game));
            }
            Line::Played(old) => {
                let seats = seats(&old.seats)?;
                let game = DrawnGame {
                    key: old.game.clone(),
                    map: old.map.clone(),
                    seed: old.seed,
                    seats: seats.clone(),
                };
                drawn.insert(old.game.clone(), (*number, game));
                let key = old.game.clone();
                if results.insert(key.clone(), (*number, played(old, seats))).is_none() {
                    order.push(key);
                }
            }
            Line::Void {} | Line::Round {} => {}
        }
    }
    if !drawn.is_empty() {
        let mut meetings = meetings(drawn.into_values().map(|(_, game)| game).collect());
        if let Some(plan) = plan {
            let units = meetings.iter().filter_map(|meeting| meeting.key.strip_prefix('u'));
            let most = units.filter_map(|unit| unit.parse::<u64>().ok()).max();
            meetings = (0..=most.unwrap_or(0)).map(|unit| plan.unit(unit)).collect();
        }
        let title = "Games of the converted journal".to_owned();
        entries.push((last, Entry::Draw(Draw { round: 1, title, meetings, ..Draw::default() })));
    }
    entries.extend(order.iter().filter_map(|key| results.remove(key)));
    Ok(entries)
}

fn played(old: OldGame, seats: Vec<EntrantId>) -> Entry {
    Entry::Played(Played {
        game: old.game,
        attempt: 1,
        silent: vec![false; seats.len()],
        seats,
        map: old.map,
        seed: old.seed,
        ranks: old.ranks,
        scores: old.scores,
        most: old.most,
        reason: old.reason,
        sentence: old.sentence,
        rounds: old.rounds,
        state: old.state,
        orders: None,
        faults: old.faults,
        dead: old.dead,
        seconds: old.seconds,
        replay: old.replay,
    })
}

/// One meeting per series, unit or game; the games of a league in the order of their numbers.
fn meetings(mut games: Vec<DrawnGame>) -> Vec<Meeting> {
    let number = |key: &str| key.strip_prefix('g').and_then(|number| number.parse::<u64>().ok());
    games.sort_by_key(|game| number(&game.key));
    let mut meetings: Vec<Meeting> = Vec::new();
    let mut places: BTreeMap<String, usize> = BTreeMap::new();
    for game in games {
        let key = match (number(&game.key), game.key.rsplit_once(".g")) {
            (Some(number), _) => format!("m{number}"),
            (None, Some((series, _))) => series.to_owned(),
            (None, None) => format!("of {}", game.key),
        };
        let place = *places.entry(key.clone()).or_insert_with(|| {
            meetings.push(Meeting { key, ..Meeting::default() });
            meetings.len() - 1
        });
        let meeting = &mut meetings[place];
        for seat in &game.seats {
            if !meeting.entrants.contains(seat) {
                meeting.entrants.push(*seat);
            }
        }
        meeting.games.push(game);
    }
    meetings
}

/// Whether a converted run of this kind can be resumed.
pub fn can_resume(kind: &str) -> bool {
    matches!(kind, "league" | "compare")
}
