//! Does the work of a contest server: unpacks and builds bots, plays games. A worker sees jobs and sources,
//! never the database.

mod bots;
mod bulk;
mod files;
mod games;
mod pretend;
mod review;
mod speed;
mod stop;

pub use bots::Unpacked;
pub use pretend::PretendWorkshop;

use crate::bots::{compiled_file, unpack};
use crate::bulk::PlayBulk;
use crate::files::{Starters, text_files};
use crate::games::{Describe, KeepNotes, PlayGame, Tried, TryBot};
use agon_bots::{Language, Options};
use agon_games::{GAMES, visit};
use agon_replay::Replay;
use agon_sandbox::MatchCores;
use agon_server::play::bulk::BulkPlan;
use agon_server::play::{
    GameInfo, ListedFile, Progress, SourceFile, SourceText, Sources, Trouble, Workshop,
};
use agon_store::console::FailureClass;
use agon_store::work::{BotRef, Build, Built, GameReport, GameSpec, Resources};
use std::ops::Range;
use std::path::{Path, PathBuf};

/// A workshop on this machine.
pub struct LocalWorkshop {
    folder: PathBuf,
    options: Options,
    engine: String,
}

impl LocalWorkshop {
    /// A workshop that unpacks into `folder`, runs bots with `options`, and writes `engine` into replays.
    pub fn new(folder: PathBuf, options: Options, engine: &str) -> LocalWorkshop {
        LocalWorkshop { folder, options, engine: engine.to_owned() }
    }

    /// The bots of a game as words that can be played, or the bot's fault.
    fn unpack(&self, bot: &BotRef, sources: &dyn Sources) -> Result<Unpacked, Trouble> {
        unpack(&self.folder, bot, sources)
    }

    /// Names and words of bots that were valid.
    fn unpack_all(
        &self,
        bots: &[BotRef],
        sources: &dyn Sources,
    ) -> Result<Vec<(String, String)>, Trouble> {
        let one = |bot: &BotRef| match self.unpack(bot, sources)? {
            Unpacked::Word(word) => Ok((bot.name.clone(), word)),
            Unpacked::Fault(fault) => {
                let sentence = format!("the valid bot {} cannot be unpacked: {fault}", bot.name);
                Err(Trouble::machine(sentence))
            }
        };
        bots.iter().map(one).collect()
    }
}

/// The games of this program, as a server knows them.
pub fn games() -> Vec<GameInfo> {
    GAMES.iter().filter_map(|info| visit(info.id, Describe)).collect()
}

fn no_game(id: &str) -> Trouble {
    Trouble::machine(format!("this program has no game `{id}`"))
}

impl Workshop for LocalWorkshop {
    fn engine(&self) -> &str {
        &self.engine
    }

    fn games(&self) -> Vec<GameInfo> {
        games()
    }

    fn lacks(&self) -> Vec<String> {
        let lacks =
            Language::all().iter().filter(|one| one.runtime().is_some_and(|found| found.is_err()));
        lacks.map(|language| language.word().to_owned()).collect()
    }

    fn speed(&self) -> f64 {
        speed::reference_speed()
    }

    fn build(&self, work: &Build, sources: &dyn Sources) -> Result<Built, Trouble> {
        let word = match self.unpack(&work.bot, sources)? {
            Unpacked::Word(word) => word,
            Unpacked::Fault(fault) => {
                return Ok(rejected(FailureClass::Archive, fault, String::new()));
            }
        };
        if work.policy.sources_only {
            let found = compiled_file(Path::new(&word)).map_err(|error| {
                Trouble::machine(format!("cannot read the bot {}: {error}", work.bot.name))
            })?;
            if let Some(name) = found.as_deref().and_then(Path::file_name) {
                let fault = format!(
                    "this event accepts sources only; leave out the compiled file `{}`",
                    name.to_string_lossy()
                );
                return Ok(rejected(FailureClass::Policy, fault, String::new()));
            }
        }
        let (options, policy) = (&self.options, &work.policy);
        let tried = visit(&work.game, TryBot { word, policy, options });
        Ok(match tried.ok_or_else(|| no_game(&work.game))?? {
            Ok(Tried { reading, needs }) => {
                let text = |reading| serde_json::to_string(&reading).expect("plain data");
                Built { reading: reading.map(text), needs, ..Built::default() }
            }
            Err((class, log)) => rejected(class, first_line(log.clone()), log),
        })
    }

