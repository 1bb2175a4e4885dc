//! Gradings: begun once, released with a telling, marked by hand with an audit.

use crate::support::{NOW, a_cup, on_both};
use agon_store::grading::{
    BeginGrading, ChangeComment, ChangeGrading, DrawRaffle, ExtendGrading, NewComment, NewGrading,
    NewRaffle, NewStaffBot, ReleaseGrading, SetHidden, SetManualMark,
};
use agon_store::jobs::Lane;
use agon_store::runs::{Extend, Extended, NewRun, Steps, Terms};
use agon_store::teams::NewTeam;
use agon_store::{Store, values};

async fn audited(store: &Store, action: &str) -> Vec<String> {
    let sql = "SELECT detail FROM audit WHERE action = ? ORDER BY id";
    let rows = store.rows(sql, &values![action]).await.unwrap();
    rows.iter().map(|row| row.get("detail").unwrap()).collect()
}

fn a_run(event: i64) -> NewRun {
    let terms = Terms {
        kind: "grading",
        lane: Lane::Grading,
        rules: "handbook".into(),
        clock: "strict".into(),
        wall_limit_ms: 1000,
    };
    NewRun {
        event,
        kind: "grade".into(),
        title: "Homework".into(),
        public: false,
        started: 9,
        released: 9,
        steps: Steps { entries: vec!["begin".into()], ..Steps::default() },
        terms,
        account: None,
        now: NOW,
    }
}

#[test]
fn a_grading_begins_once_and_is_fixed_then() {
    on_both(|store| async move {
        let (event, organiser) = a_cup(&store, &["weak"]).await;
        let new = NewGrading {
            event,
            title: "Homework".into(),
            rubric: "first".into(),
            deadline_ms: NOW,
            account: Some(organiser),
            now: NOW,
        };
        let id = store.change(new.clone()).await.unwrap();
        let change = |deadline_ms| ChangeGrading {
            grading: id,
            title: "Homework 1".into(),
            rubric: "second".into(),
            deadline_ms,
            account: organiser,
            now: NOW,
        };
        store.change(change(NOW + 5)).await.unwrap();
        assert!(store.due_gradings(0, NOW).await.unwrap().is_empty());
        assert_eq!(store.due_gradings(0, NOW + 5).await.unwrap().len(), 1);
        let begin = |rubric: &str| BeginGrading {
            grading: id,
            deadline_ms: NOW + 5,
            rubric: rubric.into(),
            run: a_run(event),
        };
        // Planned from a rubric that was changed meanwhile.
        assert!(!store.change(begin("first")).await.unwrap());
        let release = |released| ReleaseGrading { grading: id, released, account: None, now: NOW };
        let early = store.change(release(true)).await.unwrap_err().to_string();
        assert!(early.contains("no results yet"), "{early}");
        assert!(store.change(begin("second")).await.unwrap());
        assert!(!store.change(begin("second")).await.unwrap(), "two servers draw once");
        let fixed = store.change(change(NOW)).await.unwrap_err().to_string();
        assert!(fixed.contains("make another grading"), "{fixed}");
        // It is looked at for a while after its deadline, and for ever if it has not begun.
        assert_eq!(store.due_gradings(NOW + 6, NOW + 9).await.unwrap().len(), 0);
        store.change(NewGrading { deadline_ms: 0, ..new }).await.unwrap();
        assert_eq!(store.due_gradings(NOW + 6, NOW + 9).await.unwrap().len(), 1);

        let (name, join_code) = ("ada".to_owned(), "a".to_owned());
        let team = NewTeam { event, name, account: Some(organiser), join_code, now: NOW };
        let team = store.change(team).await.unwrap();
        let before = store.latest_news().await.unwrap();
        store.change(release(true)).await.unwrap();
        let told = store.news_after(before, 10).await.unwrap();
        let told: Vec<_> = told.iter().map(|news| news.audience.as_str()).collect();
        assert_eq!(told, [format!("team:{team}")], "bots of the organisers are not told");
        assert_eq!(store.grading(id).await.unwrap().unwrap().released_ms, Some(NOW));
        store.change(release(false)).await.unwrap();
        assert_eq!(store.grading(id).await.unwrap().unwrap().released_ms, None);
        assert_eq!(audited(&store, "release grading").await, ["true", "false"]);
        // A stopped grading has not all of its results: it is not released by accident.
        let run = store.grading(id).await.unwrap().unwrap().run.unwrap();
        let steps = Steps {
            entries: vec!["ruling".into()],
            why: Some("a wrong rubric".into()),
            finished: true,
            stopped: true,
            ..Steps::default()
        };
        let stop = Extend {
            run,
            length: 1,
            started: 9,
            start: None,
            due: None,
            results: Vec::new(),
            declared: None,
            decision: None,
            answer: None,
            steps,
            terms: a_run(event).terms,
            now: NOW,
        };
        assert_eq!(store.change(stop).await.unwrap(), Extended::Done);
        let found = store.run(run).await.unwrap().unwrap();
        assert_eq!(
            (found.state.as_str(), found.stopped.as_deref()),
            ("stopped", Some("a wrong rubric"))
        );
        let refused = store.change(release(true)).await.unwrap_err().to_string();
        assert!(refused.contains("was stopped") && refused.contains("a wrong rubric"), "{refused}");
    });
}

