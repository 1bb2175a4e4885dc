//! Teams of an event and their members.

use crate::events::{check_reason, check_title};
use crate::{Change, Fault, Millis, Refusal, Row, Store, Tx, values};
use serde::{Deserialize, Serialize};
use std::str::FromStr;
use unicode_normalization::UnicodeNormalization;

/// Whether a team takes part.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TeamState {
    /// It takes part.
    Active,
    /// Its members gave up.
    Withdrawn,
    /// The organisers excluded it.
    Disqualified,
}

impl TeamState {
    /// All states.
    pub const ALL: [TeamState; 3] =
        [TeamState::Active, TeamState::Withdrawn, TeamState::Disqualified];

    /// The name in the database and the API.
    pub fn name(self) -> &'static str {
        match self {
            TeamState::Active => "active",
            TeamState::Withdrawn => "withdrawn",
            TeamState::Disqualified => "disqualified",
        }
    }
}

impl FromStr for TeamState {
    type Err = String;
    fn from_str(word: &str) -> Result<TeamState, String> {
        let found = TeamState::ALL.into_iter().find(|state| state.name() == word);
        found.ok_or_else(|| {
            format!("unknown state `{word}` of a team; choose active, withdrawn or disqualified")
        })
    }
}

/// A team of an event.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Team {
    /// Its number.
    pub id: i64,
    /// The event.
    pub event: i64,
    /// Its name.
    pub name: String,
    /// Lets another person join.
    pub join_code: String,
    /// Whether it belongs to the organisers.
    pub staff: bool,
    /// Whether it takes part.
    pub state: TeamState,
    /// Why it is not active.
    pub reason: Option<String>,
    /// Its division, if the event has some.
    pub division: Option<String>,
    /// What it is eligible for.
    pub tags: Vec<String>,
    /// The submission that plays.
    pub active_submission: Option<i64>,
    /// What people who are not staff read instead of its name.
    pub hidden: Option<String>,
}

const TEAM_COLUMNS: &str = "t.id, t.event, t.name, t.join_code, t.staff, t.state, \
                            t.reason, t.division, t.tags, t.active_submission, t.hidden";

fn team(row: &Row) -> Result<Team, Fault> {
    Ok(Team {
        id: row.get("id")?,
        event: row.get("event")?,
        name: row.get("name")?,
        join_code: row.get("join_code")?,
        staff: row.get("staff")?,
        state: row.get::<String>("state")?.parse().map_err(Fault::Damaged)?,
        reason: row.get("reason")?,
        division: row.get("division")?,
        tags: serde_json::from_str(&row.get::<String>("tags")?).unwrap_or_default(),
        active_submission: row.get("active_submission")?,
        hidden: row.get("hidden")?,
    })
}

impl Store {
    /// A team by number.
    pub async fn team(&self, id: i64) -> Result<Option<Team>, Fault> {
        let sql = format!("SELECT {TEAM_COLUMNS} FROM team t WHERE t.id = ?");
        self.row(&sql, &values![id]).await?.as_ref().map(team).transpose()
    }

    /// Teams of an event in the order of their numbers, after a given one.
    pub async fn teams(&self, event: i64, after: i64, limit: u32) -> Result<Vec<Team>, Fault> {
        let sql = format!(
            "SELECT {TEAM_COLUMNS} FROM team t WHERE t.event = ? AND t.id > ? ORDER BY t.id LIMIT ?"
        );
        self.rows(&sql, &values![event, after, limit]).await?.iter().map(team).collect()
    }

    /// A team of an event by its name.
    pub async fn team_named(&self, event: i64, name: &str) -> Result<Option<Team>, Fault> {
        let sql = format!("SELECT {TEAM_COLUMNS} FROM team t WHERE t.event = ? AND t.name_key = ?");
        let key = name_key(name);
        self.row(&sql, &values![event, key]).await?.as_ref().map(team).transpose()
    }

