//! Scrimmages: asked -> accepted | declined | expired. A scrimmage that all its teams accept becomes a match.

use super::{NewGame, NewMatch, Side};
use crate::console::Switch;
use crate::jobs::Lane;
use crate::names::named;
use crate::{Change, Fault, Millis, Refusal, Row, Tx, values};
use serde::{Deserialize, Serialize};

/// How long a scrimmage waits for its answers.
pub const ASKED_MS: i64 = 3_600_000;
/// The time that the limit on scrimmages counts back.
const HOUR_MS: i64 = 3_600_000;

named! {
    /// What became of a scrimmage.
    pub enum ScrimmageState, "state of a scrimmage" {
        /// A team has not answered yet.
        Asked = "asked",
        /// All teams accepted; there is a match.
        Accepted = "accepted",
        /// A team declined.
        Declined = "declined",
        /// A team did not answer in time.
        Expired = "expired",
    }
}

/// A side that a team asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AskedSide {
    /// The team.
    pub team: i64,
    /// The number of one of its versions, for the team that asks; none for the active version.
    pub version: Option<u32>,
}

/// How the games of a scrimmage are played.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ScrimmageTerms {
    /// Rule profile.
    pub rules: String,
    /// How strictly the time limits apply: `strict`, `loose` or `off`.
    pub clock: String,
    /// Longest time for one game.
    pub wall_limit_ms: i64,
    /// The games.
    pub games: Vec<ScrimmageGame>,
}

/// A game of a scrimmage.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ScrimmageGame {
    /// The map; an empty name is the game's first map.
    pub map: String,
    /// The seed.
    pub seed: u64,
    /// Sets the bots' seeds apart; if none, it follows from the match.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lot: Option<u64>,
    /// The side on the first seat; the others follow in their order.
    pub first: u32,
}

/// A team asks for unranked games.
#[derive(Clone, Debug)]
pub struct AskScrimmage {
    /// The team that asks; it is one of the sides.
    pub team: i64,
    /// The sides in their order.
    pub sides: Vec<AskedSide>,
    /// How the games are played.
    pub terms: ScrimmageTerms,
    /// A name for this request; the same name again is the same request.
    pub key: String,
    /// Scrimmages that one team may ask for in an hour.
    pub hourly_limit: u32,
    /// The time.
    pub now: Millis,
}

/// A scrimmage was asked for.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct AskedFor {
    /// Its number.
    pub id: i64,
    /// How many the team may still ask for in this hour.
    pub left: u32,
}

impl Change for AskScrimmage {
    type Output = AskedFor;
    async fn apply(&self, tx: &mut Tx<'_>) -> Result<AskedFor, Fault> {
        // The team's row is locked, so that two requests are counted one after the other.
        let sql = format!("SELECT event FROM team WHERE id = ?{}", tx.for_update());
        let Some(row) = tx.row(&sql, &values![self.team]).await? else {
            return Err(Refusal::Unknown(format!("team {}", self.team)).into());
        };
        let event: i64 = row.get("event")?;
        tx.refuse_frozen(self.team, Switch::Scrimmages).await?;
        let left = self.left(tx).await?;
        let key = format!("{}/{}", self.team, self.key);
        let sql = "SELECT id, terms FROM scrimmage WHERE key = ?";
        if let Some(row) = tx.row(sql, &values![&key]).await? {
            let id = row.get("id")?;
            if !self.is_same(tx, id, &row.get::<String>("terms")?).await? {
                let sentence =
                    "this idempotency key belongs to another request; send a new key with this one";
                return Err(Refusal::Invalid(sentence.into()).into());
            }
            return Ok(AskedFor { id, left });
        }
        let Some(left) = left.checked_sub(1) else {
            let sentence = format!(
                "a team may ask for {} scrimmages in an hour, and all of them are used; try again later",
                self.hourly_limit
            );
            return Err(Refusal::Conflict(sentence).into());
        };
        let id = tx
            .insert(
                "INSERT INTO scrimmage (event, team, key, state, terms, asked_ms, expires_ms) \
                 VALUES (?, ?, ?, ?, ?, ?, ?) RETURNING id",
                &values![
                    event,
                    self.team,
                    key,
                    ScrimmageState::Asked,
                    serde_json::to_string(&self.terms).expect("plain data"),
                    self.now,
                    self.now + ASKED_MS
                ],
            )
            .await?;
        for (side, number) in self.sides.iter().zip(0_i64..) {
            self.enter(tx, id, number, side).await?;
        }
        tell(tx, id, ScrimmageState::Asked, self.now).await?;
        play_if_accepted(tx, id, self.now).await?;
        Ok(AskedFor { id, left })
    }
}

