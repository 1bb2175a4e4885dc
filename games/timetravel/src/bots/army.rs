//! What the bots with an army share: where soldiers go and what they shoot at.

use super::economy::{cell_of, covers, step};
use super::hand::Hand;
use super::ways::Field;
use crate::command::Call;
use crate::constants::*;
use crate::observe::UnitRecord;
use crate::types::{Cell, Id, footprint};
use agon_core::Stopped;

/// Enemy soldiers this near to an own building are invaders.
const HOME_RADIUS: i32 = 8;

pub(super) fn is_soldier(unit: &UnitRecord) -> bool {
    matches!(unit.kind, UnitKind::Cavalry | UnitKind::Artillery | UnitKind::Spearman)
}

/// Every soldier walks into range of the nearest target and attacks; with `units_first` it prefers enemy
/// soldiers in its range.
pub(super) fn fight(
    hand: &mut Hand<'_, '_>,
    targets_of: fn(&Hand<'_, '_>) -> Vec<Cell>,
    units_first: bool,
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
                let has_shot =
                    units_first && shoot_at_units(hand, id)? || shoot(hand, id, &targets)?;
                if has_shot {
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

/// The tiles of the enemy's buildings in the earliest period with any; of his units if he has no
/// building.
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

/// Attacks the tile in range where enemy soldiers lose most; all units on a tile are hit. Returns
/// whether it attacked.
fn shoot_at_units(hand: &mut Hand<'_, '_>, unit: Id) -> Result<bool, Stopped> {
    let Some(&soldier) = hand.unit(unit) else {
        return Ok(false);
    };
    let stats = soldier.kind.stats();
    if soldier.actions == 0 || soldier.moves < stats.attack_moves {
        return Ok(false);
    }
    let position = &hand.view.position;
    let damage = hand.view.rules.damage(soldier.kind, soldier.level);
    let loss = |enemy: &UnitRecord| {
        let stats = enemy.kind.stats();
        let loss = (damage - stats.armor(enemy.level)).max(1).min(enemy.hp);
        // A destroyed soldier shoots no more, so the last hit points count double.
        let bonus = if loss == enemy.hp { 2 } else { 1 };
        bonus * loss * stats.cost(enemy.level) / stats.hp(enemy.level)
    };
    let enemies = || {
        let there = |u: &&UnitRecord| u.owner != hand.view.you && u.z == soldier.z && is_soldier(u);
        position.units.iter().filter(there)
    };
    let in_range = |enemy: &&UnitRecord| {
        let distance = (enemy.x - soldier.x).abs() + (enemy.y - soldier.y).abs();
        (stats.range_min..=stats.range_max).contains(&distance)
    };
    let on_tile = |tile: &UnitRecord| {
        let same = enemies().filter(|u| (u.x, u.y) == (tile.x, tile.y));
        same.map(loss).sum::<i64>()
    };
    // A finished building on the tile would be hit instead.
    let is_bare = |enemy: &&UnitRecord| {
        let cell = cell_of(enemy);
        !position.buildings.iter().any(|b| b.complete && cell.is_some_and(|cell| covers(b, cell)))
    };
    let best =
        enemies().filter(in_range).filter(is_bare).max_by_key(|enemy| (on_tile(enemy), enemy.id));
    match best.map(|enemy| (enemy.x, enemy.y)) {
        None => Ok(false),
        Some((x, y)) => hand.does(Call::Attack { unit, x, y }),
    }
}

/// The tiles of enemy soldiers near own buildings.
pub(super) fn invaders(hand: &Hand<'_, '_>) -> Vec<Cell> {
    let position = &hand.view.position;
    let near_home = |enemy: &&UnitRecord| {
        position.buildings.iter().any(|b| {
            let distance = (b.x - enemy.x).abs() + (b.y - enemy.y).abs();
            b.owner == hand.view.you && b.z == enemy.z && distance <= HOME_RADIUS
        })
    };
    let enemies = position.units.iter().filter(|u| u.owner != hand.view.you && is_soldier(u));
    enemies.filter(near_home).filter_map(cell_of).collect()
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
    if stay == Some(0) { Ok(false) } else { step(hand, unit, |_, here| field.next_step(here)) }
}
