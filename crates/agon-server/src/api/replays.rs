//! Replays of games: who may read them, and without the notes of other teams' bots.

use super::extract::At;
use super::matches::{MatchInfo, find_for, owned};
use super::submissions::{attachment, fetch};
use crate::app::App;
use crate::identity::Caller;
use crate::problem::{Problem, problem, unknown};
use agon_store::matches::LiveGame;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::IntoResponse;
use std::sync::Arc;

/// The replay of a game. It contains the output and drawings of one's own bots only; the rest is complete,
/// and the file verifies.
#[utoipa::path(get, path = "/api/v1/matches/{id}/games/{number}/replay", tag = "match",
    params(("id" = i64, Path), ("number" = u32, Path)),
    responses((status = 200, content_type = "application/octet-stream"),
        (status = "default", body = Problem)))]
pub async fn replay(
    State(app): State<Arc<App>>,
    caller: Caller,
    At((id, number)): At<(i64, u32)>,
) -> Result<impl IntoResponse, Problem> {
    let (address, keeps) = find_replay(&app, &caller, (id, number)).await?;
    let bytes = own_replay(&app, &address, keeps, (id, number)).await?;
    Ok((attachment(&format!("match-{id}-game-{number}.agonreplay")), bytes))
}

/// The address of the replay of a game that the caller may see, and on which seats the caller's bots are.
async fn find_replay(
    app: &App,
    caller: &Caller,
    at: (i64, u32),
) -> Result<(String, Vec<bool>), Problem> {
    match find_record(app, caller, at).await? {
        (Record::Replay(address), keeps) => Ok((address, keeps)),
        (Record::Live(_), _) => {
            let (id, number) = at;
            let detail =
                format!("game {number} of match {id} is being played; it has no replay yet");
            Err(problem(StatusCode::NOT_FOUND, detail))
        }
    }
}

/// Where the record of a game is.
pub(crate) enum Record {
    /// The game has ended: the address of its replay.
    Replay(String),
    /// A worker plays it.
    Live(Box<LiveGame>),
}

/// The record of a game that the caller may see, and on which seats the caller's bots are.
pub(crate) async fn find_record(
    app: &App,
    caller: &Caller,
    (id, number): (i64, u32),
) -> Result<(Record, Vec<bool>), Problem> {
    let (_, info, reader) = find_for(app, caller, id).await?;
    refuse_hidden(&info)?;
    let missing = || unknown(format!("replay of game {number} of match {id}"));
    let games = app.store.games(&[id]).await?;
    if let Some(game) = games.into_iter().find(|game| game.number == number) {
        let keeps = owned(&info.sides, &game.sides, reader);
        return Ok((Record::Replay(game.report.replay.ok_or_else(missing)?), keeps));
    }
    let live = app.store.live_games(&[id]).await?;
    let game = live.into_iter().find(|game| game.number == number).ok_or_else(missing)?;
    let sides: Vec<u32> = game.spec.seats.iter().map(|bot| bot.side).collect();
    let keeps = owned(&info.sides, &sides, reader);
    Ok((Record::Live(Box::new(game)), keeps))
}

/// A replay with the notes of those seats only for which `keeps` is true.
pub(crate) async fn own_replay(
    app: &Arc<App>,
    address: &str,
    keeps: Vec<bool>,
    (id, number): (i64, u32),
) -> Result<Vec<u8>, Problem> {
    let bytes = fetch(app, address, format!("replay of game {number} of match {id}")).await?;
    match keeps.iter().all(|keeps| *keeps) {
        true => Ok(bytes),
        false => without_notes(app, bytes, keeps).await,
    }
}

/// A replay would show what a hidden opponent does.
fn refuse_hidden(info: &MatchInfo) -> Result<(), Problem> {
    match &info.hidden {
        None => Ok(()),
        Some(sentence) => {
            let detail =
                format!("only staff see this replay, because the opponent is hidden: {sentence}");
            Err(problem(StatusCode::FORBIDDEN, detail))
        }
    }
}

/// Removes the notes of the seats that are not kept. The game is played again for that, so that only some
/// copies are made at the same time.
async fn without_notes(
    app: &Arc<App>,
    bytes: Vec<u8>,
    keeps: Vec<bool>,
) -> Result<Vec<u8>, Problem> {
    let _permit = app.copying.acquire().await.expect("the semaphore is never closed");
    let app = Arc::clone(app);
    let copied = tokio::task::spawn_blocking(move || app.workshop.keep_notes(&bytes, &keeps));
    let copied = copied.await.unwrap_or_else(|error| Err(error.to_string()));
    copied.map_err(|fault| {
        tracing::warn!(fault, "cannot remove notes from a replay");
        let detail = "this replay contains private notes of another bot that cannot be removed, because it \
                      is of an older version of the game; ask staff for it";
        problem(StatusCode::CONFLICT, detail)
    })
}
