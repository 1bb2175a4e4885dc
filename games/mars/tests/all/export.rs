//! The original program's replay files. Recorded games are played through the public contract; the exported
//! file is compared with the original's file, with the format that its viewer expects (R13) and, after
//! reading it back, with Agon's own frames.

use crate::recorded::{self, Recorded};
use agon_core::{
    Chance, Contest, Deed, End, Exporter, Game, GameMap, MatchInfo, Now, Profile, Rng, Spent,
    TestSupport, Why, Wishes,
};
use agon_mars::{Call, Direction, Map, Mars, RobotId, RobotType, Rules, Setup, Team, Tile};
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::OnceLock;

/// A finished game: the exported file and Agon's own frames.
struct Exported {
    name: String,
    bytes: Vec<u8>,
    file: Value,
    /// The start, then one per turn.
    frames: Vec<Value>,
    timed_out: bool,
}

/// A running game with its exporter.
struct Table {
    game: Mars,
    exporter: Box<dyn Exporter<Mars>>,
    deeds: Vec<Deed<Mars>>,
}

impl Table {
    fn say(&mut self, call: &Call) {
        let actor = self.game.team_on_turn().actor();
        let reply = self.game.call(actor, call);
        self.exporter.call(&self.game, actor, call, &reply);
        self.deeds.push(Deed { actor, call: call.clone(), reply });
    }
}

/// Plays a whole game; `play` makes the calls of a turn and returns its end.
fn export(
    name: &str,
    setup: &Setup,
    info: &MatchInfo,
    mut play: impl FnMut(&mut Table) -> End,
) -> Exported {
    let game = Mars::new(setup, Chance::seeded(0));
    let exporter = game.exporter(info).expect("the format is known");
    let mut frames = vec![serde_json::to_value(game.frame(&[], &[])).unwrap()];
    let mut table = Table { game, exporter, deeds: Vec::new() };
    let outcome = loop {
        let actor = match table.game.now() {
            Now::Over(outcome) => break outcome,
            Now::Turn(actors) => actors[0],
        };
        table.deeds.clear();
        let end = play(&mut table);
        table.game.end(actor, end);
        table.exporter.end(&table.game, actor, &end);
        let frame = table.game.frame(&[actor], &table.deeds);
        frames.push(serde_json::to_value(frame).unwrap());
    };
    let bytes = table.exporter.finish(&table.game, &outcome);
    Exported {
        name: name.to_owned(),
        file: serde_json::from_slice(&bytes).unwrap_or_else(|e| panic!("{name}: {e}")),
        bytes,
        frames,
        timed_out: outcome.reason.code == "timeout",
    }
}

/// Plays a recorded game again.
fn export_recorded(path: &std::path::Path) -> Option<Exported> {
    let Recorded { setup, map, players, turns } = Recorded::read(path)?;
    let info = MatchInfo { map, bots: players.to_vec() };
    let count = turns.len();
    let mut turns = turns.into_iter();
    let name = recorded::name(path);
    let exported = export(&name, &setup, &info, |table| {
        let turn = turns.next().expect("the recording is as long as the game");
        assert_eq!(turn.team, table.game.team_on_turn());
        turn.orders.iter().for_each(|order| table.say(order));
        turn.end
    });
    assert_eq!(exported.frames.len(), count + 1, "{name} ends too early");
    Some(exported)
}

/// A game of random calls on a generated map; the seed also selects the profile.
fn export_wild(seed: u64) -> Exported {
    let mut rng = Rng::new(seed);
    let profile = Profile::ALL[seed as usize % 2];
    let map = <Mars as Contest>::Map::generate(&Wishes::default(), seed).unwrap();
    let rules = Rules { rounds: 60, ..Rules::of(profile) };
    let setup = Setup::new(map, rules).unwrap();
    let bots = vec!["left \"quote\"".into(), "right".into()];
    let info = MatchInfo { map: "wild".into(), bots };
    export(&format!("wild game {seed}"), &setup, &info, |table| {
        for _ in 0..rng.below(30) {
            let actor = table.game.team_on_turn().actor();
            let call = table.game.wild_call(actor, &mut rng);
            table.say(&call);
        }
        let seconds = f64::from(rng.below(1000)) / 1e6;
        End { why: Why::Done, spent: Spent { seconds, energy: 0 } }
    })
}

