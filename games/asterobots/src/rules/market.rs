//! R9 The aliens' prices.

use crate::constants::{
    AMOUNT_MAX, MARKET_AMOUNT, MARKET_DIVISOR, MARKET_PRICE, MARKET_TOTAL, MATERIALS,
};
use crate::profile::{MarketCounts, MarketFormula};
use crate::state::Asterobots;

/// R9 Prices follow the players' stock: the rarer a material, the higher its price.
pub(super) fn update_prices(state: &mut Asterobots) {
    let living_only = state.rules.market_counts == MarketCounts::LivingPlayers;
    let mut amounts = [0u64; MATERIALS];
    for player in state.players.iter().filter(|p| !living_only || p.is_alive()) {
        for (amount, stock) in amounts.iter_mut().zip(player.materials) {
            *amount += stock as u64;
        }
    }
    let total: u64 = amounts.iter().sum();
    state.buy_prices = amounts.map(|amount| buy_price(state.rules.market_formula, total, amount));
}

/// R9 The buy price of a material of which players have `amount` among `total` of all materials.
pub fn buy_price(formula: MarketFormula, total: u64, amount: u64) -> i32 {
    let (t, a) = (total + MARKET_TOTAL, amount + MARKET_AMOUNT);
    let (p, d) = (MARKET_PRICE, MARKET_DIVISOR);
    // Below this, p * t * t fits into 64 bits; beyond it, as R12 says, we calculate in 128.
    let price = if t <= 300_000_000 {
        match formula {
            MarketFormula::MultiplyFirst => p * t * t / a / a / d,
            MarketFormula::DivideBetween => p * t / a * t / a / d,
        }
    } else {
        let [p, t, a, d] = [p, t, a, d].map(u128::from);
        let price = match formula {
            MarketFormula::MultiplyFirst => p * t * t / a / a / d,
            MarketFormula::DivideBetween => p * t / a * t / a / d,
        };
        price.min(AMOUNT_MAX as u128) as u64
    };
    price.min(AMOUNT_MAX as u64) as i32
}
