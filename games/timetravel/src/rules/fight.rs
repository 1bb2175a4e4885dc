//! R6 Attacks: which objects are hit, the damage after armor, and which objects are destroyed.

use super::{own_unit, ripple};
use crate::command::{Invalid, Reply};
use crate::profile::StackAttack;
use crate::state::TimeTravel;
use crate::types::{Cell, Id, Player};

/// R6 attack: any tile in range, whether empty, own or the enemy's.
pub(super) fn check_attack(
    game: &TimeTravel,
    player: Player,
    unit: Id,
    x: i32,
    y: i32,
) -> Result<(usize, Cell), Invalid> {
    let (index, attacker) = own_unit(game, player, unit)?;
    let target = Cell::new(x, y, attacker.cell.z()).ok_or(Invalid::OutOfBounds { x, y })?;
    if attacker.actions < 1 {
        return Err(Invalid::NoActions { unit });
    }
    let stats = attacker.kind.stats();
    let (has, needs) = (attacker.moves, stats.attack_moves);
    if has < needs {
        return Err(Invalid::NoMoves { unit, has, needs });
    }
    let distance = attacker.cell.distance(x, y);
    let (min, max) = (stats.range_min, stats.range_max);
    if i64::from(distance) > i64::from(max) {
        return Err(Invalid::OutOfRange { unit, x, y, distance, max });
    }
    if i64::from(distance) < i64::from(min) {
        return Err(Invalid::TooClose { unit, x, y, distance, min });
    }
    Ok((index, target))
}

/// A complete building alone is hit; otherwise every object on the tile is.
pub(super) fn attack(
    game: &mut TimeTravel,
    player: Player,
    unit: Id,
    x: i32,
    y: i32,
) -> Result<Reply, Invalid> {
    let (index, target) = check_attack(game, player, unit, x, y)?;
    let attacker = &mut game.units[index];
    attacker.actions -= 1;
    attacker.moves -= attacker.kind.stats().attack_moves;
    let (kind, level, from) = (attacker.kind, attacker.level, attacker.cell.place());
    let raw = game.rules.damage(kind, level);
    let shelter = game.building_at(target).filter(|building| building.complete);
    let (hit, destroyed) = match shelter.map(|building| building.id) {
        Some(shelter) => (1, u32::from(hit(game, shelter, raw))),
        None => hit_stack(game, target, raw),
    };
    Ok(Reply::Attacked { from, hit, destroyed })
}

/// R6 Hits every unit and building on the tile in order of arrival; returns how many were hit and how many
/// were destroyed. (The first building is incomplete, or it alone would be hit; overlapping ones may be
/// complete.)
fn hit_stack(game: &mut TimeTravel, target: Cell, raw: i64) -> (u32, u32) {
    let mut victims = std::mem::take(&mut game.victims);
    let units = game.units.iter().filter(|unit| unit.cell == target);
    let buildings = game.buildings.iter().filter(|building| building.covers(target));
    victims.extend(units.map(|unit| (unit.arrived, unit.id)));
    victims.extend(buildings.map(|building| (building.arrived, building.id)));
    victims.sort_unstable();
    let (mut count, mut destroyed) = (0, 0);
    let mut queue = victims.iter();
    while let Some(&(_, id)) = queue.next() {
        count += 1;
        if hit(game, id, raw) {
            destroyed += 1;
            // C11: the original removes dead objects from the list while it iterates, so it skips the
            // object after each dead one.
            if game.rules.stack_attack == StackAttack::SparesNext {
                queue.next();
            }
        }
    }
    victims.clear();
    game.victims = victims;
    (count, destroyed)
}

/// R6 One object loses the damage less its armor, at least 1; returns whether it was destroyed.
fn hit(game: &mut TimeTravel, id: Id, raw: i64) -> bool {
    if let Some(index) = game.unit_index(id) {
        let unit = &mut game.units[index];
        unit.hp -= (raw - unit.kind.stats().armor(unit.level)).max(1);
        let fallen = unit.hp <= 0;
        if fallen {
            game.remove_unit(index);
        }
        return fallen;
    }
    let Some(index) = game.building_index(id) else {
        return false;
    };
    let building = &game.buildings[index];
    let loss = (raw - building.kind.stats().armor(building.level)).max(1);
    ripple::damage_building(game, index, loss)
}
