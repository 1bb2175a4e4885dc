//! Bots in any language: sessions with scripted bots, and real programs in the real sandbox.

mod kits;
mod programs;
mod script;
mod session;
mod table;
