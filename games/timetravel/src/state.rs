//! The position of a game: units, buildings, the planes that say what is on a tile, and the bookkeeping that
//! keeps them consistent. The rules are in `rules`.

use crate::constants::*;
use crate::map::Map;
use crate::profile::{NetWorth, Rules};
use crate::types::{BuildingRecord, Cell, Id, Player, UnitRecord, covered_from};
use agon_core::{StateHash, StateHasher};
use std::ops::{Deref, DerefMut};
use std::sync::Arc;

/// Marks a tile without a building; no object has this id.
pub(crate) const NO_BUILDING: Id = Id::MAX;

/// A unit on the board. The facts in its record are read like fields of its own.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Unit {
    /// What players see of it: a view is a list of these.
    pub(crate) record: UnitRecord,
    /// Where it stands.
    pub cell: Cell,
    /// Whose it is.
    pub owner: Player,
    /// When it came to its tile: the order of the objects on one tile.
    pub(crate) arrived: u64,
}

/// A building on the board. The facts in its record are read like fields of its own.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Building {
    /// What players see of it: a view is a list of these.
    pub(crate) record: BuildingRecord,
    /// The covered tile with the smallest x and y.
    pub corner: Cell,
    /// Whose it is.
    pub owner: Player,
    /// When it was started: the order of the objects on one tile.
    pub(crate) arrived: u64,
}

/// Lets the facts of a record be read and changed through the object that it belongs to.
macro_rules! reads_like {
    ($object:ty, $record:ty) => {
        impl Deref for $object {
            type Target = $record;

            #[inline]
            fn deref(&self) -> &$record {
                &self.record
            }
        }

        impl DerefMut for $object {
            #[inline]
            fn deref_mut(&mut self) -> &mut $record {
                &mut self.record
            }
        }
    };
}

reads_like!(Unit, UnitRecord);
reads_like!(Building, BuildingRecord);

impl Building {
    /// The tiles it covers.
    #[inline]
    pub fn cells(&self) -> [Cell; 4] {
        covered_from(self.corner)
    }

    /// Whether it covers a tile.
    pub fn covers(&self, cell: Cell) -> bool {
        self.cells().contains(&cell)
    }

    /// Its full hit points.
    pub fn full_hp(&self) -> i64 {
        self.kind.stats().hp(self.level)
    }
}

/// Why a game ended.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum Decision {
    /// R12.1 The loser has no building left.
    Elimination,
    /// R12.2 The turns are over.
    NetWorth,
    /// R12.3 The loser exceeded the time limit of a turn.
    Timeout,
    /// R12.3 The loser left, crashed or was stopped.
    Gone,
}

impl Decision {
    /// Whether the game ended in the middle of a turn, by a timeout or because the loser left.
    pub(crate) fn is_forfeit(self) -> bool {
        matches!(self, Decision::Timeout | Decision::Gone)
    }
}

/// A finished game.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) struct Ending {
    pub winner: Player,
    pub decision: Decision,
}

/// A count or a number for every tile.
type Plane = [u32; CELLS];

/// One position of Time Travel.
#[derive(Debug)]
pub struct TimeTravel {
    pub(crate) map: Arc<Map>,
    pub(crate) rules: Rules,
    pub(crate) turn: u32,
    /// The player on turn; after the end, the player who would be next.
    pub(crate) current: Player,
    pub(crate) gold: [[i64; PERIODS]; PLAYERS],
    pub(crate) next_id: Id,
    pub(crate) ending: Option<Ending>,
    /// The fee of each of the map's portals, in their order.
    pub(crate) fees: Vec<u32>,
    /// In ascending order of ids.
    pub(crate) units: Vec<Unit>,
    /// In ascending order of ids.
    pub(crate) buildings: Vec<Building>,
    /// By id: where the object is in its list, unless objects before it were removed since. Never more than a
    /// hint, so that a removal need not renumber what comes after; renewed at the end of each turn.
    pub(crate) hints: Vec<u32>,
    /// Whether an object was removed since the hints were renewed.
    has_stale_hints: bool,
    /// The number of arrivals on tiles so far.
    arrivals: u64,
    /// The list prices of each player's units and buildings at their levels (R12).
    pub(crate) worth: [i64; PLAYERS],
    /// Per player: how many of his units and buildings are on the tile.
    pub(crate) present: [Plane; PLAYERS],
    /// The number of the building on the tile; of several (C9, C10) the one that came first.
    pub(crate) standing: Plane,
    /// Room for the victims of one attack; empty between calls.
    pub(crate) victims: Vec<(u64, Id)>,
    /// Whether the match began from a sound position; debug builds then check that it stays sound.
    /// (Recorded positions may be unsound.)
    pub(crate) began_sound: bool,
}

