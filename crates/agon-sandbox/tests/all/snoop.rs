//! Groups 4 and 5: nobody's files, nobody's processes, nobody's secrets.

use crate::yard::{BUBBLEWRAP, LANDLOCK, PATIENCE, Report, both, is_root, new_folder, run, script};
use agon_sandbox::Sandbox;
use rustix::io::FdFlags;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

const SECRET: &str = "the secret of another bot";

/// Files that a bot must not reach: another bot's, a replay, the engine's source.
fn foreign_files() -> Vec<PathBuf> {
    let other_bot = new_folder("other-bot").join("bot.py");
    fs::write(&other_bot, SECRET).unwrap();
    let replay = new_folder("replays").join("last.replay");
    fs::write(&replay, SECRET).unwrap();
    for file in [&other_bot, &replay] {
        fs::set_permissions(file, fs::Permissions::from_mode(0o640)).unwrap();
    }
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/lib.rs");
    vec![other_bot, replay, source]
}

fn attack(sandbox: &Sandbox, files: &[PathBuf]) -> Report {
    let engine = std::process::id().to_string();
    let mut words = vec![engine.as_str()];
    words.extend(files.iter().map(|file| file.to_str().unwrap()));
    let mut job = script("snoop.py", &words);
    job.env = vec![("OWN".into(), "mine".into())];
    run(sandbox, &job)
}

#[test]
fn files_of_others_cannot_be_read_written_linked_or_listed() {
    let files = foreign_files();
    for sandbox in both() {
        let report = attack(sandbox, &files);
        for (number, file) in files.iter().enumerate() {
            for what in [
                "read", "write", "link", "through", "list", "chmod", "chown", "touch", "label",
                "cut", "remove", "rename",
            ] {
                let fact = report.fact(&format!("{what}-{number}"));
                assert!(is_denied(fact), "{what} {}: {fact}", file.display());
            }
        }
        assert!(!format!("{report:?}").contains(SECRET));
    }
    for file in &files[..2] {
        assert_eq!(fs::read_to_string(file).unwrap(), SECRET);
        let data = fs::metadata(file).unwrap();
        assert_eq!(data.permissions().mode() & 0o7777, 0o640);
        assert!(data.modified().unwrap().elapsed().unwrap() < 10 * PATIENCE);
    }
}

#[test]
fn the_machine_and_the_engine_are_closed_books() {
    for sandbox in both() {
        let report = attack(sandbox, &[]);
        for name in ["mem", "environ", "maps", "cmdline", "root", "cwd/x", "fd/0", "exe"] {
            let fact = report.fact(&format!("engine-{name}"));
            assert!(is_denied(fact), "the engine's {name}: {fact}");
        }
        for path in
            ["/etc/passwd", "/etc/shadow", "/etc/hostname", "/proc/kcore", "/sys/kernel/notes"]
        {
            let fact = report.fact(&format!("read{path}"));
            assert!(is_denied(fact), "{path}: {fact}");
        }
        for path in ["/dev/kmsg", "/dev/mem"] {
            assert!(is_denied(report.fact(&format!("read{path}"))), "{path}");
        }
        for path in ["/proc/sys/kernel/core_pattern", "/proc/sysrq-trigger", "/usr/agon", "/agon"] {
            let fact = report.fact(&format!("write{path}"));
            assert!(is_denied(fact), "{path}: {fact}");
        }
        for path in ["/home", "/root", "/var", "/sys"] {
            let fact = report.fact(&format!("list-{path}"));
            assert!(is_denied(fact), "{path}: {fact}");
        }
    }
    assert!(!PathBuf::from("/usr/agon").exists() && !PathBuf::from("/agon").exists());
}

#[test]
fn only_its_own_processes_are_to_be_seen() {
    // Itself and bubblewrap's first process, which knows nothing of the engine.
    let report = attack(&BUBBLEWRAP, &[]);
    assert_eq!(report.fact("processes"), "done:2");
    let environ = report.fact("first-environ");
    assert!(
        is_denied(environ) || environ == "done:b''" || environ == "done:b'PWD=/\\x00'",
        "{environ}"
    );
    let line = report.fact("first-cmdline");
    assert!(!line.contains("ro-bind"), "it can see how its jail was built: {line}");
    // Without namespaces there is no looking at all.
    assert!(is_denied(attack(&LANDLOCK, &[]).fact("processes")));
}

#[test]
fn nothing_of_the_engine_is_inherited() {
    // A file that the engine was given open by somebody careless, as shells and build tools are.
    let leak = fs::File::open("/etc/hostname").unwrap();
    rustix::io::fcntl_setfd(&leak, FdFlags::empty()).unwrap();
    for sandbox in both() {
        let report = attack(sandbox, &[]);
        assert_eq!(report.fact("open"), "[0, 1, 2]", "{}", sandbox.describe());
        let environment = report.fact("environment");
        let ours = "['HOME', 'LC_CTYPE', 'OWN', 'PWD', 'TMPDIR']";
        let without = "['HOME', 'LC_CTYPE', 'OWN', 'TMPDIR']";
        assert!(environment == ours || environment == without, "{environment}");
        assert_ne!(report.fact("user"), "0", "it runs as root");
        if is_root() {
            assert!(report.number("user") > 1 << 30, "it runs as a user that others may be");
        }
    }
    drop(leak);
}

/// Whether an attempt failed, however it was told so.
fn is_denied(fact: &str) -> bool {
    let ways = ["EACCES", "EPERM", "ENOENT", "EROFS", "ESRCH", "EXDEV", "ENOTDIR", "EISDIR", "EIO"];
    ways.contains(&fact)
}
