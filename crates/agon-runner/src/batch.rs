//! Many matches on several threads.

use crate::{Match, Played, Room, Trouble, play_match_along};
use agon_core::{Contest, StateHash};
use agon_replay::Fingerprint;
use std::cell::Cell;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc;
use std::thread;

/// A request to stop: matches under way are finished, no new one begins.
#[derive(Default)]
pub struct Stop(AtomicBool);

impl Stop {
    /// No stop requested yet.
    pub const fn new() -> Stop {
        Stop(AtomicBool::new(false))
    }

    /// Requests a stop.
    pub fn ask(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether a stop was requested.
    pub fn is_asked(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// How to play many matches.
pub struct Batch<'a> {
    /// Number of matches.
    pub games: usize,
    /// Matches played at the same time.
    pub jobs: usize,
    /// Whether to record replays.
    pub record: bool,
    /// Asks the batch to stop early.
    pub stop: &'a Stop,
}

/// A finished match of a batch and its place in it.
pub struct BatchJob<G> {
    /// Counted from 0.
    pub index: usize,
    /// The match, or what failed on our side in the last attempt.
    pub played: Result<Played<G>, Trouble>,
    /// The fingerprint of all orders of the match.
    pub orders: StateHash,
    /// What failed on our side, attempt by attempt.
    pub troubles: Vec<Trouble>,
}

/// Plays matches in parallel; `plan` describes the i-th, `done` gets each as it finishes, in any
/// order, on the calling thread. An error of either stops the batch. A match that failed on Agon's
/// side is played again, as [`Room::play`] says.
pub fn play_batch<'m, G: Contest, E: Send>(
    batch: &Batch<'_>,
    plan: impl Fn(usize) -> Result<Match<'m, G>, E> + Sync,
    mut done: impl FnMut(BatchJob<G>) -> Result<(), E>,
) -> Result<(), E> {
    let (next, room) = (AtomicUsize::new(0), Room::new());
    let (sender, receiver) = mpsc::sync_channel(batch.jobs.max(1) * 2);
    thread::scope(|scope| {
        for _ in 0..batch.jobs.clamp(1, batch.games.max(1)) {
            let (sender, next, room, plan) = (sender.clone(), &next, &room, &plan);
            scope.spawn(move || {
                while !batch.stop.is_asked() {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    if index >= batch.games {
                        return;
                    }
                    let job = plan(index).map(|spec| {
                        let (mut troubles, orders) = (Vec::new(), Cell::new(StateHash(0)));
                        let attempt = || {
                            let mut fingerprint = Fingerprint::new();
                            let played = play_match_along(
                                &spec,
                                batch.record,
                                &mut fingerprint,
                                &mut |_| {},
                            );
                            orders.set(fingerprint.finish());
                            played
                        };
                        let played =
                            room.play(attempt, |trouble, _| troubles.push(trouble.clone()));
                        BatchJob { index, played, orders: orders.get(), troubles }
                    });
                    if sender.send(job).is_err() {
                        return; // the batch has failed and the receiver is gone
                    }
                }
            });
        }
        drop(sender);
        let mut result = Ok(());
        for job in receiver {
            result = job.and_then(&mut done);
            if result.is_err() {
                break;
            }
        }
        result
    })
}
