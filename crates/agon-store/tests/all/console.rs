//! What the console reads and decides: queue, workers, failures, alerts, switches, search, audit log.

use crate::support::{NOW, a_cup, on_both};
use agon_store::console::{
    Alert, AlertKind, AuditFilter, CorrectMatch, CountStale, Declare, FailureClass, FailureFilter,
    FoundKind, Hello, JobFilter, Look, RestoreMatch, SetAlerts, SetSwitch, StartJob, Switch,
    VoidMatch, Worker,
};
use agon_store::jobs::{Crew, Dispatch, Dispatched, Faulted, Lane, Machine, Requeue, Void};
use agon_store::matches::{
    AskScrimmage, AskedSide, CommitGame, GameCorrection, ScrimmageGame, ScrimmageTerms, SideResult,
};
use agon_store::submissions::{Activate, CommitBuild, Submit};
use agon_store::teams::NewTeam;
use agon_store::work::{Built, GameReport, GameSpec, Policy, Work, strict};
use agon_store::{Change, Fault, Store, Tx, values};
use std::collections::BTreeMap;

const MINUTE: i64 = 60_000;

/// The number of the event and of a team in it, which has a built-in bot.
async fn cup(store: &Store) -> (i64, i64, i64) {
    let (event, organiser) = a_cup(store, &["weak"]).await;
    let name = "Ärger & Co 100%".to_owned();
    let new = NewTeam { event, name, account: Some(organiser), join_code: "x".into(), now: NOW };
    let team = store.change(new).await.unwrap();
    store.change(submit(team, "builtin:weak", None)).await.unwrap();
    (event, organiser, team)
}

fn submit(team: i64, source: &str, account: Option<i64>) -> Submit {
    Submit {
        team,
        account,
        name: "bot.py".into(),
        label: None,
        source: source.into(),
        size: 10,
        game: "chess".into(),
        rules: "handbook".into(),
        policy: Policy::default(),
        clock: strict(),
        map: String::new(),
        hourly_limit: None,
        wall_limit_ms: 60_000,
        received_ms: NOW,
        now: NOW,
    }
}

fn ask(team: i64, key: &str) -> AskScrimmage {
    let side = AskedSide { team, version: None };
    let game = |first| ScrimmageGame { map: "board".into(), seed: 1, lot: None, first };
    let terms = ScrimmageTerms {
        rules: "handbook".into(),
        clock: strict(),
        wall_limit_ms: 60_000,
        games: vec![game(0), game(1)],
    };
    let (sides, key) = (vec![side.clone(), side], key.into());
    AskScrimmage { team, sides, terms, key, hourly_limit: 99, now: NOW }
}

async fn dispatch(store: &Store, caps: &[(i64, u32)], now: i64) -> Vec<Dispatched> {
    let (event_caps, token_prefix) = (caps.iter().copied().collect(), format!("t{now}"));
    let crews = Vec::new();
    let used = BTreeMap::new();
    let change = Dispatch { now, most: 9, team_cap: 9, event_caps, crews, token_prefix, used };
    store.change(change).await.unwrap().jobs
}

fn commit(job: &Dispatched, faults: Vec<Option<String>>, classes: &[FailureClass]) -> CommitGame {
    let Ok(Work::Game(spec)) = serde_json::from_str::<Work>(&job.payload) else { panic!("a game") };
    let ranks = spec.seats.iter().map(|bot| 1 + bot.side as u8).collect();
    let classes = classes.iter().map(|class| Some(*class)).collect();
    let report = report(&spec, ranks, faults, classes);
    let (token, key) = (job.token.clone(), job.key.clone());
    CommitGame { job: job.id, token, worker: "w1".into(), key, spec, report, now: NOW + 3000 }
}

fn report(
    spec: &GameSpec,
    ranks: Vec<u8>,
    faults: Vec<Option<String>>,
    classes: Vec<Option<FailureClass>>,
) -> GameReport {
    GameReport {
        map: spec.map.clone(),
        ranks,
        scores: vec![0.0; 2],
        reason: "mate".into(),
        sentence: "mate".into(),
        most: None,
        rounds: 1,
        state: 0,
        orders: None,
        faults,
        classes,
        dead: vec![false; 2],
        silent: vec![false; 2],
        seconds: 1.0,
        replay: None,
    }
}

