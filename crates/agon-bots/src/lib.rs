//! Bots in any language: what a name means, how a program is built, started and talked to.

mod line;
mod notes;
mod session;

pub use line::{Break, Farewell, HangUp, Line};
pub use notes::{NOTE_BYTES, NOTES_BYTES};
pub use session::{LATE_TURNS, Patience, Session, TURN_BYTES};
