//! Bots as Rust values, and the turn as they experience it.

use crate::{Actor, Allowance, End, Game, Note, Seat, Spent, Why};
use serde_json::Value;

/// The turn was taken away because time or energy is used up. A bot passes it on with `?` and is asked again
/// in its next turn.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Stopped;

/// A bot as a Rust value. One instance plays one actor for its whole life.
pub trait Bot<G: Game>: Send {
    /// Plays one turn: look at `view`, make calls, return when done. Calls return `Err(Stopped)` when the
    /// turn is over; a bot never makes one itself.
    fn turn(&mut self, view: &G::View, turn: &mut Turn<'_, G>) -> Result<(), Stopped>;
}

/// An observer that is told everything that happens: a recorder, an exporter, a frame maker. `()` ignores it.
pub trait Scribe<G: Game> {
    /// A call was answered; `game` is the position after it.
    fn call(&mut self, game: &G, actor: Actor, call: &G::Call, reply: &G::Reply);
    /// A turn has ended; `game` is the position after it.
    fn end(&mut self, game: &G, actor: Actor, end: &End);
    /// A bot has made a note for its author; nothing has changed.
    fn note(&mut self, _game: &G, _actor: Actor, _note: &Note) {}
    /// A bot made a mistake; nothing has changed. `call` is the call that could not be understood, if it was
    /// one. Replays do not keep mistakes.
    fn mistake(&mut self, _game: &G, _actor: Actor, _call: Option<&Value>, _why: &str) {}
}

impl<G: Game> Scribe<G> for () {
    fn call(&mut self, _: &G, _: Actor, _: &G::Call, _: &G::Reply) {}
    fn end(&mut self, _: &G, _: Actor, _: &End) {}
}

/// Tells both scribes everything.
impl<G: Game> Scribe<G> for (&mut dyn Scribe<G>, &mut dyn Scribe<G>) {
    fn call(&mut self, game: &G, actor: Actor, call: &G::Call, reply: &G::Reply) {
        self.0.call(game, actor, call, reply);
        self.1.call(game, actor, call, reply);
    }
    fn end(&mut self, game: &G, actor: Actor, end: &End) {
        self.0.end(game, actor, end);
        self.1.end(game, actor, end);
    }
    fn note(&mut self, game: &G, actor: Actor, note: &Note) {
        self.0.note(game, actor, note);
        self.1.note(game, actor, note);
    }
    fn mistake(&mut self, game: &G, actor: Actor, call: Option<&Value>, why: &str) {
        self.0.mistake(game, actor, call, why);
        self.1.mistake(game, actor, call, why);
    }
}

/// Calls that a bot saved. They are made for it if its turn ends before it has made any call.
pub type Draft<G> = Vec<<G as Game>::Call>;

/// One actor's turn: the only way a Rust bot touches a game.
pub struct Turn<'a, G: Game> {
    game: &'a mut G,
    actor: Actor,
    scribe: &'a mut dyn Scribe<G>,
    energy_limit: Option<i64>,
    energy: u64,
    is_metered_outside: bool,
    calls: u32,
    draft: Draft<G>,
}

impl<'a, G: Game> Turn<'a, G> {
    /// Opens the turn of an actor that the game has asked for.
    pub fn open(game: &'a mut G, actor: Actor, scribe: &'a mut dyn Scribe<G>) -> Turn<'a, G> {
        let energy_limit = game.allowance(actor).energy;
        Turn {
            game,
            actor,
            scribe,
            energy_limit,
            energy: 0,
            is_metered_outside: false,
            calls: 0,
            draft: Draft::<G>::new(),
        }
    }

    /// Leaves counting energy to the program that hosts the bot, which reports the sum with [`Turn::meter`]:
    /// calls are then neither charged nor stopped here.
    pub fn meter_outside(&mut self) {
        self.is_metered_outside = true;
    }

    /// Sets the energy that the bot's host has counted in this turn.
    pub fn meter(&mut self, energy: u64) {
        self.energy = energy;
    }

    /// The actor whose turn it is.
    pub fn actor(&self) -> Actor {
        self.actor
    }

    /// The seat this actor belongs to.
    pub fn seat(&self) -> Seat {
        self.game.seat(self.actor)
    }

    /// What the rules allow this turn to cost.
    pub fn allowance(&self) -> Allowance {
        self.game.allowance(self.actor)
    }

    /// Looks again: the position as it is now, after the calls made so far.
    pub fn look(&self, view: &mut G::View) {
        self.game.view(self.actor, view);
    }

    /// The whole position, for a host that computes legal calls and frames for a person. It shows what the
    /// actor may not know, so a host passes on only what [`Contest`](crate::Contest) makes for one seat.
    pub fn position(&self) -> &G {
        self.game
    }

    /// Makes a call and returns its answer. An actor that has died of its own order is stopped.
    pub fn call(&mut self, call: &G::Call) -> Result<G::Reply, Stopped> {
        if self.game.is_gone(self.actor) {
            return Err(Stopped);
        }
        if !self.is_metered_outside {
            self.charge(G::price(call))?;
        }
        self.calls += 1;
        let reply = self.game.call(self.actor, call);
        if !self.is_metered_outside {
            self.energy += G::penalty(&reply);
        }
        self.scribe.call(self.game, self.actor, call, &reply);
        Ok(reply)
    }

    /// Spends energy that is not the price of a call: instructions, in the runtime's own measure.
    pub fn charge(&mut self, energy: u64) -> Result<(), Stopped> {
        self.energy += energy;
        match self.energy_limit {
            Some(limit) if energy > 0 && self.energy as i64 > limit => Err(Stopped),
            _ => Ok(()),
        }
    }

    /// Writes a log line or a drawing for the bot's author.
    pub fn note(&mut self, note: &Note) {
        self.scribe.note(self.game, self.actor, note);
    }

    /// Tells the bot's author about a mistake of the bot; see [`Scribe::mistake`].
    pub fn mistake(&mut self, call: Option<&Value>, why: &str) {
        self.scribe.mistake(self.game, self.actor, call, why);
    }

    /// Whether the actor is dead, so that its turn is over.
    pub fn is_gone(&self) -> bool {
        self.game.is_gone(self.actor)
    }

    /// The round being played.
    pub fn round(&self) -> u32 {
        self.game.round()
    }

    /// Energy left before the turn is stopped; `None` when the game does not count energy.
    pub fn energy_left(&self) -> Option<i64> {
        self.energy_limit.map(|limit| limit - self.energy as i64)
    }

    /// Saves calls that are made if the bot makes none in this turn because it runs out of time, crashes, or
    /// returns early. Replaces what was saved before.
    pub fn save_draft(&mut self, draft: &[G::Call]) {
        self.draft.clear();
        self.draft.extend_from_slice(draft);
    }

    /// Makes the saved calls if the bot has made none of its own.
    pub fn play_draft(&mut self) {
        if self.calls == 0 {
            for call in std::mem::take(&mut self.draft) {
                let reply = self.game.call(self.actor, &call);
                self.scribe.call(self.game, self.actor, &call, &reply);
            }
        }
    }

    /// Closes the turn. If it did not end with `Done` and the bot made no call, its draft is played. `Done`
    /// plays no draft, because a bot that ends its turn itself may intend to do nothing; a host whose bot
    /// only returned calls [`Turn::play_draft`] first.
    pub fn close(mut self, why: Why, seconds: f64) -> End {
        if why != Why::Done {
            self.play_draft();
        }
        let end = End { why, spent: Spent { seconds, energy: self.energy } };
        self.game.end(self.actor, end);
        self.scribe.end(self.game, self.actor, &end);
        end
    }
}
