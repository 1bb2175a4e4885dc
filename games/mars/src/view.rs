//! What a spectator sees: the frame a viewer draws, and the board as text for a terminal.

use crate::command::{Reply, RobotInfo};
use crate::map::draw::{BLUE_INK, Look, RED_INK, look_of, write_board};
use crate::observe::HIDDEN;
use crate::state::Mars;
use crate::types::{Cell, RobotId, RobotType, Team};
use agon_core::{Actor, Deed, Grid, Spot};
use serde::Serialize;
use std::collections::BTreeMap;

/// The board after a turn (and after the upkeep of the next), with the events of that turn. Replays store
/// frames as differences, so constant fields take no space.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Frame {
    /// The round, from 1; 0 before the first turn.
    pub round: u32,
    /// The team whose turn it was.
    pub team: Option<Team>,
    /// `T`, `M` or `I`, one string per row.
    #[serde(serialize_with = "Grid::serialize_text")]
    pub tiles: Grid<u8>,
    /// Yields of deposits.
    pub mining: Grid<u8>,
    /// Terraform values, blue positive.
    pub terraform: Grid<i8>,
    /// Which teams have seen a tile: 0 neither, 1 blue, 2 red, 3 both; one string of digits per row.
    #[serde(serialize_with = "Grid::serialize_text")]
    pub seen: Grid<u8>,
    /// Living robots by name.
    pub robots: BTreeMap<RobotId, RobotFrame>,
    /// Numbers for the panels: blue, red.
    pub teams: [TeamFrame; 2],
    /// The events of this turn, in order.
    pub events: Vec<Event>,
    /// The winner, in the last frame.
    pub winner: Option<Team>,
    /// How it was decided, in the last frame.
    pub result: Option<String>,
}

/// One robot in a frame.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[allow(missing_docs, reason = "the fields are named as in the handbook")]
pub struct RobotFrame {
    pub team: Team,
    #[serde(rename = "type")]
    pub kind: RobotType,
    pub row: u8,
    pub col: u8,
    pub battery: u8,
}

/// One team in a frame.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[allow(missing_docs, reason = "the names say it")]
pub struct TeamFrame {
    /// `None` if the player of the frame does not know it.
    pub metal: Option<i32>,
    pub robots: usize,
    pub tiles: usize,
    /// `None` if the player of the frame does not know it.
    pub time_left: Option<f64>,
}

/// An event that a viewer may animate.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs, reason = "the variants are documented")]
pub enum Event {
    /// A robot appeared.
    Spawned { name: RobotId, row: u8, col: u8 },
    /// Two robots destroyed each other: the victim's tile.
    Rammed { mover: Option<RobotId>, victim: Option<RobotId>, row: u8, col: u8 },
    /// A robot was rebuilt.
    Transformed { name: RobotId, row: u8, col: u8 },
    /// A tile moved one step towards a team.
    Terraformed { row: u8, col: u8 },
    /// Tiles became visible.
    Explored { tiles: Vec<(u8, u8)> },
    /// Metal was mined.
    Mined { name: RobotId, metal: i32 },
    /// A call was refused, in a sentence.
    Refused { why: String },
}

impl Frame {
    /// The current board, with the calls of the turn that led to it.
    pub fn of(game: &Mars, ended: &[Actor], deeds: &[Deed<Mars>]) -> Frame {
        let map = &game.map;
        let team = ended.last().and_then(|&actor| Team::of(actor));
        // The position after red's turn is already in the next round; the frame shows the turn.
        let begun = team == Some(Team::Red) && game.ending.is_none();
        let round = if team.is_none() { 0 } else { game.round - u16::from(begun) };
        let mut tiles = Grid::new(map.height(), map.width());
        let mut mining = Grid::new(map.height(), map.width());
        let mut terraform = Grid::new(map.height(), map.width());
        let mut seen = Grid::new(map.height(), map.width());
        tiles.cells_mut().copy_from_slice(map.letters());
        mining.cells_mut().copy_from_slice(map.yields());
        for cell in 0..map.cells() {
            terraform.cells_mut()[cell] = game.terraform(cell as Cell);
            let [blue, red] = Team::BOTH.map(|t| u8::from(game.is_visible(t, cell as Cell)));
            seen.cells_mut()[cell] = b'0' + blue + 2 * red;
        }
        let robots = Team::BOTH.iter().flat_map(|&team| {
            game.team(team).robots.iter().map(move |robot| {
                let info = robot.info(team, map.width());
                (robot.id, RobotFrame::of(&info))
            })
        });
        let teams = Team::BOTH.map(|team| {
            let state = game.team(team);
            TeamFrame {
                metal: Some(state.metal),
                robots: state.robots.len(),
                tiles: state.tiles.into(),
                time_left: Some(state.bank_s),
            }
        });
        Frame {
            round: round.into(),
            team,
            tiles,
            mining,
            terraform,
            seen,
            robots: robots.collect(),
            teams,
            events: deeds.iter().filter_map(Event::of).collect(),
            winner: game.ending.map(|ending| ending.winner),
            result: game.ending.map(|_| crate::rules::outcome(game).reason.sentence),
        }
    }

