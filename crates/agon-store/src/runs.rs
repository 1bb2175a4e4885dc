//! Runs: competitions as logs of entries. The entries belong to agon-compete; here they are text, in order.
//!
//! A run is extended from a known length: if the log has grown in the meantime, nothing is changed and the
//! caller plans again. So two servers, or a server and a shell, never write the same place of a log.

use crate::console::{declare_job, declared};
use crate::events::check_title;
use crate::jobs::{Finished, Lane, note_stop};
use crate::list::{Kind, List};
use crate::matches::{self, CommitGame, CorrectedGame, NewGame, NewMatch, Side};
use crate::questions::AnswerTeam;
use crate::tally::{self, Counted};
use crate::{Change, Fault, Millis, Refusal, Row, Store, Tx, values};

/// A run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Run {
    /// Its number.
    pub id: i64,
    /// The event.
    pub event: i64,
    /// `tournament`, `league`, `grade` or `compare`.
    pub kind: String,
    /// Its title.
    pub title: String,
    /// `open`, `blocked` by a dead job, `closed`, or `stopped`.
    pub state: String,
    /// Why the organisers have stopped it.
    pub stopped: Option<String>,
    /// Number of entries of its log.
    pub length: i64,
    /// Whether its results are public.
    pub public: bool,
    /// The last round whose games may be played.
    pub started: i64,
    /// The last round that all people may see.
    pub released: i64,
    /// When it was made.
    pub created_ms: Millis,
}

const COLUMNS: &str = "id, event, kind, title, stopped, length, public, started, released, created_ms, \
     CASE WHEN stopped IS NULL THEN state ELSE 'stopped' END AS state";

fn run(row: &Row) -> Result<Run, Fault> {
    Ok(Run {
        id: row.get("id")?,
        event: row.get("event")?,
        kind: row.get("kind")?,
        title: row.get("title")?,
        state: row.get("state")?,
        stopped: row.get("stopped")?,
        length: row.get("length")?,
        public: row.get("public")?,
        started: row.get("started")?,
        released: row.get("released")?,
        created_ms: row.get("created_ms")?,
    })
}

/// A team that can take part in a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Candidate {
    /// The team and the version that plays.
    pub side: Side,
    /// The version's number within the team.
    pub number: u32,
    /// The team's name.
    pub name: String,
    /// Whether it belongs to the organisers.
    pub staff: bool,
    /// Content address of the version, or `builtin:NAME`.
    pub source: String,
    /// What reading its program has shown, as a JSON document.
    pub reading: Option<String>,
}

impl Store {
    /// A run by number.
    pub async fn run(&self, id: i64) -> Result<Option<Run>, Fault> {
        let sql = format!("SELECT {COLUMNS} FROM run WHERE id = ?");
        self.row(&sql, &values![id]).await?.as_ref().map(run).transpose()
    }

    /// The runs of an event before a given one, newest first.
    pub async fn runs(
        &self,
        event: i64,
        with_hidden: bool,
        before: i64,
        limit: u32,
    ) -> Result<Vec<Run>, Fault> {
        let sql = format!(
            "SELECT {COLUMNS} FROM run WHERE event = ? AND id < ? AND public >= ? \
             ORDER BY id DESC LIMIT ?"
        );
        let values = values![event, before, i64::from(!with_hidden), limit];
        self.rows(&sql, &values).await?.iter().map(run).collect()
    }

    /// The entries of a run's log from a place on, in order.
    pub async fn run_entries(&self, id: i64, from: i64) -> Result<Vec<String>, Fault> {
        let sql = "SELECT body FROM run_entry WHERE run = ? AND seq >= ? ORDER BY seq";
        self.rows(sql, &values![id, from]).await?.iter().map(|row| row.get("body")).collect()
    }

    /// The teams and versions of a run's entrants, by their numbers.
    pub async fn run_entrants(&self, id: i64) -> Result<Vec<(u32, Side)>, Fault> {
        let sql = "SELECT number, team, submission FROM run_entrant WHERE run = ? ORDER BY number";
        let entrant = |row: &Row| {
            let side = Side { team: row.get("team")?, submission: row.get("submission")? };
            Ok((row.get("number")?, side))
        };
        self.rows(sql, &values![id]).await?.iter().map(entrant).collect()
    }

