//! Chooses which jobs are handed over: lanes by weight, limits of teams and events.

use super::crews::Rooms;
use super::{Crew, DISPATCHED_COLUMNS, Dispatched, Lane, dispatched};
use crate::list::{Kind, List};
use crate::{Change, Dialect, Fault, Millis, Tx, Value, matches, submissions, values};
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

/// No job waits longer than this. One that seems to was delayed before the clock was set back.
const MAX_DELAY_MS: i64 = 60_000;

/// Chooses queued jobs and gives them fresh tokens.
#[derive(Clone, Debug)]
pub struct Dispatch {
    /// The time.
    pub now: Millis,
    /// How many slots the dispatched jobs may take.
    pub most: u32,
    /// Jobs of one team at the same time, outside tournaments.
    pub team_cap: u32,
    /// Jobs of one event at the same time, of events that have such a limit.
    pub event_caps: BTreeMap<i64, u32>,
    /// The connected workers.
    pub crews: Vec<Crew>,
    /// Start of the new tokens: unique for each call.
    pub token_prefix: String,
    /// Shares used so far by lane, from the last call.
    pub used: BTreeMap<Lane, u64>,
}

/// The jobs that were dispatched.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Dispatches {
    /// The jobs, most urgent first.
    pub jobs: Vec<Dispatched>,
    /// Shares used so far by lane, for the next call.
    pub used: BTreeMap<Lane, u64>,
}

/// One job of a lane with weight 1 uses this share.
const SHARE: u64 = 840;

impl Change for Dispatch {
    type Output = Dispatches;
    const DURABLE: bool = false;
    async fn apply(&self, tx: &mut Tx<'_>) -> Result<Dispatches, Fault> {
        let mut limits = Limits::read(tx, self).await?;
        let mut full = limits.full();
        let mut waiting = candidates(tx, &full, self.now, self.most).await?;
        let mut used = self.used.clone();
        // A lane that was empty for a while must not catch up on what it did not use.
        let lowest = waiting.keys().filter_map(|lane| used.get(lane)).min().copied().unwrap_or(0);
        for lane in waiting.keys() {
            let share = used.entry(*lane).or_insert(lowest);
            *share = (*share).max(lowest);
        }
        let mut chosen: Vec<(i64, Lane)> = Vec::new();
        let mut free = self.most as usize;
        while free > 0 {
            let lane = waiting.keys().min_by_key(|lane| (used[lane], **lane)).copied();
            let next = lane.and_then(|lane| Some((lane, waiting.get_mut(&lane)?.pop()?)));
            let Some((lane, job)) = next else {
                // The queue of the lane whose turn it is has ended. Jobs that no worker has room for may
                // stand before others in it.
                if limits.rooms.full().len() > full.needs.len() {
                    full = limits.full();
                    let most = self.most + chosen.len() as u32;
                    waiting = candidates(tx, &full, self.now, most).await?;
                    for jobs in waiting.values_mut() {
                        jobs.retain(|job| chosen.iter().all(|(id, _)| *id != job.id));
                    }
                    for lane in waiting.keys() {
                        used.entry(*lane).or_insert(lowest);
                    }
                    continue;
                }
                match lane {
                    Some(lane) => waiting.remove(&lane),
                    None => break,
                };
                continue;
            };
            if let Some(slots) = limits.take(lane, &job) {
                free = free.saturating_sub(slots);
                chosen.push((job.id, lane));
                *used.entry(lane).or_default() += SHARE / lane.weight();
            }
        }
        let jobs = self.take(tx, &chosen).await?;
        matches::begin(tx, &jobs).await?;
        let builds: BTreeSet<i64> =
            chosen.iter().filter(|(_, lane)| *lane == Lane::Build).map(|(id, _)| *id).collect();
        for job in jobs.iter().filter(|job| builds.contains(&job.id)) {
            submissions::job_moved(tx, &job.key, false, self.now).await?;
        }
        Ok(Dispatches { jobs, used })
    }
}

/// What is dispatched already, and how much of it may be.
struct Limits<'a> {
    dispatch: &'a Dispatch,
    of_teams: BTreeMap<i64, u32>,
    of_events: BTreeMap<i64, u32>,
    rooms: Rooms<'a>,
}

