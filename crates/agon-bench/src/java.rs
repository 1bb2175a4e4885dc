//! Java bots: how many turns they play per second, and what a turn costs besides the bot's own thinking.
//! A game that wants to be measured has folders in `bench/java`, each with a bot and a `bench.toml` that says
//! what to measure. Everything is as in any match: the sandbox, the protocol, the replay.

use crate::clock::process_cpu_seconds;
use agon_bots::{Options, player};
use agon_core::{Contest, GameMap, Profile};
use agon_runner::{Match, Played, Player, play_match};
use rust_embed::RustEmbed;
use serde::{Deserialize, Serialize};
use std::time::Instant;

/// The benchmark folders of all games.
#[derive(RustEmbed)]
#[folder = "../../games"]
#[include = "*/bench/java/*"]
struct Files;

/// A benchmark of Java bots, as a game's `bench.toml` describes it.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct JavaBench {
    /// The id of the game: the name of its folder.
    #[serde(skip)]
    pub game: String,
    /// The name of the benchmark's folder.
    #[serde(skip)]
    pub name: String,
    /// The players, in words.
    pub title: String,
    /// Number of seats. The same bot plays all of them.
    pub seats: usize,
    /// What to measure, and the figure that is wanted.
    measure: Measure,
    /// The file of the bot.
    bot: String,
    /// The file of the map; without it the game's first map is played.
    map: Option<String>,
    /// The rules that are played.
    #[serde(default)]
    rules: Profile,
}

/// What a benchmark measures.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
enum Measure {
    /// Turns per second.
    Throughput {
        /// A round with at least this many turns counts as full.
        full_round_turns: u64,
        /// Turns per second that are wanted in full rounds, on two cores.
        min_turns_per_s: f64,
    },
    /// The time of a turn that is not the bot's own thinking.
    Overhead {
        /// Milliseconds per turn that are wanted at most.
        max_overhead_ms: f64,
    },
    /// Processor time of everything together, and how often Agon waits for a bot.
    Load {
        /// Waits per turn that are wanted at most.
        max_exchanges_per_turn: f64,
    },
}

/// The figures of a benchmark, by what it measures.
#[derive(Clone, Debug, Serialize)]
#[serde(untagged)]
pub enum JavaFigures {
    /// Turns per second.
    Throughput(ThroughputFigures),
    /// The time of a turn that is not the bot's own thinking.
    Overhead(OverheadFigures),
    /// Processor time of everything together.
    Load(LoadFigures),
}

/// How fast Java bots play.
#[derive(Clone, Debug, Serialize)]
pub struct ThroughputFigures {
    /// Turns in the whole match.
    pub turns: u64,
    /// Wall seconds of the whole match, without the start of the programs.
    pub seconds: f64,
    /// Turns per second in the whole match.
    pub turns_per_s: f64,
    /// Mean number of units on the board in full rounds: each has one turn per round.
    pub units: f64,
    /// Turns per second in full rounds.
    pub crowd_turns_per_s: f64,
    /// The turns per second that are wanted in full rounds.
    #[serde(skip)]
    pub min_turns_per_s: f64,
    /// The bots' faults; any fault makes the figures worthless.
    pub incidents: u64,
}

/// What a turn costs besides the bot's own thinking.
#[derive(Clone, Debug, Serialize)]
pub struct OverheadFigures {
    /// Number of bots.
    pub seats: usize,
    /// Turns of all bots.
    pub turns: u64,
    /// Wall seconds of the match, without the start of the programs.
    pub seconds: f64,
    /// Seconds that the bots thought, by their own clocks.
    pub own_s: f64,
    /// Milliseconds per turn that the bots did not think.
    pub overhead_ms: f64,
    /// The milliseconds per turn that are wanted at most.
    #[serde(skip)]
    pub max_overhead_ms: f64,
    /// The bots' faults; any fault makes the figures worthless.
    pub incidents: u64,
}

/// What a match costs.
#[derive(Clone, Debug, Serialize)]
pub struct LoadFigures {
    /// Turns of all bots.
    pub turns: u64,
    /// Seconds of processor time: Agon's and the bots', with the start of the programs.
    pub cpu_s: f64,
    /// Microseconds of processor time per turn.
    pub cpu_us_per_turn: f64,
    /// How often Agon waited for a bot, per turn.
    pub exchanges_per_turn: f64,
    /// The waits per turn that are wanted at most.
    #[serde(skip)]
    pub max_exchanges_per_turn: f64,
    /// The bots' faults; any fault makes the figures worthless.
    pub incidents: u64,
}

