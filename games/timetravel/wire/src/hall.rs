//! The hall where clients wait and play: who has joined, what everybody may ask for.

use crate::frame;
use crate::sexpr::quoted;
use agon_timetravel::Call;
use std::net::{Shutdown, TcpStream};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// The number of the only game.
pub const GAME_NUMBER: u32 = 1;
/// So many orders may wait until they are carried out; a client that says more has to wait.
const WAITING: usize = 1024;

/// Something a client has said in its turn.
#[derive(Debug)]
pub enum Said {
    /// An order, and the name it was given by.
    Order(Call, String),
    /// It asks for a fresh status.
    Status,
    /// Its turn is over.
    End,
    /// It leaves the game, or its connection is gone.
    Left,
}

/// A client that has joined the game.
pub struct Guest {
    /// The name it has logged in with.
    pub name: String,
    stream: Mutex<TcpStream>,
    said: SyncSender<Said>,
    turn: Mutex<bool>,
    status: Mutex<String>,
}

impl Guest {
    /// A client, and what it says in its turns.
    pub fn new(name: String, stream: TcpStream) -> (Arc<Guest>, Receiver<Said>) {
        let (said, hear) = sync_channel(WAITING);
        let (stream, turn) = (Mutex::new(stream), Mutex::new(false));
        (Arc::new(Guest { name, stream, said, turn, status: Mutex::default() }), hear)
    }

    /// Sends an expression. A client that does not read for a while is as good as gone, which shows
    /// when it is next listened to.
    pub fn tell(&self, text: &str) {
        let mut stream = lock(&self.stream);
        if frame::send(&mut *stream, text).is_err() {
            let _ = stream.shutdown(Shutdown::Both);
        }
    }

    /// Sends a status with what happened, and keeps it for when it is asked for again.
    pub fn tell_status(&self, status: &str, animations: &str) {
        *lock(&self.status) = status.to_owned();
        self.tell(status);
        self.tell(animations);
    }

    /// The status it was told last; empty before the game.
    pub fn last_status(&self) -> String {
        lock(&self.status).clone()
    }

    /// Whether it is on turn, from now on.
    pub fn set_turn(&self, is_on_turn: bool) {
        *lock(&self.turn) = is_on_turn;
    }

    /// Hands on what it has said, if it is on turn. The last word of a turn ends it here, so that
    /// nothing said after it is taken for the next turn.
    pub fn say(&self, said: Said) -> bool {
        let is_last = matches!(said, Said::End);
        let mut turn = lock(&self.turn);
        if !*turn {
            return false;
        }
        *turn = !is_last;
        drop(turn);
        // Nobody listens any more when the match is over.
        let _ = self.said.send(said);
        true
    }

    /// Hands on that it has left, on turn or not.
    pub fn leave(&self) {
        let _ = self.said.send(Said::Left);
    }

    /// Lets no more be said.
    pub fn hang_up(&self) {
        let _ = lock(&self.stream).shutdown(Shutdown::Both);
    }
}

/// Everything the connections share.
#[derive(Default)]
pub struct Hall {
    state: Mutex<State>,
    changed: Condvar,
}

/// The state of the only game.
#[derive(Default)]
struct State {
    /// The names of those who play here without a connection, by seat; nothing where a client is due.
    seats: Vec<Option<String>>,
    guests: Vec<Arc<Guest>>,
    /// What the guests say, until a seat takes it.
    waiting: Vec<Option<Receiver<Said>>>,
    has_started: bool,
    is_over: bool,
    log: Option<String>,
    is_closed: bool,
    connections: usize,
}

impl Hall {
    /// A hall for a game with these seats.
    pub fn new(seats: Vec<Option<String>>) -> Hall {
        let state = State { seats, ..State::default() };
        Hall { state: Mutex::new(state), changed: Condvar::new() }
    }

    /// Lets a client join; everybody is told who is there. Denied, with the reason, when all seats are
    /// taken.
    pub fn join(&self, guest: Arc<Guest>, hear: Receiver<Said>) -> Result<(), &'static str> {
        let mut state = lock(&self.state);
        if state.guests.len() >= state.seats.iter().filter(|seat| seat.is_none()).count() {
            return Err("the game is full");
        }
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

    /// Waits until the next client that no seat has taken joins.
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

    /// A client says that the game may start; it does so by itself when everybody is there.
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

    /// Tells everybody something.
    pub fn tell_all(&self, text: &str) {
        // Not under the lock: somebody may be slow to read.
        let guests = lock(&self.state).guests.clone();
        guests.iter().for_each(|guest| guest.tell(text));
    }

    /// The name of the player on a seat.
    pub fn name_of(&self, seat: usize) -> String {
        lock(&self.state).names().get(seat).cloned().unwrap_or_default()
    }

    /// The game is over: its log is kept, and everybody is told, once.
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

    /// Counts a connection in, unless there are too many already.
    pub fn admit(&self, most: usize) -> bool {
        let mut state = lock(&self.state);
        let has_room = state.connections < most;
        state.connections += usize::from(has_room);
        has_room
    }

    /// Counts a connection out.
    pub fn dismiss(&self) {
        lock(&self.state).connections -= 1;
        self.changed.notify_all();
    }

    /// Waits until nobody is connected any more, but not long.
    pub fn wait_until_empty(&self, patience: Duration) {
        let state = lock(&self.state);
        let is_busy = |state: &mut State| state.connections > 0;
        drop(self.changed.wait_timeout_while(state, patience, is_busy));
    }

    /// Closes the hall: nobody is let in any more, and everybody is sent away.
    pub fn close(&self) {
        let mut state = lock(&self.state);
        state.is_closed = true;
        state.guests.iter().for_each(|guest| guest.hang_up());
    }

    /// Whether nobody is let in any more.
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

    /// The names of those who are there, by seat.
    fn names(&self) -> Vec<String> {
        let mut guests = self.guests.iter().map(|guest| guest.name.clone());
        self.seats.iter().map_while(|seat| seat.clone().or_else(|| guests.next())).collect()
    }
}

/// A lock, whatever has happened to those who held it before.
pub fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
