//! The Java packages that a bot's classes are in, for events that ask for one.

use crate::api::GameApis;
use crate::beneath::Folder;
use crate::languages::{declared_package, java_sources};
use crate::options::{BotFault, Options};
use crate::sources::{BYTES_MAX, slashed};
use crate::start::{Workbench, take_snapshot};
use crate::word::find;
use agon_core::Contest;
use agon_runner::built_in_names;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};

/// A class or a source file of a Java bot, and the package that it is in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PackagedFile {
    /// The file, such as `src/Bot.java`, or `team/Bot.class` in a jar.
    pub name: String,
    /// The package, such as `cs228hw4.game`; `None` for Java's unnamed package.
    pub package: Option<String>,
}

/// The source files of a Java bot with their packages; of a bot that is a jar, its classes. Unit tests and
/// libraries beside sources are left out. A bot in another language has none.
pub fn java_packages<G: Contest>(
    word: &str,
    options: &Options,
) -> Result<Vec<PackagedFile>, BotFault> {
    let found = find(word, GameApis::of::<G>(), &built_in_names::<G>())?;
    if found.language.word() != "java" {
        return Ok(Vec::new());
    }
    let sandbox = options.sandbox.as_ref().map_err(Clone::clone)?;
    let snapshot = take_snapshot(&found, options)?;
    let bench =
        Workbench { found: &found, options, sandbox, snapshot: &snapshot, is_debugged: false };
    let folder = Folder::open(&snapshot.dir)?;
    let bytes = |name: &Path| -> Result<Vec<u8>, BotFault> {
        Ok(folder.read(name, BYTES_MAX)?.map(|(bytes, _)| bytes).unwrap_or_default())
    };
    let mut files = Vec::new();
    let sources = java_sources(&bench).into_iter().map(PathBuf::from);
    for name in sources.filter(|name| has_classes(name)) {
        let text = bytes(&name)?;
        let package = declared_package(&String::from_utf8_lossy(&text));
        files.push(PackagedFile { name: slashed(&name), package });
    }
    if files.is_empty() {
        for name in bench.files(&["jar"]) {
            let classes = agon_sandbox::zip_names(&bytes(Path::new(&name))?, ".class");
            files.extend(classes.into_iter().filter_map(class_in_jar));
        }
    }
    Ok(files)
}

/// Whether a file has classes. Descriptions of modules and packages, which editors add, have none.
fn has_classes(name: &Path) -> bool {
    let stem = name.file_stem().and_then(OsStr::to_str).unwrap_or_default();
    !["module-info", "package-info"].contains(&stem)
}

/// A class of a jar with its package, which is its folder; `None` for a file without classes.
fn class_in_jar(name: String) -> Option<PackagedFile> {
    if name.starts_with("META-INF/") || !has_classes(Path::new(&name)) {
        return None;
    }
    let package = name.rsplit_once('/').map(|(folder, _)| folder.replace('/', "."));
    Some(PackagedFile { name, package })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn classes_of_a_jar_are_in_the_packages_of_their_folders() {
        for (name, package) in [
            ("cs228hw4/game/Bot$Inner.class", Some(Some("cs228hw4.game"))),
            ("Bot.class", Some(None)),
            ("module-info.class", None),
            ("team/package-info.class", None),
            ("META-INF/versions/9/team/Bot.class", None),
        ] {
            let found = class_in_jar(name.to_owned());
            let found = found.as_ref().map(|file| file.package.as_deref());
            assert_eq!(found, package, "{name}");
        }
        assert!(!has_classes(Path::new("src/package-info.java")));
        assert!(has_classes(Path::new("src/Info.java")));
    }
}
