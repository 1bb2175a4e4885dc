//! Conditions, expectations and scenes as people write them, and as a fuzzer writes them.

mod conditions;
mod fuzz;
mod scenes;
