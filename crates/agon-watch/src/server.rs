//! The server on this machine: on 127.0.0.1 only, on a thread of its own.

use crate::shelf::Shelf;
use crate::{Film, api};
use std::io;
use std::net::{Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::sync::Arc;
use std::thread;

/// Serves films and the map maker to browsers on this machine until the program ends.
pub struct Server {
    address: SocketAddr,
    shelf: Arc<Shelf>,
}

impl Server {
    /// Starts serving on a port of 127.0.0.1; 0 takes a free one. Maps are saved into `maps`.
    pub fn start(port: u16, maps: PathBuf) -> io::Result<Server> {
        let listener = std::net::TcpListener::bind((Ipv4Addr::LOCALHOST, port))?;
        listener.set_nonblocking(true)?;
        let address = listener.local_addr()?;
        let shelf = Arc::new(Shelf::new(maps));
        let router = api::router(Arc::clone(&shelf));
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        let listener = {
            let _inside = runtime.enter();
            tokio::net::TcpListener::from_std(listener)?
        };
        thread::Builder::new()
            .name("agon-watch".into())
            .spawn(move || runtime.block_on(async move { axum::serve(listener, router).await }))?;
        Ok(Server { address, shelf })
    }

    /// The address of the start page.
    pub fn url(&self) -> String {
        format!("http://{}/", self.address)
    }

    /// Puts a film on the shelf; the address under which it is shown.
    pub fn show(&self, film: Arc<Film>) -> String {
        format!("{}#/film/{}", self.url(), self.shelf.add(film))
    }
}
