//! The life of a job.

use crate::support::{on_both, runtime};
use agon_store::console::{FailureClass, Hello, Worker};
use agon_store::jobs::{
    Again, Begin, Begun, Cancel, Crew, Dispatch, Dispatched, Faulted, ForgetDeliveries, HandBack,
    Lane, Machine, NewJob, Requeue, Stopped, TakeStops, Unbegin,
};
use agon_store::{Change, Fault, Location, Store, Tx};
use agon_testservers::{Pace, Postgres, Proxy};
use std::collections::BTreeMap;
use std::time::Duration;

const NOW: i64 = 1_800_000_000_000;

fn job(key: &str, lane: Lane, team: Option<i64>) -> NewJob {
    NewJob {
        key: key.into(),
        lane,
        kind: "match".into(),
        payload: "{}".into(),
        needs: String::new(),
        team,
        run: None,
        wall_limit_ms: 60_000,
    }
}

struct Enqueue(Vec<NewJob>);

impl Change for Enqueue {
    type Output = Vec<bool>;
    async fn apply(&self, tx: &mut Tx<'_>) -> Result<Vec<bool>, Fault> {
        let mut new = Vec::new();
        for job in &self.0 {
            new.push(tx.enqueue(job, NOW).await?.is_some());
        }
        Ok(new)
    }
}

struct Finish(Dispatched);

impl Change for Finish {
    type Output = bool;
    async fn apply(&self, tx: &mut Tx<'_>) -> Result<bool, Fault> {
        tx.finish_job(self.0.id, &self.0.token, "w1", NOW).await
    }
}

async fn dispatch(store: &Store, most: u32, prefix: &str, now: i64) -> Vec<Dispatched> {
    let used = BTreeMap::new();
    let event_caps = BTreeMap::new();
    let token_prefix = prefix.into();
    let crews = Vec::new();
    let change = Dispatch { now, most, team_cap: 2, event_caps, crews, token_prefix, used };
    store.change(change).await.unwrap().jobs
}

fn faulted(job: &Dispatched, fault: &str, now: i64) -> Faulted {
    let (id, token, fault) = (job.id, job.token.clone(), fault.into());
    let (worker, class) = ("w1".into(), FailureClass::Machine);
    Faulted { id, token, worker, class, fault, lacks: None, jitter_ms: 0, now }
}

fn crew(workers: usize, lacks: &[&str]) -> Crew {
    let machine = Machine { slots: 1, cores: 1, memory_mib: 2048 };
    Crew { workers, machine, lacks: lacks.iter().map(|&word| word.into()).collect() }
}

async fn dispatch_to(store: &Store, crews: Vec<Crew>, most: u32, prefix: &str) -> Vec<String> {
    let (event_caps, used) = Default::default();
    let token_prefix = prefix.into();
    let change = Dispatch { now: NOW, most, team_cap: 2, event_caps, crews, token_prefix, used };
    let jobs = store.change(change).await.unwrap().jobs;
    jobs.into_iter().map(|job| job.key).collect()
}

#[test]
fn jobs_that_few_workers_can_do_leave_room_for_others() {
    on_both(|store| async move {
        let needing =
            |key: &str, lane, needs: &str| NewJob { needs: needs.into(), ..job(key, lane, None) };
        let of_java =
            (0..20).map(|n| needing(&format!("java{n}"), Lane::Tournament, "java python"));
        let jobs = of_java
            .chain([needing("none", Lane::Tournament, "go java")])
            .chain((0..3).map(|n| needing(&format!("python{n}"), Lane::Tournament, "python")))
            .chain([needing("ladder", Lane::Ladder, "")]);
        store.change(Enqueue(jobs.collect())).await.unwrap();
        // One slot of six has Java; no worker has Go. All jobs of the queue's beginning need Java.
        let crews = vec![crew(5, &["go", "java"]), crew(1, &["go"])];
        let first = dispatch_to(&store, crews.clone(), 4, "a").await;
        assert_eq!(first, ["java0", "ladder", "java1", "python0"]);
        assert_eq!(dispatch_to(&store, crews, 9, "b").await, ["python1", "python2"]);
        // A worker with everything has come.
        let crews = vec![crew(5, &["go", "java"]), crew(1, &["go"]), crew(1, &[])];
        assert_eq!(dispatch_to(&store, crews, 9, "c").await, ["java2", "java3", "none"]);
        assert_eq!(dispatch_to(&store, vec![crew(1, &[])], 2, "d").await, ["java4", "java5"]);
    });
}

