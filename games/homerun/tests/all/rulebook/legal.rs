//! Legal calls in drawn positions.

use super::scene::{Lab, lab, lab_of};
use agon_core::{Actor, Contest};
use agon_homerun::{Call, Direction::*, Location, Rules, UnitType::*};

/// The orders that are listed as they stand, but those that are always there.
fn single_calls(lab: &Lab) -> Vec<Call> {
    let list = lab.legal_calls().into_iter().filter(|entry| entry.open.is_empty());
    let calls = list.map(|entry| entry.call);
    calls.filter(|call| !matches!(call, Call::KillSelf | Call::Random)).collect()
}

fn covers(lab: &Lab, call: &Call) -> bool {
    lab.legal_calls().iter().any(|entry| entry.covers(call))
}

#[test]
fn a_headquarters_is_offered_what_it_can_pay_on_free_tiles() {
    let mut lab = lab("
        AH . BH
        .  o ~
    ");
    let recruits = |direction| {
        [Pitcher, Batter, Catcher].map(|unit| Call::Recruit(Some(unit), Some(direction)))
    };
    let mut expected = recruits(South).to_vec();
    expected.push(Call::ConstructBall(Some(South)));
    expected.extend(recruits(East));
    expected.push(Call::ConstructBall(Some(East)));
    assert_eq!(single_calls(&lab), expected);
    // 102 reputation pay one batter; the 27 left pay balls only.
    lab.order(Call::Recruit(Some(Batter), Some(South)));
    let is_ball = |call: &Call| matches!(call, Call::ConstructBall(Some(East)));
    let calls = single_calls(&lab);
    assert!(calls.iter().any(is_ball));
    assert!(!calls.iter().any(|call| matches!(call, Call::Recruit(..))));
    assert!(calls.iter().any(|call| matches!(call, Call::Schedule(_))), "the recruit can be next");
}

#[test]
fn a_batter_is_offered_every_strength() {
    let mut lab = lab("
        AH .  .
        AB o  BH
    ");
    lab.turn_at(0, 0);
    assert_eq!(single_calls(&lab), [Call::Move(Some(Northeast)), Call::Move(Some(Zero))]);
    for (strength, is_legal) in [(0, false), (1, true), (3, true), (4, false)] {
        assert_eq!(covers(&lab, &Call::Bat(Some(East), strength)), is_legal, "{strength}");
    }
    assert!(!covers(&lab, &Call::Bat(Some(North), 1)), "a headquarters stands fast");
    lab.order(Call::Bat(Some(East), 1));
    assert!(!covers(&lab, &Call::Bat(Some(East), 1)), "it has acted");
}

#[test]
fn numbers_texts_and_drawings_are_open_fields() {
    let far = Some(Location::new(-9, 99_999));
    let verbose = Rules { verbose: true, ..Rules::handbook() };
    let [quiet, verbose] = [Rules::handbook(), verbose].map(|rules| lab_of(rules, "AH . BH"));
    for lab in [&quiet, &verbose] {
        assert!(covers(lab, &Call::Write(999_999, i32::MIN)));
        assert!(!covers(lab, &Call::Write(1_000_000, 0)));
        assert!(covers(lab, &Call::Print(Some("hello".into()))));
        assert!(covers(lab, &Call::DrawLine(far, far, [0, 300, -1])));
    }
    assert!(covers(&quiet, &Call::Print(None)) && covers(&quiet, &Call::DrawPoint(None, [1; 3])));
    assert!(!covers(&verbose, &Call::Print(None)));
    assert!(!covers(&verbose, &Call::DrawPoint(None, [1; 3])));
}

#[test]
fn nothing_is_legal_out_of_turn_or_after_death() {
    let mut lab = lab("AH AP BH");
    let mut list = Vec::new();
    lab.game.legal_calls(Actor(3), &mut list);
    assert!(list.is_empty(), "it is A's turn");
    lab.order(Call::KillSelf);
    assert!(lab.legal_calls().is_empty());
}
