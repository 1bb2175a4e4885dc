//! Ratings, progress tests, pairings and brackets: pure functions over results.
//!
//! The crate plays no matches, reads no files and no clock, and derives every random number from a
//! seed: the same results give the same tables and pairings on every machine, whatever the order in
//! which the results arrived.

pub mod elimination;
pub mod elo;
mod hash;
pub mod matching;
mod matrix;
pub mod mcmahon;
pub mod opengotha;
pub mod pods;
pub mod rating;
pub mod round_robin;
pub mod sprt;

pub use hash::tie_hash;

/// Compiles the README's example as a doctest.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
