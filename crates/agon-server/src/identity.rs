//! Who makes a request: a session cookie or an access token; and protection against forged requests.

use crate::app::{App, now};
use crate::authorise::{Action, Scope};
use crate::problem::{Problem, invalid, log_in_first, problem, unknown};
use crate::secrets::token_hash;
use agon_store::accounts::{Account, Role};
use agon_store::console::Look;
use agon_store::events::Phase;
use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use axum::http::{HeaderMap, Method, StatusCode, header};
use std::sync::Arc;

/// Name of the session cookie.
pub(crate) const COOKIE: &str = "agon_session";

/// The person who makes a request.
#[derive(Debug)]
pub(crate) struct Caller {
    account: Option<Account>,
    /// The session, if the request came with a cookie.
    pub session: Option<i64>,
    /// The scopes of the access token, if the request came with one.
    scopes: Option<String>,
    /// Whether a member of staff sees what this person would see.
    is_view: bool,
}

/// With this header a member of staff reads what the members of a team would read.
pub(crate) const VIEW_AS: &str = "x-agon-view-as";
/// Reading on as the same team within this time adds no entry to the audit log.
const VIEW_QUIET_MS: i64 = 600_000;

impl Caller {
    /// The role; `None` for a visitor.
    pub fn role(&self) -> Option<Role> {
        self.account.as_ref().map(|account| account.role)
    }

    /// The account's number; 0 for a visitor.
    pub fn id(&self) -> i64 {
        self.account.as_ref().map_or(0, |account| account.id)
    }

    /// Checks a permission. `own` says whether the object is the caller's account or team.
    pub fn may(&self, action: Action, own: bool, phase: Option<Phase>) -> Result<(), Problem> {
        // A role that does not suffice is the reason, whatever the token may do.
        if let Err(refused) = action.decide(self.role(), own, phase)
            && refused.status == StatusCode::FORBIDDEN.as_u16()
        {
            return Err(refused);
        }
        if let Some(scopes) = &self.scopes {
            let needed = action.scope().name();
            if !scopes.split(' ').any(|scope| scope == needed || scope == "manage") {
                let detail = format!("this access token lacks the scope `{needed}`");
                return Err(problem(StatusCode::FORBIDDEN, detail));
            }
        }
        if self.is_view && action.scope() != Scope::Read {
            let detail = "seeing what a team sees shows no accounts and changes nothing";
            return Err(problem(StatusCode::FORBIDDEN, detail));
        }
        action.decide(self.role(), own, phase)
    }

    /// The account of a person who may take an action on what is their own.
    pub fn account(&self, action: Action) -> Result<&Account, Problem> {
        self.may(action, true, None)?;
        self.account.as_ref().ok_or_else(log_in_first)
    }
}

impl FromRequestParts<Arc<App>> for Caller {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<Caller, Problem> {
        Caller::identify(&parts.method, &parts.headers, app).await
    }
}

impl Caller {
    /// Who makes a request with this method and these headers.
    pub async fn identify(
        method: &Method,
        headers: &HeaderMap,
        app: &App,
    ) -> Result<Caller, Problem> {
        let caller = Caller::find(method, headers, app).await?;
        match headers.get(VIEW_AS) {
            None => Ok(caller),
            Some(team) => caller.view_as(team.to_str().unwrap_or_default(), method, app).await,
        }
    }

    async fn find(method: &Method, headers: &HeaderMap, app: &App) -> Result<Caller, Problem> {
        if let Some(token) = bearer(headers) {
            let found = app.store.access_token(&token_hash(token), now()).await?;
            let Some((account, scopes)) = found else {
                let detail = "this access token is unknown or has expired";
                return Err(problem(StatusCode::UNAUTHORIZED, detail));
            };
            let (account, scopes) = (Some(account), Some(scopes));
            return Ok(Caller { account, session: None, scopes, is_view: false });
        }
        let Some(token) = cookie(headers) else {
            return Ok(Caller::visitor());
        };
        let found = app.store.session(&token_hash(token), now()).await?;
        let Some((session, account)) = found else {
            return Ok(Caller::visitor());
        };
        refuse_forgery(method, headers)?;
        let (account, session) = (Some(account), Some(session));
        Ok(Caller { account, session, scopes: None, is_view: false })
    }

    fn visitor() -> Caller {
        Caller { account: None, session: None, scopes: None, is_view: false }
    }

    /// A member of a team, as whom this member of staff reads.
    async fn view_as(self, team: &str, method: &Method, app: &App) -> Result<Caller, Problem> {
        let account = self.account(Action::ViewAsTeam)?.id;
        if method != Method::GET && method != Method::HEAD {
            let detail =
                "seeing what a team sees is read-only; leave out the header X-Agon-View-As";
            return Err(problem(StatusCode::FORBIDDEN, detail));
        }
        let number: i64 = team.parse().map_err(|_| {
            invalid("the header X-Agon-View-As has the number of a team, such as 3")
        })?;
        let missing = || unknown(format!("team {number}"));
        app.store.team(number).await?.ok_or_else(missing)?;
        let member = app.store.first_member(number).await?.ok_or_else(|| {
            let detail = format!("team {number} has no members whose view could be shown");
            problem(StatusCode::CONFLICT, detail)
        })?;
        let look = Look {
            account,
            action: "view as team",
            object: format!("team {number}"),
            detail: String::new(),
            quiet_ms: VIEW_QUIET_MS,
            now: now(),
        };
        app.store.change(look).await?;
        let member = Account { role: Role::Competitor, ..member };
        Ok(Caller { account: Some(member), session: None, scopes: None, is_view: true })
    }
}

fn bearer(headers: &HeaderMap) -> Option<&str> {
    headers.get(header::AUTHORIZATION)?.to_str().ok()?.strip_prefix("Bearer ")
}

fn cookie(headers: &HeaderMap) -> Option<&str> {
    let cookies = headers.get_all(header::COOKIE).iter().filter_map(|value| value.to_str().ok());
    let mut pairs =
        cookies.flat_map(|text| text.split(';')).filter_map(|pair| pair.trim().split_once('='));
    pairs.find(|(name, _)| *name == COOKIE).map(|(_, value)| value)
}

/// Browsers attach cookies to requests that other sites make. Such requests may read, but not change
/// anything.
fn refuse_forgery(method: &Method, headers: &HeaderMap) -> Result<(), Problem> {
    if method == Method::GET || method == Method::HEAD {
        return Ok(());
    }
    let text = |name: header::HeaderName| headers.get(name).and_then(|value| value.to_str().ok());
    let same = match (text(header::ORIGIN), text(header::HOST)) {
        (Some(origin), Some(host)) => {
            origin.split_once("://").is_some_and(|(_, origin)| origin.eq_ignore_ascii_case(host))
        }
        (Some(_), None) => false,
        (None, _) => matches!(
            headers.get("sec-fetch-site").and_then(|value| value.to_str().ok()),
            None | Some("same-origin" | "none")
        ),
    };
    if same {
        return Ok(());
    }
    let detail = "this request comes from a page of another site; use the server's own pages";
    Err(problem(StatusCode::FORBIDDEN, detail))
}
