//! A simple bot: its headquarters recruits, and its units wander and stay on bases and stadiums.

use super::{pay_for_sight, try_move};
use crate::command::{Call, Reply};
use crate::observe::View;
use crate::state::HomeRun;
use crate::types::{Direction, Location, MapObject, UnitType};
use agon_core::{Bot, Rng, Stopped, Turn};

/// A unit of the novice.
pub struct Novice {
    rng: Rng,
}

impl Novice {
    /// A unit whose choices follow from the seed.
    pub fn new(seed: u64) -> Novice {
        Novice { rng: Rng::new(seed) }
    }

    fn any_direction(&mut self) -> Direction {
        *self.rng.pick(Direction::neighbours())
    }

    /// One random direction a turn, mostly for a pitcher.
    fn recruit(&mut self, turn: &mut Turn<'_, HomeRun>) -> Result<(), Stopped> {
        let direction = Some(self.any_direction());
        let recruit = match self.rng.chance(1, 4) {
            true => UnitType::Batter,
            false => UnitType::Pitcher,
        };
        let recruit = Some(recruit);
        if turn.call(&Call::CanRecruit(recruit, direction))? == Reply::Is(true) {
            turn.call(&Call::Recruit(recruit, direction))?;
        }
        Ok(())
    }

    /// Walks to the nearest base in sight, else to the nearest stadium, and stays; otherwise wanders.
    fn pitch(&mut self, view: &View, turn: &mut Turn<'_, HomeRun>) -> Result<(), Stopped> {
        let mut goal = nearest(turn, MapObject::Base)?;
        if goal.is_none() {
            goal = nearest(turn, MapObject::Stadium)?;
        }
        if let Some(goal) = goal
            && try_move(turn, view.me.at.direction_to(goal))?
        {
            return Ok(());
        }
        self.wander(turn)
    }

    /// Bats a neighbouring unit of the other team as far as possible; else wanders.
    fn bat(&mut self, view: &View, turn: &mut Turn<'_, HomeRun>) -> Result<(), Stopped> {
        pay_for_sight(turn, &[])?;
        let near = |at: Location| view.me.at.distance_squared(at) <= 2;
        let enemy = view.units_of(view.me.team.other()).find(|u| near(u.at));
        if let Some(enemy) = enemy {
            let direction = Some(view.me.at.direction_to(enemy.at));
            if turn.call(&Call::CanBat(direction, 3))? == Reply::Is(true) {
                turn.call(&Call::Bat(direction, 3))?;
            }
        }
        self.wander(turn)
    }

    fn wander(&mut self, turn: &mut Turn<'_, HomeRun>) -> Result<(), Stopped> {
        let direction = self.any_direction();
        try_move(turn, direction).map(drop)
    }
}

fn nearest(turn: &mut Turn<'_, HomeRun>, object: MapObject) -> Result<Option<Location>, Stopped> {
    Ok(match turn.call(&Call::SenseObjects(Some(object), 20.0))? {
        Reply::Places(places) => places.first().copied(),
        _ => None,
    })
}

impl Bot<HomeRun> for Novice {
    fn turn(&mut self, view: &View, turn: &mut Turn<'_, HomeRun>) -> Result<(), Stopped> {
        match view.me.unit_type {
            UnitType::Hq => self.recruit(turn),
            UnitType::Pitcher => self.pitch(view, turn),
            UnitType::Batter => self.bat(view, turn),
            UnitType::Catcher => self.wander(turn),
        }
    }
}
