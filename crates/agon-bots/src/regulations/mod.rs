//! Reads the program of a bot and finds what the contest's regulations forbid, and what the bot says about
//! tournaments.
//!
//! Java is read as bytecode by the Java kit, Python as a syntax tree by Python's own parser, both in
//! the sandbox and once for each content. Bots in other languages are not read; their [`Inspection`]
//! says so. What follows from a violation is up to the competition: [`agon_core::Conduct::rule`].

mod java;
mod packages;
mod python;

pub use packages::{PackagedFile, java_packages};

use crate::api::GameApis;
use crate::languages::Language;
use crate::options::{BotFault, Options};
use crate::start::{Workbench, take_snapshot};
use crate::word::find;
use agon_core::{Ban, ConductSettings, Contest, Enforcement, Occasion, Ruling, Violation};
use agon_runner::built_in_names;

/// What reading a bot's program has shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Inspection {
    /// The bot's name.
    pub name: String,
    /// What it is written in; `None` for a built-in bot, which needs no check.
    pub language: Option<Language>,
    /// Whether its program was read. Programs are read in Java and Python.
    pub is_read: bool,
    /// What is forbidden in it, in the order of its files and lines.
    pub violations: Vec<Violation>,
    /// What the bot answers if the contest lets it choose whether to play in tournaments. A bot that says no
    /// stays out of tournaments and is graded all the same.
    pub enters_tournaments: Option<bool>,
}

/// Reads the program of the bot that a word names. `packages` are those that an organiser allows besides the
/// handbook's.
pub fn inspect<G: Contest>(
    word: &str,
    packages: &[String],
    options: &Options,
) -> Result<Inspection, BotFault> {
    let mut inspection = Inspection {
        name: word.to_owned(),
        language: None,
        is_read: false,
        violations: Vec::new(),
        enters_tournaments: None,
    };
    if word.starts_with("builtin:") {
        return Ok(inspection);
    }
    let found = find(word, GameApis::of::<G>(), &built_in_names::<G>())?;
    inspection.name.clone_from(&found.name);
    inspection.language = Some(found.language);
    let reader: Reader = match found.language.word() {
        "java" if java::can_read(&found) => java::read,
        "python" => python::read,
        _ => return Ok(inspection),
    };
    let sandbox = options.sandbox.as_ref().map_err(Clone::clone)?;
    let snapshot = take_snapshot(&found, options)?;
    let bench =
        Workbench { found: &found, options, sandbox, snapshot: &snapshot, is_debugged: false };
    let handbook = G::REGULATIONS.packages.iter().copied();
    let task = Task {
        bans: G::REGULATIONS.bans(),
        packages: handbook.chain(packages.iter().map(String::as_str)).collect(),
    };
    inspection.is_read = true;
    inspection.take(&reader(&bench, &task)?);
    Ok(inspection)
}

/// What a competition does with a bot.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Admission {
    /// The bot's violations and what follows from them.
    pub ruling: Ruling,
    /// Whether the bot stays out of this tournament by its own choice.
    pub stays_out: bool,
    /// Whether its program was read.
    pub is_read: bool,
}

impl Admission {
    /// Whether the bot takes part.
    pub fn is_admitted(&self) -> bool {
        self.ruling.is_admitted && !self.stays_out
    }
}

/// Decides whether a bot takes part in a competition, which calls it `name`. Ask before
/// [`player`](crate::player): the kits refuse to build some of the bots that this explains.
pub fn admit<G: Contest>(
    word: &str,
    name: &str,
    settings: &ConductSettings,
    occasion: Occasion,
    options: &Options,
) -> Result<Admission, BotFault> {
    let conduct = settings.conduct(&G::REGULATIONS, occasion);
    let is_tournament = occasion == Occasion::Tournament;
    if conduct.regulations == Enforcement::Off && !is_tournament {
        let ruling = conduct.rule(name, Vec::new(), &[]);
        return Ok(Admission { ruling, stays_out: false, is_read: false });
    }
    let found = inspect::<G>(word, &settings.packages, options)?;
    Ok(Admission {
        ruling: conduct.rule(name, found.violations, &settings.waivers),
        stays_out: is_tournament && found.enters_tournaments == Some(false),
        is_read: found.is_read,
    })
}

/// Reads a program and returns one line for each finding: see [`Inspection::take`].
type Reader = fn(&Workbench<'_>, &Task<'_>) -> Result<String, BotFault>;

/// What a program is searched for.
struct Task<'a> {
    bans: Vec<Ban>,
    packages: Vec<&'a str>,
}

impl Task<'_> {
    /// The words of what is forbidden, separated by commas.
    fn words(&self) -> String {
        self.bans.iter().map(|ban| ban.word()).collect::<Vec<_>>().join(",")
    }
}

/// The file that a reader writes, in the folder of the build.
const REPORT: &str = "agon-regulations.txt";

impl Inspection {
    /// Takes over the lines of a reader, whose parts are separated by tabs: `BAN CLASS METHOD FILE LINE
    /// WHAT`, or `tournaments true`.
    fn take(&mut self, report: &str) {
        for line in report.lines() {
            let parts: Vec<&str> = line.splitn(6, '\t').collect();
            match parts[..] {
                ["tournaments", answer] => self.enters_tournaments = Some(answer == "true"),
                [ban, class, method, file, line, what] => {
                    let ban = Ban::ALL.into_iter().find(|known| known.word() == ban);
                    self.violations.extend(ban.map(|ban| Violation {
                        ban,
                        class: class.to_owned(),
                        method: method.to_owned(),
                        file: file.to_owned(),
                        line: line.parse().unwrap_or(0),
                        what: what.to_owned(),
                    }));
                }
                _ => {}
            }
        }
    }
}

/// Reads the report that a reader has left in the folder of its build.
fn report_in(dir: &std::path::Path) -> Result<String, BotFault> {
    let path = dir.join(REPORT);
    Ok(std::fs::read_to_string(&path)
        .map_err(|why| crate::sources::SourceFault::Unreadable { path, why })?)
}
