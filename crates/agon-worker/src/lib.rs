//! Does the work of a contest server: unpacks and builds bots, plays games. A worker sees jobs and sources,
//! never the database.

mod bots;
mod games;

pub use bots::Unpacked;

use crate::bots::{compiled_file, unpack};
use crate::games::{Describe, KeepNotes, PlayGame, TryBot};
use agon_bots::Options;
use agon_games::{GAMES, visit};
use agon_replay::Replay;
use agon_server::play::{GameInfo, Progress, Sources, Trouble, Workshop};
use agon_store::work::{BotRef, Build, Built, GameReport, GameSpec};
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
}

fn no_game(id: &str) -> Trouble {
    Trouble(format!("this program has no game `{id}`"))
}

impl Workshop for LocalWorkshop {
    fn engine(&self) -> &str {
        &self.engine
    }

    fn games(&self) -> Vec<GameInfo> {
        GAMES.iter().filter_map(|info| visit(info.id, Describe)).collect()
    }

    fn build(&self, work: &Build, sources: &dyn Sources) -> Result<Built, Trouble> {
        let word = match self.unpack(&work.bot, sources)? {
            Unpacked::Word(word) => word,
            Unpacked::Fault(fault) => {
                return Ok(Built { fault: Some(fault), log: String::new(), reading: None });
            }
        };
        if work.policy.sources_only {
            let found = compiled_file(Path::new(&word)).map_err(|error| {
                Trouble(format!("cannot read the bot {}: {error}", work.bot.name))
            })?;
            if let Some(name) = found.as_deref().and_then(Path::file_name) {
                let fault = format!(
                    "this event accepts sources only; leave out the compiled file `{}`",
                    name.to_string_lossy()
                );
                return Ok(Built { fault: Some(fault), log: String::new(), reading: None });
            }
        }
        let (options, policy) = (&self.options, &work.policy);
        let tried = visit(&work.game, TryBot { word, policy, options });
        Ok(match tried.ok_or_else(|| no_game(&work.game))?? {
            Ok(reading) => {
                let text = |reading| serde_json::to_string(&reading).expect("plain data");
                Built { fault: None, log: String::new(), reading: reading.map(text) }
            }
            Err(log) => Built { fault: Some(first_line(log.clone())), log, reading: None },
        })
    }

    fn play(
        &self,
        work: &GameSpec,
        sources: &dyn Sources,
        progress: &Progress,
    ) -> Result<(GameReport, Vec<u8>), Trouble> {
        let mut bots = Vec::new();
        for bot in &work.seats {
            match self.unpack(bot, sources)? {
                Unpacked::Word(word) => bots.push((bot.name.clone(), word)),
                Unpacked::Fault(fault) => {
                    return Err(Trouble(format!(
                        "the valid bot {} cannot be unpacked: {fault}",
                        bot.name
                    )));
                }
            }
        }
        let (options, engine) = (&self.options, self.engine.as_str());
        let play = PlayGame { work, bots, options, engine, progress: progress.clone() };
        visit(&work.game, play).ok_or_else(|| no_game(&work.game))?
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
