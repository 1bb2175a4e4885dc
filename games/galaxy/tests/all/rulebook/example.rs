//! R13, R14 The handout's worked example, cell by cell, in the handout's notation.
//!
//! The numbers are those the rules give. Where the handout prints others (R14 lists them: it
//! forgets radiation everywhere, and growth in places), the comment says so.

use super::scene::{Played, Table, told};
use agon_galaxy::{Rules, Side};

const GALAXY: &str = "\
A:5,10,0,5,[B,C],[1,2]
B:2,7,0,10,[C],[3]
C:10,20,0,20,[B,E],[1,1]
D:3,6,0,8,[A,B],[2,2]
E:5,10,0,5,[C,D],[2,1]
";

/// The example with the printed travel costs and capture costs. The order of wormholes is
/// A-B A-C, B-C, C-B C-E, D-A D-B, E-C E-D.
fn example() -> Played {
    Table::new(GALAXY, Rules::handbook(), "A", "E")
        .changes(&[0, 0, 0, 1, 0, 0, 0, 1, 1], &[3])
        .changes(&[0, 0, 0, 1, 0, 0, 0, 1, 0], &[])
        .changes(&[0, -1, -1, 1, 1, 1, -1, 1, 0], &[6, 9])
        .changes(&[0, 1, 0, 1, 0, -1, 0, 0, 0], &[])
        .changes(&[0, 0, 0, 0, 1, 0, 0, -1, 0], &[])
        .changes(&[0, 0, 1, 0, 0, 0, 1, 0, -1], &[20])
        .calm_turn()
        .begin()
}

fn last_state(text: &str) -> &str {
    &text[text.rfind("Systems:").unwrap()..]
}

const FIRST: (&str, &str) =
    ("Capture(2); ContinueCapture(); ContinueCapture()", "Capture(4); Move(D); Capture(7)");
const SECOND: (&str, &str) = ("Refuel(); Move(C); Capture(20)", "Fortify(4); Refuel(); SetScan(1)");

#[test]
fn r14_the_beginning() {
    let text = told(&example(), FIRST.0, FIRST.1);
    assert!(
        text.starts_with(
            "Systems:

A: Gray,5,10,0,5,{B,C},{1,2}
B: Gray,2,7,0,10,{C},{3}
C: Gray,10,20,0,20,{B,E},{1,1}
D: Gray,3,6,0,8,{A,B},{2,2}
E: Gray,5,10,0,5,{C,D},{2,1}

Agents:

Blue: DefaultAgent,A,20
Red: DefaultAgent,E,20

Step 1

Actions:

Blue: Capture(2)
Red: Capture(4)

Systems:
"
        ),
        "{text}"
    );
    assert_eq!(example().sees(Side::Blue), ["A", "B", "C"]);
    assert_eq!(example().sees(Side::Red), ["C", "D", "E"]);
}

#[test]
fn r14_after_the_first_command_turn() {
    // The handout prints store 4 in A, 3 generators in E, and energies 18 and 7.
    assert_eq!(
        last_state(&told(&example(), FIRST.0, FIRST.1)),
        "Systems:

A: Blue,4,10,3,6,{B,C},{1,1}
B: Gray,5,7,3,10,{C},{2}
C: Gray,13,20,3,20,{B,E},{4,2}
D: Red,3,6,3,9,{A,B},{3,1}
E: Red,5,10,3,3,{C,D},{5,2}

Agents:

Blue: DefaultAgent,A,21
Red: DefaultAgent,D,10

"
    );
}

#[test]
fn r14_after_the_second_command_turn() {
    let mut game = example();
    game.turn(FIRST.0, FIRST.1);
    // The handout prints 8 generators in A, 6 and 5 in B, 14 and 5 in C, 7 and 5 in E, and
    // energies 0 and 7.
    assert_eq!(
        last_state(&told(&game, SECOND.0, SECOND.1)),
        "Systems:

A: Blue,7,10,2,6,{B,C},{1,2}
B: Gray,7,7,6,10,{C},{3}
C: Blue,8,20,6,20,{B,E},{5,3}
D: Red,6,6,1,11,{A,B},{2,2}
E: Red,8,10,6,3,{C,D},{4,1}

Agents:

Blue: DefaultAgent,C,6
Red: DefaultAgent,D,14

"
    );
}

#[test]
fn r14_the_third_command_turn() {
    let mut game = example();
    game.turn(FIRST.0, FIRST.1);
    game.turn(SECOND.0, SECOND.1);
    assert_eq!(game.red().energy, 13, "the scan is charged before the commands");
    assert_eq!(game.sees(Side::Red), ["A", "B", "C", "D"]);
    assert_eq!(game.sees(Side::Blue), ["B", "C", "E"]);
    game.turn("Refuel(); Refuel(); Refuel()", "Shoot([B,C],7)");
    let [blue, red] = game.moment(1).agents;
    assert_eq!((blue.energy, red.energy), (0, 7));
    let blast = game.moment(1).reports[1].blast;
    assert_eq!(blast, Some((game.id("C"), 17)));
    // "Until both gain one at the start of the next turn": one by radiation, one by refuelling.
    assert_eq!(game.moment(2).agents[0].energy, 2);
}

#[test]
fn r13_the_last_action_tells_the_owners() {
    let mut rules = Rules::handbook();
    rules.actions = 3;
    let galaxy = "A:5,10,0,1,[B],[1]\nB:5,10,0,6,[A],[1]\n";
    let table = Table::new(galaxy, rules, "A", "B").calm(&[4]);
    let text = told(&table.begin(), "Capture(0)", "Move(nowhere)");
    assert!(text.contains("Step 1\n\nActions:\n\nBlue: Capture(0)\nRed: NoAction()\n"), "{text}");
    assert!(text.ends_with("\n\nA: Blue\nB: Gray\n"), "{text}");
}
