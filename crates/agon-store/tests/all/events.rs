//! Events act by the clock; deadlines, extensions and choices decide which version of a team plays when.

use crate::support::{NOW, a_cup, on_both};
use agon_store::accounts::{Erase, NewAccount, Role};
use agon_store::console::FailureClass;
use agon_store::events::{AddDowntime, ChangeEvent, Downtime, Event, NewHandbook};
use agon_store::events::{Phase, PhaseTime, SetPhase, Tick};
use agon_store::grading::NewStaffBot;
use agon_store::jobs::{Dispatch, Dispatched, Faulted};
use agon_store::matches::CommitGame;
use agon_store::submissions::{Activate, CommitBuild, Submission, SubmissionState, Submit};
use agon_store::teams::{ChangeTeam, Leave, NewTeam, SetTeamState, TeamState};
use agon_store::versions::{Extend, Extension};
use agon_store::work::{Built, GameReport, Policy, Work, strict};
use agon_store::{Fault, Refusal, Store};
use std::collections::BTreeMap;

const HOUR: i64 = 3_600_000;

/// An event with one built-in bot, and the organiser who made it.
async fn cup(store: &Store) -> (Event, i64) {
    let (_, organiser) = a_cup(store, &["weak"]).await;
    (store.event("cup").await.unwrap().unwrap(), organiser)
}

async fn team(store: &Store, event: i64, name: &str) -> i64 {
    let (name, join_code) = (name.to_owned(), format!("code-{name}"));
    store.change(NewTeam { event, name, account: None, join_code, now: NOW }).await.unwrap()
}

async fn submit(store: &Store, team: i64, source: &str, received_ms: i64) -> Submission {
    store.change(submission(team, source, received_ms)).await.unwrap()
}

fn submission(team: i64, source: &str, received_ms: i64) -> Submit {
    Submit {
        team,
        account: None,
        name: "bot.py".into(),
        label: None,
        source: source.into(),
        size: 10,
        game: "chess".into(),
        rules: "handbook".into(),
        policy: Policy::default(),
        clock: strict(),
        map: String::new(),
        hourly_limit: Some(3),
        wall_limit_ms: 1000,
        received_ms,
        now: received_ms,
    }
}

async fn next_job(store: &Store) -> Dispatched {
    let (token_prefix, used) = ("t".into(), BTreeMap::new());
    let change = Dispatch {
        now: NOW + 9 * HOUR,
        most: 1,
        team_cap: 9,
        event_caps: BTreeMap::new(),
        crews: Vec::new(),
        token_prefix,
        used,
    };
    store.change(change).await.unwrap().jobs.remove(0)
}

async fn state(store: &Store, id: i64) -> SubmissionState {
    store.submission(id).await.unwrap().unwrap().state
}

/// Builds the oldest waiting submission and plays its first game, without faults.
async fn validate(store: &Store) {
    let job = next_job(store).await;
    assert!(store.change(commit_build(job, Built::default())).await.unwrap());
    play(store, next_job(store).await).await;
}

fn commit_build(job: Dispatched, built: Built) -> CommitBuild {
    CommitBuild {
        job: job.id,
        token: job.token,
        worker: "w".into(),
        key: job.key,
        built,
        sparring_partner: "weak".into(),
        seats: 2,
        rules: "handbook".into(),
        clock: strict(),
        map: String::new(),
        wall_limit_ms: 1000,
        now: NOW,
    }
}

async fn play(store: &Store, job: Dispatched) {
    let Ok(Work::Game(spec)) = serde_json::from_str(&job.payload) else { panic!("not a game") };
    let report = GameReport {
        map: "board".into(),
        ranks: vec![1, 2],
        scores: vec![1.0, 0.0],
        reason: "mate".into(),
        sentence: "the first seat won".into(),
        most: None,
        rounds: 40,
        state: 0,
        orders: None,
        faults: vec![None; 2],
        classes: Vec::new(),
        dead: vec![false; 2],
        silent: vec![false; 2],
        seconds: 1.0,
        replay: None,
    };
    let Dispatched { id, token, key, .. } = job;
    let change = CommitGame { job: id, token, worker: "w".into(), key, spec, report, now: NOW };
    assert!(store.change(change).await.unwrap());
}

