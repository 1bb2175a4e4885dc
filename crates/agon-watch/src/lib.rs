//! Shows matches to people: in a browser, as a page on disk, or in a terminal.
//!
//! A [`Film`] holds the frames of a match, finished or still being played, in the form in which a
//! viewer loads them. [`Server`] serves films and the map maker to a browser on this machine,
//! [`page`] writes a film into one page that needs no server, [`terminal`] plays one in a terminal.
//! [`desk`] lets people play: in the browser or in the terminal.
//!
//! No rule of any game is written here: the games make the frames and check the maps.

mod api;
mod assets;
pub mod contest;
pub mod desk;
mod film;
mod filming;
mod library;
mod limits;
mod live;
mod maps;
pub mod page;
mod people;
mod refusal;
mod server;
mod state;
pub mod terminal;

pub use film::{CHUNK, Film, Head, Verdict};
pub use filming::{
    FilmFault, LiveFilm, content_address, film_of, live_head, replay_head, whole_film,
};
pub use live::{Audience, RecordFilm};
pub use server::Server;

/// The example of the crate's README is a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
