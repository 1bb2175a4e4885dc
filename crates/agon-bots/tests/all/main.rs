//! Bots in any language: sessions with scripted bots, and real programs in the real sandbox.

mod java;
mod programs;
mod script;
mod session;
mod table;
