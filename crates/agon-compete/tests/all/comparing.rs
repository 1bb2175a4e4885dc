//! Comparisons: they stop by themselves, and say the same however they were interrupted.

use crate::hall::{Scratch, stage, wanted};
use agon_compete::compare::{NEW, OLD, Plan, Standing, compare};
use agon_compete::{Named, Run, RunFault, Wanted};
use agon_ladder::sprt::{Sprt, Verdict};
use agon_runner::Stop;

fn plan(most_units: u64) -> Plan {
    Plan { test: Sprt::default(), most_units, maps: Vec::new(), seed: 1, seats: 2 }
}

fn held(
    words: [&str; 2],
    plan: &Plan,
    here: &Scratch,
    jobs: usize,
    stop_after: Option<u64>,
) -> Standing {
    let stop = Stop::new();
    let mut stage = stage();
    let bots = words.map(|word| (None, word.to_owned()));
    let entrants = Named::enter_all(&mut stage, &bots);
    let wanted = Wanted { jobs, ..wanted(&here.0, &stop) };
    let asked = serde_json::to_value(plan).unwrap();
    let mut run = Run::open(&mut stage, entrants, "compare", asked, &wanted).unwrap();
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
fn the_better_one_is_found_whichever_way_it_is_asked() {
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
fn an_interrupted_test_ends_like_one_that_was_not() {
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
fn undecided_is_undecided() {
    let here = Scratch::new("undecided");
    let end = held(["builtin:nothing", "builtin:nothing"], &plan(2), &here, 2, None);
    assert_eq!((end.verdict, end.units), (Verdict::Undecided, 2));
}

#[test]
fn seats_turn_so_that_everybody_sits_everywhere_equally_often() {
    for seats in 2..=6 {
        let plan = Plan { seats, ..plan(1) };
        let unit = plan.unit(4);
        assert_eq!(unit.len(), seats);
        for seat in 0..seats {
            let news = unit.iter().filter(|job| job.seats[seat] == NEW).count();
            assert_eq!(news, seats / 2, "{seats} seats");
        }
        assert!(unit.iter().all(|job| job.seed == 5 && job.seats.contains(&OLD)));
    }
    let maps = Plan { maps: vec!["a".into(), "b".into()], ..plan(1) };
    assert_eq!([0, 1, 2].map(|unit| maps.unit(unit)[0].map.clone()), ["a", "b", "a"]);
}

#[test]
fn a_test_that_cannot_be_is_refused() {
    let here = Scratch::new("refused");
    let stop = Stop::new();
    let mut stage = stage();
    let bots = ["builtin:trivial", "builtin:nothing"].map(|word| (None, word.to_owned()));
    let entrants = Named::enter_all(&mut stage, &bots);
    let wrong = Plan { test: Sprt { elo1: -1.0, ..Sprt::default() }, ..plan(1) };
    let asked = serde_json::to_value(&wrong).unwrap();
    let wanted = wanted(&here.0, &stop);
    let mut run = Run::open(&mut stage, entrants, "compare", asked, &wanted).unwrap();
    let told = compare(&mut run, &wrong, &mut |_| {}).unwrap_err();
    assert!(matches!(told, RunFault::Plan(_)));
}
