//! The level `solid`: every vein attacks the cheapest foreign vein in its neighbourhood as soon as it has enough
//! robots for it. It looks at what is there now, not at what will be there when its squad arrives.

use crate::command::Call;
use crate::constants::{MATERIALS, UPGRADE_ROBOT};
use crate::observe::{VeinView, View};
use crate::state::Asterobots;
use crate::types::{Material, Owner, Phase};
use agon_core::{Bot, Stopped, Turn};

/// Robots that stay in a vein.
const STAY_HOME: i32 = 15;
/// Robots sent beyond those that are in the target now.
const SPARE: i32 = 15;
/// An edge on the way to a target counts as much as this many robots in it.
const ROBOTS_PER_EDGE: i64 = 6;
/// A stock above this is sold.
const SELL_ABOVE: i32 = 700;

/// The bot.
pub struct Solid;

impl Bot<Asterobots> for Solid {
    fn turn(&mut self, view: &View, turn: &mut Turn<'_, Asterobots>) -> Result<(), Stopped> {
        match view.phase {
            Phase::Select => select(view, turn),
            Phase::Main => {
                attack(view, turn)?;
                sell(view, turn)?;
                upgrade(view, turn)
            }
        }
    }
}

/// The first vein has many robots, the second is near the first.
fn select(view: &View, turn: &mut Turn<'_, Asterobots>) -> Result<(), Stopped> {
    let free = view.veins.iter().filter(|v| v.owner == Owner::ALIENS);
    let worth = |vein: &&VeinView| {
        let way: i64 = view.my_veins().map(|own| own.location.distance(vein.location)).sum();
        i64::from(vein.robots + 4 * vein.robot_productivity) - ROBOTS_PER_EDGE * way
    };
    match free.max_by_key(worth) {
        Some(vein) => turn.call(&Call::Select(vein.location)).map(|_| ()),
        None => Ok(()),
    }
}

/// Each vein attacks the foreign vein with the lowest price: its robots and the way to it. A vein that another
/// squad of ours is flying to is left to that squad.
fn attack(view: &View, turn: &mut Turn<'_, Asterobots>) -> Result<(), Stopped> {
    let me = Owner::player(view.me);
    let squads = view.squads.iter().filter(|squad| squad.owner == view.me);
    let mut taken: Vec<_> = squads.map(|squad| squad.to()).collect();
    for from in view.my_veins() {
        let price = |to: &&VeinView| {
            i64::from(to.robots) + ROBOTS_PER_EDGE * from.location.distance(to.location)
        };
        let targets = view.veins.iter().filter(|to| to.owner != me);
        let open = targets.filter(|to| !taken.contains(&to.location));
        let Some(to) = open.min_by_key(price) else {
            continue;
        };
        let robots = to.robots + SPARE;
        if from.robots - STAY_HOME >= robots {
            turn.call(&Call::Launch { robots, from: from.location, to: to.location })?;
            taken.push(to.location);
        }
    }
    Ok(())
}

/// Raises the robot rank of the veins with the lowest rank; buys what is missing from the aliens.
fn upgrade(view: &View, turn: &mut Turn<'_, Asterobots>) -> Result<(), Stopped> {
    let me = view.my_player();
    let Some(vein) = view.my_veins().min_by_key(|v| (v.robot_rank, -v.robot_productivity)) else {
        return Ok(());
    };
    let Some(cost) = UPGRADE_ROBOT.get(usize::from(vein.robot_rank - 1)) else {
        return Ok(());
    };
    let missing: [i32; MATERIALS] = std::array::from_fn(|m| (cost[m] - me.materials[m]).max(0));
    let price = |m: usize| i64::from(missing[m]) * i64::from(view.buy_prices[m]);
    if (0..MATERIALS).map(price).sum::<i64>() > i64::from(me.money) {
        return Ok(());
    }
    for material in Material::ALL {
        let amount = missing[material.index()];
        if amount > 0 {
            turn.call(&Call::BuyFromAlien { material, amount })?;
        }
    }
    turn.call(&Call::UpgradeRobot { location: vein.location })?;
    Ok(())
}

/// Sells what upgrades do not need.
fn sell(view: &View, turn: &mut Turn<'_, Asterobots>) -> Result<(), Stopped> {
    for material in Material::ALL {
        let amount = view.my_player().materials[material.index()] - SELL_ABOVE;
        if amount > 0 {
            turn.call(&Call::SellToAlien { material, amount })?;
        }
    }
    Ok(())
}
