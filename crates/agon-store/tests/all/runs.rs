//! Runs: extended from a known length, by results that count once; and copies of a whole database.

use crate::support::on_both;
use agon_store::accounts::{Erase, NewAccount, NewLink, Role, Sweep, UseInvite};
use agon_store::console::{FailureClass, MakeAccounts};
use agon_store::events::NewEvent;
use agon_store::jobs::{Again, Dispatch, Dispatched, Faulted, Lane, MAX_FAULTS, Requeue, Void};
use agon_store::matches::{CommitGame, CorrectedGame, MatchFilter, MatchState, Viewer};
use agon_store::questions::{AnswerTeam, AskStaff, QuestionState};
use agon_store::runs::{Extend, Extended, NewRun, RunGame, Steps, Terms, parts_of_key, short_key};
use agon_store::work::{GameReport, Work};
use agon_store::{Fault, Location, Refusal, Store, TABLES, values};
use agon_testservers::Postgres;
use std::collections::BTreeMap;

const NOW: i64 = 1_800_000_000_000;

fn account(login: &str) -> NewAccount {
    NewAccount {
        login: login.into(),
        name: login.into(),
        email: None,
        student_number: None,
        password: None,
        role: Role::Organiser,
        consent_ms: None,
        now: NOW,
    }
}

fn terms() -> Terms {
    let (kind, lane, rules) = ("tournament", Lane::Tournament, "handbook".to_owned());
    Terms { kind, lane, rules, clock: "strict".into(), wall_limit_ms: 1000 }
}

/// A server with one event of two built-in bots and a run of games between them.
async fn run_of(store: &Store, keys: &[&str]) -> i64 {
    let organiser = store.change(account("org")).await.unwrap();
    let event = NewEvent {
        slug: "cup".into(),
        title: "The cup".into(),
        game: "chess".into(),
        rules: "handbook".into(),
        settings: "{}".into(),
        timeline: Vec::new(),
        built_in: vec!["weak".into(), "strong".into()],
        account: Some(organiser),
        now: NOW,
    };
    store.change(event).await.unwrap();
    let event = store.event("cup").await.unwrap().unwrap().id;
    let candidates = store.candidates(event).await.unwrap();
    assert_eq!(candidates.len(), 2);
    let sides: Vec<_> = candidates.into_iter().map(|candidate| candidate.side).collect();
    let game = |key: &&str| RunGame {
        key: short_key(1, key),
        replaces: None,
        map: String::new(),
        seed: 7,
        lot: 9,
        sides: sides.clone(),
        round: 1,
    };
    let games = keys.iter().map(game).collect();
    let entries = vec!["begin".to_owned(), "draw".to_owned()];
    let entrants = (1..).zip(&sides).map(|(number, side)| (number, side.clone(), true)).collect();
    let run = NewRun {
        event,
        kind: "tournament".into(),
        title: "Finals".into(),
        public: true,
        started: 9,
        released: 9,
        steps: Steps { entries, entrants, games, ..Steps::default() },
        terms: terms(),
        account: Some(organiser),
        now: NOW,
    };
    store.change(run).await.unwrap()
}

async fn dispatch(store: &Store, prefix: &str, now: i64) -> Vec<Dispatched> {
    let used = BTreeMap::new();
    let change = Dispatch {
        now,
        most: 10,
        team_cap: 2,
        event_caps: BTreeMap::new(),
        crews: Vec::new(),
        token_prefix: prefix.into(),
        used,
    };
    store.change(change).await.unwrap().jobs
}

fn result(job: &Dispatched) -> CommitGame {
    let Ok(Work::Game(spec)) = serde_json::from_str(&job.payload) else { panic!("not a game") };
    let report = GameReport {
        map: "board".into(),
        ranks: vec![1, 2],
        scores: vec![1.0, 0.0],
        reason: "mate".into(),
        sentence: "the first seat won".into(),
        most: None,
        rounds: 40,
        state: u64::MAX,
        orders: None,
        faults: vec![None; 2],
        classes: Vec::new(),
        dead: vec![false; 2],
        silent: vec![false; 2],
        seconds: 1.0,
        replay: None,
    };
    CommitGame {
        job: job.id,
        token: job.token.clone(),
        worker: "w".into(),
        key: job.key.clone(),
        spec,
        report,
        now: NOW,
    }
}

fn extend(run: i64, length: i64, result: Option<CommitGame>, steps: Steps) -> Extend {
    Extend {
        run,
        length,
        started: 9,
        start: None,
        due: None,
        results: result.into_iter().collect(),
        declared: None,
        decision: None,
        answer: None,
        steps,
        terms: terms(),
        now: NOW,
    }
}

