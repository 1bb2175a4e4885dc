//! The commands, one file each.

pub mod admin;
pub mod bench;
pub mod bot;
pub mod compare;
pub mod conformance;
pub mod contest;
pub mod demo;
pub mod doctor;
pub mod games;
pub mod grade;
pub mod help;
pub mod kit;
pub mod league;
pub mod manual;
pub mod maps;
pub mod new;
pub mod play;
mod regulations;
pub mod replay;
pub mod runs;
pub mod schema;
pub mod serve;
pub mod simulate;
pub mod tournament;
pub mod watch;
pub mod worker;
