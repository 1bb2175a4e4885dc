//! Threads that play games.

use crate::{GameSpec, PlayedGame, Stage};
use agon_compete::Job;
use agon_runner::{ATTEMPTS, Room, Trouble};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Mutex, PoisonError, mpsc};
use std::thread;

/// A game for a worker.
pub struct Work {
    /// What the log asks for.
    pub job: Job,
    /// The same for the stage.
    pub spec: GameSpec,
}

/// What a worker reports.
pub enum Message {
    /// A game has ended.
    Played(Job, Box<PlayedGame>),
    /// An attempt failed because of the infrastructure; after the last one the worker gives up.
    Void {
        /// The game.
        job: Job,
        /// What failed.
        why: String,
        /// Whether the worker tries no more.
        is_last: bool,
    },
}

/// The threads of one run.
pub struct Workers {
    queue: mpsc::Sender<Work>,
    messages: mpsc::Receiver<Message>,
}

impl Workers {
    /// Starts threads, calls `act`, and waits for the games that are being played.
    pub fn scope<T>(
        stage: &dyn Stage,
        threads: usize,
        record: bool,
        act: impl FnOnce(&Workers) -> T,
    ) -> T {
        let (queue, works) = mpsc::channel::<Work>();
        let (sender, messages) = mpsc::channel();
        let (works, room) = (Mutex::new(works), Room::new());
        thread::scope(|scope| {
            for _ in 0..threads {
                let (sender, works, room) = (sender.clone(), &works, &room);
                scope.spawn(move || {
                    loop {
                        let next = works.lock().unwrap_or_else(PoisonError::into_inner).recv();
                        // The run has ended when the queue is closed.
                        let Ok(work) = next else { return };
                        play(stage, room, record, work, &sender);
                    }
                });
            }
            drop(sender);
            let workers = Workers { queue, messages };
            act(&workers)
        })
    }

    /// Hands a game to the next free thread.
    pub fn play(&self, work: Work) {
        self.queue.send(work).expect("the threads live as long as the workers");
    }

    /// Waits for the next message. There must be a game under way.
    pub fn wait(&self) -> Message {
        self.messages.recv().expect("a thread reports each of its games")
    }
}

/// Plays one game; retries after infrastructure failures.
fn play(stage: &dyn Stage, room: &Room, record: bool, work: Work, sender: &mpsc::Sender<Message>) {
    let Work { job, spec } = work;
    // A receiver that is gone belongs to a run that has failed.
    let tell = |message| drop(sender.send(message));
    let played = room.play(
        || {
            // A panic is a fault of Agon: the other games go on.
            catch_unwind(AssertUnwindSafe(|| stage.play(&spec, record)))
                .unwrap_or_else(|_| Err(Trouble("agon panicked while playing it".to_owned())))
        },
        |trouble, attempt| {
            let (job, why) = (job.clone(), trouble.0.clone());
            tell(Message::Void { job, why, is_last: attempt >= ATTEMPTS });
        },
    );
    if let Ok(played) = played {
        tell(Message::Played(job, Box::new(played)));
    }
}
