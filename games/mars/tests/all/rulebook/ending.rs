//! R8 failures, R9 the end and the winner, R10 the time bank.

use super::scene::{Board, in_both, rules};
use agon_core::{Actor, End, Game, Now, Profile, Why};
use agon_mars::{Call, Invalid, Reply, RobotType, Rules, Team};

/// A drawn game with the given number of rounds.
fn short(profile: Profile, rounds: u16, picture: &str) -> Board {
    Board::with(Rules { rounds, ..rules(profile) }, picture)
}

#[test]
fn r8_2_a_failed_turn_keeps_its_orders_and_the_match_continues() {
    in_both(|profile| {
        let mut board = Board::drawn(profile, "+T . -m");
        for round in 0..5 {
            board.play(&format!(
                "
                blue: 1 acts => tile is {}
                blue: fails after 2.5
                red: fails after 1
                ",
                6 + round
            ));
        }
        board.expect("+10T . -m");
        assert_eq!(board.banks(), [210.0 - 12.5, 205.0]);
        assert_eq!(board.result(), "undecided");
    });
}

#[test]
fn r8_2_a_failed_turn_is_charged_and_can_time_out() {
    in_both(|profile| {
        let mut board = Board::drawn(profile, "+ . -");
        board.play("blue: fails after 210");
        assert_eq!(board.result(), "red by timeout");
    });
}

/// Agon's own rule: a program that cannot play on loses at any score. The original ran both bots in the
/// engine's process, so it has no such case.
#[test]
fn r8_4_a_program_that_ended_loses() {
    in_both(|profile| {
        for last_words in ["is gone", "finishes"] {
            let mut board = Board::drawn(profile, "+ + + -");
            board.play(&format!("blue: {last_words}"));
            assert_eq!(board.result(), "red by gone");
            let mut board = Board::drawn(profile, "+ - - -");
            board.play(&format!("blue: ends\nred: {last_words}"));
            assert_eq!(board.result(), "blue by gone");
        }
    });
}

#[test]
fn r8_a_pause_is_an_ordinary_end_of_a_turn() {
    in_both(|profile| {
        let mut board = Board::drawn(profile, "+ . -");
        board.play("blue: pauses\nred: pauses\nblue: ends");
        assert_eq!(board.result(), "undecided");
    });
}

#[test]
fn r9_1_more_tiles_win_at_any_value() {
    in_both(|profile| {
        let mut board = short(profile, 2, "+T . - -");
        board.play("blue: 1 acts => tile is 6");
        board.pass(2);
        assert_eq!(board.result(), "red by tiles");
        let mut board = short(profile, 2, "+T . -");
        board.play("blue: 1 moves right\nblue: 1 acts => tile is 1");
        board.pass(2);
        assert_eq!(board.result(), "blue by tiles");
    });
}

#[test]
fn r9_1_a_neutral_tile_counts_for_neither_team() {
    in_both(|profile| {
        let mut board = short(profile, 6, "+T - -");
        board.play("blue: 1 moves right");
        for _ in 0..5 {
            board.play("blue: 1 acts");
            board.pass(2);
        }
        assert_eq!(board.tiles(), [1, 1]);
        assert_eq!(board.result(), "blue by robots");
    });
}

#[test]
fn r9_2_then_more_robots_win() {
    in_both(|profile| {
        let mut board = short(profile, 1, "+E . -");
        // Building the robot took the only round, so the game is over.
        assert_eq!(board.metal(), [150, 200]);
        assert_eq!(board.result(), "blue by robots");
        board = short(profile, 1, "+E . -m -m");
        assert_eq!(board.result(), "red by tiles");
        board = short(profile, 1, "+E + -m -m");
        assert_eq!(board.result(), "red by robots");
    });
}

#[test]
fn r9_3_then_more_metal_wins() {
    in_both(|profile| {
        let mut board = short(profile, 2, "+M 9 . -m");
        board.play("blue: 1 moves right\nblue: 1 acts => mines 9\nblue: ends after 5");
        board.play("red: ends after 1");
        assert_eq!(board.metal(), [169, 160]);
        assert_eq!(board.result(), "blue by metal");
        let mut board = short(profile, 2, "+M . 9 -m");
        board.play("blue: ends\nred: 2 moves left\nred: 2 acts => mines 9\nred: ends");
        assert_eq!(board.result(), "red by metal");
    });
}

/// C7: the handbook rewards quick bots, the original slow ones.
#[test]
fn r9_4_then_the_time_bank_decides() {
    in_both(|profile| {
        for (blue, red) in [(1.0, 2.0), (2.0, 1.0)] {
            let mut board = short(profile, 1, "+ . -");
            board.end(Why::Done, blue);
            board.end(Why::Done, red);
            let more_left = if blue < red { "blue" } else { "red" };
            let less_left = if blue < red { "red" } else { "blue" };
            let winner = match profile {
                Profile::Handbook => more_left,
                Profile::Original => less_left,
            };
            assert_eq!(board.result(), format!("{winner} by time_bank"));
        }
    });
}

#[test]
fn r9_5_an_exact_tie_goes_to_red() {
    in_both(|profile| {
        let mut board = short(profile, 3, "+ . -");
        for _ in 0..6 {
            board.end(Why::Done, 0.125);
        }
        assert_eq!(board.banks(), [209.625, 209.625]);
        assert_eq!(board.result(), "red by default");
    });
}

