//! Submissions: received -> building -> validating -> valid | rejected, and the jobs that decide it. After a
//! failure on our side a submission is `retry` until its job is dispatched again.

use crate::console::{FailureClass, NewFailure, Switch};
use crate::events::{check_reason, check_title};
use crate::jobs::{Lane, NewJob};
use crate::matches::{self, NewMatch, Side};
use crate::work::{BotRef, Build, Built, Policy, Work};
use crate::{Change, Fault, Millis, Refusal, Row, Store, Tx, values, versions};
use serde::{Deserialize, Serialize};
use std::str::FromStr;

/// How far a submission is.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SubmissionState {
    /// Its last byte has arrived.
    Received,
    /// A worker unpacks, reads and compiles it.
    Building,
    /// It waits for its first game, or plays it.
    Validating,
    /// It can play.
    Valid,
    /// It cannot play; the reason says why.
    Rejected,
    /// A worker failed; it is tried again.
    Retry,
}

impl SubmissionState {
    /// All states.
    pub const ALL: [SubmissionState; 6] = [
        SubmissionState::Received,
        SubmissionState::Building,
        SubmissionState::Validating,
        SubmissionState::Valid,
        SubmissionState::Rejected,
        SubmissionState::Retry,
    ];

    /// The name in the database and the API.
    pub fn name(self) -> &'static str {
        match self {
            SubmissionState::Received => "received",
            SubmissionState::Building => "building",
            SubmissionState::Validating => "validating",
            SubmissionState::Valid => "valid",
            SubmissionState::Rejected => "rejected",
            SubmissionState::Retry => "retry",
        }
    }
}

impl FromStr for SubmissionState {
    type Err = String;
    fn from_str(word: &str) -> Result<SubmissionState, String> {
        let found = SubmissionState::ALL.into_iter().find(|state| state.name() == word);
        found.ok_or_else(|| format!("unknown state `{word}` of a submission"))
    }
}

/// A version of a team's bot.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Submission {
    /// Its number on the server.
    pub id: i64,
    /// The team.
    pub team: i64,
    /// Its number within the team, from 1.
    pub number: u32,
    /// File name of the upload.
    pub name: String,
    /// The team's own name for it.
    pub label: Option<String>,
    /// Content address of the upload, or `builtin:NAME`.
    pub source: String,
    /// Size in bytes.
    pub size: i64,
    /// How far it is.
    pub state: SubmissionState,
    /// Why it was rejected.
    pub reason: Option<String>,
    /// The compiler's output.
    pub log: Option<String>,
    /// When its last byte arrived.
    pub received_ms: Millis,
}

const COLUMNS: &str =
    "id, team, number, name, label, source, size, state, reason, log, received_ms";

fn submission(row: &Row) -> Result<Submission, Fault> {
    Ok(Submission {
        id: row.get("id")?,
        team: row.get("team")?,
        number: row.get("number")?,
        name: row.get("name")?,
        label: row.get("label")?,
        source: row.get("source")?,
        size: row.get("size")?,
        state: row.get::<String>("state")?.parse().map_err(Fault::Damaged)?,
        reason: row.get("reason")?,
        log: row.get("log")?,
        received_ms: row.get("received_ms")?,
    })
}

impl Store {
    /// A submission by number.
    pub async fn submission(&self, id: i64) -> Result<Option<Submission>, Fault> {
        let sql = format!("SELECT {COLUMNS} FROM submission WHERE id = ?");
        self.row(&sql, &values![id]).await?.as_ref().map(submission).transpose()
    }

    /// The submissions of a team, newest first.
    pub async fn submissions(&self, team: i64) -> Result<Vec<Submission>, Fault> {
        let sql = format!("SELECT {COLUMNS} FROM submission WHERE team = ? ORDER BY number DESC");
        self.rows(&sql, &values![team]).await?.iter().map(submission).collect()
    }

    /// Number of submissions of a team after a time, and when the first of them arrived.
    pub async fn submissions_since(
        &self,
        team: i64,
        after: Millis,
    ) -> Result<(u32, Option<Millis>), Fault> {
        let row = self.row(COUNT_SINCE, &values![team, after]).await?;
        row.map_or(Ok((0, None)), |row| Ok((row.get("n")?, row.get("first_ms")?)))
    }
}

