//! The rules: every order, ripples, and the turn in rulebook order.

mod build;
mod buildings;
mod ending;
mod fight;
mod ripple;
mod turn;
mod units;

pub(crate) use ending::outcome;
pub(crate) use ripple::ripple;
pub(crate) use turn::{end_turn, refresh_units};

use crate::command::{Call, Invalid, Reply};
use crate::state::{Building, TimeTravel, Unit};
use crate::types::{Id, Player};

/// R6, R7 Carries out an order, or answers with the reason for its refusal.
pub(crate) fn carry_out(game: &mut TimeTravel, player: Player, call: &Call) -> Reply {
    let result = match *call {
        // The most frequent order by far has its reply written only once.
        Call::Paint { unit, x, y } => {
            return units::paint(game, player, unit, x, y).unwrap_or_else(Reply::Refused);
        }
        Call::Move { unit, x, y } => units::step(game, player, unit, x, y),
        Call::Attack { unit, x, y } => fight::attack(game, player, unit, x, y),
        Call::Build { unit, x, y, kind } => build::build(game, player, unit, x, y, kind),
        Call::Warp { unit } => units::warp(game, player, unit),
        Call::Train { building, kind } => buildings::train(game, player, building, kind),
        Call::Cancel { building } => buildings::cancel(game, player, building),
    };
    result.unwrap_or_else(Reply::Refused)
}

/// Checks whether [`carry_out`] would carry out an order.
pub(crate) fn check(game: &TimeTravel, player: Player, call: &Call) -> Result<(), Invalid> {
    match *call {
        Call::Move { unit, x, y } => units::check_step(game, player, unit, x, y).map(drop),
        Call::Attack { unit, x, y } => fight::check_attack(game, player, unit, x, y).map(drop),
        Call::Paint { unit, x, y } => units::check_paint(game, player, unit, x, y).map(drop),
        Call::Build { unit, x, y, kind } => {
            build::check_build(game, player, unit, x, y, kind).map(drop)
        }
        Call::Warp { unit } => units::check_warp(game, player, unit).map(drop),
        Call::Train { building, kind } => {
            buildings::check_train(game, player, building, kind).map(drop)
        }
        Call::Cancel { building } => buildings::check_cancel(game, player, building).map(drop),
    }
}

/// R6 The first check of every order: the player is on turn.
#[inline]
fn check_turn(game: &TimeTravel, player: Player) -> Result<(), Invalid> {
    if game.current() == Some(player) { Ok(()) } else { Err(Invalid::NotYourTurn) }
}

/// R6 The unit an order names, and its index: it must exist and be the player's.
#[inline]
fn own_unit(game: &TimeTravel, player: Player, id: Id) -> Result<(usize, &Unit), Invalid> {
    check_turn(game, player)?;
    let index = game.unit_index(id).ok_or_else(|| not_a_unit(game, id))?;
    let unit = &game.units[index];
    if unit.owner == player { Ok((index, unit)) } else { Err(Invalid::NotYours { id }) }
}

/// Why an order to a unit names none.
#[cold]
fn not_a_unit(game: &TimeTravel, id: Id) -> Invalid {
    if game.exists(id) { Invalid::NotAUnit { id } } else { Invalid::NoSuchObject { id } }
}

/// R7 The building an order names, and its index: it must exist and be the player's.
fn own_building(game: &TimeTravel, player: Player, id: Id) -> Result<(usize, &Building), Invalid> {
    check_turn(game, player)?;
    let index = game.building_index(id).ok_or_else(|| match game.exists(id) {
        true => Invalid::NotABuilding { id },
        false => Invalid::NoSuchObject { id },
    })?;
    let building = &game.buildings[index];
    if building.owner == player { Ok((index, building)) } else { Err(Invalid::NotYours { id }) }
}

/// R1 Whether a purse holds a price.
fn check_gold(game: &TimeTravel, player: Player, z: u8, needs: i64) -> Result<(), Invalid> {
    let has = game.gold[player as usize][usize::from(z)];
    if has < needs { Err(Invalid::NoGold { z, has, needs }) } else { Ok(()) }
}

/// R1 Adds gold to a purse; a negative amount is taken.
fn pay(game: &mut TimeTravel, player: Player, z: u8, gold: i64) {
    let purse = &mut game.gold[player as usize][usize::from(z)];
    *purse = purse.saturating_add(gold);
}
