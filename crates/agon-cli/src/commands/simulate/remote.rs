//! Lets the workers of a NATS server play a simulation.

use super::local::Sink;
use super::plan::Prepared;
use crate::args::SimulateArgs;
use crate::commands::play::ENGINE;
use crate::commands::serve::start_log;
use crate::interrupt::STOP;
use crate::usage;
use agon_server::play::{Bulk, BulkFault, NatsFault, NatsOptions, hand_out};
use anyhow::Context;
use std::ops::Range;
use std::time::Duration;
use tokio::sync::{mpsc, watch};

/// How often the program looks whether Ctrl-C was pressed.
const LOOK: Duration = Duration::from_millis(50);
/// Results that wait to be written.
const MAX_WAITING: usize = 64;

/// Hands these games to workers; returns early after Ctrl-C.
pub fn run(
    args: &SimulateArgs,
    url: &str,
    prepared: Prepared,
    games: Range<u64>,
    sink: &mut Sink<'_>,
) -> anyhow::Result<()> {
    start_log("warn", false);
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build();
    let runtime = runtime.context("cannot start the threads for NATS")?;
    let nats = NatsOptions {
        url: url.to_owned(),
        credentials: args.credentials.clone(),
        ca: args.ca.clone(),
        prefix: args.prefix.clone(),
    };
    let Prepared { plan, sources, .. } = prepared;
    let bulk = Bulk { plan, games, engine: ENGINE.to_owned(), sources };
    runtime.block_on(collect(nats, bulk, sink))
}

async fn collect(nats: NatsOptions, bulk: Bulk, sink: &mut Sink<'_>) -> anyhow::Result<()> {
    let (sender, mut lines) = mpsc::channel(MAX_WAITING);
    let (stop, stopped) = watch::channel(false);
    let handing = hand_out(&nats, bulk, sender, stopped);
    tokio::pin!(handing);
    let mut look = tokio::time::interval(LOOK);
    let ended = loop {
        tokio::select! {
            Some((first, lines)) = lines.recv() => sink(first, lines)?,
            ended = &mut handing => break ended,
            _ = look.tick() => if STOP.is_asked() {
                let _ = stop.send(true);
            },
        }
    };
    while let Ok((first, lines)) = lines.try_recv() {
        sink(first, lines)?;
    }
    match ended {
        Ok(()) => Ok(()),
        Err(BulkFault::Nats(fault @ (NatsFault::Address { .. } | NatsFault::File { .. }))) => {
            Err(usage(fault.to_string()))
        }
        Err(fault) => Err(anyhow::Error::new(fault)),
    }
}
