//! Submissions: received -> validating -> valid | rejected, and the jobs that decide it.

use crate::jobs::{Lane, NewJob};
use crate::matches::{self, NewMatch, Side};
use crate::work::{BotRef, Build, Built, Work, strict};
use crate::{Change, Fault, Millis, Refusal, Row, Store, Tx, values};

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
    /// Content address of the upload, or `builtin:NAME`.
    pub source: String,
    /// Size in bytes.
    pub size: i64,
    /// `received`, `building`, `validating`, `valid`, `rejected` or `retry`.
    pub state: String,
    /// Why it was rejected.
    pub reason: Option<String>,
    /// The compiler's output.
    pub log: Option<String>,
    /// When its last byte arrived.
    pub received_ms: Millis,
}

const COLUMNS: &str = "id, team, number, name, source, size, state, reason, log, received_ms";

fn submission(row: &Row) -> Result<Submission, Fault> {
    Ok(Submission {
        id: row.get("id")?,
        team: row.get("team")?,
        number: row.get("number")?,
        name: row.get("name")?,
        source: row.get("source")?,
        size: row.get("size")?,
        state: row.get("state")?,
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
}

/// A team hands in a bot. Identical bytes keep their version.
#[derive(Clone, Debug)]
pub struct Submit {
    /// The team.
    pub team: i64,
    /// The person; none if the organisers enter a built-in bot.
    pub account: Option<i64>,
    /// File name of the upload.
    pub name: String,
    /// Content address of the upload, or `builtin:NAME`.
    pub source: String,
    /// Size in bytes.
    pub size: i64,
    /// The game.
    pub game: String,
    /// Rule profile.
    pub rules: String,
    /// Longest time for the build.
    pub wall_limit_ms: i64,
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
        let sql = format!("SELECT {COLUMNS} FROM submission WHERE team = ? AND source = ?");
        if let Some(row) = tx.row(&sql, &values![self.team, &self.source]).await? {
            return submission(&row);
        }
        let built_in = self.source.starts_with("builtin:");
        let state = if built_in { "valid" } else { "received" };
        let sql = format!(
            "INSERT INTO submission (team, number, name, account, source, size, state, received_ms) \
             VALUES (?, 1 + (SELECT COALESCE(MAX(number), 0) FROM submission WHERE team = ?), \
             ?, ?, ?, ?, ?, ?) RETURNING {COLUMNS}"
        );
        let values = values![
            self.team,
            self.team,
            &self.name,
            self.account,
            &self.source,
            self.size,
            state,
            self.now
        ];
        let row = tx.row(&sql, &values).await?;
        let new =
            submission(&row.ok_or_else(|| Fault::Damaged("an insert returned no row".into()))?)?;
        if built_in {
            let sql = "UPDATE team SET active_submission = ? WHERE id = ?";
            tx.execute(sql, &values![new.id, self.team]).await?;
            return Ok(new);
        }
        let bot = BotRef {
            side: 0,
            name: team.get("name")?,
            file: self.name.clone(),
            source: self.source.clone(),
        };
        let work = Work::Build(Build { game: self.game.clone(), rules: self.rules.clone(), bot });
        let job = NewJob {
            key: format!("submission/{}/build", new.id),
            lane: Lane::Build,
            kind: "build".into(),
            payload: serde_json::to_string(&work).expect("plain data"),
            needs: String::new(),
            team: Some(self.team),
            run: None,
            wall_limit_ms: self.wall_limit_ms,
        };
        tx.enqueue(&job, self.now).await?;
        tell(tx, new.id, self.team, state, self.now).await?;
        Ok(new)
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
        let sql = "UPDATE submission SET state = ?, reason = ?, log = ?, reading = ? WHERE id = ? \
                   RETURNING team";
        let Built { fault, log, reading } = self.built.clone();
        let values = values![state, fault, log, reading, id];
        let Some(row) = tx.row(sql, &values).await? else {
            return Err(Fault::Damaged(format!("there is no submission {id}")));
        };
        let team: i64 = row.get("team")?;
        tell(tx, id, team, state, self.now).await?;
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
                key: format!("submission/{id}/validation"),
                games: matches::rotating_games(&[String::new()], id as u64, sides.len()),
                sides,
                rules: self.rules.clone(),
                clock: strict(),
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
    let sql = "UPDATE submission SET state = ?, reason = ? WHERE id = ? AND state = 'validating' \
               RETURNING team, number";
    let Some(row) = tx.row(sql, &values![state, fault, id]).await? else { return Ok(()) };
    let team: i64 = row.get("team")?;
    if fault.is_none() {
        // The newest valid version plays; an older one that was validated later does not replace it.
        let sql = "UPDATE team SET active_submission = ? WHERE id = ? AND NOT EXISTS (SELECT 1 FROM \
                   submission s WHERE s.id = team.active_submission AND s.number > ?)";
        tx.execute(sql, &values![id, team, row.get::<i64>("number")?]).await?;
    }
    tell(tx, id, team, state, now).await
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
        let sql = "UPDATE team SET active_submission = ? WHERE id = ?";
        tx.execute(sql, &values![self.submission, self.team]).await?;
        tell(tx, self.submission, self.team, "active", self.now).await
    }
}
