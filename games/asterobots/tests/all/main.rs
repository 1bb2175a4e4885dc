//! All integration tests of the game in one binary.

mod battery {
    agon_testkit::battery!(agon_asterobots::Asterobots, 4381);
}
mod bots;
mod properties;
mod rulebook;
