//! Comparisons stop when the test has decided and give the same result after an interruption.

use crate::support::{Scratch, options, stage};
use agon_compete::compare::{ComparePlan, CompareStanding};
use agon_compete::{Plan, Report, report};
use agon_ladder::sprt::{Sprt, Verdict};
use agon_runner::Stop;
use agon_runs::{Candidate, Run, RunOptions, load_all};

fn plan(most_units: u64) -> ComparePlan {
    ComparePlan { test: Sprt::default(), most_units, maps: Vec::new(), seed: 1, seats: 2 }
}

fn held(
    words: [&str; 2],
    plan: &ComparePlan,
    here: &Scratch,
    jobs: usize,
    stop_after: Option<u64>,
) -> CompareStanding {
    let stop = Stop::new();
    let mut stage = stage();
    let loaded = load_all(&mut stage, &words.map(str::to_owned));
    let options = RunOptions { jobs, ..options(&here.0, &stop) };
    let asked = serde_json::to_value(plan).unwrap();
    let mut run = Run::open(&mut stage, "compare", asked, &options).unwrap();
    for ((name, word), bot) in ["new", "old"].iter().zip(words).zip(loaded) {
        run.enter(Candidate::new(name, word, bot.unwrap())).unwrap();
    }
    let all = Plan::Compare(plan.clone());
    let mut games = 0;
    run.play(&all, &mut |_, _| {
        games += 1;
        if Some(games) == stop_after {
            stop.ask();
        }
    })
    .unwrap();
    match report(&all, run.history()) {
        Report::Compare(standing) => *standing,
        other => panic!("{other:?}"),
    }
}

#[test]
fn the_better_bot_is_accepted_as_new_and_defended_as_old() {
    let there = Scratch::new("better");
    let end = held(["builtin:trivial", "builtin:nothing"], &plan(200), &there, 2, None);
    assert_eq!(end.verdict, Verdict::Accepted);
    assert!(end.llr >= end.bounds.1 && end.units < 200 && end.games == 2 * end.units);
    assert_eq!((end.won, end.lost), (end.games, 0));
    let back = Scratch::new("worse");
    let end = held(["builtin:nothing", "builtin:trivial"], &plan(200), &back, 2, None);
    assert_eq!(end.verdict, Verdict::Rejected);
}

#[test]
fn an_interrupted_comparison_gives_the_same_result() {
    let (one, two) = (Scratch::new("whole"), Scratch::new("parts"));
    let words = ["builtin:random", "builtin:trivial"];
    let whole = held(words, &plan(12), &one, 1, None);
    let first = held(words, &plan(12), &two, 2, Some(3));
    assert!(first.units < 12, "{}", first.units);
    let second = held(words, &plan(12), &two, 2, None);
    assert_eq!(second.verdict, whole.verdict);
    assert_eq!(
        (second.llr, second.units, &second.classes),
        (whole.llr, whole.units, &whole.classes)
    );
}

#[test]
fn equal_bots_stay_undecided() {
    let here = Scratch::new("undecided");
    let end = held(["builtin:nothing", "builtin:nothing"], &plan(2), &here, 2, None);
    assert_eq!((end.verdict, end.units), (Verdict::Undecided, 2));
}
