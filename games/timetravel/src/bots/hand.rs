//! A turn in progress, as the bots from `novice` on see it.

use super::ways::Ground;
use crate::command::{Call, Reply};
use crate::constants::{
    BUILDING_SIDE, BuildingKind, LEVEL_MAX, PERIODS, PORTAL_FEE_STEP, UnitKind,
};
use crate::observe::{BuildingRecord, UnitRecord, View};
use crate::profile::BuildCost;
use crate::state::TimeTravel;
use crate::types::{Cell, Id};
use agon_core::{Stopped, Turn};

/// What a bot keeps from turn to turn: its own copy of the view, and the board that it reads from it.
#[derive(Default)]
pub(super) struct Desk {
    view: View,
    ground: Ground,
}

/// A turn in progress: the current view, and the turn that takes orders.
pub(super) struct Hand<'a, 'b> {
    pub view: &'a mut View,
    pub turn: &'a mut Turn<'b, TimeTravel>,
    /// Obstacles and portals, read when they are needed and after enemies or buildings have changed.
    ground: &'a mut Ground,
    is_ground_read: bool,
    /// Counted when it is needed and after units or buildings have appeared or gone.
    tally: Option<Tally>,
    /// Where in the list a unit was last found. Most questions in a row are about one unit.
    last_unit: std::cell::Cell<usize>,
}

/// What a player has, by period.
#[derive(Copy, Clone, Debug, Default)]
pub(super) struct Tally {
    /// Spare food once all units in training have appeared.
    pub spare_food: [i64; PERIODS],
    /// Units of each kind, with those in training.
    pub units: [[usize; UnitKind::ALL.len()]; PERIODS],
    /// Buildings of each kind, finished or not.
    pub buildings: [[usize; BuildingKind::ALL.len()]; PERIODS],
    pub unfinished: [usize; PERIODS],
}

impl Tally {
    fn of(view: &View) -> Tally {
        let mut tally = Tally::default();
        for unit in view.position.units.iter().filter(|unit| unit.owner == view.you) {
            tally.units[usize::from(unit.z)][unit.kind as usize] += 1;
        }
        for (food, counts) in tally.spare_food.iter_mut().zip(&tally.units) {
            let eaten =
                UnitKind::ALL.map(|kind| kind.stats().hunger * counts[kind as usize] as i64);
            *food -= eaten.iter().sum::<i64>();
        }
        for building in view.position.buildings.iter().filter(|b| b.owner == view.you) {
            tally.add(building);
        }
        tally
    }

    fn add(&mut self, building: &BuildingRecord) {
        let z = usize::from(building.z);
        self.buildings[z][building.kind as usize] += 1;
        if building.complete {
            self.spare_food[z] += building.kind.stats().food(building.level);
        } else {
            self.unfinished[z] += 1;
        }
        if let Some(kind) = building.training {
            self.add_trainee(kind, z);
        }
    }

    fn add_trainee(&mut self, kind: UnitKind, z: usize) {
        self.spare_food[z] -= kind.stats().hunger;
        self.units[z][kind as usize] += 1;
    }
}

impl<'a, 'b> Hand<'a, 'b> {
    pub(super) fn new(
        desk: &'a mut Desk,
        view: &View,
        turn: &'a mut Turn<'b, TimeTravel>,
    ) -> Hand<'a, 'b> {
        let Desk { view: own, ground } = desk;
        own.clone_from(view);
        Hand {
            view: own,
            turn,
            ground,
            is_ground_read: false,
            tally: None,
            last_unit: Default::default(),
        }
    }

