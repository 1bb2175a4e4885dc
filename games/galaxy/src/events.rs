//! What is worth noticing in a command turn: captures, fortifications, torpedoes that hit the opponent,
//! and the loss of a last system.

use crate::command::Order;
use crate::constants::FORTIFY_PER_COST;
use crate::map::SystemId;
use crate::state::{GalaxyCommander, Moment, PlanesView};
use crate::types::Side;
use agon_core::{Event, EventKind, Spot};

/// What happened in the command turn between the position `before` and `now`.
pub(crate) fn events(now: &GalaxyCommander, before: &GalaxyCommander) -> Vec<Event> {
    if now.action() == before.action() {
        return Vec::new();
    }
    let mut events = Vec::new();
    let mut owners = before.planes();
    for (step, moment) in now.trail().moments().iter().enumerate() {
        let after = now.planes.after(step);
        for side in Side::BOTH {
            events.extend(fortification(now, moment, after, side));
            events.extend(capture(now, moment, owners, side));
            events.extend(hit(now, moment, after, side));
        }
        owners = after;
    }
    for side in Side::BOTH {
        let owned = |game: &GalaxyCommander| game.planes().count(side.colour());
        if owned(before) > 0 && owned(now) == 0 {
            let sentence = format!("{side} lost its last system");
            let lost = Event::new(EventKind::Elimination, sentence).to(side.seat());
            events.push(lost.by(side.other().seat()));
        }
    }
    events
}

fn spot(game: &GalaxyCommander, system: SystemId) -> Spot {
    Spot::Unit(game.galaxy().name(system).to_string())
}

/// R7 A fortification that raised the capture cost.
fn fortification(
    game: &GalaxyCommander,
    moment: &Moment,
    after: PlanesView<'_>,
    side: Side,
) -> Option<Event> {
    let report = &moment.reports[side.index()];
    let Order::Fortify(FORTIFY_PER_COST..) = report.order else {
        return None;
    };
    if report.lost.is_some() {
        return None;
    }
    let system = moment.agents[side.index()].system;
    let (name, cost) = (game.galaxy().name(system), after.capture_cost(system));
    let sentence = format!("{side} fortified {name}: its capture cost is now {cost}");
    Some(Event::new(EventKind::Build, sentence).by(side.seat()).at(spot(game, system)))
}

/// R8 A system with a new owner; `owners` is the position before the action.
fn capture(
    game: &GalaxyCommander,
    moment: &Moment,
    owners: PlanesView<'_>,
    side: Side,
) -> Option<Event> {
    let system = moment.reports[side.index()].captured?;
    let name = game.galaxy().name(system);
    let rival = side.other();
    let is_taken = owners.owner(system) == rival.colour();
    let sentence = match is_taken {
        true => format!("{side} captured {name} from {rival}"),
        false => format!("{side} captured {name}"),
    };
    let event = Event::new(EventKind::Capture, sentence).by(side.seat()).at(spot(game, system));
    Some(if is_taken { event.to(rival.seat()) } else { event })
}

/// R9 A torpedo that went off at the opponent's agent or in one of its systems.
fn hit(
    game: &GalaxyCommander,
    moment: &Moment,
    after: PlanesView<'_>,
    side: Side,
) -> Option<Event> {
    let (system, damage) = moment.reports[side.index()].blast.filter(|&(_, damage)| damage > 0)?;
    let name = game.galaxy().name(system);
    let rival = side.other();
    let sentence = if moment.agents[rival.index()].system == system {
        format!("a torpedo of {side} hit {rival} in {name}: {damage} damage")
    } else if after.owner(system) == rival.colour() {
        format!("a torpedo of {side} hit {rival}'s system {name}: {damage} damage")
    } else {
        return None;
    };
    let event = Event::new(EventKind::Hit, sentence).by(side.seat()).to(rival.seat());
    Some(event.at(spot(game, system)))
}
