//! Reads the original's game log for viewing. It holds no orders, so nothing can be re-simulated: its
//! frames are shown as they are, one for every round, with the boards after each team's turns.

use crate::constants::{ENERGY_PER_TURN, MAP_SIDE_MAX};
use crate::types::{Team, Terrain, UnitType};
use crate::view::{Frame, FrameEvent, Note, TeamFrame, UnitFrame};
use agon_core::{ImportFault, Imported, MatchInfo, Seat};
use serde_json::Value;
use std::collections::BTreeMap;
use std::str::FromStr;

/// The longest list that a log may announce; real ones stay far below.
const LIST_LENGTH_MAX: usize = 100_000;

/// The log line by line, with the place for messages.
struct Lines<'a> {
    lines: std::str::Lines<'a>,
    number: usize,
}

impl<'a> Lines<'a> {
    fn next(&mut self) -> Result<&'a str, ImportFault> {
        self.number += 1;
        self.lines.next().ok_or_else(|| self.fault("the log ends here".into()))
    }

    fn fault(&self, what: String) -> ImportFault {
        ImportFault(format!("line {} of the Home Run game log: {what}", self.number))
    }

    /// The next line's words.
    fn words(&mut self, least: usize) -> Result<Vec<&'a str>, ImportFault> {
        let line = self.next()?;
        let words: Vec<&str> = line.split_whitespace().collect();
        if words.len() < least {
            return Err(self.fault(format!("`{line}` has less than {least} words")));
        }
        Ok(words)
    }

    fn number<T: FromStr>(&self, word: &str) -> Result<T, ImportFault> {
        word.parse()
            .map_err(|_| self.fault(format!("`{word}` is not the number that belongs here")))
    }

    /// A line with how many lines of a list follow.
    fn count(&mut self) -> Result<usize, ImportFault> {
        let words = self.words(1)?;
        let count = self.number::<usize>(words[0])?;
        if count > LIST_LENGTH_MAX {
            return Err(self.fault(format!("{count} entries are more than a game can have")));
        }
        Ok(count)
    }

    fn place(&self, x: &str, y: &str) -> Result<[i32; 2], ImportFault> {
        Ok([self.number(x)?, self.number(y)?])
    }
}

/// The frames of a game log: the start, then one per round.
pub(crate) fn read(bytes: &[u8]) -> Result<Imported, ImportFault> {
    let foreign = || {
        ImportFault("this is not a game log of the original Home Run: AIC2023 is missing".into())
    };
    let text = std::str::from_utf8(bytes).map_err(|_| foreign())?;
    let mut lines = Lines { lines: text.lines(), number: 0 };
    if lines.next().map_err(|_| foreign())?.trim() != "AIC2023" {
        return Err(foreign());
    }
    let map = lines.next()?.to_owned();
    lines.next()?; // the seed, which only the original program could use
    let bots = vec![lines.next()?.to_owned(), lines.next()?.to_owned()];
    let winner = match lines.next()?.trim() {
        "A" => Some(Team::A),
        "B" => Some(Team::B),
        _ => None,
    };
    let reason = lines.next()?.to_owned();
    let mut frame = read_field(&mut lines)?;
    let count = lines.count()?;
    frame.tiles = read_terrain(&mut lines, &frame.tiles)?;
    let (mut frames, mut steps) = (Vec::new(), Vec::new());
    let mut halves: Vec<(Seat, Value)> = Vec::new();
    // The events and notes of the first half of the round.
    let mut first = (0, 0);
    let mut is_half = false;
    for number in 0..count {
        read_frame(&mut lines, &mut frame)?;
        // After A's last turn there is a frame of half a round, unless B has no unit left.
        is_half = !is_half && number > 0 && frame.teams[1].units > 0;
        let is_last = number + 1 == count;
        if is_half && !is_last {
            halves.push((Team::A.seat(), to_value(&frame)));
            first = (frame.events.len(), frame.notes.len());
            continue;
        }
        if is_last {
            frame.winner = winner;
            frame.result = Some(sentence(winner, &reason));
        }
        frames.push(to_value(&frame));
        frame.events.drain(..first.0);
        frame.notes.drain(..first.1);
        if !halves.is_empty() {
            halves.push((Team::B.seat(), to_value(&frame)));
        }
        steps.push(std::mem::take(&mut halves));
        first = (0, 0);
        frame.events.clear();
        frame.notes.clear();
        frame.round += 1;
        is_half = false;
    }
    Ok(Imported { info: MatchInfo { map, bots }, frames, steps })
}

