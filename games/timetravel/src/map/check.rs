//! The checks of a map: starts that fit, one object per tile (on the middle also two equal ones), symmetry,
//! portals in pairs, and a path between the players.

use super::Map;
use crate::constants::*;
use crate::types::{Cell, Player, footprint};
use agon_core::MapFault;
use std::fmt;

pub(super) fn check(map: &Map) -> Result<(), MapFault> {
    let starts = check_starts(map)?;
    check_tiles(map, &starts)?;
    check_portals(map)?;
    check_symmetry(map)?;
    check_way_to_enemy(map, &starts)
}

/// The tiles of each player's start in the far past.
type Starts = [Vec<Cell>; PLAYERS];

/// R4 Both starts fit on the board and do not overlap.
fn check_starts(map: &Map) -> Result<Starts, MapFault> {
    let (x, y) = map.start;
    if !(-RADIUS..=RADIUS).contains(&x) || !(-RADIUS..=RADIUS).contains(&y) {
        return Err(MapFault::new(format!("the start ({x}, {y}) is outside the map")));
    }
    let mut starts: Starts = Default::default();
    for player in Player::BOTH {
        for (kind, (x, y)) in map.start_buildings(player) {
            let cells = footprint(x, y, 0).ok_or_else(|| {
                MapFault::new(format!("the {kind} of {player} at ({x}, {y}) leaves the map"))
            })?;
            starts[player as usize].extend(cells);
        }
    }
    let [first, second] = &starts;
    if let Some(cell) = first.iter().find(|cell| second.contains(cell)) {
        return Err(MapFault::new(format!("both players start on {cell}")));
    }
    Ok(starts)
}

/// A tile holds at most one object, and the tiles of the starts hold none. The middle is its own image, so
/// that the contest's generator put two equal objects there; of two portals the first is used (R4).
fn check_tiles(map: &Map, starts: &Starts) -> Result<(), MapFault> {
    let mut taken = vec![false; CELLS];
    for &cell in starts.iter().flatten() {
        let mut period = Some(cell);
        while let Some(cell) = period {
            taken[cell.index()] = true;
            period = cell.later();
        }
    }
    let portals = map.portals.iter().map(|p| (p.cell, Object::Portal(p.direction)));
    let terrain = map.terrain.iter();
    let terrain = terrain.map(|t| (t.cell, Object::Terrain(t.blocks_move, t.blocks_build)));
    let mut middles: Vec<(Cell, Object)> = Vec::new();
    for (cell, object) in portals.chain(terrain) {
        if !std::mem::replace(&mut taken[cell.index()], true) {
            if cell.image() == cell {
                middles.push((cell, object));
            }
            continue;
        }
        match middles.iter().position(|&first| first == (cell, object)) {
            // A third one is refused.
            Some(first) => _ = middles.swap_remove(first),
            None => {
                return Err(MapFault::new(format!(
                    "the {object} at {cell} lies on another object or on a player's start: move it or \
                     leave it out (only on (0, 0) may two equal objects lie)"
                )));
            }
        }
    }
    Ok(())
}

/// What lies on a tile.
#[derive(Copy, Clone, PartialEq, Eq)]
enum Object {
    Portal(i8),
    Terrain(bool, bool),
}

impl fmt::Display for Object {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(match self {
            Object::Portal(_) => "portal",
            Object::Terrain(..) => "terrain",
        })
    }
}

/// R10 Every portal leads to a tile with a portal back.
fn check_portals(map: &Map) -> Result<(), MapFault> {
    for portal in &map.portals {
        let cell = portal.cell;
        let to = portal.leads_to().ok_or_else(|| {
            MapFault::new(format!(
                "the portal at {cell} has direction {}, which leads to no period",
                portal.direction
            ))
        })?;
        let back = map.portal_at(to).map(|index| map.portals[index].direction);
        if back != Some(-portal.direction) {
            return Err(MapFault::new(format!(
                "the portal at {cell} leads to {to}, where no portal leads back"
            )));
        }
    }
    Ok(())
}

/// R4 Each half is the other one rotated by 180 degrees.
fn check_symmetry(map: &Map) -> Result<(), MapFault> {
    for portal in &map.portals {
        let image = map.portal_at(portal.cell.image()).map(|index| map.portals[index].direction);
        if image != Some(portal.direction) {
            return Err(asymmetric("portal", portal.cell));
        }
    }
    for terrain in &map.terrain {
        let image = terrain.cell.image();
        let same = map.blocks_move(image) == terrain.blocks_move
            && map.blocks_build(image) == terrain.blocks_build;
        if !same {
            return Err(asymmetric("terrain", terrain.cell));
        }
    }
    Ok(())
}

fn asymmetric(what: &str, cell: Cell) -> MapFault {
    MapFault::new(format!(
        "the map is not symmetric: the {what} at {cell} has no equal at {}",
        cell.image()
    ))
}

/// A unit of the first player can walk and warp to a tile beside a building of the second.
fn check_way_to_enemy(map: &Map, starts: &Starts) -> Result<(), MapFault> {
    let mut seen = vec![false; CELLS];
    let mut open: Vec<Cell> = Vec::new();
    let mut enter = |cell: Option<Cell>, open: &mut Vec<Cell>| {
        if let Some(cell) = cell
            && !map.blocks_move(cell)
            && !std::mem::replace(&mut seen[cell.index()], true)
        {
            open.push(cell);
        }
    };
    for &cell in &starts[0] {
        let later = cell.later();
        for cell in [Some(cell), later, later.and_then(Cell::later)] {
            enter(cell, &mut open);
        }
    }
    while let Some(cell) = open.pop() {
        let (x, y, z) = (cell.x(), cell.y(), cell.z());
        for (dx, dy) in [(1, 0), (-1, 0), (0, 1), (0, -1)] {
            enter(Cell::new(x + dx, y + dy, z), &mut open);
        }
        if let Some(index) = map.portal_at(cell) {
            enter(map.portals[index].leads_to(), &mut open);
        }
    }
    // The starts have buildings in every period, so reaching them in one period suffices.
    let reached = starts[1].iter().any(|&cell| {
        let later = cell.later();
        [Some(cell), later, later.and_then(Cell::later)]
            .into_iter()
            .flatten()
            .any(|cell| seen[cell.index()])
    });
    if reached {
        Ok(())
    } else {
        Err(MapFault::new("no way leads from one player's start to the other's".to_owned()))
    }
}
