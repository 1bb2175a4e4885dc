//! `agon serve`: the real program, real bots in the sandbox, real kills.

mod client;
mod day;
mod kills;
mod rights;
mod starting;
