//! The rulebook, paragraph by paragraph: worked examples, pitfalls, and every switch in both
//! positions.

mod captures;
mod commands;
mod events;
mod example;
mod legal;
mod observation;
pub mod scene;
mod torpedoes;
mod turns;
