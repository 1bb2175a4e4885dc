//! Groups 8, 12 and 16: frozen programs do not compute, and ended programs leave nothing behind.

use crate::harness::{
    BUBBLEWRAP, Bystander, LANDLOCK, OFF, TIMEOUT, both_jails, eventually, line, new_folder, run,
    script, start,
};
use agon_sandbox::{Exit, How};
use std::fs;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// The text that a daemon wrote last.
fn last_beat(folder: &Path, name: &str) -> String {
    fs::read_to_string(folder.join(name)).unwrap_or_default()
}

/// Whether the files stay unchanged.
fn are_unchanged(folder: &Path, names: &[&str]) -> bool {
    let before: Vec<String> = names.iter().map(|name| last_beat(folder, name)).collect();
    std::thread::sleep(Duration::from_millis(300));
    let after: Vec<String> = names.iter().map(|name| last_beat(folder, name)).collect();
    before == after
}

const DAEMONS: [&str; 3] = ["daemon-0", "daemon-1", "daemon-2"];

#[test]
fn daemons_are_killed_when_their_program_ends() {
    let folder = new_folder("daemons");
    let mut job = script("stay.py", &["daemons", folder.to_str().unwrap()]);
    job.writable = vec![folder.clone()];
    let mut bot = start(&BUBBLEWRAP, &job);
    assert_eq!(line(&mut bot), "left");
    let exit = bot.wait(Instant::now() + TIMEOUT);
    assert_eq!(exit, Some(Exit { how: How::Code(0), excess: None }));
    assert!(are_unchanged(&folder, &DAEMONS), "a daemon is still running");
}

#[test]
fn daemons_are_killed_with_their_program() {
    let folder = new_folder("daemons");
    let mut job = script("stay.py", &["daemons", folder.to_str().unwrap(), "wait"]);
    job.writable = vec![folder.clone()];
    let mut bot = start(&BUBBLEWRAP, &job);
    assert_eq!(line(&mut bot), "left");
    eventually("the daemons run", || !are_unchanged(&folder, &DAEMONS));
    assert_eq!(bot.kill().how, How::Signal(9));
    assert!(are_unchanged(&folder, &DAEMONS), "a daemon is still running");
}

/// An engine that starts a bot with daemons and waits to be killed by the next test.
#[test]
#[ignore = "the engine that another test kills"]
fn engine_to_be_killed() {
    let folder = PathBuf::from(std::env::var_os("AGON_ATTACK_FOLDER").unwrap());
    let mut job = script("stay.py", &["daemons", folder.to_str().unwrap(), "wait"]);
    job.writable = vec![folder.clone()];
    let mut bot = start(&BUBBLEWRAP, &job);
    assert_eq!(line(&mut bot), "left");
    let mut single = start(&LANDLOCK, &script("talk.py", &["never-reads"]));
    assert_eq!(line(&mut single), "ready");
    fs::write(folder.join("ready"), single.id().to_string()).unwrap();
    std::thread::sleep(TIMEOUT);
}

#[test]
fn all_programs_are_killed_when_the_engine_is_killed() {
    let folder = new_folder("daemons");
    fs::set_permissions(&folder, std::os::unix::fs::PermissionsExt::from_mode(0o777)).unwrap();
    let mut engine = Command::new(std::env::current_exe().unwrap())
        .args(["--ignored", "--exact", "leftovers::engine_to_be_killed"])
        .env("AGON_ATTACK_FOLDER", &folder)
        .stdout(Stdio::null())
        .process_group(0)
        .spawn()
        .unwrap();
    eventually("the engine's bots run", || !last_beat(&folder, "ready").is_empty());
    let single: i32 = last_beat(&folder, "ready").parse().unwrap();
    eventually("the daemons run", || !are_unchanged(&folder, &DAEMONS));
    engine.kill().unwrap();
    engine.wait().unwrap();
    eventually("the daemons end", || are_unchanged(&folder, &DAEMONS));
    eventually("the other bot ends", || !Path::new(&format!("/proc/{single}")).exists());
    // The next engine removes the folders and groups of the killed one.
    drop(agon_sandbox::Sandbox::choose(agon_sandbox::Choice::Auto).unwrap());
    drop(agon_sandbox::Sandbox::choose(agon_sandbox::Choice::Landlock).unwrap());
    let dead = format!("-{}-", engine.id());
    let left = |place: &str| {
        let entries = fs::read_dir(place).into_iter().flatten().flatten();
        let names = entries.filter_map(|entry| entry.file_name().into_string().ok());
        names.filter(|name| name.contains("agon-") && name.contains(&dead)).collect::<Vec<_>>()
    };
    let groups = ["memory", "pids", "freezer", "cpuacct", "unified", ""];
    for group in groups {
        assert_eq!(left(&format!("/sys/fs/cgroup/{group}")), [""; 0]);
    }
    assert_eq!(left(std::env::temp_dir().to_str().unwrap()), [""; 0]);
}

