//! Orders at random: each unit draws an order of its type, asks whether it is possible, and gives it.
//! Bats and balls are rare, since a random bat harms the own team as often as the other.

use super::try_move;
use crate::command::{Call, Reply};
use crate::constants::STRENGTH_MAX;
use crate::observe::View;
use crate::state::HomeRun;
use crate::types::{Direction, UnitType};
use agon_core::{Bot, Rng, Stopped, Turn};

/// Turns of a headquarters between two attempts to recruit, on average. A team that recruits whenever it can
/// fills the map, and then its games take ten times as long without being better.
const RECRUIT_EVERY: u32 = 32;

/// A unit that does anything it may.
pub struct Random {
    rng: Rng,
}

impl Random {
    /// A unit whose choices follow from the seed.
    pub fn new(seed: u64) -> Random {
        Random { rng: Rng::new(seed) }
    }
}

impl Bot<HomeRun> for Random {
    fn turn(&mut self, view: &View, turn: &mut Turn<'_, HomeRun>) -> Result<(), Stopped> {
        let direction = *self.rng.pick(Direction::neighbours());
        let to = Some(direction);
        let (question, order) = match view.me.unit_type {
            UnitType::Hq if self.rng.chance(1, 500) => {
                (Call::CanConstructBall(to), Call::ConstructBall(to))
            }
            UnitType::Hq if !self.rng.chance(1, RECRUIT_EVERY) => return Ok(()),
            UnitType::Hq => {
                let recruit = Some(*self.rng.pick(&UnitType::ALL[1..]));
                (Call::CanRecruit(recruit, to), Call::Recruit(recruit, to))
            }
            UnitType::Pitcher if self.rng.chance(1, 4) => {
                (Call::CanMoveBall(to), Call::MoveBall(to))
            }
            UnitType::Batter if self.rng.chance(1, 8) => {
                let strength = self.rng.range(1, STRENGTH_MAX);
                (Call::CanBat(to, strength), Call::Bat(to, strength))
            }
            _ => return try_move(turn, direction).map(drop),
        };
        if turn.call(&question)? == Reply::Is(true) {
            turn.call(&order)?;
        }
        Ok(())
    }
}
