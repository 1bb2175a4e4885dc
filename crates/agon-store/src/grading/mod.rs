//! Gradings: a rubric and a deadline of an event, the run with the games, and what staff add by hand.
//!
//! A rubric is text here; it belongs to agon-compete. Marks are never stored: they follow from the run's log.

mod hand;
mod handed;
mod raffle;
mod staff_bots;

pub use hand::{ChangeComment, Comment, ManualMark, NewComment, SetManualMark};
pub use handed::{ExtendGrading, GradedTeam, Handed, Member, Received};
pub use raffle::{DrawRaffle, NewRaffle, Raffle, Win};
pub use staff_bots::{NewStaffBot, SetHidden};

use crate::events::check_title;
use crate::runs::NewRun;
use crate::{Change, Fault, Millis, Refusal, Row, Store, Tx, values};

/// Longest rubric, in bytes.
pub const MAX_RUBRIC: usize = 100_000;

/// A grading.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Grading {
    /// Its number.
    pub id: i64,
    /// The event.
    pub event: i64,
    /// Its title.
    pub title: String,
    /// The rubric, as the organiser wrote it.
    pub rubric: String,
    /// Submissions that came by this moment are in time.
    pub deadline_ms: Millis,
    /// The run with its games; none before they are drawn.
    pub run: Option<i64>,
    /// Since when authors may read their results.
    pub released_ms: Option<Millis>,
    /// Why its games cannot be drawn.
    pub fault: Option<String>,
    /// When it was made.
    pub created_ms: Millis,
}

const COLUMNS: &str = "id, event, title, rubric, deadline_ms, run, released_ms, fault, created_ms";

fn grading(row: &Row) -> Result<Grading, Fault> {
    Ok(Grading {
        id: row.get("id")?,
        event: row.get("event")?,
        title: row.get("title")?,
        rubric: row.get("rubric")?,
        deadline_ms: row.get("deadline_ms")?,
        run: row.get("run")?,
        released_ms: row.get("released_ms")?,
        fault: row.get("fault")?,
        created_ms: row.get("created_ms")?,
    })
}

impl Store {
    /// A grading by number.
    pub async fn grading(&self, id: i64) -> Result<Option<Grading>, Fault> {
        let sql = format!("SELECT {COLUMNS} FROM grading WHERE id = ?");
        self.row(&sql, &values![id]).await?.as_ref().map(grading).transpose()
    }

    /// The gradings of an event, oldest first.
    pub async fn gradings(&self, event: i64) -> Result<Vec<Grading>, Fault> {
        let sql = format!("SELECT {COLUMNS} FROM grading WHERE event = ? ORDER BY id");
        self.rows(&sql, &values![event]).await?.iter().map(grading).collect()
    }

    /// The grading that a run belongs to.
    pub async fn grading_of_run(&self, run: i64) -> Result<Option<Grading>, Fault> {
        let sql = format!("SELECT {COLUMNS} FROM grading WHERE run = ?");
        self.row(&sql, &values![run]).await?.as_ref().map(grading).transpose()
    }

    /// The gradings whose deadline lies between two moments, or that have not begun since.
    pub async fn due_gradings(&self, since: Millis, now: Millis) -> Result<Vec<Grading>, Fault> {
        let sql = format!(
            "SELECT {COLUMNS} FROM grading WHERE deadline_ms <= ? AND (run IS NULL OR deadline_ms >= ?) \
             ORDER BY id"
        );
        self.rows(&sql, &values![now, since]).await?.iter().map(grading).collect()
    }
}

/// Makes a grading.
#[derive(Clone, Debug)]
pub struct NewGrading {
    /// The event.
    pub event: i64,
    /// Its title.
    pub title: String,
    /// The rubric.
    pub rubric: String,
    /// The deadline.
    pub deadline_ms: Millis,
    /// The organiser; none if it is done from the shell.
    pub account: Option<i64>,
    /// The time.
    pub now: Millis,
}

impl Change for NewGrading {
    type Output = i64;
    async fn apply(&self, tx: &mut Tx<'_>) -> Result<i64, Fault> {
        check_title("a grading's title", &self.title)?;
        check_rubric(&self.rubric)?;
        let id = tx
            .insert(
                "INSERT INTO grading (event, title, rubric, deadline_ms, account, created_ms) \
                 VALUES (?, ?, ?, ?, ?, ?) RETURNING id",
                &values![
                    self.event,
                    &self.title,
                    &self.rubric,
                    self.deadline_ms,
                    self.account,
                    self.now
                ],
            )
            .await?;
        let object = format!("grading {id}");
        tx.audit(self.account, "make grading", &object, &self.title, self.now).await?;
        Ok(id)
    }
}

fn check_rubric(rubric: &str) -> Result<(), Refusal> {
    if rubric.len() <= MAX_RUBRIC && !rubric.contains('\0') {
        return Ok(());
    }
    Err(Refusal::Invalid(format!("a rubric has at most {MAX_RUBRIC} bytes and no zero bytes")))
}

/// Changes a grading whose games have not been drawn.
#[derive(Clone, Debug)]
pub struct ChangeGrading {
    /// The grading.
    pub grading: i64,
    /// The new title.
    pub title: String,
    /// The new rubric.
    pub rubric: String,
    /// The new deadline.
    pub deadline_ms: Millis,
    /// The organiser.
    pub account: i64,
    /// The time.
    pub now: Millis,
}

