//! Random orders: the bot `random`, and the calls for fuzzing.

use super::economy::cell_of;
use super::hand::{Desk, Hand};
use super::ways::{Board, board_of, has};
use crate::command::Call;
use crate::constants::*;
use crate::observe::{Position, View};
use crate::state::TimeTravel;
use crate::types::{Cell, Id, Player};
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
        let mut hand = Hand::new(&mut self.desk, view, turn);
        let mut own = Own::of(&hand.view.position, view.you);
        for _ in 0..(3 * own.units.len() + own.buildings.len()).min(300) {
            own.update(&hand.view.position, view.you);
            let call = wild(&hand.view.position, &own, &mut self.rng);
            hand.call(call)?;
        }
        Ok(())
    }
}

/// A random call of one actor, often a plausible one.
pub(crate) fn wild_call(game: &TimeTravel, player: Player, rng: &mut Rng) -> Call {
    let position = game.position();
    wild(&position, &Own::of(&position, player.number()), rng)
}

/// Where a player's units and buildings are in the lists of a position, and the tiles with portals. Kept from
/// call to call, because every call draws one of them.
struct Own {
    units: Vec<usize>,
    buildings: Vec<usize>,
    portals: Board,
    /// Numbers of the position that are different after anything has appeared or gone: all units, all
    /// buildings and the next id.
    counts: (usize, usize, Id),
}

impl Own {
    fn of(position: &Position, player: u8) -> Own {
        let portals = position.portals.iter().filter_map(|p| Cell::new(p.x, p.y, p.z));
        let portals = board_of(portals);
        let (units, buildings, counts) = (Vec::new(), Vec::new(), (0, 0, 0));
        let mut own = Own { units, buildings, portals, counts };
        own.update(position, player);
        own
    }

    fn update(&mut self, position: &Position, player: u8) {
        let Position { units, buildings, next_id, .. } = position;
        let counts = (units.len(), buildings.len(), *next_id);
        if self.counts == counts {
            return;
        }
        self.counts = counts;
        self.units.clear();
        self.units.extend((0..units.len()).filter(|&at| units[at].owner == player));
        self.buildings.clear();
        self.buildings.extend((0..buildings.len()).filter(|&at| buildings[at].owner == player));
    }
}

/// A random call of the player who has these objects.
fn wild(position: &Position, own: &Own, rng: &mut Rng) -> Call {
    if rng.chance(1, 20) {
        return absurd(position, rng);
    }
    if rng.chance(1, 4) && !own.buildings.is_empty() {
        let building = &position.buildings[*rng.pick(&own.buildings)];
        if rng.chance(1, 6) {
            return Call::Cancel { building: building.id };
        }
        let taught = |kind: &UnitKind| kind.stats().trained_by == building.kind;
        let mut taught = UnitKind::ALL.into_iter().filter(taught);
        let count = taught.clone().count() as u32;
        let fitting = match count == 0 || rng.chance(1, 10) {
            true => None,
            false => taught.nth(rng.below(count) as usize),
        };
        let kind = fitting.unwrap_or_else(|| *rng.pick(&UnitKind::ALL));
        return Call::Train { building: building.id, kind };
    }
    if own.units.is_empty() {
        return absurd(position, rng);
    }
    let unit = &position.units[*rng.pick(&own.units)];
    let near = |rng: &mut Rng, reach: i32| {
        (unit.x + rng.range(-reach, reach), unit.y + rng.range(-reach, reach))
    };
    let on_portal = cell_of(unit).is_some_and(|cell| has(&own.portals[cell.period()], cell));
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
