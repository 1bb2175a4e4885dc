//! `agon replay feed` and `agon replay fork`: a recorded match for another bot.

use crate::Scratch;
use serde_json::Value;

const FILE: &str = "r.agonreplay";

/// A bot with a seed and a memory: it spawns at random and moves only robots that it has seen before.
const BOT: &str = r"
import random

import agon


class Bot:
    def __init__(self):
        self.known = set()

    def turn(self, turn):
        print('round', turn.round, 'known', len(self.known))
        for robot in sorted(self.known):
            turn.call('move', robot=robot, direction=random.choice(['UP', 'DOWN', 'LEFT']))
        for row in [1, 2]:
            if turn.call('spawn', type='explorer', row=row, col=random.choice([1, 2])):
                self.known.add('robot_%d' % (len(self.known) + 1))


agon.run(Bot)
";

fn scratch(name: &str) -> Scratch {
    let here = Scratch::new(name);
    here.write("bot.py", BOT);
    here.run(&[
        "play",
        "mars",
        "bot.py",
        "builtin:random",
        "--seed",
        "5",
        "--no-clock",
        "--replay",
        FILE,
    ])
    .expect(0, &[]);
    here
}

fn header(here: &Scratch, file: &str) -> Value {
    let bytes = std::fs::read(here.path(file)).unwrap();
    serde_json::from_slice(bytes.split(|&byte| byte == b'\n').nth(1).unwrap()).unwrap()
}

#[test]
fn a_bot_repeats_a_recorded_match() {
    let here = scratch("feed-same");
    here.run(&["replay", "feed", FILE, "bot.py"]).expect(
        0,
        &[
            "bot gets the views of blue in r.agonreplay",
            "Turns compared: 200;",
            "turns that differ: 0.",
        ],
    );
    let run = here.run(&["replay", "feed", FILE, "bot.py", "--at", "199", "--log"]);
    let run = run.expect(0, &["Turns compared: 2;", "| round 199 known", "Round 200, blue:"]);
    assert!(!run.out.contains("Round 198"), "{}", run.out);
    here.run(&["replay", "feed", FILE, "builtin:random", "--seat", "red"])
        .expect(0, &["Turns compared: 200;", "turns that differ: 0."]);
}

#[test]
fn the_first_order_that_differs_is_named() {
    let here = scratch("feed-other");
    let changed = BOT.replace("'UP', 'DOWN', 'LEFT'", "'UP', 'UP', 'UP'");
    here.write("bot.py", changed);
    let run = here.run(&["replay", "feed", FILE, "bot.py"]).expect(
        1,
        &[
            ", blue: order ",
            " differs.\n  recorded: move robot=robot_",
            "\n  now:      move robot=robot_",
        ],
    );
    assert!(
        run.out.contains("turns that differ: 1.\nStopped at the first difference"),
        "{}",
        run.out
    );
    let all =
        here.run(&["replay", "feed", FILE, "bot.py", "--all"]).expect(1, &["Turns compared: 200;"]);
    assert!(all.out.matches(" differs.\n").count() > 20, "{}", all.out);
    here.write("other.py", "import agon\n\nagon.run(lambda turn: None)\n");
    here.run(&["replay", "feed", FILE, "other.py"])
        .expect(2, &["choose one with --seat: blue (bot), red (builtin:random)"]);
    here.run(&["replay", "feed", FILE, "other.py", "--seat", "blue"])
        .expect(1, &["Round 1, blue: order 1 differs.", "now:      (no further order)"]);
    here.run(&["replay", "feed", FILE, "bot.py", "--seat", "green"])
        .expect(2, &["no seat `green`"]);
    here.run(&["replay", "feed", FILE, "bot.py", "--at", "900"]).expect(2, &["ended in round 200"]);
    here.write(
        "dead.py",
        "import sys\n\nimport agon\n\n\ndef play(turn):\n    sys.exit(3)\n\n\nagon.run(play)\n",
    );
    here.run(&["replay", "feed", FILE, "dead.py", "--seat", "red"]).expect(1, &["exit code 3"]);
}

