//! R7.5: ways and who stands where.

use super::board::{Board, in_both};

const FIELD: &str = "
    +  +  +
    +  +  +
    +  +  +
";

/// Of equally long ways the first in the order of the directions wins, not the straightest.
#[test]
fn r7_5_ties_go_to_the_direction_that_was_queued_first() {
    in_both(|profile| {
        Board::drawn(profile, FIELD).play(
            "
            blue: way from 1 0 to 1 2 => up-right 2
            blue: way from 0 1 to 2 1 => down-right 2
            blue: way from 1 2 to 1 0 => down-left 2
            blue: way from 2 1 to 0 1 => up 2
            blue: way from 0 0 to 2 2 => down-right 2
            ",
        );
        let blocked = "
            +  #  +
            +  +  +
            +  +  +
        ";
        Board::drawn(profile, blocked).play("blue: way from 1 0 to 1 2 => right 2");
        let blocked = "
            +  #  +
            +  #  +
            +  +  +
        ";
        Board::drawn(profile, blocked).play("blue: way from 1 0 to 1 2 => down-right 2");
    });
}

#[test]
fn r7_5_every_tile_inherits_the_direction_of_the_tile_that_found_it() {
    in_both(|profile| {
        Board::drawn(
            profile,
            "
            +  +  +  +  +  +
            +  +  +  #  +  +
            +  +  +  +  +  +
            ",
        )
        .play(
            "
            blue: way from 1 0 to 1 4 => up-right 4
            blue: way from 1 0 to 2 4 => up-right 4
            blue: way from 2 5 to 2 0 => left 5
            blue: way from 0 0 to 2 5 => right 5
            blue: way from 1 4 to 1 0 => down-left 4
            blue: way from 1 1 to 1 5 => up-right 4
            ",
        );
    });
}

#[test]
fn r7_5_ways_cut_corners() {
    in_both(|profile| {
        Board::drawn(profile, "+ #\n# +").play("blue: way from 0 0 to 1 1 => down-right 1");
    });
}

#[test]
fn r7_5_ways_lead_through_what_is_visible_only() {
    in_both(|profile| {
        let mut board = Board::drawn(
            profile,
            "
            +  .  .  .  +
            #  #  #  #  #
            ",
        );
        board.play(
            "
            blue: way from 0 0 to 0 1 => right 1
            blue: way from 0 0 to 0 2 => no way
            blue: way from 0 2 to 0 1 => no way
            blue: way from 0 0 to 0 3 => no way
            blue: way from 0 0 to 1 0 => no way
            blue: way from 1 0 to 0 0 => no way
            ",
        );
    });
}

#[test]
fn r7_5_start_and_end_must_be_open_even_when_they_are_the_same() {
    in_both(|profile| {
        let mut board = Board::drawn(profile, "+E # .");
        board.play(
            "
            blue: way from 0 0 to 0 0 => here
            blue: way from 0 1 to 0 1 => no way
            blue: way from 0 2 to 0 2 => no way
            blue: way from -1 -1 to -1 -1 => no way
            blue: way from 0 0 to 0 16 => no way
            blue: way from 2147483647 -2147483648 to 0 0 => no way
            ",
        );
    });
}

#[test]
fn r7_5_robots_stand_in_the_way_unless_they_are_to_be_ignored() {
    in_both(|profile| {
        let mut board = Board::drawn(profile, "+E +T -m +");
        board.play(
            "
            blue: way from 0 0 to 0 3 => no way
            blue: way from 0 0 to 0 3 through robots => right 3
            blue: way from 0 1 to 0 0 => no way
            blue: way from 0 1 to 0 0 through robots => left 1
            blue: way from 0 2 to 0 3 => right 1
            blue: way from 0 2 to 0 2 => here
            ",
        );
    });
}

/// The goal is looked for when a tile leaves the queue, so an occupied goal is never entered.
#[test]
fn r7_5_an_occupied_goal_cannot_be_reached() {
    in_both(|profile| {
        let mut board = Board::drawn(profile, "+ +M +\n+ + +");
        board.play(
            "
            blue: way from 0 0 to 0 1 => no way
            blue: way from 0 0 to 0 1 through robots => right 1
            blue: way from 0 0 to 0 2 => down-right 2
            ",
        );
    });
}

#[test]
fn r7_5_the_way_home_leads_to_the_first_own_tile_found() {
    in_both(|profile| {
        let mut board = Board::drawn(
            profile,
            "
            +   .  +
            .   .  -
            +T  .  .
            ",
        );
        board.play(
            "
            blue: home of 1 => here
            blue: 1 moves up-right => at 1 1
            blue: home of 1 => up-right 1
            blue: spawn explorer at 0 2 => robot_2
            blue: home of 1 => down-left 1
            blue: home of 1 through robots => up-right 1
            ",
        );
    });
}

#[test]
fn r7_5_without_a_free_own_tile_there_is_no_way_home() {
    in_both(|profile| {
        let mut board = Board::drawn(profile, "+T . -m");
        board.play(
            "
            blue: home of 9 => no way
            blue: home of 2 => no way
            blue: 1 moves right
            blue: home of 1 => left 1
            blue: spawn miner at 0 0
            blue: home of 1 => no way
            blue: home of 1 through robots => left 1
            ",
        );
    });
}

#[test]
fn r7_5_who_stands_on_a_tile() {
    in_both(|profile| {
        let mut board = Board::drawn(profile, "+E -m -t");
        board.play(
            "
            blue: who is at 0 0 => 1 blue explorer at 0 0 battery 120
            blue: who is at 0 1 => 2 red miner at 0 1 battery 120 moved acted
            blue: who is at 0 2 => nobody
            blue: who is at 1 0 => nobody
            blue: who is at -1 0 => nobody
            blue: who is at 0 16 => nobody
            ",
        );
    });
}

#[test]
fn r7_5_questions_change_nothing_and_the_other_team_gets_no_answer() {
    in_both(|profile| {
        let mut board = Board::drawn(profile, "+E . -m");
        board.play(
            "
            red: way from 0 2 to 0 1 => refused NotYourTurn
            red: who is at 0 2 => refused NotYourTurn
            red: can 2 move left => refused NotYourTurn
            blue: ends
            red: way from 0 2 to 0 1 => left 1
            ",
        );
    });
}
