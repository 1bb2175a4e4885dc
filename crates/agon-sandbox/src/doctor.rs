//! What this machine offers to hold strangers' programs, what is missing, and how to get it.

use crate::bubblewrap::Bubblewrap;
use crate::cgroup::{Groups, Power};
use crate::confine;
use crate::sandbox::{Choice, Sandbox};
use std::process::Command;

/// How well something is.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Health {
    /// As it should be.
    Good,
    /// There is a stand-in for it.
    Weaker,
    /// It is not there.
    Missing,
}

/// One thing that was looked at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// What it is.
    pub what: &'static str,
    /// How it is.
    pub health: Health,
    /// What there is to say about it, without a full stop.
    pub says: String,
    /// What to do about it: whole sentences.
    pub remedy: Option<String>,
}

impl Finding {
    fn good(what: &'static str, says: impl Into<String>) -> Self {
        Self { what, health: Health::Good, says: says.into(), remedy: None }
    }

    fn bad(what: &'static str, health: Health, says: impl Into<String>, remedy: &str) -> Self {
        Self { what, health, says: says.into(), remedy: Some(remedy.to_owned()) }
    }
}

/// Looks at everything. Some of it is tried out, which takes a moment.
pub fn doctor() -> Vec<Finding> {
    let mut findings = vec![bubblewrap(), landlock(), seccomp()];
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
    match Sandbox::choose(Choice::Bubblewrap) {
        Ok(_) if found.as_root => Finding::good(
            WHAT,
            format!("{version}, tried out as root: programs become nobody's user"),
        ),
        Ok(_) => Finding::good(WHAT, format!("{version}, tried out with user namespaces")),
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
    let (have, need) = (confine::version(), confine::NEEDED as u32);
    if have < need {
        let says = format!("version {have}; as a stand-in for bubblewrap we need {need}");
        let remedy = "Nothing, if bubblewrap works. Else use Linux 6.12 or newer.";
        return Finding::bad(WHAT, Health::Weaker, says, remedy);
    }
    match Sandbox::choose(Choice::Landlock) {
        Ok(_) => Finding::good(WHAT, "tried out; stands in where bubblewrap is not installed"),
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
        "Use a kernel that is built with CONFIG_SECCOMP_FILTER, as every distribution's is.";
    Finding::bad(WHAT, Health::Missing, "the kernel cannot filter system calls", remedy)
}

/// Each power of control groups, and what is done where we may not use them.
fn groups() -> Vec<Finding> {
    let groups = Groups::probe();
    let powers = [
        (Power::Memory, "memory", "a thread adds it up every 20 ms and ends who has too much"),
        (Power::Processes, "processes", "they are limited per user namespace"),
        (Power::Freeze, "standing still", "by signals to every process"),
        (Power::Time, "processor time", "to 10 ms, from /proc"),
        (Power::Share, "fair shares", "a bot with many threads gets more of a busy machine"),
    ];
    let remedy = "Control groups count exactly, but only root may make them, or who was given some: \
                  `systemd-run --user --scope -p Delegate=yes agon ...` on a system with systemd.";
    powers
        .into_iter()
        .map(|(power, what, instead)| match power {
            _ if groups.can(power) => Finding::good(what, "by control group"),
            Power::Share if shares_by_session() => {
                Finding::good(what, "by session, and every jail is one of its own")
            }
            _ => {
                Finding::bad(what, Health::Weaker, format!("no control groups: {instead}"), remedy)
            }
        })
        .collect()
}

/// Whether the kernel shares processors between sessions instead of threads.
fn shares_by_session() -> bool {
    let switch = std::fs::read_to_string("/proc/sys/kernel/sched_autogroup_enabled");
    switch.is_ok_and(|text| text.trim() == "1")
}