#[test]
fn a_match_is_played_on_from_any_turn_with_other_bots() {
    let here = scratch("fork");
    // The same bots: the same match, because the seeds and the memory are the same.
    here.run(&[
        "replay",
        "fork",
        FILE,
        "--at",
        "40",
        "--seat",
        "blue=bot.py",
        "--no-clock",
        "-o",
        "same.agonreplay",
    ])
    .expect(0, &["Forked in round 40 from the match ", "of blue bot, red builtin:random."]);
    let (old, same) = (header(&here, FILE), header(&here, "same.agonreplay"));
    assert_eq!((&same["result"], &same["orders"]), (&old["result"], &old["orders"]));
    assert_eq!(same["fork"]["from"], old["checksum"]);
    assert!(old.get("fork").is_none() && old.get("lot").is_none(), "{old}");
    // Another bot takes over in the middle of a round.
    let words = [
        "replay",
        "fork",
        FILE,
        "--at",
        "40:red",
        "--seat",
        "red=builtin:greedy",
        "--seat",
        "blue=bot.py",
    ];
    let run = here.run(&[&words[..], &["--log=red"]].concat());
    let run = run.expect(0, &["Replay: r-fork-40-red.agonreplay", "Round 40, red:"]);
    assert!(run.out.contains("Forked in round 40, red's turn, from the match "), "{}", run.out);
    assert!(!run.out.contains("Round 39, red:"), "only the new turns are printed: {}", run.out);
    let forked = header(&here, "r-fork-40-red.agonreplay");
    assert_ne!(forked["checksum"], old["checksum"]);
    assert_eq!(forked["seats"][1]["bot"], "builtin:greedy");
    assert_eq!(forked["fork"]["seats"], old["seats"]);
    here.run(&["replay", "verify", "same.agonreplay", "r-fork-40-red.agonreplay"])
        .expect(0, &["verified"]);
    let before = |file: &str, round: &str| {
        here.run(&["replay", "show", file, "--at", round, "--log=blue"]).expect(0, &[]).out
    };
    let log_of = |text: String| text.split("Round 40, blue:").nth(1).unwrap().to_owned();
    assert_eq!(log_of(before(FILE, "40")), log_of(before("r-fork-40-red.agonreplay", "40")));
}

#[test]
fn a_wrong_fork_is_refused() {
    let here = scratch("fork-wrong");
    let fork = |words: &[&str]| here.run(&[&["replay", "fork", FILE], words].concat());
    fork(&["--at", "40"])
        .expect(2, &["blue was played by bot: name a bot for it with --seat blue=BOT"]);
    fork(&["--at", "900", "--seat", "blue=bot.py"])
        .expect(2, &["ends in round 200, before round 900"]);
    fork(&["--at", "noon", "--seat", "blue=bot.py"])
        .expect(2, &["`noon` is not a turn", "40:blue"]);
    fork(&["--at", "40", "--seat", "green=bot.py"]).expect(2, &["no seat `green`"]);
    fork(&["--at", "40", "--seat", "bot.py"]).expect(2, &["`bot.py` is not a seat and a bot"]);
    // A header that names another moment is not verified.
    fork(&["--at", "40", "--seat", "blue=bot.py", "-o", "f.agonreplay"]).expect(0, &[]);
    let mut bytes = std::fs::read(here.path("f.agonreplay")).unwrap();
    let text = br#""round":40,"#;
    let at = bytes.windows(text.len()).position(|window| window == text).unwrap();
    bytes[at + 8] = b'3';
    here.write("f.agonreplay", bytes);
    here.run(&["replay", "verify", "f.agonreplay"])
        .expect(1, &["the header claims a fork in round 30"]);
}

#[test]
fn a_fork_overwrites_nothing_and_rounds_are_counted_from_the_first() {
    let here = Scratch::new("fork-keeps");
    here.run(&["play", "galaxy", "--replay", FILE]).expect(0, &[]);
    let before = std::fs::read(here.path(FILE)).unwrap();
    let fork = |words: &[&str]| here.run(&[&["replay", "fork", FILE], words].concat());
    fork(&["--at", "3", "-o", FILE]).expect(2, &["r.agonreplay is already there"]);
    assert!(std::fs::read(here.path(FILE)).unwrap() == before);
    fork(&["--at", "3"]).expect(0, &["Replay: r-fork-3.agonreplay"]);
    fork(&["--at", "3"]).expect(2, &["r-fork-3.agonreplay is already there: name another file"]);
    fork(&["--at", "4", "--seat", "blue=builtin:random", "--seat", "blue=builtin:nothing"])
        .expect(2, &["--seat names blue twice"]);
    let wrong =
        fork(&["--at", "4", "--seat", "blue=nobot"]).expect(2, &["there is no bot `nobot`"]);
    assert!(!wrong.err.contains("r.agonreplay:"), "{}", wrong.err);
    let sentence = "there is no round 0: rounds are counted from 1";
    fork(&["--at", "0"]).expect(2, &[sentence]);
    here.run(&["bot", "record", FILE, "--at", "0", "-o", "x.agonscene"]).expect(2, &[sentence]);
    here.run(&["replay", "feed", FILE, "builtin:random", "--seat", "blue", "--at", "0"])
        .expect(2, &[sentence]);
    for words in [["--at", "0"], ["--at", "9999"]] {
        let run = here.run(&[&["replay", "show", FILE], &words[..]].concat());
        let run = run.expect(2, &["there is no round "]);
        assert!(run.out.is_empty(), "{}", run.out);
    }
}

#[test]
fn a_bot_that_does_not_start_is_not_compared() {
    let here = Scratch::new("feed-syntax");
    here.run(&["play", "galaxy", "--replay", FILE]).expect(0, &[]);
    here.write("syn.py", "import agon\n\ndef play(turn:\n    pass\n");
    let run = here.run(&["replay", "feed", FILE, "syn.py", "--seat", "blue", "--all"]).expect(
        1,
        &["before it was ready: SyntaxError", "Stopped in round 1: the bot is dead there"],
    );
    assert!(!run.out.contains("differs"), "{}", run.out);
}
