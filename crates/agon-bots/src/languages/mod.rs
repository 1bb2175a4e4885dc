//! The languages that bots are written in: one file and one value each.
//!
//! Everything else iterates over [`Language::all`]: how a bot is recognised, started and begun, what
//! `agon doctor` reports, what help texts and error messages list. `docs/howto/new-language.md` describes how
//! to add a language.

mod cpp;
mod exec;
mod gdb;
mod go;
mod java;
mod js;
mod python;
mod rust;

pub use java::java_handout;
pub(crate) use java::{bot_class, declared_package, sources as java_sources};

use crate::debug::Debugger;
use crate::kits::KitFile;
use crate::options::BotFault;
use crate::runtime::{LibraryReport, Missing, Runtime, Toolchain};
use crate::sources::Sources;
use crate::start::{Launch, Workbench};
use agon_core::OriginalApi;
use serde::{Deserialize, Deserializer, de};
use std::fmt;
use std::hash::{Hash, Hasher};
use std::path::Path;

/// Every language, in the order in which they are listed. Finished programs come last: any file can be one.
static LANGUAGES: [Language; 7] = [
    Language(&python::PYTHON),
    Language(&cpp::CPP),
    Language(&js::JS),
    Language(&rust::RUST),
    Language(&java::JAVA),
    Language(&go::GO),
    Language(&exec::EXEC),
];

/// Everything that Agon knows about one language.
pub(crate) struct Definition {
    /// The word on command lines and in `agon.toml`.
    pub word: &'static str,
    /// Other words for it.
    pub aliases: &'static [&'static str],
    /// The name that people give it.
    pub title: &'static str,
    /// The endings of its source files, without the dot, the usual one first.
    pub endings: &'static [&'static str],
    /// Names of the file that a folder's bot begins with, the most telling first.
    pub entries: &'static [&'static str],
    /// Which files belong to a bot that is named by one file.
    pub sources_of_file: Sources,
    /// Whether the sources of a folder are compiled together, so that any of them can be the entry.
    pub compiles_folder: bool,
    /// Whether sources often lie in folders below the bot's.
    pub has_package_folders: bool,
    /// Whether bots are taken for bots of the original contest if the game has such an interface in this
    /// language, whatever their text says.
    pub prefers_original: bool,
    /// What runs or compiles it; `None` if nothing is needed.
    pub toolchain: Option<Toolchain>,
    /// The programs of its toolchain, as build commands name them.
    pub commands: &'static [&'static str],
    /// The kit's function that a bot calls to play; empty without a kit.
    pub run_call: &'static str,
    /// Whether the kit's log names the place where a turn was stopped because its time was up.
    pub names_place: bool,
    /// The files of its kit; `None` if there is no kit.
    pub kit: Option<fn() -> Vec<KitFile>>,
    /// Builds a bot that speaks the protocol, by hand or with the kit, and says how to start it.
    pub start: fn(&Workbench<'_>) -> Result<Launch, BotFault>,
    /// The same for a bot of an original contest; `None` if no contest's bots can be run.
    pub start_original: Option<StartOriginal>,
    /// What `agon bot debug` debugs its bots with.
    pub debugger: &'static Debugger,
    /// How a new bot is laid out; `None` if `agon new` makes none.
    pub starter: Option<Starter>,
}

