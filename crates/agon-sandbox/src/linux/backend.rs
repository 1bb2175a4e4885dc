//! Chooses the kind of jail that this machine supports.

use super::bubblewrap::Bubblewrap;
use super::cgroup::{Feature, Groups};
use super::confine;
use super::delegate::delegate;
use super::runtime::Runtime;
use super::spawn::{Jail, spawn};
use crate::debug::DebugAccess;
use crate::fault::{Refusal, SpawnFault};
use crate::jailed::{How, Jailed};
use crate::job::Job;
use crate::sandbox::Choice;
use crate::system::{Jails, PortKind};
use rustix::process::{Resource, getrlimit, setrlimit};
use std::time::{Duration, Instant};

/// Timeout of the trial run; an overloaded machine needs seconds.
const TRIAL_TIMEOUT: Duration = Duration::from_secs(60);

/// What the machine provides to build jails.
#[derive(Debug)]
pub(crate) struct Backend {
    pub jail: Jail,
    pub groups: Groups,
    pub runtime: Runtime,
    /// Whether private folders are on file systems that limit bytes and files.
    pub has_scratch: bool,
}

impl Jails for Backend {
    fn choose(choice: Choice) -> Result<Self, Refusal> {
        let jail = match choice {
            Choice::Off => {
                confine::sweep();
                Jail::Off
            }
            Choice::Landlock => landlock()?,
            Choice::Bubblewrap => Jail::Bubblewrap(Bubblewrap::find().ok_or_else(no_bubblewrap)?),
            // Landlock replaces a bubblewrap that is not installed, never one without permissions.
            Choice::Auto => match Bubblewrap::find() {
                Some(bubblewrap) => Jail::Bubblewrap(bubblewrap),
                None => landlock().map_err(|_| no_bubblewrap())?,
            },
        };
        raise_open_file_limit();
        let groups = if matches!(jail, Jail::Off) { Groups::default() } else { find_groups() };
        let has_scratch = matches!(jail, Jail::Bubblewrap(_));
        let mut backend = Backend { jail, groups, runtime: Runtime::find(), has_scratch };
        let mut result = backend.run_trial();
        if result.is_err() && has_scratch {
            // Perhaps it works without limited file systems.
            backend.has_scratch = false;
            result = backend.run_trial();
        }
        result.map(|()| backend)
    }

    fn has_exact_limits(&self) -> bool {
        use Feature::{Freeze, Memory, Processes, Time};
        [Memory, Processes, Freeze, Time].into_iter().all(|feature| self.groups.can(feature))
    }

    fn weaker(&self) -> Option<String> {
        if !self.is_on() || self.has_exact_limits() {
            return None;
        }
        Some(format!(
            "Agon may not create control groups here, so {WEAKER} `agon doctor` says how to change that."
        ))
    }

    fn check_for_uploads(&self) -> Result<(), Refusal> {
        let (why, remedy) = match (&self.jail, self.has_exact_limits()) {
            (Jail::Bubblewrap(_), true) if self.has_scratch => return Ok(()),
            (Jail::Bubblewrap(_), true) => (
                "the private folders of programs have no limit that the kernel enforces",
                namespaces_remedy(),
            ),
            (Jail::Bubblewrap(_), false) => (
                "uploaded programs need control groups, which Agon may not create here",
                delegation_remedy(),
            ),
            (Jail::Landlock | Jail::Off, _) => {
                ("uploaded programs need bubblewrap", "Install bubblewrap.".to_owned())
            }
        };
        Err(Refusal { why: why.into(), remedy })
    }

    fn describe(&self) -> String {
        let counted = self.groups.can(Feature::Memory) && self.groups.can(Feature::Processes);
        let counting = if counted { "cgroups" } else { "no cgroups" };
        match self.jail {
            Jail::Bubblewrap(_) => format!("bubblewrap, seccomp, {counting}"),
            Jail::Landlock => format!("landlock, seccomp, {counting}; no namespaces"),
            Jail::Off => "off".into(),
        }
    }

    fn is_on(&self) -> bool {
        !matches!(self.jail, Jail::Off)
    }

    fn supports_child_processes(&self) -> bool {
        !matches!(self.jail, Jail::Landlock)
    }

    fn spawn(&self, job: &Job) -> Result<Jailed, SpawnFault> {
        spawn(self, job)
    }

    fn port_kind(&self) -> PortKind {
        match self.jail {
            Jail::Bubblewrap(_) => PortKind::Forwarded,
            Jail::Landlock | Jail::Off => PortKind::Own,
        }
    }

    fn describe_debug(&self, access: &DebugAccess) -> &'static str {
        match (access, &self.jail) {
            (_, Jail::Off) => "There is no sandbox.",
            (DebugAccess::Terminal, _) => {
                "The sandbox opens two pipes to this terminal for it, and nothing else."
            }
            (DebugAccess::Port(_), Jail::Bubblewrap(_)) => {
                "The sandbox opens this loopback port for it, and nothing else."
            }
            (DebugAccess::Port(_), Jail::Landlock) => {
                "The sandbox opens this port for it, and nothing else; Landlock cannot limit the address, so \
                 that a bot could also listen on other addresses of this machine."
            }
        }
    }
}

impl Backend {
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
        match self.jail {
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

/// What an ordinary user without control groups lacks; continues a sentence.
pub(crate) const WEAKER: &str = "a thread checks the memory of bots every 20 ms instead of the kernel, \
     and a hostile bot can hold up to about 1 GB of kernel memory beside its limit. A bot that computes \
     during its opponent's turn is stopped only after 20 ms. A loss on time on an overloaded machine is void \
     only if long-running programs caused the load. Bots of strangers share your user's limits, so that one \
     can exhaust them for another.";

/// How an ordinary user gets control groups.
pub(crate) fn delegation_remedy() -> String {
    "Control groups are exact, but need root or a delegated group. With systemd, Agon asks for one by itself \
     if a session of your user runs (`loginctl enable-linger`); by hand it is \
     `systemd-run --user --scope -p Delegate=yes agon ...`. Without systemd, let root create a group in each \
     hierarchy below /sys/fs/cgroup, give it to your user (`chown -R`), and start Agon inside of it."
        .into()
}

/// The usable control groups; asks systemd for one if an ordinary user has none.
fn find_groups() -> Groups {
    let groups = Groups::probe();
    let is_complete = groups.can(Feature::Memory) && groups.can(Feature::Processes);
    if is_complete || rustix::process::geteuid().is_root() || !delegate() {
        return groups;
    }
    Groups::probe()
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