    /// The team of a person in an event.
    pub async fn team_of(&self, event: i64, account: i64) -> Result<Option<Team>, Fault> {
        let sql = format!(
            "SELECT {TEAM_COLUMNS} FROM team t JOIN member m ON m.team = t.id \
             WHERE m.event = ? AND m.account = ?"
        );
        self.row(&sql, &values![event, account]).await?.as_ref().map(team).transpose()
    }

    /// Display names of a team's members.
    pub async fn members(&self, team: i64) -> Result<Vec<String>, Fault> {
        let sql = "SELECT a.name FROM member m JOIN account a ON a.id = m.account \
                   WHERE m.team = ? ORDER BY m.joined_ms, a.id";
        self.rows(sql, &values![team]).await?.iter().map(|row| row.get("name")).collect()
    }
}

/// What two names of teams have in common if people cannot tell them apart: capitals do not count, nor how
/// Unicode composes letters.
fn name_key(name: &str) -> String {
    name.nfkc().collect::<String>().to_lowercase()
}

/// Makes a team; the person who makes it is its first member.
#[derive(Clone, Debug)]
pub struct NewTeam {
    /// The event.
    pub event: i64,
    /// Its name.
    pub name: String,
    /// The first member; none for a team of the organisers.
    pub account: Option<i64>,
    /// A fresh join code.
    pub join_code: String,
    /// The time.
    pub now: Millis,
}

impl Change for NewTeam {
    type Output = i64;
    async fn apply(&self, tx: &mut Tx<'_>) -> Result<i64, Fault> {
        check_title("a team's name", &self.name)?;
        let name = self.name.split_whitespace().collect::<Vec<_>>().join(" ");
        free_name(tx, self.event, &name_key(&name)).await?;
        let row = tx
            .row(
                "INSERT INTO team (event, name, name_key, join_code, staff, state, created_ms) \
                 VALUES (?, ?, ?, ?, ?, 'active', ?) ON CONFLICT (event, name_key) DO NOTHING RETURNING id",
                &values![
                    self.event,
                    &name,
                    name_key(&name),
                    &self.join_code,
                    self.account.is_none(),
                    self.now
                ],
            )
            .await?;
        let Some(row) = row else {
            return Err(
                Refusal::Conflict(format!("there is already a team called `{name}`")).into()
            );
        };
        let id = row.get("id")?;
        if let Some(account) = self.account {
            add_member(tx, self.event, id, account, self.now).await?;
        }
        let body = serde_json::json!({ "event": self.event, "team": id, "name": name });
        tx.tell("team", "public", &body.to_string(), self.now).await?;
        Ok(id)
    }
}

/// Lets a team have the name of a hidden bot: a refusal would tell that there is one with this name. The bot
/// keeps the name that staff read.
async fn free_name(tx: &mut Tx<'_>, event: i64, key: &str) -> Result<(), Fault> {
    // No team can have a name with this character.
    let sql = "UPDATE team SET name_key = ? || id || ' ' || name_key \
               WHERE event = ? AND name_key = ? AND hidden IS NOT NULL";
    tx.execute(sql, &values!["\u{1}", event, key]).await?;
    Ok(())
}

async fn add_member(
    tx: &mut Tx<'_>,
    event: i64,
    team: i64,
    account: i64,
    now: Millis,
) -> Result<(), Fault> {
    let sql = "INSERT INTO member (event, account, team, joined_ms) VALUES (?, ?, ?, ?) \
               ON CONFLICT (event, account) DO NOTHING";
    if tx.execute(sql, &values![event, account, team, now]).await? == 0 {
        let sentence = "you are already in a team of this event; leave it first";
        return Err(Refusal::Conflict(sentence.into()).into());
    }
    Ok(())
}

/// Joins the team that a code belongs to.
#[derive(Clone, Debug)]
pub struct Join {
    /// The event.
    pub event: i64,
    /// The code.
    pub join_code: String,
    /// The person.
    pub account: i64,
    /// Most members of a team.
    pub most_members: u32,
    /// The time.
    pub now: Millis,
}

