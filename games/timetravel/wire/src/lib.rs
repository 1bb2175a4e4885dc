//! The wire protocol of the Time Travel contest (R13): compiled clients of 2009 connect and play.
//!
//! Two ports stand for the contest's two servers. On the first a client logs in and is sent on to the
//! second, where it joins the game. There is one game, number 1, and it begins when everybody is there.
//!
//! [`Server`] listens and keeps the connections, [`seat`](Server::player) is what the runner plays with.

mod client;
mod frame;
mod hall;
mod orders;
mod seat;
mod server;
mod sexpr;

pub use hall::GAME_NUMBER;
pub use server::{ListenFault, Server};

/// The example of the crate's README is a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
