//! The economy that the bots share: painting, training and building.

use super::hand::Hand;
use super::sites::{area, best_site};
use super::ways::{Board, Ground, Rings, SPOTS, add_building, overlap, rows_of, spot, touches};
use crate::command::{Call, Reply};
use crate::constants::*;
use crate::observe::{BuildingRecord, UnitRecord};
use crate::types::{Cell, Id, covered_from, in_adjacent_area};
use agon_core::Stopped;

/// Engineers in each period: buildings of the far past appear in all three.
pub(super) const ENGINEERS: [usize; PERIODS] = [4, 1, 1];

pub(super) fn cell_of(unit: &UnitRecord) -> Option<Cell> {
    Cell::new(unit.x, unit.y, unit.z)
}

/// Every artist paints, after walking to a gallery if none is in reach. Artists rest while the purse of
/// their period holds `enough`.
pub(super) fn paint(hand: &mut Hand<'_, '_>, enough: i64) -> Result<(), Stopped> {
    if (0..PERIODS as u8).all(|z| hand.gold(z) >= enough) {
        return Ok(());
    }
    let galleries = gallery_levels(hand);
    let mut idle = Vec::new();
    // Many artists of a level stand on the same tile, so each choice is kept: by tile, the level and the
    // canvas.
    let mut known_level = [NO_LEVEL; CELLS];
    let mut known = [0; CELLS];
    // By place in the list, which painting and walking do not change: most orders of a match are these.
    for at in 0..hand.view.position.units.len() {
        let unit = &hand.view.position.units[at];
        if unit.owner != hand.view.you || unit.kind != UnitKind::Artist || unit.actions == 0 {
            continue;
        }
        if hand.gold(unit.z) >= enough {
            continue;
        }
        let Some(here) = cell_of(unit) else { continue };
        let canvas = match known_level[here.index()] == unit.level {
            true => Some(known[here.index()]),
            false => canvas(here, unit.level, &galleries),
        };
        match canvas {
            Some(number) => {
                known_level[here.index()] = unit.level;
                known[here.index()] = number;
                hand.paint(at, spot(here, number))?;
            }
            None => idle.push(at),
        }
    }
    if idle.is_empty() {
        return Ok(());
    }
    let tiles = gallery_tiles(hand);
    let mut ways: [Option<Rings>; PERIODS] = [const { None }; PERIODS];
    for at in idle {
        let UnitRecord { id, z, .. } = hand.view.position.units[at];
        let period = usize::from(z);
        hand.expect_unit_at(at);
        let way =
            ways[period].get_or_insert_with(|| hand.ground().rings_to(&tiles[period], period));
        while step(hand, id, |_, here| way.next_step(here))? {
            let artist = &hand.view.position.units[at];
            let Some(here) = cell_of(artist) else { break };
            if let Some(number) = canvas(here, artist.level, &galleries) {
                hand.paint(at, spot(here, number))?;
                break;
            }
        }
    }
    Ok(())
}

/// More than the greatest level.
const NO_LEVEL: u8 = u8::MAX;

/// The complete galleries of either player.
fn galleries<'a>(hand: &'a Hand<'_, '_>) -> impl Iterator<Item = &'a BuildingRecord> {
    let buildings = hand.view.position.buildings.iter();
    buildings.filter(|b| b.kind == BuildingKind::Gallery && b.complete)
}

/// The level of the gallery on each tile, or [`NO_LEVEL`].
fn gallery_levels(hand: &Hand<'_, '_>) -> [u8; CELLS] {
    let mut levels = [NO_LEVEL; CELLS];
    for b in galleries(hand) {
        let corner = Cell::new(b.x, b.y, b.z);
        for cell in corner.into_iter().flat_map(covered_from) {
            levels[cell.index()] = b.level;
        }
    }
    levels
}

/// The tiles with a gallery.
fn gallery_tiles(hand: &Hand<'_, '_>) -> Board {
    let mut tiles = [[0; SIDE]; PERIODS];
    galleries(hand).for_each(|gallery| add_building(&mut tiles, gallery));
    tiles
}

/// The best gallery in the reach of an artist of this level, one whose level is far from his own: the number
/// of its [`spot`].
fn canvas(here: Cell, level: u8, galleries: &[u8; CELLS]) -> Option<u8> {
    let found = (0..SPOTS).map(|number| (number, galleries[spot(here, number).index()]));
    let found = found.filter(|&(_, gallery)| gallery != NO_LEVEL);
    let best = found.max_by_key(|&(_, gallery)| gallery.abs_diff(level));
    best.map(|(number, _)| number)
}

/// One step to the tile that `way` names; returns whether it was taken.
pub(super) fn step(
    hand: &mut Hand<'_, '_>,
    unit: Id,
    way: impl FnOnce(&mut Ground, Cell) -> Option<Cell>,
) -> Result<bool, Stopped> {
    let walker = hand.unit(unit).filter(|walker| walker.moves > 0);
    match walker.and_then(cell_of).and_then(|here| way(hand.ground(), here)) {
        None => Ok(false),
        Some(next) => hand.walk(unit, next),
    }
}

