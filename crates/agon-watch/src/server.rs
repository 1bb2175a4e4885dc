//! The HTTP server: listens on 127.0.0.1 and runs on its own thread. Only people who play may be let in from
//! the local network, at a second port that serves nothing else.

use crate::desk::Desk;
use crate::library::Library;
use crate::limits::{HEADER_TIMEOUT, MAX_CONNECTIONS};
use crate::people::Link;
use crate::state::ServerState;
use crate::{Film, api};
use agon_http::Limits;
use axum::Router;
use serde_json::Value;
use std::any::Any;
use std::io;
use std::net::{Ipv4Addr, SocketAddr, TcpListener, UdpSocket};
use std::path::PathBuf;
use std::sync::Arc;
use std::thread;

/// Serves films and the map maker to browsers on this machine until the program ends.
pub struct Server {
    address: SocketAddr,
    state: Arc<ServerState>,
}

impl Server {
    /// Starts serving on a port of 127.0.0.1; port 0 picks a free one. Maps are saved into `maps`.
    pub fn start(port: u16, maps: PathBuf) -> io::Result<Server> {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port))?;
        let address = listener.local_addr()?;
        let state = Arc::new(ServerState::new(maps));
        serve(listener, api::router(Arc::clone(&state), address.port()))?;
        Ok(Server { address, state })
    }

    /// Lets people on other machines of the local network play, at a free port; returns the address.
    pub fn open_lan(&self) -> io::Result<SocketAddr> {
        let listener = TcpListener::bind((Ipv4Addr::UNSPECIFIED, 0))?;
        let port = listener.local_addr()?.port();
        serve(listener, api::lan_router(Arc::clone(&self.state), port))?;
        Ok(SocketAddr::from((lan_address(), port)))
    }

    /// Adds a secret link for the people at these desks; returns the part of the address after the host.
    pub fn seat(&self, desks: Vec<Arc<Desk>>, tutorial: Option<Value>) -> io::Result<String> {
        let link = Link::new(desks, tutorial)?;
        let path = format!("/#/play/{}", link.secret());
        self.state.add_link(link);
        Ok(path)
    }

    /// The address of the start page.
    pub fn url(&self) -> String {
        format!("http://{}/", self.address)
    }

    /// Adds a film and returns the address that shows it: by the content of its replay, or by its number if
    /// there is no replay yet.
    pub fn show(&self, film: Arc<Film>) -> String {
        let address = film.address().map(str::to_owned);
        let number = self.state.add(film);
        format!("{}#/film/{}", self.url(), address.unwrap_or_else(|| number.to_string()))
    }

    /// Lets the start page play bots that are not built in. `load` gets the game and the word that names the
    /// bot, and returns a boxed `agon_runner::Player` of that game, or a sentence.
    pub fn load_bots_with(
        &self,
        load: impl Fn(&str, &str) -> Result<Box<dyn Any + Send>, String> + Send + Sync + 'static,
    ) {
        // Set once, when the program starts.
        let _ = self.state.load_bot.set(Arc::new(load));
    }

    /// Serves the manuals of the games at `/manual/GAME`: `manual` returns one as a page.
    pub fn show_manuals_with(&self, manual: fn(&str) -> Option<String>) {
        // Set once, when the program starts.
        let _ = self.state.manual.set(manual);
    }

    /// Lists the replays and runs in files and folders, and returns the address of the list; if there is one
    /// run and nothing else was named, the address of the run. Works once.
    pub fn show_all(&self, paths: Vec<PathBuf>) -> String {
        let library = self.state.library.get_or_init(|| Arc::new(Library::new(paths)));
        match library.only_run() {
            Some(run) => format!("{}#/run/{run}", self.url()),
            None => format!("{}#/matches", self.url()),
        }
    }
}

/// Serves on a thread of its own until the program ends.
fn serve(listener: TcpListener, router: Router) -> io::Result<()> {
    listener.set_nonblocking(true)?;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let listener = {
        let _inside = runtime.enter();
        tokio::net::TcpListener::from_std(listener)?
    };
    thread::Builder::new().name("agon-watch".into()).spawn(move || {
        let limits = Limits { connections: MAX_CONNECTIONS, header_timeout: HEADER_TIMEOUT };
        let until_the_program_ends = std::future::pending();
        runtime.block_on(agon_http::serve(listener, router, limits, until_the_program_ends));
    })?;
    Ok(())
}

/// This machine's address in the local network: the one from which it would send to another network. Nothing
/// is sent; 192.0.2.1 is reserved for documentation.
fn lan_address() -> Ipv4Addr {
    let own = UdpSocket::bind((Ipv4Addr::UNSPECIFIED, 0)).and_then(|socket| {
        socket.connect((Ipv4Addr::new(192, 0, 2, 1), 9))?;
        socket.local_addr()
    });
    match own {
        Ok(SocketAddr::V4(address)) => *address.ip(),
        _ => Ipv4Addr::LOCALHOST,
    }
}
