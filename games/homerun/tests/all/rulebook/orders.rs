//! R5, R6: moving, recruiting, balls, and what a bat does to everything it can meet.

use super::scene::{Lab, lab, lab_of};
use agon_core::Game;
use agon_homerun::{
    Call, Diagonal, Direction, HomeRun, Invalid, Location, Reply, Rules, Team, UnitType,
};

use Direction::{East, North, Northeast, Northwest, South, West, Zero};

fn refusal(lab: &mut Lab, call: Call) -> Invalid {
    match lab.say(call.clone()) {
        Reply::Refused(invalid) => invalid,
        reply => panic!("{call:?} was answered {reply:?}"),
    }
}

/// The movement cooldown after one step.
fn cooldown(letter: &str, diagonal: Diagonal, direction: Direction) -> f32 {
    let rules = Rules { diagonal, ..Rules::handbook() };
    let drawing = "
        AH . . . BH
        .  . X . .
    ";
    let mut lab = lab_of(rules, &drawing.replace('X', letter));
    lab.turn_at(2, 0).order(Call::Move(Some(direction)));
    lab.view().me.move_cd
}

#[test]
#[allow(clippy::approx_constant, reason = "the digits are the point")]
fn r5_steps_cost_cooldown_by_type_and_length() {
    for diagonal in [Diagonal::FourDigits, Diagonal::SquareRoot] {
        for (letter, straight) in [("AP", 1.5), ("AB", 1.5), ("AC", 1.0)] {
            assert_eq!(cooldown(letter, diagonal, East), straight);
            assert_eq!(cooldown(letter, diagonal, Zero), 1.0);
        }
    }
    assert_eq!(cooldown("AP", Diagonal::FourDigits, Northwest), 2.1213);
    assert_eq!(cooldown("AC", Diagonal::FourDigits, Northeast), 1.4142);
    assert_eq!(cooldown("AB", Diagonal::SquareRoot, Northwest), 2.1213202);
    assert_eq!(cooldown("AC", Diagonal::SquareRoot, Northwest), 1.4142135);
}

