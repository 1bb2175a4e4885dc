//! Galaxy Commander: two agents roam a galaxy of systems joined by one-way wormholes whose costs
//! never stand still. They capture systems with energy or patience, refuel from what is theirs,
//! fortify it, and send each other ionic torpedoes; whoever owns more systems after 300 actions
//! wins. Each agent sees only what its scan reaches, and gives three commands at a time.
//!
//! The rulebook is `docs/games/galaxy.md`; `R7` in a comment is its section 7. Both profiles are
//! switches of [`Rules`]. Start with [`State`] (the position), then `rules` (one action, in order).

pub mod command;
pub mod constants;
pub mod map;
pub mod observe;
pub mod rules;
pub mod state;
pub mod trace;

pub use command::{Call, Invalid, Reply};
pub use map::Galaxy;
pub use observe::View;
pub use rules::Rules;
pub use state::{Colour, Setup, Side, State};

use agon_core::{
    Actor, Actors, Allowance, Chance, End, Game, Now, Outcome, Reason, Seat, Standing, StateHash,
    StateHasher,
};
use command::{Commands, Order};
use constants::{ACTIONS_PER_TURN, TURN_SECONDS};

impl Game for State {
    type Setup = Setup;
    type View = View;
    type Call = Call;
    type Reply = Reply;

    fn new(setup: &Setup, chance: Chance) -> State {
        let mut state = State::start(setup, chance);
        state.begin_turn();
        state
    }

    fn now(&self) -> Now {
        if self.is_over() {
            return Now::Over(self.outcome());
        }
        let mut actors = Actors::new();
        for side in Side::BOTH {
            if !self.has_ended[side.index()] {
                actors.push(Actor(side.index() as u32));
            }
        }
        Now::Turn(actors)
    }

    fn view(&self, actor: Actor, out: &mut View) {
        match side_of(actor) {
            Ok(side) => self.observe(side, out),
            Err(_) => *out = View::default(),
        }
    }

    fn call(&mut self, actor: Actor, call: &Call) -> Reply {
        match self.check_call(actor) {
            Err(why) => Reply::Refused(why),
            Ok(side) => {
                let commands = &mut self.commands[side.index()];
                let queued = commands.push(call, &self.galaxy);
                let action = commands.len() as u8;
                match queued {
                    Ok(()) => Reply::Queued(action),
                    Err(why) => Reply::Void { action, why },
                }
            }
        }
    }

    fn end(&mut self, actor: Actor, end: End) {
        if let Ok(side) = self.check_turn(actor) {
            self.end_turn(side, end.why);
        }
    }

    fn round(&self) -> u32 {
        (self.action / ACTIONS_PER_TURN as u32 + 1).min(self.turns())
    }

    fn hash(&self) -> StateHash {
        let mut hasher = StateHasher::new();
        self.chance.hash_into(&mut hasher);
        hasher.word(u64::from(self.action));
        for agent in &self.agents {
            hasher
                .word(u64::from(agent.system.0) << 32 | agent.energy as u64)
                .word((agent.scan_energy as u64) << 32 | agent.capture_left.unwrap_or(0) as u64);
        }
        let (pairs, rest) = self.planes.cells().as_chunks::<2>();
        for pair in pairs {
            hasher.word(u64::from(pair[0] as u32) << 32 | u64::from(pair[1] as u32));
        }
        for &cell in rest {
            hasher.word(cell as u64);
        }
        hasher.word(u64::from(self.has_ended[0]) << 1 | u64::from(self.has_ended[1]));
        for commands in self.commands.iter().chain(&self.previous) {
            hash_commands(commands, &mut hasher);
        }
        hasher.finish()
    }

    fn allowance(&self, _actor: Actor) -> Allowance {
        Allowance {
            seconds: Some(TURN_SECONDS),
            energy: None,
        }
    }

    fn reseed(&mut self, seed: u64) {
        self.chance.reseed(seed);
    }
}

fn hash_commands(commands: &Commands, hasher: &mut StateHasher) {
    hasher.word((commands.len() as u64) << 1 | u64::from(commands.has_null()));
    for step in 0..commands.len() {
        let (kind, number) = match commands.order(step) {
            Order::NoAction => (0, 0),
            Order::Move(to) => (1, to.map_or(u64::MAX, |to| u64::from(to.0))),
            Order::Refuel => (2, 0),
            Order::Fortify(energy) => (3, energy as u64),
            Order::SetScan(energy) => (4, energy as u64),
            Order::Capture(energy) => (5, energy as u64),
            Order::ContinueCapture => (6, 0),
            Order::Shoot { energy, hops } => (7, (energy as u64) << 32 | hops.word()),
        };
        hasher.word(kind).word(number);
    }
    for hop in commands.hops() {
        hasher.word(hop.map_or(u64::MAX, |to| u64::from(to.0)));
    }
}

/// The agent an actor is.
pub(crate) fn side_of(actor: Actor) -> Result<Side, Invalid> {
    match actor.0 {
        0 => Ok(Side::Blue),
        1 => Ok(Side::Red),
        actor => Err(Invalid::NoSuchAgent { actor }),
    }
}

impl State {
    /// The number of command turns of the whole game.
    pub(crate) fn turns(&self) -> u32 {
        self.rules.actions.div_ceil(ACTIONS_PER_TURN as u32)
    }

    /// Whether it is this actor's turn.
    fn check_turn(&self, actor: Actor) -> Result<Side, Invalid> {
        let side = side_of(actor)?;
        if self.is_over() {
            return Err(Invalid::GameOver);
        }
        if self.has_ended[side.index()] {
            return Err(Invalid::TurnEnded);
        }
        Ok(side)
    }

    /// Whether this actor can queue another command.
    fn check_call(&self, actor: Actor) -> Result<Side, Invalid> {
        let side = self.check_turn(actor)?;
        if self.commands[side.index()].is_full() {
            return Err(Invalid::ThreeQueued);
        }
        Ok(side)
    }

    /// R11 More systems win; as many are a draw.
    fn outcome(&self) -> Outcome {
        let owned = Side::BOTH.map(|side| self.planes().count(side.colour()));
        let scores = owned.map(|n| n as f64);
        let total = self.galaxy.len();
        let winner = match owned[0].cmp(&owned[1]) {
            std::cmp::Ordering::Greater => Side::Blue,
            std::cmp::Ordering::Less => Side::Red,
            std::cmp::Ordering::Equal => {
                return Outcome {
                    standings: scores.map(|score| Standing { rank: 1, score }).to_vec(),
                    reason: Reason {
                        code: "draw".into(),
                        sentence: format!("Both own {} of {total} systems.", owned[0]),
                    },
                };
            }
        };
        let (more, fewer) = (owned[winner.index()], owned[winner.other().index()]);
        let sentence = format!(
            "{} owns {more} of {total} systems, {} owns {fewer}.",
            winner.colour(),
            winner.other().colour()
        );
        Outcome::won_by(Seat(winner.index() as u8), scores, "systems", sentence)
    }
}
