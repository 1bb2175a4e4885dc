//! R6, R7 The order of one action, and the commands but captures and torpedoes.

use super::scene::{PAIR, Table};
use agon_galaxy::{Rules, Side};

#[test]
fn r6_growth_and_its_limits() {
    // Growing, full, more than the maximum allows, and never yielding anything.
    let galaxy = "\
        Grow:2,4,0,5,[Full],[1]\nFull:6,6,0,5,[Over],[1]\n\
        Over:9,3,0,5,[Dead],[1]\nDead:0,0,0,5,[Grow],[1]\n";
    let mut played = Table::new(galaxy, Rules::handbook(), "Grow", "Full").begin();
    played.turn("", "");
    assert_eq!(played.system("Grow"), "Gray,4,4,3,5");
    assert_eq!(played.system("Full"), "Gray,6,6,3,5");
    assert_eq!(played.system("Over"), "Gray,9,3,3,5");
    assert_eq!(played.system("Dead"), "Gray,0,0,0,5");
    (0..4).for_each(|_| played.turn("", ""));
    assert_eq!(played.system("Grow"), "Gray,4,4,4,5");
    assert_eq!(played.system("Over"), "Gray,9,3,9,5");
    assert_eq!(played.blue().energy, 35, "one by radiation before each action");
}

#[test]
fn r6_4_a_free_wormhole_costs_one_after_the_first_fluctuation() {
    let galaxy = "A:5,10,0,6,[B],[0]\nB:5,10,0,6,[A],[0]\n";
    let mut played = Table::new(galaxy, Rules::handbook(), "A", "B").calm_turn().begin();
    assert_eq!(played.view(Side::Blue).systems[0].wormholes[0].cost, 0);
    played.turn("Move(B)", "");
    assert_eq!(played.blue().energy, 22);
}

#[test]
fn r7_move_pays_the_live_cost() {
    let played = Table::new(PAIR, Rules::handbook(), "A", "B")
        .changes(&[1, 0], &[])
        .changes(&[1, 0], &[])
        .play("NoAction(); Move(B)", "");
    assert_eq!(played.blue().system, played.id("B"));
    assert_eq!(played.moment(2).agents[0].energy, 22 - 3);
}

#[test]
fn r7_move_is_lost_without_wormhole_name_or_energy() {
    let galaxy = "A:5,10,0,6,[B],[30]\nB:5,10,0,6,[C],[1]\nC:1,1,0,1,[A],[1]\n";
    for (to, why) in [
        ("C", "no wormhole leads from A to the destination of the move"),
        ("nowhere", "no wormhole leads from A to the destination of the move"),
        ("null", "no wormhole leads from A to the destination of the move"),
        ("B", "the wormhole from A to B costs 30, the agent has 21"),
    ] {
        let played = Table::new(galaxy, Rules::handbook(), "A", "B")
            .calm(&[])
            .play(&format!("Move({to})"), "");
        assert_eq!(played.lost(Side::Blue)[0], why);
        assert_eq!(played.effective(Side::Blue)[0], "NoAction()");
        assert_eq!((played.blue().system, played.blue().energy), (played.id("A"), 23));
    }
}

#[test]
fn r7_move_through_a_self_loop() {
    let galaxy = "A:5,10,0,6,[A,B],[2,1]\nB:5,10,0,6,[A],[1]\n";
    for (allowed, energy) in [(true, 21), (false, 23)] {
        let mut rules = Rules::handbook();
        rules.self_loop_move = allowed;
        let played = Table::new(galaxy, rules, "A", "B").calm_turn().play("Move(A)", "Move(B)");
        assert_eq!(played.blue().energy, energy);
        assert_eq!(played.blue().system, played.id("A"));
        assert_eq!(played.effective(Side::Red)[0], "NoAction()", "B has no loop");
    }
}

#[test]
fn r7_refuel_takes_all_of_the_own_system_only() {
    let played = Table::new(PAIR, Rules::handbook(), "A", "B")
        .calm(&[6])
        .calm(&[])
        .calm(&[])
        .play("Capture(5); Refuel(); Refuel()", "Refuel()");
    // One by one: 20+1-5, +1+2, +1+1.
    let energies = [1, 2, 3].map(|step| played.moment(step).agents[0].energy);
    assert_eq!(energies, [16, 19, 21]);
    assert_eq!(played.lost(Side::Red)[0], "B does not belong to the agent");
    assert_eq!(played.game.planes().store(played.id("A")), 0);
}

#[test]
fn r7_fortify_adds_half_rounded_down() {
    let mut played = Table::new(PAIR, Rules::original(), "A", "A").calm_turn().calm_turn().begin();
    played.turn("Capture(5); Fortify(5); Fortify(500)", "Fortify(3)");
    assert_eq!(played.game.planes().capture_cost(played.id("A")), 8);
    assert_eq!(played.moment(2).agents[0].energy, 12);
    assert_eq!(played.moment(3).agents[0].energy, 13, "an unaffordable one costs nothing");
    assert_eq!(played.effective(Side::Blue)[2], "Fortify(500)", "and is told as if it were one");
    assert_eq!(played.lost(Side::Red)[0], "A does not belong to the agent");
}

#[test]
fn r7_fortify_hinders_a_capture_that_is_continued_in_this_very_action() {
    let mut played = Table::new(PAIR, Rules::original(), "A", "A").calm_turn().calm_turn().begin();
    played.turn("Capture(5)", "NoAction(); Capture(1); ContinueCapture()");
    assert_eq!(played.red().capture_left, Some(3));
    played.turn(
        "Fortify(4); Fortify(4); NoAction()",
        "ContinueCapture(); NoAction(); ContinueCapture()",
    );
    assert_eq!(played.moment(1).agents[1].capture_left, Some(4), "3 + 2 - 1");
    assert_eq!(played.moment(2).agents[1].capture_left, None);
    assert_eq!(played.game.planes().capture_cost(played.id("A")), 10);
}

#[test]
fn r7_fortify_does_not_reach_an_opponent_elsewhere() {
    let played = Table::new(PAIR, Rules::original(), "A", "B")
        .calm_turn()
        .play("Capture(5); Fortify(8)", "Capture(0); ContinueCapture(); ContinueCapture()");
    assert_eq!(played.red().capture_left, Some(3));
}

#[test]
fn r7_set_scan_takes_any_number_that_is_not_negative() {
    let played = Table::new(PAIR, Rules::handbook(), "A", "B")
        .calm_turn()
        .play("SetScan(2147483647)", "SetScan(3); SetScan(-1)");
    assert_eq!(played.moment(1).agents[0].scan_energy, i32::MAX);
    assert_eq!(played.blue().scan_energy, 0, "too dear: reset");
    assert_eq!(played.red().scan_energy, 3);
    assert_eq!(played.effective(Side::Red)[1], "NoAction()");
}

#[test]
fn r2_numbers_beyond_32_bits_do_no_harm() {
    let galaxy = format!(
        "A:{max},{max},0,{max},[B],[1000000000]\nB:{max},{max},0,{max},[A],[1000000000]\n",
        max = i32::MAX
    );
    let mut played = Table::new(&galaxy, Rules::handbook(), "A", "A").begin();
    played.turn(
        "Capture(9223372036854775807); SetScan(9223372036854775807); Shoot([B],4294967297)",
        "Fortify(9223372036854775807); Capture(0); ContinueCapture()",
    );
    assert_eq!(played.red().capture_left, Some(i32::MAX - 2));
    assert_eq!(played.blue().energy, 23);
}
