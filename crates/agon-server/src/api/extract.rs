//! Extractors whose refusals are problems with sentences. They are the only way in for the text of a request,
//! so that no handler meets a zero byte or another control character.

use crate::problem::{Problem, invalid, problem, unknown};
use axum::Json;
use axum::extract::rejection::JsonRejection;
use axum::extract::{FromRequest, FromRequestParts, Path, Query, RawPathParams, Request};
use axum::http::StatusCode;
use axum::http::request::Parts;
use serde::de::DeserializeOwned;
use serde_json::Value;

/// A JSON body.
pub struct Body<T>(pub T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequest<S> for Body<T> {
    type Rejection = Problem;
    async fn from_request(request: Request, state: &S) -> Result<Body<T>, Problem> {
        let Json(value) = Json::<Value>::from_request(request, state).await.map_err(no_json)?;
        if let Some(text) = unsafe_text(&value) {
            let shown: String = text.escape_debug().take(40).collect();
            return Err(invalid(format!("the text \"{shown}\" contains a control character")));
        }
        parsed(&value).map(Body).map_err(|fault| invalid(format!("the request: {fault}")))
    }
}

/// Reads plain data; the error says which part of it is wrong.
pub(super) fn parsed<T: DeserializeOwned>(value: &Value) -> Result<T, String> {
    let bytes = serde_json::to_vec(value).expect("plain data");
    let read = Json::<T>::from_bytes(&bytes);
    read.map(|Json(read)| read).map_err(|rejection| told(&rejection.body_text()))
}

/// Parts of the path.
pub struct At<T>(pub T);

impl<T: DeserializeOwned + Send, S: Send + Sync> FromRequestParts<S> for At<T> {
    type Rejection = Problem;
    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<At<T>, Problem> {
        let no_object = || unknown("such object: the address is wrong");
        let raw = RawPathParams::from_request_parts(parts, state).await;
        let raw = raw.map_err(|_| no_object())?;
        if raw.iter().any(|(_, text)| text.chars().any(is_unsafe)) {
            return Err(no_object());
        }
        let read = Path::<T>::from_request_parts(parts, state).await;
        read.map(|Path(path)| At(path)).map_err(|_| {
            let words: Vec<String> = raw.iter().map(|(_, text)| format!("`{text}`")).collect();
            unknown(format!("object {}: its address has a number", words.join(" ")))
        })
    }
}

/// Parameters after the question mark.
pub struct Asked<T>(pub T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequestParts<S> for Asked<T> {
    type Rejection = Problem;
    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Asked<T>, Problem> {
        let refused = |why: String| problem(StatusCode::BAD_REQUEST, why);
        let pairs = Query::<Vec<(String, String)>>::from_request_parts(parts, state).await;
        let Ok(Query(pairs)) = pairs else {
            return Err(refused("the part of the address after `?` cannot be read".into()));
        };
        if let Some((name, _)) = pairs.iter().find(|(_, text)| text.chars().any(is_unsafe)) {
            return Err(invalid(format!("the parameter `{name}` contains a control character")));
        }
        let read = Query::<T>::from_request_parts(parts, state).await;
        read.map(|Query(query)| Asked(query)).map_err(|rejection| {
            refused(format!("the parameters: {}", told(&rejection.body_text())))
        })
    }
}

/// Control characters that no text of a request needs. PostgreSQL cannot store a zero byte, and escape
/// sequences could change what a terminal shows.
fn is_unsafe(c: char) -> bool {
    c.is_control() && !matches!(c, '\n' | '\r' | '\t')
}

/// A text with a control character, among the keys and values of a body.
fn unsafe_text(value: &Value) -> Option<&str> {
    let found = |text: &str| text.chars().any(is_unsafe);
    match value {
        Value::String(text) => found(text).then_some(text),
        Value::Array(values) => values.iter().find_map(unsafe_text),
        Value::Object(keys) => {
            keys.iter().find_map(
                |(key, value)| {
                    if found(key) { Some(key.as_str()) } else { unsafe_text(value) }
                },
            )
        }
        Value::Null | Value::Bool(_) | Value::Number(_) => None,
    }
}

/// A body that is no JSON, is too long or does not say that it is JSON.
fn no_json(rejection: JsonRejection) -> Problem {
    let status = rejection.status();
    let sentence = match status {
        StatusCode::UNSUPPORTED_MEDIA_TYPE => {
            "send JSON, with the header Content-Type: application/json".to_owned()
        }
        StatusCode::PAYLOAD_TOO_LARGE => {
            format!("the body is longer than {} KiB", super::MAX_JSON_BYTES >> 10)
        }
        _ => {
            let text = rejection.body_text();
            let place =
                text.rsplit_once(" at line ").map(|(_, place)| format!(", at line {place}"));
            format!("the body is not valid JSON{}", place.unwrap_or_default())
        }
    };
    problem(status, sentence)
}

/// What serde says about a request, in words of people: "`opponents[0].team` is the text "x", but must be a
/// whole number".
fn told(text: &str) -> String {
    let prefixes = [
        "Failed to deserialize the JSON body into the target type: ",
        "Failed to deserialize query string: ",
    ];
    let text = prefixes.iter().find_map(|prefix| text.strip_prefix(prefix)).unwrap_or(text);
    let text = text.rsplit_once(" at line ").map_or(text, |(text, _)| text);
    // A path of fields comes before the fault.
    let starts =
        ["missing field", "unknown field", "unknown variant", "invalid ", "duplicate field"];
    let at = starts.iter().filter_map(|start| text.find(start)).min().unwrap_or(0);
    let (path, fault) = text.split_at(at);
    let path = path.trim_end().trim_end_matches(':');
    let subject = match path {
        "" | "." | "?" => "it".to_owned(),
        path => format!("`{path}`"),
    };
    let field = |fault: &str| fault.split('`').nth(1).unwrap_or_default().to_owned();
    let expected = fault.split_once(", expected ");
    match (fault.split(' ').next().unwrap_or_default(), expected) {
        ("missing", _) => format!("the field `{}` is missing", field(fault)),
        ("duplicate", _) => format!("the field `{}` is there twice", field(fault)),
        ("unknown", Some((found, wanted))) => {
            let what = if found.starts_with("unknown field") { "field" } else { "word" };
            format!("there is no {what} `{}`; use {wanted}", field(found))
        }
        ("invalid", Some((found, wanted))) => {
            let found = found.split_once(": ").map_or(found, |(_, found)| found);
            format!("{subject} is {}, but must be {}", plain_value(found), plain(wanted))
        }
        ("invalid", None) if fault.contains("digit") => {
            format!("{subject} must be a whole number")
        }
        _ => format!("{subject}: {fault}"),
    }
}

/// A value as serde names it, in words of people.
fn plain_value(found: &str) -> String {
    let number = |found: &str| format!("the number {}", found.trim_matches('`'));
    match found.split_once(' ') {
        Some(("string", text)) => format!("the text {text}"),
        Some(("integer", found)) => number(found),
        Some(("floating", found)) => number(found.trim_start_matches("point ")),
        Some(("invalid", found)) if found.starts_with("length ") => "a list".to_owned(),
        _ => found.to_owned(),
    }
}

/// A type of the program in words of people.
fn plain(wanted: &str) -> String {
    match wanted {
        "i8" | "i16" | "i32" | "i64" | "isize" => "a whole number".to_owned(),
        "u8" => format!("a whole number from 0 to {}", u8::MAX),
        "u16" => format!("a whole number from 0 to {}", u16::MAX),
        "u32" => format!("a whole number from 0 to {}", u32::MAX),
        "u64" | "usize" => "a whole number from 0 on".to_owned(),
        "f32" | "f64" => "a number".to_owned(),
        "a string" => "a text".to_owned(),
        "a boolean" => "true or false".to_owned(),
        "a sequence" => "a list".to_owned(),
        wanted if wanted.starts_with("struct ") || wanted == "a map" => "an object".to_owned(),
        wanted => wanted.strip_prefix("one of ").unwrap_or(wanted).to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde::Deserialize;

    #[derive(Debug, Deserialize)]
    #[serde(deny_unknown_fields)]
    #[allow(dead_code, reason = "only read")]
    struct Wish {
        team: i64,
        seats: Option<Vec<Seat>>,
        limits: Option<Limits>,
    }

    #[derive(Debug, Deserialize)]
    #[allow(dead_code, reason = "only read")]
    struct Limits {
        games: u32,
    }

    #[derive(Debug, Deserialize)]
    #[serde(rename_all = "snake_case")]
    enum Seat {
        First,
        Last,
    }

    #[test]
    fn faults_of_a_body_are_sentences() {
        for (body, sentence) in [
            ("{}", "the field `team` is missing"),
            (r#"{"team": "x"}"#, "`team` is the text \"x\", but must be a whole number"),
            (r#"{"team": 1e20}"#, "`team` is the number 1e+20, but must be a whole number"),
            ("[]", "it is a list, but must be an object"),
            (
                r#"{"team": 1, "x": 2}"#,
                "there is no field `x`; use one of `team`, `seats`, `limits`",
            ),
            ("null", "it is null, but must be an object"),
            (
                r#"{"team": 1, "limits": {"games": 5000000000}}"#,
                "`limits.games` is the number 5000000000, but must be a whole number from 0 to 4294967295",
            ),
            (r#"{"team": 1, "seats": ["up"]}"#, "there is no word `up`; use `first` or `last`"),
        ] {
            let value = serde_json::from_str(body).unwrap();
            assert_eq!(parsed::<Wish>(&value).unwrap_err(), sentence);
        }
    }

    #[test]
    fn control_characters_are_found_in_keys_and_values() {
        let value = serde_json::json!({ "a": ["b\nc", { "d": "e\u{0}" }] });
        assert_eq!(unsafe_text(&value), Some("e\u{0}"));
        assert_eq!(unsafe_text(&serde_json::json!({ "k\u{1b}": 1 })), Some("k\u{1b}"));
        assert_eq!(unsafe_text(&serde_json::json!({ "a": "tab\tand\r\nline" })), None);
    }
}
