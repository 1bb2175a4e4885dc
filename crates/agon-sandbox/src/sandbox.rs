//! The sandbox of this machine: which jail there is, what it is called, and starting programs in it.

use crate::back_end::Backend;
use crate::fault::{Refusal, SpawnFault};
use crate::jailed::Jailed;
use crate::job::Job;
use crate::system::Jails;
use std::str::FromStr;
use std::sync::Arc;

/// The sandbox that the user asks for.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub enum Choice {
    /// The strongest jail that the machine supports; refused if it supports none.
    #[default]
    Auto,
    /// Bubblewrap, on Linux; refused if it is not available.
    Bubblewrap,
    /// Landlock, on Linux; refused if it is not available.
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

/// Starts programs in the jail of this machine. Created once, cheap to clone, usable from every thread.
#[derive(Clone, Debug)]
pub struct Sandbox(pub(crate) Arc<Backend>);

impl Sandbox {
    /// Finds out which jail the machine supports and runs a trial program in it.
    pub fn choose(choice: Choice) -> Result<Self, Refusal> {
        Backend::choose(choice).map(|backend| Self(Arc::new(backend)))
    }

    /// Whether the kernel limits memory and processes exactly, and all processes are counted and frozen. On
    /// Linux that needs control groups.
    pub fn has_exact_limits(&self) -> bool {
        self.0.has_exact_limits()
    }

    /// What is weaker here than on Linux with control groups, as a paragraph for the person who starts
    /// matches; `None` if nothing is.
    pub fn weaker(&self) -> Option<String> {
        self.0.weaker()
    }

    /// Refuses a sandbox that is too weak for programs that strangers upload. A server calls it before it
    /// accepts uploads, unless it is configured otherwise.
    pub fn check_for_uploads(&self) -> Result<(), Refusal> {
        self.0.check_for_uploads()
    }

    /// The parts of the jail, for results and reports: "bubblewrap, seccomp, cgroups".
    pub fn describe(&self) -> String {
        self.0.describe()
    }

    /// Whether there is a jail.
    pub fn is_on(&self) -> bool {
        self.0.is_on()
    }

    /// Whether the jail can contain a program that starts other processes, as compilers do.
    pub fn supports_child_processes(&self) -> bool {
        self.0.supports_child_processes()
    }

    /// Starts a job.
    pub fn spawn(&self, job: &Job) -> Result<Jailed, SpawnFault> {
        self.0.spawn(job)
    }
}