fn entries(bodies: &[&str]) -> Steps {
    Steps { entries: bodies.iter().map(|body| (*body).to_owned()).collect(), ..Steps::default() }
}

#[test]
fn a_result_extends_its_run_once_and_only_from_the_known_length() {
    on_both(|store| async move {
        let run = run_of(&store, &["a", "b/c"]).await;
        let jobs = dispatch(&store, "one", NOW).await;
        let keys: Vec<_> = jobs.iter().map(|job| parts_of_key(&job.key).unwrap()).collect();
        assert_eq!(keys, [(run, 1, "a"), (run, 1, "b/c")]);
        assert_eq!(jobs[0].run, Some(run));
        let (first, second) = (result(&jobs[0]), result(&jobs[1]));
        // Planned from a log that has grown: nothing is changed.
        let late = extend(run, 1, Some(first.clone()), entries(&["played a"]));
        assert_eq!(store.change(late).await.unwrap(), Extended::Moved);
        // A worker that lost its job brings its result: nothing is changed.
        let stale = CommitGame { token: "old".into(), ..first.clone() };
        let stale = extend(run, 2, Some(stale), entries(&["played a"]));
        assert_eq!(store.change(stale).await.unwrap(), Extended::Stale(vec!["old".into()]));
        let good = extend(run, 2, Some(first.clone()), entries(&["played a", "draw 2"]));
        assert_eq!(store.change(good.clone()).await.unwrap(), Extended::Done);
        // The same job was handed over twice: the second result has no effect.
        assert_eq!(store.change(good).await.unwrap(), Extended::Moved);
        let twice = extend(run, 4, Some(first), entries(&["played a"]));
        let token = jobs[0].token.clone();
        assert_eq!(store.change(twice).await.unwrap(), Extended::Stale(vec![token]));
        let steps = Steps { finished: true, ..entries(&["played b"]) };
        let last = extend(run, 4, Some(second), steps);
        assert_eq!(store.change(last).await.unwrap(), Extended::Done);
        let log = store.run_entries(run, 0).await.unwrap();
        assert_eq!(log, ["begin", "draw", "played a", "draw 2", "played b"]);
        let found = store.run(run).await.unwrap().unwrap();
        assert_eq!((found.state.as_str(), found.length), ("closed", 5));
        let filter = MatchFilter {
            event: found.event,
            viewer: Viewer::Staff,
            team: None,
            run: None,
            kind: None,
            state: Some(MatchState::Finished),
            result: None,
            map: None,
            since_ms: None,
            before: i64::MAX,
            limit: 10,
        };
        let matches = store.matches(&filter).await.unwrap();
        assert!(!matches.is_empty() && matches.iter().all(|found| found.run == Some(run)));
        assert!(matches.iter().any(|found| found.game.as_deref() == Some("a")));
        let of_run = MatchFilter { run: Some(run), ..filter.clone() };
        assert_eq!(store.matches(&of_run).await.unwrap(), matches);
        let of_another = MatchFilter { run: Some(run + 1), ..filter };
        assert_eq!(store.matches(&of_another).await.unwrap(), []);
        let ids: Vec<i64> = matches.iter().map(|found| found.id).collect();
        let games = store.games(&ids).await.unwrap();
        assert_eq!(games.len(), 2);
        assert_eq!(games[0].report.state, u64::MAX);
    });
}

