//! Worked examples of the rulebook and everything the recorded games do not show, each named after
//! its paragraph; each switch of the profiles in both positions.

mod build;
mod end;
mod events;
mod legal;
mod ripple;
pub mod scene;
mod turn;
mod units;
mod values;