#[test]
fn r5_a_unit_moves_while_its_cooldown_is_below_1() {
    let mut lab = lab("
        AH . . . . BH
        .  . AP . . .
    ");
    lab.turn_at(2, 0).order(Call::Move(Some(East)));
    let yet = Invalid::CannotMoveYet { cooldown: 1.5 };
    assert_eq!(refusal(&mut lab, Call::Move(Some(East))), yet);
    lab.end().turn_at(3, 0); // 0.5 left
    assert_eq!(lab.view().me.move_cd, 0.5);
    lab.order(Call::Move(Some(East)));
    assert_eq!(lab.view().me.move_cd, 2.0);
    lab.end().turn_at(4, 0); // 1.0 left: not below 1
    assert_eq!(lab.say(Call::IsReadyToMove), Reply::Is(false));
    lab.end().turn_at(4, 0);
    assert_eq!(lab.view().me.move_cd, 0.0);
    lab.end().turn_at(4, 0);
    assert_eq!(lab.view().me.move_cd, 0.0, "no cooldown falls below 0");
}

#[test]
fn r5_only_accessible_tiles_are_entered() {
    let mut lab = lab("
        AH ~  o .
        BH AP . .
    ");
    lab.turn_at(1, 0);
    for direction in [North, Northeast, South, West] {
        assert_eq!(lab.say(Call::CanMove(Some(direction))), Reply::Is(false));
        let invalid = refusal(&mut lab, Call::Move(Some(direction)));
        assert_eq!(invalid.penalty(), 1000);
    }
    let off = Invalid::OffMap { at: Location::new(1, -1) };
    assert_eq!(refusal(&mut lab, Call::Move(Some(South))), off);
    assert_eq!(lab.say(Call::CanMove(Some(Zero))), Reply::Is(true));
    let mut hq = self::lab("AH . BH");
    assert!(matches!(refusal(&mut hq, Call::Move(Some(Zero))), Invalid::NeverMoves { .. }));
    assert_eq!(hq.say(Call::IsReadyToAct), Reply::Is(true));
}

#[test]
fn r6_what_is_left_out_costs_one_penalty_or_two() {
    let mut lab = lab("AH . BH");
    let mut price = |call: Call| HomeRun::penalty(&lab.say(call));
    assert_eq!(price(Call::Move(None)), 1000);
    for call in [
        Call::Bat(None, 1),
        Call::MoveBall(None),
        Call::ConstructBall(None),
        Call::Recruit(None, Some(East)),
        Call::Recruit(Some(UnitType::Hq), None),
        Call::Recruit(None, None),
    ] {
        assert_eq!(price(call), 2000);
    }
    for call in [
        Call::CanMove(None),
        Call::CanBat(None, 1),
        Call::CanMoveBall(None),
        Call::CanConstructBall(None),
        Call::CanRecruit(None, None),
        Call::CanSense(None),
        Call::IsOutOfMap(None),
        Call::SenseUnitAt(None),
        Call::SenseObjectAt(None, true),
        Call::SenseObjects(None, 5.0),
        Call::Write(1_000_000, 3),
        Call::Read(-1),
        Call::Schedule(-5),
        Call::Bat(Some(Zero), 1),
    ] {
        assert_eq!(price(call), 1000);
    }
    for call in [Call::CanSchedule(-5), Call::CanBat(Some(Zero), 9)] {
        assert_eq!(price(call), 0);
    }
    // Prints and drawings are looked at in verbose games only.
    for call in [Call::Print(None), Call::DrawPoint(None, [0; 3])] {
        assert_eq!(price(call), 0);
    }
    let verbose = Rules { verbose: true, ..Rules::handbook() };
    let mut lab = lab_of(verbose, "AH . BH");
    let at = Some(Location::new(0, 0));
    for call in [
        Call::Print(None),
        Call::DrawPoint(None, [0; 3]),
        Call::DrawLine(at, None, [0; 3]),
        Call::DrawLine(None, None, [0; 3]),
    ] {
        assert_eq!(HomeRun::penalty(&lab.say(call)), 1000);
    }
}

#[test]
fn r6_the_headquarters_recruits_and_builds_as_long_as_it_can_pay() {
    let mut lab = lab("
        .  .  . .
        .  AH . BH
        ~  b  s .
    ");
    lab.order(Call::Recruit(Some(UnitType::Catcher), Some(South)));
    lab.order(Call::Recruit(Some(UnitType::Catcher), Some(Direction::Southeast)));
    for direction in [North, East, West] {
        lab.order(Call::ConstructBall(Some(direction)));
    }
    lab.expect(
        "
        .  o    .    .
        o  AH   o    BH
        ~  AC/b AC/s .
    ",
    );
    assert_eq!(lab.purse(Team::A).0, 102.0 - 70.0 - 3.0);
    for direction in [South, North, Direction::Southwest, Zero] {
        let reply = lab.say(Call::CanConstructBall(Some(direction)));
        assert_eq!(reply, Reply::Is(false), "{direction}");
    }
    lab.end();
    assert_eq!(lab.view().me.unit_type, UnitType::Catcher, "it acts in the same round");
    let wrong = refusal(&mut lab, Call::ConstructBall(Some(North)));
    assert!(matches!(wrong, Invalid::WrongType { .. }));
}

#[test]
fn r6_a_pitcher_grabs_carries_and_drops_one_ball() {
    let mut lab = lab("
        AH o  o . BH
        .  AP ~ . .
    ");
    lab.turn_at(1, 0);
    assert!(matches!(refusal(&mut lab, Call::MoveBall(Some(West))), Invalid::NoBall { .. }));
    assert!(matches!(refusal(&mut lab, Call::MoveBall(Some(Zero))), Invalid::NoBall { .. }));
    lab.order(Call::MoveBall(Some(North)));
    assert!(lab.view().me.carrying);
    assert_eq!(lab.view().me.act_cd, 2.0);
    let again = refusal(&mut lab, Call::MoveBall(Some(Northeast)));
    assert_eq!(again, Invalid::CannotActYet { cooldown: 2.0 });
    lab.end().turn_at(1, 0).end().turn_at(1, 0);
    for direction in [Northeast, East, South, Zero, Northwest] {
        let reply = lab.say(Call::CanMoveBall(Some(direction)));
        assert_eq!(reply, Reply::Is(false), "{direction}");
    }
    lab.order(Call::MoveBall(Some(West)));
    lab.expect(
        "
        AH .  o . BH
        o  AP ~ . .
    ",
    );
    assert!(!lab.view().me.carrying);
}

/// The row that a bat to the east makes of another row. A's batter stands at the west end.
#[track_caller]
fn bat(row: &str, strength: i32, after: &str) {
    // The headquarters of A stands in a row of its own unless the row holds it.
    let (a, b) = (row.contains("AH"), row.contains("BH"));
    let width = row.split_whitespace().count();
    let mut far = vec!["."; width];
    far[0] = if a { "." } else { "AH" };
    far[width - 1] = if b { "." } else { "BH" };
    let far = far.join(" ");
    let mut lab = lab(&format!("{far}\n{row}"));
    lab.turn_at(0, 0).order(Call::Bat(Some(East), strength));
    assert_eq!(lab.view().me.act_cd, 1.0);
    lab.expect(&format!("{far}\n{after}"));
    lab.game.clone().end(lab.actor(), agon_core::End::DONE);
}

#[test]
fn r6_1_a_batted_ball_and_what_it_meets() {
    bat("AB o . . . .", 1, "AB . o . . .");
    bat("AB o . . . .", 3, "AB . . . o .");
    bat("AB o . . ~ .", 3, "AB . . . ~ .");
    bat("AB o . . ~ .", 2, "AB . . o ~ .");
    bat("AB o . ~ . .", 3, "AB . . ~ . .");
    bat("AB o .", 3, "AB . .");
    bat("AB o . o . .", 3, "AB . . . . .");
    bat("AB o o . . .", 1, "AB . . . . .");
    bat("AB o . BC . .", 3, "AB . o BC . .");
    bat("AB o AC . . .", 2, "AB o AC . . .");
    bat("AB o BP . . .", 1, "AB . o . . .");
    bat("AB o AP BB BP .", 3, "AB . . . o .");
    bat("AB o BP BC . .", 3, "AB . o BC . .");
    bat("AB o b s . .", 2, "AB . b o/s . .");
}

#[test]
fn r6_2_a_batted_unit_and_what_it_meets() {
    for letter in ["BP", "BB", "BC", "AP"] {
        let play = |row: &str, strength, after: &str| {
            bat(&row.replace('U', letter), strength, &after.replace('U', letter));
        };
        play("AB U . . . .", 3, "AB . . . U .");
        play("AB U . . ~ .", 3, "AB . . . ~ .");
        play("AB U .", 3, "AB . .");
        play("AB U . o . .", 3, "AB . . o . .");
        play("AB U . AC . .", 3, "AB . U AC . .");
        play("AB U AC . . .", 3, "AB U AC . . .");
        play("AB U . BP . .", 3, "AB . . . . .");
        play("AB U AB . . .", 1, "AB . . . . .");
        play("AB U BH .", 2, "AB . BH .");
        play("AB U . AH .", 3, "AB . . AH .");
    }
}

#[test]
fn r6_1_a_ball_that_hits_a_headquarters_pays_its_opponent() {
    for (hq, winner) in [("BH", Team::A), ("AH", Team::B)] {
        let other = if hq == "BH" { "AH" } else { "BH" };
        let mut lab = lab(&format!("AB o . {hq} . . {other}"));
        lab.turn_at(0, 0).order(Call::Bat(Some(East), 3));
        lab.expect(&format!("AB . . {hq} . . {other}"));
        assert_eq!(lab.purse(winner).1, 100.0);
        assert_eq!(lab.purse(winner.other()).1, 0.0);
    }
}

#[test]
fn r6_what_cannot_be_batted() {
    let mut lab = lab("
        AH . .  BH
        .  . AB .
    ");
    lab.turn_at(2, 0);
    let at = Location::new(3, 1);
    assert_eq!(refusal(&mut lab, Call::Bat(Some(Northeast), 1)), Invalid::HqStandsFast { at });
    let at = Location::new(1, 0);
    assert_eq!(refusal(&mut lab, Call::Bat(Some(West), 1)), Invalid::NothingToBat { at });
    let at = Location::new(2, -1);
    assert_eq!(refusal(&mut lab, Call::Bat(Some(South), 1)), Invalid::OffMap { at });
    assert_eq!(refusal(&mut lab, Call::Bat(Some(Zero), 1)), Invalid::BatNeedsDirection);
    for strength in [0, 4, -1, i32::MAX] {
        let bad = Invalid::BadStrength { strength };
        assert_eq!(refusal(&mut lab, Call::Bat(Some(West), strength)), bad);
    }
    assert_eq!(lab.view().me.act_cd, 0.0);
}

#[test]
fn r6_2_a_batted_unit_keeps_cooldowns_ball_and_place_in_the_queue() {
    let mut lab = lab("
        AH .  o  . . . BH
        .  AB AP . . . .
    ");
    // The batter's turn is before the pitcher's: the pitcher takes the ball first.
    lab.turn_at(2, 0).order(Call::MoveBall(Some(North))).end();
    lab.turn_at(1, 0).order(Call::Bat(Some(East), 2)).end();
    assert_eq!(lab.at(), (4, 0));
    let me = lab.view().me;
    assert!(me.carrying);
    assert_eq!(me.act_cd, 1.0);
    assert_eq!(me.move_cd, 0.0);
}

#[test]
fn r6_the_shared_array_is_the_teams() {
    let mut lab = lab("
        AH AP BH
    ");
    lab.order(Call::Write(999_999, -7)).end();
    assert_eq!(lab.say(Call::Read(999_999)), Reply::Number(-7));
    assert_eq!(lab.say(Call::Read(0)), Reply::Number(0));
    lab.end();
    assert_eq!(lab.say(Call::Read(999_999)), Reply::Number(0));
}

#[test]
fn r6_kill_self_stops_the_unit_at_once() {
    let mut lab = lab("
        AH AP BH
    ");
    lab.end().order(Call::KillSelf);
    let actor = lab.actor();
    assert!(lab.game.is_gone(actor));
    let dead = lab.say(Call::Round);
    assert!(matches!(dead, Reply::Refused(Invalid::Dead { .. })));
    assert_eq!(HomeRun::penalty(&dead), 0);
    lab.end();
    lab.expect("AH . BH");
    assert_eq!(lab.view().me.team, Team::B);
    assert_eq!(lab.game.seat(actor), Team::A.seat());
}
