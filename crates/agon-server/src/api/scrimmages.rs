//! Scrimmages: unranked games that a team asks another one for.

use super::Page;
use super::events::find as find_event;
use super::extract::{Asked, At, Body};
use super::matches::find as find_match;
use super::teams::own_team;
use crate::app::{App, now};
use crate::authorise::Action;
use crate::events::Settings;
use crate::identity::Caller;
use crate::problem::{Problem, invalid, problem, unknown};
use crate::secrets::{random_text, token_hash};
use agon_store::events::Event;
use agon_store::matches::{
    AnswerScrimmage, AskScrimmage, AskedSide, MatchKind, Scrimmage, ScrimmageFilter, ScrimmageGame,
    ScrimmageState, ScrimmageTerms, SetAlwaysAccepts,
};
use agon_store::teams::Team;
use axum::Json;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use utoipa::ToSchema;

/// Most games of one scrimmage.
const MAX_GAMES: u32 = 10;

/// A side of a scrimmage.
#[derive(Debug, Serialize, ToSchema)]
pub struct ScrimmageSideInfo {
    /// The team.
    pub team: i64,
    /// Its name.
    pub name: String,
    /// The number of the version, if one was chosen; otherwise the active one plays.
    pub version: Option<i64>,
    /// Whether the team has accepted.
    pub accepted: bool,
}

/// A scrimmage.
#[derive(Debug, Serialize, ToSchema)]
pub struct ScrimmageInfo {
    /// Its number.
    pub id: i64,
    /// The team that asks.
    pub team: i64,
    /// `asked`, `accepted`, `declined` or `expired`.
    #[schema(value_type = String)]
    pub state: ScrimmageState,
    /// The sides.
    pub sides: Vec<ScrimmageSideInfo>,
    /// The maps of its games; an empty name is the game's first map.
    pub maps: Vec<String>,
    /// The match, once all teams have accepted.
    #[serde(rename = "match")]
    pub match_id: Option<i64>,
    /// When it was asked for, in milliseconds since 1970.
    pub asked_ms: i64,
    /// When it expires without an answer.
    pub expires_ms: i64,
    /// When it was decided.
    pub decided_ms: Option<i64>,
}

/// A scrimmage that was asked for.
#[derive(Debug, Serialize, ToSchema)]
pub struct AskedScrimmage {
    /// The scrimmage.
    pub scrimmage: ScrimmageInfo,
    /// How many the team may still ask for in this hour.
    pub left_this_hour: u32,
}

async fn describe(app: &App, found: Vec<Scrimmage>) -> Result<Vec<ScrimmageInfo>, Problem> {
    let ids: Vec<i64> = found.iter().map(|one| one.id).collect();
    let sides = app.store.scrimmage_sides(&ids).await?;
    let info = |one: Scrimmage| ScrimmageInfo {
        id: one.id,
        team: one.team,
        state: one.state,
        sides: sides
            .iter()
            .filter(|side| side.scrimmage == one.id)
            .map(|side| ScrimmageSideInfo {
                team: side.team,
                name: side.name.clone(),
                version: side.version,
                accepted: side.accepted,
            })
            .collect(),
        maps: one.terms.games.into_iter().map(|game| game.map).collect(),
        match_id: one.match_id,
        asked_ms: one.asked_ms,
        expires_ms: one.expires_ms,
        decided_ms: one.decided_ms,
    };
    Ok(found.into_iter().map(info).collect())
}

async fn one(app: &App, id: i64) -> Result<ScrimmageInfo, Problem> {
    let missing = || unknown(format!("scrimmage {id}"));
    let found = app.store.scrimmage(id, now()).await?.ok_or_else(missing)?;
    describe(app, vec![found]).await?.pop().ok_or_else(missing)
}

/// An opponent.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct OpponentRequest {
    /// The number of the team; one's own is possible with a version.
    pub team: i64,
    /// The number of a version of one's own team.
    pub version: Option<u32>,
}

/// Who sits where.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Seats {
    /// The sides rotate over the seats from game to game.
    #[default]
    Swap,
    /// The team that asks always has the first seat.
    First,
    /// The team that asks always has the last seat.
    Last,
}

/// A wish for unranked games.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ScrimmageRequest {
    /// The opponents: teams, staff bots, or an older version of one's own.
    pub opponents: Vec<OpponentRequest>,
    /// The number of the version that plays for the team that asks; default: the active one.
    pub version: Option<u32>,
    /// Number of games, at most 10.
    #[serde(default = "two")]
    pub games: u32,
    /// The maps, in turn; default: the event's.
    #[serde(default)]
    pub maps: Vec<String>,
    /// Who sits where.
    #[serde(default)]
    pub seats: Seats,
    /// The first seed; default: drawn at random.
    pub seed: Option<u32>,
}