#[test]
fn jobs_that_need_much_of_a_machine_go_to_few_workers_and_take_several_slots() {
    on_both(|store| async move {
        let needing = |key: String, lane, needs: &str| NewJob {
            needs: needs.into(),
            ..job(&key, lane, None)
        };
        let large = (0..9).map(|n| needing(format!("large{n}"), Lane::Tournament, "4cores 8GiB"));
        let jobs = large
            .chain([needing("huge".into(), Lane::Tournament, "64GiB")])
            .chain((0..9).map(|n| needing(format!("small{n}"), Lane::Tournament, "1GiB")));
        store.change(Enqueue(jobs.collect())).await.unwrap();
        // The machine with 8 cores plays two large games at the same time, so it may have four; no machine
        // has 64 GiB.
        let of = |workers, slots, gib: u64| {
            let machine = Machine { slots, cores: slots, memory_mib: gib << 10 };
            Crew { workers, machine, lacks: [].into() }
        };
        let crews = vec![of(3, 1, 2), of(1, 8, 32)];
        let slots: usize = crews.iter().map(Crew::slots).sum();
        assert_eq!(slots, 11);
        let first = dispatch_to(&store, crews.clone(), 18, "a").await;
        let expected = ["large0", "large1", "large2", "large3", "small0", "small1"];
        assert_eq!(first, expected, "four slots for each of the large ones");
        assert_eq!(store.dispatched_slots(&crews).await.unwrap(), 18);
        assert_eq!(dispatch_to(&store, crews.clone(), 2, "b").await, ["small2", "small3"]);
        // With one machine alone it is the same.
        let alone = vec![of(1, 2, 2)];
        assert_eq!(dispatch_to(&store, alone.clone(), 1, "c").await, ["small4"]);
        assert_eq!(store.dispatched_slots(&alone).await.unwrap(), 9);
        let crews = vec![of(1, 4, 64), of(3, 1, 2)];
        let last = dispatch_to(&store, crews, 3, "d").await;
        assert_eq!(last, ["huge"], "it takes the whole machine; its large games are dispatched");
    });
}

#[test]
fn a_job_that_a_worker_lacks_something_for_goes_to_another_one() {
    on_both(|store| async move {
        store.change(Enqueue(vec![job("a", Lane::Build, None)])).await.unwrap();
        let hello = |name: &str, lacks: &str| {
            let (name, engine, lacks) = (name.into(), "agon 1".into(), lacks.into());
            let (machine, started_ms, seen_ms) = (crew(1, &[]).machine, NOW, NOW);
            Worker { name, engine, machine, speed: 1.0, started_ms, seen_ms, lacks }
        };
        let lacking = |job: &Dispatched| Faulted {
            lacks: Some("java".into()),
            ..faulted(job, "a JDK is needed", NOW)
        };
        // The others lack it, too: it is a failure like any other.
        store.change(Hello(vec![hello("w1", "java"), hello("w2", "go java")])).await.unwrap();
        let first = dispatch(&store, 1, "one", NOW).await.remove(0);
        assert_eq!(store.change(lacking(&first)).await.unwrap(), Again::Queued);
        assert!(dispatch(&store, 1, "early", NOW).await.is_empty());
        store.change(Hello(vec![hello("w3", "go")])).await.unwrap();
        let second = dispatch(&store, 1, "two", NOW + 9_000).await.remove(0);
        assert_eq!((second.attempt, second.needs.as_str()), (2, ""));
        assert_eq!(store.change(lacking(&second)).await.unwrap(), Again::Queued);
        assert_eq!(store.change(lacking(&second)).await.unwrap(), Again::Stale);
        let third = dispatch(&store, 1, "three", NOW + 9_000).await.remove(0);
        assert_eq!((third.attempt, third.needs.as_str()), (2, "java"), "this costs no attempt");
        assert!(store.change(Finish(third)).await.unwrap());
    });
}

