//! The rulebook's worked examples and cases missing from the recorded games, each named after its paragraph,
//! with both settings of each profile switch.

mod build;
mod ending;
mod events;
mod legal;
mod ripple;
pub mod scene;
mod turn;
mod units;
mod values;
