//! Messages on their way to a client. A thread of their own sends them, so that the match never waits for a
//! client that reads slowly or not at all.

use crate::frame;
use crate::hall::lock;
use std::collections::VecDeque;
use std::io;
use std::net::{Shutdown, TcpStream};
use std::sync::{Arc, Condvar, Mutex};
use std::thread;
use std::time::Duration;

/// A client with more unread bytes than this is disconnected.
const MAX_UNREAD_BYTES: usize = 16 << 20;
/// A client with more unread bytes than this is not listened to, and gets no chat of others.
const MANY_UNREAD_BYTES: usize = 256 << 10;

/// The messages that a client has not received yet.
pub struct Outbox {
    stream: TcpStream,
    queue: Mutex<Queue>,
    changed: Condvar,
}

#[derive(Default)]
struct Queue {
    texts: VecDeque<String>,
    /// Bytes of the texts, including the one that is being sent.
    bytes: usize,
    is_closed: bool,
}

impl Outbox {
    /// Starts the thread that sends to this connection. Its write time-out disconnects a client that does not
    /// read.
    pub fn open(stream: TcpStream) -> io::Result<Arc<Outbox>> {
        let mut to = stream.try_clone()?;
        let outbox = Arc::new(Outbox { stream, queue: Mutex::default(), changed: Condvar::new() });
        let shared = Arc::clone(&outbox);
        thread::Builder::new().spawn(move || {
            while let Some(text) = shared.next() {
                if frame::send(&mut to, &text).is_err() {
                    shared.hang_up();
                }
                lock(&shared.queue).bytes -= text.len();
                shared.changed.notify_all();
            }
        })?;
        Ok(outbox)
    }

    fn next(&self) -> Option<String> {
        let queue = lock(&self.queue);
        let is_idle = |queue: &mut Queue| queue.texts.is_empty() && !queue.is_closed;
        let queue = self.changed.wait_while(queue, is_idle);
        queue.unwrap_or_else(std::sync::PoisonError::into_inner).texts.pop_front()
    }

    /// Sends a text, after those before it. A client that has not read far too much is disconnected.
    pub fn tell(&self, text: &str) {
        if self.push(text, MAX_UNREAD_BYTES) {
            return;
        }
        self.hang_up();
    }

    /// Sends a text unless the client has many to read.
    pub fn offer(&self, text: &str) {
        self.push(text, MANY_UNREAD_BYTES);
    }

    fn push(&self, text: &str, most: usize) -> bool {
        let mut queue = lock(&self.queue);
        let has_room = queue.bytes <= most && !queue.is_closed;
        if has_room {
            queue.bytes += text.len();
            queue.texts.push_back(text.to_owned());
            self.changed.notify_all();
        }
        has_room
    }

    /// Waits until the client has read most of what it was sent. Its own messages wait meanwhile.
    pub fn wait_for_room(&self) {
        let is_full = |queue: &mut Queue| queue.bytes > MANY_UNREAD_BYTES && !queue.is_closed;
        drop(self.changed.wait_while(lock(&self.queue), is_full));
    }

    /// Waits until everything is sent, at most this long, and closes the connection.
    pub fn finish(&self, patience: Duration) {
        let is_busy = |queue: &mut Queue| queue.bytes > 0 && !queue.is_closed;
        drop(self.changed.wait_timeout_while(lock(&self.queue), patience, is_busy));
        self.hang_up();
    }

    /// Closes the connection and forgets what was not sent.
    pub fn hang_up(&self) {
        self.forget();
        let _ = self.stream.shutdown(Shutdown::Both);
    }

    /// Forgets what was not sent and ends the thread.
    pub fn forget(&self) {
        let mut queue = lock(&self.queue);
        queue.is_closed = true;
        let forgotten: usize = queue.texts.drain(..).map(|text| text.len()).sum();
        queue.bytes -= forgotten;
        self.changed.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Read;
    use std::net::TcpListener;

    fn pair() -> (Arc<Outbox>, TcpStream) {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let client = TcpStream::connect(listener.local_addr().unwrap()).unwrap();
        let server = listener.accept().unwrap().0;
        server.set_write_timeout(Some(Duration::from_secs(60))).unwrap();
        (Outbox::open(server).unwrap(), client)
    }

    /// The caller never waits for the client, and a client that reads nothing is disconnected.
    #[test]
    fn a_client_that_does_not_read_is_disconnected_without_waiting() {
        let (outbox, mut client) = pair();
        let text = "x".repeat(1 << 20);
        while !lock(&outbox.queue).is_closed {
            outbox.tell(&text);
        }
        let mut rest = Vec::new();
        let _ = client.read_to_end(&mut rest);
        assert!(rest.len() < MAX_UNREAD_BYTES, "the rest was forgotten");
    }

    #[test]
    fn chats_are_dropped_and_messages_are_kept_for_a_slow_client() {
        let (outbox, mut client) = pair();
        let chat = "c".repeat(100 << 10);
        for _ in 0..200 {
            outbox.offer(&chat);
        }
        outbox.tell("last");
        // The bytes are counted until they are sent, so that the queue stays small.
        let reading = thread::spawn(move || {
            let mut all = Vec::new();
            client.read_to_end(&mut all).unwrap();
            all
        });
        outbox.wait_for_room();
        outbox.finish(Duration::from_secs(60));
        assert!(reading.join().unwrap().ends_with(b"last"));
    }
}
