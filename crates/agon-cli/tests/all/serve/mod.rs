//! `agon serve`: the real program, real bots in the sandbox, real kills.

mod admin;
mod appeals;
mod archive;
mod aside;
mod chaos;
mod client;
mod competitor;
mod console;
mod day;
mod demo;
mod deployed;
mod described;
mod events;
mod faults;
mod grading;
mod grow;
mod hosts;
mod kills;
mod ladder;
mod late;
mod live;
mod lost;
mod privacy;
mod rights;
mod routes;
mod runs;
mod scale;
mod servers;
mod slow;
mod staff_tools;
mod starting;
mod transports;
mod walks;
mod whole_day;
mod workers;

pub use workers::WorkerProcess;
