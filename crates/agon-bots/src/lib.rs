//! Bots in any language: what a name means, how a program is built, started and talked to.

mod line;
mod link;
mod notes;
mod session;
mod turn;

pub use line::{Break, Farewell, HangUp, Line};
pub use link::Patience;
pub use notes::{NOTE_BYTES, NOTES_BYTES};
pub use session::{LATE_TURNS, Session};
pub use turn::{LOG_BYTES, TURN_BYTES};
