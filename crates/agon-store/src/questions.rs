//! Questions of teams to staff, and appeals: a team disputes a match. Staff answer.

use crate::names::named;
use crate::{Change, Fault, Millis, Refusal, Row, Store, Tx, values};

/// Longest text of a question or an answer, in characters.
pub const MAX_TEXT: usize = 4000;
/// Questions and appeals of one team that may wait for an answer.
pub const MAX_OPEN: u32 = 10;

named! {
    /// What became of a question or an appeal.
    pub enum QuestionState, "state of a question" {
        /// Staff have not answered yet.
        Open = "open",
        /// A question was answered.
        Answered = "answered",
        /// An appeal was granted.
        Upheld = "upheld",
        /// An appeal was turned down.
        Rejected = "rejected",
    }
}

/// A question or an appeal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Question {
    /// Its number.
    pub id: i64,
    /// The event.
    pub event: i64,
    /// The team that asks.
    pub team: i64,
    /// The team's name.
    pub team_name: String,
    /// The match that an appeal is about.
    pub match_id: Option<i64>,
    /// What is asked.
    pub text: String,
    /// What the public reads instead; none for the text itself.
    pub wording: Option<String>,
    /// What became of it.
    pub state: QuestionState,
    /// The answer.
    pub answer: Option<String>,
    /// What the decision changed about the disputed match, as a sentence.
    pub correction: Option<String>,
    /// Whether all people see question and answer.
    pub public: bool,
    /// When it was asked.
    pub asked_ms: Millis,
    /// When it was answered.
    pub answered_ms: Option<Millis>,
}

const COLUMNS: &str = "q.id, q.event, q.team, t.name, q.match, q.text, q.wording, q.state, \
    q.answer, q.correction, q.public, q.asked_ms, q.answered_ms";

fn question(row: &Row) -> Result<Question, Fault> {
    Ok(Question {
        id: row.get("id")?,
        event: row.get("event")?,
        team: row.get("team")?,
        team_name: row.get("name")?,
        match_id: row.get("match")?,
        text: row.get("text")?,
        wording: row.get("wording")?,
        state: row.get("state")?,
        answer: row.get("answer")?,
        correction: row.get("correction")?,
        public: row.get("public")?,
        asked_ms: row.get("asked_ms")?,
        answered_ms: row.get("answered_ms")?,
    })
}

impl Store {
    /// A question by number.
    pub async fn question(&self, id: i64) -> Result<Option<Question>, Fault> {
        let sql =
            format!("SELECT {COLUMNS} FROM question q JOIN team t ON t.id = q.team WHERE q.id = ?");
        self.row(&sql, &values![id]).await?.as_ref().map(question).transpose()
    }

    /// Questions of an event before a given one, newest first: those of a team and the public ones, or all
    /// without a team.
    pub async fn questions(
        &self,
        event: i64,
        team: Option<i64>,
        state: Option<QuestionState>,
        before: i64,
        limit: u32,
    ) -> Result<Vec<Question>, Fault> {
        let mut sql = format!(
            "SELECT {COLUMNS} FROM question q JOIN team t ON t.id = q.team WHERE q.event = ? AND q.id < ?"
        );
        let mut values = values![event, before].to_vec();
        if let Some(team) = team {
            sql.push_str(" AND (q.team = ? OR q.public = 1)");
            values.push(team.into());
        }
        if let Some(state) = state {
            sql.push_str(" AND q.state = ?");
            values.push(state.into());
        }
        sql.push_str(" ORDER BY q.id DESC LIMIT ?");
        values.push(limit.into());
        self.rows(&sql, &values).await?.iter().map(question).collect()
    }
}

/// A team asks staff something, or disputes a match.
#[derive(Clone, Debug)]
pub struct AskStaff {
    /// The event.
    pub event: i64,
    /// The team.
    pub team: i64,
    /// The member who asks.
    pub account: i64,
    /// The disputed match; none for a question.
    pub match_id: Option<i64>,
    /// What is asked.
    pub text: String,
    /// The time.
    pub now: Millis,
}

