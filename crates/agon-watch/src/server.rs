//! The HTTP server: listens on 127.0.0.1 only and runs on its own thread.

use crate::limits::{Connections, HEADER_TIMEOUT};
use crate::state::ServerState;
use crate::{Film, api};
use axum::Router;
use hyper::server::conn::http1;
use hyper::service::{Service, service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use std::io;
use std::net::{Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::sync::Arc;
use std::thread;
use std::time::Duration;

/// How long to wait when a connection cannot be accepted, for example because too many files are open.
const ACCEPT_PAUSE: Duration = Duration::from_millis(50);

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
        thread::Builder::new()
            .name("agon-watch".into())
            .spawn(move || runtime.block_on(serve(listener, router)))?;
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

/// Serves connections until the program ends.
async fn serve(listener: tokio::net::TcpListener, router: Router) {
    let connections = Arc::new(Connections::default());
    for id in 0_u64.. {
        let stream = loop {
            match listener.accept().await {
                Ok((stream, _)) => break stream,
                Err(_) => tokio::time::sleep(ACCEPT_PAUSE).await,
            }
        };
        connections.make_room();
        let (all, router) = (Arc::clone(&connections), TowerToHyperService::new(router.clone()));
        let task = tokio::spawn(async move {
            let service = service_fn(|request| {
                all.touch(id);
                router.call(request)
            });
            let mut http = http1::Builder::new();
            http.timer(TokioTimer::new()).header_read_timeout(HEADER_TIMEOUT);
            // The reason why a connection ends does not matter.
            let _ = http.serve_connection(TokioIo::new(stream), service).await;
            all.remove(id);
        });
        // The task begins at the next `await` of this thread.
        connections.add(id, task.abort_handle());
    }
}
