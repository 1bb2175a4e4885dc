//! Questions and appeals.

use crate::support::{NOW, a_cup, on_both};
use agon_store::questions::{AnswerTeam, AskStaff, MAX_OPEN, QuestionState};
use agon_store::teams::NewTeam;
use agon_store::{Fault, Store};

/// An account, an event and two teams.
async fn two_teams(store: &Store) -> (i64, i64, [i64; 2]) {
    let (event, account) = a_cup(store, &[]).await;
    let mut teams = [0; 2];
    for (team, name) in teams.iter_mut().zip(["ada", "bob"]) {
        let (name, join_code) = (name.to_owned(), name.to_owned());
        let new = NewTeam { event, name, account: None, join_code, now: NOW };
        *team = store.change(new).await.unwrap();
    }
    (account, event, teams)
}

#[test]
fn a_public_answer_reaches_all_teams_and_a_private_one_its_team() {
    on_both(|store| async move {
        let (account, event, [ada, bob]) = two_teams(&store).await;
        let ask = |team, text: &str| AskStaff {
            event,
            team,
            account,
            match_id: None,
            text: text.into(),
            now: NOW,
        };
        let first = store.change(ask(ada, "When is lunch?")).await.unwrap();
        let second = store.change(ask(ada, "May we use threads?")).await.unwrap();
        let seen = async |team| {
            let found = store.questions(event, team, None, i64::MAX, 10).await.unwrap();
            found.into_iter().map(|question| question.id).collect::<Vec<_>>()
        };
        assert_eq!((seen(Some(ada)).await, seen(Some(bob)).await), (vec![second, first], vec![]));
        let answer = |id, public| AnswerTeam {
            id,
            state: QuestionState::Answered,
            answer: "At noon.".into(),
            public,
            wording: None,
            correction: None,
            account: Some(account),
            now: NOW + 1,
        };
        store.change(answer(first, true)).await.unwrap();
        // Staff publish other words; the team's own stay.
        let wording = Some("When do we eat?".to_owned());
        store.change(AnswerTeam { wording: wording.clone(), ..answer(first, true) }).await.unwrap();
        store.change(answer(first, true)).await.unwrap();
        let found = store.question(first).await.unwrap().unwrap();
        assert_eq!((found.text.as_str(), found.wording), ("When is lunch?", wording));
        store.change(answer(second, false)).await.unwrap();
        assert_eq!((seen(Some(bob)).await, seen(None).await), (vec![first], vec![second, first]));
        let wrong = AnswerTeam { state: QuestionState::Upheld, ..answer(first, true) };
        let wrong = store.change(wrong).await.unwrap_err().to_string();
        assert!(wrong.contains("only an appeal"), "{wrong}");
        let news = store.news_after(0, 100).await.unwrap();
        let told = news.iter().filter(|news| news.body.contains("answered"));
        let told: Vec<_> = told.map(|news| news.audience.clone()).collect();
        assert_eq!(told.last(), Some(&format!("team:{ada}")));
        assert!(told[..3].iter().all(|audience| audience == "public") && told.len() == 4);
        for bad in ["", "  ", "a\0b", &"x".repeat(4001)] {
            let refused = store.change(ask(bob, bad)).await.unwrap_err();
            assert!(matches!(refused, Fault::Refused(_)), "{refused}");
        }
        for _ in 0..MAX_OPEN {
            store.change(ask(bob, "?")).await.unwrap();
        }
        let over = store.change(ask(bob, "?")).await.unwrap_err().to_string();
        assert!(over.contains("wait for an answer"), "{over}");
    });
}
