//! The orders (R5, R6) except batting. Preconditions are checked in the rulebook's order.

use crate::command::{Argument, Call, Invalid, Obstacle, Reply, missing};
use crate::constants::*;
use crate::map::Cell;
use crate::state::{HomeRun, Incident, Occupant};
use crate::types::{Direction, Location, Terrain, UnitType};

impl HomeRun {
    /// Carries out an order.
    pub(super) fn order(&mut self, slot: usize, call: &Call) -> Result<Reply, Invalid> {
        match *call {
            Call::Move(direction) => self.go(slot, direction)?,
            Call::Recruit(unit_type, direction) => {
                return self.recruit(slot, unit_type, direction);
            }
            Call::ConstructBall(direction) => self.construct_ball(slot, direction)?,
            Call::MoveBall(direction) => self.move_ball(slot, direction)?,
            Call::Bat(direction, strength) => self.bat(slot, direction, strength)?,
            Call::Schedule(id) => self.schedule(slot, id)?,
            Call::KillSelf => self.kill(slot),
            Call::Write(index, value) => self.write(slot, index, value)?,
            Call::Random => return Ok(Reply::Draw(self.dice.draw())),
            _ => self.check_order(slot, call)?, // prints and drawings change nothing
        }
        Ok(Reply::Done)
    }

    /// Checks whether an order would be carried out.
    pub(crate) fn check_order(&self, slot: usize, call: &Call) -> Result<(), Invalid> {
        match *call {
            Call::Move(direction) => self.check_go(slot, direction).map(drop),
            Call::Recruit(unit_type, direction) => {
                self.check_recruit(slot, unit_type, direction).map(drop)
            }
            Call::ConstructBall(direction) => self.check_construct_ball(slot, direction).map(drop),
            Call::MoveBall(direction) => self.check_move_ball(slot, direction).map(drop),
            Call::Bat(direction, strength) => self.check_bat(slot, direction, strength).map(drop),
            Call::Schedule(id) => self.check_schedule(slot, id).map(drop),
            Call::Write(index, _) => check_index(index).map(drop),
            Call::Print(None) if self.rules.verbose => Err(missing(Argument::Text)),
            Call::DrawPoint(None, _) | Call::DrawLine(None, _, _) | Call::DrawLine(_, None, _)
                if self.rules.verbose =>
            {
                Err(missing(Argument::Location))
            }
            _ => Ok(()),
        }
    }

    /// Whether a living unit could go in a direction: the same as [`HomeRun::check_go`], without the reason.
    pub(super) fn can_go(&self, slot: usize, direction: Direction) -> bool {
        let cell = self.units[slot].cell;
        self.check_ready_to_move(slot).is_ok()
            && (direction == Direction::Zero
                || self.is_accessible(cell.shifted(self.map.delta(direction))))
    }

    /// R5 A unit that can move goes to an accessible neighbour, or stays with `ZERO`.
    #[inline]
    pub(super) fn check_go(
        &self,
        slot: usize,
        direction: Option<Direction>,
    ) -> Result<(Direction, Cell), Invalid> {
        self.check_alive(slot)?;
        let direction = direction.ok_or(missing(Argument::Direction))?;
        self.check_ready_to_move(slot)?;
        let cell = self.units[slot].cell;
        if direction == Direction::Zero {
            return Ok((direction, cell));
        }
        Ok((direction, self.check_accessible(cell, direction)?))
    }

    fn go(&mut self, slot: usize, direction: Option<Direction>) -> Result<(), Invalid> {
        let (direction, to) = self.check_go(slot, direction)?;
        let length = match direction {
            Direction::Zero => 0.0,
            d if d.is_diagonal() => self.rules.diagonal.length(),
            _ => 1.0,
        };
        let unit = &mut self.units[slot];
        let step = f64::from(length * unit.unit_type.movement_cooldown());
        unit.move_cd = (f64::from(unit.move_cd) + step.max(MOVE_COOLDOWN_MIN)) as f32;
        let from = unit.cell;
        if to != from {
            let by = unit.team;
            self.relocate(slot, to);
            self.happen(Incident::Move { from, to, by });
        }
        Ok(())
    }

