//! Ranked play of an event: when rounds are drawn, what the ratings were after each of them, and the last
//! results of a team.

use crate::matches::{HIDDEN, SideResult};
use crate::runs::NewRun;
use crate::work::GameReport;
use crate::{Change, Fault, Millis, Refusal, Row, Store, Tx, values};
use serde::{Deserialize, Serialize};
use std::str::FromStr;

/// When the rounds of a ladder are drawn.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Mode {
    /// Not at all.
    Off,
    /// Each round when the one before has ended.
    Continuous,
    /// By the clock.
    Every,
}

impl Mode {
    /// The name in the database and the API.
    pub fn name(self) -> &'static str {
        match self {
            Mode::Off => "off",
            Mode::Continuous => "continuous",
            Mode::Every => "every",
        }
    }
}

impl FromStr for Mode {
    type Err = String;
    fn from_str(word: &str) -> Result<Mode, String> {
        let all = [Mode::Off, Mode::Continuous, Mode::Every];
        let found = all.into_iter().find(|mode| mode.name() == word);
        found.ok_or_else(|| format!("unknown mode `{word}`; choose off, continuous or every"))
    }
}

/// The ladder of an event.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ladder {
    /// The event.
    pub event: i64,
    /// The run with its games.
    pub run: i64,
    /// When its rounds are drawn.
    pub mode: Mode,
    /// Time between two rounds by the clock.
    pub every_ms: i64,
    /// How often a team is paired in a round.
    pub turns: u32,
    /// Maps, seats and regulations, as JSON.
    pub plan: String,
    /// When the next round is due.
    pub next_ms: Millis,
}

const COLUMNS: &str = "l.event, l.run, l.mode, l.every_ms, l.turns, l.plan, l.next_ms";

fn ladder(row: &Row) -> Result<Ladder, Fault> {
    Ok(Ladder {
        event: row.get("event")?,
        run: row.get("run")?,
        mode: row.get::<String>("mode")?.parse().map_err(Fault::Damaged)?,
        every_ms: row.get("every_ms")?,
        turns: row.get("turns")?,
        plan: row.get("plan")?,
        next_ms: row.get("next_ms")?,
    })
}

/// A team's rating after a round.
#[derive(Clone, Debug, PartialEq)]
pub struct RatingPoint {
    /// The team.
    pub team: i64,
    /// Version of the results.
    pub version: i64,
    /// When.
    pub at_ms: Millis,
    /// Elo rating.
    pub elo: f64,
    /// Half of the 95 % interval.
    pub error: f64,
    /// Best and worst plausible place.
    pub places: (i64, i64),
    /// Games that it follows from.
    pub games: i64,
}

/// A ranked game of a team.
#[derive(Clone, Debug, PartialEq)]
pub struct LastResult {
    /// The match.
    pub match_id: i64,
    /// When it ended.
    pub at_ms: Millis,
    /// The teams by seat.
    pub teams: Vec<i64>,
    /// The result.
    pub report: GameReport,
}

/// How a team did in a ranked match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FormEntry {
    /// The team.
    pub team: i64,
    /// The match.
    pub match_id: i64,
    /// How it did.
    pub result: SideResult,
}

/// The newest ranked matches in which the last results of all teams are looked for.
const FORM_MATCHES: u32 = 5_000;

impl Store {
    /// The ladder of an event.
    pub async fn ladder(&self, event: i64) -> Result<Option<Ladder>, Fault> {
        let sql = format!("SELECT {COLUMNS} FROM ladder l WHERE l.event = ?");
        self.row(&sql, &values![event]).await?.as_ref().map(ladder).transpose()
    }

    /// The ladders whose next round is due: of events that are being played, without games under way; not
    /// those that the organisers have stopped.
    pub async fn due_ladders(&self, now: Millis) -> Result<Vec<Ladder>, Fault> {
        let sql = format!(
            "SELECT {COLUMNS} FROM ladder l JOIN event e ON e.id = l.event WHERE l.mode <> 'off' \
             AND l.next_ms <= ? AND e.phase IN ('open', 'frozen', 'finals') AND NOT EXISTS \
             (SELECT 1 FROM event_freeze f WHERE f.event = l.event AND f.switch = 'ladder') AND NOT EXISTS \
             (SELECT 1 FROM job j WHERE j.run = l.run AND j.state IN ('queued', 'dispatched', 'dead'))"
        );
        self.rows(&sql, &values![now]).await?.iter().map(ladder).collect()
    }

