//! A solid bot for Time Travel: plays like `builtin:solid`.
//!
//! It does not fight. It grows for a high net worth:
//!
//! * Artists paint, after walking to a gallery if none is in reach. They rest while there is enough gold.
//! * Engineers finish buildings and start new ones: a few galleries, and farms everywhere else. They
//!   prefer sites where the building also appears in the later periods.
//! * Galleries train artists while gold is short and schools a few engineers, as many as the farms feed.
//!   In the last turns farms train pigs, which count in the end.

mod timetravel_types;

use agon_bot::{Turn, TurnOver};
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use timetravel_types::{BuildingRecord, UnitRecord, View, calls};

/// The coordinates of a tile and its period: x, y, z.
type Place = (i64, i64, i64);
/// The distance of every tile to the nearest of some goals; tiles that are cut off are missing.
type Field = BTreeMap<Place, i64>;

const RADIUS: i64 = 10;
const PERIODS: i64 = 3;
/// Engineers in each period: buildings of the far past appear in all three.
const ENGINEERS: [i64; 3] = [4, 1, 1];
/// Galleries in each period. They train artists; all other ground is for farms.
const GALLERIES: usize = 4;
/// Gold in the purse of a period that needs no more artists.
const PLENTY: i64 = 2_000;
/// Gold in the purse of a period whose artists may rest: it pays for the pigs.
const SAVINGS: i64 = 25_000;
/// The last own turns, in which farms train pigs.
const HARVEST: i64 = 12;
const FARM_FOOD: i64 = 20;
/// From where a building is built, seen from its corner: its four tiles and the eight along their edges.
const AREA: [(i64, i64); 12] = [
    (0, 0), (1, 0), (0, 1), (1, 1), (-1, 0), (-1, 1),
    (2, 0), (2, 1), (0, -1), (1, -1), (0, 2), (1, 2),
];

fn hunger(kind: &str) -> i64 {
    match kind {
        "Pig" => 1,
        "Engineer" | "Artist" => 3,
        _ => 5,
    }
}

/// What a building trains: the kind of unit, its price, and the turns it takes.
fn training(building: &str) -> Option<(&'static str, i64, i64)> {
    match building {
        "Gallery" => Some(("Artist", 75, 3)),
        "School" => Some(("Engineer", 75, 3)),
        "Farm" => Some(("Pig", 80, 1)),
        _ => None,
    }
}

/// A price or a strength at a level.
fn grown(base: i64, growth: f64, level: i64) -> i64 {
    (base as f64 * growth.powi(level as i32)) as i64
}

/// A turn in progress. It writes the effect of small orders into its view, which is far cheaper than
/// looking again.
struct Solid<'a> {
    turn: &'a mut Turn,
    view: View,
    ground: Ground,
}

fn play(turn: &mut Turn) -> Result<(), TurnOver> {
    let view: View = turn.view.read();
    let ground = Ground::of(&view);
    let mut solid = Solid { turn, view, ground };
    solid.paint()?;
    solid.build()?;
    solid.train()
}