/// The version of one team at a moment.
async fn version(store: &Store, event: i64, team: i64, moment: i64) -> Option<i64> {
    let all = store.versions_at(event, moment).await.unwrap();
    all.iter().find(|one| one.side.team == team).map(|one| one.side.submission)
}

#[test]
fn teams_cannot_have_names_that_look_the_same() {
    on_both(|store| async move {
        let (event, _) = cup(&store).await;
        let (composed, separate) = ("Z\u{fc}rich", "zu\u{308}rich");
        let new = |name: &str, code: &str| NewTeam {
            event: event.id,
            name: name.into(),
            account: None,
            join_code: code.into(),
            now: NOW,
        };
        let team = store.change(new(composed, "a")).await.unwrap();
        let refused = store.change(new(separate, "b")).await.unwrap_err();
        assert!(matches!(refused, Fault::Refused(Refusal::Conflict(_))), "{refused}");
        let found = store.team_named(event.id, separate).await.unwrap();
        assert_eq!(found.map(|team| team.id), Some(team));
    });
}

#[test]
fn the_version_at_a_moment_is_the_newest_valid_one_that_had_arrived() {
    on_both(|store| async move {
        let (event, _) = cup(&store).await;
        let ada = team(&store, event.id, "ada").await;
        assert_eq!(version(&store, event.id, ada, NOW).await, None);
        let first = submit(&store, ada, "one", NOW + 10).await.id;
        validate(&store).await;
        // Arrived before the deadline, validated long after it.
        let second = submit(&store, ada, "two", NOW + 20).await.id;
        let deadline = NOW + 20;
        assert_eq!(version(&store, event.id, ada, deadline).await, Some(first));
        assert_eq!(store.pending_at(event.id, deadline).await.unwrap(), [second]);
        assert!(store.pending_at(event.id, deadline - 1).await.unwrap().is_empty());
        validate(&store).await;
        assert!(store.pending_at(event.id, deadline).await.unwrap().is_empty());
        assert_eq!(version(&store, event.id, ada, deadline).await, Some(second));
        assert_eq!(version(&store, event.id, ada, deadline - 1).await, Some(first));
        assert_eq!(version(&store, event.id, ada, NOW + 9).await, None);
        // The team goes back to the first version, then hands in the second one again.
        let now = NOW + 30;
        store.change(Activate { team: ada, submission: first, now }).await.unwrap();
        assert_eq!(version(&store, event.id, ada, now).await, Some(first));
        assert_eq!(version(&store, event.id, ada, now - 1).await, Some(second));
        assert_eq!(submit(&store, ada, "two", NOW + 40).await.number, 2);
        assert_eq!(version(&store, event.id, ada, NOW + 40).await, Some(second));
        let active = store.team(ada).await.unwrap().unwrap().active_submission;
        assert_eq!(active, Some(second));
    });
}

#[test]
fn an_extension_counts_for_one_team_and_one_deadline() {
    on_both(|store| async move {
        let (event, organiser) = cup(&store).await;
        let (ada, bob) = (team(&store, event.id, "ada").await, team(&store, event.id, "bob").await);
        let deadline = NOW + HOUR;
        let extension = |until_ms, reason: &str| Extend {
            team: ada,
            extension: Extension { from_ms: deadline, until_ms, reason: reason.into() },
            account: Some(organiser),
            now: NOW,
        };
        for (until_ms, reason) in [(deadline, "ill"), (deadline + 1, "")] {
            let refused = store.change(extension(until_ms, reason)).await.unwrap_err();
            assert!(matches!(refused, Fault::Refused(Refusal::Invalid(_))), "{refused}");
        }
        store.change(extension(deadline + 500, "ill")).await.unwrap();
        assert_eq!(store.extension(ada).await.unwrap().unwrap().until_ms, deadline + 500);
        let mut late = Vec::new();
        for (team, source) in [(ada, "a"), (bob, "b")] {
            late.push(submit(&store, team, source, deadline + 400).await.id);
            validate(&store).await;
        }
        assert_eq!(version(&store, event.id, ada, deadline).await, Some(late[0]));
        assert_eq!(version(&store, event.id, bob, deadline).await, None);
        assert_eq!(version(&store, event.id, ada, deadline - 1).await, None, "an earlier deadline");
    });
}