    /// Jobs of ladders that failed too often.
    pub async fn dead_ladder_jobs(&self) -> Result<Vec<i64>, Fault> {
        let sql = "SELECT j.id FROM job j JOIN ladder l ON l.run = j.run WHERE j.state = 'dead'";
        self.rows(sql, &[]).await?.iter().map(|row| row.get("id")).collect()
    }

    /// The ratings of a team after each round, oldest first.
    pub async fn rating_points(&self, event: i64, team: i64) -> Result<Vec<RatingPoint>, Fault> {
        let sql = "SELECT team, version, at_ms, elo, error, best, worst, games FROM rating_point \
                   WHERE event = ? AND team = ? ORDER BY version";
        let point = |row: &Row| {
            Ok(RatingPoint {
                team: row.get("team")?,
                version: row.get("version")?,
                at_ms: row.get("at_ms")?,
                elo: row.get("elo")?,
                error: row.get("error")?,
                places: (row.get("best")?, row.get("worst")?),
                games: row.get("games")?,
            })
        };
        self.rows(sql, &values![event, team]).await?.iter().map(point).collect()
    }

    /// The results of a team's last ranked games that all people may see, newest first; against one team
    /// only, if it is given.
    pub async fn last_results(
        &self,
        event: i64,
        team: i64,
        against: Option<i64>,
        limit: u32,
    ) -> Result<Vec<LastResult>, Fault> {
        let sql = format!(
            "SELECT m.id, g.finished_ms, g.sides, g.result FROM match m JOIN game g ON g.match = m.id \
             WHERE m.event = ? AND m.kind = 'ladder' AND m.state = 'finished' AND NOT {HIDDEN} \
             AND EXISTS (SELECT 1 FROM seat s WHERE s.match = m.id AND s.team = ?) \
             AND EXISTS (SELECT 1 FROM seat s WHERE s.match = m.id AND s.team = ?) \
             ORDER BY m.id DESC LIMIT ?"
        );
        let rows = self.rows(&sql, &values![event, team, against.unwrap_or(team), limit]).await?;
        let damaged = |error: serde_json::Error| Fault::Damaged(format!("a game: {error}"));
        let mut results = Vec::new();
        for row in rows {
            let match_id: i64 = row.get("id")?;
            let report: GameReport =
                serde_json::from_str(&row.get::<String>("result")?).map_err(damaged)?;
            // The organisers decided that the game has no result.
            if report.ranks.is_empty() {
                continue;
            }
            let sides: Vec<usize> =
                serde_json::from_str(&row.get::<String>("sides")?).map_err(damaged)?;
            let teams = self.sides(&[match_id]).await?;
            let team = |side: usize| teams.get(side).map_or(0, |side| side.team);
            results.push(LastResult {
                match_id,
                at_ms: row.get("finished_ms")?,
                teams: sides.into_iter().map(team).collect(),
                report,
            });
        }
        Ok(results)
    }

    /// The last results of every team in ranked matches that all people may see, newest first. Results before
    /// the event's last 5,000 ranked matches are left out.
    pub async fn form(&self, event: i64, per_team: u32) -> Result<Vec<FormEntry>, Fault> {
        let sql = format!(
            "SELECT team, id, result FROM (SELECT s.team, m.id, s.result, \
             ROW_NUMBER() OVER (PARTITION BY s.team ORDER BY m.id DESC) AS place \
             FROM (SELECT m.id FROM match m WHERE m.event = ? AND m.kind = 'ladder' \
             AND m.state = 'finished' AND NOT {HIDDEN} ORDER BY m.id DESC LIMIT ?) m \
             JOIN seat s ON s.match = m.id WHERE s.result IS NOT NULL) f WHERE place <= ? ORDER BY id DESC"
        );
        let entry = |row: &Row| {
            Ok(FormEntry {
                team: row.get("team")?,
                match_id: row.get("id")?,
                result: row.get("result")?,
            })
        };
        self.rows(&sql, &values![event, FORM_MATCHES, per_team]).await?.iter().map(entry).collect()
    }