impl Change for Join {
    type Output = i64;
    async fn apply(&self, tx: &mut Tx<'_>) -> Result<i64, Fault> {
        let sql = format!(
            "SELECT id FROM team WHERE event = ? AND join_code = ? AND state = 'active'{}",
            tx.for_update()
        );
        let Some(row) = tx.row(&sql, &values![self.event, &self.join_code]).await? else {
            let sentence =
                "no team of this event has this join code; ask a member for the current one";
            return Err(Refusal::Invalid(sentence.into()).into());
        };
        let team = row.get("id")?;
        add_member(tx, self.event, team, self.account, self.now).await?;
        if count_members(tx, team).await? > self.most_members {
            let sentence = format!("a team has at most {} members", self.most_members);
            return Err(Refusal::Conflict(sentence).into());
        }
        tell(tx, team, self.now).await?;
        Ok(team)
    }
}

async fn count_members(tx: &mut Tx<'_>, team: i64) -> Result<u32, Fault> {
    let row = tx.row("SELECT COUNT(*) AS n FROM member WHERE team = ?", &values![team]).await?;
    row.map_or(Ok(0), |row| row.get("n"))
}

/// Tells the members of a team that something about it has changed, and visitors its name and state.
async fn tell(tx: &mut Tx<'_>, team: i64, now: Millis) -> Result<(), Fault> {
    let sql = "SELECT event, name, state, hidden FROM team WHERE id = ?";
    let Some(row) = tx.row(sql, &values![team]).await? else { return Ok(()) };
    let (event, name, state): (i64, String, String) =
        (row.get("event")?, row.get("name")?, row.get("state")?);
    let body = serde_json::json!({ "event": event, "team": team, "name": name, "state": state });
    let is_hidden = row.get::<Option<String>>("hidden")?.is_some();
    let audience = if is_hidden { "staff" } else { "public" };
    tx.tell("team", audience, &body.to_string(), now).await
}

/// Renames a team, and makes its join code a new one.
#[derive(Clone, Debug)]
pub struct ChangeTeam {
    /// The team.
    pub team: i64,
    /// The new name.
    pub name: Option<String>,
    /// The new join code; the old one stops working.
    pub join_code: Option<String>,
    /// The new division.
    pub division: Option<String>,
    /// The time.
    pub now: Millis,
}

impl Change for ChangeTeam {
    type Output = ();
    async fn apply(&self, tx: &mut Tx<'_>) -> Result<(), Fault> {
        if let Some(name) = &self.name {
            check_title("a team's name", name)?;
            let name = name.split_whitespace().collect::<Vec<_>>().join(" ");
            let key = name_key(&name);
            let sql = "SELECT event FROM team WHERE id = ?";
            if let Some(row) = tx.row(sql, &values![self.team]).await? {
                free_name(tx, row.get("event")?, &key).await?;
            }
            let sql = "SELECT 1 AS n FROM team t JOIN team o ON o.event = t.event AND o.id <> t.id \
                       WHERE t.id = ? AND o.name_key = ?";
            if tx.row(sql, &values![self.team, &key]).await?.is_some() {
                let sentence = format!("there is already a team called `{name}`");
                return Err(Refusal::Conflict(sentence).into());
            }
            let sql = "UPDATE team SET name = ?, name_key = ? WHERE id = ?";
            tx.execute(sql, &values![name, key, self.team]).await?;
        }
        if let Some(code) = &self.join_code {
            let sql = "UPDATE team SET join_code = ? WHERE id = ?";
            tx.execute(sql, &values![code, self.team]).await?;
        }
        if let Some(division) = &self.division {
            let sql = "UPDATE team SET division = ? WHERE id = ?";
            tx.execute(sql, &values![division, self.team]).await?;
        }
        tell(tx, self.team, self.now).await
    }
}

/// A person leaves a team; a team without members is withdrawn.
#[derive(Clone, Debug)]
pub struct Leave {
    /// The team.
    pub team: i64,
    /// The person.
    pub account: i64,
    /// The time.
    pub now: Millis,
}

