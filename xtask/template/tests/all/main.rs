//! All integration tests of the game in one binary.

mod battery {
    agon_testkit::battery!(agon_harvest::Harvest);
}
mod rulebook;
