//! The transport over NATS JetStream: workers on other machines.
//!
//! Jobs are messages of a work-queue stream, one subject and one durable consumer per set of capabilities.
//! Results are messages of a second stream, so that they wait while no server runs. Everything else is
//! request and answer: a worker asks before it begins a job, and gets sources and brings replays in parts.
//! Workers that have nothing to do ask for games of simulations, which need neither streams nor a server.
//! A worker needs the address of NATS and a credential. It sees neither the database nor the store of blobs.

mod bulk_desk;
mod bulk_work;
mod depot;
mod desk;
mod hub;
mod link;
mod linked;
mod messages;
mod pulling;
mod worker;

pub use bulk_desk::{Bulk, BulkFault, hand_out};
pub(crate) use hub::Hub;
pub(crate) use link::Link;
pub use link::{NatsFault, NatsOptions};
pub use worker::{Worker, WorkerSettings, worker_name};
