//! Logging in and out, passwords, access tokens.

use super::accounts::new_account;
use super::extract::{At, Body};
use crate::app::{App, now};
use crate::authorise::Action;
use crate::identity::{COOKIE, Caller};
use crate::problem::{Problem, invalid, problem};
use crate::secrets::{check_password, is_password, password_hash, token, token_hash};
use agon_store::accounts::{
    Account, ChangePassword, EndAccessToken, EndSession, FirstOrganiser, LogIn, LogInFailed,
    NewAccessToken, ResetPassword, Role, TokenLine,
};
use agon_store::values;
use axum::Json;
use axum::extract::{ConnectInfo, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{AppendHeaders, IntoResponse};
use serde::{Deserialize, Serialize};
use std::net::SocketAddr;
use std::sync::Arc;
use utoipa::ToSchema;

const DAY_MS: i64 = 86_400_000;

/// A person, as they see themselves.
#[derive(Debug, Serialize, ToSchema)]
pub struct Me {
    /// Number of the account.
    pub id: i64,
    /// Login name.
    pub login: String,
    /// Display name.
    pub name: String,
    /// Role.
    #[schema(value_type = String)]
    pub role: Role,
}

impl From<&Account> for Me {
    fn from(account: &Account) -> Me {
        Me {
            id: account.id,
            login: account.login.clone(),
            name: account.name.clone(),
            role: account.role,
        }
    }
}

/// The first organiser's account.
#[derive(Debug, Deserialize, ToSchema)]
pub struct FirstOrganiserRequest {
    /// The token of the link that the server printed.
    pub token: String,
    /// Login name.
    pub login: String,
    /// Display name.
    pub name: String,
    /// Password.
    pub password: String,
}

/// Hashes a password off the request threads.
pub(crate) async fn hash(app: &App, password: String) -> Result<String, Problem> {
    check_password(&password).map_err(invalid)?;
    let _slot = app.hashing.acquire().await.map_err(|_| stopping())?;
    tokio::task::spawn_blocking(move || password_hash(&password)).await.map_err(|_| stopping())
}

fn stopping() -> Problem {
    problem(StatusCode::SERVICE_UNAVAILABLE, "the server is stopping; try again in a minute")
}

/// Make the first organiser with the link that the server printed at its first start.
#[utoipa::path(post, path = "/api/v1/first-organiser", tag = "session", request_body = FirstOrganiserRequest,
    responses((status = 200, body = Me), (status = "default", body = Problem)))]
pub async fn first_organiser(
    State(app): State<Arc<App>>,
    caller: Caller,
    ConnectInfo(address): ConnectInfo<SocketAddr>,
    headers: HeaderMap,
    Body(request): Body<FirstOrganiserRequest>,
) -> Result<impl IntoResponse, Problem> {
    caller.may(Action::ReadPublic, false, None)?;
    let password = hash(&app, request.password).await?;
    let account = new_account(request.login, request.name, Some(password), Role::Organiser)?;
    let change = FirstOrganiser { token_hash: token_hash(&request.token), account };
    let id = app.store.change(change).await?;
    start_session(&app, id, &headers, address).await
}

/// A log-in.
#[derive(Debug, Deserialize, ToSchema)]
pub struct LogInRequest {
    /// Login name.
    pub login: String,
    /// Password.
    pub password: String,
}

/// Log in: the answer sets a session cookie.
#[utoipa::path(post, path = "/api/v1/sessions", tag = "session", request_body = LogInRequest,
    responses((status = 200, body = Me), (status = "default", body = Problem)))]
pub async fn log_in(
    State(app): State<Arc<App>>,
    ConnectInfo(address): ConnectInfo<SocketAddr>,
    headers: HeaderMap,
    Body(request): Body<LogInRequest>,
) -> Result<impl IntoResponse, Problem> {
    let account = app.store.account_by_login(&request.login).await?;
    // An unknown name is locked like a known one, so that names cannot be guessed by the answer.
    let locked_until_ms = match &account {
        Some(account) => account.locked_until_ms,
        None => app.guesses.locked_until(&request.login),
    };
    if locked_until_ms > now() {
        let seconds = (locked_until_ms - now()) / 1000 + 1;
        let detail =
            format!("too many failed attempts; try again in {seconds} s, or ask for a reset link");
        return Err(problem(StatusCode::TOO_MANY_REQUESTS, detail));
    }
    // An unknown name takes as long as a wrong password, so that names cannot be guessed by time.
    let stored = account.as_ref().and_then(|account| account.password.clone());
    let right = verify(&app, request.password, stored).await?;
    match account {
        Some(account) if right && account.active => {
            start_session(&app, account.id, &headers, address).await
        }
        account => {
            match account {
                Some(account) => {
                    let address = address.ip().to_string();
                    let change = LogInFailed { account: account.id, address, now: now() };
                    app.store.change(change).await?;
                }
                None => app.guesses.failed(&request.login, now()),
            }
            Err(problem(StatusCode::UNAUTHORIZED, "wrong login name or password"))
        }
    }
}

