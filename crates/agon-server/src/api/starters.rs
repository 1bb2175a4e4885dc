//! Starter bots to download, set up for an event of this server.

use super::events::find;
use super::extract::At;
use super::submissions::attachment;
use crate::app::App;
use crate::authorise::Action;
use crate::events::Settings;
use crate::identity::Caller;
use crate::problem::{Problem, problem, unknown};
use crate::site::Place;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::IntoResponse;
use std::sync::Arc;

/// A starter bot of the event's game in a language: a zip archive with the bot, the kit, how to hand it in.
#[utoipa::path(get, path = "/api/v1/events/{event}/starters/{language}", tag = "event",
    params(("event" = String, Path), ("language" = String, Path)),
    responses((status = 200, content_type = "application/octet-stream"),
        (status = "default", body = Problem)))]
pub async fn download(
    State(app): State<Arc<App>>,
    caller: Caller,
    headers: HeaderMap,
    At((event, language)): At<(String, String)>,
) -> Result<impl IntoResponse, Problem> {
    caller.may(Action::ReadPublic, false, None)?;
    let event = find(&app, &event).await?;
    let missing = || unknown(format!("starter bot in `{language}` for this event"));
    let allowed = Settings::of(&event).submissions.languages;
    if !allowed.is_empty() && !allowed.contains(&language) {
        return Err(missing());
    }
    let host = headers.get(header::HOST).and_then(|host| host.to_str().ok()).unwrap_or("localhost");
    let server = app.config.public_url.clone().unwrap_or_else(|| format!("http://{host}"));
    let place = Place { server, event: event.slug, title: event.title };
    let made = app.site.showcase.starter(&event.game, &language, &place);
    let made = made.map_err(|why| {
        tracing::error!(why, "cannot pack a starter bot");
        problem(
            StatusCode::INTERNAL_SERVER_ERROR,
            "the starter bot cannot be packed; tell the organisers",
        )
    })?;
    let bytes = made.ok_or_else(missing)?;
    Ok((attachment(&format!("{}-{language}.zip", event.game)), bytes))
}
