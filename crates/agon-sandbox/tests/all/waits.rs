//! How long other programs kept a program from running, from given numbers and from a real program; and
//! pinning to a core.

use crate::harness::{both_jails, descendants, line, start};
use agon_sandbox::{EngineTime, Job, MatchCore, ThreadTimes, Waits};
use std::thread;
use std::time::{Duration, Instant};

/// `cpu` is the processor time of the program; a thread is its id, seconds run and seconds waited.
fn waits(cpu: f64, threads: &[(i32, f64, f64)]) -> Waits {
    let seconds = Duration::from_secs_f64;
    let times = |&(id, ran, waited): &(i32, f64, f64)| ThreadTimes {
        id,
        ran: seconds(ran),
        waited: seconds(waited),
    };
    let threads = threads.iter().map(times).collect();
    let engine = EngineTime { thread: thread::current().id(), ran: Duration::ZERO };
    Waits { at: Instant::now(), cpu: seconds(cpu), threads, engine }
}

fn for_others(before: &Waits, after: &Waits) -> f64 {
    after.for_others_since(before).as_secs_f64()
}

#[test]
fn a_single_thread_waits_only_for_other_programs() {
    let before = waits(1.0, &[(7, 1.0, 2.0)]);
    assert_eq!(
        for_others(&before, &waits(1.5, &[(7, 1.5, 6.5)])),
        4.5,
        "five seconds, of which it ran a tenth"
    );
    assert_eq!(for_others(&before, &waits(6.0, &[(7, 6.0, 2.0)])), 0.0, "it ran all the time");
    assert_eq!(for_others(&before, &before), 0.0, "it slept all the time");
}

#[test]
fn waiting_for_the_engine_does_not_count() {
    let before = waits(1.0, &[(7, 1.0, 0.0)]);
    let mut after = waits(2.0, &[(7, 2.0, 4.0)]);
    after.engine.ran = Duration::from_secs(3);
    assert_eq!(for_others(&before, &after), 1.0);
    after.engine.ran = Duration::from_secs(5);
    assert_eq!(for_others(&before, &after), 0.0);
    // Another thread of the engine has taken over: nothing is known about its time.
    after.engine.thread = thread::spawn(|| thread::current().id()).join().unwrap();
    assert_eq!(for_others(&before, &after), 4.0);
}

#[test]
fn waiting_for_threads_of_the_same_program_does_not_count() {
    let before = waits(0.0, &[]);
    // Eight threads compute for five seconds, first on two processors, then on one.
    let two = [(1, 1.25, 3.75); 8];
    assert_eq!(for_others(&before, &waits(10.0, &two)), 0.0);
    let one = [(1, 0.625, 4.375); 8];
    assert_eq!(for_others(&before, &waits(5.0, &one)), 0.0);
    // They compute half of the time and sleep the other half.
    let half = [(1, 0.3125, 2.1875); 8];
    assert_eq!(for_others(&before, &waits(2.5, &half)), 0.0);
    // They end one after the other; the total includes the times of ended threads.
    assert_eq!(for_others(&before, &waits(2.5, &half[..1])), 0.0);
}

#[test]
fn a_helper_thread_does_not_hide_waits_for_other_programs() {
    // As in a Java program: one thread works, another collects garbage now and then.
    let before = waits(3.0, &[(1, 2.5, 0.1), (2, 0.5, 0.1)]);
    let after = waits(4.0, &[(1, 3.25, 3.85), (2, 0.75, 1.1)]);
    assert_eq!(for_others(&before, &after), 3.5);
}

#[test]
fn a_reused_thread_id_counts_as_a_new_thread() {
    let before = waits(9.0, &[(7, 9.0, 9.0)]);
    assert_eq!(for_others(&before, &waits(9.0, &[(7, 0.0, 0.5)])), 0.5);
}

#[test]
fn thread_times_of_a_jailed_program_are_available() {
    for sandbox in both_jails() {
        let mut jailed = start(sandbox, &Job::new("/usr/bin/cat"));
        jailed.wire.send(b"run!\n", None).unwrap();
        assert_eq!(line(&mut jailed), "run!");
        let waits = jailed.waits();
        let ran: Duration = waits.threads.iter().map(|thread| thread.ran).sum();
        assert!(ran > Duration::ZERO, "{}: {waits:?}", sandbox.describe());
    }
}

#[test]
fn a_pinned_program_sees_one_core() {
    let Some(core) = MatchCore::of_this_match() else {
        assert_eq!(thread::available_parallelism().map(usize::from).ok(), Some(1));
        return;
    };
    for sandbox in both_jails() {
        let mut job = Job::new("/usr/bin/nproc");
        job.core = Some(core.clone());
        assert_eq!(line(&mut start(sandbox, &job)), "1", "{}", sandbox.describe());
        job.core = None;
        assert_ne!(line(&mut start(sandbox, &job)), "1", "{}", sandbox.describe());
    }
}

#[test]
fn a_running_program_is_pinned_and_released() {
    let Some(core) = MatchCore::of_this_match() else {
        assert_eq!(thread::available_parallelism().map(usize::from).ok(), Some(1));
        return;
    };
    for sandbox in both_jails() {
        let mut jailed = start(sandbox, &Job::new("/usr/bin/cat"));
        jailed.wire.send(b"run!\n", None).unwrap();
        assert_eq!(line(&mut jailed), "run!");
        let program = *descendants(jailed.id()).last().unwrap();
        let cores = || {
            let status = std::fs::read_to_string(format!("/proc/{program}/status")).unwrap();
            let list = status.lines().find_map(|line| line.strip_prefix("Cpus_allowed_list:"));
            list.unwrap().trim().to_owned()
        };
        let before = cores();
        jailed.pin(&core);
        assert_eq!(cores(), core.number().to_string(), "{}", sandbox.describe());
        jailed.unpin(&core);
        assert_eq!(cores(), before, "{}", sandbox.describe());
    }
}
