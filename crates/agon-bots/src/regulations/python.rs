//! Python: a script reads the bot's files with Python's own parser and never runs them.

use super::{REPORT, Task, report_in};
use crate::compile::compile;
use crate::options::BotFault;
use crate::runtime::Runtime;
use crate::start::Workbench;

/// Reads the files of a folder: `OUT FORBIDDEN PACKAGES`, with commas between words.
const SCRIPT: &str = include_str!("inspect.py");
/// The package of Agon's own kit, which every bot may import.
const OWN_PACKAGE: &str = "agon";

pub(super) fn read(bench: &Workbench<'_>, task: &Task<'_>) -> Result<String, BotFault> {
    let Runtime { program, version, readable } = bench.runtime()?;
    let mut recipe = bench.recipe(program, version);
    let packages = format!("{OWN_PACKAGE},{}", task.packages.join(","));
    recipe.args =
        ["-I", "-B", "-c", SCRIPT, REPORT, &task.words(), &packages].map(Into::into).into();
    recipe.makes = REPORT.into();
    recipe.readable = readable;
    report_in(&compile(recipe, bench.sandbox, &bench.options.cache)?)
}
