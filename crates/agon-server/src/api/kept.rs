//! Answers that are kept in memory for a moment: when a hall reloads the same lists and tables, they are
//! computed once. A change that is made through this server makes it forget all of them at once; a change by
//! another server or a shell shows after [`MAX_AGE`].

use crate::app::App;
use crate::identity::VIEW_AS;
use axum::body::{Body, Bytes, HttpBody};
use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

/// How old a kept answer may be.
const MAX_AGE: Duration = Duration::from_secs(1);
/// Answers kept at the same time; more of them are not kept.
const MAX_ANSWERS: usize = 2_000;
/// Longer answers are not kept.
const MAX_BYTES: usize = 1 << 20;
/// The lists and tables that are worth it, by the last word of their address.
const KEPT: [&str; 8] =
    ["events", "leaderboard", "matches", "playing", "ratings", "report", "runs", "teams"];

/// The kept answers of a server.
#[derive(Default)]
pub(crate) struct Kept {
    answers: Mutex<HashMap<Asked, Answer>>,
    /// Number of changes so far. An answer is valid while the number is that of its beginning.
    changes: AtomicU64,
}

/// A question: what is asked, and the secrets that say who asks.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Asked {
    path: String,
    cookie: Option<HeaderValue>,
    token: Option<HeaderValue>,
    /// The team as which staff read.
    view_as: Option<HeaderValue>,
}

#[derive(Clone)]
struct Answer {
    changes: u64,
    at: Instant,
    headers: HeaderMap,
    bytes: Bytes,
}

impl Kept {
    /// Forgets all answers: something has changed.
    pub fn forget(&self) {
        self.changes.fetch_add(1, Ordering::SeqCst);
    }

    fn find(&self, asked: &Asked) -> Option<Answer> {
        let answers = self.answers.lock().expect("no thread panics while holding the lock");
        let changes = self.changes.load(Ordering::SeqCst);
        let found = answers.get(asked)?;
        (found.changes == changes && found.at.elapsed() < MAX_AGE).then(|| found.clone())
    }

    fn keep(&self, asked: Asked, answer: Answer) {
        let mut answers = self.answers.lock().expect("no thread panics while holding the lock");
        if answers.len() >= MAX_ANSWERS {
            let changes = self.changes.load(Ordering::SeqCst);
            answers.retain(|_, kept| kept.changes == changes && kept.at.elapsed() < MAX_AGE);
        }
        if answers.len() < MAX_ANSWERS {
            answers.insert(asked, answer);
        }
    }
}

/// Answers from memory, or keeps the answer.
pub async fn keep_answers(State(app): State<Arc<App>>, request: Request, next: Next) -> Response {
    if request.method() != Method::GET {
        let response = next.run(request).await;
        app.kept.forget();
        return response;
    }
    let is_kept = request.uri().path().rsplit('/').next().is_some_and(|word| KEPT.contains(&word));
    if !is_kept {
        return next.run(request).await;
    }
    let known = request.headers().get(header::IF_NONE_MATCH).cloned();
    let asked = Asked {
        path: request.uri().path_and_query().map_or(String::new(), ToString::to_string),
        cookie: request.headers().get(header::COOKIE).cloned(),
        token: request.headers().get(header::AUTHORIZATION).cloned(),
        view_as: request.headers().get(VIEW_AS).cloned(),
    };
    if let Some(answer) = app.kept.find(&asked) {
        return answer.respond(known);
    }
    let (changes, at) = (app.kept.changes.load(Ordering::SeqCst), Instant::now());
    let response = next.run(request).await;
    let length = response.body().size_hint().upper();
    if response.status() != StatusCode::OK || length.is_none_or(|length| length > MAX_BYTES as u64)
    {
        return response;
    }
    let (parts, body) = response.into_parts();
    let Ok(bytes) = axum::body::to_bytes(body, MAX_BYTES).await else {
        return StatusCode::INTERNAL_SERVER_ERROR.into_response();
    };
    let answer = Answer { changes, at, headers: parts.headers.clone(), bytes: bytes.clone() };
    app.kept.keep(asked, answer);
    Response::from_parts(parts, Body::from(bytes))
}

impl Answer {
    fn respond(self, known: Option<HeaderValue>) -> Response {
        let tag = self.headers.get(header::ETAG).and_then(|tag| tag.to_str().ok());
        if let (Some(tag), Some(known)) =
            (tag, known.as_ref().and_then(|known| known.to_str().ok()))
            && known.contains(tag)
        {
            return super::layers::not_modified(tag);
        }
        let mut response = Response::new(Body::from(self.bytes));
        *response.headers_mut() = self.headers;
        response
    }
}