    /// The keys of a run's jobs that are not finished, without the start that all of them share.
    pub async fn open_run_jobs(&self, id: i64) -> Result<Vec<String>, Fault> {
        let sql = "SELECT key FROM job WHERE run = ? AND state IN ('queued', 'dispatched', 'dead')";
        let start = key_start(id);
        let key = |row: &Row| {
            let key: String = row.get("key")?;
            let short = key.strip_prefix(&start).map(str::to_owned);
            short.ok_or_else(|| Fault::Damaged(format!("job key {key}")))
        };
        self.rows(sql, &values![id]).await?.iter().map(key).collect()
    }

    /// The active teams of an event that have a valid version, by number.
    pub async fn candidates(&self, event: i64) -> Result<Vec<Candidate>, Fault> {
        let sql = "SELECT t.id, t.name, t.staff, s.id AS submission, s.number, s.source, s.reading \
                   FROM team t \
                   JOIN submission s ON s.id = t.active_submission \
                   WHERE t.event = ? AND t.state = 'active' ORDER BY t.id";
        let candidate = |row: &Row| {
            Ok(Candidate {
                side: Side { team: row.get("id")?, submission: row.get("submission")? },
                number: row.get("number")?,
                name: row.get("name")?,
                staff: row.get("staff")?,
                source: row.get("source")?,
                reading: row.get("reading")?,
            })
        };
        self.rows(sql, &values![event]).await?.iter().map(candidate).collect()
    }
}

/// Why a match of a run is void.
const NOT_NEEDED: &str = "by a decision of the organisers this game is not needed any more";
/// Why a match of a run is superseded.
const PLAYED_AGAIN: &str = "the organisers had this game played again; the new result counts";

/// A sentence about a match with the reason of the ruling that it follows from.
fn with_reason(sentence: &str, why: Option<&str>) -> String {
    match why {
        Some(why) => format!("{sentence}: {why}"),
        None => sentence.to_owned(),
    }
}

/// The start of the keys of a run's jobs and matches.
fn key_start(run: i64) -> String {
    format!("run/{run}/")
}

/// What a job's key says about a run: the number of the run, the attempt, and the key of the game.
pub fn parts_of_key(key: &str) -> Option<(i64, u32, &str)> {
    let mut parts = key.splitn(4, '/');
    match (parts.next()?, parts.next()?, parts.next()?, parts.next()?) {
        ("run", run, attempt, game) => Some((run.parse().ok()?, attempt.parse().ok()?, game)),
        _ => None,
    }
}

/// A game of a run to be played.
#[derive(Clone, Debug, PartialEq)]
pub struct RunGame {
    /// Attempt and key, as [`short_key`] makes it.
    pub key: String,
    /// The attempt before, whose match no longer counts.
    pub replaces: Option<String>,
    /// Specifier of the map.
    pub map: String,
    /// The seed.
    pub seed: u64,
    /// Sets the bots' seeds apart.
    pub lot: u64,
    /// The sides by seat.
    pub sides: Vec<Side>,
    /// The round, from 1.
    pub round: u32,
}

/// The part of a job's key that tells the games of one run apart.
pub fn short_key(attempt: u32, game: &str) -> String {
    format!("{attempt}/{game}")
}

/// What a planner makes of new entries.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Steps {
    /// The entries to append.
    pub entries: Vec<String>,
    /// Entrants that come in: number, side, whether it is ranked.
    pub entrants: Vec<(i64, Side, bool)>,
    /// The games to enqueue.
    pub games: Vec<RunGame>,
    /// Short keys of jobs that are not needed any more.
    pub cancel: Vec<String>,
    /// Games whose results a ruling changes.
    pub corrected: Vec<CorrectedGame>,
    /// The reason of the ruling among the entries; matches that no longer count show it.
    pub why: Option<String>,
    /// How the counted results change; the run in them is not looked at.
    pub tally: Vec<Counted>,
    /// Whether the run has ended.
    pub finished: bool,
    /// Whether the ruling among the entries stops the run.
    pub stopped: bool,
}

/// How the games of a run are played.
#[derive(Clone, Debug, PartialEq)]
pub struct Terms {
    /// The kind of its matches: `tournament`, `ladder` or `grading`.
    pub kind: &'static str,
    /// How urgent they are.
    pub lane: Lane,
    /// Rule profile.
    pub rules: String,
    /// How strictly the time limits apply: `strict`, `loose` or `off`.
    pub clock: String,
    /// Longest time for one game.
    pub wall_limit_ms: i64,
}

