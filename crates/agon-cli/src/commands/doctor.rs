//! `agon doctor`: what this machine offers for bots, what is missing, and how to install it.

use crate::Done;
use crate::args::DoctorArgs;
use crate::newer;
use crate::report::size;
use agon_bots::{DebuggerTool, Language, LibraryReport, Part, Runtime, debugger_tools, parts};
use agon_sandbox::{Choice, Finding, Health, How, Job, Sandbox, doctor};
use serde::Serialize;
use std::io::Write;
use std::time::{Duration, Instant};

/// How long a language may take to list its libraries.
const LIBRARIES_TIMEOUT: Duration = Duration::from_secs(60);

pub fn run(args: &DoctorArgs, out: &mut dyn Write) -> anyhow::Result<Done> {
    let report = DoctorReport::new();
    if args.json {
        writeln!(out, "{}", serde_json::to_string(&report)?)?;
    } else {
        report.print(out)?;
    }
    Ok(if report.ready { Done::Well } else { Done::Badly })
}

/// What the machine offers.
#[derive(Serialize)]
struct DoctorReport {
    /// Whether bots can run.
    ready: bool,
    /// The sandbox that bots run in, or why they do not run.
    sandbox: String,
    findings: Vec<SandboxFinding>,
    languages: Vec<LanguageReport>,
    /// What `agon bot debug` needs.
    debuggers: Vec<DebuggerReport>,
    /// What this program carries.
    parts: Vec<PartReport>,
    versions: Versions,
}

/// The versions of this program and of what it exchanges with others.
#[derive(Serialize)]
struct Versions {
    program: &'static str,
    /// The protocol between Agon and a bot.
    protocol: u32,
    /// The newest format of replays that this program reads.
    replay_format: u32,
    /// The last replay that needs a newer program.
    newer: Option<String>,
    /// The last bot that speaks a newer version of the protocol.
    newer_bot: Option<String>,
}

/// A feature of the machine that the sandbox uses.
#[derive(Serialize)]
struct SandboxFinding {
    what: &'static str,
    health: &'static str,
    says: String,
    remedy: Option<String>,
}

/// A language for bots: version and program, or what to do because it is missing.
#[derive(Serialize)]
struct LanguageReport {
    language: &'static str,
    title: &'static str,
    version: Option<String>,
    program: Option<String>,
    remedy: Option<String>,
    libraries: Vec<Library>,
}

/// A library that a bot in the sandbox can use: its version, or what to do because it is missing.
#[derive(Serialize)]
struct Library {
    name: String,
    version: Option<String>,
    remedy: Option<String>,
}

/// A program that a debugger needs: where it is, or what to do because it is missing.
#[derive(Serialize)]
struct DebuggerReport {
    debugger: &'static str,
    tool: &'static str,
    languages: Vec<&'static str>,
    program: Option<String>,
    remedy: Option<String>,
}

/// Something that this program carries: its size, or what to do because it is missing.
#[derive(Serialize)]
struct PartReport {
    name: &'static str,
    bytes: Option<usize>,
    remedy: Option<String>,
}

impl DoctorReport {
    fn new() -> DoctorReport {
        let sandbox = Sandbox::choose(Choice::Auto);
        let finding = |Finding { what, health, says, remedy }: Finding| SandboxFinding {
            what,
            health: word(health),
            says,
            remedy,
        };
        let part = |Part { name, bytes }: Part| {
            let (bytes, remedy) = either(bytes.map_err(|missing| missing.remedy.into_owned()));
            PartReport { name, bytes, remedy }
        };
        let tool = |DebuggerTool { debugger, tool, languages, found }: DebuggerTool| {
            let found = found.map(|program| program.display().to_string());
            let (program, remedy) = either(found.map_err(|missing| missing.remedy.into_owned()));
            DebuggerReport { debugger, tool, languages, program, remedy }
        };
        let languages = Language::all().iter();
        let newer::Met { replay, bot } = newer::met();
        DoctorReport {
            ready: sandbox.is_ok(),
            findings: doctor().into_iter().map(finding).collect(),
            languages: languages
                .filter_map(|l| LanguageReport::of(*l, sandbox.as_ref().ok()))
                .collect(),
            debuggers: debugger_tools().into_iter().map(tool).collect(),
            parts: parts().into_iter().map(part).collect(),
            versions: Versions {
                program: env!("CARGO_PKG_VERSION"),
                protocol: agon_protocol::VERSION,
                replay_format: newer::newest_format(),
                newer: replay.map(|newer| newer.to_string()),
                newer_bot: bot.map(|newer| newer.to_string()),
            },
            sandbox: match &sandbox {
                Ok(sandbox) => sandbox.describe(),
                Err(refusal) => refusal.to_string(),
            },
        }
    }

