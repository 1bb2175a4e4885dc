//! Events: their settings and phases.

mod pages;
mod timeline;

pub use pages::{Announce, Announcement, Handbook, NewHandbook};
pub use timeline::{AddDowntime, Downtime, PhaseTime, SetPhase, Tick, check_reason};

use crate::submissions::Submit;
use crate::teams::NewTeam;
use crate::work::{Policy, strict};
use crate::{Change, Fault, Millis, Refusal, Row, Store, Tx, Value, values};
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
    /// The phase now, if it was read through the server; in the store, the one that was set last.
    pub phase: Phase,
    /// When the phase was set.
    pub phase_since_ms: Millis,
    /// When phases begin by themselves, in their order.
    pub timeline: Vec<PhaseTime>,
    /// Raised by every change of title, settings or timeline.
    pub revision: i64,
}

const COLUMNS: &str = "id, slug, title, game, settings, phase, phase_since_ms, revision";

fn event(row: &Row) -> Result<Event, Fault> {
    Ok(Event {
        id: row.get("id")?,
        slug: row.get("slug")?,
        title: row.get("title")?,
        game: row.get("game")?,
        settings: row.get("settings")?,
        phase: row.get::<String>("phase")?.parse().map_err(Fault::Damaged)?,
        phase_since_ms: row.get("phase_since_ms")?,
        timeline: Vec::new(),
        revision: row.get("revision")?,
    })
}

impl Store {
    /// All events, newest first.
    pub async fn events(&self) -> Result<Vec<Event>, Fault> {
        let sql = format!("SELECT {COLUMNS} FROM event ORDER BY id DESC");
        let mut events: Vec<Event> =
            self.rows(&sql, &[]).await?.iter().map(event).collect::<Result<_, Fault>>()?;
        for event in &mut events {
            event.timeline = self.timeline(event.id).await?;
        }
        Ok(events)
    }

    /// An event by its name in addresses.
    pub async fn event(&self, slug: &str) -> Result<Option<Event>, Fault> {
        let sql = format!("SELECT {COLUMNS} FROM event WHERE slug = ?");
        self.one_event(&sql, values![slug].to_vec()).await
    }

    /// An event by number.
    pub async fn event_by_id(&self, id: i64) -> Result<Option<Event>, Fault> {
        let sql = format!("SELECT {COLUMNS} FROM event WHERE id = ?");
        self.one_event(&sql, values![id].to_vec()).await
    }

    /// The settings of all events that are not over, by number.
    pub async fn event_settings(&self) -> Result<Vec<(i64, String)>, Fault> {
        let sql = "SELECT id, settings FROM event WHERE phase <> 'over' ORDER BY id";
        let settings = |row: &Row| Ok((row.get("id")?, row.get("settings")?));
        self.rows(sql, &[]).await?.iter().map(settings).collect()
    }

    async fn one_event(&self, sql: &str, values: Vec<Value>) -> Result<Option<Event>, Fault> {
        let Some(row) = self.row(sql, &values).await? else { return Ok(None) };
        let mut event = event(&row)?;
        event.timeline = self.timeline(event.id).await?;
        Ok(Some(event))
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
    /// When phases begin by themselves.
    pub timeline: Vec<PhaseTime>,
    /// Names of the game's built-in bots; each plays as a team of the organisers.
    pub built_in: Vec<String>,
    /// The organiser who makes it; none if it is made from the shell.
    pub account: Option<i64>,
    /// The time.
    pub now: Millis,
}

impl Change for NewEvent {
    type Output = i64;
    async fn apply(&self, tx: &mut Tx<'_>) -> Result<i64, Fault> {
        check_slug(&self.slug)?;
        check_title("the title", &self.title)?;
        timeline::check(&self.timeline)?;
        let row = tx
            .row(
                "INSERT INTO event (slug, title, game, settings, phase, phase_since_ms, created_ms) \
                 VALUES (?, ?, ?, ?, 'registration', ?, ?) ON CONFLICT (slug) DO NOTHING RETURNING id",
                &values![&self.slug, &self.title, &self.game, &self.settings, self.now, self.now],
            )
            .await?;
        let Some(row) = row else {
            let sentence = format!("there is already an event with the address `{}`", self.slug);
            return Err(Refusal::Conflict(sentence).into());
        };
        let id: i64 = row.get("id")?;
        tx.audit(self.account, "make event", &format!("event {id}"), &self.slug, self.now).await?;
        timeline::write(tx, id, &self.timeline).await?;
        timeline::begin_past(tx, id, &self.timeline, self.account, self.now).await?;
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
            label: None,
            source: format!("builtin:{name}"),
            size: 0,
            game: self.game.clone(),
            rules: self.rules.clone(),
            policy: Policy::default(),
            clock: strict(),
            map: String::new(),
            hourly_limit: None,
            wall_limit_ms: 0,
            received_ms: self.now,
            now: self.now,
        };
        submit.apply(tx).await?;
        Ok(())
    }
}

pub(crate) fn check_slug(slug: &str) -> Result<(), Refusal> {
    let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    if (1..=40).contains(&slug.len()) && slug.chars().all(plain) {
        return Ok(());
    }
    Err(Refusal::Invalid("an address has 1 to 40 letters a to z, digits and hyphens".into()))
}

/// Titles and names are shown in tables: at most 60 characters, none of them invisible.
pub fn check_title(what: &str, title: &str) -> Result<(), Refusal> {
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

/// Changes title, settings and timeline of an event; all that is not given stays.
#[derive(Clone, Debug)]
pub struct ChangeEvent {
    /// The event.
    pub event: i64,
    /// The revision that the change starts from.
    pub revision: i64,
    /// The new title.
    pub title: String,
    /// The new settings, as JSON.
    pub settings: String,
    /// The new timeline.
    pub timeline: Vec<PhaseTime>,
    /// What is changed, for the audit log.
    pub detail: String,
    /// The organiser.
    pub account: i64,
    /// The time.
    pub now: Millis,
}

impl Change for ChangeEvent {
    /// False: the event has another revision, and nothing was changed.
    type Output = bool;
    async fn apply(&self, tx: &mut Tx<'_>) -> Result<bool, Fault> {
        check_title("the title", &self.title)?;
        timeline::check(&self.timeline)?;
        let sql = "UPDATE event SET title = ?, settings = ?, revision = revision + 1 \
                   WHERE id = ? AND revision = ?";
        let values = values![&self.title, &self.settings, self.event, self.revision];
        if tx.execute(sql, &values).await? == 0 {
            return Ok(false);
        }
        let old = timeline::read(tx, self.event).await?;
        timeline::write(tx, self.event, &self.timeline).await?;
        let is_set = |step: &&PhaseTime| !old.contains(step);
        let set: Vec<PhaseTime> = self.timeline.iter().filter(is_set).copied().collect();
        timeline::begin_past(tx, self.event, &set, Some(self.account), self.now).await?;
        let object = format!("event {}", self.event);
        tx.audit(Some(self.account), "change event", &object, &self.detail, self.now).await?;
        let body = serde_json::json!({ "event": self.event });
        tx.tell("event", "public", &body.to_string(), self.now).await?;
        Ok(true)
    }
}
