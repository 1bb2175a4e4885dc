//! Figures of the games that must not change unnoticed: how each game behaves, and a constant load whose
//! instructions are counted. `cargo xtask signature` and `cargo xtask instructions` compare them.

use agon_core::{
    Chance, End, GameMap, LEVELS, Now, OwnMap, Profile, StateHash, StateHasher, TestSupport,
    split_seed,
};
use agon_runner::{Match, Player, built_in, play};
use std::hint::black_box;

mod orders;
mod turns;
pub use orders::{hash_orders, play_orders_again};
pub use turns::{describe_times, turn_times};

/// Number of games in the signatures of `games/*/figures.json`.
pub const SIGNATURE_GAMES: u64 = 50;

/// The setup with the most seats on a map.
pub fn setup_for<G: TestSupport>(map: G::Map) -> G::Setup {
    G::new_setup(map, Profile::Handbook, G::INFO.seats.1).expect("benchmark maps can be played")
}

/// Plays an idle game, in which all bots do nothing, and returns the number of turns.
pub fn play_idle<G: TestSupport>(setup: &G::Setup, mut view: Option<&mut G::View>) -> u64 {
    let mut game = G::new(setup, Chance::seeded(1));
    let mut turns = 0;
    while let Now::Turn(actors) = game.now() {
        for actor in actors {
            if let Some(view) = &mut view {
                game.view(actor, view);
                black_box(&mut **view);
            }
            game.end(actor, End::DONE);
            turns += 1;
        }
    }
    turns
}

/// Plays idle games with views on the first benchmark map: a constant load for counting instructions.
pub fn play_idle_games<G: TestSupport>(games: u64) -> u64 {
    let Some((_, map)) = G::bench_maps().into_iter().next() else {
        return 0;
    };
    let setup = setup_for::<G>(map);
    let mut view = G::View::default();
    (0..games).map(|_| play_idle::<G>(&setup, Some(&mut view))).sum()
}

/// A match on a benchmark map.
pub fn bench_match<'a, G: TestSupport>(
    setup: &G::Setup,
    seed: u64,
    players: Vec<&'a Player<G>>,
) -> Match<'a, G> {
    let (setup, map) = (setup.clone(), "bench".into());
    Match {
        setup,
        map,
        rules: Profile::Handbook,
        seed,
        players,
        tournament: false,
        engine: "bench",
        date: None,
    }
}

/// The strongest level, which may think for milliseconds per turn. Figures that many games make up are taken
/// without it.
pub const SLOWEST_LEVEL: &str = LEVELS[LEVELS.len() - 1];

/// The levels of a game that think, the weakest first: all but `nothing`.
pub fn thinking_levels<G: TestSupport>() -> impl Iterator<Item = &'static str> {
    let names = G::bots().iter().map(|bot| bot.name);
    names.filter(|name| *name != LEVELS[0] && LEVELS.contains(name))
}

/// Plays a whole game with one level on every seat.
pub fn play_level<G: TestSupport>(setup: &G::Setup, level: &Player<G>, seed: u64) {
    let spec = bench_match(setup, seed, vec![level; G::INFO.seats.1]);
    let mut game = G::new(setup, Chance::seeded(seed));
    play(&spec, &mut game, &mut (), &mut |_| {}).expect("built-in bots cannot fail");
    black_box(&game);
}

/// Plays the same game of one level several times on the first benchmark map: a constant load for counting
/// instructions. `None` if the game has no such level.
pub fn play_level_games<G: TestSupport>(level: &str, games: u64) -> Option<()> {
    let (_, map) = G::bench_maps().into_iter().next()?;
    let setup = setup_for::<G>(map);
    let level = built_in::<G>(level).ok()?;
    (0..games).for_each(|_| play_level(&setup, &level, 1));
    Some(())
}

/// One hash over the last positions of many seeded games between built-in bots (all but [`SLOWEST_LEVEL`]),
/// in both profiles, on the built-in maps. It changes if the rules, the bots or the maps change.
pub fn signature<G: TestSupport>(games: u64) -> StateHash {
    let bots: Vec<_> = G::bots()
        .iter()
        .filter(|bot| bot.name != SLOWEST_LEVEL)
        .map(|bot| built_in::<G>(bot.name).expect("the bot is built in"))
        .collect();
    let maps: Vec<G::Map> = G::own_maps()
        .iter()
        .map(|OwnMap { text, .. }| G::Map::parse(text).expect("built-in maps are valid"))
        .collect();
    let mut hasher = StateHasher::new();
    for index in 0..games {
        let pick = |what: u64, of: usize| (split_seed(index, what) % of as u64) as usize;
        let rules = Profile::ALL[pick(0, 2)];
        let (low, high) = G::INFO.seats;
        let seats = low + pick(1, high - low + 1);
        let setup = G::new_setup(maps[pick(2, maps.len())].clone(), rules, seats);
        let setup = setup.expect("built-in maps can be played");
        let players: Vec<_> = (0..seats).map(|s| &bots[pick(3 + s as u64, bots.len())]).collect();
        let mut game = G::new(&setup, Chance::seeded(index));
        let spec = bench_match(&setup, index, players);
        play(&spec, &mut game, &mut (), &mut |_| {}).expect("built-in bots cannot fail");
        hasher.word(game.hash().0);
    }
    hasher.finish()
}