#[test]
fn r9_a_finished_game_refuses_calls_and_does_not_change() {
    in_both(|profile| {
        let mut board = short(profile, 1, "+ . -");
        board.pass(2);
        let before = board.game.hash();
        for team in Team::BOTH {
            let call = Call::Spawn { kind: Some(RobotType::Miner), row: 0, col: 0 };
            let reply = board.game.call(team.actor(), &call);
            assert_eq!(reply, Reply::Refused(Invalid::NotYourTurn));
            board.game.end(team.actor(), End::DONE);
        }
        assert_eq!(board.game.hash(), before);
        assert_eq!(board.result(), "red by default");
    });
}

#[test]
fn r9_scores_are_tiles_and_the_reason_is_a_sentence() {
    in_both(|profile| {
        let mut board = short(profile, 1, "+ + + -");
        board.pass(2);
        let Now::Over(outcome) = board.game.now() else { panic!("it is over") };
        assert_eq!(outcome.standings.iter().map(|s| s.score).collect::<Vec<_>>(), [3.0, 1.0]);
        assert_eq!(outcome.standings.iter().map(|s| s.rank).collect::<Vec<_>>(), [1, 2]);
        assert_eq!(outcome.reason.sentence, "blue owns 3 tiles, red 1");
    });
}

#[test]
fn r10_1_the_bank_is_charged_for_own_turns_only() {
    in_both(|profile| {
        let mut board = Board::drawn(profile, "+ . -");
        let (mut blue, mut red) = (210.0f64, 210.0f64);
        for turn in 1..=20 {
            let seconds = f64::from(turn) * 0.1;
            board.end(Why::Done, seconds);
            board.end(Why::Done, seconds / 3.0);
            blue -= seconds;
            red -= seconds / 3.0;
        }
        // Compared bit by bit: the order of the subtractions is part of the rules.
        assert_eq!(board.banks().map(f64::to_bits), [blue, red].map(f64::to_bits));
    });
}

#[test]
fn r10_2_a_turn_as_long_as_the_bank_is_a_timeout() {
    in_both(|profile| {
        let mut board = Board::drawn(profile, "+ + -");
        board.play("blue: ends after 210");
        assert_eq!(board.result(), "red by timeout");
        let mut board = Board::drawn(profile, "+ + -");
        board.play("blue: ends after 209.99999999999997");
        assert_eq!(board.result(), "undecided");
        board.play("red: ends after 210");
        assert_eq!(board.result(), "blue by timeout");
        let mut board = Board::drawn(profile, "+ + -");
        board.end(Why::Done, f64::INFINITY);
        assert_eq!(board.result(), "red by timeout");
    });
}

#[test]
fn r10_2_a_turn_as_long_as_the_rest_of_the_bank_is_a_timeout() {
    in_both(|profile| {
        let mut board = Board::drawn(profile, "+ + -");
        board.play("blue: ends after 200\nred: ends\nblue: ends after 10");
        assert_eq!(board.result(), "red by timeout");
    });
}

#[test]
fn r10_2_a_turn_stopped_for_time_is_a_timeout_at_any_duration() {
    in_both(|profile| {
        let mut board = Board::drawn(profile, "+ + + -");
        board.play("blue: runs out of time");
        assert_eq!(board.result(), "red by timeout");
    });
}

#[test]
fn r10_3_the_bank_is_constant_during_the_turn() {
    in_both(|profile| {
        let mut board = Board::drawn(profile, "+T . -");
        board.play("blue: ends after 4\nred: ends after 1");
        assert_eq!(board.view(Team::Blue).time_left, 206.0);
        board.play("blue: 1 acts");
        assert_eq!(board.view(Team::Blue).time_left, 206.0);
        let allowance = |team: Team| board.game.allowance(team.actor());
        assert_eq!(allowance(Team::Blue).seconds, Some(206.0));
        assert_eq!(allowance(Team::Red).seconds, Some(209.0));
        assert_eq!(board.game.allowance(Actor(2)).seconds, None);
    });
}

#[test]
fn r10_2_a_timeout_keeps_the_bank_and_the_upkeep() {
    in_both(|profile| {
        let mut board = Board::drawn(profile, "+T . -");
        board.play("blue: 1 acts\nblue: ends after 4\nred: ends\nblue: ends after 1000");
        assert_eq!(board.banks(), [206.0, 210.0]);
        assert_eq!(board.metal(), [170, 210]);
        board.robots("1 blue terraformer at 0 0 battery 120");
        assert_eq!(board.result(), "red by timeout");
    });
}

/// A replay can contain any number: NaN and negative durations count as 0.
#[test]
fn r10_1_invalid_durations_count_as_0() {
    in_both(|profile| {
        let mut board = Board::drawn(profile, "+ . -");
        for seconds in [f64::NAN, -5.0, -0.0, f64::NEG_INFINITY] {
            board.end(Why::Done, seconds);
            board.end(Why::Failed, seconds);
        }
        assert_eq!(board.banks(), [210.0, 210.0]);
        assert_eq!(board.result(), "undecided");
    });
}