#[test]
fn a_submission_shows_where_it_is_and_has_an_hourly_limit() {
    on_both(|store| async move {
        let (event, _) = cup(&store).await;
        let ada = team(&store, event.id, "ada").await;
        let id = submit(&store, ada, "one", NOW).await.id;
        assert_eq!(state(&store, id).await, SubmissionState::Received);
        let job = next_job(&store).await;
        assert_eq!(state(&store, id).await, SubmissionState::Building);
        let fault = "the disk is full".to_owned();
        let (worker, class) = ("w".into(), FailureClass::Machine);
        let (id_of_job, token) = (job.id, job.token);
        let change = Faulted {
            id: id_of_job,
            token,
            worker,
            class,
            fault,
            lacks: None,
            jitter_ms: 0,
            now: NOW,
        };
        store.change(change).await.unwrap();
        assert_eq!(state(&store, id).await, SubmissionState::Retry);
        validate(&store).await;
        assert_eq!(state(&store, id).await, SubmissionState::Valid);
        // Identical bytes do not count against the limit of three.
        for source in ["one", "two", "three"] {
            submit(&store, ada, source, NOW + 60_000).await;
        }
        let refused = store.change(submission(ada, "four", NOW + 60_001)).await.unwrap_err();
        assert!(refused.to_string().contains("3 versions in an hour"), "{refused}");
        assert!(refused.to_string().contains("in 59 minutes"), "{refused}");
        submit(&store, ada, "four", NOW + HOUR + 1).await;
    });
}

#[test]
fn phases_begin_by_the_clock_and_the_organisers_may_decide_otherwise() {
    on_both(|store| async move {
        let (event, organiser) = cup(&store).await;
        let times = [(Phase::Open, 10), (Phase::Frozen, 20), (Phase::Over, 30)];
        let timeline: Vec<PhaseTime> =
            times.iter().map(|(phase, at)| PhaseTime { phase: *phase, at_ms: NOW + at }).collect();
        let change = ChangeEvent {
            event: event.id,
            revision: event.revision,
            title: "The great cup".into(),
            settings: event.settings.clone(),
            timeline: timeline.clone(),
            detail: "title".into(),
            account: organiser,
            now: NOW,
        };
        let wrong =
            ChangeEvent { timeline: timeline.iter().rev().copied().collect(), ..change.clone() };
        let refused = store.change(wrong).await.unwrap_err().to_string();
        assert!(refused.contains("the phase frozen must begin after the phase over"), "{refused}");
        assert!(store.change(change.clone()).await.unwrap());
        assert!(!store.change(change).await.unwrap(), "the revision is another one now");

        let event = store.event("cup").await.unwrap().unwrap();
        assert_eq!(event.phase_at(NOW + 9), Phase::Registration);
        assert_eq!(event.phase_at(NOW + 10), Phase::Open);
        assert_eq!(event.deadline(NOW + 10), Some(NOW + 20));
        assert_eq!(
            (event.phase_at(NOW + 25), event.phase_since(NOW + 25)),
            (Phase::Frozen, NOW + 20)
        );
        // A server that was down catches up.
        assert_eq!(store.change(Tick { now: NOW + 25 }).await.unwrap(), 2);
        assert_eq!(store.change(Tick { now: NOW + 25 }).await.unwrap(), 0);
        let (phase, account, now) = (Phase::Open, Some(organiser), NOW + 26);
        store.change(SetPhase { event: event.id, phase, account, now }).await.unwrap();
        let downtime =
            Downtime { from_ms: NOW + 15, until_ms: NOW + 22, reason: "no power".into() };
        let change = AddDowntime { event: event.id, downtime, account: organiser, now: NOW + 27 };
        store.change(change.clone()).await.unwrap();
        let event = store.event("cup").await.unwrap().unwrap();
        assert_eq!(event.phase_at(NOW + 36), Phase::Open);
        assert_eq!(event.phase_at(NOW + 37), Phase::Over);
        assert_eq!(store.downtimes(event.id).await.unwrap().len(), 1);
        let refused = store.change(change.clone()).await.unwrap_err().to_string();
        assert!(refused.contains("is recorded already"), "{refused}");
        let early = Downtime { from_ms: NOW - 9, ..change.downtime.clone() };
        let early = AddDowntime { downtime: early, ..change.clone() };
        let refused = store.change(early).await.unwrap_err().to_string();
        assert!(refused.contains("before the event was made"), "{refused}");
        let downtime =
            Downtime { from_ms: NOW + 30, until_ms: NOW + 38, ..change.downtime.clone() };
        let late = AddDowntime { downtime, now: NOW + 40, ..change };
        let refused = store.change(late).await.unwrap_err().to_string();
        assert!(refused.contains("no phase of this event is still to come"), "{refused}");
    });
}