    fn list_files(
        &self,
        bot: &BotRef,
        sources: &dyn Sources,
    ) -> Result<Result<Vec<ListedFile>, String>, Trouble> {
        review::files(&self.folder, bot, sources)
    }

    fn read_file(
        &self,
        bot: &BotRef,
        sources: &dyn Sources,
        path: &str,
    ) -> Result<Result<Option<SourceText>, String>, Trouble> {
        review::file(&self.folder, bot, sources, path)
    }

    fn play(
        &self,
        work: &GameSpec,
        sources: &dyn Sources,
        progress: &Progress,
    ) -> Result<(GameReport, Vec<u8>), Trouble> {
        let bots = self.unpack_all(&work.seats, sources)?;
        let mut options = self.options.clone();
        let Resources { bot_memory_mib, game_cores } = work.resources;
        options.memory = bot_memory_mib.map_or(options.memory, |mib| u64::from(mib) << 20);
        let _cores = game_cores.and_then(|cores| MatchCores::reserve(cores as usize));
        let (options, engine) = (&options, self.engine.as_str());
        let play = PlayGame { work, bots, options, engine, progress: progress.clone() };
        visit(&work.game, play).ok_or_else(|| no_game(&work.game))?
    }

    fn simulate(
        &self,
        plan: &BulkPlan,
        games: Range<u64>,
        sources: &dyn Sources,
        progress: &Progress,
    ) -> Result<Vec<String>, Trouble> {
        let bots = self.unpack_all(&plan.bots, sources)?;
        let (options, engine) = (&self.options, self.engine.as_str());
        let play = PlayBulk { plan, games, bots, options, engine, progress };
        visit(&plan.game, play).ok_or_else(|| no_game(&plan.game))?
    }

    fn files(&self, bot: &BotRef, sources: &dyn Sources) -> Result<Vec<SourceFile>, String> {
        match self.unpack(bot, sources).map_err(|trouble| trouble.sentence)? {
            Unpacked::Word(word) => text_files(Path::new(&word)).map_err(|error| error.to_string()),
            Unpacked::Fault(fault) => Err(fault),
        }
    }

    fn starters(&self, game: &str) -> Vec<SourceFile> {
        visit(game, Starters).unwrap_or_default()
    }

    fn keep_notes(&self, replay: &[u8], keeps: &[bool]) -> Result<Vec<u8>, String> {
        let replay = Replay::from_bytes(replay).map_err(|fault| fault.to_string())?;
        if !replay.has_notes() {
            return Ok(replay.to_bytes());
        }
        let game = replay.header.game.clone();
        let copied = visit(&game, KeepNotes { replay: &replay, keeps });
        copied.unwrap_or_else(|| Err(format!("this program has no game `{game}`")))
    }
}

/// The end of a build whose bot cannot play.
fn rejected(class: FailureClass, fault: String, log: String) -> Built {
    Built { fault: Some(fault), log, class: Some(class), ..Built::default() }
}

/// The first sentence of a fault; the whole of it is the log. A sentence that introduces a compiler's
/// output goes on with the first error.
fn first_line(fault: String) -> String {
    let mut lines = fault.lines().filter(|line| !line.trim().is_empty());
    let first = lines.next().unwrap_or_default();
    match (first.strip_suffix(" and says"), lines.find(|line| line.contains("error"))) {
        (Some(first), Some(error)) => format!("{first}: {}", error.trim()),
        _ => first.to_owned(),
    }
}
