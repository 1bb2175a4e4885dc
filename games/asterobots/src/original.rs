//! The bot interface of the JavaChallenge contest, which Agon's platform reads as data.

use agon_core::{OriginalApi, OriginalHost, StarterFile};

/// The contest's bots were written in Java.
pub const APIS: &[OriginalApi] = &[OriginalApi {
    language: "java",
    guide: "games/asterobots/original/guide.md",
    is_written_for: |source| source.contains("net.javachallenge.api"),
    entry: None,
    is_folder: false,
    host: OriginalHost::Java { is_metered: false, libraries: &["scala-library.jar"] },
    starter: &[StarterFile {
        path: "starters/bot.java",
        name: "MyPlayer.java",
        about: "the bot, a `ComputerPlayer`",
    }],
}];
