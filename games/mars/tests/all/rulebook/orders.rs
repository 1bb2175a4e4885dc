//! R7.1 spawning, R7.2 moving and ramming, R7.3 acting.

use super::scene::{Board, in_both};
use agon_core::Profile;
use agon_mars::Team;

/// The reply of a profile where the two differ.
fn by(profile: Profile, handbook: &'static str, original: &'static str) -> &'static str {
    match profile {
        Profile::Handbook => handbook,
        Profile::Original => original,
    }
}

#[test]
fn r7_1_a_new_robot_is_charged_and_neither_moves_nor_acts() {
    in_both(|profile| {
        let mut board = Board::drawn(profile, "+ . .\n. . .");
        board.play(
            "
            blue: can spawn miner at 0 0 => yes
            blue: spawn miner at 0 0 => robot_1
            blue: can spawn miner at 0 0 => no
            blue: 1 moves right => has moved
            blue: 1 acts => refused AlreadyActed
            ",
        );
        board.robots("1 blue miner at 0 0 battery 120 moved acted");
        assert_eq!(board.metal(), [150, 200]);
        board.pass(2);
        board.play("blue: 1 moves right => at 0 1");
    });
}

#[test]
fn r7_1_only_metal_and_free_own_tiles_limit_the_spawns_of_a_turn() {
    in_both(|profile| {
        let mut board = Board::drawn(profile, "+ + + + +");
        board.play(
            "
            blue: spawn explorer at 0 0 => robot_1
            blue: spawn miner at 0 1 => robot_2
            blue: spawn terraformer at 0 2 => robot_3
            blue: spawn terraformer at 0 3 => robot_4
            blue: spawn terraformer at 0 4 => refused NotEnoughMetal
            ",
        );
        board.expect("+E +M +T +T +");
        assert_eq!(board.metal(), [0, 200]);
    });
}

/// C15: the handbook allows one spawn per tile and turn, the original another one as soon as the tile is
/// free.
#[test]
fn r7_1_a_second_spawn_on_a_tile_in_one_turn() {
    in_both(|profile| {
        let mut board = Board::drawn(profile, "+E + +");
        board.play("blue: spawn miner at 0 1 => robot_2\nblue: 1 moves right => rams robot_2");
        board.expect("+ + +");
        assert_eq!(board.metal(), [110, 200]);
        let can = by(profile, "no", "yes");
        let again = by(profile, "refused TileUsed", "robot_3");
        board.play(&format!(
            "
            blue: can spawn miner at 0 1 => {can}
            blue: spawn miner at 0 1 => {again}
            blue: can spawn miner at 0 2 => yes
            blue: ends
            red: ends
            "
        ));
        let next = by(profile, "robot_3", "refused TileOccupied");
        board.play(&format!("blue: spawn miner at 0 1 => {next}"));
    });
}

#[test]
fn r7_1_only_a_spawn_uses_a_tile() {
    let mut board = Board::drawn(Profile::Handbook, "+E . +\n. . .");
    board.play(
        "
        blue: spawn miner at 0 0 => refused TileOccupied
        blue: 1 becomes terraformer => robot_1
        blue: 1 moves right => at 0 1
        blue: spawn miner at 0 0 => robot_2
        ",
    );
    board.expect("+M .T +\n. . .");
}

/// The list of used tiles is cleared in every turn, not only in every round: red spawns where blue has
/// spawned in the same round, after five robots have cleared the tile and captured it.
#[test]
fn r7_1_used_tiles_are_cleared_when_a_turn_begins() {
    in_both(|profile| {
        let mut board = Board::drawn(
            profile,
            "
            -t  -t  -t
            -t  .   -
            -   +T  +
            ",
        );
        board.play(
            "
            blue: 1 moves up => at 1 1
            blue: 1 acts => tile is 1
            blue: ends
            red: ends
            blue: 1 moves down-right => at 2 2
            ",
        );
        board.pass(7);
        board.play("red: spawn terraformer at 1 2 => robot_6");
        board.pass(9);
        assert_eq!(board.view(Team::Blue).turn, 11);
        board.play(
            "
            blue: spawn explorer at 1 1 => robot_7
            blue: ends
            red: 2 moves down-right => rams robot_7
            red: 3 moves down => at 1 1
            red: 3 acts => tile is 0
            red: 4 moves down-left => rams robot_3
            red: 5 moves right => at 1 1
            red: 5 acts => tile is 1
            red: 6 moves left => rams robot_5
            red: spawn miner at 1 1 => robot_8
            ",
        );
        board.expect(
            "
            -   -    -
            -   -1m  -
            -   +    +T
            ",
        );
    });
}

