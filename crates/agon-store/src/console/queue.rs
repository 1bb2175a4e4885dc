//! The queue in detail: which jobs wait and run, for which team, since when.

use super::WorkCount;
use super::workers::{SUMS, work_count};
use crate::jobs::Lane;
use crate::matches::HIDDEN;
use crate::submissions::number_in_key;
use crate::{Fault, Millis, Row, Store, Value, values};

/// A job that is not finished.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JobRow {
    /// Its number.
    pub id: i64,
    /// Its cause.
    pub key: String,
    /// The lane.
    pub lane: String,
    /// `build` or `game`.
    pub kind: String,
    /// `queued`, `dispatched` or `dead`.
    pub state: String,
    /// The event's name in addresses.
    pub event: Option<String>,
    /// The team that it counts for.
    pub team: Option<i64>,
    /// The team's name.
    pub team_name: Option<String>,
    /// The match.
    pub match_id: Option<i64>,
    /// The submission, of a build.
    pub submission: Option<i64>,
    /// The run that waits for it.
    pub run: Option<i64>,
    /// What a worker must have for it, separated by blanks.
    pub needs: String,
    /// The worker of the present or last attempt.
    pub worker: Option<String>,
    /// How often it was dispatched.
    pub attempt: u32,
    /// How often it failed on our side.
    pub faults: u32,
    /// What failed last.
    pub fault: Option<String>,
    /// When it was enqueued.
    pub enqueued_ms: Millis,
    /// Since when it may be dispatched; in the future after a failure.
    pub waits_ms: Millis,
    /// When a worker began it.
    pub started_ms: Option<Millis>,
    /// The longest that it may take.
    pub wall_limit_ms: i64,
}

/// Which jobs are listed.
#[derive(Clone, Debug, Default)]
pub struct JobFilter {
    /// `queued`, `dispatched` or `dead`.
    pub state: &'static str,
    /// The event.
    pub event: Option<i64>,
    /// The lane.
    pub lane: Option<Lane>,
    /// Only jobs with a higher number.
    pub after: i64,
    /// Most entries.
    pub limit: u32,
}

fn job_row(row: &Row) -> Result<JobRow, Fault> {
    let key: String = row.get("key")?;
    let (mut match_id, mut submission) = (row.get("match_id")?, None);
    match key.split_once('/') {
        Some(("match", _)) => match_id = Some(number_in_key(&key)?),
        Some(("submission", _)) => submission = Some(number_in_key(&key)?),
        _ => {}
    }
    Ok(JobRow {
        id: row.get("id")?,
        key,
        lane: row.get("lane")?,
        kind: row.get("kind")?,
        state: row.get("state")?,
        event: row.get("slug")?,
        team: row.get("team")?,
        team_name: row.get("name")?,
        match_id,
        submission,
        run: row.get("run")?,
        needs: row.get("needs")?,
        worker: row.get("worker")?,
        attempt: row.get("attempt")?,
        faults: row.get("faults")?,
        fault: row.get("fault")?,
        enqueued_ms: row.get("enqueued_ms")?,
        waits_ms: row.get("run_after_ms")?,
        started_ms: row.get("started_ms")?,
        wall_limit_ms: row.get("wall_limit_ms")?,
    })
}

const JOBS: &str = "SELECT j.id, j.key, j.lane, j.kind, j.state, e.slug, j.team, t.name, \
    m.id AS match_id, j.run, j.needs, j.worker, j.attempt, j.faults, j.fault, j.enqueued_ms, j.run_after_ms, \
    j.started_ms, j.wall_limit_ms FROM job j LEFT JOIN team t ON t.id = j.team \
    LEFT JOIN event e ON e.id = j.event LEFT JOIN match m ON j.run IS NOT NULL AND m.key = j.key";

/// How much a lane has to do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LaneLoad {
    /// The lane.
    pub lane: Lane,
    /// Jobs that wait.
    pub waiting: u32,
    /// Jobs that are dispatched.
    pub running: u32,
    /// Jobs that failed too often.
    pub dead: u32,
    /// When the oldest waiting one was enqueued.
    pub oldest_ms: Option<Millis>,
    /// What workers did for the lane lately.
    pub lately: WorkCount,
}

