//! Batting (R6, R6.1, R6.2): the effects on the flying ball or unit and on what it hits.

use crate::command::{Argument, Invalid, missing};
use crate::constants::*;
use crate::map::Cell;
use crate::state::{HomeRun, Incident, Occupant};
use crate::types::{Direction, Terrain, UnitType};

/// What a flying ball or unit meets on the next tile.
enum Met {
    Nothing,
    /// Water or the edge of the map.
    Abyss,
    Ball,
    Hq(usize),
    Catcher,
    /// A pitcher or a batter.
    Player(usize),
}

impl HomeRun {
    /// R6 A batter that can act bats a ball, or a unit other than a headquarters, 1 to 3 tiles far.
    pub(super) fn check_bat(
        &self,
        slot: usize,
        direction: Option<Direction>,
        strength: i32,
    ) -> Result<(Direction, Cell), Invalid> {
        let direction = direction.ok_or(missing(Argument::Direction))?;
        if direction == Direction::Zero {
            return Err(Invalid::BatNeedsDirection);
        }
        if !(1..=STRENGTH_MAX).contains(&strength) {
            return Err(Invalid::BadStrength { strength });
        }
        self.check_type(slot, UnitType::Batter)?;
        self.check_ready_to_act(slot)?;
        let from = self.check_on_map(self.units[slot].cell, direction)?;
        let at = || self.map.location(from);
        match self.occupants[from.index()] {
            Occupant::NOTHING => Err(Invalid::NothingToBat { at: at() }),
            Occupant::BALL => Ok((direction, from)),
            unit if self.units[unit.slot()].unit_type == UnitType::Hq => {
                Err(Invalid::HqStandsFast { at: at() })
            }
            _ => Ok((direction, from)),
        }
    }

    pub(super) fn bat(
        &mut self,
        slot: usize,
        direction: Option<Direction>,
        strength: i32,
    ) -> Result<(), Invalid> {
        let checked = self.check_bat(slot, direction, strength);
        let (direction, from) = checked.map_err(Invalid::doubled)?;
        let unit = &mut self.units[slot];
        unit.act_cd += unit.unit_type.action_cooldown();
        let by = unit.team;
        // The steps the thing made, and one more if it ended beyond the last tile it reached.
        let steps = match self.occupants[from.index()] {
            Occupant::BALL => self.bat_ball(from, direction, strength),
            other => self.bat_unit(other.slot(), direction, strength),
        };
        self.happen(Incident::Bat { from, direction, steps, by });
        Ok(())
    }

    /// R6.1 The ball flies; returns how far.
    fn bat_ball(&mut self, from: Cell, direction: Direction, strength: i32) -> u8 {
        let delta = self.map.delta(direction);
        let by = self.units[self.running_slot()].team;
        self.take_ball(from);
        let mut at = from;
        let mut steps = 0;
        while i32::from(steps) < strength {
            let next = at.shifted(delta);
            match self.meets(next) {
                Met::Abyss => return steps + 1,
                Met::Ball => {
                    self.take_ball(next);
                    self.happen(Incident::Explosion { at: next, by });
                    return steps + 1;
                }
                Met::Hq(hq) => {
                    // The opponent of the headquarters gains, whichever team batted.
                    let gains = self.units[hq].team.other();
                    self.gain_points(gains, HQ_HIT_POINTS * self.inflation);
                    self.happen(Incident::Explosion { at: next, by });
                    return steps + 1;
                }
                Met::Catcher => break,
                Met::Player(other) => {
                    self.kill(other);
                    self.happen(Incident::Explosion { at: next, by });
                }
                Met::Nothing => {}
            }
            at = next;
            steps += 1;
        }
        self.put_ball(at);
        steps
    }

    /// R6.2 The unit flies; returns how far. It changes its place once, where it lands.
    fn bat_unit(&mut self, slot: usize, direction: Direction, strength: i32) -> u8 {
        let delta = self.map.delta(direction);
        let from = self.units[slot].cell;
        let mut at = from;
        let mut steps = 0;
        while i32::from(steps) < strength {
            let next = at.shifted(delta);
            match self.meets(next) {
                Met::Abyss | Met::Ball | Met::Hq(_) => {
                    self.kill(slot);
                    return steps + 1;
                }
                Met::Player(other) => {
                    self.kill(slot);
                    self.kill(other);
                    return steps + 1;
                }
                Met::Catcher => break,
                Met::Nothing => {}
            }
            at = next;
            steps += 1;
        }
        if at != from {
            self.relocate(slot, at);
        }
        steps
    }

    fn meets(&self, cell: Cell) -> Met {
        match self.occupants[cell.index()] {
            Occupant::NOTHING => match self.map.terrain(cell) {
                Terrain::Outside | Terrain::Water => Met::Abyss,
                _ => Met::Nothing,
            },
            Occupant::BALL => Met::Ball,
            unit => match self.units[unit.slot()].unit_type {
                UnitType::Hq => Met::Hq(unit.slot()),
                UnitType::Catcher => Met::Catcher,
                UnitType::Pitcher | UnitType::Batter => Met::Player(unit.slot()),
            },
        }
    }
}
