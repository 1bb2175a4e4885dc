//! `human` among the bots: typed orders, flags that do not fit, the links of a match in the browser.
//! `web/tests` plays in the browser.

use crate::debug::Talk;
use crate::{Run, Scratch, new_command};
use std::io::{BufRead, BufReader, Write};
use std::process::Stdio;

/// Plays with these lines as the input.
fn typed(here: &Scratch, words: &[&str], lines: &str) -> Run {
    let mut command = here.command(words);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    child.stdin.take().unwrap().write_all(lines.as_bytes()).unwrap();
    Run::of(child.wait_with_output().unwrap())
}

#[test]
fn a_person_plays_every_game_in_the_terminal() {
    let here = Scratch::new("people-terminal");
    let games = [
        ("mars", "builtin:nothing", "spawn explorer 2 2\nundo\nspawn miner 1 1\nend\n"),
        ("asterobots", "builtin:sample", "orders select\nend\nend\npass 3 contact\n"),
        ("galaxy", "builtin:random", "capture 4\nrefuel\nend\npass 5 attack\n"),
        ("timetravel", "builtin:nothing", "stand paint 21 7 5\nend\nstanding\nforget 1\nend\n"),
        ("homerun", "builtin:nothing", "recruit PITCHER NORTH\nend\nmove NORTH\nend\nboard\n"),
    ];
    for (game, bot, lines) in games {
        let replay = format!("{game}.agonreplay");
        let words = ["play", game, "human", bot, "--terminal", "--replay", &replay];
        let run = typed(&here, &words, lines).expect(0, &["Type `help`", " rounds, ", "Replay: "]);
        assert!(!run.out.contains("is not an order"), "{game}: {}", run.out);
        here.run(&["replay", "verify", &replay]).expect(0, &["verified"]);
    }
}

#[test]
fn typed_mistakes_are_answered() {
    let here = Scratch::new("people-mistakes");
    let words = ["play", "mars", "human", "builtin:nothing", "--terminal", "--no-replay"];
    let lines =
        "help\ndance\nspawn explorer 1 9\nundo\npass often\nforget x\nstand dance\n\ngive up\n";
    typed(&here, &words, lines).expect(
        0,
        &[
            "Tab completes words",
            "`dance` is not an order that you can give now",
            "the last word can be 1",
            "there is no order to take back",
            "`pass` takes a number",
            "`standing` lists the numbers",
            "red (builtin:nothing) wins",
        ],
    );
}

#[test]
fn flags_that_do_not_fit_people_are_refused() {
    let here = Scratch::new("people-flags");
    here.run(&["play", "mars", "--clock"]).expect(2, &["--clock is for people", "name `human`"]);
    here.run(&["play", "mars", "human", "--games", "2"]).expect(2, &["--games cannot be combined"]);
    here.run(&["play", "mars", "human", "--json"]).expect(2, &["--json cannot be combined"]);
    here.run(&["play", "mars", "human", "--terminal", "--lan"]).expect(2, &["cannot be used with"]);
    here.run(&["play", "mars", "--tutorial", "--map", "atoll"]).expect(2, &["cannot be used with"]);
    assert_eq!(here.files(), [""; 0]);
}

#[test]
fn every_seat_gets_a_secret_link() {
    let here = Scratch::new("people-links");
    let words = ["play", "mars", "human", "human", "--lan", "--no-open", "--no-replay"];
    let mut child = here.command(&words).stdout(Stdio::piped()).spawn().unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    let said: Vec<String> = (0..4).map(|_| lines.next().unwrap().unwrap()).collect();
    child.kill().unwrap();
    child.wait().unwrap();
    assert!(said[0].starts_with("Play:   http://127.0.0.1:"), "{said:?}");
    assert!(
        said[1].contains("blue alone: http://") && said[2].contains("red alone: http://"),
        "{said:?}"
    );
    let secrets: Vec<&str> =
        said[..3].iter().map(|line| line.split("/#/play/").nth(1).unwrap()).collect();
    assert!(secrets.iter().all(|secret| secret.len() == 32), "{said:?}");
    assert!(secrets[0] != secrets[1] && secrets[1] != secrets[2], "{said:?}");
}

#[test]
fn ctrl_c_keeps_what_was_played() {
    let here = Scratch::new("people-ctrlc");
    let words = ["play", "mars", "human", "builtin:greedy", "--map", "crossing", "--no-open"];
    let mut child = here.command(&words).stdout(Stdio::piped()).spawn().unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    let said = lines.by_ref().map(Result::unwrap).find(|line| line.contains("Ctrl-C"));
    assert!(said.is_some_and(|line| line.ends_with("the replay is kept.")));
    let killed = new_command("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(killed.success());
    let rest: Vec<String> = lines.map(Result::unwrap).collect();
    assert_eq!(child.wait().unwrap().code(), Some(130), "{rest:#?}");
    let line = |start: &str| rest.iter().find(|line| line.starts_with(start));
    assert!(line("You left the match in round ").is_some(), "{rest:#?}");
    let path = line("Replay: ").unwrap().split(' ').nth(1).unwrap();
    here.run(&["replay", "verify", path]).expect(0, &["verified"]);
    here.run(&["replay", "show", path, "--at", "1", "--log"]).expect(0, &["red"]);
}

#[test]
fn ctrl_c_in_the_terminal_keeps_what_was_played() {
    let here = Scratch::new("people-ctrlc-terminal");
    // `script` gives the program a pseudo terminal.
    let agon = env!("CARGO_BIN_EXE_agon");
    let play = format!("{agon} play mars human builtin:greedy --map crossing --terminal");
    let start = |more: &str| {
        let words = format!("{play} {more}");
        Talk::start(new_command("script").args(["-qec", &words, "/dev/null"]).current_dir(&here.0))
    };
    let mut talk = start("--replay kept.agonreplay");
    talk.expect("Type `help`");
    // The key, as a terminal sends it.
    talk.say("\u{3}");
    talk.expect("You left the match in round ");
    talk.ends_with(130);
    here.run(&["replay", "verify", "kept.agonreplay"]).expect(0, &["verified"]);
    let mut talk = start("--no-replay");
    talk.expect("Type `help`");
    talk.say("\u{3}");
    talk.ends_with(130);
}

/// The key can be pressed before the terminal is in raw mode; it is a signal then.
#[test]
fn a_signal_at_the_terminals_prompt_keeps_what_was_played() {
    let here = Scratch::new("people-signal-terminal");
    let agon = env!("CARGO_BIN_EXE_agon");
    let words = format!(
        "echo pid $$ .; exec {agon} play mars human builtin:greedy --map crossing --terminal \
         --replay kept.agonreplay"
    );
    let mut talk =
        Talk::start(new_command("script").args(["-qec", &words, "/dev/null"]).current_dir(&here.0));
    talk.expect("pid ");
    let pid = talk.expect(" .").trim_end_matches(" .").to_owned();
    talk.expect("blue, round 1> ");
    assert!(new_command("kill").args(["-INT", &pid]).status().unwrap().success());
    talk.expect("You left the match in round ");
    talk.ends_with(130);
    here.run(&["replay", "verify", "kept.agonreplay"]).expect(0, &["verified"]);
}
