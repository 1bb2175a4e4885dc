//! What the bots with an army share: where soldiers go and what they shoot at.

use super::economy::cell_of;
use super::hand::{Hand, covers};
use super::ways::{Board, Field, board_of, cells_in_rows, has, in_range};
use crate::command::{Call, Reply};
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
        let mut aim = Aim::at(targets_of(hand), hand, kind);
        for &id in &soldiers {
            // One step, warp or attack at a time; each uses moves, actions or gold, so the loop ends.
            for _ in 0..20 {
                let Some(&soldier) = hand.unit(id) else { break };
                let shot = if units_first { shoot_at_units(hand, &soldier)? } else { None };
                let shot = match shot {
                    None => shoot(hand, &soldier, &aim)?,
                    shot => shot,
                };
                match shot {
                    None if advance(hand, &soldier, &mut aim.field)? => {}
                    None => break,
                    // Nothing was destroyed, so the targets are the same.
                    Some(0) => {}
                    Some(_) => {
                        let left = targets_of(hand);
                        if left != aim.targets {
                            aim = Aim::at(left, hand, kind);
                        }
                    }
                }
            }
        }
    }
    Ok(())
}

/// What soldiers of one kind shoot at, and how they get there.
struct Aim {
    targets: Vec<Cell>,
    /// The same as a set.
    there: Board,
    /// The tiles from which they can hit a target.
    positions: Board,
    /// The way there.
    field: Field,
}

impl Aim {
    fn at(targets: Vec<Cell>, hand: &mut Hand<'_, '_>, kind: UnitKind) -> Aim {
        let stats = kind.stats();
        let there = board_of(targets.iter().copied());
        let positions = there.map(|rows| in_range(&rows, stats.range_min..=stats.range_max));
        let field = hand.ground().field(&positions);
        Aim { targets, there, positions, field }
    }
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
    let mut tiles = Vec::with_capacity(4 * position.buildings.len());
    for b in buildings.filter(|b| b.z == first) {
        if let Some(cells) = footprint(b.x, b.y, b.z) {
            tiles.extend_from_slice(&cells);
        }
    }
    tiles
}

/// Attacks the weakest target in range; returns how many objects it destroyed, and `None` without an attack.
fn shoot(hand: &mut Hand<'_, '_>, soldier: &UnitRecord, aim: &Aim) -> Result<Option<u32>, Stopped> {
    let stats = soldier.kind.stats();
    let can_hit = cell_of(soldier).is_some_and(|here| has(&aim.positions[here.period()], here));
    if !can_hit || soldier.actions == 0 || soldier.moves < stats.attack_moves {
        return Ok(None);
    }
    let buildings = &hand.view.position.buildings;
    let hp = |cell: &Cell| {
        let place = cell.place();
        buildings.iter().find(|b| covers(b, place)).map_or(0, |b| b.hp)
    };
    let in_range = |cell: &Cell| {
        let distance = cell.distance(soldier.x, soldier.y) as i32;
        (stats.range_min..=stats.range_max).contains(&distance)
    };
    let there = &aim.there[usize::from(soldier.z)];
    let near = cells_in_rows(there, soldier.z, soldier.y, stats.range_max);
    let target = near.filter(in_range).min_by_key(|cell| (hp(cell), *cell));
    match target {
        None => Ok(None),
        Some(cell) => attack(hand, soldier.id, cell.x(), cell.y()),
    }
}

/// Attacks a tile; returns how many objects were destroyed, and `None` if the order was refused.
fn attack(hand: &mut Hand<'_, '_>, unit: Id, x: i32, y: i32) -> Result<Option<u32>, Stopped> {
    match hand.call(Call::Attack { unit, x, y })? {
        Reply::Attacked { destroyed, .. } => Ok(Some(destroyed)),
        _ => Ok(None),
    }
}

/// Attacks the tile in range where enemy soldiers lose most; all units on a tile are hit. Returns
/// how many objects it destroyed, and `None` without an attack.
fn shoot_at_units(hand: &mut Hand<'_, '_>, soldier: &UnitRecord) -> Result<Option<u32>, Stopped> {
    let stats = soldier.kind.stats();
    if soldier.actions == 0 || soldier.moves < stats.attack_moves {
        return Ok(None);
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
        let place = (enemy.x, enemy.y, enemy.z);
        !position.buildings.iter().any(|b| b.complete && covers(b, place))
    };
    let best =
        enemies().filter(in_range).filter(is_bare).max_by_key(|enemy| (on_tile(enemy), enemy.id));
    match best.map(|enemy| (enemy.x, enemy.y)) {
        None => Ok(None),
        Some((x, y)) => attack(hand, soldier.id, x, y),
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
fn advance(
    hand: &mut Hand<'_, '_>,
    soldier: &UnitRecord,
    field: &mut Field,
) -> Result<bool, Stopped> {
    let Some(here) = cell_of(soldier) else {
        return Ok(false);
    };
    let stay = field.at(here);
    if stay == Some(0) {
        return Ok(false);
    }
    let unit = soldier.id;
    let through = hand.ground().portal(here).and_then(|to| field.at(to));
    if through.is_some() && (stay.is_none() || through < stay) {
        return hand.does(Call::Warp { unit });
    }
    if soldier.moves == 0 {
        return Ok(false);
    }
    match field.next_step(here) {
        None => Ok(false),
        Some(next) => hand.does(Call::Move { unit, x: next.x(), y: next.y() }),
    }
}
