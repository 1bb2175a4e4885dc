//! Starts real servers for tests. Each ends with the test program, even if that is killed.

mod postgres;
mod s3;

pub use postgres::Postgres;
pub use s3::S3;
