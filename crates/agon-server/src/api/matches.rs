//! Matches: sides, games and results, as each person may see them.

use super::Page;
use super::events::find as find_event;
use super::extract::{Asked, At};
use super::grading::hidden::{HIDDEN_NAME, hidden_in};
use crate::app::App;
use crate::authorise::Action;
use crate::events::{Audience, Settings, instant};
use crate::identity::Caller;
use crate::problem::{Problem, invalid, log_in_first, unknown};
use agon_store::events::Event;
use agon_store::matches::{Match, MatchFilter, MatchKind, MatchState, SideResult, Viewer};
use axum::Json;
use axum::extract::State;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::sync::Arc;
use utoipa::ToSchema;

/// A side of a match.
#[derive(Debug, Serialize, ToSchema)]
pub struct SideInfo {
    /// The team.
    pub team: i64,
    /// Its name.
    pub name: String,
    /// The version's number within the team.
    pub version: u32,
    /// `won`, `drawn` or `lost`, once the match is finished.
    #[schema(value_type = Option<String>)]
    pub result: Option<SideResult>,
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
    /// Ranks by seat that count, 1 is best; empty if the organisers decided that there is no result.
    pub ranks: Vec<u8>,
    /// What was played, if the organisers have corrected the ranks, and why.
    pub correction: Option<CorrectionInfo>,
    /// Scores by seat.
    pub scores: Vec<f64>,
    /// The deciding reason as a sentence.
    pub reason: String,
    /// The last round.
    pub rounds: u32,
    /// First fault of each bot, by seat; only of one's own bots.
    pub faults: Vec<Option<String>>,
    /// Whether there is a replay.
    pub replay: bool,
}

/// A correction of the organisers.
#[derive(Debug, Serialize, ToSchema)]
pub struct CorrectionInfo {
    /// The ranks by seat that were played.
    pub played: Vec<u8>,
    /// Why they do not count.
    pub why: String,
}

/// A match.
#[derive(Debug, Serialize, ToSchema)]
pub struct MatchInfo {
    /// Its number.
    pub id: i64,
    /// The event's name in addresses.
    pub event: String,
    /// `validation`, `scrimmage`, `ladder`, `tournament` or `grading`.
    #[schema(value_type = String)]
    pub kind: MatchKind,
    /// The run that it belongs to.
    pub run: Option<i64>,
    /// The key of its game in the log and report of the run.
    pub game: Option<String>,
    /// `queued`, `running`, `finished`, `void` or `superseded`.
    #[schema(value_type = String)]
    pub state: MatchState,
    /// Why it is void or superseded, or why staff declared its result.
    pub why: Option<String>,
    /// When it was made, in milliseconds since 1970.
    pub created_ms: i64,
    /// When its last game ended.
    pub finished_ms: Option<i64>,
    /// The sides.
    pub sides: Vec<SideInfo>,
    /// The games that were played.
    pub games: Vec<GameInfo>,
    /// The numbers of the games that are being played and can be watched.
    pub live: Vec<u32>,
    /// What is told about an opponent that is hidden from the reader, whose name and replays are not shown.
    pub hidden: Option<String>,
}

/// Which bots' output a person may see.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) enum Reader {
    /// That of all bots.
    Staff,
    /// That of the bots of one team.
    Team(i64),
    /// That of no bot.
    Teamless,
}

impl Reader {
    /// A member of a team, or a person without one.
    pub fn of(team: Option<i64>) -> Reader {
        team.map_or(Reader::Teamless, Reader::Team)
    }

    fn owns(self, team: i64) -> bool {
        match self {
            Reader::Staff => true,
            Reader::Team(own) => own == team,
            Reader::Teamless => false,
        }
    }
}