    /// Gives an order and keeps the view up to date. Most orders change one or two numbers, which is far
    /// cheaper than looking again.
    pub(super) fn call(&mut self, call: Call) -> Result<Reply, Stopped> {
        let reply = self.turn.call(&call)?;
        let known = match (&call, reply) {
            (_, Reply::Refused(_)) => true,
            (Call::Move { unit, x, y }, Reply::Moved) => self.note_step(*unit, *x, *y),
            (Call::Paint { unit, .. }, Reply::Painted { gold, .. }) => {
                self.note_income(gold);
                self.note_unit(*unit, |unit| unit.actions -= 1)
            }
            (Call::Train { building, kind }, Reply::Training { price }) => {
                let buildings = &mut self.view.position.buildings;
                let at = buildings.binary_search_by_key(building, |b| b.id);
                at.is_ok_and(|at| {
                    buildings[at].training = Some(*kind);
                    let z = usize::from(buildings[at].z);
                    self.view.position.gold[usize::from(self.view.you)][z] -= price;
                    if let Some(tally) = &mut self.tally {
                        tally.add_trainee(*kind, z);
                    }
                    true
                })
            }
            (Call::Warp { unit }, Reply::Warped { z, fee, destroyed: 0 }) => {
                self.note_warp(*unit, z, fee)
            }
            (Call::Build { .. }, Reply::Built { .. }) => self.note_work(&call, reply),
            (Call::Attack { unit, x, y }, Reply::Attacked { destroyed: 0, hit, .. }) => {
                if !self.note_hit(*unit, *x, *y, hit) {
                    self.turn.look(self.view);
                }
                true
            }
            (Call::Attack { unit, x, y }, Reply::Attacked { destroyed: 1, .. }) => {
                self.note_razed(*unit, *x, *y)
            }
            _ => false,
        };
        if !known {
            self.turn.look(self.view);
            self.is_ground_read = false;
            self.tally = None;
        }
        Ok(reply)
    }

    /// Lets the artist at this place in the list of units paint; cheaper than through `call`.
    pub(super) fn paint(&mut self, at: usize, cell: Cell) -> Result<(), Stopped> {
        let unit = self.view.position.units[at].id;
        let reply = self.turn.call(&Call::Paint { unit, x: cell.x(), y: cell.y() })?;
        if let Reply::Painted { gold, .. } = reply {
            self.note_income(gold);
            self.view.position.units[at].actions -= 1;
        }
        Ok(())
    }

    /// Lets a unit step to a tile; returns whether it did. Cheaper than through `call`.
    pub(super) fn walk(&mut self, unit: Id, to: Cell) -> Result<bool, Stopped> {
        let (x, y, _) = to.place();
        let has_moved = matches!(self.turn.call(&Call::Move { unit, x, y })?, Reply::Moved);
        if has_moved {
            self.note_step(unit, x, y);
        }
        Ok(has_moved)
    }

    fn note_income(&mut self, gold: [i64; PERIODS]) {
        let purses = &mut self.view.position.gold[usize::from(self.view.you)];
        purses.iter_mut().zip(gold).for_each(|(purse, gain)| *purse += gain);
    }

    fn note_step(&mut self, unit: Id, x: i32, y: i32) -> bool {
        self.note_unit(unit, |unit| {
            (unit.x, unit.y) = (x, y);
            unit.moves -= 1;
        })
    }

    /// Writes a change into the record of an own unit; returns whether it is there.
    fn note_unit(&mut self, id: Id, change: impl FnOnce(&mut UnitRecord)) -> bool {
        let at = self.unit_index(id);
        at.map(|at| change(&mut self.view.position.units[at])).is_some()
    }

    /// Writes the result of a build action into the view; returns false if it destroyed anything in later
    /// periods.
    fn note_work(&mut self, call: &Call, reply: Reply) -> bool {
        let (&Call::Build { unit, x, y, kind }, Reply::Built { building, z, hp, complete }) =
            (call, reply)
        else {
            return false;
        };
        let Some(&engineer) = self.unit(unit) else {
            return false;
        };
        let buildings = &mut self.view.position.buildings;
        match buildings.binary_search_by_key(&building, |b| b.id) {
            Ok(at) if buildings[at].complete == complete => buildings[at].hp = hp,
            Ok(at) => {
                if !self.note_completion(at, hp) {
                    return false;
                }
            }
            Err(at) if !complete && at == buildings.len() => {
                let Some(kind) = kind else {
                    return false;
                };
                let (level, owner) = (engineer.level, self.view.you);
                let (training, progress, linked) = (None, 0, false);
                let started = BuildingRecord {
                    id: building,
                    x,
                    y,
                    z,
                    hp,
                    level,
                    kind,
                    owner,
                    training,
                    progress,
                    linked,
                    complete,
                };
                buildings.push(started);
                self.view.position.next_id = building + 1;
                let price = self.view.rules.building_cost(kind, level);
                self.view.position.gold[usize::from(owner)][usize::from(z)] -= price;
                if self.is_ground_read {
                    self.ground.cover(&started);
                }
                if let Some(tally) = &mut self.tally {
                    tally.add(&started);
                }
            }
            _ => return false,
        }
        match self.view.rules.build_cost {
            BuildCost::Nothing => true,
            BuildCost::ActionAndMove => self.note_unit(unit, |unit| {
                unit.actions -= 1;
                unit.moves -= 1;
            }),
        }
    }

