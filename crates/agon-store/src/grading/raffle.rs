//! Raffles: tickets for teams that have beaten a bot of the organisers, and the draw among them.
//!
//! Tickets are not stored: they follow from the finished scrimmages. A draw keeps the tickets it was made of.

use crate::events::check_title;
use crate::{Change, Fault, Millis, Refusal, Row, Store, Tx, values};

/// A raffle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Raffle {
    /// Its number.
    pub id: i64,
    /// The event.
    pub event: i64,
    /// Its title.
    pub title: String,
    /// The team of the bot to beat.
    pub team: i64,
    /// The bot's name.
    pub bot: String,
    /// Tickets that one team can get, one for each win.
    pub most_tickets: u32,
    /// Number of prizes.
    pub prizes: u32,
    /// Only matches that were made from this time on count.
    pub opens_ms: Millis,
    /// Only matches that were made before this time count.
    pub closes_ms: Millis,
    /// SHA-256 of the seed.
    pub commitment: String,
    /// The seed; secret until the draw.
    pub seed: String,
    /// When winners were drawn.
    pub drawn_ms: Option<Millis>,
    /// The tickets and winners of the draw, as a JSON document.
    pub outcome: Option<String>,
}

/// A counted win against the bot.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Win {
    /// The match.
    pub match_id: i64,
    /// The team that won.
    pub team: i64,
    /// Its name.
    pub name: String,
}

const RAFFLES: &str = "SELECT r.id, r.event, r.title, r.team, t.name, r.most_tickets, r.prizes, \
    r.opens_ms, r.closes_ms, r.commitment, r.seed, r.drawn_ms, r.outcome FROM raffle r \
    JOIN team t ON t.id = r.team";

fn raffle(row: &Row) -> Result<Raffle, Fault> {
    Ok(Raffle {
        id: row.get("id")?,
        event: row.get("event")?,
        title: row.get("title")?,
        team: row.get("team")?,
        bot: row.get("name")?,
        most_tickets: row.get("most_tickets")?,
        prizes: row.get("prizes")?,
        opens_ms: row.get("opens_ms")?,
        closes_ms: row.get("closes_ms")?,
        commitment: row.get("commitment")?,
        seed: row.get("seed")?,
        drawn_ms: row.get("drawn_ms")?,
        outcome: row.get("outcome")?,
    })
}

/// The scrimmages `m` against the bot that were made in the raffle's time: event, times, bot.
const MATCHES: &str = "m.event = ? AND m.kind = 'scrimmage' AND m.created_ms >= ? AND m.created_ms < ? \
    AND EXISTS (SELECT 1 FROM seat o WHERE o.match = m.id AND o.team = ?)";

impl Store {
    /// A raffle by number.
    pub async fn raffle(&self, id: i64) -> Result<Option<Raffle>, Fault> {
        let sql = format!("{RAFFLES} WHERE r.id = ?");
        self.row(&sql, &values![id]).await?.as_ref().map(raffle).transpose()
    }

    /// The raffles of an event, oldest first.
    pub async fn raffles(&self, event: i64) -> Result<Vec<Raffle>, Fault> {
        let sql = format!("{RAFFLES} WHERE r.event = ? ORDER BY r.id");
        self.rows(&sql, &values![event]).await?.iter().map(raffle).collect()
    }

    /// The wins that count, by match: finished scrimmages that an active team won against the bot.
    pub async fn raffle_wins(&self, raffle: &Raffle) -> Result<Vec<Win>, Fault> {
        let sql = format!(
            "SELECT m.id, s.team, t.name FROM match m JOIN seat s ON s.match = m.id \
             JOIN team t ON t.id = s.team WHERE {MATCHES} AND m.state = 'finished' \
             AND s.result = 'won' AND t.staff = 0 AND t.state = 'active' ORDER BY m.id, s.seat"
        );
        let Raffle { event, opens_ms, closes_ms, team, .. } = raffle;
        let rows = self.rows(&sql, &values![*event, *opens_ms, *closes_ms, *team]).await?;
        let win = |row: &Row| {
            Ok(Win { match_id: row.get("id")?, team: row.get("team")?, name: row.get("name")? })
        };
        rows.iter().map(win).collect()
    }

