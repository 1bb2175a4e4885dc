//! Process handles (pidfds): unlike a process id, a handle is never reused for another process.

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::fd::OwnedFd;
use rustix::io::Errno;
use std::time::Instant;

/// Whether a process has ended.
pub(crate) fn has_ended(process: &OwnedFd) -> bool {
    wait_for(process, Some(Instant::now()))
}

/// Waits for the end of a process; `false` if the deadline passed first.
pub(crate) fn wait_for(process: &OwnedFd, deadline: Option<Instant>) -> bool {
    loop {
        let left = deadline.map(|end| end.saturating_duration_since(Instant::now()));
        let limit = left.and_then(|left| Timespec::try_from(left).ok());
        match poll(&mut [PollFd::new(process, PollFlags::IN)], limit.as_ref()) {
            Ok(0) if left.is_some() => return false,
            Ok(0) | Err(Errno::INTR) => {}
            // A handle that cannot be polled refers to no process.
            Ok(_) | Err(_) => return true,
        }
    }
}