impl Steps {
    /// Appends to the log of a run that has `length` entries, and changes its matches and jobs.
    async fn apply(
        &self,
        tx: &mut Tx<'_>,
        run: i64,
        length: i64,
        terms: &Terms,
        now: Millis,
    ) -> Result<(), Fault> {
        let rows = self.entries.iter().zip(length..);
        let rows = rows.map(|(body, seq)| serde_json::json!([seq, body]));
        let list = List::new(&[("nr", Kind::Int), ("document", Kind::Text)], rows);
        let sql = format!(
            "INSERT INTO run_entry (run, seq, body) SELECT ?, nr, document FROM {}",
            tx.table(&list)
        );
        tx.execute(&sql, &values![run, &list]).await?;
        tally::count(tx, run, &self.tally, now).await?;
        for (number, side, ranked) in &self.entrants {
            let sql = "INSERT INTO run_entrant (run, number, team, submission, ranked) \
                       VALUES (?, ?, ?, ?, ?)";
            tx.execute(sql, &values![run, *number, side.team, side.submission, *ranked]).await?;
        }
        let start = key_start(run);
        let why = self.why.as_deref();
        for corrected in &self.corrected {
            let key = format!("{start}{}", corrected.key);
            matches::correct_run_game(tx, &key, corrected, now).await?;
        }
        for key in &self.cancel {
            let key = format!("{start}{key}");
            note_stop(tx, &key).await?;
            let sql = "UPDATE job SET state = 'cancelled', token = NULL, finished_ms = ? \
                       WHERE key = ? AND state IN ('queued', 'dispatched', 'dead')";
            tx.execute(sql, &values![now, &key]).await?;
            let sql = "UPDATE match SET state = 'void', finished_ms = ?, why = ? WHERE key = ? \
                       AND state IN ('queued', 'running')";
            tx.execute(sql, &values![now, with_reason(NOT_NEEDED, why), &key]).await?;
        }
        for replaced in self.games.iter().filter_map(|game| game.replaces.as_ref()) {
            let sql = "UPDATE match SET state = 'superseded', why = ? WHERE key = ?";
            let sentence = with_reason(PLAYED_AGAIN, why);
            tx.execute(sql, &values![sentence, format!("{start}{replaced}")]).await?;
        }
        let new = |game: &RunGame| NewMatch {
            kind: terms.kind,
            run: Some(run),
            round: game.round,
            key: format!("{start}{}", game.key),
            sides: game.sides.clone(),
            games: vec![NewGame {
                map: game.map.clone(),
                seed: game.seed,
                lot: Some(game.lot),
                turned: 0,
            }],
            rules: terms.rules.clone(),
            clock: terms.clock.clone(),
            requested_by: None,
            lane: terms.lane,
            wall_limit_ms: terms.wall_limit_ms,
            now,
        };
        let new: Vec<NewMatch> = self.games.iter().map(new).collect();
        matches::insert_all(tx, &new).await?;
        if self.stopped {
            let sql = "UPDATE run SET stopped = ? WHERE id = ?";
            tx.execute(sql, &values![why.unwrap_or_default(), run]).await?;
            tx.execute("UPDATE ladder SET mode = 'off' WHERE run = ?", &values![run]).await?;
        }
        // A dead job that was cancelled no longer blocks the run.
        let sql = "UPDATE run SET length = ?, state = CASE WHEN ? = 1 THEN 'closed' WHEN EXISTS (SELECT 1 \
                   FROM job j WHERE j.run = run.id AND j.state = 'dead') THEN 'blocked' ELSE 'open' END \
                   WHERE id = ? RETURNING event, state, public";
        let length = length + self.entries.len() as i64;
        let row = tx.row(sql, &values![length, self.finished, run]).await?;
        let row = row.ok_or_else(|| Fault::Damaged(format!("there is no run {run}")))?;
        let (event, state): (i64, String) = (row.get("event")?, row.get("state")?);
        let body =
            serde_json::json!({ "event": event, "run": run, "state": state, "length": length });
        let audience = if row.get("public")? { "public" } else { "staff" };
        tx.tell("run", audience, &body.to_string(), now).await
    }
}

