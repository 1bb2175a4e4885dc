//! The orders of a level: whether they are still the same, and what they cost without thinking.

use crate::{bench_match, setup_for};
use agon_core::{
    Actor, Chance, End, Game, GameMap, OwnMap, Profile, Scribe, StateHash, StateHasher,
    TestSupport, Wishes,
};
use agon_runner::{built_in, play};
use std::hint::black_box;

/// Everything that happened in a game: the turns in the order in which they ended.
struct Orders<G: Game> {
    turns: Vec<(Actor, Vec<G::Call>, End)>,
    calls: Vec<G::Call>,
}

impl<G: Game> Scribe<G> for Orders<G> {
    fn call(&mut self, _: &G, _: Actor, call: &G::Call, _: &G::Reply) {
        self.calls.push(call.clone());
    }

    fn end(&mut self, _: &G, actor: Actor, end: &End) {
        self.turns.push((actor, std::mem::take(&mut self.calls), *end));
    }
}

/// Plays the game of [`play_level_games`](crate::play_level_games) once, and then carries out its
/// orders again several times, with views but without bots. `None` if the game has no such level.
pub fn play_orders_again<G: TestSupport>(level: &str, games: u64) -> Option<()> {
    let (_, map) = G::bench_maps().into_iter().next()?;
    let setup = setup_for::<G>(map);
    let level = built_in::<G>(level).ok()?;
    let spec = bench_match(&setup, 1, vec![&level; G::INFO.seats.1]);
    let mut orders = Orders::<G> { turns: Vec::new(), calls: Vec::new() };
    let mut game = G::new(&setup, Chance::seeded(1));
    play(&spec, &mut game, &mut orders, &mut |_| {}).expect("built-in bots cannot fail");
    let hash = game.hash();
    let mut view = G::View::default();
    for _ in 0..games {
        let mut game = G::new(&setup, Chance::seeded(1));
        for (actor, calls, end) in &orders.turns {
            game.view(*actor, &mut view);
            black_box(&mut view);
            for call in calls {
                black_box(game.call(*actor, call));
            }
            game.end(*actor, *end);
        }
        assert!(game.hash() == hash, "the same orders lead to the same position");
    }
    Some(())
}

/// A hash over all orders and results of many games of a level against itself: on the built-in maps and on
/// generated ones, in both profiles, with all numbers of seats. `None` if the game has no such level.
pub fn hash_orders<G: TestSupport>(level: &str, games: u64) -> Option<StateHash> {
    let level = built_in::<G>(level).ok()?;
    let parse = |own: &OwnMap| G::Map::parse(own.text).expect("built-in maps are valid");
    let maps: Vec<G::Map> = G::own_maps().iter().map(parse).collect();
    let mut hasher = StateHasher::new();
    for index in 0..games {
        let at = index as usize / 4;
        let map = match index % 2 {
            0 => maps[at % maps.len()].clone(),
            _ => G::Map::generate(&Wishes::default(), index).expect("a map without wishes"),
        };
        let (low, high) = G::INFO.seats;
        let seats = high - at / maps.len() % (high - low + 1);
        let setup = G::new_setup(map, Profile::ALL[at % 2], seats).expect("can be played");
        let spec = bench_match(&setup, index, vec![&level; seats]);
        let mut orders = Orders::<G> { turns: Vec::new(), calls: Vec::new() };
        let mut game = G::new(&setup, Chance::seeded(index));
        play(&spec, &mut game, &mut orders, &mut |_| {}).expect("built-in bots cannot fail");
        for (actor, calls, _) in &orders.turns {
            hasher.bytes(format!("{actor:?} {calls:?}").as_bytes());
        }
        hasher.word(game.hash().0);
    }
    Some(hasher.finish())
}
