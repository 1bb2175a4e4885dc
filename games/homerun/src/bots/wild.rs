//! Calls drawn at random, for fuzzing and benchmarks: often sensible, sometimes absurd.

use crate::command::Call;
use crate::state::HomeRun;
use crate::types::{Direction, Location, MapObject, Team, UnitType};
use agon_core::{Actor, Rng};

/// A random call of a unit, valid or not.
pub(crate) fn wild_call(game: &HomeRun, actor: Actor, rng: &mut Rng) -> Call {
    let unit_type = game.slot_of(actor).map(|slot| game.units[slot].unit_type);
    // Mostly orders of the unit's type, so that wild games make progress.
    if rng.chance(2, 3) {
        let sensible = match unit_type {
            Some(UnitType::Hq) if rng.chance(1, 3) => Call::ConstructBall(direction(rng)),
            Some(UnitType::Hq) => Call::Recruit(recruit(rng), direction(rng)),
            Some(UnitType::Pitcher) if rng.chance(1, 4) => Call::MoveBall(direction(rng)),
            Some(UnitType::Batter) if rng.chance(1, 2) => {
                Call::Bat(direction(rng), rng.range(1, 3))
            }
            _ => Call::Move(direction(rng)),
        };
        return sensible;
    }
    match rng.below(24) {
        0 => Call::Move(direction(rng)),
        1 => Call::Recruit(recruit(rng), direction(rng)),
        2 => Call::ConstructBall(direction(rng)),
        3 => Call::MoveBall(direction(rng)),
        4 => Call::Bat(direction(rng), rng.range(-1, 5)),
        5..=7 => Call::Schedule(id(game, rng)),
        8 if rng.chance(1, 40) => Call::KillSelf,
        9 => Call::Write(index(rng), rng.next_u64() as i32),
        10 => Call::Random,
        11 => Call::Print(rng.chance(1, 2).then(|| "wild".to_owned())),
        12 => Call::DrawPoint(location(game, rng), [0, 300, -1]),
        13 => Call::DrawLine(location(game, rng), location(game, rng), [1, 2, 3]),
        _ => wild_question(game, rng),
    }
}

fn wild_question(game: &HomeRun, rng: &mut Rng) -> Call {
    match rng.below(22) {
        0 => Call::IsReadyToMove,
        1 => Call::IsReadyToAct,
        2 => Call::CanMove(direction(rng)),
        3 => Call::CanRecruit(recruit(rng), direction(rng)),
        4 => Call::CanConstructBall(direction(rng)),
        5 => Call::CanMoveBall(direction(rng)),
        6 => Call::CanBat(direction(rng), rng.range(-1, 5)),
        7 => Call::CanSchedule(id(game, rng)),
        8 => Call::CanSense(location(game, rng)),
        9 => Call::IsOutOfMap(location(game, rng)),
        10 => Call::SenseUnitAt(location(game, rng)),
        11 => Call::SenseObjectAt(location(game, rng), rng.chance(1, 2)),
        12 => Call::SenseUnits(
            radius(rng),
            [None, Some(Team::A), Some(Team::B)][rng.below(3) as usize],
        ),
        13 => {
            let object = rng.chance(9, 10).then(|| *rng.pick(&MapObject::ALL));
            Call::SenseObjects(object, radius(rng))
        }
        14 => Call::Read(index(rng)),
        15 => Call::Info,
        16 => Call::Where,
        17 => Call::Opponent,
        18 => Call::Type,
        19 => Call::Round,
        20 => Call::Reputation,
        _ => Call::Points,
    }
}

fn direction(rng: &mut Rng) -> Option<Direction> {
    rng.chance(29, 30).then(|| *rng.pick(&Direction::ALL))
}

fn recruit(rng: &mut Rng) -> Option<UnitType> {
    rng.chance(29, 30).then(|| *rng.pick(&UnitType::ALL))
}

fn radius(rng: &mut Rng) -> f32 {
    *rng.pick(&[-1.0, -0.5, 0.0, 1.9, 2.0, 20.0, 64.0, 1e9])
}

fn index(rng: &mut Rng) -> i32 {
    match rng.below(8) {
        0 => rng.next_u64() as i32,
        1 => *rng.pick(&[-1, 999_999, 1_000_000, i32::MIN, i32::MAX]),
        _ => rng.range(0, 5_000),
    }
}

/// Mostly the ID of a living unit.
fn id(game: &HomeRun, rng: &mut Rng) -> i32 {
    let living = game.living().count() as u32;
    let unit = game.living().nth(rng.below(living.max(1)) as usize);
    match unit {
        Some(unit) if rng.chance(4, 5) => unit.id.into(),
        _ => rng.range(-1, 10_001),
    }
}

/// Mostly a place on the map or near it.
fn location(game: &HomeRun, rng: &mut Rng) -> Option<Location> {
    let [ox, oy] = game.map.plan().offset.map(i32::from);
    let (width, height) = (game.map.width() as i32, game.map.height() as i32);
    match rng.below(12) {
        0 => None,
        1 => Some(Location::new(rng.next_u64() as i32, rng.next_u64() as i32)),
        _ => Some(Location::new(ox + rng.range(-3, width + 2), oy + rng.range(-3, height + 2))),
    }
}