    /// Number of matches of a raffle that are still played.
    pub async fn open_raffle_matches(&self, raffle: &Raffle) -> Result<u32, Fault> {
        let sql = format!(
            "SELECT COUNT(*) AS n FROM match m WHERE {MATCHES} AND m.state IN ('queued', 'running')"
        );
        let Raffle { event, opens_ms, closes_ms, team, .. } = raffle;
        let row = self.row(&sql, &values![*event, *opens_ms, *closes_ms, *team]).await?;
        row.map_or(Ok(0), |row| row.get("n"))
    }
}

/// Makes a raffle.
#[derive(Clone, Debug)]
pub struct NewRaffle {
    /// The event.
    pub event: i64,
    /// Its title.
    pub title: String,
    /// The team of the bot to beat.
    pub team: i64,
    /// Tickets that one team can get.
    pub most_tickets: u32,
    /// Number of prizes.
    pub prizes: u32,
    /// Only matches that were made from this time on count.
    pub opens_ms: Millis,
    /// Only matches that were made before this time count.
    pub closes_ms: Millis,
    /// SHA-256 of the seed.
    pub commitment: String,
    /// The seed.
    pub seed: String,
    /// The organiser.
    pub account: i64,
    /// The time.
    pub now: Millis,
}

impl Change for NewRaffle {
    type Output = i64;
    async fn apply(&self, tx: &mut Tx<'_>) -> Result<i64, Fault> {
        check_title("a raffle's title", &self.title)?;
        if self.most_tickets == 0 || self.prizes == 0 {
            let sentence = "a raffle has at least 1 prize and 1 ticket for a team";
            return Err(Refusal::Invalid(sentence.into()).into());
        }
        if self.closes_ms <= self.opens_ms || self.closes_ms <= self.now {
            let sentence = "a raffle closes after it opens, and in the future";
            return Err(Refusal::Invalid(sentence.into()).into());
        }
        let sql = "SELECT id FROM team WHERE id = ? AND event = ? AND staff = 1 AND hidden IS NULL";
        if tx.row(sql, &values![self.team, self.event]).await?.is_none() {
            let sentence = format!("staff bot {} in this event that teams can see", self.team);
            return Err(Refusal::Unknown(sentence).into());
        }
        let id = tx
            .insert(
                "INSERT INTO raffle (event, title, team, most_tickets, prizes, opens_ms, closes_ms, \
                 commitment, seed) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING id",
                &values![
                    self.event,
                    &self.title,
                    self.team,
                    self.most_tickets,
                    self.prizes,
                    self.opens_ms,
                    self.closes_ms,
                    &self.commitment,
                    &self.seed
                ],
            )
            .await?;
        let object = format!("raffle {id}");
        tx.audit(Some(self.account), "make raffle", &object, &self.title, self.now).await?;
        tell(tx, self.event, id, self.now).await?;
        Ok(id)
    }
}

async fn tell(tx: &mut Tx<'_>, event: i64, raffle: i64, now: Millis) -> Result<(), Fault> {
    let body = serde_json::json!({ "event": event, "raffle": raffle }).to_string();
    tx.tell("raffle", "public", &body, now).await
}

/// Keeps the result of a draw; a raffle is drawn once.
#[derive(Clone, Debug)]
pub struct DrawRaffle {
    /// The raffle.
    pub raffle: i64,
    /// The tickets and winners, as a JSON document.
    pub outcome: String,
    /// The organiser.
    pub account: i64,
    /// The time.
    pub now: Millis,
}

impl Change for DrawRaffle {
    type Output = ();
    async fn apply(&self, tx: &mut Tx<'_>) -> Result<(), Fault> {
        let sql = "UPDATE raffle SET outcome = ?, drawn_ms = ? WHERE id = ? AND drawn_ms IS NULL \
                   RETURNING event";
        let Some(row) = tx.row(sql, &values![&self.outcome, self.now, self.raffle]).await? else {
            let sentence = "the winners of this raffle are drawn; a draw cannot be repeated";
            return Err(Refusal::Conflict(sentence.into()).into());
        };
        let object = format!("raffle {}", self.raffle);
        tx.audit(Some(self.account), "draw raffle", &object, &self.outcome, self.now).await?;
        tell(tx, row.get("event")?, self.raffle, self.now).await
    }
}
