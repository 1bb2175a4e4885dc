//! R9 Torpedoes.

use super::scene::{PAIR, Table};
use agon_core::GameMap;
use agon_galaxy::{DryTorpedo, Rules, Side, StrandedTorpedo};

/// A chain whose costs are those of the handout's example: 3, 4 and 5.
const CHAIN: &str = "\
A:5,10,0,5,[B],[3]
B:5,10,0,5,[C],[4]
C:5,10,0,5,[D],[5]
D:30,30,0,5,[A],[1]
";

fn handbook(galaxy: &str, blue: &str, red: &str) -> Table {
    Table::new(galaxy, Rules::handbook(), blue, red)
}

#[test]
fn r9_nine_energy_over_twelve_does_eighteen() {
    let played = handbook(CHAIN, "A", "D").calm(&[]).play("Shoot([B,C,D],9)", "");
    let report = played.moment(1).reports[0];
    assert_eq!(report.blast, Some((played.id("D"), 18)));
    assert_eq!(report.flown, 3);
    let [blue, red] = played.moment(1).agents;
    assert_eq!((blue.energy, red.energy), (12, 3));
    assert_eq!(played.game.planes().store(played.id("D")), 2, "emptied, then two actions");
}

#[test]
fn r9_quarters_are_rounded_down_at_the_end() {
    let galaxy = "D:1,1,0,5,[B],[2]\nB:1,1,0,5,[C],[3]\nC:1,1,0,5,[D],[1]\n";
    let played = handbook(galaxy, "D", "C").calm(&[]).play("Shoot([B,C],7)", "");
    assert_eq!(played.moment(1).reports[0].blast, Some((played.id("C"), 17)));
}

#[test]
fn r9_exactly_nothing_left_is_enough_to_arrive() {
    // 4 energy are 16 quarters: 3 + 4 + 5 = 12, and the next wormhole costs 1; 3 are 12 quarters.
    let played = handbook(CHAIN, "A", "D").calm(&[]).play("Shoot([B,C,D],3)", "");
    assert_eq!(played.moment(1).reports[0].blast, Some((played.id("D"), 0)));
}

#[test]
fn r9_a_dry_torpedo_stops_before_or_behind_the_wormhole() {
    let galaxy = "A:5,10,0,5,[B],[40]\nB:5,10,0,5,[A],[40]\n";
    for (dry, target, energies) in
        [(DryTorpedo::LastReached, "A", (5, 21)), (DryTorpedo::NextSystem, "B", (17, 9))]
    {
        let mut rules = Rules::handbook();
        rules.dry_torpedo = dry;
        let played = Table::new(galaxy, rules, "A", "B").calm(&[]).play("Shoot([B],4)", "");
        assert_eq!(played.moment(1).reports[0].blast, Some((played.id(target), 12)));
        let [blue, red] = played.moment(1).agents;
        assert_eq!((blue.energy, red.energy), energies, "{dry:?}");
    }
}

#[test]
fn r9_behind_the_dry_hop_nothing_is_checked() {
    // No outcome is recorded for a walk, and none is drawn: the costs of the second action fit.
    let played = handbook(CHAIN, "A", "D")
        .calm(&[])
        .calm(&[])
        .calm(&[])
        .play("Shoot([B,C,nowhere,null],1); Move(B)", "");
    assert_eq!(played.moment(1).reports[0].blast, Some((played.id("B"), 0)));
    assert_eq!(played.effective(Side::Blue)[0], "Shoot([B, C, ?, ?],1)");
    assert_eq!(played.blue().system, played.id("B"));
}

#[test]
fn r9_an_invalid_hop_begins_a_random_walk_of_the_same_length() {
    let galaxy = "A:5,10,0,5,[B],[1]\nB:5,10,0,5,[A,C],[1,1]\nC:5,10,0,5,[B],[1]\n";
    for path in ["B, A, C", "B, nowhere, A", "B, null, null"] {
        // At `A, C` (no such wormhole), at the unknown name, at the null: B to C and back to B.
        let walk: &[i64] = if path == "B, A, C" { &[1] } else { &[2, 1] };
        let played = Table::new(galaxy, Rules::handbook(), "A", "C")
            .calm(walk)
            .play(&format!("Shoot([{path}],9)"), "");
        let flown = if path == "B, A, C" { "B, A, B" } else { "B, C, B" };
        assert_eq!(played.effective(Side::Blue)[0], format!("Shoot([{flown}],9)"));
        // 36 quarters less 3: 33/4 * 3 = 24.75.
        assert_eq!(played.moment(1).reports[0].blast, Some((played.id("B"), 24)));
    }
}