fn faulted(job: &Dispatched, now: i64) -> Faulted {
    let (id, token, worker) = (job.id, job.token.clone(), "w1".to_owned());
    let (class, fault) = (FailureClass::Overload, "the machine is overloaded".to_owned());
    Faulted { id, token, worker, class, fault, lacks: None, jitter_ms: 0, now }
}

#[test]
fn the_queue_tells_ages_teams_workers_and_what_was_done() {
    on_both(|store| async move {
        let (event, _, team) = cup(&store).await;
        store.change(ask(team, "a")).await.unwrap();
        let of = |state| JobFilter { state, limit: 9, ..JobFilter::default() };
        let waiting = store.jobs(&of("queued")).await.unwrap();
        assert_eq!(waiting.len(), 2);
        let first = &waiting[0];
        assert_eq!((first.team, first.event.as_deref()), (Some(team), Some("cup")));
        assert_eq!(first.team_name.as_deref(), Some("Ärger & Co 100%"));
        assert!(first.match_id.is_some() && first.enqueued_ms == NOW);
        // An event at its limit lets its jobs wait.
        assert!(dispatch(&store, &[(event, 0)], NOW).await.is_empty());
        let jobs = dispatch(&store, &[(event, 1)], NOW + 1000).await;
        assert_eq!(jobs.len(), 1);
        assert!(dispatch(&store, &[(event, 1)], NOW + 1500).await.is_empty());
        let (id, token, worker) = (jobs[0].id, jobs[0].token.clone(), "w1".to_owned());
        store.change(StartJob { id, token, worker, now: NOW + 1000 }).await.unwrap();
        let running = store.jobs(&of("dispatched")).await.unwrap();
        assert_eq!(running[0].worker.as_deref(), Some("w1"));
        assert_eq!(running[0].started_ms, Some(NOW + 1000));
        let load = |loads: &[agon_store::console::LaneLoad]| {
            let load = loads.iter().find(|load| load.lane == Lane::Requested).unwrap();
            (load.waiting, load.running, load.lately.results, load.lately.busy_ms)
        };
        assert_eq!(load(&store.lane_loads(None, 0).await.unwrap()), (1, 1, 0, 0));
        assert!(store.change(commit(&jobs[0], vec![None; 2], &[])).await.unwrap());
        assert!(!store.change(commit(&jobs[0], vec![None; 2], &[])).await.unwrap());
        let worker = "w1".to_owned();
        store.change(CountStale { job: jobs[0].id, worker, now: NOW }).await.unwrap();
        assert_eq!(load(&store.lane_loads(Some(event), 0).await.unwrap()), (1, 0, 1, 2000));
        let done = store.work_since(NOW).await.unwrap();
        assert_eq!((done[0].count.results, done[0].count.stale), (1, 1));
        assert_eq!(store.stale_results(NOW).await.unwrap(), (1, 0));
        assert!(store.playing_now(event, 9).await.unwrap().is_empty(), "a scrimmage is private");
    });
}

