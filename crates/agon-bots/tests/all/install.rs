//! Kits outside of Agon: installed with the commands that their pages give, and tested by their own tools.

use std::path::{Path, PathBuf};
use std::process::Command;

/// A copy of a kit's folder: what installs from it may leave things in it.
fn copy_of(kit: &str, into: &Path) -> PathBuf {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../sdk").join(kit);
    let copied = Command::new("cp").arg("-r").args([&source, &into.join(kit)]).status().unwrap();
    assert!(copied.success());
    into.join(kit)
}

fn succeeds(command: &mut Command) -> String {
    let output = command.output().unwrap_or_else(|fault| panic!("{command:?}: {fault}"));
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    let complained = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{command:?} says:\n{said}\n{complained}");
    said
}

#[test]
fn pip_installs_the_python_kit() {
    let folder = tempfile::tempdir().unwrap();
    let kit = copy_of("python", folder.path());
    let python = std::env::var("AGON_PYTHON").unwrap_or_else(|_| "python3".into());
    let home = folder.path().join("installed");
    let words = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--target"];
    succeeds(Command::new(&python).args(words).args([&home, &kit]));
    assert!(home.join("agon/py.typed").is_file(), "editors are told that there are types");
    let look = "import agon, os; print(os.path.dirname(agon.__file__)); agon.run";
    let found = succeeds(Command::new(&python).args(["-c", look]).env("PYTHONPATH", &home));
    assert_eq!(found.trim(), home.join("agon").display().to_string());
}

#[test]
fn npm_installs_the_javascript_kit() {
    let folder = tempfile::tempdir().unwrap();
    let kit = copy_of("js", folder.path());
    let bot = folder.path().join("bot");
    std::fs::create_dir(&bot).unwrap();
    let words = ["install", "--silent", "--no-audit", "--no-fund"];
    succeeds(Command::new("npm").args(words).arg(&kit).current_dir(&bot));
    std::fs::write(bot.join("new.mjs"), "import { run } from 'agon';\nconsole.log(typeof run);\n")
        .unwrap();
    std::fs::write(bot.join("old.cjs"), "console.log(typeof require('agon').run);\n").unwrap();
    for file in ["new.mjs", "old.cjs"] {
        assert_eq!(
            succeeds(Command::new("node").arg(file).current_dir(&bot)).trim(),
            "function",
            "{file}"
        );
    }
    assert!(bot.join("node_modules/agon/index.d.ts").is_file(), "the types come with it");
}

/// The kit's own tests, and its starter as its users compile it.
#[test]
fn go_tests_the_go_kit() {
    let folder = tempfile::tempdir().unwrap();
    let kit = copy_of("go", folder.path());
    for word in ["test", "vet"] {
        succeeds(Command::new("go").args([word, "./..."]).current_dir(&kit));
    }
    let unformatted = succeeds(Command::new("gofmt").arg("-l").arg(&kit));
    assert_eq!(unformatted, "", "gofmt would change these files");
}
