//! A position rebuilt from a view answers as the game itself does. The kit for bots of the original contest
//! relies on this.

use crate::wild::{any_map, setup};
use agon_core::{Chance, Contest, End, Game, Rng, TestSupport};
use agon_mars::{Call, Direction, Map, Mars, Reply, RobotId, RobotType, Team, View};
use agon_testkit::for_seeds;
use std::cell::Cell as Counter;

fn view_of(game: &Mars, team: Team) -> View {
    let mut view = View::default();
    game.view(team.actor(), &mut view);
    view
}

/// A random question about robots of either team and tiles inside or just outside the map.
fn any_question(game: &Mars, rng: &mut Rng) -> Call {
    let robots = Team::BOTH.iter().flat_map(|&team| &game.team(team).robots);
    let names: Vec<RobotId> = robots.map(|robot| robot.id).chain([RobotId(0)]).collect();
    let robot = *rng.pick(&names);
    let place = |rng: &mut Rng, map: &Map| {
        (rng.range(-1, map.height() as i32), rng.range(-1, map.width() as i32))
    };
    let ((row, col), to) = (place(rng, game.map()), place(rng, game.map()));
    let kind = Some(*rng.pick(&RobotType::ALL)).filter(|_| !rng.chance(1, 20));
    let direction = Some(*rng.pick(&Direction::ALL)).filter(|_| !rng.chance(1, 20));
    let avoid_robots = rng.chance(1, 2);
    match rng.below(7) {
        0 => Call::CanSpawn { kind, row, col },
        1 => Call::CanMove { robot, direction },
        2 => Call::CanAct { robot },
        3 => Call::CanTransform { robot, kind },
        4 => Call::Path { from: (row, col), to, avoid_robots },
        5 => Call::PathToBase { robot, avoid_robots },
        _ => Call::RobotAt { row, col },
    }
}

/// Plays random calls and passes every position to `look`.
fn positions(seed: u64, mut look: impl FnMut(&Mars, &mut Rng)) {
    let mut rng = Rng::new(seed);
    let setup = setup(any_map(&mut rng), &mut rng);
    let mut game = Mars::new(&setup, Chance::seeded(0));
    for _ in 0..60 {
        let actor = game.team_on_turn().actor();
        for _ in 0..rng.below(16) {
            let call = game.wild_call(actor, &mut rng);
            game.call(actor, &call);
            look(&game, &mut rng);
        }
        game.end(actor, End::DONE);
        look(&game, &mut rng);
    }
}

#[test]
fn a_position_from_a_view_answers_every_question_as_the_game_does() {
    let (yes, ways, robots) = (Counter::new(0), Counter::new(0), Counter::new(0));
    for_seeds(24, |seed| {
        positions(seed, |game, rng| {
            let team = game.team_on_turn();
            let mut known = view_of(game, team).position(*game.rules()).unwrap();
            let mut game = game.clone();
            for _ in 0..12 {
                let question = any_question(&game, rng);
                let answer = game.call(team.actor(), &question);
                assert_eq!(answer, known.call(team.actor(), &question), "{question:?}");
                match answer {
                    Reply::Can(true) => yes.set(yes.get() + 1),
                    Reply::Way { direction: Some(_), .. } => ways.set(ways.get() + 1),
                    Reply::Robot(Some(_)) => robots.set(robots.get() + 1),
                    _ => {}
                }
            }
        });
    });
    let counts = [yes, ways, robots].map(Counter::into_inner);
    assert!(counts.iter().all(|&count| count > 10), "too few questions of one kind: {counts:?}");
}

#[test]
fn a_position_from_a_view_refuses_the_same_orders_for_the_same_reasons() {
    let (done, refused) = (Counter::new(0), Counter::new(0));
    for_seeds(24, |seed| {
        positions(seed, |game, rng| {
            let team = game.team_on_turn();
            let known = view_of(game, team).position(*game.rules()).unwrap();
            for _ in 0..4 {
                let order = game.wild_call(team.actor(), rng);
                let reply = game.clone().call(team.actor(), &order);
                let foreseen = known.clone().call(team.actor(), &order);
                if let Reply::Refused(_) = reply {
                    assert_eq!(reply, foreseen, "{order:?}");
                    refused.set(refused.get() + 1);
                } else {
                    assert!(!matches!(foreseen, Reply::Refused(_)), "{order:?}: {foreseen:?}");
                    done.set(done.get() + 1);
                }
            }
        });
    });
    let counts = [done, refused].map(Counter::into_inner);
    assert!(counts.iter().all(|&count| count > 1000), "too few orders of one kind: {counts:?}");
}

#[test]
fn a_position_from_a_view_can_follow_the_games_replies() {
    let (followed, explored) = (Counter::new(0), Counter::new(0));
    for_seeds(24, |seed| {
        let mut rng = Rng::new(seed);
        let setup = setup(any_map(&mut rng), &mut rng);
        let mut game = Mars::new(&setup, Chance::seeded(0));
        for _ in 0..60 {
            let team = game.team_on_turn();
            let mut known = view_of(&game, team).position(*game.rules()).unwrap();
            for _ in 0..rng.below(16) {
                let order = game.wild_call(team.actor(), &mut rng);
                let reply = game.call(team.actor(), &order);
                if known.follow(&order, &reply) {
                    followed.set(followed.get() + u32::from(Mars::accepted(&reply)));
                } else {
                    assert!(matches!(reply, Reply::Explored { .. }), "{order:?}: {reply:?}");
                    explored.set(explored.get() + 1);
                    known = view_of(&game, team).position(*game.rules()).unwrap();
                }
                assert_eq!(json(&view_of(&game, team)), json(&view_of(&known, team)));
            }
            game.end(team.actor(), End::DONE);
        }
    });
    let counts = [followed, explored].map(Counter::into_inner);
    assert!(counts.iter().all(|&count| count > 100), "too few orders of one kind: {counts:?}");
}

fn json(view: &View) -> serde_json::Value {
    serde_json::to_value(view).unwrap()
}

#[test]
fn a_position_from_a_view_has_the_same_view() {
    for_seeds(12, |seed| {
        positions(seed, |game, _| {
            let view = view_of(game, game.team_on_turn());
            let known = view.position(*game.rules()).unwrap();
            let again = view_of(&known, view.team);
            assert_eq!(json(&view), json(&again));
        });
    });
}

#[test]
fn impossible_views_are_refused_with_a_sentence() {
    let mut rng = Rng::new(3);
    let setup = setup(any_map(&mut rng), &mut rng);
    let mut game = Mars::new(&setup, Chance::seeded(0));
    for _ in 0..200 {
        let call = game.wild_call(Team::Blue.actor(), &mut rng);
        game.call(Team::Blue.actor(), &call);
    }
    let good = view_of(&game, Team::Blue);
    assert!(good.robots.len() > 1, "the test needs robots");
    let rules = *game.rules();
    let fault = |spoil: &dyn Fn(&mut View)| {
        let mut view = good.clone();
        spoil(&mut view);
        view.position(rules).unwrap_err().to_string()
    };
    assert!(fault(&|view| view.terraform.reshape(1, 1)).contains("differ in size"));
    assert!(fault(&|view| *view = View::default()).contains("0 rows"));
    assert!(fault(&|view| view.robots[0].row = 200).contains("outside the map"));
    assert!(fault(&|view| view.robots.reverse()).contains("out of order"));
    assert!(fault(&|view| view.used.push((255, 0))).contains("used tile"));
}
