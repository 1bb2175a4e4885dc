//! `agon-figures turns`: the CPU time that a level takes for a turn. It depends on the machine, so it is not
//! compared with anything; the manuals quote it for the champions.

use crate::setup_for;
use agon_core::{Actor, Bot, GameMap, Stopped, TestSupport, Turn, Wishes};
use agon_runner::{Player, find_built_in};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// The times of all turns so far.
type Times = Arc<Mutex<Vec<Duration>>>;

/// A bot with a clock around its turns.
struct Timed<G: TestSupport> {
    bot: Box<dyn Bot<G>>,
    times: Times,
}

impl<G: TestSupport> Bot<G> for Timed<G> {
    fn turn(&mut self, view: &G::View, turn: &mut Turn<'_, G>) -> Result<(), Stopped> {
        let start = thread_cpu_time();
        let result = self.bot.turn(view, turn);
        let time = thread_cpu_time().saturating_sub(start);
        self.times.lock().unwrap_or_else(PoisonError::into_inner).push(time);
        result
    }
}

/// Plays games with one level on every seat, each on another generated map with these wishes, and returns the
/// CPU time of every turn in ascending order. A turn includes what the rules do with its calls.
pub fn turn_times<G: TestSupport>(
    level: &str,
    games: u64,
    wishes: &[&str],
) -> Result<Vec<Duration>, String> {
    let level = find_built_in::<G>(level).ok_or(format!("there is no level `{level}`"))?;
    let wishes = Wishes::parse(wishes.iter().copied(), G::INFO.map_wishes)
        .map_err(|fault| fault.to_string())?;
    let times = Times::default();
    let (make, kept) = (level.make, times.clone());
    let player = Player::of_bots(level.name, move |actor: Actor, seed| {
        Box::new(Timed { bot: make(actor, seed), times: kept.clone() }) as Box<dyn Bot<G>>
    });
    for seed in 1..=games {
        let map = G::Map::generate(&wishes, seed).map_err(|fault| fault.to_string())?;
        crate::play_level(&setup_for::<G>(map), &player, seed);
    }
    drop(player);
    let mut times = std::mem::take(&mut *times.lock().unwrap_or_else(PoisonError::into_inner));
    times.sort_unstable();
    Ok(times)
}

/// Mean, 99.9 % quantile and longest of sorted times, as a line.
pub fn describe_times(times: &[Duration]) -> String {
    let Some(longest) = times.last() else {
        return "no turns".into();
    };
    let ms = |time: Duration| time.as_secs_f64() * 1000.0;
    let mean = times.iter().sum::<Duration>() / times.len() as u32;
    let most = times[(times.len() - 1) * 999 / 1000];
    format!(
        "{} turns: mean {:.3} ms, 99.9 % at most {:.3} ms, longest {:.3} ms",
        times.len(),
        ms(mean),
        ms(most),
        ms(*longest)
    )
}

#[cfg(unix)]
fn thread_cpu_time() -> Duration {
    use rustix::time::{ClockId, clock_gettime};
    let time = clock_gettime(ClockId::ThreadCPUTime);
    Duration::new(time.tv_sec.unsigned_abs(), time.tv_nsec as u32)
}

/// Elsewhere wall time, which is never less.
#[cfg(not(unix))]
fn thread_cpu_time() -> Duration {
    use std::sync::OnceLock;
    use std::time::Instant;
    static START: OnceLock<Instant> = OnceLock::new();
    START.get_or_init(Instant::now).elapsed()
}
