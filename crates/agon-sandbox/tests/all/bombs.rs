//! Groups 1 and 2: too many processes and threads, too much memory.

use crate::harness::{
    BUBBLEWRAP, Bystander, LANDLOCK, both_jails, eventually, line, partly, program, run, start,
};
use agon_sandbox::{Excess, How};
use std::fs;

const MIB: u64 = 1 << 20;

#[test]
fn a_fork_bomb_reaches_only_its_own_process_limit() {
    let mut bystander = Bystander::new(&BUBBLEWRAP);
    let mut job = program("bombs", &["forks"]);
    job.limits.processes = 20;
    let report = run(&BUBBLEWRAP, &job);
    assert_eq!(report.fact("error"), "EAGAIN");
    assert!((1..=20).contains(&report.number("forks")), "{report:#?}");
    bystander.assert_unharmed();
}

#[test]
fn a_persistent_fork_bomb_is_killed_completely() {
    let mut bystander = Bystander::new(&BUBBLEWRAP);
    let marker = format!("bomb-of-{}", std::process::id());
    let mut job = program("bombs", &["bomb", &marker]);
    job.limits.processes = 40;
    let mut bomb = start(&BUBBLEWRAP, &job);
    assert_eq!(line(&mut bomb), "lit=1");
    // Let it run for a while beside the bystander.
    for _ in 0..20 {
        bystander.assert_unharmed();
    }
    assert!(count_processes(&marker) > 1, "the fork bomb did not start");
    bomb.kill();
    assert_eq!(count_processes(&marker), 0, "processes of the fork bomb are left");
    bystander.assert_unharmed();
}

#[test]
fn a_program_without_permission_cannot_start_processes() {
    for sandbox in both_jails() {
        let mut job = program("bombs", &["forks"]);
        job.limits.forks = false;
        let report = run(sandbox, &job);
        assert_eq!((report.fact("error"), report.number("forks")), ("EAGAIN", 0), "{report:#?}");
    }
}

#[test]
fn a_thread_bomb_is_stopped_at_the_limit() {
    for sandbox in both_jails() {
        let mut bystander = Bystander::new(sandbox);
        let mut job = program("bombs", &["threads"]);
        job.limits.processes = 30;
        let mut bomb = start(sandbox, &job);
        let deadline = std::time::Instant::now() + crate::harness::TIMEOUT;
        // Either further threads were refused and it reports their number, or it was killed.
        let output = bomb.wire.line(1000, Some(deadline)).map(|line| line.to_vec());
        match output {
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
        bystander.assert_unharmed();
    }
}

#[test]
fn zombies_count_against_the_process_limit() {
    let mut job = program("bombs", &["zombies"]);
    job.limits.processes = 20;
    let report = run(&BUBBLEWRAP, &job);
    assert!((1..=20).contains(&report.number("zombies")), "{report:#?}");
}

#[test]
fn a_memory_bomb_is_killed_and_reported() {
    for sandbox in both_jails() {
        let mut bystander = Bystander::new(sandbox);
        for method in ["private", "shared", "page-tables"] {
            let mut job = program("bombs", &[method]);
            job.limits.memory = 64 * MIB;
            let report = run(sandbox, &job);
            assert_eq!(report.exit.excess, Some(Excess::Memory), "{method}: {report:#?}");
            assert_eq!(report.exit.how, How::Signal(9), "{method}: {report:#?}");
        }
        bystander.assert_unharmed();
    }
}

#[test]
fn the_memory_limit_covers_all_processes_together() {
    let mut job = program("bombs", &["children"]);
    job.limits.memory = 128 * MIB;
    let mut bomb = start(&BUBBLEWRAP, &job);
    // Sixteen processes with 32 MiB each exceed the limit, and the reason must be reported.
    eventually("the processes exceed the limit", || {
        bomb.try_wait().is_some() || bomb.memory_peak() >= Some(120 * MIB)
    });
    std::thread::sleep(std::time::Duration::from_millis(200));
    let exit = bomb.kill();
    assert_eq!(exit.excess, Some(Excess::Memory));
    assert!(bomb.memory_peak() < Some(400 * MIB), "{:?}", bomb.memory_peak());
}

#[test]
fn the_buffers_of_sockets_count_as_memory() {
    let mut job = program("bombs", &["sockets"]);
    job.limits.memory = 128 * MIB;
    let report = run(&BUBBLEWRAP, &job);
    assert_eq!(report.exit.excess, Some(Excess::Memory), "{report:#?}");
}

#[test]
fn memory_that_only_the_kernel_sees_is_limited() {
    let mut job = program("bombs", &["mappings"]);
    job.limits.memory = 64 * MIB;
    let report = run(&BUBBLEWRAP, &job);
    if BUBBLEWRAP.has_exact_limits() {
        assert_eq!(report.exit.excess, Some(Excess::Memory), "{report:#?}");
    } else {
        let sentence = "the kernel's lists of mappings and of watched files are not counted as memory (up \
                        to about 1 GB)";
        partly(&BUBBLEWRAP, sentence);
    }
}

#[test]
fn with_an_address_space_limit_the_allocation_fails() {
    for sandbox in both_jails() {
        let mut job = program("bombs", &["private"]);
        job.limits.memory = 128 * MIB;
        job.limits.address_space = true;
        let report = run(sandbox, &job);
        assert_eq!(report.exit.how, How::Code(3), "{report:#?}");
        assert!(report.number("refused-after") < 128, "{report:#?}");
    }
}

#[test]
fn open_files_and_pipes_are_limited() {
    for sandbox in both_jails() {
        let mut job = program("bombs", &["files"]);
        job.limits.open_files = 100;
        assert_eq!(run(sandbox, &job).number("files"), 97);
        let mut job = program("bombs", &["pipes"]);
        job.limits.open_files = 100;
        let report = run(sandbox, &job);
        assert_eq!(report.number("pipes"), 48);
        assert!(report.number("bytes") <= 48 * MIB, "{report:#?}");
        if !sandbox.has_exact_limits() && !sandbox.supports_child_processes() {
            partly(
                sandbox,
                "pipes, sockets and lists of mappings are not counted as memory (up to about 300 MB)",
            );
        }
    }
}

#[test]
fn the_landlock_jail_refuses_jobs_with_child_processes() {
    assert!(BUBBLEWRAP.supports_child_processes() && !LANDLOCK.supports_child_processes());
    let mut job = program("bombs", &["forks"]);
    job.limits.forks = true;
    let fault = LANDLOCK.spawn(&job).unwrap_err().to_string();
    assert!(fault.contains("install bubblewrap"), "{fault}");
}

/// The number of processes on the machine with this word in their command line.
fn count_processes(marker: &str) -> usize {
    let entries = fs::read_dir("/proc").unwrap().flatten();
    let lines = entries.filter_map(|entry| fs::read(entry.path().join("cmdline")).ok());
    lines.filter(|line| String::from_utf8_lossy(line).contains(marker)).count()
}