impl<'a> Limits<'a> {
    async fn read(tx: &mut Tx<'_>, dispatch: &'a Dispatch) -> Result<Limits<'a>, Fault> {
        let of_teams = running_by_team(tx).await?;
        let of_events = match dispatch.event_caps.is_empty() {
            true => BTreeMap::new(),
            false => running_by_event(tx).await?,
        };
        let rooms = Rooms::read(tx, &dispatch.crews).await?;
        Ok(Limits { dispatch, of_teams, of_events, rooms })
    }

    /// What has reached its limit.
    fn full(&self) -> Full {
        let Dispatch { team_cap, event_caps, .. } = self.dispatch;
        Full {
            teams: full(&self.of_teams, |_| Some(*team_cap)),
            events: full(&self.of_events, |event| event_caps.get(&event).copied()),
            needs: self.rooms.full().iter().cloned().collect(),
        }
    }

    /// Counts a job and returns the slots that it takes, unless it would be one too many.
    fn take(&mut self, lane: Lane, job: &Candidate) -> Option<usize> {
        let Dispatch { team_cap, event_caps, .. } = self.dispatch;
        let at_once = |counts: &BTreeMap<i64, u32>, id| counts.get(&id).copied().unwrap_or(0);
        let team = job.team.filter(|_| lane != Lane::Tournament);
        if team.is_some_and(|team| at_once(&self.of_teams, team) >= *team_cap) {
            return None;
        }
        let cap_of = |event| event_caps.get(&event).copied().unwrap_or(u32::MAX);
        if job.event.is_some_and(|event| at_once(&self.of_events, event) >= cap_of(event)) {
            return None;
        }
        let slots = self.rooms.take(&job.needs)?;
        if let Some(team) = team {
            *self.of_teams.entry(team).or_default() += 1;
        }
        if let Some(event) = job.event {
            *self.of_events.entry(event).or_default() += 1;
        }
        Some(slots)
    }
}

impl Dispatch {
    /// Gives the chosen jobs their tokens. One that was cancelled in the meantime is left out.
    async fn take(
        &self,
        tx: &mut Tx<'_>,
        chosen: &[(i64, Lane)],
    ) -> Result<Vec<Dispatched>, Fault> {
        let row =
            |(id, _): &(i64, Lane)| serde_json::json!([id, format!("{}-{id}", self.token_prefix)]);
        let list =
            List::new(&[("chosen", Kind::Int), ("new_token", Kind::Text)], chosen.iter().map(row));
        if list.is_empty() {
            return Ok(Vec::new());
        }
        let sql = format!(
            "UPDATE job SET state = 'dispatched', attempt = attempt + 1, token = new_token, \
             dispatched_ms = ?, started_ms = NULL, delivery = 0 FROM {} \
             WHERE job.id = chosen AND state = 'queued' RETURNING {DISPATCHED_COLUMNS}",
            tx.table(&list)
        );
        let rows = tx.rows(&sql, &values![self.now, &list]).await?;
        let mut taken: BTreeMap<i64, Dispatched> = BTreeMap::new();
        for row in &rows {
            let job = dispatched(row)?;
            taken.insert(job.id, job);
        }
        Ok(chosen.iter().filter_map(|(id, _)| taken.remove(id)).collect())
    }
}

const RUNNING_BY_TEAM: &str = "SELECT team, COUNT(*) AS n FROM job WHERE state = 'dispatched' \
    AND team IS NOT NULL AND lane <> 'tournament' GROUP BY team";
const RUNNING_BY_EVENT: &str = "SELECT event, COUNT(*) AS n FROM job WHERE state = 'dispatched' \
    AND event IS NOT NULL GROUP BY event";

async fn running_by_team(tx: &mut Tx<'_>) -> Result<BTreeMap<i64, u32>, Fault> {
    tx.rows(RUNNING_BY_TEAM, &[])
        .await?
        .iter()
        .map(|row| Ok((row.get("team")?, row.get("n")?)))
        .collect()
}

async fn running_by_event(tx: &mut Tx<'_>) -> Result<BTreeMap<i64, u32>, Fault> {
    tx.rows(RUNNING_BY_EVENT, &[])
        .await?
        .iter()
        .map(|row| Ok((row.get("event")?, row.get("n")?)))
        .collect()
}

