//! What staff add to a grading by hand: points for tasks without games, and comments on lines of programs.

use super::{locked, tell};
use crate::{Change, Fault, Millis, Refusal, Row, Store, Tx, values};

/// Longest comment, in characters.
const MAX_COMMENT: usize = 4000;

/// Points that staff gave.
#[derive(Clone, Debug, PartialEq)]
pub struct ManualMark {
    /// The team.
    pub team: i64,
    /// The task.
    pub task: String,
    /// Points.
    pub points: f64,
    /// Why; the author reads it.
    pub comment: String,
    /// The version that was read.
    pub submission: Option<i64>,
    /// Display name of the member of staff.
    pub by: Option<String>,
    /// When.
    pub at_ms: Millis,
}

/// What staff said about a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Comment {
    /// Its number.
    pub id: i64,
    /// The grading.
    pub grading: i64,
    /// The team.
    pub team: i64,
    /// The version.
    pub submission: i64,
    /// The file within the submission.
    pub file: String,
    /// The line, from 1.
    pub line: i64,
    /// What is said.
    pub text: String,
    /// Display name of the member of staff.
    pub by: Option<String>,
    /// When.
    pub at_ms: Millis,
}

impl Store {
    /// The points that staff gave in a grading, by team and task.
    pub async fn manual_marks(&self, grading: i64) -> Result<Vec<ManualMark>, Fault> {
        let sql = "SELECT m.team, m.task, m.points, m.comment, m.submission, a.name, m.at_ms \
                   FROM manual_mark m LEFT JOIN account a ON a.id = m.account WHERE m.grading = ? \
                   ORDER BY m.team, m.task";
        let mark = |row: &Row| {
            Ok(ManualMark {
                team: row.get("team")?,
                task: row.get("task")?,
                points: row.get("points")?,
                comment: row.get("comment")?,
                submission: row.get("submission")?,
                by: row.get("name")?,
                at_ms: row.get("at_ms")?,
            })
        };
        self.rows(sql, &values![grading]).await?.iter().map(mark).collect()
    }

    /// The comments of a grading, by version, file and line.
    pub async fn source_comments(&self, grading: i64) -> Result<Vec<Comment>, Fault> {
        let sql =
            format!("{COMMENTS} WHERE c.grading = ? ORDER BY c.submission, c.file, c.line, c.id");
        self.rows(&sql, &values![grading]).await?.iter().map(comment).collect()
    }

    /// A comment by number.
    pub async fn source_comment(&self, id: i64) -> Result<Option<Comment>, Fault> {
        let sql = format!("{COMMENTS} WHERE c.id = ?");
        self.row(&sql, &values![id]).await?.as_ref().map(comment).transpose()
    }
}

const COMMENTS: &str = "SELECT c.id, c.grading, s.team, c.submission, c.file, c.line, c.text, a.name, \
    c.at_ms FROM source_comment c JOIN submission s ON s.id = c.submission \
    LEFT JOIN account a ON a.id = c.account";

fn comment(row: &Row) -> Result<Comment, Fault> {
    Ok(Comment {
        id: row.get("id")?,
        grading: row.get("grading")?,
        team: row.get("team")?,
        submission: row.get("submission")?,
        file: row.get("file")?,
        line: row.get("line")?,
        text: row.get("text")?,
        by: row.get("name")?,
        at_ms: row.get("at_ms")?,
    })
}

fn check_comment(text: &str, may_be_empty: bool) -> Result<(), Refusal> {
    let is_empty = text.trim().is_empty();
    if (may_be_empty || !is_empty) && text.chars().count() <= MAX_COMMENT && !text.contains('\0') {
        return Ok(());
    }
    let least = u8::from(!may_be_empty);
    let sentence = format!("a comment has {least} to {MAX_COMMENT} characters and no zero bytes");
    Err(Refusal::Invalid(sentence))
}

/// Gives points for a task without games, changes them or takes them back.
#[derive(Clone, Debug)]
pub struct SetManualMark {
    /// The grading.
    pub grading: i64,
    /// The team.
    pub team: i64,
    /// The task.
    pub task: String,
    /// The points; none takes them back.
    pub points: Option<f64>,
    /// Why; the author reads it.
    pub comment: String,
    /// The version that was read.
    pub submission: Option<i64>,
    /// The member of staff.
    pub account: i64,
    /// The time.
    pub now: Millis,
}