/// Builds a bot of an original contest and says how to start it.
type StartOriginal = fn(&Workbench<'_>, &OriginalApi) -> Result<Launch, BotFault>;

/// How a new bot of a language is laid out.
pub(crate) struct Starter {
    /// The file in `games/GAME/starters`, or in `sdk/LANGUAGE/starter` for games without one, that becomes
    /// the bot's source.
    pub template: &'static str,
    /// What that file is called in the bot's folder.
    pub source: &'static str,
    /// The file that `agon.toml` names as the bot's entry.
    pub entry: &'static str,
    /// The project file of the language's own tools: its name, and its text with words in braces.
    pub project: Option<(&'static str, &'static str)>,
    /// The folder inside the bot's that gets a copy of the kit. `None` if Agon gives the kit to every bot
    /// that it starts.
    pub kit_folder: Option<&'static str>,
    /// The ending of the file in `games/GAME/types` with the types of the game's view, and the folder inside
    /// the bot's that gets it and the helpers of the game. `None` if there are no types for this language.
    pub types: Option<(&'static str, &'static str)>,
    /// The files of the bot's folder and what they are.
    pub files: &'static [(&'static str, &'static str)],
    /// What the bot's author should know about building and editing.
    pub notes: &'static str,
    /// The same for a bot of an original contest.
    pub original_notes: &'static str,
}

/// What a bot is written in.
#[derive(Copy, Clone)]
pub struct Language(&'static Definition);

impl Language {
    /// Every language.
    pub fn all() -> &'static [Language] {
        &LANGUAGES
    }

    /// The languages that `agon new` can begin a bot in.
    pub fn with_starter() -> impl Iterator<Item = Language> {
        LANGUAGES.iter().copied().filter(|language| language.0.starter.is_some())
    }

    /// The language of a word or an alias.
    pub fn from_word(word: &str) -> Option<Language> {
        let is_it =
            |language: &Language| language.0.word == word || language.0.aliases.contains(&word);
        LANGUAGES.iter().copied().find(is_it)
    }

    /// The language whose toolchain has a program of this name.
    pub(crate) fn with_command(name: &str) -> Option<Language> {
        LANGUAGES.iter().copied().find(|language| language.0.commands.contains(&name))
    }

    /// The language of a file by its ending.
    pub fn of_file(path: &Path) -> Option<Language> {
        let ending = path.extension()?.to_str()?;
        LANGUAGES.iter().copied().find(|language| language.0.endings.contains(&ending))
    }

    /// The language of a folder's entry, by its whole name or its ending.
    pub(crate) fn of_entry(path: &Path) -> Option<Language> {
        let name = path.file_name()?.to_str()?;
        let by_name = LANGUAGES.iter().copied().find(|language| language.0.entries.contains(&name));
        by_name.or_else(|| Language::of_file(path))
    }

    /// A finished program of any kind.
    pub(crate) fn exec() -> Language {
        Language(&exec::EXEC)
    }

    /// The word used on command lines and in files.
    pub fn word(self) -> &'static str {
        self.0.word
    }

    /// The name that people give it.
    pub fn title(self) -> &'static str {
        self.0.title
    }

    /// What runs or compiles it on this machine; `None` if it needs nothing.
    pub fn runtime(self) -> Option<Result<Runtime, Missing>> {
        self.0.toolchain.as_ref().map(Toolchain::find)
    }

    /// How its runtime reports the libraries that bots can use.
    pub fn library_report(self) -> Option<LibraryReport> {
        self.0.toolchain.as_ref()?.library_report
    }

    pub(crate) fn definition(self) -> &'static Definition {
        self.0
    }
}

/// Joins words for a message: "python, cpp or js".
pub(crate) fn alternatives<'a>(words: impl IntoIterator<Item = &'a str>) -> String {
    let words: Vec<String> = words.into_iter().map(str::to_owned).collect();
    match words.split_last() {
        Some((last, rest)) if !rest.is_empty() => format!("{} or {last}", rest.join(", ")),
        _ => words.concat(),
    }
}

impl PartialEq for Language {
    fn eq(&self, other: &Language) -> bool {
        self.word() == other.word()
    }
}

impl Eq for Language {}

impl Hash for Language {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.word().hash(state);
    }
}

impl fmt::Debug for Language {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

impl fmt::Display for Language {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

impl<'de> Deserialize<'de> for Language {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Language, D::Error> {
        let word = String::deserialize(deserializer)?;
        Language::from_word(&word).ok_or_else(|| {
            let known = alternatives(LANGUAGES.iter().map(|language| language.word()));
            de::Error::custom(format!("unknown language `{word}`; choose one of {known}"))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn words_endings_and_entries_name_one_language_each() {
        let definitions = || LANGUAGES.iter().map(|language| language.0);
        let lists: [Vec<&str>; 3] = [
            definitions().flat_map(|d| [&[d.word], d.aliases].concat()).collect(),
            definitions().flat_map(|d| d.endings.iter().copied()).collect(),
            definitions().flat_map(|d| d.entries.iter().copied()).collect(),
        ];
        for names in lists {
            let once: BTreeSet<&str> = names.iter().copied().collect();
            assert_eq!(once.len(), names.len(), "{names:?}");
        }
    }

    #[test]
    fn a_language_is_found_by_word_alias_ending_and_entry() {
        let word = |language: Option<Language>| language.map(Language::word);
        assert_eq!(word(Language::from_word("javascript")), Some("js"));
        assert_eq!(word(Language::of_file(Path::new("a/b.cc"))), Some("cpp"));
        assert_eq!(word(Language::of_entry(Path::new("Cargo.toml"))), Some("rust"));
        assert_eq!(word(Language::of_file(Path::new("Cargo.toml"))), None);
    }

    #[test]
    fn an_unknown_language_is_answered_with_the_known_ones() {
        #[derive(Debug, Deserialize)]
        struct TestManifest {
            language: Language,
        }
        let read =
            |text: &str| toml::from_str::<TestManifest>(text).map(|file| file.language.word());
        assert_eq!(read("language = \"executable\"").unwrap(), "exec");
        let fault = read("language = \"cobol\"").unwrap_err().to_string();
        assert!(fault.contains("unknown language `cobol`; choose one of python, cpp, "), "{fault}");
    }
}
