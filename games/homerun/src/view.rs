//! What a spectator sees: the frame a viewer draws, and the position as text for a terminal.

use crate::command::{Call, Reply};
use crate::map::{Cell, Look, Map, look_of, unit_look, write_board};
use crate::state::{HomeRun, Incident, Occupant, Phase, Unit};
use crate::types::{Direction, Location, Team, UnitType};
use agon_core::{Actor, Deed, Game, Spot};
use serde::{Serialize, Serializer};
use std::collections::BTreeMap;
use std::fmt::Write;

/// The board after a round, with what happened in it. Coordinates have no offset. Fields that never
/// change cost nothing in a replay: frames are stored as differences.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Frame {
    /// The round that was played; -1 before the first.
    pub round: i32,
    /// The terrain: `.` grass, `~` water, `b` base, `s` stadium; one string per row, the first is
    /// the northernmost (the highest y).
    pub tiles: Vec<String>,
    /// What bots see added to x and y.
    pub offset: [u16; 2],
    /// Living units by their creation number, which is never used twice.
    pub units: BTreeMap<u32, UnitFrame>,
    /// Where balls lie.
    pub balls: Vec<[i32; 2]>,
    /// Numbers for the panels: A, B.
    pub teams: [TeamFrame; 2],
    /// What happened in the round, in order.
    pub events: Vec<FrameEvent>,
    /// What units printed and drew in the round.
    pub notes: Vec<Note>,
    /// The winner, in the last frame.
    pub winner: Option<Team>,
    /// How it was decided, in the last frame.
    pub result: Option<String>,
}

/// One unit in a frame.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[allow(missing_docs, reason = "the fields are named as in the handbook")]
pub struct UnitFrame {
    pub id: u16,
    pub team: Team,
    #[serde(rename = "type")]
    pub unit_type: UnitType,
    pub x: i32,
    pub y: i32,
    #[serde(serialize_with = "shortest")]
    pub move_cd: f32,
    #[serde(serialize_with = "shortest")]
    pub act_cd: f32,
    pub carrying: bool,
    /// Its energy counter at the end of its last turn.
    pub energy: u32,
    /// Its last turn was cut off by the energy limit.
    pub paused: bool,
    /// How far it sees, squared.
    pub vision: i32,
    /// Its place in the turn queue, from 1; not known in replays of the original program.
    pub order: Option<u16>,
}

/// One team in a frame.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[allow(missing_docs, reason = "the names say it")]
pub struct TeamFrame {
    /// `None`, like the next two, if the player of the frame does not know it.
    #[serde(serialize_with = "shortest_known")]
    pub points: Option<f32>,
    #[serde(serialize_with = "shortest_known")]
    pub reputation: Option<f32>,
    /// Reputation and what the units cost: the second tie-break.
    #[serde(serialize_with = "shortest_known")]
    pub value: Option<f32>,
    pub pitchers: usize,
    pub batters: usize,
    pub catchers: usize,
    /// All units, the headquarters included.
    pub units: usize,
}

/// Something a viewer may want to animate.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs, reason = "the variants are documented")]
pub enum FrameEvent {
    /// A unit went from one tile to another.
    Moved { from: [i32; 2], to: [i32; 2] },
    /// A ball or a unit was batted; the last tile may be off the map or the place of a collision.
    Batted { from: [i32; 2], to: [i32; 2] },
    /// A ball hit a ball, a headquarters, a pitcher or a batter.
    Explosion { at: [i32; 2] },
    /// A unit was recruited; its ID.
    Recruited { id: u16 },
    /// A unit's call was refused, in a sentence; its creation number.
    Refused { unit: u32, why: String },
}

/// Something a unit printed or drew, with its creation number. Colours are `#rrggbb`.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs, reason = "the variants are documented")]
pub enum Note {
    /// A line of text.
    Printed { unit: u32, text: String },
    /// A marked tile.
    Point { unit: u32, at: [i32; 2], colour: String },
    /// A line between two tiles.
    Line { unit: u32, from: [i32; 2], to: [i32; 2], colour: String },
}

/// Serialises a 32-bit number with its shortest digits; as 64 bits it would have nine more.
fn shortest<S: Serializer>(number: &f32, serializer: S) -> Result<S::Ok, S::Error> {
    let short = number.to_string().parse();
    serializer.serialize_f64(short.unwrap_or(f64::from(*number)))
}