#[test]
fn points_and_comments_by_hand_change_and_leave_a_trace() {
    on_both(|store| async move {
        let (event, account) = a_cup(&store, &["weak"]).await;
        let (title, rubric) = ("Homework".to_owned(), String::new());
        let new = NewGrading { event, title, rubric, deadline_ms: NOW, account: None, now: NOW };
        let grading = store.change(new).await.unwrap();
        let (name, join_code) = ("ada".to_owned(), "a".to_owned());
        let team = NewTeam { event, name, account: Some(account), join_code, now: NOW };
        let team = store.change(team).await.unwrap();
        let mark = |points: Option<f64>, comment: &str| SetManualMark {
            grading,
            team,
            task: "style".into(),
            points,
            comment: comment.into(),
            submission: None,
            account,
            now: NOW,
        };
        store.change(mark(Some(1.5), "terse")).await.unwrap();
        store.change(mark(Some(2.0), "better")).await.unwrap();
        let marks = store.manual_marks(grading).await.unwrap();
        assert_eq!(marks.len(), 1);
        assert_eq!((marks[0].points, marks[0].by.as_deref()), (2.0, Some("Organiser")));
        store.change(mark(None, "wrong team")).await.unwrap();
        assert!(store.manual_marks(grading).await.unwrap().is_empty());
        let trace = audited(&store, "mark by hand").await;
        assert_eq!(trace[1], "style: 2 (was 1.5): better");
        assert_eq!(trace[2], "style: none (was 2): wrong team");

        let submission = store.candidates(event).await.unwrap()[0].side.submission;
        let text = "why?".to_owned();
        let file = "a.py".to_owned();
        let comment = NewComment { grading, submission, file, line: 3, text, account, now: NOW };
        let id = store.change(comment.clone()).await.unwrap();
        let empty = store.change(NewComment { text: " ".into(), ..comment }).await.unwrap_err();
        assert!(empty.to_string().contains("1 to 4000"), "{empty}");
        let change = |text: Option<&str>| ChangeComment {
            id,
            text: text.map(str::to_owned),
            account,
            now: NOW,
        };
        store.change(change(Some("why not?"))).await.unwrap();
        let found = store.source_comments(grading).await.unwrap();
        assert_eq!((found[0].text.as_str(), found[0].line), ("why not?", 3));
        store.change(change(None)).await.unwrap();
        assert!(store.source_comments(grading).await.unwrap().is_empty());
        assert!(store.change(change(None)).await.is_err());
        let trace = audited(&store, "change comment").await;
        assert!(trace[0].ends_with("why not? (was why?)"), "{trace:?}");
    });
}

