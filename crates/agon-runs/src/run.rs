//! A run on this machine: entrants with their loaded bots, and the loop that asks what to do next, appends it
//! and plays the games.

use crate::workers::{Message, Work, Workers};
use crate::{EnteredBot, EntryFault, GameSpec, Journal, JournalFault, PlayedGame, Stage};
use agon_compete::{
    Action, Begin, Entered, EntrantId, Entry, Game, History, Inspected, Job, MAX_ATTEMPTS, Next,
    Plan, Played, Record, Role, Ruling,
};
use agon_replay::EXTENSION;
use agon_runner::Stop;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::{fs, io};
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

/// A run cannot continue.
#[derive(Debug, Error)]
#[allow(missing_docs, reason = "the error messages describe the variants")]
pub enum RunFault {
    #[error(transparent)]
    Journal(#[from] JournalFault),
    #[error("cannot write the replay {}: {error}", path.display())]
    Replay { path: PathBuf, error: io::Error },
    #[error("no game can be played; game {game} failed in {attempts} attempts: {why}")]
    Infrastructure { game: String, attempts: u32, why: String },
    #[error("{0}")]
    Plan(String),
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

/// A bot that wants to take part.
#[derive(Clone, Debug)]
pub struct Candidate {
    /// Display name.
    pub name: String,
    /// Specifier of the bot.
    pub word: String,
    /// The loaded bot.
    pub bot: EnteredBot,
    /// What it does in the run.
    pub role: Role,
    /// Entrants of one team can be kept apart.
    pub team: Option<String>,
    /// The first round it plays.
    pub joins: Option<u32>,
    /// Its results before the run.
    pub record: Record,
}

impl Candidate {
    /// A bot that competes from the first round on.
    pub fn new(name: &str, word: &str, bot: EnteredBot) -> Candidate {
        let (name, word, record) = (name.to_owned(), word.to_owned(), Record::default());
        Candidate { name, word, bot, role: Role::Player, team: None, joins: None, record }
    }
}

/// A run of many games.
pub struct Run<'a> {
    /// Plays the games.
    pub stage: &'a mut dyn Stage,
    /// The journal.
    pub journal: Journal,
    /// Whether bots are told that this is a tournament.
    pub tournament: bool,
    players: BTreeMap<EntrantId, usize>,
    jobs: usize,
    keep: Keep,
    stop: &'a Stop,
}

impl<'a> Run<'a> {
    /// Starts or resumes a run. Nothing is written before the run is played or committed.
    pub fn open(
        stage: &'a mut dyn Stage,
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
        let journal = Journal::open(options.folder, begin)?;
        let (jobs, keep, stop) = (options.jobs.max(1), options.keep, options.stop);
        let players = BTreeMap::new();
        Ok(Run { stage, journal, tournament: false, players, jobs, keep, stop })
    }

    /// The state of the run.
    pub fn history(&self) -> &History {
        self.journal.history()
    }

    /// Games played at the same time.
    pub fn jobs(&self) -> usize {
        self.jobs
    }

    /// Whether a stop was requested.
    pub fn is_stopped(&self) -> bool {
        self.stop.is_asked()
    }

    /// Whether an entrant's bot is loaded.
    pub fn can_play(&self, entrant: EntrantId) -> bool {
        self.players.contains_key(&entrant)
    }

    /// Adds a bot, or recognises it as an entrant of the log; refused if the name belongs to another bot or
    /// version.
    pub fn enter(&mut self, candidate: Candidate) -> Result<EntrantId, RunFault> {
        let Candidate { name, word, bot, role, team, joins, record } = candidate;
        if let Some(known) = self.history().entered_as(&name) {
            let Entered { word: known_word, hash, number, .. } = &known.entered;
            let is_same = match (hash, &bot.hash) {
                (Some(was), Some(is)) => was == is,
                (None, None) => *known_word == word,
                _ => false,
            };
            if !is_same {
                let was = describe(known_word, hash.as_deref());
                let is = describe(&word, bot.hash.as_deref());
                return Err(JournalFault::BotChanged { name, was, is }.into());
            }
            let number = *number;
            self.players.insert(number, bot.player);
            self.note_inspection(number, bot.inspected)?;
            return Ok(number);
        }
        let number = EntrantId(self.history().entrants().len() as u32 + 1);
        let hash = bot.hash;
        let entered = Entered { number, name, word, hash, role, team, joins, record };
        self.journal.prepare(Entry::Entered(entered))?;
        self.players.insert(number, bot.player);
        self.note_inspection(number, bot.inspected)?;
        Ok(number)
    }

