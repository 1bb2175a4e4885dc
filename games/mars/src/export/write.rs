//! Writes `*.awap23r` while a match is replayed.

use crate::command::{Call, Reply, RobotInfo};
use crate::constants::INITIAL_METAL;
use crate::map::TileKind;
use crate::profile::Transform;
use crate::state::{Decision, Mars};
use crate::types::{Cell, RobotId, RobotType, Team};
use agon_core::{Actor, End, Exporter, MatchInfo, Outcome, Scribe, Seat};
use serde_json::json;
use std::fmt::Write as _;

/// An entry of `robot_changes`: name, row, col, type, battery, team. Row and column -1 mean that the
/// robot is gone.
struct Change {
    name: RobotId,
    place: Option<(u8, u8)>,
    kind: RobotType,
    battery: u8,
    team: Team,
}

impl Change {
    fn of(info: &RobotInfo) -> Change {
        let RobotInfo { name, row, col, kind, battery, team, .. } = *info;
        Change { name, place: Some((row, col)), kind, battery, team }
    }

    fn gone(self) -> Change {
        Change { place: None, ..self }
    }

    fn text(&self) -> String {
        let (row, col) = self.place.map_or((-1, -1), |(row, col)| (row.into(), col.into()));
        let letter = &self.kind.word()[..1];
        let Change { name, battery, team, .. } = self;
        format!("[\"{name}\",{row},{col},\"{letter}\",{battery},\"{team}\"]")
    }
}

/// Builds the file of one match. Keys are in the order of the rulebook and without blanks, as in the
/// original's files.
pub(crate) struct Writer {
    head: String,
    turns: Vec<String>,
    explored: Vec<(u8, u8)>,
    terraformed: Vec<(u8, u8)>,
    changes: Vec<Change>,
    /// Every living robot after the last call: needed for the type of a destroyed mover, and to find
    /// batteries that rose between turns.
    robots: [Vec<RobotInfo>; 2],
    round: u16,
}

impl Writer {
    pub(crate) fn new(game: &Mars, info: &MatchInfo) -> Writer {
        Writer {
            head: head(game, info),
            turns: Vec::new(),
            explored: Vec::new(),
            terraformed: Vec::new(),
            changes: Vec::new(),
            robots: Team::BOTH.map(|team| roster(game, team)),
            round: game.round,
        }
    }

    fn known(&self, team: Team, id: RobotId) -> Option<&RobotInfo> {
        self.robots[team as usize].iter().find(|robot| robot.name == id)
    }

    fn write_turn(&mut self, game: &Mars, team: Team) {
        let state = game.team(team);
        let timed_out = game.ending.is_some_and(|ending| ending.decision == Decision::Timeout);
        let turn = if timed_out {
            let round = self.round;
            format!(
                "{{\"team\":\"{team}\",\"turn_number\":{round},\"metal\":-1,\"num_robots\":-1,\
                 \"num_terr\":-1,\"time_left\":-1,\"tiles_explored\":[],\"tiles_terraformed\":[],\
                 \"robot_changes\":[]}}"
            )
        } else {
            let changes: Vec<String> = self.changes.iter().map(Change::text).collect();
            format!(
                "{{\"team\":\"{team}\",\"turn_number\":{},\"metal\":{},\"num_robots\":{},\
                 \"num_terr\":{},\"time_left\":{},\"tiles_explored\":{},\"tiles_terraformed\":{},\
                 \"robot_changes\":[{}]}}",
                self.round,
                state.metal,
                state.robots.len(),
                state.tiles,
                python_float(state.bank_s),
                json!(self.explored),
                json!(self.terraformed),
                changes.join(",")
            )
        };
        self.turns.push(turn);
    }
}

impl Scribe<Mars> for Writer {
    fn call(&mut self, game: &Mars, actor: Actor, call: &Call, reply: &Reply) {
        let Some(team) = Team::of(actor) else { return };
        let subject = |writer: &Writer| match *call {
            Call::Move { robot, .. } | Call::Act { robot } | Call::Transform { robot, .. } => {
                writer.known(team, robot).copied()
            }
            _ => None,
        };
        match (subject(self), reply) {
            (_, Reply::Spawned(robot)) => self.changes.push(Change::of(robot)),
            (Some(mover), Reply::Moved { row, col }) => {
                self.changes.push(Change { place: Some((*row, *col)), ..Change::of(&mover) });
            }
            (Some(mover), Reply::Rammed { victim }) => {
                self.changes.push(Change::of(&mover).gone());
                self.changes.push(Change::of(victim).gone());
            }
            (Some(old), Reply::Transformed(robot)) => {
                if game.rules.transform == Transform::NewRobot {
                    self.changes.push(Change::of(&old).gone());
                }
                self.changes.push(Change::of(robot));
            }
            (_, Reply::Explored { tiles }) => self.explored.extend(tiles),
            (_, &Reply::Terraformed { row, col, .. }) => self.terraformed.push((row, col)),
            // An action writes no entry; the robot's next entry shows the new battery.
            (_, Reply::Mined { .. }) => {}
            _ => return,
        }
        self.robots = Team::BOTH.map(|team| roster(game, team));
    }

