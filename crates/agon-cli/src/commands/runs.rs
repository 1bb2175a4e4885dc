//! What all runs of many games share: where bots and maps come from, the run's folder, the progress.

use super::play::ENGINE;
use crate::args::RunArgs;
use crate::bots::BotArgs;
use crate::files::{self, MapSource, with_game};
use crate::interrupt::{self, STOP};
use crate::{build, usage};
use agon_bots::{Options, player};
use agon_compete::{
    JournalFault, Keep, NamedMap, RunFault, Source, Stage, Theatre, Unable, Wanted,
};
use agon_core::{Contest, Profile, StateHasher};
use agon_games::Visitor;
use agon_runner::{Player, built_in};
use anyhow::Context;
use indicatif::{ProgressBar, ProgressStyle};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, OnceLock};

/// Bots and maps by the words of a command line or of a file; paths in a file are seen from its
/// folder.
struct Here<G: Contest> {
    base: PathBuf,
    bot: BotArgs,
    /// Found out when the first bot needs it: a sandbox costs time to choose.
    options: OnceLock<Options>,
    maps: Mutex<BTreeMap<String, Arc<MapSource<G>>>>,
}

impl<G: Contest> Here<G> {
    fn place(&self, word: &str) -> String {
        let beside = self.base.join(word);
        let is_path = !word.contains(':') && beside.exists();
        if is_path { beside.to_string_lossy().into_owned() } else { word.to_owned() }
    }
}

impl<G: Contest> Source<G> for Here<G> {
    fn player(&self, word: &str) -> Result<Player<G>, Unable> {
        let word = self.place(word);
        if word.starts_with("builtin:") {
            return built_in::<G>(&word).map_err(|fault| Unable::Bot(fault.to_string()));
        }
        let options = self.options.get_or_init(|| self.bot.options(std::slice::from_ref(&word)));
        player::<G>(&word, options).map_err(|fault| {
            let kind = if fault.is_ours() { Unable::Machine } else { Unable::Bot };
            kind(fault.to_string())
        })
    }

    fn map(&self, word: &str, seed: u64) -> Result<NamedMap<G::Map>, String> {
        let say = |error: anyhow::Error| format!("{error:#}");
        let known = self.maps.lock().expect("nobody panics with it").get(word).cloned();
        let source = match known {
            Some(source) => source,
            None => {
                let source = MapSource::find(Some(&self.place(word))).map_err(say)?;
                let source = Arc::new(source);
                let mut maps = self.maps.lock().expect("nobody panics with it");
                maps.insert(word.to_owned(), source.clone());
                source
            }
        };
        let files::NamedMap { name, map } = source.map(seed).map_err(say)?;
        Ok(NamedMap { name, map })
    }
}

struct Open {
    rules: Profile,
    base: PathBuf,
    bot: BotArgs,
}

impl Visitor for Open {
    type Out = Box<dyn Stage>;
    fn visit<G: Contest>(self) -> Box<dyn Stage> {
        let Open { rules, base, bot } = self;
        let here = Here::<G> { base, bot, options: OnceLock::new(), maps: Mutex::default() };
        Box::new(Theatre::<G, _>::new(here, rules, ENGINE, Some(now())))
    }
}

/// The stage of a game; words that are paths are seen from `base`.
pub fn stage(
    game: &str,
    rules: Profile,
    base: &Path,
    args: &RunArgs,
) -> anyhow::Result<Box<dyn Stage>> {
    with_game(game, Open { rules, base: base.to_owned(), bot: args.bot.clone() })
}

/// The time, as journals and replays have it.
pub fn now() -> String {
    jiff::Timestamp::now().strftime("%Y-%m-%d %H:%M UTC").to_string()
}

/// The folder a file lies in.
pub fn folder_of(file: &Path) -> PathBuf {
    match file.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder.to_owned(),
        _ => PathBuf::from("."),
    }
}

/// Reads a text file that describes something.
pub fn read_text(path: &Path) -> anyhow::Result<String> {
    let bytes = files::read(path)?;
    String::from_utf8(bytes).map_err(|_| anyhow::anyhow!("{} is not a text file", path.display()))
}

/// A name for a run that has none: what it is and a number that follows from everything asked for.
pub fn run_name(kind: &str, game: &str, plan: &serde_json::Value) -> String {
    let number = StateHasher::new().bytes(plan.to_string().as_bytes()).finish().0;
    format!("{kind}-{game}-{:08x}", number as u32)
}

/// The run's folder. With `--fresh` what is there is moved aside first.
pub fn folder(args: &RunArgs, name: &str) -> anyhow::Result<PathBuf> {
    let folder = args.out.clone().unwrap_or_else(|| Path::new("runs").join(name));
    if folder.is_file() {
        return Err(usage(format!("{} is a file; a run needs a folder", folder.display())));
    }
    if args.fresh && folder.exists() {
        let aside = (1..).map(|n| {
            let mut name = folder.clone().into_os_string();
            name.push(format!(".{n}"));
            PathBuf::from(name)
        });
        let aside = aside.into_iter().find(|path| !path.exists()).expect("numbers do not run out");
        std::fs::rename(&folder, &aside)
            .with_context(|| format!("cannot move {} to {}", folder.display(), aside.display()))?;
        eprintln!("The earlier run is now in {}.", aside.display());
    }
    Ok(folder)
}

/// What the library needs to know to begin; listens for Ctrl-C from now on.
pub fn wanted<'a>(args: &RunArgs, folder: &'a Path, keep: Keep) -> anyhow::Result<Wanted<'a>> {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let jobs = args.jobs.unwrap_or(cores);
    if jobs == 0 {
        return Err(usage("-j 0 plays nothing: give at least 1"));
    }
    interrupt::listen();
    let keep = args.replays.unwrap_or(keep);
    Ok(Wanted { folder, jobs, keep, stop: &STOP, date: now(), build: build::fingerprint() })
}

/// A fault of the library as one of ours: what cannot be is wrong usage.
pub fn fault(fault: RunFault) -> anyhow::Error {
    match fault {
        RunFault::Plan(sentence) => usage(sentence),
        RunFault::Journal(
            other @ (JournalFault::OtherRun { .. } | JournalFault::BotChanged { .. }),
        ) => usage(other.to_string()),
        other => other.into(),
    }
}

/// A bar for a number of games, shown only where somebody watches.
pub fn bar(games: u64) -> ProgressBar {
    let style = "{pos} of {len} games {wide_bar} {msg}  {per_sec}  {eta} left";
    let style = ProgressStyle::with_template(style).expect("the template is well formed");
    ProgressBar::new(games).with_style(style)
}

/// An entrant as a word: a bot, or NAME=BOT.
pub fn named(word: &str) -> (Option<String>, String) {
    match word.split_once('=') {
        Some((name, bot)) if !name.is_empty() && !name.contains('/') => {
            (Some(name.to_owned()), bot.to_owned())
        }
        _ => (None, word.to_owned()),
    }
}
