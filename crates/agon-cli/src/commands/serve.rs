//! `agon serve`: the contest server on this machine.

mod site;

use super::demo::{self, Demo};
use super::play::ENGINE;
use crate::args::ServeArgs;
use crate::signals::Signals;
use crate::{Done, usage};
use agon_server::{Config, Serving};
use agon_worker::LocalWorkshop;
use anyhow::Context;
use std::io::Write;
use std::net::SocketAddr;
use std::path::PathBuf;
use tracing_subscriber::EnvFilter;

pub fn run(args: &ServeArgs, out: &mut dyn Write) -> anyhow::Result<Done> {
    let mut config = match &args.config {
        Some(path) => Config::read(path).map_err(|fault| usage(fault.to_string()))?,
        None => Config::default(),
    };
    if let Some(listen) = args.listen {
        config.listen = listen;
    }
    if let Some(nats) = &args.nats {
        config.nats = Some(nats.clone());
    }
    // Those of a demo are warnings only, so that its accounts stay on the screen.
    start_log(if args.demo.is_some() { "warn" } else { "warn,agon_server=info" }, args.log_json);
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build();
    let runtime = runtime.context("cannot start the server's threads")?;
    let done = runtime.block_on(serve(config, args, out));
    // Games that are still played were given up; waiting for them would keep the program alive.
    runtime.shutdown_background();
    done
}

/// Log lines go to stderr; `RUST_LOG` chooses which.
pub fn start_log(usual: &str, is_json: bool) {
    let filter = EnvFilter::try_from_default_env().unwrap_or_else(|_| EnvFilter::new(usual));
    let log = tracing_subscriber::fmt().with_env_filter(filter).with_writer(std::io::stderr);
    if is_json { log.json().init() } else { log.init() }
}

async fn serve(config: Config, args: &ServeArgs, out: &mut dyn Write) -> anyhow::Result<Done> {
    let plain_http = !config.is_https() && !config.listen.ip().is_loopback();
    let public_url = config.public_url.clone();
    let options = args.bot.options(&[String::new()]);
    let sandbox =
        options.sandbox.as_ref().map_err(|refusal| anyhow::Error::new(refusal.clone()))?;
    if !args.weak_sandbox {
        sandbox.check_for_uploads().context("the server refuses to start (see --weak-sandbox)")?;
    }
    let data = data_folder(args)?;
    let workshop = LocalWorkshop::new(data.join("unpacked"), options, ENGINE);
    // The signals are caught before the server says that it is ready.
    let mut signals = Signals::catch().context("cannot catch Ctrl-C")?;
    let demo = match args.demo {
        Some(size) => Some(Demo::prepare(&config, &data, size).await?),
        None => None,
    };
    let serving = Serving::start(config, &data, Box::new(workshop), site::site()).await;
    let serving = serving.map_err(super::admin::fault)?;
    let url = public_url.unwrap_or_else(|| format!("http://{}", reachable(serving.address())));
    writeln!(out, "Agon serves on {url} (data in {}).", data.display())?;
    if let Some(link) = serving.first_link() {
        writeln!(out, "Make the first organiser's account here, once: {url}{link}")?;
    }
    if plain_http {
        writeln!(
            out,
            "Warning: this address can be reached from outside over plain HTTP, so passwords can be \
             read on the way. Put a proxy with HTTPS before it and set public_url."
        )?;
    }
    out.flush()?;
    let local = format!("http://{}", reachable(serving.address()));
    tokio::select! {
        shown = show(demo, local, out) => shown?,
        () = signals.next() => {}
    }
    writeln!(out, "Stopping: games under way are finished. A second signal stops at once.")?;
    out.flush()?;
    tokio::select! {
        () = serving.stop() => Ok(Done::Well),
        () = signals.next() => Ok(Done::Interrupted),
    }
}

/// The folder of the data. A demo without one gets a new folder.
fn data_folder(args: &ServeArgs) -> anyhow::Result<PathBuf> {
    match (&args.data, args.demo) {
        (Some(data), _) => Ok(data.clone()),
        (None, Some(_)) => demo::new_folder(),
        (None, None) => Ok(PathBuf::from("agon-data")),
    }
}

/// Fills the demo, if there is one, and then waits for ever: the server ends by a signal.
async fn show(demo: Option<Demo>, url: String, out: &mut dyn Write) -> anyhow::Result<()> {
    if let Some(demo) = demo {
        demo.print_accounts(out)?;
        demo.print_missing(out)?;
        writeln!(out, "The events are filled while the first games are played.")?;
        out.flush()?;
        let took = demo.fill(url).await.context("the demo cannot be set up")?;
        writeln!(out, "All events are filled, after {} s.", took.as_secs())?;
        out.flush()?;
    }
    std::future::pending().await
}

/// An address that a browser on this machine can open.
fn reachable(address: SocketAddr) -> SocketAddr {
    match address {
        SocketAddr::V4(v4) if v4.ip().is_unspecified() => ([127, 0, 0, 1], v4.port()).into(),
        address => address,
    }
}
