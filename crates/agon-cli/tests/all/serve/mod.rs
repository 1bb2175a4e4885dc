//! `agon serve`: the real program, real bots in the sandbox, real kills.

mod admin;
mod client;
mod competitor;
mod day;
mod described;
mod events;
mod faults;
mod kills;
mod ladder;
mod rights;
mod routes;
mod runs;
mod servers;
mod starting;
