//! What a jail opens for a debugger: one loopback port, or two pipes that serve as its terminal.

use crate::inside::Inside;
use crate::job::Job;
use crate::sandbox::Sandbox;
use crate::spawn::Jail;
use rustix::event::{PollFd, PollFlags, poll};
use rustix::fd::{AsRawFd, OwnedFd};
use rustix::io::Errno;
use rustix::pipe::{PipeFlags, pipe_with};
use std::io;
use std::net::{Ipv4Addr, Shutdown, TcpListener, TcpStream};
use std::sync::Arc;
use std::thread;

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
    traces: bool,
    /// Listens on the machine's loopback interface for the jail, which has a network of its own.
    listener: Option<Arc<TcpListener>>,
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
}

impl Sandbox {
    /// Opens a port on 127.0.0.1 for the debugger of one program; 0 is any free port. `traces` says whether
    /// the debugger starts the program itself and traces it.
    pub fn debug_port(&self, wanted: u16, traces: bool) -> Result<DebugPort, DebugFault> {
        let is_forwarded = matches!(self.jail(), Jail::Bubblewrap(_));
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
        let sentence = match (access, self.jail()) {
            (_, Jail::Off) => "There is no sandbox.",
            (DebugAccess::Terminal, _) => {
                "The sandbox opens two pipes to this terminal for it, and nothing else."
            }
            (DebugAccess::Port(_), Jail::Bubblewrap(_)) => {
                "The sandbox opens this loopback port for it, and nothing else."
            }
            (DebugAccess::Port(_), Jail::Landlock) => {
                "The sandbox opens this port for it, and nothing else; Landlock cannot limit the address, so \
                 that a bot could also listen on other addresses of this machine."
            }
        };
        sentence.to_owned()
    }
}

impl DebugPort {
    /// The number of the port, the same inside and outside of the jail.
    pub fn number(&self) -> u16 {
        self.number
    }

    pub(crate) fn traces(&self) -> bool {
        self.traces
    }

    /// Connects the port with the same one in a jail until the jail's first process has ended.
    pub(crate) fn forward(&self, inside: Inside, first: OwnedFd) -> io::Result<()> {
        let Some(listener) = self.listener.clone() else { return Ok(()) };
        let (number, inside) = (self.number, Arc::new(inside));
        let first = Arc::new(first);
        let accept = move || {
            while is_called(&listener, &first) {
                let Ok((caller, _)) = listener.accept() else { continue };
                let (inside, first) = (inside.clone(), first.clone());
                thread::spawn(move || {
                    // A caller that cannot be served sees the connection close.
                    if let Ok(bot) = inside.connect(number, &first) {
                        exchange(caller, bot);
                    }
                });
            }
        };
        thread::Builder::new().name("agon-debug-port".into()).spawn(accept)?;
        Ok(())
    }
}

/// Waits for a caller; `false` if the program has ended.
fn is_called(listener: &TcpListener, first: &OwnedFd) -> bool {
    let mut events = [PollFd::new(first, PollFlags::IN), PollFd::new(listener, PollFlags::IN)];
    loop {
        match poll(&mut events, None) {
            Ok(_) => return events[0].revents().is_empty(),
            Err(Errno::INTR) => {}
            Err(_) => return false,
        }
    }
}

/// Copies bytes in both directions until both sides are silent.
fn exchange(caller: TcpStream, bot: TcpStream) {
    let copy = |mut from: TcpStream, mut to: TcpStream| {
        let _ = io::copy(&mut from, &mut to);
        let _ = to.shutdown(Shutdown::Write);
    };
    let (Ok(caller_too), Ok(bot_too)) = (caller.try_clone(), bot.try_clone()) else { return };
    for end in [&caller, &bot] {
        // Debuggers exchange many short messages.
        let _ = end.set_nodelay(true);
    }
    let back = thread::spawn(move || copy(bot_too, caller_too));
    copy(caller, bot);
    let _ = back.join();
}

/// The engine's ends of the two pipes that serve a debugger as its terminal.
#[derive(Debug)]
pub struct Terminal {
    /// What is written here is what the debugger reads.
    pub input: OwnedFd,
    /// What the debugger prints.
    pub output: OwnedFd,
}

/// The program's ends of the same pipes.
pub(crate) struct TheirTerminal {
    input: OwnedFd,
    output: OwnedFd,
}

impl Terminal {
    pub(crate) fn open() -> io::Result<(Terminal, TheirTerminal)> {
        let (their_input, input) = pipe_with(PipeFlags::CLOEXEC)?;
        let (output, their_output) = pipe_with(PipeFlags::CLOEXEC)?;
        let theirs = TheirTerminal { input: their_input, output: their_output };
        Ok((Terminal { input, output }, theirs))
    }
}

impl TheirTerminal {
    /// The same job with the variable that names the files.
    pub fn announced_in(&self, job: &Job) -> Job {
        let numbers = format!("{},{}", self.input.as_raw_fd(), self.output.as_raw_fd());
        let mut job = job.clone();
        job.env.push((TERMINAL_VARIABLE.into(), numbers.into()));
        job
    }

    pub fn into_files(self) -> Vec<OwnedFd> {
        vec![self.input, self.output]
    }
}
