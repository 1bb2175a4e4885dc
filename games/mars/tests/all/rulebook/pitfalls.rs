//! Rules that are easily implemented wrong, one test each.

use super::scene::{Board, in_both};
use agon_core::{Profile, Why};
use agon_mars::{Team, View};

#[test]
fn already_moved_is_an_answer_and_the_turn_goes_on() {
    in_both(|profile| {
        let mut board = Board::drawn(profile, "+T . .");
        board.play(
            "
            blue: 1 moves right => at 0 1
            blue: 1 moves left => has moved
            blue: 1 acts => tile is 1
            blue: spawn miner at 0 0 => robot_2
            ",
        );
    });
}

#[test]
fn the_first_failed_check_is_reported() {
    in_both(|profile| {
        let mut board = Board::drawn(profile, "+T 12 .\n#  .  .");
        // Hidden and impassable come before `moved`.
        board.play(
            "
            blue: 1 moves right => at 0 1
            blue: 1 moves right => refused TargetHidden
            blue: 1 moves down-left => refused TargetImpassable
            blue: 1 moves down => has moved
            ",
        );
        // `acted` comes before the battery, the battery before the tile.
        let mut board = Board::drawn(profile, "+M 12\n.  .");
        board.play("blue: 1 moves right");
        for _ in 0..5 {
            board.play("blue: 1 acts");
            board.pass(2);
        }
        board.play(
            "blue: 1 acts\nblue: 1 moves down => at 1 1\nblue: 1 acts => refused AlreadyActed",
        );
        board.pass(2);
        board.play("blue: 1 acts => refused BatteryTooLow");
        // The owner of the tile comes before the robot on it, and that before metal.
        let mut board = Board::drawn(profile, "+E +E +E +E\n. . . .");
        board.play(
            "
            blue: 1 moves down => at 1 0
            blue: spawn miner at 1 0 => refused TileNotOwn
            blue: spawn miner at 0 1 => refused TileOccupied
            blue: spawn miner at 0 0 => refused NotEnoughMetal
            ",
        );
    });
}

#[test]
fn flags_persist_after_a_turn_and_are_visible_to_the_enemy() {
    in_both(|profile| {
        let mut board = Board::drawn(profile, "+ -t -\n- -  -");
        let flags = |view: View| view.enemies.first().map(|robot| (robot.moved, robot.acted));
        assert_eq!(flags(board.view(Team::Blue)), Some((true, true))); // built last turn
        board.pass(1);
        assert_eq!(flags(board.view(Team::Blue)), Some((false, false)));
        board.play("red: 1 moves down\nred: ends");
        assert_eq!(flags(board.view(Team::Blue)), Some((true, false)));
        board.play("blue: ends\nred: 1 acts\nred: ends");
        assert_eq!(flags(board.view(Team::Blue)), Some((false, true)));
    });
}

#[test]
fn one_counter_for_both_teams_and_robots_in_order_of_creation() {
    in_both(|profile| {
        let mut board = Board::drawn(profile, "+E +E +E +E + - -m -m -m");
        board.play("blue: spawn nothing at 0 4 => refused NoType");
        board.pass(8);
        board.play("blue: spawn miner at 0 4 => robot_8\nblue: ends");
        board.play("red: spawn miner at 0 5 => robot_9\nred: ends");
        board.play(
            "
            blue: 1 moves right => rams robot_2
            blue: spawn miner at 0 0 => refused NotEnoughMetal
            ",
        );
        board.pass(10);
        board.play(
            "
            blue: spawn explorer at 0 0 => robot_10
            blue: spawn explorer at 0 1 => refused NotEnoughMetal
            ",
        );
        let names: Vec<u32> = board.view(Team::Blue).robots.iter().map(|r| r.name.0).collect();
        assert_eq!(names, [3, 4, 8, 10]);
        let enemies: Vec<u32> = board.view(Team::Blue).enemies.iter().map(|r| r.name.0).collect();
        assert_eq!(enemies, [9]);
    });
}

