//! R6 build: continuing, repairing and starting buildings.

use super::{check_gold, own_unit, pay, ripple};
use crate::command::{Invalid, Reply};
use crate::constants::*;
use crate::profile::{BuildCost, OverlapCheck};
use crate::state::{Building, TimeTravel, Unit};
use crate::types::{Cell, Id, Player, footprint, in_adjacent_area};

/// The last id that a build order may use; below the counter's maximum, so that trained units still get ids.
const LAST_ID: Id = Id::MAX - (1 << 24);

/// What a build action will do.
#[derive(Copy, Clone, Debug)]
pub(super) enum Work {
    /// R6 (a) Continue or repair the building at this index.
    GoOn(usize),
    /// R6 (b) Start a building of this kind with this corner.
    Start(BuildingKind, Cell),
}

/// R6 build: the tile (x, y) alone decides between continuing a building and starting one.
pub(super) fn check_build(
    game: &TimeTravel,
    player: Player,
    unit: Id,
    x: i32,
    y: i32,
    kind: Option<BuildingKind>,
) -> Result<(usize, Work), Invalid> {
    let (index, builder) = own_unit(game, player, unit)?;
    if builder.actions < 1 {
        return Err(Invalid::NoActions { unit });
    }
    if builder.moves < 1 && game.rules.build_cost == BuildCost::ActionAndMove {
        return Err(Invalid::NoMoves { unit, has: builder.moves, needs: 1 });
    }
    let target = Cell::new(x, y, builder.cell.z()).ok_or(Invalid::OutOfBounds { x, y })?;
    if game.is_held_by(player.other(), target) {
        return Err(Invalid::BlockedByEnemy { x, y });
    }
    let work = match game.building_at(target) {
        Some(building) => Work::GoOn(check_go_on(game, builder, building)?),
        None => {
            let kind = kind.ok_or(Invalid::NoType { x, y })?;
            check_start(game, builder, x, y, kind)?;
            Work::Start(kind, target)
        }
    };
    Ok((index, work))
}

/// R6 (a) An own building, complete or not: the order's type is ignored.
fn check_go_on(game: &TimeTravel, builder: &Unit, building: &Building) -> Result<usize, Invalid> {
    let (x, y) = (building.corner.x(), building.corner.y());
    if !in_adjacent_area(builder.cell, x, y) {
        return Err(Invalid::NotAdjacent { unit: builder.id, x, y });
    }
    check_builder(builder)?;
    game.building_index(building.id).ok_or(Invalid::NoSuchObject { id: building.id })
}

/// R6 (b) A new building on free ground.
fn check_start(
    game: &TimeTravel,
    builder: &Unit,
    x: i32,
    y: i32,
    kind: BuildingKind,
) -> Result<(), Invalid> {
    if !in_adjacent_area(builder.cell, x, y) {
        return Err(Invalid::NotAdjacent { unit: builder.id, x, y });
    }
    let z = builder.cell.z();
    let cells = footprint(x, y, z)
        .ok_or(Invalid::OutOfBounds { x: x.saturating_add(1), y: y.saturating_add(1) })?;
    let find = |closes: &dyn Fn(Cell) -> bool| {
        cells.into_iter().find(|&cell| closes(cell)).map(|cell| (cell.x(), cell.y()))
    };
    if let Some((x, y)) = find(&|cell| game.map.portal_at(cell).is_some()) {
        return Err(Invalid::BlockedByPortal { x, y });
    }
    if let Some((x, y)) = find(&|cell| game.map.blocks_build(cell)) {
        return Err(Invalid::BlockedByTerrain { x, y });
    }
    if game.rules.overlap_check == OverlapCheck::WholeFootprint {
        if let Some((x, y)) = find(&|cell| game.is_held_by(builder.owner.other(), cell)) {
            return Err(Invalid::BlockedByEnemy { x, y });
        }
        if let Some((x, y)) = find(&|cell| game.building_at(cell).is_some()) {
            return Err(Invalid::BlockedByBuilding { x, y });
        }
    }
    check_builder(builder)?;
    check_gold(game, builder.owner, z, game.rules.building_cost(kind, builder.level))?;
    if game.next_id >= LAST_ID {
        return Err(Invalid::NoMoreIds);
    }
    Ok(())
}

fn check_builder(unit: &Unit) -> Result<(), Invalid> {
    if unit.kind == UnitKind::Engineer {
        Ok(())
    } else {
        Err(Invalid::NotABuilder { unit: unit.id, kind: unit.kind })
    }
}

pub(super) fn build(
    game: &mut TimeTravel,
    player: Player,
    unit: Id,
    x: i32,
    y: i32,
    kind: Option<BuildingKind>,
) -> Result<Reply, Invalid> {
    let (index, work) = check_build(game, player, unit, x, y, kind)?;
    let level = game.units[index].level;
    if game.rules.build_cost == BuildCost::ActionAndMove {
        let builder = &mut game.units[index];
        builder.actions -= 1;
        builder.moves -= 1;
    }
    let place = match work {
        Work::GoOn(place) => place,
        Work::Start(kind, corner) => {
            pay(game, player, corner.z(), -game.rules.building_cost(kind, level));
            game.add_building(kind, player, level, corner, false);
            game.buildings.len() - 1
        }
    };
    Ok(build_step(game, place))
}

/// R6 One build action: a `T`-th part of the full hit points, rounded up. Reaching all of them
/// completes the building.
fn build_step(game: &mut TimeTravel, place: usize) -> Reply {
    let turns =
        game.rules.build_turns(game.buildings[place].kind, game.buildings[place].corner.z());
    let building = &mut game.buildings[place];
    let full = building.full_hp();
    building.hp = building.hp.saturating_add((full + turns - 1) / turns).min(full);
    let (id, z, hp) = (building.id, building.corner.z(), building.hp);
    if !building.complete && hp == full {
        building.complete = true;
        ripple(game, id);
    }
    let complete = game.building(id).is_some_and(|building| building.complete);
    Reply::Built { building: id, z, hp, complete }
}