fn two() -> u32 {
    2
}

/// Ask for unranked games. They are played when all teams have accepted; staff bots and teams that always
/// accept do so at once. The header `Idempotency-Key` makes a repeated request the same request.
#[utoipa::path(post, path = "/api/v1/events/{event}/scrimmages", tag = "scrimmage",
    params(("event" = String, Path), ("Idempotency-Key" = Option<String>, Header)),
    request_body = ScrimmageRequest,
    responses((status = 200, body = AskedScrimmage), (status = "default", body = Problem)))]
pub async fn ask(
    State(app): State<Arc<App>>,
    caller: Caller,
    headers: HeaderMap,
    At(event): At<String>,
    Body(request): Body<ScrimmageRequest>,
) -> Result<Json<AskedScrimmage>, Problem> {
    let (event, team) = own_team(&app, &caller, &event, Action::RequestScrimmage).await?;
    let game = app.game(&event.game).ok_or_else(|| unknown(format!("game `{}`", event.game)))?;
    let seats = request.opponents.len() + 1;
    if !(game.seats.0..=game.seats.1).contains(&seats) {
        let (few, many) = (game.seats.0 - 1, game.seats.1 - 1);
        let opponents = match (few, many) {
            (1, 1) => "1 opponent".to_owned(),
            _ if few == many => format!("{few} opponents"),
            _ => format!("{few} to {many} opponents"),
        };
        return Err(invalid(format!("a game of {} needs {opponents}", event.game)));
    }
    if !(1..=MAX_GAMES).contains(&request.games) {
        return Err(invalid(format!("a scrimmage has 1 to {MAX_GAMES} games")));
    }
    if let Some(map) = request.maps.iter().find(|map| !game.maps.contains(map)) {
        let maps = game.maps.join(", ");
        return Err(invalid(format!("{} has no map `{map}`; its maps are {maps}", event.game)));
    }
    let settings: Settings = serde_json::from_str(&event.settings).unwrap_or_default();
    let key = request_key(&headers)?;
    let terms = ScrimmageTerms {
        rules: settings.rules,
        clock: settings.submissions.clock_word(),
        wall_limit_ms: app.config.game_seconds as i64 * 1000,
        games: games(&request, &settings.maps, &key),
    };
    let mut sides = vec![AskedSide { team: team.id, version: request.version }];
    sides.extend(
        request.opponents.iter().map(|one| AskedSide { team: one.team, version: one.version }),
    );
    send(&app, &event, &team, sides, terms, key).await
}

/// The games that a request asks for.
fn games(request: &ScrimmageRequest, event_maps: &[String], key: &str) -> Vec<ScrimmageGame> {
    let sides = request.opponents.len() as u32 + 1;
    let seed = request.seed.map_or_else(|| draw_seed(key), u64::from);
    let first_map = [String::new()];
    let maps = [&request.maps[..], event_maps, &first_map];
    let maps = maps.into_iter().find(|maps| !maps.is_empty()).unwrap_or(&first_map);
    let game = |number: u32| {
        // Rotating sides play every map and seed once from each seat.
        let (block, first) = match request.seats {
            Seats::Swap => (number / sides, number % sides),
            Seats::First => (number, 0),
            Seats::Last => (number, 1),
        };
        let map = maps[block as usize % maps.len()].clone();
        ScrimmageGame { map, seed: seed.wrapping_add(block.into()), lot: None, first }
    };
    (0..request.games).map(game).collect()
}

/// The name of a request: the client's, or a new one.
fn request_key(headers: &HeaderMap) -> Result<String, Problem> {
    match headers.get("idempotency-key").and_then(|value| value.to_str().ok()) {
        Some(key) if (1..=100).contains(&key.len()) => Ok(format!("key:{key}")),
        Some(_) => Err(invalid("an idempotency key has 1 to 100 characters")),
        None => Ok(random_text(20)),
    }
}

/// A short seed that follows from the request's key, so that a repeated request has the same.
fn draw_seed(key: &str) -> u64 {
    let digest = token_hash(key);
    digest.iter().take(4).fold(0, |seed, byte| seed << 8 | u64::from(*byte)) % 1_000_000
}

/// Scrimmages that a team of an event may ask for in an hour.
fn hourly_limit(app: &App, event: &Event) -> u32 {
    Settings::of(event).scrimmages_per_hour.unwrap_or(app.config.scrimmages_per_hour)
}

async fn send(
    app: &App,
    event: &Event,
    team: &Team,
    sides: Vec<AskedSide>,
    terms: ScrimmageTerms,
    key: String,
) -> Result<Json<AskedScrimmage>, Problem> {
    let hourly_limit = hourly_limit(app, event);
    let change = AskScrimmage { team: team.id, sides, terms, key, hourly_limit, now: now() };
    let asked = app.store.change(change).await?;
    app.changed();
    let scrimmage = one(app, asked.id).await?;
    Ok(Json(AskedScrimmage { scrimmage, left_this_hour: asked.left }))
}