async fn describe(
    app: &App,
    event: &Event,
    matches: Vec<Match>,
    reader: Reader,
) -> Result<Vec<MatchInfo>, Problem> {
    let mut hidden = BTreeMap::new();
    if reader != Reader::Staff {
        for found in &matches {
            hidden.extend(hidden_in(app, found).await?.map(|sentence| (found.id, sentence)));
        }
    }
    let ids: Vec<i64> = matches.iter().map(|found| found.id).collect();
    let running = matches.iter().filter(|found| found.state == MatchState::Running);
    let running: Vec<i64> = running.map(|found| found.id).collect();
    let (sides, games) = (app.store.sides(&ids).await?, app.store.games(&ids).await?);
    let mut all: Vec<MatchInfo> = matches
        .into_iter()
        .map(|Match { id, kind, run, game, state, why, created_ms, finished_ms, .. }| {
            let (event, sides, games) = (event.slug.clone(), Vec::new(), Vec::new());
            MatchInfo {
                id,
                event,
                kind,
                run,
                game,
                state,
                why,
                created_ms,
                finished_ms,
                sides,
                games,
                live: Vec::new(),
                hidden: None,
            }
        })
        .collect();
    let mut masked: Vec<(i64, usize)> = Vec::new();
    for side in sides {
        if let Some(found) = all.iter_mut().find(|found| found.id == side.match_id) {
            if !reader.owns(side.team) {
                let sentence = side.hidden.as_ref().or(hidden.get(&side.match_id));
                masked.extend(sentence.map(|_| (side.match_id, found.sides.len())));
                found.hidden = found.hidden.take().or_else(|| sentence.cloned());
            }
            let (team, name, version, result) = (side.team, side.name, side.version, side.result);
            found.sides.push(SideInfo { team, name, version, result });
        }
    }
    for game in games {
        if let Some(found) = all.iter_mut().find(|found| found.id == game.match_id) {
            let mut faults = game.report.faults;
            for (fault, owns) in faults.iter_mut().zip(owned(&found.sides, &game.sides, reader)) {
                // A fault quotes what the bot printed.
                if !owns {
                    *fault = None;
                }
            }
            found.games.push(GameInfo {
                number: game.number,
                map: game.report.map,
                seed: game.seed,
                sides: game.sides,
                ranks: game.report.ranks,
                correction: game
                    .correction
                    .map(|it| CorrectionInfo { played: it.played, why: it.why }),
                scores: game.report.scores,
                reason: game.report.sentence,
                rounds: game.report.rounds,
                faults,
                replay: game.report.replay.is_some(),
            });
        }
    }
    for game in app.store.live_games(&running).await? {
        if let Some(found) = all.iter_mut().find(|found| found.id == game.match_id) {
            found.live.extend(found.hidden.is_none().then_some(game.number));
        }
    }
    // At the end: until here the numbers of the teams say whose bots are the reader's.
    for (id, place) in masked {
        if let Some(found) = all.iter_mut().find(|found| found.id == id) {
            let side = &mut found.sides[place];
            (side.team, side.name, side.version) = (0, HIDDEN_NAME.to_owned(), 0);
        }
    }
    Ok(all)
}

/// Whether the bot on each seat is the reader's, given the sides of the match in the order of the seats.
pub(super) fn owned(sides: &[SideInfo], by_seat: &[u32], reader: Reader) -> Vec<bool> {
    let team = |side: &u32| sides.get(*side as usize).map_or(0, |side| side.team);
    by_seat.iter().map(|side| reader.owns(team(side))).collect()
}

/// A page of matches.
#[derive(Debug, Serialize, ToSchema)]
pub struct Matches {
    /// The matches, newest first.
    pub matches: Vec<MatchInfo>,
    /// The cursor of the next page; missing on the last one.
    pub next: Option<i64>,
}

/// Which matches are listed.
#[derive(Debug, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub struct MatchQuery {
    /// The number of a team that takes part; default: my team, for staff all teams.
    pub team: Option<i64>,
    /// The number of a run; then the default is all teams.
    pub run: Option<i64>,
    /// `validation`, `scrimmage`, `ladder`, `tournament` or `grading`.
    #[param(value_type = Option<String>)]
    pub kind: Option<MatchKind>,
    /// `queued`, `running`, `finished`, `void` or `superseded`.
    #[param(value_type = Option<String>)]
    pub state: Option<MatchState>,
    /// How the team did: `won`, `drawn` or `lost`.
    #[param(value_type = Option<String>)]
    pub result: Option<SideResult>,
    /// The map of one of the games.
    pub map: Option<String>,
    /// When the matches were made, at the earliest: a time such as `2026-11-17T09:00` in the
    /// event's time zone, or with an offset.
    pub since: Option<String>,
    /// Where the page starts: the `next` of the page before.
    pub cursor: Option<i64>,
    /// Entries per page, at most 200.
    pub limit: Option<u32>,
}

/// The matches of my team, newest first, and those of others that I may see; staff see those of all teams.
#[utoipa::path(get, path = "/api/v1/events/{event}/matches", tag = "match",
    params(("event" = String, Path), MatchQuery),
    responses((status = 200, body = Matches), (status = "default", body = Problem)))]
