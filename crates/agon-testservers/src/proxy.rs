//! A proxy between a program and a server, which can cut and delay the connection.

use std::io::{Read, Write};
use std::net::{Shutdown, SocketAddr, TcpListener, TcpStream};
use std::sync::{Arc, Mutex};
use std::thread;

/// What becomes of bytes on their way to the server.
pub enum Pass {
    /// They go on.
    On,
    /// They are lost, and so is everything after them.
    Cut,
}

/// Decides what becomes of the bytes that a client sends.
type Judge = Arc<dyn Fn(&[u8]) -> Pass + Send + Sync>;

/// A proxy on a free loopback port.
pub struct Proxy {
    address: SocketAddr,
    open: Arc<Mutex<Open>>,
}

#[derive(Default)]
struct Open {
    is_closed: bool,
    streams: Vec<TcpStream>,
}

impl Proxy {
    /// A proxy before the server at a loopback port.
    pub fn before(port: u16, judge: impl Fn(&[u8]) -> Pass + Send + Sync + 'static) -> Proxy {
        let listener = TcpListener::bind(("127.0.0.1", 0)).expect("there is a free port");
        let address = listener.local_addr().expect("it listens");
        let open: Arc<Mutex<Open>> = Arc::default();
        let (judge, opened): (Judge, _) = (Arc::new(judge), Arc::clone(&open));
        thread::spawn(move || {
            for client in listener.incoming().flatten() {
                let mut open = opened.lock().expect("no thread panics while holding the lock");
                let Ok(server) = TcpStream::connect(("127.0.0.1", port)) else { continue };
                if open.is_closed {
                    continue;
                }
                let copies = (client.try_clone(), server.try_clone());
                let (Ok(client_copy), Ok(server_copy)) = copies else { continue };
                open.streams.extend([client.try_clone(), server.try_clone()].into_iter().flatten());
                let judge = Arc::clone(&judge);
                thread::spawn(move || copy(client, server, &*judge));
                thread::spawn(move || copy(server_copy, client_copy, &|_| Pass::On));
            }
        });
        Proxy { address, open }
    }

    /// Its port.
    pub fn port(&self) -> u16 {
        self.address.port()
    }

    /// Ends all connections, and refuses new ones.
    pub fn close(&self) {
        let mut open = self.open.lock().expect("no thread panics while holding the lock");
        open.is_closed = true;
        for stream in open.streams.drain(..) {
            let _ = stream.shutdown(Shutdown::Both);
        }
    }

    /// Lets connections through again.
    pub fn open(&self) {
        self.open.lock().expect("no thread panics while holding the lock").is_closed = false;
    }
}

fn copy(mut from: TcpStream, mut to: TcpStream, judge: &dyn Fn(&[u8]) -> Pass) {
    let mut buffer = vec![0; 64 << 10];
    let mut is_cut = false;
    while let Ok(length @ 1..) = from.read(&mut buffer) {
        is_cut = is_cut || matches!(judge(&buffer[..length]), Pass::Cut);
        if !is_cut && to.write_all(&buffer[..length]).is_err() {
            break;
        }
    }
    let _ = to.shutdown(Shutdown::Both);
    let _ = from.shutdown(Shutdown::Both);
}
