//! The properties every game must have, as one battery of tests.
//!
//! A game's tests call [`battery!`] once and get them all: that checking and doing agree, that
//! copies are independent, that everything written can be read back, that a replay repeats its
//! match, that every game ends, that parsers survive any bytes; plus the recorded games
//! ([`recordings_hold`]). What only one game has (fog, mirrored play, strength of its bots) it
//! tests itself.

mod documents;
mod fuzz;
mod golden;
mod messages;
mod properties;

pub use documents::{document, document_holds, part, part_holds};
pub use fuzz::{fuzz_map_parser, fuzz_play, fuzz_replay_parser, fuzz_trace_parser};
pub use golden::{our_recordings_hold, recordings_hold};
pub use messages::{messages_round_trip, wild_messages};
pub use properties::{
    calls_round_trip, check_agrees_with_apply, copies_are_independent, for_seeds, games_end,
    maps_round_trip, replays_repeat, setups_round_trip, views_are_rewritten_whole, wins,
};

/// Defines the whole battery as tests of one game; `$min_steps` is a number of recorded steps that
/// must at least be in the repository, so that a lost folder is noticed.
#[macro_export]
macro_rules! battery {
    ($game:ty, $min_steps:expr) => {
        #[test]
        fn our_recordings_hold() {
            $crate::our_recordings_hold::<$game>($min_steps);
        }
        #[test]
        fn all_other_recordings_hold() {
            $crate::recordings_hold::<$game>();
        }
        #[test]
        fn check_agrees_with_apply() {
            $crate::check_agrees_with_apply::<$game>();
        }
        #[test]
        fn copies_are_independent() {
            $crate::copies_are_independent::<$game>();
        }
        #[test]
        fn calls_round_trip() {
            $crate::calls_round_trip::<$game>();
        }
        #[test]
        fn messages_round_trip() {
            $crate::messages_round_trip::<$game>();
        }
        #[test]
        fn setups_round_trip() {
            $crate::setups_round_trip::<$game>();
        }
        #[test]
        fn maps_round_trip() {
            $crate::maps_round_trip::<$game>();
        }
        #[test]
        fn views_are_rewritten_whole() {
            $crate::views_are_rewritten_whole::<$game>();
        }
        #[test]
        fn replays_repeat() {
            $crate::replays_repeat::<$game>();
        }
        #[test]
        fn games_end() {
            $crate::games_end::<$game>();
        }
        #[test]
        fn fuzz_play() {
            $crate::fuzz_play::<$game>();
        }
        #[test]
        fn fuzz_map_parser() {
            $crate::fuzz_map_parser::<$game>();
        }
        #[test]
        fn fuzz_trace_parser() {
            $crate::fuzz_trace_parser::<$game>();
        }
        #[test]
        fn fuzz_replay_parser() {
            $crate::fuzz_replay_parser::<$game>();
        }
    };
}