/// Trains artists and engineers where they can be fed, and pigs in the last few turns. Until then it
/// keeps `reserve` gold in the purse of the far past. `engineers_wanted` is the number of engineers in
/// each period.
pub(super) fn train(
    hand: &mut Hand<'_, '_>,
    reserve: i64,
    engineers_wanted: [usize; PERIODS],
) -> Result<(), Stopped> {
    let left = hand.own_turns_left();
    let mut engineers = hand.tally().units.map(|units| units[UnitKind::Engineer as usize]);
    for at in 0..hand.view.position.buildings.len() {
        let building = hand.view.position.buildings[at];
        let is_idle = building.complete && building.training.is_none();
        if building.owner != hand.view.you || !is_idle {
            continue;
        }
        let kind = match building.kind {
            BuildingKind::Gallery => UnitKind::Artist,
            BuildingKind::School => UnitKind::Engineer,
            BuildingKind::Farm => UnitKind::Pig,
            BuildingKind::Barracks | BuildingKind::Bunker => continue,
        };
        let z = usize::from(building.z);
        let in_time = left > u32::from(kind.stats().train_turns);
        let wanted = match kind {
            UnitKind::Artist => true,
            UnitKind::Engineer => engineers[z] < engineers_wanted[z] || left < 12,
            _ => left < 6,
        };
        if !in_time || !wanted {
            continue;
        }
        let kept = if z == 0 && left > 5 { reserve } else { 0 };
        let affordable = hand.gold(building.z) >= kind.stats().cost(building.level) + kept;
        // Units do not starve to death within the last few turns.
        if affordable && (left < 6 || hand.spare_food(building.z) >= kind.stats().hunger) {
            let building = building.id;
            if hand.does(Call::Train { building, kind })? {
                engineers[z] += usize::from(kind == UnitKind::Engineer);
            }
        }
    }
    Ok(())
}

/// Engineers continue unfinished buildings, and otherwise start the building that `choose` names for
/// their period.
pub(super) fn build(
    hand: &mut Hand<'_, '_>,
    choose: impl Fn(&mut Hand<'_, '_>, &UnitRecord) -> Option<BuildingKind>,
) -> Result<(), Stopped> {
    let units = hand.view.position.units.iter().enumerate();
    let own = units.filter(|(_, unit)| unit.owner == hand.view.you);
    let able = own.filter(|(_, unit)| unit.kind == UnitKind::Engineer && unit.actions > 0);
    let engineers: Vec<_> = able.map(|(at, unit)| (at, unit.id)).collect();
    for (at, id) in engineers {
        hand.expect_unit_at(at);
        // Bounded, because a build action that costs nothing (C3) can be repeated without end.
        for _ in 0..40 {
            let Some(&engineer) = hand.unit(id).filter(|unit| unit.actions > 0) else {
                break;
            };
            let worked = match nearest_unfinished(hand, &engineer) {
                Some(building) => go_on(hand, id, &building)?,
                // Choosing takes longer than this look into the purse.
                None if hand.gold(engineer.z) < cheapest(hand, engineer.level) => false,
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

/// The price of the cheapest building.
fn cheapest(hand: &Hand<'_, '_>, level: u8) -> i64 {
    let prices =
        BuildingKind::ALL.into_iter().map(|kind| hand.view.rules.building_cost(kind, level));
    prices.min().unwrap_or(0)
}

/// The unfinished building of his period that an engineer is nearest to; the first of several.
fn nearest_unfinished(hand: &mut Hand<'_, '_>, engineer: &UnitRecord) -> Option<BuildingRecord> {
    let count = hand.tally().unfinished[usize::from(engineer.z)];
    if count == 0 {
        return None;
    }
    // They are among the newest buildings, at the end of the list.
    let is_unfinished = |b: &&BuildingRecord| !b.complete && b.z == engineer.z;
    let start = cell_of(engineer)?;
    let mut tiles = [[0; SIDE]; PERIODS];
    let unfinished = hand.own_buildings().rev().filter(is_unfinished).take(count);
    unfinished.for_each(|building| add_building(&mut tiles, building));
    let mut nearest = [0; SIDE];
    hand.ground().rings(start, |_, ring| {
        let is_there = overlap(ring, &tiles[start.period()]);
        if is_there {
            nearest = *ring;
        }
        !is_there
    });
    let is_nearest =
        |b: &&BuildingRecord| Cell::new(b.x, b.y, b.z).is_some_and(|at| touches(&nearest, at));
    let unfinished = hand.own_buildings().rev().filter(is_unfinished).take(count);
    unfinished.filter(is_nearest).last().copied()
}

/// Walks to a building and works on it; returns whether an order was carried out.
fn go_on(hand: &mut Hand<'_, '_>, unit: Id, building: &BuildingRecord) -> Result<bool, Stopped> {
    let (x, y) = (building.x, building.y);
    if !stands_by(hand, unit, x, y) {
        let goals = rows_of(area(x, y, building.z));
        return step(hand, unit, |ground, here| ground.step_towards(here, &goals));
    }
    hand.does(Call::Build { unit, x, y, kind: None })
}

/// Walks to the best site for a new building and starts it; returns whether it did.
fn start(hand: &mut Hand<'_, '_>, unit: Id, kind: BuildingKind) -> Result<bool, Stopped> {
    let Some(&engineer) = hand.unit(unit) else {
        return Ok(false);
    };
    let price = hand.view.rules.building_cost(kind, engineer.level);
    if hand.gold(engineer.z) < price {
        return Ok(false);
    }
    let Some((x, y)) = best_site(hand.ground(), &engineer) else {
        return Ok(false);
    };
    // On the way the site stays the best: a step brings it nearer by one, and no other by more.
    let goals = rows_of(area(x, y, engineer.z));
    while !stands_by(hand, unit, x, y) {
        if !step(hand, unit, |ground, here| ground.step_towards(here, &goals))? {
            return Ok(false);
        }
    }
    let reply = hand.call(Call::Build { unit, x, y, kind: Some(kind) })?;
    Ok(matches!(reply, Reply::Built { .. }))
}

fn stands_by(hand: &Hand<'_, '_>, unit: Id, x: i32, y: i32) -> bool {
    hand.unit(unit).and_then(cell_of).is_some_and(|cell| in_adjacent_area(cell, x, y))
}
