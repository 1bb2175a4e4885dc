//! What fails on our side is never a result.

use crate::hall::{Scratch, Weather, open, stage_in};
use agon_compete::{Control, Job, RunFault};
use agon_runner::Stop;
use std::sync::atomic::Ordering;

fn job(key: &str) -> Job {
    Job { key: key.into(), map: String::new(), seed: 3, seats: vec![0, 1] }
}

#[test]
fn a_game_that_we_spoiled_is_played_again_and_said_so() {
    let here = Scratch::new("again");
    let (weather, stop) = (Weather::default(), Stop::new());
    let mut stage = stage_in(weather.clone());
    let bots = ["flaky:builtin:trivial", "builtin:nothing"];
    let mut run = open(&mut stage, &bots, &here.0, &stop).unwrap();
    run.play([job("calm")].into_iter(), |_| Control::GoOn).unwrap();
    weather.0.store(2, Ordering::SeqCst);
    let mut heard = 0;
    run.play([job("stormy")].into_iter(), |_| {
        heard += 1;
        Control::GoOn
    })
    .unwrap();
    let contents = run.journal.contents();
    assert_eq!(heard, 1, "nobody hears of a game that is no result");
    assert_eq!(contents.voids.len(), 2);
    assert!(contents.voids.iter().all(|(game, why)| game == "stormy" && why.contains("sandbox")));
    assert_eq!(contents.games["calm"].state, contents.games["stormy"].state);
}

#[test]
fn a_machine_that_cannot_play_stops_the_run_without_a_result() {
    let here = Scratch::new("never");
    let (weather, stop) = (Weather::default(), Stop::new());
    weather.0.store(1000, Ordering::SeqCst);
    let mut stage = stage_in(weather.clone());
    let bots = ["flaky:builtin:trivial", "builtin:nothing"];
    let mut run = open(&mut stage, &bots, &here.0, &stop).unwrap();
    let told = run.play([job("a")].into_iter(), |_| panic!("no result")).unwrap_err();
    assert!(matches!(&told, RunFault::Infrastructure { attempts: 3, .. }), "{told}");
    assert!(run.journal.contents().games.is_empty());
    drop(run);
    // When the machine is well again, the same run goes on.
    weather.0.store(0, Ordering::SeqCst);
    let mut well = stage_in(weather);
    let mut run = open(&mut well, &bots, &here.0, &stop).unwrap();
    run.play([job("a")].into_iter(), |_| Control::GoOn).unwrap();
    assert_eq!(run.journal.contents().games.len(), 1);
    assert_eq!(run.journal.contents().voids.len(), 3);
}

#[test]
fn what_a_bot_does_wrong_is_its_result_with_the_reason() {
    let here = Scratch::new("panics");
    let stop = Stop::new();
    let mut stage = stage_in(Weather::default());
    let mut run = open(&mut stage, &["panics", "builtin:trivial"], &here.0, &stop).unwrap();
    run.play([job("a")].into_iter(), |_| Control::GoOn).unwrap();
    let game = run.game("a").unwrap();
    assert_eq!(game.ranks, [2, 1]);
    let fault = game.faults[0].as_deref().unwrap();
    assert!(fault.contains("panicked") && fault.contains("more"), "{fault}");
    assert_eq!(game.faults[1], None);
}
