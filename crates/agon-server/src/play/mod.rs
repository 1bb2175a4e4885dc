//! Playing: what a worker must be able to do, and the dispatcher that keeps workers busy.

mod dispatcher;
mod workers;

pub(crate) use dispatcher::Dispatcher;

use agon_core::Regulations;
use agon_store::work::{Build, Built, GameReport, GameSpec};
use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// A game that the server can hold events of.
#[derive(Clone, Debug)]
pub struct GameInfo {
    /// Its name.
    pub id: String,
    /// The version of its rules.
    pub version: u32,
    /// Fewest and most seats.
    pub seats: (usize, usize),
    /// Names of the maps that come with it.
    pub maps: Vec<String>,
    /// Names of its built-in bots; the first one plays the first game of a submission.
    pub built_in: Vec<String>,
    /// Words of the languages that bots may be written in.
    pub languages: Vec<String>,
    /// The contest's regulations.
    pub regulations: &'static Regulations,
}

/// A failure of this machine: not the fault of a bot.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trouble(pub String);

/// How a worker shows that its game advances: it counts the steps. Clones count together.
#[derive(Clone, Debug, Default)]
pub struct Progress(Arc<AtomicU64>);

impl Progress {
    /// The game has advanced.
    pub fn advance(&self) {
        self.0.fetch_add(1, Ordering::Relaxed);
    }

    /// Number of steps so far.
    pub fn steps(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }
}

/// Where a worker gets sources from.
pub trait Sources: Sync {
    /// The upload with this content address.
    fn fetch(&self, address: &str) -> io::Result<Vec<u8>>;
}

/// Builds bots and plays games. Calls block.
pub trait Workshop: Send + Sync + 'static {
    /// Name and version of the program, for logs and replays.
    fn engine(&self) -> &str;

    /// The games.
    fn games(&self) -> Vec<GameInfo>;

    /// Unpacks a bot, reads its program by the contest's regulations, and compiles it.
    fn build(&self, work: &Build, sources: &dyn Sources) -> Result<Built, Trouble>;

    /// Plays a game; returns the report, whose `replay` is empty, and the replay's bytes. Reports progress
    /// whenever the game has advanced.
    fn play(
        &self,
        work: &GameSpec,
        sources: &dyn Sources,
        progress: &Progress,
    ) -> Result<(GameReport, Vec<u8>), Trouble>;

    /// A replay with the notes of those seats only for which `keeps` is true.
    fn keep_notes(&self, replay: &[u8], keeps: &[bool]) -> Result<Vec<u8>, String>;
}
