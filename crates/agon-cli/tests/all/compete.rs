//! Competitions from outside: every event of the examples, exit codes.

use crate::{Scratch, journal};
use std::collections::BTreeSet;
use std::path::Path;

fn example(path: &str) -> String {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples");
    root.join(path).to_string_lossy().into_owned()
}

#[test]
fn megaminer_an_arena_seeds_a_mcmahon_tournament() {
    let here = Scratch::new("megaminer");
    let mcmahon = example("megaminer/mcmahon.toml");
    here.run(&["tournament", &mcmahon]).expect(1, &["was it held already?"]);
    here.run(&["tournament", &example("megaminer/arena.toml"), "--dry-run"])
        .expect(0, &["Round 1", "20 games in all", "nothing was played"]);
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
    // Held again it is only told again.
    let before = journal(&here, "runs/mcmahon", "played").len();
    here.run(&["tournament", &mcmahon]).expect(0, &["are in the journal already", "Standings"]);
    assert_eq!(journal(&here, "runs/mcmahon", "played").len(), before);
    let replays: Vec<String> = std::fs::read_dir(here.path("runs/mcmahon/replays"))
        .unwrap()
        .map(|entry| entry.unwrap().path().to_string_lossy().into_owned())
        .collect();
    assert_eq!(replays.len(), before);
    here.run(&["replay", "verify", &replays[0]]).expect(0, &["proved"]);
}

#[test]
fn cs228_homework_is_graded_and_the_class_plays() {
    let here = Scratch::new("cs228");
    let rubric = example("cs228/homework5.toml");
    let words = ["grade", &rubric, "grace=builtin:greedy", "builtin:random", "lost=nowhere.java"];
    let run =
        here.run(&words).expect(0, &["Task 1: captures all systems", "100 of 100", "grades.csv"]);
    assert!(run.out.contains("lost could not be played"), "{}", run.out);
    let csv = std::fs::read_to_string(here.path("runs/homework5/grades.csv")).unwrap();
    assert!(csv.lines().any(|line| line.starts_with("grace,60,30,10,100,100")), "{csv}");
    let report = std::fs::read_to_string(here.path("runs/homework5/reports/random.md")).unwrap();
    assert!(report.contains("not passed") && report.contains("replays/random.t"), "{report}");
    // The same marks again, without a journal to help.
    here.run(&[&words[..], &["--out", "again", "-j", "1"]].concat()).expect(0, &[]);
    assert_eq!(std::fs::read_to_string(here.path("again/grades.csv")).unwrap(), csv);
    here.run(&["tournament", &example("cs228/class.toml")])
        .expect(0, &["round robin of Galaxy Commander", "Round 3 of 3", "grace", "Standings"]);
}

#[test]
fn awap_a_bracket_with_byes_and_a_match_for_the_third_place() {
    let here = Scratch::new("awap");
    here.run(&["tournament", &example("awap/bracket.toml"), "--dry-run"])
        .expect(0, &["has a bye", "10 to 15 games"]);
    here.run(&["tournament", &example("awap/bracket.toml")])
        .expect(0, &["Semi-finals", "Final", "For the third place", "*1 red-planet", "Standings"]);
    let double =
        ["tournament", &example("awap/bracket.toml"), "--format", "double", "--out", "double"];
    here.run(&double).expect(0, &["Losers' round", "Those who have lost once"]);
    let even = ["tournament", &example("awap/bracket.toml"), "--games", "2"];
    here.run(&even).expect(2, &["odd number of games"]);
}

#[test]
fn javachallenge_six_at_one_table() {
    let here = Scratch::new("javachallenge");
    let run = here.run(&["tournament", &example("javachallenge/final.toml")]);
    run.expect(0, &["Swiss in tables of Asterobots", "table 1", "points", "firsts"]);
    let games = journal(&here, "runs/final", "played");
    let firsts: BTreeSet<String> = games.iter().map(|game| game["seats"][0].to_string()).collect();
    assert_eq!((games.len(), firsts.len()), (6, 6), "everybody sits on the first seat once");
}

#[test]
fn aicoliseum_a_swiss() {
    let here = Scratch::new("aicoliseum");
    here.run(&["tournament", &example("aicoliseum/swiss.toml"), "--replays", "none"])
        .expect(0, &["Swiss of Home Run", "Round 3 of 3", "has a bye", "points"]);
    assert!(!here.path("runs/swiss/replays").exists());
}

#[test]
fn a_comparison_says_by_its_exit_code_who_is_better() {
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
    again.expect(0, &["games were in the journal already"]);
}

#[test]
fn bots_that_leave_nothing_to_chance_cannot_prove_anything_on_one_map() {
    let here = Scratch::new("repeats");
    let words =
        ["compare", "builtin:sample", "builtin:nothing", "--game", "asterobots", "--seats", "2"];
    let own = here.run(&["maps", "asterobots"]).out;
    let map = own.split_whitespace().next().unwrap_or_default().to_owned();
    let run = here.run(&[&words[..], &["--map", &map]].concat());
    assert!(run.out.contains("exactly like earlier ones") || run.code != Some(3), "{}", run.out);
}

#[test]
fn a_league_grows_and_is_shown() {
    let here = Scratch::new("league");
    std::fs::create_dir_all(here.path("bots")).unwrap();
    std::fs::write(
        here.path("bots/league.toml"),
        "game = \"galaxy\"\nbots = [\"builtin:greedy\", \"builtin:random\", \"builtin:trivial\"]\n",
    )
    .unwrap();
    std::fs::write(here.path("bots/broken.py"), "this is no bot\n").unwrap();
    here.run(&["league", "bots", "--games", "12"])
        .expect(0, &["greedy joins.", "12 games", "Head to head", "by seat", "place"]);
    let run =
        here.run(&["league", "bots", "--show", "--only-bot", "greedy", "--only-bot", "trivial"]);
    assert!(!run.expect(0, &["greedy", "trivial"]).out.contains("random  "));
    let run = here.run(&["league", "bots", "--games", "3", "--json"]).expect(0, &[]);
    let line: serde_json::Value = serde_json::from_str(&run.out).unwrap();
    assert_eq!(line["table"]["games"], 15);
}

#[test]
fn wrong_words_of_competitions_are_answered() {
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
            &["elo0 below elo1"],
        ),
        (
            &["compare", "builtin:greedy", "builtin:random", "--game", "mars", "--model", "bayes"],
            &["none of normalized, logistic"],
        ),
        (&["tournament"], &["name a file"]),
        (&["tournament", "bad.toml"], &["colour", "line 4"]),
        (&["tournament", &bracket, "--absent", "dust"], &["NAME@ROUND"]),
        (&["tournament", &bracket, "--withdraw", "zoe@2"], &["nobody is called `zoe`"]),
        (&["tournament", &bracket, "--map", "atlantis"], &["no map `atlantis`"]),
        (&["tournament", &bracket, "--format", "ladder"], &["no format `ladder`", "mcmahon"]),
        (&["tournament", &bracket, "-j", "0"], &["at least 1"]),
        (&["league", "nowhere"], &["is no folder"]),
        (&["grade", "rubric.toml", "builtin:greedy"], &["no condition"]),
        (&["grade", &example("cs228/homework5.toml")], &["nothing to grade"]),
    ];
    for (words, said) in cases {
        here.run(words).expect(2, said);
    }
    here.run(&["grade", "nowhere.toml", "x"]).expect(1, &["cannot read nowhere.toml"]);
}
