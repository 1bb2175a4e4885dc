//! The notable events of a turn: destroyed units and buildings, completed buildings, new types of units, and
//! eliminated players. Losses are reported once per player and period.

use crate::command::{Call, Reply};
use crate::constants::{PERIODS, UnitKind, period_name};
use crate::rules;
use crate::state::{Building, TimeTravel, Unit};
use crate::types::{Cell, Player};
use agon_core::{Deed, Event, EventKind, Spot};

/// The events between the positions `before` and `now`; `deeds` are the orders of the turn.
pub(crate) fn events(
    now: &TimeTravel,
    before: &TimeTravel,
    deeds: &[Deed<TimeTravel>],
) -> Vec<Event> {
    let mut events = Vec::new();
    for player in Player::BOTH {
        for z in 0..PERIODS as u8 {
            events.extend(lost_units(now, before, deeds, player, z));
            events.extend(lost_buildings(now, before, player, z));
        }
        events.extend(completed(now, before, player));
        let kinds = UnitKind::ALL.into_iter();
        events.extend(kinds.filter_map(|kind| first_of_kind(now, before, player, kind)));
        events.extend(lost_all(now, before, player));
    }
    events.extend(put_out(now, before));
    events
}

fn spot(cell: Cell) -> Spot {
    let (x, y, z) = cell.place();
    Spot::Tile(vec![x, y, z.into()])
}

/// Objects that a player lost in one period; `by` is the player who destroyed them, if known.
fn loss(player: Player, by: Option<Player>, what: String, first: Cell) -> Event {
    let period = period_name(first.z());
    let sentence = match by {
        Some(by) => format!("{by} destroyed {what} of {player} in the {period}"),
        None => format!("{player} lost {what} in the {period}"),
    };
    let event = Event::new(EventKind::Kill, sentence).to(player.seat()).at(spot(first));
    Event { by: by.map(Player::seat), ..event }
}

/// One object by its type, several by their number.
fn counted(count: usize, one: String, several: &str) -> String {
    if count == 1 { format!("the {one}") } else { format!("{count} {several}") }
}

/// Units that a player lost in a period: first those that the enemy destroyed, then the others. The enemy's
/// orders name the tiles that they hit; a unit that no such order explains died of hunger (R9) or by its
/// owner's orders.
fn lost_units(
    now: &TimeTravel,
    before: &TimeTravel,
    deeds: &[Deed<TimeTravel>],
    player: Player,
    z: u8,
) -> impl Iterator<Item = Event> {
    let lost = before
        .units
        .iter()
        .filter(|unit| unit.owner == player && unit.cell.z() == z && now.unit(unit.id).is_none());
    let is_hit = |unit: &&Unit| {
        let by_enemy = |deed: &&Deed<TimeTravel>| Player::of(deed.actor) == Some(player.other());
        deeds.iter().filter(by_enemy).any(|deed| hits(now, deed, unit.cell))
    };
    let (hit, other): (Vec<&Unit>, Vec<&Unit>) = lost.partition(is_hit);
    [(hit, Some(player.other())), (other, None)].into_iter().filter_map(move |(units, by)| {
        let first = units.first()?;
        let what = counted(units.len(), first.kind.to_string(), "units");
        Some(loss(player, by, what, first.cell))
    })
}

/// Whether an order destroyed something, and on this tile.
fn hits(now: &TimeTravel, deed: &Deed<TimeTravel>, cell: Cell) -> bool {
    match (&deed.call, &deed.reply) {
        (&Call::Attack { x, y, .. }, &Reply::Attacked { from: (_, _, z), destroyed: 1.., .. }) => {
            cell.place() == (x, y, z)
        }
        (_, &Reply::Warped { z, destroyed: 1.., .. }) => {
            cell.z() == z && now.map.portal_at(cell).is_some()
        }
        // R8 Its copies destroy what is in their way.
        (_, &Reply::Built { building, complete: true, .. }) => {
            now.building(building).is_some_and(|building| {
                let same_place = |own: Cell| (own.x(), own.y()) == (cell.x(), cell.y());
                building.corner.z() < cell.z() && building.cells().into_iter().any(same_place)
            })
        }
        _ => false,
    }
}

