//! What the organiser's console shows and decides, for the interface and for the shell.

mod alerts;
mod appeals;
mod decide;
mod failures;
mod lists;
mod overview;
mod presence;
mod waiting;
mod watch;

pub use appeals::{Correction, CorrectionAction};
pub(crate) use appeals::{answer, disputed};
pub(crate) use decide::decide;
pub use decide::{JobAction, JobDecision, JobEffect, JobEffects};
pub(crate) use failures::failures;
pub use failures::{ClassCount, FailureInfo, FailureReport, HourCount, NamedCount};
pub use lists::{AuditInfo, FoundInfo};
pub use overview::{
    AlertInfo, DesiredWorkers, JobInfo, LaneInfo, MatchPlaying, PlayingInfo, QueueDetail, WorkDone,
    WorkerInfo,
};
pub(crate) use overview::{desired, playing, queue, workers};
pub(crate) use presence::keep_presence;
pub(crate) use watch::watch;
