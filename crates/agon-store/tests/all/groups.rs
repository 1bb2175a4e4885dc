//! Changes: all or nothing, alone or in a group.

use crate::support::on_both;
use agon_store::{Change, Fault, Location, Refusal, Store, Tx, values};
use agon_testservers::Postgres;

/// Writes a setting twice, then fails if asked to.
struct Put {
    name: String,
    end: End,
}

#[derive(Copy, Clone, PartialEq)]
enum End {
    Commit,
    Refuse,
    Panic,
    /// Neither commits nor gives up, as a server that was stopped.
    Silence,
}

impl Change for Put {
    type Output = String;
    async fn apply(&self, tx: &mut Tx<'_>) -> Result<String, Fault> {
        let sql = "INSERT INTO setting (name, value) VALUES (?, 'draft')";
        tx.execute(sql, &values![&self.name]).await?;
        let sql = "UPDATE setting SET value = 'done' WHERE name = ?";
        tx.execute(sql, &values![&self.name]).await?;
        match self.end {
            End::Commit => Ok(self.name.clone()),
            End::Refuse => Err(Refusal::Conflict("asked to refuse".into()).into()),
            End::Panic => panic!("asked to panic"),
            End::Silence => std::future::pending().await,
        }
    }
}

async fn names(store: &Store) -> Vec<String> {
    let rows = store.rows("SELECT name FROM setting ORDER BY name", &[]).await.unwrap();
    rows.iter().map(|row| row.get("name").unwrap()).collect()
}

#[test]
fn a_failed_change_leaves_nothing_and_does_not_touch_its_neighbours() {
    on_both(|store| async move {
        let put = |i: usize| {
            let end = match i % 7 {
                3 => End::Refuse,
                5 => End::Panic,
                _ => End::Commit,
            };
            (end, Put { name: format!("{i:03}"), end })
        };
        let (ends, puts): (Vec<End>, Vec<Put>) = (0..200).map(put).unzip();
        let changes: Vec<_> = puts
            .into_iter()
            .map(|put| {
                let store = store.clone();
                tokio::spawn(async move { store.change(put).await })
            })
            .collect();
        let mut expected = Vec::new();
        for (i, (end, change)) in ends.into_iter().zip(changes).enumerate() {
            let outcome = change.await.unwrap();
            assert_eq!(outcome.is_ok(), end == End::Commit, "{i}: {outcome:?}");
            expected.extend(outcome.ok());
        }
        assert_eq!(names(&store).await, expected);
    });
}

#[test]
fn a_change_is_completed_when_its_caller_goes_away() {
    on_both(|store| async move {
        let put = Put { name: "kept".into(), end: End::Commit };
        let caller = store.clone();
        // Polled once, so that the change is under way, then dropped.
        let mut change = Box::pin(async move { caller.change(put).await });
        let _ = futures_util::poll!(change.as_mut());
        drop(change);
        while names(&store).await.is_empty() {
            tokio::task::yield_now().await;
        }
    });
}

#[test]
fn a_database_of_a_newer_program_is_refused() {
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let folder = tempfile::tempdir().unwrap();
    let location = Location::Sqlite(folder.path().join("agon.db"));
    runtime.block_on(async {
        struct Later;
        impl Change for Later {
            type Output = u64;
            async fn apply(&self, tx: &mut Tx<'_>) -> Result<u64, Fault> {
                tx.execute("INSERT INTO schema_version (version) VALUES (99)", &[]).await
            }
        }
        Store::open(&location).await.unwrap().change(Later).await.unwrap();
        let Err(fault) = Store::open(&location).await else { panic!("it was opened") };
        assert!(fault.to_string().starts_with("the database has schema version 99"), "{fault}");
    });
}

#[test]
fn a_damaged_file_is_refused_with_its_name() {
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("agon.db");
    std::fs::write(&path, "this is not a database, but long enough to look like one".repeat(100))
        .unwrap();
    let Err(fault) = runtime.block_on(Store::open(&Location::Sqlite(path))) else {
        panic!("it was opened")
    };
    assert!(fault.to_string().contains("agon.db"), "{fault}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_that_is_silent_within_a_transaction_does_not_hold_up_the_others() {
    let address = Postgres::shared().new_database();
    let second = Store::open(&Location::Postgres(address.clone())).await.unwrap();
    let limit = "SELECT current_setting('idle_in_transaction_session_timeout') AS silence";
    let silence: String = second.row(limit, &[]).await.unwrap().unwrap().get("silence").unwrap();
    assert_eq!(silence, "30s");
    let short = format!("{address}?options[idle_in_transaction_session_timeout]=2000");
    let first = Store::open(&Location::Postgres(short)).await.unwrap();
    let put = |end| Put { name: "shared".into(), end };
    let silent = tokio::spawn({
        let (first, put) = (first.clone(), put(End::Silence));
        async move { first.change(put).await }
    });
    // The first server has written the row, and holds its lock.
    let idle = "SELECT pid FROM pg_stat_activity WHERE state = 'idle in transaction' \
                AND datname = current_database() AND query LIKE 'UPDATE setting%'";
    while second.row(idle, &[]).await.unwrap().is_none() {
        tokio::time::sleep(std::time::Duration::from_millis(5)).await;
    }
    assert_eq!(second.change(put(End::Commit)).await.unwrap(), "shared");
    assert_eq!(names(&first).await, ["shared"]);
    silent.abort();
}
