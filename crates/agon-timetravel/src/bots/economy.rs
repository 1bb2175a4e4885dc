//! What every bot that wants to live needs: painting, training and building.

use super::Hand;
use super::ways::{Field, Ground, neighbours};
use crate::command::{Call, Reply};
use crate::constants::*;
use crate::observe::{BuildingRecord, UnitRecord};
use crate::state::{Cell, Id, footprint, in_adjacent_area};
use agon_core::Stopped;

/// Engineers worth having in each period: what is built in the far past appears in all three.
const ENGINEERS: [usize; PERIODS] = [4, 1, 1];

pub(super) fn cell_of(unit: &UnitRecord) -> Option<Cell> {
    Cell::new(unit.x, unit.y, unit.z)
}

/// Every artist paints, and walks to a gallery first if he has to.
pub(super) fn paint(hand: &mut Hand<'_, '_>) -> Result<(), Stopped> {
    for id in hand.own_units(|unit| unit.kind == UnitKind::Artist && unit.actions > 0) {
        while !paint_here(hand, id)? {
            let goals = hand.own_buildings(|b| b.kind == BuildingKind::Gallery && b.complete);
            let goals = goals
                .iter()
                .filter_map(|b| footprint(b.x, b.y, b.z))
                .flatten();
            let field = Ground::of(hand.view).field(goals, false);
            if !walk(hand, id, &field)? {
                break;
            }
        }
    }
    Ok(())
}

/// Paints what is in reach; answers whether there was something.
fn paint_here(hand: &mut Hand<'_, '_>, unit: Id) -> Result<bool, Stopped> {
    let Some(artist) = hand.unit(unit).filter(|artist| artist.actions > 0) else {
        return Ok(true);
    };
    let Some(here) = cell_of(artist) else {
        return Ok(true);
    };
    let level = artist.level;
    let gallery_at = |cell: Cell| {
        let standing = hand
            .view
            .position
            .buildings
            .iter()
            .find(|b| covers(b, cell))?;
        let fits = standing.kind == BuildingKind::Gallery && standing.complete;
        fits.then(|| standing.level.abs_diff(level))
    };
    let spots = neighbours(here).chain([here]);
    let best = spots
        .filter_map(|cell| Some((gallery_at(cell)?, cell)))
        .max_by_key(|best| best.0);
    match best {
        None => Ok(false),
        Some((_, cell)) => {
            hand.call(Call::Paint {
                unit,
                x: cell.x(),
                y: cell.y(),
            })?;
            Ok(true)
        }
    }
}

pub(super) fn covers(building: &BuildingRecord, cell: Cell) -> bool {
    let cells = footprint(building.x, building.y, building.z);
    cells.is_some_and(|cells| cells.contains(&cell))
}

/// One step towards the goals of a field; answers whether it was taken.
pub(super) fn walk(hand: &mut Hand<'_, '_>, unit: Id, field: &Field) -> Result<bool, Stopped> {
    let Some(walker) = hand.unit(unit).filter(|walker| walker.moves > 0) else {
        return Ok(false);
    };
    match cell_of(walker).and_then(|cell| field.next_step(cell)) {
        None => Ok(false),
        Some(next) => hand.does(Call::Move {
            unit,
            x: next.x(),
            y: next.y(),
        }),
    }
}

/// Food to spare in a period once everybody in training is there.
pub(super) fn spare_food(hand: &Hand<'_, '_>, z: u8) -> i64 {
    let food = hand.own_buildings(|b| b.z == z && b.complete);
    let food: i64 = food.iter().map(|b| b.kind.stats().food(b.level)).sum();
    let eating = hand.own_units(|unit| unit.z == z);
    let eating: i64 = eating
        .iter()
        .filter_map(|&id| hand.unit(id))
        .map(|u| u.kind.stats().hunger)
        .sum();
    let training = hand.own_buildings(|b| b.z == z && b.training.is_some());
    let training: i64 = training
        .iter()
        .filter_map(|b| b.training)
        .map(|kind| kind.stats().hunger)
        .sum();
    food - eating - training
}

/// Trains artists and engineers where they can be fed, and pigs when it is too late for anything
/// else. Gold below `reserve` is left in the purse of the far past.
pub(super) fn train(hand: &mut Hand<'_, '_>, reserve: i64) -> Result<(), Stopped> {
    let left = hand.own_turns_left();
    for building in hand.own_buildings(|b| b.complete && b.training.is_none()) {
        let kind = match building.kind {
            BuildingKind::Gallery => UnitKind::Artist,
            BuildingKind::School => UnitKind::Engineer,
            BuildingKind::Farm => UnitKind::Pig,
            BuildingKind::Barracks | BuildingKind::Bunker => continue,
        };
        let z = building.z;
        let engineers = hand
            .own_units(|unit| unit.kind == UnitKind::Engineer && unit.z == z)
            .len();
        let in_time = left > u32::from(kind.stats().train_turns);
        let wanted = match kind {
            UnitKind::Artist => true,
            UnitKind::Engineer => engineers < ENGINEERS[usize::from(z)] || left < 12,
            _ => left < 6,
        };
        // Nobody starves to death within the last few turns.
        let fed = spare_food(hand, z) >= kind.stats().hunger || left < 6;
        let price = kind.stats().cost(building.level);
        let kept = if z == 0 && kind == UnitKind::Pig {
            0
        } else {
            i64::from(z == 0) * reserve
        };
        if in_time && wanted && fed && hand.gold(z) >= price + kept {
            hand.call(Call::Train {
                building: building.id,
                kind,
            })?;
        }
    }
    Ok(())
}

