//! An evolving league of all bots in a folder: new ones and new versions are picked up, informative
//! games are chosen, and the table is always there.

mod choose;
mod folder;

pub use choose::{Standing, choose};
pub use folder::{Candidate, Config, RUN_FOLDER, scan};

use crate::table::{Filter, Table, tabulate};
use crate::{Control, GameRecord, Job, Named, Run, RunFault, versioned};
use agon_ladder::rating::weng_lin::{Belief, update};
use std::collections::BTreeMap;
use std::path::Path;

/// After so many games in a row in which a bot was dead it gets no more until it changes.
const PATIENCE: usize = 10;

/// A league between two batches of games.
pub struct League {
    config: Config,
    seats: usize,
    known: BTreeMap<String, Known>,
}

/// What is known of a bot of the folder.
struct Known {
    stamp: u64,
    /// The place in the run's list of entrants, or why it cannot play.
    version: Result<usize, String>,
    present: bool,
}

/// A bot that plays no (more) games, and why.
#[derive(Clone, Debug, PartialEq)]
pub struct Aside {
    /// Its name in the table, or in the folder.
    pub name: String,
    /// Why.
    pub why: String,
}

impl League {
    /// A league with this configuration, at tables of so many seats.
    pub fn new(config: Config, seats: usize) -> League {
        League { config, seats, known: BTreeMap::new() }
    }

    /// Looks into the folder again; returns sentences about what is new.
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
            self.known.insert(name, Known { stamp, version, present: true });
        }
        Ok(news)
    }

    /// The bots that games are chosen for: places in the run's list of entrants.
    pub fn active(&self, run: &Run<'_>) -> Vec<usize> {
        let present = self.known.values().filter(|known| known.present);
        let able = present.filter_map(|known| known.version.as_ref().ok().copied());
        able.filter(|&place| !is_hopeless(run, &run.entrants[place].name)).collect()
    }

    /// Who plays no games, and why.
    pub fn aside(&self, run: &Run<'_>) -> Vec<Aside> {
        let mut aside = Vec::new();
        let mut playing = Vec::new();
        for (name, known) in &self.known {
            match &known.version {
                Err(why) if known.present => {
                    aside.push(Aside { name: name.clone(), why: format!("cannot play: {why}") });
                }
                Ok(place) if known.present => {
                    let name = &run.entrants[*place].name;
                    playing.push(name.clone());
                    if is_hopeless(run, name) {
                        let why = format!(
                            "was dead in its last {PATIENCE} games; waits for a new version"
                        );
                        aside.push(Aside { name: name.clone(), why });
                    }
                }
                _ => {}
            }
        }
        for name in run.journal.contents().bots.keys().filter(|name| !playing.contains(name)) {
            aside.push(Aside { name: name.clone(), why: "is no longer in the folder".into() });
        }
        aside
    }

    /// The table of everybody who has ever played.
    pub fn table(&self, run: &Run<'_>, filter: &Filter) -> Table {
        let contents = run.journal.contents();
        let names: Vec<String> = contents.bots.keys().cloned().collect();
        tabulate(&names, contents.games.values(), filter)
    }

    /// Chooses about `games` informative games and plays them; `watch` hears of each. Returns how many
    /// were played: none if there are not two bots.
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
        run.mention(&jobs)?;
        let mut played = 0;
        run.play(jobs.into_iter(), |game| {
            played += 1;
            watch(game);
            Control::GoOn
        })?;
        Ok(played)
    }
}

/// Finds a bot and gives it its name in the league: with a piece of its fingerprint, so that a new
/// version is somebody new.
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
    run.entrants.push(Named { name: full, word: word.to_owned(), bot: Ok(entered) });
    Ok(Ok(run.entrants.len() - 1))
}

fn is_hopeless(run: &Run<'_>, name: &str) -> bool {
    let contents = run.journal.contents();
    let seats = contents.order.iter().rev().filter_map(|key| {
        let game = &contents.games[key];
        let seat = game.seats.iter().position(|bot| bot == name)?;
        Some(game.dead[seat])
    });
    let last: Vec<bool> = seats.take(PATIENCE).collect();
    last.len() == PATIENCE && last.iter().all(|dead| *dead)
}

fn last_number(run: &Run<'_>) -> u64 {
    let keys = run.journal.contents().games.keys();
    keys.filter_map(|key| key.strip_prefix('g')?.parse().ok()).max().unwrap_or(0)
}

/// What is believed of the active bots, and whom they have met.
fn standings(run: &Run<'_>, active: &[usize]) -> Vec<Standing> {
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
        .map(|&place| Standing {
            belief: beliefs.get(name(place)).copied().unwrap_or_default(),
            games: games.get(name(place)).copied().unwrap_or(0),
            met: active
                .iter()
                .map(|&other| met.get(&(name(place), name(other))).copied().unwrap_or(0))
                .collect(),
        })
        .collect()
}
