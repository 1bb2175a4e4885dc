//! R8 Completion, ripples through time, and the destruction of copies.

use crate::constants::LEVEL_MAX;
use crate::profile::Ripple;
use crate::state::TimeTravel;
use crate::types::{Cell, Id, Player};

/// R8 A building that was just completed appears, one level higher, in the next period, and from
/// there in the one after it. Blocking terrain and portals stop it.
pub(crate) fn ripple(game: &mut TimeTravel, id: Id) {
    let Some(&building) = game.building(id) else {
        return;
    };
    let Some(corner) = building.corner.later() else {
        return;
    };
    let cells = building.cells().map(|cell| cell.later().expect("the corner has a later tile"));
    let map = &game.map;
    if cells.iter().any(|&cell| map.blocks_build(cell) || map.portal_at(cell).is_some()) {
        return;
    }
    match game.rules.ripple {
        Ripple::Destroys => clear_the_way(game, building.owner, cells),
        Ripple::Damages => damage_the_way(game, building.owner, cells, building.full_hp()),
    }
    let level = building.level.saturating_add(1).min(LEVEL_MAX);
    let copy = game.add_building(building.kind, building.owner, level, corner, true);
    ripple(game, copy);
    if let Some(index) = game.building_index(id) {
        game.buildings[index].linked = true;
    }
}

/// R8 Enemy units and all buildings in the way are destroyed.
fn clear_the_way(game: &mut TimeTravel, owner: Player, cells: [Cell; 4]) {
    for cell in cells {
        while let Some(id) = game.building_at(cell).map(|building| building.id) {
            destroy_building(game, id);
        }
        destroy_units(game, owner.other(), cell);
    }
}

/// R8, C10 On each tile the enemy's objects lose `damage` regardless of armor; then the building that came
/// first to the tile, if any is left, loses it once more.
fn damage_the_way(game: &mut TimeTravel, owner: Player, cells: [Cell; 4], damage: i64) {
    let enemy = owner.other();
    for cell in cells {
        if game.is_held_by(enemy, cell) {
            game.remove_units(|unit| {
                if unit.owner != enemy || unit.cell != cell {
                    return false;
                }
                unit.hp -= damage;
                unit.hp <= 0
            });
            let mut after = 0;
            while let Some(index) = next_building_on(game, enemy, cell, after) {
                after = game.buildings[index].id + 1;
                damage_building(game, index, damage);
            }
        }
        if let Some(id) = game.building_at(cell).map(|building| building.id)
            && let Some(index) = game.building_index(id)
        {
            damage_building(game, index, damage);
        }
    }
}

/// The player's building on a tile with the smallest id from `from` on.
fn next_building_on(game: &TimeTravel, owner: Player, cell: Cell, from: Id) -> Option<usize> {
    game.buildings.iter().position(|b| b.id >= from && b.owner == owner && b.covers(cell))
}

/// R6 warp: destroys all enemy objects on the tile; returns how many.
pub(super) fn stomp(game: &mut TimeTravel, player: Player, cell: Cell) -> u32 {
    let enemy = player.other();
    if !game.is_held_by(enemy, cell) {
        return 0;
    }
    let mut destroyed = destroy_units(game, enemy, cell);
    // Buildings cannot stand on portals; in a recorded position that has one, it is destroyed too.
    while let Some(index) = next_building_on(game, enemy, cell, 0) {
        destroy_building(game, game.buildings[index].id);
        destroyed += 1;
    }
    destroyed
}

fn destroy_units(game: &mut TimeTravel, owner: Player, cell: Cell) -> u32 {
    if !game.is_held_by(owner, cell) {
        return 0;
    }
    let before = game.units.len();
    game.remove_units(|unit| unit.owner == owner && unit.cell == cell);
    (before - game.units.len()) as u32
}

/// Takes hit points from a building; returns whether it was destroyed.
pub(super) fn damage_building(game: &mut TimeTravel, index: usize, damage: i64) -> bool {
    let building = &mut game.buildings[index];
    building.hp -= damage;
    let fallen = building.hp <= 0;
    if fallen {
        let id = building.id;
        destroy_building(game, id);
    }
    fallen
}

/// R8 Removes a building that was destroyed or cancelled, with its linked copies; its past self stays, no
/// longer linked.
///
/// Where buildings overlap (C9, C10), the copy and the past self are the buildings that came first to the
/// corner in the next and the previous period, as in the original. The building is removed after its copies,
/// because they look for their past self.
pub(super) fn destroy_building(game: &mut TimeTravel, id: Id) {
    let Some(&building) = game.building(id) else {
        return;
    };
    let past = building.corner.earlier().and_then(|cell| game.building_at(cell));
    if let Some(index) = past.and_then(|past| game.building_index(past.id)) {
        game.buildings[index].linked = false;
    }
    if building.linked
        && let Some(copy) = building.corner.later().and_then(|cell| game.building_at(cell))
    {
        destroy_building(game, copy.id);
    }
    if let Some(index) = game.building_index(id) {
        game.remove_building(index);
    }
}
