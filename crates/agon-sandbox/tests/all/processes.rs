//! Groups 9, 10, 11 and 13: other processes, dangerous system calls, and processor time.

use crate::harness::{BUBBLEWRAP, Bystander, both_jails, is_root, program, run};
use agon_sandbox::{How, Sandbox};
use std::process::{Child, Command};

/// A process outside of all jails; an ordinary user owns both it and the jails.
struct Neighbour(Child);

impl Neighbour {
    fn new() -> Self {
        Self(Command::new("/usr/bin/sleep").arg("1000").spawn().unwrap())
    }

    fn assert_unharmed(&mut self) {
        assert_eq!(self.0.try_wait().unwrap(), None, "a process of the machine was killed");
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.0.id())).unwrap();
        assert!(status.contains("TracerPid:\t0"), "{status}");
        let limits = std::fs::read_to_string(format!("/proc/{}/limits", self.0.id())).unwrap();
        let cpu = limits.lines().find(|line| line.starts_with("Max cpu time")).unwrap();
        assert!(cpu.contains("unlimited"), "{cpu}");
        let stat = std::fs::read_to_string(format!("/proc/{}/stat", self.0.id())).unwrap();
        let after_name = stat.rfind(')').unwrap() + 1;
        let nice = stat[after_name..].split_whitespace().nth(16).unwrap();
        assert_eq!(nice, own_niceness(), "a process of the machine was slowed down");
    }
}

/// The niceness of this process, which its children inherit.
fn own_niceness() -> String {
    let stat = std::fs::read_to_string("/proc/self/stat").unwrap();
    stat[stat.rfind(')').unwrap() + 1..].split_whitespace().nth(16).unwrap().to_owned()
}

impl Drop for Neighbour {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

#[test]
fn other_processes_cannot_be_traced_read_killed_or_slowed() {
    for sandbox in both_jails() {
        let mut neighbour = Neighbour::new();
        let mut opponent = Bystander::new(sandbox);
        opponent.assert_unharmed();
        let opponent_pids = opponent.pids();
        let mut words = vec!["attack".to_owned()];
        for pid in opponent_pids {
            words.extend(["opponent".to_owned(), pid.to_string()]);
        }
        words.extend(["engine".to_owned(), std::process::id().to_string()]);
        words.extend(["neighbour".to_owned(), neighbour.0.id().to_string()]);
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let report = run(sandbox, &program("calls", &words));
        assert_eq!(report.fact("alive"), "yes");
        for whom in ["opponent", "engine", "neighbour"] {
            for what in [
                "ptrace", "seize", "readv", "writev", "getfd", "kill", "tgkill", "queue", "renice",
                "prlimit", "affinity", "idle", "ioprio",
            ] {
                assert_failed(sandbox, &report, &format!("{what}-{whom}"));
            }
        }
        neighbour.assert_unharmed();
        opponent.assert_unharmed();
    }
}

#[test]
fn signalling_all_processes_affects_no_other_process() {
    for sandbox in both_jails() {
        let mut neighbour = Neighbour::new();
        let mut opponent = Bystander::new(sandbox);
        let report = run(sandbox, &program("calls", &["all-processes"]));
        assert_eq!(report.fact("alive"), "yes");
        neighbour.assert_unharmed();
        opponent.assert_unharmed();
    }
}

#[test]
fn dangerous_system_calls_are_denied() {
    let denied = [
        "unshare-user",
        "unshare-net",
        "clone-user",
        "clone-pid",
        "setns",
        "mount",
        "umount",
        "fsopen",
        "open-tree",
        "pivot",
        "chroot",
        "keyctl",
        "add-key",
        "bpf",
        "perf",
        "io-uring",
        "userfaultfd",
        "shmget",
        "msgget",
        "semget",
        "mq-open",
        "handle",
        "module",
        "kexec",
        "reboot",
        "swapon",
        "hostname",
        "syslog",
        "personality",
        "setuid-root",
        "realtime",
        "nicer",
        "wait-by-niceness",
        "wait-by-policy",
        "wait-by-processor",
        "more-files",
        "more-size",
    ];
    for sandbox in both_jails() {
        let report = run(sandbox, &program("calls", &["dangerous"]));
        for what in denied {
            // Without child processes, `clone` fails with EAGAIN before the namespace flags are checked.
            let fact = if sandbox.supports_child_processes() || !what.starts_with("clone") {
                "EPERM"
            } else {
                "EAGAIN"
            };
            assert_eq!(report.fact(what), fact, "{what}: {}", sandbox.describe());
        }
        for what in ["clone3", "memfd", "aio"] {
            assert_eq!(report.fact(what), "ENOSYS", "{what}: {}", sandbox.describe());
        }
        if cfg!(target_arch = "x86_64") {
            assert_eq!(report.fact("x32"), "ENOSYS");
        }
        assert_eq!(report.fact("alive"), "yes");
    }
}

#[test]
#[cfg(target_arch = "x86_64")]
fn a_32_bit_system_call_kills_the_program() {
    for sandbox in both_jails() {
        let report = run(sandbox, &program("calls", &["call-32-bit"]));
        assert_eq!(report.exit.how, How::Signal(31), "{report:#?}");
    }
}

#[test]
fn processor_time_is_measured_and_limited() {
    let mut job = agon_sandbox::Job::new("/usr/bin/sha256sum");
    job.args = vec!["/dev/zero".into()];
    job.limits.cpu_seconds = Some(1);
    for sandbox in both_jails() {
        let mut busy = crate::harness::start(sandbox, &job);
        let deadline = std::time::Instant::now() + crate::harness::TIMEOUT;
        crate::harness::eventually("it has used processor time", || {
            busy.cpu_time().as_millis() >= 100
        });
        let exit =
            busy.wait(deadline).expect("it was not killed after one second of processor time");
        assert!(matches!(exit.how, How::Signal(9 | 24)), "{exit:?}");
    }
}

/// Checks that the attempt failed, because the process is invisible or the call is denied.
fn assert_failed(sandbox: &Sandbox, report: &crate::harness::Report, what: &str) {
    let fact = report.fact(what);
    let failed = ["EPERM", "ESRCH", "EACCES", "EBADF", "EINVAL"].contains(&fact);
    assert!(
        failed,
        "{what} as {}: {fact} in {}",
        if is_root() { "root" } else { "user" },
        sandbox.describe()
    );
}

#[test]
fn a_jailed_program_has_no_capabilities() {
    let mut job = agon_sandbox::Job::new("/usr/bin/grep");
    job.args =
        vec!["-E".into(), "^(Cap|NoNewPrivs|Seccomp:|Groups)".into(), "/proc/self/status".into()];
    let mut jailed = BUBBLEWRAP.spawn(&job).unwrap();
    let deadline = Some(std::time::Instant::now() + crate::harness::TIMEOUT);
    let text = String::from_utf8(jailed.wire.rest(10_000, deadline).unwrap().to_vec()).unwrap();
    for set in ["CapInh", "CapPrm", "CapEff", "CapBnd", "CapAmb"] {
        assert!(text.contains(&format!("{set}:\t0000000000000000")), "{text}");
    }
    assert!(text.contains("NoNewPrivs:\t1") && text.contains("Seccomp:\t2"), "{text}");
}