    /// Adds what reading an entrant's program has shown, if that is news.
    fn note_inspection(
        &mut self,
        entrant: EntrantId,
        found: Option<Inspected>,
    ) -> Result<(), RunFault> {
        let known = self.history().entrant(entrant).and_then(|known| known.inspected.as_ref());
        match found {
            Some(found) if Some(&found) != known => {
                Ok(self.journal.prepare(Entry::Inspected { entrant, found })?)
            }
            _ => Ok(()),
        }
    }

    /// Adds a ruling, unless it has been made; refused with a sentence if it does not fit the log. A
    /// correction has been made if the last one of its game says the same; a rerun and a reinstatement, which
    /// may be needed again, if one with the same reason has been made.
    pub fn rule(&mut self, ruling: Ruling) -> Result<(), RunFault> {
        let mut made = self.history().rulings().iter().rev();
        let is_made = match &ruling.action {
            Action::Correct { game, .. } => {
                let last = made.find(
                    |made| matches!(&made.action, Action::Correct { game: other, .. } if other == game),
                );
                last.is_some_and(|last| last.action == ruling.action)
            }
            Action::Rerun { .. } | Action::Reinstate { .. } => made.any(|made| *made == ruling),
            _ => made.any(|made| made.action == ruling.action),
        };
        if is_made {
            return Ok(());
        }
        let prepared = self.journal.prepare(Entry::Ruling(ruling));
        prepared.map_err(|fault| match fault {
            JournalFault::Refused(refusal) => RunFault::Plan(refusal.0),
            other => other.into(),
        })
    }

    /// Plays until the plan asks for no more games, or a stop is requested. `watch` sees every game
    /// after it is in the journal.
    pub fn play(
        &mut self,
        plan: &Plan,
        watch: &mut dyn FnMut(&History, &Game),
    ) -> Result<Next, RunFault> {
        let Run { stage, journal, players, .. } = self;
        let record = self.keep != Keep::None;
        let mut drive = Drive {
            journal,
            players,
            tournament: self.tournament,
            keep: self.keep,
            stop: self.stop,
            jobs: self.jobs,
            busy: BTreeSet::new(),
            stuck: Vec::new(),
            has_played: false,
        };
        Workers::scope(&**stage, self.jobs, record, |workers| drive.run(plan, workers, watch))
    }
}

fn describe(word: &str, hash: Option<&str>) -> String {
    match hash {
        Some(hash) => format!("{word} {}", hash.chars().take(19).collect::<String>()),
        None => word.to_owned(),
    }
}

/// The state of the loop: which games are being played.
struct Drive<'r> {
    journal: &'r mut Journal,
    players: &'r BTreeMap<EntrantId, usize>,
    tournament: bool,
    keep: Keep,
    stop: &'r Stop,
    jobs: usize,
    busy: BTreeSet<String>,
    /// Games that have failed too often while no other game could be played: perhaps the machine is at fault.
    stuck: Vec<(Job, String)>,
    has_played: bool,
}

