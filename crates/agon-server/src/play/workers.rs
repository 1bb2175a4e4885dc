//! The jobs that the workers of this process have, and whether they advance.

use crate::play::{Progress, Trouble};
use agon_store::console::FailureClass;
use agon_store::jobs::{Dispatched, Machine};
use std::collections::BTreeMap;
use std::time::{Duration, Instant};

/// Time beyond its limit after which a job is taken from its worker.
const OVERDUE_MARGIN: Duration = Duration::from_secs(30);

/// The jobs under way, by token.
#[derive(Default)]
pub(super) struct Workers {
    jobs: BTreeMap<String, UnderWay>,
}

struct UnderWay {
    job: Dispatched,
    progress: Progress,
    steps: u64,
    /// When the job was handed over. Wall clocks jump; this one does not.
    started: Instant,
    /// When the number of steps was last seen to have grown.
    advanced: Instant,
}

impl Workers {
    /// Number of workers that have a job.
    pub fn busy(&self) -> usize {
        self.jobs.len()
    }

    /// The slots that these jobs take of a machine.
    pub fn busy_slots(&self, machine: &Machine) -> u32 {
        self.jobs.values().map(|under_way| machine.slots_for(&under_way.job.needs)).sum()
    }

    /// A worker has got a job; it counts its steps in what is returned.
    pub fn start(&mut self, job: &Dispatched, now: Instant) -> Progress {
        let progress = Progress::default();
        let (job, counted) = (job.clone(), progress.clone());
        let under_way = UnderWay { job, progress: counted, steps: 0, started: now, advanced: now };
        self.jobs.insert(under_way.job.token.clone(), under_way);
        progress
    }

    /// A worker no longer has the job with this token.
    pub fn end(&mut self, token: &str) {
        self.jobs.remove(token);
    }

    /// How far the job with this token has got, if a worker has it.
    pub fn progress(&self, token: &str) -> Option<Progress> {
        self.jobs.get(token).map(|under_way| under_way.progress.clone())
    }

    /// Tells the worker of a cancelled job to stop before the next turn. False: no worker has it.
    pub fn stop(&self, token: &str) -> bool {
        let under_way = self.jobs.get(token);
        under_way.inspect(|under_way| under_way.progress.stop()).is_some()
    }

    /// Whether a worker has the job with this token.
    pub fn has(&self, token: &str) -> bool {
        self.jobs.contains_key(token)
    }

    /// Takes the jobs from their workers that stand still or are over their limit, and says why.
    pub fn take_lost(
        &mut self,
        standstill: Duration,
        loading: Duration,
        now: Instant,
    ) -> Vec<(Dispatched, Trouble)> {
        let mut taken = Vec::new();
        for job in self.take_standing(standstill, loading, now) {
            let seconds = standstill.as_secs();
            let sentence = format!("attempt {} made no progress for {seconds} s", job.attempt);
            taken.push((job, Trouble::new(FailureClass::Standstill, sentence)));
        }
        for job in self.take_overdue(now) {
            let sentence = format!("attempt {} took longer than its limit", job.attempt);
            taken.push((job, Trouble::new(FailureClass::OverLimit, sentence)));
        }
        for (job, trouble) in &taken {
            tracing::warn!(
                job = job.key,
                fault = trouble.sentence,
                "a job is taken from its worker"
            );
        }
        taken
    }

    /// Takes the jobs that are older than their limit and a margin from their workers.
    fn take_overdue(&mut self, now: Instant) -> Vec<Dispatched> {
        let is_overdue = |under_way: &UnderWay| {
            let limit = Duration::from_millis(under_way.job.wall_limit_ms.max(0) as u64);
            now.duration_since(under_way.started) > limit + OVERDUE_MARGIN
        };
        let overdue: Vec<String> = self
            .jobs
            .iter()
            .filter(|(_, under_way)| is_overdue(under_way))
            .map(|(token, _)| token.clone())
            .collect();
        overdue.iter().filter_map(|token| Some(self.jobs.remove(token)?.job)).collect()
    }

    /// Takes the games that have not advanced for `standstill` from their workers. Before its first step a
    /// game gets `loading` in addition, since its bots may have to be compiled. Builds take no steps; only
    /// their limit ends them.
    fn take_standing(
        &mut self,
        standstill: Duration,
        loading: Duration,
        now: Instant,
    ) -> Vec<Dispatched> {
        for under_way in self.jobs.values_mut() {
            let steps = under_way.progress.steps();
            if steps != under_way.steps || under_way.job.kind == "build" {
                (under_way.steps, under_way.advanced) = (steps, now);
            }
        }
        let standing: Vec<String> = self
            .jobs
            .iter()
            .filter(|(_, under_way)| {
                let loading = if under_way.steps == 0 { loading } else { Duration::ZERO };
                now.duration_since(under_way.advanced) >= standstill + loading
            })
            .map(|(token, _)| token.clone())
            .collect();
        standing.iter().filter_map(|token| Some(self.jobs.remove(token)?.job)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn job(kind: &str, token: &str) -> Dispatched {
        Dispatched {
            id: 1,
            key: "match/1/game/1".into(),
            kind: kind.into(),
            payload: String::new(),
            needs: String::new(),
            run: None,
            attempt: 1,
            token: token.into(),
            wall_limit_ms: 1000,
        }
    }

    #[test]
    fn a_game_that_stands_still_is_taken_away_and_one_that_advances_is_not() {
        let second = Duration::from_secs(1);
        let mut now = Instant::now();
        let mut workers = Workers::default();
        let [moving, standing, _, _] =
            [("game", "moving"), ("game", "standing"), ("game", "loading"), ("build", "build")]
                .map(|(kind, token)| workers.start(&job(kind, token), now));
        standing.advance();
        let mut taken = Vec::new();
        for at in 0..60 {
            moving.advance();
            now += second;
            let jobs = workers.take_standing(10 * second, 5 * second, now);
            taken.extend(jobs.into_iter().map(|job| (at, job.token)));
        }
        // The first look sees the step of `standing`; 10 seconds later it has taken no other one.
        assert_eq!(taken, [(10, "standing".to_owned()), (14, "loading".to_owned())]);
        assert_eq!(workers.jobs.keys().collect::<Vec<_>>(), ["build", "moving"]);
        workers.end("moving");
        workers.end("loading");
        assert_eq!((workers.busy(), workers.has("build"), workers.has("moving")), (1, true, false));
    }

    #[test]
    fn a_job_over_its_limit_and_a_margin_is_taken_away() {
        let start = Instant::now();
        let mut workers = Workers::default();
        workers.start(&job("build", "slow"), start);
        let limit = Duration::from_millis(1000) + OVERDUE_MARGIN;
        assert!(workers.take_overdue(start + limit).is_empty());
        let taken = workers.take_overdue(start + limit + Duration::from_millis(1));
        assert_eq!(taken.iter().map(|job| job.token.as_str()).collect::<Vec<_>>(), ["slow"]);
        assert_eq!(workers.busy(), 0);
    }
}
