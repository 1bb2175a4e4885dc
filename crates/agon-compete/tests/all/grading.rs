//! Late policies, manual tasks and totals, by tables.

use agon_compete::grade::{DAY_MS, LatePolicy, PerDay, Rubric, Total, best, started_days};
use std::collections::BTreeMap;

const TASK: &str =
    "[[task]]\nname = \"wins\"\nopponent = \"builtin:x\"\nneed = \"won\"\npoints = 10\n";

fn rubric(more: &str) -> Result<Rubric, String> {
    Rubric::parse(&format!("game = \"chess\"\n{more}"))
}

#[test]
fn a_day_counts_from_its_first_millisecond() {
    for (at, days) in [
        (-DAY_MS, 0),
        (0, 0),
        (1, 1),
        (DAY_MS, 1),
        (DAY_MS + 1, 2),
        (10 * DAY_MS, 10),
        (i64::MAX, u32::MAX),
    ] {
        assert_eq!(
            started_days(1_000_000_000_000_i64.saturating_add(at), 1_000_000_000_000),
            days,
            "{at}"
        );
    }
}

#[test]
fn late_submissions_lose_what_the_policy_says() {
    let policy = |per_day| LatePolicy { per_day, days: 5 };
    for (per_day, points, days, off) in [
        (PerDay::Nothing, 10.0, 4, 0.0),
        (PerDay::Points(2.0), 10.0, 0, 0.0),
        (PerDay::Points(2.0), 10.0, 1, 2.0),
        (PerDay::Points(2.0), 10.0, 3, 6.0),
        (PerDay::Points(4.0), 10.0, 5, 10.0),
        (PerDay::Percent(10.0), 10.0, 1, 1.0),
        (PerDay::Percent(10.0), 7.5, 2, 1.5),
        (PerDay::Percent(50.0), 8.0, 3, 8.0),
        (PerDay::Percent(50.0), 0.0, 3, 0.0),
    ] {
        assert_eq!(policy(per_day).taken_off(points, days), off, "{per_day:?} {points} {days}");
    }
    assert_eq!(
        policy(PerDay::Percent(10.0)).sentence(),
        "A submission is accepted until 5 days after the deadline and loses 10 % of its points for each \
         started day."
    );
    let sentence = policy(PerDay::Points(1.0)).sentence();
    assert!(sentence.ends_with("and loses 1 point for each started day."), "{sentence}");
}

#[test]
fn a_policy_is_written_and_refused_in_the_rubric() {
    for (keys, per_day) in [
        ("days = 2", PerDay::Nothing),
        ("days = 2\npoints = 1.5", PerDay::Points(1.5)),
        ("days = 2\npercent = 20", PerDay::Percent(20.0)),
    ] {
        let read = rubric(&format!("{TASK}[late]\n{keys}\n")).unwrap();
        assert_eq!(read.late, Some(LatePolicy { per_day, days: 2 }));
        let text = serde_json::to_string(&read).unwrap();
        assert_eq!(serde_json::from_str::<Rubric>(&text).unwrap(), read);
        assert_eq!(read.fixed().late, None, "a policy may change when a grading is resumed");
    }
    assert_eq!(rubric(TASK).unwrap().late, None);
    for (keys, word) in [
        ("percent = 10", "days"),
        ("days = 0\npoints = 1", "at least 1"),
        ("days = 1\npoints = 1\npercent = 1", "not both"),
        ("days = 1\npoints = -1", "0 or more"),
        ("days = 1\npercent = 101", "between 0 and 100"),
        ("days = 1\nhours = 3", "hours"),
    ] {
        let refused = rubric(&format!("{TASK}[late]\n{keys}\n")).unwrap_err();
        assert!(refused.contains(word) && refused.contains("line "), "{refused}");
    }
}

#[test]
fn a_refused_task_is_named_with_its_line() {
    for (more, sentence) in [
        (
            "[[manual]]\nname = \"code\"\npoints = -1\n",
            "line 7: manual task `code`: points must be from 0 to 1000000, not -1",
        ),
        (
            "[[manual]]\nname = \"wins\"\npoints = 1\n",
            "line 7: task `wins`: another task has this name",
        ),
        (
            "[[task]]\nname = \"wins\"\nopponent = \"x\"\nneed = \"won\"\npoints = 1\n",
            "line 7: task `wins`: another task has this name",
        ),
        (
            "[[task]]\nname = \"b\"\nopponent = \"x\"\nneed = \"won\"\npoints = 1e300\n",
            "line 7: task `b`: points must be from 0 to 1000000",
        ),
        (
            "[[task]]\nname = \"b\"\nopponent = \"x\"\nneed = \"won\"\npoints = 1\nhidden = \" \"\n",
            "line 7: task `b`: `hidden` is what students read",
        ),
        ("[[manual]]\nname = \"code\"\n", "missing field `points`"),
    ] {
        let refused = rubric(&format!("{TASK}{more}")).unwrap_err();
        assert!(refused.contains(sentence), "{refused}");
    }
}

#[test]
fn totals_add_games_and_staff_and_take_off_lateness() {
    let rubric = rubric(&format!(
        "{TASK}[[manual]]\nname = \"style\"\npoints = 4\n[[manual]]\nname = \"tests\"\npoints = 2\n\
         [late]\npercent = 10\ndays = 3\n"
    ))
    .unwrap();
    let given = |pairs: &[(&str, f64)]| {
        pairs.iter().map(|(name, points)| ((*name).to_owned(), *points)).collect::<BTreeMap<_, _>>()
    };
    let none = rubric.total(None, &given(&[("style", 3.0), ("unknown", 9.0)]), 0);
    assert_eq!((none.automatic, none.manual, none.total, none.most), (0.0, 3.0, 3.0, 16.0));
    assert_eq!(none.unmarked, ["tests"]);
    let late = rubric.total(None, &given(&[("style", 4.0), ("tests", 1.0)]), 2);
    assert_eq!((late.taken_off, late.total, late.unmarked.len()), (1.0, 4.0, 0));
    let total = |total: f64| Total { total, ..late.clone() };
    for (totals, counts) in [
        (vec![], None),
        (vec![1.0], Some(0)),
        (vec![1.0, 3.0, 2.0], Some(1)),
        (vec![2.0, 2.0], Some(0)),
    ] {
        let totals: Vec<Total> = totals.into_iter().map(total).collect();
        assert_eq!(best(&totals), counts);
    }
}
