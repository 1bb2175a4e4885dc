//! Bots under the debugger of their language.
//!
//! A debugged bot runs from its author's own files, or is compiled with symbols and without optimisation.
//! The sandbox opens one loopback port, or two pipes that serve as a terminal, for its debugger. The clock is
//! off, and the bot is never frozen between turns. Each language names its debugger in `languages/`.

use crate::options::BotFault;
use crate::start::{Launch, Workbench};
use crate::word::Found;
use agon_core::Contest;
use agon_runner::Player;
use agon_sandbox::{DebugAccess, Job, Sandbox, Terminal};
use std::path::{Path, PathBuf};
use std::sync::mpsc::Sender;

/// How bots of a language are debugged.
pub(crate) struct Debugger {
    /// The name of the debugger.
    pub name: &'static str,
    /// How a person reaches it.
    pub access: Access,
    /// Puts the debugger before the program of a job; the port is 0 for a terminal.
    pub attach: fn(&Workbench<'_>, &mut Job, port: u16) -> Result<(), BotFault>,
    /// What to do next. `{port}`, `{file}`, `{directory}` and `{program}` stand for the port, the bot's file,
    /// gdb's command that names the folder of the sources, and the program with its symbols.
    pub advice: &'static str,
}

/// How a person reaches a debugger.
pub(crate) enum Access {
    /// In the terminal of the command.
    Terminal,
    /// On a port; `usual` is the one that editors expect. `traces` says whether the debugger starts the bot
    /// and traces it.
    Port { usual: u16, traces: bool },
}

/// What a debugger is started with.
pub struct Debugging {
    /// The port of the debugger; `None` is its usual one, 0 any free one.
    pub port: Option<u16>,
    /// Gets the terminal of the debugger, if it has one, when the bot has been started.
    pub terminals: Sender<Terminal>,
}

/// A player under a debugger.
pub struct DebuggedPlayer<G: Contest> {
    /// The player.
    pub player: Player<G>,
    /// What its author must know.
    pub guide: DebugGuide,
}

/// What the author of a debugged bot must know.
#[derive(Clone, Debug)]
pub struct DebugGuide {
    /// The name of the debugger.
    pub debugger: &'static str,
    /// The port of 127.0.0.1 that it waits on; `None` if it uses the terminal.
    pub port: Option<u16>,
    /// What to do next, in sentences.
    pub advice: String,
    /// What the sandbox opens, in a sentence.
    pub sandbox: String,
    /// The program with its symbols, if the bot was compiled to machine code.
    pub symbols: Option<PathBuf>,
}

/// A debugger that has been put before a bot.
pub(crate) struct Attached {
    debugger: &'static Debugger,
    access: DebugAccess,
    /// The program that is debugged.
    program: PathBuf,
}

/// Puts the debugger of the bot's language before it, and opens the sandbox for the debugger.
pub(crate) fn attach(
    bench: &Workbench<'_>,
    launch: &mut Launch,
    port: Option<u16>,
) -> Result<Attached, BotFault> {
    let debugger = bench.found.language.definition().debugger;
    let program = launch.job.program.clone();
    let access = match debugger.access {
        Access::Terminal => DebugAccess::Terminal,
        Access::Port { usual, traces } => {
            DebugAccess::Port(bench.sandbox.debug_port(port.unwrap_or(usual), traces)?)
        }
    };
    (debugger.attach)(bench, &mut launch.job, number(&access).unwrap_or(0))?;
    launch.job.debug = Some(access.clone());
    launch.host.is_debugged = true;
    launch.host.plays_again = false;
    launch.host.computes_by_turns = false;
    Ok(Attached { debugger, access, program })
}

fn number(access: &DebugAccess) -> Option<u16> {
    match access {
        DebugAccess::Port(port) => Some(port.number()),
        DebugAccess::Terminal => None,
    }
}

impl Attached {
    /// What the author of the bot must know.
    pub fn guide(&self, found: &Found, sandbox: &Sandbox) -> DebugGuide {
        let port = number(&self.access);
        let directory = format!("directory {}", absolute(found.root()).display());
        let words = [
            ("{port}", port.unwrap_or(0).to_string()),
            ("{file}", found.entry.display().to_string()),
            ("{directory}", shell_word(&directory)),
            ("{program}", shell_word(&self.program.to_string_lossy())),
        ];
        let fill = |text: String, (key, word): &(&str, String)| text.replace(key, word);
        let is_traced = matches!(self.debugger.access, Access::Port { traces: true, .. });
        DebugGuide {
            debugger: self.debugger.name,
            port,
            advice: words.iter().fold(self.debugger.advice.to_owned(), fill),
            sandbox: sandbox.describe_debug(&self.access),
            symbols: is_traced.then(|| self.program.clone()),
        }
    }
}

fn absolute(path: &Path) -> PathBuf {
    path.canonicalize().unwrap_or_else(|_| path.to_owned())
}

/// A word for a shell, always quoted.
fn shell_word(word: &str) -> String {
    format!("'{}'", word.replace('\'', "'\\''"))
}
