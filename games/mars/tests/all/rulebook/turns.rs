//! R2 order, R4 the start, R5 the turn, R6 sight.

use super::scene::{Board, in_both, rules};
use agon_mars::{Rules, Team};

#[test]
fn r4_1_bases_and_their_neighbours_are_visible_from_the_start() {
    in_both(|profile| {
        let board = Board::drawn(
            profile,
            "
            .  .  .  .  .  .
            .  +  #  .  9  .
            .  .  .  .  .  -
            ",
        );
        board.sees(
            Team::Blue,
            "
            .  .  .  ?  ?  ?
            .  +  #  ?  ?  ?
            .  .  .  ?  ?  ?
            ",
        );
        board.sees(
            Team::Red,
            "
            ?  ?  ?  ?  ?  ?
            ?  ?  ?  ?  9  .
            ?  ?  ?  ?  .  +
            ",
        );
    });
}

#[test]
fn r4_1_a_base_at_the_edge_reveals_the_neighbours_inside_the_map() {
    in_both(|profile| {
        let rows = format!("{}\n", ". ".repeat(16)).repeat(15);
        let board = Board::drawn(profile, &format!("{rows} {} +", ". ".repeat(15)));
        let hidden = format!("{}\n", "? ".repeat(16)).repeat(14);
        let last = "? ".repeat(14);
        board.sees(Team::Blue, &format!("{hidden} {last} . .\n {last} . +"));
    });
}

#[test]
fn r4_2_a_game_starts_with_metal_and_time_and_without_robots() {
    in_both(|profile| {
        let board = Board::drawn(profile, "+ . -");
        assert_eq!(board.metal(), [200, 200]);
        assert_eq!(board.banks(), [210.0, 210.0]);
        assert_eq!(board.tiles(), [1, 1]);
        board.robots("");
        assert_eq!(board.view(Team::Blue).turns, 200);
    });
}

#[test]
fn r2_1_blue_plays_first_in_every_round() {
    in_both(|profile| {
        let rules = Rules { rounds: 3, ..rules(profile) };
        let mut board = Board::with(rules, "+ . -");
        for round in 1..=3 {
            for team in Team::BOTH {
                assert_eq!(board.result(), "undecided");
                assert_eq!(board.game.team_on_turn(), team);
                assert_eq!(board.view(team).turn, round);
                board.pass(1);
            }
        }
        assert_ne!(board.result(), "undecided");
    });
}

#[test]
fn r5_2_income_comes_with_a_teams_turn_from_round_2_on() {
    in_both(|profile| {
        let mut board = Board::drawn(profile, "+ . -");
        assert_eq!(board.metal(), [200, 200]); // round 1, blue
        board.pass(1);
        assert_eq!(board.metal(), [200, 200]); // round 1, red
        board.pass(1);
        assert_eq!(board.metal(), [210, 200]); // round 2, blue
        board.pass(1);
        assert_eq!(board.metal(), [210, 210]); // round 2, red
        board.pass(2 * 198 - 1);
        assert_eq!(board.metal(), [200 + 199 * 10, 200 + 198 * 10]); // round 200, blue
    });
}

#[test]
fn r5_3_only_robots_on_own_tiles_are_charged() {
    in_both(|profile| {
        let mut board = Board::drawn(profile, "+T . +T . +T 12 +T -");
        board.play(
            "
            blue: 1 acts => tile is 6
            blue: 2 acts => tile is 6
            blue: 2 moves left => at 0 1
            blue: 3 acts => tile is 6
            blue: 3 moves right => at 0 5
            blue: 4 acts => tile is 6
            blue: 4 moves right => at 0 7
            ",
        );
        board.expect("+6T .T +6 . +6 12T +6 -T");
        board.pass(2);
        board.robots(
            "
            1 blue terraformer at 0 0 battery 120
            2 blue terraformer at 0 1 battery 100
            3 blue terraformer at 0 5 battery 100
            4 blue terraformer at 0 7 battery 100
            ",
        );
    });
}

#[test]
fn r5_3_a_charge_is_30_up_to_a_battery_of_120() {
    in_both(|profile| {
        let mut board = Board::drawn(profile, "+T - +");
        board.play("blue: 1 moves right\nblue: 1 acts => tile is -4");
        board.pass(2);
        board.play("blue: 1 acts => tile is -3\nblue: 1 moves left");
        board.robots("1 blue terraformer at 0 0 battery 80 moved acted");
        board.pass(2);
        board.robots("1 blue terraformer at 0 0 battery 110");
        board.pass(2);
        board.robots("1 blue terraformer at 0 0 battery 120");
    });
}

