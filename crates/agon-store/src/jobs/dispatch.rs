//! Chooses which jobs are handed over: lanes by weight, limits of teams and events.

use super::{DISPATCHED_COLUMNS, Dispatched, Lane, dispatched};
use crate::list::{Kind, List};
use crate::{Change, Fault, Millis, Tx, matches, submissions, values};
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

/// No job waits longer than this. One that seems to was delayed before the clock was set back.
const MAX_DELAY_MS: i64 = 60_000;

/// Chooses queued jobs and gives them fresh tokens.
#[derive(Clone, Debug)]
pub struct Dispatch {
    /// The time.
    pub now: Millis,
    /// How many jobs may be dispatched now.
    pub most: u32,
    /// Jobs of one team at the same time, outside tournaments.
    pub team_cap: u32,
    /// Jobs of one event at the same time, of events that have such a limit.
    pub event_caps: BTreeMap<i64, u32>,
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
        let mut running = running_by_team(tx).await?;
        let mut of_events = match self.event_caps.is_empty() {
            true => BTreeMap::new(),
            false => running_by_event(tx).await?,
        };
        let full = Full {
            teams: full(&running, |_| Some(self.team_cap)),
            events: full(&of_events, |event| self.event_caps.get(&event).copied()),
        };
        let mut waiting = candidates(tx, &full, self.now, self.most).await?;
        let mut used = self.used.clone();
        // A lane that was empty for a while must not catch up on what it did not use.
        let lowest = waiting.keys().filter_map(|lane| used.get(lane)).min().copied().unwrap_or(0);
        for lane in waiting.keys() {
            let share = used.entry(*lane).or_insert(lowest);
            *share = (*share).max(lowest);
        }
        let mut chosen = Vec::new();
        while (chosen.len() as u32) < self.most {
            let Some(lane) = waiting.keys().min_by_key(|lane| (used[lane], **lane)).copied() else {
                break;
            };
            let queue = waiting.get_mut(&lane).expect("the lane was found in it");
            let next = queue.pop();
            if queue.is_empty() {
                waiting.remove(&lane);
            }
            let Some(Candidate { id, team, event }) = next else { continue };
            let cap = event.and_then(|event| self.event_caps.get(&event)).copied();
            let at_once = event.map_or(0, |event| of_events.get(&event).copied().unwrap_or(0));
            if cap.is_some_and(|cap| at_once >= cap) {
                continue;
            }
            if let Some(team) = team.filter(|_| lane != Lane::Tournament) {
                let count = running.entry(team).or_default();
                if *count >= self.team_cap {
                    continue;
                }
                *count += 1;
            }
            if let Some(event) = event {
                *of_events.entry(event).or_default() += 1;
            }
            chosen.push((id, lane));
            *used.entry(lane).or_default() += SHARE / lane.weight();
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
             dispatched_ms = ?, started_ms = NULL FROM {} WHERE job.id = chosen AND state = 'queued' \
             RETURNING {DISPATCHED_COLUMNS}",
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

async fn running_by_team(tx: &mut Tx<'_>) -> Result<BTreeMap<i64, u32>, Fault> {
    let sql = "SELECT team, COUNT(*) AS n FROM job WHERE state = 'dispatched' AND team IS NOT NULL \
               AND lane <> 'tournament' GROUP BY team";
    tx.rows(sql, &[]).await?.iter().map(|row| Ok((row.get("team")?, row.get("n")?))).collect()
}

async fn running_by_event(tx: &mut Tx<'_>) -> Result<BTreeMap<i64, u32>, Fault> {
    let sql = "SELECT event, COUNT(*) AS n FROM job WHERE state = 'dispatched' AND event IS NOT NULL \
               GROUP BY event";
    tx.rows(sql, &[]).await?.iter().map(|row| Ok((row.get("event")?, row.get("n")?))).collect()
}

/// A job that may be dispatched.
struct Candidate {
    id: i64,
    team: Option<i64>,
    event: Option<i64>,
}

/// Teams and events that have as many jobs as they may have at the same time.
struct Full {
    teams: Vec<i64>,
    events: Vec<i64>,
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
    let mut values = Vec::new();
    let mut of_lane = |(number, lane): (usize, &Lane)| {
        let name = lane.name();
        let mut sql = format!(
            "SELECT * FROM (SELECT CAST({number} AS BIGINT) AS lane, id, team, event FROM job \
             WHERE state = 'queued' AND lane = '{name}' \
             AND (run_after_ms <= ? OR run_after_ms > ?)"
        );
        values.extend(values![now, now + MAX_DELAY_MS]);
        let is_capped = *lane != Lane::Tournament;
        for (column, numbers) in [("team", full.teams.as_slice()), ("event", &full.events)] {
            if !numbers.is_empty() && (is_capped || column == "event") {
                let list = List::ids(numbers.iter().copied());
                let table = list.table(tx.dialect());
                let condition =
                    format!("{column} IS NULL OR {column} NOT IN (SELECT one FROM {table})");
                sql.push_str(&format!(" AND ({condition})"));
                values.push((&list).into());
            }
        }
        sql.push_str(&format!(" ORDER BY id LIMIT ?) AS lane_{number}"));
        values.push(most.into());
        sql
    };
    let lanes: Vec<String> = Lane::ALL.iter().enumerate().map(&mut of_lane).collect();
    let mut waiting: BTreeMap<Lane, Vec<Candidate>> = BTreeMap::new();
    for row in tx.rows(&lanes.join(" UNION ALL "), &values).await? {
        let lane = Lane::ALL[row.get::<u32>("lane")? as usize];
        let (id, team, event) = (row.get("id")?, row.get("team")?, row.get("event")?);
        waiting.entry(lane).or_default().push(Candidate { id, team, event });
    }
    waiting.values_mut().for_each(|jobs| jobs.sort_by_key(|job| Reverse(job.id)));
    Ok(waiting)
}
