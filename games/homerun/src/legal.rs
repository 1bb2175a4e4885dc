//! What a unit may order now.
//!
//! Orders to neighbouring tiles are tried one by one: every unit sees its neighbours, so their outcome
//! follows from its view. Numbers, texts and drawings are open fields.

use crate::command::Call;
use crate::constants::{ARRAY_LENGTH, STRENGTH_MAX};
use crate::state::HomeRun;
use crate::types::{Direction, UnitType};
use agon_core::{Actor, Aim, LegalCall, Spot, Values};
use serde_json::json;

/// Appends what an actor may order now; nothing if it is not its turn.
pub(crate) fn legal_calls(game: &HomeRun, actor: Actor, out: &mut Vec<LegalCall<Call>>) {
    let Ok(slot) = game.speaker(actor) else {
        return;
    };
    let mut offer = |call: Call| {
        if game.check_order(slot, &call).is_ok() {
            let is_bat = matches!(call, Call::Bat(..));
            let entry = LegalCall::one(call);
            let strength = || Values::Number { min: 1, max: STRENGTH_MAX.into() };
            out.push(if is_bat { entry.open("/bat/1", strength()) } else { entry });
        }
    };
    for direction in Direction::ALL.map(Some) {
        offer(Call::Move(direction));
        for unit_type in UnitType::ALL {
            offer(Call::Recruit(Some(unit_type), direction));
        }
        offer(Call::ConstructBall(direction));
        offer(Call::MoveBall(direction));
        offer(Call::Bat(direction, 1));
    }
    // IDs of units out of sight are listed too. This reveals nothing: `CanSchedule` answers for any ID.
    for unit in game.living() {
        offer(Call::Schedule(unit.id.into()));
    }
    out.extend([Call::KillSelf, Call::Random].map(LegalCall::one));
    let index = Values::Number { min: 0, max: ARRAY_LENGTH as i64 - 1 };
    out.push(LegalCall::one(Call::Write(0, 0)).open("/write/0", index).open("/write/1", number()));
    notes(game, slot, out);
}

/// Any number of 32 bits.
fn number() -> Values {
    Values::Number { min: i32::MIN.into(), max: i32::MAX.into() }
}

/// Lines of text and drawings. Leaving out their arguments is a mistake in verbose games only.
fn notes(game: &HomeRun, slot: usize, out: &mut Vec<LegalCall<Call>>) {
    let optional = |values: Values| if game.rules.verbose { values } else { values.or_null() };
    let text = || optional(Values::Text { suggestions: Vec::new() });
    out.push(LegalCall::one(Call::Print(Some(String::new()))).open("/print", text()));
    let here = game.map.location(game.units[slot].cell);
    let near = Direction::ALL.map(|direction| here.step(direction));
    let tile = || {
        let near = near.iter().map(|at| json!(at)).collect();
        let any = Values::List { min: 2, max: 2, entries: Box::new(number()) };
        optional(Values::AnyOf(vec![Values::OneOf(near), any]))
    };
    let colour = || {
        let part = Values::AnyOf(vec![Values::Number { min: 0, max: 255 }, number()]);
        Values::List { min: 3, max: 3, entries: Box::new(part) }
    };
    let point = LegalCall::one(Call::DrawPoint(Some(here), [0; 3]));
    out.push(point.open("/draw_point/0", tile()).open("/draw_point/1", colour()));
    let line = LegalCall::one(Call::DrawLine(Some(here), Some(here), [0; 3]));
    let line = line.open("/draw_line/0", tile()).open("/draw_line/1", tile());
    out.push(line.open("/draw_line/2", colour()));
}

/// Where on the board an order belongs: the unit itself, and the tile or unit that it is aimed at.
pub(crate) fn aim(game: &HomeRun, actor: Actor, call: &Call) -> Aim {
    let Some(slot) = game.slot_of(actor) else { return Aim::NONE };
    let unit = &game.units[slot];
    let aim = Aim::by(Spot::Unit(unit.id.to_string()));
    let direction = match *call {
        Call::Move(direction)
        | Call::Recruit(_, direction)
        | Call::ConstructBall(direction)
        | Call::MoveBall(direction)
        | Call::Bat(direction, _) => direction,
        Call::Schedule(id) => return aim.at(Spot::Unit(id.to_string())),
        _ => None,
    };
    match direction {
        Some(direction) => {
            let at = game.map.location(unit.cell).step(direction);
            aim.at(Spot::Tile(vec![at.x, at.y]))
        }
        None => aim,
    }
}

/// Whether an order can tell the unit something new: it then sees other tiles, learns what its ball met, or
/// has drawn a random number.
pub(crate) fn reveals(call: &Call) -> bool {
    !matches!(call, Call::Write(..) | Call::Print(_) | Call::DrawPoint(..) | Call::DrawLine(..))
}
