//! Starts real servers for tests. Each ends with the test program, even if that is killed.

mod postgres;

pub use postgres::Postgres;
