//! Events of drawn positions.

use super::scene::lab;
use agon_core::{Contest, Deed, Event, EventKind, Spot, Why};
use agon_homerun::{Call, Direction::*, Reply, Team, UnitType};

fn tile(x: i32, y: i32) -> Spot {
    Spot::Tile(vec![x, y])
}

#[test]
fn a_ball_that_kills_names_both_teams() {
    for (victim, team) in [("BP", Team::B), ("AP", Team::A)] {
        let mut lab = lab(&format!("AH . . . . BH\nAB o {victim} . . ."));
        lab.turn_at(0, 0);
        let id = lab.view().unit_at(agon_homerun::Location::new(2, 0)).unwrap().id;
        let sentence = match team {
            Team::B => format!("A killed pitcher {id} of B"),
            Team::A => format!("A killed its own pitcher {id}"),
        };
        let kill = Event::new(EventKind::Kill, sentence).by(Team::A.seat()).to(team.seat());
        let events = lab.events(|lab| {
            lab.order(Call::Bat(Some(East), 1));
        });
        assert_eq!(events, [kill.at(tile(2, 0))]);
    }
}

#[test]
fn a_ball_that_hits_a_headquarters_is_told() {
    let mut lab = lab("AB o . BH . . AH");
    lab.turn_at(0, 0);
    let hit = Event::new(EventKind::Hit, "a ball of A hit the headquarters of B");
    let events = lab.events(|lab| {
        lab.order(Call::Bat(Some(East), 3));
    });
    assert_eq!(events, [hit.by(Team::A.seat()).to(Team::B.seat()).at(tile(3, 0))]);
}

#[test]
fn a_unit_that_ends_itself_has_no_killer() {
    let mut lab = lab("AH . BH");
    let id = lab.view().me.id;
    let events = lab.events(|lab| {
        lab.end_by(Why::Failed, 0);
    });
    let died = Event::new(EventKind::Kill, format!("headquarters {id} of A died"));
    let gone = Event::new(EventKind::Elimination, "A lost its last unit");
    let a = Team::A.seat();
    assert_eq!(events, [died.to(a).at(tile(0, 0)), gone.to(a)]);
}

#[test]
fn a_base_is_taken_when_a_pitcher_steps_on_it() {
    let mut lab = lab("AH AP b BH");
    lab.turn_at(1, 0);
    let taken = Event::new(EventKind::Capture, "A took the base at [2,0]");
    let events = lab.events(|lab| {
        lab.order(Call::Move(Some(East)));
    });
    assert_eq!(events, [taken.by(Team::A.seat()).at(tile(2, 0))]);
    assert_eq!(lab.events(|_| {}), [], "it stays there");
}

#[test]
fn recruits_are_told_from_the_orders() {
    let mut lab = lab("AH . BH");
    let (before, actor) = (lab.game.clone(), lab.actor());
    let call = Call::Recruit(Some(UnitType::Catcher), Some(East));
    let reply = lab.say(call.clone());
    let Reply::Recruited(id) = reply else { panic!("{reply:?}") };
    let events = lab.game.events(&before, &[actor], &[Deed { actor, call, reply }]);
    let built = Event::new(EventKind::Build, format!("A recruited catcher {id}"));
    assert_eq!(events, [built.by(Team::A.seat()).at(tile(0, 0))]);
}
