//! The program of a human seat: it asks the person at the desk, and plays what the person wants.

use super::draft::DraftTurn;
use super::scribe::frame_of;
use super::{Answer, Desk, Letter, Pass, Passing, Phase, Request, Stand, StandingOrder, is_attack};
use crate::Verdict;
use agon_core::{Actor, Contest, Deed, LegalCall, Outcome, Turn, Why};
use agon_runner::{Ended, Player, Program, Report, Seating, Trouble};
use serde_json::{Value, json};
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};

/// The name of a person in results and replays.
pub const NAME: &str = "human";

/// The player who sits at this desk. With `clock`, the time limits of the rules hold.
pub fn player<G: Contest>(desk: Arc<Desk>, clock: bool) -> Player<G> {
    let sit = move |_: &Seating<'_>| {
        let (sender, inbox) = mpsc::channel();
        // A desk that is closed already keeps no sender, so its person is gone at once.
        desk.change(|shared| shared.inbox = Some(sender).filter(|_| shared.left_in.is_none()));
        let desk = Arc::clone(&desk);
        let report = Report::default();
        let person = Person { desk, inbox, clock, turns: 0, has_left: false, report };
        Ok(Box::new(person) as Box<dyn Program<G>>)
    };
    Player { name: NAME.into(), hash: None, sit: Box::new(sit) }
}

struct Person {
    desk: Arc<Desk>,
    inbox: Receiver<Letter>,
    clock: bool,
    /// Turns in which the person was asked.
    turns: u64,
    has_left: bool,
    report: Report,
}

/// How the dialogue with the person goes on after a request.
enum Next {
    Ask,
    End(Why),
}

impl<G: Contest> Program<G> for Person {
    fn turn(&mut self, _view: &G::View, turn: &mut Turn<'_, G>) -> Result<Ended, Trouble> {
        let begun = Instant::now();
        self.report.turns += 1;
        let seconds =
            |person: &Person| if person.clock { begun.elapsed().as_secs_f64() } else { 0.0 };
        if self.has_left {
            return Ok(Ended { why: Why::Gone, seconds: 0.0 });
        }
        let limit = turn.allowance().seconds.filter(|_| self.clock);
        let deadline = limit.map(|limit| begun + Duration::from_secs_f64(limit.clamp(0.0, 1e6)));
        let actor = turn.actor();
        let mut draft = DraftTurn::new(turn.position(), actor);
        let mut notices = Vec::new();
        let ends = self.give_standing_orders(actor, &mut draft, &mut notices);
        let woken = self.wakes(&draft.now);
        let why = match woken {
            Some(reason) if !ends => {
                notices.extend(reason);
                self.converse(actor, &mut draft, notices, deadline)
            }
            _ => Why::Done,
        };
        for deed in &draft.deeds {
            if turn.call(&deed.call).is_err() {
                break;
            }
        }
        let seconds = seconds(self);
        self.report.seconds += seconds;
        self.report.longest = self.report.longest.max(seconds);
        self.desk.change(|shared| {
            shared.state.phase = Phase::Waiting;
            shared.state.legal = json!([]);
            (shared.state.draft, shared.state.can_undo) = (Vec::new(), false);
        });
        Ok(Ended { why, seconds })
    }

    /// People think at the same time where the game asks several actors at once.
    fn thinks_apart(&self) -> bool {
        true
    }

    fn over(self: Box<Self>, outcome: &Outcome) -> Report {
        self.desk.change(|shared| {
            shared.inbox = None;
            let state = &mut shared.state;
            (state.phase, state.verdict) = (Phase::Over, Some(Verdict::from(outcome)));
            state.news = std::mem::take(&mut shared.news);
            (state.legal, state.pass) = (json!([]), None);
        });
        self.report
    }
}

impl Person {
    /// Gives the standing orders that are legal now; `true` if one of them ends the turn.
    fn give_standing_orders<G: Contest>(
        &self,
        actor: Actor,
        draft: &mut DraftTurn<G>,
        notices: &mut Vec<String>,
    ) -> bool {
        let mut ends = false;
        for order in self.desk.state().standing {
            if order.actor.is_some_and(|only| only != actor) {
                continue;
            }
            let Ok(call) = serde_json::from_value(order.call.clone()) else { continue };
            match draft.order(call) {
                Ok(_) => ends |= order.ends,
                Err(why) => notices.push(format!("standing order {}: {why}", words(&order.call))),
            }
        }
        ends
    }

