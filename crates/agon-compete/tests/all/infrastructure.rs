//! Infrastructure failures never count as results.

use crate::support::{Scratch, SeatFailures, open, stage_with};
use agon_compete::{Control, Job, RunFault};
use agon_runner::Stop;
use std::sync::atomic::Ordering;

fn job(key: &str) -> Job {
    Job { key: key.into(), map: String::new(), seed: 3, seats: vec![0, 1] }
}

#[test]
fn a_void_game_is_recorded_and_played_again() {
    let here = Scratch::new("again");
    let (failures, stop) = (SeatFailures::default(), Stop::new());
    let mut stage = stage_with(failures.clone());
    let bots = ["flaky:builtin:trivial", "builtin:nothing"];
    let mut run = open(&mut stage, &bots, &here.0, &stop).unwrap();
    run.play([job("undisturbed")].into_iter(), |_| Control::Continue).unwrap();
    failures.0.store(2, Ordering::SeqCst);
    let mut reported = 0;
    run.play([job("disturbed")].into_iter(), |_| {
        reported += 1;
        Control::Continue
    })
    .unwrap();
    let contents = run.journal.contents();
    assert_eq!(reported, 1, "void games are not reported");
    assert_eq!(contents.voids.len(), 2);
    assert!(
        contents.voids.iter().all(|(game, why)| game == "disturbed" && why.contains("sandbox"))
    );
    assert_eq!(contents.games["undisturbed"].state, contents.games["disturbed"].state);
}

#[test]
fn a_machine_that_cannot_play_stops_the_run_without_a_result() {
    let here = Scratch::new("never");
    let (failures, stop) = (SeatFailures::default(), Stop::new());
    failures.0.store(1000, Ordering::SeqCst);
    let mut stage = stage_with(failures.clone());
    let bots = ["flaky:builtin:trivial", "builtin:nothing"];
    let mut run = open(&mut stage, &bots, &here.0, &stop).unwrap();
    let error =
        run.play([job("a")].into_iter(), |_| panic!("a void game was reported")).unwrap_err();
    assert!(matches!(&error, RunFault::Infrastructure { attempts: 3, .. }), "{error}");
    assert!(run.journal.contents().games.is_empty());
    drop(run);
    // After the failures end, the same run can be resumed.
    failures.0.store(0, Ordering::SeqCst);
    let mut well = stage_with(failures);
    let mut run = open(&mut well, &bots, &here.0, &stop).unwrap();
    run.play([job("a")].into_iter(), |_| Control::Continue).unwrap();
    assert_eq!(run.journal.contents().games.len(), 1);
    assert_eq!(run.journal.contents().voids.len(), 3);
}

#[test]
fn a_bots_failure_is_a_result_with_the_reason() {
    let here = Scratch::new("panics");
    let stop = Stop::new();
    let mut stage = stage_with(SeatFailures::default());
    let mut run = open(&mut stage, &["panics", "builtin:trivial"], &here.0, &stop).unwrap();
    run.play([job("a")].into_iter(), |_| Control::Continue).unwrap();
    let game = run.game("a").unwrap();
    assert_eq!(game.ranks, [2, 1]);
    let fault = game.faults[0].as_deref().unwrap();
    assert!(fault.contains("panicked") && fault.contains("more"), "{fault}");
    assert_eq!(game.faults[1], None);
}
