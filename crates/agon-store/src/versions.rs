//! Which version of a team plays at which time, and extensions of deadlines.
//!
//! A valid version plays from the arrival of its last byte, or from the moment when its team chose it again.
//! The latest of these by a moment is the team's version at that moment, even if it was validated later.

use crate::events::check_reason;
use crate::matches::Side;
use crate::runs::Candidate;
use crate::{Change, Fault, Millis, Refusal, Row, Store, Tx, values};

/// Holds for what came in by a moment (two values): in time, or within an extension of the team.
const IN_TIME: &str = "(came_ms <= ? OR EXISTS (SELECT 1 FROM extension x WHERE x.team = t.id \
                       AND x.from_ms <= ? AND came_ms <= x.until_ms))";

/// A later deadline of one team.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Extension {
    /// The deadline that it replaces.
    pub from_ms: Millis,
    /// The team's own deadline.
    pub until_ms: Millis,
    /// Why; the team sees it.
    pub reason: String,
}

impl Store {
    /// The active teams of an event with the versions that they play at a moment, by number: the newest valid
    /// one received by then, or the older one that the team has chosen since. An extension that covers the
    /// moment counts for its team. Teams without a version are left out; see [`Store::pending_at`].
    pub async fn versions_at(&self, event: i64, moment: Millis) -> Result<Vec<Candidate>, Fault> {
        let sql = format!(
            "SELECT t.id, t.name, t.staff, s.id AS submission, s.number, s.source, s.reading FROM team t \
             JOIN submission s ON s.id = (SELECT a.submission FROM activation a WHERE a.team = t.id \
             AND {} ORDER BY a.at_ms DESC, a.id DESC LIMIT 1) \
             WHERE t.event = ? AND t.state = 'active' ORDER BY t.id",
            IN_TIME.replace("came_ms", "a.at_ms")
        );
        let candidate = |row: &Row| {
            Ok(Candidate {
                side: Side { team: row.get("id")?, submission: row.get("submission")? },
                number: row.get("number")?,
                name: row.get("name")?,
                staff: row.get("staff")?,
                source: row.get("source")?,
                reading: row.get("reading")?,
            })
        };
        self.rows(&sql, &values![moment, moment, event]).await?.iter().map(candidate).collect()
    }

    /// The submissions of active teams that arrived by a moment and are still being validated: while there
    /// are some, [`Store::versions_at`] may still change.
    pub async fn pending_at(&self, event: i64, moment: Millis) -> Result<Vec<i64>, Fault> {
        let sql = format!(
            "SELECT s.id FROM submission s JOIN team t ON t.id = s.team WHERE {} AND t.event = ? \
             AND t.state = 'active' AND s.state IN ('received', 'building', 'validating', 'retry') \
             ORDER BY s.id",
            IN_TIME.replace("came_ms", "s.received_ms")
        );
        let rows = self.rows(&sql, &values![moment, moment, event]).await?;
        rows.iter().map(|row| row.get("id")).collect()
    }

    /// The extension of a team that ends last.
    pub async fn extension(&self, team: i64) -> Result<Option<Extension>, Fault> {
        let sql = "SELECT from_ms, until_ms, reason FROM extension WHERE team = ? \
                   ORDER BY until_ms DESC, id DESC LIMIT 1";
        let extension = |row: Row| {
            Ok(Extension {
                from_ms: row.get("from_ms")?,
                until_ms: row.get("until_ms")?,
                reason: row.get("reason")?,
            })
        };
        self.row(sql, &values![team]).await?.map(extension).transpose()
    }
}

/// Lets a version play from a time on, unless another one came later. While activation is stopped in the
/// event, the team goes on with the version that it has.
pub(crate) async fn activate(
    tx: &mut Tx<'_>,
    team: i64,
    submission: i64,
    at_ms: Millis,
) -> Result<(), Fault> {
    let sql = "INSERT INTO activation (team, submission, at_ms) VALUES (?, ?, ?)";
    tx.execute(sql, &values![team, submission, at_ms]).await?;
    let sql = "UPDATE team SET active_submission = (SELECT submission FROM activation WHERE team = ? \
               ORDER BY at_ms DESC, id DESC LIMIT 1) WHERE id = ? AND NOT EXISTS \
               (SELECT 1 FROM event_freeze f WHERE f.event = team.event AND f.switch = 'activation')";
    tx.execute(sql, &values![team, team]).await?;
    Ok(())
}

/// Gives one team a later deadline.
#[derive(Clone, Debug)]
pub struct Extend {
    /// The team.
    pub team: i64,
    /// The extension.
    pub extension: Extension,
    /// The member of staff; none if it is done from the shell.
    pub account: Option<i64>,
    /// The time.
    pub now: Millis,
}

impl Change for Extend {
    type Output = ();
    async fn apply(&self, tx: &mut Tx<'_>) -> Result<(), Fault> {
        let Extension { from_ms, until_ms, reason } = &self.extension;
        check_reason(reason)?;
        if until_ms <= from_ms {
            let sentence = "an extension ends after the deadline that it replaces";
            return Err(Refusal::Invalid(sentence.into()).into());
        }
        let sql = "INSERT INTO extension (team, from_ms, until_ms, reason, account, at_ms) \
                   VALUES (?, ?, ?, ?, ?, ?)";
        let values = values![self.team, *from_ms, *until_ms, reason, self.account, self.now];
        tx.execute(sql, &values).await?;
        let object = format!("team {}", self.team);
        let detail = format!("until {until_ms}: {reason}");
        tx.audit(self.account, "extend deadline", &object, &detail, self.now).await?;
        let body = serde_json::json!({
            "team": self.team, "until_ms": until_ms, "reason": reason
        });
        tx.tell("extension", &format!("team:{}", self.team), &body.to_string(), self.now).await
    }
}
