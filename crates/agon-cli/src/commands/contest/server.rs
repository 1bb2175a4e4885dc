//! Requests to a contest server; every failure is a sentence.

use super::account::Account;
use crate::usage;
use agon_core::safe_line;
use anyhow::{Context, anyhow};
use reqwest::header::{
    AUTHORIZATION, CONTENT_TYPE, COOKIE, ETAG, HeaderValue, IF_MATCH, SET_COOKIE,
};
use reqwest::{Client, Method, Response, Url};
use serde_json::Value;
use std::time::Duration;

/// How long an answer may take.
const PATIENCE: Duration = Duration::from_secs(60);

/// A contest server, seen by one person.
pub struct Server {
    client: Client,
    address: String,
    token: Option<String>,
    cookie: Option<String>,
    event: Option<String>,
}

impl Server {
    /// The server at an address, without a log-in.
    pub fn at(address: &str) -> anyhow::Result<Server> {
        let url = Url::parse(address).ok().filter(|url| ["http", "https"].contains(&url.scheme()));
        let Some(url) = url else {
            let address = safe_line(address);
            return Err(usage(format!(
                "`{address}` is no address of a server; write one such as https://contest.example.org"
            )));
        };
        // Fails if a provider was installed before, which is as good.
        let _ = rustls::crypto::ring::default_provider().install_default();
        let client = Client::builder().timeout(PATIENCE).build();
        let client = client.context("cannot prepare requests to the server")?;
        let address = url.as_str().trim_end_matches('/').to_owned();
        Ok(Server { client, address, token: None, cookie: None, event: None })
    }

    /// The server of the stored log-in.
    pub fn of_login(event: Option<&String>) -> anyhow::Result<Server> {
        let account = Account::load()?;
        let mut server = Server::at(&account.server)?;
        server.token = Some(account.token);
        server.event = event.cloned().or(account.event);
        Ok(server)
    }

    /// Its address.
    pub fn address(&self) -> &str {
        &self.address
    }

    /// The path of an event.
    pub fn event_path(event: &str) -> anyhow::Result<String> {
        let is_plain = event.chars().all(|c| c.is_ascii_alphanumeric() || c == '-');
        if event.is_empty() || !is_plain {
            let event = safe_line(event);
            let sentence =
                format!("`{event}` is no event; its name has letters, digits and hyphens");
            return Err(usage(sentence));
        }
        Ok(format!("/events/{event}"))
    }

    /// The path of something in the event, such as `/matches`.
    pub fn in_event(&self, rest: &str) -> anyhow::Result<String> {
        let event = self.event.as_deref();
        let event = event.ok_or_else(|| usage("name the event: --event NAME"))?;
        Ok(Server::event_path(event)? + rest)
    }

    /// Logs in with a password; what follows is done with the session.
    pub async fn log_in(&mut self, login: &str, password: &str) -> anyhow::Result<()> {
        let body = serde_json::json!({ "login": login, "password": password });
        let answer = self.send(Method::POST, "/sessions", &[], Some(&body)).await?;
        let cookies = answer.headers().get_all(SET_COOKIE).iter();
        let mut cookies = cookies.filter_map(|cookie| cookie.to_str().ok()?.split(';').next());
        let cookie = cookies.next().ok_or_else(|| anyhow!("the server's answer has no session"))?;
        self.cookie = Some(cookie.to_owned());
        Ok(())
    }

    /// Reads something.
    pub async fn get(&self, path: &str, query: &[(&str, String)]) -> anyhow::Result<Value> {
        read_json(self.send(Method::GET, path, query, None).await?).await
    }

    /// Reads a file.
    pub async fn file(&self, path: &str) -> anyhow::Result<Vec<u8>> {
        let answer = self.send(Method::GET, path, &[], None).await?;
        Ok(answer.bytes().await.context("the server's answer was cut off")?.to_vec())
    }

    /// Sends a document; the answer may be empty.
    pub async fn call(&self, method: Method, path: &str, body: &Value) -> anyhow::Result<Value> {
        let answer = self.send(method, path, &[], Some(body)).await?;
        match answer.status().as_u16() {
            204 => Ok(Value::Null),
            _ => read_json(answer).await,
        }
    }

