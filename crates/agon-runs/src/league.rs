//! A league of all bots in a folder: detects new bots and new versions, and plays batch after batch.

use crate::folder::{Config, Found, scan};
use crate::{Candidate, Run, RunFault, admit_all};
use agon_compete::league::LeaguePlan;
use agon_compete::{EntrantId, Entry, Game, History, Plan, base_name, versioned};
use std::collections::BTreeMap;
use std::path::Path;

/// A league between two batches of games.
pub struct League {
    config: Config,
    seats: usize,
    known: BTreeMap<String, FolderBot>,
}

/// A bot of the folder.
struct FolderBot {
    stamp: u64,
    /// Its number, or none if it cannot play.
    entrant: Option<EntrantId>,
}

impl League {
    /// A league with `seats` seats per game.
    pub fn new(config: Config, seats: usize) -> League {
        League { config, seats, known: BTreeMap::new() }
    }

    /// Scans the folder again; returns a sentence per new or unplayable bot. A bot that cannot be read
    /// or loaded does not take part; the league goes on.
    pub fn rescan(&mut self, run: &mut Run<'_>, folder: &Path) -> Result<Vec<String>, RunFault> {
        let found = scan(folder, &self.config).map_err(|error| {
            RunFault::Plan(format!("cannot read {}: {error}", folder.display()))
        })?;
        let mut news = Vec::new();
        let mut before = std::mem::take(&mut self.known);
        for Found { name, word, stamp } in found {
            let known = before.remove(&name).filter(|known| Ok(known.stamp) == stamp);
            let bot = match (known, stamp) {
                (Some(known), _) => known,
                (None, Ok(stamp)) => {
                    let entrant = enter(run, &name, &word, &mut news)?;
                    FolderBot { stamp, entrant }
                }
                (None, Err(why)) => {
                    reject(run, &name, &why, &mut news)?;
                    FolderBot { stamp: 0, entrant: None }
                }
            };
            self.known.insert(name, bot);
        }
        let rejected: Vec<String> = run.history().rejected().keys().cloned().collect();
        // Those that are gone, and those that play again.
        let is_over = |name: &String| self.known.get(name).is_none_or(|bot| bot.entrant.is_some());
        for name in rejected.into_iter().filter(is_over) {
            run.journal.prepare(Entry::Rejected { name, why: None })?;
        }
        self.mark_missing(run)?;
        run.journal.commit()?;
        Ok(news)
    }

    /// Sets aside the entrants that are not in the folder, and takes back those that are again.
    fn mark_missing(&self, run: &mut Run<'_>) -> Result<(), RunFault> {
        let present: Vec<EntrantId> = self.known.values().filter_map(|bot| bot.entrant).collect();
        let mut entries = Vec::new();
        for bot in run.history().players() {
            let entrant = bot.id();
            match (present.contains(&entrant), &bot.aside) {
                (false, None) => {
                    let base = base_name(&bot.entered.name);
                    let why = match run.history().rejected().contains_key(base) {
                        true => format!("does not play while {base} cannot play"),
                        false => "is no longer in the folder".to_owned(),
                    };
                    entries.push(Entry::Aside { entrant, why, missing: true });
                }
                (true, Some(aside)) if aside.missing => entries.push(Entry::Back { entrant }),
                _ => {}
            }
        }
        Ok(entries.into_iter().try_for_each(|entry| run.journal.prepare(entry))?)
    }

    /// Plays one batch of about `games` games, but no more than `most` in the whole run. Returns the
    /// number of games that ended.
    pub fn advance(
        &mut self,
        run: &mut Run<'_>,
        games: u64,
        most: u64,
        watch: &mut dyn FnMut(&History, &Game),
    ) -> Result<usize, RunFault> {
        let open = run.history().open().count() as u64;
        let drawn = run.history().games().len() as u64;
        let plan = Plan::League(LeaguePlan {
            maps: self.config.maps.clone(),
            seats: self.seats,
            seed: self.config.seed,
            // Open games of an earlier session are played first.
            until: most.min(if open > 0 { drawn } else { drawn + games }),
            batch: games,
        });
        let before = run.history().ended_games();
        run.play(&plan, watch)?;
        Ok(run.history().ended_games() - before)
    }
}

/// Loads a bot and adds it under its versioned name, so that a new version is a new entrant.
fn enter(
    run: &mut Run<'_>,
    name: &str,
    word: &str,
    news: &mut Vec<String>,
) -> Result<Option<EntrantId>, RunFault> {
    let admitted = admit_all(run.stage, &[(name.to_owned(), word.to_owned())]).pop();
    let bot = match admitted.expect("one bot was given") {
        Ok(bot) => bot,
        Err(why) => {
            reject(run, name, &why.to_string(), news)?;
            return Ok(None);
        }
    };
    let full = versioned(name, bot.hash.as_deref());
    if run.history().entered_as(&full).is_none() {
        news.push(format!("{full} joins."));
    }
    match run.enter(Candidate::new(&full, word, bot)) {
        Ok(entrant) => Ok(Some(entrant)),
        Err(RunFault::Journal(crate::JournalFault::BotChanged { .. })) => {
            reject(run, name, &format!("another bot is called {full}; rename it"), news)?;
            Ok(None)
        }
        Err(fault) => Err(fault),
    }
}

fn reject(
    run: &mut Run<'_>,
    name: &str,
    why: &str,
    news: &mut Vec<String>,
) -> Result<(), RunFault> {
    if run.history().rejected().get(name).is_some_and(|known| known == why) {
        return Ok(());
    }
    news.push(format!("{name} cannot play: {why}"));
    let (name, why) = (name.to_owned(), Some(why.to_owned()));
    Ok(run.journal.prepare(Entry::Rejected { name, why })?)
}
