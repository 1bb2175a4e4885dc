//! The engine's ends of a program's pipes, all non-blocking.

use crate::back_end::Listening;
use crate::system::{PipeEnds, PipeFault, Stream};
use rustix::buffer::spare_capacity;
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::fd::OwnedFd;
use rustix::io::Errno;
use std::time::Duration;

/// The three pipes; `None` after the end.
#[derive(Debug)]
pub(crate) struct Pipes {
    stdin: Option<OwnedFd>,
    stdout: Option<OwnedFd>,
    stderr: Option<OwnedFd>,
    listening: Listening,
}

impl Pipes {
    /// Takes over three pipe ends and makes them non-blocking. With a handle of the program's process its end
    /// is that of the pipes.
    pub fn new(
        stdin: OwnedFd,
        stdout: OwnedFd,
        stderr: OwnedFd,
        process: Option<OwnedFd>,
    ) -> Result<Self, Errno> {
        for end in [&stdin, &stdout, &stderr] {
            rustix::io::ioctl_fionbio(end, true)?;
        }
        let listening = Listening::to(&stdout, &stderr, process)?;
        Ok(Self { stdin: Some(stdin), stdout: Some(stdout), stderr: Some(stderr), listening })
    }
}

impl PipeEnds for Pipes {
    fn write(&mut self, bytes: &[u8]) -> Result<usize, PipeFault> {
        let stdin = self.stdin.as_ref().ok_or(PipeFault::Closed)?;
        loop {
            match rustix::io::write(stdin, bytes) {
                Err(Errno::INTR) => {}
                Err(Errno::AGAIN) => return Err(PipeFault::NotNow),
                Err(Errno::PIPE) => return Err(PipeFault::Closed),
                written => return written.map_err(system),
            }
        }
    }

    fn wait(
        &mut self,
        for_input: bool,
        for_output: bool,
        left: Option<Duration>,
    ) -> Result<(bool, bool), PipeFault> {
        if for_output
            && !for_input
            && let Some(has) = self.listening.wait(left).map_err(system)?
        {
            return Ok(has);
        }
        let stdout = self.stdout.as_ref().filter(|_| for_output);
        let stdin = self.stdin.as_ref().filter(|_| for_input);
        let process = self.listening.process();
        let mut ends: arrayvec::ArrayVec<PollFd<'_>, 4> = arrayvec::ArrayVec::new();
        ends.extend(stdout.map(|end| PollFd::new(end, PollFlags::IN)));
        ends.extend(self.stderr.as_ref().map(|end| PollFd::new(end, PollFlags::IN)));
        ends.extend(stdin.map(|end| PollFd::new(end, PollFlags::OUT)));
        ends.extend(process.map(|process| PollFd::new(process, PollFlags::IN)));
        // A timeout that exceeds the kernel's range counts as no timeout.
        let left = left.and_then(|left| Timespec::try_from(left).ok());
        match poll(&mut ends, left.as_ref()) {
            Ok(_) | Err(Errno::INTR) => {}
            Err(error) => return Err(system(error)),
        }
        let mut ready = ends.iter().map(|end| !end.revents().is_empty());
        let has_output = stdout.is_some() && ready.next() == Some(true);
        let has_log = self.stderr.is_some() && ready.next() == Some(true);
        let has_room = stdin.is_some() && ready.next() == Some(true);
        if !has_output && !has_log && !has_room && ready.next() == Some(true) {
            return Err(PipeFault::Closed);
        }
        Ok((has_output, has_log))
    }

    fn read(&mut self, stream: Stream, into: &mut Vec<u8>) -> Result<bool, PipeFault> {
        let Some(pipe) = self.end(stream) else { return Ok(false) };
        match rustix::io::read(pipe, spare_capacity(into)) {
            Ok(0) => {
                self.close(stream);
                Ok(false)
            }
            Ok(_) => Ok(true),
            Err(Errno::AGAIN) if self.listening.has_ended() => {
                self.close(stream);
                Ok(false)
            }
            Err(Errno::AGAIN | Errno::INTR) => Err(PipeFault::NotNow),
            Err(error) => Err(system(error)),
        }
    }

    fn close_input(&mut self) {
        self.stdin = None;
    }

    fn close(&mut self, stream: Stream) {
        if let Some(end) = self.end(stream).take() {
            self.listening.leave(&end);
        }
    }
}

impl Pipes {
    fn end(&mut self, stream: Stream) -> &mut Option<OwnedFd> {
        match stream {
            Stream::Output => &mut self.stdout,
            Stream::Error => &mut self.stderr,
        }
    }
}

fn system(error: Errno) -> PipeFault {
    PipeFault::System(error.raw_os_error())
}
