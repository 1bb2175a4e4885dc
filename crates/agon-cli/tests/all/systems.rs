//! What differs between systems and must not matter: names of folders, long paths, line ends, time zones.

use crate::{Run, Scratch, game_file};
use std::fs;
use std::path::PathBuf;

/// A bot that plays legally and says what its file is called.
const BOT: &str = "import agon\n\n\ndef play(turn):\n    \"\"\"Does nothing.\n    \"\"\"\n    \
                   turn.log(\"in \" + __file__)\n\n\nagon.run(play)\n";

/// A text with the line ends of Windows.
fn windows_lines(text: &str) -> String {
    text.replace('\n', "\r\n")
}

/// Sources, settings and a map with the line ends of Windows, in a folder whose path has blanks, letters of
/// several alphabets, and more than the 260 characters that many programs of Windows allow.
#[test]
fn a_bot_plays_from_a_long_path_with_blanks_and_any_letters() {
    let here = Scratch::new("any-path");
    let mut folder = PathBuf::new();
    while folder.to_string_lossy().chars().count() < 300 {
        folder.push("Übungen und Spiele – ñ 試合");
    }
    let bot = folder.join("mein bot");
    fs::create_dir_all(here.0.join(&bot)).unwrap();
    let write = |name: &str, text: &str| {
        fs::write(here.0.join(&bot).join(name), windows_lines(text)).unwrap();
    };
    write("agon.toml", "game = \"mars\"\nlanguage = \"python\"\nentry = \"böt 1.py\"\n");
    write("böt 1.py", BOT);
    write("map.awap23m", &fs::read_to_string(game_file("mars/maps/crossing.awap23m")).unwrap());
    let text = |path: PathBuf| path.to_string_lossy().into_owned();
    let replay = text(folder.join("ein spiel.agonreplay"));
    let (bot, map) = (text(bot.clone()), text(bot.join("map.awap23m")));
    let words = ["play", "mars", &bot, "builtin:nothing", "--map", &map, "--replay", &replay];
    let watch = format!(" watch '{replay}'");
    let run = here.run(&words).expect(0, &["mein bot", &watch]);
    assert!(!run.out.contains("exit code"), "{}", run.out);
    here.run(&["replay", "verify", &replay]).expect(0, &["verified"]);
    here.run(&["replay", "log", &replay]).expect(0, &["böt 1.py"]);
}

/// The date of a replay is the same whatever the time zone of the machine.
#[test]
fn dates_are_in_utc_in_every_time_zone() {
    let here = Scratch::new("time-zone");
    let minute = || jiff::Timestamp::now().strftime("%Y-%m-%d %H:%M UTC").to_string();
    for (zone, file) in [("Pacific/Kiritimati", "a.agonreplay"), ("Pacific/Niue", "b.agonreplay")] {
        let before = minute();
        let words = ["play", "mars", "builtin:nothing", "builtin:nothing", "--replay", file];
        Run::of(here.command(&words).env("TZ", zone).output().unwrap()).expect(0, &[]);
        let shown = here.run(&["replay", "show", file]).expect(0, &[]).out;
        let is_then = |minute: &str| shown.contains(&format!("played {minute}"));
        assert!(is_then(&before) || is_then(&minute()), "{before}: {shown}");
    }
}

/// Two file names that differ in case only are two names on Linux and one on other systems. A fingerprint
/// has the case that the file system stores.
#[test]
fn the_case_of_names_is_a_part_of_a_fingerprint() {
    let here = Scratch::new("case");
    let hash = |folder: &str, helper: &str| {
        fs::create_dir_all(here.path(folder)).unwrap();
        here.write(&format!("{folder}/bot.py"), BOT);
        here.write(&format!("{folder}/{helper}"), "");
        let replay = format!("{folder}.agonreplay");
        let words = ["play", "mars", folder, "builtin:nothing", "--replay", &replay];
        here.run(&words).expect(0, &[]);
        let bytes = fs::read(here.path(&replay)).unwrap();
        let header = bytes.split(|&byte| byte == b'\n').nth(1).unwrap();
        let header: serde_json::Value = serde_json::from_slice(header).unwrap();
        header["seats"][0]["hash"].as_str().unwrap().to_owned()
    };
    let lower = hash("lower", "helper.py");
    assert_eq!(lower, hash("again", "helper.py"), "the folder's own name does not count");
    assert_ne!(lower, hash("upper", "Helper.py"));
}
