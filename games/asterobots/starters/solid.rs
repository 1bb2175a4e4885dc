//! A solid bot for Asterobots: plays like `builtin:solid`.
//!
//! Every vein attacks the foreign vein that pays for itself soonest, as soon as it has enough robots for
//! it. It counts the robots that the target builds until the squad arrives, but no other squads, and leaves
//! only a few robots at home.

mod asterobots_helpers;
mod asterobots_types;

use agon_bot::{Turn, TurnOver};
use asterobots_types::{ByMaterial, VeinView, View, calls};

const ALIENS: i64 = -1;
const MATERIALS: [&str; 3] = ["gas", "stone", "metal"];
/// Robots that stay in a vein.
const STAY_HOME: i64 = 10;
/// Robots sent to a player's vein beyond those that it will have.
const SPARE: i64 = 10;
/// When veins are selected: how many robots another vein next to one is worth, depending on its owner.
const FREE_NEIGHBOUR: f64 = 20.0;
const OWN_NEIGHBOUR: f64 = 150.0;
const RIVAL_NEIGHBOUR: f64 = 300.0;
/// A stock above this is sold.
const SELL_ABOVE: i64 = 700;

fn play(turn: &mut Turn) -> Result<(), TurnOver> {
    let view: View = turn.view.read();
    if view.phase == "select" {
        return select(&view, turn);
    }
    attack(&view, turn)?;
    sell(&view, turn)?;
    upgrade(&view, turn)
}

/// Selects a vein with many robots, far from rivals, with free veins around it; the second one near the
/// first.
fn select(view: &View, turn: &Turn) -> Result<(), TurnOver> {
    let worth = |vein: &VeinView| {
        let mut worth = (vein.robots + 12 * vein.robot_productivity) as f64;
        for other in view.veins.iter().filter(|other| other.location != vein.location) {
            let nearness = 1.0 / distance(vein, other) as f64;
            worth += match other.owner {
                ALIENS => FREE_NEIGHBOUR * nearness,
                owner if owner == view.me => OWN_NEIGHBOUR * nearness,
                _ => -RIVAL_NEIGHBOUR * nearness,
            };
        }
        worth
    };
    let free = view.veins.iter().filter(|vein| vein.owner == ALIENS);
    if let Some(vein) = free.max_by(|a, b| worth(a).total_cmp(&worth(b))) {
        turn.make(calls::select(vein.location.clone()))?;
    }
    Ok(())
}

fn distance(from: &VeinView, to: &VeinView) -> i64 {
    let place = |vein: &VeinView| (vein.location[0], vein.location[1]);
    asterobots_helpers::distance(place(from), place(to))
}

/// The robots it takes to conquer a vein from another one.
fn price(from: &VeinView, to: &VeinView) -> i64 {
    match to.owner {
        ALIENS => to.robots + 1,
        _ => to.robots + distance(from, to) * to.robot_productivity + SPARE,
    }
}

/// Each vein attacks the vein that pays for itself soonest. A vein that another squad of ours is flying to
/// is left to that squad.
fn attack(view: &View, turn: &Turn) -> Result<(), TurnOver> {
    let squads = view.squads.iter().filter(|squad| squad.owner == view.me);
    let mut taken: Vec<_> = squads.filter_map(|squad| squad.path.last()).collect();
    for from in view.veins.iter().filter(|vein| vein.owner == view.me) {
        // Turns until a conquest has paid for itself: the way, and the time to build its price.
        let delay =
            |to: &&VeinView| distance(from, to) + price(from, to) / to.initial_robot_productivity.max(1);
        let foreign = view.veins.iter().filter(|to| to.owner != view.me);
        let open = foreign.filter(|to| !taken.contains(&&to.location));
        let Some(to) = open.min_by_key(delay) else { continue };
        let robots = price(from, to);
        if from.robots - robots >= STAY_HOME {
            turn.make(calls::launch(robots, from.location.clone(), to.location.clone()))?;
            taken.push(&to.location);
        }
    }
    Ok(())
}

/// Numbers in the order of the materials.
fn amounts(of: &ByMaterial) -> [i64; 3] {
    [of.gas, of.stone, of.metal]
}

/// Sells what upgrades do not need.
fn sell(view: &View, turn: &Turn) -> Result<(), TurnOver> {
    let stock = amounts(&view.players[view.me as usize].materials);
    for (material, stock) in MATERIALS.into_iter().zip(stock) {
        if stock > SELL_ABOVE {
            turn.make(calls::sell_to_alien(material, stock - SELL_ABOVE))?;
        }
    }
    Ok(())
}

/// Raises the robot rank of the vein with the lowest rank; buys what is missing from the aliens.
fn upgrade(view: &View, turn: &Turn) -> Result<(), TurnOver> {
    let me = &view.players[view.me as usize];
    let own = view.veins.iter().filter(|vein| vein.owner == view.me);
    let Some(vein) = own.min_by_key(|v| (v.robot_rank, -v.robot_productivity)) else {
        return Ok(());
    };
    let Some(cost) = view.setting.upgrade_robot.get(vein.robot_rank as usize - 1) else {
        return Ok(());
    };
    let (cost, stock, prices) = (amounts(cost), amounts(&me.materials), amounts(&view.buy_prices));
    let missing = [0, 1, 2].map(|m| (cost[m] - stock[m]).max(0));
    if (0..3).map(|m| missing[m] * prices[m]).sum::<i64>() > me.money {
        return Ok(());
    }
    for (material, amount) in MATERIALS.into_iter().zip(missing) {
        if amount > 0 {
            turn.make(calls::buy_from_alien(material, amount))?;
        }
    }
    turn.make(calls::upgrade_robot(vein.location.clone()))?;
    Ok(())
}

fn main() {
    agon_bot::run(play)
}
