//! Plays games of one kind behind a trait without type parameters: code above it is compiled once, not
//! once per game.

use agon_compete::Inspected;
use agon_core::{
    Actor, Contest, End, Game, Info, Outcome, Profile, Regulations, Scribe, StateHash, Why,
    safe_text,
};
use agon_replay::{Fingerprint, Header, Replay, Tap};
use agon_runner::{IncidentKind, Match, Player, Report, Trouble, play_match_of, play_match_tapped};
use std::fmt;
use std::time::Instant;

/// A map and its name.
pub struct NamedMap<M> {
    /// The name.
    pub name: String,
    /// The map.
    pub map: M,
}

/// Why a bot cannot play: a full sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EntryFault {
    /// The bot is missing, does not compile, or is not a bot for this game.
    Bot(String),
    /// The machine lacks something (sandbox, compiler, disk space) or failed; the bot may be correct.
    Machine(String),
    /// The contest's regulations, or the bot's own choice, keep it out of this competition.
    Barred(String),
}

impl fmt::Display for EntryFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (EntryFault::Bot(why) | EntryFault::Machine(why) | EntryFault::Barred(why)) = self;
        f.write_str(why)
    }
}

/// Provides bots and maps. Every error is a full sentence.
pub trait Source<G: Contest>: Send + Sync {
    /// The bot named by a specifier.
    fn player(&self, word: &str) -> Result<Player<G>, EntryFault>;
    /// Reads the program of the bot that the competition calls `name` by the contest's regulations. Without
    /// regulations every bot is let in and no program is read.
    fn inspect(&self, name: &str, word: &str) -> Result<Option<Inspected>, EntryFault> {
        let _ = (name, word);
        Ok(None)
    }
    /// The map named by a specifier; random maps follow from the seed.
    fn map(&self, word: &str, seed: u64) -> Result<NamedMap<G::Map>, String>;
}

/// A game to play.
#[derive(Clone, Debug, PartialEq)]
pub struct GameSpec {
    /// Specifier of the map; empty for the game's first map.
    pub map: String,
    /// The seed.
    pub seed: u64,
    /// Sets the bots' seeds apart from those of other games with the same seed.
    pub lot: u64,
    /// The players by seat, as [`Stage::enter`] numbered them.
    pub seats: Vec<usize>,
    /// Whether bots are told that this is a tournament.
    pub tournament: bool,
}

/// A played game.
pub struct PlayedGame {
    /// The map's name.
    pub map: String,
    /// The result.
    pub outcome: Outcome,
    /// The highest possible score, if the game reports it.
    pub most: Option<f64>,
    /// The last round.
    pub rounds: u32,
    /// Hash of the last position.
    pub state: StateHash,
    /// Hash of all orders.
    pub orders: StateHash,
    /// First fault of each seat's bot, as a sentence.
    pub faults: Vec<Option<String>>,
    /// What kind of fault each of them is.
    pub kinds: Vec<Option<IncidentKind>>,
    /// Whether each seat's bot had stopped responding: not started, exited or out of memory.
    pub dead: Vec<bool>,
    /// Whether each seat's bot was asked and never played a turn.
    pub silent: Vec<bool>,
    /// Duration in seconds.
    pub seconds: f64,
    /// The replay, if requested.
    pub replay: Option<Replay>,
}

/// A loaded bot.
#[derive(Clone, Debug, PartialEq)]
pub struct EnteredBot {
    /// The number by which game specifications refer to it.
    pub player: usize,
    /// Hash of its files; `None` for built-in bots.
    pub hash: Option<String>,
    /// What reading its program has shown; `None` if it was not to be read.
    pub inspected: Option<Inspected>,
}

