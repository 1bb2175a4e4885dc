//! What a jail opens for a debugger: one loopback port, or two pipes that serve as its terminal.

use crate::sandbox::Sandbox;
use crate::system::{Jails, PortKind};
use std::fs::File;
use std::io;
use std::net::{Ipv4Addr, TcpListener};
use std::sync::Arc;

/// The environment variable that names the files of a program's terminal: "READ,WRITE", two numbers.
pub const TERMINAL_VARIABLE: &str = "AGON_DEBUG_TERMINAL";

/// What a jail opens for a debugger.
#[derive(Clone, Debug)]
pub enum DebugAccess {
    /// The program may listen on this port.
    Port(DebugPort),
    /// The program gets two pipes besides its three; [`TERMINAL_VARIABLE`] names them. The other ends are
    /// [`Jailed::terminal`](crate::Jailed::terminal).
    Terminal,
}

/// A port on which a debugger in a jail listens.
#[derive(Clone, Debug)]
pub struct DebugPort {
    number: u16,
    #[cfg_attr(not(target_os = "linux"), allow(dead_code, reason = "only Linux forbids tracing"))]
    traces: bool,
    /// Listens on the machine's loopback interface for the jail, which has a network of its own.
    #[cfg_attr(
        not(target_os = "linux"),
        allow(dead_code, reason = "only Linux has such networks")
    )]
    pub(crate) listener: Option<Arc<TcpListener>>,
}

/// Why there is no port for a debugger. Each is a full sentence.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs, reason = "the sentences say it")]
pub enum DebugFault {
    #[error("cannot open port {port} on 127.0.0.1 for the debugger: {why}; --port chooses another")]
    Port { port: u16, why: io::Error },
    #[error(
        "this debugger starts the bot and listens on all addresses of the machine, so that it needs the \
         bubblewrap sandbox, which opens one loopback port for it: install bubblewrap, or leave out --sandbox"
    )]
    NeedsBubblewrap,
    #[error(
        "on this system Agon starts no debugger for programs in machine code: attach one to the running bot, \
         or debug it on Linux"
    )]
    LinuxOnly,
}

impl Sandbox {
    /// Opens a port on 127.0.0.1 for the debugger of one program; 0 is any free port. `traces` says whether
    /// the debugger starts the program itself and traces it.
    pub fn debug_port(&self, wanted: u16, traces: bool) -> Result<DebugPort, DebugFault> {
        let is_forwarded = self.0.port_kind() == PortKind::Forwarded;
        if traces && !cfg!(target_os = "linux") {
            return Err(DebugFault::LinuxOnly);
        }
        if traces && !is_forwarded {
            return Err(DebugFault::NeedsBubblewrap);
        }
        let opened = TcpListener::bind((Ipv4Addr::LOCALHOST, wanted))
            .and_then(|listener| Ok((listener.local_addr()?.port(), listener)));
        let (number, listener) = opened.map_err(|why| DebugFault::Port { port: wanted, why })?;
        // Without a network of its own, the program listens on the machine's interface itself.
        let listener = is_forwarded.then(|| Arc::new(listener));
        Ok(DebugPort { number, traces, listener })
    }

    /// What the jail opens for a debugger, as a sentence.
    pub fn describe_debug(&self, access: &DebugAccess) -> String {
        self.0.describe_debug(access).to_owned()
    }
}

impl DebugPort {
    /// The number of the port, the same inside and outside of the jail.
    pub fn number(&self) -> u16 {
        self.number
    }

    #[cfg(target_os = "linux")]
    pub(crate) fn traces(&self) -> bool {
        self.traces
    }
}

/// The engine's ends of the two pipes that serve a debugger as its terminal.
#[derive(Debug)]
pub struct Terminal {
    /// What is written here is what the debugger reads.
    pub input: File,
    /// What the debugger prints.
    pub output: File,
}
