//! What staff should look at now: the snapshot that alerts follow from, and the alerts that are on.

use super::{CONNECTED_MS, WorkerCount};
use crate::jobs::Crew;
use crate::names::named;
use crate::{Change, Fault, Millis, Row, Store, Tx, Value, values};
use std::collections::BTreeMap;

named! {
    /// What an alert is about.
    pub enum AlertKind, "kind of alert" {
        /// A job waits although workers are idle.
        Waiting = "waiting",
        /// A job runs longer than its limit.
        OverLimit = "over_limit",
        /// Jobs failed too often and wait for a decision.
        DeadJobs = "dead_jobs",
        /// Ranked results are not in the ratings.
        Unrated = "unrated",
        /// More results came too late than in the hour before.
        StaleResults = "stale_results",
        /// A worker fails more than the others, and gets no jobs.
        FailingWorker = "failing_worker",
    }
}

/// An alert.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Alert {
    /// What it is about.
    pub kind: AlertKind,
    /// Which object: `job 7`, `event 1`, `queue`.
    pub object: String,
    /// What is wrong and what to do.
    pub sentence: String,
    /// Since when it is on.
    pub since_ms: Millis,
}

/// A ladder whose newest results are not in its ratings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnratedLadder {
    /// The event.
    pub event: i64,
    /// The event's name in addresses.
    pub slug: String,
    /// When the oldest of these results was committed.
    pub since_ms: Millis,
}

/// The state of the server that alerts follow from.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Snapshot {
    /// The time.
    pub now: Millis,
    /// Number of the job that has waited longest, since when, and what it needs on a worker. Jobs that wait
    /// for their own team or event do not count.
    pub oldest_waiting: Option<(i64, Millis, String)>,
    /// Jobs that the connected workers could begin at once.
    pub idle_slots: u32,
    /// Jobs over their limit: number, worker, since when they run, and the limit.
    pub over_limit: Vec<(i64, String, Millis, i64)>,
    /// Number of jobs that wait for a decision.
    pub dead: u32,
    /// Ladders with results that are not rated.
    pub unrated: Vec<UnratedLadder>,
    /// Stale results in this hour and in the hour before.
    pub stale: (i64, i64),
    /// What each worker did in this hour and the hour before.
    pub work: Vec<WorkerCount>,
}

/// Most jobs over their limit in a snapshot.
const MAX_OVER_LIMIT: u32 = 20;

impl Store {
    /// The present state. Teams with `team_cap` jobs under way and events at their limit let others wait.
    pub async fn snapshot(
        &self,
        now: Millis,
        team_cap: u32,
        event_caps: &BTreeMap<i64, u32>,
    ) -> Result<Snapshot, Fault> {
        let crews = self.crews(now - CONNECTED_MS).await?;
        let slots: usize = crews.iter().map(Crew::slots).sum();
        let idle = slots.saturating_sub(self.dispatched_slots(&crews).await?);
        let sql = "SELECT id, worker, started_ms, wall_limit_ms FROM job WHERE state = 'dispatched' \
                   AND started_ms IS NOT NULL AND started_ms + wall_limit_ms < ? ORDER BY id LIMIT ?";
        let over = |row: &Row| {
            let worker: Option<String> = row.get("worker")?;
            let (started, limit) = (row.get("started_ms")?, row.get("wall_limit_ms")?);
            Ok((row.get("id")?, worker.unwrap_or_default(), started, limit))
        };
        let rows = self.rows(sql, &values![now, MAX_OVER_LIMIT]).await?;
        let over_limit = rows.iter().map(over).collect::<Result<_, Fault>>()?;
        let sql = "SELECT COUNT(*) AS n FROM job WHERE state = 'dead'";
        let dead = self.row(sql, &[]).await?.map_or(Ok(0), |row| row.get("n"))?;
        Ok(Snapshot {
            now,
            oldest_waiting: self.oldest_waiting(now, team_cap, event_caps).await?,
            idle_slots: u32::try_from(idle).unwrap_or(0),
            over_limit,
            dead,
            unrated: self.unrated_ladders().await?,
            stale: self.stale_results(now).await?,
            work: self.work_since(now - 3_600_000).await?,
        })
    }

