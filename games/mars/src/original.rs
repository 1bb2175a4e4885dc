//! The bot interface of the Mars Makeover contest, which Agon's platform reads as data.

use agon_core::{NativeModule, OriginalApi, OriginalHost};

/// The contest's bots are written in Python. A native library of Agon answers their questions about the
/// rules inside the bot's process.
pub const APIS: &[OriginalApi] = &[OriginalApi {
    language: "python",
    guide: "games/mars/original/python/README.md",
    is_written_for,
    entry: None,
    is_folder: false,
    host: OriginalHost::Python {
        native: Some(NativeModule { library: "agon_mars_python", variable: "AGON_MARS_NATIVE" }),
    },
    starter: &[],
}];

/// Whether a source text names the class `BotPlayer` and imports from the contest's packages `src` or `bots`.
/// A file that only re-exports another bot's class counts, too.
fn is_written_for(source: &str) -> bool {
    let imports_contest = |line: &str| {
        let mut words = line.split_whitespace();
        let is_import = matches!(words.next(), Some("from" | "import"));
        let package = words.next().and_then(|module| module.split('.').next());
        is_import && matches!(package, Some("src" | "bots"))
    };
    source.contains("BotPlayer") && source.lines().any(imports_contest)
}