fn to_value(frame: &Frame) -> Value {
    serde_json::to_value(frame).expect("frames are plain data with text keys")
}

fn sentence(winner: Option<Team>, reason: &str) -> String {
    match winner {
        Some(team) => format!("{team} wins by {}", reason.to_lowercase()),
        None => reason.to_owned(),
    }
}

/// Size, offset and energy; all grass.
fn read_field(lines: &mut Lines<'_>) -> Result<Frame, ImportFault> {
    let words = lines.words(2)?;
    let [width, height] = [lines.number::<usize>(words[0])?, lines.number::<usize>(words[1])?];
    if !(1..=MAP_SIDE_MAX).contains(&width) || !(1..=MAP_SIDE_MAX).contains(&height) {
        return Err(lines.fault(format!("a map of {width}x{height} tiles is impossible")));
    }
    let words = lines.words(2)?;
    let offset = [lines.number(words[0])?, lines.number(words[1])?];
    lines.next()?; // the energy of a turn, always the same
    let tiles = vec![".".repeat(width); height];
    Ok(Frame { round: -1, tiles, offset, ..Frame::default() })
}

fn read_terrain(lines: &mut Lines<'_>, grass: &[String]) -> Result<Vec<String>, ImportFault> {
    let mut rows: Vec<Vec<char>> = grass.iter().map(|row| row.chars().collect()).collect();
    for _ in 0..lines.count()? {
        let words = lines.words(3)?;
        let terrain = match words[0].chars().next() {
            Some('W') => Terrain::Water,
            Some('B') => Terrain::Base,
            Some('S') => Terrain::Stadium,
            _ => Terrain::Grass,
        };
        let [x, y] = lines.place(words[1], words[2])?;
        let height = rows.len() as i32;
        let row = usize::try_from(height - 1 - y).ok().and_then(|row| rows.get_mut(row));
        let tile = row.and_then(|row| row.get_mut(usize::try_from(x).ok()?));
        *tile.ok_or_else(|| lines.fault(format!("({x}, {y}) is not on the map")))? =
            terrain.symbol();
    }
    Ok(rows.into_iter().map(String::from_iter).collect())
}

/// One frame of the log; events and notes are added to those of the same round.
fn read_frame(lines: &mut Lines<'_>, frame: &mut Frame) -> Result<(), ImportFault> {
    frame.balls.clear();
    for _ in 0..lines.count()? {
        let words = lines.words(3)?;
        frame.balls.push(lines.place(words[1], words[2])?);
    }
    frame.units.clear();
    for team in Team::BOTH {
        let words = lines.words(1)?;
        let value = lines.number(words[0])?;
        let words = lines.words(2)?;
        let (reputation, points) = (lines.number(words[0])?, lines.number(words[1])?);
        let (points, reputation, value) = (Some(points), Some(reputation), Some(value));
        let mut side = TeamFrame { points, reputation, value, ..TeamFrame::default() };
        for _ in 0..lines.count()? {
            let (serial, unit) = read_unit(lines, team, frame)?;
            match unit.unit_type {
                UnitType::Hq => {}
                UnitType::Pitcher => side.pitchers += 1,
                UnitType::Batter => side.batters += 1,
                UnitType::Catcher => side.catchers += 1,
            }
            side.units += 1;
            frame.units.insert(serial, unit);
        }
        frame.teams[team.index()] = side;
    }
    for _ in 0..lines.count()? {
        let event = read_event(lines)?;
        frame.events.push(event);
    }
    let serials: BTreeMap<u16, u32> =
        frame.units.iter().map(|(&serial, u)| (u.id, serial)).collect();
    for _ in 0..lines.count()? {
        let note = read_note(lines, &serials)?;
        frame.notes.push(note);
    }
    Ok(())
}

