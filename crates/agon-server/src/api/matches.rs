//! Matches: scrimmages, results, replays; and the queue that staff see.

use super::Page;
use super::events::find as find_event;
use super::extract::{Asked, At, Body};
use super::submissions::{attachment, fetch};
use super::teams::own_team;
use crate::app::{App, now};
use crate::authorise::Action;
use crate::events::Settings;
use crate::identity::Caller;
use crate::problem::{Problem, invalid, unknown};
use crate::secrets::random_text;
use agon_store::jobs::{Requeue, Void};
use agon_store::matches::{Match, RequestScrimmage};
use axum::Json;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::response::IntoResponse;
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use utoipa::ToSchema;

/// Most games of one scrimmage.
const MAX_GAMES: u32 = 10;

/// A side of a match.
#[derive(Debug, Serialize, ToSchema)]
pub struct SideInfo {
    /// The team.
    pub team: i64,
    /// Its name.
    pub name: String,
    /// The version's number within the team.
    pub version: u32,
}

/// A game of a match.
#[derive(Debug, Serialize, ToSchema)]
pub struct GameInfo {
    /// Its number, from 1.
    pub number: u32,
    /// The map's name.
    pub map: String,
    /// The seed.
    pub seed: i64,
    /// The sides of the match in the order of the seats.
    pub sides: Vec<u32>,
    /// Ranks by seat, 1 is best.
    pub ranks: Vec<u8>,
    /// Scores by seat.
    pub scores: Vec<f64>,
    /// The deciding reason as a sentence.
    pub reason: String,
    /// The last round.
    pub rounds: u32,
    /// First fault of each bot, by seat.
    pub faults: Vec<Option<String>>,
    /// Whether there is a replay.
    pub replay: bool,
}

/// A match.
#[derive(Debug, Serialize, ToSchema)]
pub struct MatchInfo {
    /// Its number.
    pub id: i64,
    /// `validation`, `scrimmage`, `ladder`, `tournament` or `grading`.
    pub kind: String,
    /// The run that it belongs to.
    pub run: Option<i64>,
    /// `queued`, `running`, `finished`, `void` or `superseded`.
    pub state: String,
    /// When it was made, in milliseconds since 1970.
    pub created_ms: i64,
    /// When its last game ended.
    pub finished_ms: Option<i64>,
    /// The sides.
    pub sides: Vec<SideInfo>,
    /// The games that were played.
    pub games: Vec<GameInfo>,
}

async fn describe(app: &App, matches: Vec<Match>) -> Result<Vec<MatchInfo>, Problem> {
    let ids: Vec<i64> = matches.iter().map(|found| found.id).collect();
    let (sides, games) = (app.store.sides(&ids).await?, app.store.games(&ids).await?);
    let mut all: Vec<MatchInfo> = matches
        .into_iter()
        .map(|Match { id, kind, run, state, created_ms, finished_ms, .. }| {
            let (sides, games) = (Vec::new(), Vec::new());
            MatchInfo { id, kind, run, state, created_ms, finished_ms, sides, games }
        })
        .collect();
    for side in sides {
        if let Some(found) = all.iter_mut().find(|found| found.id == side.match_id) {
            found.sides.push(SideInfo { team: side.team, name: side.name, version: side.version });
        }
    }
    for game in games {
        if let Some(found) = all.iter_mut().find(|found| found.id == game.match_id) {
            found.games.push(GameInfo {
                number: game.number,
                map: game.report.map,
                seed: game.seed,
                sides: game.sides,
                ranks: game.report.ranks,
                scores: game.report.scores,
                reason: game.report.sentence,
                rounds: game.report.rounds,
                faults: game.report.faults,
                replay: game.report.replay.is_some(),
            });
        }
    }
    Ok(all)
}

/// A wish for unranked games.
#[derive(Debug, Deserialize, ToSchema)]
pub struct ScrimmageRequest {
    /// Numbers of the opponents.
    pub opponents: Vec<i64>,
    /// Number of games, at most 10; the seats rotate.
    #[serde(default = "two")]
    pub games: u32,
    /// Map of all games; default: the event's maps in turn.
    pub map: Option<String>,
    /// The first seed; default: drawn at random.
    pub seed: Option<u32>,
}

fn two() -> u32 {
    2
}

/// Ask for unranked games. The header `Idempotency-Key` makes a repeated request the same request.
#[utoipa::path(post, path = "/api/v1/events/{event}/matches", tag = "match",
    params(("event" = String, Path), ("Idempotency-Key" = Option<String>, Header)),
    request_body = ScrimmageRequest,
    responses((status = 200, body = MatchInfo), (status = "default", body = Problem)))]
