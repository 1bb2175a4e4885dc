//! A new store on each database.

use agon_store::{Location, Store};
use agon_testservers::Postgres;
use std::future::Future;

/// Runs a test on SQLite and on PostgreSQL.
pub fn on_both<F: Future<Output = ()>>(test: impl Fn(Store) -> F) {
    let runtime =
        tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap();
    let folder = tempfile::tempdir().unwrap();
    let locations = [
        Location::Sqlite(folder.path().join("agon.db")),
        Location::Postgres(Postgres::shared().new_database()),
    ];
    for location in locations {
        runtime.block_on(async {
            let store = Store::open(&location)
                .await
                .unwrap_or_else(|fault| panic!("{location:?}: {fault}"));
            test(store).await;
        });
    }
}
