//! R7.4: the transformation, where the two profiles differ most (C1, C2).

use super::scene::{Board, in_both};
use agon_core::Profile;
use agon_mars::{Reply, Team};

#[test]
fn r7_4_in_the_handbook_the_same_robot_changes_its_type() {
    let mut board = Board::drawn(Profile::Handbook, "+E +M 12");
    board.play("blue: 1 becomes terraformer => robot_1");
    board.robots(
        "
        1 blue terraformer at 0 0 battery 120
        2 blue miner at 0 1 battery 120
        ",
    );
    assert_eq!(board.metal(), [110 - 40, 200]);
    // It has not acted yet, so it may still act as the new type.
    board.play(
        "
        blue: 1 acts => tile is 6
        blue: 1 becomes explorer => robot_1
        blue: 1 acts => refused AlreadyActed
        blue: spawn explorer at 0 0 => refused TileOccupied
        ",
    );
    assert_eq!(board.metal(), [30, 200]);
    board.robots(
        "
        1 blue explorer at 0 0 battery 100 acted
        2 blue miner at 0 1 battery 120
        ",
    );
    board.pass(4);
    board.play("blue: spawn miner at 0 0 => refused TileOccupied\nblue: 2 moves right");
    board.play("blue: spawn miner at 0 1 => robot_3"); // the counter has not advanced
}

#[test]
fn r7_4_in_the_original_a_new_robot_takes_its_place() {
    let mut board = Board::drawn(Profile::Original, "+E +M 12");
    board.play("blue: 1 becomes terraformer => robot_3");
    board.robots(
        "
        2 blue miner at 0 1 battery 120
        3 blue terraformer at 0 0 battery 120 moved acted
        ",
    );
    assert_eq!(board.metal(), [110 - 50, 200]);
    board.play(
        "
        blue: 1 acts => refused UnknownRobot
        blue: 3 acts => refused AlreadyActed
        blue: 3 becomes terraformer => robot_4
        ",
    );
    assert_eq!(board.metal(), [10, 200]);
    board.pass(2);
    board.play("blue: 4 acts => tile is 6");
}

#[test]
fn r7_4_every_transformation_keeps_the_battery() {
    in_both(|profile| {
        let mut board = Board::drawn(profile, "+T . .");
        board.play("blue: 1 moves right\nblue: 1 acts\nblue: 1 becomes miner");
        assert_eq!(board.view(Team::Blue).robots[0].battery, 100);
    });
}

#[test]
fn r7_4_the_type_may_stay_and_only_metal_is_checked() {
    in_both(|profile| {
        let mut board = Board::drawn(profile, "+ . .");
        board.play("blue: spawn miner at 0 0\nblue: can 1 become miner => yes");
        board.play("blue: 1 becomes miner");
        // A robot built in this turn still neither moves nor acts.
        let robot = board.view(Team::Blue).robots[0];
        assert!(robot.moved && robot.acted);
        assert_eq!(board.view(Team::Blue).transform_cost, 40);
    });
}

/// C1: with 40 to 49 metal the original's balance falls to -10..-1; the handbook takes 40.
#[test]
fn r7_4_a_transformation_needs_40_metal() {
    in_both(|profile| {
        for metal in 39..=49 {
            let deposit = metal - 30;
            let mut board = Board::drawn(profile, &format!("+M {deposit} . +E +E +E"));
            board.play("blue: 1 moves right");
            board.pass(4); // 10 metal in round 2, 30 in round 4
            board.play(&format!("blue: 1 acts => mines {deposit}"));
            assert_eq!(board.metal()[0], metal);
            if metal == 39 {
                board.play(
                    "
                    blue: can 1 become explorer => no
                    blue: 1 becomes explorer => \"metal is 39, this needs 40\"
                    ",
                );
                continue;
            }
            board.play("blue: can 1 become explorer => yes\nblue: 1 becomes explorer");
            let price = match profile {
                Profile::Handbook => 40,
                Profile::Original => 50,
            };
            let left = metal - price;
            assert_eq!(board.metal()[0], left);
            board.play(&format!(
                "
                blue: 2 becomes explorer => \"metal is {left}, this needs 40\"
                blue: spawn miner at 0 0 => \"metal is {left}, this needs 50\"
                "
            ));
            board.pass(2);
            assert_eq!(board.metal()[0], left + 10);
        }
    });
}

#[test]
fn r7_4_the_reply_describes_the_robot_after_the_transformation() {
    in_both(|profile| {
        let mut board = Board::drawn(profile, "+E . .");
        board.play("blue: 1 moves right\nblue: 1 acts => sees 0,2 1,2");
        let robot = board.view(Team::Blue).robots[0].name;
        let kind = Some(agon_mars::RobotType::Terraformer);
        let call = agon_mars::Call::Transform { robot, kind };
        let reply = agon_core::Game::call(&mut board.game, Team::Blue.actor(), &call);
        assert_eq!(reply, Reply::Transformed(board.view(Team::Blue).robots[0]));
    });
}
