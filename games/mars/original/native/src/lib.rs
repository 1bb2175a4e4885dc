//! The rules of Mars Makeover as a Python module, `_agon_mars`, for bots written for the contest itself.
//!
//! Such bots import `src.game_state` and the like (`games/mars/original/python`) and ask hundreds of
//! questions per turn. This module answers them inside the bot's process with the engine's own functions,
//! from what the bot's team has seen; only orders are sent to the engine. It uses no pipes or processes:
//! Python passes the messages.

mod seat;
mod words;

use pyo3::prelude::*;

/// What `games/mars/original/python` imports.
#[pymodule]
mod _agon_mars {
    use agon_mars::constants as number;

    #[pymodule_export]
    use crate::seat::{Seat, TurnOver};

    #[pymodule_export]
    const ROUNDS: u16 = number::ROUNDS;
    #[pymodule_export]
    const TIME_BANK_S: f64 = number::TIME_BANK_S;
    #[pymodule_export]
    const INITIAL_METAL: i32 = number::INITIAL_METAL;
    #[pymodule_export]
    const METAL_PER_TURN: i32 = number::METAL_PER_TURN;
    #[pymodule_export]
    const MINING_MIN: u8 = number::MINING_MIN;
    #[pymodule_export]
    const MINING_MAX: u8 = number::MINING_MAX;
    #[pymodule_export]
    const TERRAFORM_MAX: i8 = number::TERRAFORM_MAX;
    #[pymodule_export]
    const SIDE_MIN: usize = number::SIDE_MIN;
    #[pymodule_export]
    const SIDE_MAX: usize = number::SIDE_MAX;
    #[pymodule_export]
    const SPAWN_COST: i32 = number::SPAWN_COST;
    #[pymodule_export]
    const TRANSFORM_COST: i32 = number::TRANSFORM_COST;
    #[pymodule_export]
    const BATTERY_MAX: u8 = number::BATTERY_MAX;
    #[pymodule_export]
    const RECHARGE: u8 = number::RECHARGE;
    #[pymodule_export]
    const EXPLORER_ACTION_COST: u8 = number::EXPLORER_ACTION_COST;
    #[pymodule_export]
    const MINER_ACTION_COST: u8 = number::MINER_ACTION_COST;
    #[pymodule_export]
    const TERRAFORMER_ACTION_COST: u8 = number::TERRAFORMER_ACTION_COST;
}
