//! `agon replay`: show, verify, frames, export.

use crate::Scratch;
use serde_json::Value;

const FILE: &str = "m.agonreplay";

fn scratch(name: &str) -> Scratch {
    let here = Scratch::new(name);
    here.run(&["play", "mars", "--map", "crossing", "--replay", FILE]).expect(0, &[]);
    here
}

#[test]
fn show_draws_any_round() {
    let here = scratch("show");
    here.run(&["replay", "show", FILE])
        .expect(0, &["Mars Makeover on crossing", "Round 200 of 200"]);
    here.run(&["replay", "show", FILE, "--at", "17"]).expect(0, &["Round 17 of 200"]);
    here.run(&["replay", "show", FILE, "--at", "900"]).expect(2, &["no round 900", "200"]);
}

#[test]
fn damaged_and_foreign_files_are_reported() {
    let here = scratch("damaged");
    let good = std::fs::read(here.path(FILE)).unwrap();
    let header_end = good.iter().enumerate().filter(|(_, b)| **b == b'\n').nth(1).unwrap().0;
    let with = |change: &dyn Fn(&mut Vec<u8>)| {
        let mut bytes = good.clone();
        change(&mut bytes);
        bytes
    };
    let cases: [(&str, Vec<u8>, &str); 9] = [
        ("empty", vec![], "not an Agon replay"),
        ("foreign", b"PK\x03\x04 something else\n".to_vec(), "not an Agon replay"),
        ("newer", with(&|b| b[12] = b'9'), "this program reads"),
        ("header-cut", good[..header_end - 10].to_vec(), "cut off in its header"),
        ("header-bad", with(&|b| b[15] = b'!'), "header is damaged"),
        ("body-cut", good[..good.len() - 40].to_vec(), "cut off or damaged"),
        ("no-body", good[..=header_end].to_vec(), "cut off or damaged"),
        ("body-bad", with(&|b| b[header_end + 60] ^= 0x55), ""),
        (
            "result",
            String::from_utf8_lossy(&good[..header_end])
                .replacen("\"rank\":1", "\"rank\":3", 1)
                .into_bytes()
                .into_iter()
                .chain(good[header_end..].iter().copied())
                .collect(),
            "the header claims the result",
        ),
    ];
    for (name, bytes, expected) in cases {
        let path = here.write(name, bytes);
        let run = here.run(&["replay", "verify", &path.to_string_lossy()]).expect(1, &[expected]);
        assert!(run.out.contains(name), "{}", run.out);
    }
    here.run(&["replay", "verify", FILE, "empty", "absent"])
        .expect(1, &["verified", "cannot read absent"]);
    for action in ["show", "frames"] {
        here.run(&["replay", action, "empty"]).expect(1, &["not an Agon replay"]);
        here.run(&["replay", action, "absent"]).expect(1, &["cannot read absent"]);
    }
}

#[test]
fn frames_can_be_rebuilt_from_deltas() {
    let here = scratch("frames");
    let parse = |text: &str| -> Vec<Value> {
        text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
    };
    let whole = parse(&here.run(&["replay", "frames", FILE, "--whole"]).expect(0, &[]).out);
    let deltas = parse(&here.run(&["replay", "frames", FILE]).expect(0, &[]).out);
    assert_eq!((whole.len(), deltas.len()), (401, 401));
    let mut frame = deltas[0]["whole"].clone();
    for (whole, delta) in whole.iter().zip(&deltas).skip(1) {
        agon_replay::delta::apply(&mut frame, &delta["delta"]);
        assert_eq!(frame, whole["whole"]);
    }
    assert!(frame["board"]["winner"].is_string());
}

#[test]
fn the_original_format_is_exported_and_imported() {
    let here = scratch("export");
    here.run(&["replay", "export", FILE, "--original"]).expect(0, &["m.awap23r"]);
    let file: Value =
        serde_json::from_slice(&std::fs::read(here.path("m.awap23r")).unwrap()).unwrap();
    assert_eq!(file["turns"].as_array().unwrap().len(), 400);
    assert_eq!(file["blue_bot"], "builtin:champion");
    let frames = here.run(&["replay", "frames", "m.awap23r"]).expect(0, &[]);
    assert_eq!(frames.out.lines().count(), 401);
    here.run(&["replay", "show", "m.awap23r"]).expect(1, &["replay of the original Mars Makeover"]);
    here.write("broken.awap23r", "{\"turns\": 3}");
    here.run(&["replay", "frames", "broken.awap23r"])
        .expect(1, &["broken.awap23r", "not a replay of the original"]);
    here.run(&["replay", "export", FILE, "--original", "-o", "other/x.awap23r"])
        .expect(0, &["other/x"]);
}

#[test]
fn an_export_never_overwrites_its_replay() {
    let here = scratch("export-itself");
    let before = std::fs::read(here.path(FILE)).unwrap();
    let same = format!("./{FILE}");
    for format in ["--original", "--html"] {
        here.run(&["replay", "export", FILE, format, "-o", &same])
            .expect(2, &["is the replay itself: name another file with -o"]);
        assert!(std::fs::read(here.path(FILE)).unwrap() == before, "{format}");
    }
    here.run(&["replay", "export", FILE]).expect(2, &["--original|--html"]);
}

#[test]
fn what_bots_printed_can_be_read_again() {
    let here = Scratch::new("replay-log");
    let bot = "import agon\n\n\ndef play(turn):\n    turn.log('hello')\n    print('and more')\n\n\n\
               agon.run(play)\n";
    here.write("talker.py", bot);
    here.run(&["play", "galaxy", "builtin:nothing", "talker.py", "--replay", "r.agonreplay"])
        .expect(0, &[]);
    let log = here.run(&["replay", "log", "r.agonreplay"]).expect(0, &["round 1, red: hello\n"]);
    assert!(log.out.contains("red: and more\n") && !log.out.contains("blue"), "{}", log.out);
    let first = here.run(&["replay", "log", "r.agonreplay", "--json"]).expect(0, &[]).out;
    let first: Value = serde_json::from_str(first.lines().next().unwrap()).unwrap();
    assert_eq!(first, serde_json::json!({"round": 1, "seat": 1, "text": "hello"}));
}
