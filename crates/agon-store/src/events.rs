//! Events and their teams.

use crate::submissions::Submit;
use crate::{Change, Fault, Millis, Refusal, Row, Store, Tx, values};
use serde::{Deserialize, Serialize};
use std::str::FromStr;

/// Where an event is on its timeline.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Phase {
    /// Teams form.
    Registration,
    /// Teams upload and play.
    Open,
    /// Uploads are closed.
    Frozen,
    /// The final tournament.
    Finals,
    /// All is decided.
    Over,
}

impl Phase {
    /// All phases in order.
    pub const ALL: [Phase; 5] =
        [Phase::Registration, Phase::Open, Phase::Frozen, Phase::Finals, Phase::Over];

    /// The name in the database and the API.
    pub fn name(self) -> &'static str {
        match self {
            Phase::Registration => "registration",
            Phase::Open => "open",
            Phase::Frozen => "frozen",
            Phase::Finals => "finals",
            Phase::Over => "over",
        }
    }
}

impl FromStr for Phase {
    type Err = String;
    fn from_str(word: &str) -> Result<Phase, String> {
        let found = Phase::ALL.into_iter().find(|phase| phase.name() == word);
        found.ok_or_else(|| {
            format!(
                "unknown phase `{word}`; choose one of registration, open, frozen, finals, over"
            )
        })
    }
}

/// An event.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Event {
    /// Its number.
    pub id: i64,
    /// Its name in addresses.
    pub slug: String,
    /// Its title.
    pub title: String,
    /// The game.
    pub game: String,
    /// Rules, maps and limits, as JSON.
    pub settings: String,
    /// Where it is on its timeline.
    pub phase: Phase,
}

fn event(row: &Row) -> Result<Event, Fault> {
    Ok(Event {
        id: row.get("id")?,
        slug: row.get("slug")?,
        title: row.get("title")?,
        game: row.get("game")?,
        settings: row.get("settings")?,
        phase: row.get::<String>("phase")?.parse().map_err(Fault::Damaged)?,
    })
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
    /// `active`, `withdrawn` or `disqualified`.
    pub state: String,
    /// Why it is not active.
    pub reason: Option<String>,
    /// The submission that plays.
    pub active_submission: Option<i64>,
}

pub(crate) const TEAM_COLUMNS: &str =
    "t.id, t.event, t.name, t.join_code, t.staff, t.state, t.reason, t.active_submission";

fn team(row: &Row) -> Result<Team, Fault> {
    Ok(Team {
        id: row.get("id")?,
        event: row.get("event")?,
        name: row.get("name")?,
        join_code: row.get("join_code")?,
        staff: row.get("staff")?,
        state: row.get("state")?,
        reason: row.get("reason")?,
        active_submission: row.get("active_submission")?,
    })
}

impl Store {
    /// All events, newest first.
    pub async fn events(&self) -> Result<Vec<Event>, Fault> {
        let sql = "SELECT id, slug, title, game, settings, phase FROM event ORDER BY id DESC";
        self.rows(sql, &[]).await?.iter().map(event).collect()
    }

