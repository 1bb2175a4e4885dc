//! Where the teams of a run come from: the versions of a deadline, the teams of a ladder's next round; and
//! what seeds them.

use super::plans::{Field, Planner, take_conduct};
use super::rate_run;
use crate::app::{App, now};
use crate::events::{Settings, instant};
use crate::problem::{Problem, invalid, problem};
use agon_compete::{Inspected, Rated, Record};
use agon_core::Occasion;
use agon_store::events::Event;
use agon_store::ladder::Ladder;
use agon_store::runs::Candidate;
use agon_store::{Fault, Store};
use axum::http::StatusCode;
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;

/// Seeds a tournament by the ratings of the ladder.
pub(super) const LADDER: &str = "ladder";

/// What seeds the teams of a tournament: its name, and their records by number.
pub(super) type Records = (String, BTreeMap<i64, Record>);

/// A team that may take part, and what reading its program has shown.
pub(crate) struct Admitted {
    pub team: Candidate,
    pub inspected: Option<Inspected>,
}

/// The teams that play the next round of a ladder. Those that the regulations keep out are left out.
pub(super) async fn ladder_teams(app: &App, ladder: &Ladder) -> Result<Vec<Admitted>, Fault> {
    let damaged = || Fault::Damaged(format!("the ladder of event {}", ladder.event));
    let events = app.store.events().await?;
    let event = events.into_iter().find(|event| event.id == ladder.event).ok_or_else(damaged)?;
    let game = app.game(&event.game).ok_or_else(damaged)?;
    let mut keys: Map<String, Value> = serde_json::from_str(&ladder.plan).map_err(|_| damaged())?;
    let mut settings_of_conduct = take_conduct(&mut keys).map_err(|_| damaged())?;
    Settings::of(&event).submissions.fill_conduct(&mut settings_of_conduct);
    let occasion = Occasion::League;
    let conduct = settings_of_conduct.conduct(game.regulations, occasion);
    let candidates = app.store.candidates(event.id).await?;
    let teams = candidates.iter().filter(|candidate| !candidate.staff).collect();
    let field = Field {
        game,
        candidates: &candidates,
        teams,
        occasion,
        conduct,
        settings_of_conduct,
        records: None,
    };
    let mut admitted = Vec::new();
    for team in &field.teams {
        if let Ok(Ok(inspected)) = field.inspect(team) {
            admitted.push(Admitted { team: (*team).clone(), inspected });
        }
    }
    Ok(admitted)
}

/// The teams with the versions that they had at a moment; those that are still validated may be among them.
pub(super) async fn candidates_at(
    store: &Store,
    event: &Event,
    moment: &str,
) -> Result<Vec<Candidate>, Problem> {
    let at = instant(moment, &Settings::of(event).zone())?;
    if at > now() {
        let detail = format!("the deadline {moment} is in the future; make the run after it");
        return Err(problem(StatusCode::CONFLICT, detail));
    }
    let pending = match store.pending_at(event.id, at).await?.len() {
        0 => return Ok(store.versions_at(event.id, at).await?),
        1 => "1 submission is".to_owned(),
        pending => format!("{pending} submissions are"),
    };
    let detail = format!(
        "the versions of {moment} are not known yet: {pending} still validated; try again when that is done"
    );
    Err(problem(StatusCode::CONFLICT, detail))
}

/// What seeds a tournament.
pub(super) async fn records(
    planner: &Planner<'_>,
    event: &Event,
    from: Option<&Value>,
) -> Result<Option<Records>, Problem> {
    let Some(from) = from else { return Ok(None) };
    if from == &json!(LADDER) {
        let board = planner.ladders.of(planner.store, event.id).await?;
        let rated = board.lines.iter().filter(|line| line.games > 0);
        let record = |line: &Rated| (line.player, Record { rating: line.elo, ..Record::default() });
        return Ok(Some((LADDER.to_owned(), rated.map(record).collect())));
    }
    let id = from.as_i64().or_else(|| from.as_str()?.parse().ok()).ok_or_else(|| {
        invalid("`seed_from` is `ladder`, or the number of an earlier run of this event")
    })?;
    let run =
        planner.store.run(id).await?.filter(|run| run.event == event.id && run.kind != "grade");
    let run = run.ok_or_else(|| invalid(format!("this event has no run {id} with wins")))?;
    let entrants = planner.store.run_entrants(id).await?;
    let teams: BTreeMap<i64, i64> =
        entrants.into_iter().map(|(number, side)| (i64::from(number), side.team)).collect();
    let board = rate_run(planner.store, id, run.length, teams.keys().copied()).await?;
    let record = |line: &Rated| {
        let wins = line.won as f64 + line.shared as f64 / 2.0;
        let record = Record { wins, games: line.games as u32, rating: line.elo };
        Some((*teams.get(&line.player)?, record))
    };
    Ok(Some((format!("run {id}"), board.lines.iter().filter_map(record).collect())))
}
