//! What is known of the program that hosts a bot, besides how to start it.

use std::time::Duration;

/// Processor time that a Java machine may use between its bot's turns in a match: it compiles and tidies
/// up when it likes. To be stopped and let go at every turn would cost everybody more than the bot could
/// gain by thinking for so long.
pub(crate) const JAVA_HOUSEKEEPING: Duration = Duration::from_secs(3);

/// A program that hosts a bot. Of those that are not ours nothing is known.
#[derive(Copy, Clone, Debug, Default)]
pub(crate) struct Host {
    /// Whether it counts the bot's energy and can be believed.
    pub counts_energy: bool,
    /// Whether it can play one match after the other, with nothing left of the last one.
    pub plays_again: bool,
    /// Whether it computes in its turns only, and always one thing after the other.
    pub computes_by_turns: bool,
    /// Processor time that it may use between turns in a match before it is taken for the bot's.
    pub housekeeping: Duration,
}
