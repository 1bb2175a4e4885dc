//! The level `novice`: artists paint, galleries train more artists, as long as the farms feed them.

use super::economy::paint;
use super::hand::{Desk, Hand};
use crate::command::Call;
use crate::constants::*;
use crate::observe::{BuildingRecord, View};
use crate::state::TimeTravel;
use agon_core::{Bot, Stopped, Turn};

/// The level `novice`.
#[derive(Default)]
pub struct Novice {
    desk: Desk,
}

impl Bot<TimeTravel> for Novice {
    fn turn(&mut self, view: &View, turn: &mut Turn<'_, TimeTravel>) -> Result<(), Stopped> {
        let hand = &mut Hand::new(&mut self.desk, view, turn);
        paint(hand, i64::MAX)?;
        let is_idle = |b: &&BuildingRecord| {
            b.kind == BuildingKind::Gallery && b.complete && b.training.is_none()
        };
        let idle: Vec<_> = hand.own_buildings().filter(is_idle).copied().collect();
        for gallery in idle {
            if hand.spare_food(gallery.z) >= UnitKind::Artist.stats().hunger {
                // Refused while gold is missing, which costs nothing.
                hand.call(Call::Train { building: gallery.id, kind: UnitKind::Artist })?;
            }
        }
        Ok(())
    }
}
