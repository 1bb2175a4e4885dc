//! Results of runs, counted by map, seats and ranks. They change in the transaction of the result, so that
//! they always belong to the log of their run.

use crate::{Fault, Row, Store, Tx, values};

/// Games with the same entrants on the same seats, the same ranks, and the same map.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Counted {
    /// The run.
    pub run: i64,
    /// The map.
    pub map: String,
    /// Numbers of the entrants by seat.
    pub seats: Vec<i64>,
    /// Ranks by seat.
    pub ranks: Vec<u8>,
    /// Number of games, or by how much it changes.
    pub games: i64,
}

fn words<T: ToString>(numbers: &[T]) -> String {
    numbers.iter().map(T::to_string).collect::<Vec<_>>().join(" ")
}

fn numbers<T: std::str::FromStr>(words: &str) -> Result<Vec<T>, Fault> {
    let number = |word: &str| {
        word.parse().map_err(|_| Fault::Damaged(format!("a count of games has the number {word}")))
    };
    words.split(' ').map(number).collect()
}

impl Counted {
    /// Adds to the count of a run.
    pub(crate) async fn add(&self, tx: &mut Tx<'_>, run: i64) -> Result<(), Fault> {
        let sql = "INSERT INTO tally (run, map, seats, ranks, games) VALUES (?, ?, ?, ?, ?) \
                   ON CONFLICT (run, map, seats, ranks) DO UPDATE SET games = tally.games + excluded.games";
        let values = values![run, &self.map, words(&self.seats), words(&self.ranks), self.games];
        tx.execute(sql, &values).await?;
        Ok(())
    }
}

fn counted(row: &Row) -> Result<Counted, Fault> {
    Ok(Counted {
        run: row.get("run")?,
        map: row.get("map")?,
        seats: numbers(&row.get::<String>("seats")?)?,
        ranks: numbers(&row.get::<String>("ranks")?)?,
        games: row.get("games")?,
    })
}

impl Store {
    /// The counted results of a run.
    pub async fn run_tally(&self, run: i64) -> Result<Vec<Counted>, Fault> {
        let sql = "SELECT run, map, seats, ranks, games FROM tally WHERE run = ? AND games <> 0";
        self.rows(sql, &values![run]).await?.iter().map(counted).collect()
    }

    /// The counted results of an event's public leagues.
    pub async fn ladder_tally(&self, event: i64) -> Result<Vec<Counted>, Fault> {
        let sql = "SELECT t.run, t.map, t.seats, t.ranks, t.games FROM tally t JOIN run r ON r.id = t.run \
                   WHERE r.event = ? AND r.kind = 'league' AND r.public = 1 AND t.games <> 0";
        self.rows(sql, &values![event]).await?.iter().map(counted).collect()
    }

    /// Which results those are: the number of entries of the leagues' logs.
    pub async fn ladder_version(&self, event: i64) -> Result<i64, Fault> {
        let sql = "SELECT CAST(COALESCE(SUM(length), 0) AS BIGINT) AS version FROM run \
                   WHERE event = ? AND kind = 'league' AND public = 1";
        self.row(sql, &values![event]).await?.map_or(Ok(0), |row| row.get("version"))
    }

    /// The teams of an event's public leagues: run, number of the entrant, team.
    pub async fn ladder_entrants(&self, event: i64) -> Result<Vec<(i64, i64, i64)>, Fault> {
        let sql = "SELECT e.run, e.number, e.team FROM run_entrant e JOIN run r ON r.id = e.run \
                   WHERE r.event = ? AND r.kind = 'league' AND r.public = 1 AND e.ranked = 1";
        let entrant = |row: &Row| Ok((row.get("run")?, row.get("number")?, row.get("team")?));
        self.rows(sql, &values![event]).await?.iter().map(entrant).collect()
    }

    /// The names of the teams that compete in a run, by the number of the entrant.
    pub async fn run_names(&self, run: i64) -> Result<Vec<(i64, String)>, Fault> {
        let sql = "SELECT e.number, t.name FROM run_entrant e JOIN team t ON t.id = e.team \
                   WHERE e.run = ? AND e.ranked = 1 ORDER BY e.number";
        let entrant = |row: &Row| Ok((row.get("number")?, row.get("name")?));
        self.rows(sql, &values![run]).await?.iter().map(entrant).collect()
    }

    /// The names of an event's teams, by number.
    pub async fn team_names(&self, event: i64) -> Result<Vec<(i64, String)>, Fault> {
        let sql = "SELECT id, name FROM team WHERE event = ? ORDER BY id";
        let team = |row: &Row| Ok((row.get("id")?, row.get("name")?));
        self.rows(sql, &values![event]).await?.iter().map(team).collect()
    }
}
