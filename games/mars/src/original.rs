//! The bot interface of the Mars Makeover contest and the folder that it handed out, which Agon's platform
//! reads as data.

use agon_core::{
    Ban, ClockRule, Conduct, Enforcement, EngineFolder, EngineSettings, NativeModule, OriginalApi,
    OriginalHost, Regulation, Regulations, StarterFile,
};
use serde::Deserialize;

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
    starter: &[StarterFile {
        path: "original/engine/bots/starter.py",
        name: "bot.py",
        about: "the bot",
    }],
}];

/// The handbook's section "Allowed Packages". The packages `src` and `bots` are the contest's own.
pub const REGULATIONS: Regulations = Regulations {
    packages: &["numpy", "scipy", "src", "bots"],
    ..Regulations::everywhere(
        &[Regulation {
            place: "Allowed Packages",
            says: "a bot may import the Python standard library, numpy, scipy and what the game imports; \
                   organisers consider others",
            bans: &[Ban::Packages],
        }],
        Conduct { regulations: Enforcement::Enforce, clock: ClockRule::Strict },
    )
};

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

/// A file of the folder, read from `original/`.
macro_rules! file {
    ($name:literal, $path:literal) => {
        ($name, include_str!(concat!("../original/", $path)))
    };
}

/// The contest's folder: bots, maps and a settings file lie as its own program expected them.
pub const ENGINE_FOLDER: EngineFolder = EngineFolder {
    settings: "game_settings.json",
    files: &[
        file!("README.md", "engine/README.md"),
        file!("run_game.py", "engine/run_game.py"),
        file!("game_settings.json", "engine/game_settings.json"),
        file!("bots/starter.py", "engine/bots/starter.py"),
        file!("bots/prospector.py", "python/examples/prospector.py"),
        file!("src/__init__.py", "python/src/__init__.py"),
        file!("src/errors.py", "python/src/errors.py"),
        file!("src/game_constants.py", "python/src/game_constants.py"),
        file!("src/game_state.py", "python/src/game_state.py"),
        file!("src/info.py", "python/src/info.py"),
        file!("src/map.py", "python/src/map.py"),
        file!("src/player.py", "python/src/player.py"),
        file!("src/robot.py", "python/src/robot.py"),
    ],
    maps: "maps",
    read_settings,
};

/// What `game_settings.json` holds; the contest's program ignored other keys, too.
#[derive(Deserialize)]
struct Settings {
    map: String,
    blue_bot: String,
    red_bot: String,
}

/// Reads `game_settings.json`: names of files in `maps/` and `bots/`, or paths.
fn read_settings(text: &str) -> Result<EngineSettings, String> {
    let settings: Settings = serde_json::from_str(text).map_err(|fault| {
        format!("{fault}; a settings file has the keys map, blue_bot and red_bot, each with a name")
    })?;
    let place = |name: &str, folder: &str, ending: &str| {
        let folder = if name.contains('/') { String::new() } else { format!("{folder}/") };
        let ending = if name.ends_with(ending) { "" } else { ending };
        format!("{folder}{name}{ending}")
    };
    let bot = |name: &str| match name.starts_with("builtin:") {
        true => name.to_owned(),
        false => place(name, "bots", ".py"),
    };
    Ok(EngineSettings {
        map: place(&settings.map, "maps", ".awap23m"),
        bots: vec![bot(&settings.blue_bot), bot(&settings.red_bot)],
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_name_files_of_the_folder() {
        let read =
            read_settings(r#"{"map": "a", "blue_bot": "b", "red_bot": "more/c.py", "x": 1}"#);
        let bots = vec!["bots/b.py".to_owned(), "more/c.py".to_owned()];
        assert_eq!(read, Ok(EngineSettings { map: "maps/a.awap23m".into(), bots }));
        let read =
            read_settings(r#"{"map": "a.awap23m", "blue_bot": "builtin:x", "red_bot": "c"}"#);
        assert_eq!(read.unwrap().bots[0], "builtin:x");
        let fault = read_settings(r#"{"map": "a"}"#).unwrap_err();
        assert!(fault.contains("blue_bot") && fault.contains("keys map, blue_bot"), "{fault}");
    }
}
