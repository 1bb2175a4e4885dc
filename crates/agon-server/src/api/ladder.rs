//! Ranked play: when its rounds are drawn, and what all ranked games together say about a team.

use super::events::find as find_event;
use super::extract::{Asked, At, Body};
use super::runs::{Ratings, ratings};
use crate::app::{App, now};
use crate::authorise::Action;
use crate::events::{Audience, Settings, instant};
use crate::identity::Caller;
use crate::problem::{Problem, invalid, unknown};
use crate::runs::{Planner, ladder_counts, plan_ladder, rate_ladder};
use agon_compete::{Tallied, Tally, Versus};
use agon_store::events::Event;
use agon_store::ladder::{FormEntry, Ladder, LastResult, Mode, SetLadder};
use agon_store::matches::SideResult;
use agon_store::{Millis, values};
use axum::Json;
use axum::extract::State;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use std::collections::BTreeMap;
use std::sync::Arc;
use utoipa::ToSchema;

/// Most minutes between two rounds: a week.
const MAX_MINUTES: u32 = 7 * 24 * 60;
/// Most pairings of a team in one round.
const MAX_TURNS: u32 = 20;
/// Last results that a record has.
const LAST_RESULTS: u32 = 20;

/// Last results of each team in the list of all teams.
const FORM_RESULTS: u32 = 5;

/// How ranked play goes on.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct LadderRequest {
    /// `off`; `continuous`: each round when the one before has ended; `every`: by the clock.
    #[schema(value_type = String)]
    pub mode: Mode,
    /// Minutes between two rounds, for `every`.
    pub minutes: Option<u32>,
    /// How often a team is paired in a round, 1 to 20.
    #[serde(default = "one")]
    pub turns: u32,
    /// The keys of a league's plan but `until` and `batch`: `maps`, `seats`, `seed`, `regulations`, `clock`,
    /// `packages`, `waivers`. Another plan begins another run; its games count together with earlier ones.
    #[serde(default)]
    #[schema(value_type = Object)]
    pub plan: Map<String, Value>,
}

fn one() -> u32 {
    1
}

/// How ranked play goes on.
#[derive(Debug, Serialize, ToSchema)]
pub struct LadderInfo {
    /// `off`, `continuous` or `every`.
    #[schema(value_type = String)]
    pub mode: Mode,
    /// Minutes between two rounds.
    pub minutes: i64,
    /// How often a team is paired in a round.
    pub turns: u32,
    /// The run with its games.
    pub run: i64,
    /// When the next round is due, in milliseconds since 1970.
    pub next_ms: i64,
}

async fn describe(app: &App, event: &Event) -> Result<LadderInfo, Problem> {
    let missing = || unknown(format!("ladder in the event `{}`", event.slug));
    let Ladder { mode, every_ms, turns, run, next_ms, .. } =
        app.store.ladder(event.id).await?.ok_or_else(missing)?;
    Ok(LadderInfo { mode, minutes: every_ms / 60_000, turns, run, next_ms })
}

/// Plans what sets up ranked play, changes its schedule, or switches it off.
pub(crate) async fn set_ladder(
    planner: &Planner<'_>,
    event: &Event,
    account: Option<i64>,
    request: LadderRequest,
    now: Millis,
) -> Result<SetLadder, Problem> {
    let LadderRequest { mode, minutes, turns, plan } = request;
    if !(1..=MAX_TURNS).contains(&turns) {
        return Err(invalid(format!("a team is paired 1 to {MAX_TURNS} times in a round")));
    }
    let minutes = match (mode, minutes) {
        (Mode::Every, Some(minutes)) if (1..=MAX_MINUTES).contains(&minutes) => minutes,
        (Mode::Every, _) => {
            return Err(invalid(format!("`every` needs `minutes`, 1 to {MAX_MINUTES}")));
        }
        (_, None) => 0,
        (_, Some(_)) => return Err(invalid("`minutes` belongs to the mode `every`")),
    };
    let known = planner.store.ladder(event.id).await?;
    let text = serde_json::to_string(&plan).expect("plain data");
    let mut kept = known.filter(|known| known.plan == text).map(|known| known.run);
    if let Some(run) = kept
        && planner.store.run(run).await?.is_some_and(|run| run.stopped.is_some())
    {
        // Ranked play goes on in another run.
        kept = None;
    }
    let run = match kept {
        Some(_) => None,
        None => Some(plan_ladder(planner, event, account, plan).await?),
    };
    let ladder = Ladder {
        event: event.id,
        run: kept.unwrap_or(0),
        mode,
        every_ms: i64::from(minutes) * 60_000,
        turns,
        plan: text,
        next_ms: now,
    };
    Ok(SetLadder { ladder, run, account, now })
}

