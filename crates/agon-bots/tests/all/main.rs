//! Bots in any language: sessions with scripted bots, and real programs in the real sandbox.

mod script;
mod session;
