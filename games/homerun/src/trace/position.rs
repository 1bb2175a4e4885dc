//! Positions and their differences in the format of the recordings.

use crate::map::{Cell, Map};
use crate::state::{HomeRun, Occupant, Unit};
use crate::types::Team;
use serde_json::{Map as Object, Value, json};

/// All fractions of a value as 32-bit numbers: the recordings print the shortest decimal that gives
/// the same 32 bits.
pub(super) fn narrowed(value: &Value) -> Value {
    match value {
        Value::Number(n) if n.is_f64() => {
            let number = n.as_f64().unwrap_or_default();
            json!(f64::from(number as f32))
        }
        Value::Array(items) => items.iter().map(narrowed).collect(),
        Value::Object(fields) => {
            let fields = fields.iter().map(|(k, v)| (k.clone(), narrowed(v)));
            Value::Object(fields.collect())
        }
        other => other.clone(),
    }
}

/// The complete state: S of the format.
pub(super) fn state(game: &HomeRun) -> Value {
    let team = |team: Team| {
        let team = &game.teams[team.index()];
        json!({"reputation": f64::from(team.reputation), "points": f64::from(team.points)})
    };
    let units: Vec<Value> = game.living().map(|unit| full(unit, &game.map)).collect();
    json!({
        "round": game.round,
        "teams": {"A": team(Team::A), "B": team(Team::B)},
        "units": units,
        "balls": places(&balls(game), &game.map),
        "queue": queue(game),
    })
}

/// IDs of living units in turn order, each at its first entry.
fn queue(game: &HomeRun) -> Vec<u16> {
    let mut seen: Vec<u32> = Vec::new();
    let mut ids = Vec::new();
    for entry in &game.queue {
        let unit = &game.units[usize::from(entry.slot)];
        if unit.serial == entry.serial && unit.is_alive && !seen.contains(&entry.serial) {
            seen.push(entry.serial);
            ids.push(unit.id);
        }
    }
    ids
}

fn full(unit: &Unit, map: &Map) -> Value {
    let (x, y) = map.place(unit.cell);
    json!({
        "id": unit.id,
        "team": unit.team,
        "type": unit.unit_type,
        "x": x,
        "y": y,
        "move_cd": f64::from(unit.move_cd),
        "act_cd": f64::from(unit.act_cd),
        "carrying": unit.carrying,
        "last_round": unit.last_round,
    })
}

fn balls(game: &HomeRun) -> Vec<Cell> {
    let has_ball = |cell: &Cell| game.occupants[cell.index()] == Occupant::BALL;
    game.map.cells().filter(has_ball).collect()
}

fn places(cells: &[Cell], map: &Map) -> Value {
    cells.iter().map(|&cell| json!(map.place(cell))).collect()
}

/// What the recordings compare between two lines.
pub(super) struct Snapshot {
    teams: [[f32; 2]; 2],
    units: Vec<Unit>,
    balls: Vec<Cell>,
}

impl Snapshot {
    pub fn of(game: &HomeRun) -> Snapshot {
        Snapshot {
            teams: [0, 1].map(|i| [game.teams[i].reputation, game.teams[i].points]),
            units: game.living().copied().collect(),
            balls: balls(game),
        }
    }

    /// The changes from one position to another: D of the format.
    pub fn delta(&self, after: &Snapshot, map: &Map) -> Value {
        let mut delta = Object::new();
        for team in Team::BOTH {
            let (old, new) = (self.teams[team.index()], after.teams[team.index()]);
            if old != new {
                delta.insert(team.to_string(), json!(new.map(f64::from)));
            }
        }
        let mut put = |key: &str, values: Vec<Value>| {
            if !values.is_empty() {
                delta.insert(key.to_owned(), Value::Array(values));
            }
        };
        let find = |units: &[Unit], serial: u32| -> Option<Unit> {
            let place = units.binary_search_by_key(&serial, |unit| unit.serial);
            place.ok().map(|place| units[place])
        };
        let changed = after.units.iter().filter_map(|unit| {
            let old = find(&self.units, unit.serial)?;
            changes(&old, unit, map)
        });
        put("units", changed.collect());
        let is_new = |unit: &&Unit| find(&self.units, unit.serial).is_none();
        let new = after.units.iter().filter(is_new);
        put("new", new.map(|unit| full(unit, map)).collect());
        let is_dead = |unit: &&Unit| find(&after.units, unit.serial).is_none();
        let dead = self.units.iter().filter(is_dead);
        put("dead", dead.map(|unit| json!(unit.id)).collect());
        let only = |these: &[Cell], those: &[Cell]| -> Vec<Value> {
            let gone = these.iter().filter(|cell| !those.contains(cell));
            gone.map(|&cell| json!(map.place(cell))).collect()
        };
        if self.balls != after.balls {
            put("balls_added", only(&after.balls, &self.balls));
            put("balls_removed", only(&self.balls, &after.balls));
        }
        Value::Object(delta)
    }
}

/// The changed fields of one unit, if any; x and y together, the last round never.
fn changes(old: &Unit, new: &Unit, map: &Map) -> Option<Value> {
    let mut fields = Object::new();
    if old.cell != new.cell {
        let (x, y) = map.place(new.cell);
        fields.insert("x".to_owned(), json!(x));
        fields.insert("y".to_owned(), json!(y));
    }
    if old.move_cd != new.move_cd {
        fields.insert("move_cd".to_owned(), json!(f64::from(new.move_cd)));
    }
    if old.act_cd != new.act_cd {
        fields.insert("act_cd".to_owned(), json!(f64::from(new.act_cd)));
    }
    if old.carrying != new.carrying {
        fields.insert("carrying".to_owned(), json!(new.carrying));
    }
    if fields.is_empty() {
        return None;
    }
    fields.insert("id".to_owned(), json!(new.id));
    Some(Value::Object(fields))
}