/// All available recorded games and some games of random calls.
fn all_games() -> &'static [Exported] {
    static GAMES: OnceLock<Vec<Exported>> = OnceLock::new();
    GAMES.get_or_init(|| {
        let files = recorded::ours().into_iter().chain(recorded::others());
        let recorded = files.filter_map(|path| export_recorded(&path));
        recorded.chain((0..8).map(export_wild)).collect()
    })
}

#[test]
fn exported_files_equal_the_originals_byte_for_byte() {
    let mut twins = 0;
    for path in recorded::others() {
        let twin = path.with_file_name(format!("{}.awap23r.gz", recorded::name(&path)));
        if !twin.is_file() {
            continue;
        }
        let theirs = String::from_utf8(recorded::unzip(&twin)).unwrap();
        let ours = export_recorded(&path).expect("a game with a twin was played");
        let ours = String::from_utf8(ours.bytes).unwrap();
        let place = ours.bytes().zip(theirs.bytes()).position(|(a, b)| a != b);
        if let Some(at) = place {
            let round =
                |text: &str| text[at.saturating_sub(200)..(at + 80).min(text.len())].to_owned();
            panic!("{}: ours\n{}\ntheirs\n{}", twin.display(), round(&ours), round(&theirs));
        }
        assert_eq!(ours.len(), theirs.len(), "{} ends differently", twin.display());
        twins += 1;
    }
    if twins == 0 {
        println!("no replay file of the original program was found: no comparison was made");
    } else {
        println!("{twins} files equal the original's, byte for byte");
    }
}

fn keys(value: &Value) -> Vec<&str> {
    value.as_object().unwrap().keys().map(String::as_str).collect()
}

#[test]
fn r13_keys_come_in_the_order_of_the_original_and_without_blanks() {
    for game in all_games() {
        let expected = [
            "game_name",
            "map_name",
            "map_height",
            "map_width",
            "red_bot",
            "blue_bot",
            "initial_metal",
            "winner",
            "initial_map_passability",
            "initial_map_metal",
            "initial_map_terraformed",
            "initial_map_visible",
            "turns",
        ];
        assert_eq!(keys(&game.file), expected, "{}", game.name);
        for turn in game.file["turns"].as_array().unwrap() {
            let expected = [
                "team",
                "turn_number",
                "metal",
                "num_robots",
                "num_terr",
                "time_left",
                "tiles_explored",
                "tiles_terraformed",
                "robot_changes",
            ];
            assert_eq!(keys(turn), expected, "{}", game.name);
        }
        let text = std::str::from_utf8(&game.bytes).unwrap();
        let (_, behind_names) = text.split_once("\"initial_metal\"").unwrap();
        assert!(!behind_names.contains([' ', '\n']), "{}", game.name);
    }
}

#[test]
fn r13_teams_and_turn_numbers_alternate() {
    for game in all_games() {
        for (i, turn) in game.file["turns"].as_array().unwrap().iter().enumerate() {
            assert_eq!(turn["team"], Team::BOTH[i % 2].word(), "{}, entry {i}", game.name);
            assert_eq!(turn["turn_number"], i / 2 + 1, "{}, entry {i}", game.name);
        }
    }
}

/// The viewer throws when an unknown robot disappears.
#[test]
fn r13_every_robot_appears_before_it_disappears_and_never_returns() {
    for game in all_games() {
        let (mut alive, mut gone) = (BTreeSet::new(), BTreeSet::new());
        for turn in game.file["turns"].as_array().unwrap() {
            for change in turn["robot_changes"].as_array().unwrap() {
                let name = change[0].as_str().unwrap();
                assert!(!gone.contains(name), "{}: {name} comes back", game.name);
                if change[1].as_i64().unwrap() >= 0 {
                    assert!(change[2].as_i64().unwrap() >= 0);
                    alive.insert(name);
                } else {
                    assert_eq!((&change[1], &change[2]), (&json!(-1), &json!(-1)));
                    assert!(alive.remove(name), "{}: {name} never appeared", game.name);
                    gone.insert(name);
                }
            }
        }
        let frame = game.frames.last().unwrap();
        if !game.timed_out {
            let living: BTreeSet<&str> = keys(&frame["robots"]).into_iter().collect();
            assert_eq!(alive, living, "{}", game.name);
        }
    }
}

/// The viewer colours every entry of a turn as that turn's team.
#[test]
fn r13_a_living_enemy_is_never_listed_in_a_turn() {
    for game in all_games() {
        for turn in game.file["turns"].as_array().unwrap() {
            for change in turn["robot_changes"].as_array().unwrap() {
                let enemy = change[5] != turn["team"];
                assert!(!enemy || change[1] == -1, "{}: {change}", game.name);
            }
        }
    }
}

