//! Replays the recorded games with every switch of the rules in both positions. At least one recording must
//! depend on each switch; otherwise the switch is untested.

use crate::recorded;
use agon_conformance::check_file_with;
use agon_core::trace::TraceFault;
use agon_core::{Contest, Profile};
use agon_mars::{
    ActionResult, Map, Mars, Rules, SecondMove, Setup, Tile, TimeTie, Transform, open_trace_with,
};
use serde_json::{Value, json};
use std::path::{Path, PathBuf};

/// Copies one switch from other rules.
type Switch = fn(&mut Rules, &Rules);

const SWITCHES: [(&str, Switch); 7] = [
    ("transform_price", |r, other| r.transform_price = other.transform_price),
    ("transform", |r, other| r.transform = other.transform),
    ("second_move", |r, other| r.second_move = other.second_move),
    ("action_result", |r, other| r.action_result = other.action_result),
    ("time_tie", |r, other| r.time_tie = other.time_tie),
    ("asymmetric_maps", |r, other| r.asymmetric_maps = other.asymmetric_maps),
    ("one_spawn_per_tile", |r, other| r.one_spawn_per_tile = other.one_spawn_per_tile),
];

fn replay(path: &Path, rules: Rules) -> (u64, Option<TraceFault>) {
    check_file_with(path, |header| open_trace_with(header, rules))
}

/// Our recordings of one profile, the shortest first.
fn ours_of(profile: Profile) -> Vec<PathBuf> {
    let mut files = recorded::ours();
    let is_handbook = |file: &Path| recorded::name(file).starts_with("handbook_");
    files.retain(|file| is_handbook(file) == (profile == Profile::Handbook));
    assert!(files.len() >= 9, "recordings are missing: {files:?}");
    files.sort_by_key(|file| file.metadata().unwrap().len());
    files
}

/// The recordings that differ under the given rules, lazily.
fn failing(files: &[PathBuf], rules: Rules) -> impl Iterator<Item = String> {
    let fails = move |file: &&PathBuf| replay(file, rules).1.is_some();
    files.iter().filter(fails).map(|file| recorded::name(file))
}

/// The list above is complete: copying all switches turns one profile into the other.
#[test]
fn the_profiles_differ_only_in_the_switches() {
    for (from, to) in
        [(Rules::handbook(), Rules::original()), (Rules::original(), Rules::handbook())]
    {
        let mut rules = from;
        for (_, switch) in SWITCHES {
            let before = rules;
            switch(&mut rules, &to);
            assert_ne!(before, rules);
        }
        assert_eq!(rules, to);
    }
}

#[test]
fn every_recording_holds_in_its_own_profile() {
    for profile in Profile::ALL {
        assert_eq!(failing(&ours_of(profile), Rules::of(profile)).next(), None);
    }
}

#[test]
fn every_handbook_recording_differs_under_the_original_rules() {
    let games = ours_of(Profile::Handbook);
    assert_eq!(failing(&games, Rules::original()).count(), games.len());
}

#[test]
fn each_single_switch_changes_a_handbook_recording() {
    let games = ours_of(Profile::Handbook);
    for (name, switch) in SWITCHES {
        let mut rules = Rules::handbook();
        switch(&mut rules, &Rules::original());
        let noticed_by = failing(&games, rules).next();
        println!("{name} is noticed by {noticed_by:?}");
        assert!(noticed_by.is_some(), "no recording notices {name}");
    }
}

/// There is no original recording on an asymmetric map; `only_the_switch_allows_asymmetric_maps` tests that
/// switch.
#[test]
fn each_single_switch_changes_an_original_recording() {
    let games = ours_of(Profile::Original);
    for (name, switch) in SWITCHES {
        let mut rules = Rules::original();
        switch(&mut rules, &Rules::handbook());
        let noticed_by = failing(&games, rules).next();
        println!("{name} is noticed by {noticed_by:?}");
        let is_shown = name != "asymmetric_maps";
        assert_eq!(noticed_by.is_some(), is_shown, "{name}: {noticed_by:?}");
    }
}

fn difference(name: &str, rules: Rules) -> (String, String, Value, Value) {
    let folder = recorded::ours()[0].parent().unwrap().to_owned();
    let (_, fault) = replay(&folder.join(format!("{name}.jsonl.gz")), rules);
    match fault {
        Some(TraceFault::Difference(d)) => (d.step, d.field, d.expected, d.got),
        other => panic!("{name} was expected to differ, but: {other:?}"),
    }
}

