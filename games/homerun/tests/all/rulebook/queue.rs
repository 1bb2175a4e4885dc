//! R3: rounds, the turn queue with insertions, stale entries and dead units, and the end in it.

use super::scene::{Lab, lab, lab_of};
use agon_core::{Game, Why};
use agon_homerun::{Call, Direction, Invalid, Location, Reply, Rules, Team, UnitType};

use Direction::{East, North, South, West};

/// Where units have their turns from now to the end of the round, all units yielding.
fn turns(lab: &mut Lab) -> Vec<(i32, i32)> {
    let round = lab.game.round();
    let mut turns = Vec::new();
    while !lab.is_over() && lab.game.round() == round {
        turns.push(lab.at());
        lab.end();
    }
    turns
}

fn id_at(lab: &Lab, x: i32, y: i32) -> i32 {
    lab.view().unit_at(Location::new(x, y)).unwrap().id.into()
}

#[test]
fn r3_2_the_latest_insertion_comes_first() {
    let mut lab = lab("
        .  .  . .
        .  AH . BH
        .  AP . .
    ");
    let z = id_at(&lab, 1, 0);
    lab.order(Call::Recruit(Some(UnitType::Catcher), Some(North))); // X
    lab.order(Call::Recruit(Some(UnitType::Catcher), Some(West))); // Y
    lab.order(Call::Schedule(z)); // Z
    assert_eq!(turns(&mut lab), [(1, 1), (1, 0), (0, 1), (1, 2), (3, 1)]);
    // The order stays, and the old entry of Z is gone.
    assert_eq!(turns(&mut lab), [(1, 1), (1, 0), (0, 1), (1, 2), (3, 1)]);
}

#[test]
fn r3_2_scheduling_is_permanent_until_the_next_scheduling() {
    let mut lab = lab("
        AH AP AB AC BH
    ");
    let (batter, catcher) = (id_at(&lab, 2, 0), id_at(&lab, 3, 0));
    lab.order(Call::Schedule(catcher)).end();
    assert_eq!(lab.at(), (3, 0));
    let again = lab.say(Call::Schedule(catcher));
    assert_eq!(again, Reply::Refused(Invalid::HadItsTurn { id: catcher }));
    assert_eq!(turns(&mut lab), [(3, 0), (1, 0), (2, 0), (4, 0)]);
    // HQ schedules the batter: it comes between HQ and catcher.
    lab.order(Call::Schedule(batter));
    let again = lab.say(Call::Schedule(batter));
    assert_eq!(again, Reply::Refused(Invalid::AlreadyScheduled { id: batter }));
    assert_eq!(turns(&mut lab), [(0, 0), (2, 0), (3, 0), (1, 0), (4, 0)]);
    assert_eq!(turns(&mut lab), [(0, 0), (2, 0), (3, 0), (1, 0), (4, 0)]);
}

#[test]
fn r6_only_own_living_units_that_have_not_acted_can_be_scheduled() {
    let mut lab = lab("
        AH AP BP BH
    ");
    let (own, enemy) = (id_at(&lab, 1, 0), id_at(&lab, 2, 0));
    let own_id = i32::from(lab.view().me.id);
    let no = |id| Reply::Refused(Invalid::NoSuchUnit { id });
    assert_eq!(lab.say(Call::Schedule(enemy)), no(enemy));
    assert_eq!(lab.say(Call::Schedule(0)), no(0));
    let me = Reply::Refused(Invalid::HadItsTurn { id: own_id });
    assert_eq!(lab.say(Call::Schedule(own_id)), me);
    assert_eq!(lab.say(Call::CanSchedule(own)), Reply::Is(true));
    // A fresh recruit has not had its turn either.
    let fresh = self::lab(
        "
        . .  .
        . AH BH
    ",
    );
    let mut lab = fresh;
    let Reply::Recruited(id) = lab.say(Call::Recruit(Some(UnitType::Pitcher), Some(West))) else {
        panic!("not recruited")
    };
    lab.order(Call::Schedule(id.into()));
    assert_eq!(turns(&mut lab), [(1, 0), (0, 0), (2, 0)]);
    assert_eq!(turns(&mut lab), [(1, 0), (0, 0), (2, 0)]);
}

#[test]
fn r3_2_a_killed_unit_is_off_the_board_at_once_and_never_asked() {
    let mut lab = lab("
        AH AB BP BH
        .  .  .  .
    ");
    lab.turn_at(1, 1);
    let prey = lab.view().units.iter().find(|u| u.team == Team::B).unwrap().id;
    lab.order(Call::Bat(Some(East), 1)); // into the headquarters
    lab.expect(
        "
        AH AB . BH
        .  .  . .
    ",
    );
    assert!(lab.view().units.iter().all(|unit| unit.id != prey));
    assert_eq!(turns(&mut lab), [(1, 1), (3, 1)]);
    assert_eq!(turns(&mut lab), [(0, 1), (1, 1), (3, 1)]);
}

/// B's batter, the last in the queue, hits A's headquarters in every round.
fn siege(rules: Rules) -> Lab {
    let mut lab = lab_of(
        rules,
        "
        .  BH .
        BB .  AH
        ",
    );
    while !lab.is_over() {
        match (lab.view().me.team, lab.view().me.unit_type) {
            (Team::B, UnitType::Hq) => lab.order(Call::ConstructBall(Some(South))),
            (Team::B, _) => lab.order(Call::Bat(Some(East), 1)),
            _ => &mut lab,
        };
        lab.end();
    }
    lab
}

#[test]
fn r3_1_5_a_win_in_the_last_entry_is_noticed_at_once_or_a_round_later() {
    let handbook = siege(Rules::handbook());
    assert_eq!(handbook.outcome().reason.code, "threshold");
    assert_eq!(handbook.outcome().winner(), Some(Team::B.seat()));
    assert_eq!(handbook.game.round(), 19);
    let late = siege(Rules { late_notice: true, ..Rules::handbook() });
    assert_eq!(late.game.round(), 20);
    assert_eq!(late.outcome().winner(), Some(Team::B.seat()));
    let income = 2.0 * (1.0 + 0.001 * 20f32);
    assert_eq!(late.purse(Team::A).0, handbook.purse(Team::A).0 + income);
}

#[test]
fn r3_1_5_a_win_before_the_last_entry_leaves_the_rest_of_the_round_out() {
    let mut lab = lab_of(
        Rules::original(),
        "
        .  AH .  BP
        AB .  BH .
        ",
    );
    while !lab.is_over() {
        match (lab.view().me.team, lab.view().me.unit_type) {
            (Team::A, UnitType::Hq) => lab.order(Call::ConstructBall(Some(South))),
            (Team::A, _) => lab.order(Call::Bat(Some(East), 1)),
            _ => &mut lab,
        };
        lab.end();
    }
    assert_eq!(lab.game.round(), 19);
    assert_eq!(lab.outcome().winner(), Some(Team::A.seat()));
}

#[test]
fn r8_5_a_unit_that_returns_or_fails_dies_and_the_game_goes_on() {
    for why in [Why::Finished, Why::Failed, Why::Gone, Why::OutOfTime] {
        let mut lab = lab("
            AH AP BH
        ");
        let hq = lab.actor();
        lab.end_by(why, 5);
        assert!(lab.game.is_gone(hq));
        assert_eq!(lab.at(), (1, 0));
        lab.end_by(why, 5);
        lab.expect(". . BH");
        lab.end();
        assert_eq!((lab.at(), lab.game.round()), ((2, 0), 1));
        lab.end_by(why, 5);
        assert_eq!(lab.outcome().reason.code, "draw", "all are dead, all rounds are played");
        assert_eq!(lab.game.round(), 1499);
    }
}
