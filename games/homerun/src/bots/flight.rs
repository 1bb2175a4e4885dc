//! Predicts the effect of a bat from a view; the solid bot's batters choose by it.

use crate::constants::STRENGTH_MAX;
use crate::observe::View;
use crate::types::{Direction, Location, Terrain, UnitInfo, UnitType};

/// The value of killing a unit; losing an own one costs the same.
fn worth(unit: &UnitInfo) -> i32 {
    unit.unit_type.cost() as i32
}

fn signed_worth(view: &View, unit: &UnitInfo) -> i32 {
    match unit.team == view.me.team {
        true => -2 * worth(unit),
        false => worth(unit),
    }
}

/// The bat that gains most: its direction and strength. `None` if none gains anything.
pub(super) fn best_bat(view: &View) -> Option<(Direction, i32)> {
    let mut best = (0, None);
    for &direction in Direction::neighbours() {
        let at = view.me.at.step(direction);
        let (strength, gain) = if view.has_ball(at) {
            best_bat_of_ball(view, at, direction)
        } else if view.unit_at(at).is_some() {
            best_bat_of_unit(view, at, direction)
        } else {
            continue;
        };
        if gain > best.0 {
            best = (gain, Some((direction, strength)));
        }
    }
    best.1
}

/// The strength that gains most when the unit at `from` is batted, and what it gains.
pub(super) fn best_bat_of_unit(view: &View, from: Location, direction: Direction) -> (i32, i32) {
    let Some(unit) = view.unit_at(from).filter(|u| u.unit_type != UnitType::Hq) else {
        return (1, 0);
    };
    let gains = (1..=STRENGTH_MAX).map(|s| (s, gain_of_unit(view, unit, direction, s)));
    gains.max_by_key(|&(_, gain)| gain).unwrap_or((1, 0))
}

fn gain_of_unit(view: &View, unit: &UnitInfo, direction: Direction, strength: i32) -> i32 {
    let own = signed_worth(view, unit);
    let mut at = unit.at;
    for _ in 0..strength {
        let next = at.step(direction);
        match view.tile(next) {
            // Out of sight: the flight is judged up to here.
            None => break,
            Some(Terrain::Outside | Terrain::Water) => return own,
            Some(_) => {}
        }
        if view.has_ball(next) {
            return own;
        }
        match view.unit_at(next) {
            None => at = next,
            Some(other) => match other.unit_type {
                UnitType::Hq => return own,
                UnitType::Catcher => break,
                _ => return own + signed_worth(view, other),
            },
        }
    }
    // No unit dies, but an enemy that stood on a base or a stadium earns nothing for a while.
    let earned = matches!(view.tile(unit.at), Some(Terrain::Base | Terrain::Stadium));
    let earns = matches!(view.tile(at), Some(Terrain::Base | Terrain::Stadium));
    match unit.team == view.me.team || earns || at == unit.at {
        true => -1,
        false => 1 + 10 * i32::from(earned),
    }
}

/// The strength that gains most when the ball at `from` is batted, and what it gains.
pub(super) fn best_bat_of_ball(view: &View, from: Location, direction: Direction) -> (i32, i32) {
    let gains = (1..=STRENGTH_MAX).map(|s| (s, gain_of_ball(view, from, direction, s)));
    gains.max_by_key(|&(_, gain)| gain).unwrap_or((1, 0))
}

fn gain_of_ball(view: &View, from: Location, direction: Direction, strength: i32) -> i32 {
    let mut gain = 0;
    let mut at = from;
    for _ in 0..strength {
        at = at.step(direction);
        if !view.tile(at).is_some_and(Terrain::is_land) || view.has_ball(at) {
            return gain;
        }
        let Some(unit) = view.unit_at(at) else {
            continue;
        };
        match unit.unit_type {
            UnitType::Hq if unit.team == view.me.team => return gain - 1000,
            UnitType::Hq => return gain + 1000,
            UnitType::Catcher => return gain,
            _ => gain += signed_worth(view, unit),
        }
    }
    gain
}
