//! Bots of the organisers: teams without members, which may be hidden from people who are not staff.

use crate::events::{check_reason, check_title};
use crate::{Change, Fault, Millis, Refusal, Tx, values};

/// Makes a team for a bot of the organisers.
#[derive(Clone, Debug)]
pub struct NewStaffBot {
    /// The event.
    pub event: i64,
    /// Its name.
    pub name: String,
    /// What people who are not staff read instead of its name, if it is hidden.
    pub hidden: Option<String>,
    /// A join code that is never given to people.
    pub join_code: String,
    /// The organiser.
    pub account: i64,
    /// The time.
    pub now: Millis,
}

impl Change for NewStaffBot {
    type Output = i64;
    async fn apply(&self, tx: &mut Tx<'_>) -> Result<i64, Fault> {
        check_title("a bot's name", &self.name)?;
        self.hidden.as_deref().map_or(Ok(()), check_reason)?;
        let name = self.name.split_whitespace().collect::<Vec<_>>().join(" ");
        let sql = "INSERT INTO team (event, name, name_key, join_code, staff, state, hidden, created_ms) \
                   VALUES (?, ?, ?, ?, 1, 'active', ?, ?) ON CONFLICT (event, name_key) DO NOTHING \
                   RETURNING id";
        let values = values![
            self.event,
            &name,
            name.to_lowercase(),
            &self.join_code,
            self.hidden.clone(),
            self.now
        ];
        let Some(row) = tx.row(sql, &values).await? else {
            let sentence = format!("there is already a team called `{name}`");
            return Err(Refusal::Conflict(sentence).into());
        };
        let id: i64 = row.get("id")?;
        let object = format!("team {id}");
        tx.audit(Some(self.account), "make staff bot", &object, &name, self.now).await?;
        let body = serde_json::json!({ "event": self.event, "team": id, "name": name });
        let audience = if self.hidden.is_some() { "staff" } else { "public" };
        tx.tell("team", audience, &body.to_string(), self.now).await?;
        Ok(id)
    }
}

/// Hides a bot of the organisers, or shows it.
#[derive(Clone, Debug)]
pub struct SetHidden {
    /// The team of the bot.
    pub team: i64,
    /// What people who are not staff read instead of its name; none shows it.
    pub hidden: Option<String>,
    /// The organiser.
    pub account: i64,
    /// The time.
    pub now: Millis,
}

impl Change for SetHidden {
    type Output = ();
    async fn apply(&self, tx: &mut Tx<'_>) -> Result<(), Fault> {
        self.hidden.as_deref().map_or(Ok(()), check_reason)?;
        let sql = "UPDATE team SET hidden = ? WHERE id = ? AND staff = 1";
        if tx.execute(sql, &values![self.hidden.clone(), self.team]).await? == 0 {
            return Err(Refusal::Unknown(format!("staff bot {}", self.team)).into());
        }
        let detail = self.hidden.as_deref().unwrap_or("shown");
        let object = format!("team {}", self.team);
        tx.audit(Some(self.account), "hide staff bot", &object, detail, self.now).await
    }
}
