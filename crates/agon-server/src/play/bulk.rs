//! Bulk simulation: many games between the same bots, without a contest. The number of a game says everything
//! else of it, so any worker can play any range of games, and the lines do not depend on which one did.

use crate::blobs::{address, is_address};
use agon_store::work::BotRef;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::ops::Range;
use std::time::{Duration, Instant};

/// How long a chunk should take.
const CHUNK_SECONDS: f64 = 20.0;
/// Most games of a chunk.
const MAX_CHUNK_GAMES: u64 = 2_000;
/// Games of a chunk while it is not known how long a game takes.
const FIRST_GAMES: u64 = 4;
/// A worker returns what it has played when a chunk has taken this long.
pub const MAX_CHUNK_TIME: Duration = Duration::from_secs(60);
/// A worker returns what it has played when the lines have this many bytes.
pub const MAX_CHUNK_BYTES: usize = 512 << 10;
/// How often the same game may fail on our side.
const MAX_FAULTS: u32 = 3;

/// What is simulated.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct BulkPlan {
    /// The game.
    pub game: String,
    /// Rule profile.
    pub rules: String,
    /// Specifiers of maps that need no file; they take turns.
    pub maps: Vec<String>,
    /// The seed of the first game.
    pub seed: u64,
    /// How strictly the time limits apply: `strict`, `loose` or `off`.
    pub clock: String,
    /// The bots in the order of the first game's seats.
    pub bots: Vec<BotRef>,
}

/// One game of a plan.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BulkGame<'p> {
    /// The seed.
    pub seed: u64,
    /// Specifier of the map.
    pub map: &'p str,
    /// The bots by seat, as their numbers in the plan.
    pub seats: Vec<usize>,
}

impl BulkPlan {
    /// A game by its number, from 0: the bots rotate on their seats, then the seed counts up and the next map
    /// is played, as in `agon play --games`.
    pub fn game(&self, index: u64) -> BulkGame<'_> {
        let bots = self.bots.len().max(1) as u64;
        let cycle = index / bots;
        let mut seats: Vec<usize> = (0..self.bots.len()).collect();
        seats.rotate_left((index % bots) as usize);
        let map = (cycle % self.maps.len().max(1) as u64) as usize;
        let map = self.maps.get(map).map_or("", String::as_str);
        BulkGame { seed: self.seed.wrapping_add(cycle), map, seats }
    }

    /// Checks a plan that came over the network: its names become names of files.
    pub fn check(&self) -> Result<(), String> {
        if self.bots.is_empty() || self.maps.is_empty() {
            return Err("the plan of a simulation has no bots or no maps".into());
        }
        for bot in self.bots.iter().filter(|bot| !bot.source.starts_with("builtin:")) {
            if !is_address(&bot.source) {
                return Err(format!("`{}` is not the address of a source", bot.source));
            }
            if bot.file.is_empty() || bot.file.starts_with('.') || bot.file.contains(['/', '\\']) {
                return Err(format!("`{}` is not the name of a bot's file", bot.file));
            }
        }
        Ok(())
    }
}

/// The bot of a file: a reference by its content.
pub fn bot_of_file(name: &str, file: &str, bytes: &[u8]) -> BotRef {
    BotRef { side: 0, name: name.into(), file: file.into(), source: address(bytes) }
}

/// A built-in bot, by its word.
pub fn of_built_in(word: &str) -> BotRef {
    BotRef { side: 0, name: word.into(), file: String::new(), source: word.into() }
}

/// The games that are not finished: which ones no worker has, and which worker has the others.
pub struct Chunks {
    /// Games that no worker has: ranges, by their first game.
    free: BTreeMap<u64, u64>,
    under_way: BTreeMap<u64, Given>,
    /// Number of the next chunk.
    next: u64,
    seconds_per_game: Option<f64>,
    /// Failures by the first game of the chunk.
    faults: BTreeMap<u64, u32>,
}