agon_core::clone_in_place! {
    TimeTravel {
        shared: map;
        cloned: rules, turn, current, gold, next_id, ending, fees, units, buildings, hints, has_stale_hints,
            arrivals, worth, present, standing, began_sound;
        scratch: victims;
    }
}

/// Initial capacity: enough for a match of strong bots; longer lists are reallocated.
const UNITS_RESERVED: usize = 512;
const BUILDINGS_RESERVED: usize = 256;
/// Ids from this one on have no hints: a recorded position may have ids of any size.
const HINTS_MAX: usize = 1 << 16;

impl TimeTravel {
    /// The board with its portals and terrain, without units and buildings.
    pub(crate) fn empty(map: Arc<Map>, rules: Rules) -> TimeTravel {
        TimeTravel {
            turn: 0,
            current: Player::First,
            gold: [[0; PERIODS]; PLAYERS],
            next_id: FIRST_OBJECT_ID,
            ending: None,
            fees: vec![rules.first_portal_fee; map.portals().len()],
            units: Vec::with_capacity(UNITS_RESERVED),
            buildings: Vec::with_capacity(BUILDINGS_RESERVED),
            hints: Vec::with_capacity(UNITS_RESERVED + BUILDINGS_RESERVED),
            has_stale_hints: false,
            arrivals: 0,
            worth: [0; PLAYERS],
            present: [[0; CELLS]; PLAYERS],
            standing: [NO_BUILDING; CELLS],
            victims: Vec::with_capacity(UNITS_RESERVED),
            began_sound: true,
            map,
            rules,
        }
    }

    /// The map being played.
    pub fn map(&self) -> &Map {
        &self.map
    }

    /// The rules being played.
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The number of the turn being played; after the last one the number of turns.
    pub fn turn(&self) -> u32 {
        self.turn
    }

    /// The player on turn; `None` when the game is over.
    pub fn current(&self) -> Option<Player> {
        self.ending.is_none().then_some(self.current)
    }

    /// A player's purses, by period. Negative only under the original rules (C5).
    pub fn gold(&self, player: Player) -> [i64; PERIODS] {
        self.gold[player as usize]
    }

    /// All units in ascending order of ids.
    pub fn units(&self) -> &[Unit] {
        &self.units
    }

    /// All buildings in ascending order of ids.
    pub fn buildings(&self) -> &[Building] {
        &self.buildings
    }

    /// The fees of the map's portals, in the map's order.
    pub fn fees(&self) -> &[u32] {
        &self.fees
    }

    /// The place of a unit in the list.
    #[inline]
    pub(crate) fn unit_index(&self, id: Id) -> Option<usize> {
        let hint = self.hint(id).filter(|&hint| self.units.get(hint).is_some_and(|u| u.id == id));
        hint.or_else(|| self.units.binary_search_by_key(&id, |unit| unit.id).ok())
    }

    /// The place of a building in the list.
    #[inline]
    pub(crate) fn building_index(&self, id: Id) -> Option<usize> {
        let buildings = &self.buildings;
        let hint = self.hint(id).filter(|&hint| buildings.get(hint).is_some_and(|b| b.id == id));
        hint.or_else(|| buildings.binary_search_by_key(&id, |building| building.id).ok())
    }

    #[inline]
    fn hint(&self, id: Id) -> Option<usize> {
        self.hints.get(id as usize).map(|&hint| hint as usize)
    }

    fn set_hint(&mut self, id: Id, index: usize) {
        let id = id as usize;
        if id < HINTS_MAX {
            if id >= self.hints.len() {
                self.hints.resize(id + 1, 0);
            }
            self.hints[id] = index as u32;
        }
    }

    /// Renews the hints, after which every object is found at once.
    pub(crate) fn renew_hints(&mut self) {
        if !std::mem::take(&mut self.has_stale_hints) {
            return;
        }
        for index in 0..self.units.len() {
            self.set_hint(self.units[index].id, index);
        }
        for index in 0..self.buildings.len() {
            self.set_hint(self.buildings[index].id, index);
        }
    }

