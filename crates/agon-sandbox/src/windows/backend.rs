//! Starts programs on Windows.

use super::body::Body;
use super::files::{Integrity, set_integrity};
use super::job_object::{JobObject, begin};
use super::token::lower;
use crate::debug::DebugAccess;
use crate::elsewhere;
use crate::fault::{Refusal, SpawnFault};
use crate::finding::{Finding, Health};
use crate::jailed::{How, Jailed};
use crate::job::Job;
use crate::sandbox::Choice;
use crate::system::{Jails, PortKind};
use crate::thread_pipes::ThreadPipes;
use crate::wire::Wire;
use std::ffi::OsString;
use std::io;
use std::os::windows::io::AsHandle;
use std::os::windows::process::CommandExt;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};
use windows_sys::Win32::System::Threading::{CREATE_NO_WINDOW, CREATE_SUSPENDED};

/// Timeout of the trial run; an overloaded machine needs seconds.
const TRIAL_TIMEOUT: Duration = Duration::from_secs(60);
/// Variables of the system without which programs do not start.
const SYSTEM_VARIABLES: [&str; 9] = [
    "ComSpec",
    "NUMBER_OF_PROCESSORS",
    "OS",
    "PATHEXT",
    "PROCESSOR_ARCHITECTURE",
    "ProgramData",
    "SystemDrive",
    "SystemRoot",
    "windir",
];
/// What is missing on Windows; continues a sentence.
const WEAKER: &str = "a bot can read the files that you can read, and use the network. Its disk space is not \
     limited, and a loss on time counts even on an overloaded machine. Run only bots of people whom you \
     trust.";

/// The jail of this machine.
#[derive(Debug)]
pub(crate) struct Backend {
    is_on: bool,
    /// Whether programs lose their privileges and their right to write into the user's folders.
    lowers: bool,
}

impl Jails for Backend {
    fn choose(choice: Choice) -> Result<Self, Refusal> {
        let is_on = elsewhere::is_jail_wanted(choice, "a job object")?;
        let mut backend = Self { is_on, lowers: is_on };
        let mut result = backend.run_trial();
        if result.is_err() && backend.lowers {
            // Perhaps it works with the user's own token.
            backend.lowers = false;
            result = backend.run_trial();
        }
        result.map(|()| backend)
    }

    fn is_on(&self) -> bool {
        self.is_on
    }

    fn describe(&self) -> String {
        match (self.is_on, self.lowers) {
            (false, _) => "off".into(),
            (true, true) => "job object, low integrity; no separate network".into(),
            (true, false) => "job object; no separate files and network".into(),
        }
    }

    fn weaker(&self) -> Option<String> {
        self.is_on.then(|| format!("On Windows {WEAKER}"))
    }

    fn has_exact_limits(&self) -> bool {
        self.is_on
    }

    fn check_for_uploads(&self) -> Result<(), Refusal> {
        Err(elsewhere::refuse_uploads())
    }

    fn supports_child_processes(&self) -> bool {
        true
    }

    fn spawn(&self, job: &Job) -> Result<Jailed, SpawnFault> {
        check(job)?;
        let private = elsewhere::private_dir()?;
        let job_object = JobObject::new(self.is_on.then_some(&job.limits))?;
        if self.lowers {
            let folders = job.writable.iter().chain(&job.work).map(|path| path.as_path());
            for folder in folders.chain([private.path()]) {
                set_integrity(folder, Integrity::Low)?;
            }
        }
        let mut command = Command::new(&job.program);
        command.args(&job.args).current_dir(&job.dir).env_clear();
        command.envs(environment(job, private.path()));
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        // It runs only when it is in its job object. Without a window Ctrl-C does not reach it.
        command.creation_flags(CREATE_SUSPENDED | CREATE_NO_WINDOW);
        let mut child = Suspended(Some(command.spawn().map_err(|why| blame(job, why))?));
        let process = child.0.as_ref().expect("it was just started");
        job_object.add(process.as_handle())?;
        if self.lowers {
            lower(process.as_handle())?;
        }
        begin(process.id())?;
        let mut child = child.0.take().expect("it was just started");
        let (Some(stdin), Some(stdout), Some(stderr)) =
            (child.stdin.take(), child.stdout.take(), child.stderr.take())
        else {
            unreachable!("the three pipes were requested above");
        };
        let body = Body {
            child,
            job: job_object,
            memory_limit: self.is_on.then_some(job.limits.memory),
            frozen: Vec::new(),
            exit: None,
            private: Some(private),
            left_behind: None,
            work: job.work.clone().filter(|_| self.lowers),
        };
        let wire = Wire::new(ThreadPipes::new(stdin, stdout, stderr)?);
        Ok(Jailed { wire, terminal: None, body })
    }

