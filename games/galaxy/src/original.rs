//! The bot interface of the CS 228 homework, which Agon's platform reads as data.

use agon_core::{
    Ban, ClockRule, Conduct, Enforcement, OriginalApi, OriginalHost, Regulation, Regulations,
    StarterFile,
};

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

/// The homework's conditions 1 and 2. Breaking the first can disqualify an agent from the tournament, and the
/// second interprets the 5 seconds of a turn loosely for grading and strictly for the tournament.
pub const REGULATIONS: Regulations = Regulations {
    grading: Conduct { regulations: Enforcement::Report, clock: ClockRule::Loose },
    ..Regulations::everywhere(
        &[Regulation {
            place: "condition 1",
            says: "no threading, reflection, networking, JNI or anything else that requires privileged \
                   execution, unless a good reason is given",
            bans: &[Ban::Threads, Ban::Reflection, Ban::Network, Ban::NativeCode, Ban::Privileges],
        }],
        Conduct { regulations: Enforcement::Enforce, clock: ClockRule::Strict },
    )
};
