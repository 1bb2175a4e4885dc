//! Playing: what a worker must be able to do, and the dispatcher that keeps workers busy.

pub mod bulk;
mod commit;
mod dispatcher;
mod gather;
mod in_process;
mod live;
mod machine;
mod nats;
mod transport;
mod work;
mod workers;

pub use agon_store::jobs::Machine;
pub use agon_store::work::BotRef;
pub(crate) use dispatcher::Dispatcher;
pub(crate) use gather::Gather;
pub(crate) use in_process::InProcess;
pub use live::LiveRecord;
pub(crate) use live::{PART_BYTES, Records};
pub use machine::this_machine;
pub use nats::{
    Bulk, BulkFault, NatsFault, NatsOptions, Worker, WorkerSettings, hand_out, worker_name,
};
pub(crate) use nats::{Hub, Link};

use agon_core::Regulations;
use agon_store::console::FailureClass;
use agon_store::work::{Build, Built, GameReport, GameSpec};
use bulk::BulkPlan;
use std::io;
use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// A game that the server can hold events of.
#[derive(Clone, Debug)]
pub struct GameInfo {
    /// Its name.
    pub id: String,
    /// Its name for people.
    pub title: String,
    /// The version of its rules.
    pub version: u32,
    /// Fewest and most seats.
    pub seats: (usize, usize),
    /// Names of the maps that come with it.
    pub maps: Vec<String>,
    /// Names of its built-in bots; the first one plays the first game of a submission.
    pub built_in: Vec<String>,
    /// Other names of its built-in bots, each with the name above that it stands for.
    pub aliases: Vec<(String, String)>,
    /// Words of the languages that bots may be written in.
    pub languages: Vec<String>,
    /// The contest's regulations.
    pub regulations: &'static Regulations,
}

impl GameInfo {
    /// The name of the built-in bot that has this name, or this other name.
    pub fn built_in_name<'a>(&'a self, name: &'a str) -> Option<&'a str> {
        let alias = self.aliases.iter().find(|(alias, _)| alias == name);
        let name = alias.map_or(name, |(_, name)| name);
        self.built_in.iter().any(|known| known == name).then_some(name)
    }
}

/// A failure on our side: not the fault of a bot.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trouble {
    /// What kind of failure it is.
    pub class: FailureClass,
    /// What failed, as a sentence.
    pub sentence: String,
    /// The language whose tools are not on this machine, if that is why: another one may have them.
    pub lacks: Option<String>,
}

impl Trouble {
    /// A failure of a class.
    pub fn new(class: FailureClass, sentence: impl Into<String>) -> Trouble {
        Trouble { class, sentence: sentence.into(), lacks: None }
    }

    /// A failure of this machine: its sandbox, tools or disk.
    pub fn machine(sentence: impl Into<String>) -> Trouble {
        Trouble::new(FailureClass::Machine, sentence)
    }
}

/// How a worker shows that its game advances: it counts the steps. It is also how a worker learns that it
/// must stop, and has the record of the game for those who watch it. Clones belong to the same game.
#[derive(Clone, Debug, Default)]
pub struct Progress(Arc<Steps>);

#[derive(Debug, Default)]
struct Steps {
    count: AtomicU64,
    is_stopped: AtomicBool,
    record: Arc<LiveRecord>,
}

impl Progress {
    /// The game has advanced.
    pub fn advance(&self) {
        self.0.count.fetch_add(1, Ordering::Relaxed);
    }

    /// Number of steps so far.
    pub fn steps(&self) -> u64 {
        self.0.count.load(Ordering::Relaxed)
    }

    /// The result is not wanted any more: the worker stops before the next turn.
    pub fn stop(&self) {
        self.0.is_stopped.store(true, Ordering::Relaxed);
    }

    /// Whether the worker must stop.
    pub fn is_stopped(&self) -> bool {
        self.0.is_stopped.load(Ordering::Relaxed)
    }

    /// The record of the game.
    pub fn record(&self) -> &Arc<LiveRecord> {
        &self.0.record
    }
}

/// Where a worker gets sources from.
pub trait Sources: Sync {
    /// The upload with this content address.
    fn fetch(&self, address: &str) -> io::Result<Vec<u8>>;
}

/// Where a worker gets sources from and brings replays to.
pub trait Depot: Sources {
    /// Stores a replay; returns its content address.
    fn store(&self, bytes: Vec<u8>) -> io::Result<String>;
}

/// A text file of a bot.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SourceFile {
    /// Its path within the bot's folder, with slashes.
    pub path: String,
    /// What is in it.
    pub text: String,
}

/// A file of an unpacked bot, without its text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListedFile {
    /// Its path within the bot's folder.
    pub path: String,
    /// Its size in bytes.
    pub size: u64,
}

/// The text of a file of a bot.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SourceText {
    /// Size of the file in bytes.
    pub size: u64,
    /// Its lines; none if it is not text.
    pub lines: Option<Vec<String>>,
    /// Whether it has more lines than these.
    pub is_cut: bool,
}

/// Builds bots and plays games. Calls block.
pub trait Workshop: Send + Sync + 'static {
    /// Name and version of the program, for logs and replays.
    fn engine(&self) -> &str;

    /// The games.
    fn games(&self) -> Vec<GameInfo>;

    /// Words of the languages whose tools are not on this machine.
    fn lacks(&self) -> Vec<String>;

    /// Reference speed of this machine: millions of reference steps per second on one core.
    fn speed(&self) -> f64;

    /// Unpacks a bot, reads its program by the contest's regulations, and compiles it.
    fn build(&self, work: &Build, sources: &dyn Sources) -> Result<Built, Trouble>;

    /// The files of a bot, unpacked and sorted by path; or what is wrong with the upload.
    fn list_files(
        &self,
        bot: &BotRef,
        sources: &dyn Sources,
    ) -> Result<Result<Vec<ListedFile>, String>, Trouble>;

    /// The text of one of these files; `None` if there is no such file.
    fn read_file(
        &self,
        bot: &BotRef,
        sources: &dyn Sources,
        path: &str,
    ) -> Result<Result<Option<SourceText>, String>, Trouble>;

    /// Plays a game; returns the report, whose `replay` is empty, and the replay's bytes. Reports progress
    /// whenever the game has advanced.
    fn play(
        &self,
        work: &GameSpec,
        sources: &dyn Sources,
        progress: &Progress,
    ) -> Result<(GameReport, Vec<u8>), Trouble>;

    /// Plays games of a simulation in their order; returns a line for each (docs/json-output.md). Returns
    /// fewer than were asked for when it is stopped, or when a limit of [`bulk`] is reached. A failure is
    /// that of the first game of the range.
    fn simulate(
        &self,
        plan: &BulkPlan,
        games: Range<u64>,
        sources: &dyn Sources,
        progress: &Progress,
    ) -> Result<Vec<String>, Trouble>;

    /// The text files of an upload, by path; files that are no text or too large are left out.
    fn files(&self, bot: &BotRef, sources: &dyn Sources) -> Result<Vec<SourceFile>, String>;

    /// The text files of the starters of a game in all languages: code that all authors got.
    fn starters(&self, game: &str) -> Vec<SourceFile>;

    /// A replay with the notes of those seats only for which `keeps` is true.
    fn keep_notes(&self, replay: &[u8], keeps: &[bool]) -> Result<Vec<u8>, String>;
}