/// Play a match again: same maps, seeds and seats, with the versions that are active now. This is a scrimmage
/// and counts as one.
#[utoipa::path(post, path = "/api/v1/matches/{id}/rematch", tag = "scrimmage",
    params(("id" = i64, Path), ("Idempotency-Key" = Option<String>, Header)),
    responses((status = 200, body = AskedScrimmage), (status = "default", body = Problem)))]
pub async fn rematch(
    State(app): State<Arc<App>>,
    caller: Caller,
    headers: HeaderMap,
    At(id): At<i64>,
) -> Result<Json<AskedScrimmage>, Problem> {
    let (found, info) = find_match(&app, &caller, id).await?;
    let missing = || unknown(format!("match {id}"));
    let event = app.store.event_by_id(found.event).await?.ok_or_else(missing)?;
    let (_, team) = own_team(&app, &caller, &event.slug, Action::RequestScrimmage).await?;
    if !info.sides.iter().any(|side| side.team == team.id) {
        return Err(problem(StatusCode::CONFLICT, "your team does not take part in this match"));
    }
    if matches!(found.kind, MatchKind::Validation | MatchKind::Grading) {
        let detail = format!("a match of the kind {} cannot be played again", found.kind.name());
        return Err(problem(StatusCode::CONFLICT, detail));
    }
    let specs = app.store.game_specs(id).await?;
    let Some(first) = specs.first() else { return Err(missing()) };
    let (rules, clock) = (first.rules.clone(), first.clock.clone());
    let games = specs.iter().map(|spec| ScrimmageGame {
        map: spec.map.clone(),
        seed: spec.seed,
        lot: Some(spec.lot),
        first: spec.seats.first().map_or(0, |bot| bot.side),
    });
    let wall_limit_ms = app.config.game_seconds as i64 * 1000;
    let terms = ScrimmageTerms { rules, clock, wall_limit_ms, games: games.collect() };
    let sides = info.sides.iter().map(|side| AskedSide { team: side.team, version: None });
    send(&app, &event, &team, sides.collect(), terms, request_key(&headers)?).await
}

/// Which scrimmages are listed.
#[derive(Debug, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub struct ScrimmageQuery {
    /// `asked`, `accepted`, `declined` or `expired`.
    #[param(value_type = Option<String>)]
    pub state: Option<ScrimmageState>,
    /// Where the page starts: the `next` of the page before.
    pub cursor: Option<i64>,
    /// Entries per page, at most 200.
    pub limit: Option<u32>,
}

/// A page of scrimmages.
#[derive(Debug, Serialize, ToSchema)]
pub struct Scrimmages {
    /// The scrimmages, newest first.
    pub scrimmages: Vec<ScrimmageInfo>,
    /// The cursor of the next page; missing on the last one.
    pub next: Option<i64>,
    /// How many my team may still ask for in this hour; missing for people without a team.
    pub left_this_hour: Option<u32>,
    /// Whether my team accepts every scrimmage without being asked.
    pub always_accepts: Option<bool>,
}

/// The scrimmages of my team, newest first; staff see those of all teams.
#[utoipa::path(get, path = "/api/v1/events/{event}/scrimmages", tag = "scrimmage",
    params(("event" = String, Path), ScrimmageQuery),
    responses((status = 200, body = Scrimmages), (status = "default", body = Problem)))]
pub async fn list(
    State(app): State<Arc<App>>,
    caller: Caller,
    At(event): At<String>,
    Asked(query): Asked<ScrimmageQuery>,
) -> Result<Json<Scrimmages>, Problem> {
    caller.account(Action::ReadScrimmage)?;
    let event = find_event(&app, &event).await?;
    let team = app.store.team_of(event.id, caller.id()).await?;
    let sees_all = caller.may(Action::ReadScrimmage, false, None).is_ok();
    let page = Page { cursor: query.cursor, limit: query.limit };
    let filter = ScrimmageFilter {
        event: event.id,
        team: if sees_all { None } else { Some(team.as_ref().map_or(0, |team| team.id)) },
        state: query.state,
        before: page.cursor.unwrap_or(i64::MAX),
        limit: page.limit(),
        now: now(),
    };
    let found = app.store.scrimmages(&filter).await?;
    let next = page.next(&found, |one| one.id);
    let (mut left_this_hour, mut always_accepts) = (None, None);
    if let Some(team) = &team {
        let asked = app.store.scrimmages_asked_since(team.id, filter.now - 3_600_000).await?;
        left_this_hour = Some(hourly_limit(&app, &event).saturating_sub(asked));
        always_accepts = Some(app.store.always_accepts(team.id).await?);
    }
    let scrimmages = describe(&app, found).await?;
    Ok(Json(Scrimmages { scrimmages, next, left_this_hour, always_accepts }))
}

