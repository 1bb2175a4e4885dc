//! Test support: a stage for one game with its built-in bots, and a folder that is removed after the test.

use agon_compete::{Entry, Inspected, Plan};
use agon_core::{Actor, Bot, Contest, GameMap, Profile, StateHasher, Stopped, Turn};
use agon_galaxy::GalaxyCommander;
use agon_runner::{Player, Stop, Trouble, built_in};
use agon_runs::{
    Candidate, EntryFault, Keep, NamedMap, Run, RunFault, RunOptions, Source, Stage, TypedStage,
    load_all,
};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex};

/// Number of further times that seating the bot `flaky:` fails.
#[derive(Clone, Default)]
pub struct SeatFailures(pub Arc<AtomicU32>);

/// What the contest's regulations say about the bots of these names; `Err` keeps a bot out.
#[derive(Clone, Default)]
pub struct Findings(pub Arc<Mutex<BTreeMap<String, Result<Inspected, String>>>>);

impl Findings {
    pub fn set(&self, name: &str, found: Result<Inspected, &str>) {
        self.0.lock().unwrap().insert(name.into(), found.map_err(str::to_owned));
    }

    pub fn clear(&self) {
        self.0.lock().unwrap().clear();
    }
}

/// Built-in bots. Seating `flaky:NAME` fails while failures are pending, `panics` panics in every turn,
/// and a path is a file that names a built-in bot; its hash is that of the file.
pub struct Bots(pub SeatFailures, pub Findings);

struct Panics;

impl Bot<GalaxyCommander> for Panics {
    fn turn(
        &mut self,
        _: &<GalaxyCommander as agon_core::Game>::View,
        _: &mut Turn<'_, GalaxyCommander>,
    ) -> Result<(), Stopped> {
        panic!("on purpose")
    }
}

fn bot_fault(why: &dyn std::fmt::Display) -> EntryFault {
    EntryFault::Bot(why.to_string())
}

impl Source<GalaxyCommander> for Bots {
    fn player(&self, word: &str) -> Result<Player<GalaxyCommander>, EntryFault> {
        if word == "panics" {
            return Ok(Player::of_bots("panics", |_: Actor, _| Box::new(Panics) as Box<_>));
        }
        if Path::new(word).is_file() {
            let text = std::fs::read_to_string(word).map_err(|error| bot_fault(&error))?;
            let mut player = built_in(text.trim()).map_err(|fault| bot_fault(&fault))?;
            player.hash = Some(StateHasher::new().bytes(text.as_bytes()).finish().to_string());
            return Ok(player);
        }
        let name = word.strip_prefix("flaky:").unwrap_or(word);
        let player = built_in(name).map_err(|fault| bot_fault(&fault))?;
        if name == word {
            return Ok(player);
        }
        let (failures, sit) = (self.0.clone(), player.sit);
        let sit = move |seating: &agon_runner::Seating<'_>| {
            let bad =
                failures.0.fetch_update(Ordering::SeqCst, Ordering::SeqCst, |n| n.checked_sub(1));
            if bad.is_ok() {
                return Err(Trouble("the sandbox could not be started".into()));
            }
            sit(seating)
        };
        Ok(Player { name: player.name, hash: None, sit: Box::new(sit) })
    }

    fn inspect(&self, name: &str, _word: &str) -> Result<Option<Inspected>, EntryFault> {
        let found = self.1.0.lock().unwrap().get(name).cloned();
        found.transpose().map_err(EntryFault::Barred)
    }

    fn map(
        &self,
        word: &str,
        _seed: u64,
    ) -> Result<NamedMap<<GalaxyCommander as Contest>::Map>, String> {
        let own = GalaxyCommander::own_maps().iter().find(|own| own.name == word);
        let own = own.ok_or_else(|| format!("unknown map `{word}`"))?;
        let map = <GalaxyCommander as Contest>::Map::parse(own.text)
            .map_err(|fault| fault.to_string())?;
        Ok(NamedMap { name: word.into(), map })
    }
}

pub fn stage() -> TypedStage<GalaxyCommander, Bots> {
    stage_with(SeatFailures::default())
}

pub fn stage_with(failures: SeatFailures) -> TypedStage<GalaxyCommander, Bots> {
    TypedStage::new(Bots(failures, Findings::default()), Profile::Handbook, "tests", None)
}

pub fn stage_by(findings: &Findings) -> TypedStage<GalaxyCommander, Bots> {
    let bots = Bots(SeatFailures::default(), findings.clone());
    TypedStage::new(bots, Profile::Handbook, "tests", None)
}

/// A folder that is removed after the test.
pub struct Scratch(pub PathBuf);

impl Scratch {
    pub fn new(name: &str) -> Scratch {
        let folder = format!("agon-runs-test-{}-{name}", std::process::id());
        let path = std::env::temp_dir().join(folder);
        let _ = std::fs::remove_dir_all(&path);
        Scratch(path)
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

pub fn options<'a>(folder: &'a Path, stop: &'a Stop) -> RunOptions<'a> {
    RunOptions {
        folder,
        jobs: 2,
        keep: Keep::None,
        stop,
        date: "today".into(),
        build: Some("b1".into()),
    }
}

/// Opens a league of these bots, which plays `games` games.
pub fn open<'a>(
    stage: &'a mut dyn Stage,
    words: &[&str],
    folder: &'a Path,
    stop: &'a Stop,
) -> Result<Run<'a>, RunFault> {
    let words: Vec<String> = words.iter().map(|word| (*word).to_owned()).collect();
    let loaded = load_all(stage, &words);
    let plan = serde_json::json!({ "words": words });
    let mut run = Run::open(stage, "test", plan, &options(folder, stop))?;
    for (word, bot) in words.iter().zip(loaded) {
        let bot = bot.unwrap_or_else(|why| panic!("{why}"));
        run.enter(Candidate::new(&agon_compete::short_name(word), word, bot))?;
    }
    Ok(run)
}

/// Plays single games between the first two entrants until the run has this many.
pub fn play(run: &mut Run<'_>, games: u64) -> Result<Vec<String>, RunFault> {
    let mut keys = Vec::new();
    run.play(&league(games), &mut |_, game| keys.push(game.drawn.key.clone()))?;
    Ok(keys)
}

/// A league that ends after this many games.
pub fn league(until: u64) -> Plan {
    let maps = Vec::new();
    Plan::League(agon_compete::league::LeaguePlan { maps, seats: 2, seed: 1, until, batch: until })
}

/// The entries of a journal.
pub fn entries(folder: &Path) -> Vec<Entry> {
    let text = std::fs::read_to_string(folder.join("journal.jsonl")).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}
