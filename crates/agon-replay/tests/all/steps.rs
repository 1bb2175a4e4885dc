//! Frames of rounds have the board after each seat's turns.

use agon_core::{
    Actor, Chance, Contest, Deed, End, Game, GameMap, Now, Profile, Rng, Scribe, Seat, TestSupport,
};
use agon_homerun::HomeRun;
use agon_replay::{FrameMaker, delta};
use serde_json::Value;

const ROUNDS: u32 = 60;

/// Plays some rounds with wild calls. Returns the frames, and for each of them the boards after each seat's
/// turns.
fn played(seen_by: Option<Seat>, has_steps: bool) -> (Vec<Value>, Vec<Vec<(Seat, Value)>>) {
    let map = <HomeRun as Contest>::Map::parse(HomeRun::own_maps()[0].text).unwrap();
    let setup = HomeRun::new_setup(map, Profile::Handbook, 2).unwrap();
    let mut game = HomeRun::new(&setup, Chance::seeded(5));
    let mut rng = Rng::new(5);
    let mut frames = Vec::new();
    let mut show = |_: &HomeRun, frame| frames.push(frame);
    let mut maker = FrameMaker::seen_by(seen_by, &game, &mut show);
    if has_steps {
        maker = maker.with_steps();
    }
    let mut steps = vec![Vec::new()];
    let mut round_steps = Vec::new();
    let (mut ended, mut deeds): (Vec<Actor>, Vec<Deed<HomeRun>>) = (Vec::new(), Vec::new());
    while let Now::Turn(actors) = game.now()
        && game.round() < ROUNDS
    {
        let (actor, round) = (actors[0], game.round());
        for _ in 0..3 {
            let call = game.wild_call(actor, &mut rng);
            // The headquarters stay alive, so that both teams have turns in every round.
            if call == agon_homerun::Call::KillSelf {
                continue;
            }
            let reply = game.call(actor, &call);
            maker.call(&game, actor, &call, &reply);
            if HomeRun::is_order(&call) {
                deeds.push(Deed { actor, call, reply });
            }
        }
        game.end(actor, End::DONE);
        maker.end(&game, actor, &End::DONE);
        ended.push(actor);
        let seat = game.seat(actor);
        let is_same_seat = match game.now() {
            Now::Turn(actors) => game.round() == round && game.seat(actors[0]) == seat,
            Now::Over(_) => false,
        };
        if is_same_seat {
            continue;
        }
        let board = match seen_by {
            None => game.frame(&ended, &deeds),
            Some(viewer) => game.seat_frame(viewer, &ended, &deeds),
        };
        round_steps.push((seat, serde_json::to_value(board).unwrap()));
        ended.clear();
        deeds.clear();
        if game.round() != round {
            steps.push(std::mem::take(&mut round_steps));
        }
    }
    drop(maker);
    (frames, steps)
}

/// The tiles from and to which units went.
fn moves(board: &Value) -> Vec<Value> {
    let events = board["events"].as_array().unwrap().iter();
    events.filter_map(|event| event.get("moved").cloned()).collect()
}

#[test]
fn a_frame_of_a_round_has_a_step_for_each_seat() {
    for seen_by in [None, Some(Seat(1))] {
        let (frames, steps) = played(seen_by, true);
        assert_eq!(frames.len(), ROUNDS as usize + 1);
        assert!(frames[0].get("steps").is_none(), "the position before the first turn");
        let mut moved = [0, 0];
        for (frame, expected) in frames.iter().zip(&steps).skip(1) {
            let shown = frame["steps"].as_array().unwrap();
            assert_eq!(shown.len(), 2);
            let mut all = Vec::new();
            for (i, (step, (seat, board))) in shown.iter().zip(expected).enumerate() {
                assert_eq!(step["seat"], seat.0);
                let mut after = frame["board"].clone();
                let patch = serde_json::from_str(step["patch"].as_str().unwrap()).unwrap();
                delta::apply(&mut after, &patch);
                assert_eq!(after, *board);
                all.extend(moves(&after));
                moved[i] += moves(&after).len();
            }
            assert_eq!(all, moves(&frame["board"]), "each move is in one step");
        }
        assert!(seen_by.is_some() || moved.iter().all(|&count| count > 20), "{moved:?}");
    }
}

#[test]
fn frames_have_steps_only_if_they_are_asked_for() {
    let (frames, _) = played(None, false);
    assert_eq!(frames.len(), ROUNDS as usize + 1);
    assert!(frames.iter().all(|frame| frame.get("steps").is_none()));
}
