//! What `agon doctor` says about the sandbox on Linux.

use super::backend::{Backend, WEAKER, delegation_remedy};
use super::bubblewrap::Bubblewrap;
use super::cgroup::{Feature, Groups};
use super::confine;
use crate::finding::{Finding, Health};
use crate::sandbox::Choice;
use crate::system::Jails;
use std::process::Command;

pub(crate) fn doctor() -> Vec<Finding> {
    let mut findings = vec![bubblewrap(), landlock(), seccomp(), private_folders()];
    findings.extend(groups());
    findings
}

fn bubblewrap() -> Finding {
    const WHAT: &str = "bubblewrap";
    let Some(found) = Bubblewrap::find() else {
        let says = "not installed";
        return Finding::bad(
            WHAT,
            Health::Missing,
            says,
            "Install bubblewrap: `sudo apt-get install bubblewrap`.",
        );
    };
    let output = Command::new(&found.program).arg("--version").output();
    let output = output.map(|output| output.stdout).unwrap_or_default();
    let version = String::from_utf8_lossy(&output);
    let version = version.trim().trim_start_matches("bubblewrap ");
    match Backend::choose(Choice::Bubblewrap) {
        Ok(_) if found.as_root => Finding::good(
            WHAT,
            format!("{version}, tested as root: every program gets a user id of its own"),
        ),
        Ok(_) => Finding::good(WHAT, format!("{version}, tested with user namespaces")),
        Err(refusal) => Finding {
            what: WHAT,
            health: Health::Missing,
            says: refusal.why,
            remedy: Some(refusal.remedy),
        },
    }
}

fn landlock() -> Finding {
    const WHAT: &str = "landlock";
    let (have, need) = (confine::version(), confine::MIN_ABI as u32);
    if have < need {
        let says = format!("version {have}; replacing bubblewrap needs version {need}");
        let remedy = "Do nothing if bubblewrap works; otherwise use Linux 6.12 or newer.";
        return Finding::bad(WHAT, Health::Weaker, says, remedy);
    }
    match Backend::choose(Choice::Landlock) {
        Ok(_) => Finding::good(WHAT, "tested; used if bubblewrap is not installed"),
        Err(refusal) => Finding::bad(WHAT, Health::Weaker, refusal.why, &refusal.remedy),
    }
}

fn seccomp() -> Finding {
    const WHAT: &str = "seccomp";
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    if status.contains("\nSeccomp:") {
        return Finding::good(WHAT, "the kernel filters system calls");
    }
    let remedy =
        "Use a kernel with CONFIG_SECCOMP_FILTER; the kernels of all distributions have it.";
    Finding::bad(WHAT, Health::Missing, "the kernel cannot filter system calls", remedy)
}

fn private_folders() -> Finding {
    const WHAT: &str = "disk";
    match Backend::choose(Choice::Bubblewrap) {
        Ok(backend) if backend.has_scratch => {
            Finding::good(WHAT, "private folders are in memory, limited in bytes and files")
        }
        _ => Finding::bad(
            WHAT,
            Health::Weaker,
            "a watchdog checks the private folders every 20 ms",
            "Limited file systems need bubblewrap, Linux 5.12 and a user namespace for `agon` itself, which \
             some systems allow only for listed programs.",
        ),
    }
}

/// The features of control groups, and the replacement where the engine may not use them.
fn groups() -> Vec<Finding> {
    let groups = Groups::probe();
    let features = [
        (
            Feature::Memory,
            "memory",
            "a watchdog checks it every 20 ms; up to about 1 GB of kernel memory is not counted",
        ),
        (Feature::Processes, "processes", "limited per user namespace"),
        (Feature::Freeze, "freezing", "signals to every process"),
        (
            Feature::Time,
            "processor time",
            "from /proc, to 10 ms; a bot is stopped 20 ms after its turn",
        ),
        (
            Feature::Share,
            "fair shares",
            "a bot with many threads gets a larger share of a busy machine",
        ),
    ];
    let remedy = format!("Without control groups {WEAKER} {}", delegation_remedy());
    features
        .into_iter()
        .map(|(feature, what, instead)| match feature {
            _ if groups.can(feature) => Finding::good(what, "by control group"),
            Feature::Share if shares_by_session() => {
                Finding::good(what, "by session; every jail is a session of its own")
            }
            _ => {
                Finding::bad(what, Health::Weaker, format!("no control groups: {instead}"), &remedy)
            }
        })
        .collect()
}

/// Whether the kernel divides the processors between sessions instead of threads.
fn shares_by_session() -> bool {
    let switch = std::fs::read_to_string("/proc/sys/kernel/sched_autogroup_enabled");
    switch.is_ok_and(|text| text.trim() == "1")
}
