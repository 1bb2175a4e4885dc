//! `agon doctor`: what this machine offers for bots, what is missing, and how to get it.

use crate::Done;
use agon_bots::runtimes::{self, Missing, Runtime};
use agon_sandbox::{Choice, Finding, Health, How, Job, Sandbox, doctor};
use std::io::Write;
use std::time::{Duration, Instant};

/// How long a language may take to tell its libraries.
const PATIENCE: Duration = Duration::from_secs(60);

/// Prints the versions of those that can be imported.
const LIBRARIES: &str = "import importlib\n\
    for name in ('numpy', 'scipy'):\n\
    \ttry: print(name, importlib.import_module(name).__version__, end=', ')\n\
    \texcept Exception: print('no', name, end=', ')";

pub fn run(out: &mut dyn Write) -> anyhow::Result<Done> {
    let sandbox = Sandbox::choose(Choice::Auto);
    let findings = doctor();
    writeln!(out, "Sandbox")?;
    for Finding { what, health, says, .. } in &findings {
        writeln!(out, "  {:8} {what:15} {says}", word(*health))?;
    }
    writeln!(out, "\nLanguages")?;
    for (name, runtime) in languages() {
        match runtime {
            Ok(runtime) => {
                let about = about(&runtime, name, sandbox.as_ref().ok());
                writeln!(out, "  {:8} {name:15} {about}", word(Health::Good))?;
            }
            Err(missing) => {
                writeln!(out, "  {:8} {name:15} {}", word(Health::Missing), missing.remedy)?
            }
        }
    }
    let mut remedies: Vec<&str> =
        findings.iter().filter_map(|finding| finding.remedy.as_deref()).collect();
    remedies.dedup();
    if !remedies.is_empty() {
        writeln!(out, "\nWhat can be done")?;
        for remedy in remedies {
            writeln!(out, "  {remedy}")?;
        }
    }
    match sandbox {
        Ok(sandbox) => {
            writeln!(out, "\nBots run in: {}.", sandbox.describe())?;
            Ok(Done::Well)
        }
        Err(refusal) => {
            writeln!(out, "\nBots do not run: {refusal}")?;
            Ok(Done::Badly)
        }
    }
}

fn word(health: Health) -> &'static str {
    match health {
        Health::Good => "good",
        Health::Weaker => "weaker",
        Health::Missing => "missing",
    }
}

/// Every language that bots are written in, and what runs or compiles it here.
fn languages() -> [(&'static str, Result<Runtime, Missing>); 4] {
    [
        ("Python", runtimes::python()),
        ("JavaScript", runtimes::node()),
        ("C++", runtimes::gxx()),
        ("Rust", runtimes::rustc()),
    ]
}

fn about(runtime: &Runtime, name: &str, sandbox: Option<&Sandbox>) -> String {
    let libraries = match (name, sandbox) {
        ("Python", Some(sandbox)) => libraries(runtime, sandbox).unwrap_or_default(),
        _ => String::new(),
    };
    format!("{}, {libraries}{}", runtime.version, runtime.program.display())
}

/// What a bot in the sandbox can import.
fn libraries(python: &Runtime, sandbox: &Sandbox) -> Option<String> {
    let mut job = Job::new(&python.program);
    job.args = vec!["-c".into(), LIBRARIES.into()];
    job.readable = python.readable.clone();
    job.limits.forks = sandbox.supports_child_processes();
    let deadline = Instant::now() + PATIENCE;
    let mut jailed = sandbox.spawn(&job).ok()?;
    let said = String::from_utf8_lossy(jailed.wire.rest(1000, Some(deadline)).ok()?).into_owned();
    let exit = jailed.wait(deadline)?;
    (exit.how == How::Code(0)).then_some(said)
}
