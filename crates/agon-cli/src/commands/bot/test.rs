//! `agon bot test`: finds scenes, plays them, and reports which expectations hold.

use super::junit;
use super::scene::{Check, PlayScene};
use crate::args::TestArgs;
use crate::commands::runs::{folder_of, read_text};
use crate::files::{self, with_game};
use crate::interrupt::{self, STOP};
use crate::report::{count, shell_word};
use crate::{Done, unless_closed, usage};
use agon_bots::MANIFEST;
use agon_core::safe_text;
use agon_expect::{EXTENSION, Position, Scene};
use anyhow::Context;
use serde::Serialize;
use serde_json::json;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Instant;

/// The result of one scene.
#[derive(Debug, Serialize)]
pub struct SceneReport {
    /// Path of the file.
    pub file: String,
    /// Title of the scene.
    pub name: String,
    /// The tested bot.
    pub bot: Option<String>,
    /// Whether all expectations hold.
    pub passed: bool,
    /// Why the scene could not be played.
    pub error: Option<String>,
    /// The expectations in the order of the file.
    pub expectations: Vec<Check>,
    /// Duration in seconds.
    #[serde(skip)]
    pub seconds: f64,
}

pub fn run(args: &TestArgs, out: &mut dyn Write) -> anyhow::Result<Done> {
    interrupt::listen_while_playing();
    let mut reports = Vec::new();
    for path in scenes(&args.paths)? {
        let report = report_on(&path, args);
        if STOP.is_asked() {
            return Ok(Done::Interrupted);
        }
        if !args.json {
            unless_closed(print(&report, out).and_then(|()| Ok(out.flush()?)))?;
        }
        reports.push(report);
    }
    if let Some(path) = &args.junit {
        files::write(path, junit::xml(&reports).as_bytes())?;
    }
    let passed = reports.iter().all(|report| report.passed);
    let said = match args.json {
        true => {
            writeln!(out, "{}", json!({"passed": passed, "scenes": reports})).map_err(Into::into)
        }
        false => print_sum(&reports, out),
    };
    unless_closed(said.and_then(|()| Ok(out.flush()?)))?;
    Ok(if passed { Done::Well } else { Done::Badly })
}

/// The scene files that the arguments name, each once, in the order of their names within a folder.
fn scenes(paths: &[PathBuf]) -> anyhow::Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    for path in paths {
        let shown = path.display();
        if path.is_dir() {
            let before = found.len();
            collect(path, &mut found)?;
            if found.len() == before {
                return Err(usage(format!(
                    "there is no *.{EXTENSION} in {shown}; docs/howto/test-a-bot.md says how to write one"
                )));
            }
        } else if path.exists() {
            found.push(path.clone());
        } else {
            return Err(usage(format!("there is no {shown}")));
        }
    }
    let mut seen = std::collections::BTreeSet::new();
    found.retain(|path| seen.insert(path.clone()));
    Ok(found)
}

/// Adds the scenes in a folder and the folders in it, without hidden ones and symbolic links to folders.
fn collect(folder: &Path, found: &mut Vec<PathBuf>) -> anyhow::Result<()> {
    let cannot = || format!("cannot read {}", folder.display());
    let mut entries = std::fs::read_dir(folder)
        .with_context(cannot)?
        .collect::<Result<Vec<_>, _>>()
        .with_context(cannot)?;
    entries.sort_by_key(|entry| entry.file_name());
    for entry in entries {
        let is_hidden = entry.file_name().to_string_lossy().starts_with('.');
        // The current folder is named `.`; paths in it are shown without it.
        let path =
            if folder == Path::new(".") { PathBuf::from(entry.file_name()) } else { entry.path() };
        let kind = entry.file_type().with_context(cannot)?;
        if kind.is_dir() && !is_hidden {
            collect(&path, found)?;
        } else if !kind.is_dir() && path.extension().is_some_and(|ending| ending == EXTENSION) {
            found.push(path);
        }
    }
    Ok(())
}

fn report_on(path: &Path, args: &TestArgs) -> SceneReport {
    let start = Instant::now();
    let mut report = SceneReport {
        file: path.display().to_string(),
        name: files::stem(path),
        bot: None,
        passed: false,
        error: None,
        expectations: Vec::new(),
        seconds: 0.0,
    };
    match play(path, args, &mut report) {
        Ok(checks) => {
            report.passed = checks.iter().all(|check| check.passed);
            report.expectations = checks;
        }
        Err(error) => report.error = Some(format!("{error:#}")),
    }
    report.seconds = start.elapsed().as_secs_f64();
    report
}