    fn port_kind(&self) -> PortKind {
        PortKind::Own
    }

    fn describe_debug(&self, _: &DebugAccess) -> &'static str {
        if self.is_on {
            "The sandbox of Windows does not limit the network: the debugger listens by itself."
        } else {
            "There is no sandbox."
        }
    }
}

impl Backend {
    /// Runs a program that does nothing, to check that the jail works.
    fn run_trial(&self) -> Result<(), Refusal> {
        let refusal = |error: &str| Refusal {
            why: format!("the trial run failed (\"{error}\")"),
            remedy: "Start Agon outside of other sandboxes.".into(),
        };
        let shell = std::env::var_os("ComSpec");
        let shell = shell.unwrap_or_else(|| r"C:\Windows\System32\cmd.exe".into());
        let mut job = Job::new(shell);
        job.args = ["/D", "/C", "exit 0"].map(OsString::from).into();
        let mut jailed = self.spawn(&job).map_err(|fault| refusal(&fault.to_string()))?;
        match jailed.wait(Instant::now() + TRIAL_TIMEOUT) {
            Some(exit) if exit.how == How::Code(0) => Ok(()),
            Some(exit) => Err(refusal(&format!("the trial program {exit}"))),
            None => Err(refusal("the trial program did not end within a minute")),
        }
    }
}

/// A process that has not run yet; dropping it ends it.
struct Suspended(Option<Child>);

impl Drop for Suspended {
    fn drop(&mut self) {
        if let Some(child) = &mut self.0 {
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}

/// Refuses invalid jobs before anything is started.
fn check(job: &Job) -> Result<(), SpawnFault> {
    elsewhere::check(job)?;
    let no_program = |why| SpawnFault::NoProgram { path: job.program.clone(), why };
    if !std::fs::metadata(&job.program).map_err(no_program)?.is_file() {
        return Err(no_program(io::Error::other("it is not an executable file")));
    }
    if matches!(job.debug, Some(DebugAccess::Terminal)) {
        let why = "a debugger in the terminal needs Linux or macOS; \
                   `breakpoint()` and print statements work everywhere";
        return Err(SpawnFault::Jail(why.into()));
    }
    Ok(())
}

/// The job's environment on top of what programs of Windows need.
fn environment(job: &Job, private: &Path) -> Vec<(OsString, OsString)> {
    let system = SYSTEM_VARIABLES
        .iter()
        .filter_map(|name| Some((OsString::from(name), std::env::var_os(name)?)));
    let own = ["HOME", "USERPROFILE", "APPDATA", "LOCALAPPDATA", "TEMP", "TMP", "TMPDIR"];
    let own = own.map(|name| (OsString::from(name), private.as_os_str().to_owned()));
    system.chain(own).chain(job.env.iter().cloned()).collect()
}

/// Whose fault it is that a process could not be started.
fn blame(job: &Job, why: io::Error) -> SpawnFault {
    const ERROR_BAD_EXE_FORMAT: i32 = 193;
    let is_of_program = why.raw_os_error() == Some(ERROR_BAD_EXE_FORMAT)
        || [io::ErrorKind::NotFound, io::ErrorKind::PermissionDenied].contains(&why.kind());
    if is_of_program && job.dir.is_dir() {
        return SpawnFault::NotExecutable { path: job.program.clone(), why };
    }
    why.into()
}

pub(crate) fn doctor() -> Vec<Finding> {
    let remedy = format!("On Windows {WEAKER} Strangers' uploads need Linux.");
    let backend = Backend::choose(Choice::Auto);
    let works = |says: &'static str, what| match &backend {
        Ok(_) => Finding::good(what, says),
        Err(refusal) => Finding::bad(what, Health::Missing, refusal.why.clone(), &refusal.remedy),
    };
    let lowers = backend.as_ref().is_ok_and(|backend| backend.lowers);
    let files = if lowers {
        "low integrity: a bot writes into its own folders only, and can read your files"
    } else {
        "a bot can read and write your files"
    };
    vec![
        works("a job object limits it exactly", "memory"),
        works("a job object limits them", "processes"),
        works("a job object counts it exactly", "processor time"),
        works("threads are stopped one by one", "freezing"),
        Finding::bad("files", Health::Weaker, files, &remedy),
        Finding::bad("network", Health::Weaker, "a bot can use it", &remedy),
        Finding::bad("disk", Health::Weaker, "not limited", &remedy),
    ]
}
