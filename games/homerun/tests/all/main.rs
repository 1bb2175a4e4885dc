//! All integration tests of the game in one binary.

mod battery {
    agon_testkit::battery!(agon_homerun::HomeRun, 20_000);
}
mod events;
mod kits;
mod lab;
mod legal;
mod properties;
mod rulebook;
mod strength;
mod switches;
