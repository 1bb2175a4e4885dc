//! The transport over NATS JetStream: workers on other machines.
//!
//! Jobs are messages of a work-queue stream, one subject and one durable consumer per set of capabilities.
//! Results are messages of a second stream, so that they wait while no server runs. Everything else is
//! request and answer: a worker asks before it begins a job, and gets sources and brings replays in parts.
//! A worker needs the address of NATS and a credential. It sees neither the database nor the store of blobs.

mod depot;
mod desk;
mod hub;
mod link;
mod messages;
mod worker;

pub(crate) use hub::Hub;
pub(crate) use link::Link;
pub use link::{NatsFault, NatsOptions};
pub use worker::{Worker, WorkerSettings, worker_name};
