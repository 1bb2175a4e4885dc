//! A bot's files as their authors have them: links and special files, files beside a bot, and what editors,
//! systems and copies leave in a folder.

use crate::table::options;
use agon_asterobots::Asterobots;
use agon_bots::{Beside, GameApis, Manifest, Options, find, game_of, player};
use agon_core::Contest;
use agon_galaxy::GalaxyCommander;
use agon_homerun::HomeRun;
use agon_mars::Mars;
use agon_testkit::Effort;
use agon_timetravel::TimeTravel;
use std::fs;
use std::os::unix::fs::symlink;
use std::os::unix::net::UnixListener;
use std::path::{Path, PathBuf};
use std::time::Duration;

const SECRET: &str = "the organiser's secret";
const POLITE: &str = include_str!("../bots/polite.py");

/// A folder for bots, and a secret file outside of it.
struct Place(tempfile::TempDir);

impl Place {
    fn new() -> Place {
        let place = Place(tempfile::tempdir().unwrap());
        fs::write(place.0.path().join("secret"), SECRET).unwrap();
        fs::create_dir(place.path("")).unwrap();
        place
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join("bots").join(name)
    }

    fn write(&self, name: &str, text: &str) -> String {
        let path = self.path(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, text).unwrap();
        path.display().to_string()
    }

    /// Makes a link to the secret.
    fn link(&self, name: &str) -> String {
        fs::create_dir_all(self.path(name).parent().unwrap()).unwrap();
        symlink(self.0.path().join("secret"), self.path(name)).unwrap();
        self.path(name).display().to_string()
    }

    fn word(&self, name: &str) -> String {
        self.path(name).display().to_string()
    }

    /// The files that are in the cache after a bot was made ready.
    fn cached(&self, word: &str, beside: Beside) -> Result<Vec<String>, String> {
        let cache = tempfile::tempdir().unwrap();
        let options = Options { cache: agon_bots::Cache::at(cache.path()), beside, ..options() };
        let fault = player::<Mars>(word, &options).err().map(|fault| fault.to_string());
        let mut files = Vec::new();
        let mut folders = vec![cache.path().join("sources")];
        while let Some(folder) = folders.pop() {
            for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
                if entry.path().is_dir() {
                    folders.push(entry.path());
                    continue;
                }
                let text = fs::read_to_string(entry.path()).unwrap_or_default();
                assert!(!text.contains(SECRET), "{} was copied", entry.path().display());
                files.push(entry.file_name().to_string_lossy().into_owned());
            }
        }
        files.sort();
        match fault {
            None => Ok(files),
            Some(fault) => {
                assert!(!fault.contains(SECRET), "{fault}");
                Err(fault)
            }
        }
    }

    fn refused(&self, word: &str, what: &str) {
        let fault = self.cached(word, Beside::Shared(|_| ())).unwrap_err();
        assert!(fault.contains(what), "{fault}\nshould say: {what}");
    }
}

#[test]
fn links_are_refused_by_name() {
    let place = Place::new();
    let evil = place.write("evil.py", &format!("if 0:\n    import x\n{POLITE}"));
    place.link("x.py");
    place.refused(&evil, "bots/x.py`: it is a symbolic link. Copy the file into the folder");
    assert_eq!(place.cached(&evil, Beside::Hidden).unwrap(), ["evil.py"]);

    place.write("manifest/bot.py", POLITE);
    place.link("manifest/agon.toml");
    place.refused(&place.word("manifest"), "manifest/agon.toml`: it is a symbolic link");

    place.link("entry/bot.py");
    place.refused(&place.word("entry"), "entry/bot.py`: it is a symbolic link");
    place.write("other/agon.toml", "entry = \"run.py\"");
    place.link("other/run.py");
    place.refused(&place.word("other"), "other/run.py`: it is a symbolic link");

    place.write("middle/agon.toml", "entry = \"up/secret\"\nlanguage = \"python\"");
    symlink(place.0.path(), place.path("middle/up")).unwrap();
    place.refused(&place.word("middle"), "middle/up`: it is a symbolic link");

    let file = place.link("direct.py");
    place.refused(&file, "direct.py`: it is a symbolic link");
    place.write("real/bot.py", POLITE);
    symlink(place.path("real"), place.path("alias")).unwrap();
    for word in ["alias", "alias/", "alias/."] {
        place.refused(&place.word(word), "alias`: it is a symbolic link");
    }
    place.cached(&place.word("real"), Beside::Hidden).unwrap();
}

#[test]
fn only_regular_files_are_read() {
    let place = Place::new();
    let pipe = place.path("pipe.py");
    let mode = rustix::fs::Mode::from_raw_mode(0o644);
    rustix::fs::mknodat(rustix::fs::CWD, &pipe, rustix::fs::FileType::Fifo, mode, 0).unwrap();
    place.refused(&place.word("pipe.py"), "it is a folder, a pipe or a device");
    let _socket = UnixListener::bind(place.path("socket.py")).unwrap();
    place.refused(&place.word("socket.py"), "it is a folder, a pipe or a device");
    place.write("folder/agon.toml", "entry = \"sub\"\nlanguage = \"python\"");
    place.write("folder/sub/bot.py", POLITE);
    place.refused(&place.word("folder"), "folder/sub`: it is a folder, a pipe or a device");
    place.write("piped/bot.py", POLITE);
    fs::rename(&pipe, place.path("piped/data")).unwrap();
    place.refused(&place.word("piped"), "piped/data`: it is a folder, a pipe or a device");
    place.refused("/dev/zero", "/dev/zero`: it is a folder, a pipe or a device");
}