fn play(path: &Path, args: &TestArgs, report: &mut SceneReport) -> anyhow::Result<Vec<Check>> {
    let scene = Scene::parse(&read_text(path)?).map_err(|why| usage(why.trim().to_owned()))?;
    if let Some(name) = &scene.name {
        report.name.clone_from(name);
    }
    let base = folder_of(path);
    let replay = match scene.position().map_err(usage)? {
        Position::Moment { replay, .. } => Some(files::read_replay(&base.join(replay))?),
        Position::Start { .. } => None,
    };
    let game = match (&scene.game, &replay) {
        (Some(game), Some(replay)) if *game != replay.header.game => {
            return Err(usage(format!("the replay is of {}, not of {game}", replay.header.game)));
        }
        (_, Some(replay)) => replay.header.game.clone(),
        (game, None) => game.clone().unwrap_or_default(),
    };
    let bot = match (&args.bot, &scene.bot) {
        (Some(bot), _) => bot.clone(),
        (None, Some(bot)) => files::resolve(&base, bot),
        (None, None) => enclosing_bot(&base).ok_or_else(|| {
            usage(format!(
                "the scene names no bot and lies in no bot's folder: add `bot = PATH` or use --bot, or put \
                 it into a folder with an {MANIFEST}"
            ))
        })?,
    };
    report.bot = Some(bot.clone());
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let jobs = args.jobs.unwrap_or(cores);
    let (scene, replay) = (&scene, replay.as_ref());
    let play = PlayScene { scene, bot: &bot, base: &base, replay, run: &args.run, jobs };
    let mut checks = with_game(&game, play)??;
    for check in checks.iter_mut().filter(|check| !check.passed) {
        check.repeat.get_or_insert_with(|| scene_command(path, args));
    }
    Ok(checks)
}

/// The command that plays a scene again.
fn scene_command(path: &Path, args: &TestArgs) -> String {
    let mut command = format!("agon bot test {}", shell_word(&path.display().to_string()));
    if let Some(bot) = &args.bot {
        command += &format!(" --bot {}", shell_word(bot));
    }
    command
}

/// The nearest folder around `base` with a manifest.
fn enclosing_bot(base: &Path) -> Option<String> {
    let here = std::path::absolute(".").ok();
    let base = base.canonicalize().ok()?;
    let bot = base.ancestors().find(|folder| folder.join(MANIFEST).is_file())?;
    // A path below the current folder is shown relative to it.
    let below = here.and_then(|here| bot.strip_prefix(here).ok().map(Path::to_owned));
    let shown = below.filter(|path| !path.as_os_str().is_empty());
    Some(shown.unwrap_or_else(|| bot.to_owned()).display().to_string())
}

fn print(report: &SceneReport, out: &mut dyn Write) -> anyhow::Result<()> {
    writeln!(out, "{}", safe_text(&report.file))?;
    if let Some(error) = &report.error {
        let error = error.replace('\n', "\n          ");
        writeln!(out, "  error   {}", safe_text(&error))?;
    }
    for check in &report.expectations {
        let expectation = safe_text(&check.expectation);
        if check.passed {
            writeln!(out, "  ok      {expectation}")?;
            continue;
        }
        let held = match check.games {
            1 => String::new(),
            games => format!(": {} of {games}", check.held),
        };
        writeln!(out, "  failed  {expectation}{held}")?;
        for line in reasons(check) {
            writeln!(out, "          {}", safe_text(&line))?;
        }
    }
    Ok(())
}

/// Why an expectation failed, and how to repeat it, as lines.
pub fn reasons(check: &Check) -> Vec<String> {
    let times = |games: u64| match check.games {
        1 => String::new(),
        _ => format!("{}: ", count(games, "game")),
    };
    let mut lines: Vec<String> =
        check.why.iter().map(|why| format!("{}{}", times(why.games), why.reason)).collect();
    lines.extend(check.repeat.iter().map(|command| format!("again: {command}")));
    lines
}

fn print_sum(reports: &[SceneReport], out: &mut dyn Write) -> anyhow::Result<()> {
    let checks: Vec<&Check> = reports.iter().flat_map(|report| &report.expectations).collect();
    let failed = checks.iter().filter(|check| !check.passed).count() as u64;
    let errors = reports.iter().filter(|report| report.error.is_some()).count() as u64;
    let mut sum = format!(
        "{}, {}: {} held, {failed} failed",
        count(reports.len() as u64, "scene"),
        count(checks.len() as u64, "expectation"),
        checks.len() as u64 - failed,
    );
    if errors > 0 {
        sum += &format!("; {} could not be played", count(errors, "scene"));
    }
    writeln!(out, "\n{sum}.")?;
    Ok(())
}