    /// Writes into the view that a building was finished and appeared in later periods; returns false if
    /// anything stood there.
    fn note_completion(&mut self, at: usize, hp: i64) -> bool {
        let finished = self.view.position.buildings[at];
        let Some(copies) = self.ground().free_copies(&finished) else {
            return false;
        };
        let last = finished.z + copies;
        let mut building = BuildingRecord { hp, complete: true, ..finished };
        building.linked = building.z < last;
        self.view.position.buildings[at] = building;
        if let Some(tally) = &mut self.tally {
            tally.unfinished[usize::from(finished.z)] -= 1;
            tally.spare_food[usize::from(finished.z)] += building.kind.stats().food(building.level);
        }
        while building.z < last {
            building.z += 1;
            building.level = building.level.saturating_add(1).min(LEVEL_MAX);
            building.hp = building.kind.stats().hp(building.level);
            building.linked = building.z < last;
            building.id = self.view.position.next_id;
            self.view.position.next_id += 1;
            self.view.position.buildings.push(building);
            self.ground.cover(&building);
            if let Some(tally) = &mut self.tally {
                tally.add(&building);
            }
        }
        true
    }

    /// Writes a warp that destroyed nothing into the view; returns false if unit or portal are unknown.
    fn note_warp(&mut self, unit: Id, z: u8, fee: i64) -> bool {
        let Some(&from) = self.unit(unit) else {
            return false;
        };
        // Of two portals on a tile only the first is used.
        let place = (from.x, from.y, from.z);
        let mut portals = self.view.position.portals.iter_mut();
        let Some(portal) = portals.find(|portal| (portal.x, portal.y, portal.z) == place) else {
            return false;
        };
        portal.fee = portal.fee.saturating_add(PORTAL_FEE_STEP);
        self.view.position.gold[usize::from(self.view.you)][usize::from(from.z)] -= fee;
        self.tally = None;
        self.note_unit(unit, |unit| unit.z = z)
    }

    /// Writes an attack that hit `count` objects and destroyed none into the view; returns false if it may
    /// have hit anything but one building.
    fn note_hit(&mut self, unit: Id, x: i32, y: i32, count: u32) -> bool {
        let Some(&soldier) = self.unit(unit) else {
            return false;
        };
        let Some(at) = self.alone_on((x, y, soldier.z)) else {
            return false;
        };
        let building = &mut self.view.position.buildings[at];
        // A finished building is hit alone, an unfinished one with all units on the tile.
        if count > 1 {
            return false;
        }
        let damage = self.view.rules.damage(soldier.kind, soldier.level);
        building.hp -= (damage - building.kind.stats().armor(building.level)).max(1);
        self.note_attack(unit)
    }

    fn note_attack(&mut self, unit: Id) -> bool {
        self.note_unit(unit, |unit| {
            unit.actions -= 1;
            unit.moves -= unit.kind.stats().attack_moves;
        })
    }

    /// Writes an attack that destroyed one object into the view; returns false if it may have been anything
    /// but a building of the enemy whose copies stand alone.
    fn note_razed(&mut self, unit: Id, x: i32, y: i32) -> bool {
        let Some(z) = self.unit(unit).map(|soldier| soldier.z) else {
            return false;
        };
        let Some(at) = self.alone_on((x, y, z)) else {
            return false;
        };
        let razed = self.view.position.buildings[at];
        // Around an unfinished building the attack hits the units on the tile as well.
        let units = &self.view.position.units;
        let is_hit_alone =
            razed.complete || !units.iter().any(|unit| (unit.x, unit.y, unit.z) == (x, y, z));
        if !is_hit_alone || razed.owner == self.view.you {
            return false;
        }
        // The copies disappear as well, and the past self is no longer linked (R8).
        let mut gone = vec![razed.id];
        let mut last = razed;
        while last.linked {
            let copy = self.alone_on((razed.x, razed.y, last.z + 1));
            let copy = copy.map(|at| self.view.position.buildings[at]);
            match copy.filter(|copy| (copy.x, copy.y) == (razed.x, razed.y)) {
                None => return false,
                Some(copy) => last = copy,
            }
            gone.push(last.id);
        }
        let buildings = &mut self.view.position.buildings;
        if z > 0 {
            let place = (razed.x, razed.y, z - 1);
            let mut past = buildings.iter_mut().filter(|b| covers(b, place));
            match (past.next(), past.next()) {
                (None, _) => {}
                (Some(past), None) => past.linked = false,
                (Some(_), Some(_)) => return false,
            }
        }
        buildings.retain(|b| !gone.contains(&b.id));
        self.is_ground_read = false;
        self.note_attack(unit)
    }