fn read_unit(
    lines: &mut Lines<'_>,
    team: Team,
    frame: &Frame,
) -> Result<(u32, UnitFrame), ImportFault> {
    let words = lines.words(8)?;
    let letter = words[2];
    let unit_type = [UnitType::Hq, UnitType::Pitcher, UnitType::Batter, UnitType::Catcher]
        .into_iter()
        .find(|t| letter == t.letter().to_string())
        .ok_or_else(|| lines.fault(format!("there is no type of unit `{letter}`")))?;
    let [x, y] = lines.place(words[3], words[4])?;
    let (height, width) = (frame.tiles.len() as i32, frame.tiles[0].len() as i32);
    if !(0..width).contains(&x) || !(0..height).contains(&y) {
        return Err(lines.fault(format!("({x}, {y}) is not on the map")));
    }
    let mut rest = words[8..].iter();
    let mut take = || rest.next().map_or(Ok(0.0), |word| lines.number::<f32>(word));
    // Each type writes only what it has, in this order.
    let move_cd = if unit_type.can_move() { take()? } else { 0.0 };
    let act_cd = if unit_type.can_act() { take()? } else { 0.0 };
    let carrying = unit_type == UnitType::Pitcher && take()? != 0.0;
    let energy = lines.number(words[5])?;
    let unit = UnitFrame {
        id: lines.number(words[0])?,
        team,
        unit_type,
        x,
        y,
        move_cd,
        act_cd,
        carrying,
        energy,
        paused: energy > ENERGY_PER_TURN,
        vision: unit_type.vision(),
        order: None,
    };
    Ok((lines.number(words[1])?, unit))
}

fn read_event(lines: &mut Lines<'_>) -> Result<FrameEvent, ImportFault> {
    let words = lines.words(3)?;
    let two = words.len() >= 5;
    Ok(match words[0] {
        "M" if two => FrameEvent::Moved {
            from: lines.place(words[1], words[2])?,
            to: lines.place(words[3], words[4])?,
        },
        "P" if two => FrameEvent::Batted {
            from: lines.place(words[1], words[2])?,
            to: lines.place(words[3], words[4])?,
        },
        "E" => FrameEvent::Explosion { at: lines.place(words[1], words[2])? },
        other => return Err(lines.fault(format!("`{other}` is not a kind of event"))),
    })
}

fn read_note(lines: &mut Lines<'_>, serials: &BTreeMap<u16, u32>) -> Result<Note, ImportFault> {
    let line = lines.next()?;
    let words: Vec<&str> = line.split_whitespace().collect();
    let id = words.get(1).copied().unwrap_or_default();
    let unit = serials.get(&lines.number(id)?).copied().unwrap_or(0);
    Ok(match words.as_slice() {
        ["P", id, ..] => {
            // What follows the number and one blank, blanks included.
            let after = line.find(id).map_or("", |at| &line[at + id.len()..]);
            Note::Printed { unit, text: after.strip_prefix(' ').unwrap_or(after).to_owned() }
        }
        ["D", _, x, y, colour] => {
            Note::Point { unit, at: lines.place(x, y)?, colour: (*colour).to_owned() }
        }
        ["L", _, x1, y1, x2, y2, colour] => Note::Line {
            unit,
            from: lines.place(x1, y1)?,
            to: lines.place(x2, y2)?,
            colour: (*colour).to_owned(),
        },
        _ => return Err(lines.fault(format!("`{line}` is not a note"))),
    })
}
