//! The routes under `/api/v1`, one file per subject, and their description in OpenAPI.

mod accounts;
mod console;
mod events;
mod extract;
mod feed;
mod films;
mod grading;
mod health;
mod jobs;
mod kept;
mod ladder;
mod layers;
mod live_films;
mod matches;
mod pages;
mod questions;
mod replays;
mod rounds;
mod runs;
mod scrimmages;
mod sessions;
mod starters;
mod submissions;
mod team_changes;
mod teams;

pub(crate) use accounts::{RESET_HOURS, new_account};
pub(crate) use events::{EventRequest, new_event};
pub(crate) use films::Films;
pub(crate) use kept::Kept;
pub(crate) use ladder::{LadderRequest, set_ladder};
pub(crate) use live_films::LiveFilms;
pub use questions::QuestionInfo;
pub(crate) use submissions::check_name;

use crate::app::App;
use crate::problem::problem;
use axum::Router;
use axum::extract::{DefaultBodyLimit, State};
use axum::http::{HeaderMap, Method, StatusCode, Uri};
use axum::response::Response;
use axum::routing::get;
use serde::Deserialize;
use std::sync::Arc;
use utoipa::IntoParams;
use utoipa::openapi::{InfoBuilder, OpenApi, OpenApiBuilder, PathItem};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

/// Largest body; an upload has a limit of its own.
const MAX_JSON_BYTES: usize = 256 << 10;

/// A page of a long list.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct Page {
    /// Where the page starts: the `next` of the page before.
    pub cursor: Option<i64>,
    /// Entries per page, at most 200.
    pub limit: Option<u32>,
}

impl Page {
    fn limit(&self) -> u32 {
        self.limit.unwrap_or(50).clamp(1, 200)
    }

    /// The cursor of the next page, by the last entry of this one; none if this page is not full.
    fn next<T>(&self, found: &[T], id: impl Fn(&T) -> i64) -> Option<i64> {
        found.last().filter(|_| found.len() as u32 == self.limit()).map(id)
    }
}

fn described() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new()
        .routes(routes!(health::server))
        .routes(routes!(sessions::first_organiser))
        .routes(routes!(sessions::log_in, sessions::list))
        .routes(routes!(sessions::log_out))
        .routes(routes!(sessions::end))
        .routes(routes!(sessions::me))
        .routes(routes!(sessions::change_password))
        .routes(routes!(sessions::reset_password))
        .routes(routes!(sessions::new_token, sessions::tokens))
        .routes(routes!(sessions::end_token))
        .routes(routes!(accounts::sign_up))
        .routes(routes!(accounts::make, accounts::list))
        .routes(routes!(accounts::erase))
        .routes(routes!(accounts::reset_link))
        .routes(routes!(events::make, events::list))
        .routes(routes!(events::read, events::change))
        .routes(routes!(events::add_downtime))
        .routes(routes!(pages::handbook, pages::publish))
        .routes(routes!(starters::download))
        .routes(routes!(pages::announcements, pages::announce))
        .routes(routes!(events::set_phase))
        .routes(routes!(teams::make_team, teams::teams))
        .routes(routes!(teams::my_team, team_changes::change))
        .routes(routes!(team_changes::leave))
        .routes(routes!(team_changes::withdraw))
        .routes(routes!(team_changes::decide))
        .routes(routes!(teams::join))
        .routes(routes!(submissions::submit, submissions::list))
        .routes(routes!(submissions::read))
        .routes(routes!(submissions::source))
        .routes(routes!(submissions::activate))
        .routes(routes!(submissions::label))
        .routes(routes!(submissions::limits))
        .routes(routes!(teams::extend))
        .routes(routes!(scrimmages::ask, scrimmages::list))
        .routes(routes!(scrimmages::read))
        .routes(routes!(scrimmages::answer))
        .routes(routes!(scrimmages::set_always))
        .routes(routes!(scrimmages::rematch))
        .routes(routes!(questions::ask, questions::list))
        .routes(routes!(questions::answer))
        .routes(routes!(matches::list))
        .routes(routes!(matches::read))
        .routes(routes!(replays::replay))
        .routes(routes!(films::summary))
        .routes(routes!(films::chunk))
        .routes(routes!(jobs::queue))
        .routes(routes!(jobs::requeue))
        .routes(routes!(jobs::void))
        .routes(routes!(runs::make, runs::list))
        .routes(routes!(runs::read))
        .routes(routes!(runs::report))
        .routes(routes!(runs::log))
        .routes(routes!(runs::run_ratings))
        .routes(routes!(ladder::set, ladder::read))
        .routes(routes!(ladder::leaderboard))
        .routes(routes!(ladder::cross_table))
        .routes(routes!(ladder::head_to_head))
        .routes(routes!(ladder::form))
        .routes(routes!(ladder::record))
        .routes(routes!(ladder::compare))
        .routes(routes!(rounds::list))
        .routes(routes!(rounds::start))
        .routes(routes!(rounds::release))
        .routes(routes!(rounds::why))
        .routes(routes!(runs::rule))
        .routes(routes!(runs::set_public))
        .routes(routes!(grading::make, grading::list))
        .routes(routes!(grading::read, grading::change))
        .routes(routes!(grading::release))
        .routes(routes!(grading::collect))
        .routes(routes!(grading::regrade))
        .routes(routes!(grading::extend))
        .routes(routes!(grading::results::results))
        .routes(routes!(grading::results::gradebook))
        .routes(routes!(grading::results::my_grades))
        .routes(routes!(grading::hand::mark))
        .routes(routes!(grading::hidden::make, grading::hidden::list))
        .routes(routes!(grading::hidden::hide))
        .routes(routes!(grading::hidden::upload))
        .routes(routes!(grading::similar::similar))
        .routes(routes!(grading::raffles::make, grading::raffles::list))
        .routes(routes!(grading::raffles::draw))
        .routes(routes!(grading::hand::add_comment))
        .routes(routes!(grading::hand::change_comment, grading::hand::delete_comment))
        .routes(routes!(feed::feed))
        .routes(routes!(console::overview::queue))
        .routes(routes!(console::overview::playing))
        .routes(routes!(console::overview::workers))
        .routes(routes!(console::overview::desired))
        .routes(routes!(console::overview::failures))
        .routes(routes!(console::overview::alerts))
        .routes(routes!(console::switches::list, console::switches::set))
        .routes(routes!(console::decisions::jobs))
        .routes(routes!(console::decisions::readmit_worker))
        .routes(routes!(console::decisions::void_match))
        .routes(routes!(console::decisions::restore_match))
        .routes(routes!(console::audit::audit))
        .routes(routes!(console::audit::search))
        .routes(routes!(console::review::files))
        .routes(routes!(console::review::file))
}