pub async fn list(
    State(app): State<Arc<App>>,
    caller: Caller,
    At(event): At<String>,
    Asked(query): Asked<MatchQuery>,
) -> Result<Json<Matches>, Problem> {
    caller.may(Action::ReadMatch, true, None)?;
    let event = find_event(&app, &event).await?;
    let own = app.store.team_of(event.id, caller.id()).await?.map(|team| team.id);
    let sees_all = caller.may(Action::ReadMatch, false, None).is_ok();
    let viewer = match sees_all {
        true => Viewer::Staff,
        false => Viewer::Person { team: own, sees_ranked: sees_ranked(&event) },
    };
    let team = if sees_all || query.run.is_some() { query.team } else { query.team.or(own) };
    if let (false, Some(asked)) = (sees_all, query.team)
        && app.store.team(asked).await?.is_some_and(|team| team.hidden.is_some())
    {
        return Err(unknown(format!("team {asked} in this event")));
    }
    if query.result.is_some() && team.is_none() {
        return Err(invalid("a result is that of a team; name it with `team`"));
    }
    let page = Page { cursor: query.cursor, limit: query.limit };
    let zone = Settings::of(&event).zone();
    let filter = MatchFilter {
        event: event.id,
        viewer,
        team,
        run: query.run,
        kind: query.kind,
        state: query.state,
        result: query.result,
        map: query.map,
        since_ms: query.since.as_deref().map(|time| instant(time, &zone)).transpose()?,
        before: page.cursor.unwrap_or(i64::MAX),
        limit: page.limit(),
    };
    let found = app.store.matches(&filter).await?;
    let next = page.next(&found, |one| one.id);
    let reader = if sees_all { Reader::Staff } else { Reader::of(own) };
    Ok(Json(Matches { matches: describe(&app, &event, found, reader).await?, next }))
}

/// Whether the event shows ranked matches to all people.
pub(crate) fn sees_ranked(event: &Event) -> bool {
    let settings: Settings = serde_json::from_str(&event.settings).unwrap_or_default();
    settings.ranked_matches == Audience::Public
}

/// A time of a query in milliseconds since 1970.
pub(crate) fn read_time(name: &str, text: &str) -> Result<i64, Problem> {
    let time: Result<jiff::Timestamp, _> = text.parse();
    time.map(|time| time.as_millisecond()).map_err(|_| {
        invalid(format!("`{name}` is no time; write one such as 2026-11-17T09:00:00Z"))
    })
}

/// A match that the caller may see.
pub(crate) async fn find(
    app: &App,
    caller: &Caller,
    id: i64,
) -> Result<(Match, MatchInfo), Problem> {
    let (found, info, _) = find_for(app, caller, id).await?;
    Ok((found, info))
}

pub(super) async fn find_for(
    app: &App,
    caller: &Caller,
    id: i64,
) -> Result<(Match, MatchInfo, Reader), Problem> {
    let missing = || unknown(format!("match {id}"));
    caller.may(Action::ReadMatch, true, None)?;
    let found = app.store.a_match(id).await?;
    // A visitor does not learn which numbers exist.
    let found = match caller.role() {
        None => found.ok_or_else(log_in_first)?,
        Some(_) => found.ok_or_else(missing)?,
    };
    let event = app.store.event_by_id(found.event).await?.ok_or_else(missing)?;
    let team = app.store.team_of(found.event, caller.id()).await?.map(|team| team.id);
    let sees_all = caller.may(Action::ReadMatch, false, None).is_ok();
    let reader = if sees_all { Reader::Staff } else { Reader::of(team) };
    let matches = vec![found.clone()];
    let info = describe(app, &event, matches, reader).await?.pop().ok_or_else(missing)?;
    let takes_part = team.is_some_and(|team| info.sides.iter().any(|side| side.team == team));
    let is_ranked = matches!(found.kind, MatchKind::Ladder | MatchKind::Tournament);
    let own = !found.hidden && (takes_part || (is_ranked && sees_ranked(&event)));
    caller.may(Action::ReadMatch, own, None).map_err(|refused| match refused.status {
        404 => missing(),
        _ => refused,
    })?;
    Ok((found, info, reader))
}

/// A match.
#[utoipa::path(get, path = "/api/v1/matches/{id}", tag = "match", params(("id" = i64, Path)),
    responses((status = 200, body = MatchInfo), (status = "default", body = Problem)))]
pub async fn read(
    State(app): State<Arc<App>>,
    caller: Caller,
    At(id): At<i64>,
) -> Result<Json<MatchInfo>, Problem> {
    Ok(Json(find(&app, &caller, id).await?.1))
}
