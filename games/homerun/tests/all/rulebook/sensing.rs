//! R7: what units see, and in which order.

use super::scene::{Lab, lab};
use agon_core::Game;
use agon_homerun::{Call, HomeRun, Invalid, Location, MapObject, Reply, Team, Terrain};

const WIDE: &str = "
    BP . . . . . . . . . .
    .  . . . . . . . . . .
    .  . . . . . . . o . .
    .  ~ . . . b . . . . .
    .  . . . AC AP . . BB . .
    .  . . . . s . . . . .
    .  . . . AH . . BH . . .
";

fn pitcher() -> Lab {
    let mut lab = lab(WIDE);
    lab.turn_at(5, 2);
    lab
}

fn at(x: i32, y: i32) -> Option<Location> {
    Some(Location::new(x, y))
}

#[test]
fn r7_units_are_sensed_nearest_first_without_oneself() {
    let mut lab = pitcher();
    let mut places = |radius, team| match lab.say(Call::SenseUnits(radius, team)) {
        Reply::Units(units) => units.iter().map(|u| (u.at.x, u.at.y)).collect::<Vec<_>>(),
        reply => panic!("{reply:?}"),
    };
    assert_eq!(places(99.0, None), [(4, 2), (4, 0), (7, 0), (8, 2)]);
    assert_eq!(places(8.0, None), [(4, 2), (4, 0), (7, 0)]);
    assert_eq!(places(99.0, Some(Team::B)), [(7, 0), (8, 2)]);
    assert_eq!(places(1.9, None), [(4, 2)], "the radius is cut to 1");
    assert_eq!(places(-0.5, None), [], "cut to 0, which is possible");
}

#[test]
fn r7_impossible_radii_are_refused() {
    let mut lab = pitcher();
    for radius in [-1.0, f32::NEG_INFINITY, f32::NAN] {
        let refused = |reply| matches!(reply, Reply::Refused(Invalid::BadRadius { .. }));
        assert!(refused(lab.say(Call::SenseUnits(radius, None))));
        assert!(refused(lab.say(Call::SenseObjects(Some(MapObject::Ball), radius))));
    }
    let reply = lab.say(Call::SenseObjects(Some(MapObject::Ball), -0.5));
    assert!(matches!(reply, Reply::Refused(_)), "this radius is not cut");
    assert_ne!(lab.say(Call::SenseUnits(f32::INFINITY, None)), Reply::Units(vec![]));
}

#[test]
fn r7_objects_are_sensed_under_units_and_balls() {
    let mut lab = pitcher();
    let mut places = |object, radius| match lab.say(Call::SenseObjects(Some(object), radius)) {
        Reply::Places(places) => places.iter().map(|p| (p.x, p.y)).collect::<Vec<_>>(),
        reply => panic!("{reply:?}"),
    };
    assert_eq!(places(MapObject::Base, 20.0), [(5, 3)]);
    assert_eq!(places(MapObject::Stadium, 0.9), []);
    assert_eq!(places(MapObject::Stadium, 1.0), [(5, 1)]);
    assert_eq!(places(MapObject::Ball, 64.0), [(8, 4)]);
    assert_eq!(places(MapObject::Water, 64.0), [(1, 3)], "just in sight: 16 + 1");
    assert_eq!(places(MapObject::Location, 0.0), [(5, 2)]);
    assert_eq!(places(MapObject::Location, 1.0), [(5, 2), (4, 2), (5, 1), (5, 3), (6, 2)]);
    // 69 tiles are in sight, twelve of them south of the map.
    assert_eq!(places(MapObject::Location, 64.0).len(), 57);
}