#[test]
fn enqueueing_twice_is_one_job() {
    on_both(|store| async move {
        let twice = vec![job("a", Lane::Ladder, None), job("a", Lane::Ladder, None)];
        assert_eq!(store.change(Enqueue(twice.clone())).await.unwrap(), [true, false]);
        let jobs = dispatch(&store, 10, "t", NOW).await;
        assert_eq!(jobs.len(), 1);
        assert!(store.change(Finish(jobs[0].clone())).await.unwrap());
        assert_eq!(store.change(Enqueue(twice)).await.unwrap(), [false, false]);
    });
}

#[test]
fn only_the_current_token_finishes_a_job() {
    on_both(|store| async move {
        store.change(Enqueue(vec![job("a", Lane::Ladder, None)])).await.unwrap();
        let first = dispatch(&store, 1, "one", NOW).await.remove(0);
        let fault = |token: &str| Faulted {
            id: first.id,
            token: token.into(),
            worker: "w1".into(),
            class: FailureClass::Machine,
            fault: "the worker was lost".into(),
            lacks: None,
            jitter_ms: 0,
            now: NOW,
        };
        assert_eq!(store.change(fault(&first.token)).await.unwrap(), Again::Queued);
        assert_eq!(store.change(fault(&first.token)).await.unwrap(), Again::Stale);
        assert!(dispatch(&store, 1, "early", NOW + 4_999).await.is_empty());
        let second = dispatch(&store, 1, "two", NOW + 5_000).await.remove(0);
        assert_eq!((second.id, second.attempt), (first.id, 2));
        assert!(!store.change(Finish(first)).await.unwrap());
        assert!(store.change(Finish(second.clone())).await.unwrap());
        assert!(!store.change(Finish(second)).await.unwrap());
    });
}

#[test]
fn the_third_fault_is_fatal_and_staff_can_queue_again() {
    on_both(|store| async move {
        store.change(Enqueue(vec![job("a", Lane::Ladder, None)])).await.unwrap();
        let mut now = NOW;
        for attempt in 1..=3 {
            now += 60_000;
            let job = dispatch(&store, 1, &attempt.to_string(), now).await.remove(0);
            let again = store.change(faulted(&job, "disk full", now)).await.unwrap();
            assert_eq!(again, if attempt < 3 { Again::Queued } else { Again::Dead });
        }
        assert!(dispatch(&store, 1, "x", now + 600_000).await.is_empty());
        let news = store.news_after(0, 9).await.unwrap();
        assert_eq!((news[0].topic.as_str(), news[0].audience.as_str()), ("dead_job", "staff"));
        let dead = store.queue().await.unwrap();
        assert_eq!((dead[0].state.as_str(), dead[0].jobs), ("dead", 1));
        store.change(Requeue { id: 1, account: None, now }).await.unwrap();
        store.change(Requeue { id: 1, account: None, now }).await.unwrap_err();
        assert_eq!(dispatch(&store, 1, "y", now).await[0].attempt, 4);
    });
}

