//! The loop that accepts HTTP connections and hands their requests to an axum router, with limits that
//! axum's own loop lacks: a client that sends its header byte by byte, or opens connections without end,
//! keeps no other client out.

mod connections;

use axum::Router;
use axum::extract::ConnectInfo;
use axum::http::Request;
use connections::Connections;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::{Service, service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use std::net::SocketAddr;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use tokio::task::JoinSet;

/// How long to wait when a connection cannot be accepted, for example because too many files are open.
const ACCEPT_PAUSE: Duration = Duration::from_millis(50);

/// What a client may use.
#[derive(Copy, Clone, Debug)]
pub struct Limits {
    /// Connections at once. One more closes the connection that was silent for the longest time.
    pub connections: usize,
    /// How long a request may take to send its header, and how long a connection may be idle.
    pub header_timeout: Duration,
}

/// Serves connections until `stop` ends; then answers the requests under way. Handlers find the client's
/// address in `ConnectInfo<SocketAddr>`.
pub async fn serve(
    listener: TcpListener,
    router: Router,
    limits: Limits,
    stop: impl Future<Output = ()>,
) {
    let connections = Arc::new(Connections::new(limits.connections));
    let (stopping, stopped) = watch::channel(false);
    let mut tasks = JoinSet::new();
    let mut stop = pin!(stop);
    for id in 0_u64.. {
        let (stream, client) = tokio::select! {
            accepted = accept(&listener) => accepted,
            () = &mut stop => break,
        };
        connections.make_room();
        let connection = Connection {
            id,
            client,
            router: router.clone(),
            all: Arc::clone(&connections),
            header_timeout: limits.header_timeout,
        };
        let stopped = stopped.clone();
        connections.add(id, || tasks.spawn(connection.serve(stream, stopped)));
        while tasks.try_join_next().is_some() {}
    }
    // An error means that all connections have ended.
    let _ = stopping.send(true);
    while tasks.join_next().await.is_some() {}
}

async fn accept(listener: &TcpListener) -> (TcpStream, SocketAddr) {
    loop {
        match listener.accept().await {
            Ok(accepted) => return accepted,
            Err(_) => tokio::time::sleep(ACCEPT_PAUSE).await,
        }
    }
}

struct Connection {
    id: u64,
    client: SocketAddr,
    router: Router,
    all: Arc<Connections>,
    header_timeout: Duration,
}

impl Connection {
    async fn serve(self, stream: TcpStream, mut stopped: watch::Receiver<bool>) {
        let router = TowerToHyperService::new(self.router);
        let service = service_fn(|mut request: Request<Incoming>| {
            self.all.touch(self.id);
            request.extensions_mut().insert(ConnectInfo(self.client));
            router.call(request)
        });
        let mut http = http1::Builder::new();
        http.timer(TokioTimer::new()).header_read_timeout(self.header_timeout);
        let mut connection = pin!(http.serve_connection(TokioIo::new(stream), service));
        let stop = async {
            let _ = stopped.wait_for(|stop| *stop).await;
        };
        // The reason why a connection ends does not matter.
        tokio::select! {
            _ = connection.as_mut() => {}
            () = stop => {
                connection.as_mut().graceful_shutdown();
                let _ = connection.await;
            }
        }
        self.all.remove(self.id);
    }
}
