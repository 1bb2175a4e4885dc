//! Decisions about jobs that failed: queue again, give up, declare a result; with a preview.

use crate::app::now;
use crate::runs::Runs;
use agon_store::console::{Declare, JobFilter, JobRow, STAFF};
use agon_store::jobs::{Requeue, Void};
use agon_store::matches::CommitGame;
use agon_store::work::{GameReport, GameSpec};
use agon_store::{Fault, Refusal, Store};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Jobs that one request decides about.
const MAX_JOBS: u32 = 500;

/// What is decided about a job.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum JobAction {
    /// Queue it again.
    Requeue,
    /// Give it up: its game has no result, its submission is rejected.
    Void,
    /// Declare the result of its game.
    Declare,
}

/// A decision about jobs.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct JobDecision {
    /// Numbers of the jobs; missing for all that failed too often.
    pub jobs: Option<Vec<i64>>,
    /// `requeue`, `void` or `declare`.
    pub action: JobAction,
    /// Why; competitors see it. Needed to void and to declare.
    pub why: Option<String>,
    /// The declared ranks of the match's sides, in their order; 1 is best.
    pub ranks: Option<Vec<u8>>,
    /// Only say what would happen.
    #[serde(default)]
    pub dry_run: bool,
}

/// What becomes of a job.
#[derive(Debug, Serialize, ToSchema)]
pub struct JobEffect {
    /// The job.
    pub job: i64,
    /// The match.
    #[serde(rename = "match")]
    pub match_id: Option<i64>,
    /// What happens, as a sentence.
    pub effect: Option<String>,
    /// Why the decision is refused for this job.
    pub refused: Option<String>,
}

/// What a decision does, job by job.
#[derive(Debug, Serialize, ToSchema)]
pub struct JobEffects {
    /// Whether nothing was changed.
    pub dry_run: bool,
    /// The jobs, in their order.
    pub jobs: Vec<JobEffect>,
}

/// Decides about jobs, each by itself, or says what would happen.
pub(crate) async fn decide(
    store: &Store,
    runs: &Runs,
    account: Option<i64>,
    decision: &JobDecision,
) -> Result<JobEffects, Fault> {
    check(decision)?;
    let ids: Vec<i64> = match &decision.jobs {
        Some(ids) => ids.clone(),
        None => {
            let filter = JobFilter { state: "dead", limit: MAX_JOBS, ..JobFilter::default() };
            store.jobs(&filter).await?.into_iter().map(|job| job.id).collect()
        }
    };
    let mut jobs = Vec::new();
    for id in ids {
        let decided = decide_one(store, runs, account, decision, id).await;
        let (match_id, effect, refused) = match decided {
            Ok((match_id, effect)) => (match_id, Some(effect), None),
            Err(Fault::Refused(refusal)) => (None, None, Some(refusal.to_string())),
            Err(fault) => return Err(fault),
        };
        jobs.push(JobEffect { job: id, match_id, effect, refused });
    }
    Ok(JobEffects { dry_run: decision.dry_run, jobs })
}

fn check(decision: &JobDecision) -> Result<(), Refusal> {
    let JobDecision { jobs, action, why, ranks, .. } = decision;
    let has_why = why.as_ref().is_some_and(|why| !why.trim().is_empty());
    if *action != JobAction::Requeue && !has_why {
        return Err(Refusal::Invalid("say why in `why`; competitors see it".into()));
    }
    let count = jobs.as_ref().map_or(0, Vec::len);
    if count > MAX_JOBS as usize {
        return Err(Refusal::Invalid(format!("one request decides about at most {MAX_JOBS} jobs")));
    }
    match (action, ranks) {
        (JobAction::Declare, Some(_)) if count == 1 => Ok(()),
        (JobAction::Declare, _) => Err(Refusal::Invalid(
            "a declared result needs one job in `jobs` and the `ranks` of its sides".into(),
        )),
        (_, Some(_)) => Err(Refusal::Invalid("`ranks` belong to the action `declare`".into())),
        (_, None) => Ok(()),
    }
}

