//! The rules, in the order of the rulebook; R7.3 is its paragraph.

mod ending;
mod launch;
mod market;
mod squads;
mod trade;

pub(crate) use ending::outcome;
pub use market::buy_price;

use crate::command::{Call, Invalid, Reply};
use crate::constants::{AMOUNT_MAX, COMMANDS_PER_TURN, MATERIALS};
use crate::map::ShortestPath;
use crate::state::Asterobots;
use crate::types::{Owner, Phase, Point, VeinId};
use launch::Rank;

/// Whether a call would be noted: the right player in the right phase, with room on the list.
pub(crate) fn check_call(state: &Asterobots, player: u32, call: &Call) -> Result<(), Invalid> {
    if state.ending.is_some() {
        return Err(Invalid::GameOver);
    }
    if player != u32::from(state.current) {
        return Err(Invalid::NotYourTurn { current: state.current });
    }
    match (call, state.phase()) {
        (Call::Distance { from, to } | Call::Path { from, to }, _) => {
            let is_outside = |p: &&Point| !state.map.field().contains(**p);
            match [from, to].into_iter().find(is_outside) {
                Some(at) => Err(Invalid::OutsideField { at: *at }),
                None => Ok(()),
            }
        }
        (Call::Select(_), Phase::Select) => Ok(()),
        (Call::Select(_), Phase::Main) => Err(Invalid::MainPhase),
        (_, Phase::Select) => Err(Invalid::SelectionPhase),
        // R7 Only the first 100 entries count, invalid ones included.
        (_, Phase::Main) if state.listed >= COMMANDS_PER_TURN => {
            Err(Invalid::ListFull { most: COMMANDS_PER_TURN })
        }
        (_, Phase::Main) => Ok(()),
    }
}

/// Answers a call. R7: commands are carried out in list order and nothing happens between two of them, so
/// each is carried out as soon as it is given and the player gets its result at once.
pub(crate) fn call(state: &mut Asterobots, player: u32, call: &Call) -> Reply {
    if let Err(why) = check_call(state, player, call) {
        return Reply::Refused(why);
    }
    match call {
        Call::Distance { from, to } => Reply::Distance(from.distance(*to) as u32),
        Call::Path { from, to } => Reply::Path(ShortestPath::new(*from, *to).points().collect()),
        Call::Select(at) => {
            state.pick = Some(*at);
            match check_select(state, *at) {
                Ok(_) => Reply::Selected,
                Err(why) => Reply::Unselectable { why },
            }
        }
        command => {
            state.listed += 1;
            let entry = state.listed;
            match execute(state, command) {
                Ok(()) => Reply::Done { entry },
                Err(why) => Reply::Ignored { entry, why },
            }
        }
    }
}

/// R7 One command of the active player.
fn execute(state: &mut Asterobots, command: &Call) -> Result<(), Invalid> {
    match *command {
        Call::BuyFromAlien { material, amount } => trade::buy_from_alien(state, material, amount),
        Call::SellToAlien { material, amount } => trade::sell_to_alien(state, material, amount),
        Call::BuyFromOffer { player, material, amount } => {
            trade::buy_from_offer(state, player, material, amount)
        }
        Call::SellToDemand { player, material, amount } => {
            trade::sell_to_demand(state, player, material, amount)
        }
        Call::Offer { material, amount, price } => trade::offer(state, material, amount, price),
        Call::Demand { material, amount, price } => trade::demand(state, material, amount, price),
        Call::Launch { robots, from, to } => launch::launch(state, robots, from, to),
        Call::LaunchWithPath { robots, ref path } => launch::launch_with_path(state, robots, path),
        Call::UpgradeMaterial { location } => launch::upgrade(state, Rank::Material, location),
        Call::UpgradeRobot { location } => launch::upgrade(state, Rank::Robot, location),
        Call::Select(_) => Err(Invalid::MainPhase),
        Call::Distance { .. } | Call::Path { .. } => Ok(()),
    }
}

