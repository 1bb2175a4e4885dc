//! Group 3: no kind of socket works.

use crate::harness::{OFF, both_jails, new_folder, run, script};
use agon_sandbox::Job;
use std::io::ErrorKind;
use std::net::{TcpListener, UdpSocket};
use std::os::linux::net::SocketAddrExt;
use std::os::unix::net::{SocketAddr, UnixListener};

/// Listeners on every kind of socket that a bot might find on the machine.
struct Listeners {
    tcp: TcpListener,
    udp: UdpSocket,
    unix: UnixListener,
    hidden: UnixListener,
    words: [String; 4],
}

impl Listeners {
    fn new() -> Self {
        let tcp = TcpListener::bind("127.0.0.1:0").unwrap();
        let udp = UdpSocket::bind("127.0.0.1:0").unwrap();
        let path = new_folder("socket").join("socket");
        let unix = UnixListener::bind(&path).unwrap();
        let name = format!("agon-attack-{}", std::process::id());
        let name = format!("{name}-{}", tcp.local_addr().unwrap().port());
        let hidden =
            UnixListener::bind_addr(&SocketAddr::from_abstract_name(&name).unwrap()).unwrap();
        tcp.set_nonblocking(true).unwrap();
        udp.set_nonblocking(true).unwrap();
        unix.set_nonblocking(true).unwrap();
        hidden.set_nonblocking(true).unwrap();
        let port = |address: std::net::SocketAddr| address.port().to_string();
        let words = [
            port(tcp.local_addr().unwrap()),
            port(udp.local_addr().unwrap()),
            path.to_str().unwrap().to_owned(),
            name,
        ];
        Self { tcp, udp, unix, hidden, words }
    }

    fn attack(&self) -> Job {
        let mut job = script("network.py", &self.words.each_ref().map(String::as_str));
        // A socket file in a readable folder must not be usable either.
        job.readable.push(std::path::Path::new(&self.words[2]).parent().unwrap().into());
        job
    }

    /// The listeners that were reached since the last call.
    fn reached(&self) -> Vec<&'static str> {
        let came = |result: std::io::Result<()>| match result {
            Ok(()) => true,
            Err(error) => {
                assert_eq!(error.kind(), ErrorKind::WouldBlock);
                false
            }
        };
        let mut all = Vec::new();
        all.extend(came(self.tcp.accept().map(drop)).then_some("tcp"));
        all.extend(came(self.udp.recv(&mut [0; 16]).map(drop)).then_some("udp"));
        all.extend(came(self.unix.accept().map(drop)).then_some("unix"));
        all.extend(came(self.hidden.accept().map(drop)).then_some("abstract"));
        all
    }
}

#[test]
fn no_socket_reaches_a_listener() {
    let listeners = Listeners::new();
    // The attack works without a jail; otherwise its failure would prove nothing.
    let report = run(&OFF, &listeners.attack());
    assert_eq!(listeners.reached(), ["tcp", "udp", "unix", "abstract"], "{report:#?}");
    for sandbox in both_jails() {
        let report = run(sandbox, &listeners.attack());
        for what in ["tcp", "tcp6", "udp", "unix", "abstract", "netlink", "packet", "vsock", "alg"]
        {
            assert_eq!(report.fact(what), "EPERM", "{what}: {}", sandbox.describe());
        }
        assert_eq!(report.fact("bluetooth"), "EPERM");
        assert_eq!(report.fact("raw-ip"), "EPERM");
        assert_eq!(report.fact("name"), "refused");
        // `socketpair` within one program is allowed; language runtimes need it.
        assert_eq!(report.fact("pair"), "done");
        assert_eq!(listeners.reached(), [""; 0], "{report:#?}");
    }
}
