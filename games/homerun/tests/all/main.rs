//! All integration tests of the game in one binary.

mod battery {
    agon_testkit::battery!(agon_homerun::HomeRun, 20_000);
}
mod bots;
mod copies;
mod properties;
mod rulebook;
mod switches;
