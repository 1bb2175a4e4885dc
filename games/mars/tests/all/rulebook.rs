//! The rulebook as worked examples: every paragraph that says how the game is played, drawn and
//! played in both profiles. The names give the paragraph.

mod board;
mod ends;
mod events;
mod legal;
mod orders;
mod pitfalls;
mod questions;
mod refusals;
mod transform;
mod turns;
