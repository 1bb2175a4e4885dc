//! The state that all connections share: clients that have joined, the game's log.

use crate::outbox::Outbox;
use crate::sexpr::quoted;
use agon_timetravel::Call;
use std::net::{Shutdown, TcpStream};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// The number of the only game: the first one of the contest's server.
pub const GAME_NUMBER: u32 = 0;
/// Orders that may wait for execution; a client that sends more is blocked.
const MAX_WAITING_ORDERS: usize = 1024;

/// A message of a client in its turn.
#[derive(Debug)]
pub enum Said {
    /// An order, and the name of its message.
    Order(Call, String),
    /// It asks for the current status.
    Status,
    /// Its turn is over.
    End,
    /// It leaves the game, or its connection is gone.
    Left,
}

/// A client that has joined the game.
pub struct Guest {
    /// The name of its login.
    pub name: String,
    outbox: Arc<Outbox>,
    said: SyncSender<Said>,
    turn: Mutex<bool>,
    status: Mutex<String>,
}

impl Guest {
    /// A client, and the receiver of its messages.
    pub fn new(name: String, outbox: Arc<Outbox>) -> (Arc<Guest>, Receiver<Said>) {
        let (said, hear) = sync_channel(MAX_WAITING_ORDERS);
        let (turn, status) = (Mutex::new(false), Mutex::default());
        (Arc::new(Guest { name, outbox, said, turn, status }), hear)
    }

    /// Sends an expression. A client that does not read is disconnected; its seat notices that when it
    /// waits for the next message.
    pub fn tell(&self, text: &str) {
        self.outbox.tell(text);
    }

    /// Waits until the client has read most of what it was sent.
    pub fn wait_for_room(&self) {
        self.outbox.wait_for_room();
    }

    /// Waits until everything is sent, at most this long, and closes the connection.
    pub fn finish(&self, patience: Duration) {
        self.outbox.finish(patience);
    }

    /// Sends a status with its animations, and keeps the status for later requests.
    pub fn tell_status(&self, status: &str, animations: &str) {
        *lock(&self.status) = status.to_owned();
        self.tell(status);
        self.tell(animations);
    }

    /// The last status that was sent; empty before the game.
    pub fn last_status(&self) -> String {
        lock(&self.status).clone()
    }

    /// Sets whether it is on turn.
    pub fn set_turn(&self, is_on_turn: bool) {
        *lock(&self.turn) = is_on_turn;
    }

    /// Passes a message on if the client is on turn. `End` ends the turn here, so that later messages do not
    /// count for the next turn.
    pub fn say(&self, said: Said) -> bool {
        let is_last = matches!(said, Said::End);
        let mut turn = lock(&self.turn);
        if !*turn {
            return false;
        }
        *turn = !is_last;
        drop(turn);
        // The receiver is gone when the match is over.
        let _ = self.said.send(said);
        true
    }

    /// Reports that it has left, on turn or not.
    pub fn leave(&self) {
        let _ = self.said.send(Said::Left);
    }

    /// Ends the thread that sends, without closing the connection: the client has not joined.
    pub fn forget(&self) {
        self.outbox.forget();
    }

    /// Closes the connection.
    pub fn hang_up(&self) {
        self.outbox.hang_up();
    }
}

/// The state that all connections share.
#[derive(Default)]
pub struct Hall {
    state: Mutex<State>,
    changed: Condvar,
}

/// The state of the only game.
#[derive(Default)]
struct State {
    /// The names of players without a connection, by seat; `None` where a client plays.
    seats: Vec<Option<String>>,
    guests: Vec<Arc<Guest>>,
    /// The receivers of the guests' messages, until a seat takes them.
    waiting: Vec<Option<Receiver<Said>>>,
    has_started: bool,
    is_over: bool,
    log: Option<String>,
    is_closed: bool,
    /// The connections, the oldest first.
    connections: Vec<Connection>,
}

/// An open connection.
struct Connection {
    number: u64,
    stream: TcpStream,
    has_joined: bool,
}

impl Hall {
    /// A hall for a game with these seats.
    pub fn new(seats: Vec<Option<String>>) -> Hall {
        let state = State { seats, ..State::default() };
        Hall { state: Mutex::new(state), changed: Condvar::new() }
    }

