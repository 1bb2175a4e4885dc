//! Fills a database with the matches of a long season, in the shape that a played season has.

use crate::app::now;
use agon_compete::{Tallied, Tally};
use agon_store::work::GameReport;
use agon_store::{Change, Fault, Store, Tx, Value, values};

/// The event.
pub(super) const EVENT: &str = "bench";
/// Matches per transaction.
const CHUNK: u64 = 5_000;
/// Rows per statement. SQLite binds at most 32,766 values.
const ROWS: usize = 500;

/// A season: one event, one public league.
#[derive(Copy, Clone, Debug)]
pub(super) struct Season {
    pub matches: u64,
    pub teams: u64,
}

/// The numbers of what was made.
#[derive(Copy, Clone, Debug)]
pub(super) struct Made {
    pub event: i64,
    pub run: i64,
    pub first_team: i64,
    pub first_submission: i64,
}

impl Season {
    /// Fills an empty database.
    pub async fn fill(self, store: &Store, game: &str, organiser: i64) -> Result<Made, Fault> {
        let made = store.change(Teams { season: self, game: game.into(), organiser }).await?;
        let mut from = 0;
        let mut tally = Tally::default();
        while from < self.matches {
            let to = (from + CHUNK).min(self.matches);
            for number in from..to {
                tally.add(self.result(number), 1);
            }
            store.change(Matches { season: self, made, from, to }).await?;
            from = to;
        }
        store.change(Tallies { run: made.run, tally }).await?;
        Ok(made)
    }

    /// The entrants of a match, from 0: every team meets every other one in turn.
    fn pair(self, number: u64) -> (u64, u64) {
        let first = number % self.teams;
        let step = 1 + number / self.teams % (self.teams - 1);
        (first, (first + step) % self.teams)
    }

    /// Teams with lower numbers win more often; one game in sixteen is drawn.
    fn ranks(self, number: u64) -> [u8; 2] {
        let (first, second) = self.pair(number);
        let die = number.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 40;
        match (die % 16, die / 16 % (first + second + 2) <= second) {
            (0, _) => [1, 1],
            (_, true) => [1, 2],
            (_, false) => [2, 1],
        }
    }

    fn result(self, number: u64) -> Tallied {
        let (first, second) = self.pair(number);
        let seats = vec![first as i64 + 1, second as i64 + 1];
        Tallied { map: "plain".into(), seats, ranks: self.ranks(number).to_vec() }
    }
}

/// A played game.
pub(super) fn report(ranks: Vec<u8>) -> GameReport {
    GameReport {
        map: "plain".into(),
        ranks,
        scores: vec![12.0, 7.0],
        reason: "score".into(),
        sentence: "the first seat has the higher score".into(),
        most: None,
        rounds: 200,
        state: 1,
        orders: None,
        faults: vec![None, None],
        classes: Vec::new(),
        dead: vec![false, false],
        silent: vec![false, false],
        seconds: 0.5,
        replay: Some("0".repeat(64)),
    }
}

/// Inserts rows with several rows per statement.
async fn insert(tx: &mut Tx<'_>, into: &str, rows: Vec<Vec<Value>>) -> Result<(), Fault> {
    for rows in rows.chunks(ROWS) {
        let marks = format!("({})", vec!["?"; rows[0].len()].join(", "));
        let sql = format!("INSERT INTO {into} VALUES {}", vec![marks; rows.len()].join(", "));
        tx.execute(&sql, &rows.concat()).await?;
    }
    Ok(())
}

struct Teams {
    season: Season,
    game: String,
    organiser: i64,
}

