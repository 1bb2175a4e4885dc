//! Groups 4 and 5: files, processes and secrets of others.

use crate::harness::{
    BUBBLEWRAP, LANDLOCK, Report, TIMEOUT, both_jails, is_root, new_folder, run, script,
};
use agon_sandbox::Sandbox;
use rustix::io::FdFlags;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

const SECRET: &str = "the secret of another bot";

/// Files that a bot must not access: another bot's, a replay, the engine's source.
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
    for sandbox in both_jails() {
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
        assert!(data.modified().unwrap().elapsed().unwrap() < 10 * TIMEOUT);
    }
}

#[test]
fn the_machine_and_the_engine_cannot_be_inspected() {
    for sandbox in both_jails() {
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
fn only_its_own_processes_are_visible() {
    // Itself and bubblewrap's first process, which contains no data of the engine.
    let report = attack(&BUBBLEWRAP, &[]);
    assert_eq!(report.fact("processes"), "done:2");
    let environ = report.fact("first-environ");
    assert!(
        is_denied(environ) || environ == "done:b''" || environ == "done:b'PWD=/\\x00'",
        "{environ}"
    );
    let line = report.fact("first-cmdline");
    assert!(!line.contains("ro-bind"), "bubblewrap's arguments are visible: {line}");
    // Without namespaces `/proc` cannot be opened.
    assert!(is_denied(attack(&LANDLOCK, &[]).fact("processes")));
}

#[test]
fn open_files_environment_and_user_are_not_inherited() {
    // An inheritable open file, as shells and build tools leave them.
    let leak = fs::File::open("/etc/hostname").unwrap();
    rustix::io::fcntl_setfd(&leak, FdFlags::empty()).unwrap();
    for sandbox in both_jails() {
        let report = attack(sandbox, &[]);
        assert_eq!(report.fact("open"), "[0, 1, 2]", "{}", sandbox.describe());
        let environment = report.fact("environment");
        let with_pwd = "['HOME', 'LC_CTYPE', 'OWN', 'PWD', 'TMPDIR']";
        let without_pwd = "['HOME', 'LC_CTYPE', 'OWN', 'TMPDIR']";
        assert!(environment == with_pwd || environment == without_pwd, "{environment}");
        assert_ne!(report.fact("user"), "0", "it runs as root");
        if is_root() {
            assert!(report.number("user") > 1 << 30, "its user id is not unique");
        }
    }
    drop(leak);
}

/// Whether the result is an error.
fn is_denied(fact: &str) -> bool {
    let errors =
        ["EACCES", "EPERM", "ENOENT", "EROFS", "ESRCH", "EXDEV", "ENOTDIR", "EISDIR", "EIO"];
    errors.contains(&fact)
}
