//! Every command with `--json` prints what `docs/json-output.schema.json` says.

use crate::Scratch;
use serde_json::{Value, json};

/// Asserts that each line is JSON of this definition of the schema.
#[track_caller]
fn expect(command: &str, text: &str) {
    let schema = include_str!("../../../../docs/json-output.schema.json");
    let schema: Value = serde_json::from_str(schema).unwrap();
    assert!(schema["$defs"].get(command).is_some(), "the schema has no {command}");
    let root = json!({"$ref": format!("#/$defs/{command}"), "$defs": schema["$defs"]});
    let validator = jsonschema::validator_for(&root).unwrap();
    assert!(!text.is_empty(), "{command} prints nothing");
    for line in text.lines() {
        let value: Value = serde_json::from_str(line).expect(line);
        let faults: Vec<String> =
            validator.iter_errors(&value).map(|e| format!("{}: {e}", e.instance_path())).collect();
        assert_eq!(faults, [""; 0], "{command}: {line}");
    }
}

const RUBRIC: &str = "game = \"galaxy\"\n[[task]]\nname = \"a\"\nopponent = \"builtin:nothing\"\n\
                      need = \"won\"\npoints = 3\n";
const LOGS: &str = "import agon\n\n\ndef play(turn):\n    turn.log(\"hello\")\n    turn.call(\"nonsense\")\n\
                    \n\nagon.run(play)\n";

#[test]
fn the_output_of_every_command_follows_the_schema() {
    let here = Scratch::new("json-output");
    here.write("rubric.toml", RUBRIC);
    here.write("bot.py", LOGS);
    let scene = "game = \"galaxy\"\nbot = \"builtin:random\"\nexpect = [\"won in all 2\"]\n";
    here.write("a.agonscene", scene);
    std::fs::create_dir(here.path("bots")).unwrap();
    let league = "game = \"galaxy\"\nbots = [\"builtin:random\", \"builtin:trivial\"]\n";
    here.write("bots/league.toml", league);
    let (bots, pair) = (["builtin:greedy", "builtin:random"], ["--bot", "builtin:greedy"]);
    let compare =
        ["compare", bots[0], bots[1], "--game", "galaxy", "--max", "1", "-j", "1", "--json"];
    let tournament = ["tournament", "--game", "galaxy", "--format", "round-robin", "--json"];
    let commands: [(&str, &[&str]); 11] = [
        ("play", &["play", "galaxy", "bot.py", bots[1], "--replay", "a.agonreplay", "--json"]),
        ("play", &["play", "galaxy", "--games", "4", "--map", "default", "--json"]),
        ("simulate", &["simulate", "galaxy", "bot.py", bots[1], "-n", "2"]),
        ("replay_log", &["replay", "log", "a.agonreplay", "--json"]),
        ("compare", &compare),
        ("league", &["league", "bots", "--games", "2", "--json"]),
        ("tournament", &[&tournament[..], &pair, &["--bot", bots[1]]].concat()),
        ("grade", &["grade", "rubric.toml", "builtin:greedy", "--json"]),
        ("bot_check", &["bot", "check", "bot.py", "--game", "galaxy", "--rounds", "3", "--json"]),
        ("bot_test", &["bot", "test", "a.agonscene", "--json"]),
        ("games", &["games", "--json"]),
    ];
    for (command, words) in commands {
        let run = here.run(words);
        assert!(matches!(run.code, Some(0 | 1 | 3)), "{command}: {:?}\n{}", run.code, run.err);
        expect(command, &run.out);
    }
    let one = here.run(&["games", "mars", "--json"]).expect(0, &[]).out;
    expect("games", &one);
    let one: Value = serde_json::from_str(&one).unwrap();
    assert_eq!(one["games"][0]["id"], "mars");
    let doctor = here.run(&["doctor", "--json"]);
    expect("doctor", &doctor.out);
    let doctor: Value = serde_json::from_str(&doctor.out).unwrap();
    assert!(!doctor["languages"].as_array().unwrap().is_empty());
}
