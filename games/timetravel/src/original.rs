//! The bot interfaces of the Time Travel contest, which Agon's platform reads as data.

use agon_core::{OriginalApi, OriginalHost, StarterFile};

const GUIDE: &str = "games/timetravel/original/guide.md";

/// The contest's bots were written in C++, Python or Java: a class `AI` that extends the contest's `BaseAI`.
pub const APIS: &[OriginalApi] = &[
    OriginalApi {
        language: "cpp",
        guide: GUIDE,
        is_written_for: |source| {
            source.contains("public BaseAI")
                || source.contains("BaseAI.h")
                || source.contains("AI.h") && source.contains("AI::run")
        },
        entry: Some("AI.cpp"),
        is_folder: true,
        host: OriginalHost::Cpp { client: CPP_CLIENT, library: CPP_LIBRARY },
        starter: &[
            StarterFile { path: "original/cpp/starter/AI.cpp", name: "AI.cpp", about: "the bot" },
            StarterFile {
                path: "original/cpp/starter/AI.h",
                name: "AI.h",
                about: "its class, a `BaseAI`",
            },
        ],
    },
    OriginalApi {
        language: "python",
        guide: GUIDE,
        is_written_for: |source| source.contains("class AI") && source.contains("BaseAI"),
        entry: Some("AI.py"),
        is_folder: false,
        host: OriginalHost::Python { native: None },
        starter: &[StarterFile {
            path: "original/python/starter/AI.py",
            name: "AI.py",
            about: "the bot, a `BaseAI`",
        }],
    },
    OriginalApi {
        language: "java",
        guide: GUIDE,
        is_written_for: is_java_client,
        entry: Some("AI.java"),
        is_folder: false,
        host: OriginalHost::Java { is_metered: false, libraries: &[] },
        starter: &[StarterFile {
            path: "starters/bot.java",
            name: "AI.java",
            about: "the bot, a `BaseAI`",
        }],
    },
];

/// Whether a Java source or the class files of a jar extend the contest's class. A class file has the name
/// with its length before it.
fn is_java_client(text: &str) -> bool {
    let words: Vec<&str> = text.split_whitespace().collect();
    let extends = words
        .windows(2)
        .any(|pair| pair[0] == "extends" && pair[1].trim_end_matches('{') == "BaseAI");
    extends || text.contains("\u{1}\0\u{6}BaseAI")
}

/// The contest's client in C++, which the interface's own sources replace.
const CPP_CLIENT: &[&str] = &[
    "BaseAI.cpp",
    "BaseAI.h",
    "game.cpp",
    "game.h",
    "getters.cpp",
    "getters.h",
    "main.cpp",
    "network.cpp",
    "network.h",
    "sexp",
    "structures.h",
    "wrappers.cpp",
    "wrappers.h",
];

/// The sources that do not depend on the bot; the one that takes longest comes first.
const CPP_LIBRARY: &[&str] = &["interface.cpp", "BaseAI.cpp", "getters.cpp", "wrappers.cpp"];
