//! Plays planned games on several threads and records each in the journal before reporting it.

use crate::{
    Begin, Entry, GameRecord, GameSpec, Journal, JournalFault, NamedBot, PlayedGame, Stage,
};
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
    /// Games in which a bot committed a fault.
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
            _ => Err(format!("unknown value `{word}`; choose one of all, faults, none")),
        }
    }
}

/// A planned game: its key within the run, and everything that determines it.
#[derive(Clone, Debug, PartialEq)]
pub struct Job {
    /// The key; unique in a run.
    pub key: String,
    /// Specifier of the map.
    pub map: String,
    /// The seed.
    pub seed: u64,
    /// Indices in the run's list of entrants, by seat.
    pub seats: Vec<usize>,
}

/// A run cannot continue.
#[derive(Debug, Error)]
#[allow(missing_docs, reason = "the error messages describe the variants")]
pub enum RunFault {
    #[error(transparent)]
    Journal(#[from] JournalFault),
    #[error("cannot write the replay {}: {error}", path.display())]
    Replay { path: PathBuf, error: io::Error },
    #[error("game {game} failed in {attempts} attempts: {why}")]
    Infrastructure { game: String, attempts: u32, why: String },
    #[error("{0}")]
    Plan(String),
}

/// Whether to continue after a game.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Control {
    /// Play on.
    Continue,
    /// Start no further games.
    Finish,
}

/// Options of a run.
pub struct RunOptions<'a> {
    /// The run's folder.
    pub folder: &'a Path,
    /// Games played at the same time.
    pub jobs: usize,
    /// Which replays are kept.
    pub keep: Keep,
    /// Stop request.
    pub stop: &'a Stop,
    /// Current date, for the journal.
    pub date: String,
    /// Hash of the program file, for the journal.
    pub build: Option<String>,
}

/// A run of many games.
pub struct Run<'a> {
    /// Plays the games.
    pub stage: &'a mut dyn Stage,
    /// The journal.
    pub journal: Journal,
    /// The entrants.
    pub entrants: Vec<NamedBot>,
    /// Whether bots are told that this is a tournament.
    pub tournament: bool,
    jobs: usize,
    keep: Keep,
    stop: &'a Stop,
}

/// Message of a worker thread.
enum WorkerMessage {
    Played(Job, Box<PlayedGame>),
    Void { game: String, why: String, attempt: u32 },
    GivenUp { game: String, why: String },
}

