//! R8 Captures.

use super::scene::{PAIR, Played, Table};
use agon_galaxy::{Rules, Side, SimultaneousCapture};

/// Both agents in A, whose cost is 6.
fn together(rules: Rules) -> Table {
    Table::new(PAIR, rules, "A", "A")
}

fn engine() -> Rules {
    Rules::original()
}

#[test]
fn r8_cost_six_takes_six_actions_or_five_energy() {
    let at_once = Table::new(PAIR, Rules::handbook(), "A", "B").calm(&[3]).play("Capture(5)", "");
    assert_eq!(at_once.moment(1).reports[0].captured, Some(at_once.id("A")));
    assert_eq!(at_once.blue().energy, 20 - 5 + 3);

    let mut partly = Table::new(PAIR, Rules::handbook(), "A", "B").calm_turn();
    partly = partly.calm(&[3]);
    let mut partly = partly.begin();
    partly.turn("Capture(2); ContinueCapture(); ContinueCapture()", "");
    assert_eq!(partly.blue().capture_left, Some(1));
    partly.turn("ContinueCapture()", "");
    assert_eq!(partly.owner("A"), "Blue");
    assert_eq!(partly.moment(1).reports[0].captured, Some(partly.id("A")));

    let wasteful = Table::new(PAIR, Rules::handbook(), "A", "B").calm(&[3]).play("Capture(8)", "");
    assert_eq!(wasteful.owner("A"), "Blue");
    assert_eq!(wasteful.blue().energy, 20 - 8 + 3);
}

#[test]
fn r8_any_other_command_cancels_even_when_it_is_lost() {
    for command in ["NoAction()", "Move(nowhere)", "SetScan(0)", "Refuel()", "Capture(-1)"] {
        let commands = format!("Capture(0); {command}; ContinueCapture()");
        let played = Table::new(PAIR, Rules::handbook(), "A", "B").calm_turn().play(&commands, "");
        assert_eq!(played.blue().capture_left, None, "{command}");
        assert_eq!(played.lost(Side::Blue)[2], "no capture is in progress");
    }
}

#[test]
fn r8_an_unaffordable_capture_drops_the_earlier_one() {
    let played = Table::new(PAIR, Rules::handbook(), "A", "B")
        .calm_turn()
        .play("Capture(1); Capture(500); ContinueCapture()", "");
    assert_eq!(played.effective(Side::Blue), ["Capture(1)", "NoAction()", "NoAction()"]);
    assert_eq!(played.lost(Side::Blue)[1], "the command spends 500 energy, the agent has 21");
    assert_eq!(played.blue().energy, 22);
}

#[test]
fn r8_side_effects_halve_the_generators_and_draw_a_cost() {
    // 5 generators grow to 6; half of 7 is lost rounded up.
    let with = Table::new(PAIR, Rules::handbook(), "A", "B")
        .calm(&[])
        .calm(&[11])
        .calm(&[])
        .play("NoAction(); Capture(5)", "");
    assert_eq!(with.game.planes().generators(with.id("A")), 3 + 1);
    assert_eq!(with.system("A"), "Blue,4,10,3,11");

    let mut rules = Rules::handbook();
    rules.capture_side_effects = false;
    let without = Table::new(PAIR, rules, "A", "B").calm_turn().play("NoAction(); Capture(5)", "");
    assert_eq!(without.system("A"), "Blue,8,10,3,6");
}

#[test]
fn r8_the_store_is_kept_by_a_capture_and_does_not_shrink() {
    // After nine quiet actions the store is 9; the capture leaves 5 generators.
    let mut table =
        Table::new(PAIR, Rules::handbook(), "A", "B").calm_turn().calm_turn().calm_turn();
    table = table.calm(&[4]).calm(&[]).calm(&[]);
    let mut played = table.begin();
    played.turn("", "");
    played.turn("", "");
    played.turn("", "");
    assert_eq!(played.system("A"), "Gray,10,10,9,6");
    played.turn("Capture(5)", "");
    assert_eq!(played.system("A"), "Blue,7,10,10,4", "above its generators, it only stops growing");
}

