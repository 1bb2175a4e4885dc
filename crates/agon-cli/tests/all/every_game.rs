//! The same commands for every registered game.

use crate::{Scratch, game_file};
use agon_core::{Info, LEVELS};
use serde_json::Value;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

fn games(here: &Scratch) -> Vec<String> {
    let list = here.run(&["games"]).expect(0, &[]).out;
    let ids = list.lines().take_while(|line| !line.is_empty());
    ids.map(|line| line.split_whitespace().next().unwrap().to_owned()).collect()
}

/// The games as folders of the repository: `games/NAME` with a `Cargo.toml`.
fn game_folders() -> BTreeSet<String> {
    let folders = std::fs::read_dir(game_file("")).unwrap().map(|entry| entry.unwrap());
    let games = folders.filter(|entry| entry.path().join("Cargo.toml").is_file());
    games.map(|entry| entry.file_name().into_string().unwrap()).collect()
}

fn files_in(folder: &str) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(game_file(folder)).unwrap();
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    files.sort_by_key(|file| (file.metadata().unwrap().len(), file.clone()));
    files
}

#[test]
fn every_game_folder_is_registered_once() {
    let here = Scratch::new("registered");
    let listed = games(&here);
    assert_eq!(listed.iter().cloned().collect::<BTreeSet<String>>(), game_folders());
    assert_eq!(listed.len(), game_folders().len(), "a game is listed twice: {listed:?}");
}

#[test]
fn every_game_has_all_levels_in_order() {
    let here = Scratch::new("every-level");
    for game in games(&here) {
        let printed = here.run(&["games", &game, "--json"]).expect(0, &[]).out;
        let printed: Value = serde_json::from_str(&printed).unwrap();
        let bots = printed["games"][0]["bots"].as_array().unwrap();
        let names = bots.iter().map(|bot| bot["name"].as_str().unwrap());
        let levels: Vec<&str> = names
            .filter_map(|name| name.strip_prefix("builtin:"))
            .filter(|name| LEVELS.contains(name))
            .collect();
        assert_eq!(levels, LEVELS, "{game}");
    }
}

#[test]
fn the_printed_schema_equals_the_documented_one() {
    let here = Scratch::new("every-schema");
    for game in games(&here) {
        let printed = here.run(&["schema", &game]).expect(0, &[]).out;
        let documented = std::fs::read_to_string(game_file(&format!("{game}/schema.json")));
        assert!(printed == documented.unwrap(), "run `cargo xtask protocol --bless`");
    }
}

#[test]
fn the_program_prints_the_manual() {
    let here = Scratch::new("every-manual");
    for game in games(&here) {
        let printed = here.run(&["manual", &game]).expect(0, &["# "]).out;
        let manual = std::fs::read_to_string(game_file(&format!("{game}/manual.md")));
        assert!(printed == manual.unwrap(), "the manual of {game}");
    }
    // Without a screen, the address is only printed.
    let mut command = here.command(&["manual", "mars", "--browser"]);
    command.env("AGON_CACHE", here.path("a cache"));
    let output = command.env_remove("DISPLAY").env_remove("WAYLAND_DISPLAY").output().unwrap();
    let said = crate::Run::of(output).expect(0, &["Manual: file://"]).out;
    let path = said.trim().trim_start_matches("Manual: file://").replace("%20", " ");
    let page = std::fs::read_to_string(path).unwrap();
    assert!(
        page.starts_with("<!doctype html>") && page.contains("<h2 id=\"r2-teams-order-places\">")
    );
    here.run(&["manual", "chess"]).expect(2, &["there is no game `chess`"]);
}