impl Change for SetManualMark {
    type Output = ();
    async fn apply(&self, tx: &mut Tx<'_>) -> Result<(), Fault> {
        check_comment(&self.comment, true)?;
        let SetManualMark { grading, team, task, points, .. } = self;
        let there = locked(tx, *grading).await?;
        let sql = "SELECT points FROM manual_mark WHERE grading = ? AND team = ? AND task = ?";
        let before = tx.row(sql, &values![*grading, *team, task]).await?;
        let before = before.map(|row| row.get::<f64>("points")).transpose()?;
        let sql = "DELETE FROM manual_mark WHERE grading = ? AND team = ? AND task = ?";
        tx.execute(sql, &values![*grading, *team, task]).await?;
        if let Some(points) = points {
            let sql = "INSERT INTO manual_mark \
                       (grading, team, task, points, comment, submission, account, at_ms) \
                       VALUES (?, ?, ?, ?, ?, ?, ?, ?)";
            let values = values![
                *grading,
                *team,
                task,
                *points,
                &self.comment,
                self.submission,
                self.account,
                self.now
            ];
            tx.execute(sql, &values).await?;
        }
        let word = |points: Option<f64>| points.map_or("none".to_owned(), |p| p.to_string());
        let detail = format!("{task}: {} (was {}): {}", word(*points), word(before), self.comment);
        let object = format!("grading {grading} team {team}");
        tx.audit(Some(self.account), "mark by hand", &object, &detail, self.now).await?;
        match there.released_ms {
            Some(_) => tell(tx, *grading, *team, self.now).await,
            None => Ok(()),
        }
    }
}

/// Comments on a line of a submission.
#[derive(Clone, Debug)]
pub struct NewComment {
    /// The grading.
    pub grading: i64,
    /// The version.
    pub submission: i64,
    /// The file within the submission.
    pub file: String,
    /// The line, from 1.
    pub line: u32,
    /// What is said; the author reads it.
    pub text: String,
    /// The member of staff.
    pub account: i64,
    /// The time.
    pub now: Millis,
}

impl Change for NewComment {
    type Output = i64;
    async fn apply(&self, tx: &mut Tx<'_>) -> Result<i64, Fault> {
        check_comment(&self.text, false)?;
        let id = tx
            .insert(
                "INSERT INTO source_comment (grading, submission, file, line, text, account, at_ms) \
                 VALUES (?, ?, ?, ?, ?, ?, ?) RETURNING id",
                &values![
                    self.grading,
                    self.submission,
                    &self.file,
                    self.line,
                    &self.text,
                    self.account,
                    self.now
                ],
            )
            .await?;
        let object = format!("submission {}", self.submission);
        let detail = format!("comment {id}, {}:{}: {}", self.file, self.line, self.text);
        tx.audit(Some(self.account), "comment", &object, &detail, self.now).await?;
        Ok(id)
    }
}

/// Changes or deletes a comment.
#[derive(Clone, Debug)]
pub struct ChangeComment {
    /// The comment.
    pub id: i64,
    /// The new text; none deletes it.
    pub text: Option<String>,
    /// The member of staff.
    pub account: i64,
    /// The time.
    pub now: Millis,
}

impl Change for ChangeComment {
    type Output = ();
    async fn apply(&self, tx: &mut Tx<'_>) -> Result<(), Fault> {
        let missing = || Refusal::Unknown(format!("comment {}", self.id));
        let sql = "SELECT submission, text FROM source_comment WHERE id = ?";
        let row = tx.row(sql, &values![self.id]).await?.ok_or_else(missing)?;
        let (submission, before): (i64, String) = (row.get("submission")?, row.get("text")?);
        let after = match &self.text {
            Some(text) => {
                check_comment(text, false)?;
                let sql = "UPDATE source_comment SET text = ?, account = ?, at_ms = ? WHERE id = ?";
                tx.execute(sql, &values![text, self.account, self.now, self.id]).await?;
                text.clone()
            }
            None => {
                let sql = "DELETE FROM source_comment WHERE id = ?";
                tx.execute(sql, &values![self.id]).await?;
                "deleted".to_owned()
            }
        };
        let object = format!("submission {submission}");
        let detail = format!("comment {}: {after} (was {before})", self.id);
        tx.audit(Some(self.account), "change comment", &object, &detail, self.now).await
    }
}
