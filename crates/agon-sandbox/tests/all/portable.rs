//! What the sandbox promises on every system. The program in it is this test program itself.

use agon_sandbox::{Choice, Exit, How, Jailed, Job, Sandbox, WireFault};
use std::io::{BufRead, Write};
use std::time::{Duration, Instant};

/// Chooses what the started program does.
const ROLE: &str = "AGON_TEST_ROLE";

/// The program in the sandbox, not a test: without a role it does nothing.
#[test]
fn program() {
    let Ok(role) = std::env::var(ROLE) else { return };
    match role.as_str() {
        "echo" => {
            for line in std::io::stdin().lock().lines() {
                let line = line.unwrap();
                eprintln!("heard {line}");
                // Not through `println`, which the test harness would show at the end.
                writeln!(std::io::stdout().lock(), "echo {line}").unwrap();
            }
            std::process::exit(7);
        }
        "compute" => {
            writeln!(std::io::stdout().lock(), "begins").unwrap();
            let mut number = 1_u64;
            loop {
                number = std::hint::black_box(number.wrapping_mul(6_364_136_223_846_793_005));
            }
        }
        "variables" => {
            for (name, value) in std::env::vars_os() {
                let line = format!("{}={}", name.display(), value.display());
                writeln!(std::io::stdout().lock(), "{line}").unwrap();
            }
            std::process::exit(0);
        }
        role => panic!("{role}"),
    }
}

/// This program in a role.
fn job(role: &str) -> Job {
    let program = std::env::current_exe().unwrap();
    let mut job = Job::new(&program);
    job.args = ["--exact", "portable::program", "--nocapture", "--quiet"].map(Into::into).into();
    job.env = vec![(ROLE.into(), role.into())];
    job.readable = vec![program.parent().unwrap().to_owned()];
    job
}

fn start(role: &str) -> Jailed {
    Sandbox::choose(Choice::Auto).unwrap().spawn(&job(role)).unwrap()
}

fn soon() -> Instant {
    Instant::now() + Duration::from_secs(60)
}

/// Reads lines until one begins with this text; returns its rest.
fn line_after(jailed: &mut Jailed, start: &str) -> String {
    loop {
        let line = jailed.wire.line(10_000, Some(soon())).unwrap();
        let line = String::from_utf8_lossy(line).trim_end().to_owned();
        if let Some(rest) = line.strip_prefix(start) {
            return rest.to_owned();
        }
    }
}

#[test]
fn a_program_answers_until_its_input_is_closed() {
    let mut jailed = start("echo");
    for text in ["one", "zwei", "τρία"] {
        jailed.wire.send(format!("{text}\n").as_bytes(), Some(soon())).unwrap();
        assert_eq!(line_after(&mut jailed, "echo "), text);
    }
    let late = jailed.wire.line(100, Some(Instant::now() + Duration::from_millis(30)));
    assert_eq!(late.map(<[u8]>::to_vec), Err(WireFault::Late));
    jailed.wire.close_input();
    assert_eq!(jailed.wait(soon()), Some(Exit { how: How::Code(7), excess: None }));
    jailed.wire.catch_up();
    let log = jailed.wire.log().text();
    assert!(log.contains("heard one") && log.contains("heard τρία"), "{log}");
}

#[test]
fn a_program_that_computes_is_counted_stopped_and_killed() {
    let mut jailed = start("compute");
    line_after(&mut jailed, "begins");
    let begin = Instant::now();
    while jailed.cpu_time() < Duration::from_millis(50) {
        assert!(begin.elapsed() < Duration::from_secs(60), "{:?}", jailed.cpu_time());
        std::thread::sleep(Duration::from_millis(10));
    }
    jailed.freeze();
    std::thread::sleep(Duration::from_millis(50));
    let before = jailed.cpu_time();
    std::thread::sleep(Duration::from_millis(200));
    assert!(jailed.cpu_time() - before < Duration::from_millis(50), "it computes while frozen");
    jailed.thaw();
    let begin = Instant::now();
    while jailed.cpu_time() < before + Duration::from_millis(50) {
        assert!(begin.elapsed() < Duration::from_secs(60), "it does not continue");
        std::thread::sleep(Duration::from_millis(10));
    }
    assert_eq!(jailed.try_wait(), None);
    let killed = jailed.kill();
    assert_ne!(killed.how, How::Code(0));
    assert_eq!(jailed.wait(soon()), Some(killed), "it has ended");
}

#[test]
fn a_program_gets_its_own_variables_and_folders_only() {
    // Windows programs need the system's own; no secret of the user is among them.
    let mut jailed = start("variables");
    let mut names = Vec::new();
    while let Ok(line) = jailed.wire.line(100_000, Some(soon())) {
        let line = String::from_utf8_lossy(line).into_owned();
        names.extend(line.split_once('=').map(|(name, _)| name.to_uppercase()));
    }
    assert!(names.contains(&ROLE.to_owned()) && names.contains(&"HOME".to_owned()), "{names:?}");
    for secret in ["CARGO_MANIFEST_DIR", "CARGO_HOME", "USERNAME", "LOGNAME", "SSH_AUTH_SOCK"] {
        assert!(!names.contains(&secret.to_owned()), "{secret}");
    }
    assert_eq!(jailed.wait(soon()).map(|exit| exit.how), Some(How::Code(0)));
}

#[test]
fn a_missing_program_is_named() {
    let mut job = job("echo");
    job.program = std::env::temp_dir().join("no such program");
    let fault = Sandbox::choose(Choice::Auto).unwrap().spawn(&job).unwrap_err().to_string();
    assert!(fault.contains("no such program"), "{fault}");
}
