//! Bots under the debugger of their language.
//!
//! A debugged bot runs from its author's own files, or is compiled with symbols and without optimisation.
//! The sandbox opens one loopback port, or two pipes that serve as a terminal, for its debugger. The clock is
//! off, and the bot is never frozen between turns. Each language names its debugger in `languages/`.

use crate::languages::Language;
use crate::options::BotFault;
use crate::runtime::{Missing, Runtime, Toolchain};
use crate::start::{Launch, Workbench};
use crate::word::Found;
use agon_core::Contest;
use agon_runner::Player;
use agon_sandbox::{DebugAccess, Job, Sandbox, Terminal, canonical};
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
    /// What it needs besides the toolchain of the language.
    pub tools: &'static [&'static Toolchain],
}

/// A program that a debugger of bots needs, for a report about this machine.
pub struct DebuggerTool {
    /// The debugger, such as "pdb".
    pub debugger: &'static str,
    /// The program, such as "gdbserver".
    pub tool: &'static str,
    /// The languages whose bots it debugs.
    pub languages: Vec<&'static str>,
    /// The program, if this machine has it.
    pub found: Result<PathBuf, Missing>,
}

/// Everything that `agon bot debug` needs, one entry for each program of each debugger.
pub fn debugger_tools() -> Vec<DebuggerTool> {
    let mut all: Vec<DebuggerTool> = Vec::new();
    for language in Language::all() {
        let Debugger { name, tools, .. } = language.definition().debugger;
        let mut known = all.iter_mut().filter(|tool| tool.debugger == *name).peekable();
        if known.peek().is_some() {
            known.for_each(|tool| tool.languages.push(language.title()));
            continue;
        }
        let of = |tool, found: Result<Runtime, Missing>| DebuggerTool {
            debugger: name,
            tool,
            languages: vec![language.title()],
            found: found.map(|runtime| runtime.program),
        };
        match tools {
            // The debugger is a part of the language's own toolchain.
            [] => all.extend(language.runtime().map(|found| of(name, found))),
            tools => all.extend(tools.iter().map(|tool| of(tool.name, tool.find()))),
        }
    }
    all
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
    canonical(path).unwrap_or_else(|_| path.to_owned())
}

/// A word for a shell, always quoted.
fn shell_word(word: &str) -> String {
    format!("'{}'", word.replace('\'', "'\\''"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::Value;

    const PAGE: &str = include_str!("../../../docs/howto/debug.md");

    /// The part of the page about a language, and its launch settings for VS Code.
    fn settings(heading: &str) -> (&'static str, Value) {
        let (_, part) = PAGE.split_once(&format!("### {heading}\n")).expect(heading);
        let part = part.split("\n### ").next().unwrap_or(part);
        let (_, json) = part.split_once("```json\n").expect("launch settings");
        let json = json.split("```").next().unwrap_or(json);
        let mut launch: Value = serde_json::from_str(json).expect("valid JSON");
        assert_eq!(launch["version"], "0.2.0");
        (part, launch["configurations"][0].take())
    }

    fn usual_port(word: &str) -> u16 {
        let mut languages = Language::all().iter();
        let language = languages.find(|language| language.word() == word).expect(word);
        match language.definition().debugger.access {
            Access::Port { usual, .. } => usual,
            Access::Terminal => panic!("{word} is debugged in a terminal"),
        }
    }

    #[test]
    fn launch_settings_of_editors_name_the_ports_that_the_debuggers_wait_on() {
        for (heading, word) in [("JavaScript", "js"), ("Java", "java")] {
            let (part, launch) = settings(heading);
            let port = usual_port(word);
            assert_eq!((&launch["request"], &launch["port"]), (&"attach".into(), &port.into()));
            let host = launch.get("address").or(launch.get("hostName"));
            assert_eq!(host.and_then(Value::as_str), Some("127.0.0.1"), "{heading}");
            let editor = part.split("IntelliJ IDEA").nth(1).expect("settings for IntelliJ");
            assert!(editor.contains(&format!("host `127.0.0.1`, port `{port}`")), "{editor}");
        }
        let types = ["JavaScript", "Java"].map(|heading| settings(heading).1["type"].clone());
        assert_eq!(types, ["node", "java"]);
    }

    #[test]
    fn launch_settings_for_machine_code_use_the_program_that_the_command_writes() {
        let (part, launch) = settings("C++, Rust and Go");
        let ports = ["cpp", "rust", "go"].map(usual_port);
        let server = format!("127.0.0.1:{}", ports[0]);
        assert_eq!(ports, [ports[0]; 3]);
        assert_eq!(launch["miDebuggerServerAddress"], server.as_str());
        assert_eq!((&launch["type"], &launch["MIMode"]), (&"cppdbg".into(), &"gdb".into()));
        let written =
            part.split("--symbols ").nth(1).and_then(|rest| rest.split_whitespace().next());
        let program =
            launch["program"].as_str().and_then(|path| path.strip_prefix("${workspaceFolder}/"));
        assert_eq!((written, program), (Some(".vscode/bot"), Some(".vscode/bot")));
        assert!(part.contains(&format!("'target remote {server}' .vscode/bot")));
        assert!(
            part.contains(&format!(
                "`target remote` arguments `{server}`, symbol file `.vscode/bot`"
            ))
        );
    }

    #[test]
    fn every_debugger_needs_something_that_is_reported() {
        let tools = debugger_tools();
        let names: Vec<&str> = tools.iter().map(|tool| tool.tool).collect();
        assert_eq!(names.iter().filter(|name| **name == "gdbserver").count(), 1, "{names:?}");
        for language in Language::all().iter().filter(|language| language.runtime().is_some()) {
            let title = language.title();
            assert!(tools.iter().any(|tool| tool.languages.contains(&title)), "{title}");
        }
    }
}
