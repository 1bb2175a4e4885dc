//! Freeze switches of an event.

use crate::api::events::find as find_event;
use crate::api::extract::{At, Body};
use crate::app::{App, now};
use crate::authorise::Action;
use crate::identity::Caller;
use crate::problem::{Problem, invalid};
use agon_store::console::{Freeze, SetSwitch, Switch};
use axum::Json;
use axum::extract::State;
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use utoipa::ToSchema;

/// A switch.
#[derive(Debug, Serialize, ToSchema)]
pub struct SwitchInfo {
    /// `uploads`, `scrimmages`, `ladder` or `activation`.
    #[schema(value_type = String)]
    pub switch: Switch,
    /// Whether it is stopped.
    pub frozen: bool,
    /// What teams are told.
    pub sentence: Option<String>,
    /// Since when it is stopped, in milliseconds since 1970.
    pub since_ms: Option<i64>,
}

async fn switches(app: &App, event: i64) -> Result<Vec<SwitchInfo>, Problem> {
    let stopped = app.store.freezes(event).await?;
    let info = |switch: &Switch| {
        let found: Option<&Freeze> = stopped.iter().find(|one| one.switch == *switch);
        SwitchInfo {
            switch: *switch,
            frozen: found.is_some(),
            sentence: found.map(|one| one.sentence.clone()),
            since_ms: found.map(|one| one.at_ms),
        }
    };
    Ok(Switch::ALL.iter().map(info).collect())
}

/// What the organisers have stopped in an event for a while, and why.
#[utoipa::path(get, path = "/api/v1/events/{event}/switches", tag = "event",
    params(("event" = String, Path)),
    responses((status = 200, body = Vec<SwitchInfo>), (status = "default", body = Problem)))]
pub async fn list(
    State(app): State<Arc<App>>,
    caller: Caller,
    At(event): At<String>,
) -> Result<Json<Vec<SwitchInfo>>, Problem> {
    caller.may(Action::ReadPublic, false, None)?;
    let event = find_event(&app, &event).await?;
    Ok(Json(switches(&app, event.id).await?))
}

/// A switch to set.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct SwitchRequest {
    /// `uploads`, `scrimmages`, `ladder` or `activation`.
    #[schema(value_type = String)]
    pub switch: Switch,
    /// True stops it, false lets it go on.
    pub frozen: bool,
    /// What teams are told; needed to stop something.
    pub sentence: Option<String>,
}

/// Stop uploads, scrimmages, the ladder or the change of versions in an event, or let them go on.
#[utoipa::path(put, path = "/api/v1/events/{event}/switches", tag = "console",
    params(("event" = String, Path)), request_body = SwitchRequest,
    responses((status = 200, body = Vec<SwitchInfo>), (status = "default", body = Problem)))]
pub async fn set(
    State(app): State<Arc<App>>,
    caller: Caller,
    At(event): At<String>,
    Body(request): Body<SwitchRequest>,
) -> Result<Json<Vec<SwitchInfo>>, Problem> {
    let account = Some(caller.account(Action::SetSwitch)?.id);
    let event = find_event(&app, &event).await?.id;
    let sentence = match (request.frozen, request.sentence) {
        (true, None) => return Err(invalid("say why in `sentence`; teams are shown it")),
        (false, Some(_)) => {
            return Err(invalid("`sentence` belongs to something that is stopped; leave it out"));
        }
        (_, sentence) => sentence,
    };
    let change = SetSwitch { event, switch: request.switch, sentence, account, now: now() };
    app.store.change(change).await?;
    app.changed();
    Ok(Json(switches(&app, event).await?))
}