#[test]
fn a_ruling_corrects_its_match_and_answers_the_appeal() {
    on_both(|store| async move {
        let run = run_of(&store, &["a", "b"]).await;
        let jobs = dispatch(&store, "one", NOW).await;
        for (job, length) in jobs.iter().zip(2..) {
            let change = extend(run, length, Some(result(job)), entries(&["played"]));
            assert_eq!(store.change(change).await.unwrap(), Extended::Done);
        }
        let found = store.run(run).await.unwrap().unwrap();
        let filter = MatchFilter {
            event: found.event,
            viewer: Viewer::Staff,
            team: None,
            run: Some(run),
            kind: None,
            state: None,
            result: None,
            map: None,
            since_ms: None,
            before: i64::MAX,
            limit: 10,
        };
        let [second, first] = &store.matches(&filter).await.unwrap()[..] else { panic!("two") };
        let team = store.sides(&[first.id]).await.unwrap()[1].team;
        let account = store.account_by_login("org").await.unwrap().unwrap().id;
        let ask = AskStaff {
            event: found.event,
            team,
            account,
            match_id: Some(first.id),
            text: "We won.".into(),
            now: NOW,
        };
        let appeal = store.change(ask).await.unwrap();
        let (key, why) = (short_key(1, "a"), "They did.".to_owned());
        let corrected = vec![CorrectedGame { key, ranks: vec![2, 1], why: why.clone() }];
        let answer = AnswerTeam {
            id: appeal,
            state: QuestionState::Upheld,
            answer: "Yes.".into(),
            public: false,
            wording: None,
            correction: Some("The result was corrected.".into()),
            account: None,
            now: NOW,
        };
        let steps = Steps { corrected, why: Some(why), ..entries(&["ruling"]) };
        let change = Extend { answer: Some(answer), ..extend(run, 4, None, steps) };
        // From a log that has grown in the meantime nothing is changed, not even the appeal.
        let late = Extend { length: 3, ..change.clone() };
        assert_eq!(store.change(late).await.unwrap(), Extended::Moved);
        let asked = async || store.question(appeal).await.unwrap().unwrap();
        assert_eq!(asked().await.state, QuestionState::Open);
        assert_eq!(store.change(change).await.unwrap(), Extended::Done);
        assert_eq!(asked().await.correction.as_deref(), Some("The result was corrected."));
        let games = store.games(&[first.id, second.id]).await.unwrap();
        let of = |id: i64| games.iter().find(|game| game.match_id == id).unwrap();
        assert_eq!(of(first.id).report.ranks, [2, 1]);
        assert_eq!(of(first.id).correction.as_ref().unwrap().why, "They did.");
        assert_eq!(
            (&of(second.id).report.ranks[..], &of(second.id).correction),
            (&[1, 2][..], &None)
        );
        let results: Vec<_> = store.sides(&[first.id]).await.unwrap();
        let results: Vec<_> = results.into_iter().map(|side| side.result.unwrap().name()).collect();
        assert_eq!(results, ["lost", "won"]);
    });
}

#[test]
fn a_dead_job_blocks_its_run_until_it_is_decided() {
    on_both(|store| async move {
        let run = run_of(&store, &["a", "b"]).await;
        let mut now = NOW;
        let mut last = Again::Queued;
        for attempt in 0..MAX_FAULTS {
            now += 1_000_000;
            let job = dispatch(&store, &format!("t{attempt}"), now).await.remove(0);
            let (fault, token) = ("the disk is full".to_owned(), job.token);
            let (worker, class) = ("w".into(), FailureClass::Machine);
            let change =
                Faulted { id: job.id, token, worker, class, fault, lacks: None, jitter_ms: 0, now };
            last = store.change(change).await.unwrap();
        }
        assert_eq!(last, Again::Dead);
        let state = async || store.run(run).await.unwrap().unwrap().state;
        assert_eq!(state().await, "blocked");
        let dead = store.dead_jobs().await.unwrap();
        assert_eq!((dead.len(), dead[0].fault.as_deref()), (1, Some("the disk is full")));
        // Only the run's planner gives up a game of a run.
        let void = Void { id: dead[0].id, why: "x".into(), account: None, now };
        assert!(matches!(store.change(void).await, Err(Fault::Refused(Refusal::Conflict(_)))));
        store.change(Requeue { id: dead[0].id, account: None, now }).await.unwrap();
        assert_eq!(state().await, "open");
        assert_eq!(store.open_run_jobs(run).await.unwrap().len(), 2);
        let steps = Steps { cancel: vec![short_key(1, "a")], ..entries(&["dropped a"]) };
        assert_eq!(store.change(extend(run, 2, None, steps)).await.unwrap(), Extended::Done);
        assert_eq!(store.open_run_jobs(run).await.unwrap(), [short_key(1, "b")]);
    });
}

#[test]
fn several_results_are_committed_together_or_none_of_them() {
    on_both(|store| async move {
        let run = run_of(&store, &["a", "b", "c"]).await;
        let jobs = dispatch(&store, "one", NOW).await;
        let all = |token: Option<&str>| Extend {
            results: jobs
                .iter()
                .map(|job| {
                    let token = token.filter(|_| job.key.ends_with('b')).unwrap_or(&job.token);
                    CommitGame { token: token.to_owned(), ..result(job) }
                })
                .collect(),
            ..extend(run, 2, None, entries(&["played a", "played b", "played c"]))
        };
        let feed = store.latest_news().await.unwrap();
        let stale = store.change(all(Some("old"))).await.unwrap();
        assert_eq!(stale, Extended::Stale(vec!["old".into()]));
        assert_eq!(store.open_run_jobs(run).await.unwrap().len(), 3);
        assert_eq!(store.latest_news().await.unwrap(), feed);
        assert_eq!(store.work_since(NOW).await.unwrap(), []);
        assert_eq!(store.change(all(None)).await.unwrap(), Extended::Done);
        assert_eq!(store.open_run_jobs(run).await.unwrap(), [""; 0]);
        let log = store.run_entries(run, 2).await.unwrap();
        assert_eq!(log, ["played a", "played b", "played c"]);
        let sql = "SELECT m.state, s.result FROM match m JOIN seat s ON s.match = m.id \
                   WHERE s.seat = 0 ORDER BY m.id";
        let rows = store.rows(sql, &[]).await.unwrap();
        let results: Vec<(String, String)> = rows
            .iter()
            .map(|row| (row.get("state").unwrap(), row.get("result").unwrap()))
            .collect();
        assert_eq!(results, vec![("finished".to_owned(), "won".to_owned()); 3]);
        let work = store.work_since(NOW).await.unwrap();
        assert_eq!((work.len(), work[0].count.results), (1, 3));
    });
}

