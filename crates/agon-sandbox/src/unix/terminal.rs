//! The two pipes that serve a debugger as its terminal; the program inherits its ends.

use crate::debug::{TERMINAL_VARIABLE, Terminal};
use crate::job::Job;
use rustix::fd::{AsRawFd, OwnedFd};
use std::io;

/// The program's ends of the same pipes.
pub(crate) struct TheirTerminal {
    input: OwnedFd,
    output: OwnedFd,
}

impl Terminal {
    pub(crate) fn open() -> io::Result<(Terminal, TheirTerminal)> {
        let (their_input, input) = io::pipe()?;
        let (output, their_output) = io::pipe()?;
        let theirs = TheirTerminal { input: their_input.into(), output: their_output.into() };
        let (input, output) = (OwnedFd::from(input).into(), OwnedFd::from(output).into());
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
