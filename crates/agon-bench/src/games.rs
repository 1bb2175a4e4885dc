//! Speed, allocations and sizes of the games.

use crate::clock::{cpu_seconds, rate};
use crate::{Effort, allocations};
use agon_core::{Actor, Chance, End, Now, Scribe, StateHash, TestSupport};
use agon_figures::{
    SLOWEST_LEVEL, bench_match, play_idle, play_level, setup_for, signature, thinking_levels,
};
use agon_runner::{Player, built_in, play, play_match};
use serde::Serialize;
use std::hint::black_box;
use std::time::{Duration, Instant};

/// The figures of one game.
#[derive(Clone, Debug, Serialize)]
pub struct GameFigures {
    /// The game's id.
    pub game: &'static str,
    /// The version of its rules.
    pub version: u32,
    /// Figures per benchmark map.
    pub maps: Vec<MapFigures>,
    /// One hash over many seeded games; a refactoring must not change it.
    pub signature: StateHash,
    /// Number of games in the signature.
    pub signature_games: u64,
}

/// The figures of one game on one map. Rates are per CPU second on one core.
#[derive(Clone, Debug, Serialize)]
pub struct MapFigures {
    /// The map's label.
    pub map: &'static str,
    /// Idle games (all bots do nothing), rules only.
    pub games_per_s: f64,
    /// Turns of idle games, rules only.
    pub turns_per_s: f64,
    /// Idle games with the view of every turn.
    pub games_with_views_per_s: f64,
    /// Turns of idle games with views.
    pub turns_with_views_per_s: f64,
    /// Time per order when a game of active bots is repeated, including ends of turns and setup, in ns.
    pub order_ns: f64,
    /// Turns when a game of active bots is repeated without the bots, with views.
    pub lively_turns_per_s: f64,
    /// Whole games with a level on every seat, the bots' thinking included; a level with its rate, the
    /// weakest first.
    pub thinking_games_per_s: Vec<(&'static str, f64)>,
    /// Heap allocations per turn of idle games with views, without setup.
    pub allocations_per_idle_turn: f64,
    /// Heap allocations per turn when a game of active bots is repeated with views, without setup.
    pub allocations_per_lively_turn: f64,
    /// Size in bytes of a position in the middle of a game of active bots.
    pub state_bytes: usize,
    /// Time to copy it into an existing position (`clone_from`), in ns.
    pub clone_ns: f64,
    /// That time as a multiple of copying the same number of bytes.
    pub clone_per_memcpy: f64,
    /// Bytes of the replay file per order of active bots.
    pub replay_bytes_per_order: f64,
    /// Time to verify such a replay, in ms.
    pub verify_ms: f64,
    /// Idle games on all cores, divided by the games on one core and by the number of cores (wall time).
    pub scaling: f64,
}

/// Measures one game.
pub fn measure<G: TestSupport>(effort: Effort) -> GameFigures {
    let maps = G::bench_maps().into_iter().map(|(label, map)| measure_map::<G>(label, map, effort));
    GameFigures {
        game: G::INFO.id,
        version: G::INFO.version,
        maps: maps.collect(),
        signature: signature::<G>(effort.signature_games),
        signature_games: effort.signature_games,
    }
}

/// Copies per reading of the clock, because a reading takes longer than a copy.
const COPIES_PER_READING: u64 = 256;

/// Whole games of a level are played for this many times the CPU time of one repeat.
const THINKING_REPEATS: f64 = 3.0;

fn measure_map<G: TestSupport>(label: &'static str, map: G::Map, effort: Effort) -> MapFigures {
    let setup = setup_for::<G>(map);
    let mut view = G::View::default();
    let turns = play_idle::<G>(&setup, Some(&mut view)) as f64;
    let games = rate(effort, || black_box(play_idle::<G>(&setup, None)).min(1));
    let viewed = rate(effort, || black_box(play_idle::<G>(&setup, Some(&mut view))).min(1));
    let recorded = RecordedGame::<G>::record(&setup);
    let repeats = rate(effort, || recorded.repeat(&setup, None, u64::MAX));
    let lively_turns = rate(effort, || {
        recorded.repeat(&setup, Some(&mut view), u64::MAX);
        recorded.ends
    });
    let middle = recorded.position(&setup, recorded.ends / 2);
    let state_bytes = middle.footprint();
    let mut existing = middle.clone();
    let clones = rate(effort, || {
        for _ in 0..COPIES_PER_READING {
            black_box(&mut existing).clone_from(black_box(&middle));
        }
        COPIES_PER_READING
    });
    let (from, mut to) = (vec![1u8; state_bytes], vec![0u8; state_bytes]);
    let copies = rate(effort, || {
        for _ in 0..COPIES_PER_READING {
            black_box(&mut to).copy_from_slice(black_box(&from));
        }
        COPIES_PER_READING
    });
    let (replay_bytes, verifications) = measure_replay::<G>(&setup, effort);
    MapFigures {
        map: label,
        games_per_s: games,
        turns_per_s: games * turns,
        games_with_views_per_s: viewed,
        turns_with_views_per_s: viewed * turns,
        order_ns: 1e9 / repeats,
        lively_turns_per_s: lively_turns,
        thinking_games_per_s: thinking_levels::<G>()
            .filter(|level| effort.with_slowest_level || *level != SLOWEST_LEVEL)
            .map(|level| (level, thinking_rate::<G>(&setup, level, effort)))
            .collect(),
        allocations_per_idle_turn: idle_allocations::<G>(&setup, &mut view) / turns,
        allocations_per_lively_turn: recorded.allocations(&setup, &mut view),
        state_bytes,
        clone_ns: 1e9 / clones,
        clone_per_memcpy: copies / clones,
        replay_bytes_per_order: replay_bytes,
        verify_ms: 1e3 / verifications,
        scaling: scaling::<G>(&setup, effort),
    }
}

/// Whole games of a level per CPU second. Games of the strongest levels take long, so they are measured
/// once, with another seed for each game.
fn thinking_rate<G: TestSupport>(setup: &G::Setup, level: &str, effort: Effort) -> f64 {
    let level = built_in::<G>(level).expect("the level is built in");
    let start = cpu_seconds();
    let mut games = 0;
    loop {
        games += 1;
        play_level(setup, &level, games);
        let spent = cpu_seconds() - start;
        if spent >= effort.seconds * THINKING_REPEATS {
            return games as f64 / spent;
        }
    }
}

fn idle_allocations<G: TestSupport>(setup: &G::Setup, view: &mut G::View) -> f64 {
    let mut game = G::new(setup, Chance::seeded(1));
    let mut allocated = 0;
    while let Now::Turn(actors) = game.now() {
        let before = allocations();
        for actor in actors {
            game.view(actor, view);
            game.end(actor, End::DONE);
        }
        allocated += allocations() - before;
    }
    allocated as f64
}

/// The most active built-in bot of a game that thinks quickly: the last in its list but the champion.
fn active_player<G: TestSupport>() -> Player<G> {
    let mut quick = G::bots().iter().filter(|bot| bot.name != SLOWEST_LEVEL);
    let name = quick.next_back().map_or("nothing", |bot| bot.name);
    built_in::<G>(name).expect("the bot is built in")
}

/// The orders and ends of one game of active bots, to be repeated without the bots.
struct RecordedGame<G: TestSupport> {
    log: Vec<(Actor, Step<G::Call>)>,
    orders: u64,
    ends: u64,
}

enum Step<C> {
    Order(C),
    End(End),
}

impl<G: TestSupport> Scribe<G> for RecordedGame<G> {
    fn call(&mut self, _: &G, actor: Actor, call: &G::Call, _: &G::Reply) {
        if G::is_order(call) {
            self.orders += 1;
            self.log.push((actor, Step::Order(call.clone())));
        }
    }

