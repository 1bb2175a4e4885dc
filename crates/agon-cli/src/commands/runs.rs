//! Shared by all runs of many games: bots and maps, the run's folder, progress.

use super::play::ENGINE;
use super::regulations::verdict;
use crate::args::RunArgs;
use crate::bots::BotArgs;
use crate::files::{self, find_maps, with_game};
use crate::interrupt::{self, STOP};
use crate::report::table as lay_out;
use crate::{build, usage};
use agon_bots::{BotFault, Options, admit, player};
use agon_compete::{History, Inspected};
use agon_core::{ConductSettings, Contest, Occasion, Profile, StateHasher};
use agon_games::Visitor;
use agon_runner::{Player, built_in};
use agon_runs::{
    EntryFault, JournalFault, Keep, MapSource, NamedMap, RunFault, RunOptions, Source, Stage,
    TypedStage, move_aside,
};
use agon_sandbox::Sandbox;
use indicatif::{ProgressBar, ProgressStyle};
use std::collections::BTreeMap;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, OnceLock};

/// Bots and maps by specifiers from the command line or a file; paths in a file are relative to its
/// folder.
struct CommandLineSource<G: Contest> {
    base: PathBuf,
    bot: BotArgs,
    /// The kind of competition and what its organiser says about the regulations; none if there are none.
    conduct: Option<(Occasion, ConductSettings)>,
    /// Set up when the first bot needs it, since choosing a sandbox takes time.
    options: OnceLock<Options>,
    maps: Mutex<BTreeMap<String, Arc<MapSource<G>>>>,
}

impl<G: Contest> CommandLineSource<G> {
    fn resolve(&self, word: &str) -> String {
        files::resolve(&self.base, word)
    }

    /// How bots are run; `word` is the first one that is not built in.
    fn options(&self, word: &str) -> &Options {
        self.options.get_or_init(|| {
            let mut options = self.bot.options(&[word.to_owned()]);
            if let Some((occasion, settings)) = &self.conduct {
                let clock = settings.conduct(&G::REGULATIONS, *occasion).clock;
                options.patience = options.patience.with_clock(clock);
            }
            // Told once, when the first program is loaded.
            if let Some(weaker) = options.sandbox.as_ref().ok().and_then(Sandbox::weaker) {
                eprintln!("{weaker}");
            }
            options
        })
    }
}

fn entry_fault(fault: &BotFault) -> EntryFault {
    let kind = if fault.is_ours() { EntryFault::Machine } else { EntryFault::Bot };
    kind(fault.to_string())
}

impl<G: Contest> Source<G> for CommandLineSource<G> {
    fn player(&self, word: &str) -> Result<Player<G>, EntryFault> {
        let word = self.resolve(word);
        if word.starts_with("builtin:") {
            return built_in::<G>(&word).map_err(|fault| EntryFault::Bot(fault.to_string()));
        }
        player::<G>(&word, self.options(&word)).map_err(|fault| entry_fault(&fault))
    }

    fn inspect(&self, name: &str, word: &str) -> Result<Option<Inspected>, EntryFault> {
        let is_bound = !word.starts_with("builtin:") && !G::REGULATIONS.paragraphs.is_empty();
        let Some((occasion, settings)) = self.conduct.as_ref().filter(|_| is_bound) else {
            return Ok(None);
        };
        let word = self.resolve(word);
        let found = admit::<G>(&word, name, settings, *occasion, self.options(&word));
        let conduct = settings.conduct(&G::REGULATIONS, *occasion);
        verdict(found.map_err(|fault| entry_fault(&fault))?, conduct)
    }

    fn map(&self, word: &str, seed: u64) -> Result<NamedMap<G::Map>, String> {
        let describe = |error: anyhow::Error| format!("{error:#}");
        let known =
            self.maps.lock().expect("no thread panics while holding the lock").get(word).cloned();
        let source = match known {
            Some(source) => source,
            None => {
                let source = find_maps(Some(&self.resolve(word))).map_err(describe)?;
                let source = Arc::new(source);
                let mut maps = self.maps.lock().expect("no thread panics while holding the lock");
                maps.insert(word.to_owned(), source.clone());
                source
            }
        };
        source.map(seed)
    }
}

struct OpenStage {
    rules: Profile,
    base: PathBuf,
    bot: BotArgs,
    conduct: Option<(Occasion, ConductSettings)>,
}

impl Visitor for OpenStage {
    type Out = Box<dyn Stage>;
    fn visit<G: Contest>(self) -> Box<dyn Stage> {
        let OpenStage { rules, base, bot, conduct } = self;
        let (options, maps) = (OnceLock::new(), Mutex::default());
        let source = CommandLineSource::<G> { base, bot, conduct, options, maps };
        Box::new(TypedStage::<G, _>::new(source, rules, ENGINE, Some(now())))
    }
}