#[test]
fn failures_are_counted_by_class_team_and_worker() {
    on_both(|store| async move {
        let (event, _, team) = cup(&store).await;
        store.change(ask(team, "a")).await.unwrap();
        let jobs = dispatch(&store, &[], NOW).await;
        let late = vec![None, Some("late in round 3".to_owned())];
        let classes = [FailureClass::Flood, FailureClass::OutOfTime];
        assert!(store.change(commit(&jobs[0], late, &classes)).await.unwrap());
        store.change(faulted(&jobs[1], NOW)).await.unwrap();
        store.change(submit(team, "broken", None)).await.unwrap();
        let build = dispatch(&store, &[], NOW).await;
        let build = build.iter().find(|job| job.kind == "build").unwrap().clone();
        let fault = Some("it does not compile".to_owned());
        let class = Some(FailureClass::Build);
        let change = CommitBuild {
            job: build.id,
            token: build.token,
            worker: "w2".into(),
            key: build.key,
            built: Built { fault, class, ..Built::default() },
            sparring_partner: "weak".into(),
            seats: 2,
            rules: "handbook".into(),
            clock: strict(),
            map: String::new(),
            wall_limit_ms: 1000,
            now: NOW,
        };
        assert!(store.change(change).await.unwrap());
        let all = FailureFilter::default();
        let counts = store.count_failures(&all).await.unwrap();
        let classes: Vec<_> =
            counts.classes.iter().map(|line| (line.what, line.failures)).collect();
        let wanted = [FailureClass::Build, FailureClass::OutOfTime, FailureClass::Overload];
        assert_eq!(classes, wanted.map(|class| (class, 1)));
        assert!(counts.classes[1].example.is_some());
        assert_eq!(counts.hours.len(), 3);
        assert_eq!((counts.teams[0].what.0, counts.teams[0].failures), (team, 3));
        let workers: Vec<_> =
            counts.workers.iter().map(|line| (&*line.what, line.failures)).collect();
        assert_eq!(workers, [("w1", 2), ("w2", 1)]);
        let of = FailureFilter {
            class: Some(FailureClass::OutOfTime),
            event: Some(event),
            ..all.clone()
        };
        let found = store.failures(&of, i64::MAX, 9).await.unwrap();
        assert_eq!(
            (found.len(), found[0].team, &*found[0].sentence),
            (1, Some(team), "late in round 3")
        );
        let elsewhere = FailureFilter { event: Some(event + 1), ..all };
        assert!(store.failures(&elsewhere, i64::MAX, 9).await.unwrap().is_empty());
        let done = store.work_since(NOW).await.unwrap();
        assert_eq!((done[0].count.time_losses, done[0].count.failures), (1, 1));
    });
}

#[test]
fn a_snapshot_shows_what_is_wrong_and_alerts_are_told_once() {
    on_both(|store| async move {
        let (_, _, team) = cup(&store).await;
        let worker = |seen_ms| Worker {
            name: "w1".into(),
            engine: "agon 1".into(),
            machine: Machine { slots: 2, cores: 4, memory_mib: 7_900 },
            speed: 312.5,
            started_ms: NOW,
            seen_ms,
            lacks: "go java".into(),
        };
        let with_slots = |slots| Machine { slots, ..worker(NOW).machine };
        let other = Worker { name: "w0".into(), machine: with_slots(0), speed: 1.0, ..worker(NOW) };
        let twice = vec![Worker { machine: with_slots(9), ..worker(NOW) }, other, worker(NOW)];
        store.change(Hello(twice)).await.unwrap();
        assert_eq!(store.workers(NOW).await.unwrap()[1], worker(NOW));
        let (machine, lacks) = (worker(NOW).machine, ["go".to_owned(), "java".to_owned()].into());
        assert_eq!(store.crews(NOW).await.unwrap(), [Crew { workers: 1, machine, lacks }]);
        assert_eq!(store.crews(NOW + 1).await.unwrap(), []);
        store.change(ask(team, "a")).await.unwrap();
        let look =
            async |now, team_cap| store.snapshot(now, team_cap, &BTreeMap::new()).await.unwrap();
        let seen = look(NOW + 1, 2).await;
        assert_eq!((seen.idle_slots, seen.dead), (2, 0));
        assert_eq!(seen.oldest_waiting.map(|(_, since, _)| since), Some(NOW));
        assert_eq!(look(NOW + 10 * MINUTE, 2).await.idle_slots, 0, "the worker is gone");
        store.change(Hello(vec![worker(NOW + 10 * MINUTE)])).await.unwrap();
        assert_eq!(store.workers(0).await.unwrap()[1].speed, 312.5);
        let caps = [(store.event("cup").await.unwrap().unwrap().id, 1)];
        let job = dispatch(&store, &caps, NOW).await.remove(0);
        let (id, token) = (job.id, job.token.clone());
        store.change(StartJob { id, token, worker: "w1".into(), now: NOW }).await.unwrap();
        let seen = look(NOW + 10 * MINUTE, 2).await;
        assert_eq!(seen.over_limit, [(id, "w1".to_owned(), NOW, 60_000)]);
        assert_eq!(seen.idle_slots, 1);
        assert!(seen.oldest_waiting.is_some());
        assert_eq!(look(NOW + 10 * MINUTE, 1).await.oldest_waiting, None, "it waits for its team");
        let mut now = NOW;
        store.change(faulted(&job, now)).await.unwrap();
        for _ in 0..2 {
            now += 10 * MINUTE;
            let jobs = dispatch(&store, &[], now).await;
            let job = jobs.iter().find(|job| job.id == id).unwrap();
            store.change(faulted(job, now)).await.unwrap();
        }
        assert_eq!(look(now, 2).await.dead, 1);

        let alert = |sentence: &str, since_ms| Alert {
            kind: AlertKind::DeadJobs,
            object: "queue".into(),
            sentence: sentence.into(),
            since_ms,
        };
        let set = async |alerts: Vec<Alert>| store.change(SetAlerts { alerts, now }).await.unwrap();
        let before = store.latest_news().await.unwrap();
        assert!(set(vec![alert("1 job", NOW)]).await);
        assert!(!set(vec![alert("2 jobs", NOW + 5)]).await);
        assert_eq!(store.alerts().await.unwrap(), [alert("2 jobs", NOW)], "it keeps its time");
        assert!(set(Vec::new()).await);
        assert!(!set(Vec::new()).await);
        let news = store.news_after(before, 9).await.unwrap();
        let told: Vec<(&str, &str, bool)> = news
            .iter()
            .map(|one| (&*one.topic, &*one.audience, one.body.contains("\"on\":true")))
            .collect();
        assert_eq!(told, [("alert", "staff", true), ("alert", "staff", false)]);
    });
}

