//! Plays a simulation on this machine.

use super::plan::Prepared;
use crate::args::SimulateArgs;
use crate::commands::play::ENGINE;
use crate::interrupt::STOP;
use agon_server::play::bulk::Chunks;
use agon_server::play::{Progress, Sources, Workshop};
use agon_worker::LocalWorkshop;
use anyhow::{Context, anyhow};
use std::collections::BTreeMap;
use std::io;
use std::ops::Range;
use std::path::PathBuf;
use std::sync::{Mutex, MutexGuard, mpsc};
use std::thread;
use std::time::{Duration, Instant};

/// How often the main thread looks whether Ctrl-C was pressed.
const LOOK: Duration = Duration::from_millis(50);

/// Takes the lines of games from the first one on.
pub type Sink<'a> = dyn FnMut(u64, Vec<String>) -> anyhow::Result<()> + 'a;

/// Plays these games; returns early after Ctrl-C.
pub fn run(
    args: &SimulateArgs,
    prepared: &Prepared,
    games: Range<u64>,
    sink: &mut Sink<'_>,
) -> anyhow::Result<()> {
    let cores = thread::available_parallelism().map_or(1, usize::from);
    let jobs = args.jobs.unwrap_or(cores);
    let folder = Folder::new()?;
    let words: Vec<String> = prepared.plan.bots.iter().map(|bot| bot.source.clone()).collect();
    let options = prepared.bot_args.options(&words);
    let workshop = LocalWorkshop::new(folder.0.clone(), options, ENGINE);
    let crew = Crew {
        prepared,
        workshop,
        sources: Files(&prepared.sources),
        chunks: Mutex::new(Chunks::new(games)),
        progress: Progress::default(),
    };
    let (sender, receiver) = mpsc::sync_channel(2 * jobs);
    thread::scope(|scope| {
        for _ in 0..jobs {
            let (crew, sender) = (&crew, sender.clone());
            scope.spawn(move || crew.play(&sender));
        }
        drop(sender);
        let mut result = Ok(());
        loop {
            match receiver.recv_timeout(LOOK) {
                Ok(Ok((first, lines))) if result.is_ok() => result = sink(first, lines),
                Ok(Err(sentence)) if result.is_ok() => result = Err(anyhow!(sentence)),
                Ok(_) | Err(mpsc::RecvTimeoutError::Timeout) => {}
                Err(mpsc::RecvTimeoutError::Disconnected) => return result,
            }
            if STOP.is_asked() || result.is_err() {
                crew.progress.stop();
            }
        }
    })
}

/// Lines of games from the first one on, or why a game cannot be played.
type Part = Result<(u64, Vec<String>), String>;

/// What the threads share.
struct Crew<'a> {
    prepared: &'a Prepared,
    workshop: LocalWorkshop,
    sources: Files<'a>,
    chunks: Mutex<Chunks>,
    progress: Progress,
}

impl Crew<'_> {
    fn chunks(&self) -> MutexGuard<'_, Chunks> {
        self.chunks.lock().expect("no thread panics while holding the lock")
    }

    /// Plays chunks until there are no more.
    fn play(&self, sender: &mpsc::SyncSender<Part>) {
        loop {
            if self.progress.is_stopped() {
                return;
            }
            let start = Instant::now();
            let Some((number, games)) = self.chunks().take("this machine", start) else { return };
            let (plan, first) = (&self.prepared.plan, games.start);
            let part = match self.workshop.simulate(plan, games, &self.sources, &self.progress) {
                Ok(lines) => {
                    let seconds = start.elapsed().as_secs_f64();
                    self.chunks().done(number, lines.len() as u64, seconds);
                    Ok((first, lines))
                }
                Err(trouble) => match self.chunks().fail(number, &trouble.sentence) {
                    Ok(()) => continue,
                    Err(sentence) => Err(sentence),
                },
            };
            if sender.send(part).is_err() {
                return;
            }
        }
    }
}

/// Sources in memory.
struct Files<'a>(&'a BTreeMap<String, Vec<u8>>);

impl Sources for Files<'_> {
    fn fetch(&self, address: &str) -> io::Result<Vec<u8>> {
        let found = self.0.get(address).cloned();
        found.ok_or_else(|| io::Error::other(format!("there is no source {address}")))
    }
}

/// A folder for the unpacked bots, removed at the end.
struct Folder(PathBuf);

impl Folder {
    fn new() -> anyhow::Result<Folder> {
        let path = std::env::temp_dir().join(format!("agon-simulate-{}", std::process::id()));
        std::fs::create_dir_all(&path)
            .with_context(|| format!("cannot make the folder {}", path.display()))?;
        Ok(Folder(path))
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}
