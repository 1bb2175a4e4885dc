//! What only this game has: sight, mirrored maps, units that come and go, the original's log.

use agon_core::{
    Actor, Chance, Contest, End, Exporter, Game, GameMap, MatchInfo, Now, Profile, Rng, Symmetry,
    TestSupport, Wishes,
};
use agon_homerun::{Call, Direction, HomeRun, MapObject, Reply, Terrain, UnitType, View};
use agon_testkit::Effort;
use serde_json::{Value, json};
use std::collections::BTreeMap;

fn any_game(seed: u64) -> HomeRun {
    let map = <HomeRun as Contest>::Map::generate(&Wishes::default(), seed).unwrap();
    let profile = Profile::ALL[seed as usize % 2];
    HomeRun::new(&HomeRun::new_setup(map, profile, 2).unwrap(), Chance::seeded(seed))
}

/// Plays wild turns; `each` sees every position at the beginning of a turn.
fn play_wildly(game: &mut HomeRun, rng: &mut Rng, turns: u32, mut each: impl FnMut(&mut HomeRun)) {
    for _ in 0..turns {
        let Now::Turn(actors) = game.now() else {
            return;
        };
        each(game);
        for _ in 0..rng.below(4) {
            let call = game.wild_call(actors[0], rng);
            if call != Call::KillSelf {
                game.call(actors[0], &call);
            }
        }
        game.end(actors[0], End::DONE);
    }
}

fn actor(game: &HomeRun) -> Actor {
    match game.now() {
        Now::Turn(actors) => actors[0],
        Now::Over(_) => panic!("the game is over"),
    }
}

#[test]
fn a_unit_has_the_name_that_its_program_knows() {
    let mut game = any_game(1);
    let mut view = View::default();
    play_wildly(&mut game, &mut Rng::new(1), 100, |game| {
        let me = actor(game);
        game.view(me, &mut view);
        assert_eq!(game.actor_name(me), Some(format!("unit {}", view.me.id)));
    });
    let gone = game.actor_name(Actor(9_999 << 1));
    assert_eq!(gone.as_deref(), Some("a dead unit, created as number 10000"));
}

#[test]
fn a_view_holds_what_sensing_answers_and_nothing_else() {
    for seed in 0..6 {
        let mut game = any_game(seed);
        let mut view = View::default();
        play_wildly(&mut game, &mut Rng::new(seed), 400, |game| {
            let me = actor(game);
            game.view(me, &mut view);
            let units = Reply::Units(view.units.to_vec());
            assert_eq!(game.call(me, &Call::SenseUnits(1e9, None)), units);
            let balls = Reply::Places(view.balls.to_vec());
            assert_eq!(game.call(me, &Call::SenseObjects(Some(MapObject::Ball), 1e9)), balls);
            for (at, terrain) in view.places() {
                assert_eq!(view.tile(at), Some(terrain));
                let is_out = Reply::Is(terrain == Terrain::Outside);
                assert_eq!(game.call(me, &Call::IsOutOfMap(Some(at))), is_out);
            }
            let seen = view.units.iter().map(|unit| unit.at).chain(view.balls.iter().copied());
            for at in seen {
                let distance = view.me.at.distance_squared(at);
                assert!(distance <= i128::from(view.me.unit_type.vision()));
            }
        });
    }
}

#[test]
fn what_is_out_of_sight_leaves_no_trace_in_a_view() {
    // Both games differ in a ball far away from the unit that looks.
    let draw = |far: &str| {
        let row = "AH . . . . AP . . . . . X . BH".replace('X', far);
        HomeRun::from_drawing(&row, agon_homerun::Rules::handbook(), 1).unwrap()
    };
    let look = |mut game: HomeRun| {
        game.end(actor(&game), End::DONE);
        let mut view = View::default();
        game.view(actor(&game), &mut view);
        assert_eq!(view.me.unit_type, UnitType::Pitcher);
        serde_json::to_string(&view).unwrap()
    };
    let plain = look(draw("."));
    for far in ["o", "~", "b", "s"] {
        assert_eq!(look(draw(far)), plain);
    }
}

