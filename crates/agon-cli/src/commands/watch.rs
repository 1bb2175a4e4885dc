//! `agon watch`: shows replays in a browser on this machine, or in the terminal.

use crate::args::{Serving, WatchArgs};
use crate::files::{self, with_game};
use crate::report::me;
use crate::{Done, usage};
use agon_core::Contest;
use agon_games::Visitor;
use agon_replay::Replay;
use agon_watch::terminal::{self, TerminalFault};
use agon_watch::{Film, Server};
use anyhow::{Context, bail};
use std::io::{IsTerminal, Write};
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::thread;
use std::time::Duration;

pub fn run(args: &WatchArgs, out: &mut dyn Write) -> anyhow::Result<Done> {
    if let (true, Some(path)) = (args.terminal, &args.replay) {
        return in_terminal(path, args.at, args.log);
    }
    let film = args.replay.as_deref().map(film).transpose()?;
    let server = serve(&args.serving)?;
    let url = match film {
        Some(film) => match args.at {
            0 => server.show(film),
            at => format!("{}?at={at}", server.show(film)),
        },
        None => server.url(),
    };
    announce(&url, &args.serving, out)?;
    wait_for_interrupt()
}

/// The film (all frames) of a replay file.
pub fn film(path: &Path) -> anyhow::Result<Arc<Film>> {
    let bytes = files::read(path)?;
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    agon_watch::film_of(&name, &bytes).with_context(|| path.display().to_string())
}

/// Waits until all frames of a film are computed.
pub fn wait(film: &Film) -> anyhow::Result<()> {
    while !film.length().1 {
        thread::sleep(Duration::from_millis(2));
    }
    match film.fault() {
        Some(fault) => bail!("{fault}"),
        None => Ok(()),
    }
}

/// Starts the server.
pub fn serve(serving: &Serving) -> anyhow::Result<Server> {
    Server::start(serving.port, "maps".into()).with_context(|| {
        format!("cannot serve on 127.0.0.1:{}; choose another --port", serving.port)
    })
}

/// Prints the address and opens the browser if there is a screen.
pub fn announce(url: &str, serving: &Serving, out: &mut dyn Write) -> anyhow::Result<()> {
    writeln!(out, "Watch:  {url}\n        Press Ctrl-C to stop.")?;
    out.flush()?;
    open(url, serving);
    Ok(())
}

/// Opens the browser if there is a screen and the flags allow it.
pub fn open(url: &str, serving: &Serving) {
    if !serving.no_open {
        open_browser(url);
    }
}

/// Opens a page in the browser. Failures are ignored: the address has been printed.
fn open_browser(url: &str) {
    let has_screen =
        ["DISPLAY", "WAYLAND_DISPLAY"].iter().any(|name| std::env::var_os(name).is_some());
    let program = match std::env::consts::OS {
        "macos" => "open",
        "windows" => "explorer",
        _ if has_screen => "xdg-open",
        _ => return,
    };
    let _ = Command::new(program).arg(url).stdout(Stdio::null()).stderr(Stdio::null()).spawn();
}

/// Serves until Ctrl-C.
pub fn wait_for_interrupt() -> anyhow::Result<Done> {
    let (sender, receiver) = std::sync::mpsc::channel();
    ctrlc::set_handler(move || {
        let _ = sender.send(());
    })?;
    let _ = receiver.recv();
    Ok(Done::Well)
}

fn in_terminal(path: &Path, at: usize, with_log: bool) -> anyhow::Result<Done> {
    let replay = files::read_replay(path)?;
    if !std::io::stdout().is_terminal() {
        return Err(usage(format!(
            "--terminal needs a terminal; `{} replay show FILE --at ROUND` prints a position",
            me()
        )));
    }
    with_game(&replay.header.game, InTerminal { replay: &replay, at, with_log })?
        .with_context(|| path.display().to_string())?;
    Ok(Done::Well)
}

struct InTerminal<'a> {
    replay: &'a Replay,
    at: usize,
    with_log: bool,
}

impl Visitor for InTerminal<'_> {
    type Out = Result<(), TerminalFault>;
    fn visit<G: Contest>(self) -> Self::Out {
        terminal::play::<G>(self.replay, self.at, self.with_log)
    }
}
