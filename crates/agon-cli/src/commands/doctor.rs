//! `agon doctor`: what this machine offers for bots, what is missing, and how to install it.

use crate::Done;
use crate::report::size;
use agon_bots::{Language, LibraryReport, Part, Runtime, parts};
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
        match language.runtime() {
            None => {}
            Some(Ok(runtime)) => {
                let about = format!("{}, {}", runtime.version, runtime.program.display());
                line(out, language.title(), Ok(about))?;
                for (name, version) in libraries(language, &runtime, sandbox.as_ref().ok()) {
                    line(out, &name, version)?;
                }
            }
            Some(Err(missing)) => line(out, language.title(), Err(missing.remedy.into()))?,
        }
    }
    writeln!(out, "\nCarried by this program")?;
    for Part { name, bytes } in parts() {
        line(out, &format!("{name:22}"), bytes.map(size).map_err(|missing| missing.remedy.into()))?;
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

/// A line about something that is there, or about what to do because it is missing.
fn line(out: &mut dyn Write, name: &str, state: Result<String, String>) -> std::io::Result<()> {
    let health = if state.is_ok() { Health::Good } else { Health::Missing };
    let about = state.unwrap_or_else(|remedy| remedy);
    writeln!(out, "  {:8} {name:15} {about}", word(health))
}

/// The libraries that a bot in the sandbox can use: a name, and its version or what to do.
fn libraries(
    language: Language,
    runtime: &Runtime,
    sandbox: Option<&Sandbox>,
) -> Vec<(String, Result<String, String>)> {
    let report = language.library_report().zip(sandbox);
    let Some((LibraryReport { args, remedy }, sandbox)) = report else { return Vec::new() };
    let said = ask_in_sandbox(runtime, args, sandbox).unwrap_or_default();
    let library = |line: &str| {
        let (name, version) = line.split_once(' ').unwrap_or((line, ""));
        let program = runtime.program.display().to_string();
        let remedy = remedy.replace("{name}", name).replace("{program}", &program);
        let state = if version.is_empty() { Err(remedy) } else { Ok(version.to_owned()) };
        (format!("  {name}"), state)
    };
    said.lines().map(library).collect()
}

/// What the runtime prints with these arguments in the sandbox.
fn ask_in_sandbox(runtime: &Runtime, args: &[&str], sandbox: &Sandbox) -> Option<String> {
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