/// Engineers go on with what is unfinished, and otherwise start what `choose` wants in their
/// period.
pub(super) fn build(
    hand: &mut Hand<'_, '_>,
    choose: impl Fn(&Hand<'_, '_>, &UnitRecord) -> Option<BuildingKind>,
) -> Result<(), Stopped> {
    for id in hand.own_units(|unit| unit.kind == UnitKind::Engineer && unit.actions > 0) {
        // Where building costs nothing (C3) an engineer could go on for ever: a few times will do.
        for _ in 0..40 {
            let Some(&engineer) = hand.unit(id).filter(|unit| unit.actions > 0) else {
                break;
            };
            let unfinished = hand.own_buildings(|b| !b.complete && b.z == engineer.z);
            let worked = match nearest(hand, &engineer, &unfinished) {
                Some(building) => go_on(hand, id, &building)?,
                None => match choose(hand, &engineer) {
                    Some(kind) => start(hand, id, kind)?,
                    None => false,
                },
            };
            if !worked {
                break;
            }
        }
    }
    Ok(())
}

/// The building an engineer is nearest to.
fn nearest(
    hand: &Hand<'_, '_>,
    engineer: &UnitRecord,
    buildings: &[BuildingRecord],
) -> Option<BuildingRecord> {
    if buildings.is_empty() {
        return None;
    }
    let here = cell_of(engineer)?;
    let field = Ground::of(hand.view).field([here], false);
    let reach = |b: &BuildingRecord| {
        footprint(b.x, b.y, b.z)?
            .iter()
            .filter_map(|&cell| field.at(cell))
            .min()
    };
    let reached = buildings.iter().filter_map(|b| Some((reach(b)?, b)));
    reached
        .min_by_key(|(distance, b)| (*distance, b.id))
        .map(|(_, b)| *b)
}

/// Walks to a building and works on it; answers whether something was done.
fn go_on(hand: &mut Hand<'_, '_>, unit: Id, building: &BuildingRecord) -> Result<bool, Stopped> {
    let (x, y) = (building.x, building.y);
    if !stands_by(hand, unit, x, y) {
        let goals = area(x, y, building.z);
        let field = Ground::of(hand.view).field(goals, false);
        return walk(hand, unit, &field);
    }
    hand.does(Call::Build {
        unit,
        x,
        y,
        kind: None,
    })
}

fn stands_by(hand: &Hand<'_, '_>, unit: Id, x: i32, y: i32) -> bool {
    hand.unit(unit)
        .and_then(cell_of)
        .is_some_and(|cell| in_adjacent_area(cell, x, y))
}

/// The tiles from which a building with this corner can be built.
fn area(x: i32, y: i32, z: u8) -> Vec<Cell> {
    let square = (-1..=BUILDING_SIDE).flat_map(|dx| (-1..=BUILDING_SIDE).map(move |dy| (dx, dy)));
    square
        .filter_map(|(dx, dy)| Cell::new(x + dx, y + dy, z))
        .filter(|&cell| in_adjacent_area(cell, x, y))
        .collect()
}

/// Walks to the best site for a new building and starts it; answers whether something was done.
fn start(hand: &mut Hand<'_, '_>, unit: Id, kind: BuildingKind) -> Result<bool, Stopped> {
    let Some(&engineer) = hand.unit(unit) else {
        return Ok(false);
    };
    let price = hand.view.rules.building_cost(kind, engineer.level);
    if hand.gold(engineer.z) < price {
        return Ok(false);
    }
    let ground = Ground::of(hand.view);
    let Some((x, y)) = best_site(&ground, &engineer) else {
        return Ok(false);
    };
    if stands_by(hand, unit, x, y) {
        let reply = hand.call(Call::Build {
            unit,
            x,
            y,
            kind: Some(kind),
        })?;
        return Ok(matches!(reply, Reply::Built { .. }));
    }
    let field = ground.field(area(x, y, engineer.z), false);
    walk(hand, unit, &field)
}

/// The nearest free ground, better if the building will appear in the later periods too. Ground
/// on which something of ours stands later is no site: the ripple would destroy it.
fn best_site(ground: &Ground, engineer: &UnitRecord) -> Option<(i32, i32)> {
    let z = engineer.z;
    let field = ground.field([cell_of(engineer)?], false);
    let mut best: Option<(u16, (i32, i32))> = None;
    for cell in Cell::all().filter(|cell| cell.z() == z) {
        let (x, y) = (cell.x(), cell.y());
        if !ground.is_site(x, y, z) {
            continue;
        }
        let Some(way) = area(x, y, z)
            .into_iter()
            .filter_map(|cell| field.at(cell))
            .min()
        else {
            continue;
        };
        let lost = (z + 1..PERIODS as u8)
            .filter(|&later| !ground.is_site(x, y, later))
            .count();
        let cost = way + 8 * lost as u16;
        if best.is_none_or(|(least, _)| cost < least) {
            best = Some((cost, (x, y)));
        }
    }
    best.map(|(_, site)| site)
}