#[test]
fn a_switch_stops_what_it_names_and_nothing_else() {
    on_both(|store| async move {
        let (event, organiser, team) = cup(&store).await;
        let set = async |switch, sentence: Option<&str>| {
            let sentence = sentence.map(str::to_owned);
            let account = Some(organiser);
            store.change(SetSwitch { event, switch, sentence, account, now: NOW }).await
        };
        set(Switch::Uploads, Some("")).await.unwrap_err();
        set(Switch::Uploads, Some("the disk is being changed")).await.unwrap();
        let refused = store.change(submit(team, "one", Some(organiser))).await.unwrap_err();
        assert!(refused.to_string().contains("stopped by the organisers: the disk"), "{refused}");
        store.refuse_frozen(event, Switch::Uploads).await.unwrap_err();
        store.refuse_frozen(event, Switch::Ladder).await.unwrap();
        // The shell hands in bots all the same, and scrimmages go on.
        store.change(submit(team, "builtin:strong", None)).await.unwrap();
        store.change(ask(team, "a")).await.unwrap();
        set(Switch::Uploads, None).await.unwrap();
        store.change(submit(team, "two", Some(organiser))).await.unwrap();
        set(Switch::Scrimmages, Some("the finals begin")).await.unwrap();
        let refused = store.change(ask(team, "b")).await.unwrap_err();
        assert!(refused.to_string().contains("scrimmages are stopped"), "{refused}");
        // A version that becomes valid while activation is stopped plays after it.
        let active = async || store.team(team).await.unwrap().unwrap().active_submission.unwrap();
        let before = active().await;
        set(Switch::Activation, Some("a round is drawn")).await.unwrap();
        let activate = Activate { team, submission: before, now: NOW };
        store.change(activate.clone()).await.unwrap_err();
        let later = Submit { received_ms: NOW + 9, ..submit(team, "builtin:new", None) };
        let new = store.change(later).await.unwrap().id;
        assert_eq!(active().await, before);
        assert_eq!(store.freezes(event).await.unwrap().len(), 2);
        set(Switch::Activation, None).await.unwrap();
        assert_eq!(active().await, new);
        store.change(activate).await.unwrap();
        // No round of a stopped ladder is due.
        store.change(OpenLadder(event)).await.unwrap();
        assert_eq!(store.due_ladders(NOW).await.unwrap().len(), 1);
        set(Switch::Ladder, Some("the rules change")).await.unwrap();
        assert_eq!(store.due_ladders(NOW).await.unwrap(), []);
        set(Switch::Ladder, None).await.unwrap();
        assert_eq!(store.due_ladders(NOW).await.unwrap().len(), 1);
    });
}

/// Opens the event and gives it a ladder that is due.
struct OpenLadder(i64);

