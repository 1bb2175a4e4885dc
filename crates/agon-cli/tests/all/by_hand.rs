//! In every language that has a kit: a bot that a person starts by hand says how to start it, and a bot tells
//! Agon which version of the protocol it speaks.

use crate::{Run, Scratch, new_command};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

const SENTENCE: &str = "This program talks to Agon; start it with: agon play GAME ";

/// The first line of an Agon that speaks a newer version of the protocol as well.
const NEWER_HELLO: &str = concat!(
    r#"{"type":"hello","protocol":2,"game":"mars","version":1,"rules":"handbook","map":"meadow","seat":0,"#,
    r#""seat_name":"blue","seats":2,"seed":1,"tournament":false}"#,
    "\n"
);

fn kit(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../sdk").join(path).canonicalize().unwrap()
}

/// Starts a program with this text as its standard input.
fn start(command: &mut Command, input: &str) -> Run {
    command
        .env_remove("AGON_BOT")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    // A program that has ended already does not read.
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    Run::of(child.wait_with_output().unwrap())
}

/// The program says the sentence and no traceback, without input and with input that is not Agon's. It tells
/// an Agon of a newer version its own version of the protocol.
#[track_caller]
fn expect_manners(mut command: impl FnMut() -> Command) {
    for input in ["", "hello\n"] {
        let run = start(&mut command(), input).expect(2, &[SENTENCE]);
        assert!(run.err.lines().count() <= 2 && run.out.is_empty(), "{}\n{}", run.out, run.err);
    }
    let run = start(&mut command(), NEWER_HELLO).expect(0, &[]);
    let said: serde_json::Value = serde_json::from_str(&run.out).unwrap();
    assert_eq!(said, serde_json::json!({"type": "ready", "protocol": agon_protocol::VERSION}));
}

fn compile(command: &mut Command) {
    let output = command.output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

#[test]
fn a_python_bot_started_by_hand() {
    let here = Scratch::new("by-hand-python");
    let bot = here.write("bot.py", "import agon\n\nagon.run(lambda turn: None)\n");
    expect_manners(|| {
        let mut command = new_command("python3");
        command.arg(&bot).env("PYTHONPATH", kit("python/src"));
        command
    });
}

#[test]
fn a_javascript_bot_started_by_hand() {
    let here = Scratch::new("by-hand-js");
    std::fs::create_dir(here.path("node_modules")).unwrap();
    std::os::unix::fs::symlink(kit("js"), here.path("node_modules/agon")).unwrap();
    let bot = here.write("bot.js", "require('agon').run(() => {});\n");
    expect_manners(|| {
        let mut command = new_command("node");
        command.arg(&bot);
        command
    });
}

#[test]
fn a_cpp_bot_started_by_hand() {
    let here = Scratch::new("by-hand-cpp");
    here.write(
        "bot.cpp",
        "#include \"agon.hpp\"\nint main() { return agon::run([](agon::Turn&) {}); }\n",
    );
    compile(
        new_command("g++")
            .args(["-std=c++17", "bot.cpp", "-o", "bot", "-I"])
            .arg(kit("cpp"))
            .current_dir(&here.0),
    );
    expect_manners(|| new_command(here.path("bot")));
}

#[test]
fn a_rust_bot_started_by_hand() {
    let here = Scratch::new("by-hand-rust");
    here.write("bot.rs", "fn main() { agon_bot::run(|_| Ok(())); }\n");
    let rustc = || {
        let mut command = new_command("rustc");
        command.args(["--edition", "2021"]).current_dir(&here.0);
        command
    };
    compile(
        rustc()
            .args(["--crate-type", "rlib", "--crate-name", "agon_bot"])
            .arg(kit("rust/src/lib.rs")),
    );
    compile(rustc().args(["--extern", "agon_bot=libagon_bot.rlib", "bot.rs"]));
    expect_manners(|| new_command(here.path("bot")));
}

#[test]
fn a_go_bot_started_by_hand() {
    let here = Scratch::new("by-hand-go");
    here.write(
        "main.go",
        "package main\n\nimport \"agon\"\n\nfunc main() { agon.Run(func(turn *agon.Turn) {}) }\n",
    );
    let module = format!(
        "module bot\n\ngo 1.19\n\nrequire agon v0.0.0\n\nreplace agon => {}\n",
        kit("go").display()
    );
    here.write("go.mod", module);
    compile(new_command("go").args(["build", "-mod=mod", "-o", "bot", "."]).current_dir(&here.0));
    expect_manners(|| new_command(here.path("bot")));
}

#[test]
fn a_new_bot_started_without_the_kit() {
    let here = Scratch::new("by-hand-new");
    let sentence = |game: &str| {
        format!("This program talks to Agon; start it with: agon play {game} . builtin:random\n")
    };
    let run = |program: &str, folder: &str, file: &str| {
        let mut command = new_command(program);
        command.arg(file).current_dir(here.path(folder)).env_remove("PYTHONPATH");
        start(command.env_remove("NODE_PATH"), "")
    };
    for game in ["asterobots", "galaxy", "homerun", "mars", "timetravel"] {
        for (lang, program, file) in [("python", "python3", "bot.py"), ("js", "node", "bot.js")] {
            for from in ["starter", "solid"] {
                let folder = format!("{game}-{lang}-{from}");
                here.run(&["new", game, "--lang", lang, "--from", from, &folder]).expect(0, &[]);
                assert_eq!(run(program, &folder, file).err, sentence(game), "{folder}");
            }
        }
    }
    here.run(&["new", "mars", "--api", "original", "original"]).expect(0, &[]);
    assert_eq!(run("python3", "original", "bot.py").err, sentence("mars"));
}
