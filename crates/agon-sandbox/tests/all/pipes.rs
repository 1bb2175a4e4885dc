//! Groups 6 and 7: bad manners on the pipes. The engine never waits longer than it wants to.

use crate::yard::{BUBBLEWRAP, PATIENCE, both, line, script, start};
use agon_sandbox::wire::LOG_MAX;
use agon_sandbox::{Jailed, WireFault, log};
use std::time::{Duration, Instant};

fn talker(manner: &str) -> Jailed {
    start(&BUBBLEWRAP, &script("talk.py", &[manner]))
}

fn in_a_while() -> Option<Instant> {
    Some(Instant::now() + PATIENCE)
}

/// Soon enough for a test, late enough for a loaded machine to have started the program.
fn soon() -> Option<Instant> {
    Some(Instant::now() + Duration::from_secs(2))
}

#[test]
fn a_huge_line_is_refused_and_the_next_one_read() {
    let mut bot = talker("huge-line");
    assert_eq!(bot.wire.line(1000, in_a_while()), Err(WireFault::TooLong { cap: 1000 }));
    assert_eq!(bot.wire.line(1000, in_a_while()), Ok(&b"after"[..]));
}

#[test]
fn a_line_as_long_as_allowed_is_read() {
    let mut bot = talker("huge-line");
    assert_eq!(bot.wire.line(64 << 16, in_a_while()).map(<[u8]>::len), Ok(64 << 16));
}

#[test]
fn endless_output_is_refused() {
    let mut bot = talker("endless-output");
    assert_eq!(bot.wire.line(1 << 20, in_a_while()), Err(WireFault::TooLong { cap: 1 << 20 }));
    // And skipping it for ever does not go on for ever.
    assert_eq!(bot.wire.line(1 << 20, in_a_while()), Err(WireFault::Endless));
    assert!(bot.memory_peak().is_none_or(|peak| peak < 256 << 20));
}

#[test]
fn an_answer_without_an_end_is_late() {
    for manner in ["no-newline", "drip"] {
        let mut bot = talker(manner);
        let deadline = soon();
        assert_eq!(bot.wire.line(1 << 20, deadline), Err(WireFault::Late), "{manner}");
        assert!(Instant::now() >= deadline.unwrap());
    }
}

#[test]
fn an_endless_log_is_cut_and_then_a_fault() {
    let mut bot = talker("endless-log");
    assert_eq!(bot.wire.line(1000, in_a_while()), Err(WireFault::Flood));
    let log = bot.wire.log();
    assert!(log.total() > LOG_MAX && log.total() < LOG_MAX + (1 << 20));
    assert!(log.text().len() < log::HEAD + log::TAIL + 100);
    bot.kill();
}

#[test]
fn junk_arrives_as_it_is() {
    let mut bot = talker("junk");
    let all: Vec<u8> = (0..=255).cycle().take(1024).collect();
    // The junk holds four line ends of its own.
    let mut got = Vec::new();
    for _ in 0..5 {
        got.extend(bot.wire.line(100_000, in_a_while()).unwrap());
        got.push(b'\n');
    }
    assert_eq!(got, [all, b"\n".to_vec()].concat());
    assert_eq!(bot.wire.line(100_000, in_a_while()), Ok(&b"\xff\xfe\x00"[..]));
    assert_eq!(bot.wire.line(100_000, in_a_while()), Ok(&vec![b'['; 50_000][..]));
}

#[test]
fn who_never_reads_does_not_block_us() {
    for sandbox in both() {
        let mut bot = start(sandbox, &script("talk.py", &["never-reads"]));
        assert_eq!(line(&mut bot), "ready");
        let deadline = Instant::now() + Duration::from_millis(300);
        assert_eq!(bot.wire.send(&vec![b'x'; 10 << 20], Some(deadline)), Err(WireFault::Late));
        assert!(deadline.elapsed() < PATIENCE);
        bot.kill();
    }
}

#[test]
fn closed_ends_are_noticed() {
    // Bubblewrap holds the pipes open for as long as the program lives: it is late instead of closed.
    for (sandbox, fault) in both().into_iter().zip([WireFault::Late, WireFault::Closed]) {
        let mut bot = start(sandbox, &script("talk.py", &["closes-input"]));
        assert_eq!(line(&mut bot), "ready");
        assert_eq!(bot.wire.send(&vec![b'x'; 1 << 20], soon()), Err(fault));
        let mut bot = start(sandbox, &script("talk.py", &["closes-output"]));
        assert_eq!(bot.wire.line(1000, soon()), Err(fault));
        // It lives on, and can still be ended.
        assert_eq!(bot.try_wait(), None);
        bot.kill();
    }
}

#[test]
fn two_full_pipes_do_not_block_each_other() {
    let mut bot = talker("both-full");
    bot.wire.send(&vec![b'x'; 1 << 20], in_a_while()).unwrap();
    assert_eq!(bot.wire.line(1 << 20, in_a_while()).map(<[u8]>::len), Ok(8 << 16));
    assert_eq!(line(&mut bot), "read it all");
}

#[test]
fn frames_of_bytes_are_read_exactly() {
    let mut bot = talker("junk");
    assert_eq!(bot.wire.exactly(4, in_a_while()), Ok(&[0, 1, 2, 3][..]));
    assert_eq!(bot.wire.exactly(252, in_a_while()).map(|bytes| bytes[251]), Ok(255));
    assert!(!bot.wire.waiting().is_empty());
    assert_eq!(bot.wire.exactly(1 << 20, soon()), Err(WireFault::Late));
}

#[test]
fn the_dead_say_nothing() {
    let mut bot = talker("never-reads");
    assert_eq!(line(&mut bot), "ready");
    bot.kill();
    assert_eq!(bot.wire.line(1000, in_a_while()), Err(WireFault::Closed));
    assert_eq!(bot.wire.send(b"hello\n", in_a_while()), Err(WireFault::Closed));
}