    /// Whether the person is asked now, and the reason if the seat has passed until now.
    fn wakes<G: Contest>(&self, game: &G) -> Option<Option<String>> {
        let (seat, round) = (self.desk.seat, game.round());
        let mut woken = Some(None);
        self.desk.change(|shared| {
            let Some(passing) = &mut shared.passing else { return };
            if passing.counted.replace(round) != Some(round) {
                passing.rounds += 1;
            }
            let contacts = game.contacts(seat);
            let is_contact = contacts > passing.contacts;
            passing.contacts = contacts;
            let Passing { until, rounds, attacked, .. } = *passing;
            let reason = if until.turns.is_some_and(|turns| rounds >= turns) {
                Some(None)
            } else if until.contact && is_contact {
                Some(Some("an opponent is in contact with you".to_owned()))
            } else if until.attack && attacked {
                Some(Some("you were attacked".to_owned()))
            } else {
                None
            };
            if reason.is_some() {
                (shared.passing, shared.state.pass) = (None, None);
            }
            woken = reason;
        });
        woken
    }

    /// Asks the person until the turn ends.
    fn converse<G: Contest>(
        &mut self,
        actor: Actor,
        draft: &mut DraftTurn<G>,
        notices: Vec<String>,
        deadline: Option<Instant>,
    ) -> Why {
        self.turns += 1;
        self.desk.change(|shared| {
            shared.state.news = std::mem::take(&mut shared.news);
            shared.state.notices = notices;
        });
        self.show(actor, draft, deadline);
        loop {
            let letter = match deadline {
                None => self.inbox.recv().map_err(|_| RecvTimeoutError::Disconnected),
                Some(deadline) => {
                    self.inbox.recv_timeout(deadline.saturating_duration_since(Instant::now()))
                }
            };
            let letter = match letter {
                Ok(letter) => letter,
                Err(RecvTimeoutError::Timeout) => return Why::OutOfTime,
                Err(RecvTimeoutError::Disconnected) => {
                    self.has_left = true;
                    return Why::Gone;
                }
            };
            if letter.turn != self.turns {
                let _ = letter.answer.send(Answer::refused("that turn is over"));
                continue;
            }
            let (answer, next) = self.carry_out(actor, draft, letter.request);
            if let Next::End(why) = next {
                // The page must not send this turn's requests again before the next state.
                self.desk.change(|shared| shared.state.phase = Phase::Waiting);
                let _ = letter.answer.send(answer);
                return why;
            }
            // The new state is there before the answer, so that a page that asks for it sees the change.
            self.show(actor, draft, deadline);
            let _ = letter.answer.send(answer);
        }
    }

    /// Carries out a request.
    fn carry_out<G: Contest>(
        &mut self,
        actor: Actor,
        draft: &mut DraftTurn<G>,
        request: Request,
    ) -> (Answer, Next) {
        let answer = match request {
            Request::Order(call) => give(draft, call),
            Request::Undo => match draft.undo() {
                Ok(()) => Answer::default(),
                Err(why) => Answer::refused(why),
            },
            Request::End => return (Answer::default(), Next::End(Why::Done)),
            Request::Pass(until) => {
                if until.turns == Some(0) {
                    return (Answer::refused("pass at least one turn"), Next::Ask);
                }
                self.begin_pass(until, &draft.now);
                return (Answer::default(), Next::End(Why::Done));
            }
            Request::Stand(stand) => {
                let answer = give(draft, stand.call.clone());
                if answer.refusal.is_none() {
                    self.keep(actor, &stand);
                    if stand.ends {
                        return (answer, Next::End(Why::Done));
                    }
                }
                answer
            }
            Request::GiveUp => {
                self.has_left = true;
                return (Answer::default(), Next::End(Why::Gone));
            }
            Request::Forget(_) | Request::Wake => Answer::default(),
        };
        // An actor that has ended its own life has nothing left to say.
        let next = if draft.now.is_gone(actor) { Next::End(Why::Done) } else { Next::Ask };
        (answer, next)
    }