/// The stage of a game; relative paths start at `base`. Without `conduct` no regulations apply.
pub fn stage(
    game: &str,
    rules: Profile,
    base: &Path,
    args: &RunArgs,
    conduct: Option<(Occasion, ConductSettings)>,
) -> anyhow::Result<Box<dyn Stage>> {
    with_game(game, OpenStage { rules, base: base.to_owned(), bot: args.bot.clone(), conduct })
}

/// The current time, for journals and replays.
pub fn now() -> String {
    jiff::Timestamp::now().strftime("%Y-%m-%d %H:%M UTC").to_string()
}

/// The folder of a file.
pub fn folder_of(file: &Path) -> PathBuf {
    match file.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder.to_owned(),
        _ => PathBuf::from("."),
    }
}

/// Reads a text file.
pub fn read_text(path: &Path) -> anyhow::Result<String> {
    let bytes = files::read(path)?;
    String::from_utf8(bytes).map_err(|_| anyhow::anyhow!("{} is not a text file", path.display()))
}

/// Default name of a run: its kind, the game and a hash of the plan.
pub fn run_name(kind: &str, game: &str, plan: &serde_json::Value) -> String {
    let number = StateHasher::new().bytes(plan.to_string().as_bytes()).finish().0;
    format!("{kind}-{game}-{:08x}", number as u32)
}

/// The run's folder. With `--fresh` an existing one is renamed first.
pub fn folder(args: &RunArgs, name: &str) -> anyhow::Result<PathBuf> {
    let folder = args.out.clone().unwrap_or_else(|| Path::new("runs").join(name));
    if folder.is_file() {
        return Err(usage(format!("{} is a file; --out needs a folder", folder.display())));
    }
    if args.fresh && folder.exists() {
        let aside = move_aside(&folder)?;
        eprintln!("The earlier run was moved to {}.", aside.display());
    }
    Ok(folder)
}

/// Options of a run from the arguments; installs the Ctrl-C handler.
pub fn options<'a>(args: &RunArgs, folder: &'a Path, keep: Keep) -> anyhow::Result<RunOptions<'a>> {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let jobs = args.jobs.unwrap_or(cores);
    interrupt::listen_while_playing();
    let keep = args.replays.unwrap_or(keep);
    Ok(RunOptions { folder, jobs, keep, stop: &STOP, date: now(), build: build::fingerprint() })
}

/// Converts a run's fault; an invalid plan is wrong usage.
pub fn fault(fault: RunFault) -> anyhow::Error {
    match fault {
        RunFault::Plan(sentence) => usage(sentence),
        RunFault::Journal(
            other @ (JournalFault::OtherRun { .. }
            | JournalFault::OldFormat { .. }
            | JournalFault::BotChanged { .. }
            | JournalFault::Refused(_)),
        ) => usage(other.to_string()),
        other => other.into(),
    }
}

/// Lists what the organisers decided, and the attempts that infrastructure failures made void.
pub fn print_incidents(history: &History, out: &mut dyn Write) -> anyhow::Result<()> {
    print_void_games(history, out)?;
    for game in history.games() {
        for old in &game.superseded {
            let (key, attempt) = (&old.game, old.attempt);
            writeln!(
                out,
                "\nAttempt {attempt} of game {key} was played again and does not count."
            )?;
        }
    }
    for sentence in history.remark_sentences().into_iter().chain(history.ruling_sentences()) {
        writeln!(out, "\n{sentence}")?;
    }
    Ok(())
}

fn print_void_games(history: &History, out: &mut dyn Write) -> anyhow::Result<()> {
    let voids = history.voids();
    if voids.is_empty() {
        return Ok(());
    }
    writeln!(out, "\nPlayed again after infrastructure failures:")?;
    let rows: Vec<Vec<String>> =
        voids.iter().map(|(game, why)| vec![format!("{game}: {why}")]).collect();
    write!(out, "{}", lay_out(&rows))?;
    Ok(())
}

/// A progress bar for a number of games; hidden outside a terminal.
pub fn bar(games: u64) -> ProgressBar {
    let style = "{pos} of {len} games {wide_bar} {msg}  {per_sec}  {eta} left";
    let style = ProgressStyle::with_template(style).expect("the template is valid");
    ProgressBar::new(games).with_style(style)
}

/// An entrant: a bot, or NAME=BOT.
pub fn parse_entrant(word: &str) -> (Option<String>, String) {
    match word.split_once('=') {
        Some((name, bot)) if !name.is_empty() && !name.contains('/') => {
            (Some(name.to_owned()), bot.to_owned())
        }
        _ => (None, word.to_owned()),
    }
}
