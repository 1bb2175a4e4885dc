//! A program's pipes on systems that cannot wait for several pipes at once: a thread reads or writes each.
//!
//! The threads end with the program, which closes its ends, or when a pipe fails.

use crate::system::{PipeEnds, PipeFault, Stream};
use crate::wire::READ_BYTES;
use std::io::{self, Read, Write};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// Bytes of each stream that are buffered; the thread then waits until they are taken.
const BUFFER_BYTES: usize = 1 << 20;
/// Bytes of input that wait for the program.
const INPUT_BYTES: usize = 64 << 10;

/// How long the threads may take to read what a program that has ended wrote.
const SETTLE_TIMEOUT: Duration = Duration::from_secs(1);

/// The three pipes.
#[derive(Debug)]
pub(crate) struct ThreadPipes(Arc<Shared>);

#[derive(Debug)]
struct Shared {
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Debug, Default)]
struct State {
    input: Vec<u8>,
    /// No more input comes.
    is_input_closed: bool,
    /// The writing thread has ended.
    input_fault: Option<PipeFault>,
    output: Buffer,
    error: Buffer,
    /// The engine has dropped its ends.
    is_dropped: bool,
}

/// What a thread has read of a stream.
#[derive(Debug, Default)]
struct Buffer {
    bytes: Vec<u8>,
    has_ended: bool,
    /// The engine wants no more; bytes are thrown away.
    is_closed: bool,
    fault: Option<i32>,
}

impl Buffer {
    fn is_ready(&self) -> bool {
        !self.is_closed && (!self.bytes.is_empty() || self.has_ended)
    }
}

impl State {
    fn buffer(&mut self, stream: Stream) -> &mut Buffer {
        match stream {
            Stream::Output => &mut self.output,
            Stream::Error => &mut self.error,
        }
    }
}

impl ThreadPipes {
    /// Starts three threads for three pipe ends.
    pub fn new(
        stdin: impl Write + Send + 'static,
        stdout: impl Read + Send + 'static,
        stderr: impl Read + Send + 'static,
    ) -> io::Result<Self> {
        let shared =
            Arc::new(Shared { state: Mutex::new(State::default()), changed: Condvar::new() });
        let start = |name: &str, work: Box<dyn FnOnce(&Shared) + Send>| {
            let shared = shared.clone();
            let thread = thread::Builder::new().name(format!("agon-{name}"));
            thread.spawn(move || work(&shared)).map(drop)
        };
        start("stdin", Box::new(|shared| shared.feed(stdin)))?;
        start("stdout", Box::new(|shared| shared.drain(stdout, Stream::Output)))?;
        start("stderr", Box::new(|shared| shared.drain(stderr, Stream::Error)))?;
        Ok(Self(shared))
    }
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits until something has changed.
    fn sleep<'a>(&self, state: MutexGuard<'a, State>) -> MutexGuard<'a, State> {
        self.changed.wait(state).unwrap_or_else(PoisonError::into_inner)
    }

    /// Writes what is sent until the input is closed.
    fn feed(&self, mut stdin: impl Write) {
        loop {
            let mut state = self.lock();
            while state.input.is_empty() && !state.is_input_closed && !state.is_dropped {
                state = self.sleep(state);
            }
            if state.input.is_empty() || state.is_dropped {
                state.input_fault.get_or_insert(PipeFault::Closed);
                return;
            }
            let bytes = std::mem::take(&mut state.input);
            drop(state);
            self.changed.notify_all();
            if let Err(error) = stdin.write_all(&bytes).and_then(|()| stdin.flush()) {
                let is_closed = error.kind() == io::ErrorKind::BrokenPipe;
                let number = error.raw_os_error().filter(|_| !is_closed);
                self.lock().input_fault = Some(number.map_or(PipeFault::Closed, PipeFault::System));
                self.changed.notify_all();
                return;
            }
        }
    }

    /// Reads a stream until its end.
    fn drain(&self, mut from: impl Read, stream: Stream) {
        let mut bytes = vec![0; READ_BYTES];
        loop {
            let read = from.read(&mut bytes);
            let mut state = self.lock();
            let buffer = state.buffer(stream);
            match read {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Ok(length @ 1..) if !buffer.is_closed => buffer.bytes.extend(&bytes[..length]),
                Ok(1..) => {}
                Ok(0) => buffer.has_ended = true,
                Err(error) => {
                    // A program that is killed breaks its pipes; that is their end.
                    let number = error.raw_os_error();
                    buffer.fault = number.filter(|_| error.kind() != io::ErrorKind::BrokenPipe);
                    buffer.has_ended = true;
                }
            }
            let has_ended = buffer.has_ended;
            self.changed.notify_all();
            while state.buffer(stream).bytes.len() >= BUFFER_BYTES && !state.is_dropped {
                state = self.sleep(state);
            }
            if has_ended || state.is_dropped {
                return;
            }
        }
    }
}

