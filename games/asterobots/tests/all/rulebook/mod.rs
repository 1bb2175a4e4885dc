//! The rulebook, paragraph by paragraph: worked examples, pitfalls, and every switch both ways.

mod commands;
mod ending;
mod events;
mod legal;
mod quirks;
mod scene;
mod selection;
mod sight;
mod turn;
