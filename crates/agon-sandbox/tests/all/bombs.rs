//! Groups 1 and 2: too many processes and threads, too much memory.

use crate::yard::{BUBBLEWRAP, Bystander, LANDLOCK, both, eventually, line, program, run, start};
use agon_sandbox::{Excess, How};
use std::fs;

const MIB: u64 = 1 << 20;

#[test]
fn a_fork_bomb_fills_its_own_jail_only() {
    let mut bystander = Bystander::new(&BUBBLEWRAP);
    let mut job = program("bombs", &["forks"]);
    job.limits.processes = 20;
    let report = run(&BUBBLEWRAP, &job);
    assert_eq!(report.fact("error"), "EAGAIN");
    assert!((1..=20).contains(&report.number("forks")), "{report:#?}");
    bystander.assert_well();
}

#[test]
fn a_fork_bomb_that_never_gives_up_is_ended_whole() {
    let mut bystander = Bystander::new(&BUBBLEWRAP);
    let marker = format!("bomb-of-{}", std::process::id());
    let mut job = program("bombs", &["bomb", &marker]);
    job.limits.processes = 40;
    let mut bomb = start(&BUBBLEWRAP, &job);
    assert_eq!(line(&mut bomb), "lit=1");
    // Let it burn for a while beside somebody who works.
    for _ in 0..20 {
        bystander.assert_well();
    }
    assert!(living(&marker) > 1, "the bomb did not go off");
    bomb.kill();
    assert_eq!(living(&marker), 0, "something of the bomb is left");
    bystander.assert_well();
}

#[test]
fn who_may_not_start_processes_cannot() {
    for sandbox in both() {
        let mut job = program("bombs", &["forks"]);
        job.limits.forks = false;
        let report = run(sandbox, &job);
        assert_eq!((report.fact("error"), report.number("forks")), ("EAGAIN", 0), "{report:#?}");
    }
}

#[test]
fn a_thread_bomb_ends_at_the_limit() {
    for sandbox in both() {
        let mut bystander = Bystander::new(sandbox);
        let mut job = program("bombs", &["threads"]);
        job.limits.processes = 30;
        let mut bomb = start(sandbox, &job);
        let deadline = std::time::Instant::now() + crate::yard::PATIENCE;
        // Either it was refused its threads and says how many it got, or it was ended for them.
        let said = bomb.wire.line(1000, Some(deadline)).map(|line| line.to_vec());
        match said {
            Ok(line) => {
                let line = String::from_utf8(line).unwrap();
                let count: u64 = line.strip_prefix("threads=").unwrap().parse().unwrap();
                assert!((1..=30).contains(&count), "it got {count} threads");
            }
            Err(_) => {
                let exit = bomb.wait(deadline).unwrap();
                assert_eq!(exit.excess, Some(Excess::Processes), "{exit:?}");
            }
        }
        bystander.assert_well();
    }
}

#[test]
fn zombies_fill_their_own_jail_only() {
    let mut job = program("bombs", &["zombies"]);
    job.limits.processes = 20;
    let report = run(&BUBBLEWRAP, &job);
    assert!((1..=20).contains(&report.number("zombies")), "{report:#?}");
}

#[test]
fn a_memory_bomb_is_ended_and_said_to_be_one() {
    for sandbox in both() {
        let mut bystander = Bystander::new(sandbox);
        for manner in ["private", "shared"] {
            let mut job = program("bombs", &[manner]);
            job.limits.memory = 64 * MIB;
            let report = run(sandbox, &job);
            assert_eq!(report.exit.excess, Some(Excess::Memory), "{manner}: {report:#?}");
            assert_eq!(report.exit.how, How::Signal(9), "{manner}: {report:#?}");
        }
        bystander.assert_well();
    }
}

#[test]
fn memory_is_counted_over_all_processes() {
    let mut job = program("bombs", &["family"]);
    job.limits.memory = 128 * MIB;
    let mut bomb = start(&BUBBLEWRAP, &job);
    // Sixteen times 32 MiB: somebody must die of it, and it must be known of what.
    eventually("the family is too large", || {
        bomb.try_wait().is_some() || bomb.memory_peak() >= Some(120 * MIB)
    });
    std::thread::sleep(std::time::Duration::from_millis(200));
    let exit = bomb.kill();
    assert_eq!(exit.excess, Some(Excess::Memory));
    assert!(bomb.memory_peak() < Some(400 * MIB), "{:?}", bomb.memory_peak());
}

#[test]
fn with_a_limited_address_space_the_allocation_fails_instead() {
    for sandbox in both() {
        let mut job = program("bombs", &["private"]);
        job.limits.memory = 128 * MIB;
        job.limits.address_space = true;
        let report = run(sandbox, &job);
        assert_eq!(report.exit.how, How::Code(3), "{report:#?}");
        assert!(report.number("refused-after") < 128, "{report:#?}");
    }
}

#[test]
fn open_files_and_pipes_are_few() {
    for sandbox in both() {
        let mut job = program("bombs", &["files"]);
        job.limits.open_files = 100;
        assert_eq!(run(sandbox, &job).number("files"), 97);
        let mut job = program("bombs", &["pipes"]);
        job.limits.open_files = 100;
        let report = run(sandbox, &job);
        assert_eq!(report.number("pipes"), 48);
        assert!(report.number("bytes") <= 48 * MIB, "{report:#?}");
    }
}

#[test]
fn the_weaker_jail_does_not_pretend_to_hold_families() {
    assert!(BUBBLEWRAP.holds_families() && !LANDLOCK.holds_families());
    let mut job = program("bombs", &["forks"]);
    job.limits.forks = true;
    let fault = LANDLOCK.spawn(&job).unwrap_err().to_string();
    assert!(fault.contains("install bubblewrap"), "{fault}");
}

/// Processes of the machine that were started with this word.
fn living(marker: &str) -> usize {
    let entries = fs::read_dir("/proc").unwrap().flatten();
    let lines = entries.filter_map(|entry| fs::read(entry.path().join("cmdline")).ok());
    lines.filter(|line| String::from_utf8_lossy(line).contains(marker)).count()
}