impl Change for ChangeGrading {
    type Output = ();
    async fn apply(&self, tx: &mut Tx<'_>) -> Result<(), Fault> {
        check_title("a grading's title", &self.title)?;
        check_rubric(&self.rubric)?;
        let there = locked(tx, self.grading).await?;
        if there.run.is_some() {
            let sentence = "the games of this grading are drawn, so that its rubric and deadline are fixed; \
                            make another grading";
            return Err(Refusal::Conflict(sentence.into()).into());
        }
        let sql =
            "UPDATE grading SET title = ?, rubric = ?, deadline_ms = ?, fault = NULL WHERE id = ?";
        let values = values![&self.title, &self.rubric, self.deadline_ms, self.grading];
        tx.execute(sql, &values).await?;
        let object = format!("grading {}", self.grading);
        tx.audit(Some(self.account), "change grading", &object, &self.title, self.now).await
    }
}

/// Reads a grading whose row stays locked until the commit.
async fn locked(tx: &mut Tx<'_>, id: i64) -> Result<Grading, Fault> {
    let sql = format!("SELECT {COLUMNS} FROM grading WHERE id = ?{}", tx.for_update());
    let row = tx.row(&sql, &values![id]).await?;
    let row = row.ok_or_else(|| Refusal::Unknown(format!("grading {id}")))?;
    grading(&row)
}

/// Draws the games of a grading: makes its run. False: another server was faster, or the deadline moved.
#[derive(Clone, Debug)]
pub struct BeginGrading {
    /// The grading.
    pub grading: i64,
    /// The deadline that the run was planned with.
    pub deadline_ms: Millis,
    /// The rubric that the run was planned with.
    pub rubric: String,
    /// The run.
    pub run: NewRun,
}

impl Change for BeginGrading {
    type Output = bool;
    async fn apply(&self, tx: &mut Tx<'_>) -> Result<bool, Fault> {
        let there = locked(tx, self.grading).await?;
        let is_same = there.deadline_ms == self.deadline_ms && there.rubric == self.rubric;
        if there.run.is_some() || !is_same {
            return Ok(false);
        }
        let run = self.run.apply(tx).await?;
        let sql = "UPDATE grading SET run = ?, fault = NULL WHERE id = ?";
        tx.execute(sql, &values![run, self.grading]).await?;
        Ok(true)
    }
}

/// Notes why the games of a grading cannot be drawn.
#[derive(Clone, Debug)]
pub struct SetGradingFault {
    /// The grading.
    pub grading: i64,
    /// A sentence for the organiser; none if nothing is wrong.
    pub fault: Option<String>,
}

impl Change for SetGradingFault {
    type Output = ();
    const DURABLE: bool = false;
    async fn apply(&self, tx: &mut Tx<'_>) -> Result<(), Fault> {
        let sql = "UPDATE grading SET fault = ? WHERE id = ?";
        tx.execute(sql, &values![self.fault.clone(), self.grading]).await?;
        Ok(())
    }
}

/// Lets authors read their results, or hides them again.
#[derive(Clone, Debug)]
pub struct ReleaseGrading {
    /// The grading.
    pub grading: i64,
    /// Whether authors may read.
    pub released: bool,
    /// The organiser; none if it is done from the shell.
    pub account: Option<i64>,
    /// The time.
    pub now: Millis,
}

impl Change for ReleaseGrading {
    type Output = ();
    async fn apply(&self, tx: &mut Tx<'_>) -> Result<(), Fault> {
        let there = locked(tx, self.grading).await?;
        if self.released && there.run.is_none() {
            let sentence =
                "this grading has no results yet: its games are drawn after the deadline";
            return Err(Refusal::Conflict(sentence.into()).into());
        }
        if self.released {
            let sql = "SELECT stopped FROM run WHERE id = ? AND stopped IS NOT NULL";
            if let Some(row) = tx.row(sql, &values![there.run]).await? {
                let why: String = row.get("stopped")?;
                let sentence = format!(
                    "this grading was stopped, so that not all its games were played: {why}. Make \
                     another one with the same rubric and deadline"
                );
                return Err(Refusal::Conflict(sentence).into());
            }
        }
        let released_ms = self.released.then_some(self.now);
        let sql = "UPDATE grading SET released_ms = ? WHERE id = ?";
        tx.execute(sql, &values![released_ms, self.grading]).await?;
        let (object, detail) = (format!("grading {}", self.grading), self.released.to_string());
        tx.audit(self.account, "release grading", &object, &detail, self.now).await?;
        if !self.released {
            return Ok(());
        }
        let sql =
            "SELECT id FROM team WHERE event = ? AND staff = 0 AND state = 'active' ORDER BY id";
        for row in tx.rows(sql, &values![there.event]).await? {
            tell(tx, self.grading, row.get("id")?, self.now).await?;
        }
        Ok(())
    }
}

/// Tells a team that its result can be read, or has changed.
async fn tell(tx: &mut Tx<'_>, grading: i64, team: i64, now: Millis) -> Result<(), Fault> {
    let body = serde_json::json!({ "grading": grading, "team": team }).to_string();
    tx.tell("grading", &format!("team:{team}"), &body, now).await
}
