//! Properties that only this game has, over randomly drawn games.

use agon_asterobots::{Asterobots, Call, Deposit, Map, Owner, Phase, Point, Reply, View};
use agon_core::{
    Actor, Chance, Contest, End, Game, GameMap, Now, Profile, Rng, TestSupport, Wishes,
};

fn new_game(map: Map, profile: Profile, players: usize) -> Asterobots {
    let setup = Asterobots::new_setup(map, profile, players).unwrap();
    Asterobots::new(&setup, Chance::seeded(0))
}

fn small_map(seed: u64) -> Map {
    let wishes = Wishes::parse(["size=5", "veins=14"], Asterobots::INFO.map_wishes).unwrap();
    <Asterobots as Contest>::Map::generate(&wishes, seed).unwrap()
}

/// The view of player 0 without the number of commands left.
fn sight(game: &Asterobots) -> serde_json::Value {
    let mut view = View::default();
    game.view(Actor(0), &mut view);
    let mut json = serde_json::to_value(&view).unwrap();
    json["commands_left"] = 0.into();
    json
}

#[test]
fn r7_an_ignored_command_leaves_no_trace_and_was_foreseen() {
    for seed in 0..30 {
        let mut rng = Rng::new(seed);
        let profile = *rng.pick(&Profile::ALL);
        let mut game = new_game(small_map(seed), profile, rng.range(2, 6) as usize);
        for _ in 0..120 {
            let Now::Turn(actors) = game.now() else { break };
            for _ in 0..rng.below(15) {
                let call = game.wild_call(actors[0], &mut rng);
                let (foreseen, before) = (game.check_command(&call), sight(&game));
                let reply = game.call(actors[0], &call);
                assert_eq!(foreseen.err(), reply.refusal(), "{call:?}");
                if let Reply::Ignored { why, .. } = reply {
                    assert_eq!(sight(&game), before, "{call:?}: {why}");
                    assert!(why.to_string().len() > 15, "{why}");
                }
            }
            game.end(actors[0], End::DONE);
        }
    }
}

/// R3 The field is the same upside down.
fn flip(p: Point) -> Point {
    Point::new(p.x, 1i32.wrapping_sub(p.y))
}

fn flip_call(call: &Call) -> Call {
    match call.clone() {
        Call::Select(at) => Call::Select(flip(at)),
        Call::Launch { robots, from, to } => {
            Call::Launch { robots, from: flip(from), to: flip(to) }
        }
        Call::LaunchWithPath { robots, path } => {
            Call::LaunchWithPath { robots, path: path.into_iter().map(flip).collect() }
        }
        Call::UpgradeMaterial { location } => Call::UpgradeMaterial { location: flip(location) },
        Call::UpgradeRobot { location } => Call::UpgradeRobot { location: flip(location) },
        other => other,
    }
}

/// Whether a call means the same upside down: the default path between points of one column, and
/// the vein given for a bad selection, depend on the direction.
fn flips(game: &Asterobots, call: &Call) -> bool {
    match call {
        Call::Launch { from, to, .. } => from.x != to.x,
        Call::LaunchWithPath { path, .. } => path.len() != 2 || path[0].x != path[1].x,
        Call::Select(_) => game.check_command(call).is_ok(),
        _ => true,
    }
}

fn assert_flipped(game: &Asterobots, flipped: &Asterobots) {
    assert_eq!(game.players(), flipped.players());
    assert_eq!(game.buy_prices(), flipped.buy_prices());
    let owned = |g: &Asterobots, turn: fn(Point) -> Point| {
        let mut veins: Vec<(Point, Owner, i32)> =
            g.deposits().map(|(d, v)| (turn(d.location), v.owner, v.robots)).collect();
        veins.sort_by_key(|v| v.0);
        veins
    };
    assert_eq!(owned(game, |p| p), owned(flipped, flip));
    let squads = |g: &Asterobots, turn: fn(Point) -> Point| {
        let path = |s| g.path(s).map(turn).collect::<Vec<_>>();
        g.squads().map(|s| (s.owner, s.robots, path(s))).collect::<Vec<_>>()
    };
    assert_eq!(squads(game, |p| p), squads(flipped, flip));
}

#[test]
fn the_game_is_the_same_upside_down() {
    for seed in 0..20 {
        let mut rng = Rng::new(seed);
        let map = small_map(seed + 500);
        let upside_down = |v: &Deposit| Deposit { location: flip(v.location), ..*v };
        let turned = Map::new("", 5, map.veins().iter().map(upside_down).collect()).unwrap();
        let profile = Profile::ALL[(seed % 2) as usize];
        let mut game = new_game(map, profile, 4);
        let mut flipped = new_game(turned, profile, 4);
        for _ in 0..150 {
            let Now::Turn(actors) = game.now() else { break };
            let mut said = 0;
            while said < 1 + rng.below(6) {
                let call = game.wild_call(actors[0], &mut rng);
                let is_fitting = game.phase() == Phase::Main || matches!(call, Call::Select(_));
                if is_fitting && flips(&game, &call) {
                    let reply = game.call(actors[0], &call);
                    let mirrored = flipped.call(actors[0], &flip_call(&call));
                    assert_eq!(reply.refusal().is_some(), mirrored.refusal().is_some(), "{call:?}");
                    said += 1;
                }
            }
            game.end(actors[0], End::DONE);
            flipped.end(actors[0], End::DONE);
            assert_flipped(&game, &flipped);
        }
    }
}

#[test]
fn a_crowd_of_squads_keeps_its_ways() {
    // Thousands of launches force the buffer of ways to be swept and to grow; every squad's path is
    // remembered here and compared in each turn.
    let map = <Asterobots as Contest>::Map::parse(Asterobots::own_maps()[0].text).unwrap();
    let mut game = new_game(map, Profile::Original, 2);
    let mut rng = Rng::new(5);
    let mut paths: Vec<Vec<Point>> = Vec::new();
    while game.round() < 120 {
        let Now::Turn(actors) = game.now() else { break };
        let mine = Owner::player(actors[0].0 as u8);
        let home: Vec<Point> =
            game.deposits().filter(|(_, v)| v.owner == mine).map(|(d, _)| d.location).collect();
        let launches = if game.phase() == Phase::Main { 10 } else { 0 };
        for _ in 0..launches {
            let (from, to) = (*rng.pick(&home), rng.pick(game.map().veins()).location);
            game.call(actors[0], &Call::Launch { robots: 1, from, to });
            if let Some(newest) = game.squads().next().filter(|s| s.id as usize == paths.len()) {
                paths.push(game.path(newest).collect());
            }
        }
        game.end(actors[0], End::DONE);
        for squad in game.squads() {
            let whole = &paths[squad.id as usize];
            assert!(game.path(squad).eq(whole[usize::from(squad.steps_gone)..].iter().copied()));
            assert!(game.whole_path(squad).eq(whole.iter().copied()));
        }
    }
    assert!(paths.len() > 1500, "{} launches", paths.len());
}
