//! What the organiser's console shows and decides: the queue, workers, failures, alerts, switches, dead jobs,
//! search and the audit log.

mod alerts;
mod audit;
mod audited;
mod decide;
mod failures;
mod queue;
mod search;
mod switches;
mod workers;

pub use alerts::{Alert, AlertKind, SetAlerts, Snapshot, UnratedLadder};
pub use audit::{AuditEntry, AuditFilter, Look};
pub use audited::{Audited, MakeAccounts};
pub use decide::{CorrectMatch, Declare, RestoreMatch, STAFF, VoidMatch};
pub(crate) use decide::{declare_job, declared};
pub(crate) use failures::NewFailure;
pub use failures::{Failure, FailureClass, FailureCounts, FailureFilter, FailuresOf};
pub use queue::{JobFilter, JobRow, LaneLoad, PlayingNow};
pub use search::{Found, FoundKind};
pub use switches::{Freeze, SetSwitch, Switch};
pub use workers::{
    CONNECTED_MS, CountStale, Hello, ReadmitWorker, StartJob, WorkCount, Worker, WorkerCount,
    object_of_worker,
};
