//! R5 What an agent sees.

use super::scene::{PAIR, Table};
use agon_galaxy::{Rules, ScanSearch, Side};

/// From A, a depth-first search with range 2 goes A-B-C and then finds C marked; D, one wormhole
/// behind C, is two wormholes from A over C but never looked at from there.
const DETOUR: &str = "\
A:1,1,0,5,[B,C],[1,1]
B:1,1,0,5,[C],[1]
C:1,1,0,5,[D],[1]
D:1,1,0,5,[A],[1]
";

#[test]
fn r5_the_scan_reaches_k_plus_one_wormholes() {
    let mut played = Table::new(DETOUR, Rules::handbook(), "D", "A").begin();
    assert_eq!(played.sees(Side::Blue), ["A", "D"]);
    played.turn("SetScan(1)", "");
    assert_eq!(played.sees(Side::Blue), ["A", "B", "C", "D"]);
    assert_eq!(played.sees(Side::Red), ["A", "B", "C"]);
}

#[test]
fn r5_a_depth_first_scan_misses_what_it_has_marked_on_a_longer_way() {
    for (search, seen) in
        [(ScanSearch::Bfs, vec!["A", "B", "C", "D"]), (ScanSearch::Dfs, vec!["A", "B", "C"])]
    {
        let mut rules = Rules::handbook();
        rules.scan_search = search;
        let mut played = Table::new(DETOUR, rules, "A", "D").begin();
        assert_eq!(played.sees(Side::Blue), ["A", "B", "C"], "range 1 is the same");
        played.turn("SetScan(1)", "");
        assert_eq!(played.sees(Side::Blue), seen, "{search:?}");
    }
}

#[test]
fn r5_the_largest_scan_sees_everything() {
    let mut rules = Rules::original();
    for search in [ScanSearch::Bfs, ScanSearch::Dfs] {
        rules.scan_search = search;
        let mut played = Table::new(DETOUR, rules, "A", "D").begin();
        played.turn("SetScan(20)", "");
        assert_eq!(played.sees(Side::Blue).len(), 4);
    }
}

#[test]
fn r5_unseen_ends_are_null_and_seem_to_cost_nothing() {
    let played = Table::new(DETOUR, Rules::handbook(), "A", "D").begin();
    let view = played.view(Side::Blue);
    assert_eq!(view.energy, 20);
    let c = view.system("C").unwrap();
    assert_eq!(c.wormholes.len(), 1);
    assert_eq!((c.wormholes[0].to, c.wormholes[0].cost), (None, 0));
    let b = view.system("B").unwrap();
    assert_eq!(b.wormholes[0].to.unwrap().as_str(), "C");
    assert_eq!(b.wormholes[0].cost, 1);
    assert!(view.systems.iter().all(|s| !s.agents.contains(&Side::Red)), "Red is out of range");
}

#[test]
fn r5_agents_present_names_oneself_first() {
    let played = Table::new(PAIR, Rules::handbook(), "A", "A").begin();
    for side in Side::BOTH {
        let view = played.view(side);
        let here = view.here().unwrap();
        assert_eq!(here.agents.as_slice(), [side, side.other()]);
        assert!(view.system("B").unwrap().agents.is_empty());
    }
}

#[test]
fn r5_nothing_tells_the_opponents_secrets() {
    let secrets = |red: &str| {
        let mut rules = Rules::original();
        rules.capture_side_effects = false;
        let mut played = Table::new(PAIR, rules, "A", "A").calm_turn().begin();
        played.turn("", red);
        serde_json::to_value(played.view(Side::Blue)).unwrap()
    };
    // Red's energy, scan energy and capture progress differ; what Blue sees does not.
    assert_eq!(secrets(""), secrets("Capture(2); ContinueCapture(); SetScan(3)"));
    assert_eq!(secrets(""), secrets("NoAction(); NoAction(); Capture(1)"));
}

#[test]
fn r4_1_the_scan_is_charged_before_the_commands_or_reset() {
    for (charged, energy) in [(true, 20), (false, 23)] {
        let mut rules = Rules::handbook();
        rules.scan_charged = charged;
        let mut played = Table::new(PAIR, rules, "A", "B").calm_turn().begin();
        played.turn("SetScan(3)", "SetScan(24)");
        assert_eq!(played.blue().energy, energy);
        assert_eq!(played.view(Side::Blue).energy, energy);
        assert_eq!((played.red().scan_energy, played.red().energy), (0, 23), "reset, not charged");
        assert_eq!(played.moment(3).agents[0].energy, 23, "the action itself charges nothing");
    }
}

#[test]
fn r4_1_a_scan_that_takes_all_the_energy_is_affordable() {
    let mut played = Table::new(PAIR, Rules::handbook(), "A", "B").calm_turn().begin();
    played.turn("SetScan(23)", "");
    assert_eq!((played.blue().scan_energy, played.blue().energy), (23, 0));
    played.turn("", "");
    assert_eq!((played.blue().scan_energy, played.blue().energy), (0, 3));
}
