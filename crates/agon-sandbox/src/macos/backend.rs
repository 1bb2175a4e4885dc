//! Starts programs on macOS.

use super::body::Body;
use super::profile::profile;
use crate::debug::{DebugAccess, Terminal};
use crate::elsewhere;
use crate::fault::{Refusal, SpawnFault};
use crate::finding::{Finding, Health};
use crate::jailed::{How, Jailed};
use crate::job::{Job, Limits};
use crate::sandbox::Choice;
use crate::system::{Jails, PortKind};
use crate::unix::pipes::Pipes;
use crate::wire::Wire;
use rustix::fd::OwnedFd;
use rustix::io::FdFlags;
use rustix::process::{Resource, Rlimit, setrlimit};
use std::fs;
use std::io;
use std::os::unix::fs::PermissionsExt;
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// The program that applies a profile and then becomes the bot.
const SANDBOX_EXEC: &str = "/usr/bin/sandbox-exec";
/// Timeout of the trial run; an overloaded machine needs seconds.
const TRIAL_TIMEOUT: Duration = Duration::from_secs(60);
/// What is missing on macOS; continues a sentence.
const WEAKER: &str = "a thread checks the memory, the processes and the files of bots instead of the kernel. \
     A process that leaves its group outlives its match, and a loss on time \
     counts even on an overloaded machine. Run only bots of people whom you trust.";

/// The jail of this machine.
#[derive(Debug)]
pub(crate) struct Backend {
    is_on: bool,
}

impl Jails for Backend {
    fn choose(choice: Choice) -> Result<Self, Refusal> {
        let is_on = elsewhere::is_jail_wanted(choice, "sandbox-exec")?;
        let backend = Self { is_on };
        backend.run_trial()?;
        Ok(backend)
    }

    fn is_on(&self) -> bool {
        self.is_on
    }

    fn describe(&self) -> String {
        if self.is_on { "sandbox-exec, resource limits" } else { "off" }.into()
    }

    fn weaker(&self) -> Option<String> {
        self.is_on.then(|| format!("On macOS {WEAKER}"))
    }

    fn has_exact_limits(&self) -> bool {
        false
    }

    fn check_for_uploads(&self) -> Result<(), Refusal> {
        Err(elsewhere::refuse_uploads())
    }

    fn supports_child_processes(&self) -> bool {
        true
    }

    fn spawn(&self, job: &Job) -> Result<Jailed, SpawnFault> {
        check(job)?;
        if !matches!(job.debug, Some(DebugAccess::Terminal)) {
            return self.spawn_with(job, Vec::new());
        }
        let (terminal, theirs) = Terminal::open()?;
        let job = theirs.announced_in(job);
        let mut jailed = self.spawn_with(&job, theirs.into_files())?;
        jailed.terminal = Some(terminal);
        Ok(jailed)
    }

    fn port_kind(&self) -> PortKind {
        PortKind::Own
    }

    fn describe_debug(&self, access: &DebugAccess) -> &'static str {
        match (self.is_on, access) {
            (false, _) => "There is no sandbox.",
            (true, DebugAccess::Terminal) => {
                "The sandbox opens two pipes to this terminal for it, and nothing else."
            }
            (true, DebugAccess::Port(_)) => {
                "The sandbox opens this loopback port for it, and nothing else."
            }
        }
    }
}

impl Backend {
    /// Starts a job that keeps these open files.
    fn spawn_with(&self, job: &Job, keep: Vec<OwnedFd>) -> Result<Jailed, SpawnFault> {
        let private = elsewhere::private_dir()?;
        let (wire, child) = self.start(job, keep, private.path())?;
        let folders = || job.writable.iter().chain(&job.work).cloned().collect();
        let limits = self.is_on.then(|| (job.limits.clone(), folders()));
        Ok(Jailed { wire, terminal: None, body: Body::new(child, private, limits) })
    }