    /// The place in the list of the only building on a tile.
    fn alone_on(&self, place: (i32, i32, u8)) -> Option<usize> {
        let buildings = self.view.position.buildings.iter();
        let mut standing = buildings.enumerate().filter(|(_, b)| covers(b, place));
        let (at, _) = standing.next()?;
        // Under most rules buildings cannot overlap.
        let is_alone = !self.view.rules.can_overlap() || standing.next().is_none();
        is_alone.then_some(at)
    }

    /// Obstacles and portals for own units.
    pub(super) fn ground(&mut self) -> &mut Ground {
        if !self.is_ground_read {
            self.ground.read(self.view);
            self.is_ground_read = true;
        }
        self.ground
    }

    /// What this player has.
    pub(super) fn tally(&mut self) -> &Tally {
        self.tally.get_or_insert_with(|| Tally::of(self.view))
    }

    /// Gives an order; returns whether it was carried out.
    pub(super) fn does(&mut self, call: Call) -> Result<bool, Stopped> {
        Ok(!matches!(self.call(call)?, Reply::Refused(_)))
    }

    /// Says at which place in the list the next unit is probably found.
    pub(super) fn expect_unit_at(&self, at: usize) {
        self.last_unit.set(at);
    }

    /// The place of a unit in the list.
    pub(super) fn unit_index(&self, id: Id) -> Option<usize> {
        let units = &self.view.position.units;
        let last = self.last_unit.get();
        if units.get(last).is_some_and(|unit| unit.id == id) {
            return Some(last);
        }
        let at = units.binary_search_by_key(&id, |unit| unit.id).ok()?;
        self.last_unit.set(at);
        Some(at)
    }

    pub(super) fn unit(&self, id: Id) -> Option<&UnitRecord> {
        self.unit_index(id).map(|at| &self.view.position.units[at])
    }

    /// Own units in the order of their ids.
    pub(super) fn own_units(&self) -> impl Iterator<Item = &UnitRecord> {
        self.view.position.units.iter().filter(|unit| unit.owner == self.view.you)
    }

    /// Own buildings in the order of their ids.
    pub(super) fn own_buildings(&self) -> impl DoubleEndedIterator<Item = &BuildingRecord> {
        self.view.position.buildings.iter().filter(|building| building.owner == self.view.you)
    }

    /// The number of own units of a kind in a period, with those in training.
    pub(super) fn count_units(&mut self, kind: UnitKind, z: u8) -> usize {
        self.tally().units[usize::from(z)][kind as usize]
    }

    /// The number of own buildings of a kind in a period.
    pub(super) fn count_buildings(&mut self, kind: BuildingKind, z: u8) -> usize {
        self.tally().buildings[usize::from(z)][kind as usize]
    }

    /// Spare food in a period once all units in training have appeared.
    pub(super) fn spare_food(&mut self, z: u8) -> i64 {
        self.tally().spare_food[usize::from(z)]
    }

    /// Remaining own turns, including this one.
    pub(super) fn own_turns_left(&self) -> u32 {
        self.view.turn_limit.saturating_sub(self.view.position.turn).div_ceil(2)
    }

    pub(super) fn gold(&self, z: u8) -> i64 {
        self.view.position.gold[usize::from(self.view.you)][usize::from(z)]
    }
}

/// Whether a building stands on a tile.
pub(super) fn covers(building: &BuildingRecord, (x, y, z): (i32, i32, u8)) -> bool {
    let within = |place: i32, corner: i32| (corner..corner + BUILDING_SIDE).contains(&place);
    z == building.z && within(x, building.x) && within(y, building.y)
}
