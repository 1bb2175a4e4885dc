//! Upgrades: which of them are worth the most for their price, and how the market pays for them. Shared by
//! the stronger levels.

use super::board::{Board, Purse};
use crate::command::Call;
use crate::constants::{MATERIALS, RANK_MIN, UPGRADE_MATERIAL, UPGRADE_ROBOT};
use crate::types::{Material, Owner};

/// An upgrade of robots does not pay for itself in fewer rounds than this ...
const ROBOT_ROUNDS: f64 = 10.0;
/// ... and one of material needs this many after it has returned its price.
const MATERIAL_ROUNDS: f64 = 40.0;
/// The robots that a piece of material is worth.
const ROBOTS_PER_PIECE: f64 = 0.4;
/// [`raise_robots`] sells a stock above this.
const SELL_ABOVE: i32 = 700;

/// The next rank of a vein.
#[derive(Copy, Clone, Debug)]
struct Wish {
    at: usize,
    of_robots: bool,
    cost: [i32; MATERIALS],
    /// Robots won until the end of the game per J.
    worth: f64,
}

/// Makes the upgrades that are worth the most for their price, as long as they can be paid.
pub(super) fn invest(
    board: &mut Board,
    orders: &mut Vec<Call>,
    is_safe: impl Fn(&Board, usize) -> bool,
) {
    let mut purse = board.purses[usize::from(board.me)];
    let costs = || UPGRADE_ROBOT.iter().chain(&UPGRADE_MATERIAL);
    while costs().any(|cost| is_affordable(board, &purse, cost)) {
        let Some(wish) = best_wish(board, &purse, &is_safe) else { break };
        // A better upgrade that is too dear is worth saving for.
        if !is_affordable(board, &purse, &wish.cost) {
            break;
        }
        pay(board, &mut purse, &wish.cost, orders);
        let site = &mut board.sites[wish.at];
        let location = site.location;
        if wish.of_robots {
            site.set_ranks(site.material_rank, site.robot_rank + 1);
            orders.push(Call::UpgradeRobot { location });
        } else {
            site.set_ranks(site.material_rank + 1, site.robot_rank);
            orders.push(Call::UpgradeMaterial { location });
        }
    }
    board.purses[usize::from(board.me)] = purse;
}

/// The upgrade that is worth the most for its price.
fn best_wish(
    board: &Board,
    purse: &Purse,
    is_safe: impl Fn(&Board, usize) -> bool,
) -> Option<Wish> {
    let me = Owner::player(board.me);
    let robot_prices = UPGRADE_ROBOT.map(|cost| price(board, purse, &cost));
    let material_prices = UPGRADE_MATERIAL.map(|cost| price(board, purse, &cost));
    let rounds = f64::from(board.max_round.saturating_sub(board.round));
    let mut best: Option<Wish> = None;
    let mut consider = |wish: Wish| {
        if wish.worth > best.map_or(0.0, |best| best.worth) {
            best = Some(wish);
        }
    };
    for (at, site) in board.sites.iter().enumerate() {
        if site.owner != me || !is_safe(board, at) {
            continue;
        }
        let rank = usize::from(site.robot_rank - RANK_MIN);
        if let Some(&cost) = UPGRADE_ROBOT.get(rank) {
            let gain = f64::from(site.robot_productivity) * (rounds - ROBOT_ROUNDS);
            consider(Wish { at, of_robots: true, cost, worth: gain / robot_prices[rank] });
        }
        let rank = usize::from(site.material_rank - RANK_MIN);
        if let Some(&cost) = UPGRADE_MATERIAL.get(rank) {
            let price = material_prices[rank];
            let pieces = f64::from(site.material_productivity);
            let income = pieces * f64::from(board.sell_prices[site.material.index()].max(1));
            let gain = ROBOTS_PER_PIECE * pieces * (rounds - MATERIAL_ROUNDS - price / income);
            consider(Wish { at, of_robots: false, cost, worth: gain / price });
        }
    }
    best
}

