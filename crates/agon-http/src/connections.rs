//! The open connections, and which of them is closed to make room.

use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use tokio::task::AbortHandle;
use tokio::time::Instant;

/// The open connections.
pub(crate) struct Connections {
    most: usize,
    open: Mutex<BTreeMap<u64, Connection>>,
}

struct Connection {
    /// When it was accepted, or when its last request began.
    last: Instant,
    task: AbortHandle,
}

impl Connections {
    pub fn new(most: usize) -> Connections {
        Connections { most: most.max(1), open: Mutex::default() }
    }

    fn open(&self) -> MutexGuard<'_, BTreeMap<u64, Connection>> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Closes connections until there is room for one more.
    pub fn make_room(&self) {
        let mut open = self.open();
        while open.len() >= self.most {
            let Some(oldest) = open.iter().min_by_key(|(_, one)| one.last).map(|(id, _)| *id)
            else {
                return;
            };
            if let Some(connection) = open.remove(&oldest) {
                connection.task.abort();
            }
        }
    }

    /// Adds the connection that `spawn` starts. It cannot be removed before it was added.
    pub fn add(&self, id: u64, spawn: impl FnOnce() -> AbortHandle) {
        let mut open = self.open();
        open.insert(id, Connection { last: Instant::now(), task: spawn() });
    }

    /// A request of this connection begins.
    pub fn touch(&self, id: u64) {
        if let Some(connection) = self.open().get_mut(&id) {
            connection.last = Instant::now();
        }
    }

    pub fn remove(&self, id: u64) {
        self.open().remove(&id);
    }
}
