//! `agon play --settings`: the map and the bots that a settings file of the original contest names.

use crate::args::PlayArgs;
use crate::{files, usage};
use agon_core::Contest;
use anyhow::Context;

/// Replaces the settings file of the arguments by what it names.
pub fn apply<G: Contest>(args: &mut PlayArgs) -> anyhow::Result<()> {
    let Some(path) = args.settings.take() else { return Ok(()) };
    let Some(folder) = G::ENGINE_FOLDER else {
        return Err(usage(format!(
            "the contest of {} had no settings file: name the bots and --map instead",
            G::INFO.title
        )));
    };
    let shown = path.display().to_string();
    let text = String::from_utf8(files::read(&path)?)
        .with_context(|| format!("{shown} is not text in UTF-8"))?;
    let settings =
        (folder.read_settings)(&text).map_err(|fault| usage(format!("{shown}: {fault}")))?;
    let beside = |name: String| match path.parent() {
        Some(parent) if !name.starts_with("builtin:") => parent.join(name).display().to_string(),
        _ => name,
    };
    args.map = Some(beside(settings.map));
    args.bots = settings.bots.into_iter().map(beside).collect();
    Ok(())
}
