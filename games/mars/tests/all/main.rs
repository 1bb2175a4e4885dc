//! All integration tests of the game in one binary.

mod battery {
    agon_testkit::battery!(agon_mars::Mars, 2000);
}
mod bots;
mod copies;
mod export;
mod fog;
mod known;
mod mirror;
mod recorded;
mod rulebook;
mod switches;
mod wild;
