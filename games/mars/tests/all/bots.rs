//! The built-in bots: their strength, and that `random` gives only legal orders.

use agon_core::{
    Actor, Bot, Chance, Contest, End, Game, GameMap, Now, Profile, Scribe, Turn, Why, Wishes,
};
use agon_mars::{Call, Map, Mars, Reply, View};
use agon_testkit::Effort;

fn own_maps() -> Vec<Map> {
    Mars::own_maps().iter().map(|own| <Mars as Contest>::Map::parse(own.text).unwrap()).collect()
}

/// Requires at least nine wins in ten games.
fn greedy_beats_random(maps: &[Map]) {
    let games = Effort::asked().cases(10).into();
    let wins = agon_testkit::wins::<Mars>("builtin:greedy", "builtin:random", games, maps);
    println!("greedy beats random in {wins} of {games} games");
    assert!(10 * wins >= 9 * games, "greedy beats random in only {wins} of {games} games");
}

#[test]
fn greedy_beats_random_on_generated_maps() {
    greedy_beats_random(&[]);
}

#[test]
fn greedy_beats_random_on_our_maps() {
    greedy_beats_random(&own_maps());
}

#[test]
fn random_beats_nothing() {
    let wins = agon_testkit::wins::<Mars>("builtin:random", "builtin:nothing", 20, &[]);
    assert!(wins >= 19, "random beats nothing in only {wins} of 20 games");
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

/// A whole game of one bot against itself.
fn play(map: Map, profile: Profile, bot: &str, seed: u64) -> (Mars, Log) {
    let setup = Mars::new_setup(map, profile, 2).unwrap();
    let start = Mars::new(&setup, Chance::seeded(0));
    let mut game = start.clone();
    let built_in = Mars::bots().iter().find(|known| known.name == bot).unwrap();
    let mut bots: Vec<Box<dyn Bot<Mars>>> =
        (0..2).map(|seat| (built_in.make)(Actor(seat), seed + u64::from(seat))).collect();
    let (mut log, mut view) = (Log::default(), View::default());
    while let Now::Turn(actors) = game.now() {
        let actor = actors[0];
        game.view(actor, &mut view);
        let mut turn = Turn::open(&mut game, actor, &mut log);
        bots[actor.0 as usize].turn(&view, &mut turn).expect("no turn is stopped");
        turn.close(Why::Done, 0.0);
    }
    (start, log)
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
fn allows_agrees_with_the_replies_to_greedy() {
    for (seed, map) in (0..).zip(own_maps()) {
        let (start, log) = play(map, Profile::Handbook, "greedy", seed);
        repeat(start, &log, |game, actor, call, reply| {
            assert_eq!(game.allows(actor, call), Mars::accepted(reply), "{call:?}");
        });
    }
}