    /// R6 The headquarters pays and puts a new unit on an accessible neighbour.
    pub(super) fn check_recruit(
        &self,
        slot: usize,
        unit_type: Option<UnitType>,
        direction: Option<Direction>,
    ) -> Result<(UnitType, Cell), Invalid> {
        self.check_alive(slot)?;
        let (Some(unit_type), Some(direction)) = (unit_type, direction) else {
            return Err(missing(Argument::TypeOrDirection));
        };
        self.check_type(slot, UnitType::Hq)?;
        if unit_type == UnitType::Hq {
            return Err(Invalid::NoSecondHq);
        }
        let to = self.check_accessible(self.units[slot].cell, direction)?;
        self.check_can_pay(slot, unit_type.cost())?;
        Ok((unit_type, to))
    }

    fn recruit(
        &mut self,
        slot: usize,
        unit_type: Option<UnitType>,
        direction: Option<Direction>,
    ) -> Result<Reply, Invalid> {
        let checked = self.check_recruit(slot, unit_type, direction);
        let (unit_type, to) = checked.map_err(Invalid::doubled)?;
        let team = self.units[slot].team;
        self.teams[team.index()].reputation -= unit_type.cost();
        let recruit = self.create(team, unit_type, to);
        self.insert_next(recruit);
        Ok(Reply::Recruited(self.units[recruit].id))
    }

    /// R6 The headquarters pays 1 and puts a ball on an accessible neighbour.
    pub(super) fn check_construct_ball(
        &self,
        slot: usize,
        direction: Option<Direction>,
    ) -> Result<Cell, Invalid> {
        let direction = direction.ok_or(missing(Argument::Direction))?;
        self.check_type(slot, UnitType::Hq)?;
        let to = self.check_accessible(self.units[slot].cell, direction)?;
        self.check_can_pay(slot, BALL_COST)?;
        Ok(to)
    }

    fn construct_ball(&mut self, slot: usize, direction: Option<Direction>) -> Result<(), Invalid> {
        let checked = self.check_construct_ball(slot, direction);
        let to = checked.map_err(Invalid::doubled)?;
        let team = self.units[slot].team;
        self.teams[team.index()].reputation -= BALL_COST;
        self.put_ball(to);
        Ok(())
    }

    /// R6 A pitcher that carries a ball drops it on an accessible neighbour; one that does not
    /// grabs the ball there.
    pub(super) fn check_move_ball(
        &self,
        slot: usize,
        direction: Option<Direction>,
    ) -> Result<Cell, Invalid> {
        let direction = direction.ok_or(missing(Argument::Direction))?;
        self.check_type(slot, UnitType::Pitcher)?;
        self.check_ready_to_act(slot)?;
        let unit = &self.units[slot];
        if unit.carrying {
            return self.check_accessible(unit.cell, direction);
        }
        let at = self.check_on_map(unit.cell, direction)?;
        match self.occupants[at.index()] {
            Occupant::BALL => Ok(at),
            _ => Err(Invalid::NoBall { at: self.map.location(at) }),
        }
    }

    fn move_ball(&mut self, slot: usize, direction: Option<Direction>) -> Result<(), Invalid> {
        let checked = self.check_move_ball(slot, direction);
        let at = checked.map_err(Invalid::doubled)?;
        let unit = &mut self.units[slot];
        unit.act_cd += unit.unit_type.action_cooldown();
        unit.carrying = !unit.carrying;
        if unit.carrying {
            self.take_ball(at);
        } else {
            self.put_ball(at);
        }
        Ok(())
    }

    /// R6 A living unit of the own team that has not had its turn this round and is not scheduled.
    pub(super) fn check_schedule(&self, slot: usize, id: i32) -> Result<usize, Invalid> {
        let team = self.units[slot].team;
        let target = self
            .living_slots()
            .find(|&other| i32::from(self.units[other].id) == id)
            .filter(|&other| self.units[other].team == team)
            .ok_or(Invalid::NoSuchUnit { id })?;
        if self.units[target].is_scheduled {
            return Err(Invalid::AlreadyScheduled { id });
        }
        if self.units[target].last_round == self.round {
            return Err(Invalid::HadItsTurn { id });
        }
        Ok(target)
    }

