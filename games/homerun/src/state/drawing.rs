//! Positions drawn as text, for tests.

use super::{Entry, HomeRun, Occupant};
use crate::map::{Hqs, Listed, Map, Plan};
use crate::profile::{Rules, Setup};
use crate::types::{Team, Terrain, UnitType};
use agon_core::{Chance, MapFault, Symmetry};

/// A unit or a ball on a drawn tile.
enum Drawn {
    Nothing,
    Ball,
    Unit(Team, UnitType),
}

impl HomeRun {
    /// The position of a drawing, at the first turn of round 0. Rows are separated by line ends,
    /// tiles by blanks; the first row is the northernmost, the lower left tile is (0, 0).
    ///
    /// A tile is `.` grass, `~` water, `b` base or `s` stadium; `o` is a ball; a team's letter and a
    /// type's (`H`, `P`, `B`, `C`) are a unit. What lies under a unit or a ball is written behind a
    /// slash: `AP/b` is a pitcher of A on a base. Each team needs its headquarters, `AH` and `BH`;
    /// the other units are created, and have their turns, in reading order. The map may be small and
    /// asymmetric.
    pub fn from_drawing(drawing: &str, rules: Rules, seed: u64) -> Result<HomeRun, MapFault> {
        let rows = drawing.lines().map(str::split_whitespace);
        let mut rows: Vec<Vec<&str>> = rows.map(Iterator::collect).collect();
        rows.retain(|row| !row.is_empty());
        let (height, width) = (rows.len(), rows.first().map_or(0, Vec::len));
        if rows.iter().any(|row| row.len() != width) {
            return Err(MapFault::new("the rows of the drawing differ in length"));
        }
        let mut objects = Vec::new();
        let mut hqs = [None; 2];
        let mut others = Vec::new();
        for (row, words) in rows.iter().enumerate() {
            for (x, word) in words.iter().enumerate() {
                let y = height - 1 - row;
                let (on_it, under) = read_tile(word)?;
                objects.extend(under.map(|listed| (listed, x, y)));
                match on_it {
                    Drawn::Unit(team, UnitType::Hq) => hqs[team.index()] = Some([x, y]),
                    on_it => others.push((on_it, x, y)),
                }
            }
        }
        let [Some(a), Some(b)] = hqs else {
            return Err(MapFault::new("the drawing needs both headquarters, AH and BH"));
        };
        let map = Map::lenient(Plan {
            name: "drawing".to_owned(),
            width,
            height,
            offset: [0, 0],
            symmetry: Symmetry::Rotational,
            objects,
            hq: Hqs { a, b },
        })?;
        let setup = Setup::new(map, rules)?;
        let mut game = HomeRun::start(setup.shared_map(), *setup.rules(), Chance::seeded(seed));
        for (on_it, x, y) in others {
            let cell = game.map.cell_at(x, y);
            match on_it {
                Drawn::Nothing => {}
                _ if !game.map.terrain(cell).is_land() => {
                    return Err(MapFault(format!("nothing can be in the water at ({x}, {y})")));
                }
                Drawn::Ball => game.put_ball(cell),
                Drawn::Unit(team, unit_type) => game.line_up(team, unit_type, cell),
            }
        }
        game.cursor = game.queue.len();
        game.advance();
        Ok(game)
    }

    /// Creates a unit whose turn comes after those of its team that are there already.
    fn line_up(&mut self, team: Team, unit_type: UnitType, cell: crate::map::Cell) {
        let slot = self.create(team, unit_type, cell);
        let is_before = |entry: &Entry| self.units[usize::from(entry.slot)].team <= team;
        let place = self.queue.partition_point(is_before);
        let serial = self.units[slot].serial;
        let slot = slot as u16;
        self.queue.insert(place, Entry { serial, slot });
    }

    /// The position as [`HomeRun::from_drawing`] reads it.
    pub fn drawing(&self) -> String {
        let word = |x, y| {
            let cell = self.map.cell_at(x, y);
            let under = self.map.terrain(cell).symbol();
            let on_it = match self.occupants[cell.index()] {
                Occupant::NOTHING => return under.to_string(),
                Occupant::BALL => "o".to_owned(),
                unit => {
                    let unit = &self.units[unit.slot()];
                    format!("{}{}", unit.team, unit.unit_type.letter())
                }
            };
            match self.map.terrain(cell) {
                Terrain::Grass => on_it,
                _ => format!("{on_it}/{under}"),
            }
        };
        let row = |y| (0..self.map.width()).map(move |x| word(x, y));
        let rows = (0..self.map.height()).rev();
        let rows = rows.map(|y| row(y).collect::<Vec<_>>().join(" "));
        rows.collect::<Vec<_>>().join("\n")
    }
}

fn read_tile(word: &str) -> Result<(Drawn, Option<Listed>), MapFault> {
    let unknown = || MapFault(format!("`{word}` is not a tile of a drawing"));
    let listed = |word: &str| match word {
        "." => Some(None),
        "~" => Some(Some(Listed::W)),
        "b" => Some(Some(Listed::B)),
        "s" => Some(Some(Listed::S)),
        _ => None,
    };
    if let Some(under) = listed(word) {
        return Ok((Drawn::Nothing, under));
    }
    let (on_it, under) = word.split_once('/').unwrap_or((word, "."));
    let under = listed(under).ok_or_else(unknown)?;
    if on_it == "o" {
        return Ok((Drawn::Ball, under));
    }
    let mut letters = on_it.chars();
    let (team, letter) = (letters.next(), letters.next());
    let team = Team::BOTH.into_iter().find(|t| team == t.to_string().chars().next());
    let unit_type = UnitType::ALL.into_iter().find(|u| Some(u.letter()) == letter);
    match (team, unit_type, letters.next()) {
        (Some(team), Some(unit_type), None) => Ok((Drawn::Unit(team, unit_type), under)),
        _ => Err(unknown()),
    }
}
