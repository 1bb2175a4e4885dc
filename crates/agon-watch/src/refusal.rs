//! An HTTP status and a sentence that the page shows when a request is refused.

use axum::Json;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde_json::json;

/// A refused request: the HTTP status and the reason as a sentence.
pub(crate) struct Refusal(pub StatusCode, pub String);

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        (self.0, Json(json!({"error": self.1}))).into_response()
    }
}

/// Refuses with status 503: the server is busy.
pub(crate) fn busy(sentence: impl ToString) -> Refusal {
    Refusal(StatusCode::SERVICE_UNAVAILABLE, sentence.to_string())
}

/// Refuses with status 422: the request was understood, but its content is invalid.
pub(crate) fn unprocessable(sentence: impl ToString) -> Refusal {
    Refusal(StatusCode::UNPROCESSABLE_ENTITY, sentence.to_string())
}