/// Plays games of one kind.
pub trait Stage: Send + Sync {
    /// The game.
    fn info(&self) -> &'static Info;
    /// The contest's regulations.
    fn regulations(&self) -> &'static Regulations;
    /// The rule profile.
    fn rules(&self) -> Profile;
    /// Name and version of the program, for journals and replays.
    fn engine(&self) -> &str;
    /// Loads a bot (which may build it) and keeps it.
    fn enter(&mut self, word: &str) -> Result<EnteredBot, EntryFault>;
    /// Reads the program of the bot that the competition calls `name` by the contest's regulations; `None` if
    /// it is not to be read. Ask before [`Stage::enter`]: some bots that this explains cannot be built.
    fn inspect(&self, name: &str, word: &str) -> Result<Option<Inspected>, EntryFault>;
    /// Checks whether a map can be played with `seats` seats; the error says why not.
    fn check_map(&self, word: &str, seed: u64, seats: usize) -> Result<(), String>;
    /// Plays a game. An error is an infrastructure failure: the game has no result.
    fn play(&self, game: &GameSpec, record: bool) -> Result<PlayedGame, Trouble>;
}

/// The [`Stage`] of game `G`.
pub struct TypedStage<G: Contest, S> {
    source: S,
    rules: Profile,
    engine: String,
    players: Vec<Player<G>>,
    date: Option<String>,
    progress: Option<Box<dyn Fn() + Send + Sync>>,
    tap: Option<Box<MakeTap>>,
}

/// Makes the tap of a game's record from the header of its replay.
pub type MakeTap = dyn Fn(&Header) -> Tap + Send + Sync;

impl<G: Contest, S: Source<G>> TypedStage<G, S> {
    /// A stage without bots. `date` goes into the replays.
    pub fn new(source: S, rules: Profile, engine: &str, date: Option<String>) -> TypedStage<G, S> {
        let (players, progress, tap) = (Vec::new(), None, None);
        TypedStage { source, rules, engine: engine.to_owned(), players, date, progress, tap }
    }

    /// Calls `progress` whenever a game has advanced.
    #[must_use]
    pub fn with_progress(self, progress: Box<dyn Fn() + Send + Sync>) -> TypedStage<G, S> {
        TypedStage { progress: Some(progress), ..self }
    }

    /// Lets others watch the games that are recorded, while they are played.
    #[must_use]
    pub fn with_tap(self, tap: Box<MakeTap>) -> TypedStage<G, S> {
        TypedStage { tap: Some(tap), ..self }
    }

    /// Gives a bot another name than its own in games and replays.
    pub fn rename(&mut self, player: usize, name: &str) {
        name.clone_into(&mut self.players[player].name);
    }

    fn set_up(&self, word: &str, seed: u64, seats: usize) -> Result<(String, G::Setup), String> {
        let word = if word.is_empty() { G::own_maps()[0].name } else { word };
        let NamedMap { name, map } = self.source.map(word, seed)?;
        let setup = G::new_setup(map, self.rules, seats).map_err(|fault| {
            format!("map {name} cannot be played by the {} rules: {fault}", self.rules)
        })?;
        Ok((name, setup))
    }
}

