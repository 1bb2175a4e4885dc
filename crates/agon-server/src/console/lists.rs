//! Entries of the audit log and results of a search, as they are sent and printed.

use agon_store::console::{AuditEntry, Found, FoundKind};
use serde::Serialize;
use utoipa::ToSchema;

/// An entry of the audit log.
#[derive(Debug, Serialize, ToSchema)]
pub struct AuditInfo {
    /// Its number.
    pub id: i64,
    /// When, in milliseconds since 1970.
    pub at_ms: i64,
    /// Number of the account that acted; missing for the shell and for the server itself.
    pub account: Option<i64>,
    /// Its login name.
    pub actor: Option<String>,
    /// What was done.
    pub action: String,
    /// To what, such as `team 3`.
    pub object: String,
    /// How and why.
    pub detail: String,
}

impl From<AuditEntry> for AuditInfo {
    fn from(entry: AuditEntry) -> AuditInfo {
        let AuditEntry { id, at_ms, account, login, action, object, detail } = entry;
        AuditInfo { id, at_ms, account, actor: login, action, object, detail }
    }
}

/// A result of a search.
#[derive(Debug, Serialize, ToSchema)]
pub struct FoundInfo {
    /// `account`, `team`, `match`, `submission` or `run`.
    #[schema(value_type = String)]
    pub kind: FoundKind,
    /// Its number.
    pub id: i64,
    /// What people call it.
    pub title: String,
    /// What tells it apart from others.
    pub detail: String,
    /// The team that it belongs to.
    pub team: Option<i64>,
}

impl From<Found> for FoundInfo {
    fn from(found: Found) -> FoundInfo {
        let Found { kind, id, title, detail, team } = found;
        FoundInfo { kind, id, title, detail, team }
    }
}
