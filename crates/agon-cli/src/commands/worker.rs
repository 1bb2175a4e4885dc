//! `agon worker`: does jobs of a contest server on another machine.

use super::play::ENGINE;
use super::serve::start_log;
use crate::args::WorkerArgs;
use crate::signals::Signals;
use crate::{Done, usage};
use agon_server::play::{NatsFault, NatsOptions, Worker, WorkerSettings, worker_name};
use agon_worker::LocalWorkshop;
use anyhow::Context;
use std::fs;
use std::io::Write;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::watch;

pub fn run(args: &WorkerArgs, out: &mut dyn Write) -> anyhow::Result<Done> {
    start_log("warn,agon_server=info", args.log_json);
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build();
    let runtime = runtime.context("cannot start the worker's threads")?;
    let done = runtime.block_on(work(args, out));
    // Games that are still played were given back; waiting for them would keep the program alive.
    runtime.shutdown_background();
    done
}

async fn work(args: &WorkerArgs, out: &mut dyn Write) -> anyhow::Result<Done> {
    let options = args.bot.options(&[String::new()]);
    let sandbox =
        options.sandbox.as_ref().map_err(|refusal| anyhow::Error::new(refusal.clone()))?;
    if !args.weak_sandbox {
        sandbox.check_for_uploads().context("the worker refuses to start (see --weak-sandbox)")?;
    }
    fs::create_dir_all(&args.data)
        .with_context(|| format!("cannot make the folder {}", args.data.display()))?;
    let workshop = LocalWorkshop::new(args.data.join("unpacked"), options, ENGINE);
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let slots = args.slots.map_or(cores, |slots| slots as usize);
    let nats = NatsOptions {
        url: args.nats.clone(),
        credentials: args.credentials.clone(),
        ca: args.ca.clone(),
        prefix: args.prefix.clone(),
    };
    let settings = WorkerSettings {
        name: worker_name(&format!("worker-{}", std::process::id())),
        slots,
        can: Vec::new(),
        grace: Duration::from_secs(args.drain_seconds),
    };
    // The signals are caught before the worker says that it is ready.
    let mut signals = Signals::catch().context("cannot catch Ctrl-C")?;
    let name = settings.name.clone();
    let worker = tokio::select! {
        worker = Worker::connect(&nats, settings, Arc::new(workshop)) => worker,
        () = signals.next() => return Ok(Done::Interrupted),
    };
    let worker = worker.map_err(|fault| match fault {
        NatsFault::Address { .. } | NatsFault::File { .. } => usage(fault.to_string()),
        fault => anyhow::Error::new(fault),
    })?;
    let speed = worker.speed();
    let plural = if slots == 1 { "slot" } else { "slots" };
    writeln!(out, "Worker {name} is ready: {slots} {plural}, reference speed {speed:.0}.")?;
    out.flush()?;
    let (stop, stopped) = watch::channel(false);
    let working = tokio::spawn(worker.run(stopped));
    signals.next().await;
    writeln!(out, "Stopping: games under way are finished. A second signal stops at once.")?;
    out.flush()?;
    let _ = stop.send(true);
    tokio::select! {
        ended = working => ended.map(|()| Done::Well).context("the worker's program has a defect"),
        () = signals.next() => Ok(Done::Interrupted),
    }
}