    /// The unit with this number.
    pub fn unit(&self, id: Id) -> Option<&Unit> {
        self.unit_index(id).map(|i| &self.units[i])
    }

    /// The building with this number.
    #[inline]
    pub fn building(&self, id: Id) -> Option<&Building> {
        let hinted = self.hint(id).and_then(|hint| self.buildings.get(hint));
        // Without the detour through its index: paint orders look up several buildings each.
        hinted
            .filter(|building| building.id == id)
            .or_else(|| self.building_index(id).map(|i| &self.buildings[i]))
    }

    /// Whether anything has this number: types, portals and terrain are objects too.
    pub(crate) fn exists(&self, id: Id) -> bool {
        id < FIRST_OBJECT_ID
            || self.unit_index(id).is_some()
            || self.building_index(id).is_some()
            || self.map.has_object(id)
    }

    /// Whether a unit or building of this player is on a tile.
    #[inline]
    pub fn is_held_by(&self, player: Player, cell: Cell) -> bool {
        self.present[player as usize][cell.index()] > 0
    }

    /// The building on a tile; of several (C9, C10) the one that came first.
    #[inline]
    pub fn building_at(&self, cell: Cell) -> Option<&Building> {
        match self.standing[cell.index()] {
            NO_BUILDING => None,
            id => self.building(id),
        }
    }

    /// Takes the next id from the counter that all objects share.
    fn take_id(&mut self) -> Id {
        let id = self.next_id;
        self.next_id += 1;
        id
    }

    fn next_arrival(&mut self) -> u64 {
        self.arrivals += 1;
        self.arrivals
    }

    /// Puts a new unit with full hit points on the board, with nothing left to do this turn.
    pub(crate) fn add_unit(&mut self, kind: UnitKind, owner: Player, level: u8, cell: Cell) -> Id {
        let id = self.take_id();
        let hp = kind.stats().hp(level);
        let (x, y, z) = cell.place();
        let (number, actions, moves) = (owner.number(), 0, 0);
        let record = UnitRecord { id, x, y, z, hp, level, kind, owner: number, actions, moves };
        self.place_unit(Unit { record, cell, owner, arrived: 0 });
        id
    }

    /// Puts a new building on the board; an incomplete one has no hit points yet.
    pub(crate) fn add_building(
        &mut self,
        kind: BuildingKind,
        owner: Player,
        level: u8,
        corner: Cell,
        complete: bool,
    ) -> Id {
        let id = self.take_id();
        let hp = if complete { kind.stats().hp(level) } else { 0 };
        let (x, y, z) = corner.place();
        let record = BuildingRecord {
            id,
            x,
            y,
            z,
            hp,
            level,
            kind,
            owner: owner.number(),
            training: None,
            progress: 0,
            linked: false,
            complete,
        };
        self.place_building(Building { record, corner, owner, arrived: 0 });
        id
    }

    fn place_building(&mut self, mut building: Building) {
        building.arrived = self.next_arrival();
        self.worth[building.owner as usize] += building.kind.stats().cost(building.level);
        for cell in building.cells() {
            self.present[building.owner as usize][cell.index()] += 1;
            let standing = &mut self.standing[cell.index()];
            if *standing == NO_BUILDING {
                *standing = building.id;
            }
        }
        self.set_hint(building.id, self.buildings.len());
        self.buildings.push(building);
    }

    /// Puts a new unit, or one that exists elsewhere (a recorded position), on the board; ids must ascend.
    pub(crate) fn place_unit(&mut self, mut unit: Unit) {
        unit.arrived = self.next_arrival();
        self.worth[unit.owner as usize] += unit.kind.stats().cost(unit.level);
        self.present[unit.owner as usize][unit.cell.index()] += 1;
        self.set_hint(unit.id, self.units.len());
        self.units.push(unit);
    }

    /// Puts a building that exists elsewhere (a recorded position) on the board; ids must ascend.
    pub(crate) fn place_recorded_building(&mut self, building: Building) {
        self.place_building(building);
    }

    /// Moves a unit to another tile, where it is the last to arrive.
    pub(crate) fn relocate(&mut self, index: usize, to: Cell) {
        let arrived = self.next_arrival();
        let unit = &mut self.units[index];
        let present = &mut self.present[unit.owner as usize];
        present[unit.cell.index()] -= 1;
        present[to.index()] += 1;
        unit.cell = to;
        (unit.x, unit.y, unit.z) = to.place();
        unit.arrived = arrived;
    }

