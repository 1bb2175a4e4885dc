//! A new store on each database, and an event in it.

use agon_store::accounts::{NewAccount, Role};
use agon_store::events::NewEvent;
use agon_store::{Location, Store};
use agon_testservers::Postgres;
use std::future::Future;
use tokio::runtime::{Builder, Runtime};

/// What runs a test.
pub fn runtime() -> Runtime {
    Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap()
}

/// Runs a test on SQLite and on PostgreSQL.
pub fn on_both<F: Future<Output = ()>>(test: impl Fn(Store) -> F) {
    let runtime = runtime();
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

/// The time at which the tests' events begin.
pub const NOW: i64 = 1_800_000_000_000;

/// Makes an event with these built-in bots, and its organiser. Returns the numbers of both.
pub async fn a_cup(store: &Store, built_in: &[&str]) -> (i64, i64) {
    let organiser = NewAccount {
        login: "org".into(),
        name: "Organiser".into(),
        email: None,
        student_number: None,
        password: None,
        role: Role::Organiser,
        consent_ms: None,
        now: NOW,
    };
    let organiser = store.change(organiser).await.unwrap();
    let event = NewEvent {
        slug: "cup".into(),
        title: "The cup".into(),
        game: "chess".into(),
        rules: "handbook".into(),
        settings: "{}".into(),
        timeline: Vec::new(),
        built_in: built_in.iter().map(|name| (*name).to_owned()).collect(),
        account: Some(organiser),
        now: NOW,
    };
    (store.change(event).await.unwrap(), organiser)
}
