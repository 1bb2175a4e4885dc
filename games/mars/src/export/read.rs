//! Reads `*.awap23r` for viewing. The file holds no orders, so the match cannot be simulated again: frames
//! are rebuilt from the listed changes, as the contest's viewer does.

use crate::constants::{CELLS_MAX, SIDE_MAX, TERRAFORM_MAX, TIME_BANK_S};
use crate::types::{RobotId, RobotType, Team};
use crate::view::{Event, Frame, RobotFrame};
use agon_core::{Grid, ImportFault, Imported, MatchInfo};
use serde::Deserialize;
use serde_json::Value;

#[derive(Deserialize)]
struct File {
    #[serde(default)]
    map_name: String,
    #[serde(default)]
    blue_bot: String,
    #[serde(default)]
    red_bot: String,
    map_height: usize,
    map_width: usize,
    initial_metal: i32,
    winner: Team,
    initial_map_passability: Vec<(i32, i32)>,
    initial_map_metal: Vec<(i32, i32, u8)>,
    initial_map_terraformed: Vec<(i32, i32, i8)>,
    initial_map_visible: Vec<(i32, i32, u8)>,
    turns: Vec<Turn>,
}

#[derive(Deserialize)]
struct Turn {
    team: Team,
    turn_number: i32,
    metal: i32,
    time_left: f64,
    tiles_explored: Vec<(i32, i32)>,
    tiles_terraformed: Vec<(i32, i32)>,
    robot_changes: Vec<(String, i32, i32, String, i32, Team)>,
}

/// The frames of an original replay: the start, then one per team turn.
pub(crate) fn read(bytes: &[u8]) -> Result<Imported, ImportFault> {
    let file: File = serde_json::from_slice(bytes).map_err(|e| {
        ImportFault(format!("this is not a replay of the original Mars Makeover program: {e}"))
    })?;
    let mut frame = start(&file)?;
    let mut frames = vec![to_value(&frame)];
    for (i, turn) in file.turns.iter().enumerate() {
        let fault = |what: String| ImportFault(format!("entry {i} of `turns`: {what}"));
        frame.events.clear();
        frame.team = Some(turn.team);
        if turn.time_left == -1.0 {
            frame.round = turn.turn_number.max(frame.round as i32) as u32;
            frame.result = Some(format!("{} ran out of time", turn.team));
        } else {
            apply(&mut frame, turn).map_err(fault)?;
        }
        if i + 1 == file.turns.len() {
            frame.winner = Some(file.winner);
            frame.result.get_or_insert_with(|| format!("{} wins", file.winner));
        }
        frames.push(to_value(&frame));
    }
    let info = MatchInfo { map: file.map_name, bots: vec![file.blue_bot, file.red_bot] };
    Ok(Imported { info, frames, steps: Vec::new() })
}

fn to_value(frame: &Frame) -> Value {
    serde_json::to_value(frame).expect("frames are plain data with text keys")
}

fn start(file: &File) -> Result<Frame, ImportFault> {
    let (height, width) = (file.map_height, file.map_width);
    if !(1..=SIDE_MAX).contains(&height) || !(1..=SIDE_MAX).contains(&width) {
        return Err(ImportFault(format!(
            "a map of {height} rows and {width} columns is impossible"
        )));
    }
    debug_assert!(height * width <= CELLS_MAX);
    let mut frame = Frame {
        tiles: Grid::new(height, width),
        mining: Grid::new(height, width),
        terraform: Grid::new(height, width),
        seen: Grid::new(height, width),
        ..Frame::default()
    };
    frame.tiles.cells_mut().fill(b'T');
    frame.seen.cells_mut().fill(b'0');
    let inside = |row, col| inside(height, width, row, col).map_err(ImportFault);
    for &(row, col) in &file.initial_map_passability {
        frame.tiles[inside(row, col)?] = b'I';
    }
    for &(row, col, metal) in &file.initial_map_metal {
        let place = inside(row, col)?;
        frame.tiles[place] = b'M';
        frame.mining[place] = metal;
    }
    for &(row, col, value) in &file.initial_map_terraformed {
        frame.terraform[inside(row, col)?] = value.clamp(-TERRAFORM_MAX, TERRAFORM_MAX);
    }
    for &(row, col, player) in &file.initial_map_visible {
        let team = match player {
            1 => Team::Red,
            2 => Team::Blue,
            _ => {
                return Err(ImportFault(format!(
                    "`initial_map_visible` speaks of player {player}: 1 is red, 2 is blue"
                )));
            }
        };
        see(&mut frame, inside(row, col)?, team);
    }
    for team in &mut frame.teams {
        team.metal = Some(file.initial_metal);
        team.time_left = Some(TIME_BANK_S);
    }
    count(&mut frame);
    Ok(frame)
}

