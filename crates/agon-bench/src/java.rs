//! Java bots: how many units of Home Run play per second, and what a turn of Asterobots costs besides
//! the bot's own thinking. Everything is as in any match: the sandbox, the protocol, the replay.

use agon_bots::{Options, player};
use agon_core::{Contest, GameMap, Profile};
use agon_runner::{Match, Played, play_match};
use serde::Serialize;
use std::time::Instant;

/// A bot that is played: the name of its file, and what is in it.
type Source = (&'static str, &'static str);

const CROWD: Source =
    ("UnitPlayer.java", include_str!("../../../sdk/java/bench/homerun/crowd/UnitPlayer.java"));
const WATCHER: Source =
    ("Watcher.java", include_str!("../../../sdk/java/bench/asterobots/Watcher.java"));
/// The map of the crowd: room for many, and stadiums that pay for them.
const CROWD_MAP: &str = include_str!("../../../sdk/java/bench/homerun/crowd.txt");
/// So many turns in a round are a crowd: a hundred units on either side, less those just lost.
const FULL_ROUND: u64 = 180;

/// How fast the units of two Java bots play.
#[derive(Clone, Debug, Serialize)]
pub struct UnitFigures {
    /// Turns of units in the whole match.
    pub turns: u64,
    /// Wall seconds of the whole match, without the start of the programs.
    pub seconds: f64,
    /// Turns per second in the whole match.
    pub turns_per_s: f64,
    /// Units on the board while there was a crowd, both sides together; the mean.
    pub units: f64,
    /// Turns per second while there was a crowd.
    pub crowd_turns_per_s: f64,
    /// What the bots did wrong, which is nothing.
    pub incidents: u64,
}

/// What a turn costs that is not the bot's own thinking.
#[derive(Clone, Debug, Serialize)]
pub struct OverheadFigures {
    /// Bots at the table.
    pub seats: usize,
    /// Turns of all bots.
    pub turns: u64,
    /// Wall seconds of the match, without the start of the programs.
    pub seconds: f64,
    /// Seconds that the bots thought, by their own clocks.
    pub own_s: f64,
    /// Milliseconds per turn that they did not.
    pub overhead_ms: f64,
    /// What the bots did wrong, which is nothing.
    pub incidents: u64,
}

/// A match between two crowds of units. `G` is Home Run.
pub fn measure_units<G: Contest>(options: &Options) -> Result<UnitFigures, String> {
    let map = G::Map::parse(CROWD_MAP).map_err(|fault| fault.to_string())?;
    let mut rounds = Rounds::default();
    let played = play::<G>(map, 2, CROWD, options, &mut rounds)?;
    let all = rounds.stretch(0).ok_or("the match had no two rounds")?;
    let crowd = rounds.stretch(FULL_ROUND).ok_or("there never was a crowd")?;
    Ok(UnitFigures {
        turns: all.turns,
        seconds: all.seconds,
        turns_per_s: all.turns as f64 / all.seconds,
        units: crowd.turns as f64 / crowd.rounds as f64,
        crowd_turns_per_s: crowd.turns as f64 / crowd.seconds,
        incidents: incidents(&played),
    })
}

/// A match at a full table. `G` is Asterobots.
pub fn measure_overhead<G: Contest>(options: &Options) -> Result<OverheadFigures, String> {
    let map = G::Map::parse(G::own_maps()[0].text).map_err(|fault| fault.to_string())?;
    let seats = G::INFO.seats.1;
    let mut rounds = Rounds::default();
    let played = play::<G>(map, seats, WATCHER, options, &mut rounds)?;
    let Stretch { turns, seconds, .. } = rounds.stretch(0).ok_or("the match had no two rounds")?;
    let words = played.reports.iter().map(|report| report.last_words.as_deref().unwrap_or(""));
    let own_s = words.map(own_seconds).sum::<Result<f64, String>>()?;
    let overhead_ms = (seconds - own_s) * 1e3 / turns as f64;
    Ok(OverheadFigures { seats, turns, seconds, own_s, overhead_ms, incidents: incidents(&played) })
}

/// Plays a bot against itself on every seat.
fn play<G: Contest>(
    map: G::Map,
    seats: usize,
    (file, text): Source,
    options: &Options,
    rounds: &mut Rounds,
) -> Result<Played<G>, String> {
    let rules = Profile::Handbook;
    let setup = G::new_setup(map, rules, seats).map_err(|fault| fault.to_string())?;
    let folder = options.cache.fresh("bench").map_err(|fault| fault.to_string())?;
    let path = folder.join(file);
    let bot = std::fs::write(&path, text)
        .map_err(|fault| format!("cannot write {}: {fault}", path.display()))
        .and_then(|()| {
            player::<G>(&path.to_string_lossy(), options).map_err(|fault| fault.to_string())
        });
    let _ = std::fs::remove_dir_all(&folder);
    let bot = bot?;
    let players = vec![&bot; seats];
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
    played.reports.iter().map(|r| r.incidents.len() as u64 + r.more_incidents).sum()
}

/// What a bot has last said about its own thinking.
fn own_seconds(words: &str) -> Result<f64, String> {
    let own = words.lines().rev().find_map(|line| line.strip_prefix("own ")?.parse::<u64>().ok());
    let own = own.ok_or_else(|| format!("a bot did not tell its own time: {words}"))?;
    Ok(own as f64 / 1e9)
}

/// When rounds began, and how many turns there had been by then.
#[derive(Default)]
struct Rounds {
    turns: u64,
    round: u32,
    marks: Vec<(Instant, u64)>,
}

/// Rounds, taken together.
struct Stretch {
    rounds: usize,
    turns: u64,
    seconds: f64,
}

impl Rounds {
    /// A turn has ended, and this is the round.
    fn turn(&mut self, round: u32) {
        self.turns += 1;
        if self.marks.is_empty() || self.round != round {
            self.round = round;
            self.marks.push((Instant::now(), self.turns));
        }
    }

    /// All rounds of at least so many turns.
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
        // The first turn of a round ends the one before it.
        let all = rounds.stretch(0).unwrap();
        assert_eq!((all.rounds, all.turns), (2, 8));
        let full = rounds.stretch(5).unwrap();
        assert_eq!((full.rounds, full.turns), (1, 5));
        assert!(rounds.stretch(6).is_none());
    }

    #[test]
    fn own_time_is_the_last_word() {
        assert_eq!(own_seconds("own 1\nhello\nown 2500000000\nbye\n"), Ok(2.5));
        assert!(own_seconds("nothing").is_err());
    }
}