#[test]
fn r5_3_only_the_team_on_turn_is_refreshed_and_charged() {
    in_both(|profile| {
        let mut board = Board::drawn(profile, "+T . . -t");
        board.play("blue: 1 acts\nblue: ends\nred: 2 acts\nred: 2 moves left");
        board.robots(
            "
            1 blue terraformer at 0 0 battery 100 acted
            2 red terraformer at 0 2 battery 100 moved acted
            ",
        );
        board.pass(1);
        board.robots(
            "
            1 blue terraformer at 0 0 battery 120
            2 red terraformer at 0 2 battery 100 moved acted
            ",
        );
        board.pass(1);
        board.robots(
            "
            1 blue terraformer at 0 0 battery 120
            2 red terraformer at 0 2 battery 100
            ",
        );
    });
}

#[test]
fn r2_2_every_order_takes_effect_at_once() {
    in_both(|profile| {
        let mut board = Board::drawn(profile, "+T . .");
        board.play(
            "
            blue: spawn miner at 0 0 => refused TileOccupied
            blue: 1 moves right => at 0 1
            blue: spawn miner at 0 0 => robot_2
            blue: 1 acts => tile is 1
            ",
        );
        board.expect("+M +1T .");
        assert_eq!(board.tiles(), [2, 0]);
    });
}

/// A team without robots and tiles plays until the last round.
#[test]
fn r5_6_the_game_lasts_200_rounds() {
    in_both(|profile| {
        let mut board = Board::drawn(profile, "-t .\n. .");
        board.pass(2 * 199 - 1);
        assert_eq!(board.view(Team::Red).turn, 200);
        assert_eq!(board.tiles(), [0, 1]);
        assert_eq!(board.result(), "undecided");
        board.pass(1);
        assert_eq!(board.result(), "red by tiles");
    });
}

#[test]
fn r6_1_visible_tiles_stay_visible() {
    in_both(|profile| {
        let mut board = Board::drawn(profile, "+E + . . . .");
        board.sees(Team::Blue, "+E + . ? ? ?");
        board.play("blue: 1 moves right");
        board.pass(2);
        board.play("blue: 1 moves right\nblue: 1 acts => sees 0,3 1,3");
        board.sees(Team::Blue, "+ + .E . ? ?");
        board.pass(2);
        board.play("blue: 1 moves left");
        board.pass(2);
        board.play("blue: 1 moves left");
        board.sees(Team::Blue, "+E + . . ? ?");
    });
}

#[test]
fn r6_1_only_an_explorers_action_reveals_tiles() {
    in_both(|profile| {
        let mut board = Board::drawn(profile, "+T . . .\n. . . .");
        let seen = |top: &str, below: &str| format!("{top} ? ?\n{below} ? ?");
        board.play("blue: 1 moves right => at 0 1");
        board.sees(Team::Blue, &seen("+ .T", ". ."));
        board.play("blue: 1 acts => tile is 1");
        board.sees(Team::Blue, &seen("+ +1T", ". ."));
        board.pass(2);
        board.play("blue: 1 moves down => at 1 1\nblue: spawn explorer at 0 1 => robot_2");
        board.sees(Team::Blue, &seen("+ +1E", ". .T"));
        board.play("blue: 1 moves right => refused TargetHidden");
        board.pass(2);
        board.play("blue: 1 becomes explorer");
        board.sees(Team::Blue, &seen("+ +1E", ". .E"));
        board.play("blue: 2 acts => sees 0,2 1,2");
        board.sees(Team::Blue, "+ +1E . ?\n. .E . ?");
    });
}

#[test]
fn r6_2_a_visible_tile_shows_its_present_state_from_any_distance() {
    in_both(|profile| {
        let mut board = Board::drawn(profile, "+ -t - .");
        board.sees(Team::Blue, "+ -t ? ?");
        board.play("blue: ends\nred: 1 acts => tile is 6");
        board.sees(Team::Blue, "+ -6t ? ?");
        board.play("red: 1 moves right");
        board.sees(Team::Blue, "+ -6 ? ?");
    });
}

#[test]
fn r6_4_enemies_are_listed_exactly_while_they_stand_on_visible_tiles() {
    in_both(|profile| {
        let mut board = Board::drawn(profile, "+E -t - .");
        board.play(
            "
            blue: who is at 0 1 => 2 red terraformer at 0 1 battery 120 moved acted
            blue: ends
            red: 2 acts
            ",
        );
        let enemies = board.view(Team::Blue).enemies;
        assert_eq!(enemies.len(), 1);
        assert_eq!((enemies[0].battery, enemies[0].moved, enemies[0].acted), (100, false, true));
        board.play("red: 2 moves right");
        assert!(board.view(Team::Blue).enemies.is_empty());
        board.play("red: ends\nblue: who is at 0 2 => none");
        // Blue's explorer stands beside red's base.
        assert_eq!(board.view(Team::Red).enemies.len(), 1);
        assert_eq!(board.view(Team::Blue).robots.len(), 1);
    });
}

#[test]
fn r6_5_terraform_is_shown_from_the_viewing_teams_side() {
    in_both(|profile| {
        let mut board = Board::drawn(profile, "+T - .");
        board.play("blue: 1 acts => tile is 6");
        board.sees(Team::Blue, "+6T -5 ?");
        board.sees(Team::Red, "-6T +5 .");
        board.expect("+6T -5 .");
    });
}
