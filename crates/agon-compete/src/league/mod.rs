//! A league of all bots in a folder: detects new bots and new versions, selects informative games, and
//! keeps the table.

mod choose;
mod folder;

pub use choose::{LeagueStanding, choose};
pub use folder::{Candidate, Config, RUN_FOLDER, scan};

use crate::table::{Filter, Table, tabulate};
use crate::{Control, GameRecord, Job, NamedBot, Run, RunFault, versioned};
use agon_ladder::rating::weng_lin::{Belief, update};
use std::collections::BTreeMap;
use std::path::Path;

/// A bot that was dead in this many consecutive games plays no more until its files change.
const MAX_DEAD_GAMES_IN_A_ROW: usize = 10;

/// A league between two batches of games.
pub struct League {
    config: Config,
    seats: usize,
    known: BTreeMap<String, FolderBot>,
}

/// A bot of the folder.
struct FolderBot {
    stamp: u64,
    /// Index in the run's list of entrants, or why it cannot play.
    version: Result<usize, String>,
    present: bool,
}

/// A bot that does not play, and the reason.
#[derive(Clone, Debug, PartialEq)]
pub struct InactiveBot {
    /// Its name in the table, or in the folder.
    pub name: String,
    /// Why.
    pub why: String,
}

impl League {
    /// A league with `seats` seats per game.
    pub fn new(config: Config, seats: usize) -> League {
        League { config, seats, known: BTreeMap::new() }
    }

    /// Scans the folder again; returns a sentence per new or unplayable bot.
    pub fn rescan(&mut self, run: &mut Run<'_>, folder: &Path) -> Result<Vec<String>, RunFault> {
        let found = scan(folder, &self.config).map_err(|error| {
            RunFault::Plan(format!("cannot read {}: {error}", folder.display()))
        })?;
        let mut news = Vec::new();
        for known in self.known.values_mut() {
            known.present = false;
        }
        for Candidate { name, word, stamp } in found {
            if let Some(known) = self.known.get_mut(&name)
                && known.stamp == stamp
            {
                known.present = true;
                continue;
            }
            let before = run.journal.contents().bots.len();
            let version = enter(run, &name, &word)?;
            let is_new = run.journal.contents().bots.len() > before;
            match &version {
                Ok(_) if !is_new => {}
                Ok(place) => news.push(format!("{} joins.", run.entrants[*place].name)),
                Err(why) => news.push(format!("{name} cannot play: {why}")),
            }
            self.known.insert(name, FolderBot { stamp, version, present: true });
        }
        Ok(news)
    }

    /// The bots that play: indices in the run's list of entrants.
    pub fn active(&self, run: &Run<'_>) -> Vec<usize> {
        let present = self.known.values().filter(|known| known.present);
        let able = present.filter_map(|known| known.version.as_ref().ok().copied());
        able.filter(|&place| !is_suspended(run, &run.entrants[place].name)).collect()
    }

    /// The bots that do not play, with reasons.
    pub fn inactive(&self, run: &Run<'_>) -> Vec<InactiveBot> {
        let mut inactive = Vec::new();
        let mut playing = Vec::new();
        for (name, known) in &self.known {
            match &known.version {
                Err(why) if known.present => {
                    inactive.push(InactiveBot {
                        name: name.clone(),
                        why: format!("cannot play: {why}"),
                    });
                }
                Ok(place) if known.present => {
                    let name = &run.entrants[*place].name;
                    playing.push(name.clone());
                    if is_suspended(run, name) {
                        let games = MAX_DEAD_GAMES_IN_A_ROW;
                        let why = format!(
                            "was dead in its last {games} games; it plays again when it changes"
                        );
                        inactive.push(InactiveBot { name: name.clone(), why });
                    }
                }
                _ => {}
            }
        }
        for name in run.journal.contents().bots.keys().filter(|name| !playing.contains(name)) {
            inactive
                .push(InactiveBot { name: name.clone(), why: "is no longer in the folder".into() });
        }
        inactive
    }

    /// The table of all bots that ever entered.
    pub fn table(&self, run: &Run<'_>, filter: &Filter) -> Table {
        let contents = run.journal.contents();
        let names: Vec<String> = contents.bots.keys().cloned().collect();
        tabulate(&names, contents.games.values(), filter)
    }