/// Buildings that a player lost in a period by orders of the enemy. Buildings that he cancelled are left out.
fn lost_buildings(now: &TimeTravel, before: &TimeTravel, player: Player, z: u8) -> Option<Event> {
    if before.current == player {
        return None;
    }
    let mut lost = before.buildings.iter().filter(|building| {
        building.owner == player && building.corner.z() == z && now.building(building.id).is_none()
    });
    let first = lost.next()?;
    let what = counted(1 + lost.count(), first.kind.to_string(), "buildings");
    Some(loss(player, Some(player.other()), what, first.corner))
}

/// R8 Buildings that a player completed; the event includes their copies in later periods.
fn completed(now: &TimeTravel, before: &TimeTravel, player: Player) -> Vec<Event> {
    let is_new = |building: &&Building| {
        let was_complete = before.building(building.id).is_some_and(|before| before.complete);
        building.owner == player && building.complete && !was_complete
    };
    let new: Vec<&Building> = now.buildings.iter().filter(is_new).collect();
    let at = |corner: Option<Cell>, building: &Building| {
        new.iter().any(|other| Some(other.corner) == corner && other.kind == building.kind)
    };
    let originals = new.iter().filter(|building| !at(building.corner.earlier(), building));
    let event = |building: &&Building| {
        let (kind, period) = (building.kind, period_name(building.corner.z()));
        let later = building.corner.later();
        let copies = [later, later.and_then(Cell::later)].into_iter().flatten();
        let copies = copies.take_while(|&copy| at(Some(copy), building));
        let copies: Vec<&str> = copies.map(|copy| period_name(copy.z())).collect();
        let mut sentence = format!("{player} completed a {kind} in the {period}");
        if !copies.is_empty() {
            sentence += &format!(", with a copy in the {}", copies.join(" and the "));
        }
        let event = Event::new(EventKind::Build, sentence).by(player.seat());
        event.at(spot(building.corner))
    };
    originals.map(event).collect()
}

/// R7 A unit of a type of which the player had none before.
fn first_of_kind(
    now: &TimeTravel,
    before: &TimeTravel,
    player: Player,
    kind: UnitKind,
) -> Option<Event> {
    let find = |game: &TimeTravel| {
        let units = game.units.iter().find(|unit| unit.owner == player && unit.kind == kind);
        units.copied()
    };
    let unit = find(now).filter(|_| find(before).is_none())?;
    let period = period_name(unit.cell.z());
    let sentence = format!("{player} has a new type of unit: {kind} in the {period}");
    Some(Event::new(EventKind::Build, sentence).by(player.seat()).at(spot(unit.cell)))
}

/// R12.1 A player without units or buildings who had some before.
fn lost_all(now: &TimeTravel, before: &TimeTravel, player: Player) -> impl Iterator<Item = Event> {
    let has_unit = |game: &TimeTravel| game.units.iter().any(|unit| unit.owner == player);
    let has_building = |game: &TimeTravel| game.buildings.iter().any(|b| b.owner == player);
    let lost = [
        ("unit", has_unit(before) && !has_unit(now)),
        ("building", has_building(before) && !has_building(now)),
    ];
    lost.into_iter().filter(|&(_, is_lost)| is_lost).map(move |(what, _)| {
        let sentence = format!("{player} lost the last {what}");
        Event::new(EventKind::Elimination, sentence).to(player.seat())
    })
}

/// R12.3 A player who lost at once by a timeout, a crash or leaving.
fn put_out(now: &TimeTravel, before: &TimeTravel) -> Option<Event> {
    let ending = now.ending.filter(|_| before.ending.is_none())?;
    ending.decision.is_forfeit().then(|| {
        let sentence = rules::outcome(now, ending).reason.sentence;
        Event::new(EventKind::Elimination, sentence).to(ending.winner.other().seat())
    })
}
