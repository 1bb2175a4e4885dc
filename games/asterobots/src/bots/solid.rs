//! The level `solid`: every vein attacks the foreign vein that pays for itself soonest, as soon as it has
//! enough robots for it. It counts the robots that the target builds until the squad arrives, but no other
//! squads, and leaves only a few robots at home.

use super::board::Chart;
use crate::command::Call;
use crate::constants::{MATERIALS, UPGRADE_ROBOT};
use crate::observe::View;
use crate::state::Asterobots;
use crate::types::{Material, Owner, Phase, VeinView};
use agon_core::{Bot, Stopped, Turn};

/// Robots that stay in a vein.
const STAY_HOME: i32 = 10;
/// Robots sent to a player's vein beyond those that it will have.
const SPARE: i32 = 10;
/// When veins are selected: how many robots another vein next to one is worth, depending on its owner.
const FREE_NEIGHBOUR: f64 = 20.0;
const OWN_NEIGHBOUR: f64 = 150.0;
const RIVAL_NEIGHBOUR: f64 = 300.0;
/// A stock above this is sold.
const SELL_ABOVE: i32 = 700;

/// The bot.
#[derive(Default)]
pub struct Solid {
    chart: Chart,
    /// Per vein: what a conquest costs.
    prices: Vec<Price>,
}

impl Bot<Asterobots> for Solid {
    fn turn(&mut self, view: &View, turn: &mut Turn<'_, Asterobots>) -> Result<(), Stopped> {
        match view.phase {
            Phase::Select => select(view, turn),
            Phase::Main => {
                self.attack(view, turn)?;
                sell(view, turn)?;
                upgrade(view, turn)
            }
        }
    }
}

/// A vein with many robots, far from rivals, with free veins around it; the second one near the first.
fn select(view: &View, turn: &mut Turn<'_, Asterobots>) -> Result<(), Stopped> {
    let me = Owner::player(view.me);
    let worth = |vein: &VeinView| {
        let mut worth = f64::from(vein.robots + 12 * vein.robot_productivity);
        for other in view.veins.iter().filter(|other| other.location != vein.location) {
            let nearness = 1.0 / vein.location.distance(other.location) as f64;
            worth += match other.owner {
                Owner::ALIENS => FREE_NEIGHBOUR * nearness,
                owner if owner == me => OWN_NEIGHBOUR * nearness,
                _ => -RIVAL_NEIGHBOUR * nearness,
            };
        }
        worth
    };
    let free = view.veins.iter().filter(|v| v.owner == Owner::ALIENS);
    let worths = free.map(|vein| (worth(vein), vein));
    match worths.max_by(|(a, _), (b, _)| a.total_cmp(b)) {
        Some((_, vein)) => turn.call(&Call::Select(vein.location)).map(|_| ()),
        None => Ok(()),
    }
}

/// An attack on a vein.
#[derive(Copy, Clone)]
struct Conquest {
    to: usize,
    robots: i32,
}

/// What it costs to conquer a vein.
#[derive(Copy, Clone)]
struct Price {
    /// The robots, and how many more for each turn of the flight.
    robots: i32,
    rise: i32,
    /// The turns in which the vein builds the former and the latter, which include the flight. No division
    /// is needed later: what a vein builds is a multiple of what it builds at rank 1.
    turns: i32,
    slope: i32,
}

impl Price {
    /// The vein is ours or a squad of ours flies there.
    const TAKEN: Price = Price { robots: i32::MAX, rise: 0, turns: i32::MAX / 2, slope: 1 };

    fn of(vein: &VeinView) -> Price {
        let (robots, rise) = match vein.owner == Owner::ALIENS {
            true => (vein.robots + 1, 0),
            false => (vein.robots + SPARE, vein.robot_productivity),
        };
        let built = vein.initial_robot_productivity.max(1);
        Price { robots, rise, turns: robots / built, slope: 1 + rise / built }
    }
}

impl Solid {
    /// Each vein attacks the vein that pays for itself soonest. A vein that another squad of ours is flying
    /// to is left to that squad.
    fn attack(&mut self, view: &View, turn: &mut Turn<'_, Asterobots>) -> Result<(), Stopped> {
        let me = Owner::player(view.me);
        let mut strongest = 0;
        self.prices.clear();
        self.prices.extend(view.veins.iter().map(|vein| {
            if vein.owner == me {
                strongest = vein.robots.max(strongest);
                Price::TAKEN
            } else {
                Price::of(vein)
            }
        }));
        if self.cheapest() > strongest - STAY_HOME {
            return Ok(());
        }
        self.chart.measure(view);
        for squad in view.squads.iter().filter(|squad| squad.owner() == view.me) {
            if let Some(at) = self.chart.vein_at(squad.to()) {
                self.prices[usize::from(at)] = Price::TAKEN;
            }
        }
        // A vein that cannot pay for the cheapest conquest cannot pay for the best one.
        let cheapest = self.cheapest();
        let strong = |vein: &VeinView| vein.owner == me && vein.robots - STAY_HOME >= cheapest;
        for (at, from) in view.veins.iter().enumerate().filter(|(_, vein)| strong(vein)) {
            let Some(Conquest { to, robots }) = self.best_conquest(at) else {
                break;
            };
            if from.robots - STAY_HOME >= robots {
                let (from, goal) = (from.location, view.veins[to].location);
                turn.call(&Call::Launch { robots, from, to: goal })?;
                self.prices[to] = Price::TAKEN;
            }
        }
        Ok(())
    }

    /// The fewest robots that conquer an open vein.
    fn cheapest(&self) -> i32 {
        self.prices.iter().map(|price| price.robots).min().unwrap_or(i32::MAX)
    }

    /// The open vein whose conquest pays for itself soonest; of several the first one in the view.
    fn best_conquest(&self, from: usize) -> Option<Conquest> {
        let mut best: Option<Conquest> = None;
        let mut latest = Price::TAKEN.turns - 1;
        let distances = &self.chart.distances(from)[..self.prices.len()];
        for (to, price) in self.prices.iter().enumerate() {
            let turns = i32::from(distances[to]);
            let delay = price.turns + turns * price.slope;
            if delay <= latest {
                best = Some(Conquest { to, robots: price.robots + turns * price.rise });
                latest = delay - 1;
            }
        }
        best
    }
}

/// Raises the robot rank of the veins with the lowest rank; buys what is missing from the aliens.
fn upgrade(view: &View, turn: &mut Turn<'_, Asterobots>) -> Result<(), Stopped> {
    let me = view.my_player();
    let missing = |cost: &[i32; MATERIALS]| -> [i32; MATERIALS] {
        std::array::from_fn(|m| (cost[m] - me.materials[m]).max(0))
    };
    let is_affordable = |cost: &[i32; MATERIALS]| {
        let bills = missing(cost).into_iter().zip(view.buy_prices);
        bills.map(|(amount, price)| i64::from(amount) * i64::from(price)).sum::<i64>()
            <= i64::from(me.money)
    };
    // Mostly there is not enough money, which is cheaper to see than the lowest rank.
    if !UPGRADE_ROBOT.iter().any(is_affordable) {
        return Ok(());
    }
    let Some(vein) = view.my_veins().min_by_key(|v| (v.robot_rank, -v.robot_productivity)) else {
        return Ok(());
    };
    let cost = UPGRADE_ROBOT.get(usize::from(vein.robot_rank - 1));
    let Some(cost) = cost.filter(|cost| is_affordable(cost)) else {
        return Ok(());
    };
    for (material, amount) in Material::ALL.into_iter().zip(missing(cost)) {
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
