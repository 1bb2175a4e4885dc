//! Random orders: the bot `random`, and the calls for fuzzing.

use super::hand::{Desk, Hand};
use crate::command::Call;
use crate::constants::*;
use crate::observe::{Position, View};
use crate::state::TimeTravel;
use crate::types::{Id, Player};
use agon_core::{Bot, Rng, Stopped, Turn};

/// The bot `random`.
pub struct Random {
    rng: Rng,
    desk: Desk,
}

impl Random {
    /// A bot whose orders are determined by a seed.
    pub fn new(seed: u64) -> Random {
        Random { rng: Rng::new(seed), desk: Desk::default() }
    }
}

impl Bot<TimeTravel> for Random {
    fn turn(&mut self, view: &View, turn: &mut Turn<'_, TimeTravel>) -> Result<(), Stopped> {
        let own = |owner: u8| owner == view.you;
        let units = view.position.units.iter().filter(|u| own(u.owner)).count();
        let buildings = view.position.buildings.iter().filter(|b| own(b.owner)).count();
        let mut hand = Hand::new(&mut self.desk, view, turn);
        for _ in 0..(3 * units + buildings).min(300) {
            let call = wild(&hand.view.position, view.you, &mut self.rng);
            hand.call(call)?;
        }
        Ok(())
    }
}

/// A random call of one actor, often a plausible one.
pub(crate) fn wild_call(game: &TimeTravel, player: Player, rng: &mut Rng) -> Call {
    wild(&game.position(), player.number(), rng)
}

fn wild(position: &Position, player: u8, rng: &mut Rng) -> Call {
    if rng.chance(1, 20) {
        return absurd(position, rng);
    }
    let buildings = position.buildings.iter().filter(|b| b.owner == player);
    if rng.chance(1, 4)
        && let Some(building) = pick_of(buildings, rng)
    {
        if rng.chance(1, 6) {
            return Call::Cancel { building: building.id };
        }
        let taught = |kind: &UnitKind| kind.stats().trained_by == building.kind;
        let kinds: Vec<_> = UnitKind::ALL.into_iter().filter(taught).collect();
        let any = kinds.is_empty() || rng.chance(1, 10);
        let kind = *rng.pick(if any { &UnitKind::ALL } else { &kinds });
        return Call::Train { building: building.id, kind };
    }
    let units = position.units.iter().filter(|u| u.owner == player);
    let Some(unit) = pick_of(units, rng) else {
        return absurd(position, rng);
    };
    let near = |rng: &mut Rng, reach: i32| {
        (unit.x + rng.range(-reach, reach), unit.y + rng.range(-reach, reach))
    };
    let here = (unit.x, unit.y, unit.z);
    let on_portal = position.portals.iter().any(|p| (p.x, p.y, p.z) == here);
    if on_portal && rng.chance(1, 3) {
        return Call::Warp { unit: unit.id };
    }
    let id = unit.id;
    let act = rng.chance(1, 2);
    match unit.kind {
        UnitKind::Artist if act => {
            let (x, y) = near(rng, 1);
            Call::Paint { unit: id, x, y }
        }
        UnitKind::Engineer if act => {
            let (x, y) = near(rng, 2);
            let kind = rng.chance(9, 10).then(|| *rng.pick(&BuildingKind::ALL));
            Call::Build { unit: id, x, y, kind }
        }
        UnitKind::Artist | UnitKind::Engineer | UnitKind::Pig => step(id, unit.x, unit.y, rng),
        _ if act => {
            let (x, y) = near(rng, unit.kind.stats().range_max);
            Call::Attack { unit: id, x, y }
        }
        _ => step(id, unit.x, unit.y, rng),
    }
}

/// One of several items, which are counted instead of collected.
fn pick_of<T>(items: impl Iterator<Item = T> + Clone, rng: &mut Rng) -> Option<T> {
    let count = items.clone().count() as u32;
    let mut items = items;
    if count == 0 { None } else { items.nth(rng.below(count) as usize) }
}

fn step(unit: Id, x: i32, y: i32, rng: &mut Rng) -> Call {
    let (dx, dy) = *rng.pick(&[(1, 0), (-1, 0), (0, 1), (0, -1)]);
    Call::Move { unit, x: x + dx, y: y + dy }
}

/// Any order with any numbers.
fn absurd(position: &Position, rng: &mut Rng) -> Call {
    let id = |rng: &mut Rng| match rng.below(4) {
        0 => rng.next_u64() as Id,
        1 => Id::MAX,
        _ => rng.below(position.next_id.max(1)),
    };
    let number = |rng: &mut Rng| match rng.below(6) {
        0 => i32::MIN,
        1 => i32::MAX,
        2 => rng.next_u64() as i32,
        _ => rng.range(-RADIUS - 2, RADIUS + 2),
    };
    let (unit, x, y) = (id(rng), number(rng), number(rng));
    match rng.below(7) {
        0 => Call::Move { unit, x, y },
        1 => Call::Attack { unit, x, y },
        2 => Call::Paint { unit, x, y },
        3 => {
            let kind = rng.chance(1, 2).then(|| *rng.pick(&BuildingKind::ALL));
            Call::Build { unit, x, y, kind }
        }
        4 => Call::Warp { unit },
        5 => Call::Train { building: unit, kind: *rng.pick(&UnitKind::ALL) },
        _ => Call::Cancel { building: unit },
    }
}