    fn start(
        &self,
        job: &Job,
        keep: Vec<OwnedFd>,
        private: &Path,
    ) -> Result<(Wire, std::process::Child), SpawnFault> {
        let mut command = if self.is_on {
            let mut command = Command::new(SANDBOX_EXEC);
            command.arg("-p").arg(profile(job, private)).arg(&job.program);
            command
        } else {
            Command::new(&job.program)
        };
        command.args(&job.args).current_dir(&job.dir).env_clear();
        command.env("HOME", private).env("TMPDIR", private).envs(job.env.iter().cloned());
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        // Ctrl-C reaches the group of the engine only.
        command.process_group(0);
        let limits = self.is_on.then(|| job.limits.clone());
        let prepare = move || {
            for file in &keep {
                rustix::io::fcntl_setfd(file, FdFlags::empty())?;
            }
            if let Some(limits) = &limits {
                set_limits(limits)?;
            }
            Ok(())
        };
        // SAFETY: the closure runs in the forked child, where only this thread exists. It makes system calls
        // on values that were prepared before the fork and allocates nothing.
        #[allow(unsafe_code)]
        unsafe {
            command.pre_exec(prepare);
        }
        let mut child = command.spawn().map_err(|why| blame(job, why))?;
        let (Some(stdin), Some(stdout), Some(stderr)) =
            (child.stdin.take(), child.stdout.take(), child.stderr.take())
        else {
            unreachable!("the three pipes were requested above");
        };
        let pipes = Pipes::new(stdin.into(), stdout.into(), stderr.into(), None)?;
        Ok((Wire::new(pipes), child))
    }

    /// Runs a program that does nothing, to check that the jail works.
    fn run_trial(&self) -> Result<(), Refusal> {
        let refusal = |error: &str| Refusal {
            why: format!("the trial run of sandbox-exec failed (\"{error}\")"),
            remedy: "Start Agon outside of other sandboxes.".into(),
        };
        let job = Job::new("/usr/bin/true");
        let mut jailed = self.spawn(&job).map_err(|fault| refusal(&fault.to_string()))?;
        match jailed.wait(Instant::now() + TRIAL_TIMEOUT) {
            Some(exit) if exit.how == How::Code(0) => Ok(()),
            Some(exit) => {
                jailed.wire.catch_up();
                Err(refusal(&format!("{exit} {}", jailed.wire.log().text().trim())))
            }
            None => Err(refusal("the trial program did not end within a minute")),
        }
    }
}

/// Sets the resource limits of this process; runs between `fork` and `exec`.
fn set_limits(limits: &Limits) -> io::Result<()> {
    let set = |resource, maximum: u64| {
        let limit = Rlimit { current: Some(maximum), maximum: Some(maximum) };
        setrlimit(resource, limit)
    };
    set(Resource::Core, 0)?;
    set(Resource::Fsize, limits.file_size)?;
    set(Resource::Nofile, limits.open_files)?;
    if let Some(seconds) = limits.cpu_seconds {
        set(Resource::Cpu, seconds)?;
    }
    Ok(())
}

/// Refuses invalid jobs before anything is started.
fn check(job: &Job) -> Result<(), SpawnFault> {
    elsewhere::check(job)?;
    let no_program = |why| SpawnFault::NoProgram { path: job.program.clone(), why };
    let data = fs::metadata(&job.program).map_err(no_program)?;
    if !data.is_file() || data.permissions().mode() & 0o111 == 0 {
        return Err(no_program(io::Error::other("it is not an executable file")));
    }
    Ok(())
}

/// Whose fault it is that a process could not be started.
fn blame(job: &Job, why: io::Error) -> SpawnFault {
    let of_program = [io::ErrorKind::NotFound, io::ErrorKind::PermissionDenied];
    let is_of_program =
        of_program.contains(&why.kind()) || why.raw_os_error() == Some(libc::ENOEXEC);
    if is_of_program && job.dir.is_dir() {
        return SpawnFault::NotExecutable { path: job.program.clone(), why };
    }
    why.into()
}

pub(crate) fn doctor() -> Vec<Finding> {
    let remedy = format!("On macOS {WEAKER} Strangers' uploads need Linux.");
    let sandbox = match Backend::choose(Choice::Auto) {
        Ok(_) => Finding::good(
            "sandbox-exec",
            "tested: no network, no writing outside of a bot's own folders, no reading of homes",
        ),
        Err(refusal) => Finding::bad("sandbox-exec", Health::Missing, refusal.why, &refusal.remedy),
    };
    let weaker = |what, says| Finding::bad(what, Health::Weaker, says, &remedy);
    vec![
        sandbox,
        weaker("memory", "a watchdog checks it every 20 ms"),
        weaker("processes", "a watchdog checks them every 20 ms"),
        weaker("freezing", "a signal to the process group"),
        weaker("processor time", "of the processes that still run"),
        weaker("disk", "a watchdog checks the folders every 250 ms"),
    ]
}