pub async fn request(
    State(app): State<Arc<App>>,
    caller: Caller,
    headers: HeaderMap,
    At(event): At<String>,
    Body(request): Body<ScrimmageRequest>,
) -> Result<Json<MatchInfo>, Problem> {
    let (event, team) = own_team(&app, &caller, &event, Action::RequestScrimmage).await?;
    let game = app.game(&event.game).ok_or_else(|| unknown(format!("game `{}`", event.game)))?;
    let seats = request.opponents.len() + 1;
    if !(game.seats.0..=game.seats.1).contains(&seats) {
        let (few, many) = (game.seats.0 - 1, game.seats.1 - 1);
        let opponents = if few == many { few.to_string() } else { format!("{few} to {many}") };
        return Err(invalid(format!("a game of {} needs {opponents} opponents", event.game)));
    }
    if !(1..=MAX_GAMES).contains(&request.games) {
        return Err(invalid(format!("a scrimmage has 1 to {MAX_GAMES} games")));
    }
    let settings: Settings = serde_json::from_str(&event.settings).unwrap_or_default();
    let choice = match request.map {
        Some(map) if !game.maps.contains(&map) => {
            return Err(invalid(format!("{} has no map `{map}`", event.game)));
        }
        Some(map) => vec![map],
        None if settings.maps.is_empty() => vec![String::new()],
        None => settings.maps.clone(),
    };
    let maps =
        (0..request.games as usize).map(|i| choice[i / seats % choice.len()].clone()).collect();
    let key = headers.get("idempotency-key").and_then(|value| value.to_str().ok());
    let key = match key {
        Some(key) if (1..=100).contains(&key.len()) => format!("key:{key}"),
        Some(_) => return Err(invalid("an idempotency key has 1 to 100 characters")),
        None => random_text(20),
    };
    let seed = request.seed.map_or_else(|| draw_seed(&key), u64::from);
    let change = RequestScrimmage {
        team: team.id,
        opponents: request.opponents,
        maps,
        rules: settings.rules,
        seed,
        key,
        hourly_limit: app.config.scrimmages_per_hour,
        wall_limit_ms: app.config.game_seconds as i64 * 1000,
        now: now(),
    };
    let id = app.store.change(change).await?;
    app.changed();
    one(&app, id).await.map(Json)
}

/// A short seed that follows from the request's key, so that a repeated request has the same.
fn draw_seed(key: &str) -> u64 {
    let digest = crate::secrets::token_hash(key);
    digest.iter().take(4).fold(0, |seed, byte| seed << 8 | u64::from(*byte)) % 1_000_000
}

async fn one(app: &App, id: i64) -> Result<MatchInfo, Problem> {
    let missing = || unknown(format!("match {id}"));
    let found = app.store.a_match(id).await?.ok_or_else(missing)?;
    describe(app, vec![found]).await?.pop().ok_or_else(missing)
}

/// A page of matches.
#[derive(Debug, Serialize, ToSchema)]
pub struct Matches {
    /// The matches, newest first.
    pub matches: Vec<MatchInfo>,
    /// The cursor of the next page; missing on the last one.
    pub next: Option<i64>,
}

/// The matches of my team, newest first; staff see those of all teams.
#[utoipa::path(get, path = "/api/v1/events/{event}/matches", tag = "match",
    params(("event" = String, Path), Page),
    responses((status = 200, body = Matches), (status = "default", body = Problem)))]
pub async fn list(
    State(app): State<Arc<App>>,
    caller: Caller,
    At(event): At<String>,
    Asked(page): Asked<Page>,
) -> Result<Json<Matches>, Problem> {
    caller.account(Action::ReadMatch)?;
    let event = find_event(&app, &event).await?;
    let before = page.cursor.unwrap_or(i64::MAX);
    let sees_all = caller.may(Action::ReadMatch, false, None).is_ok();
    let found = match (sees_all, app.store.team_of(event.id, caller.id()).await?) {
        (true, _) => app.store.matches(event.id, before, page.limit()).await?,
        (false, Some(team)) => app.store.matches_of(team.id, before, page.limit()).await?,
        (false, None) => Vec::new(),
    };
    let next =
        (found.len() as u32 == page.limit()).then(|| found.last().map(|last| last.id)).flatten();
    Ok(Json(Matches { matches: describe(&app, found).await?, next }))
}

