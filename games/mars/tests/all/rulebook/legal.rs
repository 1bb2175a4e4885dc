//! Legal calls of drawn positions.

use super::scene::{Board, in_both};
use agon_core::Profile;
use agon_mars::Team;

#[test]
fn moves_transformations_and_spawns_are_listed() {
    in_both(|profile| {
        let board = Board::drawn(profile, "+M + 9 -");
        let expected = [
            "1 moves right",
            "1 becomes explorer",
            "1 becomes miner",
            "1 becomes terraformer",
            "spawn explorer at 0 1",
            "spawn miner at 0 1",
            "spawn terraformer at 0 1",
        ];
        assert_eq!(board.legal(Team::Blue), expected);
        assert_eq!(board.legal(Team::Red), [""; 0], "red is not on turn");
    });
}

#[test]
fn an_action_is_listed_once_and_only_where_it_is_possible() {
    in_both(|profile| {
        let mut board = Board::drawn(profile, "+M 9 -");
        let acts = |board: &Board| board.legal(Team::Blue).contains(&"1 acts".to_owned());
        assert!(!acts(&board));
        board.play("blue: 1 moves right");
        assert!(acts(&board));
        board.play("blue: 1 acts");
        assert!(!acts(&board));
    });
}

#[test]
fn c11_a_robot_that_has_moved_can_still_ram_in_the_original_only() {
    in_both(|profile| {
        let mut board = Board::drawn(profile, "+M + -");
        board.play("blue: 1 moves right\nblue: spawn terraformer at 0 0 => robot_2");
        let legal = board.legal(Team::Blue).into_iter();
        let moves: Vec<String> = legal.filter(|line| line.contains("moves")).collect();
        match profile {
            Profile::Handbook => assert_eq!(moves, [""; 0]),
            Profile::Original => assert_eq!(moves, ["1 moves left", "2 moves right"]),
        }
    });
}

#[test]
fn only_moves_are_legal_without_metal_and_no_order_after_the_end() {
    in_both(|profile| {
        let mut board = Board::drawn(profile, "+ + + + + -");
        for col in 0..4 {
            board.play(&format!("blue: spawn miner at 0 {col}"));
        }
        let legal = board.legal(Team::Blue);
        assert!(legal.iter().all(|line| line.contains("moves")), "{legal:?}");
        board.play("blue: runs out of time");
        assert_eq!(board.legal(Team::Blue), [""; 0]);
    });
}
