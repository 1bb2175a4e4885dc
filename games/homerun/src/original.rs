//! The bot interface of the AIC 2023 contest, which Agon's platform reads as data.

use agon_core::{OriginalApi, OriginalHost, StarterFile};

/// The contest's bots were written in Java.
pub const APIS: &[OriginalApi] = &[OriginalApi {
    language: "java",
    guide: "games/homerun/original/guide.md",
    is_written_for: |source| source.contains("aic2023.user"),
    entry: None,
    is_folder: false,
    host: OriginalHost::Java { is_metered: true, libraries: &[] },
    starter: &[StarterFile {
        path: "starters/bot.java",
        name: "UnitPlayer.java",
        about: "the bot: one for every unit",
    }],
}];
