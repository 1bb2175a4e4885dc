//! `agon bot test` and `agon bot record`.

use crate::Scratch;
use serde_json::Value;

/// A Python bot with this statement as its turn.
fn python_bot(statement: &str) -> String {
    format!("import agon\n\n\ndef play(turn):\n    {statement}\n\n\nagon.run(play)\n")
}

#[test]
fn expectations_hold_or_say_why_not() {
    let here = Scratch::new("scenes");
    here.write(
        "a.agonscene",
        "game = \"galaxy\"\nbot = \"builtin:greedy\"\nexpect = [\"won in all 4\", \"calls capture\", \
         \"won against builtin:random in at least 1 of 2\"]\n",
    );
    let bad = "game = \"galaxy\"\nbot = \"builtin:nothing\"\nseats = [\"builtin:greedy\", \"bot\"]\n\
               seed = 7\nexpect = [\"won in at least 1 of 2\", \"no calls\"]\n";
    std::fs::create_dir(here.path("more")).unwrap();
    here.write("more/b.agonscene", bad);
    let run = here.run(&["bot", "test", "--junit", "results.xml"]).expect(
        1,
        &[
            "a.agonscene\n  ok      won in at least 4 of 4\n  ok      calls capture\n  ok ",
            "more/b.agonscene\n  failed  won in at least 1 of 2: 0 of 2\n          2 games: it did not win\n",
            "          again: agon play galaxy builtin:greedy builtin:nothing --seed 7\n",
            "  ok      calls == 0\n",
            "2 scenes, 5 expectations: 4 held, 1 failed.",
        ],
    );
    assert_eq!(run.err, "");
    let xml = std::fs::read_to_string(here.path("results.xml")).unwrap();
    for part in [
        "<testsuite name=\"b\" file=\"more/b.agonscene\" tests=\"2\" failures=\"1\" errors=\"0\"",
        "<testcase classname=\"a.agonscene\" name=\"calls capture\"/>",
        "<failure message=\"0 of 2 games\">2 games: it did not win",
    ] {
        assert!(xml.contains(part), "no {part} in\n{xml}");
    }
    let json = here.run(&["bot", "test", "more", "--json"]).expect(1, &[]).out;
    let json: Value = serde_json::from_str(&json).unwrap();
    assert_eq!(json["scenes"][0]["expectations"][0]["why"][0]["reason"], "it did not win");
    // Another bot meets them.
    here.run(&["bot", "test", "more", "--bot", "builtin:greedy", "--json"])
        .expect(1, &["\"expectation\":\"calls == 0\",\"passed\":false"]);
}

#[test]
fn scenes_that_cannot_be_played_are_errors() {
    let here = Scratch::new("bad-scenes");
    let scene = |text: &str| {
        here.write("bad.agonscene", text);
        here.run(&["bot", "test", "bad.agonscene"])
    };
    for (text, sentence) in [
        ("game = \"galaxy\"\nexpect = [\"luck\"]", "`luck` is not a condition"),
        (
            "game = \"chess\"\nbot = \"builtin:nothing\"\nexpect = [\"won\"]",
            "there is no game `chess`",
        ),
        (
            "game = \"galaxy\"\nexpect = [\"won\"]",
            "the scene names no bot and lies in no bot's folder",
        ),
        (
            "game = \"mars\"\nbot = \"builtin:greedy\"\nexpect = [\"calls spwan\"]",
            "unknown call `spwan`; did you mean `spawn`?",
        ),
        (
            "game = \"mars\"\nbot = \"builtin:greedy\"\nseats = [\"bot\"]\nexpect = [\"won\"]",
            "Mars Makeover is for 2 bots, not 1",
        ),
        (
            "replay = \"none.agonreplay\"\nat = 2\nseats = [\"bot\", \"recorded\"]\nexpect = [\"won\"]",
            "cannot read ./none.agonreplay",
        ),
    ] {
        scene(text).expect(1, &["  error   ", sentence, "; 1 scene could not be played."]);
    }
    here.run(&["bot", "test", "nothing-here"]).expect(2, &["there is no nothing-here"]);
    std::fs::create_dir(here.path("empty")).unwrap();
    here.run(&["bot", "test", "empty"]).expect(2, &["there is no *.agonscene in empty"]);
}

