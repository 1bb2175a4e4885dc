//! What a player sees: the whole position (R1). Views, positions and recorded games share these plain
//! records, whose fields are named as in the recordings.

use crate::constants::*;
use crate::map::{Map, Portal, Terrain, TerrainRecord};
use crate::profile::Rules;
use crate::state::{Building, TimeTravel, Unit};
pub use crate::types::{BuildingRecord, UnitRecord};
use crate::types::{Cell, Id, Player, footprint};
use agon_core::{Lasting, TestSupport};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize, Serializer};
use std::borrow::Cow;
use std::sync::Arc;

/// A portal.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs, reason = "the fields are named as in the rulebook, section 2")]
pub struct PortalRecord {
    pub id: Id,
    pub x: i32,
    pub y: i32,
    pub z: u8,
    pub direction: i8,
    pub fee: u32,
}

/// The complete position at one moment of a match; a match can start from any such position.
#[derive(Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Position {
    /// The number of the turn.
    pub turn: u32,
    /// The player on turn; null after the end.
    pub current: Option<u8>,
    /// The purses by player and period.
    pub gold: [[i64; PERIODS]; PLAYERS],
    /// The number the next new object gets.
    pub next_id: Id,
    /// In ascending order of ids.
    pub units: Vec<UnitRecord>,
    /// In ascending order of ids.
    pub buildings: Vec<BuildingRecord>,
    /// In ascending order of ids.
    pub portals: Vec<PortalRecord>,
    /// In ascending order of ids. The same during the whole match.
    pub terrain: Lasting<Vec<TerrainRecord>>,
}

/// What one player sees: the whole position, the player's number and the rules of the match. Serialised as
/// one flat object: `you`, `turn`, `gold`, `units` ...
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(from = "Shown")]
#[schemars(with = "Shown")]
pub struct View {
    /// The player who sees this view.
    pub you: u8,
    /// Turns of the match.
    pub turn_limit: u32,
    /// The rules being played.
    pub rules: Rules,
    /// The worth of both players' possessions, as the end of the match would count it.
    pub net_worth: [i64; PLAYERS],
    /// The whole position.
    pub position: Position,
}

// Bots copy every view, so a copy reuses the memory of the last one.
agon_core::clone_in_place! {
    Position {
        shared: ;
        cloned: turn, current, gold, next_id, units, buildings, portals, terrain;
        scratch: ;
    }
}

agon_core::clone_in_place! {
    View {
        shared: ;
        cloned: you, turn_limit, rules, net_worth, position;
        scratch: ;
    }
}

impl Default for View {
    fn default() -> View {
        View {
            you: 0,
            turn_limit: 0,
            rules: Rules::handbook(),
            net_worth: [0; PLAYERS],
            position: Position::default(),
        }
    }
}

/// A view as it is serialised: one flat object.
#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Shown<'a> {
    /// The player who sees this view.
    you: u8,
    /// The number of the turn.
    turn: u32,
    /// Turns of the match.
    turn_limit: u32,
    /// The player on turn; null after the end.
    current: Option<u8>,
    /// The purses by player and period.
    gold: [[i64; PERIODS]; PLAYERS],
    /// The worth of both players' possessions, as the end of the match would count it.
    net_worth: [i64; PLAYERS],
    /// In ascending order of ids.
    units: Cow<'a, [UnitRecord]>,
    /// In ascending order of ids.
    buildings: Cow<'a, [BuildingRecord]>,
    /// In ascending order of ids.
    portals: Cow<'a, [PortalRecord]>,
    /// In ascending order of ids.
    terrain: Cow<'a, Lasting<Vec<TerrainRecord>>>,
    /// The number the next new object gets.
    next_id: Id,
    /// The rules being played.
    rules: Rules,
}

impl Serialize for View {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let position = &self.position;
        let shown = Shown {
            you: self.you,
            turn: position.turn,
            turn_limit: self.turn_limit,
            current: position.current,
            gold: position.gold,
            net_worth: self.net_worth,
            units: Cow::Borrowed(&position.units),
            buildings: Cow::Borrowed(&position.buildings),
            portals: Cow::Borrowed(&position.portals),
            terrain: Cow::Borrowed(&position.terrain),
            next_id: position.next_id,
            rules: self.rules,
        };
        shown.serialize(serializer)
    }
}

impl From<Shown<'_>> for View {
    fn from(shown: Shown) -> View {
        View {
            you: shown.you,
            turn_limit: shown.turn_limit,
            rules: shown.rules,
            net_worth: shown.net_worth,
            position: Position {
                turn: shown.turn,
                current: shown.current,
                gold: shown.gold,
                next_id: shown.next_id,
                units: shown.units.into_owned(),
                buildings: shown.buildings.into_owned(),
                portals: shown.portals.into_owned(),
                terrain: shown.terrain.into_owned(),
            },
        }
    }
}

impl PortalRecord {
    /// The facts about a portal.
    pub fn new(portal: &Portal, fee: u32) -> PortalRecord {
        let Portal { id, cell, direction } = *portal;
        PortalRecord { id, x: cell.x(), y: cell.y(), z: cell.z(), direction, fee }
    }
}

/// Writes the whole position into a buffer.
pub(crate) fn record(game: &TimeTravel, out: &mut Position) {
    out.turn = game.turn;
    out.current = game.current().map(Player::number);
    out.gold = game.gold;
    out.next_id = game.next_id;
    out.units.clear();
    out.units.extend(game.units.iter().map(|unit| unit.record));
    out.buildings.clear();
    out.buildings.extend(game.buildings.iter().map(|building| building.record));
    let portals = game.map.portals().iter().zip(&game.fees);
    out.portals.clear();
    out.portals.extend(portals.map(|(portal, &fee)| PortalRecord::new(portal, fee)));
    out.terrain.clone_from(game.map.terrain_records());
}

