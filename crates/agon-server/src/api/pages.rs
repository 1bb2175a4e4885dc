//! The handbook of an event, in versions, and its announcements.

use super::Page;
use super::events::find;
use super::extract::{Asked, At, Body};
use crate::app::{App, now};
use crate::authorise::Action;
use crate::identity::Caller;
use crate::problem::{Problem, unknown};
use agon_store::events::{Announce, Handbook, NewHandbook};
use axum::Json;
use axum::extract::State;
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use utoipa::ToSchema;

/// A version of the handbook.
#[derive(Debug, Serialize, ToSchema)]
pub struct HandbookInfo {
    /// Its number, from 1.
    pub version: i64,
    /// The page, as Markdown.
    pub body: String,
    /// When it was published, in milliseconds since 1970.
    pub at_ms: i64,
    /// What changed in each version, newest first.
    pub notices: Vec<NoticeInfo>,
}

/// What changed in a version of the handbook.
#[derive(Debug, Serialize, ToSchema)]
pub struct NoticeInfo {
    /// The version.
    pub version: i64,
    /// What changed.
    pub notice: String,
    /// When it was published, in milliseconds since 1970.
    pub at_ms: i64,
}

/// Which version is wanted.
#[derive(Debug, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub struct VersionQuery {
    /// The version; default: the newest one.
    pub version: Option<i64>,
}

/// The handbook of an event.
#[utoipa::path(get, path = "/api/v1/events/{event}/handbook", tag = "event",
    params(("event" = String, Path), VersionQuery),
    responses((status = 200, body = HandbookInfo), (status = "default", body = Problem)))]
pub async fn handbook(
    State(app): State<Arc<App>>,
    caller: Caller,
    At(event): At<String>,
    Asked(query): Asked<VersionQuery>,
) -> Result<Json<HandbookInfo>, Problem> {
    caller.may(Action::ReadPublic, false, None)?;
    let event = find(&app, &event).await?;
    let found = app.store.handbook(event.id, query.version).await?;
    let found = found.ok_or_else(|| unknown("such version of this event's handbook"))?;
    Ok(Json(handbook_info(&app, event.id, found).await?))
}

async fn handbook_info(app: &App, event: i64, found: Handbook) -> Result<HandbookInfo, Problem> {
    let notice =
        |one: Handbook| NoticeInfo { version: one.version, notice: one.notice, at_ms: one.at_ms };
    let notices = app.store.handbook_notices(event).await?.into_iter().map(notice).collect();
    Ok(HandbookInfo { version: found.version, body: found.body, at_ms: found.at_ms, notices })
}

/// A new version of the handbook.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct HandbookRequest {
    /// The version that was edited; 0 for the first one.
    pub after: i64,
    /// The page, as Markdown.
    pub body: String,
    /// What changed, for readers who know the version before.
    pub notice: String,
}

/// Publish a version of the handbook.
#[utoipa::path(post, path = "/api/v1/events/{event}/handbook", tag = "event",
    params(("event" = String, Path)), request_body = HandbookRequest,
    responses((status = 200, body = HandbookInfo), (status = "default", body = Problem)))]
pub async fn publish(
    State(app): State<Arc<App>>,
    caller: Caller,
    At(event): At<String>,
    Body(request): Body<HandbookRequest>,
) -> Result<Json<HandbookInfo>, Problem> {
    let account = caller.account(Action::ChangeEvent)?.id;
    let event = find(&app, &event).await?.id;
    let HandbookRequest { after, body, notice } = request;
    let change = NewHandbook { event, after, body, notice, account, now: now() };
    let version = app.store.change(change).await?;
    app.changed();
    let found = app.store.handbook(event, Some(version)).await?;
    let found = found.ok_or_else(|| unknown(format!("version {version} of the handbook")))?;
    Ok(Json(handbook_info(&app, event, found).await?))
}

/// An announcement.
#[derive(Debug, Serialize, ToSchema)]
pub struct AnnouncementInfo {
    /// Its number.
    pub id: i64,
    /// Its title.
    pub title: String,
    /// Its text, as Markdown.
    pub body: String,
    /// When it was published, in milliseconds since 1970.
    pub at_ms: i64,
}

/// A page of announcements.
#[derive(Debug, Serialize, ToSchema)]
pub struct Announcements {
    /// The announcements, newest first.
    pub announcements: Vec<AnnouncementInfo>,
    /// The cursor of the next page; missing on the last one.
    pub next: Option<i64>,
}

/// The announcements of an event, newest first.
#[utoipa::path(get, path = "/api/v1/events/{event}/announcements", tag = "event",
    params(("event" = String, Path), Page),
    responses((status = 200, body = Announcements), (status = "default", body = Problem)))]
pub async fn announcements(
    State(app): State<Arc<App>>,
    caller: Caller,
    At(event): At<String>,
    Asked(page): Asked<Page>,
) -> Result<Json<Announcements>, Problem> {
    caller.may(Action::ReadPublic, false, None)?;
    let event = find(&app, &event).await?.id;
    let before = page.cursor.unwrap_or(i64::MAX);
    let found = app.store.announcements(event, before, page.limit()).await?;
    let next =
        (found.len() as u32 == page.limit()).then(|| found.last().map(|one| one.id)).flatten();
    let announcements = found
        .into_iter()
        .map(|one| AnnouncementInfo {
            id: one.id,
            title: one.title,
            body: one.body,
            at_ms: one.at_ms,
        })
        .collect();
    Ok(Json(Announcements { announcements, next }))
}

/// An announcement to publish.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct AnnouncementRequest {
    /// Its title.
    pub title: String,
    /// Its text, as Markdown.
    pub body: String,
}

/// Publish an announcement; open pages show it at once.
#[utoipa::path(post, path = "/api/v1/events/{event}/announcements", tag = "event",
    params(("event" = String, Path)), request_body = AnnouncementRequest,
    responses((status = 200, body = AnnouncementInfo), (status = "default", body = Problem)))]
pub async fn announce(
    State(app): State<Arc<App>>,
    caller: Caller,
    At(event): At<String>,
    Body(request): Body<AnnouncementRequest>,
) -> Result<Json<AnnouncementInfo>, Problem> {
    let account = caller.account(Action::Announce)?.id;
    let event = find(&app, &event).await?.id;
    let AnnouncementRequest { title, body } = request;
    let at_ms = now();
    let change = Announce { event, title: title.clone(), body: body.clone(), account, now: at_ms };
    let id = app.store.change(change).await?;
    app.changed();
    Ok(Json(AnnouncementInfo { id, title, body, at_ms }))
}
