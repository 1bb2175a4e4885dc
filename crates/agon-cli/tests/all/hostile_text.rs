//! Text of bots, maps and replays is harmless in a terminal, whatever it contains.

use crate::{Run, Scratch};
use agon_replay::Replay;

/// Takes over a terminal: its title, its screen, its clipboard, the direction of its text.
const EVIL: &str = "\x1b]0;owned\x07\x1b[2J\x1b]52;c;ZXZpbA==\x07\u{9b}31m\u{202e}\u{7f}";

/// A bot whose name, log and errors are hostile. It fails in every turn.
fn evil_bot(here: &Scratch) {
    std::fs::create_dir(here.path("evil")).unwrap();
    let name: String = EVIL.chars().map(|c| format!("\\u{:04x}", c as u32)).collect();
    here.write("evil/agon.toml", format!("name = \"{name}\\nforged line\"\nentry = \"bot.py\"\n"));
    let evil = EVIL.escape_unicode().to_string().replace("\\u{", "\\U{");
    // Python writes a character as eight digits.
    let evil: String = evil
        .split("\\U{")
        .skip(1)
        .map(|digits| format!("\\U{:0>8}", digits.trim_end_matches('}')))
        .collect();
    here.write(
        "evil/bot.py",
        format!(
            "import agon\n\ndef play(turn):\n    turn.log(\"log {evil}\")\n    print(\"print {evil}\")\n    \
             raise ValueError(\"error {evil}\")\n\nagon.run(play)\n"
        ),
    );
}

fn is_harmless(run: Run) {
    for (stream, text) in [("stdout", &run.out), ("stderr", &run.err)] {
        let bad =
            text.chars().find(|c| c.is_control() && !matches!(c, '\n' | '\t') || *c == '\u{202e}');
        assert_eq!(bad, None, "{stream}:\n{}", text.escape_debug());
        let forged = text.lines().find(|line| line.starts_with("forged line"));
        assert_eq!(forged, None, "{text}");
    }
}

#[test]
fn a_bot_cannot_take_over_the_terminal() {
    let here = Scratch::new("hostile-text");
    evil_bot(&here);
    let play = ["play", "mars", "evil", "builtin:nothing"];
    let run = here.run(&[&play[..], &["--replay", "m.agonreplay"]].concat());
    is_harmless(run.expect(0, &["\\u001b]0;owned\\u0007", "error "]));
    is_harmless(here.run(&[&play[..], &["--json", "--no-replay"]].concat()).expect(0, &[]));
    is_harmless(here.run(&[&play[..], &["--games", "2"]].concat()).expect(0, &[]));
    let run = here.run(&["bot", "check", "evil", "--game", "mars", "--rules", "original"]);
    let run = run.expect(1, &["original rules", " times)", "File \"bot.py\", line 6, in play"]);
    assert_eq!(run.out.matches("Traceback (most recent call last)").count(), 1, "{}", run.out);
    is_harmless(run);
    is_harmless(here.run(&["replay", "show", "m.agonreplay"]).expect(0, &[]));
    let frames = here.run(&["replay", "frames", "m.agonreplay"]).expect(0, &[]);
    for line in frames.out.lines() {
        let frame: serde_json::Value = serde_json::from_str(line).expect("still JSON");
        assert!(frame.is_object());
    }
    is_harmless(frames);
    let league = here.run(&["league", ".", "--game", "mars", "--games", "1", "-j", "1"]);
    is_harmless(league);
}

#[test]
fn a_replay_or_a_map_cannot_take_over_the_terminal() {
    let here = Scratch::new("hostile-files");
    here.run(&["play", "mars", "--replay", "m.agonreplay"]).expect(0, &[]);
    let mut replay =
        Replay::from_bytes(&std::fs::read(here.path("m.agonreplay")).unwrap()).unwrap();
    let evil = format!("{EVIL}\nforged line");
    replay.header.map.clone_from(&evil);
    replay.header.engine.clone_from(&evil);
    replay.header.date = Some(evil.clone());
    replay.header.result.reason.sentence.clone_from(&evil);
    for seat in &mut replay.header.seats {
        seat.bot.clone_from(&evil);
        seat.seat.clone_from(&evil);
    }
    here.write("e.agonreplay", replay.to_bytes());
    for words in [["show", "e.agonreplay"], ["verify", "e.agonreplay"], ["frames", "e.agonreplay"]]
    {
        is_harmless(here.run(&[&["replay"][..], &words[..]].concat()));
    }
    replay.header.game.clone_from(&evil);
    here.write("g.agonreplay", replay.to_bytes());
    is_harmless(here.run(&["replay", "show", "g.agonreplay"]));
    is_harmless(here.run(&["watch", "g.agonreplay"]));
    let map = format!("a{EVIL}.awap23m");
    here.write(&map, &evil);
    is_harmless(here.run(&["play", "mars", "--map", &map]).expect(1, &[]));
    is_harmless(here.run(&["maps", "mars", "check", &map]).expect(1, &[]));
    is_harmless(here.run(&["play", "mars", &evil]));
}
