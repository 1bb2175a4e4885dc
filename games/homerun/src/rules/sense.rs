//! The questions (R7) of a unit.

use crate::command::{Argument, Call, Invalid, Reply, missing};
use crate::constants::DRAWS_MAX;
use crate::map::Cell;
use crate::rules::orders::check_index;
use crate::state::{HomeRun, Occupant, Places};
use crate::types::{Location, MapObject, Team, Terrain, UnitInfo};

impl HomeRun {
    /// Answers a question.
    pub(super) fn question(&self, slot: usize, call: &Call) -> Result<Reply, Invalid> {
        let unit = &self.units[slot];
        let team = &self.teams[unit.team.index()];
        Ok(match *call {
            Call::IsReadyToMove => Reply::Is(self.check_ready_to_move(slot).is_ok()),
            Call::IsReadyToAct => {
                // The headquarters' cooldown never rises, so it is always ready.
                let is_ready = self.check_ready_to_act(slot).is_ok();
                Reply::Is(unit.unit_type.can_act() && is_ready)
            }
            Call::CanMove(direction) => yes_or_no(self.check_go(slot, direction))?,
            Call::CanRecruit(unit_type, direction) => {
                yes_or_no(self.check_recruit(slot, unit_type, direction))?
            }
            Call::CanConstructBall(direction) => {
                yes_or_no(self.check_construct_ball(slot, direction))?
            }
            Call::CanMoveBall(direction) => yes_or_no(self.check_move_ball(slot, direction))?,
            Call::CanBat(direction, strength) => {
                yes_or_no(self.check_bat(slot, direction, strength))?
            }
            Call::CanSchedule(id) => yes_or_no(self.check_schedule(slot, id))?,
            Call::CanSense(at) => {
                let at = at.ok_or(missing(Argument::Location))?;
                Reply::Is(self.is_in_range(slot, at) && self.map.cell_of(at).is_some())
            }
            Call::IsOutOfMap(at) => Reply::Is(self.check_in_range(slot, at)?.is_none()),
            Call::SenseUnitAt(at) => Reply::Unit(self.unit_at(self.check_sensible(slot, at)?)),
            Call::SenseObjectAt(at, check_ball) => {
                let cell = self.check_sensible(slot, at)?;
                Reply::Object(self.object_at(cell, check_ball))
            }
            Call::SenseUnits(radius, team) => Reply::Units(self.sense_units(slot, radius, team)?),
            Call::SenseObjects(object, radius) => {
                Reply::Places(self.sense_objects(slot, object, radius)?)
            }
            Call::Read(index) => Reply::Number(team.array.read(check_index(index)?)),
            Call::Draws(count) => Reply::Draws(self.dice.ahead(count.min(DRAWS_MAX).into())),
            Call::Info => Reply::Unit(Some(self.info(slot))),
            Call::Where => Reply::At(unit.at),
            Call::Team => Reply::Team(unit.team),
            Call::Opponent => Reply::Team(unit.team.other()),
            Call::Type => Reply::Type(unit.unit_type),
            Call::Round => Reply::Number(self.round),
            Call::Reputation => Reply::Amount(team.reputation),
            Call::Points => Reply::Amount(team.points),
            // Orders never get here.
            _ => Reply::Done,
        })
    }

    /// The snapshot of one unit.
    pub(crate) fn info(&self, slot: usize) -> UnitInfo {
        self.units[slot].info
    }

    /// The places in sensing order (R7) of the tiles around a unit, within a squared distance, that hold a
    /// unit or a ball; its own included.
    #[inline]
    pub(crate) fn taken_around(&self, slot: usize, radius_squared: i32) -> Places {
        let here = self.map.column_and_row(self.units[slot].at);
        self.occupants.taken_around(here, radius_squared)
    }

    fn unit_at(&self, cell: Cell) -> Option<UnitInfo> {
        let occupant = self.occupants[cell.index()];
        occupant.is_unit().then(|| self.info(occupant.slot()))
    }