/// Set up ranked play, change its schedule, or switch it off. The next round is due at once.
#[utoipa::path(put, path = "/api/v1/events/{event}/ladder", tag = "ladder",
    params(("event" = String, Path)), request_body = LadderRequest,
    responses((status = 200, body = LadderInfo), (status = "default", body = Problem)))]
pub async fn set(
    State(app): State<Arc<App>>,
    caller: Caller,
    At(event): At<String>,
    Body(request): Body<LadderRequest>,
) -> Result<Json<LadderInfo>, Problem> {
    let account = caller.account(Action::DecideRun)?.id;
    let event = find_event(&app, &event).await?;
    let change = set_ladder(&app.planner(), &event, Some(account), request, now()).await?;
    app.store.change(change).await?;
    app.changed();
    Ok(Json(describe(&app, &event).await?))
}

/// How ranked play goes on in an event.
#[utoipa::path(get, path = "/api/v1/events/{event}/ladder", tag = "ladder",
    params(("event" = String, Path)),
    responses((status = 200, body = LadderInfo), (status = "default", body = Problem)))]
pub async fn read(
    State(app): State<Arc<App>>,
    caller: Caller,
    At(event): At<String>,
) -> Result<Json<LadderInfo>, Problem> {
    caller.may(Action::ReadPublic, false, None)?;
    let event = find_event(&app, &event).await?;
    Ok(Json(describe(&app, &event).await?))
}

/// A moment.
#[derive(Debug, Deserialize, utoipa::IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct Moment {
    /// The moment, such as `2026-11-17T12:00` in the event's time zone, or with an offset; default: now.
    pub at: Option<String>,
}

/// The ratings of an event's teams, from the results of all its public leagues, as they are or as they were
/// at a moment.
#[utoipa::path(get, path = "/api/v1/events/{event}/leaderboard", tag = "ladder",
    params(("event" = String, Path), Moment),
    responses((status = 200, body = Ratings), (status = "default", body = Problem)))]
pub async fn leaderboard(
    State(app): State<Arc<App>>,
    caller: Caller,
    At(event): At<String>,
    Asked(moment): Asked<Moment>,
) -> Result<Json<Ratings>, Problem> {
    caller.may(Action::ReadPublic, false, None)?;
    let event = find_event(&app, &event).await?;
    let names = app.store.team_names(event.id).await?.into_iter().collect();
    let Some(at) = moment.at else {
        let board = app.ladders.of(&app.store, event.id).await?;
        return Ok(Json(mark_absent(&app, event.id, ratings(&board, &names)).await?));
    };
    let at = instant(&at, &Settings::of(&event).zone())?;
    let board = rate_ladder(&app.store, event.id, Some(at)).await?;
    Ok(Json(mark_absent(&app, event.id, ratings(&board, &names)).await?))
}

/// Marks the teams that have withdrawn or were disqualified.
async fn mark_absent(app: &App, event: i64, mut ratings: Ratings) -> Result<Ratings, Problem> {
    let sql = "SELECT id, state FROM team WHERE event = ? AND state <> 'active'";
    for row in app.store.rows(sql, &values![event]).await? {
        let id: i64 = row.get("id")?;
        if let Some(line) = ratings.lines.iter_mut().find(|line| line.number == id) {
            line.state = Some(row.get("state")?);
        }
    }
    Ok(ratings)
}

/// Results against an opponent, on a map, or of a version.
#[derive(Debug, Serialize, ToSchema)]
pub struct Score {
    /// Games.
    pub games: u64,
    /// Games ahead of the opponent.
    pub won: u64,
    /// Games with equal ranks.
    pub drawn: u64,
    /// Games behind the opponent.
    pub lost: u64,
    /// Share of the points; a draw is half a point.
    pub rate: Option<f64>,
    /// The 95 % interval of the share.
    pub interval: (f64, f64),
}

