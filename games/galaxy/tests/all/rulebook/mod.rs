//! The rulebook, paragraph by paragraph: worked examples, pitfalls, and every switch in both
//! positions.

mod captures;
mod commands;
mod example;
mod observation;
mod torpedoes;
mod turns;
