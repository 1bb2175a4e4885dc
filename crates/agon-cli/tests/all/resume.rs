//! Runs killed by `kill -9` can be resumed; runs whose journal cannot be written stop with an error.

use crate::{Run, Scratch, journal, new_command};
use serde_json::Value;
use std::collections::BTreeSet;
use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::process::{Child, Stdio};
use std::time::Duration;

/// Starts a command three times and kills it each time after some more games. At least one kill must hit
/// the command before it ends.
fn kill_thrice(here: &Scratch, words: &[&str], run: &str) {
    let killed = (1..=3).filter(|more| kill_after(here, words, run, *more)).count();
    assert!(killed > 0, "the command always ended before it could be killed");
}

/// Kills a command after `more` further games. Returns whether it was still running.
fn kill_after(here: &Scratch, words: &[&str], run: &str, more: usize) -> bool {
    let before = journal(here, run, "played");
    let mut command = here.command(words);
    let mut child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    wait_for(&mut child, || journal(here, run, "played").len() >= before.len() + more);
    child.kill().unwrap(); // SIGKILL
    let status = child.wait().unwrap();
    let after = journal(here, run, "played");
    assert_eq!(after[..before.len()], before[..], "earlier entries are unchanged");
    status.signal() == Some(9)
}

/// Waits until a condition holds or the command has ended.
fn wait_for(child: &mut Child, condition: impl Fn() -> bool) {
    for _ in 0..12_000 {
        if condition() || child.try_wait().unwrap().is_some() {
            return;
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    panic!("no game was finished in two minutes");
}

/// The keys of the finished games; each may occur only once.
fn keys(here: &Scratch, run: &str) -> BTreeSet<String> {
    let games = journal(here, run, "played");
    let keys: BTreeSet<String> = games.iter().map(|game| game["game"].to_string()).collect();
    assert_eq!(keys.len(), games.len(), "a game was recorded twice");
    keys
}

/// The text of a file.
fn file(here: &Scratch, path: &str) -> String {
    std::fs::read_to_string(here.path(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

#[test]
fn a_killed_comparison_resumes() {
    let here = Scratch::new("kill-compare");
    let words = ["compare", "builtin:random", "builtin:random", "--game", "timetravel"];
    let words = [&words[..], &["--elo0", "-1", "--elo1", "1", "--max", "6"]].concat();
    let run = [&words[..], &["--out", "run", "-j", "2"]].concat();
    kill_thrice(&here, &run, "run");
    let end = here.run(&run).expect(3, &["12 in 6 pairs", "were already in the journal"]);
    assert_eq!(keys(&here, "run").len(), 12);
    // An uninterrupted run gives the same numbers.
    let whole = here.run(&[&words[..], &["--out", "whole", "-j", "1"]].concat()).expect(3, &[]);
    let numbers = |run: &Run| -> Vec<String> {
        let keep = |line: &&str| {
            ["games", "score", "Elo", "test"].iter().any(|w| line.trim().starts_with(w))
        };
        run.out.lines().filter(keep).map(str::to_owned).collect()
    };
    assert_eq!(numbers(&end), numbers(&whole));
}

const CUP: &str = "
game = \"galaxy\"
format = \"swiss\"
rounds = 3
games = 4
bots = [\"builtin:greedy\", \"builtin:random\", \"builtin:trivial\", \"builtin:nothing\", \"builtin:random\"]
";

#[test]
fn a_killed_tournament_resumes() {
    let here = Scratch::new("kill-tournament");
    let cup = CUP.replace("galaxy", "timetravel").replace("games = 4", "games = 2");
    here.write("cup.toml", cup.replace("greedy", "builder").replace("trivial", "raider"));
    let words = ["tournament", "cup.toml", "-j", "2", "--out", "run"];
    kill_thrice(&here, &words, "run");
    // An incomplete last line, as after a power failure.
    let path = here.path("run/journal.jsonl");
    let whole = std::fs::read(&path).unwrap();
    let before = journal(&here, "run", "played").len();
    std::fs::write(&path, &whole[..whole.len() - 9]).unwrap();
    assert!(journal(&here, "run", "played").len() <= before);
    here.run(&words).expect(0, &["are already in the journal", "Round 3 of 3", "Standings"]);
    here.run(&["tournament", "cup.toml", "-j", "1", "--out", "whole"]).expect(0, &["Standings"]);
    assert_eq!(keys(&here, "run"), keys(&here, "whole"));
    for name in ["standings.csv", "pairings.csv", "opengotha.xml"] {
        let [one, other] = ["run", "whole"].map(|run| file(&here, &format!("{run}/{name}")));
        assert_eq!(one, other, "{name}");
    }
}

const RUBRIC: &str = "
game = \"galaxy\"
[[task]]
name = \"half\"
opponent = \"builtin:trivial\"
games = 4
need = \"share > 0.5\"
enough = \"proportional\"
points = 8
[[task]]
name = \"well behaved\"
opponent = \"builtin:random\"
games = 2
need = \"faults == 0 and rounds > 1\"
points = 2
";

#[test]
fn a_killed_grading_resumes() {
    let here = Scratch::new("kill-grade");
    let rubric = RUBRIC.replace("galaxy", "timetravel").replace("trivial", "nothing");
    let rubric = rubric.replace("share > 0.5", "won").replace("games = 4", "games = 2");
    here.write("homework.toml", rubric);
    let words =
        ["grade", "homework.toml", "ann=builtin:raider", "bob=builtin:random", "builtin:nothing"];
    let run = [&words[..], &["--out", "run", "-j", "2"]].concat();
    kill_thrice(&here, &run, "run");
    here.run(&run).expect(0, &["ann", "10 of 10", "grades.csv"]);
    here.run(&[&words[..], &["--out", "whole", "-j", "1"]].concat()).expect(0, &[]);
    assert_eq!(keys(&here, "run"), keys(&here, "whole"));
    for name in ["grades.csv", "grades.json", "reports/ann.md", "reports/bob.md"] {
        let [one, other] = ["run", "whole"].map(|run| file(&here, &format!("{run}/{name}")));
        assert_eq!(one, other, "{name}");
    }
}

#[test]
fn a_killed_league_resumes() {
    let here = Scratch::new("kill-league");
    std::fs::create_dir_all(here.path("bots")).unwrap();
    let config =
        "game = \"galaxy\"\nbots = [\"builtin:greedy\", \"builtin:random\", \"builtin:trivial\"]\n";
    here.write("bots/league.toml", config);
    let words = ["league", "bots", "-j", "2"];
    // Without --games a league plays until it is killed.
    kill_thrice(&here, &words, "bots/league");
    let before = keys(&here, "bots/league").len();
    // Drawn games that were not played survive the kill, and count.
    let goal = before + 20;
    let all = goal.to_string();
    here.run(&["league", "bots", "--games", &all]).expect(0, &["Head to head", "greedy"]);
    let games = keys(&here, "bots/league").len();
    assert_eq!(games, goal);
    let shown = here.run(&["league", "bots", "--show", "--json"]).expect(0, &[]);
    let shown: Value = serde_json::from_str(&shown.out).unwrap();
    assert_eq!(shown["table"]["games"], games);
}

#[test]
fn a_run_with_other_parameters_is_refused_and_changes_nothing() {
    let here = Scratch::new("other-parameters");
    here.write("cup.toml", CUP);
    let words = ["tournament", "cup.toml", "--out", "run", "--rounds", "1"];
    here.run(&words).expect(0, &["Standings"]);
    let before = file(&here, "run/journal.jsonl");
    let more = ["tournament", "cup.toml", "--out", "run", "--rounds", "1", "--games", "6"];
    here.run(&more)
        .expect(2, &["belongs to another run", "games was 4, now 6", "--out", "--fresh"]);
    let other = ["compare", "builtin:greedy", "builtin:random", "--game", "galaxy", "--out", "run"];
    here.run(&other).expect(2, &["the kind was tournament, now compare"]);
    assert_eq!(file(&here, "run/journal.jsonl"), before);
    here.run(&[&more[..], &["--fresh"]].concat())
        .expect(0, &["The earlier run was moved to run.1"]);
    assert_eq!(file(&here, "run.1/journal.jsonl"), before);
}

/// Runs a command with a limit on file sizes (in blocks of 1024 bytes), which has the effect of a full disk
/// without root privileges.
fn with_file_size_limit(here: &Scratch, blocks: u32, words: &[&str]) -> Run {
    let mut shell = new_command("bash");
    let script = format!("trap '' XFSZ; ulimit -f {blocks}; exec \"$0\" \"$@\"");
    shell.args(["-c", &script, env!("CARGO_BIN_EXE_agon")]).args(words).current_dir(&here.0);
    Run::of(shell.output().unwrap())
}

#[test]
fn a_full_disk_stops_a_run_without_losing_games() {
    let here = Scratch::new("full-disk");
    here.write("homework.toml", RUBRIC.replace("trivial", "nothing"));
    let words =
        ["grade", "homework.toml", "ann=builtin:expert", "bob=builtin:random", "--out", "run"];
    let full = with_file_size_limit(&here, 7, &words);
    let output = full.expect(1, &["cannot write"]);
    assert!(output.err.contains("File too large"), "{}", output.err);
    assert!(!here.path("run/grades.csv").exists(), "marks were written without their games");
    let before = keys(&here, "run");
    here.run(&words).expect(0, &["ann", "10 of 10"]);
    assert!(keys(&here, "run").is_superset(&before));
    here.run(&[&words[..4], &["--out", "whole"]].concat()).expect(0, &[]);
    assert_eq!(file(&here, "run/grades.csv"), file(&here, "whole/grades.csv"));
}

#[test]
fn an_unwritable_folder_is_named() {
    let here = Scratch::new("read-only");
    here.write("cup.toml", CUP);
    // Even root cannot create a folder in /proc.
    let words = ["tournament", "cup.toml", "--out", "/proc/agon-run"];
    here.run(&words).expect(1, &["/proc/agon-run", "cannot create the folder"]);
    assert!(!Path::new("/proc/agon-run").exists());
    here.write("taken", "a file");
    let words = ["tournament", "cup.toml", "--out", "taken"];
    here.run(&words).expect(2, &["taken is a file; --out needs a folder"]);
}

/// The machine cannot prepare bots here: the cache is not writable. The submissions may be correct.
#[test]
fn a_machine_fault_neither_fails_nor_excludes_a_submission() {
    let here = Scratch::new("machine-lacks");
    here.write("homework.toml", RUBRIC);
    here.write("ann.py", "print('hello')\n");
    here.write("cup.toml", format!("{CUP}\n").replace("\"builtin:greedy\"", "\"ann.py\""));
    let run = |words: &[&str]| {
        let mut command = here.command(words);
        command.env("XDG_CACHE_HOME", "/proc/nowhere").env("AGON_CACHE", "/proc/nowhere");
        Run::of(command.output().unwrap())
    };
    let graded = run(&["grade", "homework.toml", "ann=ann.py", "bob=builtin:greedy"]);
    graded.expect(1, &["nothing was graded", "ann: ", "/proc/nowhere"]);
    assert!(!here.path("runs").exists());
    let held = run(&["tournament", "cup.toml"]);
    held.expect(2, &["ann cannot play on this machine", "/proc/nowhere"]);
    assert!(!here.path("runs").exists());
}
