//! `agon simulate`: the same bytes wherever and in however many chunks the games are played.

use crate::serve::WorkerProcess;
use crate::{Run, Scratch};
use agon_testservers::Nats;
use serde_json::Value;
use std::process::{Child, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

const GREEDY: [&str; 3] = ["galaxy", "builtin:greedy", "builtin:random"];
/// A bot in a process of its own, with a second file and some luck.
const BOT: &str = "import random\n\nimport agon\nimport helper\n\n\ndef play(turn):\n    \
                   if random.random() < helper.SHARE:\n        turn.log(\"hello\")\n\n\nagon.run(play)\n";

/// `agon simulate` with these words.
fn simulate(here: &Scratch, words: &[&str]) -> Run {
    here.run(&[&["simulate"], words].concat())
}

/// A bot in a folder of two files.
fn write_bot(here: &Scratch) {
    std::fs::create_dir_all(here.path("bot")).unwrap();
    here.write("bot/main.py", BOT);
    here.write("bot/helper.py", "SHARE = 0.5\n");
}

fn lines(here: &Scratch, file: &str) -> usize {
    let text = std::fs::read(here.path(file)).unwrap_or_default();
    text.iter().filter(|byte| **byte == b'\n').count()
}

/// Starts a simulation and waits until it has written some games.
fn begun(here: &Scratch, words: &[&str], file: &str) -> Child {
    let mut command = here.command(&[&["simulate"], words].concat());
    let mut child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    let start = Instant::now();
    while lines(here, file) < 2 {
        assert!(start.elapsed() < Duration::from_secs(120), "no games are written");
        assert!(child.try_wait().unwrap().is_none(), "it has ended too early");
        sleep(Duration::from_millis(5));
    }
    child
}

#[test]
fn the_bytes_do_not_depend_on_the_number_of_threads_and_are_the_games_of_play() {
    let here = Scratch::new("simulate-threads");
    let games = [&GREEDY[..], &["-n", "14", "--seed", "5"]].concat();
    let one = simulate(&here, &[&games[..], &["-j", "1"]].concat()).expect(0, &["14 games in"]).out;
    let four = simulate(&here, &[&games[..], &["-j", "4"]].concat()).expect(0, &[]).out;
    assert_eq!(one, four);
    simulate(&here, &[&games[..], &["-o", "games.jsonl"]].concat()).expect(0, &[]);
    assert_eq!(std::fs::read_to_string(here.path("games.jsonl")).unwrap(), one);
    let played = here.run(&[&["play"], &games[..], &["--json"]].concat()).expect(0, &[]).out;
    assert_eq!((one.lines().count(), played.lines().count()), (14, 14));
    for (line, played) in one.lines().zip(played.lines()) {
        let (line, played): (Value, Value) =
            (serde_json::from_str(line).unwrap(), serde_json::from_str(played).unwrap());
        for key in ["index", "seed", "map", "bots", "ranks", "scores", "winner", "rounds", "state"]
        {
            assert_eq!(line[key], played[key], "{key} of {line}");
        }
    }
    // Nothing is left to do, and more games are added behind the others.
    let again = [&games[..], &["-o", "games.jsonl"]].concat();
    simulate(&here, &again).expect(0, &["14 games are there already"]);
    let more = [&GREEDY[..], &["-n", "16", "--seed", "5", "-o", "games.jsonl"]].concat();
    simulate(&here, &more).expect(0, &["2 games in"]);
    let text = std::fs::read_to_string(here.path("games.jsonl")).unwrap();
    assert!(text.starts_with(&one) && text.lines().count() == 16);
}

#[test]
fn a_killed_simulation_goes_on_and_ends_with_the_same_bytes() {
    let here = Scratch::new("simulate-killed");
    let words = [&GREEDY[..], &["-n", "2000", "-j", "2", "-o"]].concat();
    simulate(&here, &[&words[..], &["whole.jsonl"]].concat()).expect(0, &[]);
    let words = [&words[..], &["cut.jsonl"]].concat();
    let mut child = begun(&here, &words, "cut.jsonl");
    simulate(&here, &words).expect(2, &["another simulation writes cut.jsonl"]);
    child.kill().unwrap();
    child.wait().unwrap();
    let there = std::fs::read(here.path("cut.jsonl")).unwrap();
    let count = lines(&here, "cut.jsonl");
    assert!((2..2000).contains(&count), "{count}");
    // The power cut came in the middle of a line.
    here.write("cut.jsonl", &there[..there.len() - 9]);
    simulate(&here, &words).expect(0, &["are there already"]);
    let read = |file: &str| std::fs::read(here.path(file)).unwrap();
    assert!(read("cut.jsonl") == read("whole.jsonl"));
}

#[test]
fn workers_play_the_same_games_also_when_one_of_them_is_killed() {
    let here = Scratch::new("simulate-nats");
    write_bot(&here);
    let words = ["galaxy", "bot", "builtin:greedy", "-n", "60", "-o"];
    simulate(&here, &[&words[..], &["local.jsonl"]].concat()).expect(0, &[]);
    let nats = Nats::start();
    let worker = || WorkerProcess::start(&here, &nats.url(), &["--only-simulations"]);
    let (first, second) = (worker(), worker());
    let url = nats.url();
    let words = [&words[..], &["remote.jsonl", "--on", &url]].concat();
    let mut child = begun(&here, &words, "remote.jsonl");
    first.kill();
    assert!(child.wait().unwrap().success());
    let read = |file: &str| std::fs::read(here.path(file)).unwrap();
    assert!(read("local.jsonl") == read("remote.jsonl"));
    assert_eq!(second.stop(), Some(0));
}

#[test]
fn what_cannot_be_simulated_is_refused_with_a_sentence() {
    let here = Scratch::new("simulate-usage");
    here.write("notes.txt", "not a simulation\n");
    here.write("my.map", "x");
    let cases: &[(&[&str], &[&str])] = &[
        (&["galaxy"], &["--games"]),
        (&["chess", "-n", "1"], &["there is no game `chess`"]),
        (&["galaxy", "-n", "0"], &["0 is not in"]),
        (&["galaxy", "builtin:genius", "builtin:random", "-n", "1"], &["no built-in bot `genius`"]),
        (&["galaxy", "builtin:random", "-n", "1"], &["seats; 1 bot is given"]),
        (&["galaxy", "human", "builtin:random", "-n", "1"], &["`human` cannot play"]),
        (&["galaxy", "none.py", "builtin:random", "-n", "1"], &["there is no bot `none.py`"]),
        (&["galaxy", "-n", "1", "--map", "my.map"], &["map files do not travel", "random"]),
        (&["galaxy", "-n", "1", "--clock", "fast"], &["off, loose, strict"]),
        (&["galaxy", "-n", "1", "-j", "2", "--on", "nats://x"], &["cannot be used with"]),
        (&["galaxy", "-n", "1", "--ca", "x"], &["--on"]),
        (&["galaxy", "-n", "1", "--on", "nats://bad host"], &["nats://HOST:PORT"]),
        (&["galaxy", "-n", "1", "--on", "nats://x", "--credentials", "no.nk"], &["no.nk"]),
        (&["galaxy", "-n", "1", "-o", "."], &["is a folder"]),
        (&["galaxy", "-n", "1", "-o", "notes.txt"], &["notes.txt.plan", "another file"]),
    ];
    for (words, expected) in cases {
        simulate(&here, words).expect(2, expected);
    }
    let words = [&GREEDY[..], &["-n", "1", "-o", "a.jsonl"]].concat();
    simulate(&here, &words).expect(0, &[]);
    let other = [&words[..], &["--seed", "2", "--map", "random"]].concat();
    simulate(&here, &other)
        .expect(2, &["another simulation (maps, seed differ; see a.jsonl.plan)"]);
    let no_server = [&GREEDY[..], &["-n", "1", "--on", "nats://127.0.0.1:1"]].concat();
    simulate(&here, &no_server).expect(1, &["cannot connect to NATS at nats://127.0.0.1:1"]);
}