impl<G: Contest, S: Source<G>> Stage for TypedStage<G, S> {
    fn info(&self) -> &'static Info {
        const { &G::INFO }
    }

    fn regulations(&self) -> &'static Regulations {
        const { &G::REGULATIONS }
    }

    fn rules(&self) -> Profile {
        self.rules
    }

    fn engine(&self) -> &str {
        &self.engine
    }

    fn enter(&mut self, word: &str) -> Result<EnteredBot, EntryFault> {
        let player = self.source.player(word)?;
        let hash = player.hash.clone();
        self.players.push(player);
        Ok(EnteredBot { player: self.players.len() - 1, hash, inspected: None })
    }

    fn inspect(&self, name: &str, word: &str) -> Result<Option<Inspected>, EntryFault> {
        self.source.inspect(name, word)
    }

    fn check_map(&self, word: &str, seed: u64, seats: usize) -> Result<(), String> {
        self.set_up(word, seed, seats).map(|_| ())
    }

    fn play(&self, game: &GameSpec, record: bool) -> Result<PlayedGame, Trouble> {
        let (map, setup) = self.set_up(&game.map, game.seed, game.seats.len()).map_err(Trouble)?;
        let spec = Match {
            setup,
            map,
            rules: self.rules,
            seed: game.seed,
            players: game.seats.iter().map(|&player| &self.players[player]).collect(),
            tournament: game.tournament,
            engine: &self.engine,
            date: self.date.clone(),
        };
        let start = Instant::now();
        let (mut answers, mut orders) = (Answers::new(spec.players.len()), Fingerprint::new());
        let mut scribes: (&mut dyn Scribe<G>, &mut dyn Scribe<G>) = (&mut answers, &mut orders);
        let mut watch = |_: &G| self.progress.iter().for_each(|progress| progress());
        let played = match self.tap.as_ref().filter(|_| record) {
            Some(tap) => play_match_tapped(&spec, game.lot, tap, &mut scribes, &mut watch)?,
            None => play_match_of(&spec, game.lot, record, &mut scribes, &mut watch)?,
        };
        let not_ready = played.reports.iter().map(is_not_ready);
        let silent = not_ready.enumerate().map(|(seat, never)| never || answers.is_silent(seat));
        Ok(PlayedGame {
            map: spec.map,
            most: played.game.most_score(),
            rounds: played.game.round(),
            state: played.game.hash(),
            orders: orders.finish(),
            faults: played.reports.iter().map(first_fault).collect(),
            kinds: played.reports.iter().map(first_kind).collect(),
            dead: played.reports.iter().map(is_dead).collect(),
            silent: silent.collect(),
            seconds: start.elapsed().as_secs_f64(),
            outcome: played.outcome,
            replay: played.replay,
        })
    }
}

/// Notes which seats were asked and which ever played a turn: made a call, or ended a turn properly.
struct Answers {
    asked: Vec<bool>,
    answered: Vec<bool>,
}

impl Answers {
    fn new(seats: usize) -> Answers {
        Answers { asked: vec![false; seats], answered: vec![false; seats] }
    }

    fn is_silent(&self, seat: usize) -> bool {
        self.asked[seat] && !self.answered[seat]
    }
}

impl<G: Game> Scribe<G> for Answers {
    fn call(&mut self, game: &G, actor: Actor, _: &G::Call, _: &G::Reply) {
        self.answered[game.seat(actor).index()] = true;
    }

    fn end(&mut self, game: &G, actor: Actor, end: &End) {
        let seat = game.seat(actor).index();
        self.asked[seat] = true;
        self.answered[seat] |= matches!(end.why, Why::Done | Why::Paused);
    }
}

/// The kind of the first fault.
fn first_kind(report: &Report) -> Option<IncidentKind> {
    report.incidents.first().map(|incident| incident.kind)
}

/// The first fault, with the number of further ones. For a dead bot it includes the last line of its
/// output, which usually names the exception.
fn first_fault(report: &Report) -> Option<String> {
    let first = report.incidents.first()?;
    let others = report.incident_count() - 1;
    let more = if others > 0 { format!(" (and {others} more)") } else { String::new() };
    let words = report.last_words.as_deref().filter(|_| is_dead(report)).unwrap_or_default();
    let last = words.lines().rev().map(str::trim).find(|line| !line.is_empty());
    // Often the sentence quotes this line already.
    let last = last.filter(|line| !first.sentence.contains(line));
    let last_line = last.map_or(String::new(), |line| {
        let line: String = line.chars().filter(|c| !c.is_control()).take(LAST_LINE_CHARS).collect();
        format!("; last line of its output: {line}")
    });
    // The sentence quotes the bot, whose text may hold any character.
    Some(format!("{}{more}{last_line}", safe_text(&first.sentence)))
}

/// Maximum length of a bot's last line in a fault.
const LAST_LINE_CHARS: usize = 200;

fn is_not_ready(report: &Report) -> bool {
    report.incidents.iter().any(|incident| incident.kind == IncidentKind::NotReady)
}

fn is_dead(report: &Report) -> bool {
    let is_fatal = |kind: IncidentKind| {
        matches!(kind, IncidentKind::NotReady | IncidentKind::Exited | IncidentKind::OutOfMemory)
    };
    report.incidents.iter().any(|incident| is_fatal(incident.kind))
}
