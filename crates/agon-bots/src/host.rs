//! What is known about the program that hosts a bot, besides how to start it.

use std::time::Duration;

/// A program that hosts a bot. Defaults describe third-party hosts.
#[derive(Copy, Clone, Debug, Default)]
pub(crate) struct Host {
    /// Whether it counts the bot's energy and can be trusted.
    pub counts_energy: bool,
    /// Whether it can play several matches without keeping state of earlier ones.
    pub plays_again: bool,
    /// Whether it computes in its turns only, in one thread at a time.
    pub computes_by_turns: bool,
    /// Whether a debugger has it, which must not be frozen.
    pub is_debugged: bool,
    /// The function of the bot's kit that it must call to play; empty without a kit.
    pub run_call: &'static str,
    /// Whether its log names the place where a turn was stopped.
    pub names_place: bool,
    /// Bytes of memory that it may have.
    pub memory_limit: Option<u64>,
    /// Processor time per match that it may use between turns without being frozen.
    pub housekeeping: Duration,
}
