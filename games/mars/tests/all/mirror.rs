//! The rules are symmetric: on a reflected map, reflected orders give the reflected position. The one
//! exception is the choice among equally short paths (R7.5), so only the lengths of paths are compared.

use crate::wild::{any_map, setup};
use agon_core::{Chance, Contest, End, Game, Now, Rng, Spent, Symmetry, TestSupport, Why};
use agon_mars::{Call, Cell, Direction, Map, Mars, Reply, Robot, Setup, Team, Tile};
use agon_testkit::for_seeds;
use serde_json::{Value, json};
use std::cell::Cell as Counter;

/// A reflection of maps of one size.
#[derive(Copy, Clone)]
struct Mirror {
    symmetry: Symmetry,
    height: i32,
    width: i32,
}

impl Mirror {
    fn flips(self) -> (bool, bool) {
        match self.symmetry {
            Symmetry::Horizontal => (false, true),
            Symmetry::Vertical => (true, false),
            Symmetry::Rotational => (true, true),
        }
    }

    /// The image of any place; places outside the map stay outside.
    fn place(self, (row, col): (i32, i32)) -> (i32, i32) {
        let (vertical, horizontal) = self.flips();
        let row = if vertical { (self.height - 1).wrapping_sub(row) } else { row };
        let col = if horizontal { (self.width - 1).wrapping_sub(col) } else { col };
        (row, col)
    }

    fn direction(self, direction: Direction) -> Direction {
        let (vertical, horizontal) = self.flips();
        let (down, right) = direction.step();
        let step = (if vertical { -down } else { down }, if horizontal { -right } else { right });
        let image = Direction::ALL.into_iter().find(|d| d.step() == step);
        image.expect("the reflection of a step is a step")
    }

    fn cell(self, map: &Map, cell: Cell) -> Cell {
        map.image(self.symmetry, cell)
    }

    fn map(self, map: &Map) -> Map {
        let tile = |cell| map.tile(self.cell(map, cell));
        let tiles: Vec<Tile> = (0..map.cells() as Cell).map(tile).collect();
        Map::new(map.height(), map.width(), &tiles).unwrap()
    }

    fn call(self, call: &Call) -> Call {
        let mut call = call.clone();
        match &mut call {
            Call::Spawn { row, col, .. }
            | Call::CanSpawn { row, col, .. }
            | Call::RobotAt { row, col } => (*row, *col) = self.place((*row, *col)),
            Call::Move { direction, .. } | Call::CanMove { direction, .. } => {
                *direction = direction.map(|d| self.direction(d));
            }
            Call::Path { from, to, .. } => (*from, *to) = (self.place(*from), self.place(*to)),
            Call::Act { .. }
            | Call::Transform { .. }
            | Call::CanAct { .. }
            | Call::CanTransform { .. }
            | Call::PathToBase { .. } => {}
        }
        call
    }

    /// A reply as JSON with every place reflected.
    fn reply(self, reply: &Reply) -> Value {
        self.value(plain(reply))
    }

    fn value(self, value: Value) -> Value {
        let Value::Object(mut fields) = value else {
            return value;
        };
        let number = |value: Option<&Value>| value.and_then(Value::as_i64);
        if let (Some(row), Some(col)) = (number(fields.get("row")), number(fields.get("col"))) {
            let (row, col) = self.place((row as i32, col as i32));
            fields["row"] = json!(row);
            fields["col"] = json!(col);
        }
        if let Some(Value::Array(tiles)) = fields.get_mut("tiles") {
            for tile in tiles.iter_mut() {
                let coordinate = |i: usize| tile[i].as_i64().unwrap() as i32;
                *tile = json!(self.place((coordinate(0), coordinate(1))));
            }
            sort(tiles);
        }
        fields.into_iter().map(|(key, item)| (key, self.value(item))).collect()
    }
}

fn sort(tiles: &mut [Value]) {
    tiles.sort_by_key(|tile| (tile[0].as_i64(), tile[1].as_i64()));
}

/// A reply as JSON, without the first step of a path.
fn plain(reply: &Reply) -> Value {
    let mut value = serde_json::to_value(reply).unwrap();
    if let Some(way) = value.get_mut("way") {
        way["direction"] = json!(!way["direction"].is_null());
    }
    if let Some(Value::Array(tiles)) = value.pointer_mut("/explored/tiles") {
        sort(tiles);
    }
    value
}

/// Asserts that one position is the image of the other.
fn compare(mirror: Mirror, one: &Mars, other: &Mars) {
    let map = one.map();
    for cell in 0..map.cells() as Cell {
        let image = mirror.cell(map, cell);
        assert_eq!(one.map().tile(cell), other.map().tile(image));
        assert_eq!(one.terraform(cell), other.terraform(image));
        assert_eq!(one.occupant(cell), other.occupant(image));
        for team in Team::BOTH {
            assert_eq!(one.is_visible(team, cell), other.is_visible(team, image));
        }
    }
    for team in Team::BOTH {
        let (one, other) = (one.team(team), other.team(team));
        let reflected = |robot: &Robot| Robot { cell: mirror.cell(map, robot.cell), ..*robot };
        let robots: Vec<Robot> = one.robots.iter().map(reflected).collect();
        assert_eq!(robots, other.robots, "{team}");
        assert_eq!((one.metal, one.tiles), (other.metal, other.tiles), "{team}");
        assert_eq!(one.bank_s.to_bits(), other.bank_s.to_bits(), "{team}");
    }
    assert_eq!(one.team_on_turn(), other.team_on_turn());
    assert_eq!(one.now(), other.now());
}

#[test]
fn reflected_orders_give_the_reflected_position() {
    let carried_out = Counter::new(0);
    for symmetry in Symmetry::ALL {
        for_seeds(40, |seed| {
            let mut rng = Rng::new(seed);
            let setup = setup(any_map(&mut rng), &mut rng);
            let (map, rules) = (setup.map(), *setup.rules());
            let (height, width) = (map.height() as i32, map.width() as i32);
            let mirror = Mirror { symmetry, height, width };
            let reflected = Setup::new(mirror.map(map), rules).unwrap();
            let mut one = Mars::new(&setup, Chance::seeded(0));
            let mut other = Mars::new(&reflected, Chance::seeded(0));
            compare(mirror, &one, &other);
            for _ in 0..120 {
                let actor = one.team_on_turn().actor();
                for _ in 0..rng.below(16) {
                    let call = one.wild_call(actor, &mut rng);
                    let image = mirror.call(&call);
                    assert_eq!(one.allows(actor, &call), other.allows(actor, &image));
                    let (reply, echo) = (one.call(actor, &call), other.call(actor, &image));
                    assert_eq!(mirror.reply(&reply), plain(&echo), "{call:?}");
                    let done = Mars::is_order(&call) && Mars::accepted(&reply);
                    carried_out.set(carried_out.get() + u32::from(done));
                }
                let seconds = f64::from(rng.below(100)) / 100.0;
                let end = End { why: Why::Done, spent: Spent { seconds, energy: 0 } };
                one.end(actor, end);
                other.end(actor, end);
                compare(mirror, &one, &other);
                if matches!(one.now(), Now::Over(_)) {
                    break;
                }
            }
        });
    }
    assert!(carried_out.get() > 1000, "only {} orders were carried out", carried_out.get());
}