fn shortest_known<S: Serializer>(number: &Option<f32>, serializer: S) -> Result<S::Ok, S::Error> {
    match number {
        Some(number) => shortest(number, serializer),
        None => serializer.serialize_none(),
    }
}

impl Frame {
    /// The board as it is, with what the `ended` actors did in the round that led to it: those of both teams,
    /// or of one.
    ///
    /// The position after a round is already at the first turn of the next one: that round's income
    /// is paid, and the first unit's cooldowns are counted down.
    pub(crate) fn of(game: &HomeRun, ended: &[Actor], deeds: &[Deed<HomeRun>]) -> Frame {
        let map = &game.map;
        let ending = match game.phase {
            Phase::Over(ending) => Some(ending),
            _ => None,
        };
        let round = played_round(game, ended);
        let has_moved = Team::BOTH.map(|team| ended.iter().any(|&e| game.seat(e) == team.seat()));
        let events = game.incidents(round).iter();
        let events = events.filter(|incident| has_moved[incident.by().index()]);
        let events = events.filter_map(|incident| FrameEvent::of(incident, map));
        let more = deeds.iter().filter_map(FrameEvent::of_deed);
        let has_ball = |cell: &Cell| game.occupants[cell.index()] == Occupant::BALL;
        let balls = map.cells().filter(has_ball);
        let mut units: BTreeMap<u32, UnitFrame> =
            game.living().map(|unit| (unit.serial + 1, UnitFrame::of(unit, map))).collect();
        let mut place_in_queue = 0;
        for entry in &game.queue {
            // A unit may have several entries; its first one counts.
            if let Some(unit) = units.get_mut(&(entry.serial + 1)).filter(|u| u.order.is_none()) {
                place_in_queue += 1;
                unit.order = Some(place_in_queue);
            }
        }
        Frame {
            round,
            tiles: rows(map),
            offset: map.plan().offset,
            units,
            balls: balls.map(|cell| place(map, cell)).collect(),
            teams: Team::BOTH.map(|team| TeamFrame::of(game, team)),
            events: events.chain(more).collect(),
            notes: deeds.iter().filter_map(|deed| note(map, deed)).collect(),
            winner: ending.map(|ending| ending.winner),
            result: ending.map(|ending| game.outcome(ending).reason.sentence),
        }
    }
}

/// The tiles that some unit of a team sees, by cell.
fn sight(game: &HomeRun, team: Team) -> Vec<bool> {
    let mut seen = vec![false; game.occupants.len()];
    for unit in game.living().filter(|unit| unit.team == team) {
        for glance in game.map.glances(unit.unit_type.vision()) {
            seen[unit.cell.shifted(glance.delta).index()] = true;
        }
    }
    seen
}

impl Frame {
    /// R7 The board as the units of one team see it together: tiles out of their sight are `#`, and what is
    /// on them is missing. Only the team's own orders have events and notes.
    pub(crate) fn of_team(
        game: &HomeRun,
        team: Team,
        ended: &[Actor],
        deeds: &[Deed<HomeRun>],
    ) -> Frame {
        let map = &game.map;
        let seen = sight(game, team);
        let is_seen = |cell: Cell| seen[cell.index()];
        let own = |deed: &&Deed<HomeRun>| game.seat(deed.actor) == team.seat();
        let mut frame = Frame::of(game, ended, &[]);
        // Which units have had their turns is not known to the team.
        frame.round = if ended.is_empty() { -1 } else { game.round };
        for (row, y) in frame.tiles.iter_mut().zip((0..map.height()).rev()) {
            let tiles = (0..map.width()).zip(row.chars());
            *row = tiles
                .map(|(x, tile)| if is_seen(map.cell_at(x, y)) { tile } else { '#' })
                .collect();
        }
        let at = |x: i32, y: i32| map.cell_at(x as _, y as _);
        frame.units.retain(|_, unit| unit.team == team || is_seen(at(unit.x, unit.y)));
        frame.balls.retain(|&[x, y]| is_seen(at(x, y)));
        let mut queued: Vec<&mut UnitFrame> = frame.units.values_mut().collect();
        queued.sort_by_key(|unit| (unit.team != team, unit.order));
        for (place, unit) in queued.into_iter().enumerate() {
            let is_own = unit.team == team;
            unit.order = unit.order.filter(|_| is_own).map(|_| place as u16 + 1);
            if !is_own {
                (unit.energy, unit.paused) = (0, false);
            }
        }
        let enemies = |unit_type| {
            let of_type = |unit: &&UnitFrame| unit.team != team && unit.unit_type == unit_type;
            frame.units.values().filter(of_type).count()
        };
        frame.teams[team.other().index()] = TeamFrame {
            points: None,
            reputation: None,
            value: None,
            pitchers: enemies(UnitType::Pitcher),
            batters: enemies(UnitType::Batter),
            catchers: enemies(UnitType::Catcher),
            units: frame.units.values().filter(|unit| unit.team != team).count(),
        };
        frame.events = deeds.iter().filter(own).filter_map(FrameEvent::of_deed).collect();
        frame.notes = deeds.iter().filter(own).filter_map(|deed| note(map, deed)).collect();
        frame
    }
}