impl PipeEnds for ThreadPipes {
    fn write(&mut self, bytes: &[u8]) -> Result<usize, PipeFault> {
        let mut state = self.0.lock();
        if let Some(fault) = state.input_fault {
            return Err(fault);
        }
        let room = INPUT_BYTES - state.input.len();
        let part = &bytes[..bytes.len().min(room)];
        if part.is_empty() {
            return Err(PipeFault::NotNow);
        }
        state.input.extend(part);
        drop(state);
        self.0.changed.notify_all();
        Ok(part.len())
    }

    fn wait(
        &mut self,
        for_input: bool,
        for_output: bool,
        left: Option<Duration>,
    ) -> Result<(bool, bool), PipeFault> {
        // A moment that no clock can name counts as no deadline.
        let deadline = left.and_then(|left| Instant::now().checked_add(left));
        let mut state = self.0.lock();
        loop {
            let has_output = for_output && state.output.is_ready();
            let has_error = state.error.is_ready();
            let has_room = state.input.len() < INPUT_BYTES || state.input_fault.is_some();
            if has_output || has_error || (for_input && has_room) {
                return Ok((has_output, has_error));
            }
            let left = deadline.map(|end| end.saturating_duration_since(Instant::now()));
            state = match left {
                Some(Duration::ZERO) => return Ok((false, false)),
                None => self.0.sleep(state),
                Some(left) => {
                    let woken = self.0.changed.wait_timeout(state, left);
                    woken.unwrap_or_else(PoisonError::into_inner).0
                }
            };
        }
    }

    fn read(&mut self, stream: Stream, into: &mut Vec<u8>) -> Result<bool, PipeFault> {
        let mut state = self.0.lock();
        let buffer = state.buffer(stream);
        if buffer.is_closed {
            return Ok(false);
        }
        if !buffer.bytes.is_empty() {
            into.append(&mut buffer.bytes);
            drop(state);
            self.0.changed.notify_all();
            return Ok(true);
        }
        let (has_ended, fault) = (buffer.has_ended, buffer.fault);
        // Its end was told; from now on it is not ready again.
        buffer.is_closed = has_ended;
        match (fault, has_ended) {
            (Some(error), _) => Err(PipeFault::System(error)),
            (None, true) => Ok(false),
            (None, false) => Err(PipeFault::NotNow),
        }
    }

    fn close_input(&mut self) {
        self.0.lock().is_input_closed = true;
        self.0.changed.notify_all();
    }

    fn settle(&mut self) {
        let deadline = Instant::now() + SETTLE_TIMEOUT;
        let is_settled = |buffer: &Buffer| {
            buffer.has_ended || buffer.is_closed || buffer.bytes.len() >= BUFFER_BYTES
        };
        let mut state = self.0.lock();
        while !is_settled(&state.output) || !is_settled(&state.error) {
            let left = deadline.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return;
            }
            let woken = self.0.changed.wait_timeout(state, left);
            state = woken.unwrap_or_else(PoisonError::into_inner).0;
        }
    }

    fn close(&mut self, stream: Stream) {
        let mut state = self.0.lock();
        let buffer = state.buffer(stream);
        buffer.is_closed = true;
        buffer.bytes = Vec::new();
        drop(state);
        self.0.changed.notify_all();
    }
}

