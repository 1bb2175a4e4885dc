//! The audit log, and the search over an event.

use crate::api::Page;
use crate::api::events::find as find_event;
use crate::api::extract::{Asked, At};
use crate::api::matches::read_time;
use crate::app::App;
use crate::authorise::Action;
use crate::console::{AuditInfo, FoundInfo};
use crate::identity::Caller;
use crate::problem::{Problem, invalid};
use agon_store::console::AuditFilter;
use axum::Json;
use axum::extract::State;
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use utoipa::ToSchema;

/// Longest text that is searched for, in characters.
const MAX_TEXT: usize = 100;

/// A page of the audit log.
#[derive(Debug, Serialize, ToSchema)]
pub struct AuditPage {
    /// The entries, newest first.
    pub entries: Vec<AuditInfo>,
    /// The cursor of the next page; missing on the last one.
    pub next: Option<i64>,
}

/// Which entries are asked for.
#[derive(Debug, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub struct AuditQuery {
    /// Login name of the person who acted.
    pub actor: Option<String>,
    /// The action or its beginning, such as `set`.
    pub action: Option<String>,
    /// The object, such as `team 3`.
    pub object: Option<String>,
    /// The earliest time, such as `2026-11-17T09:00:00Z`.
    pub since: Option<String>,
    /// The latest time.
    pub until: Option<String>,
    /// Where the page starts: the `next` of the page before.
    pub cursor: Option<i64>,
    /// Entries per page, at most 200.
    pub limit: Option<u32>,
}

/// What staff did, newest first.
#[utoipa::path(get, path = "/api/v1/console/audit", tag = "console", params(AuditQuery),
    responses((status = 200, body = AuditPage), (status = "default", body = Problem)))]
pub async fn audit(
    State(app): State<Arc<App>>,
    caller: Caller,
    Asked(query): Asked<AuditQuery>,
) -> Result<Json<AuditPage>, Problem> {
    caller.may(Action::ReadAudit, false, None)?;
    let page = Page { cursor: query.cursor, limit: query.limit };
    let time = |name, time: &Option<String>| match time {
        Some(time) => read_time(name, time).map(Some),
        None => Ok(None),
    };
    let filter = AuditFilter {
        actor: query.actor,
        action: query.action,
        object: query.object,
        since_ms: time("since", &query.since)?,
        until_ms: time("until", &query.until)?,
        before: page.cursor.unwrap_or(i64::MAX),
        limit: page.limit(),
    };
    let found = app.store.audit_log(&filter).await?;
    let next = page.next(&found, |entry| entry.id);
    Ok(Json(AuditPage { entries: found.into_iter().map(AuditInfo::from).collect(), next }))
}

/// What is searched for.
#[derive(Debug, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub struct SearchQuery {
    /// A part of a name, login name, e-mail address, file name or title; or a number.
    pub q: String,
}

/// Find people, teams, matches, submissions and runs of an event by name or number.
#[utoipa::path(get, path = "/api/v1/events/{event}/search", tag = "console",
    params(("event" = String, Path), SearchQuery),
    responses((status = 200, body = Vec<FoundInfo>), (status = "default", body = Problem)))]
pub async fn search(
    State(app): State<Arc<App>>,
    caller: Caller,
    At(event): At<String>,
    Asked(query): Asked<SearchQuery>,
) -> Result<Json<Vec<FoundInfo>>, Problem> {
    caller.may(Action::Search, false, None)?;
    let event = find_event(&app, &event).await?;
    let text = query.q;
    if text.trim().is_empty() || text.chars().count() > MAX_TEXT {
        return Err(invalid(format!("`q` has 1 to {MAX_TEXT} characters")));
    }
    let found = app.store.search(event.id, &text).await?;
    Ok(Json(found.into_iter().map(FoundInfo::from).collect()))
}
