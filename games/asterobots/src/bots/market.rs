//! What a player can spend in a turn, and how it buys what an upgrade lacks. Shared by the stronger levels.

use crate::command::Call;
use crate::constants::MATERIALS;
use crate::observe::View;
use crate::state::Asterobots;
use crate::types::Material;
use agon_core::{Stopped, Turn};

/// What is left to spend in this turn.
pub(super) struct Purse {
    pub money: i32,
    pub stock: [i32; MATERIALS],
}

impl Purse {
    /// What the player has at the beginning of its turn.
    pub fn of(view: &View) -> Purse {
        let player = view.my_player();
        Purse { money: player.money, stock: player.materials }
    }

    /// Buys what is missing for a cost from the aliens; false (and nothing bought) when the money does not suffice.
    pub fn fill_up(
        &mut self,
        view: &View,
        turn: &mut Turn<'_, Asterobots>,
        cost: [i32; MATERIALS],
    ) -> Result<bool, Stopped> {
        let lack: [i32; MATERIALS] = std::array::from_fn(|m| (cost[m] - self.stock[m]).max(0));
        let price = |m: usize| i64::from(lack[m]) * i64::from(view.buy_prices[m]);
        let total: i64 = (0..MATERIALS).map(price).sum();
        if total > i64::from(self.money) {
            return Ok(false);
        }
        for material in Material::ALL {
            let amount = lack[material.index()];
            if amount > 0 {
                turn.call(&Call::BuyFromAlien { material, amount })?;
                self.stock[material.index()] += amount;
            }
        }
        self.money -= total as i32;
        Ok(true)
    }

    /// Takes a cost out of the stock.
    pub fn pay(&mut self, cost: [i32; MATERIALS]) {
        for (stock, price) in self.stock.iter_mut().zip(cost) {
            *stock -= price;
        }
    }

    /// Sells what is above a reserve to the aliens.
    pub fn sell_above(
        &self,
        reserve: [i32; MATERIALS],
        view: &View,
        turn: &mut Turn<'_, Asterobots>,
    ) -> Result<(), Stopped> {
        for material in Material::ALL {
            let amount = self.stock[material.index()] - reserve[material.index()];
            if amount > 0 && view.sell_prices[material.index()] > 0 {
                turn.call(&Call::SellToAlien { material, amount })?;
            }
        }
        Ok(())
    }
}