#[test]
fn r7_range_is_tested_before_the_map() {
    let mut lab = pitcher();
    let refused = |reply: &Reply| match reply {
        Reply::Refused(invalid) => invalid.penalty() == 1000,
        _ => false,
    };
    assert_eq!(lab.say(Call::IsOutOfMap(at(5, -1))), Reply::Is(true));
    assert_eq!(lab.say(Call::IsOutOfMap(at(5, 0))), Reply::Is(false));
    assert!(refused(&lab.say(Call::IsOutOfMap(at(5, -3)))));
    assert_eq!(lab.say(Call::CanSense(at(5, -1))), Reply::Is(false));
    assert_eq!(lab.say(Call::CanSense(at(9, 4))), Reply::Is(true));
    assert_eq!(lab.say(Call::CanSense(at(10, 2))), Reply::Is(false));
    assert!(refused(&lab.say(Call::SenseUnitAt(at(5, -1)))));
    assert!(refused(&lab.say(Call::SenseObjectAt(at(10, 2), true))));
    for far in [at(i32::MIN, i32::MAX), at(i32::MAX, 2)] {
        assert_eq!(lab.say(Call::CanSense(far)), Reply::Is(false));
        assert!(refused(&lab.say(Call::IsOutOfMap(far))));
    }
}

#[test]
fn r7_single_tiles() {
    let mut lab = pitcher();
    let Reply::Unit(Some(me)) = lab.say(Call::SenseUnitAt(at(5, 2))) else {
        panic!("one can sense oneself")
    };
    assert_eq!(Reply::Unit(Some(me)), lab.say(Call::Info));
    assert_eq!(lab.say(Call::SenseUnitAt(at(6, 2))), Reply::Unit(None));
    let object = |lab: &mut Lab, x, y, ball| match lab.say(Call::SenseObjectAt(at(x, y), ball)) {
        Reply::Object(object) => object,
        reply => panic!("{reply:?}"),
    };
    assert_eq!(object(&mut lab, 8, 4, true), MapObject::Ball);
    assert_eq!(object(&mut lab, 8, 4, false), MapObject::Grass);
    assert_eq!(object(&mut lab, 5, 3, true), MapObject::Base);
}

#[test]
fn r7_the_view_is_what_sensing_tells() {
    let mut lab = pitcher();
    let view = lab.view();
    let Reply::Units(units) = lab.say(Call::SenseUnits(99.0, None)) else { panic!("no units") };
    assert_eq!(view.units[..], units);
    assert_eq!(view.tiles.len(), 69);
    assert_eq!(view.tile(Location::new(5, 2)), Some(Terrain::Grass));
    assert_eq!(view.tile(Location::new(5, -1)), Some(Terrain::Outside));
    assert_eq!(view.tile(Location::new(10, 2)), None);
    assert_eq!(view.balls[..], [Location::new(8, 4)]);
    assert!(view.unit_at(Location::new(0, 6)).is_none(), "out of sight");
    let text = serde_json::to_value(&view).unwrap()["tiles"].as_str().unwrap().to_owned();
    assert!(text.starts_with("..sb."), "{text}");
}

#[test]
fn r7_draws_ahead_are_the_next_ones_and_are_not_taken() {
    let mut lab = lab(WIDE);
    let before = lab.game.hash();
    let Reply::Draws(ahead) = lab.say(Call::Draws(3)) else { panic!("no draws") };
    assert_eq!(lab.game.hash(), before);
    let draws: Vec<Reply> = (0..3).map(|_| lab.say(Call::Random)).collect();
    assert_eq!(draws, ahead.into_iter().map(Reply::Draw).collect::<Vec<_>>());
    assert!(matches!(lab.say(Call::Draws(255)), Reply::Draws(most) if most.len() == 32));
}

#[test]
fn r7_a_call_out_of_turn_is_refused() {
    let mut lab = lab(WIDE);
    let other = agon_core::Actor(3);
    let before = lab.game.hash();
    let reply = lab.game.call(other, &Call::Random);
    assert_eq!(reply, Reply::Refused(Invalid::NotYourTurn));
    lab.game.end(other, agon_core::End::DONE);
    assert_eq!(lab.game.hash(), before);
    assert_eq!(HomeRun::penalty(&reply), 0);
}
