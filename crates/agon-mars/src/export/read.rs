//! Reads `*.awap23r` for viewing. The file holds no commands, so nothing can be re-simulated: frames are
//! rebuilt from the changes it lists, as its own viewer does.

use crate::constants::{CELLS_MAX, SIDE_MAX, TERRAFORM_MAX, TIME_BANK_S};
use crate::types::{RobotId, RobotType, Team};
use crate::view::{Event, Frame, RobotFrame};
use agon_core::{Grid, ImportFault};
use serde::Deserialize;
use serde_json::Value;

#[derive(Deserialize)]
struct File {
    map_height: usize,
    map_width: usize,
    initial_metal: i32,
    winner: Team,
    initial_map_passability: Vec<(usize, usize)>,
    initial_map_metal: Vec<(usize, usize, u8)>,
    initial_map_terraformed: Vec<(usize, usize, i8)>,
    initial_map_visible: Vec<(usize, usize, u8)>,
    turns: Vec<Turn>,
}

#[derive(Deserialize)]
struct Turn {
    team: Team,
    turn_number: i32,
    metal: i32,
    time_left: f64,
    tiles_explored: Vec<(usize, usize)>,
    tiles_terraformed: Vec<(usize, usize)>,
    robot_changes: Vec<(String, i32, i32, String, i32, Team)>,
}

/// The frames of an original replay: the start, then one per team turn.
pub(crate) fn read(bytes: &[u8]) -> Result<Vec<Value>, ImportFault> {
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
    Ok(frames)
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
        frame.tiles[inside(row, col)?] = b'M';
        frame.mining[(row, col)] = metal;
    }
    for &(row, col, value) in &file.initial_map_terraformed {
        frame.terraform[inside(row, col)?] = value.clamp(-TERRAFORM_MAX, TERRAFORM_MAX);
    }
    for &(row, col, player) in &file.initial_map_visible {
        let team = if player == 1 { Team::Red } else { Team::Blue };
        see(&mut frame, inside(row, col)?, team);
    }
    for team in &mut frame.teams {
        team.metal = file.initial_metal;
        team.time_left = TIME_BANK_S;
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
                // A robot that goes while a new one comes to the same tile has been rebuilt.
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
        let (row, col) = inside(*row as usize, usize::try_from(*col).unwrap_or(usize::MAX))?;
        let (row, col) = (row as u8, col as u8);
        let battery = (*battery).clamp(0, 255) as u8;
        frame.robots.insert(id, RobotFrame { team: *team, kind, row, col, battery });
    }
    count(frame);
    let side = &mut frame.teams[turn.team as usize];
    side.metal = turn.metal;
    side.time_left = turn.time_left;
    Ok(())
}

fn see(frame: &mut Frame, place: (usize, usize), team: Team) {
    frame.seen[place] = b'0' | (frame.seen[place] & 3) | (1 << team as u8);
}

/// What follows from the board: tiles and robots of each team.
fn count(frame: &mut Frame) {
    for team in Team::BOTH {
        let own = frame.terraform.cells().iter().filter(|&&value| value * team.sign() > 0);
        frame.teams[team as usize].tiles = own.count();
        let robots = frame.robots.values().filter(|robot| robot.team == team).count();
        frame.teams[team as usize].robots = robots;
    }
}

fn inside(height: usize, width: usize, row: usize, col: usize) -> Result<(usize, usize), String> {
    (row < height && col < width)
        .then_some((row, col))
        .ok_or_else(|| format!("row {row}, column {col} is outside the map of {height}x{width}"))
}