/// A match that the caller may see.
async fn find(app: &App, caller: &Caller, id: i64) -> Result<MatchInfo, Problem> {
    let missing = || unknown(format!("match {id}"));
    caller.account(Action::ReadMatch)?;
    let found = app.store.a_match(id).await?.ok_or_else(missing)?;
    let hidden = found.hidden;
    let mine = app.store.team_of(found.event, caller.id()).await?;
    let info = describe(app, vec![found]).await?.pop().ok_or_else(missing)?;
    let own = mine.is_some_and(|mine| info.sides.iter().any(|side| side.team == mine.id));
    caller.may(Action::ReadMatch, own && !hidden, None).map_err(|refused| {
        match refused.status {
            404 => missing(),
            _ => refused,
        }
    })?;
    Ok(info)
}

/// A match.
#[utoipa::path(get, path = "/api/v1/matches/{id}", tag = "match", params(("id" = i64, Path)),
    responses((status = 200, body = MatchInfo), (status = "default", body = Problem)))]
pub async fn read(
    State(app): State<Arc<App>>,
    caller: Caller,
    At(id): At<i64>,
) -> Result<Json<MatchInfo>, Problem> {
    Ok(Json(find(&app, &caller, id).await?))
}

/// The replay of a game.
#[utoipa::path(get, path = "/api/v1/matches/{id}/games/{number}/replay", tag = "match",
    params(("id" = i64, Path), ("number" = u32, Path)),
    responses((status = 200, content_type = "application/octet-stream"),
        (status = "default", body = Problem)))]
pub async fn replay(
    State(app): State<Arc<App>>,
    caller: Caller,
    At((id, number)): At<(i64, u32)>,
) -> Result<impl IntoResponse, Problem> {
    find(&app, &caller, id).await?;
    let missing = || unknown(format!("replay of game {number} of match {id}"));
    let games = app.store.games(&[id]).await?;
    let game = games.into_iter().find(|game| game.number == number).ok_or_else(missing)?;
    let address = game.report.replay.ok_or_else(missing)?;
    let what = format!("replay of game {number} of match {id}");
    let bytes = fetch(&app, &address, what).await?;
    Ok((attachment(&format!("match-{id}-game-{number}.agonreplay")), bytes))
}

/// A line of the queue's summary.
#[derive(Debug, Serialize, ToSchema)]
pub struct QueueInfo {
    /// The lane.
    pub lane: String,
    /// `queued`, `dispatched` or `dead`.
    pub state: String,
    /// Number of jobs.
    pub jobs: u32,
    /// When the oldest one was enqueued, in milliseconds since 1970.
    pub oldest_ms: i64,
}

/// The queue of jobs.
#[utoipa::path(get, path = "/api/v1/queue", tag = "staff",
    responses((status = 200, body = Vec<QueueInfo>), (status = "default", body = Problem)))]
pub async fn queue(
    State(app): State<Arc<App>>,
    caller: Caller,
) -> Result<Json<Vec<QueueInfo>>, Problem> {
    caller.may(Action::ReadQueue, false, None)?;
    let lines = app.store.queue().await?.into_iter().map(|line| QueueInfo {
        lane: line.lane,
        state: line.state,
        jobs: line.jobs,
        oldest_ms: line.oldest_ms,
    });
    Ok(Json(lines.collect()))
}

/// Queue a dead job again.
#[utoipa::path(post, path = "/api/v1/jobs/{id}/requeue", tag = "staff", params(("id" = i64, Path)),
    responses((status = 204), (status = "default", body = Problem)))]
pub async fn requeue(
    State(app): State<Arc<App>>,
    caller: Caller,
    At(id): At<i64>,
) -> Result<StatusCode, Problem> {
    caller.may(Action::DecideJob, false, None)?;
    app.store.change(Requeue { id, now: now() }).await?;
    app.changed();
    Ok(StatusCode::NO_CONTENT)
}

/// Why a job is given up.
#[derive(Debug, Deserialize, ToSchema)]
pub struct VoidRequest {
    /// The reason; competitors see it.
    pub why: String,
}

/// Give up a job that is not finished. Its match is void; a run goes on without the game; a submission whose
/// build or first game is given up is rejected with the reason.
#[utoipa::path(post, path = "/api/v1/jobs/{id}/void", tag = "staff", params(("id" = i64, Path)),
    request_body = VoidRequest,
    responses((status = 204), (status = "default", body = Problem)))]
pub async fn void(
    State(app): State<Arc<App>>,
    caller: Caller,
    At(id): At<i64>,
    Body(request): Body<VoidRequest>,
) -> Result<StatusCode, Problem> {
    caller.may(Action::DecideJob, false, None)?;
    let change = Void { id, why: request.why, account: Some(caller.id()), now: now() };
    app.runs.void(change).await?;
    app.changed();
    Ok(StatusCode::NO_CONTENT)
}
