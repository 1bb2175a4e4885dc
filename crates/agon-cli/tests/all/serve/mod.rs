//! `agon serve`: the real program, real bots in the sandbox, real kills.

mod admin;
mod archive;
mod client;
mod competitor;
mod console;
mod day;
mod demo;
mod described;
mod events;
mod faults;
mod grading;
mod kills;
mod ladder;
mod late;
mod lost;
mod rights;
mod routes;
mod runs;
mod servers;
mod staff_tools;
mod starting;
mod transports;
mod walks;
mod whole_day;
mod workers;