fn apply(frame: &mut Frame, turn: &Turn) -> Result<(), String> {
    let (height, width) = (frame.tiles.height(), frame.tiles.width());
    let inside = |row, col| inside(height, width, row, col);
    frame.round = turn.turn_number.max(0) as u32;
    for &(row, col) in &turn.tiles_explored {
        see(frame, inside(row, col)?, turn.team);
    }
    for &(row, col) in &turn.tiles_terraformed {
        let value = &mut frame.terraform[inside(row, col)?];
        *value = (*value + turn.team.sign()).clamp(-TERRAFORM_MAX, TERRAFORM_MAX);
        frame.events.push(Event::Terraformed { row: row as u8, col: col as u8 });
    }
    for (i, (name, row, col, kind, battery, team)) in turn.robot_changes.iter().enumerate() {
        let id = RobotId::from_name(name);
        let kind = match kind.as_str() {
            "e" => RobotType::Explorer,
            "m" => RobotType::Miner,
            "t" => RobotType::Terraformer,
            other => return Err(format!("there is no robot type `{other}`")),
        };
        if *row < 0 {
            if let Some(gone) = frame.robots.remove(&id) {
                let RobotFrame { row, col, .. } = gone;
                // A robot that disappears while a new one appears on its tile was transformed.
                let next = turn
                    .robot_changes
                    .get(i + 1)
                    .filter(|next| (next.1, next.2) == (row.into(), col.into()) && next.5 == *team);
                let event = match next {
                    Some(next) => {
                        Event::Transformed { name: RobotId::from_name(&next.0), row, col }
                    }
                    None => Event::Rammed { mover: None, victim: Some(id), row, col },
                };
                frame.events.push(event);
            }
            continue;
        }
        let (row, col) = inside(*row, *col)?;
        let (row, col) = (row as u8, col as u8);
        let battery = (*battery).clamp(0, 255) as u8;
        frame.robots.insert(id, RobotFrame { team: *team, kind, row, col, battery });
    }
    count(frame);
    let side = &mut frame.teams[turn.team as usize];
    side.metal = Some(turn.metal);
    side.time_left = Some(turn.time_left);
    Ok(())
}

fn see(frame: &mut Frame, place: (usize, usize), team: Team) {
    frame.seen[place] = b'0' | (frame.seen[place] & 3) | (1 << team as u8);
}

/// Counts the tiles and robots of both teams. The file has the numbers of the team on turn only, but a turn
/// can also change those of the other team.
fn count(frame: &mut Frame) {
    for team in Team::BOTH {
        let values = frame.terraform.cells().iter();
        let tiles = values.filter(|&&value| value * team.sign() > 0).count();
        let living = frame.robots.values();
        let robots = living.filter(|robot| robot.team == team).count();
        let side = &mut frame.teams[team as usize];
        (side.tiles, side.robots) = (tiles, robots);
    }
}

fn inside(height: usize, width: usize, row: i32, col: i32) -> Result<(usize, usize), String> {
    usize::try_from(row)
        .ok()
        .zip(usize::try_from(col).ok())
        .filter(|&(row, col)| row < height && col < width)
        .ok_or_else(|| format!("row {row}, column {col} is outside the map of {height}x{width}"))
}
