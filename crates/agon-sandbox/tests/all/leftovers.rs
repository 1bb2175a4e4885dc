//! Groups 8, 12 and 16: nothing goes on when it should not, and nothing is left.

use crate::yard::{
    BUBBLEWRAP, Bystander, LANDLOCK, OFF, PATIENCE, both, eventually, line, new_folder, run,
    script, start,
};
use agon_sandbox::{Exit, How};
use std::fs;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// What a daemon last wrote.
fn beat(folder: &Path, name: &str) -> String {
    fs::read_to_string(folder.join(name)).unwrap_or_default()
}

/// Whether nobody writes there any more.
fn is_still(folder: &Path, names: &[&str]) -> bool {
    let before: Vec<String> = names.iter().map(|name| beat(folder, name)).collect();
    std::thread::sleep(Duration::from_millis(300));
    let after: Vec<String> = names.iter().map(|name| beat(folder, name)).collect();
    before == after
}

const DAEMONS: [&str; 3] = ["daemon-0", "daemon-1", "daemon-2"];

#[test]
fn daemons_end_with_the_program_that_left_them() {
    let folder = new_folder("daemons");
    let mut job = script("stay.py", &["daemons", folder.to_str().unwrap()]);
    job.writable = vec![folder.clone()];
    let mut bot = start(&BUBBLEWRAP, &job);
    assert_eq!(line(&mut bot), "left");
    let exit = bot.wait(Instant::now() + PATIENCE);
    assert_eq!(exit, Some(Exit { how: How::Code(0), excess: None }));
    assert!(is_still(&folder, &DAEMONS), "a daemon lives on");
}

#[test]
fn daemons_end_with_a_kill() {
    let folder = new_folder("daemons");
    let mut job = script("stay.py", &["daemons", folder.to_str().unwrap(), "wait"]);
    job.writable = vec![folder.clone()];
    let mut bot = start(&BUBBLEWRAP, &job);
    assert_eq!(line(&mut bot), "left");
    assert!(!is_still(&folder, &DAEMONS), "the attack does not work");
    assert_eq!(bot.kill().how, How::Signal(9));
    assert!(is_still(&folder, &DAEMONS), "a daemon lives on");
}

/// An engine that starts a bot with daemons and then waits to be killed; see the next test.
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
    std::thread::sleep(PATIENCE);
}

#[test]
fn everything_ends_when_the_engine_is_killed() {
    let folder = new_folder("daemons");
    fs::set_permissions(&folder, std::os::unix::fs::PermissionsExt::from_mode(0o777)).unwrap();
    let mut engine = Command::new(std::env::current_exe().unwrap())
        .args(["--ignored", "--exact", "leftovers::engine_to_be_killed"])
        .env("AGON_ATTACK_FOLDER", &folder)
        .stdout(Stdio::null())
        .process_group(0)
        .spawn()
        .unwrap();
    eventually("the engine's bots run", || !beat(&folder, "ready").is_empty());
    let single: i32 = beat(&folder, "ready").parse().unwrap();
    assert!(!is_still(&folder, &DAEMONS), "the attack does not work");
    engine.kill().unwrap();
    engine.wait().unwrap();
    eventually("the daemons end", || is_still(&folder, &DAEMONS));
    eventually("the other bot ends", || !Path::new(&format!("/proc/{single}")).exists());
    // What the dead engine left of its own is swept away by the next one.
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
fn who_ignores_every_signal_is_ended() {
    for sandbox in both() {
        for manner in ["stubborn", "stops-itself"] {
            let mut bot = start(sandbox, &script("talk.py", &[manner]));
            assert_eq!(line(&mut bot), "ready");
            assert_eq!(bot.try_wait(), None);
            assert_eq!(bot.kill().how, How::Signal(9), "{manner}");
        }
    }
}

#[test]
fn a_frozen_program_does_not_think() {
    let folder = new_folder("thoughts");
    let mut job = script("stay.py", &["think", folder.to_str().unwrap()]);
    job.writable = vec![folder.clone()];
    let mut bot = start(&BUBBLEWRAP, &job);
    assert_eq!(line(&mut bot), "thinking");
    assert!(!is_still(&folder, &["thread", "child"]), "the attack does not work");
    for _ in 0..3 {
        bot.freeze();
        let before = bot.cpu_time();
        assert!(is_still(&folder, &["thread"]), "its thread thinks on");
        assert!(is_still(&folder, &["child"]), "its child thinks on");
        assert_eq!(bot.cpu_time(), before);
        bot.wire.send(b"your turn\n", Some(Instant::now() + PATIENCE)).unwrap();
        let early = bot.wire.line(100, Some(Instant::now() + Duration::from_millis(300)));
        assert_eq!(early, Err(agon_sandbox::WireFault::Late), "it answered in its sleep");
        bot.thaw();
        assert_eq!(line(&mut bot), "awake");
        eventually("its thread and child go on", || {
            !is_still(&folder, &["thread"]) && !is_still(&folder, &["child"])
        });
    }
    // The frozen can be ended as well.
    bot.freeze();
    assert_eq!(bot.kill().how, How::Signal(9));
}

#[test]
fn who_stands_still_alone_is_frozen_and_thawed_too() {
    for sandbox in both() {
        let mut bystander = Bystander::new(sandbox);
        bystander.freeze();
        bystander.thaw();
        bystander.assert_well();
    }
}

#[test]
fn nothing_is_left_for_the_next_one() {
    for sandbox in both() {
        let job = script("stay.py", &["traces", "nowhere"]);
        for life in ["first", "second"] {
            let report = run(sandbox, &job);
            for (place, content) in report.facts.iter().filter(|(place, _)| *place != "written") {
                // The folder of this very program lies in its `/tmp`, and nothing else.
                let own = format!("['{}']", job.readable[0].iter().nth(2).unwrap().display());
                let empty = ["[]", "Permission denied", "No such file or directory", &own];
                assert!(empty.contains(&content.as_str()), "{life}: {place} has {content}");
            }
            assert!(report.number("written") >= 2, "the attack does not work: {report:#?}");
        }
    }
    for place in ["/dev/shm/trace-of-a-bot", "/tmp/trace-of-a-bot", "/var/tmp/trace-of-a-bot"] {
        assert!(!Path::new(place).exists(), "{place}");
    }
}

#[test]
fn a_signal_from_the_terminal_reaches_the_engine_alone() {
    // Ctrl-C goes to a whole process group; bots shall end when the engine says so.
    for sandbox in [&BUBBLEWRAP, &LANDLOCK, &OFF] {
        let bot = start(sandbox, &agon_sandbox::Job::new("/usr/bin/cat"));
        let stat = fs::read_to_string(format!("/proc/{}/stat", bot.id())).unwrap();
        let group = stat[stat.rfind(')').unwrap() + 1..].split_whitespace().nth(2).unwrap();
        assert_eq!(group, bot.id().to_string(), "{}", sandbox.describe());
    }
}

#[test]
fn many_jails_leave_no_file_open() {
    let open = || fs::read_dir("/proc/self/fd").unwrap().count();
    for sandbox in both() {
        run(sandbox, &agon_sandbox::Job::new("/usr/bin/true"));
        let before = open();
        for _ in 0..30 {
            run(sandbox, &agon_sandbox::Job::new("/usr/bin/true"));
        }
        // Other tests have files open meanwhile; a leak of one per jail and pipe would be ninety.
        eventually("no file stays open", || open() < before + 60);
    }
}
