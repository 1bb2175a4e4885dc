//! R7.5: paths and the robot on a tile.

use super::scene::{Board, in_both};

const FIELD: &str = "
    +  +  +
    +  +  +
    +  +  +
";

/// Of equally long paths the first in the order of the directions is chosen, not the straightest.
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
fn r7_5_paths_pass_diagonally_between_rocks() {
    in_both(|profile| {
        Board::drawn(profile, "+ #\n# +").play("blue: way from 0 0 to 1 1 => down-right 1");
    });
}

#[test]
fn r7_5_paths_use_visible_tiles_only() {
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
fn r7_5_start_and_end_must_be_open_even_if_they_are_equal() {
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
fn r7_5_robots_block_paths_only_with_avoid_robots() {
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

/// The goal is tested when a tile leaves the queue, and an occupied goal never enters the queue.
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
fn r7_5_the_path_to_base_leads_to_the_first_own_tile_found() {
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
fn r7_5_without_a_free_own_tile_there_is_no_path_to_base() {
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
fn r7_5_the_robot_on_a_tile() {
    in_both(|profile| {
        let mut board = Board::drawn(profile, "+E -m -t");
        board.play(
            "
            blue: who is at 0 0 => 1 blue explorer at 0 0 battery 120
            blue: who is at 0 1 => 2 red miner at 0 1 battery 120 moved acted
            blue: who is at 0 2 => none
            blue: who is at 1 0 => none
            blue: who is at -1 0 => none
            blue: who is at 0 16 => none
            ",
        );
    });
}

#[test]
fn r7_5_questions_change_nothing_and_are_refused_out_of_turn() {
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