impl<'a> Run<'a> {
    /// Starts or resumes a run.
    pub fn open(
        stage: &'a mut dyn Stage,
        entrants: Vec<NamedBot>,
        kind: &str,
        plan: serde_json::Value,
        options: &RunOptions<'a>,
    ) -> Result<Run<'a>, RunFault> {
        let begin = Begin {
            kind: kind.to_owned(),
            game: stage.info().id.to_owned(),
            version: stage.info().version,
            rules: stage.rules(),
            engine: stage.engine().to_owned(),
            plan,
            date: options.date.clone(),
            build: options.build.clone(),
        };
        let mut journal = Journal::open(options.folder, begin)?;
        for NamedBot { name, word, bot } in &entrants {
            if let Ok(entered) = bot {
                journal.enter(name, word, entered.hash.as_deref())?;
            }
        }
        let (jobs, keep, stop) = (options.jobs.max(1), options.keep, options.stop);
        Ok(Run { stage, journal, entrants, tournament: false, jobs, keep, stop })
    }

    /// A finished game by key.
    pub fn game(&self, key: &str) -> Option<&GameRecord> {
        self.journal.contents().games.get(key)
    }

    /// All finished games by key.
    pub fn games(&self) -> &BTreeMap<String, GameRecord> {
        &self.journal.contents().games
    }

    /// Whether a stop was requested.
    pub fn is_stopped(&self) -> bool {
        self.stop.is_asked()
    }

    /// Games played at the same time.
    pub fn jobs(&self) -> usize {
        self.jobs
    }

    /// Plays the games that are not in the journal, in parallel. `done` is called for each game after it
    /// is in the journal, in the order in which they end. After an infrastructure failure the game is void
    /// and played again.
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
                        if !worker.play(job, &mut |message| sender.send(message).is_ok()) {
                            return;
                        }
                    }
                });
            }
            drop(sender);
            let mut result = Ok(());
            for message in receiver {
                result = match message {
                    WorkerMessage::Played(job, played) => {
                        record_game(journal, entrants, keep, job, *played).map(|key| {
                            let game = &journal.contents().games[&key];
                            if done(game) == Control::Finish {
                                enough.store(true, Ordering::Relaxed);
                            }
                        })
                    }
                    WorkerMessage::Void { game, why, attempt } => {
                        journal.append(&Entry::Void { game, why, attempt }).map_err(Into::into)
                    }
                    WorkerMessage::GivenUp { game, why } => {
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

    /// Records the games that are about to be played.
    pub fn record_planned(&mut self, jobs: &[Job]) -> Result<(), RunFault> {
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
        Ok(self.journal.append_unsynced(&entries)?)
    }
}

struct Worker<'a> {
    stage: &'a dyn Stage,
    entrants: &'a [NamedBot],
    tournament: bool,
    record: bool,
    room: &'a Room,
}

impl Worker<'_> {
    /// Plays one game; retries after infrastructure failures. False if the receiver is gone.
    fn play(&self, job: Job, send: &mut dyn FnMut(WorkerMessage) -> bool) -> bool {
        let players: Option<Vec<usize>> =
            job.seats.iter().map(|&seat| self.entrants[seat].player()).collect();
        let Some(seats) = players else {
            let why = "one of its bots could not be loaded".to_owned();
            return send(WorkerMessage::GivenUp { game: job.key, why });
        };
        let spec =
            GameSpec { map: job.map.clone(), seed: job.seed, seats, tournament: self.tournament };
        let played = self.room.play(
            || self.stage.play(&spec, self.record),
            |trouble, attempt| {
                let (game, why) = (job.key.clone(), trouble.0.clone());
                // A closed channel is noticed by the last send.
                let _ = send(WorkerMessage::Void { game, why, attempt });
            },
        );
        send(match played {
            Ok(played) => WorkerMessage::Played(job, Box::new(played)),
            Err(trouble) => WorkerMessage::GivenUp { game: job.key, why: trouble.0 },
        })
    }
}

/// Writes the replay before the journal entry: a recorded game always has its replay.
fn record_game(
    journal: &mut Journal,
    entrants: &[NamedBot],
    keep: Keep,
    job: Job,
    played: PlayedGame,
) -> Result<String, RunFault> {
    let faulty = played.faults.iter().any(Option::is_some);
    let wanted = keep == Keep::All || (keep == Keep::Faults && faulty);
    let mut replay = None;
    if let Some(recorded) = played.replay.filter(|_| wanted) {
        let name = format!("replays/{}.{EXTENSION}", job.key);
        let path = journal.folder().join(&name);
        write_file(&path, &recorded.to_bytes())
            .map_err(|error| RunFault::Replay { path, error })?;
        replay = Some(name);
    }
    let record = GameRecord {
        game: job.key.clone(),
        map: played.map,
        seed: job.seed,
        seats: job.seats.iter().map(|&seat| entrants[seat].name.clone()).collect(),
        ranks: played.outcome.standings.iter().map(|standing| standing.rank).collect(),
        scores: played.outcome.standings.iter().map(|standing| standing.score).collect(),
        most: played.most,
        reason: played.outcome.reason.code.into_owned(),
        sentence: played.outcome.reason.sentence,
        rounds: played.rounds,
        state: played.state,
        faults: played.faults,
        dead: played.dead,
        seconds: played.seconds,
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