#[test]
fn r9_walks_are_uniform() {
    use agon_core::{Chance, End, Game};
    let galaxy = agon_galaxy::Galaxy::parse(
        "A:5,10,0,5,[B,C,D],[1,1,1]\nB:1,1,0,1,[A],[1]\nC:1,1,0,1,[A],[1]\nD:1,1,0,1,[A],[1]\n",
    )
    .unwrap();
    let setup = agon_galaxy::Setup::new(galaxy, Rules::handbook()).unwrap();
    let mut seen = [0; 4];
    for seed in 0..3000 {
        let mut game = agon_galaxy::GalaxyCommander::new(&setup, Chance::seeded(seed));
        if game.agent(Side::Blue).system.0 == 0 {
            game.call(Side::Blue.actor(), &super::scene::call("Shoot([nowhere],1)"));
        }
        for side in Side::BOTH {
            game.end(side.actor(), End::DONE);
        }
        if let Some((system, _)) = game.trail().moments()[0].reports[0].blast {
            seen[system.index()] += 1;
        }
    }
    let all: i32 = seen.iter().sum();
    assert_eq!(seen[0], 0);
    assert!(seen[1..].iter().all(|n| (n * 3 - all).abs() < all / 5), "{seen:?}");
}

#[test]
fn r9_an_empty_path_and_no_energy_are_legal() {
    let at_home = handbook(CHAIN, "A", "A").calm(&[]).play("Shoot([],3)", "Shoot([B],0)");
    assert_eq!(at_home.moment(1).reports[0].blast, Some((at_home.id("A"), 9)));
    assert_eq!(at_home.moment(1).reports[1].blast, Some((at_home.id("A"), 0)));
    let [blue, red] = at_home.moment(1).agents;
    assert_eq!((blue.energy, red.energy), (9, 12), "the shooter is hit as well");
}

#[test]
fn r9_self_loops_are_ordinary_hops() {
    let galaxy = "A:5,10,0,6,[A,B],[2,1]\nB:5,10,0,6,[A],[1]\n";
    let played =
        Table::new(galaxy, Rules::original(), "A", "B").calm(&[]).play("Shoot([A,A],4)", "");
    assert_eq!(played.moment(1).reports[0].blast, Some((played.id("A"), 9)));
}

#[test]
fn r9_both_pay_before_either_goes_off() {
    let played = Table::new(PAIR, Rules::handbook(), "A", "B")
        .calm(&[])
        .play("Shoot([B],7)", "Shoot([A],21)");
    assert_eq!(played.moment(1).agents.map(|a| a.energy), [0, 0]);
    assert_eq!(played.effective(Side::Red)[0], "Shoot([A],21)");
    let poor = Table::new(PAIR, Rules::handbook(), "A", "B").calm(&[]).play("Shoot([B],22)", "");
    assert_eq!(poor.lost(Side::Blue)[0], "the command spends 22 energy, the agent has 21");
    assert_eq!(poor.blue().energy, 23);
}

#[test]
fn r9_ownership_generators_and_progress_are_untouched() {
    let played =
        Table::new(PAIR, Rules::handbook(), "A", "B").calm(&[]).play("Shoot([B],20)", "Capture(2)");
    assert_eq!(played.moment(1).agents[1].capture_left, Some(3));
    assert_eq!(played.system("B"), "Gray,8,10,2,6");
}

#[test]
fn r9_where_no_wormhole_leaves() {
    for (stranded, energy) in [(StrandedTorpedo::Detonates, 1), (StrandedTorpedo::Vanishes, 16)] {
        let mut rules = Rules::handbook();
        rules.stranded_torpedo = stranded;
        let played = Table::new("S0:5,10,0,6,[],[]\n", rules, "S0", "S0")
            .calm(&[])
            .calm(&[])
            .play("Shoot([S0],5); Shoot([],1)", "");
        assert_eq!(played.moment(1).agents[0].energy, energy, "{stranded:?}");
        let is_lost = stranded == StrandedTorpedo::Vanishes;
        assert_eq!(played.effective(Side::Blue)[0] == "NoAction()", is_lost);
        assert_eq!(played.effective(Side::Blue)[1], "Shoot([],1)", "an empty path always works");
    }
}

#[test]
fn r9_paths_of_any_length() {
    let path = vec!["B, A"; 5000].join(",");
    let played = Table::new(PAIR, Rules::handbook(), "A", "B")
        .calm(&[])
        .play(&format!("Shoot([{path}],20)"), "");
    // 80 quarters at one each: it runs dry after 80 hops, back in A.
    assert_eq!(played.moment(1).reports[0].flown, 80);
    assert_eq!(played.moment(1).reports[0].blast, Some((played.id("A"), 0)));
}
