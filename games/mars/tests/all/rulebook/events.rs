//! Events of drawn turns, as the viewer gets them.

use super::scene::{Board, in_both};
use serde_json::json;

#[test]
fn robots_that_ram_each_other_are_a_kill() {
    in_both(|profile| {
        let mut board = Board::drawn(profile, "+M -t -t");
        let events = board.events_of("blue: 1 moves right => rams robot_2\nblue: ends");
        let expected = json!([
            {
                "kind": "kill", "by": 0, "to": 1, "at": {"tile": [0, 1]},
                "sentence": "blue's robot_1 rammed red's robot_2: both were destroyed"
            },
            {"kind": "elimination", "to": 0, "sentence": "blue lost its last robot"},
        ]);
        assert_eq!(json!(events), expected);
    });
}

#[test]
fn the_event_of_ramming_an_ally_says_so() {
    in_both(|profile| {
        let mut board = Board::drawn(profile, "+M +M -");
        let events = board.events_of("blue: 1 moves right => rams robot_2\nblue: ends");
        let sentence = "blue's robot_1 rammed its own robot_2: both were destroyed";
        assert_eq!(events[0].sentence, sentence);
        assert_eq!(events[0].by, events[0].to);
    });
}

#[test]
fn the_first_robot_of_a_type_is_an_event() {
    in_both(|profile| {
        let mut board = Board::drawn(profile, "+ + + -");
        let script = "blue: spawn explorer at 0 1\nblue: spawn explorer at 0 2\nblue: ends";
        let expected = json!([{
            "kind": "build", "by": 0, "at": {"tile": [0, 1]},
            "sentence": "blue now has an explorer: robot_1"
        }]);
        assert_eq!(json!(board.events_of(script)), expected);
        board.play("red: ends");
        assert_eq!(board.events_of("blue: spawn explorer at 0 0\nblue: ends"), []);
    });
}

#[test]
fn a_tile_that_the_enemy_loses_is_a_capture() {
    in_both(|profile| {
        let mut board = Board::drawn(profile, "+T -");
        board.play("blue: 1 moves right\nblue: 1 acts => tile is -4\nblue: ends\nred: ends");
        for value in [-3, -2, -1] {
            let script = format!("blue: 1 acts => tile is {value}\nblue: ends");
            assert_eq!(board.events_of(&script), []);
            board.play("red: ends");
        }
        let expected = json!([
            {
                "kind": "capture", "by": 0, "to": 1, "at": {"tile": [0, 1]},
                "sentence": "red lost the tile (0, 1) to blue"
            },
            {"kind": "elimination", "to": 1, "sentence": "red lost its last tile"},
        ]);
        assert_eq!(json!(board.events_of("blue: 1 acts => tile is 0\nblue: ends")), expected);
    });
}

#[test]
fn a_timeout_is_an_elimination() {
    in_both(|profile| {
        let mut board = Board::drawn(profile, "+ -");
        let expected = json!([
            {"kind": "elimination", "to": 0, "sentence": "blue ran out of time in round 1"}
        ]);
        assert_eq!(json!(board.events_of("blue: runs out of time")), expected);
    });
}
