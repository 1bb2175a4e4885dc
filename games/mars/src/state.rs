//! The position of a game: everything that changes during play.

use crate::command::RobotInfo;
use crate::constants::*;
use crate::map::Map;
use crate::profile::Rules;
use crate::types::{Cell, RobotId, RobotType, Team};
use agon_core::{StateHash, StateHasher};
use std::sync::Arc;

/// A robot on the map.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Robot {
    /// Its number, which is its name.
    pub id: RobotId,
    /// Where it stands.
    pub cell: Cell,
    /// Its type.
    pub kind: RobotType,
    /// 0..=120.
    pub battery: u8,
    /// Whether it moved in its team's current or last turn.
    pub moved: bool,
    /// Whether it acted in its team's current or last turn.
    pub acted: bool,
}

impl Robot {
    /// The facts about this robot of a team on a map of this width.
    pub fn info(&self, team: Team, width: usize) -> RobotInfo {
        RobotInfo {
            name: self.id,
            team,
            kind: self.kind,
            row: (self.cell / width as u16) as u8,
            col: (self.cell % width as u16) as u8,
            battery: self.battery,
            moved: self.moved,
            acted: self.acted,
            action_cost: self.kind.action_cost(),
        }
    }
}

/// A team's metal, time bank, robots and number of tiles.
#[derive(Debug)]
pub struct TeamState {
    /// Metal; negative only after a transformation under the original rules.
    pub metal: i32,
    /// The time bank in seconds at the start of the team's current or next turn.
    pub bank_s: f64,
    /// Living robots in order of creation, which is also the order of their ids.
    pub robots: Vec<Robot>,
    /// Number of tiles with the team's sign.
    pub tiles: u16,
}

impl TeamState {
    /// The index of a robot in the list.
    pub fn index_of(&self, id: RobotId) -> Option<usize> {
        self.robots.binary_search_by_key(&id, |robot| robot.id).ok()
    }

    /// The robot with this id.
    pub fn robot(&self, id: RobotId) -> Option<&Robot> {
        self.index_of(id).map(|i| &self.robots[i])
    }
}

/// What decided a finished game.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum Decision {
    Tiles,
    Robots,
    Metal,
    TimeBank,
    Default,
    Timeout,
    Gone,
}

/// A finished game.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) struct Ending {
    pub winner: Team,
    pub decision: Decision,
}

/// One position of Mars Makeover.
#[derive(Debug)]
pub struct Mars {
    pub(crate) map: Arc<Map>,
    pub(crate) rules: Rules,
    pub(crate) round: u16,
    pub(crate) team: Team,
    pub(crate) teams: [TeamState; 2],
    pub(crate) next_robot: u32,
    /// Tiles on which the team on turn has spawned this turn (conflict C15).
    pub(crate) spawned: Vec<Cell>,
    pub(crate) ending: Option<Ending>,
    /// Four planes of one byte per tile: terraform (signed), visible to blue, visible to red (0 or 255),
    /// occupant (0, or the team's number plus one). One buffer holds all of them, so that copying the
    /// position is one copy of memory.
    pub(crate) planes: Vec<u8>,
}

agon_core::clone_in_place! {
    TeamState { shared: ; cloned: metal, bank_s, robots, tiles; scratch: ; }
}

agon_core::clone_in_place! {
    Mars {
        shared: map;
        cloned: rules, round, team, teams, next_robot, spawned, ending, planes;
        scratch: ;
    }
}

const TERRAFORM: usize = 0;
const VISIBLE: usize = 1;
const OCCUPANT: usize = 3;

impl Mars {
    /// R4 The board at the start: each team sees its base and the tiles around it; there are no robots.
    pub(crate) fn start(map: Arc<Map>, rules: Rules) -> Mars {
        let cells = map.cells();
        let mut planes = vec![0; 4 * cells];
        for (plane, &value) in planes.iter_mut().zip(map.terraform()) {
            *plane = value as u8;
        }
        let team = || TeamState {
            metal: INITIAL_METAL,
            bank_s: rules.time_bank_s,
            robots: Vec::with_capacity(cells.min(512)),
            tiles: 0,
        };
        let mut game = Mars {
            teams: [team(), team()],
            round: 1,
            team: Team::Blue,
            next_robot: 1,
            spawned: Vec::with_capacity(cells.min(512)),
            ending: None,
            map,
            rules,
            planes,
        };
        for cell in 0..cells as Cell {
            let value = game.terraform(cell);
            for team in Team::BOTH {
                if value * team.sign() > 0 {
                    game.teams[team as usize].tiles += 1;
                    game.reveal_round(team, cell, |_| {});
                }
            }
        }
        game
    }

    /// The map being played.
    pub fn map(&self) -> &Map {
        &self.map
    }

    /// The rules being played.
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The team whose turn it is (after the end: the team that moved last).
    pub fn team_on_turn(&self) -> Team {
        self.team
    }