#[test]
fn a_phase_whose_time_is_past_begins_at_once() {
    on_both(|store| async move {
        let (event, organiser) = cup(&store).await;
        let change = ChangeEvent {
            event: event.id,
            revision: event.revision,
            title: event.title.clone(),
            settings: event.settings.clone(),
            timeline: vec![PhaseTime { phase: Phase::Open, at_ms: NOW - HOUR }],
            detail: "open".into(),
            account: organiser,
            now: NOW + 5,
        };
        assert!(store.change(change.clone()).await.unwrap());
        let event = store.event("cup").await.unwrap().unwrap();
        assert_eq!((event.phase, event.phase_since_ms), (Phase::Open, NOW + 5));
        // The organisers decide otherwise, and a change of something else does not undo that.
        let (phase, account, now) = (Phase::Registration, Some(organiser), NOW + 6);
        store.change(SetPhase { event: event.id, phase, account, now }).await.unwrap();
        let title = "Other".to_owned();
        let change = ChangeEvent { revision: event.revision, title, now: NOW + 7, ..change };
        assert!(store.change(change).await.unwrap());
        let event = store.event("cup").await.unwrap().unwrap();
        assert_eq!(event.phase, Phase::Registration);
    });
}

#[test]
fn a_rejected_version_is_tried_again_and_an_earlier_arrival_counts() {
    on_both(|store| async move {
        let (event, _) = cup(&store).await;
        let ada = team(&store, event.id, "ada").await;
        let wrong = Submit { name: "bot.txt".into(), ..submission(ada, "one", NOW) };
        let id = store.change(wrong).await.unwrap().id;
        let job = next_job(&store).await;
        let built = Built { fault: Some("no bot".into()), ..Built::default() };
        assert!(store.change(commit_build(job, built)).await.unwrap());
        assert_eq!(state(&store, id).await, SubmissionState::Rejected);
        // The same bytes under another name are the same version, which is built again.
        let again = submit(&store, ada, "one", NOW + HOUR).await;
        assert_eq!((again.id, again.number, &*again.name), (id, 1, "bot.py"));
        assert_eq!((again.state, again.reason), (SubmissionState::Received, None));
        validate(&store).await;
        assert_eq!(state(&store, id).await, SubmissionState::Valid);
        assert_eq!(version(&store, event.id, ada, NOW + 1).await, None);
        // Staff enter that it came on a stick before.
        let earlier = submit(&store, ada, "one", NOW - HOUR).await;
        assert_eq!((earlier.id, earlier.received_ms), (id, NOW - HOUR));
        let stored = store.submission(id).await.unwrap().unwrap();
        assert_eq!(stored.received_ms, NOW - HOUR);
        assert_eq!(version(&store, event.id, ada, NOW - HOUR + 1).await, Some(id));
        // A later arrival does not move it.
        submit(&store, ada, "one", NOW + 2 * HOUR).await;
        assert_eq!(store.submission(id).await.unwrap().unwrap().received_ms, NOW - HOUR);
    });
}

