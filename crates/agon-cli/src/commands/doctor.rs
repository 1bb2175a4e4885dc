//! `agon doctor`: what this machine offers for bots, what is missing, and how to install it.

use crate::Done;
use agon_bots::{Language, Runtime};
use agon_sandbox::{Choice, Finding, Health, How, Job, Sandbox, doctor};
use std::io::Write;
use std::time::{Duration, Instant};

/// How long a language may take to list its libraries.
const LIBRARIES_TIMEOUT: Duration = Duration::from_secs(60);

pub fn run(out: &mut dyn Write) -> anyhow::Result<Done> {
    let sandbox = Sandbox::choose(Choice::Auto);
    let findings = doctor();
    writeln!(out, "Sandbox")?;
    for Finding { what, health, says, .. } in &findings {
        writeln!(out, "  {:8} {what:15} {says}", word(*health))?;
    }
    writeln!(out, "\nLanguages")?;
    for &language in Language::all() {
        let Some(runtime) = language.runtime() else { continue };
        let (health, about) = match runtime {
            Ok(runtime) => (Health::Good, about(language, &runtime, sandbox.as_ref().ok())),
            Err(missing) => (Health::Missing, missing.remedy.to_owned()),
        };
        writeln!(out, "  {:8} {:15} {about}", word(health), language.title())?;
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

fn about(language: Language, runtime: &Runtime, sandbox: Option<&Sandbox>) -> String {
    let report = language.library_report().zip(sandbox);
    let libraries = report.and_then(|(args, sandbox)| libraries(runtime, args, sandbox));
    let Runtime { version, program, .. } = runtime;
    format!("{version}, {}{}", libraries.unwrap_or_default(), program.display())
}

/// The libraries that a bot in the sandbox can use, as the runtime reports them.
fn libraries(runtime: &Runtime, args: &[&str], sandbox: &Sandbox) -> Option<String> {
    let mut job = Job::new(&runtime.program);
    job.args = args.iter().map(Into::into).collect();
    job.readable = runtime.readable.clone();
    job.limits.forks = sandbox.supports_child_processes();
    let deadline = Instant::now() + LIBRARIES_TIMEOUT;
    let mut jailed = sandbox.spawn(&job).ok()?;
    let said = String::from_utf8_lossy(jailed.wire.rest(1000, Some(deadline)).ok()?).into_owned();
    let exit = jailed.wait(deadline)?;
    (exit.how == How::Code(0)).then_some(said)
}
