//! Reading the audit log, and looks that leave nothing but an entry in it.

use crate::{Change, Fault, Millis, Row, Store, Tx, Value, values};

/// An entry of the audit log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AuditEntry {
    /// Its number.
    pub id: i64,
    /// When.
    pub at_ms: Millis,
    /// The account; none for the shell and the timeline.
    pub account: Option<i64>,
    /// The account's login name.
    pub login: Option<String>,
    /// What was done.
    pub action: String,
    /// To what, such as `team 3`.
    pub object: String,
    /// How and why.
    pub detail: String,
}

/// Which entries are listed.
#[derive(Clone, Debug)]
pub struct AuditFilter {
    /// Login name of the account.
    pub actor: Option<String>,
    /// The action, or its beginning.
    pub action: Option<String>,
    /// The object.
    pub object: Option<String>,
    /// The earliest time.
    pub since_ms: Option<Millis>,
    /// The latest time.
    pub until_ms: Option<Millis>,
    /// Only entries with a smaller number.
    pub before: i64,
    /// Most entries.
    pub limit: u32,
}

/// Text as a pattern that matches what begins with it, or contains it.
pub(super) fn pattern(text: &str, is_inside: bool) -> String {
    let mut pattern = if is_inside { "%".to_owned() } else { String::new() };
    for c in text.chars() {
        if matches!(c, '%' | '_' | '\\') {
            pattern.push('\\');
        }
        pattern.push(c);
    }
    pattern.push('%');
    pattern
}

impl Store {
    /// The audit log, newest entry first.
    pub async fn audit_log(&self, filter: &AuditFilter) -> Result<Vec<AuditEntry>, Fault> {
        let mut sql =
            "SELECT l.id, l.at_ms, l.account, a.login, l.action, l.object, l.detail FROM audit l \
                       LEFT JOIN account a ON a.id = l.account WHERE l.id < ?"
                .to_owned();
        let mut values = values![filter.before].to_vec();
        for (condition, value) in [
            (" AND a.login = ?", filter.actor.as_ref().map(|login| login.to_lowercase().into())),
            (
                " AND l.action LIKE ? ESCAPE '\\'",
                filter.action.as_ref().map(|action| pattern(action, false).into()),
            ),
            (" AND l.object = ?", filter.object.clone().map(Value::from)),
            (" AND l.at_ms >= ?", filter.since_ms.map(Value::from)),
            (" AND l.at_ms <= ?", filter.until_ms.map(Value::from)),
        ] {
            if let Some(value) = value {
                sql.push_str(condition);
                values.push(value);
            }
        }
        sql.push_str(" ORDER BY l.id DESC LIMIT ?");
        values.push(filter.limit.into());
        let entry = |row: &Row| {
            Ok(AuditEntry {
                id: row.get("id")?,
                at_ms: row.get("at_ms")?,
                account: row.get("account")?,
                login: row.get("login")?,
                action: row.get("action")?,
                object: row.get("object")?,
                detail: row.get("detail")?,
            })
        };
        self.rows(&sql, &values).await?.iter().map(entry).collect()
    }
}

/// A member of staff looks at something that belongs to a team. Looking again within `quiet_ms` adds no
/// entry.
#[derive(Clone, Debug)]
pub struct Look {
    /// The member of staff.
    pub account: i64,
    /// What was done.
    pub action: &'static str,
    /// At what.
    pub object: String,
    /// What of it.
    pub detail: String,
    /// How long a repeated look adds no entry.
    pub quiet_ms: Millis,
    /// The time.
    pub now: Millis,
}

impl Change for Look {
    type Output = ();
    async fn apply(&self, tx: &mut Tx<'_>) -> Result<(), Fault> {
        let sql = "SELECT id FROM audit WHERE account = ? AND at_ms > ? AND action = ? AND object = ? \
                   AND detail = ? LIMIT 1";
        let Look { account, action, object, detail, quiet_ms, now } = self;
        let values = values![*account, now - quiet_ms, *action, object, detail];
        if tx.row(sql, &values).await?.is_some() {
            return Ok(());
        }
        tx.audit(Some(*account), action, object, detail, *now).await
    }
}

#[cfg(test)]
mod tests {
    use super::pattern;

    #[test]
    fn wildcards_in_text_match_themselves() {
        assert_eq!(pattern("100%_a\\", true), "%100\\%\\_a\\\\%");
        assert_eq!(pattern("set", false), "set%");
    }
}