async fn verify(app: &App, password: String, stored: Option<String>) -> Result<bool, Problem> {
    let _slot = app.hashing.acquire().await.map_err(|_| stopping())?;
    let verified = tokio::task::spawn_blocking(move || match stored {
        Some(hash) => is_password(&password, &hash),
        None => {
            drop(password_hash(&password));
            false
        }
    });
    verified.await.map_err(|_| stopping())
}

async fn start_session(
    app: &App,
    account: i64,
    headers: &HeaderMap,
    address: SocketAddr,
) -> Result<impl IntoResponse + use<>, Problem> {
    let secret = token();
    let agent = headers.get(header::USER_AGENT).and_then(|value| value.to_str().ok()).unwrap_or("");
    let days = i64::from(app.config.session_days);
    let change = LogIn {
        account,
        token_hash: token_hash(&secret),
        agent: agent.chars().take(200).collect(),
        address: address.ip().to_string(),
        now: now(),
        expires_ms: now() + days * DAY_MS,
    };
    app.store.change(change).await?;
    let account = app.store.account(account).await?.ok_or_else(stopping)?;
    let cookie = set_cookie(app, &secret, days * 86_400);
    Ok((AppendHeaders([(header::SET_COOKIE, cookie)]), Json(Me::from(&account))))
}

fn set_cookie(app: &App, secret: &str, seconds: i64) -> HeaderValue {
    let secure = if app.config.is_https() { "; Secure" } else { "" };
    let text =
        format!("{COOKIE}={secret}; HttpOnly; SameSite=Lax; Path=/; Max-Age={seconds}{secure}");
    HeaderValue::from_str(&text).expect("tokens are plain letters")
}

/// Log out: ends this session.
#[utoipa::path(delete, path = "/api/v1/sessions/current", tag = "session",
    responses((status = 204), (status = "default", body = Problem)))]
pub async fn log_out(
    State(app): State<Arc<App>>,
    caller: Caller,
) -> Result<impl IntoResponse, Problem> {
    let account = caller.account(Action::UseOwnAccount)?.id;
    if let Some(session) = caller.session {
        app.store.change(EndSession { account, session }).await?;
    }
    let gone = set_cookie(&app, "", 0);
    Ok((StatusCode::NO_CONTENT, AppendHeaders([(header::SET_COOKIE, gone)])))
}

/// A session of a person.
#[derive(Debug, Serialize, ToSchema)]
pub struct Session {
    /// Its number.
    pub id: i64,
    /// What the browser calls itself.
    pub agent: String,
    /// When it began, in milliseconds since 1970.
    pub created_ms: i64,
    /// Whether this request belongs to it.
    pub current: bool,
}

/// My sessions.
#[utoipa::path(get, path = "/api/v1/sessions", tag = "session",
    responses((status = 200, body = Vec<Session>), (status = "default", body = Problem)))]
pub async fn list(
    State(app): State<Arc<App>>,
    caller: Caller,
) -> Result<Json<Vec<Session>>, Problem> {
    let account = caller.account(Action::UseOwnAccount)?.id;
    let sql = "SELECT id, agent, created_ms FROM session WHERE account = ? AND expires_ms > ? ORDER BY id";
    let rows = app.store.rows(sql, &values![account, now()]).await?;
    let session = |row: &agon_store::Row| {
        let id = row.get("id")?;
        let (agent, created_ms) = (row.get("agent")?, row.get("created_ms")?);
        Ok(Session { id, agent, created_ms, current: Some(id) == caller.session })
    };
    Ok(Json(rows.iter().map(session).collect::<Result<_, agon_store::Fault>>()?))
}

/// End one of my sessions.
#[utoipa::path(delete, path = "/api/v1/sessions/{id}", tag = "session", params(("id" = i64, Path)),
    responses((status = 204), (status = "default", body = Problem)))]
pub async fn end(
    State(app): State<Arc<App>>,
    caller: Caller,
    At(session): At<i64>,
) -> Result<StatusCode, Problem> {
    let account = caller.account(Action::UseOwnAccount)?.id;
    app.store.change(EndSession { account, session }).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// My account.
#[utoipa::path(get, path = "/api/v1/me", tag = "session",
    responses((status = 200, body = Me), (status = "default", body = Problem)))]
pub async fn me(caller: Caller) -> Result<Json<Me>, Problem> {
    Ok(Json(Me::from(caller.account(Action::UseOwnAccount)?)))
}

/// A change of password.
#[derive(Debug, Deserialize, ToSchema)]
pub struct PasswordRequest {
    /// The password so far.
    pub old: String,
    /// The new password.
    pub new: String,
}

/// Change my password: ends my other sessions and all my access tokens.
#[utoipa::path(post, path = "/api/v1/me/password", tag = "session", request_body = PasswordRequest,
    responses((status = 204), (status = "default", body = Problem)))]