#[test]
fn a_disqualified_team_keeps_its_members_and_an_erased_one_is_withdrawn() {
    on_both(|store| async move {
        let (event, organiser) = cup(&store).await;
        let person = |login: &str| NewAccount {
            login: login.into(),
            name: login.into(),
            email: None,
            student_number: None,
            password: None,
            role: Role::Competitor,
            consent_ms: None,
            now: NOW,
        };
        let ada = store.change(person("ada")).await.unwrap();
        let new = |name: &str| NewTeam {
            event: event.id,
            name: name.into(),
            account: Some(ada),
            join_code: name.into(),
            now: NOW,
        };
        let team = store.change(new("ada")).await.unwrap();
        let set = |state| SetTeamState {
            team,
            state,
            reason: Some("cheating".into()),
            only_if_active: false,
            account: organiser,
            now: NOW,
        };
        store.change(set(TeamState::Disqualified)).await.unwrap();
        // A member who withdraws the team at the same moment undoes no decision.
        let withdraw = SetTeamState { only_if_active: true, ..set(TeamState::Withdrawn) };
        let refused = store.change(withdraw).await.unwrap_err().to_string();
        assert!(refused.contains("is disqualified already"), "{refused}");
        assert_eq!(store.team(team).await.unwrap().unwrap().state, TeamState::Disqualified);
        let leave = Leave { team, account: ada, now: NOW };
        let refused = store.change(leave).await.unwrap_err().to_string();
        assert!(refused.contains("cannot leave it"), "{refused}");
        store.change(new("other")).await.unwrap_err();
        // The name of a hidden bot can be taken, so that it cannot be guessed.
        let bot = NewStaffBot {
            event: event.id,
            name: "secret.py".into(),
            hidden: Some("a secret".into()),
            join_code: "bot".into(),
            account: organiser,
            now: NOW,
        };
        let bot = store.change(bot).await.unwrap();
        let rename = ChangeTeam {
            team,
            name: Some("Secret.py".into()),
            join_code: None,
            division: None,
            now: NOW,
        };
        store.change(rename).await.unwrap();
        assert_eq!(store.team_named(event.id, "secret.py").await.unwrap().unwrap().id, team);
        assert_eq!(store.team(bot).await.unwrap().unwrap().name, "secret.py");
        store.change(set(TeamState::Active)).await.unwrap();
        store.change(Erase { account: ada, now: NOW }).await.unwrap();
        let left = store.team(team).await.unwrap().unwrap();
        assert_eq!(left.state, TeamState::Withdrawn);
        assert_eq!(left.reason.as_deref(), Some("all members have left"));
    });
}

#[test]
fn a_handbook_is_changed_from_its_newest_version_only() {
    on_both(|store| async move {
        let (event, account) = cup(&store).await;
        let page = |after, body: &str| NewHandbook {
            event: event.id,
            after,
            body: body.into(),
            notice: format!("after {after}"),
            account,
            now: NOW,
        };
        assert_eq!(store.change(page(0, "# Rules")).await.unwrap(), 1);
        assert_eq!(store.change(page(1, "# New rules")).await.unwrap(), 2);
        let refused = store.change(page(1, "# Other rules")).await.unwrap_err().to_string();
        assert!(refused.contains("version 1 is not the newest one"), "{refused}");
        let newest = store.handbook(event.id, None).await.unwrap().unwrap();
        assert_eq!((newest.version, newest.body.as_str()), (2, "# New rules"));
        let first = store.handbook(event.id, Some(1)).await.unwrap().unwrap();
        assert_eq!(first.body, "# Rules");
        assert_eq!(store.handbook_notices(event.id).await.unwrap().len(), 2);
    });
}