const COUNT_SINCE: &str = "SELECT COUNT(*) AS n, MIN(received_ms) AS first_ms FROM submission \
                           WHERE team = ? AND received_ms > ?";
/// The time that [`Submit::hourly_limit`] counts in.
pub const LIMIT_WINDOW_MS: Millis = 3_600_000;

/// A team hands in a bot. Identical bytes keep their version; if it was rejected, it is tried again.
#[derive(Clone, Debug)]
pub struct Submit {
    /// The team.
    pub team: i64,
    /// The person; none if the organisers enter a built-in bot.
    pub account: Option<i64>,
    /// File name of the upload.
    pub name: String,
    /// The team's own name for this version.
    pub label: Option<String>,
    /// Content address of the upload, or `builtin:NAME`.
    pub source: String,
    /// Size in bytes.
    pub size: i64,
    /// The game.
    pub game: String,
    /// Rule profile.
    pub rules: String,
    /// What the event asks of a submission.
    pub policy: Policy,
    /// How strictly the time limits apply in the first game: `strict`, `loose` or `off`.
    pub clock: String,
    /// Map of the first game; empty for the game's first map.
    pub map: String,
    /// New versions that the team may hand in within [`LIMIT_WINDOW_MS`].
    pub hourly_limit: Option<u32>,
    /// Longest time for the build.
    pub wall_limit_ms: i64,
    /// When the last byte arrived.
    pub received_ms: Millis,
    /// The time.
    pub now: Millis,
}

impl Change for Submit {
    type Output = Submission;
    async fn apply(&self, tx: &mut Tx<'_>) -> Result<Submission, Fault> {
        // The team's row is locked, so that two uploads get two numbers.
        let sql = format!("SELECT name FROM team WHERE id = ?{}", tx.for_update());
        let Some(team) = tx.row(&sql, &values![self.team]).await? else {
            return Err(Refusal::Unknown(format!("team {}", self.team)).into());
        };
        // Staff hand in bots from the shell even if uploads are stopped.
        if self.account.is_some() {
            tx.refuse_frozen(self.team, Switch::Uploads).await?;
        }
        let sql = format!("SELECT {COLUMNS} FROM submission WHERE team = ? AND source = ?");
        if let Some(row) = tx.row(&sql, &values![self.team, &self.source]).await? {
            let there = submission(&row)?;
            if there.state == SubmissionState::Rejected {
                return self.try_again(tx, &there, &team.get::<String>("name")?).await;
            }
            return self.keep(tx, there).await;
        }
        self.check_limit(tx).await?;
        if let Some(label) = &self.label {
            check_title("the name of a version", label)?;
        }
        let built_in = self.source.starts_with("builtin:");
        let state = match built_in {
            true => SubmissionState::Valid,
            false => SubmissionState::Received,
        };
        let sql = format!(
            "INSERT INTO submission (team, number, name, label, account, source, size, state, received_ms) \
             VALUES (?, 1 + (SELECT COALESCE(MAX(number), 0) FROM submission WHERE team = ?), \
             ?, ?, ?, ?, ?, ?, ?) RETURNING {COLUMNS}"
        );
        let values = values![
            self.team,
            self.team,
            &self.name,
            self.label.clone(),
            self.account,
            &self.source,
            self.size,
            state.name(),
            self.received_ms
        ];
        let row = tx.row(&sql, &values).await?;
        let new =
            submission(&row.ok_or_else(|| Fault::Damaged("an insert returned no row".into()))?)?;
        if built_in {
            versions::activate(tx, self.team, new.id, self.received_ms).await?;
            return Ok(new);
        }
        let key = format!("submission/{}/build", new.id);
        self.enqueue_build(tx, &new, &team.get::<String>("name")?, key).await?;
        Ok(new)
    }
}