struct Given {
    games: Range<u64>,
    worker: String,
    seen: Instant,
}

impl Chunks {
    /// These games are to be played.
    pub fn new(games: Range<u64>) -> Chunks {
        let free =
            if games.is_empty() { BTreeMap::new() } else { [(games.start, games.end)].into() };
        let (under_way, faults) = Default::default();
        Chunks { free, under_way, next: 0, seconds_per_game: None, faults }
    }

    /// Whether all games are played.
    pub fn is_over(&self) -> bool {
        self.free.is_empty() && self.under_way.is_empty()
    }

    /// Number of chunks that workers have.
    pub fn under_way(&self) -> usize {
        self.under_way.len()
    }

    /// The number and the games of the next chunk, for a worker; `None` if all games have a worker.
    pub fn take(&mut self, worker: &str, now: Instant) -> Option<(u64, Range<u64>)> {
        let (&start, &end) = self.free.first_key_value()?;
        let left: u64 = self.free.iter().map(|(start, end)| end - start).sum();
        let wanted = match self.seconds_per_game {
            Some(seconds) => (CHUNK_SECONDS / seconds.max(1e-9)) as u64,
            None => FIRST_GAMES,
        };
        // Towards the end chunks get smaller, so that the workers end at about the same time.
        let share = left.div_ceil(2 * (self.under_way.len() as u64 + 1));
        let games = wanted.min(share).clamp(1, MAX_CHUNK_GAMES).min(end - start);
        self.free.remove(&start);
        if start + games < end {
            self.free.insert(start + games, end);
        }
        let number = self.next;
        self.next += 1;
        let games = start..start + games;
        let given = Given { games: games.clone(), worker: worker.to_owned(), seen: now };
        self.under_way.insert(number, given);
        Some((number, games))
    }

    /// The worker of a chunk has been heard. False: the chunk is not its own any more.
    pub fn beat(&mut self, number: u64, now: Instant) -> bool {
        self.under_way.get_mut(&number).map(|given| given.seen = now).is_some()
    }

    /// The first games of a chunk are played; the others are free again. Returns the number of the first
    /// one, or `None` if the chunk was taken from its worker.
    pub fn done(&mut self, number: u64, count: u64, seconds: f64) -> Option<u64> {
        let Given { games, .. } = self.under_way.remove(&number)?;
        let end = games.end.min(games.start + count);
        self.release(end..games.end);
        if count > 0 && seconds.is_finite() {
            let new = seconds.max(0.0) / count as f64;
            self.seconds_per_game =
                Some(self.seconds_per_game.map_or(new, |old| 0.7 * old + 0.3 * new));
        }
        Some(games.start)
    }

    /// The first game of a chunk failed on our side; an error if that happens too often.
    pub fn fail(&mut self, number: u64, sentence: &str) -> Result<(), String> {
        let Some(Given { games, worker, .. }) = self.under_way.remove(&number) else {
            return Ok(());
        };
        let first = games.start;
        self.release(games);
        let faults = self.faults.entry(first).or_default();
        *faults += 1;
        if *faults < MAX_FAULTS {
            return Ok(());
        }
        Err(format!("game {first} failed {faults} times, last on {worker}: {sentence}"))
    }

    /// Takes the chunks away from workers that were not heard for this long; returns the workers.
    pub fn take_lost(&mut self, silence: Duration, now: Instant) -> Vec<String> {
        let is_lost = |given: &Given| now.duration_since(given.seen) > silence;
        let lost = self.under_way.iter().filter(|(_, given)| is_lost(given));
        let lost: Vec<u64> = lost.map(|(&number, _)| number).collect();
        let mut workers = Vec::new();
        for number in lost {
            let Some(given) = self.under_way.remove(&number) else { continue };
            self.release(given.games);
            workers.push(given.worker);
        }
        workers
    }

