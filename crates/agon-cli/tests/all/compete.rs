//! Competitions through the program: all examples, exit codes, error messages.

use crate::{Scratch, journal};
use std::collections::BTreeSet;
use std::path::Path;

fn example(path: &str) -> String {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples");
    root.join(path).to_string_lossy().into_owned()
}

#[test]
fn megaminer_example_arena_seeds_a_mcmahon_tournament() {
    let here = Scratch::new("megaminer");
    let mcmahon = example("megaminer/mcmahon.toml");
    here.run(&["tournament", &mcmahon]).expect(1, &["has it been played?"]);
    here.run(&["tournament", &example("megaminer/arena.toml"), "--dry-run"])
        .expect(0, &["Round 1", "20 games in all", "no games were played"]);
    assert!(here.files().is_empty());
    here.run(&["tournament", &example("megaminer/arena.toml")]).expect(
        0,
        &["arena of Time Travel", "Round 5 of 5", "Standings", "Ratings from all 20 games"],
    );
    here.run(&["tournament", &mcmahon, "--explain"]).expect(
        0,
        &["McMahon of Time Travel", "Round 3 of 3", "MMS", "SOSOS", "has a bye", "group"],
    );
    for file in ["report.json", "standings.csv", "pairings.csv", "opengotha.xml", "journal.jsonl"] {
        assert!(here.path("runs/mcmahon").join(file).is_file(), "{file}");
    }
    let report = std::fs::read_to_string(here.path("runs/mcmahon/report.json")).unwrap();
    let report: serde_json::Value = serde_json::from_str(&report).unwrap();
    assert_eq!(report["finished"], true);
    let met = &report["rounds"][0]["meetings"][0]["names"];
    let question = format!("2:{}:{}", met[0].as_str().unwrap(), met[1].as_str().unwrap());
    here.run(&["tournament", &mcmahon, "--why", &question]).expect(0, &["rematch: 0 as drawn"]);
    // Running it again only prints the results.
    let before = journal(&here, "runs/mcmahon", "played").len();
    here.run(&["tournament", &mcmahon]).expect(0, &["are already in the journal", "Standings"]);
    assert_eq!(journal(&here, "runs/mcmahon", "played").len(), before);
    let replays: Vec<String> = std::fs::read_dir(here.path("runs/mcmahon/replays"))
        .unwrap()
        .map(|entry| entry.unwrap().path().to_string_lossy().into_owned())
        .collect();
    assert_eq!(replays.len(), before);
    here.run(&["replay", "verify", &replays[0]]).expect(0, &["verified"]);
}

#[test]
fn cs228_example_grades_homework_and_plays_a_round_robin() {
    let here = Scratch::new("cs228");
    let rubric = example("cs228/homework5.toml");
    let words = ["grade", &rubric, "grace=builtin:greedy", "builtin:random", "lost=nowhere.java"];
    let run =
        here.run(&words).expect(0, &["Task 1: captures all systems", "100 of 100", "grades.csv"]);
    assert!(run.out.contains("lost could not play"), "{}", run.out);
    let csv = std::fs::read_to_string(here.path("runs/homework5/grades.csv")).unwrap();
    assert!(csv.lines().any(|line| line.starts_with("grace,60,30,10,100,100")), "{csv}");
    let report = std::fs::read_to_string(here.path("runs/homework5/reports/random.md")).unwrap();
    assert!(report.contains("not passed") && report.contains("replays/random.t"), "{report}");
    // The same marks without a journal.
    here.run(&[&words[..], &["--out", "again", "-j", "1"]].concat()).expect(0, &[]);
    assert_eq!(std::fs::read_to_string(here.path("again/grades.csv")).unwrap(), csv);
    here.run(&["tournament", &example("cs228/class.toml")])
        .expect(0, &["round robin of Galaxy Commander", "Round 3 of 3", "grace", "Standings"]);
}

#[test]
fn awap_example_is_a_bracket_with_byes_and_a_third_place_match() {
    let here = Scratch::new("awap");
    here.run(&["tournament", &example("awap/bracket.toml"), "--dry-run"])
        .expect(0, &["has a bye", "10 to 15 games"]);
    here.run(&["tournament", &example("awap/bracket.toml")])
        .expect(0, &["Semi-finals", "Final", "Third-place match", "*1 red-planet", "Standings"]);
    let double =
        ["tournament", &example("awap/bracket.toml"), "--format", "double", "--out", "double"];
    here.run(&double).expect(0, &["Losers' round", "Losers' bracket"]);
    let even = ["tournament", &example("awap/bracket.toml"), "--games", "2"];
    here.run(&even).expect(2, &["odd number of games"]);
}

#[test]
fn javachallenge_example_seats_six_bots_at_one_table() {
    let here = Scratch::new("javachallenge");
    let run = here.run(&["tournament", &example("javachallenge/final.toml")]);
    run.expect(0, &["Swiss in pods of Asterobots", "table 1", "points", "firsts"]);
    let games = journal(&here, "runs/final", "played");
    let firsts: BTreeSet<String> = games.iter().map(|game| game["seats"][0].to_string()).collect();
    assert_eq!((games.len(), firsts.len()), (6, 6), "each bot takes the first seat once");
}