#[test]
fn a_whole_database_moves_to_the_other_kind_and_back() {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap();
    let folder = tempfile::tempdir().unwrap();
    let locations = [
        Location::Sqlite(folder.path().join("one.db")),
        Location::Postgres(Postgres::shared().new_database()),
        Location::Sqlite(folder.path().join("two.db")),
    ];
    runtime.block_on(async {
        let mut stores = Vec::new();
        for location in &locations {
            stores.push(Store::open(location).await.unwrap());
        }
        let run = run_of(&stores[0], &["a", "b"]).await;
        let jobs = dispatch(&stores[0], "one", NOW).await;
        let change = extend(run, 2, Some(result(&jobs[0])), entries(&["played a"]));
        stores[0].change(change).await.unwrap();
        let many = (0..1200).map(|number| account(&format!("p{number}"))).collect();
        stores[0].change(MakeAccounts { accounts: many, account: None }).await.unwrap();
        for pair in stores.windows(2) {
            let rows = pair[0].copy_into(&pair[1]).await.unwrap();
            assert!(rows > 1200, "{rows}");
            let again = pair[0].copy_into(&pair[1]).await;
            assert!(matches!(again, Err(Fault::Refused(Refusal::Conflict(_)))));
            for table in TABLES {
                let sql = format!("SELECT COUNT(*) AS n FROM {table}");
                let count = async |store: &Store| -> i64 {
                    store.row(&sql, &[]).await.unwrap().unwrap().get("n").unwrap()
                };
                assert_eq!(count(&pair[0]).await, count(&pair[1]).await, "{table}");
            }
            let log = pair[1].run_entries(run, 0).await.unwrap();
            assert_eq!(log, ["begin", "draw", "played a"]);
            assert_eq!(pair[1].dispatched_jobs().await.unwrap().len(), 1);
        }
        // New rows get numbers above the copied ones, and the run goes on.
        for store in &stores[1..] {
            let id = store.change(account("new")).await.unwrap();
            assert!(id > 1201, "{id}");
            let change = extend(run, 3, Some(result(&jobs[1])), entries(&["played b"]));
            assert_eq!(store.change(change).await.unwrap(), Extended::Done);
        }
        // The list of tables is complete.
        let sql = "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%'";
        let rows = stores[0].rows(sql, &[]).await.unwrap();
        let mut names: Vec<String> = rows.iter().map(|row| row.get("name").unwrap()).collect();
        names.retain(|name| name != "schema_version");
        names.sort();
        let mut tables = TABLES.to_vec();
        tables.sort_unstable();
        assert_eq!(names, tables);
    });
}

#[test]
fn an_invite_makes_one_account_and_an_export_tells_all_about_it() {
    on_both(|store| async move {
        let code = vec![7; 32];
        let link = NewLink {
            token_hash: code.clone(),
            purpose: "invite",
            account: None,
            expires_ms: NOW + 1,
        };
        store.change(link).await.unwrap();
        let change = |login: &str| UseInvite { token_hash: code.clone(), account: account(login) };
        let ada = store.change(change("ada")).await.unwrap();
        assert!(matches!(store.change(change("bob")).await, Err(Fault::Refused(_))));
        let about = store.about(ada).await.unwrap();
        assert_eq!(about["account"]["login"], "ada");
        assert_eq!(about["sessions"], serde_json::json!([]));
        // The last organiser could not be erased.
        store.change(account("chief")).await.unwrap();
        store.change(Erase { account: ada, now: NOW }).await.unwrap();
        assert_eq!(store.about(ada).await.unwrap()["account"]["name"], "deleted user");
        store.change(Sweep { now: NOW }).await.unwrap();
        let sql = "SELECT login FROM account WHERE id = ?";
        let row = store.row(sql, &values![ada]).await.unwrap().unwrap();
        assert_eq!(row.get::<String>("login").unwrap(), format!("deleted-{ada}"));
    });
}
