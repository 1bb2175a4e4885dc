//! Waiting for a program's answer.

use rustix::event::{Timespec, epoll};
use rustix::fd::OwnedFd;
use rustix::io::Errno;
use std::mem::MaybeUninit;
use std::time::Duration;

const OUTPUT: u64 = 1;
const LOG: u64 = 2;
const END: u64 = 3;

/// A program's output and standard error, registered with the kernel once. That makes an exchange 0.2 us
/// cheaper than a `poll` that names both each time (3.4 us for 1,645 bytes between two processes on a core).
#[derive(Debug)]
pub(crate) struct Listening {
    epoll: OwnedFd,
    /// The program's process. When it has ended nothing more is read, even if a process that it started
    /// still has its pipes.
    process: Option<OwnedFd>,
    has_ended: bool,
}

impl Listening {
    pub fn to(
        output: &OwnedFd,
        log: &OwnedFd,
        process: Option<OwnedFd>,
    ) -> Result<Listening, Errno> {
        let epoll = epoll::create(epoll::CreateFlags::CLOEXEC)?;
        let ends = [(Some(output), OUTPUT), (Some(log), LOG), (process.as_ref(), END)];
        for (end, name) in ends.into_iter().filter_map(|(end, name)| Some((end?, name))) {
            epoll::add(&epoll, end, epoll::EventData::new_u64(name), epoll::EventFlags::IN)?;
        }
        Ok(Listening { epoll, process, has_ended: false })
    }

    /// The process whose end is expected.
    pub fn process(&self) -> Option<&OwnedFd> {
        self.process.as_ref()
    }

    /// Whether the end was seen while waiting: what the program wrote is in its pipes.
    pub fn has_ended(&self) -> bool {
        self.has_ended
    }

    /// Waits until there is output, which the end counts as, or error output; `None` if that must be asked in
    /// another way.
    pub fn wait(&mut self, left: Option<Duration>) -> Result<Option<(bool, bool)>, Errno> {
        // A timeout that exceeds the kernel's range counts as no timeout.
        let left = left.and_then(|left| Timespec::try_from(left).ok());
        let mut events = [MaybeUninit::uninit(); 3];
        let (events, _) = match epoll::wait(&self.epoll, &mut events[..], left.as_ref()) {
            Err(Errno::INTR) => return Ok(Some((false, false))),
            // The timeout does not fit into milliseconds.
            Err(Errno::INVAL) => return Ok(None),
            waited => waited?,
        };
        let has = |name| events.iter().any(|event| event.data.u64() == name);
        self.has_ended |= has(END);
        Ok(Some((has(OUTPUT) || self.has_ended, has(LOG))))
    }

    /// One of the two ends is about to be closed. A process that is just starting may still have it, and then
    /// the kernel would go on reporting it.
    pub fn leave(&self, end: &OwnedFd) {
        let _ = epoll::delete(&self.epoll, end);
    }
}
