//! Ratings, tests of progress, pairings and brackets: pure functions over results.
//!
//! Nothing here plays a game, reads a file, asks a clock or draws a random number that does not follow
//! from a seed: the same results give the same tables and the same pairings on every machine, in
//! whatever order the results arrived.

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

/// The example of the crate's README is a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
