//! R7.1 to R7.4: the order of the checks, and every reason for a refusal. If several checks fail, the
//! refusal names the first in the rulebook's order.

use super::scene::{Board, in_both};
use agon_core::Profile;
use agon_mars::Invalid;

/// Type, then visibility and rock, then the tile's owner, then the robot on it, then metal. Four robots have
/// cost all metal but 10, so the check for metal fails in every case.
#[test]
fn r7_1_order_of_checks() {
    in_both(|profile| {
        let mut board = Board::drawn(
            profile,
            "
            +T  .   #  .
            +T  -   .  .
            +T  12  .  .
            +T  +   .  .
            ",
        );
        board.play("blue: 1 moves right => at 0 1");
        for place in ["-1 0", "0 3", "0 2", "2 1", "0 1", "1 1", "1 0", "0 0"] {
            board.play(&format!("blue: spawn nothing at {place} => refused NoType"));
        }
        board.play(
            "
            blue: spawn miner at -1 0 => refused TileClosed
            blue: spawn miner at 0 -1 => refused TileClosed
            blue: spawn miner at 16 0 => refused TileClosed
            blue: spawn miner at 0 2147483647 => refused TileClosed
            blue: spawn miner at 0 3 => refused TileClosed
            blue: spawn miner at 3 3 => refused TileClosed
            blue: spawn miner at 0 2 => refused TileClosed
            blue: spawn miner at 4 0 => refused TileClosed
            blue: spawn miner at 0 1 => refused TileNotOwn
            blue: spawn miner at 1 1 => refused TileNotOwn
            blue: spawn miner at 2 1 => refused TileNotOwn
            blue: spawn miner at 1 0 => refused TileOccupied
            blue: spawn miner at 0 0 => refused NotEnoughMetal
            blue: spawn miner at 3 1 => refused NotEnoughMetal
            ",
        );
    });
}

/// C15: the handbook checks for a used tile before it checks the metal.
#[test]
fn r7_1_a_used_tile_is_refused_after_an_occupied_one_and_before_metal() {
    in_both(|profile| {
        let mut board = Board::drawn(profile, "+E +M +M");
        board.play(
            "
            blue: 2 moves left => rams robot_1
            blue: spawn miner at 0 1 => robot_4
            blue: spawn miner at 0 1 => refused TileOccupied
            blue: 3 moves left => rams robot_4
            ",
        );
        assert_eq!(board.metal()[0], 10);
        let why = match profile {
            Profile::Handbook => "TileUsed",
            Profile::Original => "NotEnoughMetal",
        };
        board.play(&format!(
            "
            blue: spawn nothing at 0 1 => refused NoType
            blue: spawn miner at 0 1 => refused {why}
            blue: spawn miner at 0 2 => refused NotEnoughMetal
            "
        ));
    });
}

/// Direction, then the robot, then visibility, then rock, then whether the robot has moved.
#[test]
fn r7_2_order_of_checks() {
    in_both(|profile| {
        let mut board = Board::drawn(
            profile,
            "
            +E  .  .
            #   .  -t
            ",
        );
        board.play(
            "
            blue: 9 moves nowhere => refused NoDirection
            blue: 1 moves nowhere => refused NoDirection
            blue: 9 moves up => refused UnknownRobot
            blue: 0 moves up => refused UnknownRobot
            blue: 2 moves up => refused UnknownRobot
            blue: 1 moves up => refused TargetHidden
            blue: 1 moves down => refused TargetImpassable
            blue: 1 moves right => at 0 1
            blue: 1 moves nowhere => refused NoDirection
            blue: 1 moves right => refused TargetHidden
            blue: 1 moves up => refused TargetHidden
            blue: 1 moves down-left => refused TargetImpassable
            blue: 1 moves left => has moved
            ",
        );
        board.robots(
            "
            1 blue explorer at 0 1 battery 120 moved
            2 red terraformer at 1 2 battery 120 moved acted
            ",
        );
    });
}

/// The robot, then whether it has acted, then its battery, then the tile.
#[test]
fn r7_3_order_of_checks() {
    in_both(|profile| {
        let mut board = Board::drawn(profile, "+T -\n9  .");
        board.play(
            "
            blue: 9 acts => refused UnknownRobot
            blue: 1 moves right => at 0 1
            blue: 1 acts => tile is -4
            ",
        );
        for value in -3..=1 {
            board.pass(2);
            board.play(&format!("blue: 1 acts => tile is {value}"));
        }
        // The battery is empty and the tile is a deposit, but `acted` is checked first.
        board.play("blue: 1 moves down-left => at 1 0\nblue: 1 acts => refused AlreadyActed");
        board.robots("1 blue terraformer at 1 0 battery 0 moved acted");
        board.pass(2);
        board.play("blue: 1 acts => refused BatteryTooLow");
        for (kind, home) in [("E", "NothingToExplore"), ("M", "NotOnDeposit")] {
            let mut board = Board::drawn(profile, &format!("+{kind} ."));
            board.play(&format!("blue: 1 acts => refused {home}"));
        }
    });
}

