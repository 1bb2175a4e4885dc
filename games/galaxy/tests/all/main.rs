//! All integration tests of the game in one binary.

mod battery {
    agon_testkit::battery!(agon_galaxy::GalaxyCommander, 7000);
}
mod bots;
mod maps;
mod properties;
mod rulebook;
