//! The level `expert`: predicts the owner and robots of every vein if no more squads are launched. It
//! reinforces veins that it would lose, conquers veins that pay for themselves soonest, and raises robot
//! ranks.

use super::market::raise_robots;
use super::planner::{Hand, Planner};
use super::selection::{Weights, select};
use crate::constants::PLAYERS_MAX;
use crate::observe::View;
use crate::state::Asterobots;
use crate::types::Phase;
use agon_core::{Bot, Stopped, Turn};

/// A rival's vein within this many edges makes the garrison larger.
const REACH: usize = 4;

/// The bot.
#[derive(Default)]
pub struct Expert {
    hand: Hand,
    planner: Planner,
}

impl Bot<Asterobots> for Expert {
    fn turn(&mut self, view: &View, turn: &mut Turn<'_, Asterobots>) -> Result<(), Stopped> {
        if view.phase == Phase::Select {
            return select(&Weights::USUAL, view, &mut self.hand.chart, turn);
        }
        let Expert { hand, planner } = self;
        hand.update(view);
        planner.look_ahead(hand, &[REACH; PLAYERS_MAX]);
        planner.defend(hand);
        planner.conquer(hand);
        raise_robots(&mut hand.board, &mut hand.orders, |board, at| planner.is_safe(board, at));
        hand.orders.iter().try_for_each(|order| turn.call(order).map(drop))
    }
}