#[test]
fn draining_costs_no_attempt_and_cancelling_is_final() {
    on_both(|store| async move {
        store.change(Enqueue(vec![job("a", Lane::Ladder, None)])).await.unwrap();
        let job = dispatch(&store, 1, "t", NOW).await.remove(0);
        assert!(store.change(HandBack { id: job.id, token: job.token.clone() }).await.unwrap());
        assert!(!store.change(HandBack { id: job.id, token: job.token }).await.unwrap());
        let job = dispatch(&store, 1, "u", NOW).await.remove(0);
        assert_eq!(job.attempt, 1);
        assert!(!store.has_stops().await.unwrap());
        store.change(Cancel { key: "a".into(), now: NOW }).await.unwrap();
        // Its worker must be told, once; no worker has begun it.
        assert!(store.has_stops().await.unwrap());
        let stopped = Stopped { token: job.token.clone(), worker: String::new() };
        assert_eq!(store.change(TakeStops).await.unwrap(), [stopped]);
        assert!(!store.has_stops().await.unwrap());
        store.change(Cancel { key: "a".into(), now: NOW }).await.unwrap_err();
        assert!(!store.change(Finish(job)).await.unwrap());
        assert!(store.dispatched_jobs().await.unwrap().is_empty());
    });
}

#[test]
fn a_later_delivery_of_a_begun_job_names_the_worker_that_lost_it() {
    on_both(|store| async move {
        store.change(Enqueue(vec![job("a", Lane::Ladder, None)])).await.unwrap();
        let job = dispatch(&store, 1, "t", NOW).await.remove(0);
        let ask = |worker: &str, delivery| {
            let (id, token, worker) = (job.id, job.token.clone(), worker.to_owned());
            Begin { id, token, worker, delivery, now: NOW }
        };
        let begin = async |worker: &str, delivery| {
            let answers = store.begin_all(vec![ask(worker, delivery)]).await;
            answers.map(|mut answers| answers.remove(0))
        };
        assert_eq!(store.unbegun_jobs().await.unwrap(), std::slice::from_ref(&job));
        assert_eq!(begin("one", 1).await.unwrap(), Begun::Yes);
        // Its answer was lost, so it asks again.
        assert_eq!(begin("one", 1).await.unwrap(), Begun::Yes);
        assert_eq!(begin("two", 2).await.unwrap(), Begun::Held("one".into()));
        let under_way = store.jobs_under_way().await.unwrap();
        assert_eq!((under_way[0].worker.as_str(), under_way[0].started_ms), ("one", NOW));
        assert_eq!(store.dispatched_slots(&[]).await.unwrap(), 1);
        // A drained worker loses nothing.
        store.change(Unbegin { id: job.id, token: job.token.clone() }).await.unwrap();
        // Two deliveries ask at once: one of them begins.
        let both = vec![ask("two", 2), ask("three", 3)];
        let answers = store.begin_all(both).await.unwrap();
        assert_eq!(answers, [Begun::Yes, Begun::Held("two".into())]);
        assert_eq!(begin("three", 3).await.unwrap(), Begun::Held("two".into()));
        assert_eq!(store.dispatched_job(job.id, &job.token).await.unwrap(), Some(job.clone()));
        assert!(!store.is_done_by(job.id, "w1").await.unwrap());
        assert!(store.change(Finish(job.clone())).await.unwrap());
        assert!(store.is_done_by(job.id, "w1").await.unwrap());
        assert!(!store.is_done_by(job.id, "two").await.unwrap());
        assert_eq!(begin("two", 2).await.unwrap(), Begun::Stale);
        assert_eq!(store.dispatched_job(job.id, &job.token).await.unwrap(), None);
    });
}