impl Drop for ThreadPipes {
    fn drop(&mut self) {
        self.0.lock().is_dropped = true;
        self.0.changed.notify_all();
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use std::process::{Child, Command, Stdio};

    fn pipes(script: &str) -> (Child, ThreadPipes) {
        let mut command = Command::new("/bin/sh");
        command.args(["-c", script]);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        let (stdin, stdout) = (child.stdin.take().unwrap(), child.stdout.take().unwrap());
        let pipes = ThreadPipes::new(stdin, stdout, child.stderr.take().unwrap()).unwrap();
        (child, pipes)
    }

    /// Everything that a program writes to one stream until its end.
    fn whole(pipes: &mut ThreadPipes, stream: Stream) -> Vec<u8> {
        let mut bytes = Vec::new();
        loop {
            match pipes.read(stream, &mut bytes) {
                Ok(true) => {}
                Ok(false) => return bytes,
                Err(PipeFault::NotNow) => drop(pipes.wait(false, true, None).unwrap()),
                Err(fault) => panic!("{fault:?}"),
            }
        }
    }

    #[test]
    fn messages_go_both_ways_until_the_input_is_closed() {
        let (mut child, mut pipes) = pipes("cat; echo bye >&2");
        assert_eq!(pipes.write(b"hello "), Ok(6));
        assert_eq!(pipes.write(b"world"), Ok(5));
        pipes.close_input();
        assert_eq!(whole(&mut pipes, Stream::Output), b"hello world");
        assert_eq!(whole(&mut pipes, Stream::Error), b"bye\n");
        assert!(child.wait().unwrap().success());
        pipes.settle();
        assert_eq!(pipes.wait(false, true, Some(Duration::ZERO)), Ok((false, false)));
    }

    #[test]
    fn a_program_that_does_not_read_fills_its_pipe() {
        let (mut child, mut pipes) = pipes("exec sleep 1000");
        let (block, mut sent) = (vec![b'x'; 32 << 10], 0);
        let full = loop {
            match pipes.write(&block) {
                Ok(length) => sent += length,
                Err(PipeFault::NotNow) => {
                    let left = Some(Duration::from_millis(200));
                    let before = Instant::now();
                    pipes.wait(true, true, left).unwrap();
                    if before.elapsed() >= Duration::from_millis(200) {
                        break pipes.write(&block);
                    }
                }
                Err(fault) => panic!("{fault:?}"),
            }
            assert!(sent < 64 << 20, "the pipe has no end");
        };
        assert_eq!(full, Err(PipeFault::NotNow));
        child.kill().unwrap();
        child.wait().unwrap();
        while pipes.write(b"more") != Err(PipeFault::Closed) {
            pipes.wait(true, false, None).unwrap();
        }
    }

    #[test]
    fn a_flood_waits_in_the_pipe_until_it_is_read() {
        let (mut child, mut pipes) =
            pipes("head -c 5000000 /dev/zero; head -c 3000000 /dev/zero >&2");
        let mut bytes = Vec::new();
        while bytes.len() < 5_000_000 {
            match pipes.read(Stream::Output, &mut bytes) {
                Err(PipeFault::NotNow) => drop(pipes.wait(false, true, None).unwrap()),
                read => assert_eq!(read, Ok(true)),
            }
        }
        pipes.wait(false, false, None).unwrap();
        pipes.close(Stream::Error);
        assert_eq!(whole(&mut pipes, Stream::Error), b"", "a closed stream has ended");
        assert!(child.wait().unwrap().success(), "what is thrown away does not block the program");
    }
}