impl JavaFigures {
    /// Whether the figures are as wanted.
    pub fn is_good(&self) -> bool {
        match self {
            JavaFigures::Throughput(came) => came.crowd_turns_per_s >= came.min_turns_per_s,
            JavaFigures::Overhead(came) => came.overhead_ms <= came.max_overhead_ms,
            JavaFigures::Load(came) => came.exchanges_per_turn <= came.max_exchanges_per_turn,
        }
    }

    /// The bots' faults.
    pub fn incidents(&self) -> u64 {
        match self {
            JavaFigures::Throughput(came) => came.incidents,
            JavaFigures::Overhead(came) => came.incidents,
            JavaFigures::Load(came) => came.incidents,
        }
    }
}

/// All benchmarks, first those of throughput, then those of overhead, then those of load.
pub fn java_benches() -> Result<Vec<JavaBench>, String> {
    let parse = |path: std::borrow::Cow<'static, str>| {
        let (game, name) = path.strip_suffix("/bench.toml")?.split_once("/bench/java/")?;
        let (game, name) = (game.to_owned(), name.to_owned());
        let bench = text(&path).and_then(|text| {
            toml::from_str(&text).map_err(|fault| format!("games/{path}: {fault}"))
        });
        Some(bench.map(|bench| JavaBench { game, name, ..bench }))
    };
    let mut benches =
        Files::iter().filter_map(parse).collect::<Result<Vec<JavaBench>, String>>()?;
    benches.sort_by_key(|bench| (bench.rank(), bench.game.clone(), bench.name.clone()));
    Ok(benches)
}

/// The text of a file below `games/`.
fn text(path: &str) -> Result<String, String> {
    let file = Files::get(path).ok_or_else(|| format!("games/{path} does not exist"))?;
    String::from_utf8(file.data.into_owned()).map_err(|_| format!("games/{path} is not UTF-8"))
}

impl JavaBench {
    /// The text of a file in the benchmark's folder, or beside it if the name begins with `../`.
    fn file(&self, name: &str) -> Result<String, String> {
        let folder = format!("{}/bench/java", self.game);
        match name.strip_prefix("../") {
            Some(beside) => text(&format!("{folder}/{beside}")),
            None => text(&format!("{folder}/{}/{name}", self.name)),
        }
    }

    /// The place of its kind in the order of all benchmarks.
    fn rank(&self) -> u8 {
        match self.measure {
            Measure::Throughput { .. } => 0,
            Measure::Overhead { .. } => 1,
            Measure::Load { .. } => 2,
        }
    }

    /// Plays one match and measures it. `G` is the benchmark's game.
    pub fn measure<G: Contest>(&self, options: &Options) -> Result<JavaFigures, String> {
        let map = match &self.map {
            Some(name) => self.file(name)?,
            None => G::own_maps()[0].text.to_owned(),
        };
        let map = G::Map::parse(&map).map_err(|fault| fault.to_string())?;
        let setup = G::new_setup(map, self.rules, self.seats).map_err(|fault| fault.to_string())?;
        let mut rounds = Rounds::default();
        let bot = self.player::<G>(options)?;
        let before = process_cpu_seconds();
        let played = play::<G>(setup, self.rules, vec![&bot; self.seats], &mut rounds)?;
        let own_cpu = process_cpu_seconds() - before;
        let all = rounds.stretch(0).ok_or("the match had fewer than two rounds")?;
        let Stretch { turns, seconds, .. } = all;
        let incidents = incidents(&played);
        Ok(match self.measure {
            Measure::Throughput { full_round_turns, min_turns_per_s } => {
                let full = rounds.stretch(full_round_turns).ok_or("no round was full")?;
                JavaFigures::Throughput(ThroughputFigures {
                    turns,
                    seconds,
                    turns_per_s: turns as f64 / seconds,
                    units: full.turns as f64 / full.rounds as f64,
                    crowd_turns_per_s: full.turns as f64 / full.seconds,
                    min_turns_per_s,
                    incidents,
                })
            }
            Measure::Overhead { max_overhead_ms } => {
                let own_s = thinking_seconds(&played)?;
                JavaFigures::Overhead(OverheadFigures {
                    seats: self.seats,
                    turns,
                    seconds,
                    own_s,
                    overhead_ms: (seconds - own_s) * 1e3 / turns as f64,
                    max_overhead_ms,
                    incidents,
                })
            }
            Measure::Load { max_exchanges_per_turn } => {
                let (turns, reports) = (rounds.turns, &played.reports);
                let cpu_s = own_cpu + reports.iter().map(|report| report.cpu_seconds).sum::<f64>();
                let exchanges: u64 = reports.iter().map(|report| report.exchanges).sum();
                JavaFigures::Load(LoadFigures {
                    turns,
                    cpu_s,
                    cpu_us_per_turn: cpu_s * 1e6 / turns as f64,
                    exchanges_per_turn: exchanges as f64 / turns as f64,
                    max_exchanges_per_turn,
                    incidents,
                })
            }
        })
    }

