//! Which tables and columns the archive of an event has.

use crate::support::{NOW, a_cup, on_both};
use agon_store::archive::{ACCOUNT_COLUMNS, ImportEvent, PARTS, Table};
use agon_store::{Fault, Refusal, Store, TABLES};
use serde_json::{Value, json};

/// Tables that stay behind: people (but their names), and what belongs to the server.
const LEFT_OUT: [&str; 15] = [
    "setting",
    "account",
    "session",
    "access_token",
    "one_time_link",
    "address_log",
    "erasure",
    "answered",
    "feed",
    "worker",
    "work_count",
    "job_stop",
    "failure",
    "alert",
    "schema_version",
];

/// The columns of format version 1. If this changes, older archives must still fit: a new column needs a
/// default value, everything else a new version of the format.
const COLUMNS: &str = "\
event: id slug title game settings phase created_ms revision phase_since_ms
phase_time: event phase at_ms
downtime: id event from_ms until_ms reason account at_ms
handbook: event version body notice account at_ms
announcement: id event title body account at_ms
team: id event name name_key division staff state reason active_submission created_ms tags \
always_accepts hidden
member: event account team joined_ms
extension: id team from_ms until_ms reason account at_ms
submission: id team number name account source size state reason log received_ms reading label \
needs
activation: id team submission at_ms
run: id event kind title state length created_ms public started released stopped
run_entry: run seq body
run_entrant: run number team submission ranked
tally: run map seats ranks games
tally_change: run at_ms map seats ranks games
ladder: event run mode every_ms turns plan next_ms
rating_point: event version team at_ms elo error best worst games
match: id event kind run key state games requested_by created_ms finished_ms why round
seat: match seat team submission result
game: match number map seed sides result replay worker finished_ms
job: id key lane kind payload needs team run state attempt faults worker wall_limit_ms run_after_ms \
enqueued_ms dispatched_ms finished_ms fault event started_ms
scrimmage: id event team key state terms match asked_ms expires_ms decided_ms
scrimmage_side: scrimmage side team submission accepted
question: id event team account match text state answer public asked_ms answered_ms correction \
wording
grading: id event title rubric deadline_ms run released_ms fault account created_ms
grading_extension: grading team until_ms reason account at_ms
manual_mark: grading team task points comment submission account at_ms
source_comment: id grading submission file line text account at_ms
raffle: id event title team most_tickets prizes opens_ms closes_ms commitment seed drawn_ms outcome
event_freeze: event switch sentence account at_ms
audit: id at_ms account action object detail
";

#[test]
fn every_table_is_in_the_archive_or_left_out_on_purpose() {
    for table in TABLES {
        let is_in = PARTS.iter().any(|part| part.table == table);
        assert!(is_in != LEFT_OUT.contains(&table), "{table}");
    }
}

fn table<'t>(tables: &'t mut [Table], name: &str) -> &'t mut Table {
    tables.iter_mut().find(|table| table.name == name).unwrap()
}

async fn import(store: &Store, tables: &[Table], slug: &str) -> Result<i64, String> {
    let teams =
        tables.iter().find(|table| table.name == "team").map_or(0, |table| table.rows.len());
    let join_codes = (0..teams).map(|number| format!("{slug}-{number}")).collect();
    let (tables, slug) = (tables.to_vec(), Some(slug.to_owned()));
    match store.change(ImportEvent { tables, slug, join_codes, now: NOW }).await {
        Ok(made) => Ok(made.event),
        Err(Fault::Refused(Refusal::Invalid(why) | Refusal::Conflict(why))) => Err(why),
        Err(fault) => panic!("{fault}"),
    }
}

#[test]
fn the_columns_are_those_of_the_format_and_numbers_are_renamed() {
    on_both(|store| async move {
        let (event, _) = a_cup(&store, &["random", "greedy"]).await;
        let mut tables = store.event_tables(event).await.unwrap();
        assert_eq!(tables[0].columns, ACCOUNT_COLUMNS);
        let line = |table: &Table| format!("{}: {}\n", table.name, table.columns.join(" "));
        assert_eq!(tables[1..].iter().map(line).collect::<String>(), COLUMNS);

        // A raffle that was drawn, and a tournament that another one has seeded.
        let team = table(&mut tables, "team").rows[1][0].clone();
        let outcome =
            json!({ "tickets": [{ "number": 1, "team": team, "name": "x" }] }).to_string();
        let row = json!([3, event, "R", team, 1, 1, 1, 2, "c", "s", 5, outcome]);
        table(&mut tables, "raffle").rows.push(row.as_array().unwrap().clone());
        for run in [7, 9] {
            let row = json!([run, event, "tournament", "T", "closed", 1, 1, 1, 9, 9, null]);
            table(&mut tables, "run").rows.push(row.as_array().unwrap().clone());
        }
        let body = json!({ "what": "begin", "plan": { "seed_from": "run 7", "seed": u64::MAX } });
        let entry = vec![json!(9), json!(0), json!(body.to_string())];
        table(&mut tables, "run_entry").rows.push(entry);
        let copy = import(&store, &tables, "copy").await.unwrap();
        let mut read = store.event_tables(copy).await.unwrap();
        assert_ne!(copy, event);
        let teams: Vec<Value> =
            table(&mut read, "team").rows.iter().map(|row| row[0].clone()).collect();
        assert!(!teams.contains(&team), "{teams:?}");
        let raffle = &table(&mut read, "raffle").rows[0];
        assert_eq!(raffle[3], teams[1]);
        let outcome: Value = serde_json::from_str(raffle[11].as_str().unwrap()).unwrap();
        assert_eq!(outcome["tickets"][0]["team"], teams[1]);
        let first = table(&mut read, "run").rows[0][0].clone();
        let body = table(&mut read, "run_entry").rows[0][2].as_str().unwrap().to_owned();
        let body: Value = serde_json::from_str(&body).unwrap();
        assert_eq!(body["plan"]["seed_from"], format!("run {first}"));
        assert_eq!(body["plan"]["seed"], u64::MAX);

        // New rows of the server get numbers of their own after the import.
        let again = import(&store, &tables, "again").await.unwrap();
        assert!(again > copy);
        assert!(import(&store, &tables, "again").await.unwrap_err().contains("already an event"));
        let before = store.events().await.unwrap().len();
        table(&mut tables, "raffle").rows[0][3] = json!(999);
        let refused = import(&store, &tables, "bad").await.unwrap_err();
        assert!(refused.contains("row 1 of raffle: it refers to team 999"), "{refused}");
        assert_eq!(store.events().await.unwrap().len(), before);
    });
}
