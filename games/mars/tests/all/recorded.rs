//! Finds and reads recorded games, and plays their orders through the public contract.

use agon_core::{End, Spent, Why};
use agon_mars::{Call, Map, RobotId, Rules, Setup, Team};
use flate2::read::MultiGzDecoder;
use serde_json::Value;
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The recordings that are part of the repository.
pub fn ours() -> Vec<PathBuf> {
    agon_conformance::find_recordings(&[root().join("games/mars/golden")]).unwrap()
}

/// Games of the original engine beside the repository, or under `$AGON_CONFORMANCE`. Prints a
/// note if the folder is missing.
pub fn others() -> Vec<PathBuf> {
    let shared = std::env::var_os("AGON_CONFORMANCE")
        .map_or_else(|| root().join("../shared/conformance"), PathBuf::from);
    let folder = shared.join("mars/traces");
    if !folder.is_dir() {
        println!("{} is not there: only our own recordings were tested", folder.display());
        return Vec::new();
    }
    agon_conformance::find_recordings(&[folder]).unwrap()
}

/// The name of a recording without folder and endings.
pub fn name(path: &Path) -> String {
    let name = path.file_name().unwrap().to_string_lossy();
    name.split('.').next().unwrap().to_owned()
}

/// The contents of a gzip file.
pub fn unzip(path: &Path) -> Vec<u8> {
    let mut bytes = Vec::new();
    let file = File::open(path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    MultiGzDecoder::new(file).read_to_end(&mut bytes).unwrap();
    bytes
}

/// The lines of a recording as JSON, the header first.
pub fn lines(path: &Path) -> Vec<Value> {
    let text = String::from_utf8(unzip(path)).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// One recorded game: its setup, and the orders and the end of every turn.
pub struct Recorded {
    pub setup: Setup,
    pub map: String,
    /// The players' names: blue, red.
    pub players: [String; 2],
    pub turns: Vec<RecordedTurn>,
}

pub struct RecordedTurn {
    pub team: Team,
    pub orders: Vec<Call>,
    pub end: End,
}

impl Recorded {
    /// Reads a recording; `None` if its only content is that its map is refused.
    pub fn read(path: &Path) -> Option<Recorded> {
        let lines = lines(path);
        let header = &lines[0];
        if header["initial"].is_null() {
            return None;
        }
        let profile = header.get("profile").map_or("original", |p| p.as_str().unwrap());
        let config = &header["config"];
        let rules = Rules {
            rounds: config["num_turns"].as_u64().unwrap() as u16,
            time_bank_s: config["time_bank_s"].as_f64().unwrap(),
            ..Rules::of(profile.parse().unwrap())
        };
        let map = Map::from_value(&header["map"]["tiles"]).unwrap();
        let text = |value: &Value| value.as_str().unwrap().to_owned();
        let turns = lines[1..].iter().filter(|line| line.get("end").is_none()).map(turn);
        Some(Recorded {
            setup: Setup::new(map, rules).unwrap(),
            map: text(&header["map"]["name"]),
            players: [text(&config["blue"]), text(&config["red"])],
            turns: turns.collect(),
        })
    }
}

fn turn(line: &Value) -> RecordedTurn {
    let end = match line["elapsed_s"].as_f64() {
        None => End::because(Why::OutOfTime),
        Some(seconds) => {
            let why = if line["exception"].is_null() { Why::Done } else { Why::Failed };
            End { why, spent: Spent { seconds, energy: 0 } }
        }
    };
    RecordedTurn {
        team: serde_json::from_value(line["team"].clone()).unwrap(),
        orders: line["calls"].as_array().unwrap().iter().filter_map(order).collect(),
        end,
    }
}

/// The order behind a recorded call; questions have none.
fn order(call: &Value) -> Option<Call> {
    let args = call["args"].as_array().unwrap();
    let robot = |i: usize| RobotId::from_name(args[i].as_str().unwrap_or_default());
    let number = |i: usize| args[i].as_i64().unwrap() as i32;
    let kind = |i: usize| serde_json::from_value(args[i].clone()).unwrap();
    Some(match call["fn"].as_str().unwrap() {
        "spawn_robot" => Call::Spawn { kind: kind(0), row: number(1), col: number(2) },
        "move_robot" => {
            let direction = serde_json::from_value(args[1].clone()).unwrap();
            Call::Move { robot: robot(0), direction }
        }
        "robot_action" => Call::Act { robot: robot(0) },
        "transform_robot" => Call::Transform { robot: robot(0), kind: kind(1) },
        _ => return None,
    })
}
