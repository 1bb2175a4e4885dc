//! What organisers write for the visitors of an event: the handbook, in versions, and announcements.

use super::check_title;
use crate::{Change, Fault, Millis, Refusal, Row, Store, Tx, values};

/// Longest handbook and announcement in bytes.
const MAX_TEXT_BYTES: usize = 200_000;

/// A version of an event's handbook page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Handbook {
    /// Its number, from 1.
    pub version: i64,
    /// The page, as Markdown; empty in lists.
    pub body: String,
    /// What has changed since the version before.
    pub notice: String,
    /// When it was published.
    pub at_ms: Millis,
}

fn handbook(row: &Row) -> Result<Handbook, Fault> {
    Ok(Handbook {
        version: row.get("version")?,
        body: row.get("body")?,
        notice: row.get("notice")?,
        at_ms: row.get("at_ms")?,
    })
}

/// An announcement of an event.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Announcement {
    /// Its number.
    pub id: i64,
    /// Its title.
    pub title: String,
    /// Its text, as Markdown.
    pub body: String,
    /// When it was published.
    pub at_ms: Millis,
}

impl Store {
    /// A version of the handbook; the newest one if none is named.
    pub async fn handbook(
        &self,
        event: i64,
        version: Option<i64>,
    ) -> Result<Option<Handbook>, Fault> {
        let sql = "SELECT version, body, notice, at_ms FROM handbook WHERE event = ? \
                   AND (CAST(? AS BIGINT) IS NULL OR version = ?) ORDER BY version DESC LIMIT 1";
        self.row(sql, &values![event, version, version]).await?.as_ref().map(handbook).transpose()
    }

    /// The change notices of the handbook, newest first, without the pages.
    pub async fn handbook_notices(&self, event: i64) -> Result<Vec<Handbook>, Fault> {
        let sql = "SELECT version, '' AS body, notice, at_ms FROM handbook WHERE event = ? \
                   ORDER BY version DESC LIMIT 1000";
        self.rows(sql, &values![event]).await?.iter().map(handbook).collect()
    }

    /// The announcements of an event before a given one, newest first.
    pub async fn announcements(
        &self,
        event: i64,
        before: i64,
        limit: u32,
    ) -> Result<Vec<Announcement>, Fault> {
        let sql = "SELECT id, title, body, at_ms FROM announcement WHERE event = ? AND id < ? \
                   ORDER BY id DESC LIMIT ?";
        let announcement = |row: &Row| {
            Ok(Announcement {
                id: row.get("id")?,
                title: row.get("title")?,
                body: row.get("body")?,
                at_ms: row.get("at_ms")?,
            })
        };
        self.rows(sql, &values![event, before, limit]).await?.iter().map(announcement).collect()
    }
}

fn check_text(what: &str, text: &str) -> Result<(), Refusal> {
    if text.contains('\0') {
        return Err(Refusal::Invalid(format!("{what} contains the character NUL; remove it")));
    }
    if text.trim().is_empty() || text.len() > MAX_TEXT_BYTES {
        let sentence = format!("{what} must have 1 to {MAX_TEXT_BYTES} bytes");
        return Err(Refusal::Invalid(sentence));
    }
    Ok(())
}

/// Publishes a new version of the handbook.
#[derive(Clone, Debug)]
pub struct NewHandbook {
    /// The event.
    pub event: i64,
    /// The version that was edited; 0 for the first one.
    pub after: i64,
    /// The page.
    pub body: String,
    /// What has changed.
    pub notice: String,
    /// The organiser.
    pub account: i64,
    /// The time.
    pub now: Millis,
}

impl Change for NewHandbook {
    type Output = i64;
    async fn apply(&self, tx: &mut Tx<'_>) -> Result<i64, Fault> {
        check_text("the handbook", &self.body)?;
        check_text("the change notice", &self.notice)?;
        let version = self.after.saturating_add(1);
        let sql = "INSERT INTO handbook (event, version, body, notice, account, at_ms) \
                   SELECT ?, ?, ?, ?, ?, ? WHERE CAST(? AS BIGINT) = \
                   (SELECT COALESCE(MAX(version), 0) FROM handbook WHERE event = ?) \
                   ON CONFLICT (event, version) DO NOTHING";
        let values = values![
            self.event,
            version,
            &self.body,
            &self.notice,
            self.account,
            self.now,
            self.after,
            self.event
        ];
        if tx.execute(sql, &values).await? == 0 {
            let sentence = format!(
                "version {} is not the newest one of the handbook; read it again and repeat your change",
                self.after
            );
            return Err(Refusal::Conflict(sentence).into());
        }
        let object = format!("event {}", self.event);
        let detail = format!("version {version}: {}", self.notice);
        tx.audit(Some(self.account), "publish handbook", &object, &detail, self.now).await?;
        let body = serde_json::json!({
            "event": self.event, "version": version, "notice": self.notice
        });
        tx.tell("handbook", "public", &body.to_string(), self.now).await?;
        Ok(version)
    }
}

/// Publishes an announcement.
#[derive(Clone, Debug)]
pub struct Announce {
    /// The event.
    pub event: i64,
    /// Its title.
    pub title: String,
    /// Its text.
    pub body: String,
    /// The member of staff.
    pub account: i64,
    /// The time.
    pub now: Millis,
}

impl Change for Announce {
    type Output = i64;
    async fn apply(&self, tx: &mut Tx<'_>) -> Result<i64, Fault> {
        check_title("the title", &self.title)?;
        check_text("the announcement", &self.body)?;
        let sql = "INSERT INTO announcement (event, title, body, account, at_ms) \
                   VALUES (?, ?, ?, ?, ?) RETURNING id";
        let values = values![self.event, &self.title, &self.body, self.account, self.now];
        let id = tx.insert(sql, &values).await?;
        let object = format!("event {}", self.event);
        tx.audit(Some(self.account), "announce", &object, &self.title, self.now).await?;
        let body = serde_json::json!({
            "event": self.event, "announcement": id, "title": self.title, "text": self.body
        });
        tx.tell("announcement", "public", &body.to_string(), self.now).await?;
        Ok(id)
    }
}