/// Mirrors the orders of A's headquarters and its recruits for B: the board stays a mirror image.
#[test]
fn mirrored_orders_on_a_symmetric_map_give_a_mirrored_board() {
    for (seed, symmetry) in Symmetry::ALL.into_iter().enumerate() {
        let word = format!("symmetry={symmetry}");
        let wishes = Wishes::parse([word.as_str()], HomeRun::INFO.map_wishes).unwrap();
        let map = <HomeRun as Contest>::Map::generate(&wishes, seed as u64).unwrap();
        let setup = HomeRun::new_setup(map, Profile::Handbook, 2).unwrap();
        let mut game = HomeRun::new(&setup, Chance::seeded(1));
        let mut rng = Rng::new(seed as u64);
        // Balls and bats may meet in the middle, where the order of the teams matters, so units only
        // walk near their headquarters.
        for _ in 0..12 {
            let mut orders = Vec::new();
            while game.seat(actor(&game)).0 == 0 {
                let me = actor(&game);
                let call = match rng.below(3) {
                    0 => Call::Recruit(
                        Some(UnitType::ALL[1 + rng.below(3) as usize]),
                        Some(*rng.pick(&Direction::ALL)),
                    ),
                    _ => Call::Move(Some(*rng.pick(&Direction::ALL))),
                };
                game.call(me, &call);
                orders.push(call);
                game.end(me, End::DONE);
            }
            for call in orders {
                let mirror = |d: Option<Direction>| {
                    let (dy, dx) = d.map(|d| symmetry.image_of_step((d.dy(), d.dx())))?;
                    Some(Direction::of(dx, dy))
                };
                let call = match call {
                    Call::Recruit(t, d) => Call::Recruit(t, mirror(d)),
                    Call::Move(d) => Call::Move(mirror(d)),
                    other => other,
                };
                let me = actor(&game);
                game.call(me, &call);
                game.end(me, End::DONE);
            }
            assert_eq!(game.seat(actor(&game)).0, 0, "B has as many turns as A");
            assert_mirrored(&game, symmetry);
        }
    }
}

fn assert_mirrored(game: &HomeRun, symmetry: Symmetry) {
    let frame = game.frame(&[Actor(0)], &[]);
    let (height, width) = (frame.tiles.len(), frame.tiles[0].len());
    let at = |x: i32, y: i32| frame.units.values().find(|u| (u.x, u.y) == (x, y));
    assert_eq!(frame.units.len() % 2, 0);
    for unit in frame.units.values() {
        let place = (unit.y as usize, unit.x as usize);
        let (y, x) = symmetry.image(height, width, place);
        let other = at(x as i32, y as i32).expect("a mirror image");
        assert_eq!(other.unit_type, unit.unit_type);
        assert_ne!(other.team, unit.team);
    }
    assert_eq!(frame.teams[0].value, frame.teams[1].value);
}

#[test]
fn copying_into_a_used_position_is_copying() {
    let mut used = any_game(3);
    play_wildly(&mut used, &mut Rng::new(9), 300, |_| {});
    for seed in 0..4 {
        let mut game = any_game(seed);
        play_wildly(&mut game, &mut Rng::new(seed), 300, |_| {});
        used.clone_from(&game);
        assert_eq!(used.hash(), game.hash());
        used.invariants().unwrap();
        let say = |_: &mut HomeRun| {};
        play_wildly(&mut used, &mut Rng::new(5), 100, say);
        play_wildly(&mut game, &mut Rng::new(5), 100, say);
        assert_eq!(used.hash(), game.hash());
    }
}

#[test]
fn handles_are_never_used_twice() {
    let mut game = any_game(2);
    let mut rng = Rng::new(4);
    let mut gone: Vec<Actor> = Vec::new();
    let mut known: Vec<Actor> = Vec::new();
    for _ in 0..4000 {
        let Now::Turn(actors) = game.now() else { break };
        let me = actors[0];
        assert!(!gone.contains(&me), "a unit that was gone is back");
        if !known.contains(&me) {
            known.push(me);
        }
        for _ in 0..3 {
            let call = game.wild_call(me, &mut rng);
            game.call(me, &call);
        }
        game.end(me, End::DONE);
        for &actor in &known {
            if game.is_gone(actor) && !gone.contains(&actor) {
                gone.push(actor);
            }
        }
    }
    assert!(known.len() > 10);
}

