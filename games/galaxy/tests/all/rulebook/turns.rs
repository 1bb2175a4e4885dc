//! R1, R3, R4, R10, R11 Command turns, failures, and the end.

use super::scene::{PAIR, Table, call};
use agon_core::{Actor, Chance, Contest, End, Game, GameMap, Now, Profile, Why};
use agon_galaxy::{
    Call, FailedTurn, Galaxy, GalaxyCommander, Invalid, Reply, Rules, Setup, Side, View,
};

#[test]
fn r3_agents_start_in_different_systems() {
    let setup = Setup::new(Galaxy::parse(PAIR).unwrap(), Rules::handbook()).unwrap();
    let mut blue_in_a = 0;
    for seed in 0..400 {
        let game = GalaxyCommander::new(&setup, Chance::seeded(seed));
        let [blue, red] = Side::BOTH.map(|side| *game.agent(side));
        assert_ne!(blue.system, red.system);
        assert_eq!((blue.energy, blue.scan_energy, blue.capture_left), (20, 0, None));
        assert_eq!((red.energy, red.scan_energy, red.capture_left), (20, 0, None));
        blue_in_a += i32::from(blue.system.0 == 0);
    }
    assert!((150..250).contains(&blue_in_a), "{blue_in_a}");
}

#[test]
fn r3_alone_in_one_system() {
    let setup = Setup::new(Galaxy::parse("S0:0,0,0,1,[],[]").unwrap(), Rules::original()).unwrap();
    let mut game = GalaxyCommander::new(&setup, Chance::seeded(1));
    let mut view = View::default();
    game.view(Side::Red.actor(), &mut view);
    assert_eq!(view.systems.len(), 1);
    game.call(Side::Blue.actor(), &call("Move(S0)"));
    game.call(Side::Blue.actor(), &call("Capture(0)"));
    for side in Side::BOTH {
        game.end(side.actor(), End::DONE);
    }
    assert_eq!(game.planes().count(Side::Blue.colour()), 1);
}

#[test]
fn r4_three_commands_and_not_four() {
    let mut played = Table::new(PAIR, Rules::handbook(), "A", "B").calm_turn().begin();
    let game = &mut played.game;
    assert_eq!(game.call(Actor(0), &Call::NoAction), Reply::Queued(1));
    let negative = game.call(Actor(0), &call("Capture(-3)"));
    let why = Invalid::Negative { energy: -3 };
    assert_eq!(negative, Reply::Void { action: 2, why });
    assert_eq!(game.call(Actor(0), &call("Refuel()")), Reply::Queued(3));
    let refused = Reply::Refused(Invalid::ThreeQueued);
    assert_eq!(game.call(Actor(0), &Call::NoAction), refused);
    game.end(Actor(0), End::DONE);
    assert_eq!(game.call(Actor(0), &Call::NoAction), Reply::Refused(Invalid::TurnEnded));
    game.end(Actor(0), End::DONE);
    assert_eq!(game.action(), 0, "Red has not ended yet");
    let refused = Reply::Refused(Invalid::NoSuchAgent { actor: 7 });
    assert_eq!(game.call(Actor(7), &Call::NoAction), refused);
    game.end(Actor(7), End::DONE);
    assert_eq!(game.now(), Now::one(Actor(1)));
    game.end(Actor(1), End::DONE);
    assert_eq!(game.action(), 3);
}

#[test]
fn r4_missing_commands_are_no_actions() {
    for rules in [Rules::handbook(), Rules::original()] {
        let played = Table::new(PAIR, rules, "A", "B").calm_turn().play("Move(B)", "");
        assert_eq!(played.effective(Side::Blue), ["Move(B)", "NoAction()", "NoAction()"]);
        assert_eq!(played.effective(Side::Red), ["NoAction()"; 3]);
    }
}

#[test]
fn r4_a_null_costs_its_action_or_the_whole_turn() {
    for (failed_turn, second) in [
        (FailedTurn::Lose, ["Move(A)", "NoAction()", "Move(B)"]),
        (FailedTurn::RepeatPrevious, ["SetScan(1)", "NoAction()", "NoAction()"]),
    ] {
        let mut rules = Rules::original();
        rules.failed_turn = failed_turn;
        let mut played = Table::new(PAIR, rules, "B", "B").calm_turn().calm_turn().begin();
        played.turn("SetScan(1)", "");
        played.turn("Move(A); null; Move(B)", "");
        assert_eq!(played.effective(Side::Blue), second);
    }
}

