//! Starts real servers for tests. Each ends with the test program, even if that is killed.

mod nats;
mod postgres;
mod proxy;
mod s3;

pub use nats::Nats;
pub use postgres::Postgres;
pub use proxy::{Pass, Proxy};
pub use s3::S3;
