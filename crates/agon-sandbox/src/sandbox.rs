//! Chooses the kind of jail that this machine supports.

use crate::bubblewrap::Bubblewrap;
use crate::cgroup::{Feature, Groups};
use crate::confine;
use crate::jailed::{How, Jailed};
use crate::job::Job;
use crate::runtime::Runtime;
use crate::spawn::{Backend, Jail, SpawnFault, spawn};
use rustix::process::{Resource, getrlimit, setrlimit};
use std::str::FromStr;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Timeout of the trial run; an overloaded machine needs seconds.
const TRIAL_TIMEOUT: Duration = Duration::from_secs(60);

/// The sandbox that the user asks for.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub enum Choice {
    /// The strongest jail that the machine supports; refused if it supports none.
    #[default]
    Auto,
    /// Bubblewrap; refused if it is not available.
    Bubblewrap,
    /// Landlock; refused if it is not available.
    Landlock,
    /// No jail: only for trusted programs.
    Off,
}

impl FromStr for Choice {
    type Err = String;

    fn from_str(word: &str) -> Result<Self, String> {
        match word {
            "auto" => Ok(Self::Auto),
            "bubblewrap" => Ok(Self::Bubblewrap),
            "landlock" => Ok(Self::Landlock),
            "off" => Ok(Self::Off),
            _ => Err(format!(
                "unknown sandbox `{word}`; choose one of auto, bubblewrap, landlock and off"
            )),
        }
    }
}

/// This machine cannot run untrusted programs safely.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "no sandbox for untrusted programs on this machine: {why}. {remedy} \
     (`agon doctor` shows details; `--sandbox off` runs trusted programs without a sandbox.)"
)]
pub struct Refusal {
    /// What is missing; without a full stop.
    pub why: String,
    /// What to do, in full sentences.
    pub remedy: String,
}

/// Starts programs in the jail of this machine. Created once, cheap to clone, usable from every thread.
#[derive(Clone, Debug)]
pub struct Sandbox(Arc<Backend>);

impl Sandbox {
    /// Finds out which jail the machine supports and runs a trial program in it.
    pub fn choose(choice: Choice) -> Result<Self, Refusal> {
        let jail = match choice {
            Choice::Off => Jail::Off,
            Choice::Landlock => landlock()?,
            Choice::Bubblewrap => Jail::Bubblewrap(Bubblewrap::find().ok_or_else(no_bubblewrap)?),
            // Landlock replaces a bubblewrap that is not installed, never one without permissions.
            Choice::Auto => match Bubblewrap::find() {
                Some(bubblewrap) => Jail::Bubblewrap(bubblewrap),
                None => landlock().map_err(|_| no_bubblewrap())?,
            },
        };
        raise_open_file_limit();
        let groups = if matches!(jail, Jail::Off) { Groups::default() } else { Groups::probe() };
        let sandbox = Self(Arc::new(Backend { jail, groups, runtime: Runtime::find() }));
        sandbox.run_trial()?;
        Ok(sandbox)
    }

    /// The parts of the jail, for results and reports: "bubblewrap, seccomp, cgroups".
    pub fn describe(&self) -> String {
        let counted = self.0.groups.can(Feature::Memory) && self.0.groups.can(Feature::Processes);
        let counting = if counted { "cgroups" } else { "no cgroups" };
        match self.0.jail {
            Jail::Bubblewrap(_) => format!("bubblewrap, seccomp, {counting}"),
            Jail::Landlock => format!("landlock, seccomp, {counting}; no namespaces"),
            Jail::Off => "off".into(),
        }
    }

    /// Whether there is a jail.
    pub fn is_on(&self) -> bool {
        !matches!(self.0.jail, Jail::Off)
    }

    /// Whether the jail can contain a program that starts other processes, as compilers do.
    pub fn supports_child_processes(&self) -> bool {
        !matches!(self.0.jail, Jail::Landlock)
    }

