//! The built-in bots: their order of strength, and that they give only legal orders.

use agon_core::{
    Actor, Bot, Chance, Contest, End, Game, GameMap, LEVELS, Now, Profile, Scribe, Turn, Why,
    Wishes,
};
use agon_mars::{Call, Map, Mars, Reply, View};

fn own_maps() -> Vec<Map> {
    Mars::own_maps().iter().map(|own| <Mars as Contest>::Map::parse(own.text).unwrap()).collect()
}

#[test]
fn the_bots_are_the_six_levels() {
    let names: Vec<&str> = Mars::bots().iter().map(|bot| bot.name).collect();
    assert_eq!(names, LEVELS);
    let greedy = Mars::bots().iter().find(|bot| bot.aliases.contains(&"greedy"));
    assert_eq!(greedy.map(|bot| bot.name), Some("solid"));
}

/// Small maps for quick games, and half of our own maps.
fn maps_for_levels() -> Vec<Map> {
    let wishes = Wishes::parse(["size=20"], Mars::INFO.map_wishes).unwrap();
    let small = (0..3).map(|seed| <Mars as Contest>::Map::generate(&wishes, seed).unwrap());
    own_maps().into_iter().step_by(3).chain(small).collect()
}

/// The matches are always the same, so this cannot fail by chance. The manual has longer runs.
#[test]
fn every_level_beats_the_one_below() {
    let maps = maps_for_levels();
    for pair in LEVELS.windows(2) {
        for profile in Profile::ALL {
            let won = |game: usize| {
                let map = maps[game / 2 % maps.len()].clone();
                let mut seats = [pair[1], pair[0]];
                seats.rotate_left(game % 2);
                let (last, _) = play_pair(map, profile, seats, game as u64);
                let Now::Over(outcome) = last.now() else { panic!("the match goes on") };
                outcome.winner().unwrap().index() == game % 2
            };
            let wins = (0..12).filter(|&game| won(game)).count();
            assert!(wins >= 9, "{} beats {} in {wins} of 12 under {profile}", pair[1], pair[0]);
        }
    }
}

#[test]
fn levels_play_the_same_match_again() {
    for level in &LEVELS[1..] {
        let map = || own_maps().swap_remove(2);
        let matches = [(); 2].map(|()| play(map(), Profile::Handbook, level, 5).1.calls);
        assert_eq!(matches[0], matches[1], "{level}");
    }
}

#[test]
fn orders_of_the_strong_levels_are_never_refused() {
    for level in ["novice", "solid", "expert", "champion"] {
        for profile in Profile::ALL {
            let (_, log) = play(own_maps().swap_remove(1), profile, level, 3);
            let refused = log.calls.iter().find(|(_, _, reply)| matches!(reply, Reply::Refused(_)));
            assert_eq!(refused, None, "{level} under {profile}");
        }
    }
}

/// Records every call and its reply.
#[derive(Default)]
struct Log {
    calls: Vec<(Actor, Call, Reply)>,
    ends: Vec<usize>,
}

impl Scribe<Mars> for Log {
    fn call(&mut self, _: &Mars, actor: Actor, call: &Call, reply: &Reply) {
        self.calls.push((actor, call.clone(), reply.clone()));
    }

    fn end(&mut self, _: &Mars, _: Actor, _: &End) {
        self.ends.push(self.calls.len());
    }
}

/// A whole game of one bot against itself: the position at the start, and what happened.
fn play(map: Map, profile: Profile, bot: &str, seed: u64) -> (Mars, Log) {
    let setup = Mars::new_setup(map.clone(), profile, 2).unwrap();
    let (_, log) = play_pair(map, profile, [bot, bot], seed);
    (Mars::new(&setup, Chance::seeded(0)), log)
}

/// A whole game of two bots: the last position, and what happened.
fn play_pair(map: Map, profile: Profile, names: [&str; 2], seed: u64) -> (Mars, Log) {
    let setup = Mars::new_setup(map, profile, 2).unwrap();
    let mut game = Mars::new(&setup, Chance::seeded(0));
    let make = |(seat, name): (u32, &str)| {
        let bot = Mars::bots().iter().find(|known| known.name == name).unwrap();
        (bot.make)(Actor(seat), seed + u64::from(seat))
    };
    let mut bots: Vec<Box<dyn Bot<Mars>>> = (0..).zip(names).map(make).collect();
    let (mut log, mut view) = (Log::default(), View::default());
    while let Now::Turn(actors) = game.now() {
        let actor = actors[0];
        game.view(actor, &mut view);
        let mut turn = Turn::open(&mut game, actor, &mut log);
        bots[actor.0 as usize].turn(&view, &mut turn).expect("no turn is stopped");
        turn.close(Why::Done, 0.0);
    }
    (game, log)
}

fn maps() -> impl Iterator<Item = Map> {
    let generated =
        (0..4).map(|seed| <Mars as Contest>::Map::generate(&Wishes::default(), seed).unwrap());
    own_maps().into_iter().chain(generated)
}

#[test]
fn orders_of_random_are_never_refused() {
    for profile in Profile::ALL {
        for (seed, map) in (0..).zip(maps()) {
            let (_, log) = play(map, profile, "random", seed);
            let orders = log.calls.iter().filter(|(_, call, _)| Mars::is_order(call));
            let mut count = 0;
            for (_, call, reply) in orders {
                assert!(Mars::accepted(reply), "{profile}: {call:?} was answered {reply:?}");
                count += 1;
            }
            assert!(count > 200, "{profile}, game {seed}: only {count} orders");
        }
    }
}

/// Plays a game again; `check` sees the position before every call.
fn repeat(mut game: Mars, log: &Log, check: impl Fn(&Mars, Actor, &Call, &Reply)) {
    let mut ends = log.ends.iter().peekable();
    for (i, (actor, call, reply)) in log.calls.iter().enumerate() {
        while ends.next_if(|end| **end == i).is_some() {
            let on_turn = game.team_on_turn().actor();
            game.end(on_turn, End::DONE);
        }
        check(&game, *actor, call, reply);
        assert_eq!(game.call(*actor, call), *reply, "{call:?}");
    }
}

#[test]
fn allows_agrees_with_the_replies_to_random() {
    for profile in Profile::ALL {
        for (seed, map) in (0..).zip(maps()) {
            let (start, log) = play(map, profile, "random", seed);
            repeat(start, &log, |game, actor, call, _| {
                assert!(game.allows(actor, call), "{profile}: {call:?}");
                assert!(!game.allows(Actor(1 - actor.0), call), "{profile}: {call:?}");
            });
        }
    }
}

#[test]
fn allows_agrees_with_the_replies_to_solid() {
    for (seed, map) in (0..).zip(own_maps()) {
        let (start, log) = play(map, Profile::Handbook, "solid", seed);
        repeat(start, &log, |game, actor, call, reply| {
            assert_eq!(game.allows(actor, call), Mars::accepted(reply), "{call:?}");
        });
    }
}
