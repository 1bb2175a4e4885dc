//! Refusals as `application/problem+json` (RFC 9457): a status and a sentence.

use agon_store::{Fault, Refusal};
use axum::Json;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use utoipa::ToSchema;

/// A refused request.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct Problem {
    /// The HTTP status.
    pub status: u16,
    /// Short name of the status.
    pub title: String,
    /// What is wrong and what to do, as a sentence.
    pub detail: String,
}

/// Refuses with a status and a sentence.
pub fn problem(status: StatusCode, detail: impl Into<String>) -> Problem {
    let title = status.canonical_reason().unwrap_or("Error").to_owned();
    Problem { status: status.as_u16(), title, detail: detail.into() }
}

/// Refuses content that was understood but cannot be accepted.
pub fn invalid(detail: impl Into<String>) -> Problem {
    problem(StatusCode::UNPROCESSABLE_ENTITY, detail)
}

/// Refuses a visitor.
pub fn log_in_first() -> Problem {
    problem(StatusCode::UNAUTHORIZED, "log in first")
}

/// Refuses because the object does not exist, or must not be known to exist.
pub fn unknown(what: impl std::fmt::Display) -> Problem {
    problem(StatusCode::NOT_FOUND, format!("there is no {what}"))
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        let status = StatusCode::from_u16(self.status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
        let kind = [(header::CONTENT_TYPE, "application/problem+json")];
        (status, kind, Json(self)).into_response()
    }
}

impl From<Fault> for Problem {
    fn from(fault: Fault) -> Problem {
        match fault {
            Fault::Refused(refusal) => refusal.into(),
            fault => {
                tracing::error!(%fault, "the store failed");
                let detail = "the server cannot reach its database or disk; try again in a minute";
                problem(StatusCode::SERVICE_UNAVAILABLE, detail)
            }
        }
    }
}

impl From<Refusal> for Problem {
    fn from(refusal: Refusal) -> Problem {
        let status = match &refusal {
            Refusal::Unknown(_) => StatusCode::NOT_FOUND,
            Refusal::Conflict(_) => StatusCode::CONFLICT,
            Refusal::Invalid(_) => StatusCode::UNPROCESSABLE_ENTITY,
        };
        problem(status, refusal.to_string())
    }
}
