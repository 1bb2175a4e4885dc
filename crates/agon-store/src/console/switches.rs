//! Freeze switches: what the organisers have stopped in an event for a while.

use crate::events::check_reason;
use crate::names::named;
use crate::{Change, Fault, Millis, Refusal, Row, Store, Tx, values};

named! {
    /// What can be stopped in an event.
    pub enum Switch, "switch" {
        /// Teams hand in bots.
        Uploads = "uploads",
        /// Teams ask for scrimmages and accept them.
        Scrimmages = "scrimmages",
        /// Rounds of the ladder are drawn.
        Ladder = "ladder",
        /// Another version of a team begins to play.
        Activation = "activation",
    }
}

/// Something that is stopped.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Freeze {
    /// What.
    pub switch: Switch,
    /// What teams are told.
    pub sentence: String,
    /// Since when.
    pub at_ms: Millis,
}

fn freeze(row: &Row) -> Result<Freeze, Fault> {
    let (switch, sentence) = (row.get("switch")?, row.get("sentence")?);
    Ok(Freeze { switch, sentence, at_ms: row.get("at_ms")? })
}

impl Store {
    /// What is stopped in an event.
    pub async fn freezes(&self, event: i64) -> Result<Vec<Freeze>, Fault> {
        let sql =
            "SELECT switch, sentence, at_ms FROM event_freeze WHERE event = ? ORDER BY switch";
        self.rows(sql, &values![event]).await?.iter().map(freeze).collect()
    }

    /// Refuses if something is stopped in an event.
    pub async fn refuse_frozen(&self, event: i64, switch: Switch) -> Result<(), Fault> {
        let row = self.row(FROZEN, &values![event, switch]).await?;
        row.map_or(Ok(()), |row| Err(refusal(switch, &row)?.into()))
    }
}

const FROZEN: &str = "SELECT sentence FROM event_freeze WHERE event = ? AND switch = ?";

fn refusal(switch: Switch, row: &Row) -> Result<Refusal, Fault> {
    let what = match switch {
        Switch::Uploads => "uploads are stopped",
        Switch::Scrimmages => "scrimmages are stopped",
        Switch::Ladder => "the ladder is stopped",
        Switch::Activation => "changing the version that plays is stopped",
    };
    let sentence: String = row.get("sentence")?;
    Ok(Refusal::Conflict(format!("{what} by the organisers: {sentence}")))
}

impl Tx<'_> {
    /// Refuses if something is stopped in the event of a team.
    pub(crate) async fn refuse_frozen(&mut self, team: i64, switch: Switch) -> Result<(), Fault> {
        let sql = "SELECT f.sentence FROM event_freeze f JOIN team t ON t.event = f.event \
                   WHERE t.id = ? AND f.switch = ?";
        let row = self.row(sql, &values![team, switch]).await?;
        row.map_or(Ok(()), |row| Err(refusal(switch, &row)?.into()))
    }
}

/// Stops something in an event, or lets it go on.
#[derive(Clone, Debug)]
pub struct SetSwitch {
    /// The event.
    pub event: i64,
    /// What.
    pub switch: Switch,
    /// What teams are told; none to let it go on.
    pub sentence: Option<String>,
    /// The member of staff; none if it is done from the shell.
    pub account: Option<i64>,
    /// The time.
    pub now: Millis,
}

impl Change for SetSwitch {
    type Output = ();
    async fn apply(&self, tx: &mut Tx<'_>) -> Result<(), Fault> {
        let (event, switch) = (self.event, self.switch);
        let row = tx.row("SELECT slug FROM event WHERE id = ?", &values![event]).await?;
        if row.is_none() {
            return Err(Refusal::Unknown(format!("event {event}")).into());
        }
        match &self.sentence {
            Some(sentence) => {
                check_reason(sentence)?;
                let sql = "INSERT INTO event_freeze (event, switch, sentence, account, at_ms) \
                           VALUES (?, ?, ?, ?, ?) ON CONFLICT (event, switch) DO UPDATE SET \
                           sentence = excluded.sentence, account = excluded.account";
                tx.execute(sql, &values![event, switch, sentence, self.account, self.now]).await?;
            }
            None => {
                let sql = "DELETE FROM event_freeze WHERE event = ? AND switch = ?";
                tx.execute(sql, &values![event, switch]).await?;
                if switch == Switch::Activation {
                    // Versions that became valid in the meantime play from now on.
                    let sql = "UPDATE team SET active_submission = (SELECT a.submission FROM activation a \
                               WHERE a.team = team.id ORDER BY a.at_ms DESC, a.id DESC LIMIT 1) \
                               WHERE event = ? AND EXISTS (SELECT 1 FROM activation a \
                               WHERE a.team = team.id)";
                    tx.execute(sql, &values![event]).await?;
                }
            }
        }
        let action = if self.sentence.is_some() { "freeze" } else { "thaw" };
        let detail = match &self.sentence {
            Some(sentence) => format!("{}: {sentence}", switch.name()),
            None => switch.name().to_owned(),
        };
        tx.audit(self.account, action, &format!("event {event}"), &detail, self.now).await?;
        let body = serde_json::json!({
            "event": event, "switch": switch, "frozen": self.sentence.is_some(),
            "sentence": self.sentence
        });
        tx.tell("switch", "public", &body.to_string(), self.now).await
    }
}
