//! What happens around every request: a log line with a request id, headers that protect browsers, entity
//! tags.

use crate::problem::problem;
use crate::secrets::random_text;
use axum::body::{Body, Bytes};
use axum::extract::Request;
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use std::time::{Duration, Instant};

/// How long a request may take with everything.
const REQUEST_TIMEOUT: Duration = Duration::from_secs(60);
/// How long a request with an upload may take.
const UPLOAD_TIMEOUT: Duration = Duration::from_secs(600);
/// Bodies up to this size get an entity tag.
const MAX_TAGGED_BYTES: usize = 8 << 20;
/// Scripts, styles and pictures come from this server only; nothing may be inline or framed.
const POLICY: &str = "default-src 'self'; img-src 'self' data: blob:; object-src 'none'; base-uri 'none'; \
                      form-action 'self'; frame-ancestors 'none'";

/// Logs each request without its query, cookies and tokens.
pub async fn log_requests(request: Request, next: Next) -> Response {
    let id = random_text(12);
    let (method, path) = (request.method().clone(), request.uri().path().to_owned());
    let start = Instant::now();
    let mut response = next.run(request).await;
    let status = response.status().as_u16();
    let ms = start.elapsed().as_secs_f64() * 1000.0;
    tracing::info!(request = id, %method, path, status, ms, "request");
    metrics::histogram!("agon_request_ms").record(ms);
    if let Ok(value) = HeaderValue::from_str(&id) {
        response.headers_mut().insert("x-request-id", value);
    }
    response
}

/// Refuses a request whose body does not arrive in time, so that slow clients do not hold memory. An upload
/// may take longer; an event stream has been answered when its first event is sent.
pub async fn limit_time(request: Request, next: Next) -> Response {
    let is_upload = request
        .headers()
        .get(header::CONTENT_TYPE)
        .is_some_and(|kind| kind == "application/octet-stream");
    let limit = if is_upload { UPLOAD_TIMEOUT } else { REQUEST_TIMEOUT };
    match tokio::time::timeout(limit, next.run(request)).await {
        Ok(response) => response,
        Err(_) => {
            let detail = format!("the request took longer than {} s", limit.as_secs());
            problem(StatusCode::REQUEST_TIMEOUT, detail).into_response()
        }
    }
}

/// Adds the headers that keep browsers from doing harm.
pub async fn security_headers(request: Request, next: Next) -> Response {
    let mut response = next.run(request).await;
    let headers = response.headers_mut();
    for (name, value) in [
        ("content-security-policy", POLICY),
        ("x-content-type-options", "nosniff"),
        ("referrer-policy", "same-origin"),
        ("cross-origin-resource-policy", "same-origin"),
    ] {
        headers.insert(name, HeaderValue::from_static(value));
    }
    response
}

/// Answers a GET whose content the client already has with 304.
pub async fn entity_tags(request: Request, next: Next) -> Response {
    let is_get = request.method() == Method::GET;
    let known = request.headers().get(header::IF_NONE_MATCH).cloned();
    let response = next.run(request).await;
    let json =
        response.headers().get(header::CONTENT_TYPE).is_some_and(|kind| kind == "application/json");
    if !is_get || !json || response.status() != StatusCode::OK {
        return response;
    }
    let (mut parts, body) = response.into_parts();
    let Ok(bytes) = axum::body::to_bytes(body, MAX_TAGGED_BYTES).await else {
        return StatusCode::INTERNAL_SERVER_ERROR.into_response();
    };
    let tag = tag_of(&bytes);
    if known.is_some_and(|known| known.to_str().is_ok_and(|known| known.contains(&tag))) {
        return not_modified(&tag);
    }
    if let Ok(value) = HeaderValue::from_str(&tag) {
        parts.headers.insert(header::ETAG, value);
    }
    parts.headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    Response::from_parts(parts, Body::from(bytes))
}

/// The entity tag of a body.
pub(super) fn tag_of(bytes: &[u8]) -> String {
    format!("\"{}\"", &crate::blobs::address(bytes)[..32])
}

pub(super) fn not_modified(tag: &str) -> Response {
    let mut headers = HeaderMap::new();
    if let Ok(value) = HeaderValue::from_str(tag) {
        headers.insert(header::ETAG, value);
    }
    (StatusCode::NOT_MODIFIED, headers).into_response()
}

/// Text that is JSON already.
pub fn json_text(text: String) -> Response {
    ([(header::CONTENT_TYPE, "application/json")], Bytes::from(text)).into_response()
}