impl Change for OpenLadder {
    type Output = ();
    async fn apply(&self, tx: &mut Tx<'_>) -> Result<(), Fault> {
        tx.execute("UPDATE event SET phase = 'open' WHERE id = ?", &values![self.0]).await?;
        let sql = "INSERT INTO run (event, kind, title, state, created_ms) \
                   VALUES (?, 'league', 'Ladder', 'open', ?) RETURNING id";
        let run = tx.insert(sql, &values![self.0, NOW]).await?;
        let sql = "INSERT INTO ladder (event, run, mode, every_ms, turns, plan, next_ms) \
                   VALUES (?, ?, 'continuous', 0, 1, '{}', ?)";
        tx.execute(sql, &values![self.0, run, NOW]).await?;
        Ok(())
    }
}

#[test]
fn a_result_is_declared_and_a_match_is_void_and_restored() {
    on_both(|store| async move {
        let (_, organiser, team) = cup(&store).await;
        store.change(ask(team, "a")).await.unwrap();
        let jobs = dispatch(&store, &[], NOW).await;
        let filter = JobFilter { state: "dispatched", limit: 9, ..JobFilter::default() };
        let id = store.jobs(&filter).await.unwrap()[0].match_id.unwrap();
        let void =
            |why: &str| VoidMatch { id, why: why.into(), account: Some(organiser), now: NOW };
        let restore = RestoreMatch { id, account: Some(organiser), now: NOW };
        let state = async || store.a_match(id).await.unwrap().unwrap();
        store.change(restore.clone()).await.unwrap_err();
        // Void before it is played: its jobs are queued again when it is restored.
        store.change(void("wrong map")).await.unwrap();
        assert_eq!(
            (state().await.state.name(), state().await.why.as_deref()),
            ("void", Some("wrong map"))
        );
        store.change(void("wrong map")).await.unwrap_err();
        store.change(restore.clone()).await.unwrap();
        assert_eq!((state().await.state.name(), state().await.why), ("queued", None));
        let again = dispatch(&store, &[], NOW + 1).await;
        assert_eq!(again.len(), jobs.len());
        assert!(store.change(commit(&again[0], vec![None; 2], &[])).await.unwrap());
        // Staff declare the second game.
        let mut game = commit(&again[1], vec![None; 2], &[]);
        game.token = String::new();
        let declare = |why: &str| Declare { game: game.clone(), why: why.into(), account: None };
        store.change(declare("")).await.unwrap_err();
        store.change(declare("the power was cut")).await.unwrap();
        store.change(declare("the power was cut")).await.unwrap_err();
        let found = state().await;
        assert_eq!(found.state.name(), "finished");
        assert!(found.why.unwrap().contains("declared by the organisers: the power was cut"));
        assert!(!store.change(commit(&again[1], vec![None; 2], &[])).await.unwrap(), "it is stale");
        // A finished match keeps its games.
        store.change(void("an appeal")).await.unwrap();
        let results = async || store.sides(&[id]).await.unwrap()[0].result;
        assert_eq!(results().await, None);
        store.change(restore).await.unwrap();
        assert_eq!(
            (state().await.state.name(), results().await),
            ("finished", Some(SideResult::Won))
        );
        // A corrected game keeps what was played, and its match has another result.
        let played = store.games(&[id]).await.unwrap();
        let correct = |game: u32, why: &str| {
            let ranks = played[0].report.ranks.iter().map(|rank| 3 - rank).collect();
            CorrectMatch { id, game, ranks, why: why.into(), account: None, now: NOW }
        };
        store.change(correct(1, " ")).await.unwrap_err();
        let missing = store.change(correct(9, "an appeal")).await.unwrap_err().to_string();
        assert!(missing.contains("game 9"), "{missing}");
        store.change(correct(1, "an appeal")).await.unwrap();
        assert_eq!(results().await, Some(SideResult::Drawn), "one game each");
        let games = store.games(&[id]).await.unwrap();
        assert_eq!(games[0].report.ranks, correct(1, "").ranks);
        let kept =
            GameCorrection { played: played[0].report.ranks.clone(), why: "an appeal".into() };
        assert_eq!((&games[0].correction, &games[1].correction), (&Some(kept), &None));
        store.change(void("wrong map")).await.unwrap();
        let late = store.change(correct(1, "too late")).await.unwrap_err().to_string();
        assert!(late.contains("is void"), "{late}");
    });
}

