//! Tests of the public interface.

mod brackets;
mod mcmahon_edges;
mod mcmahon_vectors;
mod opengotha;
mod pods;
mod progress;
mod ratings;