/// What an upgrade costs in J: own pieces at what the aliens would pay, the others at what they charge.
fn price(board: &Board, purse: &Purse, cost: &[i32; MATERIALS]) -> f64 {
    let price = |m: usize| {
        let own = purse.stock[m].clamp(0, cost[m]);
        i64::from(own) * i64::from(board.sell_prices[m])
            + i64::from(cost[m] - own) * i64::from(board.buy_prices[m])
    };
    (0..MATERIALS).map(price).sum::<i64>().max(1) as f64
}

/// Whether money, and what the rest of the stock would bring, pay for what is missing.
fn is_affordable(board: &Board, purse: &Purse, cost: &[i32; MATERIALS]) -> bool {
    let balance = |m: usize| {
        let rest = i64::from(purse.stock[m] - cost[m]);
        rest * i64::from(if rest < 0 { board.buy_prices[m] } else { board.sell_prices[m] })
    };
    i64::from(purse.money) + (0..MATERIALS).map(balance).sum::<i64>() >= 0
}

/// Takes an affordable cost out of the stock: sells as much of the rest as must be, and buys what is missing.
fn pay(board: &Board, purse: &mut Purse, cost: &[i32; MATERIALS], orders: &mut Vec<Call>) {
    let lack: [i32; MATERIALS] = std::array::from_fn(|m| (cost[m] - purse.stock[m]).max(0));
    let bill = |m: usize| i64::from(lack[m]) * i64::from(board.buy_prices[m]);
    let mut missing = (0..MATERIALS).map(bill).sum::<i64>() - i64::from(purse.money);
    for material in Material::ALL {
        let m = material.index();
        let price = i64::from(board.sell_prices[m]);
        if missing > 0 && price > 0 {
            let rest = i64::from(purse.stock[m] - cost[m]).max(0);
            let amount = rest.min((missing + price - 1) / price) as i32;
            if amount > 0 {
                orders.push(Call::SellToAlien { material, amount });
                purse.stock[m] -= amount;
                missing -= i64::from(amount) * price;
            }
        }
    }
    for material in Material::ALL {
        let m = material.index();
        if lack[m] > 0 {
            orders.push(Call::BuyFromAlien { material, amount: lack[m] });
        }
        purse.stock[m] += lack[m] - cost[m];
    }
    purse.money = (-missing).min(i64::from(i32::MAX)) as i32;
}

/// Sells what upgrades do not need, and raises the robot rank of the vein with the lowest rank if money and
/// stock suffice.
pub(super) fn raise_robots(
    board: &mut Board,
    orders: &mut Vec<Call>,
    is_safe: impl Fn(&Board, usize) -> bool,
) {
    let mut purse = board.purses[usize::from(board.me)];
    for material in Material::ALL {
        let m = material.index();
        let amount = purse.stock[m] - SELL_ABOVE;
        if amount > 0 && board.sell_prices[m] > 0 {
            orders.push(Call::SellToAlien { material, amount });
            purse.stock[m] -= amount;
            purse.money = purse.money.saturating_add(amount.saturating_mul(board.sell_prices[m]));
        }
    }
    let bill = |cost: &[i32; MATERIALS]| {
        let bill = |m: usize| {
            i64::from((cost[m] - purse.stock[m]).max(0)) * i64::from(board.buy_prices[m])
        };
        (0..MATERIALS).map(bill).sum::<i64>()
    };
    let costs = UPGRADE_ROBOT.map(|cost| (bill(&cost) <= i64::from(purse.money)).then_some(cost));
    // Mostly there is not enough money, which is cheaper to see than the lowest rank.
    if costs != [None; 2] {
        let own = board.mine().filter(|&at| is_safe(board, at));
        let lowest = own.min_by_key(|&at| {
            (board.sites[at].robot_rank, -board.sites[at].initial_robot_productivity)
        });
        if let Some(at) = lowest
            && let rank = usize::from(board.sites[at].robot_rank - RANK_MIN)
            && let Some(&Some(cost)) = costs.get(rank)
        {
            pay(board, &mut purse, &cost, orders);
            let site = &mut board.sites[at];
            site.set_ranks(site.material_rank, site.robot_rank + 1);
            orders.push(Call::UpgradeRobot { location: site.location });
        }
    }
    board.purses[usize::from(board.me)] = purse;
}
