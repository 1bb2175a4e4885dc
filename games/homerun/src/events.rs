//! What is worth noticing in a round: kills, balls that hit a headquarters, bases with a new holder,
//! recruits, and teams without units.

use crate::command::{Call, Reply};
use crate::map::Cell;
use crate::state::{HomeRun, Incident};
use crate::types::{Team, UnitType};
use crate::view::played_round;
use agon_core::{Actor, Deed, Event, EventKind, Game, Spot};

/// What happened between the position `before` and `now`.
pub(crate) fn events(
    now: &HomeRun,
    before: &HomeRun,
    ended: &[Actor],
    deeds: &[Deed<HomeRun>],
) -> Vec<Event> {
    let incidents = now.incidents(played_round(now, ended)).iter();
    let mut events: Vec<Event> =
        incidents.filter_map(|incident| incident_event(now, incident)).collect();
    events.extend(now.map.bases().iter().filter_map(|&base| capture(now, before, base)));
    events.extend(deeds.iter().filter_map(|deed| recruit(now, deed)));
    for team in Team::BOTH {
        let units = |game: &HomeRun| game.living().filter(|unit| unit.team == team).count();
        if units(before) > 0 && units(now) == 0 {
            let sentence = format!("{team} lost its last unit");
            events.push(Event::new(EventKind::Elimination, sentence).to(team.seat()));
        }
    }
    events
}

/// A tile as calls name it: with the map's offset.
fn spot(game: &HomeRun, cell: Cell) -> Spot {
    Spot::Tile(<[i32; 2]>::from(game.map.location(cell)).to_vec())
}

fn incident_event(game: &HomeRun, incident: &Incident) -> Option<Event> {
    match *incident {
        Incident::Kill { team, unit_type, id, at, by } => {
            let (kind, victim) = (EventKind::Kill, team.seat());
            let event = match by {
                None => Event::new(kind, format!("{unit_type} {id} of {team} died")),
                Some(by) if by == team => {
                    Event::new(kind, format!("{team} killed its own {unit_type} {id}"))
                        .by(by.seat())
                }
                Some(by) => {
                    let sentence = format!("{by} killed {unit_type} {id} of {team}");
                    Event::new(kind, sentence).by(by.seat())
                }
            };
            Some(event.to(victim).at(spot(game, at)))
        }
        Incident::Explosion { at, by } => {
            let team = Team::BOTH.into_iter().find(|&team| game.map.hq(team) == at)?;
            let sentence = format!("a ball of {by} hit the headquarters of {team}");
            let event = Event::new(EventKind::Hit, sentence).by(by.seat()).to(team.seat());
            Some(event.at(spot(game, at)))
        }
        Incident::Move { .. } | Incident::Bat { .. } => None,
    }
}

/// R4.1 The team whose pitcher stands on a base.
fn holder(game: &HomeRun, base: Cell) -> Option<Team> {
    let occupant = game.occupants[base.index()];
    let unit = occupant.is_unit().then(|| &game.units[occupant.slot()])?;
    (unit.unit_type == UnitType::Pitcher).then_some(unit.team)
}

/// A base on which a pitcher stands, but none of its team stood before.
fn capture(now: &HomeRun, before: &HomeRun, base: Cell) -> Option<Event> {
    let (team, old) = (holder(now, base)?, holder(before, base));
    if old == Some(team) {
        return None;
    }
    let at = now.map.location(base);
    let (sentence, loser) = match old {
        Some(old) => (format!("{team} took the base at {at} from {old}"), Some(old)),
        None => (format!("{team} took the base at {at}"), None),
    };
    let event = Event::new(EventKind::Capture, sentence).by(team.seat()).at(spot(now, base));
    Some(match loser {
        Some(loser) => event.to(loser.seat()),
        None => event,
    })
}

/// R6 A unit that a headquarters recruited.
fn recruit(game: &HomeRun, deed: &Deed<HomeRun>) -> Option<Event> {
    let (Call::Recruit(Some(unit_type), _), Reply::Recruited(id)) = (&deed.call, &deed.reply)
    else {
        return None;
    };
    let team = Team::BOTH[game.seat(deed.actor).index()];
    let event = Event::new(EventKind::Build, format!("{team} recruited {unit_type} {id}"));
    Some(event.by(team.seat()).at(spot(game, game.map.hq(team))))
}