    fn schedule(&mut self, slot: usize, id: i32) -> Result<(), Invalid> {
        let target = self.check_schedule(slot, id)?;
        self.units[target].is_scheduled = true;
        self.insert_next(target);
        Ok(())
    }

    fn write(&mut self, slot: usize, index: i32, value: i32) -> Result<(), Invalid> {
        let index = check_index(index)?;
        let team = self.units[slot].team;
        self.teams[team.index()].array.write(index, value);
        Ok(())
    }

    #[inline]
    fn check_alive(&self, slot: usize) -> Result<(), Invalid> {
        let unit = &self.units[slot];
        match unit.is_alive {
            true => Ok(()),
            false => Err(Invalid::Dead { id: unit.id }),
        }
    }

    pub(super) fn check_type(&self, slot: usize, needed: UnitType) -> Result<(), Invalid> {
        let unit_type = self.units[slot].unit_type;
        match unit_type == needed {
            true => Ok(()),
            false => Err(Invalid::WrongType { needed, unit_type }),
        }
    }

    /// R5 The type moves at all, and its movement cooldown is below 1.
    #[inline]
    pub(super) fn check_ready_to_move(&self, slot: usize) -> Result<(), Invalid> {
        let unit = &self.units[slot];
        let (unit_type, cooldown) = (unit.unit_type, unit.move_cd);
        match (unit_type.can_move(), cooldown < READY_BELOW) {
            (false, _) => Err(Invalid::NeverMoves { unit_type }),
            (true, false) => Err(Invalid::CannotMoveYet { cooldown }),
            (true, true) => Ok(()),
        }
    }

    /// R5 The action cooldown is below 1.
    pub(super) fn check_ready_to_act(&self, slot: usize) -> Result<(), Invalid> {
        let cooldown = self.units[slot].act_cd;
        match cooldown < READY_BELOW {
            true => Ok(()),
            false => Err(Invalid::CannotActYet { cooldown }),
        }
    }

    fn check_can_pay(&self, slot: usize, costs: f32) -> Result<(), Invalid> {
        let has = self.teams[self.units[slot].team.index()].reputation;
        match has >= costs {
            true => Ok(()),
            false => Err(Invalid::TooPoor { has, costs }),
        }
    }

    /// The neighbour in a direction, if it is on the map.
    #[inline]
    pub(super) fn check_on_map(&self, from: Cell, direction: Direction) -> Result<Cell, Invalid> {
        let to = from.shifted(self.map.delta(direction));
        match self.map.terrain(to) {
            Terrain::Outside => Err(self.off_map(from, direction)),
            _ => Ok(to),
        }
    }

    /// R1 Accessible: on the map, no water, no unit, no ball.
    #[inline]
    fn check_accessible(&self, from: Cell, direction: Direction) -> Result<Cell, Invalid> {
        let to = from.shifted(self.map.delta(direction));
        match self.is_accessible(to) {
            true => Ok(to),
            false => Err(self.obstruction(from, direction, to)),
        }
    }

    #[inline]
    fn is_accessible(&self, to: Cell) -> bool {
        self.map.terrain(to).is_land() && self.occupants[to.index()] == Occupant::NOTHING
    }

    /// Why a neighbour is not accessible.
    fn obstruction(&self, from: Cell, direction: Direction, to: Cell) -> Invalid {
        let by = match (self.map.terrain(to), self.occupants[to.index()]) {
            (Terrain::Outside, _) => return self.off_map(from, direction),
            (Terrain::Water, _) => Obstacle::Water,
            (_, Occupant::BALL) => Obstacle::Ball,
            _ => Obstacle::Unit,
        };
        Invalid::NotFree { at: self.neighbour(from, direction), by }
    }

    fn off_map(&self, from: Cell, direction: Direction) -> Invalid {
        Invalid::OffMap { at: self.neighbour(from, direction) }
    }

    fn neighbour(&self, from: Cell, direction: Direction) -> Location {
        self.map.location(from).step(direction)
    }
}

/// R6 The shared array has indices 0 to 999,999.
pub(super) fn check_index(index: i32) -> Result<usize, Invalid> {
    usize::try_from(index).ok().filter(|&i| i < ARRAY_LENGTH).ok_or(Invalid::BadIndex { index })
}