#[test]
fn r8_captures_of_two_systems_draw_blues_cost_first() {
    let played = Table::new(PAIR, Rules::handbook(), "A", "B")
        .calm(&[4, 9])
        .play("Capture(5)", "Capture(5)");
    assert_eq!(played.game.planes().capture_cost(played.id("A")), 4);
    assert_eq!(played.game.planes().capture_cost(played.id("B")), 9);
}

#[test]
fn r8_an_owners_capture_is_lost_even_when_the_opponent_takes_the_system() {
    for rules in [Rules::handbook(), engine()] {
        let mut played = together(rules).calm(&[6]).calm(&[]).calm(&[3]).begin();
        played.turn("Capture(5); NoAction(); Capture(1)", "NoAction(); NoAction(); Capture(5)");
        assert_eq!(played.effective(Side::Blue)[2], "NoAction()");
        assert_eq!(played.lost(Side::Blue)[2], "A belongs to the agent already");
        assert_eq!(played.owner("A"), "Red");
        assert_eq!(played.blue().energy, 20 + 3 - 5, "nothing is spent on a lost capture");
    }
}

fn fortified(before: bool) -> Played {
    let mut rules = engine();
    rules.fortify_before_capture = before;
    let mut played = together(rules).calm_turn().begin();
    played.turn("Capture(5); NoAction(); Fortify(4)", "NoAction(); NoAction(); Capture(5)");
    played
}

#[test]
fn r8_a_capture_meets_a_fortify_of_the_same_action() {
    let first = fortified(true);
    assert_eq!(first.red().capture_left, Some(2), "8 - 5 - 1");
    assert_eq!(first.owner("A"), "Blue");
    let after = fortified(false);
    assert_eq!(after.owner("A"), "Red");
    assert_eq!(after.game.planes().capture_cost(after.id("A")), 8);
}

#[test]
fn r8_handout_tie_is_drawn_and_side_effects_happen_twice() {
    for (winner, name) in [(0, "Blue"), (1, "Red")] {
        let tie = together(Rules::handbook())
            .calm(&[])
            .calm(&[winner, 7, 4])
            .calm(&[])
            .play("Capture(4); ContinueCapture()", "NoAction(); Capture(9)");
        // 7 generators: 3, then 1; one more grows afterwards, the store of 2 waits for it.
        assert_eq!(tie.system("A"), format!("{name},2,10,2,4"));
        assert_eq!(tie.blue().capture_left, None);
        assert_eq!(tie.red().capture_left, None);
        assert_eq!(tie.effective(Side::Blue)[1], "ContinueCapture()");
        assert_eq!(tie.effective(Side::Red)[1], "Capture(9)", "also the loser is told so");
        let captured = tie.moment(2).reports.map(|r| r.captured.is_some());
        assert_eq!(captured, [winner == 0, winner == 1]);
    }
}

#[test]
fn r8_handout_loser_loses_even_what_it_has_just_begun() {
    for (blue, red, winner) in [
        ("Capture(5)", "Capture(2)", "Blue"),
        ("Capture(2)", "Capture(5)", "Red"),
        ("Capture(9)", "Capture(2)", "Blue"),
        ("Capture(2)", "Capture(9)", "Red"),
    ] {
        let played = together(Rules::handbook()).calm(&[6]).play(blue, red);
        assert_eq!(played.owner("A"), winner, "{blue} {red}");
        assert_eq!(played.moment(1).agents.map(|a| a.capture_left), [None, None]);
        assert_eq!(played.blue().energy + played.red().energy, 46 - sum(blue) - sum(red));
    }
}

fn sum(command: &str) -> i32 {
    let digits = command.trim_start_matches("Capture(").trim_end_matches(')');
    digits.parse().unwrap()
}