    fn end(&mut self, game: &Mars, actor: Actor, _end: &End) {
        let Some(team) = Team::of(actor) else { return };
        self.write_turn(game, team);
        self.explored.clear();
        self.terraformed.clear();
        self.changes.clear();
        self.round = game.round;
        // The upkeep of the next turn is already done: risen batteries are that turn's first entries.
        let next = game.team;
        let now = roster(game, next);
        let charged = now.iter().filter(|robot| {
            self.known(next, robot.name).is_some_and(|before| before.battery < robot.battery)
        });
        let charged: Vec<Change> = charged.map(Change::of).collect();
        if game.ending.is_none() {
            self.changes = charged;
        }
        self.robots = Team::BOTH.map(|team| roster(game, team));
    }
}

impl Exporter<Mars> for Writer {
    fn finish(self: Box<Self>, _game: &Mars, outcome: &Outcome) -> Vec<u8> {
        let winner = if outcome.winner() == Some(Seat(0)) { Team::Blue } else { Team::Red };
        let Writer { head, turns, .. } = *self;
        let text = head.replace(WINNER, winner.word());
        format!("{text}\"turns\":[{}]}}", turns.join(",")).into_bytes()
    }
}

/// Placeholder for the winner; it cannot occur in a name, because names are escaped JSON.
const WINNER: &str = "\u{1}";

fn roster(game: &Mars, team: Team) -> Vec<RobotInfo> {
    let width = game.map.width();
    game.team(team).robots.iter().map(|robot| robot.info(team, width)).collect()
}

/// Everything before the turns.
fn head(game: &Mars, info: &MatchInfo) -> String {
    let map = &game.map;
    let name = |seat: usize| info.bots.get(seat).cloned().unwrap_or_default();
    let (blue, red) = (name(0), name(1));
    let cells = || 0..map.cells() as Cell;
    let rocks: Vec<_> =
        cells().filter(|&c| map.kind(c) == TileKind::Impassable).map(|c| map.place(c)).collect();
    let list = |value: &dyn Fn(Cell) -> i32| -> Vec<(u8, u8, i32)> {
        let entry = |cell| (map.place(cell).0, map.place(cell).1, value(cell));
        cells().map(entry).filter(|entry| entry.2 != 0).collect()
    };
    let metal = list(&|cell| map.mining(cell).into());
    let terraformed = list(&|cell| map.terraform()[usize::from(cell)].into());
    let visible: Vec<(u8, u8, u8)> = cells()
        .flat_map(|cell| {
            let (row, col) = map.place(cell);
            let seen = |&(team, _): &(Team, u8)| game.is_visible(team, cell);
            [(Team::Red, 1), (Team::Blue, 2)]
                .into_iter()
                .filter(seen)
                .map(move |(_, player)| (row, col, player))
                .collect::<Vec<_>>()
        })
        .collect();
    let mut head = String::from("{");
    let mut key = |key: &str, value: serde_json::Value| {
        write!(head, "\"{key}\":{value},").expect("writing to a string cannot fail");
    };
    key("game_name", json!(format!("{blue}-{red}-{}", info.map)));
    key("map_name", json!(info.map));
    key("map_height", json!(map.height()));
    key("map_width", json!(map.width()));
    key("red_bot", json!(red));
    key("blue_bot", json!(blue));
    key("initial_metal", json!(INITIAL_METAL));
    head.push_str(&format!("\"winner\":\"{WINNER}\","));
    let mut key = |key: &str, value: serde_json::Value| {
        write!(head, "\"{key}\":{value},").expect("writing to a string cannot fail");
    };
    key("initial_map_passability", json!(rocks));
    key("initial_map_metal", json!(metal));
    key("initial_map_terraformed", json!(terraformed));
    key("initial_map_visible", json!(visible));
    head
}

/// A float as the original's language writes it: the shortest digits that read back the same, with
/// an exponent below 1e-4 and from 1e16 on.
fn python_float(number: f64) -> String {
    // Of two shortest forms that are equally near, Rust chooses the greater and Python the even one.
    // Rounding the exact value to the same number of digits breaks ties to even, as Python does.
    let shortest = format!("{number:e}");
    let decimals = shortest
        .split_once('e')
        .and_then(|(digits, _)| digits.split_once('.'))
        .map_or(0, |(_, decimals)| decimals.len());
    let scientific = format!("{number:.decimals$e}");
    let Some((digits, exponent)) = scientific.split_once('e') else {
        return scientific;
    };
    let exponent: i32 = exponent.parse().unwrap_or(0);
    if (-4..16).contains(&exponent) {
        let places = (decimals as i32 - exponent).max(0) as usize;
        let point = if places == 0 { ".0" } else { "" };
        format!("{number:.places$}{point}")
    } else {
        let sign = if exponent < 0 { '-' } else { '+' };
        format!("{digits}e{sign}{:02}", exponent.abs())
    }
}

#[cfg(test)]
mod tests {
    use super::python_float;

    #[test]
    fn floats_are_written_as_by_the_original() {
        for (number, text) in [
            (210.0, "210.0"),
            (5000.0, "5000.0"),
            (209.998415231704, "209.998415231704"),
            (0.1 + 0.2, "0.30000000000000004"),
            (0.5, "0.5"),
            (0.0, "0.0"),
            (0.0001, "0.0001"),
            (1e-5, "1e-05"),
            (1.5e-7, "1.5e-07"),
            (1e15, "1000000000000000.0"),
            (1e16, "1e+16"),
            // 209.936431884765625, exactly between two numbers of 17 digits.
            (209.0 + 30685.0 / 32768.0, "209.93643188476562"),
        ] {
            assert_eq!(python_float(number), text);
            assert_eq!(text.parse(), Ok(number));
        }
    }
}
