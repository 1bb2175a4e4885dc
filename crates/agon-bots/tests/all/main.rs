//! Bots in any language: sessions with scripted bots, and real programs in the real sandbox.

mod programs;
mod script;
mod session;
mod table;
