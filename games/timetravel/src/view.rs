//! What a spectator sees: the frame a viewer draws, and the three boards as text for a terminal.

use crate::command::{Call, Reply};
use crate::constants::*;
use crate::map::Map;
use crate::map::draw::{INKS, ground_letter, ground_look, letter, write_boards};
use crate::state::Building;
use crate::state::TimeTravel;
use crate::types::{Cell, Id, Player};
use agon_core::{Actor, Deed, Grid};
use serde::{Serialize, Serializer};
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// All three periods after a turn, with the events of the turn. Constant fields take no space in a replay:
/// frames are stored as differences.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Frame {
    /// The turn that was played; `None` before the first.
    pub turn: Option<u32>,
    /// The player whose turn it was.
    pub player: Option<u8>,
    /// Turns of the match.
    pub turn_limit: u32,
    /// Coordinates run from `-radius` to `radius`.
    pub radius: i32,
    /// Names of the periods.
    pub periods: [&'static str; PERIODS],
    /// The ground of each period, one string per row from the smallest y: `.` free, `#` rock (closed
    /// to steps and buildings), `~` closed to steps only, `,` closed to buildings only.
    pub ground: [Ground; PERIODS],
    /// Portals by id.
    pub portals: BTreeMap<Id, PortalFrame>,
    /// Units by id.
    pub units: BTreeMap<Id, UnitFrame>,
    /// Buildings by id.
    pub buildings: BTreeMap<Id, BuildingFrame>,
    /// Numbers for the panels, by player.
    pub players: [PlayerFrame; PLAYERS],
    /// What happened in this turn, in order.
    pub events: Vec<Event>,
    /// The winner, in the last frame.
    pub winner: Option<u8>,
    /// How it was decided, in the last frame.
    pub result: Option<String>,
}

/// The ground of a period; serialises as a list of strings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ground(Grid<u8>);

impl Serialize for Ground {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let row = |row: &[u8]| row.iter().map(|&tile| char::from(tile)).collect::<String>();
        serializer.collect_seq(self.0.rows().map(row))
    }
}

/// One portal in a frame.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[allow(missing_docs, reason = "the names say it")]
pub struct PortalFrame {
    pub x: i32,
    pub y: i32,
    pub z: u8,
    pub direction: i8,
    pub fee: u32,
}

/// One unit in a frame.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[allow(missing_docs, reason = "the fields are named as in the rulebook")]
pub struct UnitFrame {
    pub owner: u8,
    #[serde(rename = "type")]
    pub kind: UnitKind,
    pub level: u8,
    pub x: i32,
    pub y: i32,
    pub z: u8,
    pub hp: i64,
    pub full_hp: i64,
}

/// One building in a frame; it covers `size` by `size` tiles from (x, y).
#[derive(Clone, Debug, PartialEq, Serialize)]
#[allow(missing_docs, reason = "the fields are named as in the rulebook")]
pub struct BuildingFrame {
    pub owner: u8,
    #[serde(rename = "type")]
    pub kind: BuildingKind,
    pub level: u8,
    pub x: i32,
    pub y: i32,
    pub z: u8,
    pub size: i32,
    pub hp: i64,
    pub full_hp: i64,
    pub complete: bool,
    pub linked: bool,
    pub training: Option<UnitKind>,
    /// Turns of training done and needed.
    pub progress: (u8, u8),
}

/// One player in a frame; the arrays run over the periods.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[allow(missing_docs, reason = "the names say it")]
pub struct PlayerFrame {
    pub gold: [i64; PERIODS],
    pub food: [i64; PERIODS],
    pub hunger: [i64; PERIODS],
    pub units: [u32; PERIODS],
    pub buildings: [u32; PERIODS],
    pub net_worth: i64,
}

/// Something a viewer may want to animate.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs, reason = "the variants are documented")]
pub enum Event {
    /// A unit took a step to (x, y).
    Moved { unit: Id, x: i32, y: i32 },
    /// A unit at `from` attacked (x, y).
    Attacked { unit: Id, from: (i32, i32, u8), x: i32, y: i32, hit: u32, destroyed: u32 },
    /// A unit at `from` painted at (x, y); `gold` is the income of each purse.
    Painted { unit: Id, from: (i32, i32, u8), x: i32, y: i32, gold: [i64; PERIODS] },
    /// An engineer worked on a building.
    Built { unit: Id, building: Id, z: u8, complete: bool },
    /// A unit went through a portal.
    Warped { unit: Id, z: u8, fee: i64, destroyed: u32 },
    /// A building began to train a unit.
    Training {
        building: Id,
        #[serde(rename = "type")]
        kind: UnitKind,
        price: i64,
    },
    /// A training or an unfinished building was cancelled.
    Cancelled { building: Id, refund: i64 },
    /// An order was refused; the reason as a sentence.
    Refused { why: String },
}

