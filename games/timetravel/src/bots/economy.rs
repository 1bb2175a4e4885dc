//! The economy that the bots share: painting, training and building.

use super::hand::Hand;
use super::ways::{
    FULL, Ground, Rings, Rows, SPOTS, first_common, overlap, padded, rows_of, spot, touches,
};
use crate::command::{Call, Reply};
use crate::constants::*;
use crate::observe::{BuildingRecord, UnitRecord};
use crate::types::{Cell, Id, footprint, in_adjacent_area};
use agon_core::Stopped;

/// Engineers in each period: buildings of the far past appear in all three.
pub(super) const ENGINEERS: [usize; PERIODS] = [4, 1, 1];

/// Steps that an engineer walks farther for a building that ripples into one more period.
const LOST_PERIOD: u16 = 8;

pub(super) fn cell_of(unit: &UnitRecord) -> Option<Cell> {
    Cell::new(unit.x, unit.y, unit.z)
}

/// Every artist paints, after walking to a gallery if none is in reach.
pub(super) fn paint(hand: &mut Hand<'_, '_>) -> Result<(), Stopped> {
    let galleries = galleries(hand);
    let mut idle = Vec::new();
    // Many artists of a level stand on the same tile, so each choice is kept: by tile, the level and the
    // canvas.
    let mut known_level = [NO_LEVEL; CELLS];
    let mut known = [0; CELLS];
    // By place in the list, which painting does not change: most orders of a match are these.
    for at in 0..hand.view.position.units.len() {
        let unit = &hand.view.position.units[at];
        if unit.owner != hand.view.you || unit.kind != UnitKind::Artist || unit.actions == 0 {
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
            None => idle.push(unit.id),
        }
    }
    if idle.is_empty() {
        return Ok(());
    }
    let mut ways: [Option<Rings>; PERIODS] = [const { None }; PERIODS];
    for id in idle {
        let Some(period) = hand.unit(id).map(|artist| usize::from(artist.z)) else { continue };
        let way = ways[period].get_or_insert_with(|| {
            let tiles = period * AREA..(period + 1) * AREA;
            let goals = tiles.filter(|&tile| galleries[tile] != NO_LEVEL).map(Cell::from_index);
            hand.ground().rings_to(&rows_of(goals), period)
        });
        while step(hand, id, |_, here| way.next_step(here))? {
            let Some(at) = hand.unit_index(id) else { break };
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

/// The level of the complete gallery of either player on each tile, or [`NO_LEVEL`].
type Galleries = [u8; CELLS];
/// More than the greatest level.
const NO_LEVEL: u8 = u8::MAX;

fn galleries(hand: &Hand<'_, '_>) -> Galleries {
    let mut galleries = [NO_LEVEL; CELLS];
    for b in &hand.view.position.buildings {
        if b.kind == BuildingKind::Gallery && b.complete {
            for cell in footprint(b.x, b.y, b.z).into_iter().flatten() {
                galleries[cell.index()] = b.level;
            }
        }
    }
    galleries
}

/// The best gallery in the reach of an artist of this level, one whose level is far from his own: the number
/// of its [`spot`].
fn canvas(here: Cell, level: u8, galleries: &Galleries) -> Option<u8> {
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
        Some(next) => hand.does(Call::Move { unit, x: next.x(), y: next.y() }),
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
    let mut engineers = hand.tally().engineers;
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
        // Units do not starve to death within the last few turns.
        let fed = hand.spare_food(building.z) >= kind.stats().hunger || left < 6;
        let kept = if z == 0 && left > 5 { reserve } else { 0 };
        let price = kind.stats().cost(building.level) + kept;
        let affordable = hand.gold(building.z) >= price;
        if in_time && wanted && fed && affordable {
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
    for id in hand.own_units(|unit| unit.kind == UnitKind::Engineer && unit.actions > 0) {
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
    if hand.tally().unfinished[usize::from(engineer.z)] == 0 {
        return None;
    }
    let buildings = hand.own_buildings(|b| !b.complete && b.z == engineer.z);
    let mut found = None;
    hand.ground().rings(cell_of(engineer)?, |_, ring| {
        let mut reached = buildings
            .iter()
            .filter(|b| Cell::new(b.x, b.y, b.z).is_some_and(|corner| touches(ring, corner)));
        found = reached.next().copied();
        found.is_none()
    });
    found
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

fn stands_by(hand: &Hand<'_, '_>, unit: Id, x: i32, y: i32) -> bool {
    hand.unit(unit).and_then(cell_of).is_some_and(|cell| in_adjacent_area(cell, x, y))
}

/// The tiles from which a building with this corner can be built: its own four and the eight along their
/// edges.
fn area(x: i32, y: i32, z: u8) -> impl Iterator<Item = Cell> {
    const AREA: [(i32, i32); 12] = [
        (0, 0),
        (1, 0),
        (0, 1),
        (1, 1),
        (-1, 0),
        (-1, 1),
        (2, 0),
        (2, 1),
        (0, -1),
        (1, -1),
        (0, 2),
        (1, 2),
    ];
    AREA.into_iter().filter_map(move |(dx, dy)| Cell::new(x + dx, y + dy, z))
}

/// Walks to the best site for a new building and starts it; returns whether an order was carried out.
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
    if stands_by(hand, unit, x, y) {
        let reply = hand.call(Call::Build { unit, x, y, kind: Some(kind) })?;
        return Ok(matches!(reply, Reply::Built { .. }));
    }
    let goals = rows_of(area(x, y, engineer.z));
    step(hand, unit, |ground, here| ground.step_towards(here, &goals))
}

/// The nearest free ground, preferring sites from which the building ripples into later periods.
/// Excludes tiles with own buildings in later periods: the ripple would destroy them.
fn best_site(ground: &mut Ground, engineer: &UnitRecord) -> Option<(i32, i32)> {
    let here = cell_of(engineer)?;
    if ground.is_barren(here) {
        return None;
    }
    let classes = sites_by_loss(ground, here.period());
    // Where an engineer can build on a site of each class. A class is taken out when it has been reached.
    let mut stands = classes.map(|sites| tiles_beside(&sites));
    // Least cost, then the first tile: the same order as that of the pairs.
    let mut best: Option<(u16, Cell)> = None;
    let visited = ground.rings(here, |way, ring| {
        if best.is_some_and(|(least, _)| way > least) {
            return false;
        }
        for (lost, sites) in classes.iter().enumerate() {
            if overlap(&stands[lost], ring)
                && let Some((row, column)) = first_common(sites, &corners_beside(ring))
            {
                let site = Cell::from_index(here.period() * AREA + row * SIDE + column);
                let found = (way + LOST_PERIOD * lost as u16, site);
                best = Some(best.map_or(found, |best| best.min(found)));
                stands[lost] = [0; SIDE];
            }
        }
        true
    });
    if best.is_none() {
        ground.note_barren(here.period(), &visited);
    }
    best.map(|(_, site)| (site.x(), site.y()))
}

/// The sites of a period, by the number of later periods into which a building cannot ripple.
fn sites_by_loss(ground: &Ground, period: usize) -> [Rows; PERIODS] {
    let mut classes = [[0; SIDE]; PERIODS];
    classes[0] = ground.sites(period);
    for later in period + 1..PERIODS {
        let kept = ground.sites(later);
        for lost in (0..PERIODS - 1).rev() {
            for row in 0..SIDE {
                classes[lost + 1][row] |= classes[lost][row] & !kept[row];
                classes[lost][row] &= kept[row];
            }
        }
    }
    classes
}

/// The tiles from which a building with one of these corners can be built: the [`area`] of each.
fn tiles_beside(corners: &Rows) -> Rows {
    let padded = padded::<2, { SIDE + 3 }>(corners);
    let mut tiles = [0; SIDE];
    for (row, tiles) in tiles.iter_mut().enumerate() {
        // Corners in the two rows above, in this row and in the one below.
        let [far, near, here, below] = [0, 1, 2, 3].map(|down| padded[row + down]);
        let wide = near | here;
        let narrow = far | below | wide;
        *tiles = (narrow | narrow << 1 | wide << 2 | wide >> 1) & FULL;
    }
    tiles
}

/// The corners of buildings that can be built from one of these tiles; the inverse of [`area`].
fn corners_beside(tiles: &Rows) -> Rows {
    let padded = padded::<1, { SIDE + 3 }>(tiles);
    let mut corners = [0; SIDE];
    for (row, corners) in corners.iter_mut().enumerate() {
        // Rows of the area from one above the corner to two below it.
        let [above, first, second, below] = [0, 1, 2, 3].map(|down| padded[row + down]);
        let wide = first | second;
        let narrow = above | below | wide;
        *corners = narrow | narrow >> 1 | wide << 1 | wide >> 2;
    }
    corners
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn corners_beside_is_the_inverse_of_area() {
        for tile in Cell::all().filter(|cell| cell.z() == 0) {
            let mut tiles = [0; SIDE];
            tiles[tile.index() / SIDE] |= 1 << (tile.index() % SIDE);
            let corners = corners_beside(&tiles);
            for corner in Cell::all().filter(|cell| cell.z() == 0) {
                let is_beside = corners[corner.index() / SIDE] >> (corner.index() % SIDE) & 1 != 0;
                let is_in_area = area(corner.x(), corner.y(), 0).any(|cell| cell == tile);
                assert_eq!(is_beside, is_in_area, "{tile} and {corner}");
            }
        }
    }

    #[test]
    fn tiles_beside_a_corner_are_its_area() {
        // A corner in the last row or column has no building.
        let corners = Cell::all().filter(|cell| cell.z() == 0 && cell.x().max(cell.y()) < RADIUS);
        for corner in corners {
            let expected = rows_of(area(corner.x(), corner.y(), 0));
            assert_eq!(tiles_beside(&rows_of([corner])), expected, "{corner}");
        }
    }
}
