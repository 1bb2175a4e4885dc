//! Java: the kit compiles the bot and reads its class files.

use super::{REPORT, Task, report_in};
use crate::api::Api;
use crate::compile::compile;
use crate::embedded;
use crate::languages::bot_class;
use crate::options::BotFault;
use crate::runtime::Runtime;
use crate::start::Workbench;
use crate::word::Found;
use std::ffi::OsString;

/// Whether the kit can compile the bot: it knows the bots of the original contests.
pub(super) fn can_read(found: &Found) -> bool {
    found.api == Api::Original && found.original.is_some()
}

pub(super) fn read(bench: &Workbench<'_>, task: &Task<'_>) -> Result<String, BotFault> {
    embedded::java_kit()?;
    let Runtime { program, version, readable } = bench.runtime()?;
    let kit = bench.kit()?;
    let mut recipe = bench.recipe(program, format!("{version} {}", kit.hash));
    let mut args: Vec<OsString> =
        ["-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-XX:-UsePerfData", "-jar"]
            .map(OsString::from)
            .into();
    args.push(kit.dir.join("agon-java.jar").into_os_string());
    args.extend(["inspect", bench.found.game, REPORT, ".", "--forbid"].map(OsString::from));
    args.push(task.words().into());
    args.extend(bot_class(bench));
    recipe.args = args;
    recipe.makes = REPORT.into();
    recipe.readable = readable;
    recipe.readable.push(kit.dir);
    report_in(&compile(recipe, bench.sandbox, &bench.options.cache)?)
}