impl Change for AskStaff {
    type Output = i64;
    async fn apply(&self, tx: &mut Tx<'_>) -> Result<i64, Fault> {
        check_text("a question", &self.text)?;
        let sql = format!("SELECT id FROM team WHERE id = ?{}", tx.for_update());
        tx.row(&sql, &values![self.team]).await?;
        let sql = "SELECT COUNT(*) AS n FROM question WHERE team = ? AND state = 'open'";
        let row = tx.row(sql, &values![self.team]).await?;
        if row.map_or(Ok(0), |row| row.get::<u32>("n"))? >= MAX_OPEN {
            let sentence =
                format!("{MAX_OPEN} questions of your team wait for an answer; wait for one");
            return Err(Refusal::Conflict(sentence).into());
        }
        if let Some(disputed) = self.match_id {
            let sql =
                "SELECT id FROM question WHERE team = ? AND match = ? AND state = 'open' LIMIT 1";
            if tx.row(sql, &values![self.team, disputed]).await?.is_some() {
                let sentence = "your team has an appeal about this match that waits for an answer";
                return Err(Refusal::Conflict(sentence.into()).into());
            }
        }
        let id = tx
            .insert(
                "INSERT INTO question (event, team, account, match, text, state, asked_ms) \
                 VALUES (?, ?, ?, ?, ?, ?, ?) RETURNING id",
                &values![
                    self.event,
                    self.team,
                    self.account,
                    self.match_id,
                    &self.text,
                    QuestionState::Open,
                    self.now
                ],
            )
            .await?;
        tell(tx, id, &format!("team:{}", self.team), QuestionState::Open, self.now).await?;
        Ok(id)
    }
}

/// Staff answer a question or decide an appeal.
#[derive(Clone, Debug)]
pub struct AnswerTeam {
    /// The question.
    pub id: i64,
    /// What became of it; never open.
    pub state: QuestionState,
    /// The answer, or the reason of the decision.
    pub answer: String,
    /// Whether all people see question and answer, without the team's name.
    pub public: bool,
    /// Another wording of the question, for a public answer.
    pub wording: Option<String>,
    /// What the decision changes about the disputed match, as a sentence; none to leave it as it is.
    pub correction: Option<String>,
    /// The member of staff; none if it is done from the shell.
    pub account: Option<i64>,
    /// The time.
    pub now: Millis,
}

impl Change for AnswerTeam {
    type Output = ();
    async fn apply(&self, tx: &mut Tx<'_>) -> Result<(), Fault> {
        check_text("an answer", &self.answer)?;
        if let Some(wording) = &self.wording {
            check_text("a question", wording)?;
        }
        let sql =
            format!("SELECT team, match, correction FROM question WHERE id = ?{}", tx.for_update());
        let Some(row) = tx.row(&sql, &values![self.id]).await? else {
            return Err(Refusal::Unknown(format!("question {}", self.id)).into());
        };
        let is_appeal = row.get::<Option<i64>>("match")?.is_some();
        let fits = match self.state {
            QuestionState::Answered => !is_appeal,
            QuestionState::Upheld | QuestionState::Rejected => is_appeal,
            QuestionState::Open => false,
        };
        if !fits {
            let sentence = match is_appeal {
                true => "an appeal is upheld or rejected",
                false => "a question is answered; only an appeal is upheld or rejected",
            };
            return Err(Refusal::Invalid(sentence.into()).into());
        }
        let is_corrected = row.get::<Option<String>>("correction")?.is_some();
        if is_corrected && self.state == QuestionState::Rejected {
            let sentence =
                "this appeal was upheld and its result corrected, so that it cannot be rejected";
            return Err(Refusal::Conflict(sentence.into()).into());
        }
        let sql = "UPDATE question SET state = ?, answer = ?, public = ?, answered_ms = ?, \
                   wording = COALESCE(?, wording), correction = COALESCE(?, correction) WHERE id = ?";
        let (wording, correction) = (self.wording.clone(), self.correction.clone());
        let values =
            values![self.state, &self.answer, self.public, self.now, wording, correction, self.id];
        tx.execute(sql, &values).await?;
        let object = format!("question {}", self.id);
        let detail = format!("{}: {}", self.state.name(), self.answer);
        tx.audit(self.account, "answer question", &object, &detail, self.now).await?;
        let team = format!("team:{}", row.get::<i64>("team")?);
        let audience = if self.public { "public" } else { &team };
        tell(tx, self.id, audience, self.state, self.now).await
    }
}

async fn tell(
    tx: &mut Tx<'_>,
    id: i64,
    audience: &str,
    state: QuestionState,
    now: Millis,
) -> Result<(), Fault> {
    let body = serde_json::json!({ "question": id, "state": state }).to_string();
    tx.tell("question", audience, &body, now).await
}

/// Texts are shown to people: not empty, bounded, without zero bytes, which PostgreSQL cannot store.
fn check_text(what: &str, text: &str) -> Result<(), Refusal> {
    let length = text.chars().count();
    if !text.trim().is_empty() && length <= MAX_TEXT && !text.contains('\0') {
        return Ok(());
    }
    Err(Refusal::Invalid(format!("{what} has 1 to {MAX_TEXT} characters and no zero bytes")))
}