    /// Compiles the bot.
    fn player<G: Contest>(&self, options: &Options) -> Result<Player<G>, String> {
        let text = self.file(&self.bot)?;
        let folder = options.cache.fresh("bench").map_err(|fault| fault.to_string())?;
        let path = folder.join(&self.bot);
        let bot = std::fs::write(&path, text)
            .map_err(|fault| format!("cannot write {}: {fault}", path.display()))
            .and_then(|()| {
                player::<G>(&path.to_string_lossy(), options).map_err(|fault| fault.to_string())
            });
        let _ = std::fs::remove_dir_all(&folder);
        bot
    }
}

/// The time that all bots thought, by their own clocks.
fn thinking_seconds<G>(played: &Played<G>) -> Result<f64, String> {
    let words = played.reports.iter().map(|report| report.last_words.as_deref().unwrap_or(""));
    words.map(own_seconds).sum()
}

/// Plays a match.
fn play<G: Contest>(
    setup: G::Setup,
    rules: Profile,
    players: Vec<&Player<G>>,
    rounds: &mut Rounds,
) -> Result<Played<G>, String> {
    let spec = Match {
        setup,
        map: "bench".into(),
        rules,
        seed: 1,
        players,
        tournament: false,
        engine: "bench",
        date: None,
    };
    play_match(&spec, true, &mut |game| rounds.turn(game.round()))
        .map_err(|trouble| trouble.to_string())
}

fn incidents<G>(played: &Played<G>) -> u64 {
    played.reports.iter().map(|report| report.incident_count()).sum()
}

/// The thinking time that a bot printed last, as `own NANOSECONDS`.
fn own_seconds(words: &str) -> Result<f64, String> {
    let own = words.lines().rev().find_map(|line| line.strip_prefix("own ")?.parse::<u64>().ok());
    let own = own.ok_or_else(|| format!("a bot did not print its own time: {words}"))?;
    Ok(own as f64 / 1e9)
}

/// When each round began, and how many turns had been played until then.
#[derive(Default)]
struct Rounds {
    turns: u64,
    round: u32,
    marks: Vec<(Instant, u64)>,
}

/// The sum of some rounds.
struct Stretch {
    rounds: usize,
    turns: u64,
    seconds: f64,
}

impl Rounds {
    /// Counts a turn that has ended in this round.
    fn turn(&mut self, round: u32) {
        self.turns += 1;
        if self.marks.is_empty() || self.round != round {
            self.round = round;
            self.marks.push((Instant::now(), self.turns));
        }
    }

    /// The rounds with at least this many turns; `None` if there is no such round.
    fn stretch(&self, turns_min: u64) -> Option<Stretch> {
        let mut all = Stretch { rounds: 0, turns: 0, seconds: 0.0 };
        for pair in self.marks.windows(2) {
            let (from, to) = (pair[0], pair[1]);
            let turns = to.1 - from.1;
            if turns >= turns_min {
                all.rounds += 1;
                all.turns += turns;
                all.seconds += (to.0 - from.0).as_secs_f64();
            }
        }
        (all.rounds > 0).then_some(all)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stretch_counts_whole_rounds_only() {
        let mut rounds = Rounds::default();
        for (round, turns) in [(0, 3), (1, 5), (2, 2)] {
            (0..turns).for_each(|_| rounds.turn(round));
        }
        // The first turn of a round ends the round before it.
        let all = rounds.stretch(0).unwrap();
        assert_eq!((all.rounds, all.turns), (2, 8));
        let full = rounds.stretch(5).unwrap();
        assert_eq!((full.rounds, full.turns), (1, 5));
        assert!(rounds.stretch(6).is_none());
    }

    #[test]
    fn own_time_is_the_one_printed_last() {
        assert_eq!(own_seconds("own 1\nhello\nown 2500000000\nbye\n"), Ok(2.5));
        assert!(own_seconds("nothing").is_err());
    }

    #[test]
    fn every_benchmark_has_its_files_and_throughput_comes_first() {
        let benches = java_benches().unwrap();
        assert!(!benches.is_empty());
        for bench in &benches {
            assert!(bench.file(&bench.bot).unwrap().contains("class"), "{bench:?}");
            assert!(bench.map.iter().all(|map| bench.file(map).is_ok()), "{bench:?}");
        }
        assert!(benches.is_sorted_by_key(JavaBench::rank));
        let ranks: std::collections::BTreeSet<u8> = benches.iter().map(JavaBench::rank).collect();
        assert_eq!(ranks.len(), 3);
    }
}