    /// R6 The board as one team sees it: hidden tiles are `#`, enemies on them are missing, and the enemy's
    /// numbers count what is in sight. Only the team's own orders have events.
    pub fn of_team(game: &Mars, team: Team, ended: &[Actor], deeds: &[Deed<Mars>]) -> Frame {
        let mut frame = Frame::of(game, ended, &[]);
        let enemy = team.other();
        let mut tiles = 0;
        for cell in 0..game.map.cells() {
            let is_seen = game.is_visible(team, cell as Cell);
            frame.seen.cells_mut()[cell] =
                b'0' + u8::from(is_seen) * if team == Team::Blue { 1 } else { 2 };
            if !is_seen {
                frame.tiles.cells_mut()[cell] = HIDDEN;
                frame.mining.cells_mut()[cell] = 0;
                frame.terraform.cells_mut()[cell] = 0;
            } else if game.is_own(enemy, cell as Cell) {
                tiles += 1;
            }
        }
        let is_seen = |robot: &RobotFrame| {
            let cell = game.map.cell(robot.row.into(), robot.col.into());
            robot.team == team || cell.is_some_and(|cell| game.is_visible(team, cell))
        };
        frame.robots.retain(|_, robot| is_seen(robot));
        let robots = frame.robots.values().filter(|robot| robot.team == enemy).count();
        frame.teams[enemy as usize] = TeamFrame { metal: None, robots, tiles, time_left: None };
        let own = deeds.iter().filter(|deed| Team::of(deed.actor) == Some(team));
        frame.events = own.filter_map(Event::of).collect();
        frame
    }
}

/// R6 Whether a team notices an event: it happened to the team, or on a tile that the team sees.
pub(crate) fn notices(game: &Mars, team: Team, event: &agon_core::Event) -> bool {
    let is_seen = match &event.at {
        Some(Spot::Tile(at)) => match at[..] {
            [row, col] => game.map.cell(row, col).is_some_and(|cell| game.is_visible(team, cell)),
            _ => false,
        },
        _ => event.by == Some(team.seat()),
    };
    is_seen || event.to == Some(team.seat())
}

/// R6 How many enemies a team sees.
pub(crate) fn contacts(game: &Mars, team: Team) -> usize {
    let enemies = &game.team(team.other()).robots;
    enemies.iter().filter(|robot| game.is_visible(team, robot.cell)).count()
}

impl RobotFrame {
    fn of(info: &RobotInfo) -> RobotFrame {
        let RobotInfo { team, kind, row, col, battery, .. } = *info;
        RobotFrame { team, kind, row, col, battery }
    }
}

impl Event {
    fn of(deed: &Deed<Mars>) -> Option<Event> {
        use crate::command::Call;
        Some(match (&deed.call, &deed.reply) {
            (_, Reply::Spawned(robot)) => {
                Event::Spawned { name: robot.name, row: robot.row, col: robot.col }
            }
            (Call::Move { robot, .. }, Reply::Rammed { victim }) => Event::Rammed {
                mover: Some(*robot),
                victim: Some(victim.name),
                row: victim.row,
                col: victim.col,
            },
            (_, Reply::Transformed(robot)) => {
                Event::Transformed { name: robot.name, row: robot.row, col: robot.col }
            }
            (_, Reply::Explored { tiles }) => Event::Explored { tiles: tiles.to_vec() },
            (_, &Reply::Terraformed { row, col, .. }) => Event::Terraformed { row, col },
            (Call::Act { robot }, Reply::Mined { metal }) => {
                Event::Mined { name: *robot, metal: *metal }
            }
            (_, Reply::Refused(why)) => Event::Refused { why: why.to_string() },
            _ => return None,
        })
    }
}

/// A position as text: the map with robots on it, E, M and T for blue's, e, m and t for red's.
pub fn draw(game: &Mars, colour: bool) -> String {
    draw_as_seen(game, colour, None)
}

/// R6 The position as one team sees it, as text: hidden tiles are empty.
pub(crate) fn draw_of_team(game: &Mars, team: Team, colour: bool) -> String {
    draw_as_seen(game, colour, Some(team))
}

fn draw_as_seen(game: &Mars, colour: bool, seen_by: Option<Team>) -> String {
    let mut out = format!("Round {} of {}\n", game.round, game.rules.rounds);
    for team in Team::BOTH.into_iter().filter(|&team| seen_by.is_none_or(|own| own == team)) {
        let state = game.team(team);
        out.push_str(&format!(
            "{:4}  {:4} tiles  {:3} robots  {:5} metal  {:6.1} s left\n",
            team.word(),
            state.tiles,
            state.robots.len(),
            state.metal,
            state.bank_s
        ));
    }
    out.push_str(&write_board(&game.map, colour, |cell| {
        if seen_by.is_some_and(|team| !game.is_visible(team, cell)) {
            return Look { text: "  ".into(), ink: 0, paper: None };
        }
        let look = look_of(game.map.tile(cell), game.terraform(cell));
        match game.robot_at(cell) {
            None => look,
            Some((team, robot)) => {
                let letter = robot.kind.word().chars().next().unwrap_or('?');
                let (letter, ink) = match team {
                    Team::Blue => (letter.to_ascii_uppercase(), BLUE_INK),
                    Team::Red => (letter, RED_INK),
                };
                Look { text: format!(" {letter}"), ink, ..look }
            }
        }
    }));
    out
}