impl View {
    /// Writes what a player sees into this view.
    pub(crate) fn fill(&mut self, game: &TimeTravel, player: Player) {
        self.you = player.number();
        self.turn_limit = game.rules.turn_limit;
        self.rules = game.rules;
        self.net_worth = game.net_worths();
        record(game, &mut self.position);
    }
}

impl TimeTravel {
    /// The whole position as plain data.
    pub fn position(&self) -> Position {
        let mut position = Position::default();
        record(self, &mut position);
        position
    }

    /// Continues from a position. Objects on one tile count as arrived in the order of their ids. An invalid
    /// position is refused with the reason.
    pub fn at(position: &Position, rules: Rules) -> Result<TimeTravel, String> {
        rules.check()?;
        let map = position.map()?;
        let mut game = TimeTravel::empty(Arc::new(map), rules);
        game.turn = position.turn;
        let current = position.current.ok_or("this position has no player on turn")?;
        game.current = player(current)?;
        game.gold = position.gold;
        for (fee, portal) in game.fees.iter_mut().zip(&position.portals) {
            *fee = portal.fee;
        }
        position.place_objects(&mut game)?;
        game.next_id = position.next_id;
        game.began_sound = game.invariants().is_ok();
        Ok(game)
    }
}

fn player(number: u8) -> Result<Player, String> {
    Player::from_number(number).ok_or_else(|| format!("there is no player {number}"))
}

impl Position {
    /// The map this position is on.
    fn map(&self) -> Result<Map, String> {
        let cell = |what: &str, id, x, y, z| {
            Cell::new(x, y, z)
                .ok_or_else(|| format!("{what} {id} at ({x}, {y}, {z}) is outside the map"))
        };
        if self.portals.len() + self.terrain.len() > 2 * CELLS {
            return Err("there are more portals and terrain than a map can hold".into());
        }
        let mut portals = Vec::with_capacity(self.portals.len());
        for p in &self.portals {
            let portal = Portal {
                id: p.id,
                cell: cell("portal", p.id, p.x, p.y, p.z)?,
                direction: p.direction,
            };
            if portal.leads_to().is_none() {
                return Err(format!("portal {} leads to no period", p.id));
            }
            portals.push(portal);
        }
        let mut terrain = Vec::with_capacity(self.terrain.len());
        for t in self.terrain.iter() {
            terrain.push(Terrain {
                id: t.id,
                cell: cell("terrain", t.id, t.x, t.y, t.z)?,
                blocks_move: t.blocks_move,
                blocks_build: t.blocks_build,
            });
        }
        let in_order = portals.is_sorted_by(|a, b| a.id < b.id);
        if !in_order || portals.iter().any(|p| p.id >= self.next_id) {
            return Err("the portals are not in the order of their ids".into());
        }
        if terrain.iter().any(|t| t.id >= self.next_id) {
            return Err("a piece of terrain has an id that is still to be given out".into());
        }
        let school = |b: &&BuildingRecord| b.owner == 0 && b.kind == BuildingKind::School;
        let start = self.buildings.iter().find(school).map_or((0, 0), |b| (b.x, b.y));
        Ok(Map::of_objects(start, portals, terrain))
    }

    /// Puts units and buildings on the board, merged in the order of their ids.
    fn place_objects(&self, game: &mut TimeTravel) -> Result<(), String> {
        let (mut units, mut buildings) = (self.units.iter().peekable(), self.buildings.iter());
        let mut building = buildings.next();
        let mut last = None;
        let mut ascending = |id: Id| {
            let fits = last < Some(id) && id < self.next_id;
            last = Some(id);
            fits.then_some(()).ok_or_else(|| format!("the id {id} is out of order"))
        };
        loop {
            match (units.peek(), building) {
                (None, None) => return Ok(()),
                (Some(u), b) if b.is_none_or(|b| u.id < b.id) => {
                    ascending(u.id)?;
                    game.place_unit(unit(u)?);
                    units.next();
                }
                (_, Some(b)) => {
                    ascending(b.id)?;
                    game.place_recorded_building(self::building(b)?);
                    building = buildings.next();
                }
                (Some(_), None) => unreachable!("a unit without buildings to wait for is placed"),
            }
        }
    }
}

fn unit(record: &UnitRecord) -> Result<Unit, String> {
    let UnitRecord { id, x, y, z, hp, level, .. } = *record;
    let cell = Cell::new(x, y, z).ok_or_else(|| format!("unit {id} is outside the map"))?;
    alive("unit", id, hp, level)?;
    Ok(Unit { record: *record, cell, owner: player(record.owner)?, arrived: 0 })
}

fn building(record: &BuildingRecord) -> Result<Building, String> {
    let BuildingRecord { id, x, y, z, hp, level, .. } = *record;
    let cells = footprint(x, y, z).ok_or_else(|| format!("building {id} leaves the map"))?;
    alive("building", id, hp, level)?;
    Ok(Building { record: *record, corner: cells[0], owner: player(record.owner)?, arrived: 0 })
}

fn alive(what: &str, id: Id, hp: i64, level: u8) -> Result<(), String> {
    match (1..=i64::MAX / 4).contains(&hp) && level <= LEVEL_MAX {
        true => Ok(()),
        false => Err(format!("{what} {id} cannot have {hp} hit points at level {level}")),
    }
}