    fn begin_pass<G: Contest>(&self, until: Pass, game: &G) {
        let (round, contacts) = (game.round(), game.contacts(self.desk.seat));
        let passing = Passing { until, rounds: 0, counted: Some(round), contacts, attacked: false };
        self.desk.change(|shared| {
            (shared.passing, shared.state.pass) = (Some(passing), Some(until));
        });
    }

    fn keep(&self, actor: Actor, stand: &Stand) {
        self.desk.change(|shared| {
            shared.standing_made += 1;
            let id = shared.standing_made;
            let Stand { ref call, all, ends } = *stand;
            let actor = (!all).then_some(actor);
            shared.state.standing.push(StandingOrder { id, actor, call: call.clone(), ends });
        });
    }

    /// Publishes the position and what may be done in it.
    fn show<G: Contest>(&self, actor: Actor, draft: &DraftTurn<G>, deadline: Option<Instant>) {
        let game = &draft.now;
        let mut calls = Vec::new();
        game.legal_calls(actor, &mut calls);
        let legal = calls.iter().map(|legal| legal_json(game, actor, legal)).collect();
        let last = draft.deeds.last().map_or(&[][..], std::slice::from_ref);
        let frame = frame_of(game, self.desk.seat, &[], last, Vec::new());
        let orders = draft.deeds.iter();
        let order = |deed: &Deed<G>| json!({"call": deed.call, "reply": deed.reply});
        let orders = orders.map(order).collect();
        self.desk.change(|shared| {
            let state = &mut shared.state;
            (state.phase, state.turn, state.round) = (Phase::Turn, self.turns, game.round());
            (state.actor, state.frame, state.legal) = (Some(actor), frame, legal);
            (state.draft, state.can_undo) = (orders, draft.can_undo());
            let left = |deadline: Instant| deadline.saturating_duration_since(Instant::now());
            state.seconds_left = deadline.map(|deadline| left(deadline).as_secs_f64());
        });
    }
}

/// Gives an order that came as JSON.
fn give<G: Contest>(draft: &mut DraftTurn<G>, call: Value) -> Answer {
    let call = match serde_json::from_value(call) {
        Ok(call) => call,
        Err(fault) => return Answer::refused(format!("this is not an order of the game: {fault}")),
    };
    match draft.order(call) {
        Ok(reply) => {
            let reply = serde_json::to_value(reply).expect("replies are plain data with text keys");
            Answer { refusal: None, reply }
        }
        Err(why) => Answer::refused(why),
    }
}

/// A legal call with its place on the board.
fn legal_json<G: Contest>(game: &G, actor: Actor, legal: &LegalCall<G::Call>) -> Value {
    let mut json = serde_json::to_value(legal).expect("calls are plain data with text keys");
    let aim = game.aim(actor, &legal.call);
    json["by"] = json!(aim.by);
    json["at"] = json!(aim.at);
    json
}

/// An order in words: its name and its values.
pub(crate) fn words(call: &Value) -> String {
    match call {
        Value::String(text) => text.clone(),
        Value::Null => "nothing".into(),
        Value::Array(list) => list.iter().map(words).collect::<Vec<_>>().join(" "),
        Value::Object(fields) => {
            let parts = fields.iter().map(|(key, value)| match value {
                Value::Object(inner) => {
                    let values = inner.values().map(words).collect::<Vec<_>>().join(" ");
                    format!("{key} {values}")
                }
                value => format!("{key} {}", words(value)),
            });
            parts.collect::<Vec<_>>().join(" ")
        }
        other => other.to_string(),
    }
}

impl Desk {
    /// Adds what the seat noticed while it was not asked.
    pub(super) fn add_news(&self, events: Vec<agon_core::Event>, frame: Value, round: u32) {
        self.change(|shared| {
            let attacked = events.iter().any(|event| is_attack(event, self.seat));
            if let Some(passing) = &mut shared.passing {
                passing.attacked |= attacked;
            }
            shared.news.extend(events);
            let excess = shared.news.len().saturating_sub(super::MAX_NEWS);
            shared.news.drain(..excess);
            if shared.state.phase != Phase::Turn {
                (shared.state.frame, shared.state.round) = (frame, round);
            }
        });
    }
}