#[test]
fn a_moment_of_a_replay_becomes_a_scene() {
    let here = Scratch::new("record");
    let bots = ["builtin:greedy", "builtin:random"];
    here.run(&["play", "galaxy", bots[0], bots[1], "--replay", "m.agonreplay"]).expect(0, &[]);
    let record = |words: &[&str]| {
        here.run(&[&["bot", "record", "m.agonreplay", "--bot", "builtin:greedy"], words].concat())
    };
    record(&["--at", "3", "--expect", "won", "-o", "tests/m.agonscene"])
        .expect(0, &["tests/m.agonscene: round 3 of tests/m.agonreplay."]);
    // The recorded opponent repeats its orders, so the match ends as it was recorded.
    here.run(&["bot", "test", "tests"]).expect(0, &["  ok      won\n"]);
    record(&["--at", "3", "-o", "tests/m.agonscene"]).expect(2, &["is already there"]);
    record(&["--at", "99999", "-o", "x.agonscene"])
        .expect(2, &["the replay ends in round ", ", before round 99999"]);
    record(&["--at", "3", "--seat", "green", "-o", "x.agonscene"])
        .expect(2, &["there is no seat `green`: choose one of blue, red"]);
    record(&["--at", "3", "--expect", "luck", "-o", "x.agonscene"])
        .expect(2, &["is not a condition"]);
    record(&["--at", "3", "--rounds", "2", "--expect", "won", "-o", "x.agonscene"])
        .expect(2, &["needs the result of the match"]);
    assert!(!here.path("x.agonscene").exists());
}

#[test]
fn every_game_can_be_played_on_from_a_moment() {
    let here = Scratch::new("moments");
    for game in ["asterobots", "galaxy", "homerun", "mars", "timetravel"] {
        let replay = format!("{game}.agonreplay");
        here.run(&["play", game, "--replay", &replay]).expect(0, &[]);
        let first = if game == "asterobots" { "2" } else { "5" };
        let words = ["--at", first, "--bot", "builtin:nothing", "--rounds", "3"];
        here.run(
            &[&["bot", "record", &replay], &words[..], &["--expect", "no faults in all 2"]]
                .concat(),
        )
        .expect(0, &[]);
    }
    here.run(&["bot", "test", "."]).expect(0, &["5 scenes, 5 expectations: 5 held, 0 failed."]);
}

#[test]
fn a_check_fails_a_bot_without_calls_and_names_what_is_missing() {
    let here = Scratch::new("no-calls");
    here.run(&["bot", "check", "nofile"]).expect(2, &["agon: there is no nofile\n"]);
    let check = ["bot", "check", "bot.py", "--game", "galaxy", "--rounds", "3"];
    here.write("bot.py", python_bot("return [\"refuel\"]"));
    here.run(&check)
        .expect(1, &["it returned a list, which is ignored: make calls with turn.call"]);
    here.write("bot.py", python_bot("pass"));
    here.run(&check)
        .expect(1, &["What is wrong:\n  - it made no call in 3 turns: a bot acts by calls"]);
    let json = here.run(&[&check[..], &["--json"]].concat()).expect(1, &[]).out;
    let json: Value = serde_json::from_str(&json).unwrap();
    assert_eq!((&json["passed"], &json["calls"]), (&Value::Bool(false), &Value::from(0)));
    let endless = "package mine;\npublic class UnitPlayer {\n    public void run(\
                   aic2023.user.UnitController uc) {\n        while (true) { }\n    }\n}\n";
    here.write("UnitPlayer.java", endless);
    here.run(&["bot", "check", "UnitPlayer.java", "--game", "homerun", "--rounds", "3"]).expect(
        1,
        &["its energy ran out in each of 3 turns before it made a call: is there an endless loop?"],
    );
}

#[test]
fn a_new_bot_with_ci_passes_its_first_scene_in_every_game() {
    let here = Scratch::new("ci");
    for game in ["asterobots", "galaxy", "homerun", "mars", "timetravel"] {
        let folder = format!("my {game}");
        here.run(&["new", game, "--ci", &folder])
            .expect(0, &[&format!(" bot test '{folder}'"), "test.yml says how to set it up"]);
        let workflow = here.path(&folder).join(".github/workflows/test.yml");
        let workflow = std::fs::read_to_string(workflow).unwrap();
        assert!(workflow.contains(&format!("--game {game} ")), "{workflow}");
    }
    here.run(&["bot", "test"]).expect(0, &["5 scenes, 10 expectations: 10 held, 0 failed."]);
}