    /// An event by its name in addresses.
    pub async fn event(&self, slug: &str) -> Result<Option<Event>, Fault> {
        let sql = "SELECT id, slug, title, game, settings, phase FROM event WHERE slug = ?";
        self.row(sql, &values![slug]).await?.as_ref().map(event).transpose()
    }

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

/// Makes an event.
#[derive(Clone, Debug)]
pub struct NewEvent {
    /// Its name in addresses.
    pub slug: String,
    /// Its title.
    pub title: String,
    /// The game.
    pub game: String,
    /// Rules, maps and limits, as JSON.
    pub settings: String,
    /// Rule profile.
    pub rules: String,
    /// Names of the game's built-in bots; each plays as a team of the organisers.
    pub built_in: Vec<String>,
    /// The organiser who makes it.
    pub account: i64,
    /// The time.
    pub now: Millis,
}

impl Change for NewEvent {
    type Output = i64;
    async fn apply(&self, tx: &mut Tx<'_>) -> Result<i64, Fault> {
        check_slug(&self.slug)?;
        check_title("the title", &self.title)?;
        let row = tx
            .row(
                "INSERT INTO event (slug, title, game, settings, phase, created_ms) \
                 VALUES (?, ?, ?, ?, 'registration', ?) ON CONFLICT (slug) DO NOTHING RETURNING id",
                &values![&self.slug, &self.title, &self.game, &self.settings, self.now],
            )
            .await?;
        let Some(row) = row else {
            let sentence = format!("there is already an event with the address `{}`", self.slug);
            return Err(Refusal::Conflict(sentence).into());
        };
        let id: i64 = row.get("id")?;
        tx.audit(Some(self.account), "make event", &format!("event {id}"), &self.slug, self.now)
            .await?;
        for name in &self.built_in {
            self.enter_built_in(tx, id, name).await?;
        }
        Ok(id)
    }
}

impl NewEvent {
    /// Makes the team of a built-in bot.
    async fn enter_built_in(&self, tx: &mut Tx<'_>, event: i64, name: &str) -> Result<(), Fault> {
        let team = NewTeam {
            event,
            name: format!("{name} (built-in)"),
            account: None,
            join_code: format!("staff-{event}-{name}"),
            now: self.now,
        };
        let submit = Submit {
            team: team.apply(tx).await?,
            account: None,
            name: name.to_owned(),
            source: format!("builtin:{name}"),
            size: 0,
            game: self.game.clone(),
            rules: self.rules.clone(),
            wall_limit_ms: 0,
            now: self.now,
        };
        submit.apply(tx).await?;
        Ok(())
    }
}

fn check_slug(slug: &str) -> Result<(), Refusal> {
    let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    if (1..=40).contains(&slug.len()) && slug.chars().all(plain) {
        return Ok(());
    }
    Err(Refusal::Invalid("an address has 1 to 40 letters a to z, digits and hyphens".into()))
}

/// Titles and names are shown in tables: at most 60 characters, none of them invisible.
pub(crate) fn check_title(what: &str, title: &str) -> Result<(), Refusal> {
    let visible = title.chars().all(|c| !c.is_control() && !is_invisible(c));
    if visible && !title.trim().is_empty() && title.chars().count() <= 60 {
        return Ok(());
    }
    Err(Refusal::Invalid(format!("{what} must have 1 to 60 visible characters on one line")))
}

/// Characters that hide or reorder text.
fn is_invisible(c: char) -> bool {
    matches!(c, '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}')
}

/// Moves an event to a phase.
#[derive(Clone, Debug)]
pub struct SetPhase {
    /// The event.
    pub event: i64,
    /// The new phase.
    pub phase: Phase,
    /// The organiser.
    pub account: i64,
    /// The time.
    pub now: Millis,
}

impl Change for SetPhase {
    type Output = ();
    async fn apply(&self, tx: &mut Tx<'_>) -> Result<(), Fault> {
        let sql = "UPDATE event SET phase = ? WHERE id = ?";
        if tx.execute(sql, &values![self.phase.name(), self.event]).await? == 0 {
            return Err(Refusal::Unknown(format!("event {}", self.event)).into());
        }
        let object = format!("event {}", self.event);
        tx.audit(Some(self.account), "set phase", &object, self.phase.name(), self.now).await?;
        let body = serde_json::json!({ "event": self.event, "phase": self.phase.name() });
        tx.tell("phase", "public", &body.to_string(), self.now).await
    }
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
        let row = tx
            .row(
                "INSERT INTO team (event, name, name_key, join_code, staff, state, created_ms) \
                 VALUES (?, ?, ?, ?, ?, 'active', ?) ON CONFLICT (event, name_key) DO NOTHING RETURNING id",
                &values![
                    self.event,
                    &name,
                    name.to_lowercase(),
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
        let sql = "SELECT COUNT(*) AS n FROM member WHERE team = ?";
        let members: u32 = match tx.row(sql, &values![team]).await? {
            Some(row) => row.get("n")?,
            None => 0,
        };
        if members > self.most_members {
            let sentence = format!("a team has at most {} members", self.most_members);
            return Err(Refusal::Conflict(sentence).into());
        }
        Ok(team)
    }
}
