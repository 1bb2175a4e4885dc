//! `agon maps`: list, show, check, new.

use crate::{Scratch, game_file};

#[test]
fn built_in_maps_are_listed_drawn_and_valid() {
    let here = Scratch::new("maps");
    here.run(&["maps", "mars"]).expect(0, &["olympus", "48 rows x 48 columns", "rotational"]);
    here.run(&["maps", "mars", "show", "crossing"]).expect(0, &["16 rows", "##", " +", " -"]);
    let folder = game_file("mars/maps");
    let files: Vec<String> = std::fs::read_dir(&folder)
        .unwrap()
        .map(|entry| entry.unwrap().path().to_string_lossy().into_owned())
        .collect();
    assert!(files.len() >= 8);
    let mut words = vec!["maps", "mars", "check"];
    words.extend(files.iter().map(String::as_str));
    here.run(&words).expect(0, &["ok; "]);
}

#[test]
fn a_generated_map_is_valid_and_can_be_played() {
    let here = Scratch::new("new");
    let words = [
        "maps",
        "mars",
        "new",
        "size=17x23",
        "symmetry=vertical",
        "--seed",
        "4",
        "-o",
        "my.awap23m",
    ];
    here.run(&words).expect(
        0,
        &["17 rows x 23 columns", "symmetry vertical", "agon play mars --map my.awap23m"],
    );
    here.run(&["maps", "mars", "check", "my.awap23m"]).expect(0, &["my.awap23m: ok"]);
    here.run(&["play", "mars", "--map", "my.awap23m", "--no-replay"]).expect(0, &["on my, seed 1"]);
    let printed =
        here.run(&["maps", "mars", "new", "size=17x23", "symmetry=vertical", "--seed", "4"]);
    assert_eq!(
        printed.expect(0, &[]).out,
        std::fs::read_to_string(here.path("my.awap23m")).unwrap()
    );
}

#[test]
fn every_checked_map_gets_its_own_line() {
    let here = Scratch::new("check");
    let good = game_file("mars/maps/atoll.awap23m");
    let text = std::fs::read_to_string(&good).unwrap();
    here.write("kind.awap23m", text.replacen("[\"M\",0,", "[\"Q\",0,", 1));
    here.write("lopsided.awap23m", text.replacen("[\"M\",0,12]", "[\"M\",0,13]", 1));
    here.write("cut.awap23m", &text[..text.len() / 2]);
    here.write("empty.awap23m", "");
    let words = ["maps", "mars", "check", "kind.awap23m", "lopsided.awap23m", "cut.awap23m"];
    let words = [&words[..], &["empty.awap23m", "absent.awap23m", &good]].concat();
    here.run(&words).expect(
        1,
        &[
            "kind.awap23m: row 1, column 15: the kind must be",
            "lopsided.awap23m: the map is not symmetric",
            "cut.awap23m: this is not JSON (line ",
            "empty.awap23m: this is not JSON",
            "cannot read absent.awap23m",
            "atoll.awap23m: ok",
        ],
    );
    let words = ["maps", "mars", "check", "lopsided.awap23m", "--rules", "original"];
    here.run(&words).expect(0, &["symmetry none"]);
}