#[test]
fn r10_a_failed_turn_loses_three_actions_or_repeats_the_last_good_one() {
    for why in [Why::Failed, Why::OutOfTime, Why::Gone, Why::Paused] {
        for (failed_turn, expected) in [
            (FailedTurn::Lose, ["NoAction()"; 3]),
            (FailedTurn::RepeatPrevious, ["SetScan(1)", "Refuel()", "Shoot([B],0)"]),
        ] {
            let mut rules = Rules::original();
            rules.failed_turn = failed_turn;
            let mut played =
                Table::new(PAIR, rules, "A", "A").calm_turn().calm_turn().calm_turn().begin();
            played.turn("SetScan(1); Capture(5); Shoot([B],0)", "");
            played.turn("SetScan(1); Refuel(); Shoot([B],0)", "");
            played.failing_turn(Side::Blue, why, "NoAction()");
            assert_eq!(played.effective(Side::Blue), expected, "{why:?}");
            played.failing_turn(Side::Blue, why, "NoAction()");
            assert_eq!(played.effective(Side::Blue), expected, "{why:?} again");
        }
    }
}

#[test]
fn r10_what_a_failing_bot_had_said_already_is_forgotten() {
    let mut played = Table::new(PAIR, Rules::handbook(), "A", "B").calm_turn().begin();
    played.game.call(Actor(0), &call("Move(B)"));
    played.game.end(Actor(0), End::because(Why::OutOfTime));
    played.game.end(Actor(1), End::DONE);
    assert_eq!(played.effective(Side::Blue), ["NoAction()"; 3]);
}

#[test]
fn r10_a_first_turn_that_fails_is_three_no_actions() {
    for rules in [Rules::handbook(), Rules::original()] {
        let mut played = Table::new(PAIR, rules, "A", "B").calm_turn().begin();
        for side in Side::BOTH {
            played.game.end(side.actor(), End::because(Why::Failed));
        }
        assert_eq!(played.game.action(), 3, "the world does not stand still");
        assert_eq!(played.effective(Side::Red), ["NoAction()"; 3]);
        assert_eq!(played.blue().energy, 23);
    }
}

#[test]
fn r10_five_seconds_for_a_command_turn() {
    let played = Table::new(PAIR, Rules::handbook(), "A", "B").begin();
    assert_eq!(played.game.allowance(Actor(0)).seconds, Some(5.0));
}

fn play_out(galaxy: &str, commands: &str) -> (GalaxyCommander, agon_core::Outcome) {
    let mut played = Table::new(galaxy, Rules::handbook(), "A", "B").begin();
    played.turn(commands, "");
    let mut rounds = 1;
    while let Now::Turn(actors) = played.game.now() {
        assert_eq!(played.game.round(), rounds + 1);
        actors.into_iter().for_each(|actor| played.game.end(actor, End::DONE));
        rounds += 1;
    }
    assert_eq!((rounds, played.game.action()), (100, 300));
    assert_eq!(played.game.round(), played.game.last_round());
    let Now::Over(outcome) = played.game.now() else { unreachable!() };
    (played.game, outcome)
}

#[test]
fn r11_the_game_ends_after_300_actions_and_more_systems_win() {
    let (mut game, outcome) = play_out(PAIR, "Capture(5)");
    assert_eq!(outcome.winner(), Some(agon_core::Seat(0)));
    assert_eq!(outcome.standings[0].score, 1.0);
    assert_eq!(outcome.reason.sentence, "blue owns 1 of 2 systems, red 0");
    let refused = Reply::Refused(Invalid::GameOver);
    assert_eq!(game.call(Actor(0), &Call::NoAction), refused);
    assert!(!game.allows(Actor(0), &Call::NoAction));
}

#[test]
fn r11_as_many_systems_are_a_draw() {
    let (_, outcome) = play_out(PAIR, "");
    assert_eq!(outcome.winner(), None);
    assert_eq!(outcome.reason.code, "draw");
}

#[test]
fn settings_that_cannot_be_played_are_refused() {
    let galaxy = Galaxy::parse(PAIR).unwrap();
    for actions in [0, 30_001] {
        let mut rules = Rules::handbook();
        rules.actions = actions;
        let fault = Setup::new(galaxy.clone(), rules).unwrap_err();
        assert!(fault.0.contains("it has 1 to 30000"), "{fault}");
    }
    let fault = GalaxyCommander::new_setup(galaxy.clone(), Profile::Handbook, 3).unwrap_err();
    assert_eq!(fault.0, "Galaxy Commander is for 2 bots, not 3");
    // A game need not be a whole number of command turns.
    let mut rules = Rules::handbook();
    rules.actions = 4;
    let setup = Setup::new(galaxy, rules).unwrap();
    let mut game = GalaxyCommander::new(&setup, Chance::seeded(1));
    for _ in 0..4 {
        game.end(Actor(0), End::DONE);
        game.end(Actor(1), End::DONE);
    }
    assert_eq!((game.action(), game.trail().moments().len()), (4, 1));
    game.frame(&[], &[]);
}
