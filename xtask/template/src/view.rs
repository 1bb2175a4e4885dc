//! What a spectator sees: the frame, and the field as text.

use crate::state::Harvest;
use crate::types::{Farmer, Place};
use agon_core::{Game, Grid};
use serde::Serialize;

/// What a viewer draws of one position.
#[derive(Clone, Debug, Serialize)]
pub struct Frame {
    /// What grows on each tile.
    pub crops: Grid<u8>,
    /// The farmers, by seat.
    pub farmers: [FarmerFrame; 2],
}

/// What a viewer draws of a farmer.
#[derive(Clone, Debug, Serialize)]
pub struct FarmerFrame {
    /// Where it is.
    pub place: Place,
    /// What it has reaped.
    pub crops: u32,
}

impl Frame {
    pub(crate) fn of(game: &Harvest) -> Frame {
        let farmer = |farmer| FarmerFrame { place: game.place(farmer), crops: game.reaped(farmer) };
        Frame { crops: game.crops.clone(), farmers: Farmer::BOTH.map(farmer) }
    }
}

/// The position as text; with ANSI colours if `colour` is set.
pub(crate) fn draw(game: &Harvest, colour: bool) -> String {
    let mut text = format!("Round {} of {}\n", game.round(), game.rules.rounds);
    for farmer in Farmer::BOTH {
        text += &format!("{:5}  {} crops\n", farmer.word(), game.reaped(farmer));
    }
    for row in 0..game.crops.height() {
        for column in 0..game.crops.width() {
            let place = (row as u8, column as u8);
            let sign = match Farmer::BOTH.into_iter().find(|&farmer| game.place(farmer) == place) {
                Some(Farmer::North) => 'N',
                Some(Farmer::South) => 'S',
                None => char::from(b'0' + game.crops[(row, column)]),
            };
            match sign {
                'N' if colour => text += "\x1b[34mN\x1b[0m",
                'S' if colour => text += "\x1b[31mS\x1b[0m",
                _ => text.push(sign),
            }
        }
        text.push('\n');
    }
    text
}