/// R7 Whether one command of the active player would be carried out now.
pub(crate) fn check_command(state: &Asterobots, command: &Call) -> Result<(), Invalid> {
    match *command {
        Call::BuyFromAlien { material, amount } => {
            trade::check_buy_from_alien(state, material, amount).map(drop)
        }
        Call::SellToAlien { material, amount } => {
            trade::check_sell_to_alien(state, material, amount).map(drop)
        }
        Call::BuyFromOffer { player, material, amount } => {
            trade::check_buy_from_offer(state, player, material, amount).map(drop)
        }
        Call::SellToDemand { player, material, amount } => {
            trade::check_sell_to_demand(state, player, material, amount).map(drop)
        }
        Call::Offer { material, amount, price } => {
            trade::check_offer(state, material, amount, price)
        }
        Call::Demand { material, amount, price } => {
            trade::check_demand(state, material, amount, price).map(drop)
        }
        Call::Launch { robots, from, to } => {
            launch::check_launch(state, robots, from, to).map(drop)
        }
        Call::LaunchWithPath { robots, ref path } => {
            launch::check_launch_with_path(state, robots, path).map(drop)
        }
        Call::UpgradeMaterial { location } => {
            launch::check_upgrade(state, Rank::Material, location).map(drop)
        }
        Call::UpgradeRobot { location } => {
            launch::check_upgrade(state, Rank::Robot, location).map(drop)
        }
        Call::Select(at) => check_select(state, at).map(drop),
        Call::Distance { .. } | Call::Path { .. } => Ok(()),
    }
}

/// Ends the turn of the current player, in either phase.
pub(crate) fn end_turn(state: &mut Asterobots) {
    if state.ending.is_some() {
        return;
    }
    match state.phase() {
        Phase::Select => grant_selection(state),
        Phase::Main => {
            play_out_turn(state);
            if let Some(decision) = ending::decide(state) {
                ending::finish(state, decision);
            }
        }
    }
}

/// R6 A vein that can be selected: it is there, and the aliens own it.
fn check_select(state: &Asterobots, at: Point) -> Result<VeinId, Invalid> {
    let id = state.map.vein_at(at).ok_or(Invalid::NotAVein { at })?;
    match state.veins[id.index()].owner {
        Owner::ALIENS => Ok(id),
        owner => Err(Invalid::Taken { at, owner }),
    }
}

/// R6 The vein the player has named, or else the free vein that comes first in canonical order.
fn grant_selection(state: &mut Asterobots) {
    let wish = state.pick.take().and_then(|at| check_select(state, at).ok());
    let granted = wish.unwrap_or_else(|| {
        let free = state.veins.iter().position(|v| v.owner == Owner::ALIENS);
        VeinId(free.expect("a setup has two veins for every player") as u16)
    });
    state.hand_over(granted, state.current);
    state.selections += 1;
    state.current = snake(state.selections, state.players.len() as u8);
}

/// R6 The player that makes the next selection: 0, 1, .., N-1, N-1, .., 1, 0; then player 0 begins the
/// main phase.
fn snake(selections: u8, players: u8) -> u8 {
    if selections < players { selections } else { (2 * players - 1).saturating_sub(selections) }
}

/// R8 The end of a turn, and the skipped turns of the dead behind it.
pub(crate) fn play_out_turn(state: &mut Asterobots) {
    state.listed = 0;
    loop {
        let player = state.current;
        if state.players[usize::from(player)].is_alive() {
            produce(state, player); // R8 step 1
        }
        market::update_prices(state); // R8 step 2
        squads::move_squads(state, player); // R8 step 3
        trade::expire_trades(state, player); // R8 step 4
        let is_last = usize::from(player) + 1 == state.players.len();
        state.round += u32::from(is_last); // R8 step 5
        if ending::decide(state).is_some() {
            return;
        }
        state.current = if is_last { 0 } else { player + 1 };
        if state.players[usize::from(state.current)].is_alive() {
            return; // otherwise R8 step 6: skipped
        }
    }
}

/// R8 step 1: materials, robots, time to live.
fn produce(state: &mut Asterobots, player: u8) {
    let mut yields = [0i64; MATERIALS];
    for vein in &mut state.veins {
        if vein.owner == Owner::player(player) {
            yields[vein.material.index()] += i64::from(vein.material_productivity);
            // R12 What would pass the limit is lost.
            vein.robots = vein.robots.saturating_add(vein.robot_productivity);
        }
    }
    let player = &mut state.players[usize::from(player)];
    for (stock, gain) in player.materials.iter_mut().zip(yields) {
        *stock = (i64::from(*stock) + gain).min(AMOUNT_MAX.into()) as i32;
    }
    player.time_to_live = state.round;
}