/// R7 Whether a team notices an event: it happened to the team, or on a tile in its sight.
pub(crate) fn notices(game: &HomeRun, team: Team, event: &agon_core::Event) -> bool {
    let is_seen = match &event.at {
        Some(Spot::Tile(at)) => match at[..] {
            [x, y] => {
                let cell = game.map.cell_of(Location::new(x, y));
                cell.is_some_and(|cell| sight(game, team)[cell.index()])
            }
            _ => false,
        },
        _ => event.by == Some(team.seat()),
    };
    is_seen || event.to == Some(team.seat())
}

/// R7 How many units of the other team are in sight.
pub(crate) fn contacts(game: &HomeRun, team: Team) -> usize {
    let seen = sight(game, team);
    game.living().filter(|unit| unit.team != team && seen[unit.cell.index()]).count()
}

/// The round a frame shows: a position at the first turn of a round shows the round before.
pub(crate) fn played_round(game: &HomeRun, ended: &[Actor]) -> i32 {
    if ended.is_empty() {
        return -1;
    }
    if matches!(game.phase, Phase::Over(_)) {
        return game.round;
    }
    let running = game.running_slot();
    let mut others = game.living_slots().filter(|&slot| slot != running);
    let has_played = others.any(|slot| game.units[slot].last_round == game.round);
    game.round - i32::from(!has_played)
}

fn place(map: &Map, cell: Cell) -> [i32; 2] {
    let (x, y) = map.place(cell);
    [x, y]
}

/// The tile `steps` further in a direction, which may be off the map.
pub(crate) fn beyond(map: &Map, from: Cell, direction: Direction, steps: u8) -> [i32; 2] {
    let [x, y] = place(map, from);
    let steps = i32::from(steps);
    [x + direction.dx() * steps, y + direction.dy() * steps]
}

fn rows(map: &Map) -> Vec<String> {
    let row = |y| {
        let symbols = (0..map.width()).map(|x| map.terrain_at(x, y).symbol());
        symbols.collect()
    };
    (0..map.height()).rev().map(row).collect()
}

impl UnitFrame {
    fn of(unit: &Unit, map: &Map) -> UnitFrame {
        let (x, y) = map.place(unit.cell);
        UnitFrame {
            id: unit.id,
            team: unit.team,
            unit_type: unit.unit_type,
            x,
            y,
            move_cd: unit.move_cd,
            act_cd: unit.act_cd,
            carrying: unit.carrying,
            energy: unit.energy,
            paused: unit.is_paused,
            vision: unit.unit_type.vision(),
            order: None,
        }
    }
}

impl TeamFrame {
    fn of(game: &HomeRun, team: Team) -> TeamFrame {
        let count = |unit_type| {
            let units = game.living().filter(|unit| unit.team == team);
            units.filter(|unit| unit.unit_type == unit_type).count()
        };
        let state = &game.teams[team.index()];
        TeamFrame {
            points: Some(state.points),
            reputation: Some(state.reputation),
            value: Some(game.value(team)),
            pitchers: count(UnitType::Pitcher),
            batters: count(UnitType::Batter),
            catchers: count(UnitType::Catcher),
            units: game.living().filter(|unit| unit.team == team).count(),
        }
    }
}

