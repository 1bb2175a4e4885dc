//! Groups 6 and 7: misuse of the pipes. The engine never waits longer than its deadline.

use crate::harness::{BUBBLEWRAP, TIMEOUT, both_jails, line, script, start};
use agon_sandbox::wire::LOG_MAX_BYTES;
use agon_sandbox::{Choice, How, Jailed, Sandbox, WireFault, log};
use std::path::PathBuf;
use std::thread;
use std::time::{Duration, Instant};

fn talker(method: &str) -> Jailed {
    start(&BUBBLEWRAP, &script("talk.py", &[method]))
}

fn long_deadline() -> Option<Instant> {
    Some(Instant::now() + TIMEOUT)
}

/// For messages that must not arrive; long enough for a loaded machine to start the program.
fn short_deadline() -> Option<Instant> {
    Some(Instant::now() + Duration::from_secs(2))
}

#[test]
fn an_overlong_line_is_refused_and_the_next_one_is_read() {
    let mut bot = talker("huge-line");
    assert_eq!(bot.wire.line(1000, long_deadline()), Err(WireFault::TooLong { cap: 1000 }));
    assert_eq!(bot.wire.line(1000, long_deadline()), Ok(&b"after"[..]));
}

#[test]
fn a_line_of_maximum_length_is_read() {
    let mut bot = talker("huge-line");
    assert_eq!(bot.wire.line(64 << 16, long_deadline()).map(<[u8]>::len), Ok(64 << 16));
}

#[test]
fn endless_output_is_refused() {
    let mut bot = talker("endless-output");
    assert_eq!(bot.wire.line(1 << 20, long_deadline()), Err(WireFault::TooLong { cap: 1 << 20 }));
    // Skipping the rest of the line is limited, too.
    assert_eq!(bot.wire.line(1 << 20, long_deadline()), Err(WireFault::Endless));
    assert!(bot.memory_peak().is_none_or(|peak| peak < 256 << 20));
}

#[test]
fn an_incomplete_line_times_out() {
    for method in ["no-newline", "drip"] {
        let mut bot = talker(method);
        let deadline = short_deadline();
        assert_eq!(bot.wire.line(1 << 20, deadline), Err(WireFault::Late), "{method}");
        assert!(Instant::now() >= deadline.unwrap());
    }
}

#[test]
fn an_endless_log_is_cut_and_then_refused() {
    let mut bot = talker("endless-log");
    assert_eq!(bot.wire.line(1000, long_deadline()), Err(WireFault::Flood));
    let log = bot.wire.log();
    assert!(log.total() > LOG_MAX_BYTES && log.total() < LOG_MAX_BYTES + (1 << 20));
    assert!(log.text().len() < log::HEAD_BYTES + log::TAIL_BYTES + 100);
    bot.kill();
}

#[test]
fn arbitrary_bytes_arrive_unchanged() {
    let mut bot = talker("junk");
    let all: Vec<u8> = (0..=255).cycle().take(1024).collect();
    // These bytes contain four line breaks of their own.
    let mut got = Vec::new();
    for _ in 0..5 {
        got.extend(bot.wire.line(100_000, long_deadline()).unwrap());
        got.push(b'\n');
    }
    assert_eq!(got, [all, b"\n".to_vec()].concat());
    assert_eq!(bot.wire.line(100_000, long_deadline()), Ok(&b"\xff\xfe\x00"[..]));
    assert_eq!(bot.wire.line(100_000, long_deadline()), Ok(&vec![b'['; 50_000][..]));
}

#[test]
fn a_program_that_never_reads_does_not_block_the_engine() {
    for sandbox in both_jails() {
        let mut bot = start(sandbox, &script("talk.py", &["never-reads"]));
        assert_eq!(line(&mut bot), "ready");
        let deadline = Instant::now() + Duration::from_millis(300);
        assert_eq!(bot.wire.send(&vec![b'x'; 10 << 20], Some(deadline)), Err(WireFault::Late));
        assert!(deadline.elapsed() < TIMEOUT);
        bot.kill();
    }
}

#[test]
fn closed_pipes_are_detected() {
    // Bubblewrap keeps the pipes open while the program runs, so the fault is `Late` instead of `Closed`.
    for (sandbox, fault) in both_jails().into_iter().zip([WireFault::Late, WireFault::Closed]) {
        let mut bot = start(sandbox, &script("talk.py", &["closes-input"]));
        assert_eq!(line(&mut bot), "ready");
        assert_eq!(bot.wire.send(&vec![b'x'; 1 << 20], short_deadline()), Err(fault));
        let mut bot = start(sandbox, &script("talk.py", &["closes-output"]));
        assert_eq!(bot.wire.line(1000, short_deadline()), Err(fault));
        // The program still runs and can be killed.
        assert_eq!(bot.try_wait(), None);
        bot.kill();
    }
}

#[test]
fn pipes_end_with_the_program_even_if_its_child_keeps_them() {
    let open = Sandbox::choose(Choice::Off).unwrap();
    for sandbox in [&*BUBBLEWRAP, &open] {
        let mut bot = start(sandbox, &script("talk.py", &["leaves-child"]));
        assert_eq!(line(&mut bot), "ready");
        // In a jail of its own the number of the child is another one.
        let child = PathBuf::from("/proc").join(line(&mut bot));
        assert_eq!(bot.wire.line(1000, None), Err(WireFault::Closed));
        assert_eq!(bot.wire.send(&vec![b'x'; 1 << 20], None), Err(WireFault::Closed));
        assert_eq!(bot.kill().how, How::Code(3));
        let start = Instant::now();
        while !sandbox.is_on() && child.exists() {
            assert!(start.elapsed() < TIMEOUT, "its child goes on running");
            thread::sleep(Duration::from_millis(10));
        }
    }
    let mut bot = start(&open, &script("talk.py", &["leaves-child"]));
    assert_eq!(bot.wire.send(&vec![b'x'; 1 << 20], None), Err(WireFault::Closed));
}

#[test]
fn two_full_pipes_cause_no_deadlock() {
    let mut bot = talker("both-full");
    bot.wire.send(&vec![b'x'; 1 << 20], long_deadline()).unwrap();
    assert_eq!(bot.wire.line(1 << 20, long_deadline()).map(<[u8]>::len), Ok(8 << 16));
    assert_eq!(line(&mut bot), "read it all");
}

#[test]
fn a_given_number_of_bytes_is_read() {
    let mut bot = talker("junk");
    assert_eq!(bot.wire.exactly(4, long_deadline()), Ok(&[0, 1, 2, 3][..]));
    assert_eq!(bot.wire.exactly(252, long_deadline()).map(|bytes| bytes[251]), Ok(255));
    assert!(!bot.wire.waiting().is_empty());
    assert_eq!(bot.wire.exactly(1 << 20, short_deadline()), Err(WireFault::Late));
}

#[test]
fn pipes_of_a_killed_program_are_closed() {
    let mut bot = talker("never-reads");
    assert_eq!(line(&mut bot), "ready");
    bot.kill();
    assert_eq!(bot.wire.line(1000, long_deadline()), Err(WireFault::Closed));
    assert_eq!(bot.wire.send(b"hello\n", long_deadline()), Err(WireFault::Closed));
}
