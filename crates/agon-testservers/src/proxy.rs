//! A proxy between a program and a server, which can cut the connection, delay it and limit its bandwidth.

use std::io::{self, Read, Write};
use std::net::{Shutdown, SocketAddr, TcpListener, TcpStream};
use std::os::unix::net::UnixStream;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, mpsc};
use std::thread;
use std::time::{Duration, Instant};

/// Pieces of up to 64 KiB that are under way in one direction of a connection; then its sender waits.
const MAX_PIECES: usize = 64;

/// What becomes of bytes on their way to the server.
pub enum Pass {
    /// They go on.
    On,
    /// They are lost, and so is everything after them.
    Cut,
}

/// How fast a link is; the same in both directions.
#[derive(Copy, Clone, Debug, Default)]
pub struct Pace {
    /// How long bytes are under way.
    pub delay: Duration,
    /// Bandwidth that all connections share; `None` for no limit.
    pub bytes_per_second: Option<u32>,
}

/// Decides what becomes of the bytes that a client sends.
type Judge = Arc<dyn Fn(&[u8]) -> Pass + Send + Sync>;

/// A proxy on a free loopback port.
pub struct Proxy {
    address: SocketAddr,
    open: Arc<Mutex<Open>>,
    lines: [Arc<Line>; 2],
}

#[derive(Default)]
struct Open {
    is_closed: bool,
    streams: Vec<Peer>,
}

/// One direction of the link.
struct Line {
    pace: Mutex<Pace>,
    /// When the bytes that were sent so far have left.
    free: Mutex<Instant>,
}

impl Line {
    /// When some bytes that are sent now arrive.
    fn arrival(&self, bytes: usize) -> Instant {
        let pace = *self.pace.lock().expect("no thread panics while holding the lock");
        let mut free = self.free.lock().expect("no thread panics while holding the lock");
        let sending = pace.bytes_per_second.map_or(0.0, |limit| bytes as f64 / f64::from(limit));
        *free = (*free).max(Instant::now()) + Duration::from_secs_f64(sending);
        *free + pace.delay
    }
}

/// Where a server is.
#[derive(Clone)]
enum Target {
    Port(u16),
    Socket(PathBuf),
}

/// A connection to a client or to a server.
enum Peer {
    Tcp(TcpStream),
    Unix(UnixStream),
}

impl Peer {
    fn connect(target: &Target) -> io::Result<Peer> {
        match target {
            Target::Port(port) => TcpStream::connect(("127.0.0.1", *port)).map(Peer::Tcp),
            Target::Socket(path) => UnixStream::connect(path).map(Peer::Unix),
        }
    }

    fn try_clone(&self) -> io::Result<Peer> {
        match self {
            Peer::Tcp(stream) => stream.try_clone().map(Peer::Tcp),
            Peer::Unix(stream) => stream.try_clone().map(Peer::Unix),
        }
    }

    fn shut_down(&self) {
        let _ = match self {
            Peer::Tcp(stream) => stream.shutdown(Shutdown::Both),
            Peer::Unix(stream) => stream.shutdown(Shutdown::Both),
        };
    }

    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        match self {
            Peer::Tcp(stream) => stream.read(buffer),
            Peer::Unix(stream) => stream.read(buffer),
        }
    }

    fn write_all(&mut self, bytes: &[u8]) -> io::Result<()> {
        match self {
            Peer::Tcp(stream) => stream.write_all(bytes),
            Peer::Unix(stream) => stream.write_all(bytes),
        }
    }
}

impl Proxy {
    /// A proxy before the server at a loopback port.
    pub fn before(port: u16, judge: impl Fn(&[u8]) -> Pass + Send + Sync + 'static) -> Proxy {
        Proxy::start(Target::Port(port), Arc::new(judge))
    }

    /// A proxy before the server at a loopback port, which lets everything through.
    pub fn before_port(port: u16) -> Proxy {
        Proxy::start(Target::Port(port), Arc::new(|_| Pass::On))
    }

    /// A proxy before the server at a Unix socket, which lets everything through.
    pub fn before_socket(path: PathBuf) -> Proxy {
        Proxy::start(Target::Socket(path), Arc::new(|_| Pass::On))
    }

    fn start(target: Target, judge: Judge) -> Proxy {
        let listener = TcpListener::bind(("127.0.0.1", 0)).expect("there is a free port");
        let address = listener.local_addr().expect("it listens");
        let open: Arc<Mutex<Open>> = Arc::default();
        let line = || Arc::new(Line { pace: Mutex::default(), free: Mutex::new(Instant::now()) });
        let lines = [line(), line()];
        let (opened, [there, back]) = (Arc::clone(&open), lines.clone());
        thread::spawn(move || {
            for client in listener.incoming().flatten() {
                let mut open = opened.lock().expect("no thread panics while holding the lock");
                let Ok(server) = Peer::connect(&target) else { continue };
                if open.is_closed {
                    continue;
                }
                let _ = client.set_nodelay(true);
                if let Peer::Tcp(server) = &server {
                    let _ = server.set_nodelay(true);
                }
                let client = Peer::Tcp(client);
                open.streams.extend([client.try_clone(), server.try_clone()].into_iter().flatten());
                carry(&client, &server, &there, Arc::clone(&judge));
                carry(&server, &client, &back, Arc::new(|_| Pass::On));
            }
        });
        Proxy { address, open, lines }
    }

    /// Its port.
    pub fn port(&self) -> u16 {
        self.address.port()
    }

    /// Makes the link slow, or fast again, for bytes that are sent from now on.
    pub fn set_pace(&self, pace: Pace) {
        for line in &self.lines {
            *line.pace.lock().expect("no thread panics while holding the lock") = pace;
        }
    }

    /// Ends all connections, and refuses new ones.
    pub fn close(&self) {
        let mut open = self.open.lock().expect("no thread panics while holding the lock");
        open.is_closed = true;
        for stream in open.streams.drain(..) {
            stream.shut_down();
        }
    }

    /// Lets connections through again.
    pub fn open(&self) {
        self.open.lock().expect("no thread panics while holding the lock").is_closed = false;
    }
}

/// Carries bytes in one direction until a side ends: a thread reads them, and another one writes them when
/// they arrive.
fn carry(from: &Peer, to: &Peer, line: &Arc<Line>, judge: Judge) {
    let (Ok(mut from), Ok(mut to), Ok(end)) = (from.try_clone(), to.try_clone(), from.try_clone())
    else {
        return;
    };
    let (sender, pieces) = mpsc::sync_channel::<(Instant, Vec<u8>)>(MAX_PIECES);
    let line = Arc::clone(line);
    thread::spawn(move || {
        let mut buffer = vec![0; 64 << 10];
        let mut is_cut = false;
        while let Ok(length @ 1..) = from.read(&mut buffer) {
            is_cut = is_cut || matches!(judge(&buffer[..length]), Pass::Cut);
            let piece = (line.arrival(length), buffer[..length].to_vec());
            if !is_cut && sender.send(piece).is_err() {
                break;
            }
        }
    });
    thread::spawn(move || {
        for (arrival, bytes) in pieces {
            thread::sleep(arrival.saturating_duration_since(Instant::now()));
            if to.write_all(&bytes).is_err() {
                break;
            }
        }
        to.shut_down();
        end.shut_down();
    });
}
