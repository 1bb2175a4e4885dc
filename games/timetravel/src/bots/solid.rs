//! The level `solid`, formerly `builder`: plays without fighting, for a high net worth. It covers its ground
//! with farms, saves the gold of its artists and spends it in the last turns on pigs, which count in the end.

use super::economy::{ENGINEERS, build, paint};
use super::hand::{Desk, Hand};
use crate::command::Call;
use crate::constants::*;
use crate::observe::{BuildingRecord, UnitRecord, View};
use crate::profile::NetWorth;
use crate::state::TimeTravel;
use agon_core::{Bot, Stopped, Turn};

/// Galleries to have in each period. They train artists; all other ground is for farms.
const GALLERIES: usize = 4;
/// Gold in the purse of a period that needs no more artists.
const PLENTY: i64 = 2_000;
/// Gold in the purse of a period whose artists may rest: it pays for the pigs.
const SAVINGS: i64 = 25_000;
/// The last own turns, in which farms train pigs.
const HARVEST: u32 = 12;

/// The level `solid`, formerly `builder`.
#[derive(Default)]
pub struct Solid {
    desk: Desk,
}

impl Bot<TimeTravel> for Solid {
    fn turn(&mut self, view: &View, turn: &mut Turn<'_, TimeTravel>) -> Result<(), Stopped> {
        let hand = &mut Hand::new(&mut self.desk, view, turn);
        let enough = match hand.view.rules.net_worth {
            NetWorth::Objects => SAVINGS,
            // Gold counts in the end, so artists never rest.
            NetWorth::ObjectsAndGold => i64::MAX,
        };
        paint(hand, enough)?;
        build(hand, wanted_building)?;
        train(hand)
    }
}

/// Farms while food is short, then a few galleries, then farms again.
fn wanted_building(hand: &mut Hand<'_, '_>, engineer: &UnitRecord) -> Option<BuildingKind> {
    let z = engineer.z;
    let is_fed = hand.spare_food(z) >= 9;
    if is_fed && hand.count_buildings(BuildingKind::Gallery, z) < GALLERIES {
        Some(BuildingKind::Gallery)
    } else {
        Some(BuildingKind::Farm)
    }
}

/// Trains artists first, because they pay for everything else, then engineers, and at harvest time pigs; all
/// of them only where they can be fed.
fn train(hand: &mut Hand<'_, '_>) -> Result<(), Stopped> {
    let left = hand.own_turns_left();
    for kind in [UnitKind::Artist, UnitKind::Engineer, UnitKind::Pig] {
        let stats = kind.stats();
        let is_wanted = |hand: &mut Hand<'_, '_>, z: u8| match kind {
            UnitKind::Artist => hand.gold(z) < PLENTY,
            UnitKind::Engineer => hand.count_units(kind, z) < ENGINEERS[usize::from(z)],
            _ => left <= HARVEST,
        };
        let is_in_time = left > u32::from(stats.train_turns);
        if !is_in_time || !(0..PERIODS as u8).any(|z| is_wanted(hand, z)) {
            continue;
        }
        let is_idle =
            |b: &&BuildingRecord| b.kind == stats.trained_by && b.complete && b.training.is_none();
        let idle: Vec<_> = hand.own_buildings().filter(is_idle).copied().collect();
        for building in idle {
            let z = building.z;
            let is_affordable = hand.gold(z) >= stats.cost(building.level);
            if is_affordable && is_wanted(hand, z) && hand.spare_food(z) >= stats.hunger {
                hand.call(Call::Train { building: building.id, kind })?;
            }
        }
    }
    Ok(())
}