/// The viewer clamps its sums to ten; if a file needed that, the viewer would show wrong values.
#[test]
fn r13_terraform_sums_stay_within_ten_and_equal_the_last_board() {
    for game in all_games() {
        let mut values: BTreeMap<(u64, u64), i64> = BTreeMap::new();
        let place = |v: &Value| (v[0].as_u64().unwrap(), v[1].as_u64().unwrap());
        for tile in game.file["initial_map_terraformed"].as_array().unwrap() {
            values.insert(place(tile), tile[2].as_i64().unwrap());
        }
        for turn in game.file["turns"].as_array().unwrap() {
            let step = if turn["team"] == "blue" { 1 } else { -1 };
            for tile in turn["tiles_terraformed"].as_array().unwrap() {
                let value = values.entry(place(tile)).or_default();
                *value += step;
                assert!(value.abs() <= 10, "{}: {tile}", game.name);
            }
        }
        if game.timed_out {
            continue;
        }
        let frame = game.frames.last().unwrap();
        for (r, row) in frame["terraform"].as_array().unwrap().iter().enumerate() {
            for (c, value) in row.as_array().unwrap().iter().enumerate() {
                let sum = values.get(&(r as u64, c as u64)).copied().unwrap_or(0);
                assert_eq!(value, sum, "{}: ({r}, {c})", game.name);
            }
        }
    }
}

#[test]
fn r13_numbers_of_a_turn_describe_its_end() {
    for game in all_games() {
        let turns = game.file["turns"].as_array().unwrap();
        assert_eq!(turns.len() + 1, game.frames.len(), "{}", game.name);
        for (turn, frame) in turns.iter().zip(&game.frames[1..]) {
            if turn["time_left"] == -1 {
                continue;
            }
            let team = &frame["teams"][usize::from(turn["team"] == "red")];
            for (theirs, ours) in [
                ("metal", "metal"),
                ("num_robots", "robots"),
                ("num_terr", "tiles"),
                ("time_left", "time_left"),
            ] {
                assert_eq!(turn[theirs], team[ours], "{}: {theirs}", game.name);
            }
            assert_eq!(turn["turn_number"], frame["round"], "{}", game.name);
        }
    }
}

/// The robots in a frame without the battery, because a file has it only when a robot is built, moves or is
/// charged.
fn robots(frame: &Value) -> BTreeMap<&str, [&Value; 4]> {
    let robots = frame["robots"].as_object().unwrap().iter();
    let keys = ["team", "type", "row", "col"];
    robots.map(|(name, robot)| (name.as_str(), keys.map(|key| &robot[key]))).collect()
}

#[test]
fn a_file_read_back_has_the_same_frames() {
    for game in all_games() {
        let read = Mars::import_original(&game.bytes)
            .unwrap_or_else(|e| panic!("{}: {e}", game.name))
            .frames;
        assert_eq!(read.len(), game.frames.len(), "{}", game.name);
        let last = read.len() - 1;
        for (i, (theirs, ours)) in read.iter().zip(&game.frames).enumerate() {
            let at = format!("{}, frame {i}", game.name);
            assert_eq!(theirs["winner"], ours["winner"], "{at}");
            if game.timed_out && i == last {
                // A timeout's entry is empty: the board stays as it was.
                assert_eq!(robots(theirs), robots(&read[i - 1]), "{at}");
                assert!(theirs["result"].as_str().unwrap().contains("ran out of time"), "{at}");
                continue;
            }
            for key in ["tiles", "mining", "terraform", "seen", "team", "round"] {
                assert_eq!(theirs[key], ours[key], "{at}: {key}");
            }
            assert_eq!(robots(theirs), robots(ours), "{at}");
            for team in Team::BOTH {
                let (theirs, ours) =
                    (&theirs["teams"][team as usize], &ours["teams"][team as usize]);
                assert_eq!(theirs["tiles"], ours["tiles"], "{at}: {team}");
                assert_eq!(theirs["robots"], ours["robots"], "{at}: {team}");
                // Agon's frame already includes the other team's income.
                let over = i == last;
                let next = game.frames[i]["team"] == json!(team.other()) && !over;
                let income = if next && !(i == 1 && team == Team::Red) { 10 } else { 0 };
                let metal = theirs["metal"].as_i64().unwrap() + income;
                assert_eq!(json!(metal), ours["metal"], "{at}: {team}");
            }
        }
    }
}