/// The first difference that each switch causes in a recording.
#[test]
fn every_switch_changes_its_own_rule() {
    let handbook = Rules::handbook();

    let rules = Rules { transform_price: 50, ..handbook };
    let (_, field, expected, got) = difference("handbook_transform", rules);
    assert!(field.ends_with("transform_robot metal"), "{field}");
    assert_eq!(expected.as_i64().unwrap() - got.as_i64().unwrap(), 10);

    let rules = Rules { transform: Transform::NewRobot, ..handbook };
    let (_, field, ..) = difference("handbook_transform", rules);
    assert!(field.contains("transform_robot ret"), "{field}");

    let rules = Rules { second_move: SecondMove::Rams, ..handbook };
    let (_, field, expected, got) = difference("handbook_second_move", rules);
    assert!(field.contains("move_robot ret"), "{field}");
    assert_eq!((expected, got), (json!(false), json!(true)));

    let rules = Rules { action_result: ActionResult::Nothing, ..handbook };
    let (_, field, expected, got) = difference("handbook_tie_exact", rules);
    assert!(field.ends_with("robot_action ret"), "{field}");
    assert_eq!((expected, got), (json!(true), Value::Null));

    let rules = Rules { time_tie: TimeTie::LessLeft, ..handbook };
    let (step, field, ..) = difference("handbook_tie_time", rules);
    assert_eq!((step.as_str(), field.as_str()), ("end", "end.winner"));

    let rules = Rules { asymmetric_maps: true, ..handbook };
    let found = difference("handbook_map_refused", rules);
    let expected = ("header".into(), "map".into(), json!("refused"), json!("accepted"));
    assert_eq!(found, expected);

    let rules = Rules { one_spawn_per_tile: false, ..handbook };
    let (_, field, expected, got) = difference("handbook_spawn_once", rules);
    assert!(field.ends_with("can_spawn_robot ret"), "{field}");
    assert_eq!((expected, got), (json!(false), json!(true)));
}

/// A fair map of 16 x 16 with a base for each team, modified by `change`.
fn map(change: impl FnOnce(&mut [Tile])) -> Map {
    let mut tiles = vec![Tile::LAND; 256];
    tiles[0] = Tile::base(agon_mars::Team::Blue);
    tiles[15] = Tile::base(agon_mars::Team::Red);
    tiles[32] = Tile::deposit(9);
    tiles[47] = Tile::deposit(9);
    change(&mut tiles);
    Map::new(16, 16, &tiles).unwrap()
}

/// C12, R12.3: a symmetry must swap the teams and hold for every tile.
#[test]
fn only_the_switch_allows_asymmetric_maps() {
    let fair = map(|_| {});
    let lopsided = [
        map(|tiles| tiles[100] = Tile::ROCK),
        map(|tiles| tiles[47] = Tile::deposit(10)),
        map(|tiles| tiles[15] = Tile::base(agon_mars::Team::Blue)),
    ];
    for profile in Profile::ALL {
        Mars::new_setup(fair.clone(), profile, 2).unwrap();
    }
    for map in lopsided {
        let sentence = Mars::new_setup(map.clone(), Profile::Handbook, 2).unwrap_err().0;
        assert!(sentence.contains("symmetric") || sentence.contains("base"), "{sentence}");
        Mars::new_setup(map.clone(), Profile::Original, 2).unwrap();
        let sentence = Setup::new(map.clone(), Rules::handbook()).unwrap_err().0;
        assert!(sentence.contains("not symmetric"), "{sentence}");
        let allowed = Rules { asymmetric_maps: true, ..Rules::handbook() };
        Setup::new(map, allowed).unwrap();
    }
}

/// Rules that cannot be played are refused with a sentence.
#[test]
fn impossible_rules_are_refused() {
    let handbook = Rules::handbook();
    let cases = [
        (Rules { rounds: 0, ..handbook }, "at least one round"),
        (Rules { time_bank_s: 0.0, ..handbook }, "positive number of seconds"),
        (Rules { time_bank_s: f64::NAN, ..handbook }, "positive number of seconds"),
        (Rules { time_bank_s: f64::INFINITY, ..handbook }, "positive number of seconds"),
        (Rules { transform_price: -1, ..handbook }, "0 to 50 metal"),
        (Rules { transform_price: 51, ..handbook }, "0 to 50 metal"),
    ];
    for (rules, words) in cases {
        let sentence = Setup::new(map(|_| {}), rules).unwrap_err().0;
        assert!(sentence.contains(words), "{sentence}");
    }
    assert!(Mars::new_setup(map(|_| {}), Profile::Handbook, 3).is_err());
}

/// A modified recording in a temporary file.
struct Altered(PathBuf);

impl Altered {
    fn new(name: &str, change: impl FnOnce(&mut Vec<Value>)) -> Altered {
        let folder = recorded::ours()[0].parent().unwrap().to_owned();
        let mut lines = recorded::lines(&folder.join("handbook_tie_exact.jsonl.gz"));
        change(&mut lines);
        let text: String = lines.iter().map(|line| format!("{line}\n")).collect();
        let file = format!("agon-mars-{}-{name}.jsonl", std::process::id());
        let path = std::env::temp_dir().join(file);
        std::fs::write(&path, text).unwrap();
        Altered(path)
    }

    fn fault(&self) -> (u64, Option<TraceFault>) {
        replay(&self.0, Rules::handbook())
    }