#[test]
fn aicoliseum_example_is_a_swiss_tournament() {
    let here = Scratch::new("aicoliseum");
    here.run(&["tournament", &example("aicoliseum/swiss.toml"), "--replays", "none"])
        .expect(0, &["Swiss of Home Run", "Round 3 of 3", "has a bye", "points"]);
    assert!(!here.path("runs/swiss/replays").exists());
}

#[test]
fn the_exit_code_of_a_comparison_is_its_verdict() {
    let here = Scratch::new("compare");
    let game = ["--game", "galaxy", "--map", "random"];
    let words = |a, b| [&["compare", a, b][..], &game].concat();
    here.run(&words("builtin:trivial", "builtin:nothing"))
        .expect(0, &["trivial is better than nothing", "LLR", "Elo"]);
    here.run(&words("builtin:nothing", "builtin:trivial")).expect(1, &["nothing is not better"]);
    let short =
        [&words("builtin:trivial", "builtin:nothing")[..], &["--max", "1", "--json"]].concat();
    let run = here.run(&short).expect(3, &["undecided"]);
    let line: serde_json::Value = serde_json::from_str(&run.out).unwrap();
    assert_eq!(line["result"]["units"], 1);
    let again = here.run(&words("builtin:trivial", "builtin:nothing"));
    again.expect(0, &["games were already in the journal"]);
}

#[test]
fn repeated_games_of_deterministic_bots_are_not_counted() {
    let here = Scratch::new("repeats");
    let words =
        ["compare", "builtin:sample", "builtin:nothing", "--game", "asterobots", "--seats", "2"];
    let own = here.run(&["maps", "asterobots"]).out;
    let map = own.split_whitespace().next().unwrap_or_default().to_owned();
    let run = here.run(&[&words[..], &["--map", &map]].concat());
    assert!(run.out.contains("repeated an earlier one") || run.code != Some(3), "{}", run.out);
}

#[test]
fn a_league_plays_more_games_and_shows_its_table() {
    let here = Scratch::new("league");
    std::fs::create_dir_all(here.path("bots")).unwrap();
    std::fs::write(
        here.path("bots/league.toml"),
        "game = \"galaxy\"\nbots = [\"builtin:greedy\", \"builtin:random\", \"builtin:trivial\"]\n",
    )
    .unwrap();
    std::fs::write(here.path("bots/broken.py"), "this is not a bot\n").unwrap();
    here.run(&["league", "bots", "--games", "12"])
        .expect(0, &["greedy joins.", "12 games", "Head to head", "by seat", "place"]);
    let run =
        here.run(&["league", "bots", "--show", "--only-bot", "greedy", "--only-bot", "trivial"]);
    assert!(!run.expect(0, &["greedy", "trivial"]).out.contains("random  "));
    // The number counts all games of the league.
    here.run(&["league", "bots", "--games", "12"]).expect(0, &["12 games"]);
    let run = here.run(&["league", "bots", "--games", "15", "--json"]).expect(0, &[]);
    let line: serde_json::Value = serde_json::from_str(&run.out).unwrap();
    assert_eq!(line["table"]["games"], 15);
}

#[test]
fn a_running_league_can_be_read_and_not_replaced() {
    let here = Scratch::new("running");
    std::fs::create_dir_all(here.path("bots")).unwrap();
    let config = "game = \"galaxy\"\nbots = [\"builtin:greedy\", \"builtin:random\"]\n";
    here.write("bots/league.toml", config);
    here.run(&["league", "bots", "--games", "4"]).expect(0, &["4 games"]);
    for file in ["table.txt", "table.json"] {
        let text = std::fs::read_to_string(here.path("bots/league").join(file)).unwrap();
        assert!(text.contains("greedy"), "{file}: {text}");
    }
    // Another process holds the lock of a running league.
    let journal = std::fs::File::open(here.path("bots/league/journal.jsonl")).unwrap();
    journal.lock().unwrap();
    here.run(&["league", "bots", "--show"]).expect(0, &["4 games", "greedy"]);
    let locked = "is locked by another agon process";
    here.run(&["league", "bots", "--games", "9"]).expect(1, &[locked]);
    here.run(&["league", "bots", "--games", "9", "--fresh"]).expect(1, &[locked]);
    assert!(!here.path("bots/league.1").exists());
}