/// A job that may be dispatched.
struct Candidate {
    id: i64,
    team: Option<i64>,
    event: Option<i64>,
    needs: String,
}

/// What has as many jobs as it may have at the same time.
struct Full {
    teams: Vec<i64>,
    events: Vec<i64>,
    /// Needs of jobs: the workers that have what they need.
    needs: Vec<String>,
}

/// The keys whose count has reached its limit.
fn full(running: &BTreeMap<i64, u32>, cap: impl Fn(i64) -> Option<u32>) -> Vec<i64> {
    let is_full = |(id, n): &(&i64, &u32)| cap(**id).is_some_and(|cap| **n >= cap);
    running.iter().filter(is_full).map(|(id, _)| *id).collect()
}

/// The jobs that may be dispatched, by lane; the first one is last. One statement asks for all lanes, and
/// reads no more than `most` of each, however many wait.
async fn candidates(
    tx: &mut Tx<'_>,
    full: &Full,
    now: Millis,
    most: u32,
) -> Result<BTreeMap<Lane, Vec<Candidate>>, Fault> {
    let mut waiting: BTreeMap<Lane, Vec<Candidate>> = BTreeMap::new();
    let (sql, values) = candidates_query(tx.dialect(), full, now, most);
    for row in tx.rows(&sql, &values).await? {
        let lane = Lane::ALL[row.get::<u32>("lane")? as usize];
        let candidate = Candidate {
            id: row.get("id")?,
            team: row.get("team")?,
            event: row.get("event")?,
            needs: row.get("needs")?,
        };
        waiting.entry(lane).or_default().push(candidate);
    }
    waiting.values_mut().for_each(|jobs| jobs.sort_by_key(|job| Reverse(job.id)));
    Ok(waiting)
}

/// The statement that asks for them, and its values.
fn candidates_query(dialect: Dialect, full: &Full, now: Millis, most: u32) -> (String, Vec<Value>) {
    let mut values = Vec::new();
    let mut of_lane = |(number, lane): (usize, &Lane)| {
        let name = lane.name();
        let mut sql = format!(
            "SELECT * FROM (SELECT CAST({number} AS BIGINT) AS lane, id, team, event, needs FROM job \
             WHERE state = 'queued' AND lane = '{name}' \
             AND (run_after_ms <= ? OR run_after_ms > ?)"
        );
        values.extend(values![now, now + MAX_DELAY_MS]);
        let is_capped = *lane != Lane::Tournament;
        for (column, numbers) in [("team", full.teams.as_slice()), ("event", &full.events)] {
            if !numbers.is_empty() && (is_capped || column == "event") {
                let list = List::ids(numbers.iter().copied());
                let table = list.table(dialect);
                let condition =
                    format!("{column} IS NULL OR {column} NOT IN (SELECT one FROM {table})");
                sql.push_str(&format!(" AND ({condition})"));
                values.push((&list).into());
            }
        }
        if !full.needs.is_empty() {
            let rows = full.needs.iter().map(|needs| serde_json::json!([needs]));
            let list = List::new(&[("one", Kind::Text)], rows);
            let table = list.table(dialect);
            sql.push_str(&format!(" AND needs NOT IN (SELECT one FROM {table})"));
            values.push((&list).into());
        }
        sql.push_str(&format!(" ORDER BY id LIMIT ?) AS lane_{number}"));
        values.push(most.into());
        sql
    };
    let lanes: Vec<String> = Lane::ALL.iter().enumerate().map(&mut of_lane).collect();
    (lanes.join(" UNION ALL "), values)
}

#[cfg(test)]
mod tests {
    use super::super::crews::DISPATCHED_BY_NEEDS;
    use super::*;
    use crate::{Location, Store};
    use agon_testservers::Postgres;

    const NOW: Millis = 1_800_000_000_000;
    /// Jobs of a look at the queue.
    const MOST: u32 = 50;

    /// Jobs up to this number: half of them of a ladder, half of a tournament; the first 200 are dispatched.
    struct Queue {
        jobs: i64,
    }