#[test]
fn a_begin_that_is_written_down_after_the_job_was_given_back_does_not_hold_it() {
    on_both(|store| async move {
        store.change(Enqueue(vec![job("a", Lane::Ladder, None)])).await.unwrap();
        let mut now = NOW;
        for attempt in ["t", "u"] {
            let job = dispatch(&store, 1, attempt, now).await.remove(0);
            let begin = async |worker: &str, delivery| {
                let (id, token, worker) = (job.id, job.token.clone(), worker.to_owned());
                let ask = Begin { id, token, worker, delivery, now: NOW };
                store.begin_all(vec![ask]).await.unwrap().remove(0)
            };
            let give_back = async || {
                store.change(Unbegin { id: job.id, token: job.token.clone() }).await.unwrap();
            };
            give_back().await;
            assert_eq!(begin("one", 1).await, Begun::Stale);
            // The message is lost, and another one is handed over.
            store.change(ForgetDeliveries(vec![job.id])).await.unwrap();
            assert_eq!(begin("one", 1).await, Begun::Yes);
            give_back().await;
            assert_eq!(begin("one", 1).await, Begun::Stale);
            assert_eq!(begin("two", 2).await, Begun::Yes);
            store.change(ForgetDeliveries(vec![job.id])).await.unwrap();
            assert_eq!(begin("three", 3).await, Begun::Held("two".into()));
            // The deliveries of the next attempt count from 1 again.
            store.change(faulted(&job, "disk full", now)).await.unwrap();
            now += 60_000;
        }
    });
}

#[test]
fn questions_of_many_workers_are_answered_in_their_order() {
    on_both(|store| async move {
        let names = ["a", "b", "c"];
        let jobs = names.map(|name| job(name, Lane::Ladder, None)).to_vec();
        store.change(Enqueue(jobs)).await.unwrap();
        let jobs = dispatch(&store, 9, "t", NOW).await;
        let ask = |job: &Dispatched, token: &str, worker: &str, delivery| {
            let (id, token, worker) = (job.id, token.to_owned(), worker.to_owned());
            Begin { id, token, worker, delivery, now: NOW }
        };
        let [a, b, c] = [&jobs[0], &jobs[1], &jobs[2]];
        let first = vec![ask(b, &b.token, "one", 1), ask(a, "made up", "two", 1)];
        assert_eq!(store.begin_all(first).await.unwrap(), [Begun::Yes, Begun::Stale]);
        let asked = vec![
            ask(c, &c.token, "three", 1),
            ask(b, &b.token, "two", 2),
            ask(a, &a.token, "one", 1),
            ask(c, "made up", "four", 1),
        ];
        let answers = store.begin_all(asked).await.unwrap();
        assert_eq!(answers, [Begun::Yes, Begun::Held("one".into()), Begun::Yes, Begun::Stale]);
        let under_way = store.jobs_under_way().await.unwrap();
        let workers: Vec<&str> = under_way.iter().map(|one| one.worker.as_str()).collect();
        assert_eq!(workers, ["one", "one", "three"]);
        assert!(store.begin_all(Vec::new()).await.unwrap().is_empty());
    });
}

/// PostgreSQL has let the job begin, and dies before its answer arrives. A begin is not flushed to the disk:
/// it may be forgotten, or be there.
#[test]
fn a_job_begins_once_if_the_database_dies_before_it_answers() {
    /// Long enough to notice, in between, that the question has arrived.
    const UNDER_WAY: Duration = Duration::from_secs(2);
    let postgres = Postgres::start().unwrap();
    for keeps_begin in [false, true] {
        let (proxy, address) = (Proxy::before_socket(postgres.socket()), postgres.new_database());
        runtime().block_on(async {
            let direct = Store::open(&Location::Postgres(address.clone())).await.unwrap();
            let far = Location::Postgres(Postgres::through(&proxy, &address));
            let far = Store::open(&far).await.unwrap();
            far.change(Enqueue(vec![job("a", Lane::Ladder, None)])).await.unwrap();
            let job = dispatch(&far, 1, "t", NOW).await.remove(0);
            // This is flushed, and with it that the job is dispatched.
            let flush = |key: &str| Enqueue(vec![self::job(key, Lane::Bulk, None)]);
            far.change(flush("b")).await.unwrap();
            let ask = |worker: &str, delivery| {
                let (id, token, worker) = (job.id, job.token.clone(), worker.to_owned());
                vec![Begin { id, token, worker, delivery, now: NOW }]
            };
            proxy.set_pace(Pace { delay: UNDER_WAY, ..Pace::default() });
            let die = async {
                while direct.jobs_under_way().await.unwrap().is_empty() {
                    tokio::time::sleep(Duration::from_millis(20)).await;
                }
                if keeps_begin {
                    direct.change(flush("c")).await.unwrap();
                }
                tokio::task::block_in_place(|| postgres.crash_and_restart()).unwrap();
                proxy.set_pace(Pace::default());
            };
            let (mut answers, ()) = futures_util::join!(far.begin_all(ask("one", 1)), die);
            // A worker that has no answer asks again.
            while answers.is_err() {
                tokio::time::sleep(Duration::from_millis(100)).await;
                answers = far.begin_all(ask("one", 1)).await;
            }
            assert_eq!(answers.unwrap(), [Begun::Yes]);
            let under_way = far.jobs_under_way().await.unwrap();
            let workers: Vec<&str> = under_way.iter().map(|one| one.worker.as_str()).collect();
            assert_eq!(workers, ["one"]);
            assert_eq!(far.begin_all(ask("two", 2)).await.unwrap(), [Begun::Held("one".into())]);
            assert!(far.change(Finish(job.clone())).await.unwrap());
            assert!(!far.change(Finish(job.clone())).await.unwrap(), "it has ended once");
        });
    }
}

