//! The contests of `docs/serve/organiser.md`: their files are written and their commands are run, in order,
//! each contest on a new server.

use super::client::{Person, ServerProcess};
use crate::tutorial::{Step, steps};
use crate::{Run, Scratch};
use serde_json::json;
use std::collections::BTreeMap;
use std::io::Write;
use std::process::Stdio;

/// The address that the page uses.
const ADDRESS: &str = "http://127.0.0.1:8080";

/// The passwords that `agon admin user create` has printed, by login name.
type Passwords = BTreeMap<String, String>;

/// Runs a command of the page: the organiser's, or that of a person who is logged in on a shell of their own.
fn run(here: &Scratch, who: &str, words: &[String], port: u16, known: &mut Passwords) -> Run {
    let address = format!("http://127.0.0.1:{port}");
    let words: Vec<String> = words.iter().map(|word| word.replace(ADDRESS, &address)).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let mut command = here.command(&words);
    command.env("XDG_CONFIG_HOME", here.path(&format!("home-{who}"))).env("NO_PROXY", "127.0.0.1");
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    if words[0] == "login" {
        let password = known.get(who).unwrap_or_else(|| panic!("{who} has no account yet"));
        child.stdin.take().unwrap().write_all(format!("{password}\n").as_bytes()).unwrap();
    }
    let done = Run::of(child.wait_with_output().unwrap());
    for line in done.out.lines().filter_map(|line| line.strip_prefix("login ")) {
        if let Some((login, password)) = line.split_once(", password ") {
            known.insert(login.to_owned(), password.to_owned());
        }
    }
    done
}

/// Waits until all gradings are graded and nothing is played.
fn wait_for_games(organiser: &Person, port: u16) {
    let events = organiser.get(port, "/api/v1/events").expect(200).json();
    for event in events.as_array().unwrap() {
        let path = format!("/api/v1/events/{}/gradings", event["slug"].as_str().unwrap());
        organiser.wait_for(port, &path, |gradings| {
            gradings.as_array().unwrap().iter().all(|grading| grading["state"] == "graded")
        });
    }
    organiser.wait_for(port, "/api/v1/queue", |queue| queue == &json!([]));
}

/// Follows one contest; returns the number of commands.
fn follow(name: &str, text: &str) -> usize {
    let here = Scratch::new(&format!("walk-{name}"));
    let server = ServerProcess::start_by(here.command(&ServerProcess::words("agon-data", &[])));
    let organiser: Person = server.organiser();
    let mut known = Passwords::new();
    let mut commands = 0;
    for step in steps(text) {
        match step {
            Step::Write { file, text } => drop(here.write(file, text)),
            Step::Run { who, words, code, output } => {
                commands += 1;
                // People wait until games are played; the test does so after every command.
                wait_for_games(&organiser, server.port);
                let done = run(&here, who, &words, server.port, &mut known).expect(code, &[]);
                for line in output.into_iter().filter(|line| *line != "...") {
                    let printed = format!("{}{}", done.out, done.err);
                    assert!(
                        printed.lines().any(|printed| printed.trim_end() == line.trim_end()),
                        "{name}: agon {}: the page shows\n{line}\nbut the program printed\n{printed}",
                        words.join(" ")
                    );
                }
            }
        }
    }
    commands
}

/// The text below a heading of the third level.
fn contest<'a>(page: &'a str, heading: &str) -> &'a str {
    let start = page.find(&format!("### {heading}\n")).unwrap_or_else(|| panic!("{heading}"));
    let rest = &page[start + 4..];
    &rest[..rest.find("\n### ").unwrap_or(rest.len())]
}

#[test]
fn the_five_contests_of_the_page_go_as_written() {
    let page = include_str!("../../../../../docs/serve/organiser.md");
    for (heading, name) in [
        ("An AWAP day", "awap"),
        ("A MegaMiner night", "megaminer"),
        ("A CS 228 term", "cs228"),
        ("A Java Challenge final", "javachallenge"),
        ("An AI Coliseum season", "coliseum"),
    ] {
        let commands = follow(name, contest(page, heading));
        assert!(commands >= 8, "{heading}: only {commands} commands were found");
    }
}
