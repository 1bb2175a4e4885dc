//! The HTTP server: listens on 127.0.0.1 only and runs on its own thread.

use crate::limits::{HEADER_TIMEOUT, MAX_CONNECTIONS};
use crate::state::ServerState;
use crate::{Film, api};
use agon_http::Limits;
use std::io;
use std::net::{Ipv4Addr, SocketAddr};
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
        let listener = std::net::TcpListener::bind((Ipv4Addr::LOCALHOST, port))?;
        listener.set_nonblocking(true)?;
        let address = listener.local_addr()?;
        let state = Arc::new(ServerState::new(maps));
        let router = api::router(Arc::clone(&state), address.port());
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
        Ok(Server { address, state })
    }

    /// The address of the start page.
    pub fn url(&self) -> String {
        format!("http://{}/", self.address)
    }

    /// Adds a film and returns the address that shows it.
    pub fn show(&self, film: Arc<Film>) -> String {
        format!("{}#/film/{}", self.url(), self.state.add(film))
    }
}