    /// The versions of an event's public leagues: run, number of the entrant, team, version's number.
    pub async fn ladder_versions(&self, event: i64) -> Result<Vec<(i64, i64, i64, u32)>, Fault> {
        let sql = "SELECT e.run, e.number, e.team, s.number AS version FROM run_entrant e \
                   JOIN run r ON r.id = e.run JOIN submission s ON s.id = e.submission \
                   WHERE r.event = ? AND r.kind = 'league' AND r.public = 1 AND e.ranked = 1";
        let entrant = |row: &Row| {
            Ok((row.get("run")?, row.get("number")?, row.get("team")?, row.get("version")?))
        };
        self.rows(sql, &values![event]).await?.iter().map(entrant).collect()
    }
}

/// Sets up ranked play, or changes when its rounds are drawn.
#[derive(Clone, Debug)]
pub struct SetLadder {
    /// The ladder; its run is that of the event's ladder, or the new one.
    pub ladder: Ladder,
    /// The run that has its games from now on; none to go on with the present one.
    pub run: Option<NewRun>,
    /// The organiser.
    pub account: Option<i64>,
    /// The time.
    pub now: Millis,
}

impl Change for SetLadder {
    type Output = i64;
    async fn apply(&self, tx: &mut Tx<'_>) -> Result<i64, Fault> {
        let Ladder { event, mode, every_ms, turns, plan, next_ms, .. } = &self.ladder;
        let run = match &self.run {
            None => self.ladder.run,
            Some(new) => {
                let sql = "UPDATE run SET state = 'closed' WHERE id = \
                           (SELECT run FROM ladder WHERE event = ?) AND NOT EXISTS (SELECT 1 FROM job j \
                           WHERE j.run = run.id AND j.state IN ('queued', 'dispatched', 'dead'))";
                tx.execute(sql, &values![*event]).await?;
                new.apply(tx).await?
            }
        };
        tx.execute(
            "INSERT INTO ladder (event, run, mode, every_ms, turns, plan, next_ms) \
             VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT (event) DO UPDATE SET run = excluded.run, \
             mode = excluded.mode, every_ms = excluded.every_ms, turns = excluded.turns, \
             plan = excluded.plan, next_ms = excluded.next_ms",
            &values![*event, run, mode.name(), *every_ms, *turns, plan, *next_ms],
        )
        .await?;
        let object = format!("event {event}");
        tx.audit(self.account, "set ladder", &object, mode.name(), self.now).await?;
        Ok(run)
    }
}

/// Puts off the next round, which could not be drawn.
#[derive(Clone, Debug)]
pub struct Postpone {
    /// The event.
    pub event: i64,
    /// When the round was due.
    pub due_ms: Millis,
    /// When it is due now.
    pub next_ms: Millis,
}

impl Change for Postpone {
    type Output = ();
    async fn apply(&self, tx: &mut Tx<'_>) -> Result<(), Fault> {
        let sql = "UPDATE ladder SET next_ms = ? WHERE event = ? AND next_ms = ?";
        tx.execute(sql, &values![self.next_ms, self.event, self.due_ms]).await?;
        Ok(())
    }
}

/// Keeps the ratings after a round; those of one version of the results are kept once.
#[derive(Clone, Debug)]
pub struct KeepRatings {
    /// The event.
    pub event: i64,
    /// The ratings.
    pub points: Vec<RatingPoint>,
}

impl Change for KeepRatings {
    type Output = ();
    async fn apply(&self, tx: &mut Tx<'_>) -> Result<(), Fault> {
        for point in &self.points {
            if !point.elo.is_finite() || !point.error.is_finite() {
                return Err(Refusal::Invalid("a rating is not a number".into()).into());
            }
            tx.execute(
                "INSERT INTO rating_point (event, version, team, at_ms, elo, error, best, worst, games) \
                 VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (event, team, version) DO NOTHING",
                &values![
                    self.event,
                    point.version,
                    point.team,
                    point.at_ms,
                    point.elo,
                    point.error,
                    point.places.0,
                    point.places.1,
                    point.games
                ],
            )
            .await?;
        }
        Ok(())
    }
}