impl AskScrimmage {
    /// Whether an earlier scrimmage has the same games and sides.
    async fn is_same(&self, tx: &mut Tx<'_>, id: i64, terms: &str) -> Result<bool, Fault> {
        let terms: ScrimmageTerms = serde_json::from_str(terms)
            .map_err(|error| Fault::Damaged(format!("a scrimmage: {error}")))?;
        let sql = "SELECT x.team, v.number FROM scrimmage_side x \
                   LEFT JOIN submission v ON v.id = x.submission WHERE x.scrimmage = ? ORDER BY x.side";
        let side = |row: &Row| Ok((row.get("team")?, row.get("number")?));
        let rows = tx.rows(sql, &values![id]).await?;
        let there: Vec<(i64, Option<i64>)> = rows.iter().map(side).collect::<Result<_, Fault>>()?;
        let asked = self.sides.iter().map(|side| (side.team, side.version.map(i64::from)));
        Ok(terms.games == self.terms.games && asked.eq(there))
    }

    /// How many scrimmages the team may ask for now.
    async fn left(&self, tx: &mut Tx<'_>) -> Result<u32, Fault> {
        let sql = "SELECT COUNT(*) AS n FROM scrimmage WHERE team = ? AND asked_ms > ?";
        let row = tx.row(sql, &values![self.team, self.now - HOUR_MS]).await?;
        let asked: u32 = row.map_or(Ok(0), |row| row.get("n"))?;
        Ok(self.hourly_limit.saturating_sub(asked))
    }

    /// Inserts a side, after making sure that it could play now.
    async fn enter(
        &self,
        tx: &mut Tx<'_>,
        id: i64,
        number: i64,
        side: &AskedSide,
    ) -> Result<(), Fault> {
        let is_own = side.team == self.team;
        let submission = match side.version {
            None => None,
            Some(_) if !is_own => {
                let sentence = "a version can be chosen for your own team only";
                return Err(Refusal::Invalid(sentence.into()).into());
            }
            Some(version) => Some(valid_version(tx, side.team, version).await?),
        };
        let waiting = playable_side(tx, side.team, self.team, submission).await?;
        let accepted = is_own || waiting.accepts;
        let sql = "INSERT INTO scrimmage_side (scrimmage, side, team, submission, accepted) \
                   VALUES (?, ?, ?, ?, ?)";
        tx.execute(sql, &values![id, number, side.team, submission, accepted]).await?;
        Ok(())
    }
}

/// The submission with this number of a team.
async fn valid_version(tx: &mut Tx<'_>, team: i64, version: u32) -> Result<i64, Fault> {
    let sql = "SELECT id, state FROM submission WHERE team = ? AND number = ?";
    let Some(row) = tx.row(sql, &values![team, version]).await? else {
        return Err(Refusal::Unknown(format!("version {version} of your bot")).into());
    };
    let state: String = row.get("state")?;
    if state != "valid" {
        let sentence =
            format!("version {version} of your bot is {state}; only a valid one can play");
        return Err(Refusal::Conflict(sentence).into());
    }
    row.get("id")
}

/// A side that can play, and whether its team accepts all scrimmages.
struct Playable {
    side: Side,
    accepts: bool,
}

/// A team of the same event with the chosen or its active version.
async fn playable_side(
    tx: &mut Tx<'_>,
    team: i64,
    beside: i64,
    submission: Option<i64>,
) -> Result<Playable, Fault> {
    let sql = "SELECT name, state, active_submission, staff, always_accepts FROM team WHERE id = ? \
               AND hidden IS NULL AND event = (SELECT event FROM team WHERE id = ?)";
    let Some(row) = tx.row(sql, &values![team, beside]).await? else {
        return Err(Refusal::Unknown(format!("team {team} in this event")).into());
    };
    let (name, state): (String, String) = (row.get("name")?, row.get("state")?);
    if state != "active" {
        return Err(Refusal::Conflict(format!("the team `{name}` is {state}")).into());
    }
    let active: Option<i64> = row.get("active_submission")?;
    let Some(submission) = submission.or(active) else {
        let sentence = format!("the team `{name}` has no valid submission yet");
        return Err(Refusal::Conflict(sentence).into());
    };
    let accepts = row.get::<bool>("staff")? || row.get::<bool>("always_accepts")?;
    Ok(Playable { side: Side { team, submission }, accepts })
}

/// Makes the match of a scrimmage that no team has still to accept.
async fn play_if_accepted(tx: &mut Tx<'_>, id: i64, now: Millis) -> Result<(), Fault> {
    let sql = "SELECT s.team AS asks, s.terms, x.team, x.submission, x.accepted FROM scrimmage s \
               JOIN scrimmage_side x ON x.scrimmage = s.id WHERE s.id = ? ORDER BY x.side";
    let rows = tx.rows(sql, &values![id]).await?;
    let Some(first) = rows.first() else { return Ok(()) };
    let asks: i64 = first.get("asks")?;
    let terms: ScrimmageTerms = serde_json::from_str(&first.get::<String>("terms")?)
        .map_err(|error| Fault::Damaged(format!("scrimmage {id}: {error}")))?;
    let mut sides = Vec::new();
    for row in &rows {
        if !row.get::<bool>("accepted")? {
            return Ok(());
        }
        let (team, submission) = (row.get("team")?, row.get("submission")?);
        sides.push(playable_side(tx, team, asks, submission).await?.side);
    }
    let game = |game: &ScrimmageGame| NewGame {
        map: game.map.clone(),
        seed: game.seed,
        lot: game.lot,
        turned: game.first as usize % sides.len(),
    };
    let new = NewMatch {
        kind: "scrimmage",
        run: None,
        round: 0,
        key: format!("scrimmage/{id}"),
        games: terms.games.iter().map(game).collect(),
        sides,
        rules: terms.rules,
        clock: terms.clock,
        requested_by: Some(asks),
        lane: Lane::Requested,
        wall_limit_ms: terms.wall_limit_ms,
        now,
    };
    let made = super::insert(tx, &new).await?;
    let made = made.ok_or_else(|| Fault::Damaged(format!("scrimmage {id} has a match")))?;
    let sql = "UPDATE scrimmage SET state = ?, match = ?, decided_ms = ? WHERE id = ?";
    tx.execute(sql, &values![ScrimmageState::Accepted, made, now, id]).await?;
    tell(tx, id, ScrimmageState::Accepted, now).await
}