impl FrameEvent {
    fn of(incident: &Incident, map: &Map) -> Option<FrameEvent> {
        Some(match *incident {
            Incident::Move { from, to, .. } => {
                FrameEvent::Moved { from: place(map, from), to: place(map, to) }
            }
            Incident::Bat { from, direction, steps, .. } => FrameEvent::Batted {
                from: place(map, from),
                to: beyond(map, from, direction, steps),
            },
            Incident::Explosion { at, .. } => FrameEvent::Explosion { at: place(map, at) },
            Incident::Kill { .. } => return None,
        })
    }

    fn of_deed(deed: &Deed<HomeRun>) -> Option<FrameEvent> {
        match &deed.reply {
            Reply::Recruited(id) => Some(FrameEvent::Recruited { id: *id }),
            Reply::Refused(why) => Some(FrameEvent::Refused {
                unit: creation_number(deed.actor),
                why: why.to_string(),
            }),
            _ => None,
        }
    }
}

/// Counts units from 1 in the order of their creation.
pub(crate) fn creation_number(actor: Actor) -> u32 {
    (actor.0 >> 1) + 1
}

/// A colour with its parts clamped to 0..=255.
pub(crate) fn colour_code(parts: [i32; 3]) -> String {
    let [r, g, b] = parts.map(|part| part.clamp(0, 255));
    format!("#{r:02x}{g:02x}{b:02x}")
}

/// A tile that a bot named, without the offset; without a tile the original drew at (0, 0).
pub(crate) fn drawn_place(map: &Map, at: Option<Location>) -> [i32; 2] {
    let [ox, oy] = map.plan().offset.map(i32::from);
    at.map_or([0, 0], |at| [at.x.saturating_sub(ox), at.y.saturating_sub(oy)])
}

fn note(map: &Map, deed: &Deed<HomeRun>) -> Option<Note> {
    let unit = creation_number(deed.actor);
    match &deed.call {
        Call::Print(text) => text.as_ref().map(|text| Note::Printed { unit, text: text.clone() }),
        Call::DrawPoint(at, colour) => {
            Some(Note::Point { unit, at: drawn_place(map, *at), colour: colour_code(*colour) })
        }
        Call::DrawLine(from, to, colour) => Some(Note::Line {
            unit,
            from: drawn_place(map, *from),
            to: drawn_place(map, *to),
            colour: colour_code(*colour),
        }),
        _ => None,
    }
}

/// A position as text: the map with units and balls (`o`) on it.
pub(crate) fn draw(game: &HomeRun, colour: bool) -> String {
    draw_as_seen(game, colour, None)
}

/// R7 The position as the units of one team see it together, as text.
pub(crate) fn draw_of_team(game: &HomeRun, team: Team, colour: bool) -> String {
    draw_as_seen(game, colour, Some(team))
}

fn draw_as_seen(game: &HomeRun, colour: bool, seen_by: Option<Team>) -> String {
    let seen = seen_by.map(|team| sight(game, team));
    let mut out = format!("Round {} of {}\n", game.round, game.rules.last_round);
    for team in Team::BOTH.into_iter().filter(|&team| seen_by.is_none_or(|own| own == team)) {
        let TeamFrame { pitchers, batters, catchers, .. } = TeamFrame::of(game, team);
        let state = &game.teams[team.index()];
        let (points, reputation) = (state.points, state.reputation);
        writeln!(
            out,
            "{team}  {points:8.3} points  {reputation:8.3} reputation  {pitchers:3} pitchers  \
             {batters:3} batters  {catchers:3} catchers"
        )
        .expect("a String takes everything");
    }
    out.push_str(&write_board(&game.map, colour, |cell| {
        if seen.as_ref().is_some_and(|seen| !seen[cell.index()]) {
            return Look { symbol: ' ', ink: 0, paper: None };
        }
        let look = look_of(game.map.terrain(cell));
        match game.occupants[cell.index()] {
            Occupant::NOTHING => look,
            Occupant::BALL => Look { symbol: 'o', ink: 231, ..look },
            unit => {
                let unit = &game.units[unit.slot()];
                unit_look(unit.team, unit.unit_type, unit.carrying, look)
            }
        }
    }));
    out
}
