//! Legal calls: every order that a player may give now. Both players see the whole position (R1), so the
//! list follows from the view.

use crate::command::{Call, Invalid};
use crate::constants::{BuildingKind, UnitKind};
use crate::rules::check;
use crate::state::{Building, TimeTravel, Unit};
use crate::types::Player;
use agon_core::{Aim, LegalCall, Spot, Values};
use serde_json::Value;

/// An engineer reaches tiles at most this far along each axis: the far side of a building that he stands
/// beside.
const BUILD_REACH: i32 = 2;

/// Appends the orders that a player may give now; none if he is not on turn.
pub(crate) fn legal_calls(game: &TimeTravel, player: Player, out: &mut Vec<LegalCall<Call>>) {
    if game.current() != Some(player) {
        return;
    }
    for unit in game.units.iter().filter(|unit| unit.owner == player) {
        orders_of_unit(game, unit, out);
    }
    for building in game.buildings.iter().filter(|building| building.owner == player) {
        orders_of_building(game, building, out);
    }
}

/// R6 The legal orders to a unit.
fn orders_of_unit(game: &TimeTravel, unit: &Unit, out: &mut Vec<LegalCall<Call>>) {
    let (id, stats) = (unit.id, unit.kind.stats());
    let is_legal = |call: &Call| check(game, unit.owner, call).is_ok();
    let mut push = |call: Call| {
        if is_legal(&call) {
            out.push(LegalCall::one(call));
        }
    };
    if unit.moves > 0 {
        around(unit, 1).for_each(|(x, y)| push(Call::Move { unit: id, x, y }));
    }
    push(Call::Warp { unit: id });
    if unit.actions == 0 {
        return;
    }
    around(unit, stats.range_max).for_each(|(x, y)| push(Call::Attack { unit: id, x, y }));
    match unit.kind {
        UnitKind::Artist => {
            around(unit, 1).for_each(|(x, y)| push(Call::Paint { unit: id, x, y }));
        }
        UnitKind::Engineer => {
            around(unit, BUILD_REACH).for_each(|(x, y)| builds_at(game, unit, x, y, out));
        }
        _ => {}
    }
}

/// The tiles at most `reach` along each axis from a unit, on the board or not.
fn around(unit: &Unit, reach: i32) -> impl Iterator<Item = (i32, i32)> + use<> {
    let (x, y, _) = unit.cell.place();
    (y - reach..=y + reach).flat_map(move |y| (x - reach..=x + reach).map(move |x| (x, y)))
}

/// R6 The legal build orders of an engineer for a tile. A new building needs a type; for an existing one any
/// type or none is legal.
fn builds_at(game: &TimeTravel, unit: &Unit, x: i32, y: i32, out: &mut Vec<LegalCall<Call>>) {
    let build = |kind| Call::Build { unit: unit.id, x, y, kind };
    match check(game, unit.owner, &build(None)) {
        Ok(()) => {
            let names = BuildingKind::ALL.iter().map(|kind| Value::from(kind.stats().name));
            let types = [Value::Null].into_iter().chain(names).collect();
            out.push(LegalCall::one(build(None)).open("/build/type", Values::OneOf(types)));
        }
        Err(Invalid::NoType { .. }) => {
            let calls = BuildingKind::ALL.into_iter().map(|kind| build(Some(kind)));
            let calls = calls.filter(|call| check(game, unit.owner, call).is_ok());
            out.extend(calls.map(LegalCall::one));
        }
        Err(_) => {}
    }
}

/// R7 The legal orders to a building.
fn orders_of_building(game: &TimeTravel, building: &Building, out: &mut Vec<LegalCall<Call>>) {
    let id = building.id;
    let trainings = UnitKind::ALL.into_iter().map(|kind| Call::Train { building: id, kind });
    let calls = trainings.chain([Call::Cancel { building: id }]);
    let calls = calls.filter(|call| check(game, building.owner, call).is_ok());
    out.extend(calls.map(LegalCall::one));
}

/// Where on the board an order belongs: the unit or building that carries it out, and the tile of its period
/// that it is aimed at.
pub(crate) fn aim(game: &TimeTravel, call: &Call) -> Aim {
    let by = |id: u32| Aim::by(Spot::Unit(id.to_string()));
    match *call {
        Call::Move { unit, x, y }
        | Call::Attack { unit, x, y }
        | Call::Paint { unit, x, y }
        | Call::Build { unit, x, y, .. } => match game.unit(unit) {
            Some(there) => by(unit).at(Spot::Tile(vec![x, y, there.cell.z().into()])),
            None => by(unit),
        },
        Call::Warp { unit } => by(unit),
        Call::Train { building, .. } | Call::Cancel { building } => by(building),
    }
}

/// Enemy units that are this near along each axis are in contact.
const CONTACT_REACH: u32 = 4;

/// How many units of the other player are near a unit or a building of this one, in the same period.
pub(crate) fn contacts(game: &TimeTravel, player: Player) -> usize {
    let own = game.units.iter().filter(|unit| unit.owner == player).map(|unit| unit.cell);
    let built = game.buildings.iter().filter(|building| building.owner == player);
    let own: Vec<_> = own.chain(built.map(|building| building.corner)).collect();
    let enemies = game.units.iter().filter(|unit| unit.owner != player);
    let is_near = |unit: &&Unit| {
        own.iter().any(|cell| {
            cell.z() == unit.cell.z()
                && cell.distance(unit.cell.x(), unit.cell.y()) <= CONTACT_REACH
        })
    };
    enemies.filter(is_near).count()
}
