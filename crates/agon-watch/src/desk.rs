//! People who play: a desk for each human seat.
//!
//! To the match a person is a seat program like any other. The program waits at its [`Desk`] for what the
//! person wants; a page in the browser or a terminal reads the desk's [`State`] and sends [`Request`]s. A
//! desk contains no type of a game: positions, orders and refusals are the JSON of frames, calls and replies.

mod console;
mod draft;
mod program;
mod scribe;
mod typed;

pub use console::{TypedEnd, play_typed};
pub use program::player;
pub use scribe::DeskScribe;

use crate::{Head, Verdict};
use agon_core::{Actor, Contest, Event, EventKind, Seat};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::sync::mpsc::{self, Sender};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::{Duration, Instant};

/// How long a request waits for the thread of the match.
const ANSWER_TIMEOUT: Duration = Duration::from_secs(10);

/// What a person wants to do.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Request {
    /// Gives an order of the game.
    Order(Value),
    /// Takes the last order back.
    Undo,
    /// Ends the turn.
    End,
    /// Ends this turn and the following ones until something happens.
    Pass(Pass),
    /// Gives an order in this turn and in every later turn in which it is legal.
    Stand(Stand),
    /// Leaves the match: the program of the seat is gone.
    GiveUp,
    /// Forgets the standing order with this number.
    Forget(u64),
    /// Asks the person again from the next turn on.
    Wake,
}

/// When a person who passes wants to be asked again. The end of the match always ends the passing.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Pass {
    /// After this many turns, the present one included.
    pub turns: Option<u32>,
    /// When more opponents are in contact than before.
    pub contact: bool,
    /// When something of the seat is hit, captured or destroyed.
    pub attack: bool,
}

/// A standing order as a person asks for it.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct Stand {
    /// The order.
    pub call: Value,
    /// Whether it holds for all actors of the seat instead of the present one.
    #[serde(default)]
    pub all: bool,
    /// Whether the turn ends after it, so that the person is not asked.
    #[serde(default)]
    pub ends: bool,
}

/// A standing order: given at the beginning of every turn in which it is legal.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct StandingOrder {
    /// Names it in [`Request::Forget`].
    pub id: u64,
    /// The actor that it holds for; `None` for all actors of the seat.
    pub actor: Option<Actor>,
    /// The order.
    pub call: Value,
    /// Whether the turn ends after it.
    pub ends: bool,
}

/// What the seat waits for.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Phase {
    /// The other seats play.
    #[default]
    Waiting,
    /// The person.
    Turn,
    /// The match is over.
    Over,
}

/// What a person sees of the match.
#[derive(Clone, Debug, Default, Serialize)]
pub struct State {
    /// Grows with every change.
    pub version: u64,
    /// What the seat waits for.
    pub phase: Phase,
    /// Counts the turns in which the person was asked; a request names it.
    pub turn: u64,
    /// The round of the position.
    pub round: u32,
    /// The actor whose turn it is.
    pub actor: Option<Actor>,
    /// The position as the seat sees it, in the form of a film's frame.
    pub frame: Value,
    /// The legal calls: `call`, `open`, `by`, `at`.
    pub legal: Value,
    /// The orders of this turn.
    pub draft: Vec<Value>,
    /// Whether the last order can be taken back.
    pub can_undo: bool,
    /// The seconds that the clock of the rules leaves; `None` without a clock.
    pub seconds_left: Option<f64>,
    /// What the seat noticed since its previous turn.
    pub news: Vec<Event>,
    /// Why the person is asked again, and what became of standing orders; sentences.
    pub notices: Vec<String>,
    /// Until when the seat passes.
    pub pass: Option<Pass>,
    /// The standing orders.
    pub standing: Vec<StandingOrder>,
    /// How the match ended.
    pub verdict: Option<Verdict>,
    /// Where the film of the finished match is, as the part of the address after `#`.
    pub film: Option<String>,
}

/// The answer to a request.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Answer {
    /// Why the request was not carried out, as a sentence.
    pub refusal: Option<String>,
    /// The game's reply to an order.
    pub reply: Value,
}

impl Answer {
    fn refused(sentence: impl Into<String>) -> Answer {
        Answer { refusal: Some(sentence.into()), reply: Value::Null }
    }
}

/// A request on its way to the thread of the match.
struct Letter {
    turn: u64,
    request: Request,
    answer: Sender<Answer>,
}

/// A pass under way.
#[derive(Copy, Clone, Debug)]
struct Passing {
    until: Pass,
    /// Rounds in which the seat was asked since.
    rounds: u32,
    /// The round that was counted last.
    counted: Option<u32>,
    /// Opponents in contact at the last turn.
    contacts: usize,
    attacked: bool,
}