pub async fn change_password(
    State(app): State<Arc<App>>,
    caller: Caller,
    Body(request): Body<PasswordRequest>,
) -> Result<StatusCode, Problem> {
    let account = caller.account(Action::UseOwnAccount)?.clone();
    if !verify(&app, request.old, account.password).await? {
        return Err(invalid("the password so far is wrong"));
    }
    let password = hash(&app, request.new).await?;
    let change = ChangePassword { account: account.id, password, keep_session: caller.session };
    app.store.change(change).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// A new password by a reset link.
#[derive(Debug, Deserialize, ToSchema)]
pub struct ResetRequest {
    /// The link's token.
    pub token: String,
    /// The new password.
    pub password: String,
}

/// Set a new password with a reset link: ends all sessions and access tokens of the account.
#[utoipa::path(post, path = "/api/v1/password-reset", tag = "session", request_body = ResetRequest,
    responses((status = 204), (status = "default", body = Problem)))]
pub async fn reset_password(
    State(app): State<Arc<App>>,
    Body(request): Body<ResetRequest>,
) -> Result<StatusCode, Problem> {
    let password = hash(&app, request.password).await?;
    let change = ResetPassword { token_hash: token_hash(&request.token), password, now: now() };
    app.store.change(change).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// A wish for an access token.
#[derive(Debug, Deserialize, ToSchema)]
pub struct TokenRequest {
    /// What the token is for.
    pub name: String,
    /// What it may do: `read`, `play`, `manage`.
    pub scopes: Vec<String>,
    /// Days until it expires; it never does if this is missing.
    pub days: Option<u32>,
}

/// A new access token; it is shown once.
#[derive(Debug, Serialize, ToSchema)]
pub struct NewToken {
    /// Its number.
    pub id: i64,
    /// The secret, for the header `Authorization: Bearer ...`.
    pub token: String,
}

/// Make an access token for programs.
#[utoipa::path(post, path = "/api/v1/me/tokens", tag = "session", request_body = TokenRequest,
    responses((status = 200, body = NewToken), (status = "default", body = Problem)))]
pub async fn new_token(
    State(app): State<Arc<App>>,
    caller: Caller,
    Body(request): Body<TokenRequest>,
) -> Result<Json<NewToken>, Problem> {
    let account = caller.account(Action::UseOwnAccount)?.id;
    let known = |scope: &String| ["read", "play", "manage"].contains(&scope.as_str());
    if request.scopes.is_empty() || !request.scopes.iter().all(known) {
        return Err(invalid("the scopes of a token are some of read, play, manage"));
    }
    if request.name.is_empty() || request.name.chars().count() > 60 {
        return Err(invalid("the name of a token has 1 to 60 characters"));
    }
    if request.days == Some(0) {
        return Err(invalid("`days` is 0, but must be at least 1; leave it out for no end"));
    }
    let secret = token();
    let change = NewAccessToken {
        account,
        name: request.name,
        token_hash: token_hash(&secret),
        scopes: request.scopes.join(" "),
        now: now(),
        expires_ms: request.days.map(|days| now() + i64::from(days) * DAY_MS),
    };
    let id = app.store.change(change).await?;
    Ok(Json(NewToken { id, token: secret }))
}

/// An access token of mine, without its secret.
#[derive(Debug, Serialize, ToSchema)]
pub struct TokenInfo {
    /// Its number.
    pub id: i64,
    /// What it is for.
    pub name: String,
    /// What it may do.
    pub scopes: Vec<String>,
    /// When it was made, in milliseconds since 1970.
    pub created_ms: i64,
    /// When it expires; missing if it never does.
    pub expires_ms: Option<i64>,
}

impl From<TokenLine> for TokenInfo {
    fn from(line: TokenLine) -> TokenInfo {
        let TokenLine { id, name, scopes, created_ms, expires_ms } = line;
        let scopes = scopes.split(' ').map(str::to_owned).collect();
        TokenInfo { id, name, scopes, created_ms, expires_ms }
    }
}

/// My access tokens.
#[utoipa::path(get, path = "/api/v1/me/tokens", tag = "session",
    responses((status = 200, body = Vec<TokenInfo>), (status = "default", body = Problem)))]
pub async fn tokens(
    State(app): State<Arc<App>>,
    caller: Caller,
) -> Result<Json<Vec<TokenInfo>>, Problem> {
    let account = caller.account(Action::UseOwnAccount)?.id;
    let found = app.store.access_tokens(account, now()).await?;
    Ok(Json(found.into_iter().map(TokenInfo::from).collect()))
}

/// Revoke one of my access tokens.
#[utoipa::path(delete, path = "/api/v1/me/tokens/{id}", tag = "session", params(("id" = i64, Path)),
    responses((status = 204), (status = "default", body = Problem)))]
pub async fn end_token(
    State(app): State<Arc<App>>,
    caller: Caller,
    At(token): At<i64>,
) -> Result<StatusCode, Problem> {
    let account = caller.account(Action::UseOwnAccount)?.id;
    app.store.change(EndAccessToken { account, token }).await?;
    Ok(StatusCode::NO_CONTENT)
}
