//! Hosts of their own on one machine: network namespaces, connected by cables that can be pulled.
//!
//! Only root may make them. They vanish with the test program, even if it is killed.

use std::ffi::OsString;
use std::io::{BufRead, BufReader};
use std::net::Ipv4Addr;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};

/// A host: a network namespace with a loopback of its own.
pub struct Host {
    /// Keeps the namespace; it ends when its input is closed, which is when this program ends.
    holder: Child,
}

impl Host {
    /// Why this user can have no hosts, as a sentence.
    pub fn refusal() -> Option<&'static str> {
        (!rustix::process::getuid().is_root()).then_some(
            "hosts in network namespaces were not tested: only root may connect them; run the tests as root",
        )
    }

    /// Makes a host without connections.
    pub fn start() -> Host {
        let mut command = Command::new("unshare");
        command.args(["--net", "sh", "-c", "ip link set lo up && echo ready && exec cat"]);
        let holder = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn();
        let mut holder = holder.expect("unshare can be started");
        let mut line = String::new();
        let output = holder.stdout.as_mut().expect("it is a pipe");
        BufReader::new(output).read_line(&mut line).expect("the pipe can be read");
        assert_eq!(
            line.trim(),
            "ready",
            "there is no network namespace; is `ip` (iproute2) installed?"
        );
        Host { holder }
    }

    /// The words before a command that runs it on this host.
    pub(crate) fn prefix(&self) -> Vec<OsString> {
        let namespace = format!("--net=/proc/{}/ns/net", self.holder.id());
        vec!["nsenter".into(), namespace.into(), "--".into()]
    }

    /// The same command on this host.
    pub fn run(&self, command: &Command) -> Command {
        let prefix = self.prefix();
        let mut wrapped = Command::new(&prefix[0]);
        wrapped.args(&prefix[1..]).arg(command.get_program()).args(command.get_args());
        for (key, value) in command.get_envs() {
            match value {
                Some(value) => wrapped.env(key, value),
                None => wrapped.env_remove(key),
            };
        }
        if let Some(folder) = command.get_current_dir() {
            wrapped.current_dir(folder);
        }
        wrapped
    }
}

impl Drop for Host {
    fn drop(&mut self) {
        let _ = self.holder.kill();
        let _ = self.holder.wait();
    }
}

/// A cable between two hosts.
pub struct Cable {
    /// The words before a command that runs it on the far host.
    far: Vec<OsString>,
    /// The far host's end.
    end: String,
    address: Ipv4Addr,
}

impl Cable {
    /// Connects this machine (`None`) or a host with a far host.
    pub fn between(near: Option<&Host>, far: &Host) -> Cable {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let (program, count) = (std::process::id(), COUNT.fetch_add(1, Ordering::Relaxed));
        // A block of four addresses in 198.18.0.0/15, which is reserved for tests.
        let block =
            u32::from(Ipv4Addr::new(198, 18, 0, 0)) + (program * 64 + count) % (1 << 15) * 4;
        let (own, address) = (Ipv4Addr::from(block + 1), Ipv4Addr::from(block + 2));
        // Names of interfaces have at most 15 bytes.
        let (start, end) = (format!("ag{program}-{count}"), format!("far-{count}"));
        let here = near.map(Host::prefix).unwrap_or_default();
        let there = far.prefix();
        let id = far.holder.id();
        ip(&here, &format!("link add {start} type veth peer name {end} netns {id}"));
        ip(&here, &format!("addr add {own}/30 dev {start}"));
        ip(&there, &format!("addr add {address}/30 dev {end}"));
        ip(&here, &format!("link set {start} up"));
        let cable = Cable { far: there, end, address };
        cable.plug();
        cable
    }

    /// The address of the far host at this cable.
    pub fn address(&self) -> Ipv4Addr {
        self.address
    }

    /// Pulls the cable out of the far host: what is sent is lost, and connections do not hear of it.
    pub fn pull(&self) {
        ip(&self.far, &format!("link set {} down", self.end));
    }

    /// Plugs the cable in again.
    pub fn plug(&self) {
        ip(&self.far, &format!("link set {} up", self.end));
    }
}

/// Runs `ip` on a host.
fn ip(prefix: &[OsString], line: &str) {
    let mut words = prefix.to_vec();
    words.push("ip".into());
    words.extend(line.split(' ').map(OsString::from));
    let output = Command::new(&words[0]).args(&words[1..]).output().expect("`ip` can be started");
    assert!(output.status.success(), "ip {line}: {}", String::from_utf8_lossy(&output.stderr));
}
