//! How bots are run, and every reason why one cannot run.

use crate::cache::{Cache, CacheFault};
use crate::compile::{Announcement, CompileFault};
use crate::languages::Language;
use crate::link::Patience;
use crate::runtime::Missing;
use crate::sources::SourceFault;
use crate::word::WordFault;
use agon_core::safe_line;
use agon_protocol::nearest;
use agon_runner::NoSuchBuiltIn;
pub use agon_sandbox::DEFAULT_MEMORY_BYTES;
use agon_sandbox::{DebugFault, Refusal, Sandbox};
use std::path::PathBuf;
use thiserror::Error;

/// How bots are run.
#[derive(Clone, Debug)]
pub struct Options {
    /// The sandbox, or why there is none. A refusal only matters when a bot is named that needs a sandbox.
    pub sandbox: Result<Sandbox, Refusal>,
    /// Time limits besides those of the game.
    pub patience: Patience,
    /// Bytes of memory for each bot.
    pub memory: u64,
    /// Whether the kits seed the language's random numbers, so that matches repeat.
    pub seed_bots: bool,
    /// Where snapshots, builds and kits are kept.
    pub cache: Cache,
    /// Whether a bot that is named by one file may use files beside it.
    pub beside: Beside,
    /// Prints what takes long before a match can begin: compiling.
    pub tell: Option<fn(&str)>,
    /// Is called with a bot's name and its version of the protocol if this program is too old for the bot.
    pub too_old_for: Option<fn(&str, u32)>,
}

/// Whether a bot that is named by one file may use files beside it.
#[derive(Copy, Clone, Debug, Default)]
pub enum Beside {
    /// It may not: a bot is one file or one folder. Competitions need this, because a file beside it can be a
    /// rival's.
    #[default]
    Hidden,
    /// It may use the modules that it imports, and the files that its contest kept in one folder with it. The
    /// function gets a sentence about them.
    Shared(fn(&str)),
}

impl Options {
    /// The defaults, with this sandbox.
    pub fn new(sandbox: Result<Sandbox, Refusal>) -> Options {
        Options {
            sandbox,
            patience: Patience::default(),
            memory: DEFAULT_MEMORY_BYTES,
            seed_bots: true,
            cache: Cache::usual(),
            beside: Beside::Hidden,
            tell: None,
            too_old_for: None,
        }
    }

    /// What to say before `what` is compiled.
    pub(crate) fn announce(&self, what: &str) -> Option<Announcement> {
        let sentence = format!("Compiling {what}.");
        self.tell.map(|tell| Announcement { tell, sentence })
    }
}

/// Why a bot cannot play. Each is a full sentence.
#[derive(Debug, Error)]
#[allow(missing_docs, reason = "the sentences say it")]
pub enum BotFault {
    #[error("{}", no_built_in(.0))]
    NoSuchBuiltIn(#[from] NoSuchBuiltIn),
    #[error(transparent)]
    Word(#[from] WordFault),
    #[error(transparent)]
    Sources(#[from] SourceFault),
    #[error(transparent)]
    Missing(#[from] Missing),
    #[error(transparent)]
    Compile(#[from] CompileFault),
    #[error(transparent)]
    Cache(#[from] CacheFault),
    #[error(transparent)]
    Sandbox(#[from] Refusal),
    #[error(
        "{name} is written for the original contest in {language}, but {game} has no such interface: \
         `agon games {game}` describes the game, `agon new {game}` begins a bot"
    )]
    NoOriginal { name: String, language: Language, game: &'static str },
    #[error(
        "{file} is needed for this bot, and this program was built without it ({why}): put that right and \
         build again, or put the file into {}, beside this program",
        .folder.display()
    )]
    NoModule { file: String, why: &'static str, folder: PathBuf },
    #[error("the first line of {} {why}", safe_line(&.file.to_string_lossy()))]
    NoInterpreter { file: PathBuf, why: String },
    #[error(
        "there is no debugger for {name}: bots in Python, JavaScript, Java, C++, Rust and Go and other \
         programs in machine code can be debugged, but not scripts in other languages"
    )]
    NoDebugger { name: String },
    #[error(transparent)]
    Debug(#[from] DebugFault),
}

fn no_built_in(fault: &NoSuchBuiltIn) -> String {
    let NoSuchBuiltIn { game, name, known } = fault;
    match meant_built_in(name, known) {
        Some(meant) => format!("{game} has no built-in bot `{name}`; did you mean `{meant}`?"),
        None => fault.to_string(),
    }
}

/// The built-in bot of a list that a name, with or without `builtin:`, probably stands for.
pub(crate) fn meant_built_in<'a>(name: &str, known: &'a str) -> Option<&'a str> {
    let name = name.strip_prefix("builtin:").unwrap_or(name);
    let own = |bot: &'a str| bot.strip_prefix("builtin:").unwrap_or(bot);
    let meant = nearest(name, known.split(", ").map(own))?;
    known.split(", ").find(|bot| own(bot) == meant)
}

impl BotFault {
    /// Whether the machine is at fault and not the bot: something is missing or failed.
    pub fn is_ours(&self) -> bool {
        use BotFault::{Cache, Compile, Missing, NoModule, Sandbox, Sources};
        use CompileFault::{Files, NotStarted};
        match self {
            Missing(_) | Cache(_) | Sandbox(_) | NoModule { .. } => true,
            Sources(fault) => matches!(fault, SourceFault::Cache(_)),
            Compile(fault) => {
                matches!(fault, CompileFault::Cache(_) | NotStarted { .. } | Files { .. })
            }
            _ => false,
        }
    }
}
