//! `agon.toml`: what a bot's author says about the bot instead of letting Agon guess.

use crate::api::Api;
use crate::languages::Language;
use serde::Deserialize;

/// The name of the file in a bot's folder.
pub const MANIFEST: &str = "agon.toml";

/// How the names of the bots that come with Agon begin.
const BUILT_IN_PREFIX: &str = "builtin:";

/// The longest name of a bot, in characters.
pub(crate) const MAX_NAME_CHARS: usize = 80;

/// What a bot's author says about the bot. Everything is optional.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Manifest {
    /// What the bot is called in results.
    pub name: Option<String>,
    /// The game it plays.
    pub game: Option<String>,
    /// What it is written in.
    pub language: Option<Language>,
    /// The interface it is written for.
    pub api: Option<Api>,
    /// The file to run, or to begin compiling with, inside the folder.
    pub entry: Option<String>,
    /// The class that plays, with its package, if several classes of the sources or of the jar can.
    pub class: Option<String>,
    /// A shell command that builds it, run inside the folder.
    pub build: Option<String>,
    /// Programs outside of `/usr/bin` that building or running it needs, besides those that `build` names.
    #[serde(default)]
    pub tools: Vec<String>,
}

impl Manifest {
    /// Reads the file's text.
    pub fn parse(text: &str) -> Result<Manifest, String> {
        let manifest: Manifest = toml::from_str(text).map_err(|fault| fault.to_string())?;
        if let Some(entry) = &manifest.entry {
            let path = std::path::Path::new(entry);
            let inside = path.components().all(|c| matches!(c, std::path::Component::Normal(_)));
            if !inside || entry.is_empty() {
                return Err(format!("`entry` must name a file inside the folder, not `{entry}`"));
            }
        }
        if let Some(name) = &manifest.name {
            let length = name.chars().count();
            if name.trim().is_empty() || length > MAX_NAME_CHARS {
                return Err(format!(
                    "`name` must have 1 to {MAX_NAME_CHARS} characters that can be seen, not {length}"
                ));
            }
            if name.trim_start().starts_with(BUILT_IN_PREFIX) {
                return Err(format!(
                    "`name` must not begin with `{BUILT_IN_PREFIX}`: only the bots that come with Agon are \
                     called so"
                ));
            }
        }
        Ok(manifest)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bot_cannot_take_the_name_of_a_built_in_one() {
        let fault = Manifest::parse("name = \" builtin:solid\"").unwrap_err();
        assert!(fault.contains("must not begin with `builtin:`"), "{fault}");
        assert!(Manifest::parse("name = \"my builtin: bot\"").is_ok());
    }
}
