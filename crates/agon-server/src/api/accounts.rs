//! Accounts: made by organisers, or by people themselves where that is allowed.

use super::Page;
use super::extract::{Asked, At, Body};
use super::sessions::{Me, hash};
use crate::app::{App, now};
use crate::authorise::Action;
use crate::config::SignUp;
use crate::identity::Caller;
use crate::problem::{Problem, invalid, problem, unknown};
use crate::secrets::{random_text, token, token_hash};
use agon_store::accounts::{Erase, NewAccount, NewLink, Role, UseInvite};
use agon_store::console::{Audited, MakeAccounts};
use agon_store::events::check_title;
use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use utoipa::ToSchema;

/// Hours that a reset link works.
pub(crate) const RESET_HOURS: i64 = 24;

/// A new account made by the person.
#[derive(Debug, Deserialize, ToSchema)]
pub struct SignUpRequest {
    /// Login name.
    pub login: String,
    /// Display name.
    pub name: String,
    /// Password.
    pub password: String,
    /// The invite code, where the server asks for one.
    pub invite: Option<String>,
    /// Whether I agree to the `consent` text of `/api/v1/server`, where the server has one.
    #[serde(default)]
    pub consent: bool,
}

/// Make an account for myself, where the server allows it.
#[utoipa::path(post, path = "/api/v1/sign-up", tag = "account", request_body = SignUpRequest,
    responses((status = 200, body = Me), (status = "default", body = Problem)))]
pub async fn sign_up(
    State(app): State<Arc<App>>,
    Body(request): Body<SignUpRequest>,
) -> Result<Json<Me>, Problem> {
    if app.config.sign_up == SignUp::Closed {
        let detail = "the organisers of this server make all accounts; ask them for one";
        return Err(problem(StatusCode::FORBIDDEN, detail));
    }
    if app.config.sign_up == SignUp::Invite && request.invite.is_none() {
        return Err(invalid(
            "making an account needs an `invite` code; ask the organisers for one",
        ));
    }
    if app.config.sign_up_consent.is_some() && !request.consent {
        return Err(invalid(
            "making an account needs your agreement to the text `consent` of /api/v1/server; \
             send `consent`: true if you agree",
        ));
    }
    let password = hash(&app, request.password).await?;
    let account = new_account(request.login, request.name, Some(password), Role::Competitor)?;
    let consent_ms = app.config.sign_up_consent.is_some().then(now);
    let account = NewAccount { consent_ms, ..account };
    let id = match request.invite.filter(|_| app.config.sign_up == SignUp::Invite) {
        Some(code) => {
            let token_hash = token_hash(&code.trim().to_lowercase());
            app.store.change(UseInvite { token_hash, account }).await?
        }
        None => app.store.change(account).await?,
    };
    let account = app.store.account(id).await?.ok_or_else(|| unknown(format!("account {id}")))?;
    Ok(Json(Me::from(&account)))
}

/// An account with a checked display name.
pub(crate) fn new_account(
    login: String,
    name: String,
    password: Option<String>,
    role: Role,
) -> Result<NewAccount, Problem> {
    check_title("a display name", &name)?;
    let (email, student_number, consent_ms) = (None, None, None);
    Ok(NewAccount { login, name, email, student_number, password, role, consent_ms, now: now() })
}

/// An account for another person.
#[derive(Debug, Deserialize, ToSchema)]
pub struct AccountRequest {
    /// Login name.
    pub login: String,
    /// Display name.
    pub name: String,
    /// Role: `competitor`, `staff` or `organiser`.
    #[schema(value_type = String)]
    pub role: Role,
}

/// A new account with a generated password, which is shown once.
#[derive(Debug, Serialize, ToSchema)]
pub struct MadeAccount {
    /// Number of the account.
    pub id: i64,
    /// Login name.
    pub login: String,
    /// The generated password.
    pub password: String,
}

/// Make an account for another person. Only organisers make organisers and staff.
#[utoipa::path(post, path = "/api/v1/accounts", tag = "account", request_body = AccountRequest,
    responses((status = 200, body = MadeAccount), (status = "default", body = Problem)))]
