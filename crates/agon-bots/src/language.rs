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

    /// The name that people give it.
    pub fn title(self) -> &'static str {
        match self {
            Language::Python => "Python",
            Language::Cpp => "C++",
            Language::Js => "JavaScript",
            Language::Rust => "Rust",
            Language::Java => "Java",
            Language::Exec => "machine code",
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

/// The interface that a source text is written for. Each original contest asked for one thing that
/// nobody writes by accident.
pub fn api_of(game: &str, language: Language, source: &str) -> Api {
    let has = |words: &[&str]| words.iter().all(|word| source.contains(word));
    let original = match (game, language) {
        ("asterobots", Language::Java) => has(&["net.javachallenge.api"]),
        ("galaxy", Language::Java) => has(&["edu.iastate.cs228.game"]) || has(&["cs228hw4.game"]),
        ("homerun", Language::Java) => has(&["aic2023.user"]),
        ("timetravel", Language::Java) => has(&["extends BaseAI"]),
        ("timetravel", Language::Cpp) => {
            has(&["public BaseAI"]) || has(&["AI.h", "AI::run"]) || has(&["BaseAI.h"])
        }
        ("timetravel", Language::Python) => has(&["class AI", "BaseAI"]),
        // Also a file that only hands on the class of another.
        ("mars", Language::Python) => {
            has(&["BotPlayer"])
                && source.lines().any(|line| {
                    let words: Vec<&str> = line.split_whitespace().take(2).collect();
                    let module = words.get(1).and_then(|module| module.split('.').next());
                    matches!(words.first(), Some(&"from" | &"import"))
                        && matches!(module, Some("src" | "bots"))
                })
        }
        _ => false,
    };
    if original { Api::Original } else { Api::Agon }
}
