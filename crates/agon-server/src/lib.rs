//! The contest server behind `agon serve`: accounts, events, submissions and matches over HTTP, and the
//! dispatcher that hands jobs to workers and commits their results.
//!
//! The server knows no games: a [`Workshop`](play::Workshop) builds bots and plays, a [`Showcase`] makes
//! films. The truth is in the
//! [`Store`](agon_store::Store); everything else can be lost at any moment.

mod admin;
mod api;
mod app;
mod authorise;
pub mod bench;
mod blobs;
mod config;
mod console;
mod erasures;
mod events;
mod grading;
mod guesses;
mod identity;
pub mod play;
mod private;
mod problem;
pub mod raffle;
mod runs;
mod secrets;
mod serve;
mod site;
mod uploads;

pub use admin::{
    ARCHIVE_VERSION, Admin, AuditQuery, Engine, Exported, LadderLine, Person, Restored, RunLine,
    TeamAnswer, TeamUpload,
};
pub use api::{QuestionInfo, openapi};
pub use authorise::{matrix, staff_actions};
pub use config::{Config, ConfigFault, SignUp};
pub use console::{
    AlertInfo, AuditInfo, ClassCount, Correction, CorrectionAction, DesiredWorkers, FailureInfo,
    FailureReport, FoundInfo, HourCount, JobAction, JobDecision, JobEffect, JobEffects, JobInfo,
    LaneInfo, MatchPlaying, NamedCount, PlayingInfo, QueueDetail, WorkDone, WorkerInfo,
};
pub use grading::{GradingLine, NewGradingFile};
pub use runs::Runs;
pub use serve::{ServeFault, Serving};
pub use site::{Film, LiveFilm, LiveTake, Place, Showcase, Site, SiteFile, Starter};