    /// The state of a team.
    pub fn team(&self, team: Team) -> &TeamState {
        &self.teams[team as usize]
    }

    /// The terraform value of a tile, blue positive.
    pub fn terraform(&self, cell: Cell) -> i8 {
        self.plane(TERRAFORM)[usize::from(cell)] as i8
    }

    /// Whether a tile belongs to a team.
    pub fn is_own(&self, team: Team, cell: Cell) -> bool {
        self.terraform(cell) * team.sign() > 0
    }

    /// Whether a team has seen a tile.
    pub fn is_visible(&self, team: Team, cell: Cell) -> bool {
        self.visible_plane(team)[usize::from(cell)] != 0
    }

    /// The team whose robot stands on a tile.
    pub fn occupant(&self, cell: Cell) -> Option<Team> {
        match self.plane(OCCUPANT)[usize::from(cell)] {
            0 => None,
            1 => Some(Team::Blue),
            _ => Some(Team::Red),
        }
    }

    /// The robot on a tile.
    pub fn robot_at(&self, cell: Cell) -> Option<(Team, &Robot)> {
        let team = self.occupant(cell)?;
        let robot = self.team(team).robots.iter().find(|robot| robot.cell == cell);
        robot.map(|robot| (team, robot))
    }

    /// All terraform values, blue positive, one byte per tile.
    pub(crate) fn terraform_plane(&self) -> &[u8] {
        self.plane(TERRAFORM)
    }

    /// One byte per tile: 255 if the team has seen it, else 0.
    pub(crate) fn visible_plane(&self, team: Team) -> &[u8] {
        self.plane(VISIBLE + team as usize)
    }

    /// One byte per tile: 0 if no robot stands there.
    pub(crate) fn occupant_plane(&self) -> &[u8] {
        self.plane(OCCUPANT)
    }

    fn plane(&self, plane: usize) -> &[u8] {
        let cells = self.planes.len() / 4;
        &self.planes[plane * cells..][..cells]
    }

    fn plane_mut(&mut self, plane: usize) -> &mut [u8] {
        let cells = self.planes.len() / 4;
        &mut self.planes[plane * cells..][..cells]
    }

    pub(crate) fn set_occupant(&mut self, cell: Cell, team: Option<Team>) {
        self.plane_mut(OCCUPANT)[usize::from(cell)] = team.map_or(0, |team| team as u8 + 1);
    }

    /// Sets which tiles a team has seen.
    pub(crate) fn set_visible(&mut self, team: Team, seen: impl Iterator<Item = bool>) {
        for (plane, seen) in self.plane_mut(VISIBLE + team as usize).iter_mut().zip(seen) {
            *plane = if seen { 255 } else { 0 };
        }
    }

    /// Moves a tile's value one step towards a team and updates both teams' tile counters.
    pub(crate) fn terraform_towards(&mut self, team: Team, cell: Cell) {
        let before = self.terraform(cell);
        let after = before + team.sign();
        self.plane_mut(TERRAFORM)[usize::from(cell)] = after as u8;
        for team in Team::BOTH {
            let owned = |value: i8| u16::from(value * team.sign() > 0);
            let tiles = &mut self.teams[team as usize].tiles;
            *tiles = *tiles + owned(after) - owned(before);
        }
    }

    /// Makes the 3x3 square around a tile visible to a team; reports each tile that was hidden, in
    /// row-major order.
    pub(crate) fn reveal_round(&mut self, team: Team, cell: Cell, mut tell: impl FnMut(Cell)) {
        let map = Arc::clone(&self.map);
        let visible = self.plane_mut(VISIBLE + team as usize);
        for near in map.square_round(cell) {
            if visible[usize::from(near)] == 0 {
                visible[usize::from(near)] = 255;
                tell(near);
            }
        }
    }

    pub(crate) fn fingerprint(&self) -> StateHash {
        let mut hasher = StateHasher::new();
        hasher.word(u64::from(self.round)).word(self.team as u64);
        hasher.word(u64::from(self.next_robot)).word(match self.ending {
            None => 0,
            Some(Ending { winner, decision }) => 1 + winner as u64 * 16 + decision as u64,
        });
        for team in &self.teams {
            hasher.signed(i64::from(team.metal)).float(team.bank_s);
            hasher.word(team.robots.len() as u64);
            for robot in &team.robots {
                let flags = u64::from(robot.moved) | u64::from(robot.acted) << 1;
                hasher.word(
                    u64::from(robot.id.0) << 32
                        | u64::from(robot.cell) << 16
                        | u64::from(robot.battery) << 8
                        | (robot.kind as u64) << 4
                        | flags,
                );
            }
        }
        hasher.word(self.spawned.len() as u64);
        for &cell in &self.spawned {
            hasher.word(u64::from(cell));
        }
        hasher.bytes(&self.planes).finish()
    }
}