    /// Takes a unit off the board.
    pub(crate) fn remove_unit(&mut self, index: usize) {
        let unit = self.units.remove(index);
        self.has_stale_hints = true;
        self.worth[unit.owner as usize] -= unit.kind.stats().cost(unit.level);
        self.present[unit.owner as usize][unit.cell.index()] -= 1;
    }

    /// Takes all units that satisfy `is_dead` off the board, in one pass.
    pub(crate) fn remove_units(&mut self, mut is_dead: impl FnMut(&mut Unit) -> bool) {
        let (worth, present) = (&mut self.worth, &mut self.present);
        let has_removed = &mut self.has_stale_hints;
        self.units.retain_mut(|unit| {
            let dead = is_dead(unit);
            if dead {
                *has_removed = true;
                worth[unit.owner as usize] -= unit.kind.stats().cost(unit.level);
                present[unit.owner as usize][unit.cell.index()] -= 1;
            }
            !dead
        });
    }

    /// Takes a building off the board; the rules handle its copies.
    pub(crate) fn remove_building(&mut self, index: usize) {
        let building = self.buildings.remove(index);
        self.has_stale_hints = true;
        self.worth[building.owner as usize] -= building.kind.stats().cost(building.level);
        for cell in building.cells() {
            self.present[building.owner as usize][cell.index()] -= 1;
            if self.standing[cell.index()] == building.id {
                self.standing[cell.index()] = self.first_to_stand_on(cell);
            }
        }
    }

    /// Searches for the building that came first to a tile.
    fn first_to_stand_on(&self, cell: Cell) -> Id {
        let standing = self.buildings.iter().filter(|building| building.covers(cell));
        standing.min_by_key(|building| building.arrived).map_or(NO_BUILDING, |building| building.id)
    }

    /// R12 A player's net worth: the list prices of his units and buildings at their levels, and under C12
    /// his gold.
    pub fn net_worth(&self, player: Player) -> i64 {
        self.net_worths()[player as usize]
    }

    /// The net worths of both players.
    pub fn net_worths(&self) -> [i64; PLAYERS] {
        match self.rules.net_worth {
            NetWorth::Objects => self.worth,
            NetWorth::ObjectsAndGold => Player::BOTH.map(|player| {
                let gold: i64 = self.gold[player as usize].iter().sum();
                gold.saturating_add(self.worth[player as usize])
            }),
        }
    }

    pub(crate) fn fingerprint(&self) -> StateHash {
        let mut hasher = StateHasher::new();
        hasher.word(u64::from(self.turn) << 8 | self.current as u64).word(u64::from(self.next_id));
        hasher.word(match self.ending {
            None => 0,
            Some(Ending { winner, decision }) => 1 + winner as u64 * 16 + decision as u64,
        });
        for purse in self.gold.as_flattened() {
            hasher.signed(*purse);
        }
        for pair in self.fees.chunks(2) {
            hasher.word(pair.iter().fold(0, |word, fee| word << 32 | u64::from(*fee)));
        }
        // The order of arrival matters only if an attack can spare a unit or buildings can overlap.
        // Otherwise equal positions have equal fingerprints, whatever led to them.
        let order = self.rules.order_matters();
        hasher.word(self.units.len() as u64).word(self.buildings.len() as u64);
        for unit in &self.units {
            let place = u64::from(unit.id) << 32 | u64::from(unit.cell.number()) << 16;
            let kind = (unit.kind as u64) << 8 | unit.owner as u64;
            let left = u64::from(unit.level) << 16 | u64::from(unit.actions) << 8;
            hasher.word(place | kind).word(left | u64::from(unit.moves)).signed(unit.hp);
            if order {
                hasher.word(unit.arrived);
            }
        }
        for building in &self.buildings {
            let place = u64::from(building.id) << 32 | u64::from(building.corner.number()) << 16;
            let kind = (building.kind as u64) << 8 | building.owner as u64;
            let training = building.training.map_or(0, |kind| 1 + kind as u64);
            let flags = u64::from(building.linked) << 1 | u64::from(building.complete);
            let work = u64::from(building.level) << 24 | training << 16 | flags;
            hasher.word(place | kind).word(work | u64::from(building.progress) << 8);
            hasher.signed(building.hp);
            if order {
                hasher.word(building.arrived);
            }
        }
        hasher.finish()
    }
}
