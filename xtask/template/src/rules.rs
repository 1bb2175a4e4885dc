//! The rules: checking a step, playing a round, the result.

use crate::command::{Call, Invalid};
use crate::state::Harvest;
use crate::types::{Direction, Farmer, Place};
use agon_core::{Actor, Outcome};

/// R4 A farmer plans a step that stays on the field, once per turn or more often; the last one counts.
pub(crate) fn check(game: &Harvest, actor: Actor, call: &Call) -> Result<Farmer, Invalid> {
    let farmer = Farmer::of(actor)
        .filter(|_| !game.is_over() && game.turn.is_waiting_for(actor))
        .ok_or(Invalid::NotYourTurn)?;
    let Call::Step(direction) = *call;
    let (row, column) = game.place(farmer);
    target(game, farmer, direction).ok_or(Invalid::EndOfField { row, column, direction })?;
    Ok(farmer)
}

/// The tile that a step leads to; `None` if the field ends there.
pub(crate) fn target(game: &Harvest, farmer: Farmer, direction: Direction) -> Option<Place> {
    let (row, column) = direction.from(game.place(farmer))?;
    let is_inside =
        usize::from(row) < game.crops.height() && usize::from(column) < game.crops.width();
    is_inside.then_some((row, column))
}

/// R5 Both farmers walk at the same time; each reaps its tile, and they share a tile that both have entered.
pub(crate) fn play_round(game: &mut Harvest) {
    for farmer in Farmer::BOTH {
        let step = game.steps[farmer.index()].take();
        if let Some(place) = step.and_then(|direction| target(game, farmer, direction)) {
            game.places[farmer.index()] = place;
        }
    }
    let [north, south] = game.places;
    let shares = if north == south { 2 } else { 1 };
    for farmer in Farmer::BOTH {
        let (row, column) = game.place(farmer);
        let grown = game.crops[(usize::from(row), usize::from(column))];
        game.reaped[farmer.index()] += u32::from(grown / shares);
    }
    for (row, column) in game.places {
        game.crops[(usize::from(row), usize::from(column))] = 0;
    }
    game.round += 1;
    game.turn.begin(Farmer::BOTH.map(Farmer::actor));
}

/// R6 The farmer with more crops wins; equal numbers are a draw.
pub(crate) fn outcome(game: &Harvest) -> Outcome {
    let scores = game.reaped.map(f64::from);
    let [north, south] = game.reaped;
    let winner = match north.cmp(&south) {
        std::cmp::Ordering::Equal => {
            return Outcome::drawn(scores, "draw", format!("both reaped {north} crops"));
        }
        std::cmp::Ordering::Greater => Farmer::North,
        std::cmp::Ordering::Less => Farmer::South,
    };
    let sentence = format!(
        "{winner} reaped {} crops, {} {}",
        game.reaped(winner),
        winner.other(),
        game.reaped(winner.other())
    );
    Outcome::won_by(winner.seat(), scores, "crops", sentence)
}
