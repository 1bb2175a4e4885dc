//! Shows matches to people.
//!
//! A [`Film`] holds the frames of a match, finished or still being played, in the form in which a
//! viewer loads them. [`Server`] serves films and the map maker to a browser on this machine,
//! [`page`] writes a film into one page that needs no server, [`terminal`] plays one in a terminal.
//!
//! Nothing here knows a rule: frames are made by the games, maps are judged by them.

mod api;
mod assets;
mod film;
mod making;
mod maps;
pub mod page;
mod refusal;
mod server;
mod shelf;
pub mod terminal;

pub use film::{CHUNK, Film, Head, Verdict};
pub use making::{FilmFault, LiveFilm, film_of, replay_head};
pub use server::Server;

/// The example of the crate's README is a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
