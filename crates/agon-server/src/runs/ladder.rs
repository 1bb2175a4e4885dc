//! Ranked play: draws the rounds of ladders when they are due, with the versions that are active then.

use super::live::{Live, Made};
use super::plans::entrant;
use super::teams::{Admitted, ladder_teams};
use super::{With, rate_ladder};
use crate::app::{App, now};
use agon_compete::{Entered, EntrantId, Entry, Plan};
use agon_store::Fault;
use agon_store::jobs::Void;
use agon_store::ladder::{KeepRatings, Ladder, Mode, Postpone, RatingPoint};
use std::collections::BTreeSet;

/// Why an entrant of a ladder plays no games: it comes back when its version is made active again.
const REPLACED: &str = "its team plays with another version, or not at all";
/// A round for which fewer than two teams are there is looked at again after this time.
const NO_TEAMS_PAUSE_MS: i64 = 2_000;

/// Draws the rounds that are due now.
pub(crate) async fn draw_due_rounds(app: &App) -> Result<(), Fault> {
    // A game that cannot be played must not stop ranked play: it has no result.
    for id in app.store.dead_ladder_jobs().await? {
        let why = "the game failed too often on the server".to_owned();
        app.runs.void(Void { id, why, account: None, now: now() }).await?;
    }
    for ladder in app.store.unrated_ladders().await? {
        keep_ratings(app, ladder.event).await?;
    }
    for ladder in app.store.due_ladders(now()).await? {
        if draw_round(app, &ladder).await? {
            app.changed();
        } else {
            let (event, due_ms, next_ms) =
                (ladder.event, ladder.next_ms, now() + NO_TEAMS_PAUSE_MS);
            app.store.change(Postpone { event, due_ms, next_ms }).await?;
        }
    }
    Ok(())
}

/// Keeps the ratings after a round.
async fn keep_ratings(app: &App, event: i64) -> Result<(), Fault> {
    let board = rate_ladder(&app.store, event, None).await?;
    if board.games == 0 {
        return Ok(());
    }
    let at_ms = now();
    let point = |line: &agon_compete::Rated| RatingPoint {
        team: line.player,
        version: board.version,
        at_ms,
        elo: line.elo,
        error: line.error,
        places: (line.places.0 as i64, line.places.1 as i64),
        games: line.games as i64,
    };
    let points = board.lines.iter().map(point).collect();
    app.store.change(KeepRatings { event, points }).await
}

/// Draws one round; false if it cannot be drawn now.
async fn draw_round(app: &App, ladder: &Ladder) -> Result<bool, Fault> {
    let teams = ladder_teams(app, ladder).await?;
    let now = now();
    let next_ms = match ladder.mode {
        Mode::Every => {
            let late = (now - ladder.next_ms).max(0) / ladder.every_ms.max(1);
            ladder.next_ms + (late + 1) * ladder.every_ms
        }
        Mode::Off | Mode::Continuous => now,
    };
    let due = Some((ladder.event, ladder.next_ms, next_ms));
    let make = |live: &Live| Ok(round(live, &teams, u64::from(ladder.turns)));
    app.runs.extend(ladder.run, make, With { due, ..With::default() }).await
}

/// The entrants that come and go, and the number of games of the next round; none if it cannot be drawn.
fn round(live: &Live, teams: &[Admitted], turns: u64) -> Option<Made> {
    let (history, Plan::League(plan)) = (live.history(), live.plan()) else { return None };
    if history.stopped().is_some() || history.open().next().is_some() {
        return None;
    }
    let mut made = Made::default();
    let mut playing = BTreeSet::new();
    let mut names: BTreeSet<String> = BTreeSet::new();
    for Admitted { team, inspected } in teams {
        if let Some(entrant) = live.entrant(&team.side) {
            let known = history.entrant(entrant);
            let aside = known.and_then(|known| known.aside.as_ref());
            if aside.is_some_and(|aside| aside.why == REPLACED) {
                made.entries.push(Entry::Back { entrant });
            }
            if aside.is_none_or(|aside| aside.why == REPLACED) {
                playing.insert(entrant);
            }
            continue;
        }
        let number = EntrantId((history.entrants().len() + made.sides.len()) as u32 + 1);
        let mut name = format!("{}@{}", team.name, team.number);
        // A team that was renamed may have left its name to another one.
        if history.named(&name).is_some() || names.contains(&name) {
            name = format!("{name}#{}", team.side.submission);
        }
        names.insert(name.clone());
        let entered = entrant(number.0 as usize, &name, team).entered;
        let team_number = Some(team.side.team.to_string());
        made.entries.push(Entry::Entered(Entered { team: team_number, ..entered }));
        let found = inspected.clone();
        made.entries.extend(found.map(|found| Entry::Inspected { entrant: number, found }));
        made.sides.push((number, team.side.clone()));
        playing.insert(number);
    }
    for entrant in history.players().filter(|entrant| entrant.aside.is_none()) {
        if !playing.contains(&entrant.id()) {
            let (entrant, why) = (entrant.id(), REPLACED.to_owned());
            made.entries.push(Entry::Aside { entrant, why, missing: false });
        }
    }
    let players = playing.len() as u64;
    if players < 2 {
        return None;
    }
    let seats = (plan.seats as u64).min(players);
    let per_table = if plan.seats == 2 { 2 } else { 1 };
    made.games = Some((players * turns).div_ceil(seats) * per_table);
    Some(made)
}
