//! What a bot is written in and for, found out by looking at its files.

use serde::Deserialize;
use std::fmt;
use std::path::Path;

/// What a bot is written in.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Language {
    /// Python 3.
    Python,
    /// C++ (or C), compiled with g++.
    Cpp,
    /// JavaScript, run by Node.
    #[serde(alias = "javascript")]
    Js,
    /// Rust, compiled with cargo or rustc.
    Rust,
    /// Java.
    Java,
    /// A finished program of whatever kind.
    #[serde(alias = "executable")]
    Exec,
}

impl Language {
    /// Every language.
    pub const ALL: [Language; 6] = [
        Language::Python,
        Language::Cpp,
        Language::Js,
        Language::Rust,
        Language::Java,
        Language::Exec,
    ];

    /// The word used on command lines and in files.
    pub fn word(self) -> &'static str {
        match self {
            Language::Python => "python",
            Language::Cpp => "cpp",
            Language::Js => "js",
            Language::Rust => "rust",
            Language::Java => "java",
            Language::Exec => "exec",
        }
    }

    /// The language of a word.
    pub fn from_word(word: &str) -> Option<Language> {
        Language::ALL.into_iter().find(|language| language.word() == word)
    }

    /// The language of a file by its ending.
    pub fn of_file(path: &Path) -> Option<Language> {
        match path.extension()?.to_str()? {
            "py" => Some(Language::Python),
            "cpp" | "cc" | "cxx" | "c" => Some(Language::Cpp),
            "js" | "mjs" | "cjs" => Some(Language::Js),
            "rs" => Some(Language::Rust),
            "java" | "jar" => Some(Language::Java),
            _ => None,
        }
    }
}

impl fmt::Display for Language {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

/// Which interface a bot is written for.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Api {
    /// The protocol, by hand or with one of our kits.
    Agon,
    /// The interface of the original contest.
    Original,
}

/// What Java sources of the contests have in them.
const JAVA_WORDS: [(&str, &str); 5] = [
    ("asterobots", "net.javachallenge.api"),
    ("galaxy", "edu.iastate.cs228.game"),
    ("galaxy", "cs228hw4.game"),
    ("homerun", "aic2023.user"),
    ("timetravel", "extends BaseAI"),
];

/// Whether a source text in Java is written for one of the contests.
pub(crate) fn is_java_of_a_contest(source: &str) -> bool {
    JAVA_WORDS.iter().any(|(_, word)| source.contains(word))
}

/// The interface that a source text is written for. Each original contest asked for one thing that
/// nobody writes by accident.
pub fn api_of(game: &str, language: Language, source: &str) -> Api {
    let has = |words: &[&str]| words.iter().all(|word| source.contains(word));
    let original = match (game, language) {
        ("mars", Language::Python) => has(&["class BotPlayer", "from src"]),
        (game, Language::Java) => JAVA_WORDS.iter().any(|&(of, word)| of == game && has(&[word])),
        _ => false,
    };
    if original { Api::Original } else { Api::Agon }
}
