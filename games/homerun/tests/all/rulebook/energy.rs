//! R8: energy, debts, and the last call of a killed unit.

use super::scene::{Lab, lab, lab_of};
use agon_core::{Bot, Game, Stopped, Turn, Why};
use agon_homerun::{Call, Direction, HomeRun, Invalid, Reply, Rules, UnitType, View};

use Direction::{East, North, West};

fn allowed(lab: &Lab) -> i64 {
    lab.game.allowance(lab.actor()).energy.unwrap()
}

#[test]
fn r8_2_debts_are_carried_savings_are_not() {
    let mut lab = lab("AH BH");
    assert_eq!(allowed(&lab), 15_000);
    lab.end_by(Why::Done, 100).end();
    assert_eq!(allowed(&lab), 15_000);
    lab.end_by(Why::Paused, 15_005).end();
    assert_eq!(allowed(&lab), 14_995);
    assert_eq!(lab.view().energy, 14_995);
    lab.end_by(Why::Paused, 75_000).end(); // 75,005 used, 60,005 owed
    assert_eq!(allowed(&lab), -45_005);
    lab.end_by(Why::Done, 0).end();
    assert_eq!(allowed(&lab), -30_005);
    lab.end_by(Why::Paused, u64::MAX).end(); // counters end at 150,000,000
    assert_eq!(allowed(&lab), 15_000 - 149_985_000);
}

#[test]
fn r8_a_paused_turn_still_counts_down_and_earns() {
    let mut lab = lab("
        AH AP/b BH
    ");
    lab.turn_at(1, 0).order(Call::Move(Some(Direction::Zero)));
    lab.end_by(Why::Paused, 20_000);
    lab.turn_at(1, 0);
    assert_eq!(lab.view().me.move_cd, 0.0);
    assert_eq!(lab.view().points, 1.0 + 1.001);
}

/// Makes invalid writes until it is stopped.
struct Scribbler {
    written: u32,
}

impl Bot<HomeRun> for Scribbler {
    fn turn(&mut self, _: &View, turn: &mut Turn<'_, HomeRun>) -> Result<(), Stopped> {
        while self.written < 40 {
            turn.call(&Call::Write(-1, 0))?;
            self.written += 1;
        }
        Ok(())
    }
}

#[test]
fn r8_3_a_penalty_never_pauses_but_the_next_charge_does() {
    let mut game = lab("AH BH").game;
    let mut bot = Scribbler { written: 0 };
    let mut written = Vec::new();
    for _ in 0..4 {
        let (actor, view) = (agon_core::Actor(0), View::default());
        let mut no_scribe = ();
        let mut turn = Turn::open(&mut game, actor, &mut no_scribe);
        let why = match bot.turn(&view, &mut turn) {
            Ok(()) => Why::Done,
            Err(Stopped) => Why::Paused,
        };
        turn.close(why, 0.0);
        written.push(bot.written);
        game.end(agon_core::Actor(3), agon_core::End::DONE);
    }
    // 15 calls cost 15,015 with their penalties; the price of the 16th goes beyond the limit.
    assert_eq!(written, [15, 30, 40, 40]);
}

/// A batter of A is paused and then batted off the map by B; the ball is where its bat reaches it.
fn killed_while_paused(rules: Rules) -> Lab {
    let mut lab = lab_of(
        rules,
        "
        .  .  . .  AH BH
        .  o  . .  .  .
        .  AB . .  .  .
        .  BB . .  .  .
        .  .  . .  .  .
        ",
    );
    lab.turn_at(1, 2).end_by(Why::Paused, 15_001);
    // B's batter bats it north onto the ball: it dies, the ball stays.
    lab.turn_at(1, 1).order(Call::Bat(Some(North), 3)).end();
    lab
}

#[test]
fn r8_4_in_the_handbook_a_dead_unit_does_nothing() {
    let mut lab = killed_while_paused(Rules::handbook());
    assert_eq!(lab.at(), (4, 4), "the next round");
    lab.end();
    assert_eq!(lab.at(), (5, 4), "the dead are not asked");
}

#[test]
fn r8_4_in_the_original_it_makes_the_call_it_was_stopped_in_front_of() {
    let rules = Rules { ghost_calls: true, ..Rules::handbook() };
    let mut lab = killed_while_paused(rules);
    lab.end();
    let ghost = lab.actor();
    assert_eq!(lab.view_of(ghost).me.unit_type, UnitType::Batter);
    assert!(!lab.game.is_gone(ghost));
    // Moving is refused without a penalty; nothing is used up by it.
    let dead = lab.say(Call::Move(Some(East)));
    assert!(matches!(dead, Reply::Refused(Invalid::Dead { .. })));
    assert_eq!(HomeRun::penalty(&dead), 0);
    // It bats the ball from where it was last.
    lab.order(Call::Bat(Some(North), 1));
    assert!(lab.game.is_gone(ghost));
    assert!(matches!(lab.say(Call::Random), Reply::Refused(Invalid::Dead { .. })));
    lab.expect(
        "
        .  o  . .  AH BH
        .  .  . .  .  .
        .  .  . .  .  .
        .  BB . .  .  .
        .  .  . .  .  .
    ",
    );
    lab.end();
    assert_eq!(lab.at(), (5, 4));
    assert!(lab.game.is_gone(ghost));
}

#[test]
fn r8_4_a_unit_that_was_not_paused_has_no_such_call() {
    let rules = Rules { ghost_calls: true, ..Rules::handbook() };
    let mut lab = lab_of(
        rules,
        "
        AH . AP BB BH
        ~  ~ ~  ~  ~
        ",
    );
    lab.turn_at(2, 1).end_by(Why::Done, 30_000);
    lab.turn_at(3, 1).order(Call::Bat(Some(West), 3)).end(); // into the headquarters
    lab.end();
    assert_eq!(lab.at(), (4, 1));
}

#[test]
fn prices_are_the_contests() {
    for (call, price) in [
        (Call::SenseUnits(1.0, None), 200),
        (Call::SenseObjects(None, 1.0), 200),
        (Call::Move(None), 20),
        (Call::CanSchedule(1), 20),
        (Call::IsReadyToAct, 20),
        (Call::Print(None), 20),
        (Call::IsOutOfMap(None), 10),
        (Call::SenseUnitAt(None), 10),
        (Call::Read(0), 1),
        (Call::Write(0, 0), 1),
        (Call::KillSelf, 1),
        (Call::Random, 1),
        (Call::Draws(8), 1),
    ] {
        assert_eq!(HomeRun::price(&call), price, "{call:?}");
    }
}
