//! A turn in progress, as the bots from `novice` on see it.

use super::ways::Ground;
use crate::command::{Call, Reply};
use crate::observe::{BuildingRecord, UnitRecord, View};
use crate::state::TimeTravel;
use crate::types::Id;
use agon_core::{Stopped, Turn};

/// A turn in progress: the current view, and the turn that takes orders.
pub(super) struct Hand<'a, 'b> {
    pub view: &'a mut View,
    pub turn: &'a mut Turn<'b, TimeTravel>,
    /// Obstacles and portals, computed when they are needed and after enemies or buildings have changed.
    ground: Option<Ground>,
}

impl<'a, 'b> Hand<'a, 'b> {
    pub(super) fn new(view: &'a mut View, turn: &'a mut Turn<'b, TimeTravel>) -> Hand<'a, 'b> {
        Hand { view, turn, ground: None }
    }

    /// Gives an order and keeps the view up to date. Most orders change one or two numbers, which is far
    /// cheaper than looking again.
    pub(super) fn call(&mut self, call: Call) -> Result<Reply, Stopped> {
        let reply = self.turn.call(&call)?;
        let known = match (&call, reply) {
            (_, Reply::Refused(_)) => true,
            (Call::Move { unit, x, y }, Reply::Moved) => self.note_unit(*unit, |unit| {
                (unit.x, unit.y) = (*x, *y);
                unit.moves -= 1;
            }),
            (Call::Paint { unit, .. }, Reply::Painted { gold, .. }) => {
                let purses = &mut self.view.position.gold[usize::from(self.view.you)];
                purses.iter_mut().zip(gold).for_each(|(purse, gain)| *purse += gain);
                self.note_unit(*unit, |unit| unit.actions -= 1)
            }
            (Call::Train { building, kind }, Reply::Training { price }) => {
                let buildings = &mut self.view.position.buildings;
                let at = buildings.binary_search_by_key(building, |b| b.id);
                at.is_ok_and(|at| {
                    buildings[at].training = Some(*kind);
                    let z = usize::from(buildings[at].z);
                    self.view.position.gold[usize::from(self.view.you)][z] -= price;
                    true
                })
            }
            (Call::Attack { .. }, Reply::Attacked { destroyed: 0, .. }) => {
                self.turn.look(self.view);
                true
            }
            _ => false,
        };
        if !known {
            self.turn.look(self.view);
            self.ground = None;
        }
        Ok(reply)
    }

    /// Writes a change into the record of an own unit; returns whether it is there.
    fn note_unit(&mut self, id: Id, change: impl FnOnce(&mut UnitRecord)) -> bool {
        let units = &mut self.view.position.units;
        let at = units.binary_search_by_key(&id, |unit| unit.id);
        at.map(|at| change(&mut units[at])).is_ok()
    }

    /// Obstacles and portals for own units.
    pub(super) fn ground(&mut self) -> &Ground {
        self.ground.get_or_insert_with(|| Ground::of(self.view))
    }

    /// Gives an order; returns whether it was carried out.
    pub(super) fn does(&mut self, call: Call) -> Result<bool, Stopped> {
        Ok(!matches!(self.call(call)?, Reply::Refused(_)))
    }

    pub(super) fn unit(&self, id: Id) -> Option<&UnitRecord> {
        let units = &self.view.position.units;
        units.binary_search_by_key(&id, |unit| unit.id).ok().map(|at| &units[at])
    }

    /// Own units that satisfy `wanted`, by id.
    pub(super) fn own_units(&self, wanted: impl Fn(&UnitRecord) -> bool) -> Vec<Id> {
        let own = self.view.position.units.iter().filter(|u| u.owner == self.view.you);
        own.filter(|unit| wanted(unit)).map(|unit| unit.id).collect()
    }

    /// Own buildings that satisfy `wanted`.
    pub(super) fn own_buildings(
        &self,
        wanted: impl Fn(&BuildingRecord) -> bool,
    ) -> Vec<BuildingRecord> {
        let own = self.view.position.buildings.iter().filter(|b| b.owner == self.view.you);
        own.filter(|building| wanted(building)).copied().collect()
    }

    /// The number of own buildings that satisfy `wanted`.
    pub(super) fn count_buildings(&self, wanted: impl Fn(&BuildingRecord) -> bool) -> usize {
        let own = self.view.position.buildings.iter().filter(|b| b.owner == self.view.you);
        own.filter(|building| wanted(building)).count()
    }

    /// Remaining own turns, including this one.
    pub(super) fn own_turns_left(&self) -> u32 {
        self.view.turn_limit.saturating_sub(self.view.position.turn).div_ceil(2)
    }

    pub(super) fn gold(&self, z: u8) -> i64 {
        self.view.position.gold[usize::from(self.view.you)][usize::from(z)]
    }
}