/// A scrimmage on which the caller may take an action.
async fn find(
    app: &App,
    caller: &Caller,
    id: i64,
    action: Action,
) -> Result<(Scrimmage, Option<Team>), Problem> {
    let missing = || unknown(format!("scrimmage {id}"));
    caller.account(action)?;
    let found = app.store.scrimmage(id, now()).await?.ok_or_else(missing)?;
    let event = find_event(app, &found.event).await?;
    let team = app.store.team_of(event.id, caller.id()).await?;
    let sides = app.store.scrimmage_sides(&[id]).await?;
    let own = team.as_ref().is_some_and(|team| sides.iter().any(|side| side.team == team.id));
    caller.may(action, own, Some(event.phase)).map_err(|refused| match refused.status {
        404 => missing(),
        _ => refused,
    })?;
    Ok((found, team))
}

/// A scrimmage.
#[utoipa::path(get, path = "/api/v1/scrimmages/{id}", tag = "scrimmage", params(("id" = i64, Path)),
    responses((status = 200, body = ScrimmageInfo), (status = "default", body = Problem)))]
pub async fn read(
    State(app): State<Arc<App>>,
    caller: Caller,
    At(id): At<i64>,
) -> Result<Json<ScrimmageInfo>, Problem> {
    find(&app, &caller, id, Action::ReadScrimmage).await?;
    Ok(Json(one(&app, id).await?))
}

/// An answer.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct AnswerRequest {
    /// Whether my team accepts.
    pub accept: bool,
}

/// Accept or decline a scrimmage.
#[utoipa::path(post, path = "/api/v1/scrimmages/{id}/answer", tag = "scrimmage",
    params(("id" = i64, Path)), request_body = AnswerRequest,
    responses((status = 200, body = ScrimmageInfo), (status = "default", body = Problem)))]
pub async fn answer(
    State(app): State<Arc<App>>,
    caller: Caller,
    At(id): At<i64>,
    Body(request): Body<AnswerRequest>,
) -> Result<Json<ScrimmageInfo>, Problem> {
    let (_, team) = find(&app, &caller, id, Action::AnswerScrimmage).await?;
    let team = team.ok_or_else(|| unknown(format!("scrimmage {id}")))?.id;
    app.store.change(AnswerScrimmage { id, team, accept: request.accept, now: now() }).await?;
    app.changed();
    Ok(Json(one(&app, id).await?))
}

/// How a team answers scrimmages.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct AlwaysRequest {
    /// Whether my team accepts every scrimmage without being asked.
    pub always_accepts: bool,
}

/// Say whether my team accepts every scrimmage without being asked. New teams do.
#[utoipa::path(put, path = "/api/v1/events/{event}/my-team/scrimmages", tag = "scrimmage",
    params(("event" = String, Path)), request_body = AlwaysRequest,
    responses((status = 204), (status = "default", body = Problem)))]
pub async fn set_always(
    State(app): State<Arc<App>>,
    caller: Caller,
    At(event): At<String>,
    Body(request): Body<AlwaysRequest>,
) -> Result<StatusCode, Problem> {
    let (_, team) = own_team(&app, &caller, &event, Action::AnswerScrimmage).await?;
    let change = SetAlwaysAccepts { team: team.id, always: request.always_accepts };
    app.store.change(change).await?;
    app.changed();
    Ok(StatusCode::NO_CONTENT)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn request(seats: Seats) -> ScrimmageRequest {
        let opponents = vec![OpponentRequest { team: 2, version: None }];
        let maps = vec!["a".into(), "b".into()];
        ScrimmageRequest { opponents, version: None, games: 4, maps, seats, seed: Some(7) }
    }

    fn told(seats: Seats) -> Vec<(String, u64, u32)> {
        let games = games(&request(seats), &[], "key");
        games.into_iter().map(|game| (game.map, game.seed, game.first)).collect()
    }

    #[test]
    fn swapped_seats_play_every_map_and_seed_from_both_sides() {
        let expected = [("a", 7, 0), ("a", 7, 1), ("b", 8, 0), ("b", 8, 1)];
        assert_eq!(told(Seats::Swap), expected.map(|(map, seed, first)| (map.into(), seed, first)));
    }

    #[test]
    fn a_fixed_seat_changes_map_and_seed_with_every_game() {
        let expected = [("a", 7, 1), ("b", 8, 1), ("a", 9, 1), ("b", 10, 1)];
        assert_eq!(told(Seats::Last), expected.map(|(map, seed, first)| (map.into(), seed, first)));
        assert!(told(Seats::First).iter().all(|(_, _, first)| *first == 0));
    }
}