#[test]
fn r8_handout_loser_loses_what_it_continues() {
    let played = together(Rules::handbook())
        .calm(&[])
        .calm(&[6])
        .calm(&[])
        .play("Capture(0); ContinueCapture()", "NoAction(); Capture(5); NoAction()");
    assert_eq!(played.owner("A"), "Red");
    assert_eq!(played.moment(2).agents[0].capture_left, None);
    assert_eq!(played.effective(Side::Blue)[1], "ContinueCapture()");
}

#[test]
fn r8_engine_tie_of_two_captures_or_of_a_continued_and_a_new_one() {
    for (winner, name) in [(0, "Blue"), (1, "Red")] {
        let both = together(engine()).calm(&[winner]).play("Capture(5)", "Capture(5)");
        assert_eq!(both.owner("A"), name);
        let mixed = together(engine())
            .calm(&[])
            .calm(&[winner])
            .calm(&[])
            .play("Capture(4); ContinueCapture()", "NoAction(); Capture(5)");
        assert_eq!(mixed.owner("A"), name);
    }
}

#[test]
fn r8_engine_red_continuing_loses_to_blue_finishing_exactly() {
    for blue in ["Capture(4); ContinueCapture()", "NoAction(); Capture(5)"] {
        let played = together(engine()).calm_turn().play(blue, "Capture(4); ContinueCapture()");
        assert_eq!(played.owner("A"), "Blue");
        assert_eq!(played.effective(Side::Red)[1], "NoAction()");
        assert_eq!(played.lost(Side::Red)[1], "the opponent has just captured A");
    }
}

#[test]
fn r8_engine_red_continuing_ties_with_blue_overpaying() {
    for (winner, name) in [(0, "Blue"), (1, "Red")] {
        let played = together(engine())
            .calm(&[])
            .calm(&[winner])
            .calm(&[])
            .play("NoAction(); Capture(7)", "Capture(4); ContinueCapture()");
        assert_eq!(played.owner("A"), name);
        assert_eq!(played.effective(Side::Red)[1], "ContinueCapture()");
    }
}

#[test]
fn r8_engine_what_red_begins_while_blue_finishes_survives() {
    let mut played = together(engine()).calm_turn().calm_turn().begin();
    played.turn("NoAction(); NoAction(); Capture(5)", "NoAction(); NoAction(); Capture(4)");
    assert_eq!(played.owner("A"), "Blue");
    assert_eq!(played.red().capture_left, Some(1));
    played.turn("", "ContinueCapture()");
    assert_eq!(played.owner("A"), "Red");
}

#[test]
fn r8_engine_red_finishing_exactly_wipes_what_blue_begins() {
    let exact = together(engine()).calm(&[]).play("Capture(2)", "Capture(5)");
    assert_eq!(exact.moment(1).agents[0].capture_left, None);
    let overpaid = together(engine()).calm(&[]).play("Capture(2)", "Capture(6)");
    assert_eq!(overpaid.moment(1).agents[0].capture_left, Some(3));
    assert_eq!(overpaid.owner("A"), "Red");
}

#[test]
fn r8_engine_leaves_progress_elsewhere_alone() {
    let played = Table::new(PAIR, engine(), "A", "B").calm_turn().play(
        "NoAction(); NoAction(); Capture(5)",
        "Capture(0); ContinueCapture(); ContinueCapture()",
    );
    assert_eq!(played.owner("A"), "Blue");
    assert_eq!(played.red().capture_left, Some(3));
}

#[test]
fn the_switch_alone_decides_about_simultaneous_captures() {
    let mut rules = Rules::handbook();
    rules.simultaneous_capture = SimultaneousCapture::Engine;
    let played = together(rules).calm(&[6]).play("Capture(5)", "Capture(2)");
    assert_eq!(played.moment(1).agents[1].capture_left, Some(3));
}