#[test]
fn r7_2_moving_is_free_and_only_rock_and_hidden_tiles_are_closed() {
    in_both(|profile| {
        let mut board = Board::drawn(profile, "+E 12 .\n-  #  .");
        board.play(
            "
            blue: 1 moves down-right => refused TargetImpassable
            blue: 1 moves up => refused TargetHidden
            blue: 1 moves right => at 0 1
            ",
        );
        board.expect("+ 12E .\n- # .");
        board.pass(2);
        board
            .play("blue: 1 moves right => refused TargetHidden\nblue: 1 moves down-left => at 1 0");
        board.expect("+ 12 .\n-E # .");
        board.robots("1 blue explorer at 1 0 battery 120 moved");
    });
}

#[test]
fn r7_2_a_diagonal_step_passes_between_rocks() {
    in_both(|profile| {
        let mut board = Board::drawn(profile, "+E #\n#  .");
        board.play("blue: 1 moves down-right => at 1 1");
        board.expect("+ #\n# .E");
    });
}

#[test]
fn r7_2_ramming_destroys_both_robots() {
    in_both(|profile| {
        let mut board = Board::drawn(profile, "+E -t .\n.  .  .");
        board.play("blue: 1 moves right => rams robot_2");
        board.expect("+ - .\n. . .");
        board.robots("");
        assert_eq!(board.metal(), [160, 150]); // no refund
        board.play("blue: 1 acts => refused UnknownRobot\nblue: ends");
        board.play("red: 2 acts => refused UnknownRobot\nred: spawn miner at 0 1 => robot_3");
    });
}

#[test]
fn r7_2_an_ally_is_rammed_like_an_enemy() {
    in_both(|profile| {
        let mut board = Board::drawn(profile, "+E +M .");
        board.play(
            "
            blue: can 1 move right => yes
            blue: 1 moves right => rams robot_2
            blue: 2 moves left => refused UnknownRobot
            ",
        );
        board.expect("+ + .");
    });
}

#[test]
fn r7_2_a_robot_moves_once_a_turn() {
    in_both(|profile| {
        let mut board = Board::drawn(profile, "+E . .\n.  . .");
        board.play("blue: 1 moves right => at 0 1\nblue: 1 moves left => has moved");
        board.expect("+ .E .\n. . .");
        board.pass(2);
        board.play("blue: 1 moves left => at 0 0");
    });
}

/// C3: the original checks for a collision before it checks whether the robot has moved.
#[test]
fn r7_2_ramming_after_a_move() {
    in_both(|profile| {
        let mut board = Board::drawn(profile, "+E . +M");
        let second = by(profile, "has moved", "rams robot_2");
        board.play(&format!("blue: 1 moves right => at 0 1\nblue: 1 moves right => {second}"));
        board.expect(by(profile, "+ .E +M", "+ . +"));
    });
}

#[test]
fn r7_2_ramming_in_the_turn_of_the_spawn() {
    in_both(|profile| {
        let mut board = Board::drawn(profile, "+ -m");
        let ram = by(profile, "has moved", "rams robot_1");
        board.play(&format!(
            "
            blue: spawn explorer at 0 0 => robot_2
            blue: 2 moves right => {ram}
            "
        ));
        board.expect(by(profile, "+E -m", "+ -"));
    });
}

/// C11: the answer for a robot that has moved depends on the profile; the check of the target does not.
#[test]
fn r7_2_the_question_whether_a_robot_can_move() {
    in_both(|profile| {
        let mut board = Board::drawn(profile, "+E . +M\n#  . .");
        let again = by(profile, "no", "yes");
        board.play(&format!(
            "
            blue: can 1 move nowhere => no
            blue: can 9 move right => no
            blue: can 1 move up => no
            blue: can 1 move down => no
            blue: can 1 move right => yes
            blue: 1 moves right => at 0 1
            blue: can 1 move left => {again}
            blue: can 1 move right => {again}
            blue: can 1 move up => no
            blue: can 1 move down-left => no
            "
        ));
    });
}

#[test]
fn r7_2_moving_and_acting_are_independent() {
    in_both(|profile| {
        let mut board = Board::drawn(profile, "+T . .\n+T . .");
        board.play(
            "
            blue: 1 moves right => at 0 1
            blue: 1 acts => tile is 1
            blue: 2 acts => tile is 6
            blue: 2 moves right => at 1 1
            blue: 1 acts => refused AlreadyActed
            blue: 2 acts => refused AlreadyActed
            ",
        );
        board.expect("+ +1T .\n+6 .T .");
    });
}