fn score(versus: &Versus) -> Score {
    let Versus { games, won, drawn } = *versus;
    let (lost, rate, interval) = (versus.lost(), versus.rate(), versus.interval());
    Score { games, won, drawn, lost, rate, interval }
}

fn scores_by<K: ToString>(all: impl IntoIterator<Item = (K, Versus)>) -> BTreeMap<String, Score> {
    all.into_iter().map(|(key, versus)| (key.to_string(), score(&versus))).collect()
}

/// A ranked game.
#[derive(Debug, Serialize, ToSchema)]
pub struct ResultLine {
    /// The match.
    #[serde(rename = "match")]
    pub match_id: i64,
    /// When it ended, in milliseconds since 1970.
    pub at_ms: i64,
    /// The map.
    pub map: String,
    /// The teams by seat.
    pub teams: Vec<i64>,
    /// Ranks by seat, 1 is best.
    pub ranks: Vec<u8>,
    /// The deciding reason as a sentence.
    pub reason: String,
}

fn line(last: LastResult) -> ResultLine {
    let LastResult { match_id, at_ms, teams, report } = last;
    let (map, ranks, reason) = (report.map, report.ranks, report.sentence);
    ResultLine { match_id, at_ms, map, teams, ranks, reason }
}

/// The games that the caller may see, as the event says for ranked matches.
async fn shown(
    app: &App,
    caller: &Caller,
    event: &Event,
    last: Vec<LastResult>,
) -> Result<Vec<ResultLine>, Problem> {
    let sees_all = Settings::of(event).ranked_matches == Audience::Public
        || caller.may(Action::ReadMatch, false, None).is_ok();
    let team = app.store.team_of(event.id, caller.id()).await?.map(|team| team.id);
    let is_seen = |one: &LastResult| sees_all || one.teams.iter().any(|id| Some(*id) == team);
    Ok(last.into_iter().filter(is_seen).map(line).collect())
}

/// Counts as a tally between players.
async fn tally(app: &App, event: i64, player: impl Fn(i64, u32) -> i64) -> Result<Tally, Problem> {
    let (_, counted) = ladder_counts(&app.store, event, None, player).await?;
    let mut tally = Tally::default();
    for count in counted.into_iter().filter(|count| count.seats.iter().all(|seat| *seat >= 0)) {
        let (map, seats, ranks) = (count.map, count.seats, count.ranks);
        tally.add(Tallied { map, seats, ranks }, count.games);
    }
    Ok(tally)
}

/// A team of the event.
async fn find_team(app: &App, event: &Event, id: i64) -> Result<String, Problem> {
    let team = app.store.team(id).await?;
    let team = team.filter(|team| team.event == event.id && team.hidden.is_none());
    let missing = || unknown(format!("team {id} in the event `{}`", event.slug));
    Ok(team.ok_or_else(missing)?.name)
}

/// Results of pairs of teams.
#[derive(Debug, Serialize, ToSchema)]
pub struct CrossTable {
    /// Names of the teams by number.
    pub teams: BTreeMap<i64, String>,
    /// For each team, its results against each other one.
    pub rows: BTreeMap<i64, BTreeMap<String, Score>>,
}

/// The results of every team against every other one, from all ranked games.
#[utoipa::path(get, path = "/api/v1/events/{event}/cross-table", tag = "ladder",
    params(("event" = String, Path)),
    responses((status = 200, body = CrossTable), (status = "default", body = Problem)))]
pub async fn cross_table(
    State(app): State<Arc<App>>,
    caller: Caller,
    At(event): At<String>,
) -> Result<Json<CrossTable>, Problem> {
    caller.may(Action::ReadPublic, false, None)?;
    let event = find_event(&app, &event).await?;
    let mut rows: BTreeMap<i64, BTreeMap<String, Score>> = BTreeMap::new();
    for ((team, other), versus) in tally(&app, event.id, |team, _| team).await?.pairs() {
        rows.entry(team).or_default().insert(other.to_string(), score(&versus));
    }
    let names = app.store.team_names(event.id).await?;
    let teams = names.into_iter().filter(|(id, _)| rows.contains_key(id)).collect();
    Ok(Json(CrossTable { teams, rows }))
}