/// A rival's file beside a bot is not given to it in competitions; elsewhere the user is told.
#[test]
fn in_competitions_a_bot_is_one_file_or_one_folder() {
    let place = Place::new();
    let word = place.write("mine.py", &format!("if 0:\n    import rival\n{POLITE}"));
    place.write("rival.py", "secret_plan = 1\n");
    assert_eq!(place.cached(&word, Beside::Hidden).unwrap(), ["mine.py"]);
    thread_local! {
        static TOLD: std::cell::RefCell<String> = const { std::cell::RefCell::new(String::new()) };
    }
    let shared = Beside::Shared(|text| TOLD.with_borrow_mut(|told| told.push_str(text)));
    assert_eq!(place.cached(&word, shared).unwrap(), ["mine.py", "rival.py"]);
    let told = TOLD.take();
    assert!(told.contains("mine also uses rival.py, beside it. In competitions"), "{told}");

    // The contest kept a client in one folder; in a league the folder has rivals' files.
    let word = place.write("AI.cpp", "#include \"AI.h\"\nbool AI::run() { return true; }\n");
    place.write("AI.h", "#include \"BaseAI.h\"\nclass AI : public BaseAI {};\n");
    place.write("rival.cpp", "int rival;\n");
    let alone = Options { beside: Beside::Hidden, ..options() };
    let fault = player::<TimeTravel>(&word, &alone).err().unwrap().to_string();
    assert!(fault.contains("AI.h"), "{fault}");
    assert!(
        fault.contains("AI.cpp was compiled alone. If it needs the files beside it"),
        "{fault}"
    );
}

const JAVA_BOT: &str = "public class Bot { public static void main(String[] words) {} }\n";

#[test]
fn what_systems_editors_and_compilers_leave_is_left_out() {
    let place = Place::new();
    place.write("ours/Bot.java", JAVA_BOT);
    place.write(
        "ours/BotTest.java",
        "import static org.junit.Assert.*;\nclass BotTest { int x = y; }\n",
    );
    place.write("ours/module-info.java", "module ours { requires a.module.that.is.not.there; }\n");
    for junk in
        ["._Bot.java", "__MACOSX/Bot.java", "out/Bot.java", "build/x/Bot.java", ".idea/a.java"]
    {
        place.write(&format!("ours/{junk}"), "not Java\n");
    }
    for junk in [".DS_Store", "bin/Bot.class", ".git/config", "env/pyvenv.cfg", "target/x"] {
        place.write(&format!("ours/{junk}"), "junk\n");
    }
    symlink("/usr/bin/python3", place.path("ours/env/python")).unwrap();
    let kept = place.cached(&place.word("ours"), Beside::Hidden).unwrap();
    assert_eq!(kept, ["Bot.java", "BotTest.java", "module-info.java"]);
    // A program that is not compiled may have folders of any name.
    place.write("python/bot.py", POLITE);
    place.write("python/bin/tables.txt", "1 2 3");
    let kept = place.cached(&place.word("python"), Beside::Hidden).unwrap();
    assert_eq!(kept, ["bot.py", "tables.txt"]);
}

#[test]
fn copies_and_missing_neighbours_are_named_when_a_bot_does_not_compile() {
    let place = Place::new();
    for folder in ["src", "old"] {
        place.write(&format!("twice/{folder}/Bot.java"), JAVA_BOT);
    }
    place.refused(&place.word("twice"), "Bot.java is there twice: old/Bot.java and src/Bot.java.");
    let one = place.write("single/Bot.java", "class Bot { Helper helper; }\n");
    place.write("single/Helper.java", "class Helper {}\n");
    place.refused(&one, "Bot.java was compiled alone. If it needs the files beside it");
}

#[test]
fn a_script_beside_sources_of_another_language_is_not_taken_for_the_bot() {
    let place = Place::new();
    place.write("java/run.py", "print('starts the bot')\n");
    place.write("java/src/team/Bot.java", JAVA_BOT);
    let fault = place.cached(&place.word("java"), Beside::Hidden).unwrap_err();
    for part in [
        "in Python (run.py) and in Java (src/team/Bot.java)",
        "language = \"java\"",
        "entry = \"src/team/Bot.java\"",
        "java/agon.toml",
    ] {
        assert!(fault.contains(part), "{fault}");
    }
    // What is written for the contest is the bot.
    place.write("java/src/team/UnitPlayer.java", "package team;\nimport aic2023.user.*;\n");
    let found = find(&place.word("java"), GameApis::of::<HomeRun>(), "").unwrap();
    assert_eq!(found.entry, Path::new("src/team/UnitPlayer.java"));
    place.write("two/a.py", POLITE);
    place.write("two/b.py", POLITE);
    place.refused(&place.word("two"), "two has more than one bot (a.py and b.py)");
}