/// PostgreSQL has let the job begin, and the connection is lost before its answer arrives.
#[test]
fn a_job_begins_once_if_the_answer_of_the_database_is_lost() {
    /// Long enough to notice, in between, that the question has arrived.
    const UNDER_WAY: Duration = Duration::from_secs(2);
    let postgres = Postgres::shared();
    let (proxy, address) = (Proxy::before_socket(postgres.socket()), postgres.new_database());
    runtime().block_on(async {
        let direct = Store::open(&Location::Postgres(address.clone())).await.unwrap();
        let far = Location::Postgres(Postgres::through(&proxy, &address));
        let far = Store::open(&far).await.unwrap();
        far.change(Enqueue(vec![job("a", Lane::Ladder, None)])).await.unwrap();
        let job = dispatch(&far, 1, "t", NOW).await.remove(0);
        let ask = |worker: &str, delivery| {
            let (id, token, worker) = (job.id, job.token.clone(), worker.to_owned());
            vec![Begin { id, token, worker, delivery, now: NOW }]
        };
        proxy.set_pace(Pace { delay: UNDER_WAY, ..Pace::default() });
        let cut = async {
            while direct.jobs_under_way().await.unwrap().is_empty() {
                tokio::time::sleep(Duration::from_millis(20)).await;
            }
            proxy.close();
            proxy.set_pace(Pace::default());
            proxy.open();
        };
        let (answers, ()) = futures_util::join!(far.begin_all(ask("one", 1)), cut);
        // The store repeats what may have been lost; otherwise the worker does.
        let answers = match answers {
            Ok(answers) => answers,
            Err(_) => far.begin_all(ask("one", 1)).await.unwrap(),
        };
        assert_eq!(answers, [Begun::Yes]);
        let under_way = far.jobs_under_way().await.unwrap();
        let workers: Vec<&str> = under_way.iter().map(|one| one.worker.as_str()).collect();
        assert_eq!(workers, ["one"]);
        assert_eq!(far.begin_all(ask("two", 2)).await.unwrap(), [Begun::Held("one".into())]);
        assert!(far.change(Finish(job.clone())).await.unwrap());
        assert!(!direct.change(Finish(job.clone())).await.unwrap(), "it has ended once");
        assert_eq!(direct.begin_all(ask("two", 2)).await.unwrap(), [Begun::Stale]);
    });
}

#[test]
fn a_clock_that_is_set_back_delays_no_job() {
    on_both(|store| async move {
        let jobs = vec![job("a", Lane::Ladder, None), job("b", Lane::Ladder, None)];
        store.change(Enqueue(jobs)).await.unwrap();
        let hour = 3_600_000;
        let first = dispatch(&store, 1, "t", NOW - hour).await.remove(0);
        store.change(faulted(&first, "the disk was full", NOW)).await.unwrap();
        let keys: Vec<String> =
            dispatch(&store, 9, "u", NOW - hour).await.into_iter().map(|job| job.key).collect();
        assert_eq!(keys, ["a", "b"]);
    });
}