/// A result of a ranked match.
#[derive(Debug, Serialize, ToSchema)]
pub struct FormInfo {
    /// The match.
    #[serde(rename = "match")]
    pub match_id: i64,
    /// `won`, `drawn` or `lost`.
    #[schema(value_type = String)]
    pub result: SideResult,
}

/// The last five results of every team in ranked matches, newest first, by the teams' numbers.
#[utoipa::path(get, path = "/api/v1/events/{event}/form", tag = "ladder",
    params(("event" = String, Path)),
    responses((status = 200, body = BTreeMap<String, Vec<FormInfo>>), (status = "default", body = Problem)))]
pub async fn form(
    State(app): State<Arc<App>>,
    caller: Caller,
    At(event): At<String>,
) -> Result<Json<BTreeMap<String, Vec<FormInfo>>>, Problem> {
    caller.may(Action::ReadPublic, false, None)?;
    let event = find_event(&app, &event).await?;
    let mut teams: BTreeMap<String, Vec<FormInfo>> = BTreeMap::new();
    for FormEntry { team, match_id, result } in app.store.form(event.id, FORM_RESULTS).await? {
        teams.entry(team.to_string()).or_default().push(FormInfo { match_id, result });
    }
    Ok(Json(teams))
}

/// Two teams.
#[derive(Debug, Deserialize, utoipa::IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct Two {
    /// Number of the first team.
    pub a: i64,
    /// Number of the other team.
    pub b: i64,
}

/// The results of two teams against each other.
#[derive(Debug, Serialize, ToSchema)]
pub struct HeadToHead {
    /// Of the first team, on all maps.
    pub score: Score,
    /// Of the first team, by map.
    pub maps: BTreeMap<String, Score>,
    /// The last games that the reader may see, newest first.
    pub last: Vec<ResultLine>,
}

/// The results of one team against another, from all ranked games.
#[utoipa::path(get, path = "/api/v1/events/{event}/head-to-head", tag = "ladder",
    params(("event" = String, Path), Two),
    responses((status = 200, body = HeadToHead), (status = "default", body = Problem)))]
pub async fn head_to_head(
    State(app): State<Arc<App>>,
    caller: Caller,
    At(event): At<String>,
    Asked(Two { a, b }): Asked<Two>,
) -> Result<Json<HeadToHead>, Problem> {
    caller.may(Action::ReadPublic, false, None)?;
    let event = find_event(&app, &event).await?;
    find_team(&app, &event, a).await?;
    find_team(&app, &event, b).await?;
    let tally = tally(&app, event.id, |team, _| team).await?;
    let all = tally.pairs().get(&(a, b)).copied().unwrap_or_default();
    let last = app.store.last_results(event.id, a, Some(b), LAST_RESULTS).await?;
    let (score, maps) = (score(&all), scores_by(tally.maps(a, Some(b))));
    let last = shown(&app, &caller, &event, last).await?;
    Ok(Json(HeadToHead { score, maps, last }))
}

/// A rating after a round.
#[derive(Debug, Serialize, ToSchema)]
pub struct Point {
    /// When, in milliseconds since 1970.
    pub at_ms: i64,
    /// Elo rating.
    pub elo: f64,
    /// Half of the 95 % interval.
    pub error: f64,
    /// Best and worst plausible place.
    pub places: (i64, i64),
    /// Games that it follows from.
    pub games: i64,
}

/// What all ranked games say about a team.
#[derive(Debug, Serialize, ToSchema)]
pub struct TeamRecord {
    /// Its name.
    pub name: String,
    /// Results by opponent, which is named by its number.
    pub opponents: BTreeMap<String, Score>,
    /// Results by map.
    pub maps: BTreeMap<String, Score>,
    /// Results by version of the team's bot.
    pub versions: BTreeMap<String, Score>,
    /// The last games, newest first.
    pub last: Vec<ResultLine>,
    /// Its rating after each round.
    pub history: Vec<Point>,
}

