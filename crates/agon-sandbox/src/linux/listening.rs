//! Waiting for a program's answer.

use rustix::event::{Timespec, epoll};
use rustix::fd::OwnedFd;
use rustix::io::Errno;
use std::mem::MaybeUninit;
use std::time::Duration;

const OUTPUT: u64 = 1;
const LOG: u64 = 2;

/// A program's output and standard error, registered with the kernel once. That makes an exchange 0.2 us
/// cheaper than a `poll` that names both each time (3.4 us for 1,645 bytes between two processes on a core).
#[derive(Debug)]
pub(crate) struct Listening {
    epoll: OwnedFd,
}

impl Listening {
    pub fn to(output: &OwnedFd, log: &OwnedFd) -> Result<Listening, Errno> {
        let epoll = epoll::create(epoll::CreateFlags::CLOEXEC)?;
        for (end, name) in [(output, OUTPUT), (log, LOG)] {
            epoll::add(&epoll, end, epoll::EventData::new_u64(name), epoll::EventFlags::IN)?;
        }
        Ok(Listening { epoll })
    }

    /// Waits until there is output or error output; `None` if that must be asked in another way.
    pub fn wait(&self, left: Option<Duration>) -> Result<Option<(bool, bool)>, Errno> {
        // A timeout that exceeds the kernel's range counts as no timeout.
        let left = left.and_then(|left| Timespec::try_from(left).ok());
        let mut events = [MaybeUninit::uninit(); 2];
        let (events, _) = match epoll::wait(&self.epoll, &mut events[..], left.as_ref()) {
            Err(Errno::INTR) => return Ok(Some((false, false))),
            // The timeout does not fit into milliseconds.
            Err(Errno::INVAL) => return Ok(None),
            waited => waited?,
        };
        let has = |name| events.iter().any(|event| event.data.u64() == name);
        Ok(Some((has(OUTPUT), has(LOG))))
    }

    /// One of the two ends is about to be closed. A process that is just starting may still have it, and then
    /// the kernel would go on reporting it.
    pub fn leave(&self, end: &OwnedFd) {
        let _ = epoll::delete(&self.epoll, end);
    }
}