/// A tile that becomes own in a turn charges its robot from the next turn on. The enemy cannot capture a tile
/// under a robot, because a terraformer stands on the tile that it changes.
#[test]
fn robots_are_charged_at_the_start_of_their_turn_by_the_tiles_owner_then() {
    in_both(|profile| {
        let mut board = Board::drawn(profile, "+T . .\n+  . .");
        board.play("blue: 1 moves right\nblue: 1 acts => tile is 1");
        board.robots("1 blue terraformer at 0 1 battery 100 moved acted");
        board.pass(1);
        board.robots("1 blue terraformer at 0 1 battery 100 moved acted");
        board.pass(1);
        board.robots("1 blue terraformer at 0 1 battery 120");

        // Red captures the base while blue's robot is away; the robot is not charged when it returns.
        let mut board = Board::drawn(profile, "+T .\n.  -t");
        board.play(
            "blue: 1 moves down\nblue: 1 acts => tile is 1\nblue: ends\nred: 2 moves up-left",
        );
        for value in -4..=1 {
            board.play(&format!("red: 2 acts => tile is {value}\nred: ends\nblue: ends"));
        }
        board.play(
            "
            red: 2 moves down-right
            red: ends
            blue: 1 acts => tile is 2
            blue: 1 moves up => at 0 0
            ",
        );
        board.expect("-1T .\n+2 -t");
        board.pass(2);
        assert_eq!(board.view(Team::Blue).robots[0].battery, 100);
    });
}

#[test]
fn a_captured_tile_reveals_no_neighbours() {
    in_both(|profile| {
        let mut board = Board::drawn(profile, "+T - . .");
        board.play("blue: 1 moves right");
        for _ in 0..6 {
            board.play("blue: 1 acts");
            board.pass(2);
        }
        board.sees(Team::Blue, "+ +1T ? ?");
    });
}

#[test]
fn a_search_marks_on_queueing_and_tests_on_leaving() {
    in_both(|profile| {
        let mut board = Board::drawn(profile, "+ + +M\n+ # +\n+ + +");
        board.play(
            "
            blue: way from 1 0 to 1 2 => up-right 2
            blue: way from 1 0 to 0 2 => no way
            blue: way from 0 2 to 0 2 => here
            blue: way from 1 1 to 1 1 => no way
            blue: way from 2 1 to 0 1 => up-right 2
            ",
        );
    });
}

#[test]
fn places_outside_the_map_count_as_hidden() {
    in_both(|profile| {
        let mut board = Board::drawn(profile, "+E .\n.  .");
        board.play("blue: 1 moves up-left => refused TargetHidden");
        for place in ["-1 0", "0 -1", "-1 -1", "16 0", "0 16", "-2147483648 2147483647"] {
            board.play(&format!(
                "
                blue: spawn miner at {place} => refused TileClosed
                blue: can spawn miner at {place} => no
                blue: who is at {place} => none
                blue: way from 0 0 to {place} => no way
                "
            ));
        }
    });
}

#[test]
fn a_transformation_of_the_original_needs_40_metal_and_takes_50() {
    let mut board = Board::drawn(Profile::Original, "+E +E +E +E");
    board.pass(6);
    assert_eq!(board.metal()[0], 40);
    board.play("blue: 1 becomes miner => robot_5");
    assert_eq!(board.metal()[0], -10);
    assert_eq!(board.view(Team::Blue).metal, -10);
    assert_eq!(board.view(Team::Blue).transform_cost, 40);
    board.play("blue: 2 becomes miner => refused NotEnoughMetal");
    board.pass(2);
    assert_eq!(board.metal()[0], 0);
}

#[test]
fn terraform_is_stored_blue_positive_and_shown_own_positive() {
    in_both(|profile| {
        let mut board = Board::drawn(profile, "+ -t .");
        board.play("blue: ends\nred: 1 acts => tile is 6");
        board.expect("+5 -6t .");
        board.sees(Team::Red, "-5 +6t .");
        board.sees(Team::Blue, "+5 -6t ?");
        let shown = serde_json::to_value(board.view(Team::Red)).unwrap();
        assert_eq!(shown["terraform"][0][2].to_string(), "0");
    });
}

#[test]
fn after_a_ram_the_tile_is_free_at_once() {
    in_both(|profile| {
        let mut board = Board::drawn(profile, "+E +M\n+T +");
        board.play(
            "
            blue: 1 moves right => rams robot_2
            blue: 3 moves up-right => at 0 1
            blue: spawn miner at 0 0 => robot_4
            ",
        );
        board.expect("+M +T\n+ +");
        let mut board = Board::drawn(profile, "+E +M\n+T +");
        board.play(
            "
            blue: 1 moves right => rams robot_2
            blue: spawn miner at 0 1 => robot_4
            ",
        );
        board.expect("+ +M\n+T +");
    });
}

#[test]
fn only_time_ends_a_match_early() {
    in_both(|profile| {
        // Blue has no robots and no tiles, and may still win by time.
        let mut board = Board::drawn(profile, ". . -t");
        board.pass(300);
        assert_eq!(board.result(), "undecided");
        board.play("blue: ends");
        board.end(Why::OutOfTime, 0.0);
        assert_eq!(board.result(), "blue by timeout");
    });
}