#[test]
fn r7_3_an_explorer_reveals_the_square_around_it() {
    in_both(|profile| {
        let mut board = Board::drawn(profile, "+E . . .\n.  . # .");
        board.play(
            "
            blue: can 1 act => no
            blue: 1 acts => refused NothingToExplore
            blue: 1 moves right
            blue: can 1 act => yes
            blue: 1 acts => sees 0,2 1,2
            ",
        );
        board.robots("1 blue explorer at 0 1 battery 110 moved acted");
        board.sees(Team::Blue, "+ .E . ?\n. . # ?");
        board.sees(Team::Red, "? ? ? ?\n? ? ? ?");
        board.pass(2);
        board.play("blue: 1 moves right\nblue: 1 acts => sees 0,3 1,3");
        board.robots("1 blue explorer at 0 2 battery 100 moved acted");
    });
}

#[test]
fn r7_3_a_miner_takes_the_yield_of_its_deposit_which_never_runs_out() {
    in_both(|profile| {
        let mut board = Board::drawn(profile, "+M 12 -m\n.  25 .");
        board.play(
            "
            blue: 1 acts => refused NotOnDeposit
            blue: 1 moves right
            blue: 1 acts => mines 12
            ",
        );
        assert_eq!(board.metal(), [160 + 12, 150]);
        board.robots(
            "
            1 blue miner at 0 1 battery 100 moved acted
            2 red miner at 0 2 battery 120 moved acted
            ",
        );
        board.play("blue: ends\nred: 2 moves down-left\nred: 2 acts => mines 25\nred: ends");
        board.play("blue: 1 acts => mines 12\nblue: 1 moves left");
        assert_eq!(board.metal(), [160 + 12 + 10 + 12, 160 + 25]);
        board.play("blue: ends\nred: 2 moves up\nred: 2 acts => mines 12");
    });
}

#[test]
fn r7_3_a_terraformer_moves_its_tile_one_step() {
    in_both(|profile| {
        let mut board = Board::drawn(profile, "+T - .");
        board.play("blue: 1 moves right\nblue: 1 acts => tile is -4");
        for value in [-3, -2, -1] {
            board.pass(2);
            board.play(&format!("blue: 1 acts => tile is {value}"));
        }
        assert_eq!(board.tiles(), [1, 1]);
        board.pass(2);
        board.play("blue: 1 acts => tile is 0");
        assert_eq!(board.tiles(), [1, 0]);
        board.pass(2);
        board.play("blue: 1 acts => tile is 1");
        assert_eq!(board.tiles(), [2, 0]);
        board.expect("+ +1T .");
    });
}

#[test]
fn r7_3_terraform_values_end_at_ten() {
    in_both(|profile| {
        let mut board = Board::drawn(profile, "+T . -t");
        for value in 6..=10 {
            board.play(&format!(
                "
                blue: 1 acts => tile is {value}
                blue: ends
                red: 2 acts => tile is {value}
                red: ends
                "
            ));
        }
        board.expect("+10T . -10t");
        // A terraformer on its own land spends 20 and regains 30 a turn.
        board.play("blue: 1 acts => refused TerraformAtMax\nblue: ends");
        board.play("red: can 2 act => no\nred: 2 acts => refused TerraformAtMax");
        board.robots("1 blue terraformer at 0 0 battery 120\n2 red terraformer at 0 2 battery 120");
        assert_eq!(board.tiles(), [1, 1]);
    });
}

#[test]
fn r7_3_only_land_can_be_terraformed() {
    in_both(|profile| {
        let mut board = Board::drawn(profile, "+T 12\n.  .");
        board.play("blue: 1 moves right\nblue: 1 acts => refused NotTerraformable");
        board.expect("+ 12T\n. .");
        board.robots("1 blue terraformer at 0 1 battery 120 moved");
    });
}

/// R11: a full battery holds twelve actions of an explorer or six of a miner.
#[test]
fn r7_3_actions_drain_the_battery_to_zero() {
    in_both(|profile| {
        let mut board = Board::drawn(profile, "+M 12");
        board.play("blue: 1 moves right");
        for left in (0..=5).rev() {
            board.play("blue: 1 acts => mines 12");
            assert_eq!(board.view(Team::Blue).robots[0].battery, left * 20);
            board.pass(2);
        }
        board.play("blue: 1 acts => refused BatteryTooLow\nblue: can 1 act => no");

        let mut board = Board::drawn(profile, &format!("+E {}", ". ".repeat(15)));
        board.play("blue: 1 moves right\nblue: 1 acts");
        for left in (1..=11).rev() {
            assert_eq!(board.view(Team::Blue).robots[0].battery, left * 10);
            board.pass(2);
            board.play("blue: 1 moves right\nblue: 1 acts");
        }
        board.robots("1 blue explorer at 0 12 battery 0 moved acted");
        board.pass(2);
        board.play("blue: 1 moves right\nblue: 1 acts => refused BatteryTooLow");
    });
}
