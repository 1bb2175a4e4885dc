//! Extractors whose refusals are problems with sentences.

use crate::problem::{Problem, problem};
use axum::Json;
use axum::extract::{FromRequest, FromRequestParts, Path, Query, Request};
use axum::http::request::Parts;
use serde::de::DeserializeOwned;

/// A JSON body.
pub struct Body<T>(pub T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequest<S> for Body<T> {
    type Rejection = Problem;
    async fn from_request(request: Request, state: &S) -> Result<Body<T>, Problem> {
        let read = Json::<T>::from_request(request, state).await;
        read.map(|Json(body)| Body(body))
            .map_err(|rejection| problem(rejection.status(), rejection.body_text()))
    }
}

/// Parts of the path.
pub struct At<T>(pub T);

impl<T: DeserializeOwned + Send, S: Send + Sync> FromRequestParts<S> for At<T> {
    type Rejection = Problem;
    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<At<T>, Problem> {
        let read = Path::<T>::from_request_parts(parts, state).await;
        read.map(|Path(path)| At(path))
            .map_err(|rejection| problem(rejection.status(), rejection.body_text()))
    }
}

/// Parameters after the question mark.
pub struct Asked<T>(pub T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequestParts<S> for Asked<T> {
    type Rejection = Problem;
    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Asked<T>, Problem> {
        let read = Query::<T>::from_request_parts(parts, state).await;
        read.map(|Query(query)| Asked(query))
            .map_err(|rejection| problem(rejection.status(), rejection.body_text()))
    }
}
