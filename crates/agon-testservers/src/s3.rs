//! An S3-compatible store on a temporary folder, on a thread of the test program.

use hyper::Request;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::{Service, service_fn};
use hyper_util::rt::TokioIo;
use s3s::auth::SimpleAuth;
use s3s::service::{S3Service, S3ServiceBuilder};
use s3s_fs::FileSystem;
use std::fs;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Mutex, OnceLock};
use tempfile::TempDir;
use tokio::net::TcpListener;
use tokio::runtime::{Builder, Runtime};

/// A running store.
pub struct S3 {
    folder: TempDir,
    address: SocketAddr,
    /// Whether it ignores conditions of requests.
    overwrites: bool,
    /// Empty while the store is stopped.
    runtime: Mutex<Option<Runtime>>,
}

impl S3 {
    /// The access key of every store.
    pub const ACCESS_KEY: &'static str = "agon";
    /// The secret key of every store.
    pub const SECRET_KEY: &'static str = "a secret of tests";

    /// The store that all tests of this program share.
    pub fn shared() -> &'static S3 {
        static SHARED: OnceLock<S3> = OnceLock::new();
        SHARED.get_or_init(S3::start)
    }

    /// Starts a store without buckets.
    pub fn start() -> S3 {
        S3::start_as(false)
    }

    /// Starts a store that overwrites objects also if the request says `If-None-Match: *`.
    pub fn start_overwriting() -> S3 {
        S3::start_as(true)
    }

    fn start_as(overwrites: bool) -> S3 {
        let folder = tempfile::Builder::new().prefix("agon-s3-").tempdir();
        let folder = folder.expect("the temporary folder can be written");
        let any = SocketAddr::from(([127, 0, 0, 1], 0));
        let mut store = S3 { folder, address: any, overwrites, runtime: Mutex::new(None) };
        store.address = store.run();
        store
    }

    /// Where the store answers.
    pub fn endpoint(&self) -> String {
        format!("http://{}", self.address)
    }

    /// Its port on the loopback.
    pub fn port(&self) -> u16 {
        self.address.port()
    }

    /// The name of a new, empty bucket.
    pub fn new_bucket(&self) -> String {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let name = format!("bucket-{}", COUNT.fetch_add(1, Ordering::Relaxed));
        fs::create_dir(self.folder.path().join(&name)).expect("the name is new");
        name
    }

    /// The lines of a server's configuration that put its blobs into a new bucket.
    pub fn configuration(&self) -> String {
        let (bucket, endpoint) = (self.new_bucket(), self.endpoint());
        let (access, secret) = (S3::ACCESS_KEY, S3::SECRET_KEY);
        format!(
            "blobs = \"s3://{bucket}/blobs\"\ns3_endpoint = \"{endpoint}\"\ns3_access_key = \"{access}\"\n\
             s3_secret_key = \"{secret}\"\n"
        )
    }

    /// Stops the store: connections are closed and new ones are refused.
    pub fn stop(&self) {
        let runtime = self.runtime.lock().expect("no thread panics while holding the lock").take();
        if let Some(runtime) = runtime {
            runtime.shutdown_background();
        }
    }

    /// Starts a stopped store again, at the same address.
    pub fn start_again(&self) {
        self.run();
    }

    fn run(&self) -> SocketAddr {
        let files = FileSystem::new(self.folder.path()).expect("the folder exists");
        let mut service = S3ServiceBuilder::new(files);
        service.set_auth(SimpleAuth::from_single(S3::ACCESS_KEY, S3::SECRET_KEY));
        let service = service.build();
        let runtime = Builder::new_multi_thread().worker_threads(1).enable_all().build();
        let runtime = runtime.expect("a thread can be started");
        let listener = std::net::TcpListener::bind(self.address).expect("the port is free");
        let address = listener.local_addr().expect("it listens");
        listener.set_nonblocking(true).expect("every socket can be");
        let overwritten = self.overwrites.then(|| self.folder.path().to_owned());
        runtime.spawn(async {
            let listener = TcpListener::from_std(listener).expect("it is not blocking");
            accept(listener, service, overwritten).await;
        });
        *self.runtime.lock().expect("no thread panics while holding the lock") = Some(runtime);
        address
    }
}

/// `overwritten`: the folder of a store that ignores conditions. It removes an object that must not be there.
async fn accept(listener: TcpListener, service: S3Service, overwritten: Option<PathBuf>) {
    while let Ok((stream, _)) = listener.accept().await {
        let (service, overwritten) = (service.clone(), overwritten.clone());
        let answer = move |request: Request<Incoming>| {
            if let Some(folder) = &overwritten
                && request.headers().contains_key("if-none-match")
            {
                let path = request.uri().path().replace("%20", " ");
                let _ = fs::remove_file(folder.join(path.trim_start_matches('/')));
            }
            Service::call(&service, request)
        };
        let connection =
            http1::Builder::new().serve_connection(TokioIo::new(stream), service_fn(answer));
        // An error means that the client went away; the store goes on.
        tokio::spawn(async { drop(connection.await) });
    }
}
