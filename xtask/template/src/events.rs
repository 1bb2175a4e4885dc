//! What is worth noticing between two frames: a rich tile was reaped.

use crate::constants::RICH_CROPS;
use crate::state::Harvest;
use crate::types::Farmer;
use agon_core::{Event, EventKind, Spot};

/// The events between two positions.
pub(crate) fn between(before: &Harvest, after: &Harvest) -> Vec<Event> {
    let mut events = Vec::new();
    for farmer in Farmer::BOTH {
        let (row, column) = after.place(farmer);
        let grown = before.crops[(usize::from(row), usize::from(column))];
        if grown >= RICH_CROPS && after.reaped(farmer) > before.reaped(farmer) {
            let sentence = format!("{farmer} reaps a tile with {grown} crops at ({row}, {column})");
            let at = Spot::Tile(vec![row.into(), column.into()]);
            events.push(Event::new(EventKind::Capture, sentence).by(farmer.seat()).at(at));
        }
    }
    events
}
