//! The level `champion`: raids like `expert`, and its soldiers also fight. They shoot first at enemy
//! soldiers, where one attack hits all units of a tile, and those at home stop invaders.

use super::army::{fight, invaders, is_soldier, targets};
use super::economy::{ENGINEERS, build, paint, train};
use super::expert::{ARMY, recruit, wanted_building};
use super::hand::{Desk, Hand};
use crate::constants::*;
use crate::observe::View;
use crate::profile::BuildCost;
use crate::state::TimeTravel;
use crate::types::Cell;
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
        let barracks = hand.own_buildings(|b| b.kind == BuildingKind::Barracks && b.complete);
        let reserve = if barracks.is_empty() { 0 } else { UnitKind::Spearman.stats().cost(0) };
        let engineers = engineers_wanted(hand);
        train(hand, reserve, engineers)?;
        self.marching = self.marching || hand.own_units(is_soldier).len() >= ARMY;
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
fn all_targets(hand: &Hand<'_, '_>) -> Vec<Cell> {
    let mut all = targets(hand);
    all.extend(invaders(hand));
    all
}
