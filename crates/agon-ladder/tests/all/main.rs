//! The promises of the crate, tried from outside.

mod brackets;
mod mcmahon_edges;
mod mcmahon_vectors;
mod opengotha;
mod pods;
mod progress;
mod ratings;
