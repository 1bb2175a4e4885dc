//! The bot interfaces of a game's original contest, described as data.
//!
//! The platform knows languages, a game knows its contest. A game lists the interfaces in
//! [`Contest::ORIGINAL_APIS`](crate::Contest::ORIGINAL_APIS); the platform recognises bots that are written
//! for one of them, gives them the files in `games/GAME/original/LANGUAGE` and starts them.

/// One bot interface of the original contest: how bots of one language were written for it.
#[derive(Copy, Clone, Debug)]
pub struct OriginalApi {
    /// The word of the language, as on command lines and in `agon.toml`.
    pub language: &'static str,
    /// The page that describes the interface: a path in Agon's sources.
    pub guide: &'static str,
    /// Whether a source text is written for this interface. It looks for something that the contest
    /// required and that a bot with Agon's own kit does not contain.
    pub is_written_for: fn(source: &str) -> bool,
    /// The name of the file that the contest prescribed, if any. That file is the entry point of a folder
    /// even if the contest's own client lies beside it, and the bot has the folder's name.
    pub entry: Option<&'static str>,
    /// Whether a bot is its whole folder even if only one file of it is named.
    pub is_folder: bool,
    /// How a bot is run.
    pub host: OriginalHost,
    /// The files of a new bot, the entry first; empty if there is no starter.
    pub starter: &'static [StarterFile],
}

/// How bots of an original contest are run.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum OriginalHost {
    /// `host.py` of the interface's folder loads the bot.
    Python {
        /// A library of Agon's that the host loads.
        native: Option<NativeModule>,
    },
    /// `build.sh` of the interface's folder compiles the bot.
    Cpp {
        /// Files and folders of the contest's own client. The interface's folder replaces them, so copies
        /// in the bot's folder are not compiled.
        client: &'static [&'static str],
        /// Sources of the interface's folder that are compiled once for all bots.
        library: &'static [&'static str],
    },
    /// Agon's Java kit compiles and hosts the bot.
    Java {
        /// Whether the kit counts the bot's energy. It then isolates matches from each other, so that one
        /// process plays many, and the bot computes in its turns only.
        is_metered: bool,
        /// Jars besides the kit's own that the contest handed out.
        libraries: &'static [&'static str],
    },
}

/// The folder that a contest handed out to play at home: bots, maps, a settings file, a program that plays.
#[derive(Copy, Clone, Debug)]
pub struct EngineFolder {
    /// The name of its settings file.
    pub settings: &'static str,
    /// Its files besides the maps: the path inside the folder and the text, in which `@AGON@` stands for the
    /// path of Agon's program.
    pub files: &'static [(&'static str, &'static str)],
    /// The folder of the maps inside it.
    pub maps: &'static str,
    /// Reads a settings file; the error is a sentence.
    pub read_settings: fn(text: &str) -> Result<EngineSettings, String>,
}

/// The match that a settings file names. Paths begin at the folder of that file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EngineSettings {
    /// The map file.
    pub map: String,
    /// The bots, by seat: a file, or a built-in bot as `builtin:NAME`.
    pub bots: Vec<String>,
}

/// A library of Agon's that a host loads.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct NativeModule {
    /// The library's name, without the prefix and suffix of the operating system.
    pub library: &'static str,
    /// The environment variable that tells the host the library's path.
    pub variable: &'static str,
}

/// A file of a new bot.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct StarterFile {
    /// Where it is in the game's folder.
    pub path: &'static str,
    /// What it is called in the bot's folder.
    pub name: &'static str,
    /// What it is, for the bot's README.
    pub about: &'static str,
}
