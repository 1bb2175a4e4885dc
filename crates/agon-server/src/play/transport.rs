//! The interface between the dispatcher and what carries jobs to workers: within this process, or over NATS.

use crate::play::Trouble;
use agon_store::Fault;
use agon_store::jobs::{Crew, Dispatched, Stopped};
use agon_store::work::Done;
use async_nats::jetstream;
use std::time::Duration;

/// A job that a worker has ended, or has lost.
pub(crate) struct Ended {
    /// The job.
    pub id: i64,
    /// The token of the attempt.
    pub token: String,
    /// The worker.
    pub worker: String,
    /// What came out.
    pub outcome: Result<Done, Trouble>,
    /// The job, if it is known without asking the database.
    pub job: Option<Dispatched>,
    /// To be settled after the commit.
    pub receipt: Receipt,
}

/// Where a report comes from. A message that is not settled comes again.
pub(crate) enum Receipt {
    /// From this process.
    Own,
    /// From a stream.
    Message(Box<jetstream::Message>),
}

impl Receipt {
    /// Whether the report was delivered before, perhaps to a server that committed it and was killed.
    pub fn is_repeated(&self) -> bool {
        match self {
            Receipt::Own => false,
            Receipt::Message(message) => message.info().is_ok_and(|info| info.delivered > 1),
        }
    }

    /// The report is committed or dropped: it need not come again.
    pub async fn settle(self) {
        if let Receipt::Message(message) = self
            && let Err(error) = message.ack().await
        {
            // It comes again and is recognised.
            tracing::warn!(error, "cannot settle the message of a result");
        }
    }
}

/// How many jobs workers can be given.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Window {
    /// Slots that jobs dispatched now may take.
    pub free: usize,
    /// Slots that all dispatched jobs together may take.
    pub all: usize,
    /// The connected workers.
    pub crews: Vec<Crew>,
}

/// Carries jobs to workers and brings back what becomes of them. The database row of a job is the truth:
/// a transport may lose and repeat messages, and two workers may do the same job.
pub(crate) trait Transport: Send + Sync + 'static {
    /// Time beyond `drain_seconds` that workers need to give jobs back.
    const DRAIN_SLACK: Duration;

    /// Number of jobs that may be dispatched.
    fn window(&self) -> impl Future<Output = Result<Window, Fault>> + Send;

    /// Hands jobs over, a second time without effect. Returns those that cannot be handed over now.
    fn hand_over(&self, jobs: Vec<Dispatched>) -> impl Future<Output = Vec<Dispatched>> + Send;

    /// The dispatched jobs that must be handed over when this server begins to dispatch.
    fn left_over(&self) -> impl Future<Output = Result<Vec<Dispatched>, Fault>> + Send;

    /// Another server dispatches now: jobs that no worker has begun are its own.
    fn forget(&self);

    /// The next job that has ended.
    fn ended(&self) -> impl Future<Output = Ended> + Send;

    /// Looks for jobs that no longer advance or that were lost; called again and again.
    fn look(&self, is_leader: bool) -> impl Future<Output = Result<(), Fault>> + Send;

    /// Tells workers to stop what was cancelled. A worker that is not reached plays on, and its result is
    /// dropped.
    fn stop_cancelled(&self, stopped: Vec<Stopped>) -> impl Future<Output = ()> + Send;

    /// The server stops: returns the jobs to give back.
    fn stop(&self) -> impl Future<Output = Vec<Dispatched>> + Send;

    /// Whether workers of this process still have jobs.
    fn is_busy(&self) -> bool;
}
