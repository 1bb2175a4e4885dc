//! Infrastructure failures never count as results, and one bad bot never ends a run.

use crate::support::{Scratch, SeatFailures, league, open, play, stage_with};
use agon_compete::{Report, report};
use agon_runner::Stop;
use agon_runs::RunFault;
use std::sync::atomic::Ordering;

#[test]
fn a_void_game_is_recorded_and_played_again() {
    let here = Scratch::new("again");
    let (failures, stop) = (SeatFailures::default(), Stop::new());
    let mut stage = stage_with(failures.clone());
    let bots = ["flaky:builtin:trivial", "builtin:nothing"];
    let mut run = open(&mut stage, &bots, &here.0, &stop).unwrap();
    failures.0.store(2, Ordering::SeqCst);
    assert_eq!(play(&mut run, 1).unwrap(), ["g1"], "void attempts are not reported");
    let history = run.history();
    assert_eq!(history.voids().len(), 2);
    assert!(history.voids().iter().all(|(game, why)| game == "g1" && why.contains("sandbox")));
}

#[test]
fn a_machine_that_cannot_play_stops_the_run_without_a_result() {
    let here = Scratch::new("never");
    let (failures, stop) = (SeatFailures::default(), Stop::new());
    failures.0.store(1000, Ordering::SeqCst);
    let mut stage = stage_with(failures.clone());
    let bots = ["flaky:builtin:trivial", "builtin:nothing"];
    let mut run = open(&mut stage, &bots, &here.0, &stop).unwrap();
    let error = play(&mut run, 1).unwrap_err();
    assert!(matches!(&error, RunFault::Infrastructure { attempts: 3, .. }), "{error}");
    assert_eq!(run.history().ended_games(), 0, "the game stays open");
    drop(run);
    // After the failures end, the same run can be resumed.
    failures.0.store(0, Ordering::SeqCst);
    let mut well = stage_with(failures);
    let mut run = open(&mut well, &bots, &here.0, &stop).unwrap();
    assert_eq!(play(&mut run, 1).unwrap(), ["g1"]);
}

#[test]
fn a_bot_that_cannot_be_seated_is_set_aside_and_the_league_goes_on() {
    let here = Scratch::new("aside");
    let (failures, stop) = (SeatFailures::default(), Stop::new());
    let mut stage = stage_with(failures.clone());
    let bots = ["builtin:trivial", "builtin:nothing", "flaky:builtin:random"];
    let mut run = open(&mut stage, &bots, &here.0, &stop).unwrap();
    failures.0.store(100_000, Ordering::SeqCst);
    play(&mut run, 12).unwrap();
    play(&mut run, 16).unwrap();
    let Report::League(report) = report(&league(16), run.history()) else { panic!() };
    assert_eq!(report.aside.len(), 1, "{:?}", report.aside);
    assert!(report.aside[0].name.contains("random"), "{:?}", report.aside);
    assert!(report.aside[0].why.contains("the sandbox could not be started"));
    assert_eq!(report.drawn, 16);
}

#[test]
fn a_bots_failure_is_a_result_with_the_reason() {
    let here = Scratch::new("panics");
    let stop = Stop::new();
    let mut stage = stage_with(SeatFailures::default());
    let mut run = open(&mut stage, &["panics", "builtin:trivial"], &here.0, &stop).unwrap();
    play(&mut run, 1).unwrap();
    let game = run.history().game("g1").unwrap();
    let played = game.played.as_ref().unwrap();
    let seat = usize::from(played.seats[0].0 != 1);
    let fault = played.faults[seat].as_deref().unwrap();
    assert!(fault.contains("panicked") && fault.contains("more"), "{fault}");
    assert_eq!(played.faults[1 - seat], None);
    assert!(played.silent[seat] && !played.silent[1 - seat], "it never played a turn");
    assert_eq!(game.ranks().unwrap()[seat], 2);
}

#[test]
fn equal_bots_do_not_repeat_a_game_with_swapped_seats() {
    let here = Scratch::new("mirror");
    let stop = Stop::new();
    let mut stage = stage_with(SeatFailures::default());
    let words = ["builtin:random", "flaky:builtin:random"];
    let mut run = open(&mut stage, &words, &here.0, &stop).unwrap();
    play(&mut run, 4).unwrap();
    let state = |key: &str| run.history().game(key).unwrap().played.as_ref().unwrap().state;
    let seed = |key: &str| run.history().game(key).unwrap().drawn.seed;
    assert_eq!(seed("g1"), seed("g2"));
    assert_ne!(state("g1"), state("g2"), "the same bot with the same seeds plays the same game");
}
