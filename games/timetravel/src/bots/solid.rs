//! The level `solid`, formerly `builder`: plays without fighting: paints, trains and builds for a high
//! net worth.

use super::economy::{ENGINEERS, build, paint, train};
use super::hand::{Desk, Hand};
use crate::constants::*;
use crate::observe::{UnitRecord, View};
use crate::state::TimeTravel;
use agon_core::{Bot, Stopped, Turn};

/// The level `solid`, formerly `builder`.
#[derive(Default)]
pub struct Solid {
    desk: Desk,
}

impl Bot<TimeTravel> for Solid {
    fn turn(&mut self, view: &View, turn: &mut Turn<'_, TimeTravel>) -> Result<(), Stopped> {
        let hand = &mut Hand::new(&mut self.desk, view, turn);
        paint(hand)?;
        build(hand, wanted_building)?;
        train(hand, 0, ENGINEERS)
    }
}

/// Farms while food is short, otherwise galleries; near the end the most expensive building.
fn wanted_building(hand: &mut Hand<'_, '_>, engineer: &UnitRecord) -> Option<BuildingKind> {
    let z = engineer.z;
    if hand.own_turns_left() < 8 {
        return Some(BuildingKind::Gallery);
    }
    let [farms, galleries] =
        [BuildingKind::Farm, BuildingKind::Gallery].map(|kind| hand.count_buildings(kind, z));
    if hand.spare_food(z) < 9 || farms < galleries {
        Some(BuildingKind::Farm)
    } else {
        Some(BuildingKind::Gallery)
    }
}
