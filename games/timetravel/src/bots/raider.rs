//! Paints to pay for an army and razes the enemy's buildings. It starts in the far past, because a building
//! destroyed there disappears in all periods.

use super::Hand;
use super::economy::{build, cell_of, covers, paint, spare_food, train, walk};
use super::ways::Field;
use crate::command::Call;
use crate::constants::*;
use crate::observe::{BuildingRecord, UnitRecord, View};
use crate::state::TimeTravel;
use crate::types::{Cell, Id, footprint};
use agon_core::{Bot, Stopped, Turn};

/// Soldiers to gather before the first march.
const ARMY: usize = 4;
/// Barracks to have in the far past.
const BARRACKS: usize = 3;

/// The bot `raider`.
#[derive(Default)]
pub struct Raider {
    view: View,
    marching: bool,
}

impl Bot<TimeTravel> for Raider {
    fn turn(&mut self, view: &View, turn: &mut Turn<'_, TimeTravel>) -> Result<(), Stopped> {
        self.view.clone_from(view);
        let hand = &mut Hand::new(&mut self.view, turn);
        paint(hand)?;
        recruit(hand)?;
        build(hand, wanted_building)?;
        let barracks = hand.own_buildings(|b| b.kind == BuildingKind::Barracks && b.complete);
        // Artists pay for the barracks; with barracks, gold in the far past is kept for soldiers.
        train(hand, if barracks.is_empty() { 0 } else { 180 })?;
        self.marching |= hand.own_units(is_soldier).len() >= ARMY;
        if self.marching { fight(hand) } else { Ok(()) }
    }
}

fn is_soldier(unit: &UnitRecord) -> bool {
    matches!(unit.kind, UnitKind::Cavalry | UnitKind::Artillery | UnitKind::Spearman)
}

/// A farm for the army, then barracks in the far past; elsewhere what the economy needs.
fn wanted_building(hand: &Hand<'_, '_>, engineer: &UnitRecord) -> Option<BuildingKind> {
    let z = engineer.z;
    let barracks = hand.own_buildings(|b| b.kind == BuildingKind::Barracks && b.z == z).len();
    if z > 0 {
        (spare_food(hand, z) < 6).then_some(BuildingKind::Farm)
    } else if barracks == 0 {
        Some(BuildingKind::Barracks)
    } else if spare_food(hand, z) < 10 {
        Some(BuildingKind::Farm)
    } else {
        (barracks < BARRACKS).then_some(BuildingKind::Barracks)
    }
}

/// Every barracks trains, alternating cavalry and artillery.
fn recruit(hand: &mut Hand<'_, '_>) -> Result<(), Stopped> {
    let idle =
        |b: &BuildingRecord| b.kind == BuildingKind::Barracks && b.complete && b.training.is_none();
    for barracks in hand.own_buildings(idle) {
        let guns = hand.own_units(|unit| unit.kind == UnitKind::Artillery).len();
        let riders = hand.own_units(|unit| unit.kind == UnitKind::Cavalry).len();
        let kind = if guns <= riders { UnitKind::Artillery } else { UnitKind::Cavalry };
        // A small shortage is acceptable: hungry soldiers fight, and lose few hit points.
        if spare_food(hand, barracks.z) >= -2 {
            hand.call(Call::Train { building: barracks.id, kind })?;
        }
    }
    Ok(())
}

/// Every soldier walks into range of the nearest enemy building and attacks.
fn fight(hand: &mut Hand<'_, '_>) -> Result<(), Stopped> {
    for kind in [UnitKind::Artillery, UnitKind::Spearman, UnitKind::Cavalry] {
        let soldiers = hand.own_units(|unit| unit.kind == kind);
        if soldiers.is_empty() {
            continue;
        }
        let mut targets = targets(hand);
        let mut field = firing_positions(hand, kind, &targets);
        for id in soldiers {
            // One step, warp or attack at a time; each uses moves, actions or gold, so the loop ends.
            for _ in 0..20 {
                if shoot(hand, id, &targets)? {
                    if self::targets(hand) != targets {
                        targets = self::targets(hand);
                        field = firing_positions(hand, kind, &targets);
                    }
                } else if !advance(hand, id, &field)? {
                    break;
                }
            }
        }
    }
    Ok(())
}

/// The tiles of the enemy's buildings in the earliest period with any; of his units if he has no building.
fn targets(hand: &Hand<'_, '_>) -> Vec<Cell> {
    let position = &hand.view.position;
    let enemy = |owner: u8| owner != hand.view.you;
    let buildings = position.buildings.iter().filter(|b| enemy(b.owner));
    let Some(first) = buildings.clone().map(|b| b.z).min() else {
        let units = position.units.iter().filter(|u| enemy(u.owner));
        return units.filter_map(cell_of).collect();
    };
    let there = buildings.filter(|b| b.z == first);
    there.filter_map(|b| footprint(b.x, b.y, b.z)).flatten().collect()
}

/// Distances to the nearest tile from which this kind of unit can hit a target.
fn firing_positions(hand: &mut Hand<'_, '_>, kind: UnitKind, targets: &[Cell]) -> Field {
    let range = kind.stats().range_min..=kind.stats().range_max;
    let reach = *range.end();
    let offsets = (-reach..=reach).flat_map(|dx| (-reach..=reach).map(move |dy| (dx, dy)));
    let offsets: Vec<_> =
        offsets.filter(|(dx, dy)| range.contains(&(dx.abs() + dy.abs()))).collect();
    let positions = targets.iter().flat_map(|target| {
        let (x, y, z) = target.place();
        offsets.iter().filter_map(move |(dx, dy)| Cell::new(x + dx, y + dy, z))
    });
    hand.ground().field(positions, true)
}

/// Attacks the weakest target in range; returns whether it attacked.
fn shoot(hand: &mut Hand<'_, '_>, unit: Id, targets: &[Cell]) -> Result<bool, Stopped> {
    let Some(soldier) = hand.unit(unit) else {
        return Ok(false);
    };
    let stats = soldier.kind.stats();
    if soldier.actions == 0 || soldier.moves < stats.attack_moves {
        return Ok(false);
    }
    let (here, z) = ((soldier.x, soldier.y), soldier.z);
    let in_range = |cell: &&Cell| {
        let distance = cell.distance(here.0, here.1) as i32;
        cell.z() == z && (stats.range_min..=stats.range_max).contains(&distance)
    };
    let hp = |cell: &Cell| {
        let buildings = &hand.view.position.buildings;
        buildings.iter().find(|b| covers(b, *cell)).map_or(0, |b| b.hp)
    };
    let target = targets.iter().filter(in_range).min_by_key(|cell| (hp(cell), **cell)).copied();
    match target {
        None => Ok(false),
        Some(cell) => hand.does(Call::Attack { unit, x: cell.x(), y: cell.y() }),
    }
}

/// One step or warp towards a firing position; returns whether it was taken.
fn advance(hand: &mut Hand<'_, '_>, unit: Id, field: &Field) -> Result<bool, Stopped> {
    let Some(here) = hand.unit(unit).and_then(cell_of) else {
        return Ok(false);
    };
    let through = hand.ground().portal(here).and_then(|to| field.at(to));
    let stay = field.at(here);
    if through.is_some() && (stay.is_none() || through < stay) {
        return hand.does(Call::Warp { unit });
    }
    if stay == Some(0) { Ok(false) } else { walk(hand, unit, field) }
}
