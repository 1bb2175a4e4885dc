//! Groups 12 and 13: computing during other programs' turns, and imitating an overloaded machine, by chains
//! of processes that live for a moment each.

use crate::harness::{
    BUBBLEWRAP, LANDLOCK, OFF, TIMEOUT, is_root, line, new_folder, partly, program, start,
};
use agon_sandbox::{How, Jailed, Job, SpawnFault};
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::time::{Duration, Instant};

/// How long the program rests; it is stopped after 20 ms.
const REST: Duration = Duration::from_millis(500);

/// The chain's processor time, and the longest time it stood still since the last call, in milliseconds.
fn ask(bot: &mut Jailed) -> (u64, u64) {
    bot.wire.send(b"how?\n", Some(Instant::now() + TIMEOUT)).unwrap();
    let answer = line(bot);
    let (cpu, gap) = answer.split_once(' ').unwrap();
    (cpu.parse().unwrap(), gap.parse().unwrap())
}

/// A chain that has computed for a while.
fn running_chain() -> (Jailed, u64) {
    let mut bot = start(&BUBBLEWRAP, &program("chains", &[]));
    assert_eq!(line(&mut bot), "ready");
    loop {
        let (cpu, _) = ask(&mut bot);
        if cpu >= 50 {
            return (bot, cpu);
        }
        std::thread::sleep(Duration::from_millis(10));
    }
}

#[test]
fn short_lived_processes_are_counted_or_stopped_between_turns() {
    let (mut bot, _) = running_chain();
    let before = bot.cpu_time();
    bot.freeze_soon();
    std::thread::sleep(REST);
    let counted = bot.cpu_time().saturating_sub(before);
    bot.thaw();
    let (_, gap) = ask(&mut bot);
    if BUBBLEWRAP.has_exact_limits() {
        // The caller sees the time and freezes the program from then on.
        assert!(counted > Duration::from_millis(20), "{counted:?}");
        bot.freeze();
        std::thread::sleep(REST);
        bot.thaw();
        assert!(ask(&mut bot).1 >= 400, "the chain went on while it was frozen");
    } else {
        assert!(gap >= 400, "the chain stood still for only {gap} ms");
        partly(&BUBBLEWRAP, "a bot computes for up to 40 ms of each turn of its opponent");
    }
}

#[test]
fn stopped_processes_can_be_stopped_again_and_killed() {
    let (mut bot, _) = running_chain();
    for _ in 0..3 {
        bot.freeze();
        std::thread::sleep(REST / 5);
        bot.thaw();
        assert!(ask(&mut bot).1 >= 80, "the chain went on while it was frozen");
    }
    bot.freeze_soon();
    std::thread::sleep(REST / 5);
    assert_eq!(bot.kill().how, How::Signal(9));
}

#[test]
fn short_lived_processes_count_as_the_programs_own_when_it_waits() {
    let (mut bot, cpu_before) = running_chain();
    let before = bot.waits();
    let mut own = Duration::ZERO;
    while own < Duration::from_secs(1) {
        std::thread::sleep(REST);
        own = Duration::from_millis(ask(&mut bot).0 - cpu_before);
    }
    let counted = bot.waits().cpu.saturating_sub(before.cpu);
    // The kernel samples what the processors do, in steps of 10 ms; the shares of programs that run at the
    // same time are uncertain by as much as the samples scatter.
    assert!(counted >= own / 2, "it computed for {own:?}, of which {counted:?} are counted");
}

#[test]
fn a_program_that_cannot_be_executed_is_at_fault() {
    let folder = new_folder("no-interpreter");
    let script = folder.join("bot");
    fs::write(&script, "#!/nonexistent/interpreter\n").unwrap();
    fs::set_permissions(&script, fs::Permissions::from_mode(0o755)).unwrap();
    let mut job = Job::new(&script);
    job.readable = vec![folder.clone()];
    let mut bot = start(&BUBBLEWRAP, &job);
    let exit = bot.wait(Instant::now() + TIMEOUT).unwrap();
    // For root, another program executes it and returns 127.
    let expected = if is_root() { How::Code(127) } else { How::NotExecutable };
    assert_eq!(exit.how, expected);
    job.limits.forks = false;
    for sandbox in [&LANDLOCK, &OFF] {
        let fault = sandbox.spawn(&job).unwrap_err();
        assert!(matches!(fault, SpawnFault::NotExecutable { .. }), "{fault}");
    }
}

#[test]
fn a_folder_that_the_programs_user_may_not_enter_is_named() {
    let closed = new_folder("closed");
    let inner = closed.join("inner");
    fs::create_dir(&inner).unwrap();
    // As root, the program gets a user of its own; otherwise it has the user of this process.
    let (mode, dir) = if is_root() { (0o700, &inner) } else { (0o600, &closed) };
    fs::set_permissions(&closed, fs::Permissions::from_mode(mode)).unwrap();
    let mut job = Job::new("/bin/sh");
    job.limits.forks = false;
    job.dir = dir.clone();
    let fault = LANDLOCK.spawn(&job).unwrap_err();
    fs::set_permissions(&closed, fs::Permissions::from_mode(0o700)).unwrap();
    let SpawnFault::ClosedFolder { folder, .. } = &fault else { panic!("{fault}") };
    assert_eq!(*folder, closed);
    let advice = format!("may not enter {0}: run `chmod o+x {0}`", closed.display());
    assert!(fault.to_string().contains(&advice), "{fault}");
}
