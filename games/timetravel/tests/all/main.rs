//! All integration tests of the game in one binary.

mod battery {
    agon_testkit::battery!(agon_timetravel::TimeTravel, 57_000);
}
mod bots;
mod copies;
mod export;
mod maps;
mod properties;
mod rulebook;