    fn object_at(&self, cell: Cell, check_ball: bool) -> MapObject {
        let terrain = self.map.terrain(cell).object();
        match self.occupants[cell.index()] {
            Occupant::BALL if check_ball => MapObject::Ball,
            _ => terrain.expect("a tile of the map has a terrain"),
        }
    }

    fn is_in_range(&self, slot: usize, at: Location) -> bool {
        let unit = &self.units[slot];
        let distance = unit.at.distance_squared(at);
        distance <= i128::from(unit.unit_type.vision())
    }

    /// A tile in range, which may lie off the map: then `None`.
    fn check_in_range(&self, slot: usize, at: Option<Location>) -> Result<Option<Cell>, Invalid> {
        let at = at.ok_or(missing(Argument::Location))?;
        match self.is_in_range(slot, at) {
            true => Ok(self.map.cell_of(at)),
            false => Err(self.out_of_sight(slot, at)),
        }
    }

    /// A tile in range and on the map.
    fn check_sensible(&self, slot: usize, at: Option<Location>) -> Result<Cell, Invalid> {
        let cell = self.check_in_range(slot, at)?;
        let at = at.ok_or(missing(Argument::Location))?;
        cell.ok_or(Invalid::OffMap { at })
    }

    fn out_of_sight(&self, slot: usize, at: Location) -> Invalid {
        let vision = self.units[slot].unit_type.vision();
        Invalid::OutOfSight { at, vision }
    }

    /// R7 All other units of a team, or of both, in sensing order. The radius is cut to a whole
    /// number first, so -0.5 is 0.
    fn sense_units(
        &self,
        slot: usize,
        radius: f32,
        team: Option<Team>,
    ) -> Result<Vec<UnitInfo>, Invalid> {
        // Open in the rules for NaN; we chose to refuse it.
        let whole = radius as i32;
        if radius.is_nan() || whole < 0 {
            return Err(Invalid::BadRadius { radius });
        }
        let me = &self.units[slot];
        let mut found = Vec::new();
        let radius = whole.min(me.unit_type.vision());
        for place in self.taken_around(slot, radius).without_middle() {
            let (cell, _) = self.map.glance(me.cell, me.at, place);
            let occupant = self.occupants[cell.index()];
            if occupant.is_unit() {
                let info = self.info(occupant.slot());
                if team.is_none_or(|team| team == info.team) {
                    found.push(info);
                }
            }
        }
        Ok(found)
    }

    /// R7 The tiles with an object, in sensing order. The radius is not cut.
    fn sense_objects(
        &self,
        slot: usize,
        object: Option<MapObject>,
        radius: f32,
    ) -> Result<Vec<Location>, Invalid> {
        let object = match object {
            _ if radius.is_nan() || radius < 0.0 => return Err(Invalid::BadRadius { radius }),
            object => object.ok_or(missing(Argument::Object))?,
        };
        let me = &self.units[slot];
        // A squared distance is whole, so it is within the limit if it is within its whole part.
        let limit = radius.min(me.unit_type.vision() as f32) as i32;
        let glance = |place| self.map.glance(me.cell, me.at, place);
        if object == MapObject::Ball {
            let taken = self.taken_around(slot, limit).map(glance);
            let balls = taken.filter(|(cell, _)| self.occupants[cell.index()] == Occupant::BALL);
            return Ok(balls.map(|(_, at)| at).collect());
        }
        // Without a terrain of its name `object` is any tile of the map.
        let terrain = Terrain::ALL.into_iter().find(|terrain| terrain.object() == Some(object));
        let (named, is_named) = (terrain.unwrap_or(Terrain::Outside), terrain.is_some());
        let mut found = Vec::new();
        for (place, &tile) in self.map.sight(me.at, limit).iter().enumerate() {
            if (tile == named) == is_named {
                found.push(glance(place).1);
            }
        }
        Ok(found)
    }
}

/// R6 A test answers yes or no; only a missing argument costs a penalty.
fn yes_or_no<T>(checked: Result<T, Invalid>) -> Result<Reply, Invalid> {
    match checked {
        Ok(_) => Ok(Reply::Is(true)),
        Err(invalid @ Invalid::Missing { .. }) => Err(invalid),
        Err(_) => Ok(Reply::Is(false)),
    }
}
