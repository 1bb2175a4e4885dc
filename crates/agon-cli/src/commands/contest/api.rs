//! `agon api`: any request to a contest server, with the stored log-in.

use super::server::Server;
use super::{block_on, print_json};
use crate::args::ApiArgs;
use crate::{Done, files, usage};
use anyhow::Context;
use reqwest::Method;
use serde_json::Value;
use std::io::{Read, Write};

/// The methods of the API.
const METHODS: [Method; 5] =
    [Method::GET, Method::POST, Method::PUT, Method::PATCH, Method::DELETE];

pub fn run(args: &ApiArgs, out: &mut dyn Write) -> anyhow::Result<Done> {
    let server = Server::of_login(args.event.as_ref())?;
    let wanted = args.method.to_uppercase();
    let method = METHODS.into_iter().find(|method| method.as_str() == wanted).ok_or_else(|| {
        usage(format!("`{}` is no method; use GET, POST, PUT, PATCH or DELETE", args.method))
    })?;
    let path = full_path(&server, &args.path)?;
    let query = args.query.iter().map(|part| {
        let part = part.split_once('=');
        part.ok_or_else(|| usage("write a part of the query as NAME=VALUE, such as limit=5"))
    });
    let query = query.map(|part| part.map(|(name, value)| (name, value.to_owned())));
    let query = query.collect::<anyhow::Result<Vec<_>>>()?;
    let body = args.body.as_deref().map(read_body).transpose()?;
    let bytes = block_on(server.ask(method, &path, &query, body.as_ref()))?;
    match (&args.output, serde_json::from_slice::<Value>(&bytes)) {
        (Some(file), _) => files::write(file, &bytes)?,
        (None, Ok(answer)) => print_json(&answer, out)?,
        (None, Err(_)) => match std::str::from_utf8(&bytes) {
            Ok(text) => write!(out, "{text}")?,
            Err(_) => return Err(usage("the answer is a file; write it with `-o FILE`")),
        },
    }
    Ok(Done::Well)
}

/// The path after `/api/v1`, with the event in place of `{event}`.
fn full_path(server: &Server, path: &str) -> anyhow::Result<String> {
    let path = path.strip_prefix("/api/v1").unwrap_or(path);
    if !path.starts_with('/') {
        return Err(usage(format!("`{path}` is no path; it begins with a slash, as in /server")));
    }
    match path.split_once("/events/{event}") {
        Some(("", rest)) => server.in_event(rest),
        _ => Ok(path.to_owned()),
    }
}

/// JSON as it was written, or from a file or the standard input.
fn read_body(text: &str) -> anyhow::Result<Value> {
    let text = match (text, text.strip_prefix('@')) {
        ("-", _) => {
            let mut text = String::new();
            std::io::stdin().read_to_string(&mut text).context("cannot read the standard input")?;
            text
        }
        (_, Some(file)) => {
            std::fs::read_to_string(file).with_context(|| format!("cannot read {file}"))?
        }
        _ => text.to_owned(),
    };
    serde_json::from_str(&text).map_err(|error| usage(format!("the body is no JSON: {error}")))
}