#[test]
fn a_build_that_was_given_up_can_be_queued_again() {
    on_both(|store| async move {
        let (_, _, team) = cup(&store).await;
        let id = store.change(submit(team, "one", None)).await.unwrap().id;
        let job = dispatch(&store, &[], NOW).await.remove(0).id;
        let void = Void { id: job, why: "lost".into(), account: None, now: NOW };
        store.change(void).await.unwrap();
        let state = async || store.submission(id).await.unwrap().unwrap().state.name();
        assert_eq!(state().await, "rejected");
        store.change(Requeue { id: job, account: None, now: NOW }).await.unwrap();
        assert_eq!(state().await, "received");
        assert_eq!(dispatch(&store, &[], NOW).await.remove(0).id, job);
    });
}

#[test]
fn a_search_finds_things_by_part_of_a_name_and_by_number() {
    on_both(|store| async move {
        let (event, organiser, team) = cup(&store).await;
        store.change(ask(team, "a")).await.unwrap();
        let find = async |text: &str| {
            let found = store.search(event, text).await.unwrap();
            found.into_iter().map(|one| (one.kind, one.id)).collect::<Vec<_>>()
        };
        assert_eq!(find("ärger").await, [(FoundKind::Team, team)]);
        assert_eq!(find("100%").await, [(FoundKind::Team, team)]);
        assert_eq!(find("1%0").await, [], "a sign is no wildcard");
        assert_eq!(find("ORG").await, [(FoundKind::Account, organiser)]);
        let kinds: Vec<FoundKind> = find("#1").await.into_iter().map(|(kind, _)| kind).collect();
        for kind in [FoundKind::Account, FoundKind::Match, FoundKind::Submission] {
            assert!(kinds.contains(&kind), "{kinds:?}");
        }
        assert_eq!(store.search(event + 1, "ärger").await.unwrap(), []);
    });
}

#[test]
fn the_audit_log_is_filtered_and_paged() {
    on_both(|store| async move {
        let (event, organiser, _) = cup(&store).await;
        let look = |now| Look {
            account: organiser,
            action: "view as team",
            object: "team 1".into(),
            detail: String::new(),
            quiet_ms: MINUTE,
            now,
        };
        for at in [0, 1, 2 * MINUTE] {
            store.change(look(NOW + at)).await.unwrap();
        }
        let all = AuditFilter {
            actor: None,
            action: None,
            object: None,
            since_ms: None,
            until_ms: None,
            before: i64::MAX,
            limit: 99,
        };
        let list = async |filter: AuditFilter| -> Result<Vec<String>, Fault> {
            Ok(store.audit_log(&filter).await?.into_iter().map(|entry| entry.action).collect())
        };
        let log = list(all.clone()).await.unwrap();
        assert_eq!(log, ["view as team", "view as team", "make event"]);
        let of = |action: &str| AuditFilter { action: Some(action.into()), ..all.clone() };
        assert_eq!(list(of("make")).await.unwrap(), ["make event"]);
        assert_eq!(list(of("ma%e")).await.unwrap(), [] as [&str; 0]);
        let object = AuditFilter { object: Some(format!("event {event}")), ..all.clone() };
        assert_eq!(list(object).await.unwrap(), ["make event"]);
        let actor = |actor: &str| AuditFilter { actor: Some(actor.into()), ..all.clone() };
        assert_eq!(list(actor("ORG")).await.unwrap().len(), 3);
        assert_eq!(list(actor("eve")).await.unwrap().len(), 0);
        let late = AuditFilter { since_ms: Some(NOW + 1), ..all.clone() };
        assert_eq!(list(late).await.unwrap().len(), 1);
        let early = AuditFilter { until_ms: Some(NOW), ..all.clone() };
        assert_eq!(list(early).await.unwrap().len(), 2);
        let page = AuditFilter { limit: 1, ..all.clone() };
        let first = store.audit_log(&page).await.unwrap()[0].id;
        let second = store.audit_log(&AuditFilter { before: first, ..page }).await.unwrap();
        assert!(second.len() == 1 && second[0].id < first);
    });
}
