//! The level `champion`: plans like `expert`, and learns from how far each rival attacks.
//!
//! Its garrisons count a rival's vein only within the longest way on which that rival has sent a squad
//! against a player. It also defends and attacks with several veins together, moves robots that are not
//! needed to the front, and buys the upgrades that bring the most robots for their price.

use super::market::invest;
use super::planner::{Hand, Planner};
use super::selection::{Weights, select};
use crate::observe::View;
use crate::state::Asterobots;
use crate::types::{Owner, Phase};
use agon_core::{Bot, Stopped, Turn};

/// The way from which every rival is expected to attack until it has sent a squad farther ...
const FIRST_REACH: usize = 5;
/// ... and the longest way that counts: help arrives in time on longer ones.
const LAST_REACH: usize = 16;

/// The bot.
#[derive(Default)]
pub struct Champion {
    hand: Hand,
    planner: Planner,
    /// Per player: the longest way from which it has attacked a player.
    reaches: Vec<usize>,
}

impl Bot<Asterobots> for Champion {
    fn turn(&mut self, view: &View, turn: &mut Turn<'_, Asterobots>) -> Result<(), Stopped> {
        if view.phase == Phase::Select {
            return select(&Weights::USUAL, view, &mut self.hand.chart, turn);
        }
        self.hand.update(view);
        self.learn_reaches();
        let Champion { hand, planner, reaches } = self;
        planner.look_ahead(hand, reaches);
        planner.defend(hand);
        planner.conquer(hand);
        planner.gather(hand);
        planner.advance(hand);
        invest(&mut hand.board, &mut hand.orders, |board, at| planner.is_safe(board, at));
        hand.orders.iter().try_for_each(|order| turn.call(order).map(drop))
    }
}

impl Champion {
    /// A squad is seen first after one step of its way.
    fn learn_reaches(&mut self) {
        let board = &self.hand.board;
        self.reaches.resize(board.purses.len(), FIRST_REACH);
        for flight in &board.flights {
            let target = board.sites[usize::from(flight.to)].owner;
            if target != Owner::ALIENS && target != Owner::player(flight.owner) {
                let reach = &mut self.reaches[usize::from(flight.owner)];
                *reach = (*reach).max(usize::from(flight.turns) + 1).min(LAST_REACH);
            }
        }
    }
}
