//! The view of one team (R6): complete for visible tiles, empty for hidden ones.

use crate::command::RobotInfo;
use crate::constants::*;
use crate::map::{Map, Tile};
use crate::profile::Rules;
use crate::state::{Mars, Robot};
use crate::types::{Cell, Team};
use agon_core::{Grid, MapFault};
use schemars::JsonSchema;
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize};
use std::sync::Arc;

/// The letter of a tile that the team has not seen.
pub const HIDDEN: u8 = b'#';

/// What a team knows at one moment of its turn.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
pub struct View {
    /// The team that looks.
    pub team: Team,
    /// The round, from 1.
    pub turn: u16,
    /// The last round.
    pub turns: u16,
    /// Own metal.
    pub metal: i32,
    /// Own time bank at the start of this turn, in seconds.
    pub time_left: f64,
    /// Metal a robot costs.
    pub spawn_cost: i32,
    /// Metal a transformation needs.
    pub transform_cost: i32,
    /// `T` land, `M` deposit, `I` rock, `#` hidden; shown as one string per row.
    #[serde(serialize_with = "Grid::serialize_text", deserialize_with = "grid_of_text")]
    #[schemars(with = "Vec<String>")]
    pub tiles: Grid<u8>,
    /// Terraform values: positive is own, negative the enemy's; 0 where hidden.
    pub terraform: Grid<i8>,
    /// Yields of deposits; 0 elsewhere and where hidden.
    pub mining: Grid<u8>,
    /// Own robots in order of creation.
    pub robots: Vec<RobotInfo>,
    /// Enemy robots on visible tiles in order of creation.
    pub enemies: Vec<RobotInfo>,
    /// C15 The tiles, as (row, col), on which the team has spawned in this turn.
    pub used: Vec<(u8, u8)>,
}

agon_core::clone_in_place! {
    View {
        shared: ;
        cloned: team, turn, turns, metal, time_left, spawn_cost, transform_cost, tiles, terraform, mining,
            robots, enemies, used;
        scratch: ;
    }
}

impl Default for View {
    fn default() -> View {
        View {
            team: Team::Blue,
            turn: 0,
            turns: 0,
            metal: 0,
            time_left: 0.0,
            spawn_cost: SPAWN_COST,
            transform_cost: TRANSFORM_COST,
            tiles: Grid::default(),
            terraform: Grid::default(),
            mining: Grid::default(),
            robots: Vec::new(),
            enemies: Vec::new(),
            used: Vec::new(),
        }
    }
}

impl View {
    /// Fills this view with what a team knows.
    pub fn fill(&mut self, game: &Mars, team: Team) {
        let own = game.team(team);
        self.team = team;
        self.turn = game.round;
        self.turns = game.rules.rounds;
        self.metal = own.metal;
        self.time_left = own.bank_s;
        self.fill_planes(game, team);
        let width = game.map.width();
        self.robots.clear();
        self.robots.extend(own.robots.iter().map(|robot| robot.info(team, width)));
        let enemy = team.other();
        let seen = game.team(enemy).robots.iter().filter(|r| game.is_visible(team, r.cell));
        self.enemies.clear();
        self.enemies.extend(seen.map(|robot| robot.info(enemy, width)));
        self.used.clear();
        if game.team == team {
            self.used.extend(game.spawned.iter().map(|&cell| game.map.place(cell)));
        }
    }

    /// Fills the planes in straight passes over bytes, which the compiler vectorises; a loop that queries
    /// tile by tile takes fifty times as long as the rules of a turn.
    fn fill_planes(&mut self, game: &Mars, team: Team) {
        let (height, width) = (game.map.height(), game.map.width());
        let visible = game.visible_plane(team);
        self.tiles.reshape(height, width);
        for ((out, &letter), &seen) in
            self.tiles.cells_mut().iter_mut().zip(game.map.letters()).zip(visible)
        {
            *out = (letter & seen) | (HIDDEN & !seen);
        }
        self.mining.reshape(height, width);
        for ((out, &metal), &seen) in
            self.mining.cells_mut().iter_mut().zip(game.map.yields()).zip(visible)
        {
            *out = metal & seen;
        }
        self.terraform.reshape(height, width);
        // Flips the sign for red without a branch: (v ^ -1) - -1 = -v.
        let flip = if team == Team::Red { 255u8 } else { 0 };
        for ((out, &value), &seen) in
            self.terraform.cells_mut().iter_mut().zip(game.terraform_plane()).zip(visible)
        {
            *out = ((value ^ flip).wrapping_sub(flip) & seen) as i8;
        }
    }

