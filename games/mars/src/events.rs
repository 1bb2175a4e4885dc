//! The events of a turn: robots that rammed each other, tiles taken from the enemy, the first robot of a
//! type, and teams that lost everything. Captures of neutral land and further robots of a type are left out
//! because they are too frequent.

use crate::command::{Call, Reply, RobotInfo};
use crate::rules;
use crate::state::{Decision, Mars};
use crate::types::{Cell, RobotType, Team};
use agon_core::{Deed, Event, EventKind, Spot};

/// The events between the positions `before` and `now`; `deeds` are the orders of the turn.
pub(crate) fn events(now: &Mars, before: &Mars, deeds: &[Deed<Mars>]) -> Vec<Event> {
    let mut events: Vec<Event> = deeds.iter().filter_map(ram).collect();
    for team in Team::BOTH {
        events.extend(lost_tiles(now, before, team));
        let kinds = RobotType::ALL.into_iter();
        events.extend(kinds.filter_map(|kind| first_of_kind(now, before, team, kind)));
        events.extend(lost_all(now, before, team));
    }
    events.extend(put_out(now, before));
    events
}

/// R7.2 A robot rammed another one.
fn ram(deed: &Deed<Mars>) -> Option<Event> {
    let (&Call::Move { robot, .. }, Reply::Rammed { victim }) = (&deed.call, &deed.reply) else {
        return None;
    };
    let by = Team::of(deed.actor)?;
    let RobotInfo { name, team: to, row, col, .. } = *victim;
    let whose = if to == by { "its own".to_owned() } else { format!("{to}'s") };
    let sentence = format!("{by}'s {robot} rammed {whose} {name}: both were destroyed");
    let event = Event::new(EventKind::Kill, sentence).by(by.seat()).to(to.seat());
    Some(event.at(Spot::Tile(vec![row.into(), col.into()])))
}

/// R7.3 Tiles that a team has lost in the turn: one event, placed at the first of them.
fn lost_tiles(now: &Mars, before: &Mars, team: Team) -> Option<Event> {
    let is_lost = |&cell: &Cell| before.is_own(team, cell) && !now.is_own(team, cell);
    let mut lost = (0..now.map.cells() as Cell).filter(is_lost);
    let first = lost.next()?;
    let (row, col) = now.map.place(first);
    let enemy = team.other();
    let sentence = match 1 + lost.count() {
        1 => format!("{team} lost the tile ({row}, {col}) to {enemy}"),
        count => format!("{team} lost {count} tiles to {enemy}"),
    };
    let event = Event::new(EventKind::Capture, sentence).by(enemy.seat()).to(team.seat());
    Some(event.at(Spot::Tile(vec![row.into(), col.into()])))
}

/// R7.1, R7.4 The team's first robot of a type.
fn first_of_kind(now: &Mars, before: &Mars, team: Team, kind: RobotType) -> Option<Event> {
    let find =
        |game: &Mars| game.team(team).robots.iter().find(|robot| robot.kind == kind).copied();
    let robot = find(now).filter(|_| find(before).is_none())?;
    let (row, col) = now.map.place(robot.cell);
    let article = if kind == RobotType::Explorer { "an" } else { "a" };
    let sentence = format!("{team} now has {article} {}: {}", kind.word(), robot.id);
    let event = Event::new(EventKind::Build, sentence).by(team.seat());
    Some(event.at(Spot::Tile(vec![row.into(), col.into()])))
}

/// A team lost its last robot or its last tile.
fn lost_all(now: &Mars, before: &Mars, team: Team) -> impl Iterator<Item = Event> {
    let [had, has] = [before, now].map(|game| game.team(team));
    let lost = [
        ("robot", !had.robots.is_empty() && has.robots.is_empty()),
        ("tile", had.tiles > 0 && has.tiles == 0),
    ];
    lost.into_iter().filter(|&(_, is_lost)| is_lost).map(move |(what, _)| {
        let sentence = format!("{team} lost its last {what}");
        Event::new(EventKind::Elimination, sentence).to(team.seat())
    })
}

/// R8, R10 A team lost early because its time ran out or its program ended.
fn put_out(now: &Mars, before: &Mars) -> Option<Event> {
    let ending = now.ending.filter(|_| before.ending.is_none())?;
    matches!(ending.decision, Decision::Timeout | Decision::Gone).then(|| {
        let sentence = rules::outcome(now).reason.sentence;
        Event::new(EventKind::Elimination, sentence).to(ending.winner.other().seat())
    })
}
