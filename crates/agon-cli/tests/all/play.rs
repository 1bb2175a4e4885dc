//! `agon play`: one match and many.

use crate::{Run, Scratch, game_file, new_command};
use std::process::Stdio;
use std::time::Duration;

fn lines(run: &Run) -> Vec<serde_json::Value> {
    run.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn a_match_prints_its_result_and_writes_a_replay() {
    let here = Scratch::new("match");
    let words =
        ["play", "mars", "builtin:greedy", "builtin:random", "--map", "crossing", "--seed", "7"];
    let file = "replays/mars-crossing-7-greedy-random.agonreplay";
    here.run(&words).expect(
        0,
        &[
            "Mars Makeover on crossing, seed 7, handbook rules",
            "wins: ",
            "tiles",
            "200 rounds",
            file,
        ],
    );
    here.run(&["replay", "verify", file]).expect(0, &["verified, 200 rounds"]);
    let first = std::fs::read(here.path(file)).unwrap();
    assert!(first.starts_with(b"agon-replay 1\n{\"game\":\"mars\""));
}

#[test]
fn built_in_bots_play_by_default() {
    let here = Scratch::new("default");
    here.run(&["play", "mars", "--no-replay"]).expect(0, &["builtin:champion", "builtin:expert"]);
    assert!(here.files().is_empty());
}

#[test]
fn the_replay_is_written_to_the_given_path_or_the_error_names_it() {
    let here = Scratch::new("where");
    here.run(&["play", "mars", "--replay", "deep/in/x.agonreplay"])
        .expect(0, &["deep/in/x.agonreplay"]);
    assert!(here.path("deep/in/x.agonreplay").is_file());
    here.write("plain", "a file");
    here.run(&["play", "mars", "--replay", "plain/x.agonreplay"])
        .expect(1, &["cannot create the folder plain"]);
    here.run(&["play", "mars", "--games", "2", "--replay", "plain"])
        .expect(2, &["--games needs a folder"]);
    here.run(&["play", "mars", "--replay", "/dev/full"]).expect(1, &["cannot write /dev/full"]);
    here.run(&["maps", "mars", "new", "-o", "/dev/full"]).expect(1, &["No space left"]);
    here.run(&["play", "mars", "--replay", "/proc/no/x"]).expect(1, &["/proc/no"]);
    assert!(!here.files().iter().any(|name| name.ends_with(".part")));
}

#[test]
fn an_unusable_cache_is_reported() {
    let here = Scratch::new("cache");
    here.write("plain", "a file");
    here.write("bot.py", "from agon import play\n");
    let words = ["play", "mars", "bot.py", "builtin:nothing", "--sandbox", "off"];
    let broken = here.command(&words).env("AGON_CACHE", "plain/cache").output().unwrap();
    Run::of(broken).expect(1, &["cannot keep files in the cache plain/cache", "AGON_CACHE"]);
    // A full disk of 64 KiB, mounted in a user namespace.
    let script = r#"mkdir small && mount -t tmpfs -o size=64k none small &&
        head -c 60000 /dev/zero > small/filler &&
        AGON_CACHE=small/cache "$0" play mars bot.py builtin:nothing --sandbox off"#;
    let mut full = new_command("unshare");
    full.args(["--user", "--map-root-user", "--mount", "sh", "-c", script]);
    full.arg(env!("CARGO_BIN_EXE_agon")).current_dir(&here.0);
    Run::of(full.output().unwrap()).expect(1, &["cannot keep files in the cache", "No space left"]);
    assert!(!here.files().contains(&"replays".to_owned()), "no replay folder is created");
}

#[test]
fn the_same_arguments_give_the_same_matches() {
    let here = Scratch::new("same");
    let words = ["play", "mars", "--games", "4", "-j", "2", "--json", "--map", "random:size=16"];
    let (a, b) = (here.run(&words).expect(0, &[]), here.run(&words).expect(0, &[]));
    assert_eq!(a.out, b.out);
    let other = here.run(&[&words[..], &["--seed", "9"]].concat()).expect(0, &[]);
    assert_ne!(a.out, other.out);
}

#[test]
fn many_matches_swap_seats_in_pairs_and_count_seeds_up() {
    let here = Scratch::new("many");
    let words = [
        "play",
        "mars",
        "builtin:greedy",
        "builtin:nothing",
        "--games",
        "4",
        "--seed",
        "5",
        "--json",
    ];
    let run = here.run(&words).expect(0, &[]);
    let lines = lines(&run);
    let of = |key: &str| lines.iter().map(|line| line[key].to_string()).collect::<Vec<_>>();
    assert_eq!(of("seed"), ["5", "5", "6", "6"]);
    assert_eq!(of("index"), ["0", "1", "2", "3"]);
    let firsts: Vec<_> = lines.iter().map(|line| line["bots"][0].as_str().unwrap()).collect();
    assert_eq!(firsts, ["builtin:greedy", "builtin:nothing", "builtin:greedy", "builtin:nothing"]);
    assert_eq!(of("winner"), ["0", "1", "0", "1"]);
    assert!(here.files().is_empty(), "many matches write replays only on request");
}

#[test]
fn many_matches_take_the_maps_in_turn_and_do_not_count_repeated_ones() {
    let here = Scratch::new("rotation");
    // Mars has no dice, and this bot none either: with the same map and seats the match is the same.
    let play = ["play", "mars", "builtin:nothing", "builtin:nothing", "--games"];
    let run = here.run(&[&play[..], &["6", "--json"]].concat()).expect(0, &[]);
    let maps: Vec<String> = lines(&run).iter().map(|line| line["map"].to_string()).collect();
    assert!(maps[0] == maps[1] && maps[2] == maps[3] && maps[4] == maps[5], "{maps:?}");
    assert!(maps[0] != maps[2] && maps[2] != maps[4] && maps[0] != maps[4], "{maps:?}");
    let run = here.run(&[&play[..], &["4", "--map", "crossing", "--json"]].concat()).expect(0, &[]);
    let repeats: Vec<_> = lines(&run).iter().map(|line| line["repeats"].to_string()).collect();
    assert_eq!(repeats, ["null", "null", "0", "1"]);
    here.run(&[&play[..], &["4", "--map", "crossing"]].concat()).expect(
        0,
        &[
            "4 matches of",
            "50.0 % (9.5..90.5)",
            "2 matches repeated earlier ones and do not count.",
        ],
    );
    here.run(&[&play[..], &["1"]].concat()).expect(0, &["1 match of Mars"]);
}

#[test]
fn matches_with_dice_repeat_if_the_bots_do_the_same_with_the_same_result() {
    let here = Scratch::new("dice");
    let repeats = |game: &str, bot: &str, map: &str| -> Vec<String> {
        let play = ["play", game, bot, bot, "--games", "4", "--json", "--map", map];
        let run = here.run(&play).expect(0, &[]);
        let lines = lines(&run);
        // The third match has another seed than the first one, which its position shows.
        assert_ne!(lines[0]["state"], lines[2]["state"], "{game}");
        lines.iter().map(|line| line["repeats"].to_string()).collect()
    };
    assert_eq!(repeats("homerun", "builtin:nothing", "OwnFaceOff"), ["null", "null", "0", "1"]);
    assert_eq!(repeats("galaxy", "builtin:nothing", "default"), ["null", "null", "0", "1"]);
    assert_eq!(repeats("galaxy", "builtin:greedy", "default"), ["null"; 4]);
}

#[test]
fn many_matches_print_a_table_with_intervals() {
    let here = Scratch::new("table");
    let words =
        ["play", "mars", "builtin:greedy", "builtin:nothing", "--games", "10", "--replay", "kept"];
    here.run(&words)
        .expect(0, &["10 matches", "100.0 % (72.2..100.0)", "mean rank", "Replays: kept"]);
    assert_eq!(std::fs::read_dir(here.path("kept")).unwrap().count(), 10);
    let files: Vec<String> = std::fs::read_dir(here.path("kept"))
        .unwrap()
        .map(|entry| entry.unwrap().path().to_string_lossy().into_owned())
        .collect();
    let mut words = vec!["replay", "verify"];
    words.extend(files.iter().map(String::as_str));
    here.run(&words).expect(0, &["verified"]);
}

#[test]
fn shuffled_seats_follow_from_the_seed() {
    let here = Scratch::new("shuffle");
    let words =
        ["play", "mars", "builtin:greedy", "builtin:nothing", "--shuffle", "--no-replay", "--json"];
    let first = |seed: &str| {
        let run = here.run(&[&words[..], &["--seed", seed]].concat()).expect(0, &[]);
        lines(&run)[0]["bots"][0].as_str().unwrap().to_owned()
    };
    let firsts: Vec<String> = (1..9).map(|seed| first(&seed.to_string())).collect();
    assert_eq!(firsts, (1..9).map(|seed| first(&seed.to_string())).collect::<Vec<_>>());
    assert!(firsts.iter().any(|bot| bot == "builtin:greedy"));
    assert!(firsts.iter().any(|bot| bot == "builtin:nothing"));
}

#[test]
fn a_map_file_is_played_and_an_invalid_one_is_reported() {
    let here = Scratch::new("mapfile");
    let map = game_file("mars/maps/canyon.awap23m");
    here.run(&["play", "mars", "--map", &map, "--no-replay"]).expect(0, &["on canyon"]);
    here.write("bad.awap23m", "[[1]]");
    here.run(&["play", "mars", "--map", "bad.awap23m"]).expect(1, &["bad.awap23m", "1 rows"]);
    here.write("noise.awap23m", [0xff, 0xfe, 0]);
    here.run(&["play", "mars", "--map", "noise.awap23m"]).expect(1, &["not a text file"]);
    here.run(&["play", "mars", "--map", "."]).expect(1, &["is a folder"]);
    let lopsided = std::fs::read_to_string(&map).unwrap().replacen("[\"T\",5,0]", "[\"T\",0,0]", 1);
    here.write("lopsided.awap23m", lopsided);
    let words = ["play", "mars", "--map", "lopsided.awap23m", "--no-replay"];
    here.run(&words).expect(2, &["handbook", "not symmetric", "row", "column"]);
    here.run(&[&words[..], &["--rules", "original"]].concat()).expect(0, &["original rules"]);
}

#[test]
fn text_mode_prints_every_turn() {
    let here = Scratch::new("text");
    let run =
        here.run(&["play", "mars", "builtin:random", "builtin:nothing", "--text"]).expect(0, &[]);
    assert!(run.out.matches("Round ").count() >= 400);
    assert!(here.files().is_empty());
}

#[test]
fn ctrl_c_keeps_finished_matches() {
    let here = Scratch::new("ctrlc");
    let words =
        ["play", "mars", "--games", "1000000", "--map", "crossing", "--json", "--replay", "kept"];
    let child = here.command(&words).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let kept = || std::fs::read_dir(here.path("kept")).map_or(0, Iterator::count);
    while kept() < 5 {
        std::thread::sleep(Duration::from_millis(20));
    }
    let killed = new_command("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(killed.success());
    let run = Run::of(child.wait_with_output().unwrap());
    let run = run.expect(130, &["Ctrl-C again stops at once"]);
    let lines = lines(&run);
    assert!(lines.len() >= 5 && lines.len() == kept(), "{} lines, {} files", lines.len(), kept());
}

#[test]
fn many_matches_name_the_faults_of_each_bot() {
    let here = Scratch::new("games-faults");
    here.write("syn.py", "import agon\n\ndef play(turn:\n    pass\n");
    for folder in ["a", "b"] {
        std::fs::create_dir(here.path(folder)).unwrap();
        let bot = "import agon\n\n\ndef play(turn):\n    1 / 0\n\n\nagon.run(play)\n";
        here.write(&format!("{folder}/bot.py"), bot);
        here.write(&format!("{folder}/agon.toml"), "name = \"same\"\n");
    }
    here.run(&["play", "galaxy", "syn.py", "builtin:random", "--games", "2"]).expect(
        0,
        &["\nsyn failed in 2 matches; first: it ended with exit code 1 before it was ready: Syntax"],
    );
    here.run(&["play", "galaxy", "a", "b", "--games", "2"]).expect(
        0,
        &[
            "\n  same (a) ",
            "\n  same (b) ",
            "same (b) failed in 2 matches; first: ",
            "ZeroDivision",
        ],
    );
}

#[test]
fn a_javascript_module_without_package_json_imports_the_kit() {
    let here = Scratch::new("js-import");
    let bot = "import * as agon from \"agon\";\n\nagon.run((turn) => turn.log(\"hello\"));\n";
    here.write("bot.js", bot);
    let run =
        here.run(&["play", "galaxy", "bot.js", "builtin:nothing", "--no-replay", "--log=blue"]);
    run.expect(0, &["  | hello\n"]);
}

#[test]
fn a_script_that_is_not_executable_names_the_remedy() {
    let here = Scratch::new("chmod");
    here.write("bot", "#!/bin/sh\n");
    here.run(&["play", "galaxy", "bot", "builtin:nothing"])
        .expect(2, &["bot is a script that is not executable: run `chmod +x "]);
}