impl Change for Leave {
    type Output = ();
    async fn apply(&self, tx: &mut Tx<'_>) -> Result<(), Fault> {
        // Otherwise its members could go on in a new team.
        let sql = "SELECT id FROM team WHERE id = ? AND state = 'disqualified'";
        if tx.row(sql, &values![self.team]).await?.is_some() {
            let sentence =
                "your team is disqualified, so its members cannot leave it; ask the organisers";
            return Err(Refusal::Conflict(sentence.into()).into());
        }
        let sql = "DELETE FROM member WHERE team = ? AND account = ?";
        tx.execute(sql, &values![self.team, self.account]).await?;
        if count_members(tx, self.team).await? > 0 {
            return Ok(());
        }
        let sql = "UPDATE team SET state = 'withdrawn', reason = 'all members have left' \
                   WHERE id = ? AND state = 'active'";
        tx.execute(sql, &values![self.team]).await?;
        tell(tx, self.team, self.now).await
    }
}

/// Withdraws the teams of an erased person in which no other person is left.
pub(crate) async fn withdraw_empty(
    tx: &mut Tx<'_>,
    account: i64,
    now: Millis,
) -> Result<(), Fault> {
    let sql = "UPDATE team SET state = 'withdrawn', reason = 'all members have left' \
               WHERE state = 'active' AND id IN (SELECT team FROM member WHERE account = ?) \
               AND NOT EXISTS (SELECT 1 FROM member m JOIN account a ON a.id = m.account \
               WHERE m.team = team.id AND a.state <> 'erased') RETURNING id";
    for row in tx.rows(sql, &values![account]).await? {
        tell(tx, row.get("id")?, now).await?;
    }
    Ok(())
}

/// A team gives up, or staff disqualify or reinstate it.
#[derive(Clone, Debug)]
pub struct SetTeamState {
    /// The team.
    pub team: i64,
    /// The new state.
    pub state: TeamState,
    /// Why; its members see it. None for a team that is active again.
    pub reason: Option<String>,
    /// Whether another state stays: members withdraw their team, but do not change a decision of staff.
    pub only_if_active: bool,
    /// The member of the team or of staff.
    pub account: i64,
    /// The time.
    pub now: Millis,
}

impl Change for SetTeamState {
    type Output = ();
    async fn apply(&self, tx: &mut Tx<'_>) -> Result<(), Fault> {
        if self.state != TeamState::Active {
            check_reason(self.reason.as_deref().unwrap_or_default())?;
        }
        let sql = format!("SELECT state FROM team WHERE id = ?{}", tx.for_update());
        let Some(row) = tx.row(&sql, &values![self.team]).await? else {
            return Err(Refusal::Unknown(format!("team {}", self.team)).into());
        };
        let before: TeamState = row.get::<String>("state")?.parse().map_err(Fault::Damaged)?;
        if self.only_if_active && before != TeamState::Active {
            let sentence = format!("your team is {} already", before.name());
            return Err(Refusal::Conflict(sentence).into());
        }
        let reason = self.reason.clone().filter(|_| self.state != TeamState::Active);
        let sql = "UPDATE team SET state = ?, reason = ? WHERE id = ?";
        tx.execute(sql, &values![self.state.name(), reason, self.team]).await?;
        let object = format!("team {}", self.team);
        let detail = self.reason.clone().unwrap_or_default();
        let action = format!("set team {}", self.state.name());
        tx.audit(Some(self.account), &action, &object, &detail, self.now).await?;
        tell(tx, self.team, self.now).await
    }
}

/// Staff set what a team is eligible for.
#[derive(Clone, Debug)]
pub struct SetTags {
    /// The team.
    pub team: i64,
    /// Its tags.
    pub tags: Vec<String>,
    /// The member of staff.
    pub account: i64,
    /// The time.
    pub now: Millis,
}

impl Change for SetTags {
    type Output = ();
    async fn apply(&self, tx: &mut Tx<'_>) -> Result<(), Fault> {
        let tags = serde_json::to_string(&self.tags).expect("plain data");
        let sql = "UPDATE team SET tags = ? WHERE id = ?";
        tx.execute(sql, &values![&tags, self.team]).await?;
        let object = format!("team {}", self.team);
        tx.audit(Some(self.account), "set tags", &object, &tags, self.now).await
    }
}
