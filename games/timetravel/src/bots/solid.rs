//! The level `solid`, formerly `builder`: plays without fighting: paints, trains and builds for a high
//! net worth.

use super::economy::{ENGINEERS, build, paint, spare_food, train};
use super::hand::Hand;
use crate::constants::*;
use crate::observe::{UnitRecord, View};
use crate::state::TimeTravel;
use agon_core::{Bot, Stopped, Turn};

/// The level `solid`, formerly `builder`.
#[derive(Default)]
pub struct Solid {
    view: View,
}

impl Bot<TimeTravel> for Solid {
    fn turn(&mut self, view: &View, turn: &mut Turn<'_, TimeTravel>) -> Result<(), Stopped> {
        self.view.clone_from(view);
        let hand = &mut Hand::new(&mut self.view, turn);
        paint(hand)?;
        build(hand, wanted_building)?;
        train(hand, 0, ENGINEERS)
    }
}

/// Farms while food is short, otherwise galleries; near the end the most expensive building.
fn wanted_building(hand: &Hand<'_, '_>, engineer: &UnitRecord) -> Option<BuildingKind> {
    let z = engineer.z;
    if hand.own_turns_left() < 8 {
        return Some(BuildingKind::Gallery);
    }
    let count = |kind| hand.count_buildings(|b| b.kind == kind && b.z == z);
    if spare_food(hand, z) < 9 || count(BuildingKind::Farm) < count(BuildingKind::Gallery) {
        Some(BuildingKind::Farm)
    } else {
        Some(BuildingKind::Gallery)
    }
}
