//! A seat whose player is a connected client.

use crate::hall::{GAME_NUMBER, Guest, Hall, Said, lock};
use crate::sexpr::quoted;
use agon_core::{Actor, Contest, End, Game, Now, Outcome, Scribe, Seat, Stopped, Turn, Why};
use agon_runner::{ClientLimits, Ended, IncidentKind, Program, Report, Trouble};
use agon_timetravel::{Call, GameLog, Reply, TimeTravel, View, status};
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

/// How long clients may take to ask for the log and leave when the game is over.
const LEAVE_TIMEOUT: Duration = Duration::from_secs(2);

/// The log of the match so far, shared by all seats.
#[derive(Default)]
pub struct Chronicle {
    log: Option<GameLog>,
}

/// Writes the log for the clients.
pub struct Chronicler {
    chronicle: Arc<Mutex<Chronicle>>,
}

impl Chronicler {
    /// Starts a log.
    pub fn new(chronicle: Arc<Mutex<Chronicle>>, log: GameLog) -> Chronicler {
        lock(&chronicle).log = Some(log);
        Chronicler { chronicle }
    }
}

impl Scribe<TimeTravel> for Chronicler {
    fn call(&mut self, game: &TimeTravel, actor: Actor, call: &Call, reply: &Reply) {
        if let Some(log) = &mut lock(&self.chronicle).log {
            log.call(game, actor, call, reply);
        }
    }

    fn end(&mut self, game: &TimeTravel, actor: Actor, end: &End) {
        if let Some(log) = &mut lock(&self.chronicle).log {
            log.end(game, actor, end);
        }
    }
}

/// A client on its seat.
pub struct RemoteSeat {
    pub hall: Arc<Hall>,
    pub chronicle: Arc<Mutex<Chronicle>>,
    pub guest: Arc<Guest>,
    pub hear: Receiver<Said>,
    pub seat: Seat,
    pub limits: ClientLimits,
    pub is_gone: bool,
    pub report: Report,
}

impl RemoteSeat {
    fn tell_status(&self, view: &View) {
        let animations = lock(&self.chronicle).log.as_ref().map(|log| log.animations().to_owned());
        let animations = animations.unwrap_or_else(|| "(\"animations\")".into());
        self.guest.tell_status(&status(&view.position, &view.rules), &animations);
    }

    /// The client's next message, or why its turn ends without one.
    fn next(&self, deadline: Option<Instant>) -> Result<Said, Why> {
        let heard = match deadline {
            // A message that waits already does not extend the turn.
            Some(deadline) => match deadline.checked_duration_since(Instant::now()) {
                Some(left) => self.hear.recv_timeout(left),
                None => return Err(Why::OutOfTime),
            },
            None => self.hear.recv().map_err(|_| RecvTimeoutError::Disconnected),
        };
        match heard {
            Ok(Said::Left) | Err(RecvTimeoutError::Disconnected) => Err(Why::Gone),
            Ok(said) => Ok(said),
            Err(RecvTimeoutError::Timeout) => Err(Why::OutOfTime),
        }
    }

    fn play(&mut self, turn: &mut Turn<'_, TimeTravel>, deadline: Option<Instant>) -> Why {
        let mut view = View::default();
        loop {
            match self.next(deadline) {
                Ok(Said::Order(call, name)) => match turn.call(&call) {
                    Ok(reply) => {
                        if let Some(why) = TimeTravel::refusal(&reply) {
                            let name = quoted(&format!("{name}-denied"));
                            self.guest.tell(&format!("({name} {})", quoted(&why)));
                        }
                    }
                    Err(Stopped) => return Why::Paused,
                },
                Ok(Said::Status) => {
                    turn.look(&mut view);
                    self.tell_status(&view);
                }
                Ok(Said::End | Said::Left) => return Why::Done,
                Err(why) => return why,
            }
        }
    }

    fn accuse(&mut self, round: u32, why: Why, seconds: Option<f64>) {
        let (kind, sentence) = match why {
            Why::Gone => (IncidentKind::Exited, "it closed its connection".to_owned()),
            Why::OutOfTime => {
                let seconds = seconds.unwrap_or_default();
                let sentence = format!("it took longer than {seconds} s in round {round}");
                (IncidentKind::OutOfTime, sentence)
            }
            _ => return,
        };
        self.report.add(round, kind, sentence);
    }
}

impl Program<TimeTravel> for RemoteSeat {
    fn turn(&mut self, view: &View, turn: &mut Turn<'_, TimeTravel>) -> Result<Ended, Trouble> {
        self.report.turns += 1;
        if self.is_gone {
            return Ok(Ended { why: Why::Gone, seconds: 0.0 });
        }
        let ClientLimits { clock, whole_match, .. } = self.limits;
        let limit = turn.allowance().seconds.filter(|_| clock);
        let start = Instant::now();
        let deadline = limit.map(|s| start + Duration::from_secs_f64(s.clamp(0.0, 1e6)));
        self.guest.set_turn(true);
        self.tell_status(view);
        let why = self.play(turn, deadline);
        self.guest.set_turn(false);
        self.is_gone = why == Why::Gone;
        self.accuse(turn.round(), why, limit);
        let seconds = start.elapsed().as_secs_f64();
        self.report.seconds += seconds;
        self.report.longest = self.report.longest.max(seconds);
        if clock && !self.is_gone && self.report.seconds > whole_match.as_secs_f64() {
            self.report.add_match_time_over(turn.round(), whole_match);
            self.is_gone = true;
        }
        Ok(Ended { why, seconds: if clock { seconds } else { 0.0 } })
    }

    /// After a change of turns: sends the status to the client if it is not on turn.
    fn close_gone(&mut self, game: &TimeTravel) {
        let actors = match game.now() {
            Now::Turn(actors) => actors,
            Now::Over(_) => return,
        };
        let is_ours = actors.iter().any(|&actor| game.seat(actor) == self.seat);
        if let (false, false, Some(&actor)) = (is_ours, self.is_gone, actors.first()) {
            let mut view = View::default();
            game.view(actor, &mut view);
            self.tell_status(&view);
        }
    }

    fn over(self: Box<Self>, outcome: &Outcome) -> Report {
        let winner = outcome.winner().map_or(0, Seat::index);
        let name = self.hall.name_of(winner);
        let log = lock(&self.chronicle).log.take().map(|log| log.end_with(&name, winner));
        let text = format!("(\"game-over\" {GAME_NUMBER} {} {winner})", quoted(&name));
        self.hall.finish(log, &text);
        self.hall.wait_until_empty(LEAVE_TIMEOUT);
        self.guest.hang_up();
        self.report
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::outbox::Outbox;
    use std::net::{TcpListener, TcpStream};

    #[test]
    fn messages_that_wait_do_not_extend_a_turn() {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let stream = TcpStream::connect(listener.local_addr().unwrap()).unwrap();
        let (guest, hear) = Guest::new("a".into(), Outbox::open(stream).unwrap());
        guest.set_turn(true);
        assert!(guest.say(Said::Status) && guest.say(Said::Status));
        let seat = RemoteSeat {
            hall: Arc::new(Hall::new(vec![None, None])),
            chronicle: Arc::default(),
            guest,
            hear,
            seat: Seat(0),
            limits: ClientLimits {
                join: Duration::ZERO,
                clock: true,
                whole_match: Duration::from_secs(60),
            },
            is_gone: false,
            report: Report::default(),
        };
        let now = Instant::now();
        assert!(matches!(seat.next(Some(now + Duration::from_secs(60))), Ok(Said::Status)));
        assert!(matches!(seat.next(Some(now)), Err(Why::OutOfTime)));
    }
}
