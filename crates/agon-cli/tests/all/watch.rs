//! `agon watch`, `agon play --watch` and exported pages: the program's side. `web/tests` tests the page in a
//! browser.

use crate::Scratch;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Stdio};

/// A serving process, killed at the end of the test.
struct Serving(Child);

impl Drop for Serving {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

impl Serving {
    /// Starts the process and reads the address it prints.
    fn start(here: &Scratch, words: &[&str]) -> (Serving, String) {
        let mut command = here.command(words);
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.as_mut().unwrap()).read_line(&mut line).unwrap();
        let url = line.split_whitespace().last().unwrap_or_default().to_owned();
        assert!(url.starts_with("http://127.0.0.1:"), "{line}");
        (Serving(child), url)
    }
}

fn fetch(url: &str, path: &str) -> String {
    let host = url.trim_start_matches("http://").split('/').next().unwrap();
    let mut stream = TcpStream::connect(host).unwrap();
    write!(stream, "GET {path} HTTP/1.1\r\nhost: {host}\r\nconnection: close\r\n\r\n").unwrap();
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).unwrap();
    String::from_utf8_lossy(&answer).into_owned()
}

#[test]
fn a_replay_is_served_with_its_frames() {
    let here = Scratch::new("watch-serve");
    here.run(&["play", "mars", "--replay", "m.agonreplay"]).expect(0, &["watch m.agonreplay"]);
    let (_serving, url) = Serving::start(&here, &["watch", "m.agonreplay", "--no-open"]);
    // The address names the content of the replay.
    let (_, address) = url.split_once("#/film/").unwrap();
    assert!(address.len() == 16, "{url}");
    assert!(fetch(&url, "/").contains("<title>Agon</title>"));
    let summary = fetch(&url, &format!("/api/films/{address}"));
    assert!(summary.contains("200 OK") && summary.contains("Mars Makeover"), "{summary}");
    let manual = fetch(&url, "/manual/mars");
    assert!(manual.contains("200 OK") && manual.contains("<h1"), "{manual}");
    let missing = fetch(&url, "/manual/chess");
    assert!(
        missing.contains("404") && missing.contains("no manual of a game `chess`"),
        "{missing}"
    );
}

#[test]
fn a_folder_and_several_files_are_served_as_a_list() {
    let here = Scratch::new("watch-list");
    for seed in ["1", "2"] {
        let file = format!("replays/{seed}.agonreplay");
        here.run(&["play", "galaxy", "--seed", seed, "--replay", &file]).expect(0, &[]);
    }
    let files = ["replays/1.agonreplay", "replays/2.agonreplay"];
    for words in [&["replays"][..], &files] {
        let words = [&["watch", "--no-open"], words].concat();
        let (_serving, url) = Serving::start(&here, &words);
        assert!(url.ends_with("#/matches"), "{url}");
        let list = fetch(&url, "/api/library");
        assert!(list.contains("\"seed\":1") && list.contains("\"seed\":2"), "{list}");
    }
    here.run(&["watch", "--terminal", "replays"]).expect(2, &["needs one replay"]);
    here.run(&["watch", "--at", "3", "replays"]).expect(2, &["needs one replay"]);
    here.run(&["watch", "replays", "absent"]).expect(1, &["cannot read absent"]);
}

#[test]
fn a_watched_match_writes_its_replay() {
    let here = Scratch::new("watch-live");
    let (mut serving, url) = Serving::start(
        &here,
        &["play", "galaxy", "--watch", "--no-open", "--replay", "g.agonreplay"],
    );
    let is_over = || fetch(&url, "/api/films/0?from=100000").contains("\"done\":true");
    // The film ends shortly before the replay is on the disk.
    let is_kept = || here.path("g.agonreplay").is_file();
    for _ in 0..600 {
        if is_over() && is_kept() {
            break;
        }
        std::thread::sleep(std::time::Duration::from_millis(100));
    }
    assert!(is_over(), "the match did not end");
    serving.0.kill().unwrap();
    here.run(&["replay", "verify", "g.agonreplay"]).expect(0, &["verified"]);
}

#[test]
fn pages_are_exported_from_agon_and_original_replays() {
    let here = Scratch::new("watch-page");
    for (game, original) in [("mars", "mars.awap23r"), ("homerun", "homerun.txt")] {
        let file = format!("{game}.agonreplay");
        here.run(&["play", game, "--replay", &file]).expect(0, &[]);
        here.run(&["replay", "export", &file, "--html"]).expect(0, &[".html"]);
        here.run(&["replay", "export", &file, "--original"]).expect(0, &[original]);
        here.run(&["replay", "export", original, "--html", "-o", "o.html"]).expect(0, &["o.html"]);
        for page in [format!("{game}.html"), "o.html".into()] {
            let page = std::fs::read_to_string(here.path(&page)).unwrap();
            assert!(page.contains("id=\"film\"") && page.contains("id=\"chunk-1\""));
        }
    }
    here.run(&["replay", "export", "mars.agonreplay"]).expect(2, &["--original"]);
    here.run(&["replay", "export", "mars.agonreplay", "--html", "--original"]).expect(2, &[]);
}

#[test]
fn unreadable_replays_are_reported() {
    let here = Scratch::new("watch-faults");
    here.write("story.txt", "Once upon a time");
    here.write("empty.agonreplay", "");
    here.run(&["watch", "absent"]).expect(1, &["cannot read absent"]);
    here.run(&["watch", "story.txt"]).expect(1, &["story.txt", "not a game log"]);
    here.run(&["watch", "empty.agonreplay"]).expect(1, &["is not a replay"]);
    here.run(&["watch", "--terminal"]).expect(2, &[]);
    here.run(&["play", "mars", "--replay", "m.agonreplay"]).expect(0, &[]);
    let whole = std::fs::read(here.path("m.agonreplay")).unwrap();
    std::fs::write(here.path("cut.agonreplay"), &whole[..whole.len() / 2]).unwrap();
    let cut = here.run(&["watch", "cut.agonreplay"]).expect(1, &["cut off or damaged"]);
    assert_eq!(cut.err.matches("cut off or damaged").count(), 1, "{}", cut.err);
    here.run(&["watch", "--terminal", "m.agonreplay"]).expect(2, &["needs a terminal"]);
    let taken = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let port = taken.local_addr().unwrap().port().to_string();
    here.run(&["watch", "--no-open", "--port", &port]).expect(1, &["choose another --port"]);
}
