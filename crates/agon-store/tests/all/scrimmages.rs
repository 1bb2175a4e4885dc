//! Scrimmages: asked, answered, expired; their limits; and the lists of matches that people may see.

use crate::support::{NOW, a_cup, on_both};
use agon_store::jobs::{Dispatch, Dispatched};
use agon_store::matches::{
    ASKED_MS, AnswerScrimmage, AskScrimmage, AskedSide, CommitGame, ExpireScrimmages, MatchFilter,
    MatchState, ScrimmageFilter, ScrimmageGame, ScrimmageState, ScrimmageTerms, SetAlwaysAccepts,
    SideResult, Viewer,
};
use agon_store::submissions::Submit;
use agon_store::teams::NewTeam;
use agon_store::work::{GameReport, Policy, Resources, Work};
use agon_store::{Change, Fault, Location, Refusal, Store, Tx};
use agon_testservers::Postgres;
use std::sync::Arc;
use tokio::sync::Notify;

/// An event with a staff bot and two teams; their numbers.
async fn teams(store: &Store) -> (i64, i64, i64, i64) {
    let (event, _) = a_cup(store, &["weak"]).await;
    let staff = store.teams(event, 0, 1).await.unwrap()[0].id;
    let mut made = Vec::new();
    for name in ["ada", "bob"] {
        let team =
            NewTeam { event, name: name.into(), account: None, join_code: name.into(), now: NOW };
        let team = store.change(team).await.unwrap();
        let submit = Submit {
            team,
            account: None,
            name: name.into(),
            source: format!("builtin:{name}"),
            size: 0,
            game: "chess".into(),
            rules: "handbook".into(),
            label: None,
            policy: Policy::default(),
            clock: "strict".into(),
            map: String::new(),
            hourly_limit: None,
            wall_limit_ms: 0,
            received_ms: NOW,
            now: NOW,
        };
        store.change(submit).await.unwrap();
        made.push(team);
    }
    // Teams without members are made as staff's; these two belong to people.
    store.change(OfPeople(made.clone())).await.unwrap();
    (event, staff, made[0], made[1])
}

struct OfPeople(Vec<i64>);

impl Change for OfPeople {
    type Output = ();
    async fn apply(&self, tx: &mut Tx<'_>) -> Result<(), Fault> {
        for team in &self.0 {
            let sql = "UPDATE team SET staff = 0 WHERE id = ?";
            tx.execute(sql, &agon_store::values![*team]).await?;
        }
        Ok(())
    }
}