#[test]
fn the_game_of_a_folder_is_found_for_every_contest() {
    let place = Place::new();
    let samples = [
        ("mars", "m/helper.py", "x = 1\n"),
        ("mars", "m/zz.py", "from src.player import Player\nclass BotPlayer(Player): pass\n"),
        ("galaxy", "g/src/a/Util.java", "class Util {}\n"),
        ("galaxy", "g/src/a/b/Mine.java", "import edu.iastate.cs228.game.Agent;\n"),
        ("asterobots", "a/src/x/Aaa.java", "class Aaa {}\n"),
        ("asterobots", "a/src/x/Main.java", "import net.javachallenge.api.*;\n"),
        ("homerun", "h/team/Aaa.java", "class Aaa {}\n"),
        ("homerun", "h/team/UnitPlayer.java", "import aic2023.user.*;\n"),
        ("timetravel", "c/main.cpp", "int main() {}\n"),
        ("timetravel", "c/AI.cpp", "#include \"AI.h\"\nbool AI::run() {}\n"),
        ("timetravel", "p/AI.py", "from BaseAI import BaseAI\nclass AI(BaseAI): pass\n"),
        ("timetravel", "j/src/AI.java", "public class AI extends BaseAI {}\n"),
        ("galaxy", "n/agon.toml", "game = \"galaxy\"\n"),
    ];
    for (_, name, text) in samples {
        place.write(name, text);
    }
    let games = [
        GameApis::of::<Mars>(),
        GameApis::of::<Asterobots>(),
        GameApis::of::<GalaxyCommander>(),
        GameApis::of::<TimeTravel>(),
        GameApis::of::<HomeRun>(),
    ];
    for (game, name, _) in samples {
        let folder = place.word(name.split('/').next().unwrap());
        assert_eq!(game_of(&folder, &games).unwrap(), Some(game), "{name}");
    }
    place.write("unknown/bot.py", "import agon\n");
    assert_eq!(game_of(&place.word("unknown"), &games).unwrap(), None);
}

#[test]
fn one_bot_of_several_in_a_jar_is_named() {
    let place = Place::new();
    let jar = place.write("two.jar", "PK");
    let apis = GameApis::of::<Asterobots>();
    let class = |word: &str| find(word, apis, "").unwrap().class;
    assert_eq!(class(&jar), None);
    assert_eq!(class(&format!("{jar}#team.Second")).as_deref(), Some("team.Second"));
    assert_eq!(class(&format!("java:{jar}#Second")).as_deref(), Some("Second"));
    place.write("folder/agon.toml", "entry = \"two.jar\"\nclass = \"team.First\"\n");
    place.write("folder/two.jar", "PK");
    assert_eq!(class(&place.word("folder")).as_deref(), Some("team.First"));
    assert_eq!(
        class(&format!("{}#team.Other", place.word("folder"))).as_deref(),
        Some("team.Other")
    );
    let fault = find(&format!("{jar}#a b"), apis, "").unwrap_err().to_string();
    assert!(fault.contains("`a b` is not the name of a class"), "{fault}");
    // A file whose name has the sign is a file.
    let odd = place.write("odd#name.py", POLITE);
    assert_eq!(find(&odd, GameApis::of::<Mars>(), "").unwrap().name, "odd#name");
}

#[test]
fn names_are_safe_to_print() {
    let place = Place::new();
    place
        .write("evil/agon.toml", "name = \"a\\u001b]0;x\\u0007\\nb\\u202e\"\nentry = \"bot.py\"\n");
    place.write("evil/bot.py", POLITE);
    let found = find(&place.word("evil"), GameApis::of::<Mars>(), "").unwrap();
    assert_eq!(found.name, "a\\u001b]0;x\\u0007\\u000ab\\u202e");
    assert!(Mars::INFO.id == found.game);
}

/// Anything can be in a manifest: it is read, or refused with a sentence.
#[test]
fn fuzz_manifests() {
    const SAMPLE: &str = "name = \"x\"\ngame = \"mars\"\nlanguage = \"python\"\napi = \"original\"\n\
                          entry = \"a/b.py\"\nbuild = \"make\"\nclass = \"a.B\"\n";
    let time = Effort::asked().time(Duration::from_secs(2));
    bolero::check!().with_test_time(time).for_each(|input: &[u8]| {
        let mut text = SAMPLE.as_bytes().to_vec();
        for change in input.chunks_exact(2) {
            let at = usize::from(change[0]) % text.len();
            text[at] = change[1];
        }
        for text in [String::from_utf8_lossy(&text), String::from_utf8_lossy(input)] {
            match Manifest::parse(&text) {
                Ok(manifest) => {
                    let entry = manifest.entry.unwrap_or("a".into());
                    assert!(!entry.starts_with('/') && !entry.split('/').any(|part| part == ".."));
                }
                Err(fault) => assert!(fault.len() > 10, "{fault}"),
            }
        }
    });
}
