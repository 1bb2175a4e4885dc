//! The place where games are played, with the game's own types taken away: everything above it is
//! compiled once, not once per game.

use agon_core::{Contest, Info, Outcome, Profile, StateHash};
use agon_replay::Replay;
use agon_runner::{IncidentKind, Match, Player, Report, Trouble, play_match};
use std::fmt;
use std::time::Instant;

/// A map and the name it goes by.
pub struct NamedMap<M> {
    /// The name.
    pub name: String,
    /// The map.
    pub map: M,
}

/// Why a bot cannot play: a full sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unable {
    /// It is not there, does not compile, is no bot of this game.
    Bot(String),
    /// This machine lacks something or failed: a sandbox, a compiler, room on the disk. That says nothing
    /// about the bot.
    Machine(String),
}

impl fmt::Display for Unable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (Unable::Bot(why) | Unable::Machine(why)) = self;
        f.write_str(why)
    }
}

/// Where bots and maps come from. Every refusal is a full sentence.
pub trait Source<G: Contest>: Send + Sync {
    /// The bot that a word names.
    fn player(&self, word: &str) -> Result<Player<G>, Unable>;
    /// The map that a word names; random ones follow from the seed.
    fn map(&self, word: &str, seed: u64) -> Result<NamedMap<G::Map>, String>;
}

/// One game to be played.
#[derive(Clone, Debug, PartialEq)]
pub struct Fixture {
    /// The map, by the word that names it; empty for the game's first one.
    pub map: String,
    /// The seed.
    pub seed: u64,
    /// The players by seat, as [`Stage::enter`] numbered them.
    pub seats: Vec<usize>,
    /// Whether bots are told that this is a tournament.
    pub tournament: bool,
}

/// What became of a game.
pub struct Account {
    /// The map's name.
    pub map: String,
    /// The result.
    pub outcome: Outcome,
    /// The highest score anybody could have reached, where the game says so.
    pub most: Option<f64>,
    /// The last round.
    pub rounds: u32,
    /// Fingerprint of the last position.
    pub state: StateHash,
    /// What each seat's bot did wrong first, as a sentence.
    pub faults: Vec<Option<String>>,
    /// Whether each seat's bot could not be asked any more.
    pub dead: Vec<bool>,
    /// How long it took.
    pub seconds: f64,
    /// The replay, if it was wanted.
    pub replay: Option<Replay>,
}

/// A bot that has been found.
#[derive(Clone, Debug, PartialEq)]
pub struct Entered {
    /// The number by which fixtures name it.
    pub player: usize,
    /// A fingerprint of its files; none for bots that come with Agon.
    pub hash: Option<String>,
}

/// A place where games of one kind are played.
pub trait Stage: Send + Sync {
    /// The game.
    fn info(&self) -> &'static Info;
    /// The rules that are played.
    fn rules(&self) -> Profile;
    /// What goes into journals and replays as the program that played.
    fn engine(&self) -> &str;
    /// Finds a bot (which may mean building it) and keeps it.
    fn enter(&mut self, word: &str) -> Result<Entered, Unable>;
    /// Whether a map can be played by so many; the sentence says why not.
    fn check_map(&self, word: &str, seed: u64, seats: usize) -> Result<(), String>;
    /// Plays a game. An error is a failure on our side: no result.
    fn play(&self, fixture: &Fixture, record: bool) -> Result<Account, Trouble>;
}

/// The stage of one game.
pub struct Theatre<G: Contest, S> {
    source: S,
    rules: Profile,
    engine: String,
    players: Vec<Player<G>>,
    date: Option<String>,
}

impl<G: Contest, S: Source<G>> Theatre<G, S> {
    /// An empty stage. `date` goes into the replays.
    pub fn new(source: S, rules: Profile, engine: &str, date: Option<String>) -> Theatre<G, S> {
        Theatre { source, rules, engine: engine.to_owned(), players: Vec::new(), date }
    }

    fn set_up(&self, word: &str, seed: u64, seats: usize) -> Result<(String, G::Setup), String> {
        let word = if word.is_empty() { G::own_maps()[0].name } else { word };
        let NamedMap { name, map } = self.source.map(word, seed)?;
        let setup = G::new_setup(map, self.rules, seats).map_err(|fault| {
            format!("{name} cannot be played by the {} rules: {fault}", self.rules)
        })?;
        Ok((name, setup))
    }
}

impl<G: Contest, S: Source<G>> Stage for Theatre<G, S> {
    fn info(&self) -> &'static Info {
        const { &G::INFO }
    }

    fn rules(&self) -> Profile {
        self.rules
    }

    fn engine(&self) -> &str {
        &self.engine
    }

    fn enter(&mut self, word: &str) -> Result<Entered, Unable> {
        let player = self.source.player(word)?;
        let hash = player.hash.clone();
        self.players.push(player);
        Ok(Entered { player: self.players.len() - 1, hash })
    }

    fn check_map(&self, word: &str, seed: u64, seats: usize) -> Result<(), String> {
        self.set_up(word, seed, seats).map(|_| ())
    }

    fn play(&self, fixture: &Fixture, record: bool) -> Result<Account, Trouble> {
        let (map, setup) =
            self.set_up(&fixture.map, fixture.seed, fixture.seats.len()).map_err(Trouble)?;
        let spec = Match {
            setup,
            map,
            rules: self.rules,
            seed: fixture.seed,
            players: fixture.seats.iter().map(|&player| &self.players[player]).collect(),
            tournament: fixture.tournament,
            engine: &self.engine,
            date: self.date.clone(),
        };
        let start = Instant::now();
        let played = play_match(&spec, record, &mut |_| {})?;
        Ok(Account {
            map: spec.map,
            most: played.game.most_score(),
            rounds: played.game.round(),
            state: played.game.hash(),
            faults: played.reports.iter().map(first_fault).collect(),
            dead: played.reports.iter().map(is_dead).collect(),
            seconds: start.elapsed().as_secs_f64(),
            outcome: played.outcome,
            replay: played.replay,
        })
    }
}

/// The first thing that went wrong, with the number of others; of a bot that died of it, what it said last:
/// an exception stands there.
fn first_fault(report: &Report) -> Option<String> {
    let first = report.incidents.first()?;
    let others = report.incidents.len() as u64 - 1 + report.more_incidents;
    let more = if others > 0 { format!(" (and {others} more)") } else { String::new() };
    let words = report.last_words.as_deref().filter(|_| is_dead(report)).unwrap_or_default();
    let last = words.lines().rev().map(str::trim).find(|line| !line.is_empty());
    let said = last.map_or(String::new(), |line| {
        let line: String = line.chars().filter(|c| !c.is_control()).take(LAST_LINE).collect();
        format!("; its last words: {line}")
    });
    Some(format!("{}{more}{said}", first.sentence))
}

/// How much of a bot's last line is told.
const LAST_LINE: usize = 200;

fn is_dead(report: &Report) -> bool {
    let deadly = |kind: IncidentKind| {
        matches!(kind, IncidentKind::NotReady | IncidentKind::Exited | IncidentKind::OutOfMemory)
    };
    report.incidents.iter().any(|incident| deadly(incident.kind))
}