    /// Changes something that no other person has changed since it was read.
    pub async fn change(&self, path: &str, body: &Value) -> anyhow::Result<Value> {
        let tag = self.tag(path).await?;
        let tag = tag.ok_or_else(|| anyhow!("the server's answer has no entity tag"))?;
        let request = self.client.patch(self.url(path, &[])?).header(IF_MATCH, tag);
        let request = request.header(CONTENT_TYPE, "application/json").body(body.to_string());
        read_json(self.finish(request).await?).await
    }

    /// Any request; a change of something that has an entity tag says which state it changes.
    pub async fn ask(
        &self,
        method: Method,
        path: &str,
        query: &[(&str, String)],
        body: Option<&Value>,
    ) -> anyhow::Result<Vec<u8>> {
        let is_change = [Method::PATCH, Method::PUT].contains(&method);
        // What cannot be read has no entity tag.
        let tag = if is_change { self.tag(path).await.ok().flatten() } else { None };
        let mut request = self.client.request(method, self.url(path, query)?);
        if let Some(tag) = tag {
            request = request.header(IF_MATCH, tag);
        }
        if let Some(body) = body {
            request = request.header(CONTENT_TYPE, "application/json").body(body.to_string());
        }
        let answer = self.finish(request).await?;
        Ok(answer.bytes().await.context("the server's answer was cut off")?.to_vec())
    }

    /// The entity tag of something, if it has one.
    async fn tag(&self, path: &str) -> anyhow::Result<Option<HeaderValue>> {
        let answer = self.send(Method::GET, path, &[], None).await?;
        Ok(answer.headers().get(ETAG).cloned())
    }

    /// Uploads a file; the query has its name.
    pub async fn upload(
        &self,
        path: &str,
        query: &[(&str, String)],
        bytes: Vec<u8>,
    ) -> anyhow::Result<Value> {
        let url = self.url(path, query)?;
        let request = self.client.post(url).header(CONTENT_TYPE, "application/octet-stream");
        read_json(self.finish(request.body(bytes)).await?).await
    }

    async fn send(
        &self,
        method: Method,
        path: &str,
        query: &[(&str, String)],
        body: Option<&Value>,
    ) -> anyhow::Result<Response> {
        let mut request = self.client.request(method, self.url(path, query)?);
        if let Some(body) = body {
            request = request.header(CONTENT_TYPE, "application/json").body(body.to_string());
        }
        self.finish(request).await
    }

    fn url(&self, path: &str, query: &[(&str, String)]) -> anyhow::Result<Url> {
        let mut url = Url::parse(&format!("{}/api/v1{path}", self.address))?;
        if !query.is_empty() {
            url.query_pairs_mut().extend_pairs(query);
        }
        Ok(url)
    }

    /// Sends a request; a refusal becomes an error with the server's sentence.
    async fn finish(&self, mut request: reqwest::RequestBuilder) -> anyhow::Result<Response> {
        if let Some(token) = &self.token {
            request = request.header(AUTHORIZATION, format!("Bearer {token}"));
        }
        if let Some(cookie) = &self.cookie {
            request = request.header(COOKIE, cookie);
        }
        let answer = request.send().await.map_err(|error| {
            let why =
                if error.is_timeout() { "it does not answer" } else { "it cannot be reached" };
            let address = &self.address;
            anyhow!("no server at {address}: {why}. Check the address and that the server runs")
        })?;
        if answer.status().is_success() {
            return Ok(answer);
        }
        let status = answer.status();
        let problem: Option<Value> = match answer.bytes().await {
            Ok(bytes) => serde_json::from_slice(&bytes).ok(),
            Err(_) => None,
        };
        let detail = problem.as_ref().and_then(|problem| problem["detail"].as_str());
        Err(match (status.as_u16(), detail) {
            (401, Some(detail)) if self.token.is_some() => {
                anyhow!("{detail}. Log in again: agon login {} NAME", self.address)
            }
            (_, Some(detail)) => anyhow!("{detail}"),
            (code, None) => anyhow!("{} is no Agon server: it answers with {code}", self.address),
        })
    }
}

async fn read_json(answer: Response) -> anyhow::Result<Value> {
    let bytes = answer.bytes().await.context("the server's answer was cut off")?;
    serde_json::from_slice(&bytes).context("the server's answer is no JSON: is it an Agon server?")
}
