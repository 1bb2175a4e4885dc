//! Which jail this machine can build.

use crate::bubblewrap::Bubblewrap;
use crate::cgroup::{Groups, Power};
use crate::confine;
use crate::jailed::{How, Jailed};
use crate::job::Job;
use crate::runtime::Runtime;
use crate::spawn::{Jail, Means, SpawnFault, spawn};
use rustix::process::{Resource, getrlimit, setrlimit};
use std::str::FromStr;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// How long the trial may take: an overloaded machine needs seconds.
const TRIAL: Duration = Duration::from_secs(60);

/// What the user asks for.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub enum Choice {
    /// The strongest jail of this machine; none is a refusal.
    #[default]
    Auto,
    /// Bubblewrap or nothing.
    Bubblewrap,
    /// Landlock or nothing.
    Landlock,
    /// No jail: only for programs that one trusts as oneself.
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
            _ => {
                Err(format!("`{word}` is no sandbox; there are auto, bubblewrap, landlock and off"))
            }
        }
    }
}

/// This machine cannot run a stranger's program safely.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "no sandbox for strangers' programs on this machine: {why}. {remedy} \
     (`agon doctor` shows more; `--sandbox off` runs programs that you trust without one.)"
)]
pub struct Refusal {
    /// What is missing, without a full stop.
    pub why: String,
    /// What to do: whole sentences.
    pub remedy: String,
}

/// What this machine does to hold programs. Made once, cheap to clone, usable from every thread.
#[derive(Clone, Debug)]
pub struct Sandbox(Arc<Means>);

impl Sandbox {
    /// Finds out what this machine offers, and tries it.
    pub fn choose(choice: Choice) -> Result<Self, Refusal> {
        let jail = match choice {
            Choice::Off => Jail::Off,
            Choice::Landlock => landlock()?,
            Choice::Bubblewrap => Jail::Bubblewrap(Bubblewrap::find().ok_or_else(no_bubblewrap)?),
            // Landlock steps in for a program that is not installed, never for a right that was refused.
            Choice::Auto => match Bubblewrap::find() {
                Some(bubblewrap) => Jail::Bubblewrap(bubblewrap),
                None => landlock().map_err(|_| no_bubblewrap())?,
            },
        };
        raise_open_files();
        let groups = if matches!(jail, Jail::Off) { Groups::default() } else { Groups::probe() };
        let sandbox = Self(Arc::new(Means { jail, groups, runtime: Runtime::find() }));
        sandbox.try_out()?;
        Ok(sandbox)
    }

    /// What holds programs here, for results and reports: "bubblewrap, seccomp, cgroups".
    pub fn describe(&self) -> String {
        let counted = self.0.groups.can(Power::Memory) && self.0.groups.can(Power::Processes);
        let counting = if counted { "cgroups" } else { "no cgroups" };
        match self.0.jail {
            Jail::Bubblewrap(_) => format!("bubblewrap, seccomp, {counting}"),
            Jail::Landlock => format!("landlock, seccomp, {counting}; no namespaces"),
            Jail::Off => "off".into(),
        }
    }

    /// Whether there is a jail at all.
    pub fn is_on(&self) -> bool {
        !matches!(self.0.jail, Jail::Off)
    }

    /// Whether it can hold a program that starts other processes, as compilers do.
    pub fn holds_families(&self) -> bool {
        !matches!(self.0.jail, Jail::Landlock)
    }

    /// Starts a job.
    pub fn spawn(&self, job: &Job) -> Result<Jailed, SpawnFault> {
        spawn(&self.0, job)
    }

    /// Runs a program that does nothing, to see whether it can be done.
    fn try_out(&self) -> Result<(), Refusal> {
        let mut job = Job::new("/usr/bin/true");
        job.limits.forks = self.holds_families();
        let mut jailed = self.spawn(&job).map_err(|fault| self.refusal(&fault.to_string()))?;
        match jailed.wait(Instant::now() + TRIAL) {
            Some(exit) if exit.how == How::Code(0) => Ok(()),
            Some(exit) => {
                jailed.wire.catch_up();
                let said = jailed.wire.log().text();
                let said = if said.trim().is_empty() { format!("a trial {exit}") } else { said };
                Err(self.refusal(said.trim()))
            }
            None => Err(self.refusal("a trial did not end in a minute")),
        }
    }

    fn refusal(&self, said: &str) -> Refusal {
        match self.0.jail {
            Jail::Bubblewrap(_) if said.contains("nknown option") => Refusal {
                why: format!("bubblewrap is too old (\"{said}\")"),
                remedy: "Install bubblewrap 0.8.0 or newer, as Debian 12 has it.".into(),
            },
            Jail::Bubblewrap(_) => Refusal {
                why: format!("bubblewrap is installed but may not do its work (\"{said}\")"),
                remedy: namespaces_remedy(),
            },
            Jail::Landlock | Jail::Off => Refusal {
                why: format!("the trial failed (\"{said}\")"),
                remedy: "Install bubblewrap (`sudo apt-get install bubblewrap`).".into(),
            },
        }
    }
}

fn landlock() -> Result<Jail, Refusal> {
    let (have, need) = (confine::version(), confine::NEEDED as u32);
    if have >= need {
        confine::sweep();
        return Ok(Jail::Landlock);
    }
    Err(Refusal {
        why: format!("the kernel has version {have} of Landlock, and we need {need}"),
        remedy:
            "Install bubblewrap (`sudo apt-get install bubblewrap`), or use Linux 6.12 or newer."
                .into(),
    })
}

fn no_bubblewrap() -> Refusal {
    let (have, need) = (confine::version(), confine::NEEDED as u32);
    Refusal {
        why: format!(
            "bubblewrap is not installed, and its stand-in Landlock is there in version {have} where we \
             need {need}"
        ),
        remedy: "Install bubblewrap (`sudo apt-get install bubblewrap`).".into(),
    }
}

/// A program in a jail costs us eight open files; the usual 1,024 would end at some sixty matches.
fn raise_open_files() {
    let mut limit = getrlimit(Resource::Nofile);
    limit.current = limit.maximum;
    // If not, spawning will say so when there are none left.
    let _ = setrlimit(Resource::Nofile, limit);
}

/// What to do when the kernel refuses namespaces: the usual switches, if one of them is off.
pub(crate) fn namespaces_remedy() -> String {
    let is = |path: &str, value: &str| {
        std::fs::read_to_string(path).is_ok_and(|text| text.trim() == value)
    };
    let switch = if is("/proc/sys/kernel/unprivileged_userns_clone", "0") {
        "kernel.unprivileged_userns_clone=1"
    } else if is("/proc/sys/user/max_user_namespaces", "0") {
        "user.max_user_namespaces=10000"
    } else if is("/proc/sys/kernel/apparmor_restrict_unprivileged_userns", "1") {
        "kernel.apparmor_restrict_unprivileged_userns=0"
    } else {
        return "The machine (perhaps a container) forbids new namespaces: allow user namespaces there, or \
                run Agon outside of it."
            .into();
    };
    format!("Allow user namespaces: `sudo sysctl -w {switch}`.")
}
