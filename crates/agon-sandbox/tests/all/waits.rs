//! How long others kept a program from running: numbers as the kernel writes them, and a real program. And
//! where it runs.

use crate::yard::{both, line, start};
use agon_sandbox::{Core, Job, ThreadTimes, Waits};
use std::time::{Duration, Instant};

/// Seconds of processor time, and number, seconds run and seconds waited of each thread.
fn waits(cpu: f64, threads: &[(i32, f64, f64)]) -> Waits {
    let seconds = Duration::from_secs_f64;
    let times = |&(id, ran, waited): &(i32, f64, f64)| ThreadTimes {
        id,
        ran: seconds(ran),
        waited: seconds(waited),
    };
    let threads = threads.iter().map(times).collect();
    Waits { at: Instant::now(), cpu: seconds(cpu), threads }
}

fn for_others(before: &Waits, after: &Waits) -> f64 {
    after.for_others_since(before).as_secs_f64()
}

#[test]
fn a_lonely_thread_waits_for_others_only() {
    let before = waits(1.0, &[(7, 1.0, 2.0)]);
    assert_eq!(
        for_others(&before, &waits(1.5, &[(7, 1.5, 6.5)])),
        4.5,
        "five seconds, a tenth of them running"
    );
    assert_eq!(for_others(&before, &waits(6.0, &[(7, 6.0, 2.0)])), 0.0, "it computed all the time");
    assert_eq!(for_others(&before, &before), 0.0, "it slept all the time");
}

#[test]
fn threads_that_keep_each_other_waiting_gain_nothing() {
    let before = waits(0.0, &[]);
    // Eight threads compute for five seconds: on two processors, and on one.
    let two = [(1, 1.25, 3.75); 8];
    assert_eq!(for_others(&before, &waits(10.0, &two)), 0.0);
    let one = [(1, 0.625, 4.375); 8];
    assert_eq!(for_others(&before, &waits(5.0, &one)), 0.0);
    // They compute for half of the time and sleep for the other half, so that there is room for a lie.
    let half = [(1, 0.3125, 2.1875); 8];
    assert_eq!(for_others(&before, &waits(2.5, &half)), 0.0);
    // And end one after the other: the dead have left their time in the sum.
    assert_eq!(for_others(&before, &waits(2.5, &half[..1])), 0.0);
}

#[test]
fn a_helper_does_not_hide_that_strangers_were_there() {
    // As a Java program does: one thread works, another cleans up now and then.
    let before = waits(3.0, &[(1, 2.5, 0.1), (2, 0.5, 0.1)]);
    let after = waits(4.0, &[(1, 3.25, 3.85), (2, 0.75, 1.1)]);
    assert_eq!(for_others(&before, &after), 3.5);
}

#[test]
fn a_number_that_is_given_again_is_another_thread() {
    let before = waits(9.0, &[(7, 9.0, 9.0)]);
    assert_eq!(for_others(&before, &waits(9.0, &[(7, 0.0, 0.5)])), 0.5);
}

#[test]
fn the_kernel_tells_of_a_program_in_its_jail() {
    for sandbox in both() {
        let mut jailed = start(sandbox, &Job::new("/usr/bin/cat"));
        jailed.wire.send(b"run!\n", None).unwrap();
        assert_eq!(line(&mut jailed), "run!");
        let waits = jailed.waits();
        let ran: Duration = waits.threads.iter().map(|thread| thread.ran).sum();
        assert!(ran > Duration::ZERO, "{}: {waits:?}", sandbox.describe());
    }
}

#[test]
fn a_program_of_one_core_has_one() {
    let Some(core) = Core::of_this_match() else {
        assert_eq!(std::thread::available_parallelism().map(usize::from).ok(), Some(1));
        return;
    };
    for sandbox in both() {
        let mut job = Job::new("/usr/bin/nproc");
        job.core = Some(core.clone());
        assert_eq!(line(&mut start(sandbox, &job)), "1", "{}", sandbox.describe());
        job.core = None;
        assert_ne!(line(&mut start(sandbox, &job)), "1", "{}", sandbox.describe());
    }
}
