//! Questions that arrive while the database answers others are asked together afterwards. A busy server asks
//! it few times with many questions; a quiet one asks at once.

use agon_store::Fault;
use futures_util::future::BoxFuture;
use std::collections::VecDeque;
use std::sync::Mutex;
use std::time::Duration;
use tokio::sync::oneshot;
use tokio::time::{Instant, sleep_until};

/// Most questions that are asked together.
const MAX_TOGETHER: usize = 256;
/// The server is busy if this many questions ...
const BUSY_QUESTIONS: usize = 4;
/// ... have arrived within this time.
const BUSY_TIME: Duration = Duration::from_millis(100);

/// Gathers questions and gives each its answer.
pub(crate) struct Gather<Q, A> {
    waiting: Mutex<Vec<Waiting<Q, A>>>,
    /// When the last [`BUSY_QUESTIONS`] questions arrived.
    arrivals: Mutex<VecDeque<Instant>>,
    /// Held while questions are being answered: when they were asked.
    asking: tokio::sync::Mutex<Instant>,
    /// The shortest time between the questions of a busy server.
    pause: Mutex<Duration>,
}

struct Waiting<Q, A> {
    question: Q,
    reply: oneshot::Sender<Result<A, Fault>>,
}

impl<Q, A> Gather<Q, A> {
    /// A busy server asks once in `pause`.
    pub fn every(pause: Duration) -> Gather<Q, A> {
        let (waiting, arrivals) = Default::default();
        let (asking, pause) = (tokio::sync::Mutex::new(Instant::now()), Mutex::new(pause));
        Gather { waiting, arrivals, asking, pause }
    }

    /// From the next questions on, a busy server asks once in `pause`.
    pub fn set_pause(&self, pause: Duration) {
        *self.pause.lock().expect("no thread panics while holding the lock") = pause;
    }

    /// The answer to a question. `ask` gets several questions and returns their answers in the same order.
    pub async fn ask<'f>(
        &self,
        question: Q,
        ask: impl Fn(Vec<Q>) -> BoxFuture<'f, Result<Vec<A>, Fault>>,
    ) -> Result<A, Fault> {
        let (reply, mut answer) = oneshot::channel();
        self.waiting().push(Waiting { question, reply });
        self.note_arrival();
        loop {
            let mut turn = tokio::select! {
                biased;
                answer = &mut answer => {
                    let stopped = |_| Err(Fault::NotCommitted("the server is stopping".into()));
                    return answer.unwrap_or_else(stopped);
                }
                turn = self.asking.lock() => turn,
            };
            let next = *turn + self.pause();
            // A sleep takes a moment even if its time has come.
            if self.is_busy() && Instant::now() < next {
                sleep_until(next).await;
            }
            *turn = Instant::now();
            // If many wait, this question may be among those that are left for the next time.
            let together: Vec<Waiting<Q, A>> = {
                let mut waiting = self.waiting();
                let count = waiting.len().min(MAX_TOGETHER);
                waiting.drain(..count).collect()
            };
            let (questions, replies): (Vec<Q>, Vec<_>) =
                together.into_iter().map(|one| (one.question, one.reply)).unzip();
            let (answers, why) = match ask(questions).await {
                Ok(answers) => (answers, "it has no answer".to_owned()),
                Err(fault) => (Vec::new(), fault.to_string()),
            };
            let mut answers = answers.into_iter();
            for reply in replies {
                let answer = answers.next().ok_or_else(|| Fault::NotCommitted(why.clone()));
                // One that went away does not need the answer.
                let _ = reply.send(answer);
            }
        }
    }

    fn pause(&self) -> Duration {
        *self.pause.lock().expect("no thread panics while holding the lock")
    }

    fn note_arrival(&self) {
        let mut arrivals = self.arrivals.lock().expect("no thread panics while holding the lock");
        arrivals.truncate(BUSY_QUESTIONS - 1);
        arrivals.push_front(Instant::now());
    }

    fn is_busy(&self) -> bool {
        let arrivals = self.arrivals.lock().expect("no thread panics while holding the lock");
        let first = arrivals.get(BUSY_QUESTIONS - 1);
        first.is_some_and(|first| first.elapsed() < BUSY_TIME)
    }

    fn waiting(&self) -> std::sync::MutexGuard<'_, Vec<Waiting<Q, A>>> {
        self.waiting.lock().expect("no thread panics while holding the lock")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use futures_util::FutureExt;
    use std::sync::Arc;
    use tokio::sync::Semaphore;

    #[tokio::test]
    async fn questions_that_wait_are_asked_together_and_each_gets_its_answer() {
        let gather: Arc<Gather<u32, u32>> = Arc::new(Gather::every(Duration::ZERO));
        let (asked, gate) = (Arc::new(Mutex::new(Vec::new())), Arc::new(Semaphore::new(0)));
        let one = |number: u32| {
            let (gather, asked, gate) =
                (Arc::clone(&gather), Arc::clone(&asked), Arc::clone(&gate));
            tokio::spawn(async move {
                let ask = |numbers: Vec<u32>| {
                    let (asked, gate) = (&asked, &gate);
                    let answers = async move {
                        gate.acquire().await.unwrap().forget();
                        asked.lock().unwrap().push(numbers.len());
                        match numbers.contains(&666) {
                            true => Err(Fault::Damaged("no".into())),
                            false => Ok(numbers.iter().map(|number| number * 2).collect()),
                        }
                    };
                    answers.boxed()
                };
                gather.ask(number, ask).await
            })
        };
        let mut tasks = vec![one(0)];
        tokio::task::yield_now().await;
        tasks.extend((1..600).map(one));
        tokio::task::yield_now().await;
        gate.add_permits(9);
        for (task, number) in tasks.into_iter().zip(0..) {
            assert_eq!(task.await.unwrap().unwrap(), 2 * number);
        }
        assert_eq!(*asked.lock().unwrap(), [1, 256, 256, 87]);
        // All that were asked together hear why they have no answer.
        gate.forget_permits(usize::MAX);
        let first = one(0);
        tokio::task::yield_now().await;
        let failed = [one(666), one(1)];
        tokio::task::yield_now().await;
        gate.add_permits(9);
        assert_eq!(first.await.unwrap().unwrap(), 0);
        for task in failed {
            let fault = task.await.unwrap().unwrap_err().to_string();
            assert!(fault.contains("no"), "{fault}");
        }
    }

    #[tokio::test]
    async fn a_quiet_server_asks_at_once_and_a_busy_one_after_a_pause() {
        let asked = Mutex::new(Vec::new());
        let ask = async |gather: &Gather<u32, u32>, number: u32| {
            let answer = gather.ask(number, |numbers: Vec<u32>| {
                asked.lock().unwrap().push(numbers.len());
                async move { Ok(numbers) }.boxed()
            });
            assert_eq!(answer.await.unwrap(), number);
        };
        let quiet = Gather::every(Duration::from_secs(600));
        for number in 0..2 * BUSY_QUESTIONS as u32 {
            ask(&quiet, number).await;
            tokio::time::sleep(BUSY_TIME / 2).await;
        }
        assert_eq!(*asked.lock().unwrap(), [1; 2 * BUSY_QUESTIONS]);
        asked.lock().unwrap().clear();
        let busy = Gather::every(BUSY_TIME * 2);
        let start = Instant::now();
        futures_util::future::join_all((0..20).map(|number| ask(&busy, number))).await;
        assert!(start.elapsed() >= BUSY_TIME * 2);
        assert_eq!(*asked.lock().unwrap(), [1, 1, 1, 17]);
    }
}