/// Tells the teams of a scrimmage.
async fn tell(tx: &mut Tx<'_>, id: i64, state: ScrimmageState, now: Millis) -> Result<(), Fault> {
    let body = serde_json::json!({ "scrimmage": id, "state": state }).to_string();
    let sql = "SELECT DISTINCT team FROM scrimmage_side WHERE scrimmage = ? ORDER BY team";
    for row in tx.rows(sql, &values![id]).await? {
        tx.tell("scrimmage", &format!("team:{}", row.get::<i64>("team")?), &body, now).await?;
    }
    Ok(())
}

/// A team answers a scrimmage.
#[derive(Clone, Debug)]
pub struct AnswerScrimmage {
    /// The scrimmage.
    pub id: i64,
    /// The team that answers.
    pub team: i64,
    /// Whether it accepts.
    pub accept: bool,
    /// The time.
    pub now: Millis,
}

impl Change for AnswerScrimmage {
    type Output = ();
    async fn apply(&self, tx: &mut Tx<'_>) -> Result<(), Fault> {
        let missing = || Refusal::Unknown(format!("scrimmage {}", self.id));
        let sql =
            format!("SELECT state, expires_ms FROM scrimmage WHERE id = ?{}", tx.for_update());
        let row = tx.row(&sql, &values![self.id]).await?.ok_or_else(missing)?;
        let sql =
            "SELECT MIN(accepted) AS accepted FROM scrimmage_side WHERE scrimmage = ? AND team = ?";
        let side = tx.row(sql, &values![self.id, self.team]).await?.ok_or_else(missing)?;
        let accepted = side.get::<Option<i64>>("accepted")?.ok_or_else(missing)?;
        let mut state: ScrimmageState = row.get("state")?;
        if state == ScrimmageState::Asked && row.get::<Millis>("expires_ms")? <= self.now {
            state = ScrimmageState::Expired;
        }
        if state != ScrimmageState::Asked {
            let sentence = format!("this scrimmage is {} and cannot be answered", state.name());
            return Err(Refusal::Conflict(sentence).into());
        }
        if accepted != 0 {
            let sentence = "your team has accepted this scrimmage; it waits for the other team";
            return Err(Refusal::Conflict(sentence.into()).into());
        }
        if !self.accept {
            let sql = "UPDATE scrimmage SET state = ?, decided_ms = ? WHERE id = ?";
            tx.execute(sql, &values![ScrimmageState::Declined, self.now, self.id]).await?;
            return tell(tx, self.id, ScrimmageState::Declined, self.now).await;
        }
        tx.refuse_frozen(self.team, Switch::Scrimmages).await?;
        let sql = "UPDATE scrimmage_side SET accepted = 1 WHERE scrimmage = ? AND team = ?";
        tx.execute(sql, &values![self.id, self.team]).await?;
        play_if_accepted(tx, self.id, self.now).await
    }
}

/// A team says whether it accepts every scrimmage without being asked.
#[derive(Clone, Debug)]
pub struct SetAlwaysAccepts {
    /// The team.
    pub team: i64,
    /// Whether it does.
    pub always: bool,
}

impl Change for SetAlwaysAccepts {
    type Output = ();
    async fn apply(&self, tx: &mut Tx<'_>) -> Result<(), Fault> {
        let sql = "UPDATE team SET always_accepts = ? WHERE id = ?";
        tx.execute(sql, &values![self.always, self.team]).await?;
        Ok(())
    }
}

/// Ends the scrimmages that were not answered in time. Returns how many there were.
#[derive(Clone, Debug)]
pub struct ExpireScrimmages {
    /// The time.
    pub now: Millis,
}

impl Change for ExpireScrimmages {
    type Output = usize;
    const DURABLE: bool = false;
    async fn apply(&self, tx: &mut Tx<'_>) -> Result<usize, Fault> {
        let sql = "UPDATE scrimmage SET state = 'expired', decided_ms = ? WHERE state = 'asked' \
                   AND expires_ms <= ? RETURNING id";
        let expired = tx.rows(sql, &values![self.now, self.now]).await?;
        for row in &expired {
            tell(tx, row.get("id")?, ScrimmageState::Expired, self.now).await?;
        }
        Ok(expired.len())
    }
}
