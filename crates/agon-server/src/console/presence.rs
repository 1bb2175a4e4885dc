//! The worker of this process says that it is there, with the reference speed of its machine.

use crate::app::{App, now};
use agon_store::console::{Hello, Worker};
use agon_store::jobs::Machine;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;
use tokio::sync::watch;

/// How often the worker is heard of.
const HELLO_EVERY: Duration = Duration::from_secs(5);

/// Measures the machine once, then says hello until the server stops.
pub(crate) async fn keep_presence(
    app: Arc<App>,
    machine: Machine,
    mut stopped: watch::Receiver<bool>,
) {
    let started_ms = now();
    let measured = Arc::clone(&app);
    let speed = tokio::task::spawn_blocking(move || measured.workshop.speed()).await;
    let speed = speed.unwrap_or_default();
    tracing::info!(worker = app.worker, slots = machine.slots, speed, "this process does jobs");
    metrics::gauge!("agon_reference_speed").set(speed);
    let mut every = tokio::time::interval(HELLO_EVERY);
    while !*stopped.borrow() {
        tokio::select! {
            _ = every.tick() => {
                let leads = app.leads.load(Ordering::Relaxed);
                let worker = Worker {
                    name: app.worker.clone(),
                    engine: app.workshop.engine().to_owned(),
                    // Only the server that dispatches begins jobs.
                    machine: Machine { slots: if leads { machine.slots } else { 0 }, ..machine },
                    speed,
                    started_ms,
                    seen_ms: now(),
                    // No other worker could do what this one cannot.
                    lacks: String::new(),
                };
                if let Err(fault) = app.store.change(Hello(vec![worker])).await {
                    tracing::error!(%fault, "cannot say that this worker is there");
                }
            }
            _ = stopped.changed() => {}
        }
    }
}
