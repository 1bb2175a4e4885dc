//! Seats whose players connect over the network and speak the wire protocol of the game's own contest.
//!
//! Only the trait is here: a game that had such clients implements it in a crate of its own, and the
//! registry names that crate beside the game.

use crate::Player;
use agon_core::{Game, MatchInfo, Scribe};
use std::io;
use std::net::SocketAddr;
use std::time::Duration;
use thiserror::Error;

/// Listens for the clients of one match. Dropping it closes the ports.
pub trait RemoteSeats<G: Game>: Send + Sync {
    /// The address that clients connect to first.
    fn address(&self) -> SocketAddr;

    /// A player who takes the next client that joins, and fails if none joins in time.
    fn player(&self, limits: ClientLimits) -> Player<G>;

    /// The scribe that keeps the clients informed, from the first position on.
    fn scribe(&self, game: &G, info: &MatchInfo) -> Box<dyn Scribe<G>>;

    /// Tells a person how to start the clients of this many seats; one or more lines.
    fn instructions(&self, clients: usize) -> String;
}

/// The time limits of a client besides those of the game.
#[derive(Copy, Clone, Debug)]
pub struct ClientLimits {
    /// How long the match waits for the client to join.
    pub join: Duration,
    /// Whether turns are on the clock.
    pub clock: bool,
    /// All turns of the match together, if turns are on the clock.
    pub whole_match: Duration,
}

/// Why clients cannot connect. Each reads as a full sentence.
#[derive(Debug, Error)]
#[allow(missing_docs, reason = "the sentences say it")]
pub enum ListenFault {
    #[error("cannot listen at {address}: {why}; {advice}")]
    Taken { address: SocketAddr, why: io::Error, advice: &'static str },
    #[error("{0}")]
    BadAddress(&'static str),
}

/// The result of listening: ports that are open, or the reason why they are not.
pub type Listening<G> = Result<Box<dyn RemoteSeats<G>>, ListenFault>;