/// A game without calls; red's second turn ends as given.
fn small_game(profile: Profile, end: End) -> Exported {
    let own = Mars::own_maps()[0];
    let map = <Mars as Contest>::Map::parse(own.text).unwrap();
    let setup = Mars::new_setup(map, profile, 2).unwrap();
    let info = MatchInfo { map: own.name.into(), bots: vec!["b".into(), "r".into()] };
    let mut turns = 0;
    export("small game", &setup, &info, |_| {
        turns += 1;
        if turns == 4 { end } else { End::DONE }
    })
}

#[test]
fn r13_the_entry_of_a_timeout() {
    let too_long = End { why: Why::Done, spent: Spent { seconds: 210.0, energy: 0 } };
    for end in [End::because(Why::OutOfTime), too_long] {
        let game = small_game(Profile::Original, end);
        let expected = concat!(
            r#"{"team":"red","turn_number":2,"metal":-1,"num_robots":-1,"num_terr":-1,"#,
            r#""time_left":-1,"tiles_explored":[],"tiles_terraformed":[],"robot_changes":[]}]}"#
        );
        let text = String::from_utf8(game.bytes.clone()).unwrap();
        assert!(text.ends_with(expected), "{}", &text[text.len() - 300..]);
        assert_eq!(game.file["winner"], "blue");
        let frames = Mars::import_original(&game.bytes).unwrap().frames;
        assert_eq!(frames.len(), 5);
        assert_eq!(frames[4]["result"], "red ran out of time");
        assert_eq!(frames[4]["winner"], "blue");
    }
}

/// Files from the contest have the five numbers of a timeout in another order.
#[test]
fn r13_a_timeout_with_reordered_numbers_can_be_read() {
    let mut file = small_game(Profile::Original, End::because(Why::OutOfTime)).file;
    let turn = file["turns"].as_array_mut().unwrap().last_mut().unwrap();
    turn["turn_number"] = json!(-1);
    turn["num_robots"] = json!(2);
    turn.as_object_mut().unwrap().remove("num_terr");
    let frames = Mars::import_original(file.to_string().as_bytes()).unwrap().frames;
    assert_eq!(frames[4]["result"], "red ran out of time");
    assert_eq!(frames[4]["teams"], frames[3]["teams"]);
}

#[test]
fn r13_a_program_that_ended_has_an_ordinary_entry() {
    let game = small_game(Profile::Original, End::because(Why::Gone));
    let last = game.file["turns"].as_array().unwrap().last().unwrap();
    assert_eq!((&last["metal"], &last["time_left"]), (&json!(210), &json!(210.0)));
    assert_eq!(game.file["winner"], "blue");
}

/// An entry has the battery at its own time, after all earlier actions: one miner mines and moves back,
/// another mines and is transformed.
#[test]
fn r13_an_entry_has_the_battery_at_its_time() {
    use Direction::{Left, Right};
    let mut row = vec![Tile::LAND; 256];
    row[..4].copy_from_slice(&[
        Tile::base(Team::Blue),
        Tile::deposit(12),
        Tile::deposit(12),
        Tile::base(Team::Blue),
    ]);
    let map = Map::new(16, 16, &row).unwrap();
    let rules = Rules { rounds: 3, ..Rules::original() };
    let setup = Setup::new(map, rules).unwrap();
    let info = MatchInfo { map: "row".into(), bots: vec![] };
    let spawn = |col| Call::Spawn { kind: Some(RobotType::Miner), row: 0, col };
    let go = |robot, way| Call::Move { robot: RobotId(robot), direction: Some(way) };
    let act = |robot| Call::Act { robot: RobotId(robot) };
    let rebuild =
        |robot| Call::Transform { robot: RobotId(robot), kind: Some(RobotType::Explorer) };
    let turns = [
        vec![spawn(0), spawn(3)],
        vec![],
        vec![go(1, Right), go(2, Left)],
        vec![],
        vec![act(1), go(1, Left), act(2), rebuild(2)],
        vec![],
    ];
    let mut turns = turns.iter();
    let game = export("batteries", &setup, &info, |table| {
        turns.next().unwrap().iter().for_each(|order| table.say(order));
        End::DONE
    });
    let expected = json!([
        ["robot_1", 0, 0, "m", 100, "blue"],
        ["robot_2", -1, -1, "m", 100, "blue"],
        ["robot_3", 0, 2, "e", 100, "blue"],
    ]);
    assert_eq!(game.file["turns"][4]["robot_changes"], expected);
}