#[derive(Default)]
struct Shared {
    state: State,
    passing: Option<Passing>,
    /// What the seat noticed while it was not asked.
    news: Vec<Event>,
    standing_made: u64,
    /// The round in which the desk was closed.
    left_in: Option<u32>,
    inbox: Option<Sender<Letter>>,
}

/// News that are kept while the person is not asked.
const MAX_NEWS: usize = 200;

/// The place of one person at one match.
pub struct Desk {
    seat: Seat,
    head: OnceLock<Head>,
    has_fog: bool,
    shared: Mutex<Shared>,
    changed: Condvar,
}

impl Desk {
    /// The desk of a seat. [`Desk::describe`] names the match before it begins.
    pub fn new<G: Contest>(seat: Seat) -> Arc<Desk> {
        let (head, shared, changed) = (OnceLock::new(), Mutex::default(), Condvar::new());
        Arc::new(Desk { seat, head, has_fog: G::HAS_FOG, shared, changed })
    }

    /// Describes the match to the person. Later descriptions are ignored.
    pub fn describe(&self, head: Head) {
        let _ = self.head.set(head);
    }

    /// The seat.
    pub fn seat(&self) -> Seat {
        self.seat
    }

    /// What is known about the match.
    pub fn head(&self) -> Option<&Head> {
        self.head.get()
    }

    /// Whether the seat sees only a part of the board.
    pub fn has_fog(&self) -> bool {
        self.has_fog
    }

    fn shared(&self) -> MutexGuard<'_, Shared> {
        self.shared.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Changes the state and wakes everything that waits for a change.
    fn change(&self, change: impl FnOnce(&mut Shared)) {
        let mut shared = self.shared();
        change(&mut shared);
        shared.state.version += 1;
        drop(shared);
        self.changed.notify_all();
    }

    /// What the person sees now.
    pub fn state(&self) -> State {
        self.shared().state.clone()
    }

    /// The number of the state, and what the seat waits for.
    pub fn phase(&self) -> (u64, Phase) {
        let shared = self.shared();
        (shared.state.version, shared.state.phase)
    }

    /// Waits until the state is newer than version `from`, at most for `patience`, and returns it.
    pub fn wait(&self, from: u64, patience: Duration) -> State {
        let deadline = Instant::now() + patience;
        let mut shared = self.shared();
        while shared.state.version <= from {
            let left = deadline.saturating_duration_since(Instant::now());
            if left.is_zero() {
                break;
            }
            let woken = self.changed.wait_timeout(shared, left);
            shared = woken.unwrap_or_else(PoisonError::into_inner).0;
        }
        shared.state.clone()
    }

    /// Gives the seat up for good, because its person cannot be asked any more.
    pub fn close(&self) {
        self.change(|shared| {
            shared.inbox = None;
            (shared.passing, shared.state.pass) = (None, None);
            let round = shared.state.round;
            shared.left_in.get_or_insert(round);
        });
    }

    /// The round in which the seat was given up by [`Desk::close`]; 0 if it was not.
    pub fn left_in(&self) -> u32 {
        self.shared().left_in.unwrap_or(0)
    }

    /// Tells where the film of the finished match is.
    pub fn show_film(&self, address: String) {
        self.change(|shared| shared.state.film = Some(address));
    }

    /// Carries out a request that belongs to the turn with this number. Refusals are sentences.
    pub fn ask(&self, turn: u64, request: Request) -> Answer {
        match request {
            Request::Forget(id) => {
                self.change(|shared| shared.state.standing.retain(|order| order.id != id));
                return Answer::default();
            }
            Request::Wake => {
                self.change(|shared| (shared.passing, shared.state.pass) = (None, None));
                return Answer::default();
            }
            _ => {}
        }
        let inbox = {
            let shared = self.shared();
            let is_now = shared.state.phase == Phase::Turn && shared.state.turn == turn;
            shared.inbox.clone().filter(|_| is_now)
        };
        let Some(inbox) = inbox else {
            return Answer::refused("it is not your turn, or that turn is over");
        };
        let (answer, answered) = mpsc::channel();
        if inbox.send(Letter { turn, request, answer }).is_err() {
            return Answer::refused("the match is over");
        }
        // The match drops requests that come too late, and with them the sender.
        let late = |_| Answer::refused("that turn is over");
        answered.recv_timeout(ANSWER_TIMEOUT).unwrap_or_else(late)
    }
}

/// Whether an event is an attack on the seat.
fn is_attack(event: &Event, seat: Seat) -> bool {
    use EventKind::{Capture, Elimination, Hit, Kill};
    event.to == Some(seat)
        && event.by != Some(seat)
        && matches!(event.kind, Capture | Kill | Hit | Elimination)
}
