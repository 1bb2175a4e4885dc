//! Commits what a worker has brought: exactly one result of a job counts.

use crate::app::{App, now};
use crate::play::transport::Ended;
use crate::play::{Trouble, work};
use agon_store::Fault;
use agon_store::console::{CountStale, FailureClass};
use agon_store::jobs::{Again, Dispatched, Faulted};
use agon_store::matches::CommitGame;
use agon_store::submissions::CommitBuild;
use agon_store::work::{Done, GameReport, Work};
use std::time::Duration;

/// Pause after the database failed.
const FAULT_PAUSE: Duration = Duration::from_secs(1);

/// What became of a report.
enum Commit {
    /// It has its effect.
    Done,
    /// It came too late: another attempt has the job, or it has ended.
    Stale,
    /// It was committed before, and its message came again.
    Repeated,
    /// The job was cancelled when its game had just ended.
    Cancelled,
}

/// Commits a report; repeats while the database is away, because the work is done.
pub(super) async fn commit(app: &App, mut end: Ended) {
    loop {
        match try_commit(app, &end).await {
            Ok(Commit::Done) => {
                count(&end);
                break;
            }
            Ok(Commit::Repeated) => {
                metrics::counter!("agon_repeated_results_total").increment(1);
                break;
            }
            Ok(Commit::Cancelled) => {
                metrics::counter!("agon_stopped_jobs_total").increment(1);
                break;
            }
            Ok(Commit::Stale) => {
                metrics::counter!("agon_stale_results_total").increment(1);
                tracing::warn!(job = end.id, worker = end.worker, "a stale result was dropped");
                let (job, worker) = (end.id, end.worker.clone());
                if let Err(fault) = app.store.change(CountStale { job, worker, now: now() }).await {
                    tracing::error!(%fault, "cannot count a stale result");
                }
                break;
            }
            // Committing it again would fail again: the job has failed, and in the end staff decide.
            Err(fault) if fault.is_permanent() && end.outcome.is_ok() => {
                let sentence = format!("the result cannot be stored: {fault}");
                end.outcome = Err(Trouble::new(FailureClass::Damaged, sentence));
            }
            Err(fault) => {
                tracing::error!(%fault, job = end.id, "cannot commit a result");
                tokio::time::sleep(FAULT_PAUSE).await;
            }
        }
    }
    end.receipt.settle().await;
    app.changed();
}

async fn try_commit(app: &App, end: &Ended) -> Result<Commit, Fault> {
    let found = match &end.job {
        Some(job) => Some(job.clone()),
        None => app.ended_attempt(end.id, &end.token).await?,
    };
    let is_done = match found {
        Some(job) => commit_outcome(app, end, &job).await?,
        None => false,
    };
    if is_done {
        return Ok(Commit::Done);
    }
    if end.receipt.is_repeated() && app.store.is_done_by(end.id, &end.worker).await? {
        return Ok(Commit::Repeated);
    }
    Ok(if app.store.is_cancelled(end.id).await? { Commit::Cancelled } else { Commit::Stale })
}

/// False: the report is stale.
async fn commit_outcome(app: &App, end: &Ended, job: &Dispatched) -> Result<bool, Fault> {
    let (token, key, worker) = (job.token.clone(), job.key.clone(), end.worker.clone());
    let damaged = || Fault::Damaged(format!("job {}", job.key));
    match &end.outcome {
        Err(Trouble { class, sentence, lacks }) => {
            tracing::warn!(job = key, attempt = job.attempt, fault = sentence, "a job failed");
            let jitter_ms = i64::from(random_byte());
            let (class, fault) = (*class, sentence.clone());
            let (id, lacks, now) = (job.id, lacks.clone(), now());
            let change = Faulted { id, token, worker, class, fault, lacks, jitter_ms, now };
            app.store.change(change).await.map(|again| again != Again::Stale)
        }
        Ok(Done::Built(built)) => {
            let Ok(Work::Build(build)) = work::read(job) else { return Err(damaged()) };
            let game = app.game(&build.game);
            let game = game.ok_or_else(|| Fault::Damaged(format!("game of job {key}")))?;
            let change = CommitBuild {
                job: job.id,
                token,
                worker,
                key,
                built: built.clone(),
                sparring_partner: game.built_in.first().cloned().unwrap_or_default(),
                seats: game.seats.0,
                rules: build.rules,
                clock: build.clock,
                map: build.map,
                wall_limit_ms: app.config.game_seconds as i64 * 1000,
                now: now(),
            };
            app.store.change(change).await
        }
        Ok(Done::Played(report)) => {
            let Ok(Work::Game(spec)) = work::read(job) else { return Err(damaged()) };
            let (report, now) = (GameReport::clone(report), now());
            let change = CommitGame { job: job.id, token, worker, key, spec, report, now };
            match job.run {
                Some(_) => app.runs.commit(change).await,
                None => app.store.change(change).await,
            }
        }
    }
}

/// Counts what was committed.
fn count(end: &Ended) {
    use FailureClass::{OverLimit, Standstill, WorkerLost};
    match &end.outcome {
        Ok(Done::Built(_)) => metrics::counter!("agon_builds_total").increment(1),
        Ok(Done::Played(_)) => metrics::counter!("agon_games_total").increment(1),
        Err(Trouble { class, .. }) => {
            metrics::counter!("agon_infrastructure_faults_total").increment(1);
            if matches!(class, Standstill | OverLimit | WorkerLost) {
                metrics::counter!("agon_taken_jobs_total").increment(1);
            }
        }
    }
}

fn random_byte() -> u8 {
    let mut byte = [0];
    getrandom::fill(&mut byte).expect("the operating system has random numbers");
    byte[0]
}