/// The type, then the robot, then metal.
#[test]
fn r7_4_order_of_checks() {
    in_both(|profile| {
        let mut board = Board::drawn(profile, "+E +E +E +E -m");
        board.play(
            "
            blue: 9 becomes nothing => refused NoType
            blue: 1 becomes nothing => refused NoType
            blue: 9 becomes miner => refused UnknownRobot
            blue: 5 becomes miner => refused UnknownRobot
            blue: 1 becomes miner => refused NotEnoughMetal
            blue: can 1 become nothing => no
            blue: can 9 become miner => no
            blue: can 1 become miner => no
            ",
        );
        board.pass(6);
        board.play("blue: can 1 become miner => yes\nblue: 1 becomes miner");
    });
}

/// Every variant of `Invalid`; the match below stops compiling when one is added.
#[test]
fn r7_every_refusal_is_a_sentence_with_its_numbers() {
    let reached = |why: &Invalid| match why {
        Invalid::NotYourTurn
        | Invalid::NoType
        | Invalid::NoDirection { .. }
        | Invalid::UnknownRobot { .. }
        | Invalid::TargetHidden { .. }
        | Invalid::TargetImpassable { .. }
        | Invalid::TileClosed { .. }
        | Invalid::TileNotOwn { .. }
        | Invalid::TileOccupied { .. }
        | Invalid::TileUsed { .. }
        | Invalid::NotEnoughMetal { .. }
        | Invalid::AlreadyActed { .. }
        | Invalid::BatteryTooLow { .. }
        | Invalid::NothingToExplore { .. }
        | Invalid::NotOnDeposit { .. }
        | Invalid::NotTerraformable { .. }
        | Invalid::TerraformAtMax { .. } => "each is a line of the script below",
    };
    assert!(!reached(&Invalid::NotYourTurn).is_empty());

    let mut board = Board::drawn(
        Profile::Handbook,
        "
        +T  12  .
        +M  #   .
        +E  .   .
        ",
    );
    board.play(
        "
        red: spawn miner at 0 0 => \"it is not this team's turn\"
        blue: 1 becomes nothing
            => \"no type of robot was named: choose explorer, miner or terraformer\"
        blue: 1 moves nowhere => \"no direction was named for robot_1\"
        blue: 77 acts => \"robot_77 is not one of your living robots\"
        blue: 1 moves up
            => \"robot_1 cannot move to (-1, 0): the tile is hidden or outside the map\"
        blue: 1 moves down-right => \"robot_1 cannot move to (1, 1): the tile is impassable\"
        blue: spawn miner at 0 2
            => \"no robot can be built at (0, 2): hidden, outside the map or impassable\"
        blue: spawn miner at 0 1 => \"no robot can be built at (0, 1): the tile is not yours\"
        blue: spawn miner at 0 0 => \"no robot can be built at (0, 0): a robot stands there\"
        blue: 2 acts => \"robot_2 cannot mine at (1, 0): there is no deposit\"
        blue: 3 acts => \"robot_3 cannot explore at (2, 0): every tile round it is visible\"
        blue: 1 acts => tile is 6
        blue: 1 acts => \"robot_1 cannot act: it has acted already this turn\"
        blue: 1 moves right => at 0 1
        blue: ends
        red: ends
        blue: 1 acts => \"robot_1 cannot terraform at (0, 1): the tile is a deposit\"
        blue: spawn miner at 0 0 => robot_4
        blue: 2 moves up => rams robot_4
        blue: spawn miner at 0 0
            => \"no robot can be built at (0, 0): the tile has served for one this turn\"
        blue: spawn miner at 1 0 => \"metal is 20, this needs 50\"
        blue: 1 moves left => at 0 0
        ",
    );
    for value in 7..=10 {
        board.pass(2);
        board.play(&format!("blue: 1 acts => tile is {value}"));
    }
    board.pass(2);
    board.play(
        "blue: 1 acts => \"robot_1 cannot terraform at (0, 0): the tile is at your maximum\"",
    );

    let mut board = Board::drawn(Profile::Handbook, "+M 12");
    board.play("blue: 1 moves right");
    for _ in 0..6 {
        board.play("blue: 1 acts => mines 12");
        board.pass(2);
    }
    board.play("blue: 1 acts => \"robot_1 cannot act: battery is 0, a miner needs 20\"");
}