impl Submit {
    /// Identical bytes keep their version, which plays from the new arrival on. An earlier arrival, which
    /// staff enter later, becomes the arrival of the version.
    async fn keep(&self, tx: &mut Tx<'_>, mut there: Submission) -> Result<Submission, Fault> {
        if self.received_ms < there.received_ms {
            there.received_ms = self.received_ms;
            let sql = "UPDATE submission SET received_ms = ? WHERE id = ?";
            tx.execute(sql, &values![self.received_ms, there.id]).await?;
        }
        if there.state == SubmissionState::Valid {
            versions::activate(tx, self.team, there.id, self.received_ms).await?;
        }
        Ok(there)
    }

    /// Builds a rejected version again: its file may have another name now, or the event other rules.
    async fn try_again(
        &self,
        tx: &mut Tx<'_>,
        there: &Submission,
        team: &str,
    ) -> Result<Submission, Fault> {
        self.check_limit(tx).await?;
        let label = self.label.clone().or_else(|| there.label.clone());
        if let Some(label) = &label {
            check_title("the name of a version", label)?;
        }
        let sql = format!(
            "UPDATE submission SET name = ?, label = ?, account = ?, state = 'received', reason = NULL, \
             log = NULL, reading = NULL, received_ms = ? WHERE id = ? RETURNING {COLUMNS}"
        );
        let values = values![&self.name, label, self.account, self.received_ms, there.id];
        let row = tx.row(&sql, &values).await?;
        let again =
            submission(&row.ok_or_else(|| Fault::Damaged("an update returned no row".into()))?)?;
        let key = format!("submission/{}/build/{}", again.id, self.now);
        self.enqueue_build(tx, &again, team, key).await?;
        Ok(again)
    }

    async fn enqueue_build(
        &self,
        tx: &mut Tx<'_>,
        new: &Submission,
        team: &str,
        key: String,
    ) -> Result<(), Fault> {
        let bot = BotRef {
            side: 0,
            name: team.to_owned(),
            file: self.name.clone(),
            source: self.source.clone(),
        };
        let (game, rules, policy) = (self.game.clone(), self.rules.clone(), self.policy.clone());
        let (clock, map) = (self.clock.clone(), self.map.clone());
        let work = Work::Build(Build { game, rules, policy, clock, map, bot });
        let job = NewJob {
            key,
            lane: Lane::Build,
            kind: "build".into(),
            payload: serde_json::to_string(&work).expect("plain data"),
            needs: String::new(),
            team: Some(self.team),
            run: None,
            wall_limit_ms: self.wall_limit_ms,
        };
        tx.enqueue(&job, self.now).await?;
        tell(tx, new.id, self.team, new.state.name(), self.now).await
    }
}

/// Staff hand in a bot for a team, such as one that came on a USB stick.
#[derive(Clone, Debug)]
pub struct SubmitFor {
    /// The upload.
    pub submit: Submit,
    /// Why staff did it.
    pub why: String,
}

impl Change for SubmitFor {
    type Output = Submission;
    async fn apply(&self, tx: &mut Tx<'_>) -> Result<Submission, Fault> {
        check_reason(&self.why)?;
        let submission = self.submit.apply(tx).await?;
        let Submit { team, account, received_ms, now, .. } = &self.submit;
        let detail =
            format!("version {}, received at {received_ms}: {}", submission.number, self.why);
        tx.audit(*account, "submit for team", &format!("team {team}"), &detail, *now).await?;
        Ok(submission)
    }
}

impl Submit {
    /// Refuses one version too many.
    async fn check_limit(&self, tx: &mut Tx<'_>) -> Result<(), Fault> {
        let Some(limit) = self.hourly_limit else { return Ok(()) };
        let values = values![self.team, self.received_ms - LIMIT_WINDOW_MS];
        let Some(row) = tx.row(COUNT_SINCE, &values).await? else { return Ok(()) };
        if row.get::<u32>("n")? < limit {
            return Ok(());
        }
        let first: Option<Millis> = row.get("first_ms")?;
        let wait = first.unwrap_or(0) + LIMIT_WINDOW_MS - self.received_ms;
        let sentence = format!(
            "a team may hand in {limit} versions in an hour, and all of them are used; the next one is \
             possible in {} minutes",
            wait.max(0) / 60_000 + 1
        );
        Err(Refusal::Conflict(sentence).into())
    }
}