    /// Selects about `games` informative games and plays them; `watch` is called for each. Returns the
    /// number of games played: 0 if fewer than two bots are active.
    pub fn advance(
        &mut self,
        run: &mut Run<'_>,
        games: usize,
        watch: &mut dyn FnMut(&GameRecord),
    ) -> Result<usize, RunFault> {
        let active = self.active(run);
        if active.len() < 2 {
            return Ok(0);
        }
        let standings = standings(run, &active);
        let per_choice = if self.seats == 2 { 2 } else { 1 };
        let tables = choose(&standings, self.seats, games.div_ceil(per_choice).max(1));
        let mut next = 1 + last_number(run);
        let mut jobs = Vec::new();
        for table in tables {
            let seed = self.config.seed.wrapping_add(next / per_choice as u64);
            let map = match self.config.maps.len() as u64 {
                0 => String::new(),
                n => self.config.maps[(next / per_choice as u64 % n) as usize].clone(),
            };
            for turn in 0..per_choice {
                let mut seats: Vec<usize> = table.iter().map(|&i| active[i]).collect();
                let by = if per_choice == 2 { turn } else { next as usize };
                let turned = by % seats.len();
                seats.rotate_left(turned);
                jobs.push(Job { key: format!("g{next}"), map: map.clone(), seed, seats });
                next += 1;
            }
        }
        jobs.truncate(games.max(per_choice));
        run.record_planned(&jobs)?;
        let mut played = 0;
        run.play(jobs.into_iter(), |game| {
            played += 1;
            watch(game);
            Control::Continue
        })?;
        Ok(played)
    }
}

/// Loads a bot and adds it under its versioned name, so that a new version is a new entrant.
fn enter(run: &mut Run<'_>, name: &str, word: &str) -> Result<Result<usize, String>, RunFault> {
    let entered = match run.stage.enter(word) {
        Ok(entered) => entered,
        Err(why) => return Ok(Err(why.to_string())),
    };
    let full = versioned(name, entered.hash.as_deref());
    run.journal.enter(&full, word, entered.hash.as_deref())?;
    if let Some(place) = run.entrants.iter().position(|named| named.name == full) {
        run.entrants[place].bot = Ok(entered);
        return Ok(Ok(place));
    }
    run.entrants.push(NamedBot { name: full, word: word.to_owned(), bot: Ok(entered) });
    Ok(Ok(run.entrants.len() - 1))
}

fn is_suspended(run: &Run<'_>, name: &str) -> bool {
    let contents = run.journal.contents();
    let seats = contents.order.iter().rev().filter_map(|key| {
        let game = &contents.games[key];
        let seat = game.seats.iter().position(|bot| bot == name)?;
        Some(game.dead[seat])
    });
    let last: Vec<bool> = seats.take(MAX_DEAD_GAMES_IN_A_ROW).collect();
    last.len() == MAX_DEAD_GAMES_IN_A_ROW && last.iter().all(|dead| *dead)
}

fn last_number(run: &Run<'_>) -> u64 {
    let keys = run.journal.contents().games.keys();
    keys.filter_map(|key| key.strip_prefix('g')?.parse().ok()).max().unwrap_or(0)
}

/// Records of the active bots.
fn standings(run: &Run<'_>, active: &[usize]) -> Vec<LeagueStanding> {
    let contents = run.journal.contents();
    let mut beliefs: BTreeMap<&str, Belief> = BTreeMap::new();
    let mut games: BTreeMap<&str, u32> = BTreeMap::new();
    let mut met: BTreeMap<(&str, &str), u32> = BTreeMap::new();
    for game in contents.in_order() {
        let names: Vec<&str> = game.seats.iter().map(String::as_str).collect();
        let before: Vec<Belief> =
            names.iter().map(|name| beliefs.get(name).copied().unwrap_or_default()).collect();
        for (name, belief) in names.iter().zip(update(&before, &game.ranks)) {
            beliefs.insert(name, belief);
            *games.entry(name).or_default() += 1;
        }
        for a in &names {
            for b in names.iter().filter(|b| b != &a) {
                *met.entry((a, b)).or_default() += 1;
            }
        }
    }
    let name = |place: usize| run.entrants[place].name.as_str();
    active
        .iter()
        .map(|&place| LeagueStanding {
            belief: beliefs.get(name(place)).copied().unwrap_or_default(),
            games: games.get(name(place)).copied().unwrap_or(0),
            met: active
                .iter()
                .map(|&other| met.get(&(name(place), name(other))).copied().unwrap_or(0))
                .collect(),
        })
        .collect()
}
