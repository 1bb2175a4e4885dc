//! `agon worker`: does jobs of a contest server on another machine.

use super::play::ENGINE;
use super::serve::start_log;
use crate::args::WorkerArgs;
use crate::signals::Signals;
use crate::{Done, usage};
use agon_server::play::{
    Machine, NatsFault, NatsOptions, Worker, WorkerSettings, Workshop, this_machine, worker_name,
};
use agon_worker::{LocalWorkshop, PretendWorkshop};
use anyhow::Context;
use std::fs;
use std::io::Write;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::watch;
use tokio::task::JoinSet;

/// Threads for short calls that block.
const SPARE_THREADS: usize = 512;

pub fn run(args: &WorkerArgs, out: &mut dyn Write) -> anyhow::Result<Done> {
    start_log("warn,agon_server=info", args.log_json);
    let slots = slots(args) * args.pretend_workers as usize;
    let mut runtime = tokio::runtime::Builder::new_multi_thread();
    // Every game has a thread of its own, besides those that read files.
    let runtime = runtime.enable_all().max_blocking_threads(slots + SPARE_THREADS).build();
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
    let workshop: Arc<dyn Workshop> = match args.pretend_ms {
        Some(ms) => Arc::new(PretendWorkshop::new(workshop, Duration::from_millis(ms))),
        None => Arc::new(workshop),
    };
    let slots = slots(args);
    let found = this_machine(slots);
    let machine = Machine {
        cores: args.machine_cores.unwrap_or(found.cores),
        memory_mib: args.machine_memory.unwrap_or(found.memory_mib),
        ..found
    };
    let nats = NatsOptions {
        url: args.nats.clone(),
        credentials: args.credentials.clone(),
        ca: args.ca.clone(),
        prefix: args.prefix.clone(),
    };
    let settings = WorkerSettings {
        name: args
            .name
            .clone()
            .unwrap_or_else(|| worker_name(&format!("worker-{}", std::process::id()))),
        machine,
        grace: Duration::from_secs(args.drain_seconds),
        only_simulations: args.only_simulations,
        pretends: args.pretend_ms.is_some(),
    };
    // The signals are caught before the worker says that it is ready.
    let mut signals = Signals::catch().context("cannot catch Ctrl-C")?;
    let workers = tokio::select! {
        workers = connect_all(args.pretend_workers, &nats, &settings, &workshop) => workers?,
        () = signals.next() => return Ok(Done::Interrupted),
    };
    let speed = workers.first().map_or(0.0, Worker::speed);
    let plural = if slots == 1 { "slot" } else { "slots" };
    let name = &settings.name;
    match args.pretend_ms {
        Some(_) => {
            let count = workers.len();
            writeln!(out, "Worker {name} pretends to play: {count} times {slots} {plural}.")?;
        }
        None => {
            writeln!(out, "Worker {name} is ready: {slots} {plural}, reference speed {speed:.0}.")?
        }
    }
    out.flush()?;
    let (stop, stopped) = watch::channel(false);
    let mut working = JoinSet::new();
    for worker in workers {
        working.spawn(worker.run(stopped.clone()));
    }
    signals.next().await;
    writeln!(out, "Stopping: games under way are finished. A second signal stops at once.")?;
    out.flush()?;
    let _ = stop.send(true);
    tokio::select! {
        _ = working.join_all() => Ok(Done::Well),
        () = signals.next() => Ok(Done::Interrupted),
    }
}

/// Games at the same time of one worker.
fn slots(args: &WorkerArgs) -> usize {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    args.slots.map_or(cores, |slots| slots as usize)
}

/// Connects the worker, or several that pretend to play.
async fn connect_all(
    count: u32,
    nats: &NatsOptions,
    settings: &WorkerSettings,
    workshop: &Arc<dyn Workshop>,
) -> anyhow::Result<Vec<Worker>> {
    let mut workers = Vec::new();
    for number in 1..=count {
        let name = match count {
            1 => settings.name.clone(),
            _ => format!("{}-{number}", settings.name),
        };
        let settings = WorkerSettings { name, ..settings.clone() };
        let worker = Worker::connect(nats, settings, Arc::clone(workshop)).await;
        workers.push(worker.map_err(|fault| match fault {
            NatsFault::Address { .. } | NatsFault::File { .. } => usage(fault.to_string()),
            fault => anyhow::Error::new(fault),
        })?);
    }
    Ok(workers)
}
