//! Plays planned games on several threads and writes each into the journal before anybody hears of it.

use crate::{Account, Begin, Entry, Fixture, GameRecord, Journal, JournalFault, Named, Stage};
use agon_replay::EXTENSION;
use agon_runner::{ATTEMPTS, Room, Stop};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, mpsc};
use std::{fs, io, thread};
use thiserror::Error;

/// Which replays are kept.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Keep {
    /// None.
    None,
    /// Those of games in which a bot did something wrong.
    #[default]
    Faults,
    /// All.
    All,
}

impl std::str::FromStr for Keep {
    type Err = String;
    fn from_str(word: &str) -> Result<Keep, String> {
        match word {
            "none" => Ok(Keep::None),
            "faults" => Ok(Keep::Faults),
            "all" => Ok(Keep::All),
            _ => Err(format!("`{word}` is none of all, faults, none")),
        }
    }
}

/// A game to be played: its key within the run, and everything that determines it.
#[derive(Clone, Debug, PartialEq)]
pub struct Job {
    /// The key; no two games of a run have the same.
    pub key: String,
    /// The map, by the word that names it.
    pub map: String,
    /// The seed.
    pub seed: u64,
    /// Places in the run's list of entrants, by seat.
    pub seats: Vec<usize>,
}

/// Why a run cannot go on.
#[derive(Debug, Error)]
#[allow(missing_docs, reason = "the sentences say it")]
pub enum RunFault {
    #[error(transparent)]
    Journal(#[from] JournalFault),
    #[error("cannot write the replay {}: {error}", path.display())]
    Replay { path: PathBuf, error: io::Error },
    #[error("the game {game} could not be played in {attempts} attempts: {why}")]
    Infrastructure { game: String, attempts: u32, why: String },
    #[error("{0}")]
    Plan(String),
}

/// Whether to go on after a game.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Control {
    /// Go on.
    GoOn,
    /// Begin no new game.
    Enough,
}

/// What whoever runs a competition can choose.
pub struct Wanted<'a> {
    /// The run's folder.
    pub folder: &'a Path,
    /// Games played at the same time.
    pub jobs: usize,
    /// Which replays are kept.
    pub keep: Keep,
    /// Asks the run to stop early.
    pub stop: &'a Stop,
    /// Now, for the journal.
    pub date: String,
    /// A fingerprint of the program, for the journal.
    pub build: Option<String>,
}

/// A run of many games.
pub struct Run<'a> {
    /// Where games are played.
    pub stage: &'a mut dyn Stage,
    /// The journal.
    pub journal: Journal,
    /// Who takes part.
    pub entrants: Vec<Named>,
    /// Whether bots are told that this is a tournament.
    pub tournament: bool,
    jobs: usize,
    keep: Keep,
    stop: &'a Stop,
}

/// What a worker reports.
enum Word {
    Played(Job, Box<Account>),
    Void { game: String, why: String, attempt: u32 },
    GivenUp { game: String, why: String },
}