#[test]
fn a_program_that_ignores_all_signals_is_killed() {
    for sandbox in both_jails() {
        for method in ["stubborn", "stops-itself"] {
            let mut bot = start(sandbox, &script("talk.py", &[method]));
            assert_eq!(line(&mut bot), "ready");
            assert_eq!(bot.try_wait(), None);
            assert_eq!(bot.kill().how, How::Signal(9), "{method}");
        }
    }
}

#[test]
fn a_frozen_program_does_not_compute() {
    let folder = new_folder("thoughts");
    let mut job = script("stay.py", &["think", folder.to_str().unwrap()]);
    job.writable = vec![folder.clone()];
    let mut bot = start(&BUBBLEWRAP, &job);
    assert_eq!(line(&mut bot), "thinking");
    eventually("its thread and child process run", || {
        !are_unchanged(&folder, &["thread"]) && !are_unchanged(&folder, &["child"])
    });
    for _ in 0..3 {
        bot.freeze();
        let before = bot.cpu_time();
        assert!(are_unchanged(&folder, &["thread"]), "its thread still runs");
        assert!(are_unchanged(&folder, &["child"]), "its child process still runs");
        assert_eq!(bot.cpu_time(), before);
        bot.wire.send(b"your turn\n", Some(Instant::now() + TIMEOUT)).unwrap();
        let early = bot.wire.line(100, Some(Instant::now() + Duration::from_millis(300)));
        assert_eq!(early, Err(agon_sandbox::WireFault::Late), "it answered while frozen");
        bot.thaw();
        assert_eq!(line(&mut bot), "awake");
        eventually("its thread and child process continue", || {
            !are_unchanged(&folder, &["thread"]) && !are_unchanged(&folder, &["child"])
        });
    }
    // A frozen program can be killed.
    bot.freeze();
    assert_eq!(bot.kill().how, How::Signal(9));
}

#[test]
fn an_idle_program_survives_freezing() {
    for sandbox in both_jails() {
        let mut bystander = Bystander::new(sandbox);
        bystander.freeze();
        bystander.thaw();
        bystander.assert_unharmed();
    }
}

#[test]
fn a_program_leaves_no_files_for_the_next_one() {
    for sandbox in both_jails() {
        let job = script("stay.py", &["traces", "nowhere"]);
        for run_name in ["first", "second"] {
            let report = run(sandbox, &job);
            for (place, content) in report.facts.iter().filter(|(place, _)| *place != "written") {
                // Only the program's own folder may be in its `/tmp`.
                let own = format!("['{}']", job.readable[0].iter().nth(2).unwrap().display());
                let empty = ["[]", "Permission denied", "No such file or directory", &own];
                assert!(
                    empty.contains(&content.as_str()),
                    "{run_name} run: {place} contains {content}"
                );
            }
            assert!(report.number("written") >= 2, "the attack does not work: {report:#?}");
        }
    }
    for place in ["/dev/shm/trace-of-a-bot", "/tmp/trace-of-a-bot", "/var/tmp/trace-of-a-bot"] {
        assert!(!Path::new(place).exists(), "{place}");
    }
}

#[test]
fn ctrl_c_reaches_only_the_engine() {
    // Ctrl-C signals a whole process group; the engine itself decides when bots end.
    for sandbox in [&BUBBLEWRAP, &LANDLOCK, &OFF] {
        let bot = start(sandbox, &agon_sandbox::Job::new("/usr/bin/cat"));
        let stat = fs::read_to_string(format!("/proc/{}/stat", bot.id())).unwrap();
        let group = stat[stat.rfind(')').unwrap() + 1..].split_whitespace().nth(2).unwrap();
        assert_eq!(group, bot.id().to_string(), "{}", sandbox.describe());
    }
}

#[test]
fn ended_jails_leave_no_open_files_in_the_engine() {
    let open = || fs::read_dir("/proc/self/fd").unwrap().count();
    for sandbox in both_jails() {
        run(sandbox, &agon_sandbox::Job::new("/usr/bin/true"));
        let before = open();
        for _ in 0..30 {
            run(sandbox, &agon_sandbox::Job::new("/usr/bin/true"));
        }
        // Other tests open files at the same time; a leak of one per jail and pipe would be 90.
        eventually("no file stays open", || open() < before + 60);
    }
}
