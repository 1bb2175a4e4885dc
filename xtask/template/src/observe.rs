//! What a farmer may know: everything but the step that the other one has planned.

use crate::state::Harvest;
use crate::types::{Farmer, Place};
use agon_core::{Game, Grid};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What a farmer sees at the beginning of its turn.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct View {
    /// The round, counted from 1.
    pub round: u32,
    /// The last round.
    pub rounds: u32,
    /// What grows on each tile, row by row.
    pub crops: Grid<u8>,
    /// Where the farmer is, as (row, column).
    pub me: Place,
    /// Where the other farmer is.
    pub other: Place,
    /// What the farmer has reaped.
    pub my_crops: u32,
    /// What the other farmer has reaped.
    pub other_crops: u32,
}

impl View {
    pub(crate) fn fill(&mut self, game: &Harvest, farmer: Farmer) {
        let View { round, rounds, crops, me, other, my_crops, other_crops } = self;
        (*round, *rounds) = (game.round(), game.rules.rounds);
        crops.clone_from(&game.crops);
        (*me, *other) = (game.place(farmer), game.place(farmer.other()));
        (*my_crops, *other_crops) = (game.reaped(farmer), game.reaped(farmer.other()));
    }
}