impl Change for Teams {
    type Output = Made;
    async fn apply(&self, tx: &mut Tx<'_>) -> Result<Made, Fault> {
        let now = now();
        let event = tx
            .insert(
                "INSERT INTO event (slug, title, game, settings, phase, created_ms) \
                 VALUES (?, 'A long season', ?, '{}', 'open', ?) RETURNING id",
                &values![EVENT, &self.game, now],
            )
            .await?;
        let run = tx
            .insert(
                "INSERT INTO run (event, kind, title, state, public, length, created_ms) \
                 VALUES (?, 'league', 'The ladder', 'closed', 1, ?, ?) RETURNING id",
                &values![event, self.season.matches as i64, now],
            )
            .await?;
        let (mut first_team, mut first_submission) = (0, 0);
        for number in 0..self.season.teams as i64 {
            let team = tx
                .insert(
                    "INSERT INTO team (event, name, name_key, join_code, state, created_ms) \
                     VALUES (?, ?, ?, ?, 'active', ?) RETURNING id",
                    &values![
                        event,
                        format!("Team {number}"),
                        number.to_string(),
                        number.to_string(),
                        now
                    ],
                )
                .await?;
            let submission = tx
                .insert(
                    "INSERT INTO submission (team, number, name, account, source, size, state, received_ms) \
                     VALUES (?, 1, 'bot.py', ?, ?, 1000, 'valid', ?) RETURNING id",
                    &values![team, self.organiser, format!("{number:064}"), now],
                )
                .await?;
            let sql = "UPDATE team SET active_submission = ? WHERE id = ?";
            tx.execute(sql, &values![submission, team]).await?;
            let sql = "INSERT INTO run_entrant (run, number, team, submission) VALUES (?, ?, ?, ?)";
            tx.execute(sql, &values![run, number + 1, team, submission]).await?;
            if number == 0 {
                (first_team, first_submission) = (team, submission);
            }
        }
        Ok(Made { event, run, first_team, first_submission })
    }
}

struct Matches {
    season: Season,
    made: Made,
    from: u64,
    to: u64,
}

impl Change for Matches {
    type Output = ();
    const DURABLE: bool = false;
    async fn apply(&self, tx: &mut Tx<'_>) -> Result<(), Fault> {
        let Made { event, run, first_team, first_submission } = self.made;
        let now = now();
        let (mut matches, mut seats, mut games) = (Vec::new(), Vec::new(), Vec::new());
        for number in self.from..self.to {
            let id = number as i64 + 1;
            let key = format!("run/{run}/1/g{number}");
            let (played, state) = (1_i64, "finished");
            matches.push(values![id, event, "ladder", run, key, state, played, now, now].to_vec());
            let (first, second) = self.season.pair(number);
            for (seat, team) in [first as i64, second as i64].into_iter().enumerate() {
                let row = values![id, seat as i64, first_team + team, first_submission + team];
                seats.push(row.to_vec());
            }
            let result = report(self.season.ranks(number).to_vec());
            let result = serde_json::to_string(&result).expect("plain data");
            let row = values![id, 1_i64, "plain", 7_i64, "[0,1]", result, "0", "local", now];
            games.push(row.to_vec());
        }
        let into = "match (id, event, kind, run, key, state, games, created_ms, finished_ms)";
        insert(tx, into, matches).await?;
        insert(tx, "seat (match, seat, team, submission)", seats).await?;
        let into = "game (match, number, map, seed, sides, result, replay, worker, finished_ms)";
        insert(tx, into, games).await
    }
}

struct Tallies {
    run: i64,
    tally: Tally,
}

impl Change for Tallies {
    type Output = ();
    async fn apply(&self, tx: &mut Tx<'_>) -> Result<(), Fault> {
        let words = |numbers: Vec<String>| numbers.join(" ");
        let rows = self.tally.counts().map(|(result, games)| {
            let seats = words(result.seats.iter().map(ToString::to_string).collect());
            let ranks = words(result.ranks.iter().map(ToString::to_string).collect());
            values![self.run, &result.map, seats, ranks, games].to_vec()
        });
        insert(tx, "tally (run, map, seats, ranks, games)", rows.collect()).await?;
        // PostgreSQL counts on from the numbers that were given.
        if tx.dialect() == agon_store::Dialect::Postgres {
            let sql =
                "SELECT setval(pg_get_serial_sequence('match', 'id'), (SELECT MAX(id) FROM match))";
            tx.rows(sql, &[]).await?;
        }
        Ok(())
    }
}