async fn decide_one(
    store: &Store,
    runs: &Runs,
    account: Option<i64>,
    decision: &JobDecision,
    id: i64,
) -> Result<(Option<i64>, String), Fault> {
    let job = store.job(id).await?;
    let job = job.ok_or_else(|| Refusal::Unknown(format!("unfinished job {id}")))?;
    if decision.action == JobAction::Requeue && job.state != "dead" {
        let sentence = format!("job {id} is {}; only a dead one is queued again", job.state);
        return Err(Refusal::Conflict(sentence).into());
    }
    let declared = match (decision.action, &decision.ranks) {
        (JobAction::Declare, Some(ranks)) => {
            Some(declared_game(store, &job, ranks, decision).await?)
        }
        _ => None,
    };
    let effect = effect(store, &job, decision).await?;
    if decision.dry_run {
        return Ok((job.match_id, effect));
    }
    let why = decision.why.clone().unwrap_or_default();
    match (decision.action, declared) {
        (JobAction::Requeue, _) => store.change(Requeue { id, account, now: now() }).await?,
        (JobAction::Void, _) => runs.void(Void { id, why, account, now: now() }).await?,
        (JobAction::Declare, Some(game)) if job.run.is_some() => {
            runs.declare(game, why, account).await?;
        }
        (JobAction::Declare, Some(game)) => store.change(Declare { game, why, account }).await?,
        (JobAction::Declare, None) => {}
    }
    Ok((job.match_id, effect))
}

/// What a decision does to a job.
async fn effect(store: &Store, job: &JobRow, decision: &JobDecision) -> Result<String, Fault> {
    let what = match (job.match_id, job.submission) {
        (Some(id), _) => {
            let sides = store.sides(&[id]).await?;
            let names: Vec<&str> = sides.iter().map(|side| side.name.as_str()).collect();
            format!("match {id} ({})", names.join(" - "))
        }
        (None, Some(id)) => format!("submission {id}"),
        (None, None) => job.key.clone(),
    };
    let is_build = job.kind == "build";
    Ok(match decision.action {
        JobAction::Requeue if is_build => format!("{what} is built again"),
        JobAction::Requeue => format!("{what} is played again"),
        JobAction::Void if is_build => format!("{what} is rejected"),
        JobAction::Void => match job.run {
            Some(run) => format!("{what} has no result, and run {run} goes on without it"),
            None => format!("{what} is void"),
        },
        JobAction::Declare => {
            let ranks = decision.ranks.iter().flatten().map(u8::to_string);
            format!("{what} gets the ranks {}", ranks.collect::<Vec<_>>().join(", "))
        }
    })
}

/// The game of a job with a declared result.
async fn declared_game(
    store: &Store,
    job: &JobRow,
    ranks: &[u8],
    decision: &JobDecision,
) -> Result<CommitGame, Fault> {
    let refuse = |sentence: String| Fault::from(Refusal::Invalid(sentence));
    let Some(match_id) = job.match_id else {
        return Err(refuse(format!("job {} is a build and has no result to declare", job.id)));
    };
    let sides = store.sides(&[match_id]).await?.len();
    let fits = ranks.len() == sides && ranks.contains(&1);
    if !fits || ranks.iter().any(|rank| *rank == 0 || usize::from(*rank) > sides) {
        let sentence =
            format!("match {match_id} needs {sides} ranks from 1 to {sides}, with a first");
        return Err(refuse(sentence));
    }
    let number: usize = match job.run {
        Some(_) => 1,
        None => job.key.rsplit('/').next().and_then(|word| word.parse().ok()).unwrap_or(1),
    };
    let specs = store.game_specs(match_id).await?;
    let spec = specs.into_iter().nth(number - 1);
    let spec: GameSpec = spec.ok_or_else(|| Fault::Damaged(format!("job {}", job.key)))?;
    let by_seat: Vec<u8> =
        spec.seats.iter().map(|bot| ranks.get(bot.side as usize).copied().unwrap_or(1)).collect();
    let seats = by_seat.len();
    let why = decision.why.as_deref().unwrap_or_default();
    let report = GameReport {
        map: spec.map.clone(),
        scores: by_seat.iter().map(|rank| seats as f64 - f64::from(*rank)).collect(),
        ranks: by_seat,
        reason: "declared".into(),
        sentence: format!("declared by the organisers: {why}"),
        most: None,
        rounds: 0,
        state: 0,
        orders: None,
        faults: vec![None; seats],
        classes: Vec::new(),
        dead: vec![false; seats],
        silent: vec![false; seats],
        seconds: 0.0,
        replay: None,
    };
    let (token, worker, key) = (String::new(), STAFF.to_owned(), job.key.clone());
    Ok(CommitGame { job: job.id, token, worker, key, spec, report, now: now() })
}