#[test]
fn bad_files_are_refused_with_a_sentence() {
    let good = small_game(Profile::Handbook, End::because(Why::Gone)).file;
    let refused = |what: &str, file: &Value| {
        let fault = Mars::import_original(file.to_string().as_bytes()).unwrap_err().to_string();
        assert!(fault.contains(what), "{what}: {fault}");
        assert!(fault.len() > 20, "{fault}");
    };
    for bytes in [&b""[..], b"{", b"[]", b"null", b"\xff\xfe", b"AGON\0\0"] {
        let fault = Mars::import_original(bytes).unwrap_err().to_string();
        assert!(fault.contains("not a replay of the original"), "{fault}");
    }
    let with = |pointer: &str, value: Value| {
        let mut file = good.clone();
        *file.pointer_mut(pointer).unwrap_or_else(|| panic!("no {pointer}")) = value;
        file
    };
    let wrong_types = [
        ("/map_height", json!("16")),
        ("/map_width", json!(-16)),
        ("/winner", json!("green")),
        ("/initial_metal", json!(null)),
        ("/initial_map_passability", json!([[1]])),
        ("/initial_map_metal", json!([[1, 1, 900]])),
        ("/initial_map_terraformed", json!([["1", 1, 1]])),
        ("/turns", json!({})),
        ("/turns/0/team", json!("green")),
        ("/turns/0/turn_number", json!(1.5)),
        ("/turns/0/metal", json!("many")),
        ("/turns/0/time_left", json!("long")),
        ("/turns/0/tiles_explored", json!([[1, 2, 3]])),
        ("/turns/0/robot_changes", json!([["robot_1", 0, 0, "m"]])),
        ("/turns/0/robot_changes", json!([[7, 0, 0, "m", 1, "red"]])),
    ];
    for (pointer, value) in wrong_types {
        refused("not a replay of the original", &with(pointer, value));
    }
    let mut file = good.clone();
    file.as_object_mut().unwrap().remove("turns");
    refused("turns", &file);
    for (side, value) in [("/map_height", 0), ("/map_height", 49), ("/map_width", 1_000_000)] {
        refused("impossible", &with(side, json!(value)));
    }
    let outside = [
        ("/initial_map_passability", json!([[99, 0]])),
        ("/initial_map_passability", json!([[-1, 0]])),
        ("/initial_map_metal", json!([[0, 99, 5]])),
        ("/initial_map_terraformed", json!([[99, 99, 5]])),
        ("/initial_map_visible", json!([[0, 99, 1]])),
        ("/turns/1/tiles_explored", json!([[99, 0]])),
        ("/turns/1/tiles_terraformed", json!([[0, 99]])),
        ("/turns/1/robot_changes", json!([["robot_1", 99, 0, "m", 1, "red"]])),
        ("/turns/1/robot_changes", json!([["robot_1", 0, -7, "m", 1, "red"]])),
    ];
    for (pointer, value) in outside {
        let file = with(pointer, value);
        refused("is outside the map", &file);
        if pointer.starts_with("/turns") {
            refused("entry 1 of `turns`", &file);
        }
    }
    let odd = json!([["robot_1", 0, 0, "x", 1, "red"]]);
    refused("there is no robot type `x`", &with("/turns/1/robot_changes", odd));
    refused("player 3", &with("/initial_map_visible", json!([[0, 0, 3]])));
}

/// A file with a replaced number is read or refused without a panic.
#[test]
fn damaged_files_never_panic() {
    let good = String::from_utf8(export_wild(1).bytes).unwrap();
    let mut rng = Rng::new(5);
    let numbers = ["-1", "0", "255", "-129", "48", "1e9", "99999999999999999999", "null", "\"e\""];
    let digits: Vec<usize> =
        good.bytes().enumerate().filter(|(_, b)| b.is_ascii_digit()).map(|(at, _)| at).collect();
    let mut read = 0;
    for _ in 0..400 {
        let mut text = good.clone();
        for _ in 0..=rng.below(2) {
            let at = *rng.pick(&digits);
            if text.as_bytes()[at].is_ascii_digit() {
                text.replace_range(at..=at, numbers[rng.below(9) as usize]);
            }
        }
        match Mars::import_original(text.as_bytes()) {
            Ok(_) => read += 1,
            Err(fault) => assert!(fault.to_string().len() > 20),
        }
    }
    assert!(read > 0, "not one of 400 damaged files could be read");
}
