//! What every game must do when a stranger tries it: the same commands, for each game in the list.

use crate::{Scratch, game_file};
use serde_json::Value;
use std::path::PathBuf;

fn games(here: &Scratch) -> Vec<String> {
    let list = here.run(&["games"]).expect(0, &[]).out;
    let ids = list.lines().take_while(|line| !line.is_empty());
    ids.map(|line| line.split_whitespace().next().unwrap().to_owned()).collect()
}

fn files_in(folder: &str) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(game_file(folder)).unwrap();
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    files.sort_by_key(|file| (file.metadata().unwrap().len(), file.clone()));
    files
}

#[test]
fn all_five_are_there() {
    let here = Scratch::new("five");
    assert_eq!(games(&here), ["mars", "asterobots", "galaxy", "timetravel", "homerun"]);
}

#[test]
fn what_bots_say_is_printed_as_it_is_documented() {
    let here = Scratch::new("every-schema");
    for game in games(&here) {
        let printed = here.run(&["schema", &game]).expect(0, &[]).out;
        let documented = std::fs::read_to_string(game_file(&format!("{game}/schema.json")));
        assert!(printed == documented.unwrap(), "run `cargo xtask protocol --bless`");
    }
}

#[test]
fn a_match_is_played_kept_proved_shown_and_drawn() {
    let here = Scratch::new("every-match");
    for game in games(&here) {
        let file = format!("{game}.agonreplay");
        let played = here.run(&["play", &game, "--replay", &file, "--json"]).expect(0, &[]);
        let line: Value = serde_json::from_str(&played.out).unwrap();
        assert_eq!(line["game"], game.as_str());
        here.run(&["replay", "verify", &file]).expect(0, &["proved"]);
        let shown = here.run(&["replay", "show", &file]).expect(0, &["builtin:"]);
        assert!(shown.out.lines().count() > 12, "{}", shown.out);
        let frames = here.run(&["replay", "frames", &file]).expect(0, &[]).out;
        let frames: Vec<Value> =
            frames.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        assert!(frames.len() > 50, "{game} has {} frames", frames.len());
        let mut frame = frames[0]["whole"].clone();
        for delta in &frames[1..] {
            agon_replay::delta::apply(&mut frame, &delta["delta"]);
        }
        let whole = here.run(&["replay", "frames", &file, "--whole"]).expect(0, &[]).out;
        let last: Value = serde_json::from_str(whole.lines().last().unwrap()).unwrap();
        assert_eq!(frame, last["whole"], "{game}: the differences do not add up");
    }
}

#[test]
fn the_same_match_twice_is_the_same_in_both_profiles() {
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
fn our_maps_are_valid_and_new_ones_can_be_made() {
    let here = Scratch::new("every-map");
    for game in games(&here) {
        let files = files_in(&format!("{game}/maps"));
        assert!(files.len() >= 4, "{game} has {} maps", files.len());
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
        here.run(&["play", &game, "--map", &map, "--no-replay"]).expect(0, &["wins"]);
    }
}

#[test]
fn recordings_replay_and_foreign_ones_are_named() {
    let here = Scratch::new("every-recording");
    for game in games(&here) {
        let files = files_in(&format!("{game}/golden"));
        let smallest = files[0].to_str().unwrap();
        here.run(&["conformance", &game, smallest]).expect(0, &["1 traces, ", " 0 differences"]);
        let other = if game == "mars" { "galaxy" } else { "mars" };
        let run = here.run(&["conformance", other, smallest]).expect(1, &["1 differences"]);
        assert!(run.out.contains("DIFF"), "{}", run.out);
    }
}

#[test]
fn text_mode_and_original_formats() {
    let here = Scratch::new("every-text");
    for game in games(&here) {
        let told = here.run(&["play", &game, "--text"]).expect(0, &[]);
        assert!(told.out.lines().count() > 300, "{game} told {} lines", told.out.lines().count());
        let file = format!("{game}.agonreplay");
        here.run(&["play", &game, "--replay", &file]).expect(0, &[]);
        let exported = here.run(&["replay", "export", &file, "--original", "-o", "out"]);
        match game.as_str() {
            "mars" | "timetravel" | "homerun" => drop(exported.expect(0, &["out"])),
            _ => drop(exported.expect(1, &["has no original replay format"])),
        }
    }
}
