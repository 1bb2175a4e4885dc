//! A run as spectators see it while its rounds are released one by one.

use crate::{Action, Entry, History, Refusal};
use std::collections::BTreeSet;

/// The history of a log as if nothing after the first `rounds` rounds had been drawn. Results, rulings and
/// entries that belong to later rounds are left out; rulings about what is shown act at once.
pub fn shown(entries: impl IntoIterator<Item = Entry>, rounds: u32) -> Result<History, Refusal> {
    let mut history = History::default();
    let (mut meetings, mut games) = (BTreeSet::new(), BTreeSet::new());
    for entry in entries {
        let is_hiding = !meetings.is_empty();
        let is_shown = match &entry {
            Entry::Draw(draw) if draw.round > rounds => {
                for meeting in &draw.meetings {
                    meetings.insert(meeting.key.clone());
                    games.extend(meeting.games.iter().map(|game| game.key.clone()));
                }
                false
            }
            Entry::More { meeting, games: more } if meetings.contains(meeting) => {
                games.extend(more.iter().map(|game| game.key.clone()));
                false
            }
            Entry::Played(played) => !games.contains(&played.game),
            Entry::Void { game, .. } | Entry::Dropped { game, .. } => !games.contains(game),
            // Entrants that came in after a hidden draw play in hidden rounds only.
            Entry::Entered(_)
            | Entry::Inspected { .. }
            | Entry::Rejected { .. }
            | Entry::Aside { .. }
            | Entry::Back { .. } => !is_hiding,
            Entry::Ruling(ruling) => match &ruling.action {
                // It may name hidden games beside shown ones; then it shows with the last of them.
                Action::Rerun { games: again } => !again.iter().any(|game| games.contains(game)),
                _ => history.check(&entry).is_ok(),
            },
            Entry::Begin { .. } | Entry::Build { .. } | Entry::Draw(_) | Entry::More { .. } => true,
        };
        if is_shown {
            history.apply(entry)?;
        }
    }
    Ok(history)
}
