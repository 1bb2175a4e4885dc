//! The level `novice`: the strategy of the manual's second tutorial program, from its description: it
//! selects the veins with the most robots, attacks the nearest foreign vein with a hundred robots, and
//! raises robot ranks.

use crate::command::Call;
use crate::constants::UPGRADE_ROBOT;
use crate::observe::{VeinView, View};
use crate::state::Asterobots;
use crate::types::{Material, Owner, Phase, TradeType};
use agon_core::{Bot, Stopped, Turn};

/// A vein attacks with more robots than this ...
const ATTACK_ABOVE: i32 = 100;
/// ... and keeps this many at home.
const STAY_HOME: i32 = 10;
/// A stock above this is sold ...
const SELL_ABOVE: i32 = 1000;
/// ... down to this.
const KEEP: i32 = 250;
/// A stock below this is filled up, by as many pieces at most.
const BUY_BELOW: i32 = 100;

/// The manual's tutorial player.
pub struct Novice;

impl Bot<Asterobots> for Novice {
    fn turn(&mut self, view: &View, turn: &mut Turn<'_, Asterobots>) -> Result<(), Stopped> {
        match view.phase {
            Phase::Select => select(view, turn),
            Phase::Main => {
                launch(view, turn)?;
                upgrade(view, turn)?;
                trade(view, turn)
            }
        }
    }
}

/// The free vein with the most robots; the first of several.
fn select(view: &View, turn: &mut Turn<'_, Asterobots>) -> Result<(), Stopped> {
    let free = view.veins.iter().filter(|v| v.owner == Owner::ALIENS);
    if let Some(vein) = free.rev().max_by_key(|v| v.robots) {
        turn.call(&Call::Select(vein.location))?;
    }
    Ok(())
}

/// Every strong vein attacks the nearest vein of another owner.
fn launch(view: &View, turn: &mut Turn<'_, Asterobots>) -> Result<(), Stopped> {
    for vein in view.my_veins().filter(|v| v.robots > ATTACK_ABOVE) {
        let distance = |v: &&VeinView| vein.location.distance(v.location);
        let foreign = view.veins.iter().filter(|v| v.owner != vein.owner);
        if let Some(target) = foreign.min_by_key(distance) {
            turn.call(&Call::Launch {
                robots: vein.robots - STAY_HOME,
                from: vein.location,
                to: target.location,
            })?;
        }
    }
    Ok(())
}

/// The first vein whose next robot rank can be paid, one a turn.
fn upgrade(view: &View, turn: &mut Turn<'_, Asterobots>) -> Result<(), Stopped> {
    let stock = view.my_player().materials;
    let affordable = |vein: &&VeinView| {
        UPGRADE_ROBOT
            .get(usize::from(vein.robot_rank - 1))
            .is_some_and(|cost| cost.iter().zip(stock).all(|(needs, has)| has >= *needs))
    };
    if let Some(vein) = view.my_veins().find(affordable) {
        turn.call(&Call::UpgradeRobot { location: vein.location })?;
    }
    Ok(())
}

/// Sells a large stock to the aliens, then offers the same pieces: the offer is always ignored, as in the
/// manual. Fills a small stock up from the aliens, unless a player offers the material.
fn trade(view: &View, turn: &mut Turn<'_, Asterobots>) -> Result<(), Stopped> {
    let me = view.my_player();
    for material in Material::ALL {
        let m = material.index();
        let stock = me.materials[m];
        if stock > SELL_ABOVE {
            let amount = stock - KEEP;
            turn.call(&Call::SellToAlien { material, amount })?;
            let price = view.sell_prices[m].saturating_mul(2);
            turn.call(&Call::Offer { material, amount, price })?;
        }
        let is_offered =
            view.trades.iter().any(|t| t.kind == TradeType::Offer && t.material == material);
        if stock < BUY_BELOW && !is_offered {
            let amount = BUY_BELOW.min(me.money / view.buy_prices[m].max(1));
            turn.call(&Call::BuyFromAlien { material, amount })?;
        }
    }
    Ok(())
}
