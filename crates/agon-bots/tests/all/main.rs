//! Bots in any language: sessions with scripted bots, and real programs in the real sandbox.

mod documents;
mod examples;
mod folders;
mod helpers;
mod install;
mod java;
mod java_contests;
mod kits;
mod mars_original;
mod mistakes;
mod overload;
mod programs;
mod regulations;
mod scenes;
mod script;
mod session;
mod table;
mod timetravel_original;
mod toolchains;
mod types;