/// Makes a run with its first entries and games.
#[derive(Clone, Debug)]
pub struct NewRun {
    /// The event.
    pub event: i64,
    /// `tournament`, `league`, `grade` or `compare`.
    pub kind: String,
    /// Its title.
    pub title: String,
    /// Whether its results are public.
    pub public: bool,
    /// The last round whose games may be played.
    pub started: i64,
    /// The last round that all people may see.
    pub released: i64,
    /// The first entries, entrants and games.
    pub steps: Steps,
    /// How its games are played.
    pub terms: Terms,
    /// The organiser; none if it is made from the shell.
    pub account: Option<i64>,
    /// The time.
    pub now: Millis,
}

impl Change for NewRun {
    type Output = i64;
    async fn apply(&self, tx: &mut Tx<'_>) -> Result<i64, Fault> {
        check_title("a run's title", &self.title)?;
        check_public(&self.kind, self.public)?;
        let id = tx
            .insert(
                "INSERT INTO run (event, kind, title, state, public, started, released, created_ms) \
                 VALUES (?, ?, ?, 'open', ?, ?, ?, ?) RETURNING id",
                &values![
                    self.event,
                    &self.kind,
                    &self.title,
                    self.public,
                    self.started,
                    self.released,
                    self.now
                ],
            )
            .await?;
        self.steps.apply(tx, id, 0, &self.terms, self.now).await?;
        let object = format!("run {id}");
        tx.audit(self.account, "make run", &object, &self.title, self.now).await?;
        Ok(id)
    }
}

/// What became of an attempt to extend a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Extended {
    /// The log is longer now.
    Done,
    /// The round is not due any more. Nothing was changed.
    NotDue,
    /// The results with these tokens are stale: other attempts have the jobs. Nothing was changed.
    Stale(Vec<String>),
    /// The log has another length than expected: read it and plan again. Nothing was changed.
    Moved,
}

/// Extends the log of a run: with a result, or with a decision of the organisers.
#[derive(Clone, Debug)]
pub struct Extend {
    /// The run.
    pub run: i64,
    /// The length of the log that the steps were planned from.
    pub length: i64,
    /// The last round whose games could be played then.
    pub started: i64,
    /// The last round whose games can be played from now on.
    pub start: Option<i64>,
    /// The event whose ladder is extended, when its round was due, and when the next one is.
    pub due: Option<(i64, Millis, Millis)>,
    /// The results that are committed together with the steps: all of them or none.
    pub results: Vec<CommitGame>,
    /// Why staff declared the results; none if workers brought them.
    pub declared: Option<String>,
    /// The organiser and the decision, for the audit log.
    pub decision: Option<(Option<i64>, String)>,
    /// The answer to the appeal that the decision follows from.
    pub answer: Option<AnswerTeam>,
    /// What to append and to play.
    pub steps: Steps,
    /// How the run's games are played.
    pub terms: Terms,
    /// The time.
    pub now: Millis,
}

impl Change for Extend {
    type Output = Extended;
    async fn apply(&self, tx: &mut Tx<'_>) -> Result<Extended, Fault> {
        let sql = format!("SELECT length, started FROM run WHERE id = ?{}", tx.for_update());
        let Some(row) = tx.row(&sql, &values![self.run]).await? else {
            return Err(Refusal::Unknown(format!("run {}", self.run)).into());
        };
        let there: (i64, i64) = (row.get("length")?, row.get("started")?);
        if there != (self.length, self.started) {
            return Ok(Extended::Moved);
        }
        if let Some((event, due_ms, next_ms)) = self.due {
            let sql = "UPDATE ladder SET next_ms = ? WHERE event = ? AND run = ? AND next_ms = ? \
                       AND mode <> 'off'";
            if tx.execute(sql, &values![next_ms, event, self.run, due_ms]).await? == 0 {
                return Ok(Extended::NotDue);
            }
        }
        if let Some(start) = self.start {
            let sql = "UPDATE run SET started = ? WHERE id = ?";
            tx.execute(sql, &values![start, self.run]).await?;
        }
        let stale = match &self.declared {
            Some(_) => self.declare_results(tx).await?,
            None => self.finish_results(tx).await?,
        };
        if !stale.is_empty() {
            return Ok(Extended::Stale(stale));
        }
        matches::record(tx, &self.results, self.now).await?;
        if let Some(why) = &self.declared {
            for result in &self.results {
                let sql = "UPDATE match SET why = ? WHERE key = ?";
                tx.execute(sql, &values![declared(why), &result.key]).await?;
            }
        }
        self.steps.apply(tx, self.run, self.length, &self.terms, self.now).await?;
        if let Some((account, decision)) = &self.decision {
            let object = format!("run {}", self.run);
            tx.audit(*account, "rule", &object, decision, self.now).await?;
        }
        if let Some(answer) = &self.answer {
            answer.apply(tx).await?;
        }
        Ok(Extended::Done)
    }
}