/// The event says what games get, and all versions of teams are programs.
struct OfPrograms(&'static str);

impl Change for OfPrograms {
    type Output = ();
    async fn apply(&self, tx: &mut Tx<'_>) -> Result<(), Fault> {
        tx.execute("UPDATE event SET settings = ?", &agon_store::values![self.0]).await?;
        let sql = "UPDATE submission SET source = CAST(id AS TEXT), needs = 'python' WHERE team IN \
                   (SELECT id FROM team WHERE staff = 0)";
        tx.execute(sql, &[]).await?;
        Ok(())
    }
}

fn ask(team: i64, opponent: i64, key: &str) -> AskScrimmage {
    let side = |team| AskedSide { team, version: None };
    let game = |first| ScrimmageGame { map: "board".into(), seed: 7, lot: None, first };
    let terms = ScrimmageTerms {
        rules: "handbook".into(),
        clock: "strict".into(),
        wall_limit_ms: 1000,
        games: vec![game(0), game(1)],
    };
    let sides = vec![side(team), side(opponent)];
    AskScrimmage { team, sides, terms, key: key.into(), hourly_limit: 3, now: NOW }
}

fn refusal<T: std::fmt::Debug>(result: Result<T, Fault>) -> String {
    match result.unwrap_err() {
        Fault::Refused(Refusal::Unknown(text)) => format!("there is no {text}"),
        Fault::Refused(refusal) => refusal.to_string(),
        fault => panic!("{fault}"),
    }
}

fn filter(event: i64, viewer: Viewer) -> MatchFilter {
    MatchFilter {
        event,
        viewer,
        team: None,
        run: None,
        kind: None,
        state: None,
        result: None,
        map: None,
        since_ms: None,
        before: i64::MAX,
        limit: 10,
    }
}

/// Hands over the next two jobs.
async fn dispatched(store: &Store) -> Vec<Dispatched> {
    let (event_caps, used, crews) = Default::default();
    let token_prefix = "t".to_owned();
    let dispatch =
        Dispatch { now: NOW, most: 2, team_cap: 9, event_caps, crews, token_prefix, used };
    store.change(dispatch).await.unwrap().jobs
}

/// The result of a game that the first side of the match won, from whichever seat.
fn first_side_wins(job: Dispatched) -> CommitGame {
    let Ok(Work::Game(spec)) = serde_json::from_str(&job.payload) else { panic!("a game") };
    let report = GameReport {
        map: "board".into(),
        ranks: spec.seats.iter().map(|bot| 1 + bot.side as u8).collect(),
        scores: vec![0.0; 2],
        reason: "mate".into(),
        sentence: "mate".into(),
        most: None,
        rounds: 1,
        state: 0,
        orders: None,
        faults: vec![None; 2],
        classes: Vec::new(),
        dead: vec![false; 2],
        silent: vec![false; 2],
        seconds: 1.0,
        replay: None,
    };
    let (job, token, key) = (job.id, job.token, job.key);
    CommitGame { job, token, worker: "w".into(), key, spec, report, now: NOW + 1 }
}

#[test]
fn games_get_what_their_event_says_and_need_it() {
    on_both(|store| async move {
        let (_, staff, ada, bob) = teams(&store).await;
        let of_key = |jobs: Vec<Dispatched>| {
            let job = jobs.into_iter().next().unwrap();
            let Ok(Work::Game(spec)) = serde_json::from_str(&job.payload) else { panic!("a game") };
            (job.needs, spec.resources)
        };
        store.change(OfPrograms(r#"{"bot_memory_mib":null,"maps":[]}"#)).await.unwrap();
        store.change(ask(ada, staff, "usual")).await.unwrap();
        assert_eq!(of_key(dispatched(&store).await), ("python".into(), Resources::default()));
        let settings = r#"{"rules":"handbook","bot_memory_mib":1500,"game_cores":3}"#;
        store.change(OfPrograms(settings)).await.unwrap();
        let resources = Resources { bot_memory_mib: Some(1500), game_cores: Some(3) };
        // A built-in bot has no process of its own.
        for (opponent, needs) in [(staff, "2GiB 4cores python"), (bob, "4GiB 4cores python")] {
            store.change(ask(ada, opponent, needs)).await.unwrap();
            assert_eq!(of_key(dispatched(&store).await), (needs.into(), resources));
        }
    });
}

#[test]
fn a_scrimmage_is_accepted_declined_or_expires() {
    on_both(|store| async move {
        let (event, staff, ada, bob) = teams(&store).await;
        let state = async |id, now| store.scrimmage(id, now).await.unwrap().unwrap().state;
        // A staff bot accepts at once, and so does a team that has not said otherwise.
        let first = store.change(ask(ada, staff, "a")).await.unwrap();
        assert_eq!((state(first.id, NOW).await, first.left), (ScrimmageState::Accepted, 2));
        let again = store.change(ask(ada, staff, "a")).await.unwrap();
        assert_eq!((again.id, again.left), (first.id, 2), "the same key is the same request");
        let mut other = ask(ada, staff, "a");
        other.terms.games.pop();
        assert!(refusal(store.change(other).await).contains("belongs to another request"));
        store.change(SetAlwaysAccepts { team: bob, always: false }).await.unwrap();
        let asked = store.change(ask(ada, bob, "b")).await.unwrap().id;
        assert_eq!(state(asked, NOW).await, ScrimmageState::Asked);
        assert_eq!(state(asked, NOW + ASKED_MS).await, ScrimmageState::Expired);
        let answer = |id, team, accept, now| AnswerScrimmage { id, team, accept, now };
        let own = refusal(store.change(answer(asked, ada, true, NOW)).await);
        assert!(own.contains("has accepted this scrimmage"), "{own}");
        let foreign = refusal(store.change(answer(asked, staff, true, NOW)).await);
        assert_eq!(foreign, format!("there is no scrimmage {asked}"));
        let late = refusal(store.change(answer(asked, bob, true, NOW + ASKED_MS)).await);
        assert!(late.contains("is expired"), "{late}");
        store.change(answer(asked, bob, true, NOW)).await.unwrap();
        let found = store.scrimmage(asked, NOW).await.unwrap().unwrap();
        assert_eq!(found.state, ScrimmageState::Accepted);
        assert!(found.match_id.is_some());
        let declined = store.change(ask(ada, bob, "c")).await.unwrap();
        assert_eq!(declined.left, 0);
        store.change(answer(declined.id, bob, false, NOW)).await.unwrap();
        assert_eq!(state(declined.id, NOW).await, ScrimmageState::Declined);
        let over = refusal(store.change(ask(ada, bob, "d")).await);
        assert!(over.contains("may ask for 3 scrimmages in an hour"), "{over}");
        // The limit is per team; a request without an answer ends by itself, and both teams are told.
        let open = store.change(ask(bob, ada, "e")).await.unwrap().id;
        assert_eq!(state(open, NOW).await, ScrimmageState::Accepted, "ada accepts all");
        store.change(SetAlwaysAccepts { team: ada, always: false }).await.unwrap();
        let open = store.change(ask(bob, ada, "f")).await.unwrap().id;
        assert_eq!(store.change(ExpireScrimmages { now: NOW }).await.unwrap(), 0);
        assert_eq!(store.change(ExpireScrimmages { now: NOW + ASKED_MS }).await.unwrap(), 1);
        let news = store.news_after(0, 1000).await.unwrap();
        let told: Vec<&str> = news
            .iter()
            .filter(|news| {
                news.body.contains(&format!("\"scrimmage\":{open},\"state\":\"expired\""))
            })
            .map(|news| news.audience.as_str())
            .collect();
        assert_eq!(told, [format!("team:{ada}"), format!("team:{bob}")]);
        let filter = ScrimmageFilter {
            event,
            team: Some(bob),
            state: Some(ScrimmageState::Expired),
            before: i64::MAX,
            limit: 10,
            now: NOW + ASKED_MS,
        };
        let listed = store.scrimmages(&filter).await.unwrap();
        assert_eq!(listed.iter().map(|one| one.id).collect::<Vec<_>>(), [open]);
        let foreign = AskedSide { team: bob, version: Some(1) };
        let mut wish = ask(bob, ada, "g");
        (wish.team, wish.sides[0]) = (ada, foreign);
        wish.hourly_limit = 9;
        let chosen = refusal(store.change(wish).await);
        assert!(chosen.contains("for your own team only"), "{chosen}");
    });
}

#[test]
fn matches_are_filtered_and_shown_to_their_teams() {
    on_both(|store| async move {
        let (event, staff, ada, bob) = teams(&store).await;
        store.change(ask(ada, staff, "a")).await.unwrap();
        store.change(ask(ada, bob, "b")).await.unwrap();
        let jobs = dispatched(&store).await;
        let all = filter(event, Viewer::Staff);
        let running = MatchFilter { state: Some(MatchState::Running), ..all.clone() };
        let running = store.matches(&running).await.unwrap();
        assert_eq!(running.len(), 1, "the games of the first match were handed over");
        for job in jobs {
            assert!(store.change(first_side_wins(job)).await.unwrap());
        }
        let person = |team| Viewer::Person { team: Some(team), sees_ranked: false };
        let count = async |filter: MatchFilter| store.matches(&filter).await.unwrap().len();
        assert_eq!(count(all.clone()).await, 2);
        assert_eq!(count(filter(event, person(bob))).await, 1, "only what bob took part in");
        let of_ada = MatchFilter { team: Some(ada), ..filter(event, person(ada)) };
        assert_eq!(count(of_ada.clone()).await, 2);
        let won = |result| MatchFilter { result: Some(result), ..of_ada.clone() };
        assert_eq!(count(won(SideResult::Won)).await, 1);
        assert_eq!(count(won(SideResult::Lost)).await, 0);
        let foreign = MatchFilter { team: Some(ada), ..filter(event, person(bob)) };
        assert_eq!(count(foreign).await, 1);
        let map = |map: &str| MatchFilter { map: Some(map.into()), ..all.clone() };
        assert_eq!((count(map("board")).await, count(map("x")).await), (1, 0));
        let since = |ms| MatchFilter { since_ms: Some(ms), ..all.clone() };
        assert_eq!((count(since(NOW)).await, count(since(NOW + 1)).await), (2, 0));
        let page = MatchFilter { limit: 1, ..all.clone() };
        let first = store.matches(&page).await.unwrap()[0].id;
        let second = store.matches(&MatchFilter { before: first, ..page }).await.unwrap();
        assert!(second.len() == 1 && second[0].id < first);
        let specs = store.game_specs(second[0].id).await.unwrap();
        assert_eq!(specs.iter().map(|spec| spec.seats[0].side).collect::<Vec<_>>(), [0, 1]);
    });
}

/// A change that was applied, and is committed when told to.
struct Held {
    game: CommitGame,
    applied: Arc<Notify>,
    go_on: Arc<Notify>,
}

impl Change for Held {
    type Output = bool;
    async fn apply(&self, tx: &mut Tx<'_>) -> Result<bool, Fault> {
        let committed = self.game.apply(tx).await?;
        self.applied.notify_one();
        self.go_on.notified().await;
        Ok(committed)
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn two_servers_that_commit_a_match_at_once_finish_it() {
    let location = Location::Postgres(Postgres::shared().new_database());
    let first = Store::open(&location).await.unwrap();
    let second = Store::open(&location).await.unwrap();
    let (event, staff, ada, _) = teams(&first).await;
    first.change(ask(ada, staff, "a")).await.unwrap();
    let [one, two] = dispatched(&first).await.try_into().unwrap();
    let (applied, go_on) = (Arc::new(Notify::new()), Arc::new(Notify::new()));
    let held = Held {
        game: first_side_wins(one),
        applied: Arc::clone(&applied),
        go_on: Arc::clone(&go_on),
    };
    let of_first = tokio::spawn(async move { first.change(held).await });
    applied.notified().await;
    let of_second = tokio::spawn({
        let second = second.clone();
        // Results of one worker wait for each other anyway, at its count of them.
        let game = CommitGame { worker: "w2".into(), ..first_side_wins(two) };
        async move { second.change(game).await }
    });
    // The second server either waits for the first one's lock or has committed by now.
    let waits = "SELECT pid FROM pg_stat_activity WHERE wait_event_type = 'Lock' \
                 AND datname = current_database()";
    while !of_second.is_finished() && second.row(waits, &[]).await.unwrap().is_none() {
        tokio::task::yield_now().await;
    }
    go_on.notify_one();
    assert!(of_first.await.unwrap().unwrap() && of_second.await.unwrap().unwrap());
    let matches = second.matches(&filter(event, Viewer::Staff)).await.unwrap();
    assert_eq!(matches[0].state, MatchState::Finished);
}