#[test]
fn one_server_leads_and_another_follows_when_it_is_gone() {
    on_both(|store| async move {
        let silence = Duration::from_secs(30);
        let mut first = store.try_lead(silence).await.unwrap().expect("no other server leads");
        if store.dialect() == agon_store::Dialect::Postgres {
            assert!(store.try_lead(silence).await.unwrap().is_none());
            assert!(first.is_held().await);
            drop(first);
            // A lost connection is noticed by the database at once, but not in this very moment.
            let mut second = store.try_lead(silence).await.unwrap();
            while second.is_none() {
                second = store.try_lead(silence).await.unwrap();
            }
            let mut second = second.expect("it is there");
            // The database ends the session of a silent leader.
            second.give_back().await;
            let short = Duration::from_millis(1);
            second = store.try_lead(short).await.unwrap().expect("it was given back");
            while store.try_lead(silence).await.unwrap().is_none() {}
            assert!(!second.is_held().await);
        } else {
            assert!(first.is_held().await);
        }
    });
}

#[test]
fn lanes_share_by_weight_and_the_oldest_goes_first() {
    on_both(|store| async move {
        let mut jobs = Vec::new();
        for i in 0..60 {
            for lane in Lane::ALL {
                jobs.push(job(&format!("{}{i:02}", lane.name()), lane, None));
            }
        }
        store.change(Enqueue(jobs)).await.unwrap();
        let (mut used, mut counts) = (BTreeMap::new(), BTreeMap::new());
        let mut last: BTreeMap<String, String> = BTreeMap::new();
        // In small steps, so that the shares must survive from call to call.
        for step in 0..46 {
            let change = Dispatch {
                now: NOW,
                most: 1,
                team_cap: 2,
                event_caps: BTreeMap::new(),
                crews: Vec::new(),
                token_prefix: step.to_string(),
                used,
            };
            let dispatches = store.change(change).await.unwrap();
            used = dispatches.used;
            for job in dispatches.jobs {
                let lane = job.key.trim_end_matches(char::is_numeric).to_owned();
                assert!(
                    last.insert(lane.clone(), job.key.clone())
                        .is_none_or(|before| before < job.key)
                );
                *counts.entry(lane).or_insert(0) += 1;
            }
        }
        let counts: Vec<(&str, i32)> = counts.iter().map(|(lane, n)| (lane.as_str(), *n)).collect();
        // 46 = 2 x (8 + 4 + 4 + 4 + 2 + 1).
        let expected = [
            ("build", 8),
            ("bulk", 2),
            ("grading", 8),
            ("ladder", 4),
            ("requested", 8),
            ("tournament", 16),
        ];
        assert_eq!(counts, expected);
    });
}

#[test]
fn a_team_has_two_jobs_at_once_outside_tournaments() {
    on_both(|store| async move {
        let mut jobs: Vec<NewJob> =
            (0..20).map(|i| job(&format!("a{i}"), Lane::Requested, Some(1))).collect();
        jobs.push(job("b", Lane::Requested, Some(2)));
        jobs.extend((0..5).map(|i| job(&format!("t{i}"), Lane::Tournament, Some(1))));
        store.change(Enqueue(jobs)).await.unwrap();
        // One call must not exceed the cap either.
        let keys: Vec<String> =
            dispatch(&store, 4, "t", NOW).await.into_iter().map(|job| job.key).collect();
        let mut more: Vec<String> =
            dispatch(&store, 100, "u", NOW).await.into_iter().map(|job| job.key).collect();
        more.extend(keys);
        more.sort();
        assert_eq!(more, ["a0", "a1", "b", "t0", "t1", "t2", "t3", "t4"]);
    });
}
