//! Connects the port of a debugger with the same one in the network of a jail.

use super::inside::Inside;
use crate::debug::DebugPort;
use rustix::event::{PollFd, PollFlags, poll};
use rustix::fd::OwnedFd;
use rustix::io::Errno;
use std::io;
use std::net::{Shutdown, TcpListener, TcpStream};
use std::sync::Arc;
use std::thread;

impl DebugPort {
    /// Connects the port with the same one in a jail until the jail's first process has ended.
    pub(crate) fn forward(&self, inside: Inside, first: OwnedFd) -> io::Result<()> {
        let Some(listener) = self.listener.clone() else { return Ok(()) };
        let (number, inside) = (self.number(), Arc::new(inside));
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