#[test]
fn a_bot_that_cannot_start_or_dies_fails_its_scene() {
    let here = Scratch::new("dead-scenes");
    here.write("syn.py", "import agon\n\ndef play(turn:\n    pass\n");
    here.write("dies.py", python_bot("exit(3)"));
    let scene = "game = \"galaxy\"\nexpect = [\"no refusals\", \"never more than 200 ms\", \
                 \"never calls capture\", \"rounds >= 1\", \"faults <= 5\"]\n";
    here.write("a.agonscene", scene);
    let run = here.run(&["bot", "test", "a.agonscene", "--bot", "syn.py"]).expect(
        1,
        &["it ended with exit code 1 before it was ready: SyntaxError", "0 held, 5 failed."],
    );
    assert_eq!(run.out.matches("  failed  ").count(), 5, "{}", run.out);
    // A bot that dies later may have as many faults as the scene allows.
    here.run(&["bot", "test", "a.agonscene", "--bot", "dies.py"])
        .expect(1, &["it ended with exit code 3 in its turn of round 1", "1 held, 4 failed."]);
}

#[test]
fn a_failed_scene_of_a_replay_says_how_to_play_it_again() {
    let here = Scratch::new("again");
    here.run(&["play", "galaxy", "--replay", "m.agonreplay"]).expect(0, &[]);
    let words = ["--at", "3", "--rounds", "2", "--expect", "calls >= 1", "-o", "t.agonscene"];
    here.run(&[&["bot", "record", "m.agonreplay"], &words[..]].concat()).expect(0, &[]);
    here.run(&["bot", "test", "t.agonscene", "--bot", "builtin:nothing"])
        .expect(1, &["          again: agon bot test t.agonscene --bot builtin:nothing\n"]);
}

#[test]
fn a_check_shows_what_is_wrong_in_agon_toml() {
    let here = Scratch::new("check-manifest");
    std::fs::create_dir(here.path("b")).unwrap();
    here.write("b/bot.py", python_bot("pass"));
    for (manifest, sentence) in [
        ("nme = \"x\"\n", "unknown field `nme`"),
        ("game = mars\n", "line 1"),
        ("game = \"chess\"\n", "agon.toml: there is no game `chess`; choose one of "),
        ("language = \"basic\"\n", "basic"),
        ("entry = \"../bot.py\"\n", "`entry` must name a file inside the folder"),
        ("name = \" \"\n", "`name` must have 1 to 80 characters"),
    ] {
        here.write("b/agon.toml", manifest);
        here.run(&["bot", "check", "b"]).expect(2, &["agon.toml", sentence]);
    }
    here.write("b/agon.toml", "game = \"galaxy\"\ntools = [\"no-such-tool\"]\n");
    here.run(&["bot", "check", "b"])
        .expect(2, &["`tools` names no-such-tool, which is not on the PATH: install it"]);
    // The types of a game tell which one it is.
    std::fs::remove_file(here.path("b/agon.toml")).unwrap();
    here.write("b/bot.py", format!("# from galaxy_types import View\n{}", python_bot("pass")));
    here.run(&["bot", "check", "b"]).expect(1, &["plays Galaxy Commander"]);
    here.run(&["bot", "check", "b", "--rounds", "0"]).expect(2, &["--rounds"]);
}

#[test]
fn a_check_of_a_bot_that_does_not_compile_is_json_if_that_is_wanted() {
    let here = Scratch::new("check-json");
    here.write("bot.cpp", "int main( {\n");
    let run = here.run(&["bot", "check", "bot.cpp", "--game", "galaxy", "--json"]).expect(1, &[]);
    let json: Value = serde_json::from_str(&run.out).unwrap();
    assert_eq!(json["passed"], Value::Bool(false));
    let sentence = json["wrong"][0]["sentence"].as_str().unwrap();
    assert!(sentence.contains("bot.cpp:1"), "{sentence}");
}

#[test]
fn functions_that_run_nothing_are_named() {
    let here = Scratch::new("async");
    let bot = python_bot("turn.call('refuel')");
    let check = ["bot", "check", "bot.py", "--game", "galaxy", "--rounds", "2"];
    here.write("bot.py", bot.replace("def play", "async def play"));
    here.run(&check).expect(1, &["it is an `async` function, so nothing of it ran"]);
    here.write("bot.py", bot.replace("turn.call('refuel')", "yield turn.call('refuel')"));
    here.run(&check).expect(1, &["it is a generator, so nothing of it ran"]);
    here.write("bot.py", bot.replace("agon.run(play)", "agon.run(None)"));
    here.run(&check).expect(1, &["agon.run needs a function or a class with a method `turn`"]);
    here.write("bot.js", "require('agon').run();\n");
    here.run(&["bot", "check", "bot.js", "--game", "galaxy", "--rounds", "2"])
        .expect(1, &["agon.run needs a function or a class with a method turn, not undefined"]);
}