#[test]
fn the_games_log_of_the_original_has_two_frames_a_round() {
    let map = <HomeRun as Contest>::Map::parse(HomeRun::own_maps()[1].text).unwrap();
    let setup = HomeRun::new_setup(map, Profile::Original, 2).unwrap();
    let mut game = HomeRun::new(&setup, Chance::seeded(7));
    let info = MatchInfo { map: "OwnFaceOff".into(), bots: vec!["one".into(), "two".into()] };
    let mut log: Box<dyn Exporter<HomeRun>> = game.exporter(&info).unwrap();
    let mut rng = Rng::new(1);
    let outcome = loop {
        let me = match game.now() {
            Now::Over(outcome) => break outcome,
            Now::Turn(actors) => actors[0],
        };
        let call = game.wild_call(me, &mut rng);
        if call != Call::KillSelf {
            let reply = game.call(me, &call);
            log.call(&game, me, &call, &reply);
        }
        game.end(me, End::DONE);
        log.end(&game, me, &End::DONE);
    };
    let text = String::from_utf8(log.finish(&game, &outcome)).unwrap();
    let mut lines = text.lines();
    let head: Vec<&str> = lines.by_ref().take(11).collect();
    assert_eq!(head[..5], ["AIC2023", "OwnFaceOff", "7", "one", "two"]);
    assert_eq!(head[7..10], ["21 20", "311 57", "15000"]);
    let frames: usize = head[10].parse().unwrap();
    assert_eq!(frames, 1 + 2 * (game.round() as usize + 1));
    let skip = |lines: &mut std::str::Lines| {
        let count: usize = lines.next().unwrap().parse().unwrap();
        (0..count).map(|_| lines.next().unwrap().to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(skip(&mut lines).len(), 40);
    let mut actions = 0;
    for frame in 0..frames {
        skip(&mut lines); // balls
        for _team in 0..2 {
            let value: f32 = lines.next().unwrap().parse().unwrap();
            let purse = lines.next().unwrap();
            if frame == 0 {
                assert_eq!((value, purse), (100.0, "100.0 0.0"));
            }
            assert!(skip(&mut lines)[0].contains(" H "));
        }
        actions += skip(&mut lines).len();
        assert_eq!(skip(&mut lines).len(), 0, "not verbose");
    }
    assert!(actions > 100);
    assert_eq!(lines.next(), None);
}

/// What both kinds of frames have in common: ours already include cooldowns and income of the next round.
fn common(frame: &Value) -> Value {
    let units = frame["units"].as_object().unwrap().iter().map(|(serial, unit)| {
        let keys = ["id", "team", "type", "x", "y", "carrying"];
        (serial.clone(), keys.map(|key| unit[key].clone()))
    });
    let tiles = &frame["tiles"];
    json!([tiles, units.collect::<BTreeMap<_, _>>(), frame["balls"], frame["round"]])
}

/// The points of both teams.
fn points(frame: &Value) -> [f64; 2] {
    [0, 1].map(|team| frame["teams"][team]["points"].as_f64().unwrap())
}

#[test]
fn a_game_log_read_back_shows_the_rounds_that_were_played() {
    for seed in 0..Effort::asked().cases(1).into() {
        let map = <HomeRun as Contest>::Map::parse(HomeRun::own_maps()[1].text).unwrap();
        let setup = HomeRun::new_setup(map, Profile::Handbook, 2).unwrap();
        let mut game = HomeRun::new(&setup, Chance::seeded(seed));
        let info = MatchInfo { map: "OwnFaceOff".into(), bots: vec!["one".into(), "two".into()] };
        let mut log = game.exporter(&info).unwrap();
        let mut rng = Rng::new(seed);
        let frame =
            |game: &HomeRun, ended: &[Actor]| serde_json::to_value(game.frame(ended, &[])).unwrap();
        let (mut ours, mut ended, mut round) = (vec![frame(&game, &[])], vec![], game.round());
        // The positions after A's turns, by frame.
        let (mut halves, mut half) = (vec![None], None);
        let outcome = loop {
            let me = match game.now() {
                Now::Over(outcome) => break outcome,
                Now::Turn(actors) => actors[0],
            };
            let call = game.wild_call(me, &mut rng);
            let reply = game.call(me, &call);
            log.call(&game, me, &call, &reply);
            game.end(me, End::DONE);
            log.end(&game, me, &End::DONE);
            ended.push(me);
            if let Now::Turn(actors) = game.now()
                && game.round() == round
                && game.seat(actors[0]) != game.seat(me)
            {
                half = Some(frame(&game, &ended));
            }
            if game.round() != round || matches!(game.now(), Now::Over(_)) {
                ours.push(frame(&game, &ended));
                halves.push(half.take());
                ended.clear();
                round = game.round();
            }
        };
        let bytes = log.finish(&game, &outcome);
        let read = HomeRun::import_original(&bytes).unwrap();
        assert_eq!(read.info.bots, ["one", "two"]);
        assert_eq!(read.frames.len(), ours.len(), "seed {seed}");
        for (theirs, ours) in read.frames.iter().zip(&ours) {
            assert_eq!(common(theirs), common(ours), "seed {seed}");
            // Our frame of a round is made when the next unit's turn has begun. What that unit gains by
            // where it stands (a base pays 1 point, more by inflation) is in the log's next round.
            for (theirs, ours) in points(theirs).into_iter().zip(points(ours)) {
                assert!((0.0..3.0).contains(&(ours - theirs)), "seed {seed}: {theirs} {ours}");
            }
        }
        assert_eq!(read.steps.len(), halves.len());
        for ((steps, half), whole) in read.steps.iter().zip(&halves).zip(&read.frames) {
            assert_eq!(steps.len(), if half.is_some() { 2 } else { 0 }, "seed {seed}");
            let (Some(half), [(_, first), (_, second)]) = (half, &steps[..]) else { continue };
            assert_eq!(common(first), common(half), "seed {seed}");
            assert_eq!(common(second), common(whole), "seed {seed}");
            let events = |frame: &Value| frame["events"].as_array().unwrap().clone();
            assert_eq!([events(first), events(second)].concat(), events(whole), "seed {seed}");
        }
        assert_eq!(read.frames.last().map(points), ours.last().map(points), "seed {seed}");
        let last = read.frames.last().unwrap();
        assert!(last["winner"].is_string() && last["result"].is_string());
        damaged_logs_get_a_sentence(&bytes, &mut rng);
    }
}

fn damaged_logs_get_a_sentence(good: &[u8], rng: &mut Rng) {
    for _ in 0..12 {
        let mut bytes = good.to_vec();
        match rng.below(3) {
            0 => bytes.truncate(rng.below(good.len() as u32) as usize),
            1 => {
                let at = rng.below(good.len() as u32) as usize;
                bytes[at] = b"9-x \n"[rng.below(5) as usize];
            }
            _ => drop(bytes.drain(..rng.below(300) as usize)),
        }
        if let Err(fault) = HomeRun::import_original(&bytes) {
            assert!(fault.to_string().contains("Home Run"), "{fault}");
        }
    }
}

#[test]
fn frames_show_the_round_that_was_played() {
    let mut game = any_game(0);
    assert_eq!(game.frame(&[], &[]).round, -1);
    let first = actor(&game);
    game.end(first, End::DONE);
    assert_eq!(game.frame(&[first], &[]).round, 0);
    let second = actor(&game);
    game.end(second, End::DONE);
    assert_eq!((game.round(), game.frame(&[first, second], &[]).round), (1, 0));
    let frame = serde_json::to_value(game.frame(&[], &[])).unwrap();
    assert_eq!(frame["units"].as_object().unwrap().len(), 2);
}