impl<'a> Run<'a> {
    /// Begins or continues a run.
    pub fn open(
        stage: &'a mut dyn Stage,
        entrants: Vec<Named>,
        kind: &str,
        plan: serde_json::Value,
        wanted: &Wanted<'a>,
    ) -> Result<Run<'a>, RunFault> {
        let begin = Begin {
            kind: kind.to_owned(),
            game: stage.info().id.to_owned(),
            version: stage.info().version,
            rules: stage.rules(),
            engine: stage.engine().to_owned(),
            plan,
            date: wanted.date.clone(),
            build: wanted.build.clone(),
        };
        let mut journal = Journal::open(wanted.folder, begin)?;
        for Named { name, word, bot } in &entrants {
            if let Ok(entered) = bot {
                journal.enter(name, word, entered.hash.as_deref())?;
            }
        }
        let (jobs, keep, stop) = (wanted.jobs.max(1), wanted.keep, wanted.stop);
        Ok(Run { stage, journal, entrants, tournament: false, jobs, keep, stop })
    }

    /// A finished game.
    pub fn game(&self, key: &str) -> Option<&GameRecord> {
        self.journal.contents().games.get(key)
    }

    /// All finished games by key.
    pub fn games(&self) -> &BTreeMap<String, GameRecord> {
        &self.journal.contents().games
    }

    /// Whether somebody has asked to stop.
    pub fn is_stopped(&self) -> bool {
        self.stop.is_asked()
    }

    /// Games played at the same time.
    pub fn jobs(&self) -> usize {
        self.jobs
    }

    /// Plays those games that are not in the journal yet, in parallel; `done` hears of each when it is
    /// in the journal, in the order in which they end. When something on our side fails, the game is
    /// void and played again.
    pub fn play(
        &mut self,
        jobs: impl Iterator<Item = Job> + Send,
        mut done: impl FnMut(&GameRecord) -> Control,
    ) -> Result<(), RunFault> {
        let known = &self.journal.contents().games;
        let known: BTreeSet<String> = known.keys().cloned().collect();
        let queue = Mutex::new(jobs.filter(move |job| !known.contains(&job.key)));
        let (enough, room) = (AtomicBool::new(false), Room::new());
        let (sender, receiver) = mpsc::sync_channel(self.jobs * 2);
        let (stage, entrants) = (&*self.stage, &self.entrants);
        let (tournament, record, stop) = (self.tournament, self.keep != Keep::None, self.stop);
        let (journal, keep) = (&mut self.journal, self.keep);
        thread::scope(|scope| {
            for _ in 0..self.jobs {
                let (sender, queue, enough) = (sender.clone(), &queue, &enough);
                let worker = Worker { stage, entrants, tournament, record, room: &room };
                scope.spawn(move || {
                    while !stop.is_asked() && !enough.load(Ordering::Relaxed) {
                        let job = queue.lock().expect("no worker panics with it").next();
                        let Some(job) = job else { return };
                        if !worker.play(job, &mut |word| sender.send(word).is_ok()) {
                            return;
                        }
                    }
                });
            }
            drop(sender);
            let mut result = Ok(());
            for word in receiver {
                result = match word {
                    Word::Played(job, account) => {
                        write_down(journal, entrants, keep, job, *account).map(|key| {
                            let game = &journal.contents().games[&key];
                            if done(game) == Control::Enough {
                                enough.store(true, Ordering::Relaxed);
                            }
                        })
                    }
                    Word::Void { game, why, attempt } => {
                        journal.append(&Entry::Void { game, why, attempt }).map_err(Into::into)
                    }
                    Word::GivenUp { game, why } => {
                        Err(RunFault::Infrastructure { game, attempts: ATTEMPTS, why })
                    }
                };
                if result.is_err() {
                    enough.store(true, Ordering::Relaxed);
                    break;
                }
            }
            result
        })
    }

    /// Writes down what is about to be played.
    pub fn mention(&mut self, jobs: &[Job]) -> Result<(), RunFault> {
        let known = &self.journal.contents().games;
        let entries: Vec<Entry> = jobs
            .iter()
            .filter(|job| !known.contains_key(&job.key))
            .map(|job| Entry::Planned {
                game: job.key.clone(),
                map: job.map.clone(),
                seed: job.seed,
                seats: job.seats.iter().map(|&seat| self.entrants[seat].name.clone()).collect(),
            })
            .collect();
        Ok(self.journal.mention(&entries)?)
    }
}

struct Worker<'a> {
    stage: &'a dyn Stage,
    entrants: &'a [Named],
    tournament: bool,
    record: bool,
    room: &'a Room,
}

impl Worker<'_> {
    /// Plays one game, again if something on our side fails. False when nobody listens any more.
    fn play(&self, job: Job, say: &mut dyn FnMut(Word) -> bool) -> bool {
        let players: Option<Vec<usize>> =
            job.seats.iter().map(|&seat| self.entrants[seat].player()).collect();
        let Some(seats) = players else {
            let why = "one of its bots cannot play".to_owned();
            return say(Word::GivenUp { game: job.key, why });
        };
        let fixture =
            Fixture { map: job.map.clone(), seed: job.seed, seats, tournament: self.tournament };
        let played = self.room.play(
            || self.stage.play(&fixture, self.record),
            |trouble, attempt| {
                let (game, why) = (job.key.clone(), trouble.0.clone());
                // If nobody listens, the last word will find out.
                let _ = say(Word::Void { game, why, attempt });
            },
        );
        say(match played {
            Ok(account) => Word::Played(job, Box::new(account)),
            Err(trouble) => Word::GivenUp { game: job.key, why: trouble.0 },
        })
    }
}

/// The replay first, then the journal: a game that is in the journal has its replay.
fn write_down(
    journal: &mut Journal,
    entrants: &[Named],
    keep: Keep,
    job: Job,
    account: Account,
) -> Result<String, RunFault> {
    let faulty = account.faults.iter().any(Option::is_some);
    let wanted = keep == Keep::All || (keep == Keep::Faults && faulty);
    let mut replay = None;
    if let Some(recorded) = account.replay.filter(|_| wanted) {
        let name = format!("replays/{}.{EXTENSION}", job.key);
        let path = journal.folder().join(&name);
        write_file(&path, &recorded.to_bytes())
            .map_err(|error| RunFault::Replay { path, error })?;
        replay = Some(name);
    }
    let record = GameRecord {
        game: job.key.clone(),
        map: account.map,
        seed: job.seed,
        seats: job.seats.iter().map(|&seat| entrants[seat].name.clone()).collect(),
        ranks: account.outcome.standings.iter().map(|standing| standing.rank).collect(),
        scores: account.outcome.standings.iter().map(|standing| standing.score).collect(),
        most: account.most,
        reason: account.outcome.reason.code.into_owned(),
        sentence: account.outcome.reason.sentence,
        rounds: account.rounds,
        state: account.state,
        faults: account.faults,
        dead: account.dead,
        seconds: account.seconds,
        replay,
    };
    journal.append(&Entry::Played(record))?;
    Ok(job.key)
}

fn write_file(path: &Path, bytes: &[u8]) -> io::Result<()> {
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)?;
    }
    let mut file = fs::File::create(path)?;
    io::Write::write_all(&mut file, bytes)?;
    file.sync_data()
}