    fn end(&mut self, _: &G, actor: Actor, end: &End) {
        self.ends += 1;
        self.log.push((actor, Step::End(*end)));
    }
}

impl<G: TestSupport> RecordedGame<G> {
    fn record(setup: &G::Setup) -> RecordedGame<G> {
        let bot = active_player::<G>();
        let spec = bench_match(setup, 1, vec![&bot; G::INFO.seats.1]);
        let mut game = G::new(setup, Chance::seeded(1));
        let mut recorded = RecordedGame { log: Vec::new(), orders: 0, ends: 0 };
        play(&spec, &mut game, &mut recorded, &mut |_| {}).expect("built-in bots cannot fail");
        recorded
    }

    /// Repeats the game up to a number of ends of turns; returns the number of orders.
    fn repeat(&self, setup: &G::Setup, view: Option<&mut G::View>, ends: u64) -> u64 {
        let mut game = G::new(setup, Chance::seeded(1));
        self.repeat_on(&mut game, view, ends);
        black_box(&game);
        self.orders.max(1)
    }

    fn repeat_on(&self, game: &mut G, mut view: Option<&mut G::View>, mut ends: u64) {
        for (actor, step) in &self.log {
            match step {
                Step::Order(call) => drop(black_box(game.call(*actor, call))),
                Step::End(end) => {
                    if ends == 0 {
                        return;
                    }
                    ends -= 1;
                    if let Some(view) = &mut view {
                        game.view(*actor, view);
                    }
                    game.end(*actor, *end);
                }
            }
        }
    }

    fn position(&self, setup: &G::Setup, ends: u64) -> G {
        let mut game = G::new(setup, Chance::seeded(1));
        self.repeat_on(&mut game, None, ends);
        game
    }

    /// Heap allocations per turn while the game is repeated, after one repetition that grows the buffers.
    fn allocations(&self, setup: &G::Setup, view: &mut G::View) -> f64 {
        self.repeat(setup, Some(view), u64::MAX);
        let mut game = G::new(setup, Chance::seeded(1));
        let before = allocations();
        self.repeat_on(&mut game, Some(view), u64::MAX);
        (allocations() - before) as f64 / self.ends as f64
    }
}

/// Bytes per order of the replay file of active bots, and verifications per second.
fn measure_replay<G: TestSupport>(setup: &G::Setup, effort: Effort) -> (f64, f64) {
    let bot = active_player::<G>();
    let spec = bench_match(setup, 1, vec![&bot; G::INFO.seats.1]);
    let replay = play_match(&spec, true, &mut |_| {})
        .expect("built-in bots cannot fail")
        .replay
        .expect("recording was requested");
    let bytes = replay.sizes().1 as f64 / replay.header.orders.max(1) as f64;
    let verifications = rate(effort, || {
        let mut playback = agon_replay::Playback::<G>::open(&replay).expect("the replay is valid");
        playback.run(&mut ()).expect("the replay is valid");
        1
    });
    (bytes, verifications)
}

/// Idle games on all cores, divided by the games on one core and by the number of cores.
fn scaling<G: TestSupport>(setup: &G::Setup, effort: Effort) -> f64 {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let time = Duration::from_secs_f64(effort.seconds * 2.0);
    let run = || {
        let start = Instant::now();
        let mut games = 0u64;
        while start.elapsed() < time {
            games += black_box(play_idle::<G>(setup, None)).min(1);
        }
        games as f64
    };
    let one = run();
    let all: f64 = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..cores).map(|_| scope.spawn(run)).collect();
        threads.into_iter().map(|thread| thread.join().unwrap_or(0.0)).sum()
    });
    all / (one * cores as f64)
}
