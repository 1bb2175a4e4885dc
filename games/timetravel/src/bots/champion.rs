//! The level `champion`: raids like `expert`, and its soldiers also fight. They shoot first at enemy
//! soldiers, where one attack hits all units of a tile, and those at home stop invaders.

use super::army::{count_soldiers, fight, has_barracks, invaders, targets};
use super::economy::{ENGINEERS, build, paint, train};
use super::expert::{ARMY, recruit, wanted_building};
use super::hand::{Desk, Hand};
use super::ways::Board;
use crate::constants::*;
use crate::observe::View;
use crate::profile::BuildCost;
use crate::state::TimeTravel;
use agon_core::{Bot, Stopped, Turn};

/// The level `champion`.
#[derive(Default)]
pub struct Champion {
    desk: Desk,
    marching: bool,
}

impl Bot<TimeTravel> for Champion {
    fn turn(&mut self, view: &View, turn: &mut Turn<'_, TimeTravel>) -> Result<(), Stopped> {
        let hand = &mut Hand::new(&mut self.desk, view, turn);
        paint(hand, i64::MAX)?;
        recruit(hand)?;
        build(hand, wanted_building)?;
        let reserve = if has_barracks(hand) { UnitKind::Spearman.stats().cost(0) } else { 0 };
        let engineers = engineers_wanted(hand);
        train(hand, reserve, engineers)?;
        self.marching = self.marching || count_soldiers(hand) >= ARMY;
        fight(hand, if self.marching { all_targets } else { invaders }, true)
    }
}

/// Where a build action costs nothing (C3), one engineer builds as fast as many, and the gold goes to
/// artists.
fn engineers_wanted(hand: &Hand<'_, '_>) -> [usize; PERIODS] {
    match hand.view.rules.build_cost {
        BuildCost::ActionAndMove => ENGINEERS,
        BuildCost::Nothing => [1; PERIODS],
    }
}

/// Invaders and the enemy's buildings; every soldier takes the nearest.
fn all_targets(hand: &Hand<'_, '_>) -> Board {
    let mut all = targets(hand);
    let invaders = invaders(hand);
    for (row, invaders) in all.as_flattened_mut().iter_mut().zip(invaders.as_flattened()) {
        *row |= invaders;
    }
    all
}
