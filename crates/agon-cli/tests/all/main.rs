//! Tests of the compiled program: output, files, exit codes.

mod alone;
mod bench;
mod by_hand;
mod cache;
mod compete;
mod conformance;
mod debug;
mod doctor;
mod every_game;
mod feed;
mod help;
mod hostile_text;
mod json_output;
mod kit;
mod listen;
mod maps;
mod new;
mod paths;
mod people;
mod play;
mod regulations;
mod replay;
mod resume;
mod scenes;
mod serve;
mod simulate;
mod systems;
mod turns;
mod tutorial;
mod usage;
mod watch;

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// A finished run of the program.
struct Run {
    code: Option<i32>,
    out: String,
    err: String,
}

impl Run {
    fn of(output: Output) -> Run {
        Run {
            code: output.status.code(),
            out: String::from_utf8_lossy(&output.stdout).into_owned(),
            err: String::from_utf8_lossy(&output.stderr).into_owned(),
        }
    }

    /// Asserts the exit code and that each of these texts is on either stream.
    #[track_caller]
    fn expect(self, code: i32, words: &[&str]) -> Run {
        let Run { out, err, .. } = &self;
        assert_eq!(self.code, Some(code), "stdout:\n{out}\nstderr:\n{err}");
        for word in words {
            assert!(out.contains(word) || err.contains(word), "no `{word}` in\n{out}\n{err}");
        }
        assert!(!err.contains("panicked"), "{err}");
        self
    }
}

/// A command that does not touch the configuration of the person who runs the tests.
fn new_command(path: impl AsRef<OsStr>) -> Command {
    let mut command = Command::new(path);
    let config = Path::new(env!("CARGO_TARGET_TMPDIR")).join("config");
    command.env("XDG_CONFIG_HOME", &config).env("APPDATA", config);
    command
}

#[test]
fn all_tests_start_programs_with_a_configuration_of_their_own() {
    let mut folders = vec![Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/all")];
    let mut found = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else {
                let text = std::fs::read_to_string(&path).unwrap();
                let started = text.matches(concat!("Command", "::new(")).count();
                found.extend(std::iter::repeat_n(path, started));
            }
        }
    }
    assert_eq!(found.len(), 1, "use `new_command` to start programs: {found:?}");
    assert!(found[0].ends_with("main.rs"), "{found:?}");
}

/// A temporary folder that is removed after the test.
struct Scratch(PathBuf);

impl Scratch {
    fn new(name: &str) -> Scratch {
        let folder = format!("agon-cli-test-{}-{name}", std::process::id());
        let path = std::env::temp_dir().join(folder);
        std::fs::create_dir_all(&path).unwrap();
        Scratch(path)
    }

    fn path(&self, file: &str) -> PathBuf {
        self.0.join(file)
    }

    fn write(&self, file: &str, contents: impl AsRef<[u8]>) -> PathBuf {
        std::fs::write(self.path(file), contents).unwrap();
        self.path(file)
    }

    fn command(&self, words: &[&str]) -> Command {
        let mut command = new_command(env!("CARGO_BIN_EXE_agon"));
        command.args(words).current_dir(&self.0).env("XDG_CONFIG_HOME", self.path(".config"));
        command
    }

    fn run(&self, words: &[&str]) -> Run {
        Run::of(self.command(words).output().unwrap())
    }

    fn files(&self) -> Vec<String> {
        let entries = std::fs::read_dir(&self.0).unwrap();
        let mut names: Vec<String> =
            entries.map(|e| e.unwrap().file_name().to_string_lossy().into_owned()).collect();
        names.sort();
        names
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

fn game_file(path: &str) -> String {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../games");
    root.join(path).to_string_lossy().into_owned()
}

/// The entries of one kind in a journal.
fn journal(here: &Scratch, run: &str, what: &str) -> Vec<serde_json::Value> {
    let text = std::fs::read_to_string(here.path(run).join("journal.jsonl")).unwrap_or_default();
    let whole = text.rfind('\n').map_or("", |end| &text[..end]);
    let lines = whole.lines().map(|line| serde_json::from_str(line).unwrap());
    lines.filter(|line: &serde_json::Value| line["what"] == what).collect()
}
