//! Comparisons stop when the test has decided and give the same result after an interruption.

use crate::support::{Scratch, options, stage};
use agon_compete::compare::{ComparePlan, CompareStanding, NEW, OLD, compare};
use agon_compete::{NamedBot, Run, RunFault, RunOptions};
use agon_ladder::sprt::{Sprt, Verdict};
use agon_runner::Stop;

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
    let bots = words.map(|word| (None, word.to_owned()));
    let entrants = NamedBot::enter_all(&mut stage, &bots);
    let options = RunOptions { jobs, ..options(&here.0, &stop) };
    let asked = serde_json::to_value(plan).unwrap();
    let mut run = Run::open(&mut stage, entrants, "compare", asked, &options).unwrap();
    let mut games = 0;
    compare(&mut run, plan, &mut |_| {
        games += 1;
        if Some(games) == stop_after {
            stop.ask();
        }
    })
    .unwrap()
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

#[test]
fn each_bot_takes_every_seat_equally_often() {
    for seats in 2..=6 {
        let plan = ComparePlan { seats, ..plan(1) };
        let unit = plan.unit(4);
        assert_eq!(unit.len(), seats);
        for seat in 0..seats {
            let news = unit.iter().filter(|job| job.seats[seat] == NEW).count();
            assert_eq!(news, seats / 2, "{seats} seats");
        }
        assert!(unit.iter().all(|job| job.seed == 5 && job.seats.contains(&OLD)));
    }
    let maps = ComparePlan { maps: vec!["a".into(), "b".into()], ..plan(1) };
    assert_eq!([0, 1, 2].map(|unit| maps.unit(unit)[0].map.clone()), ["a", "b", "a"]);
}

#[test]
fn invalid_test_parameters_are_refused() {
    let here = Scratch::new("refused");
    let stop = Stop::new();
    let mut stage = stage();
    let bots = ["builtin:trivial", "builtin:nothing"].map(|word| (None, word.to_owned()));
    let entrants = NamedBot::enter_all(&mut stage, &bots);
    let wrong = ComparePlan { test: Sprt { elo1: -1.0, ..Sprt::default() }, ..plan(1) };
    let asked = serde_json::to_value(&wrong).unwrap();
    let options = options(&here.0, &stop);
    let mut run = Run::open(&mut stage, entrants, "compare", asked, &options).unwrap();
    let error = compare(&mut run, &wrong, &mut |_| {}).unwrap_err();
    assert!(matches!(error, RunFault::Plan(_)));
}