/// A ranked game that is being played and that all people may see.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayingNow {
    /// The match.
    pub match_id: i64,
    /// Why it is played.
    pub kind: String,
    /// Since when.
    pub since_ms: Millis,
}

impl Store {
    /// Jobs in the order of their numbers.
    pub async fn jobs(&self, filter: &JobFilter) -> Result<Vec<JobRow>, Fault> {
        let mut sql = format!("{JOBS} WHERE j.state = ? AND j.id > ?");
        let mut values = values![filter.state, filter.after].to_vec();
        for (condition, value) in [
            (" AND j.event = ?", filter.event.map(Value::from)),
            (" AND j.lane = ?", filter.lane.map(|lane| Value::from(lane.name()))),
        ] {
            if let Some(value) = value {
                sql.push_str(condition);
                values.push(value);
            }
        }
        sql.push_str(" ORDER BY j.id LIMIT ?");
        values.push(filter.limit.into());
        self.rows(&sql, &values).await?.iter().map(job_row).collect()
    }

    /// A job that is not finished.
    pub async fn job(&self, id: i64) -> Result<Option<JobRow>, Fault> {
        let sql = format!("{JOBS} WHERE j.id = ? AND j.state IN ('queued', 'dispatched', 'dead')");
        self.row(&sql, &values![id]).await?.as_ref().map(job_row).transpose()
    }

    /// What all lanes have to do, of one event or of all, and what was done since a time.
    pub async fn lane_loads(
        &self,
        event: Option<i64>,
        since: Millis,
    ) -> Result<Vec<LaneLoad>, Fault> {
        let empty = |lane: Lane| LaneLoad {
            lane,
            waiting: 0,
            running: 0,
            dead: 0,
            oldest_ms: None,
            lately: WorkCount::default(),
        };
        let mut loads: Vec<LaneLoad> = Lane::ALL.into_iter().map(empty).collect();
        let mut sql = "SELECT lane, state, COUNT(*) AS n, MIN(enqueued_ms) AS oldest_ms FROM job \
                       WHERE state IN ('queued', 'dispatched', 'dead')"
            .to_owned();
        if event.is_some() {
            sql.push_str(" AND event = ?");
        }
        sql.push_str(" GROUP BY lane, state");
        let values: Vec<Value> = event.iter().map(|event| Value::from(*event)).collect();
        for row in self.rows(&sql, &values).await? {
            let lane: String = row.get("lane")?;
            let Some(load) = loads.iter_mut().find(|load| load.lane.name() == lane) else {
                continue;
            };
            let jobs: u32 = row.get("n")?;
            match row.get::<String>("state")?.as_str() {
                "queued" => (load.waiting, load.oldest_ms) = (jobs, row.get("oldest_ms")?),
                "dispatched" => load.running = jobs,
                _ => load.dead = jobs,
            }
        }
        let sql = format!("SELECT lane, {SUMS} FROM work_count WHERE hour_ms >= ? GROUP BY lane");
        for row in self.rows(&sql, &values![since]).await? {
            let lane: String = row.get("lane")?;
            if let Some(load) = loads.iter_mut().find(|load| load.lane.name() == lane) {
                load.lately = work_count(&row)?;
            }
        }
        Ok(loads)
    }

    /// The ranked games of an event that are being played and that all people may see, oldest first.
    pub async fn playing_now(&self, event: i64, limit: u32) -> Result<Vec<PlayingNow>, Fault> {
        let sql = format!(
            "SELECT m.id, m.kind, j.started_ms FROM job j JOIN match m ON m.key = j.key \
             WHERE j.state = 'dispatched' AND j.started_ms IS NOT NULL AND j.event = ? \
             AND j.run IS NOT NULL AND m.kind IN ('ladder', 'tournament') AND NOT {HIDDEN} \
             ORDER BY j.started_ms, m.id LIMIT ?"
        );
        let playing = |row: &Row| {
            Ok(PlayingNow {
                match_id: row.get("id")?,
                kind: row.get("kind")?,
                since_ms: row.get("started_ms")?,
            })
        };
        self.rows(&sql, &values![event, limit]).await?.iter().map(playing).collect()
    }
}
