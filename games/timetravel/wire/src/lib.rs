//! The wire protocol of the Time Travel contest (R13): compiled clients of 2009 connect and play.
//!
//! Two ports stand for the contest's two servers. On the first a client logs in and is redirected to the
//! second, where it joins the game. There is one game, number 0, which begins when all clients have joined.
//!
//! [`Server`] listens and keeps the connections; the runner uses it as [`agon_runner::RemoteSeats`].

mod client;
mod frame;
mod hall;
mod orders;
mod outbox;
mod pace;
mod seat;
mod server;
mod sexpr;

pub use server::Server;

/// The example of the crate's README is a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