    /// Whether the tile at (row, col) is visible and can be entered.
    pub fn is_open(&self, row: i32, col: i32) -> bool {
        matches!(self.tiles.get(row, col), Some(b'T' | b'M'))
    }

    /// The robot that the team sees at (row, col).
    pub fn robot_at(&self, row: i32, col: i32) -> Option<&RobotInfo> {
        let there = |r: &&RobotInfo| (i32::from(r.row), i32::from(r.col)) == (row, col);
        self.robots.iter().chain(&self.enemies).find(there)
    }
}

impl View {
    /// The position as far as the team knows it, with the team on turn: unseen tiles are hidden and robots
    /// on them are missing. It answers every question of the team as the game itself does, and refuses the
    /// same orders for the same reasons, because the checks read only what the team can see. A bot can
    /// therefore ask questions without calling the engine.
    pub fn position(&self, rules: Rules) -> Result<Mars, MapFault> {
        let map = Arc::new(self.map()?);
        let mut game = Mars::start(Arc::clone(&map), rules);
        (game.team, game.round) = (self.team, self.turn);
        game.set_visible(self.team, self.tiles.cells().iter().map(|&letter| letter != HIDDEN));
        let known = &mut game.teams[self.team as usize];
        (known.metal, known.bank_s) = (self.metal, self.time_left);
        for robot in self.robots.iter().chain(&self.enemies) {
            place_robot(&mut game, robot)?;
        }
        for &(row, col) in &self.used {
            let cell = map.cell(row.into(), col.into());
            game.spawned.push(cell.ok_or_else(|| MapFault::new("a used tile is outside the map"))?);
        }
        Ok(game)
    }

    /// The map as far as it is visible. The placeholder for hidden tiles is arbitrary: no rule reads it.
    fn map(&self) -> Result<Map, MapFault> {
        const MAX: i8 = TERRAFORM_MAX;
        let (height, width) = (self.tiles.height(), self.tiles.width());
        if (self.terraform.height(), self.terraform.width()) != (height, width)
            || (self.mining.height(), self.mining.width()) != (height, width)
        {
            return Err(MapFault::new("the grids of the view differ in size"));
        }
        let values = self.terraform.cells().iter().zip(self.mining.cells());
        let tile = |(letter, (value, &mining)): (&u8, (&i8, &u8))| match letter {
            b'I' => Tile::ROCK,
            b'M' => Tile::deposit(mining),
            _ => Tile { terraform: self.team.sign() * value.clamp(&-MAX, &MAX), ..Tile::LAND },
        };
        let tiles: Vec<Tile> = self.tiles.cells().iter().zip(values).map(tile).collect();
        Map::new(height, width, &tiles)
    }
}

/// Places a robot of a view on its tile.
fn place_robot(game: &mut Mars, robot: &RobotInfo) -> Result<(), MapFault> {
    let RobotInfo { name: id, team, kind, row, col, battery, moved, acted, .. } = *robot;
    let is_next = game.team(team).robots.last().is_none_or(|last| last.id < id);
    let free = |&cell: &Cell| is_next && game.occupant(cell).is_none();
    let Some(cell) = game.map.cell(row.into(), col.into()).filter(free) else {
        let what = "is outside the map, on an occupied tile, or out of order";
        return Err(MapFault(format!("{id} at ({row}, {col}) {what}")));
    };
    game.set_occupant(cell, Some(team));
    game.next_robot = game.next_robot.max(id.0.saturating_add(1));
    game.teams[team as usize].robots.push(Robot { id, cell, kind, battery, moved, acted });
    Ok(())
}

/// Deserialises letters from one string per row.
fn grid_of_text<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Grid<u8>, D::Error> {
    let rows = Vec::<String>::deserialize(deserializer)?;
    Grid::from_rows(rows.into_iter().map(String::into_bytes).collect())
        .ok_or_else(|| D::Error::custom("the rows of tiles differ in length"))
}
