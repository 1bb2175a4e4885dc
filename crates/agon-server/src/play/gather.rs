//! Questions that arrive while the database answers others are asked together afterwards. A busy server asks
//! it few times with many questions; a quiet one asks at once.

use agon_store::Fault;
use futures_util::future::BoxFuture;
use std::sync::Mutex;
use tokio::sync::oneshot;

/// Most questions that are asked together.
const MAX_TOGETHER: usize = 256;

/// Gathers questions and gives each its answer.
pub(crate) struct Gather<Q, A> {
    waiting: Mutex<Vec<Waiting<Q, A>>>,
    /// Held while questions are being answered.
    asking: tokio::sync::Mutex<()>,
}

struct Waiting<Q, A> {
    question: Q,
    reply: oneshot::Sender<Result<A, Fault>>,
}

impl<Q, A> Default for Gather<Q, A> {
    fn default() -> Gather<Q, A> {
        Gather { waiting: Mutex::default(), asking: tokio::sync::Mutex::default() }
    }
}

impl<Q, A> Gather<Q, A> {
    /// The answer to a question. `ask` gets several questions and returns their answers in the same order.
    pub async fn ask<'f>(
        &self,
        question: Q,
        ask: impl Fn(Vec<Q>) -> BoxFuture<'f, Result<Vec<A>, Fault>>,
    ) -> Result<A, Fault> {
        let (reply, mut answer) = oneshot::channel();
        self.waiting().push(Waiting { question, reply });
        loop {
            let _turn = tokio::select! {
                biased;
                answer = &mut answer => {
                    let stopped = |_| Err(Fault::NotCommitted("the server is stopping".into()));
                    return answer.unwrap_or_else(stopped);
                }
                turn = self.asking.lock() => turn,
            };
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
        let gather: Arc<Gather<u32, u32>> = Arc::default();
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
}