impl Drive<'_> {
    fn run(
        &mut self,
        plan: &Plan,
        workers: &Workers,
        watch: &mut dyn FnMut(&History, &Game),
    ) -> Result<Next, RunFault> {
        loop {
            let next = self.journal.settle(plan)?;
            if !self.stop.is_asked() {
                self.dispatch(&next.jobs, workers)?;
            }
            if self.busy.is_empty() {
                return match self.stuck.pop() {
                    Some((job, why)) => Err(RunFault::Infrastructure {
                        game: job.game.key,
                        attempts: MAX_ATTEMPTS,
                        why,
                    }),
                    None => Ok(next),
                };
            }
            match workers.wait() {
                Message::Played(job, played) => {
                    self.busy.remove(&job.game.key);
                    if self.record(&job, *played)? {
                        let history = self.journal.history();
                        history.game(&job.game.key).inspect(|game| watch(history, game));
                    }
                    self.has_played = true;
                }
                Message::Void { job, why, is_last } => {
                    if is_last {
                        self.busy.remove(&job.game.key);
                        self.stuck.push((job, why));
                    } else {
                        self.void(&job, why)?;
                    }
                }
            }
            if self.has_played {
                for (job, why) in std::mem::take(&mut self.stuck) {
                    self.void(&job, why)?;
                }
            }
        }
    }

    fn dispatch(&mut self, jobs: &[Job], workers: &Workers) -> Result<(), RunFault> {
        for job in jobs {
            if self.busy.len() >= self.jobs {
                return Ok(());
            }
            let key = &job.game.key;
            if self.busy.contains(key) || self.stuck.iter().any(|(stuck, _)| stuck == job) {
                continue;
            }
            let players = job.game.seats.iter().map(|seat| self.players.get(seat).copied());
            let Some(seats) = players.collect::<Option<Vec<usize>>>() else {
                return Err(RunFault::Plan(format!(
                    "game {key} cannot be played: one of its bots is not loaded"
                )));
            };
            let spec = GameSpec {
                map: job.game.map.clone(),
                seed: job.game.seed,
                lot: job.game.lot(),
                seats,
                tournament: self.tournament,
            };
            self.busy.insert(key.clone());
            workers.play(Work { job: job.clone(), spec });
        }
        Ok(())
    }

    /// Whether the log still waits for this attempt.
    fn is_awaited(&self, job: &Job) -> bool {
        let game = self.journal.history().game(&job.game.key);
        game.is_some_and(|game| game.is_open() && game.attempt == job.attempt)
    }

    fn void(&mut self, job: &Job, why: String) -> Result<(), RunFault> {
        if self.is_awaited(job) {
            let (game, attempt) = (job.game.key.clone(), job.attempt);
            self.journal.record(Entry::Void { game, attempt, why })?;
        }
        Ok(())
    }

    /// Records a result, if the log still waits for it. The replay is written before the entry: a recorded
    /// game always has its replay.
    fn record(&mut self, job: &Job, played: PlayedGame) -> Result<bool, RunFault> {
        if !self.is_awaited(job) {
            return Ok(false);
        }
        let faulty = played.faults.iter().any(Option::is_some);
        let wanted = self.keep == Keep::All || (self.keep == Keep::Faults && faulty);
        let mut replay = None;
        if let Some(recorded) = played.replay.filter(|_| wanted) {
            let attempt = match job.attempt {
                1 => String::new(),
                attempt => format!(".attempt{attempt}"),
            };
            let name = format!("replays/{}{attempt}.{EXTENSION}", job.game.key);
            let path = self.journal.folder().join(&name);
            write_file(&path, &recorded.to_bytes())
                .map_err(|error| RunFault::Replay { path, error })?;
            replay = Some(name);
        }
        self.journal.record(Entry::Played(Played {
            game: job.game.key.clone(),
            attempt: job.attempt,
            seats: job.game.seats.clone(),
            map: played.map,
            seed: job.game.seed,
            ranks: played.outcome.standings.iter().map(|standing| standing.rank).collect(),
            scores: played.outcome.standings.iter().map(|standing| standing.score).collect(),
            most: played.most,
            reason: played.outcome.reason.code.into_owned(),
            sentence: played.outcome.reason.sentence,
            rounds: played.rounds,
            state: played.state,
            orders: Some(played.orders),
            faults: played.faults,
            dead: played.dead,
            silent: played.silent,
            seconds: played.seconds,
            replay,
        }))?;
        Ok(true)
    }
}

fn write_file(path: &Path, bytes: &[u8]) -> io::Result<()> {
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)?;
    }
    let mut file = fs::File::create(path)?;
    io::Write::write_all(&mut file, bytes)?;
    file.sync_data()
}

/// Loads the bots of a competition, given by name and specifier, that its regulations let in; equal
/// specifiers mean the same bot, which is built once.
pub fn admit_all(
    stage: &mut dyn Stage,
    bots: &[(String, String)],
) -> Vec<Result<EnteredBot, EntryFault>> {
    let mut loaded: BTreeMap<&String, Result<EnteredBot, EntryFault>> = BTreeMap::new();
    let mut admitted = Vec::new();
    for (name, word) in bots {
        admitted.push(stage.inspect(name, word).and_then(|inspected| {
            let bot = loaded.entry(word).or_insert_with(|| stage.enter(word)).clone()?;
            Ok(EnteredBot { inspected, ..bot })
        }));
    }
    admitted
}

/// Loads bots; equal specifiers mean the same bot, which is built once.
pub fn load_all(stage: &mut dyn Stage, words: &[String]) -> Vec<Result<EnteredBot, EntryFault>> {
    let mut loaded: BTreeMap<&String, Result<EnteredBot, EntryFault>> = BTreeMap::new();
    let load = |word| loaded.entry(word).or_insert_with(|| stage.enter(word)).clone();
    words.iter().map(load).collect()
}