pub async fn make(
    State(app): State<Arc<App>>,
    caller: Caller,
    Body(request): Body<AccountRequest>,
) -> Result<Json<MadeAccount>, Problem> {
    let by = Some(caller.account(Action::ManageAccounts)?.id);
    if request.role != Role::Competitor && caller.role() != Some(Role::Organiser) {
        let detail = "only an organiser makes accounts of organisers and staff";
        return Err(problem(StatusCode::FORBIDDEN, detail));
    }
    let password = random_text(12);
    let hashed = hash(&app, password.clone()).await?;
    let login = request.login.to_lowercase();
    let account = new_account(request.login, request.name, Some(hashed), request.role)?;
    let made = app.store.change(MakeAccounts { accounts: vec![account], account: by }).await?;
    let id = made.first().copied().unwrap_or_default();
    Ok(Json(MadeAccount { id, login, password }))
}

/// A page of accounts.
#[derive(Debug, Serialize, ToSchema)]
pub struct Accounts {
    /// The accounts.
    pub accounts: Vec<Me>,
    /// The cursor of the next page; missing on the last one.
    pub next: Option<i64>,
}

/// All accounts.
#[utoipa::path(get, path = "/api/v1/accounts", tag = "account", params(Page),
    responses((status = 200, body = Accounts), (status = "default", body = Problem)))]
pub async fn list(
    State(app): State<Arc<App>>,
    caller: Caller,
    Asked(page): Asked<Page>,
) -> Result<Json<Accounts>, Problem> {
    caller.may(Action::ManageAccounts, false, None)?;
    let found = app.store.accounts(page.cursor.unwrap_or(0), page.limit()).await?;
    let next =
        (found.len() as u32 == page.limit()).then(|| found.last().map(|last| last.id)).flatten();
    Ok(Json(Accounts { accounts: found.iter().map(Me::from).collect(), next }))
}

/// Delete what is stored about a person. Results stay under "deleted user".
#[utoipa::path(delete, path = "/api/v1/accounts/{id}", tag = "account", params(("id" = i64, Path)),
    responses((status = 204), (status = "default", body = Problem)))]
pub async fn erase(
    State(app): State<Arc<App>>,
    caller: Caller,
    At(account): At<i64>,
) -> Result<StatusCode, Problem> {
    caller.may(Action::EraseAccount, caller.id() == account, None)?;
    let erase = Erase { account, now: now() };
    app.store.change(audited(&caller, "erase account", account, erase)).await?;
    if let Err(fault) = app.erasures.reconcile(&app.store).await {
        // The erasure is done; the list is completed as soon as it can be written.
        tracing::error!(%fault, "the list of erased accounts is out of date");
    }
    Ok(StatusCode::NO_CONTENT)
}

/// A link that sets a new password.
#[derive(Debug, Serialize, ToSchema)]
pub struct ResetLink {
    /// Path and token, to be put behind the server's address.
    pub link: String,
    /// When it stops working, in milliseconds since 1970.
    pub expires_ms: i64,
}

/// Make a link with which a person sets a new password. It works once, for 24 hours.
#[utoipa::path(post, path = "/api/v1/accounts/{id}/reset-link", tag = "account", params(("id" = i64, Path)),
    responses((status = 200, body = ResetLink), (status = "default", body = Problem)))]
pub async fn reset_link(
    State(app): State<Arc<App>>,
    caller: Caller,
    At(account): At<i64>,
) -> Result<Json<ResetLink>, Problem> {
    caller.may(Action::ManageAccounts, false, None)?;
    let target =
        app.store.account(account).await?.ok_or_else(|| unknown(format!("account {account}")))?;
    if target.role != Role::Competitor && caller.role() != Some(Role::Organiser) {
        let detail = "only an organiser resets the passwords of organisers and staff";
        return Err(problem(StatusCode::FORBIDDEN, detail));
    }
    let secret = token();
    let expires_ms = now() + RESET_HOURS * 3_600_000;
    let token_hash = token_hash(&secret);
    let link = NewLink { token_hash, purpose: "reset", account: Some(account), expires_ms };
    app.store.change(audited(&caller, "reset password", account, link)).await?;
    Ok(Json(ResetLink { link: format!("/#/reset/{secret}"), expires_ms }))
}

/// A change of an account with its entry in the audit log.
fn audited<C>(caller: &Caller, action: &'static str, account: i64, change: C) -> Audited<C> {
    let object = format!("account {account}");
    Audited { change, account: Some(caller.id()), action, object, now: now() }
}
