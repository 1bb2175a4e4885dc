//! What the teams of an event have handed in for a grading, and their own deadlines.

use super::{Grading, locked};
use crate::events::check_reason;
use crate::matches::Side;
use crate::runs::Candidate;
use crate::submissions::SubmissionState;
use crate::{Change, Fault, Millis, Refusal, Row, Store, Tx, values};
use std::collections::BTreeMap;

/// A valid version that a team has made active.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Handed {
    /// The team and its version.
    pub candidate: Candidate,
    /// When its last byte arrived.
    pub received_ms: Millis,
    /// From when it played for its team.
    pub active_ms: Millis,
}

/// A submission of a team, valid or not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Received {
    /// The team.
    pub team: i64,
    /// The version's number within the team.
    pub number: u32,
    /// How far it is.
    pub state: SubmissionState,
    /// Why it was rejected.
    pub reason: Option<String>,
    /// When its last byte arrived.
    pub received_ms: Millis,
}

/// A team that is graded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GradedTeam {
    /// Its number.
    pub id: i64,
    /// Its name.
    pub name: String,
    /// Its members.
    pub members: Vec<Member>,
}

/// A member of a graded team.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Member {
    /// Login name.
    pub login: String,
    /// Student number.
    pub student_number: Option<String>,
}

/// The teams that are graded: active ones of competitors.
const GRADED: &str = "t.event = ? AND t.staff = 0 AND t.state = 'active'";

impl Store {
    /// The versions of an event's teams by team and by the time from which they played, until a moment.
    pub async fn handed_in(&self, event: i64, until: Millis) -> Result<Vec<Handed>, Fault> {
        let sql = format!(
            "SELECT t.id, t.name, t.staff, s.id AS submission, s.number, s.source, s.reading, \
             s.received_ms, a.at_ms FROM activation a JOIN submission s ON s.id = a.submission \
             JOIN team t ON t.id = a.team WHERE {GRADED} AND a.at_ms <= ? ORDER BY t.id, a.at_ms, a.id"
        );
        let handed = |row: &Row| {
            Ok(Handed {
                candidate: Candidate {
                    side: Side { team: row.get("id")?, submission: row.get("submission")? },
                    number: row.get("number")?,
                    name: row.get("name")?,
                    staff: row.get("staff")?,
                    source: row.get("source")?,
                    reading: row.get("reading")?,
                },
                received_ms: row.get("received_ms")?,
                active_ms: row.get("at_ms")?,
            })
        };
        self.rows(&sql, &values![event, until]).await?.iter().map(handed).collect()
    }

    /// All submissions of an event's teams, by team and number.
    pub async fn received(&self, event: i64) -> Result<Vec<Received>, Fault> {
        let sql = format!(
            "SELECT s.team, s.number, s.state, s.reason, s.received_ms FROM submission s \
             JOIN team t ON t.id = s.team WHERE {GRADED} ORDER BY s.team, s.number"
        );
        let received = |row: &Row| {
            Ok(Received {
                team: row.get("team")?,
                number: row.get("number")?,
                state: row.get::<String>("state")?.parse().map_err(Fault::Damaged)?,
                reason: row.get("reason")?,
                received_ms: row.get("received_ms")?,
            })
        };
        self.rows(&sql, &values![event]).await?.iter().map(received).collect()
    }

    /// The deadlines of the teams that have later ones than the others: by an extension for this grading, or
    /// by one of the event that covers its deadline.
    pub async fn own_deadlines(&self, grading: &Grading) -> Result<BTreeMap<i64, Millis>, Fault> {
        let sql = "SELECT x.team, x.until_ms FROM extension x JOIN team t ON t.id = x.team \
                   WHERE t.event = ? AND x.from_ms <= ? \
                   UNION ALL SELECT g.team, g.until_ms FROM grading_extension g WHERE g.grading = ?";
        let mut all: BTreeMap<i64, Millis> = BTreeMap::new();
        let values = values![grading.event, grading.deadline_ms, grading.id];
        for row in self.rows(sql, &values).await? {
            let until: Millis = row.get("until_ms")?;
            if until > grading.deadline_ms {
                let own = all.entry(row.get("team")?).or_insert(until);
                *own = until.max(*own);
            }
        }
        Ok(all)
    }

    /// The teams that are graded, by name, with their members.
    pub async fn graded_teams(&self, event: i64) -> Result<Vec<GradedTeam>, Fault> {
        let sql = format!(
            "SELECT t.id, t.name, a.login, a.student_number FROM team t LEFT JOIN member m ON m.team = t.id \
             LEFT JOIN account a ON a.id = m.account WHERE {GRADED} \
             ORDER BY t.name_key, t.id, m.joined_ms, a.id"
        );
        let mut teams: Vec<GradedTeam> = Vec::new();
        for row in self.rows(&sql, &values![event]).await? {
            let id: i64 = row.get("id")?;
            if teams.last().is_none_or(|last| last.id != id) {
                teams.push(GradedTeam { id, name: row.get("name")?, members: Vec::new() });
            }
            if let (Some(team), Some(login)) = (teams.last_mut(), row.get("login")?) {
                team.members.push(Member { login, student_number: row.get("student_number")? });
            }
        }
        Ok(teams)
    }
}

/// Gives one team a later deadline for one grading.
#[derive(Clone, Debug)]
pub struct ExtendGrading {
    /// The grading.
    pub grading: i64,
    /// The team.
    pub team: i64,
    /// The team's own deadline.
    pub until_ms: Millis,
    /// Why; the team sees it.
    pub reason: String,
    /// The member of staff.
    pub account: i64,
    /// The time.
    pub now: Millis,
}

impl Change for ExtendGrading {
    type Output = ();
    async fn apply(&self, tx: &mut Tx<'_>) -> Result<(), Fault> {
        check_reason(&self.reason)?;
        let there = locked(tx, self.grading).await?;
        if self.until_ms <= there.deadline_ms {
            let sentence = "an extension ends after the deadline that it replaces";
            return Err(Refusal::Invalid(sentence.into()).into());
        }
        let sql = format!("SELECT t.id FROM team t WHERE {GRADED} AND t.id = ?");
        if tx.row(&sql, &values![there.event, self.team]).await?.is_none() {
            let sentence = format!("active team {} in the event of this grading", self.team);
            return Err(Refusal::Unknown(sentence).into());
        }
        let sql = "INSERT INTO grading_extension (grading, team, until_ms, reason, account, at_ms) \
                   VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT (grading, team) DO UPDATE SET \
                   until_ms = excluded.until_ms, reason = excluded.reason, account = excluded.account, \
                   at_ms = excluded.at_ms";
        let ExtendGrading { grading, team, until_ms, reason, account, now } = self;
        tx.execute(sql, &values![*grading, *team, *until_ms, reason, *account, *now]).await?;
        let object = format!("grading {grading} team {team}");
        let detail = format!("until {until_ms}: {reason}");
        tx.audit(Some(*account), "extend grading", &object, &detail, *now).await?;
        let body = serde_json::json!({
            "grading": grading, "team": team, "until_ms": until_ms, "reason": reason
        });
        tx.tell("extension", &format!("team:{team}"), &body.to_string(), *now).await
    }
}
