//! Decisions of the organisers. A ruling acts on draws that follow it; what was drawn and played stays.

use crate::EntrantId;
use serde::{Deserialize, Serialize};

/// A decision of the organisers.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Ruling {
    /// Who decided.
    pub who: String,
    /// Why.
    pub why: String,
    /// What was decided.
    #[serde(flatten)]
    pub action: Action,
}

/// What a ruling does.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "action", rename_all = "snake_case")]
pub enum Action {
    /// The entrant leaves; its drawn games that have not been played are forfeited.
    Withdraw {
        /// The entrant.
        entrant: EntrantId,
        /// The first round without it; none for the next one.
        round: Option<u32>,
    },
    /// The entrant is excluded; its drawn games that have not been played are forfeited.
    Disqualify {
        /// The entrant.
        entrant: EntrantId,
        /// The first round without it; none for the next one.
        round: Option<u32>,
    },
    /// The entrant may play again.
    Reinstate {
        /// The entrant.
        entrant: EntrantId,
    },
    /// The entrant misses a round that has not been drawn.
    Absent {
        /// The entrant.
        entrant: EntrantId,
        /// The round.
        round: u32,
    },
    /// The result of a finished game is changed.
    Correct {
        /// Key of the game.
        game: String,
        /// The ranks by seat that count.
        ranks: Vec<u8>,
    },
    /// An entrant loses a game, played or not.
    Forfeit {
        /// Key of the game.
        game: String,
        /// The entrant.
        entrant: EntrantId,
    },
    /// Finished games are played again with the same seats; their results no longer count.
    Rerun {
        /// Keys of the games.
        games: Vec<String>,
    },
    /// An entrant advances from an elimination match, whatever its games say.
    Advance {
        /// Key of the meeting.
        meeting: String,
        /// The entrant.
        entrant: EntrantId,
    },
    /// The entrant was let in after the first draw.
    Enter {
        /// The entrant, which an entry before the ruling has entered.
        entrant: EntrantId,
    },
    /// The entrant gets another display name.
    Rename {
        /// The entrant.
        entrant: EntrantId,
        /// The new name.
        name: String,
    },
    /// The run ends: nothing more is drawn or played. Results stay; drawn games without one have none.
    Stop,
}

impl Ruling {
    /// The ruling as a sentence; `name` gives the entrants' names.
    pub fn sentence(&self, name: &dyn Fn(EntrantId) -> String) -> String {
        let from = |round: &Option<u32>| match round {
            Some(round) => format!(" from round {round} on"),
            None => String::new(),
        };
        let what = match &self.action {
            Action::Withdraw { entrant, round } => {
                format!("{} is withdrawn{}", name(*entrant), from(round))
            }
            Action::Disqualify { entrant, round } => {
                format!("{} is disqualified{}", name(*entrant), from(round))
            }
            Action::Reinstate { entrant } => format!("{} is reinstated", name(*entrant)),
            Action::Absent { entrant, round } => {
                format!("{} is absent in round {round}", name(*entrant))
            }
            Action::Correct { game, ranks } => {
                let ranks: Vec<String> = ranks.iter().map(u8::to_string).collect();
                format!("the ranks of game {game} are corrected to {}", ranks.join(", "))
            }
            Action::Forfeit { game, entrant } => {
                format!("{} forfeits game {game}", name(*entrant))
            }
            Action::Rerun { games } => format!("played again: {}", games.join(", ")),
            Action::Advance { meeting, entrant } => {
                format!("{} advances from {meeting}", name(*entrant))
            }
            Action::Enter { entrant } => format!("{} enters late", name(*entrant)),
            Action::Rename { entrant, name: new } => {
                format!("{entrant} is now called {new}")
            }
            Action::Stop => "the run is stopped".into(),
        };
        let why = self.why.trim_end_matches('.');
        let why = if why.is_empty() { String::new() } else { format!(": {why}") };
        format!("Ruling by {}: {what}{why}.", self.who)
    }
}