#[test]
fn a_match_is_played_verified_shown_and_drawn() {
    let here = Scratch::new("every-match");
    for game in games(&here) {
        let file = format!("{game}.agonreplay");
        let played = here.run(&["play", &game, "--replay", &file, "--json"]).expect(0, &[]);
        let line: Value = serde_json::from_str(&played.out).unwrap();
        assert_eq!(line["game"], game.as_str());
        here.run(&["replay", "verify", &file]).expect(0, &["verified"]);
        let shown = here.run(&["replay", "show", &file]).expect(0, &["builtin:"]);
        assert!(shown.out.lines().count() > 5, "{}", shown.out);
        let frames = here.run(&["replay", "frames", &file]).expect(0, &[]).out;
        let frames: Vec<Value> =
            frames.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        let rounds = line["rounds"].as_u64().unwrap() as usize;
        assert!(frames.len() >= rounds, "{game}: {} frames in {rounds} rounds", frames.len());
        let mut frame = frames[0]["whole"].clone();
        for delta in &frames[1..] {
            agon_replay::delta::apply(&mut frame, &delta["delta"]);
        }
        let whole = here.run(&["replay", "frames", &file, "--whole"]).expect(0, &[]).out;
        let last: Value = serde_json::from_str(whole.lines().last().unwrap()).unwrap();
        assert_eq!(frame, last["whole"], "{game}: the deltas do not give the last frame");
    }
}

#[test]
fn matches_are_reproducible_in_both_profiles() {
    let here = Scratch::new("every-twice");
    for game in games(&here) {
        for rules in ["handbook", "original"] {
            let words =
                ["play", &game, "--rules", rules, "--map", "random", "--games", "2", "--json"];
            let (a, b) = (here.run(&words).expect(0, &[]), here.run(&words).expect(0, &[]));
            assert_eq!(a.out, b.out, "{game} by the {rules} rules");
        }
    }
}

#[test]
fn built_in_and_generated_maps_are_valid() {
    let here = Scratch::new("every-map");
    for game in games(&here) {
        let files = files_in(&format!("{game}/maps"));
        assert!(!files.is_empty(), "{game} has no maps");
        let names: Vec<&str> = files.iter().map(|file| file.to_str().unwrap()).collect();
        here.run(&[&["maps", &game, "check"], &names[..]].concat()).expect(0, &["ok; "]);
        let map = format!("{game}.map");
        here.run(&["maps", &game, "new", "--seed", "9", "-o", &map]).expect(0, &["agon play"]);
        here.run(&["maps", &game, "check", &map]).expect(0, &["ok; "]);
        here.run(&["maps", &game, "show", &map]).expect(0, &[]);
        here.write("bad.map", "\u{1}nonsense");
        let words = ["maps", &game, "check", "bad.map"];
        let refused = here.run(&words).expect(1, &["bad.map"]);
        assert!(refused.out.len() > 25, "{}", refused.out);
        here.run(&["play", &game, "--map", &map, "--no-replay"]).expect(0, &[" rounds"]);
    }
}

#[test]
fn recordings_match_and_those_of_other_games_are_refused() {
    let here = Scratch::new("every-recording");
    let games = games(&here);
    // A game without an original has no recordings.
    for game in
        games.iter().filter(|game| Path::new(&game_file(&format!("{game}/golden"))).is_dir())
    {
        let files = files_in(&format!("{game}/golden"));
        let smallest = files[0].to_str().unwrap();
        here.run(&["conformance", game, smallest]).expect(0, &["1 trace, ", " 0 differences"]);
        let other = games.iter().find(|other| *other != game).unwrap();
        let run = here.run(&["conformance", other, smallest]).expect(1, &["1 difference\n"]);
        assert!(run.out.contains("DIFF"), "{}", run.out);
    }
}

#[test]
fn text_mode_works_and_original_formats_are_exported() {
    let here = Scratch::new("every-text");
    for Info { id: game, original_extension, .. } in agon_games::GAMES {
        let text = here.run(&["play", game, "--text"]).expect(0, &[]).out;
        let file = format!("{game}.agonreplay");
        let played = here.run(&["play", game, "--replay", &file, "--json"]).expect(0, &[]).out;
        let rounds = serde_json::from_str::<Value>(&played).unwrap()["rounds"].as_u64().unwrap();
        assert!(text.lines().count() as u64 >= rounds, "{game}: {rounds} rounds in\n{text}");
        let exported = here.run(&["replay", "export", &file, "--original", "-o", "out"]);
        match original_extension {
            Some(_) => exported.expect(0, &["out"]),
            None => exported.expect(1, &["has no original replay format"]),
        };
    }
}
