//! What happened, in order: the source of event streams and of their catch-up; and the audit log of staff
//! actions.

use crate::list::{Kind, List};
use crate::{Dialect, Fault, Millis, Row, Store, Tx, values};

/// One thing that happened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct News {
    /// Its number; later news have higher numbers.
    pub id: i64,
    /// When.
    pub at_ms: Millis,
    /// What it is about, such as `match` or `submission`.
    pub topic: String,
    /// The people who may see it: `public`, `staff` or `team:NUMBER`.
    pub audience: String,
    /// A JSON document.
    pub body: String,
}

fn news(row: &Row) -> Result<News, Fault> {
    Ok(News {
        id: row.get("id")?,
        at_ms: row.get("at_ms")?,
        topic: row.get("topic")?,
        audience: row.get("audience")?,
        body: row.get("body")?,
    })
}

impl Tx<'_> {
    /// Appends to the feed.
    pub async fn tell(
        &mut self,
        topic: &str,
        audience: &str,
        body: &str,
        now: Millis,
    ) -> Result<(), Fault> {
        self.tell_all(topic, &[(audience.to_owned(), body.to_owned())], now).await
    }

    /// Appends several news of one topic to the feed, each with its audience and its body, in their order.
    pub(crate) async fn tell_all(
        &mut self,
        topic: &str,
        news: &[(String, String)],
        now: Millis,
    ) -> Result<(), Fault> {
        if news.is_empty() {
            return Ok(());
        }
        if self.dialect() == Dialect::Postgres && !self.has_feed {
            // Numbers must become visible in their order, or a reader that catches up would miss one. The
            // number of the lock is arbitrary.
            self.rows("SELECT pg_advisory_xact_lock(4061971)", &[]).await?;
            self.has_feed = true;
        }
        let rows = news.iter().map(|(audience, body)| serde_json::json!([audience, body]));
        let list = List::new(&[("told", Kind::Text), ("document", Kind::Text)], rows);
        let sql = format!(
            "INSERT INTO feed (at_ms, topic, audience, body) SELECT ?, ?, told, document FROM {} \
             ORDER BY place",
            self.table(&list)
        );
        self.execute(&sql, &values![now, topic, &list]).await?;
        Ok(())
    }

    /// Appends to the audit log.
    pub async fn audit(
        &mut self,
        account: Option<i64>,
        action: &str,
        object: &str,
        detail: &str,
        now: Millis,
    ) -> Result<(), Fault> {
        let sql =
            "INSERT INTO audit (at_ms, account, action, object, detail) VALUES (?, ?, ?, ?, ?)";
        self.execute(sql, &values![now, account, action, object, detail]).await?;
        Ok(())
    }
}

impl Store {
    /// News after a given number, oldest first.
    pub async fn news_after(&self, after: i64, limit: u32) -> Result<Vec<News>, Fault> {
        let sql =
            "SELECT id, at_ms, topic, audience, body FROM feed WHERE id > ? ORDER BY id LIMIT ?";
        self.rows(sql, &values![after, limit]).await?.iter().map(news).collect()
    }

    /// The number of the latest news; 0 if there are none.
    pub async fn latest_news(&self) -> Result<i64, Fault> {
        let row = self.row("SELECT COALESCE(MAX(id), 0) AS id FROM feed", &[]).await?;
        row.map_or(Ok(0), |row| row.get("id"))
    }
}