impl Extend {
    /// Ends the jobs of the results that workers brought; returns the tokens of the stale ones.
    async fn finish_results(&self, tx: &mut Tx<'_>) -> Result<Vec<String>, Fault> {
        let job = |CommitGame { job, token, worker, .. }: &CommitGame| {
            let (token, worker) = (token.clone(), worker.clone());
            Finished { id: *job, token, worker }
        };
        let jobs: Vec<Finished> = self.results.iter().map(job).collect();
        tx.finish_jobs(&jobs, self.now).await
    }

    /// Ends the jobs whose results staff declare; returns the token of one that has ended already.
    async fn declare_results(&self, tx: &mut Tx<'_>) -> Result<Vec<String>, Fault> {
        for CommitGame { job, token, .. } in &self.results {
            if !declare_job(tx, *job, self.now).await? {
                return Ok(vec![token.clone()]);
            }
        }
        Ok(Vec::new())
    }
}

/// Makes the results of a run public, or hides them.
#[derive(Clone, Debug)]
pub struct SetPublic {
    /// The run.
    pub run: i64,
    /// Whether its results are public.
    pub public: bool,
    /// The organiser.
    pub account: i64,
    /// The time.
    pub now: Millis,
}

impl Change for SetPublic {
    type Output = ();
    async fn apply(&self, tx: &mut Tx<'_>) -> Result<(), Fault> {
        let sql = format!("SELECT kind FROM run WHERE id = ?{}", tx.for_update());
        let Some(row) = tx.row(&sql, &values![self.run]).await? else {
            return Err(Refusal::Unknown(format!("run {}", self.run)).into());
        };
        check_public(&row.get::<String>("kind")?, self.public)?;
        let sql = "UPDATE run SET public = ? WHERE id = ?";
        tx.execute(sql, &values![self.public, self.run]).await?;
        let (object, detail) = (format!("run {}", self.run), self.public.to_string());
        tx.audit(Some(self.account), "set public", &object, &detail, self.now).await
    }
}

/// Marks belong to their author and to staff, so a grading is never public.
fn check_public(kind: &str, public: bool) -> Result<(), Refusal> {
    if kind == "grade" && public {
        let sentence = "a grading cannot be public, because marks belong to their authors; make a tournament \
                        or a league for a public table";
        return Err(Refusal::Conflict(sentence.into()));
    }
    Ok(())
}

/// Shows the rounds of a run to all people up to a number.
#[derive(Clone, Debug)]
pub struct Release {
    /// The run.
    pub run: i64,
    /// The last round that is shown; later ones are hidden again.
    pub round: i64,
    /// The organiser.
    pub account: Option<i64>,
    /// The time.
    pub now: Millis,
}

impl Change for Release {
    type Output = ();
    async fn apply(&self, tx: &mut Tx<'_>) -> Result<(), Fault> {
        let sql = "UPDATE run SET released = ? WHERE id = ? RETURNING event, public";
        let Some(row) = tx.row(sql, &values![self.round, self.run]).await? else {
            return Err(Refusal::Unknown(format!("run {}", self.run)).into());
        };
        let (object, detail) = (format!("run {}", self.run), format!("round {}", self.round));
        tx.audit(self.account, "release", &object, &detail, self.now).await?;
        let event: i64 = row.get("event")?;
        let body = serde_json::json!({ "event": event, "run": self.run, "released": self.round });
        let audience = if row.get("public")? { "public" } else { "staff" };
        tx.tell("run", audience, &body.to_string(), self.now).await
    }
}
