//! Starts real servers for tests. Each ends with the test program, even if that is killed.

mod host;
mod nats;
mod postgres;
mod proxy;
mod s3;
mod trial;

pub use host::{Cable, Host};
pub use nats::Nats;
pub use postgres::Postgres;
pub use proxy::{Pace, Pass, Proxy};
pub use s3::S3;
pub use trial::{Trial, not_refused};
