//! What the bots with an army share: where soldiers go and what they shoot at.

use super::economy::{cell_of, covers, walk};
use super::hand::Hand;
use super::ways::Field;
use crate::command::Call;
use crate::constants::*;
use crate::observe::UnitRecord;
use crate::types::{Cell, Id, footprint};
use agon_core::Stopped;

pub(super) fn is_soldier(unit: &UnitRecord) -> bool {
    matches!(unit.kind, UnitKind::Cavalry | UnitKind::Artillery | UnitKind::Spearman)
}

/// Every soldier walks into range of the nearest target and attacks.
pub(super) fn fight(
    hand: &mut Hand<'_, '_>,
    targets_of: fn(&Hand<'_, '_>) -> Vec<Cell>,
) -> Result<(), Stopped> {
    for kind in [UnitKind::Artillery, UnitKind::Spearman, UnitKind::Cavalry] {
        let soldiers = hand.own_units(|unit| unit.kind == kind);
        if soldiers.is_empty() {
            continue;
        }
        let mut targets = targets_of(hand);
        let mut field = firing_positions(hand, kind, &targets, &soldiers);
        for &id in &soldiers {
            // One step, warp or attack at a time; each uses moves, actions or gold, so the loop ends.
            for _ in 0..20 {
                if shoot(hand, id, &targets)? {
                    let left = targets_of(hand);
                    if left != targets {
                        targets = left;
                        field = firing_positions(hand, kind, &targets, &soldiers);
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
pub(super) fn targets(hand: &Hand<'_, '_>) -> Vec<Cell> {
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
fn firing_positions(
    hand: &mut Hand<'_, '_>,
    kind: UnitKind,
    targets: &[Cell],
    soldiers: &[Id],
) -> Field {
    let range = kind.stats().range_min..=kind.stats().range_max;
    let reach = *range.end();
    let offsets = (-reach..=reach).flat_map(|dx| (-reach..=reach).map(move |dy| (dx, dy)));
    let offsets: Vec<_> =
        offsets.filter(|(dx, dy)| range.contains(&(dx.abs() + dy.abs()))).collect();
    let positions = targets.iter().flat_map(|target| {
        let (x, y, z) = target.place();
        offsets.iter().filter_map(move |(dx, dy)| Cell::new(x + dx, y + dy, z))
    });
    let here: Vec<Cell> =
        soldiers.iter().filter_map(|&id| hand.unit(id).and_then(cell_of)).collect();
    hand.ground().field(positions, true, &here)
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