async fn tell(tx: &mut Tx<'_>, id: i64, team: i64, state: &str, now: Millis) -> Result<(), Fault> {
    let body = serde_json::json!({ "submission": id, "team": team, "state": state });
    tx.tell("submission", &format!("team:{team}"), &body.to_string(), now).await
}

/// A worker has built a submission: reject it, or play its first game.
#[derive(Clone, Debug)]
pub struct CommitBuild {
    /// The job.
    pub job: i64,
    /// The token of the attempt.
    pub token: String,
    /// The worker's name.
    pub worker: String,
    /// The job's key, which names the submission.
    pub key: String,
    /// What came out.
    pub built: Built,
    /// The built-in bot that the first game is played against.
    pub sparring_partner: String,
    /// Number of seats of the first game.
    pub seats: usize,
    /// Rule profile of the first game.
    pub rules: String,
    /// How strictly the time limits apply in the first game.
    pub clock: String,
    /// Map of the first game; empty for the game's first map.
    pub map: String,
    /// Longest time for the first game.
    pub wall_limit_ms: i64,
    /// The time.
    pub now: Millis,
}

/// The number in a key such as `submission/7/build`.
pub fn number_in_key(key: &str) -> Result<i64, Fault> {
    let number = key.split('/').nth(1).and_then(|word| word.parse().ok());
    number.ok_or_else(|| Fault::Damaged(format!("job key {key}")))
}

impl Change for CommitBuild {
    type Output = bool;
    async fn apply(&self, tx: &mut Tx<'_>) -> Result<bool, Fault> {
        if !tx.finish_job(self.job, &self.token, &self.worker, self.now).await? {
            return Ok(false);
        }
        let id = number_in_key(&self.key)?;
        let state = if self.built.fault.is_some() { "rejected" } else { "validating" };
        let sql = "UPDATE submission SET state = ?, reason = ?, log = ?, reading = ?, needs = ? \
                   WHERE id = ? RETURNING team";
        let Built { fault, log, reading, needs, class } = self.built.clone();
        let values = values![state, fault, log, reading, needs.unwrap_or_default(), id];
        let Some(row) = tx.row(sql, &values).await? else {
            return Err(Fault::Damaged(format!("there is no submission {id}")));
        };
        let team: i64 = row.get("team")?;
        tell(tx, id, team, state, self.now).await?;
        if let Some(sentence) = &self.built.fault {
            let sql = "SELECT event FROM team WHERE id = ?";
            let row = tx.row(sql, &values![team]).await?;
            let failure = NewFailure {
                class: class.unwrap_or(FailureClass::Build),
                worker: self.worker.clone(),
                event: row.map(|row| row.get("event")).transpose()?,
                team: Some(team),
                job: self.job,
                key: self.key.clone(),
                sentence: sentence.clone(),
            };
            failure.record(tx, Lane::Build.name(), self.now).await?;
        }
        if self.built.fault.is_none() {
            let mut sides = vec![Side { team, submission: id }];
            let partner = matches::sparring_side(tx, team, &self.sparring_partner).await?;
            let partner = partner.ok_or_else(|| {
                Fault::Damaged(format!("the event has no built-in bot {}", self.sparring_partner))
            })?;
            sides.resize(self.seats.max(2), partner);
            let game = NewMatch {
                kind: "validation",
                run: None,
                round: 0,
                // A version that is tried again has another first game.
                key: self.key.replacen("/build", "/validation", 1),
                games: matches::rotating_games(
                    std::slice::from_ref(&self.map),
                    id as u64,
                    sides.len(),
                ),
                sides,
                rules: self.rules.clone(),
                clock: self.clock.clone(),
                requested_by: Some(team),
                lane: Lane::Build,
                wall_limit_ms: self.wall_limit_ms,
                now: self.now,
            };
            matches::insert(tx, &game).await?;
        }
        Ok(true)
    }
}

