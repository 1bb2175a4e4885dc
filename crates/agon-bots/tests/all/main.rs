//! Bots in any language: sessions with scripted bots, and real programs in the real sandbox.

mod documents;
mod java;
mod mars_original;
mod kits;
mod programs;
mod scenes;
mod script;
mod session;
mod table;