/// Tells the players of a tally apart by version.
fn versioned(team: i64, wanted: i64, version: u32) -> i64 {
    match team == wanted {
        true => i64::from(version),
        // Numbers of versions and of other teams must not meet.
        false => (1 << 40) + team,
    }
}

/// What all ranked games say about a team: opponents, maps, versions, last results, rating after each round.
#[utoipa::path(get, path = "/api/v1/events/{event}/teams/{id}/record", tag = "ladder",
    params(("event" = String, Path), ("id" = i64, Path)),
    responses((status = 200, body = TeamRecord), (status = "default", body = Problem)))]
pub async fn record(
    State(app): State<Arc<App>>,
    caller: Caller,
    At((event, id)): At<(String, i64)>,
) -> Result<Json<TeamRecord>, Problem> {
    caller.may(Action::ReadPublic, false, None)?;
    let event = find_event(&app, &event).await?;
    let name = find_team(&app, &event, id).await?;
    let all = tally(&app, event.id, |team, _| team).await?;
    let opponents = all.pairs().into_iter().filter(|((me, _), _)| *me == id);
    let opponents = scores_by(opponents.map(|((_, other), versus)| (other, versus)));
    let by_version = tally(&app, event.id, |team, version| versioned(team, id, version)).await?;
    let mut versions: BTreeMap<i64, Versus> = BTreeMap::new();
    for ((me, _), versus) in by_version.pairs().into_iter().filter(|((me, _), _)| *me < 1 << 40) {
        versions.entry(me).or_default().join(&versus);
    }
    let last = app.store.last_results(event.id, id, None, LAST_RESULTS).await?;
    let points = app.store.rating_points(event.id, id).await?.into_iter().map(|point| Point {
        at_ms: point.at_ms,
        elo: point.elo,
        error: point.error,
        places: point.places,
        games: point.games,
    });
    Ok(Json(TeamRecord {
        name,
        opponents,
        maps: scores_by(all.maps(id, None)),
        versions: scores_by(versions),
        last: shown(&app, &caller, &event, last).await?,
        history: points.collect(),
    }))
}

/// Two versions of a team's bot.
#[derive(Debug, Deserialize, utoipa::IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct Versions {
    /// The number of the older version.
    pub old: u32,
    /// The number of the newer version.
    pub new: u32,
}

/// Two versions on the maps that both have played.
#[derive(Debug, Serialize, ToSchema)]
pub struct Comparison {
    /// The maps.
    pub maps: Vec<String>,
    /// The older version.
    pub old: Score,
    /// The newer version.
    pub new: Score,
}

/// Compare two versions of a team's bot: their win rates in ranked games on the same maps.
#[utoipa::path(get, path = "/api/v1/events/{event}/teams/{id}/compare", tag = "ladder",
    params(("event" = String, Path), ("id" = i64, Path), Versions),
    responses((status = 200, body = Comparison), (status = "default", body = Problem)))]
pub async fn compare(
    State(app): State<Arc<App>>,
    caller: Caller,
    At((event, id)): At<(String, i64)>,
    Asked(Versions { old, new }): Asked<Versions>,
) -> Result<Json<Comparison>, Problem> {
    caller.may(Action::ReadPublic, false, None)?;
    let event = find_event(&app, &event).await?;
    find_team(&app, &event, id).await?;
    let there = app.store.submissions(id).await?;
    for version in [old, new] {
        if !there.iter().any(|one| one.number == version) {
            return Err(unknown(format!("version {version} of team {id}")));
        }
    }
    let tally = tally(&app, event.id, |team, version| versioned(team, id, version)).await?;
    let (old, new) = (tally.maps(old.into(), None), tally.maps(new.into(), None));
    let maps: Vec<String> = old.keys().filter(|map| new.contains_key(*map)).cloned().collect();
    let sum = |all: &BTreeMap<String, Versus>| {
        let mut sum = Versus::default();
        maps.iter().filter_map(|map| all.get(map)).for_each(|versus| sum.join(versus));
        score(&sum)
    };
    let (old, new) = (sum(&old), sum(&new));
    Ok(Json(Comparison { maps, old, new }))
}