impl Frame {
    /// The frame of a position, with the orders of the turn that led to it.
    pub fn of(game: &TimeTravel, ended: &[Actor], deeds: &[Deed<TimeTravel>]) -> Frame {
        let player = ended.last().and_then(|&actor| Player::of(actor));
        // A turn that ended the game by a timeout was not counted.
        let counted = game.ending.is_none_or(|ending| !ending.decision.is_forfeit());
        let turn = player.map(|_| game.turn.saturating_sub(u32::from(counted)));
        let portals = game.map.portals().iter().zip(&game.fees).map(|(portal, &fee)| {
            let (x, y, z) = portal.cell.place();
            let direction = portal.direction;
            (portal.id, PortalFrame { x, y, z, direction, fee })
        });
        let units = game.units.iter().map(|unit| {
            let (x, y, z) = unit.cell.place();
            let (owner, full_hp) = (unit.owner.number(), unit.kind.stats().hp(unit.level));
            let (kind, level, hp) = (unit.kind, unit.level, unit.hp);
            (unit.id, UnitFrame { owner, kind, level, x, y, z, hp, full_hp })
        });
        Frame {
            turn,
            player: player.map(Player::number),
            turn_limit: game.rules.turn_limit,
            radius: RADIUS,
            periods: [0, 1, 2].map(period_name),
            ground: [0, 1, 2].map(|z| ground(&game.map, z)),
            portals: portals.collect(),
            units: units.collect(),
            buildings: game.buildings.iter().map(|b| (b.id, building_frame(b))).collect(),
            players: Player::BOTH.map(|player| player_frame(game, player)),
            events: deeds.iter().filter_map(Event::of).collect(),
            winner: game.ending.map(|ending| ending.winner.number()),
            result: game.ending.map(|ending| crate::rules::outcome(game, ending).reason.sentence),
        }
    }
}

fn building_frame(building: &Building) -> BuildingFrame {
    let (x, y, z) = building.corner.place();
    let needed = building.training.map_or(0, |kind| kind.stats().train_turns);
    BuildingFrame {
        owner: building.owner.number(),
        kind: building.kind,
        level: building.level,
        x,
        y,
        z,
        size: BUILDING_SIDE,
        hp: building.hp,
        full_hp: building.full_hp(),
        complete: building.complete,
        linked: building.linked,
        training: building.training,
        progress: (building.progress, needed),
    }
}

fn player_frame(game: &TimeTravel, player: Player) -> PlayerFrame {
    let mut frame = PlayerFrame {
        gold: game.gold(player),
        food: [0; PERIODS],
        hunger: [0; PERIODS],
        units: [0; PERIODS],
        buildings: [0; PERIODS],
        net_worth: game.net_worth(player),
    };
    for unit in game.units.iter().filter(|unit| unit.owner == player) {
        frame.units[unit.cell.period()] += 1;
        frame.hunger[unit.cell.period()] += unit.kind.stats().hunger;
    }
    for building in game.buildings.iter().filter(|b| b.owner == player) {
        let period = building.corner.period();
        frame.buildings[period] += 1;
        if building.complete {
            frame.food[period] += building.kind.stats().food(building.level);
        }
    }
    frame
}

fn ground(map: &Map, z: u8) -> Ground {
    let mut grid = Grid::new(SIDE, SIDE);
    for (tile, cell) in grid.cells_mut().iter_mut().zip(cells_of(z)) {
        *tile = ground_letter(map, cell);
    }
    Ground(grid)
}

fn cells_of(z: u8) -> impl Iterator<Item = Cell> {
    Cell::all().skip(usize::from(z) * AREA).take(AREA)
}

impl Event {
    fn of(deed: &Deed<TimeTravel>) -> Option<Event> {
        Some(match (&deed.call, &deed.reply) {
            (&Call::Move { unit, x, y }, Reply::Moved) => Event::Moved { unit, x, y },
            (&Call::Attack { unit, x, y }, &Reply::Attacked { from, hit, destroyed }) => {
                Event::Attacked { unit, from, x, y, hit, destroyed }
            }
            (&Call::Paint { unit, x, y }, &Reply::Painted { from, gold }) => {
                Event::Painted { unit, from, x, y, gold }
            }
            (&Call::Build { unit, .. }, &Reply::Built { building, z, complete, .. }) => {
                Event::Built { unit, building, z, complete }
            }
            (&Call::Warp { unit }, &Reply::Warped { z, fee, destroyed }) => {
                Event::Warped { unit, z, fee, destroyed }
            }
            (&Call::Train { building, kind }, &Reply::Training { price }) => {
                Event::Training { building, kind, price }
            }
            (&Call::Cancel { building }, &Reply::Cancelled { refund }) => {
                Event::Cancelled { building, refund }
            }
            (_, Reply::Refused(why)) => Event::Refused { why: why.to_string() },
            _ => return None,
        })
    }
}

/// A position as text. Buildings are S, G, F, M (barracks) and B (bunker). Units are their first letter (T is
/// artillery), to the left of their tile's ground. The first player's letters are capitals.
pub(crate) fn draw(game: &TimeTravel, colour: bool) -> String {
    let mut out = format!("Turn {} of {}\n", game.turn, game.rules.turn_limit);
    for player in Player::BOTH {
        let frame = player_frame(game, player);
        let [a, b, c] = frame.gold;
        let _ = writeln!(
            out,
            "{player}: gold {a} / {b} / {c}, {} units, {} buildings, worth {}",
            frame.units.iter().sum::<u32>(),
            frame.buildings.iter().sum::<u32>(),
            frame.net_worth,
        );
    }
    let mut units = BTreeMap::new();
    for unit in &game.units {
        let name = if unit.kind == UnitKind::Artillery { "T" } else { unit.kind.stats().name };
        units.insert(unit.cell, (letter(name, unit.owner), unit.owner));
    }
    out.push_str(&write_boards(colour, |cell| {
        let ([mut left, mut right], mut ink) = ground_look(&game.map, cell);
        if let Some(building) = game.building_at(cell) {
            let barracks = building.kind == BuildingKind::Barracks;
            let name = if barracks { "M" } else { building.kind.stats().name };
            right = letter(name, building.owner);
            ink = INKS[building.owner as usize];
        }
        if let Some(&(unit, owner)) = units.get(&cell) {
            (left, ink) = (unit, INKS[owner as usize]);
        }
        ([left, right], ink)
    }));
    out
}
