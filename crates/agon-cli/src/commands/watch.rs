//! `agon watch`: shows replays in a browser on this machine, or in the terminal.

use super::manual::manual_page;
use crate::args::{Serving, WatchArgs};
use crate::bots::{BotArgs, one_player};
use crate::files::{self, with_game};
use crate::report::me;
use crate::{Done, usage};
use agon_bots::Options;
use agon_core::Contest;
use agon_games::Visitor;
use agon_replay::Replay;
use agon_watch::terminal::{self, TerminalFault};
use agon_watch::{Film, Server};
use anyhow::{Context, bail};
use std::any::Any;
use std::io::{IsTerminal, Write};
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::thread;
use std::time::Duration;

pub fn run(args: &WatchArgs, out: &mut dyn Write) -> anyhow::Result<Done> {
    for path in &args.paths {
        std::fs::metadata(path).with_context(|| format!("cannot read {}", path.display()))?;
    }
    let file = match args.paths.as_slice() {
        [path] if !path.is_dir() => Some(path.as_path()),
        _ => None,
    };
    if file.is_none() && (args.terminal || args.at > 0) {
        let flag = if args.terminal { "--terminal" } else { "--at" };
        return Err(usage(format!("{flag} needs one replay, not a folder or several files")));
    }
    if let (true, Some(path)) = (args.terminal, file) {
        return in_terminal(path, args.at, args.log);
    }
    let film = file.map(film).transpose()?;
    let server = serve(&args.serving)?;
    load_bots(&server, args.bot.clone());
    let url = match film {
        Some(film) => match args.at {
            0 => server.show(film),
            at => format!("{}?at={at}", server.show(film)),
        },
        None if args.paths.is_empty() => server.url(),
        None => server.show_all(args.paths.clone()),
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

/// The port that is tried first, so that links work again after a restart.
const USUAL_PORT: u16 = 7723;

/// Starts the server.
pub fn serve(serving: &Serving) -> anyhow::Result<Server> {
    let start = |port| {
        let server = Server::start(port, "maps".into())?;
        server.show_manuals_with(manual_page);
        std::io::Result::Ok(server)
    };
    match serving.port {
        Some(port) => start(port)
            .with_context(|| format!("cannot serve on 127.0.0.1:{port}; choose another --port")),
        None => {
            let server = start(USUAL_PORT).or_else(|_| start(0));
            server.context("cannot serve on any port of 127.0.0.1")
        }
    }
}

/// Lets the page play the bots of files and folders, in the sandbox and with the limits of `agon play`.
fn load_bots(server: &Server, bots: BotArgs) {
    server.load_bots_with(move |game, word| {
        let words = [word.to_owned()];
        let options = bots.options_beside(&words);
        let loaded = with_game(game, Load { word, options: &options });
        loaded.and_then(|loaded| loaded).map_err(|error| format!("{error:#}"))
    });
}

struct Load<'a> {
    word: &'a str,
    options: &'a Options,
}

impl Visitor for Load<'_> {
    type Out = anyhow::Result<Box<dyn Any + Send>>;
    fn visit<G: Contest>(self) -> Self::Out {
        Ok(Box::new(one_player::<G>(self.word, self.options)?))
    }
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
pub fn open_browser(url: &str) {
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
