//! Wrong usage: exit code 2 and a message that says what to do.

use crate::Scratch;
use std::io::{BufRead, BufReader};
use std::process::Stdio;

#[test]
fn wrong_usage_is_explained() {
    let here = Scratch::new("usage");
    let cases: &[(&[&str], &[&str])] = &[
        (&[], &["Usage: agon"]),
        (&["dance"], &["dance"]),
        (&["play"], &["which game?", "agon play mars"]),
        (&["play", "chess"], &["there is no game `chess`", "mars"]),
        (
            &["play", "mars", "builtin:genius", "builtin:random"],
            &["no built-in bot `genius`", "builtin:solid"],
        ),
        (&["play", "mars", "bot.py", "builtin:random"], &["`bot.py`", "builtin:solid"]),
        (&["play", "mars", "builtin:random"], &["has 2 seats; 1 bot is given"]),
        (&["play", "galxy"], &["there is no game `galxy`; did you mean `galaxy`?\n"]),
        (&["kit", "java", "chess", "-o", "x.jar"], &["there is no game `chess`: choose one of"]),
        (
            &["play", "mars", "builtin:sold", "builtin:random"],
            &["no built-in bot `sold`; did you mean `builtin:solid`?\n"],
        ),
        (
            &["play", "mars", "solid", "builtin:random"],
            &["there is no bot `solid` (did you mean `builtin:solid`?): name a built-in one ("],
        ),
        (&["play", "mars", "--map", "atlantis"], &["no map `atlantis`", "olympus", "random"]),
        (&["play", "mars", "--map", "random:colour=red"], &["no option `colour`", "symmetry"]),
        (&["play", "mars", "--map", "random:size=99"], &["size=99 is not possible"]),
        (&["play", "mars", "--rules", "mine"], &["no rule profile `mine`", "handbook"]),
        (&["play", "mars", "--seed", "-1"], &["--seed"]),
        (
            &["play", "mars", "--seed", "many"],
            &["invalid value 'many' for '--seed <SEED>': write a whole number\n"],
        ),
        (&["play", "mars", "--seed=-1"], &["'--seed <SEED>': write a whole number from 0 on\n"]),
        (&["play", "mars", "--seed", "99999999999999999999"], &["the number is too large"]),
        (&["play", "mars", "--memory", "much"], &["'--memory <MIB>': write a whole number\n"]),
        (
            &["replay", "show", "x", "--at", "abc"],
            &["invalid value 'abc' for '--at <ROUND>': write a whole"],
        ),
        (&["play", "mars", "--games", "0"], &["at least 1"]),
        (&["play", "mars", "--games", "3", "-j", "0"], &["a whole number from 1 to 4096"]),
        (&["play", "mars", "--games", "2", "-j", "99999999"], &["a whole number from 1 to 4096"]),
        (&["play", "mars", "--games", "-5"], &["'-5' is negative: write a number from 0 on"]),
        (&["play", "mars", "--json", "--text"], &["cannot be used with"]),
        (&["games", "chess"], &["there is no game `chess`"]),
        (&["maps", "chess"], &["there is no game `chess`"]),
        (&["maps", "mars", "new", "size=12"], &["size=12 is not possible"]),
        (&["maps", "mars", "new", "big"], &["`big` is not an option", "size"]),
        (&["maps", "mars", "new", "bases=none"], &["bases=none", "1 to 12"]),
        (&["maps", "mars", "check"], &["FILES"]),
        (&["schema"], &["GAME"]),
        (&["schema", "chess"], &["there is no game `chess`"]),
        (&["conformance", "mars"], &["PATHS"]),
        (&["conformance", "chess", "x"], &["there is no game `chess`"]),
        (&["bench", "chess"], &["there is no game `chess`"]),
        (&["bench", "bots", "chess"], &["there is no game `chess`"]),
        (&["bench", "bots", "mars", "galaxy"], &["takes one game"]),
        (&["replay", "export", "x"], &["--original", "--html"]),
        (&["new", "chess", "bot"], &["there is no game `chess`", "mars"]),
        (
            &["new", "mars", "bot", "--lang", "cobol"],
            &["unsupported language `cobol`", "python, cpp, js, rust"],
        ),
        (&["new", "mars"], &["DIR"]),
    ];
    for (words, expected) in cases {
        here.run(words).expect(2, expected);
    }
    assert!(here.files().is_empty(), "wrong usage created files: {:?}", here.files());
}

#[test]
fn help_and_version_are_printed() {
    let here = Scratch::new("help");
    here.run(&["--help"]).expect(0, &["Play one match", "agon play mars"]);
    here.run(&["--version"]).expect(0, &["agon 0."]);
    for command in [
        "play",
        "compare",
        "league",
        "tournament",
        "grade",
        "games",
        "maps",
        "replay",
        "schema",
        "conformance",
        "bench",
    ] {
        here.run(&[command, "--help"]).expect(0, &["Usage: agon"]);
    }
}

/// A tool that only looks for the first line still learns that a scene failed.
#[test]
fn a_verdict_does_not_depend_on_who_reads_the_report() {
    let here = Scratch::new("verdict");
    here.write("x.agonscene", "game = \"galaxy\"\nbot = \"builtin:nothing\"\nexpect = \"won\"\n");
    for words in [&["bot", "test", "x.agonscene"][..], &["bot", "test", "x.agonscene", "--json"]] {
        let mut child =
            here.command(words).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        drop(child.stdout.take());
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(1), "{words:?}");
        assert!(output.stderr.is_empty(), "{}", String::from_utf8_lossy(&output.stderr));
    }
}

#[test]
fn games_are_listed_and_described() {
    let here = Scratch::new("games");
    here.run(&["games"]).expect(0, &["mars", "Mars Makeover"]);
    here.run(&["games", "mars"]).expect(0, &["builtin:solid", "olympus", "symmetry=", "handbook"]);
}

#[test]
fn a_closed_output_pipe_is_not_a_failure() {
    let here = Scratch::new("pipe");
    let words = ["play", "mars", "--games", "200", "-j", "1", "--json", "--map", "crossing"];
    let mut child =
        here.command(&words).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut first = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut first).unwrap();
    assert!(first.starts_with('{'), "{first}");
    // The pipe is closed now; the program must stop without an error.
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(0));
    assert!(output.stderr.is_empty(), "{}", String::from_utf8_lossy(&output.stderr));
}
