//! The rulebook's worked examples and its pitfalls, each test named after its paragraph.

mod economy;
mod energy;
mod events;
mod legal;
mod orders;
mod queue;
mod scene;
mod sensing;
