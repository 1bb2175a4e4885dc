//! The bot interface of the AIC 2023 contest, which Agon's platform reads as data.

use agon_core::{
    Ban, ClockRule, Conduct, Enforcement, OriginalApi, OriginalHost, Regulation, Regulations,
    StarterFile,
};

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

/// Section 12 of the handbook. The kit refuses a bot that breaks it, as the contest's own program did,
/// so that it cannot play whatever an organiser says.
pub const REGULATIONS: Regulations = Regulations::everywhere(
    &[Regulation {
        place: "section 12",
        says: "no static variables, and no Java classes outside of lang, math and util and what the \
               contest's own check opens besides",
        bans: &[Ban::Closed],
    }],
    Conduct { regulations: Enforcement::Enforce, clock: ClockRule::Strict },
);
