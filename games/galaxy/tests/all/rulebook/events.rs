//! Events of small games.

use super::scene::{PAIR, Table};
use agon_core::{Event, EventKind, Spot};
use agon_galaxy::{Rules, Side};

fn spot(system: &str) -> Spot {
    Spot::Unit(system.to_owned())
}

#[test]
fn a_capture_names_the_owner_before() {
    let (blue, red) = (Side::Blue.seat(), Side::Red.seat());
    let table = Table::new(PAIR, Rules::original(), "A", "A").calm_turn().calm_turn();
    let mut game = table.begin();
    let first = Event::new(EventKind::Capture, "blue captured A").by(blue).at(spot("A"));
    assert_eq!(game.events("Capture(5)", ""), [first]);
    let second = Event::new(EventKind::Capture, "red captured A from blue");
    let lost = Event::new(EventKind::Elimination, "blue lost its last system");
    let expected = [second.by(red).to(blue).at(spot("A")), lost.by(red).to(blue)];
    assert_eq!(game.events("", "Capture(5)"), expected);
}

#[test]
fn torpedoes_are_told_when_they_hit_the_opponent() {
    let (blue, red) = (Side::Blue.seat(), Side::Red.seat());
    let table = Table::new(PAIR, Rules::handbook(), "A", "B").calm_turn().calm_turn();
    let mut game = table.begin();
    // 4 energy are 16 quarters, the wormhole costs 1: 15 quarters do 11 damage.
    let hit = Event::new(EventKind::Hit, "a torpedo of blue hit red in B: 11 damage");
    assert_eq!(game.events("Shoot([B],4)", ""), [hit.by(blue).to(red).at(spot("B"))]);
    assert_eq!(game.events("Shoot([],4)", "Shoot([],0)"), [], "blue hits only itself");
}

#[test]
fn a_fortification_tells_the_new_cost() {
    let table = Table::new(PAIR, Rules::original(), "A", "B").calm_turn();
    let mut game = table.begin();
    let events = game.events("Capture(5); Fortify(1); Fortify(7)", "Fortify(7)");
    let kinds: Vec<EventKind> = events.iter().map(|event| event.kind).collect();
    assert_eq!(kinds, [EventKind::Capture, EventKind::Build]);
    assert_eq!(events[1].sentence, "blue fortified A: its capture cost is now 9");
}

#[test]
fn an_uneventful_turn_has_no_events() {
    let mut game = Table::new(PAIR, Rules::handbook(), "A", "B").calm_turn().begin();
    assert_eq!(game.events("Move(B); Refuel()", "Capture(1)"), []);
}