    impl Change for Queue {
        type Output = ();
        async fn apply(&self, tx: &mut Tx<'_>) -> Result<(), Fault> {
            let sql = "WITH RECURSIVE n (i) AS (SELECT CAST(1 AS BIGINT) UNION ALL \
                       SELECT i + 1 FROM n WHERE i < ?) \
                       INSERT INTO job (key, lane, kind, payload, needs, state, wall_limit_ms, \
                       run_after_ms, enqueued_ms) \
                       SELECT 'job/' || i, CASE WHEN i % 2 = 0 THEN 'ladder' ELSE 'tournament' END, \
                       'game', '{}', 'python', CASE WHEN i <= 200 THEN 'dispatched' ELSE 'queued' END, \
                       1000, ?, ? FROM n WHERE true ON CONFLICT (key) DO NOTHING";
            tx.execute(sql, &values![self.jobs, NOW, NOW]).await?;
            if tx.dialect() == Dialect::Postgres {
                tx.execute("ANALYZE job", &[]).await?;
            }
            Ok(())
        }
    }

    /// The statements that read the queue for a dispatch.
    fn statements(dialect: Dialect) -> Vec<(String, Vec<Value>)> {
        let full = Full { teams: vec![7], events: vec![8], needs: vec!["java".into()] };
        let plain = |sql: &str| (sql.to_owned(), Vec::new());
        vec![
            candidates_query(dialect, &full, NOW, MOST),
            plain(RUNNING_BY_TEAM),
            plain(RUNNING_BY_EVENT),
            plain(DISPATCHED_BY_NEEDS),
        ]
    }

    async fn explain(
        store: &Store,
        how: &str,
        column: &str,
        (sql, values): &(String, Vec<Value>),
    ) -> Vec<String> {
        let rows = store.rows(&format!("{how} {sql}"), values).await.unwrap();
        rows.iter().map(|row| row.get(column).unwrap()).collect()
    }

    /// The rows that a step of a plan has read or dropped: `(actual rows=50 loops=2)`,
    /// `Rows Removed by Filter: 7`.
    fn rows_of(step: &str) -> u64 {
        let numbers = |text: &str| -> Vec<u64> {
            let words = text.split(|letter: char| !letter.is_ascii_digit());
            words.filter_map(|word| word.parse().ok()).collect()
        };
        match (step.split_once("(actual rows="), step.split_once("Rows Removed by Filter: ")) {
            (Some((_, actual)), _) => numbers(actual).iter().product(),
            (_, Some((_, removed))) => numbers(removed)[0],
            _ => 0,
        }
    }

    #[tokio::test]
    async fn a_dispatch_reads_as_few_rows_of_a_long_queue_as_of_a_short_one_on_postgresql() {
        let address = Location::Postgres(Postgres::shared().new_database());
        let store = Store::open(&address).await.unwrap();
        let mut counts = Vec::new();
        for jobs in [20_000, 100_000] {
            store.change(Queue { jobs }).await.unwrap();
            let mut read = Vec::new();
            for statement in &statements(Dialect::Postgres) {
                let how = "EXPLAIN (ANALYZE, TIMING OFF)";
                let plan = explain(&store, how, "QUERY PLAN", statement).await;
                let rows: u64 = plan.iter().map(|step| rows_of(step)).sum();
                assert!(rows < 2_500, "{rows} rows of {jobs} jobs:\n{}", plan.join("\n"));
                read.push(rows);
            }
            counts.push(read);
        }
        assert_eq!(counts[0], counts[1]);
    }

    #[tokio::test]
    async fn a_dispatch_reads_the_queue_by_its_index_on_sqlite() {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::open(&Location::Sqlite(folder.path().join("agon.db"))).await.unwrap();
        store.change(Queue { jobs: 5_000 }).await.unwrap();
        for statement in &statements(Dialect::Sqlite) {
            let plan = explain(&store, "EXPLAIN QUERY PLAN", "detail", statement).await;
            let of_jobs: Vec<&String> = plan.iter().filter(|step| step.contains(" job")).collect();
            let by_index = |step: &&String| {
                step.contains("INDEX job_waiting") || step.contains("job_dispatched")
            };
            let sorts = plan.iter().any(|step| step.contains("B-TREE FOR ORDER BY"));
            let is_indexed = !of_jobs.is_empty() && of_jobs.iter().all(by_index);
            assert!(is_indexed && !sorts, "{}:\n{}", statement.0, plan.join("\n"));
        }
    }
}
