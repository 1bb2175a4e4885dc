//! Does the work of a job on this thread.

use crate::blobs::Blobs;
use crate::play::{Depot, Progress, Sources, Trouble, Workshop};
use agon_store::console::FailureClass;
use agon_store::jobs::Dispatched;
use agon_store::work::{Done, GameReport, GameSpec, Work};
use std::io;

impl Sources for Blobs {
    fn fetch(&self, address: &str) -> io::Result<Vec<u8>> {
        self.get_now(address)
    }
}

impl Depot for Blobs {
    fn store(&self, bytes: Vec<u8>) -> io::Result<String> {
        self.put_now(bytes)
    }
}

/// What a job's payload says.
pub(super) fn read(job: &Dispatched) -> Result<Work, Trouble> {
    serde_json::from_str(&job.payload).map_err(|error| {
        let sentence = format!("the job's payload is damaged: {error}");
        Trouble::new(FailureClass::Damaged, sentence)
    })
}

/// Builds or plays.
pub(super) fn work(
    workshop: &dyn Workshop,
    depot: &dyn Depot,
    job: &Dispatched,
    progress: &Progress,
) -> Result<Done, Trouble> {
    match read(job)? {
        Work::Build(build) => workshop.build(&build, depot).map(Done::Built),
        Work::Game(spec) => {
            play(workshop, depot, &spec, progress).map(|report| Done::Played(Box::new(report)))
        }
    }
}

fn play(
    workshop: &dyn Workshop,
    depot: &dyn Depot,
    spec: &GameSpec,
    progress: &Progress,
) -> Result<GameReport, Trouble> {
    let (mut report, replay) = workshop.play(spec, depot, progress)?;
    let stored = depot.store(replay);
    report.replay = Some(stored.map_err(|error| {
        Trouble::new(FailureClass::Storage, format!("cannot store a replay: {error}"))
    })?);
    Ok(report)
}