/// Serves the page in the browser and its files.
async fn pages(
    State(app): State<Arc<App>>,
    method: Method,
    uri: Uri,
    headers: HeaderMap,
) -> Response {
    app.site.answer(&method, &uri, &headers)
}

/// The description of the interface.
pub fn openapi() -> OpenApi {
    let info = InfoBuilder::new().title("Agon contest server").version("1").description(Some(
        "Accounts, events, submissions and matches. Errors are problem+json with a sentence.",
    ));
    let mut described = described().into_openapi();
    let empty = OpenApiBuilder::new().info(info.build()).build();
    described.info = empty.info;
    for (path, item) in &mut described.paths.paths {
        name_operations(path, item);
    }
    described
}

/// Names the operations of a path by method and path, so that no two have the same name.
fn name_operations(path: &str, item: &mut PathItem) {
    let plain =
        path.trim_start_matches("/api/v1/").replace(['{', '}'], "").replace(['/', '-'], "_");
    let PathItem { get, put, post, delete, patch, .. } = item;
    for (method, operation) in
        [("get", get), ("put", put), ("post", post), ("delete", delete), ("patch", patch)]
    {
        if let Some(operation) = operation {
            operation.operation_id = Some(format!("{method}_{plain}"));
        }
    }
}

/// Starts counting, before anything is counted.
pub(crate) fn install_metrics() {
    health::recorder();
}

/// All routes of the server.
pub(crate) fn router(app: Arc<App>) -> Router {
    let description =
        serde_json::to_string_pretty(&openapi()).expect("the description is plain data");
    let (api, _) = described().split_for_parts();
    let api = api
        .route("/api/v1/openapi.json", get(async move || layers::json_text(description.clone())))
        .layer(axum::middleware::from_fn(layers::entity_tags))
        .layer(axum::middleware::from_fn_with_state(Arc::clone(&app), kept::keep_answers));
    Router::new()
        .merge(api)
        .route("/healthz", get(async || "ok\n"))
        .route("/readyz", get(health::ready))
        .route("/metrics", get(health::metrics))
        .fallback(pages)
        .method_not_allowed_fallback(async || {
            problem(StatusCode::METHOD_NOT_ALLOWED, "this address does not support this method")
        })
        .layer(DefaultBodyLimit::max(MAX_JSON_BYTES))
        .layer(axum::middleware::from_fn(layers::limit_time))
        .layer(axum::middleware::from_fn(layers::security_headers))
        .layer(axum::middleware::from_fn(layers::log_requests))
        .with_state(app)
}