    /// Starts a job.
    pub fn spawn(&self, job: &Job) -> Result<Jailed, SpawnFault> {
        spawn(&self.0, job)
    }

    /// Runs a program that does nothing, to check that the jail works.
    fn run_trial(&self) -> Result<(), Refusal> {
        let mut job = Job::new("/usr/bin/true");
        job.limits.forks = self.supports_child_processes();
        let mut jailed = self.spawn(&job).map_err(|fault| self.refusal(&fault.to_string()))?;
        match jailed.wait(Instant::now() + TRIAL_TIMEOUT) {
            Some(exit) if exit.how == How::Code(0) => Ok(()),
            Some(exit) => {
                jailed.wire.catch_up();
                let log = jailed.wire.log().text();
                let why =
                    if log.trim().is_empty() { format!("the trial program {exit}") } else { log };
                Err(self.refusal(why.trim()))
            }
            None => Err(self.refusal("the trial program did not end within a minute")),
        }
    }

    fn refusal(&self, error: &str) -> Refusal {
        match self.0.jail {
            Jail::Bubblewrap(_) if error.contains("nknown option") => Refusal {
                why: format!("bubblewrap is too old (\"{error}\")"),
                remedy: "Install bubblewrap 0.8.0 or newer (Debian 12 has it).".into(),
            },
            Jail::Bubblewrap(_) => Refusal {
                why: format!("bubblewrap is installed but does not work (\"{error}\")"),
                remedy: namespaces_remedy(),
            },
            Jail::Landlock | Jail::Off => Refusal {
                why: format!("the trial run failed (\"{error}\")"),
                remedy: "Install bubblewrap (`sudo apt-get install bubblewrap`).".into(),
            },
        }
    }
}

fn landlock() -> Result<Jail, Refusal> {
    let (have, need) = (confine::version(), confine::MIN_ABI as u32);
    if have >= need {
        confine::sweep();
        return Ok(Jail::Landlock);
    }
    Err(Refusal {
        why: format!("the kernel has Landlock version {have}, but version {need} is needed"),
        remedy:
            "Install bubblewrap (`sudo apt-get install bubblewrap`), or use Linux 6.12 or newer."
                .into(),
    })
}

fn no_bubblewrap() -> Refusal {
    let (have, need) = (confine::version(), confine::MIN_ABI as u32);
    Refusal {
        why: format!(
            "bubblewrap is not installed, and its replacement Landlock has version {have} instead of \
             {need}"
        ),
        remedy: "Install bubblewrap (`sudo apt-get install bubblewrap`).".into(),
    }
}

/// Raises the limit on open files: a jailed program needs eight, and the usual 1,024 allow about 60 matches.
fn raise_open_file_limit() {
    let mut limit = getrlimit(Resource::Nofile);
    limit.current = limit.maximum;
    // If this fails, `spawn` reports an error when the files run out.
    let _ = setrlimit(Resource::Nofile, limit);
}

/// What to do when the kernel refuses namespaces: names the kernel setting that forbids them, if it is known.
pub(crate) fn namespaces_remedy() -> String {
    let has_value = |path: &str, value: &str| {
        std::fs::read_to_string(path).is_ok_and(|text| text.trim() == value)
    };
    let switch = if has_value("/proc/sys/kernel/unprivileged_userns_clone", "0") {
        "kernel.unprivileged_userns_clone=1"
    } else if has_value("/proc/sys/user/max_user_namespaces", "0") {
        "user.max_user_namespaces=10000"
    } else if has_value("/proc/sys/kernel/apparmor_restrict_unprivileged_userns", "1") {
        "kernel.apparmor_restrict_unprivileged_userns=0"
    } else {
        return "The machine (perhaps a container) forbids new namespaces: allow user namespaces, or run \
                Agon outside of the container."
            .into();
    };
    format!("Allow user namespaces: `sudo sysctl -w {switch}`.")
}
