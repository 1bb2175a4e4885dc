//! Results of runs, counted by map, seats and ranks. They change in the transaction of the result, so that
//! they always belong to the log of their run.

use crate::list::{Kind, List};
use crate::{Fault, Millis, Row, Store, Tx, values};
use std::collections::BTreeMap;

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

/// Adds to the counts of a run. The run within them is not looked at.
pub(crate) async fn count(
    tx: &mut Tx<'_>,
    run: i64,
    counts: &[Counted],
    now: Millis,
) -> Result<(), Fault> {
    // A statement may change a row only once.
    let mut sums: BTreeMap<(&str, String, String), i64> = BTreeMap::new();
    for Counted { map, seats, ranks, games, .. } in counts {
        *sums.entry((map, words(seats), words(ranks))).or_default() += games;
    }
    let changed = sums.into_iter().filter(|(_, games)| *games != 0);
    let columns = &[
        ("map_name", Kind::Text),
        ("by_seat", Kind::Text),
        ("placed", Kind::Text),
        ("n", Kind::Int),
    ];
    let list = List::new(
        columns,
        changed.map(|((map, seats, ranks), games)| serde_json::json!([map, seats, ranks, games])),
    );
    if list.is_empty() {
        return Ok(());
    }
    let table = tx.table(&list);
    let sql = format!(
        "INSERT INTO tally (run, map, seats, ranks, games) SELECT ?, map_name, by_seat, placed, n \
         FROM {table} WHERE true ON CONFLICT (run, map, seats, ranks) \
         DO UPDATE SET games = tally.games + excluded.games"
    );
    tx.execute(&sql, &values![run, &list]).await?;
    let sql = format!(
        "INSERT INTO tally_change (run, at_ms, map, seats, ranks, games) \
         SELECT ?, ?, map_name, by_seat, placed, n FROM {table}"
    );
    tx.execute(&sql, &values![run, now, &list]).await?;
    Ok(())
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

    /// The results of an event's public leagues that were known at a moment.
    pub async fn ladder_tally_at(&self, event: i64, at: Millis) -> Result<Vec<Counted>, Fault> {
        let sql = "SELECT c.run, c.map, c.seats, c.ranks, CAST(SUM(c.games) AS BIGINT) AS games \
                   FROM tally_change c JOIN run r ON r.id = c.run \
                   WHERE r.event = ? AND r.kind = 'league' AND r.public = 1 AND c.at_ms <= ? \
                   GROUP BY c.run, c.map, c.seats, c.ranks HAVING SUM(c.games) <> 0";
        self.rows(sql, &values![event, at]).await?.iter().map(counted).collect()
    }

    /// Which results those are: the number of entries of the leagues' logs.
    pub async fn ladder_version(&self, event: i64) -> Result<i64, Fault> {
        let sql = "SELECT CAST(COALESCE(SUM(length), 0) AS BIGINT) AS version FROM run \
                   WHERE event = ? AND kind = 'league' AND public = 1";
        self.row(sql, &values![event]).await?.map_or(Ok(0), |row| row.get("version"))
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
