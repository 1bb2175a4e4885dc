//! What a player can spend in a turn, the upgrades it wants, and how it buys what they lack. Shared by the
//! stronger levels.

use crate::command::Call;
use crate::constants::{MATERIALS, RANK_MIN, UPGRADE_MATERIAL, UPGRADE_ROBOT};
use crate::observe::{VeinView, View};
use crate::state::Asterobots;
use crate::types::{Material, Point};
use agon_core::{Stopped, Turn};

/// An upgrade of a vein.
#[derive(Copy, Clone, Debug)]
pub(super) struct Wish {
    location: Point,
    of_robots: bool,
    pub cost: [i32; MATERIALS],
}

impl Wish {
    /// The next robot rank; none after the last.
    pub fn of_robots(vein: &VeinView) -> Option<Wish> {
        let cost = UPGRADE_ROBOT.get(usize::from(vein.robot_rank - RANK_MIN))?;
        Some(Wish { location: vein.location, of_robots: true, cost: *cost })
    }

    /// The next material rank; none after the last.
    pub fn of_material(vein: &VeinView) -> Option<Wish> {
        let cost = UPGRADE_MATERIAL.get(usize::from(vein.material_rank - RANK_MIN))?;
        Some(Wish { location: vein.location, of_robots: false, cost: *cost })
    }
}

/// Pieces of each material that the own veins yield in a turn.
pub(super) fn income(view: &View) -> [i32; MATERIALS] {
    let mut income = [0; MATERIALS];
    for vein in view.my_veins() {
        income[vein.material.index()] += vein.material_productivity;
    }
    income
}

/// What is left to spend in this turn.
pub(super) struct Purse {
    money: i32,
    pub stock: [i32; MATERIALS],
}

impl Purse {
    /// What the player has at the beginning of its turn.
    pub fn of(view: &View) -> Purse {
        let player = view.my_player();
        Purse { money: player.money, stock: player.materials }
    }

    /// Upgrades if stock and money suffice, without paying for it in this purse yet.
    pub fn grant(
        &mut self,
        wish: &Wish,
        view: &View,
        turn: &mut Turn<'_, Asterobots>,
    ) -> Result<bool, Stopped> {
        let is_affordable = self.fill_up(view, turn, wish.cost)?;
        if is_affordable {
            let location = wish.location;
            turn.call(&match wish.of_robots {
                true => Call::UpgradeRobot { location },
                false => Call::UpgradeMaterial { location },
            })?;
        }
        Ok(is_affordable)
    }

    /// Buys what is missing for a cost from the aliens; false (and nothing bought) when the money does not
    /// suffice.
    fn fill_up(
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
