//! How bots are run, and everything that can keep one from running.

use crate::cache::{Cache, CacheFault};
use crate::compile::CompileFault;
use crate::language::Language;
use crate::link::Patience;
use crate::runtimes::Missing;
use crate::sources::SourceFault;
use crate::word::WordFault;
use agon_runner::NoSuchBuiltIn;
use agon_sandbox::{Refusal, Sandbox};
use std::path::PathBuf;
use thiserror::Error;

/// The memory of a bot, in bytes, unless somebody says otherwise.
pub const MEMORY: u64 = 1 << 30;

/// How bots are run.
#[derive(Clone, Debug)]
pub struct Options {
    /// What keeps them from the rest of the machine, or why nothing can. A refusal only matters when
    /// a bot is named that needs a sandbox.
    pub sandbox: Result<Sandbox, Refusal>,
    /// How long things may take.
    pub patience: Patience,
    /// Bytes of memory for each bot.
    pub memory: u64,
    /// Whether the kits seed the language's random numbers, so that matches repeat.
    pub seed_bots: bool,
    /// Where to keep what can be made again.
    pub cache: Cache,
}

impl Options {
    /// The usual ones, with this sandbox.
    pub fn new(sandbox: Result<Sandbox, Refusal>) -> Options {
        Options {
            sandbox,
            patience: Patience::default(),
            memory: MEMORY,
            seed_bots: true,
            cache: Cache::usual(),
        }
    }
}

/// Why a bot cannot play. Each reads as a full sentence.
#[derive(Debug, Error)]
#[allow(missing_docs, reason = "the sentences say it")]
pub enum BotFault {
    #[error(transparent)]
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
        "{name} is written for the original contest in {language}, which is not understood here"
    )]
    NoOriginal { name: String, language: Language },
    #[error(
        "{file} is needed for this bot and is not in {}, beside this program: `cargo build` makes both",
        .folder.display()
    )]
    NoModule { file: String, folder: PathBuf },
    #[error("{name} is written in {language}, which this version cannot run yet")]
    NotYet { name: String, language: Language },
}

impl BotFault {
    /// Whether this machine lacks something or failed, which says nothing about the bot.
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