    fn release(&mut self, games: Range<u64>) {
        if !games.is_empty() {
            self.free.insert(games.start, games.end);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plan() -> BulkPlan {
        BulkPlan {
            game: "g".into(),
            rules: "handbook".into(),
            maps: vec!["one".into(), "two".into()],
            seed: 7,
            clock: "off".into(),
            bots: vec![of_built_in("builtin:a"), of_built_in("builtin:b")],
        }
    }

    #[test]
    fn bots_swap_then_the_seed_and_the_map_change() {
        let plan = plan();
        let games: Vec<_> = (0..5).map(|index| plan.game(index)).collect();
        let short = |game: &BulkGame<'_>| (game.seed, game.map.to_owned(), game.seats.clone());
        let expected = [(7, "one", [0, 1]), (7, "one", [1, 0]), (8, "two", [0, 1])];
        for (game, (seed, map, seats)) in games.iter().zip(expected) {
            assert_eq!(short(game), (seed, map.to_owned(), seats.to_vec()));
        }
        assert_eq!(short(&games[4]), (9, "one".into(), vec![0, 1]));
    }

    #[test]
    fn a_plan_from_the_network_names_no_files_elsewhere() {
        let mut plan = plan();
        assert_eq!(plan.check(), Ok(()));
        let good = bot_of_file("x", "bot.py", b"pass");
        for (file, source) in
            [("../bot.py", good.source.as_str()), ("", &good.source), ("bot.py", "../../x")]
        {
            plan.bots[1] = BotRef { file: file.into(), source: source.into(), ..good.clone() };
            assert!(plan.check().is_err(), "{file} {source}");
        }
        plan.bots[1] = good;
        assert_eq!(plan.check(), Ok(()));
        plan.maps.clear();
        assert!(plan.check().is_err());
    }

    /// Whatever happens to chunks, every game is accepted exactly once.
    #[test]
    fn every_game_is_played_once_whatever_happens_to_its_workers() {
        let mut now = Instant::now();
        let mut chunks = Chunks::new(3..1_003);
        let mut played = vec![0; 1_003];
        let (mut random, mut held) = (agon_core::Rng::new(1), Vec::new());
        while !chunks.is_over() {
            now += Duration::from_secs(1);
            match random.below(5) {
                0 | 1 => held.extend(chunks.take("w", now)),
                2 if !held.is_empty() => {
                    let (number, games) =
                        held.swap_remove(random.below(held.len() as u32) as usize);
                    let count = u64::from(random.below((games.end - games.start) as u32 + 1));
                    if let Some(first) = chunks.done(number, count, 3.0 * count as f64) {
                        (first..first + count).for_each(|game| played[game as usize] += 1);
                        assert_eq!(first, games.start);
                    }
                }
                3 => drop(chunks.take_lost(Duration::from_secs(20), now)),
                _ => {
                    for (number, _) in &held {
                        let _ = chunks.beat(*number, now);
                    }
                }
            }
        }
        assert!(played[..3].iter().all(|n| *n == 0) && played[3..].iter().all(|n| *n == 1));
    }

    #[test]
    fn chunks_take_about_twenty_seconds_and_failures_are_counted() {
        let now = Instant::now();
        let mut chunks = Chunks::new(0..100_000);
        let (number, games) = chunks.take("w", now).unwrap();
        assert_eq!(games, 0..4);
        assert_eq!(chunks.done(number, 4, 2.0), Some(0));
        assert_eq!(chunks.take("w", now).unwrap().1, 4..44);
        for attempt in 1..=3 {
            let (number, games) = chunks.take("v", now).unwrap();
            assert_eq!(games.start, 44);
            let failed = chunks.fail(number, "no disk");
            assert_eq!(failed.is_err(), attempt == 3, "{failed:?}");
        }
        assert!(!chunks.beat(77, now));
        assert_eq!(chunks.done(77, 1, 1.0), None);
    }
}