    /// Lets a client join and sends the names of all players to all clients. An error with the reason if all
    /// seats are taken.
    pub fn join(
        &self,
        connection: u64,
        guest: Arc<Guest>,
        hear: Receiver<Said>,
    ) -> Result<(), &'static str> {
        let mut state = lock(&self.state);
        if state.guests.len() >= state.seats.iter().filter(|seat| seat.is_none()).count() {
            return Err("the game is full");
        }
        state.connections.iter_mut().for_each(|c| c.has_joined |= c.number == connection);
        state.guests.push(guest);
        state.waiting.push(Some(hear));
        let names = state.names();
        let names: Vec<String> = names.iter().map(|name| quoted(name)).collect();
        for (guest, seat) in state.guests.iter().zip(state.free_seats()) {
            guest.tell(&format!("(\"ident\" ({}) () {seat})", names.join(" ")));
        }
        self.changed.notify_all();
        Ok(())
    }

    /// Waits for the next client that no seat has taken.
    pub fn next_guest(&self, patience: Duration) -> Option<(Arc<Guest>, Receiver<Said>)> {
        let deadline = Instant::now() + patience;
        let mut state = lock(&self.state);
        loop {
            let free = state.waiting.iter().position(Option::is_some);
            if let Some(at) = free {
                return Some((state.guests[at].clone(), state.waiting[at].take()?));
            }
            let left = deadline.checked_duration_since(Instant::now())?;
            let woken = self.changed.wait_timeout(state, left);
            state = woken.unwrap_or_else(PoisonError::into_inner).0;
        }
    }

    /// Handles a client's request to start; the game starts by itself when all clients have joined.
    pub fn start(&self) -> Result<(), &'static str> {
        let mut state = lock(&self.state);
        if state.guests.len() < state.seats.iter().filter(|seat| seat.is_none()).count() {
            return Err("Game is not full");
        }
        if std::mem::replace(&mut state.has_started, true) {
            return Err("already begun");
        }
        Ok(())
    }

    /// Sends an expression to all clients.
    pub fn tell_all(&self, text: &str) {
        lock(&self.state).guests.iter().for_each(|guest| guest.tell(text));
    }

    /// Sends a chat to all clients that are not far behind with reading.
    pub fn chat(&self, text: &str) {
        lock(&self.state).guests.iter().for_each(|guest| guest.outbox.offer(text));
    }

    /// The names of the clients that have joined, and how many the game needs.
    pub fn clients(&self) -> (Vec<String>, usize) {
        let state = lock(&self.state);
        let names = state.guests.iter().map(|guest| guest.name.clone()).collect();
        (names, state.seats.iter().filter(|seat| seat.is_none()).count())
    }

    /// The name of the player on a seat.
    pub fn name_of(&self, seat: usize) -> String {
        lock(&self.state).names().get(seat).cloned().unwrap_or_default()
    }

    /// Ends the game: keeps its log and notifies all clients, once.
    pub fn finish(&self, log: Option<String>, text: &str) {
        let mut state = lock(&self.state);
        let was_over = std::mem::replace(&mut state.is_over, true);
        state.log = log.or(state.log.take());
        drop(state);
        if !was_over {
            self.tell_all(text);
        }
    }

    /// The log of the finished game.
    pub fn log(&self) -> Option<String> {
        lock(&self.state).log.clone()
    }

    /// Adds a connection. If there are too many, the oldest that has not joined is closed.
    pub fn admit(&self, number: u64, stream: TcpStream, most: usize) {
        let mut state = lock(&self.state);
        if state.connections.len() >= most
            && let Some(oldest) = state.connections.iter().position(|c| !c.has_joined)
        {
            let _ = state.connections.remove(oldest).stream.shutdown(Shutdown::Both);
        }
        state.connections.push(Connection { number, stream, has_joined: false });
    }

    /// Removes a closed connection.
    pub fn dismiss(&self, number: u64) {
        lock(&self.state).connections.retain(|connection| connection.number != number);
        self.changed.notify_all();
    }

    /// Waits until the players' connections are closed, at most this long.
    pub fn wait_until_empty(&self, patience: Duration) {
        let state = lock(&self.state);
        let is_busy = |state: &mut State| state.connections.iter().any(|c| c.has_joined);
        drop(self.changed.wait_timeout_while(state, patience, is_busy));
    }

    /// Refuses new clients and closes all connections.
    pub fn close(&self) {
        let mut state = lock(&self.state);
        state.is_closed = true;
        state.guests.iter().for_each(|guest| guest.hang_up());
        for connection in &state.connections {
            let _ = connection.stream.shutdown(Shutdown::Both);
        }
    }

    /// Whether new clients are refused.
    pub fn is_closed(&self) -> bool {
        lock(&self.state).is_closed
    }
}

impl State {
    /// The seats of clients, in order.
    fn free_seats(&self) -> impl Iterator<Item = usize> {
        let free = |(seat, name): (usize, &Option<String>)| name.is_none().then_some(seat);
        self.seats.iter().enumerate().filter_map(free)
    }

    /// The names of the players so far, by seat.
    fn names(&self) -> Vec<String> {
        let mut guests = self.guests.iter().map(|guest| guest.name.clone());
        self.seats.iter().map_while(|seat| seat.clone().or_else(|| guests.next())).collect()
    }
}

/// Locks a mutex, even if a thread has panicked while holding it.
pub fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