    /// Step, field, expected and got of the difference, and the steps that came before it.
    fn difference(&self) -> (u64, String, String, Value, Value) {
        match self.fault() {
            (steps, Some(TraceFault::Difference(d))) => (steps, d.step, d.field, d.expected, d.got),
            other => panic!("a difference was expected, but: {other:?}"),
        }
    }

    fn sentence(&self) -> String {
        self.fault().1.expect("the file is broken").to_string()
    }
}

impl Drop for Altered {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.0);
    }
}

#[test]
fn an_unaltered_copy_holds() {
    let (steps, fault) = Altered::new("same", |_| {}).fault();
    assert_eq!((steps, fault), (16, None));
}

#[test]
fn the_driver_reports_the_first_difference() {
    let metal = Altered::new("metal", |lines| lines[4]["state"]["metal"]["red"] = json!(12345));
    let (steps, step, field, expected, got) = metal.difference();
    assert_eq!((steps, step.as_str(), field.as_str()), (3, "3", "state.metal.red"));
    assert_eq!(expected, 12345);
    assert!(got.as_i64().is_some_and(|metal| metal <= 210));
    let sentence = metal.sentence();
    assert!(sentence.starts_with("step 3, state.metal.red: expected 12345, got "), "{sentence}");

    let seen = Altered::new("seen", |lines| {
        lines[0]["initial"]["visible"]["blue"][0] = json!("1".repeat(16));
    });
    let (steps, step, field, ..) = seen.difference();
    assert_eq!((steps, step.as_str()), (0, "header"));
    assert_eq!(field, "initial.visible.blue[0]");

    let upkeep = Altered::new("upkeep", |lines| lines[3]["upkeep"]["income"] = json!(11));
    let (steps, step, field, expected, got) = upkeep.difference();
    assert_eq!((steps, step.as_str(), field.as_str()), (2, "2", "upkeep.income"));
    assert_eq!((expected, got), (json!(11), json!(10)));

    let bank = Altered::new("bank", |lines| lines[1]["time_left"]["blue"] = json!(1.5));
    let (_, step, field, expected, _) = bank.difference();
    assert_eq!((step.as_str(), field.as_str()), ("0", "time_left.blue"));
    assert_eq!(expected, 1.5);

    let winner = Altered::new("winner", |lines| {
        lines.last_mut().unwrap()["winner"] = json!("blue");
    });
    let (steps, step, field, expected, got) = winner.difference();
    assert_eq!((steps, step.as_str(), field.as_str()), (16, "end", "end.winner"));
    assert_eq!((expected, got), (json!("blue"), json!("red")));
}

#[test]
fn the_difference_of_an_altered_answer_names_the_call() {
    let answer = Altered::new("answer", |lines| {
        let calls = lines[1]["calls"].as_array_mut().unwrap();
        let spawn = calls.iter_mut().find(|call| call["fn"] == "spawn_robot").unwrap();
        spawn["ret"]["battery"] = json!(119);
    });
    let (_, step, field, expected, got) = answer.difference();
    assert_eq!(step, "0");
    assert!(field.starts_with("calls[") && field.ends_with("spawn_robot ret.battery"), "{field}");
    assert_eq!((expected, got), (json!(119), json!(120)));

    let raised = Altered::new("raised", |lines| {
        let calls = lines[1]["calls"].as_array_mut().unwrap();
        let spawn = calls.iter_mut().find(|call| call["fn"] == "spawn_robot").unwrap();
        let call = spawn.as_object_mut().unwrap();
        call.remove("ret");
        call.insert("raise".into(), json!({"type": "IllegalSpawnError", "reason": "no_type"}));
    });
    let (_, _, field, expected, _) = raised.difference();
    assert!(field.ends_with("spawn_robot ret.raised"), "{field}");
    assert_eq!(expected["reason"], "no_type");
}

#[test]
fn a_broken_recording_is_reported_with_its_line() {
    let no_state = Altered::new("no-state", |lines| {
        lines[2].as_object_mut().unwrap().remove("state");
    });
    let sentence = no_state.sentence();
    assert!(sentence.contains("line 3") && sentence.contains("`state`"), "{sentence}");

    let cut = Altered::new("cut", |lines| drop(lines.pop()));
    let sentence = cut.sentence();
    assert!(sentence.contains("before its last line"), "{sentence}");

    let unknown = Altered::new("unknown", |lines| {
        lines[1]["calls"] = json!([{"fn": "fly", "args": [], "ret": null}]);
    });
    let sentence = unknown.sentence();
    assert!(sentence.contains("`fly`"), "{sentence}");

    let longer = Altered::new("longer", |lines| {
        let last = lines.last().unwrap().clone();
        lines.push(last);
    });
    let sentence = longer.sentence();
    assert!(sentence.contains("behind the last one"), "{sentence}");

    let no_rounds = Altered::new("no-rounds", |lines| {
        lines[0]["config"]["num_turns"] = json!("many");
    });
    let sentence = no_rounds.sentence();
    assert!(sentence.contains("num_turns"), "{sentence}");
}
