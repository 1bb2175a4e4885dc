//! What the bots with an army share: where soldiers go and what they shoot at.

use super::economy::cell_of;
use super::field::Field;
use super::hand::{Hand, covers};
use super::ways::{Board, add_building, board_of, has, in_range, is_empty, visit_in_range};
use crate::command::{Call, Reply};
use crate::constants::*;
use crate::observe::UnitRecord;
use crate::types::{Cell, Id};
use agon_core::Stopped;

/// More soldiers than most armies have, so that a list of them is allocated once.
const USUAL_ARMY: usize = 32;
/// Enemy soldiers this near to an own building are invaders.
const HOME_RADIUS: i32 = 8;

pub(super) fn is_soldier(unit: &UnitRecord) -> bool {
    matches!(unit.kind, UnitKind::Cavalry | UnitKind::Artillery | UnitKind::Spearman)
}

pub(super) fn count_soldiers(hand: &Hand<'_, '_>) -> usize {
    hand.own_units().filter(|unit| is_soldier(unit)).count()
}

pub(super) fn has_barracks(hand: &Hand<'_, '_>) -> bool {
    hand.own_buildings().any(|b| b.kind == BuildingKind::Barracks && b.complete)
}

/// Every soldier walks into range of the nearest target and attacks; with `units_first` it prefers enemy
/// soldiers in its range.
pub(super) fn fight(
    hand: &mut Hand<'_, '_>,
    targets_of: fn(&Hand<'_, '_>) -> Board,
    units_first: bool,
) -> Result<(), Stopped> {
    let units = hand.view.position.units.iter().enumerate();
    let own = units.filter(|(_, unit)| unit.owner == hand.view.you && is_soldier(unit));
    let mut soldiers = Vec::with_capacity(USUAL_ARMY);
    soldiers.extend(own.map(|(at, unit)| (at, unit.id, unit.kind)));
    for kind in [UnitKind::Artillery, UnitKind::Spearman, UnitKind::Cavalry] {
        let mut of_kind = soldiers.iter().filter(|soldier| soldier.2 == kind).peekable();
        if of_kind.peek().is_none() {
            continue;
        }
        let mut aim = Aim::at(targets_of(hand), hand, kind);
        for &(at, id, _) in of_kind {
            hand.expect_unit_at(at);
            // One step, warp or attack at a time; each uses moves, actions or gold, so the loop ends.
            for _ in 0..20 {
                let Some(&soldier) = hand.unit(id) else { break };
                let Some(here) = cell_of(&soldier) else { break };
                let shot = if units_first { shoot_at_units(hand, &soldier)? } else { None };
                let shot = match shot {
                    None => shoot(hand, &soldier, here, &aim)?,
                    shot => shot,
                };
                match shot {
                    None if advance(hand, &soldier, here, &mut aim.field)? => {}
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
    targets: Board,
    /// The tiles from which they can hit a target.
    positions: Board,
    /// The way there.
    field: Field,
}

impl Aim {
    fn at(targets: Board, hand: &mut Hand<'_, '_>, kind: UnitKind) -> Aim {
        let stats = kind.stats();
        let positions = targets.map(|rows| in_range(&rows, stats.range_min..=stats.range_max));
        let field = hand.ground().field(&positions);
        Aim { targets, positions, field }
    }
}

/// The tiles of the enemy's buildings in the earliest period with any; of his units if he has no
/// building.
pub(super) fn targets(hand: &Hand<'_, '_>) -> Board {
    let position = &hand.view.position;
    let mut tiles = [[0; SIDE]; PERIODS];
    for b in position.buildings.iter().filter(|b| b.owner != hand.view.you) {
        add_building(&mut tiles, b);
    }
    match tiles.iter().position(|rows| !is_empty(rows)) {
        Some(first) => tiles[first + 1..].fill([0; SIDE]),
        None => {
            let units = position.units.iter().filter(|u| u.owner != hand.view.you);
            tiles = board_of(units.filter_map(cell_of));
        }
    }
    tiles
}

/// Attacks the weakest target in range; returns how many objects it destroyed, and `None` without an attack.
fn shoot(
    hand: &mut Hand<'_, '_>,
    soldier: &UnitRecord,
    here: Cell,
    aim: &Aim,
) -> Result<Option<u32>, Stopped> {
    let stats = soldier.kind.stats();
    let can_hit = has(&aim.positions[here.period()], here);
    if !can_hit || soldier.actions == 0 || soldier.moves < stats.attack_moves {
        return Ok(None);
    }
    let buildings = &hand.view.position.buildings;
    let mut weakest: Option<(i64, Cell)> = None;
    let range = stats.range_min..=stats.range_max;
    visit_in_range(&aim.targets[here.period()], here, range, |cell| {
        let place = cell.place();
        let hp = buildings.iter().find(|b| covers(b, place)).map_or(0, |b| b.hp);
        weakest = Some(weakest.map_or((hp, cell), |weakest| weakest.min((hp, cell))));
    });
    match weakest {
        None => Ok(None),
        Some((_, cell)) => attack(hand, soldier.id, cell.x(), cell.y()),
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
pub(super) fn invaders(hand: &Hand<'_, '_>) -> Board {
    let position = &hand.view.position;
    let near_home = |enemy: &&UnitRecord| {
        position.buildings.iter().any(|b| {
            let distance = (b.x - enemy.x).abs() + (b.y - enemy.y).abs();
            b.owner == hand.view.you && b.z == enemy.z && distance <= HOME_RADIUS
        })
    };
    let enemies = position.units.iter().filter(|u| u.owner != hand.view.you && is_soldier(u));
    board_of(enemies.filter(near_home).filter_map(cell_of))
}

/// One step or warp towards a firing position; returns whether it was taken.
fn advance(
    hand: &mut Hand<'_, '_>,
    soldier: &UnitRecord,
    here: Cell,
    field: &mut Field,
) -> Result<bool, Stopped> {
    let stay = field.distance(here);
    if stay == Some(0) {
        return Ok(false);
    }
    let unit = soldier.id;
    let through = field.portal(here).and_then(|to| field.distance(to));
    if through.is_some() && (stay.is_none() || through < stay) {
        return hand.does(Call::Warp { unit });
    }
    if soldier.moves == 0 {
        return Ok(false);
    }
    match field.next_step(here, stay) {
        None => Ok(false),
        Some(next) => hand.walk(unit, next),
    }
}