impl Solid<'_> {
    fn own_units(&self, kind: &str) -> Vec<&UnitRecord> {
        let own = |u: &&UnitRecord| u.owner == self.view.you && u.r#type == kind;
        self.view.units.iter().filter(own).collect()
    }

    fn own_buildings(&self) -> impl Iterator<Item = &BuildingRecord> {
        self.view.buildings.iter().filter(move |building| building.owner == self.view.you)
    }

    /// Where an object of ours is in the view's list of units.
    fn index(&self, id: i64) -> Option<usize> {
        self.view.units.iter().position(|unit| unit.id == id)
    }

    /// Remaining own turns, including this one.
    fn own_turns_left(&self) -> i64 {
        (self.view.turn_limit - self.view.turn + 1) / 2
    }

    fn purse(&mut self, z: i64) -> &mut i64 {
        &mut self.view.gold[self.view.you as usize][z as usize]
    }

    /// One step of a unit towards the goals of a field; returns whether it was taken.
    fn walk(&mut self, id: i64, field: &Field) -> Result<bool, TurnOver> {
        let Some(i) = self.index(id).filter(|&i| self.view.units[i].moves > 0) else {
            return Ok(false);
        };
        let here = place(&self.view.units[i]);
        let distance = |at: &Place| field.get(at).copied().unwrap_or(i64::MAX);
        let nearer = neighbours(here).filter(|to| distance(to) < distance(&here));
        let Some((x, y, _)) = nearer.min_by_key(distance) else { return Ok(false) };
        if !self.turn.make(calls::r#move(id, x, y))?.ok() {
            return Ok(false);
        }
        let unit = &mut self.view.units[i];
        (unit.x, unit.y) = (x, y);
        unit.moves -= 1;
        Ok(true)
    }

    // --------------------------------------------------------------------------------- the artists

    /// Every artist paints, after walking to a gallery if none is in reach. Artists rest while the purse of
    /// their period holds enough.
    fn paint(&mut self) -> Result<(), TurnOver> {
        let mut galleries = Field::new();
        let is_done = |b: &&BuildingRecord| b.r#type == "Gallery" && b.complete;
        for building in self.view.buildings.iter().filter(is_done) {
            for cell in footprint(building.x, building.y, building.z) {
                galleries.insert(cell, building.level);
            }
        }
        let artists = self.own_units("Artist").into_iter().filter(|artist| artist.actions > 0);
        let artists: Vec<(i64, i64)> = artists.map(|artist| (artist.id, artist.z)).collect();
        // Where gold counts in the end, artists never rest.
        let can_rest = self.view.rules.net_worth == "objects";
        let mut idle = Vec::new();
        for (id, z) in artists {
            if can_rest && *self.purse(z) >= SAVINGS {
                continue;
            }
            if !self.paint_from_here(id, &galleries)? {
                idle.push(id);
            }
        }
        if idle.is_empty() {
            return Ok(());
        }
        let field = self.ground.field(galleries.keys().copied());
        for id in idle {
            while self.walk(id, &field)? {
                if self.paint_from_here(id, &galleries)? {
                    break;
                }
            }
        }
        Ok(())
    }

    /// Paints the best gallery in an artist's reach: one whose level is far from the artist's own. Returns
    /// whether there is one.
    fn paint_from_here(&mut self, id: i64, galleries: &Field) -> Result<bool, TurnOver> {
        let Some(i) = self.index(id) else { return Ok(false) };
        let artist = &self.view.units[i];
        let here = place(artist);
        let worth = |at: Place| Some(((galleries.get(&at)? - artist.level).abs(), at));
        let reach = neighbours(here).chain([here]);
        let best = reach.filter_map(worth).max_by_key(|&(worth, _)| worth);
        let Some((_, (x, y, _))) = best else { return Ok(false) };
        let reply = self.turn.make(calls::paint(id, x, y))?;
        if reply.ok() {
            for (z, gain) in (0..PERIODS).zip(reply.value()["gold"].list()) {
                *self.purse(z) += gain.integer();
            }
            self.view.units[i].actions -= 1;
        }
        Ok(true)
    }

    // ------------------------------------------------------------------------------- the engineers

    /// Engineers continue unfinished buildings, and otherwise start the building that is wanted.
    fn build(&mut self) -> Result<(), TurnOver> {
        let ids: Vec<i64> = self.own_units("Engineer").iter().map(|engineer| engineer.id).collect();
        for id in ids {
            // Bounded, because some rules let a build action cost nothing.
            for _ in 0..40 {
                let engineer = self.index(id).map(|i| self.view.units[i].clone());
                let Some(engineer) = engineer.filter(|unit| unit.actions > 0) else { break };
                if !self.work(&engineer)? {
                    break;
                }
            }
        }
        Ok(())
    }

    /// One order of an engineer; returns whether it was carried out.
    fn work(&mut self, engineer: &UnitRecord) -> Result<bool, TurnOver> {
        if let Some((x, y)) = self.nearest(engineer) {
            return self.build_at(engineer, x, y, None);
        }
        let kind = self.wanted_building(engineer.z);
        let cost = if kind == "Farm" { 300 } else { 400 };
        let is_at_level = self.view.rules.building_price == "at_level";
        let price = grown(cost, 1.05, if is_at_level { engineer.level } else { 0 });
        if *self.purse(engineer.z) < price {
            return Ok(false);
        }
        match self.ground.best_site(place(engineer)) {
            Some((x, y)) => self.build_at(engineer, x, y, Some(kind)),
            None => Ok(false),
        }
    }

    /// Farms while food is short, then a few galleries, then farms again.
    fn wanted_building(&self, z: i64) -> &'static str {
        let is_gallery = |b: &&BuildingRecord| b.z == z && b.r#type == "Gallery";
        let galleries = self.own_buildings().filter(is_gallery).count();
        if self.spare_food(z) >= 9 && galleries < GALLERIES { "Gallery" } else { "Farm" }
    }

    /// The corner of the unfinished building of the period to which an engineer is nearest.
    fn nearest(&self, engineer: &UnitRecord) -> Option<(i64, i64)> {
        let is_begun = |b: &&BuildingRecord| !b.complete && b.z == engineer.z;
        let unfinished: Vec<_> = self.own_buildings().filter(is_begun).collect();
        if unfinished.is_empty() {
            return None;
        }
        let field = self.ground.field([place(engineer)]);
        let way = |b: &BuildingRecord| least(footprint(b.x, b.y, b.z), &field);
        let reached = unfinished.into_iter().filter_map(|b| Some((way(b)?, b)));
        reached.min_by_key(|&(way, b)| (way, b.id)).map(|(_, b)| (b.x, b.y))
    }

    /// Works on a building, or walks to it; returns whether an order was carried out.
    fn build_at(
        &mut self,
        engineer: &UnitRecord,
        x: i64,
        y: i64,
        kind: Option<&str>,
    ) -> Result<bool, TurnOver> {
        let spots = area(x, y, engineer.z);
        if !spots.contains(&place(engineer)) {
            let field = self.ground.field(spots);
            return self.walk(engineer.id, &field);
        }
        if !self.turn.make(calls::build(engineer.id, x, y, kind))?.ok() {
            return Ok(false);
        }
        // A finished building appears in later periods and changes much: look again.
        self.view = self.turn.look()?.read();
        self.ground = Ground::of(&self.view);
        Ok(true)
    }

    // -------------------------------------------------------------------------------- the training

    /// Trains artists first, then engineers, and at harvest time pigs; all of them only where they can be
    /// fed.
    fn train(&mut self) -> Result<(), TurnOver> {
        let left = self.own_turns_left();
        let mut spare = [0, 1, 2].map(|z| self.spare_food(z));
        let mut engineers = [0; PERIODS as usize];
        for engineer in self.own_units("Engineer") {
            engineers[engineer.z as usize] += 1;
        }
        for building in self.own_buildings() {
            let is_training = building.training.as_deref() == Some("Engineer");
            engineers[building.z as usize] += i64::from(is_training);
        }
        let is_idle = |b: &&BuildingRecord| b.complete && b.training.is_none();
        let idle: Vec<BuildingRecord> = self.own_buildings().filter(is_idle).cloned().collect();
        // Artists first, because they pay for everything else.
        let homes = ["Gallery", "School", "Farm"];
        let homes = homes.iter().flat_map(|home| idle.iter().filter(move |b| b.r#type == *home));
        for building in homes {
            let Some((kind, cost, turns)) = training(&building.r#type) else { continue };
            let z = building.z as usize;
            let is_wanted = match kind {
                "Artist" => *self.purse(building.z) < PLENTY,
                "Engineer" => engineers[z] < ENGINEERS[z],
                _ => left <= HARVEST,
            };
            let is_in_time = left > turns;
            let is_fed = spare[z] >= hunger(kind);
            let is_affordable = *self.purse(building.z) >= grown(cost, 1.05, building.level);
            if !(is_wanted && is_in_time && is_fed && is_affordable) {
                continue;
            }
            let reply = self.turn.make(calls::train(building.id, kind))?;
            if reply.ok() {
                *self.purse(building.z) -= reply.value()["price"].integer();
                spare[z] -= hunger(kind);
                engineers[z] += i64::from(kind == "Engineer");
            }
        }
        Ok(())
    }

    /// Spare food in a period once all units in training have appeared.
    fn spare_food(&self, z: i64) -> i64 {
        let units = self.view.units.iter().filter(|u| u.owner == self.view.you && u.z == z);
        let eaten: i64 = units.map(|unit| hunger(&unit.r#type)).sum();
        let made = |b: &BuildingRecord| {
            let is_farm = b.r#type == "Farm" && b.complete;
            let food = if is_farm { grown(FARM_FOOD, 1.15, b.level) } else { 0 };
            food - b.training.as_deref().map_or(0, hunger)
        };
        self.own_buildings().filter(|b| b.z == z).map(made).sum::<i64>() - eaten
    }
}

/// The obstacles of the board for own units.
#[derive(Default)]
struct Ground {
    /// Tiles closed to own units.
    closed: BTreeSet<Place>,
    /// Tiles closed to new buildings.
    taken: BTreeSet<Place>,
}

impl Ground {
    fn of(view: &View) -> Ground {
        let mut ground = Ground::default();
        for t in &view.terrain {
            ground.closed.extend(t.blocks_move.then_some((t.x, t.y, t.z)));
            ground.taken.extend(t.blocks_build.then_some((t.x, t.y, t.z)));
        }
        ground.taken.extend(view.portals.iter().map(|portal| (portal.x, portal.y, portal.z)));
        for building in &view.buildings {
            let cells = footprint(building.x, building.y, building.z);
            ground.taken.extend(cells);
            if building.owner != view.you {
                ground.closed.extend(cells);
            }
        }
        for enemy in view.units.iter().filter(|unit| unit.owner != view.you) {
            ground.closed.insert(place(enemy));
            ground.taken.insert(place(enemy));
        }
        ground
    }

    /// Whether all tiles of a footprint are free to build on.
    fn is_site(&self, x: i64, y: i64, z: i64) -> bool {
        footprint(x, y, z).iter().all(|cell| !self.taken.contains(cell))
    }

    /// The nearest free ground, preferring sites from which the building ripples into later periods.
    fn best_site(&self, from: Place) -> Option<(i64, i64)> {
        let z = from.2;
        let field = self.field([from]);
        let mut best: Option<(i64, (i64, i64))> = None;
        for (y, x) in (-RADIUS..RADIUS).flat_map(|y| (-RADIUS..RADIUS).map(move |x| (y, x))) {
            if !self.is_site(x, y, z) {
                continue;
            }
            let Some(way) = least(area(x, y, z), &field) else { continue };
            let lost = (z + 1..PERIODS).filter(|&later| !self.is_site(x, y, later)).count();
            let cost = way + 8 * lost as i64;
            if best.map_or(true, |(least, _)| cost < least) {
                best = Some((cost, (x, y)));
            }
        }
        best.map(|(_, site)| site)
    }

    /// Distances to the nearest goal on foot.
    fn field(&self, goals: impl IntoIterator<Item = Place>) -> Field {
        let open = goals.into_iter().filter(|goal| !self.closed.contains(goal));
        let mut field: Field = open.map(|goal| (goal, 0)).collect();
        let mut queue: VecDeque<Place> = field.keys().copied().collect();
        while let Some(cell) = queue.pop_front() {
            let step = field[&cell] + 1;
            for near in neighbours(cell) {
                if !field.contains_key(&near) && !self.closed.contains(&near) {
                    field.insert(near, step);
                    queue.push_back(near);
                }
            }
        }
        field
    }
}

/// The least distance of some tiles; none if they are all cut off.
fn least(cells: impl IntoIterator<Item = Place>, field: &Field) -> Option<i64> {
    cells.into_iter().filter_map(|cell| field.get(&cell).copied()).min()
}

fn place(unit: &UnitRecord) -> Place {
    (unit.x, unit.y, unit.z)
}

fn is_on_board(&(x, y, _): &Place) -> bool {
    x.abs() <= RADIUS && y.abs() <= RADIUS
}

fn neighbours((x, y, z): Place) -> impl Iterator<Item = Place> {
    [(x + 1, y, z), (x - 1, y, z), (x, y + 1, z), (x, y - 1, z)].into_iter().filter(is_on_board)
}

/// The tiles of a building with this corner.
fn footprint(x: i64, y: i64, z: i64) -> [Place; 4] {
    [(x, y, z), (x + 1, y, z), (x, y + 1, z), (x + 1, y + 1, z)]
}

/// The tiles from which a building with this corner is built.
fn area(x: i64, y: i64, z: i64) -> Vec<Place> {
    AREA.iter().map(|(dx, dy)| (x + dx, y + dy, z)).filter(is_on_board).collect()
}

fn main() {
    agon_bot::run(play)
}
