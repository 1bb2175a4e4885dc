//! The level `expert`, formerly `raider`: paints to pay for an army and razes the enemy's buildings. It
//! starts in the far past, because a building destroyed there disappears in all periods.

use super::army::{count_soldiers, fight, has_barracks, targets};
use super::economy::{ENGINEERS, build, paint, train};
use super::hand::{Desk, Hand};
use crate::command::Call;
use crate::constants::*;
use crate::observe::{BuildingRecord, UnitRecord, View};
use crate::state::TimeTravel;
use agon_core::{Bot, Stopped, Turn};

/// Soldiers to gather before the first march.
pub(super) const ARMY: usize = 4;
/// Barracks to have in the far past.
const BARRACKS: usize = 3;

/// The level `expert`, formerly `raider`.
#[derive(Default)]
pub struct Expert {
    desk: Desk,
    marching: bool,
}

impl Bot<TimeTravel> for Expert {
    fn turn(&mut self, view: &View, turn: &mut Turn<'_, TimeTravel>) -> Result<(), Stopped> {
        let hand = &mut Hand::new(&mut self.desk, view, turn);
        paint(hand, i64::MAX)?;
        recruit(hand)?;
        build(hand, wanted_building)?;
        // Artists pay for the barracks; with barracks, gold in the far past is kept for soldiers.
        let reserve = if has_barracks(hand) { UnitKind::Spearman.stats().cost(0) } else { 0 };
        train(hand, reserve, ENGINEERS)?;
        self.marching = self.marching || count_soldiers(hand) >= ARMY;
        if self.marching { fight(hand, targets, false) } else { Ok(()) }
    }
}

/// A farm for the army, then barracks in the far past; elsewhere what the economy needs.
pub(super) fn wanted_building(
    hand: &mut Hand<'_, '_>,
    engineer: &UnitRecord,
) -> Option<BuildingKind> {
    let z = engineer.z;
    let barracks = hand.count_buildings(BuildingKind::Barracks, z);
    if z > 0 {
        (hand.spare_food(z) < 6).then_some(BuildingKind::Farm)
    } else if barracks == 0 {
        Some(BuildingKind::Barracks)
    } else if hand.spare_food(z) < 10 {
        Some(BuildingKind::Farm)
    } else {
        (barracks < BARRACKS).then_some(BuildingKind::Barracks)
    }
}

/// Every barracks trains, alternating cavalry and artillery.
pub(super) fn recruit(hand: &mut Hand<'_, '_>) -> Result<(), Stopped> {
    let is_idle = |b: &&BuildingRecord| {
        b.kind == BuildingKind::Barracks && b.complete && b.training.is_none()
    };
    let idle: Vec<_> = hand.own_buildings().filter(is_idle).copied().collect();
    if idle.is_empty() {
        return Ok(());
    }
    let count = |kind| hand.own_units().filter(|unit| unit.kind == kind).count();
    let has_fewer_guns = count(UnitKind::Artillery) <= count(UnitKind::Cavalry);
    let kind = if has_fewer_guns { UnitKind::Artillery } else { UnitKind::Cavalry };
    for barracks in idle {
        // A small shortage is acceptable: hungry soldiers fight, and lose few hit points.
        if hand.spare_food(barracks.z) >= -2 {
            hand.call(Call::Train { building: barracks.id, kind })?;
        }
    }
    Ok(())
}