    /// The job that has waited longest for a worker, since when, and what it needs.
    async fn oldest_waiting(
        &self,
        now: Millis,
        team_cap: u32,
        event_caps: &BTreeMap<i64, u32>,
    ) -> Result<Option<(i64, Millis, String)>, Fault> {
        let mut sql = "SELECT id, run_after_ms, needs FROM job WHERE state = 'queued' AND run_after_ms <= ? \
                       AND (team IS NULL OR lane = 'tournament' OR team NOT IN (SELECT r.team FROM job r \
                       WHERE r.state = 'dispatched' AND r.team IS NOT NULL AND r.lane <> 'tournament' \
                       GROUP BY r.team HAVING COUNT(*) >= ?))"
            .to_owned();
        let mut values = values![now, team_cap].to_vec();
        for (event, cap) in event_caps {
            sql.push_str(
                " AND (event IS NULL OR event <> ? OR (SELECT COUNT(*) FROM job r \
                 WHERE r.state = 'dispatched' AND r.event = ?) < ?)",
            );
            values.extend([Value::from(*event), Value::from(*event), Value::from(*cap)]);
        }
        sql.push_str(" ORDER BY run_after_ms, id LIMIT 1");
        let row = self.row(&sql, &values).await?;
        row.map(|row| Ok((row.get("id")?, row.get("run_after_ms")?, row.get("needs")?))).transpose()
    }

    /// The ladders without games under way whose last results came after the last kept ratings. A dropped
    /// game and a new draw are no results.
    pub async fn unrated_ladders(&self) -> Result<Vec<UnratedLadder>, Fault> {
        let sql = "SELECT l.event, e.slug, (SELECT MIN(c.at_ms) FROM tally_change c WHERE c.run = l.run \
                   AND c.at_ms > COALESCE((SELECT MAX(p.at_ms) FROM rating_point p \
                   WHERE p.event = l.event), 0)) AS since_ms FROM ladder l JOIN event e ON e.id = l.event \
                   WHERE NOT EXISTS (SELECT 1 FROM job j WHERE j.run = l.run \
                   AND j.state IN ('queued', 'dispatched', 'dead')) ORDER BY l.event";
        let mut unrated = Vec::new();
        for row in self.rows(sql, &[]).await? {
            if let Some(since_ms) = row.get("since_ms")? {
                unrated.push(UnratedLadder {
                    event: row.get("event")?,
                    slug: row.get("slug")?,
                    since_ms,
                });
            }
        }
        Ok(unrated)
    }

    /// The alerts that are on, oldest first.
    pub async fn alerts(&self) -> Result<Vec<Alert>, Fault> {
        let sql =
            "SELECT kind, object, sentence, since_ms FROM alert ORDER BY since_ms, kind, object";
        self.rows(sql, &[]).await?.iter().map(alert).collect()
    }
}

fn alert(row: &Row) -> Result<Alert, Fault> {
    Ok(Alert {
        kind: row.get("kind")?,
        object: row.get("object")?,
        sentence: row.get("sentence")?,
        since_ms: row.get("since_ms")?,
    })
}

/// Sets which alerts are on, and tells staff which of them are new and which are over.
#[derive(Clone, Debug)]
pub struct SetAlerts {
    /// The alerts; an alert that is on already keeps its time.
    pub alerts: Vec<Alert>,
    /// The time.
    pub now: Millis,
}

impl Change for SetAlerts {
    /// Whether something has changed.
    type Output = bool;
    const DURABLE: bool = false;
    async fn apply(&self, tx: &mut Tx<'_>) -> Result<bool, Fault> {
        let rows = tx.rows("SELECT kind, object, sentence, since_ms FROM alert", &[]).await?;
        let on: Vec<Alert> = rows.iter().map(alert).collect::<Result<_, Fault>>()?;
        let same = |a: &Alert, b: &Alert| (a.kind, &a.object) == (b.kind, &b.object);
        let mut has_changed = false;
        for old in on.iter().filter(|old| !self.alerts.iter().any(|new| same(old, new))) {
            let sql = "DELETE FROM alert WHERE kind = ? AND object = ?";
            tx.execute(sql, &values![old.kind, &old.object]).await?;
            tell(tx, old, false, self.now).await?;
            has_changed = true;
        }
        for new in &self.alerts {
            let old = on.iter().find(|old| same(old, new));
            if old.is_some_and(|old| old.sentence == new.sentence) {
                continue;
            }
            let sql = "INSERT INTO alert (kind, object, sentence, since_ms) VALUES (?, ?, ?, ?) \
                       ON CONFLICT (kind, object) DO UPDATE SET sentence = excluded.sentence";
            tx.execute(sql, &values![new.kind, &new.object, &new.sentence, new.since_ms]).await?;
            if old.is_none() {
                tell(tx, new, true, self.now).await?;
                has_changed = true;
            }
        }
        Ok(has_changed)
    }
}

async fn tell(tx: &mut Tx<'_>, alert: &Alert, is_on: bool, now: Millis) -> Result<(), Fault> {
    let body = serde_json::json!({
        "kind": alert.kind, "object": alert.object, "sentence": alert.sentence, "on": is_on
    });
    tx.tell("alert", "staff", &body.to_string(), now).await
}
