//! The bot interface of the JavaChallenge contest, which Agon's platform reads as data.

use agon_core::{
    Ban, ClockRule, Conduct, Enforcement, OriginalApi, OriginalHost, Regulation, Regulations,
    StarterFile,
};

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

/// The manual's section "Contest regulation"; participants who violate it are eliminated.
pub const REGULATIONS: Regulations = Regulations::everywhere(
    &[
        Regulation {
            place: "Contest regulation, first point",
            says: "a program cannot communicate with other programs, except for the game engine and the \
                   libraries",
            bans: &[Ban::Programs],
        },
        Regulation {
            place: "Contest regulation, second point",
            says: "a program cannot use any reflection API",
            bans: &[Ban::Reflection],
        },
    ],
    Conduct { regulations: Enforcement::Enforce, clock: ClockRule::Strict },
);