    fn print(&self, out: &mut dyn Write) -> std::io::Result<()> {
        writeln!(out, "Sandbox")?;
        for SandboxFinding { what, health, says, .. } in &self.findings {
            writeln!(out, "  {health:8} {what:15} {says}")?;
        }
        writeln!(out, "\nLanguages")?;
        for LanguageReport { title, version, program, remedy, libraries, .. } in &self.languages {
            let about = version.as_ref().zip(program.as_ref()).map(|(v, p)| format!("{v}, {p}"));
            line(out, title, about.as_deref(), remedy.as_deref())?;
            for Library { name, version, remedy } in libraries {
                line(out, &format!("  {name}"), version.as_deref(), remedy.as_deref())?;
            }
        }
        writeln!(out, "\nDebuggers")?;
        for DebuggerReport { tool, languages, program, remedy, .. } in &self.debuggers {
            let about = program.as_ref().map(|path| format!("{}, {path}", languages.join(", ")));
            line(out, tool, about.as_deref(), remedy.as_deref())?;
        }
        writeln!(out, "\nCarried by this program")?;
        for PartReport { name, bytes, remedy } in &self.parts {
            let bytes = bytes.map(size);
            line(out, &format!("{name:22}"), bytes.as_deref(), remedy.as_deref())?;
        }
        let Versions { program, protocol, replay_format, newer, newer_bot } = &self.versions;
        writeln!(out, "\nVersions")?;
        line(out, "program", Some(program), None)?;
        let formats = format!("1 to {replay_format}");
        let spoken = protocol.to_string();
        for (name, known, newer) in
            [("protocol", spoken, newer_bot), ("replay format", formats, newer)]
        {
            let newer =
                newer.as_ref().map(|newer| format!("{newer}. Get a newer version of Agon."));
            line(out, name, newer.is_none().then_some(known.as_str()), newer.as_deref())?;
        }
        let findings = self.findings.iter();
        let mut remedies: Vec<&str> = findings.filter_map(|f| f.remedy.as_deref()).collect();
        remedies.dedup();
        if !remedies.is_empty() {
            writeln!(out, "\nWhat can be done")?;
            for remedy in remedies {
                writeln!(out, "  {remedy}")?;
            }
        }
        let start = if self.ready { "Bots run in" } else { "Bots do not run" };
        let end = if self.ready { "." } else { "" };
        writeln!(out, "\n{start}: {}{end}", self.sandbox)
    }
}

impl LanguageReport {
    /// `None` for a language without a runtime.
    fn of(language: Language, sandbox: Option<&Sandbox>) -> Option<LanguageReport> {
        let mut report = LanguageReport {
            language: language.word(),
            title: language.title(),
            version: None,
            program: None,
            remedy: None,
            libraries: Vec::new(),
        };
        match language.runtime()? {
            Ok(runtime) => {
                report.libraries = libraries(language, &runtime, sandbox);
                report.program = Some(runtime.program.display().to_string());
                report.version = Some(runtime.version);
            }
            Err(missing) => report.remedy = Some(missing.remedy.into_owned()),
        }
        Some(report)
    }
}

/// The value or the error, whichever it is.
fn either<T, E>(result: Result<T, E>) -> (Option<T>, Option<E>) {
    match result {
        Ok(value) => (Some(value), None),
        Err(error) => (None, Some(error)),
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
fn line(
    out: &mut dyn Write,
    name: &str,
    about: Option<&str>,
    remedy: Option<&str>,
) -> std::io::Result<()> {
    let health = if about.is_some() { Health::Good } else { Health::Missing };
    let about = about.or(remedy).unwrap_or_default();
    writeln!(out, "  {:8} {name:15} {about}", word(health))
}

/// The libraries that a bot in the sandbox can use.
fn libraries(language: Language, runtime: &Runtime, sandbox: Option<&Sandbox>) -> Vec<Library> {
    let report = language.library_report().zip(sandbox);
    let Some((LibraryReport { args, remedy }, sandbox)) = report else { return Vec::new() };
    let said = ask_in_sandbox(runtime, args, sandbox).unwrap_or_default();
    let library = |line: &str| {
        let (name, version) = line.split_once(' ').unwrap_or((line, ""));
        let program = runtime.program.display().to_string();
        let remedy = remedy.replace("{name}", name).replace("{program}", &program);
        let (version, remedy) =
            either(if version.is_empty() { Err(remedy) } else { Ok(version.to_owned()) });
        Library { name: name.to_owned(), version, remedy }
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
