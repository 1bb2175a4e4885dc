//! R1, R2, R4, R9: numbers, setup, income, bases and stadiums, the end.

use super::scene::{lab, lab_of};
use agon_core::Game;
use agon_homerun::{BasePays, Call, Direction, Invalid, Location, Reply, Rules, Team, UnitType};

const BARE: &str = "
    AH . BH
";

#[test]
fn r2_1_and_r2_4_ids_follow_from_the_seed() {
    let mut lab = lab(BARE);
    assert_eq!(lab.view().me.id, 7309);
    lab.end();
    assert_eq!(lab.view().me.id, 4101);
    assert_eq!(lab.view().me.team, Team::B);
}

#[test]
fn r3_1_2_income_begins_in_round_0_or_in_round_2() {
    let mut handbook = lab(BARE);
    assert_eq!(handbook.purse(Team::A), (102.0, 0.0));
    handbook.round(2);
    assert_eq!(handbook.purse(Team::B).0, 100.0 + 2.0 + 2.0 * 1.001 + 2.0 * 1.002);

    let rules = Rules { first_income_round: 2, ..Rules::handbook() };
    let mut original = lab_of(rules, BARE);
    assert_eq!(original.purse(Team::A).0, 100.0);
    original.round(1);
    assert_eq!(original.purse(Team::A).0, 100.0);
    original.round(2);
    assert_eq!(original.purse(Team::A).0, 102.004);
}

#[test]
fn r1_sums_are_32_bit_in_the_order_of_events() {
    let mut lab = lab(BARE);
    lab.round(1000);
    let mut sum = 100f32;
    for round in 0..=1000 {
        sum += 2.0f32 * (1.0f32 + 0.001f32 * round as f32);
    }
    assert_eq!(lab.purse(Team::A).0, sum);
}

#[test]
fn r3_1_4_and_r9_3_rounds_and_the_last_draw() {
    for (rules, last) in [(Rules::handbook(), 1499), (Rules::original(), 1500)] {
        let mut lab = lab_of(rules, BARE);
        lab.round(9999);
        assert_eq!(lab.game.round(), last);
        // Seed 1: after the two IDs the third draw is 0.2077..., so A wins.
        let outcome = lab.outcome();
        assert_eq!(outcome.reason.code, "draw");
        assert_eq!(outcome.winner(), Some(Team::A.seat()));
    }
}

#[test]
fn r9_1_points_then_r9_2_what_the_team_is_worth() {
    let short = Rules { last_round: 100, ..Rules::handbook() };
    let mut lab = lab_of(
        short,
        "
        AH . . BP/b
        .  . . BH
    ",
    );
    lab.round(9999);
    assert_eq!(lab.outcome().reason.code, "points");
    assert_eq!(lab.outcome().winner(), Some(Team::B.seat()));

    // A ball costs 1 and is worth nothing; a unit is worth what it cost.
    let mut spent = self::lab(BARE);
    spent.order(Call::ConstructBall(Some(Direction::East)));
    spent.round(9999);
    assert_eq!(spent.outcome().reason.code, "value");
    assert_eq!(spent.outcome().winner(), Some(Team::B.seat()));

    let only = Rules { last_round: 0, ..Rules::handbook() };
    let mut invested = lab_of(only, BARE);
    invested.order(Call::Recruit(Some(UnitType::Pitcher), Some(Direction::East)));
    invested.round(9999);
    assert_eq!(invested.outcome().reason.code, "draw");
}

/// The first pitcher of A leaves the base (or stadium) and has the batter act next, which bats the
/// second pitcher onto it before that one's turn; then B does the same. Returns what each team has.
fn two_pitchers_a_team(base_pays: BasePays, place: &str) -> [(f32, f32); 2] {
    let drawing = "
        AH . . .    .  .  BH
        .  . . AP/b BP BB .
        .  . . AP   .  .  .
        .  . . AB   .  .  .
    ";
    let rules = Rules { base_pays, ..Rules::handbook() };
    let mut lab = lab_of(rules, &drawing.replace("/b", place));
    lab.turn_at(3, 2);
    let batter = lab.view().unit_at(Location::new(3, 0)).unwrap().id;
    lab.order(Call::Schedule(batter.into()));
    lab.order(Call::Move(Some(Direction::West))).end();
    assert_eq!(lab.at(), (3, 0));
    lab.order(Call::Bat(Some(Direction::North), 1)).end();
    assert_eq!(lab.at(), (3, 2), "the second pitcher has its turn on the place that pays");
    lab.order(Call::Move(Some(Direction::Northwest))).end();
    assert_eq!(lab.at(), (6, 3));
    let batter = lab.view().unit_at(Location::new(5, 2)).unwrap().id;
    lab.order(Call::Schedule(batter.into())).end();
    lab.order(Call::Bat(Some(Direction::West), 1)).end();
    assert_eq!((lab.at(), lab.view().me.team), ((3, 2), Team::B));
    Team::BOTH.map(|team| lab.purse(team))
}

#[test]
fn r4_1_a_base_pays_each_team_once_a_round_or_a_twice() {
    let once = two_pitchers_a_team(BasePays::OncePerTeam, "/b");
    assert_eq!(once, [(102.0, 1.0), (102.0, 1.0)]);
    // A's second pitcher uses up B's mark, so B's pitcher gets nothing.
    let falls_through = two_pitchers_a_team(BasePays::FallsThrough, "/b");
    assert_eq!(falls_through, [(102.0, 2.0), (102.0, 0.0)]);
}

#[test]
fn r4_2_a_stadium_pays_every_pitcher() {
    for base_pays in [BasePays::OncePerTeam, BasePays::FallsThrough] {
        let paid = two_pitchers_a_team(base_pays, "/s");
        assert_eq!(paid, [(104.0, 0.0), (103.0, 0.0)]);
    }
}

#[test]
fn r4_only_pitchers_earn_and_gains_grow_with_the_rounds() {
    let mut lab = lab("
        AH . AP/b . AB/b AC/s BH
    ");
    lab.round(1000);
    let sum = |rounds| (0..rounds).fold(0f32, |s, r| s + (1.0 + 0.001 * r as f32));
    assert_eq!(lab.purse(Team::A).1, sum(1000));
    assert_eq!(lab.purse(Team::A).0, lab.purse(Team::B).0);
}

#[test]
fn r4_4_spending_needs_the_whole_price() {
    let mut lab = lab("
        .  . .
        AH . BH
    ");
    let recruit = |t, d| Call::Recruit(Some(t), Some(d));
    lab.order(recruit(UnitType::Batter, Direction::East)); // 102 - 75
    let poor = Invalid::TooPoor { has: 27.0, costs: 35.0 };
    let call = recruit(UnitType::Catcher, Direction::North);
    assert_eq!(lab.say(call.clone()), Reply::Refused(poor));
    lab.round(3); // 27 + 2.002 + 2.004 + 2.006
    assert!(matches!(lab.say(call.clone()), Reply::Refused(_)));
    lab.round(4);
    lab.order(call);
    assert!(lab.purse(Team::A).0 < 1.0);
}