#[test]
fn an_extension_is_for_one_team_and_one_grading() {
    on_both(|store| async move {
        let (event, account) = a_cup(&store, &["weak"]).await;
        let mut gradings = Vec::new();
        for title in ["First", "Second"] {
            let (title, rubric) = (title.to_owned(), String::new());
            let new =
                NewGrading { event, title, rubric, deadline_ms: NOW, account: None, now: NOW };
            let id = store.change(new).await.unwrap();
            gradings.push(store.grading(id).await.unwrap().unwrap());
        }
        let (name, join_code) = ("ada".to_owned(), "a".to_owned());
        let team = NewTeam { event, name, account: Some(account), join_code, now: NOW };
        let team = store.change(team).await.unwrap();
        let extend = |team, until_ms| ExtendGrading {
            grading: gradings[0].id,
            team,
            until_ms,
            reason: "ill".into(),
            account,
            now: NOW,
        };
        assert!(store.change(extend(team, NOW)).await.is_err(), "not later");
        assert!(store.change(extend(1, NOW + 1)).await.is_err(), "a bot of the organisers");
        store.change(extend(team, NOW + 1)).await.unwrap();
        store.change(extend(team, NOW + 2)).await.unwrap();
        let own = store.own_deadlines(&gradings[0]).await.unwrap();
        assert_eq!(own.into_iter().collect::<Vec<_>>(), [(team, NOW + 2)]);
        assert!(store.own_deadlines(&gradings[1]).await.unwrap().is_empty());
    });
}

#[test]
fn a_hidden_bot_is_told_to_staff_only() {
    on_both(|store| async move {
        let (event, account) = a_cup(&store, &["weak"]).await;
        let bot = |name: &str, hidden: Option<&str>| NewStaffBot {
            event,
            name: name.into(),
            hidden: hidden.map(str::to_owned),
            join_code: format!("code {name}"),
            account,
            now: NOW,
        };
        let before = store.latest_news().await.unwrap();
        let secret = store.change(bot("secret", Some("It is bad."))).await.unwrap();
        store.change(bot("open", None)).await.unwrap();
        let told = store.news_after(before, 10).await.unwrap();
        let told: Vec<_> = told.iter().map(|news| news.audience.as_str()).collect();
        assert_eq!(told, ["staff", "public"]);
        assert!(store.change(bot("Secret", None)).await.is_err(), "the name is taken");
        assert!(store.change(bot("empty", Some(" "))).await.is_err(), "a sentence is needed");
        let team = store.team(secret).await.unwrap().unwrap();
        assert_eq!((team.staff, team.hidden.as_deref()), (true, Some("It is bad.")));
        let hidden = None;
        store.change(SetHidden { team: secret, hidden, account, now: NOW }).await.unwrap();
        assert_eq!(store.team(secret).await.unwrap().unwrap().hidden, None);
        let (name, join_code) = ("ada".to_owned(), "a".to_owned());
        let ada = NewTeam { event, name, account: Some(account), join_code, now: NOW };
        let ada = store.change(ada).await.unwrap();
        let hidden = Some("It is ada.".to_owned());
        let refused = store.change(SetHidden { team: ada, hidden, account, now: NOW }).await;
        assert!(refused.is_err(), "only bots of the organisers can be hidden");
    });
}

#[test]
fn a_raffle_is_drawn_once_and_needs_a_bot_that_teams_see() {
    on_both(|store| async move {
        let (event, account) = a_cup(&store, &["weak"]).await;
        let team = store.candidates(event).await.unwrap()[0].side.team;
        let raffle = NewRaffle {
            event,
            title: "Beat weak".into(),
            team,
            most_tickets: 1,
            prizes: 1,
            opens_ms: NOW,
            closes_ms: NOW + 5,
            commitment: "hash".into(),
            seed: "seed".into(),
            account,
            now: NOW,
        };
        for wrong in [
            NewRaffle { prizes: 0, ..raffle.clone() },
            NewRaffle { closes_ms: NOW, ..raffle.clone() },
            NewRaffle { team: 999, ..raffle.clone() },
        ] {
            assert!(store.change(wrong).await.is_err());
        }
        let id = store.change(raffle).await.unwrap();
        let found = store.raffle(id).await.unwrap().unwrap();
        assert_eq!((found.bot.as_str(), found.drawn_ms), ("weak (built-in)", None));
        assert!(store.raffle_wins(&found).await.unwrap().is_empty());
        assert_eq!(store.open_raffle_matches(&found).await.unwrap(), 0);
        let draw = || DrawRaffle { raffle: id, outcome: "{}".into(), account, now: NOW + 9 };
        store.change(draw()).await.unwrap();
        let again = store.change(draw()).await.unwrap_err().to_string();
        assert!(again.contains("cannot be repeated"), "{again}");
        assert_eq!(store.raffles(event).await.unwrap()[0].drawn_ms, Some(NOW + 9));
    });
}
