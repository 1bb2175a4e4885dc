//! The bot interface of the CS 228 homework, which Agon's platform reads as data.

use agon_core::{OriginalApi, OriginalHost, StarterFile};

/// The contest's bots were written in Java.
pub const APIS: &[OriginalApi] = &[OriginalApi {
    language: "java",
    guide: "games/galaxy/original/guide.md",
    is_written_for: |source| {
        source.contains("edu.iastate.cs228.game") || source.contains("cs228hw4.game")
    },
    entry: None,
    is_folder: false,
    host: OriginalHost::Java { is_metered: false, libraries: &[] },
    starter: &[StarterFile {
        path: "starters/bot.java",
        name: "MyAgent.java",
        about: "the bot, an `Agent`",
    }],
}];
