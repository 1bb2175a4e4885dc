//! The properties every game must have, as one battery of tests.
//!
//! A game's tests call [`battery!`] once and get them all: that checking and doing agree, that
//! copies are independent, that everything written can be read back, that a replay repeats its
//! match, that every game ends, that parsers survive any bytes; plus the recorded games
//! ([`recordings_hold`]). What only one game has (fog, mirrored play, strength of its bots) it
//! tests itself.

mod documents;
mod effort;
mod fuzz;
mod golden;
mod messages;
mod people;
mod properties;

pub use documents::{document, document_holds, part, part_holds};
pub use effort::Effort;
pub use fuzz::{fuzz_map_parser, fuzz_play, fuzz_replay_parser, fuzz_trace_parser};
pub use golden::{our_recordings_hold, recordings_hold};
pub use messages::{messages_round_trip, wild_messages};
pub use people::{seat_frames_show_what_views_show, tutorial_can_be_played};
pub use properties::{
    calls_round_trip, check_agrees_with_apply, copies_are_independent, events_are_told, for_seeds,
    games_end, legal_calls_are_exact, maps_round_trip, replays_repeat, setups_round_trip,
    simultaneous_turns_are_independent, views_are_rewritten_whole, wins,
};

/// Defines the battery as tests of one game. A game that has recorded games of an original adds the number
/// of steps that must at least be in its `golden` folder, so that lost files are noticed: `battery!(Game,
/// 2000)`.
#[macro_export]
macro_rules! battery {
    ($game:ty, $min_steps:expr) => {
        $crate::battery!($game);
        #[test]
        fn our_recordings_hold() {
            $crate::our_recordings_hold::<$game>($min_steps);
        }
        #[test]
        fn all_other_recordings_hold() {
            $crate::recordings_hold::<$game>();
        }
        #[test]
        fn fuzz_trace_parser() {
            $crate::fuzz_trace_parser::<$game>();
        }
    };
    ($game:ty) => {
        $crate::battery! { @tests $game:
            check_agrees_with_apply, legal_calls_are_exact, simultaneous_turns_are_independent,
            copies_are_independent, calls_round_trip, messages_round_trip, setups_round_trip,
            maps_round_trip, views_are_rewritten_whole, replays_repeat, events_are_told, games_end,
            seat_frames_show_what_views_show, tutorial_can_be_played,
            fuzz_play, fuzz_map_parser, fuzz_replay_parser,
        }
    };
    (@tests $game:ty: $($property:ident),+ $(,)?) => {
        $(#[test]
        fn $property() {
            $crate::$property::<$game>();
        })+
    };
}
