//! The rulebook as worked examples: every rule on a drawn board in both profiles. Names such as
//! `r7_1_...` begin with the section of the manual.

mod ending;
mod events;
mod legal;
mod orders;
mod pitfalls;
mod questions;
mod refusals;
mod scene;
mod transform;
mod turns;
