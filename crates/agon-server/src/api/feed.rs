//! The event stream: what happens, as it happens, with catch-up after a pause.

use super::extract::Asked;
use crate::app::App;
use crate::identity::Caller;
use crate::problem::Problem;
use agon_store::accounts::Role;
use agon_store::feed::News;
use agon_store::values;
use axum::extract::State;
use axum::http::{HeaderMap, Method};
use axum::response::IntoResponse;
use axum::response::sse::{Event, KeepAlive, Sse};
use futures_util::stream::{self, Stream};
use serde::Deserialize;
use std::collections::VecDeque;
use std::convert::Infallible;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// News read from the database at once.
const CHUNK: u32 = 200;
/// A stream looks for news at least this often, in case it missed a wake-up.
const LOOK: Duration = Duration::from_secs(15);
/// After this time it is read again what the person may see, before more news are sent.
const CHECK: Duration = Duration::from_secs(5);
/// The audience of news that visitors see, too.
const PUBLIC: &str = "public";

/// Where the stream starts.
#[derive(Debug, Deserialize)]
pub struct Start {
    /// Number of the last news that the client has; without it the stream starts now.
    pub after: Option<i64>,
}

/// Follow what happens: server-sent events, each with its number as id. A client that lost the connection
/// sends `Last-Event-ID` and misses nothing.
#[utoipa::path(get, path = "/api/v1/feed", tag = "feed", params(("after" = Option<i64>, Query)),
    responses((status = 200, content_type = "text/event-stream"), (status = "default", body = Problem)))]
pub async fn feed(
    State(app): State<Arc<App>>,
    caller: Caller,
    headers: HeaderMap,
    Asked(start): Asked<Start>,
) -> Result<impl IntoResponse, Problem> {
    let resumed = headers.get("last-event-id").and_then(|id| id.to_str().ok()?.parse().ok());
    let after = match resumed.or(start.after) {
        Some(after) => after,
        None => app.store.latest_news().await?,
    };
    let audiences = audiences(&app, &caller).await?;
    let follower = Follower {
        app,
        after,
        account: caller.id(),
        headers,
        audiences,
        checked: Instant::now(),
        read: VecDeque::new(),
    };
    Ok(Sse::new(follow(follower)).keep_alive(KeepAlive::default()))
}

/// The audiences that a person belongs to; `None` for staff, who see everything.
async fn audiences(app: &App, caller: &Caller) -> Result<Option<Vec<String>>, Problem> {
    if matches!(caller.role(), Some(Role::Staff | Role::Organiser)) {
        return Ok(None);
    }
    let sql = "SELECT team FROM member WHERE account = ?";
    let mut audiences = vec![PUBLIC.to_owned()];
    for row in app.store.rows(sql, &values![caller.id()]).await? {
        audiences.push(format!("team:{}", row.get::<i64>("team")?));
    }
    Ok(Some(audiences))
}

struct Follower {
    app: Arc<App>,
    after: i64,
    /// The person's account; 0 for a visitor.
    account: i64,
    /// What the request came with: the session or the access token.
    headers: HeaderMap,
    audiences: Option<Vec<String>>,
    /// When the audiences were read.
    checked: Instant,
    read: VecDeque<News>,
}

fn follow(follower: Follower) -> impl Stream<Item = Result<Event, Infallible>> {
    stream::unfold(follower, async |mut follower| {
        let mut stopped = follower.app.stopped.clone();
        let news = tokio::select! {
            news = follower.next() => news?,
            _ = stopped.wait_for(|stopped| *stopped) => return None,
        };
        let event = Event::default().id(news.id.to_string()).event(news.topic).data(news.body);
        Some((Ok(event), follower))
    })
}

impl Follower {
    /// The next news that this person may see; `None` if the session or the access token has ended.
    async fn next(&mut self) -> Option<News> {
        loop {
            while let Some(news) = self.read.pop_front() {
                if news.audience != PUBLIC {
                    self.check().await?;
                }
                self.after = news.id;
                if self.audiences.as_ref().is_none_or(|allowed| allowed.contains(&news.audience)) {
                    return Some(news);
                }
            }
            self.check().await?;
            let app = Arc::clone(&self.app);
            // Registered before reading, so that news between reading and waiting are not missed.
            let woken = app.news.notified();
            tokio::pin!(woken);
            woken.as_mut().enable();
            match self.app.store.news_after(self.after, CHUNK).await {
                Ok(news) if !news.is_empty() => self.read.extend(news),
                Ok(_) => drop(tokio::time::timeout(LOOK, woken).await),
                Err(fault) => {
                    tracing::error!(%fault, "cannot read the feed");
                    tokio::time::sleep(Duration::from_secs(1)).await;
                }
            }
        }
    }

    /// Reads again who this person is and which teams they belong to; `None` if the session or the access
    /// token has ended. Visitors see the same for ever.
    async fn check(&mut self) -> Option<()> {
        while self.account != 0 && self.checked.elapsed() >= CHECK {
            let found = Caller::identify(&Method::GET, &self.headers, &self.app).await;
            let read = match found {
                Ok(caller) if caller.id() != self.account => return None,
                Ok(caller) => audiences(&self.app, &caller).await,
                Err(problem) => Err(problem),
            };
            match read {
                Ok(audiences) => (self.audiences, self.checked) = (audiences, Instant::now()),
                Err(problem) if problem.status < 500 => return None,
                Err(problem) => {
                    tracing::error!(problem = problem.detail, "cannot read who follows the feed");
                    tokio::time::sleep(Duration::from_secs(1)).await;
                }
            }
        }
        Some(())
    }
}