/// The first game of a submission was played: it is valid if its bot responded to the end.
pub(crate) async fn validated(
    tx: &mut Tx<'_>,
    id: i64,
    fault: Option<&str>,
    now: Millis,
) -> Result<(), Fault> {
    let state = if fault.is_some() { "rejected" } else { "valid" };
    let sql = "UPDATE submission SET state = ?, reason = ? WHERE id = ? \
               AND state IN ('validating', 'retry') RETURNING team, received_ms";
    let Some(row) = tx.row(sql, &values![state, fault, id]).await? else { return Ok(()) };
    let team: i64 = row.get("team")?;
    if fault.is_none() {
        versions::activate(tx, team, id, row.get("received_ms")?).await?;
    }
    tell(tx, id, team, state, now).await
}

/// A job was dispatched or failed: if it decides about a submission, the submission shows it.
pub(crate) async fn job_moved(
    tx: &mut Tx<'_>,
    key: &str,
    has_failed: bool,
    now: Millis,
) -> Result<(), Fault> {
    let (id, under_way) = if key.starts_with("submission/") {
        (number_in_key(key)?, SubmissionState::Building)
    } else if key.starts_with("match/") {
        let sql = "SELECT key FROM match WHERE id = ? AND kind = 'validation'";
        let Some(row) = tx.row(sql, &values![number_in_key(key)?]).await? else { return Ok(()) };
        (number_in_key(&row.get::<String>("key")?)?, SubmissionState::Validating)
    } else {
        return Ok(());
    };
    let state = if has_failed { SubmissionState::Retry } else { under_way };
    let sql = "UPDATE submission SET state = ? WHERE id = ? AND state <> ? \
               AND state IN ('received', 'building', 'validating', 'retry') RETURNING team";
    let row = tx.row(sql, &values![state.name(), id, state.name()]).await?;
    let Some(row) = row else { return Ok(()) };
    tell(tx, id, row.get("team")?, state.name(), now).await
}

/// Rejects a submission whose build or first game was given up.
pub(crate) async fn give_up(tx: &mut Tx<'_>, id: i64, why: &str, now: Millis) -> Result<(), Fault> {
    let sql = "UPDATE submission SET state = 'rejected', reason = ? WHERE id = ? \
               AND state IN ('received', 'building', 'validating', 'retry') RETURNING team";
    let Some(row) = tx.row(sql, &values![why, id]).await? else { return Ok(()) };
    tell(tx, id, row.get("team")?, "rejected", now).await
}

/// Makes an older valid version play again.
#[derive(Clone, Debug)]
pub struct Activate {
    /// The team.
    pub team: i64,
    /// The submission.
    pub submission: i64,
    /// The time.
    pub now: Millis,
}

impl Change for Activate {
    type Output = ();
    async fn apply(&self, tx: &mut Tx<'_>) -> Result<(), Fault> {
        let sql = "SELECT state FROM submission WHERE id = ? AND team = ?";
        let Some(row) = tx.row(sql, &values![self.submission, self.team]).await? else {
            return Err(Refusal::Unknown(format!("submission {}", self.submission)).into());
        };
        let state: String = row.get("state")?;
        if state != "valid" {
            let sentence = format!("this submission is {state}; only a valid one can play");
            return Err(Refusal::Conflict(sentence).into());
        }
        tx.refuse_frozen(self.team, Switch::Activation).await?;
        versions::activate(tx, self.team, self.submission, self.now).await?;
        tell(tx, self.submission, self.team, "active", self.now).await
    }
}

/// Names a version.
#[derive(Clone, Debug)]
pub struct Label {
    /// The submission.
    pub submission: i64,
    /// The team's own name for it; none removes the name.
    pub label: Option<String>,
}

impl Change for Label {
    type Output = ();
    async fn apply(&self, tx: &mut Tx<'_>) -> Result<(), Fault> {
        if let Some(label) = &self.label {
            check_title("the name of a version", label)?;
        }
        let sql = "UPDATE submission SET label = ? WHERE id = ?";
        if tx.execute(sql, &values![self.label.clone(), self.submission]).await? == 0 {
            return Err(Refusal::Unknown(format!("submission {}", self.submission)).into());
        }
        Ok(())
    }
}
