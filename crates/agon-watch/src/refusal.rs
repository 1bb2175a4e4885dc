//! Why a request cannot be answered: a status, and a sentence for the page to show.

use axum::Json;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde_json::json;

/// Why a request cannot be answered.
pub(crate) struct Refusal(pub StatusCode, pub String);

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        (self.0, Json(json!({"error": self.1}))).into_response()
    }
}

/// What was sent does not do, for this reason.
pub(crate) fn unfit(sentence: impl ToString) -> Refusal {
    Refusal(StatusCode::UNPROCESSABLE_ENTITY, sentence.to_string())
}