#[test]
fn rulings_are_reported_with_who_and_why() {
    let here = Scratch::new("rulings");
    here.write(
        "cup.toml",
        "game = \"galaxy\"\nformat = \"single\"\ngames = 1\nbots = [\"builtin:greedy\", \
         \"builtin:random\", \"builtin:trivial\", \"builtin:nothing\"]\n",
    );
    here.run(&["tournament", "cup.toml"]).expect(0, &["Standings"]);
    let words = ["tournament", "cup.toml", "--by", "the jury", "--because", "the wrong map"];
    let bad = [&words[..], &["--correct", "r1.n9.g1=1,2"]].concat();
    here.run(&bad).expect(2, &["there is no game r1.n9.g1"]);
    here.run(&[&words[..], &["--correct", "r1.n1.g1"]].concat()).expect(2, &["GAME=RANKS"]);
    let ruling = "Ruling by the jury: played again: r1.n1.g1: the wrong map.";
    here.run(&[&words[..], &["--rerun", "r1.n1.g1", "--rename", "greedy=grace"]].concat())
        .expect(0, &[ruling, "Attempt 1 of game r1.n1.g1", "grace"]);
    let flags = ["--forfeit", "r1.n1.g1", "--advance", "r1.n1=greedy", "--reinstate", "greedy"];
    for (flag, expected) in [
        (&flags[..2], "GAME=NAME"),
        (&flags[2..4], "has already been drawn for a later round"),
        (&flags[4..], "grace has not left"),
    ] {
        here.run(&[&words[..], flag].concat()).expect(2, &[expected]);
    }
    let forfeit = "Ruling by the jury: random forfeits game r1.n2.g1: the wrong map.";
    here.run(&[&words[..], &["--forfeit", "r1.n2.g1=random"]].concat()).expect(0, &[forfeit]);
    // They stay in every later report.
    here.run(&["tournament", "cup.toml"]).expect(0, &[ruling, "grace"]);
    let report = std::fs::read_to_string(here.path("runs/cup/report.json")).unwrap();
    assert!(report.contains(ruling));
}

#[test]
fn a_missing_entrant_is_refused_before_anything_is_written() {
    let here = Scratch::new("missing-entrant");
    let bots = ["--bot", "builtin:greedy", "--bot", "builtin:random", "--bot", "gone.py"];
    let words = [&["tournament", "--game", "galaxy", "--format", "arena"][..], &bots].concat();
    here.run(&words).expect(2, &["gone cannot play", "gone.py", "take it off the list"]);
    assert!(here.files().is_empty());
}

#[test]
fn students_reports_name_no_folder_of_the_organiser() {
    let here = Scratch::new("private");
    std::fs::create_dir_all(here.path("handed-in/ann")).unwrap();
    here.write("handed-in/ann/notes.md", "no bot");
    let rubric = example("cs228/homework5.toml");
    let handed_in = here.path("handed-in").to_string_lossy().into_owned();
    let words = ["grade", &rubric, "grace=builtin:random", "--all-in", &handed_in];
    here.run(&words).expect(0, &["ann could not play"]);
    for name in ["ann", "grace"] {
        let path = here.path("runs/homework5/reports").join(format!("{name}.md"));
        let report = std::fs::read_to_string(path).unwrap();
        for folder in [here.0.to_string_lossy(), env!("CARGO_BIN_EXE_agon").into()] {
            assert!(!report.contains(&*folder), "{report}");
        }
    }
}

#[test]
fn wrong_usage_of_competitions_is_explained() {
    let here = Scratch::new("compete-usage");
    let bracket = example("awap/bracket.toml");
    here.write(
        "bad.toml",
        "game = \"mars\"\nformat = \"swiss\"\nbots = [\"builtin:greedy\"]\ncolour = 1\n",
    );
    here.write(
        "rubric.toml",
        "game = \"mars\"\n[[task]]\nname = \"x\"\nopponent = \"y\"\nneed = \"luck\"\npoints = 1\n",
    );
    let cases: &[(&[&str], &[&str])] = &[
        (&["compare", "builtin:greedy"], &["<OLD>"]),
        (&["compare", "a", "b", "--game", "chess"], &["there is no game `chess`"]),
        (&["compare", "builtin:greedy", "builtin:x", "--game", "mars"], &["no built-in bot `x`"]),
        (
            &["compare", "builtin:greedy", "builtin:random", "--game", "mars", "--elo1", "-9"],
            &["elo0 must be below elo1"],
        ),
        (
            &["compare", "builtin:greedy", "builtin:random", "--game", "mars", "--model", "bayes"],
            &["choose normalized or logistic"],
        ),
        (&["tournament"], &["give the TOML file"]),
        (&["tournament", "bad.toml"], &["colour", "line 4"]),
        (&["tournament", &bracket, "--absent", "dust"], &["NAME@ROUND"]),
        (&["tournament", &bracket, "--withdraw", "zoe@2"], &["unknown entrant `zoe`"]),
        (&["tournament", &bracket, "--map", "atlantis"], &["no map `atlantis`"]),
        (&["tournament", &bracket, "--format", "ladder"], &["unknown format `ladder`", "mcmahon"]),
        (&["tournament", &bracket, "-j", "0"], &["a whole number from 1 to 4096"]),
        (&["league", "nowhere"], &["is not a folder"]),
        (&["grade", "rubric.toml", "builtin:greedy"], &["not a condition"]),
        (&["grade", &example("cs228/homework5.toml")], &["nothing to grade"]),
    ];
    for (words, expected) in cases {
        here.run(words).expect(2, expected);
    }
    here.run(&["grade", "nowhere.toml", "x"]).expect(1, &["cannot read nowhere.toml"]);
}
