//! Everything that changes during a game, and what must always hold of it.

mod planes;
mod trail;

pub use planes::{Planes, PlanesView};
pub use trail::{Moment, Report, Trail};

use crate::command::{Commands, Hop, Invalid};
use crate::constants::{ACTIONS_PER_TURN, MIN_CAPTURE_COST, START_ENERGY};
use crate::map::{Galaxy, SystemId};
use crate::profile::Rules;
use agon_core::{Actor, Chance, Seat, StateHash, StateHasher};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::sync::Arc;

/// R1 Whose a system is.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Colour {
    /// Nobody's.
    Gray,
    /// The first agent's.
    Blue,
    /// The second agent's.
    Red,
}

impl Colour {
    /// The word used in files.
    pub fn word(self) -> &'static str {
        match self {
            Colour::Gray => "gray",
            Colour::Blue => "blue",
            Colour::Red => "red",
        }
    }

    fn of_number(number: i32) -> Colour {
        match number {
            1 => Colour::Blue,
            2 => Colour::Red,
            _ => Colour::Gray,
        }
    }
}

/// The word the handout prints.
impl fmt::Display for Colour {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Colour::Gray => "Gray",
            Colour::Blue => "Blue",
            Colour::Red => "Red",
        })
    }
}

/// R1 One of the two agents.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Side {
    /// The first agent.
    Blue,
    /// The second agent.
    Red,
}

impl Side {
    /// Both, in the order of the rules.
    pub const BOTH: [Side; 2] = [Side::Blue, Side::Red];

    /// The agent an actor is, if there is one.
    pub fn of(actor: Actor) -> Option<Side> {
        Side::BOTH.get(actor.0 as usize).copied()
    }

    /// The only actor of this agent.
    pub fn actor(self) -> Actor {
        Actor(self as u32)
    }

    /// The seat of this agent.
    pub fn seat(self) -> Seat {
        Seat(self as u8)
    }

    /// The agent as an index.
    pub fn index(self) -> usize {
        self as usize
    }

    /// The other agent.
    pub fn other(self) -> Side {
        match self {
            Side::Blue => Side::Red,
            Side::Red => Side::Blue,
        }
    }

    /// The agent's colour.
    pub fn colour(self) -> Colour {
        match self {
            Side::Blue => Colour::Blue,
            Side::Red => Colour::Red,
        }
    }
}

/// R2 One agent.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Agent {
    /// Where it is.
    pub system: SystemId,
    /// Its energy, never negative.
    pub energy: i32,
    /// Scan energy k; the scan range is k + 1.
    pub scan_energy: i32,
    /// ContinueCapture actions still needed, while a capture is in progress.
    pub capture_left: Option<i32>,
}

impl Agent {
    /// R3 An agent before the first command turn.
    pub fn starting_in(system: SystemId) -> Agent {
        Agent { system, energy: START_ENERGY, scan_energy: 0, capture_left: None }
    }
}

/// A position of Galaxy Commander.
#[derive(Debug)]
pub struct GalaxyCommander {
    pub(crate) galaxy: Arc<Galaxy>,
    pub(crate) rules: Rules,
    pub(crate) chance: Chance,
    /// Actions played.
    pub(crate) action: u32,
    pub(crate) planes: Planes,
    pub(crate) agents: [Agent; 2],
    /// The commands of the running command turn.
    pub(crate) commands: [Commands; 2],
    /// The commands of each agent's last good turn, where failed turns repeat them.
    pub(crate) previous: [Commands; 2],
    pub(crate) has_ended: [bool; 2],
    pub(crate) trail: Trail,
}

impl Clone for GalaxyCommander {
    /// Whatever may allocate comes first: what follows is then copied straight to its place.
    fn clone(&self) -> GalaxyCommander {
        let galaxy = Arc::clone(&self.galaxy);
        let chance = self.chance.clone();
        let [blue, red] = &self.commands;
        let commands = [blue.clone(), red.clone()];
        let [blue, red] = &self.previous;
        let previous = [blue.clone(), red.clone()];
        let many = self.planes.many();
        let hops = self.trail.hops().to_vec();
        GalaxyCommander {
            galaxy,
            rules: self.rules,
            chance,
            action: self.action,
            planes: self.planes.copy_with(many),
            agents: self.agents,
            commands,
            previous,
            has_ended: self.has_ended,
            trail: self.trail.copy_with(hops),
        }
    }

    /// Copies into the buffers that are there: no allocation between positions of one galaxy.
    fn clone_from(&mut self, other: &GalaxyCommander) {
        self.galaxy.clone_from(&other.galaxy);
        self.rules = other.rules;
        self.chance.clone_from(&other.chance);
        self.action = other.action;
        self.planes.copy_from(&other.planes);
        self.agents = other.agents;
        for side in Side::BOTH.map(Side::index) {
            self.commands[side].copy_from(&other.commands[side]);
            self.previous[side].copy_from(&other.previous[side]);
        }
        self.has_ended = other.has_ended;
        self.trail.copy_from(&other.trail);
    }
}

impl GalaxyCommander {
    /// R3 The position before the first action. Where the agents start is a matter of chance.
    pub(crate) fn start(galaxy: Arc<Galaxy>, rules: Rules, mut chance: Chance) -> GalaxyCommander {
        let systems = galaxy.len() as u32;
        let mut draw = |not: Option<SystemId>| {
            let index = chance.outcome(|rng| {
                loop {
                    let index = rng.below(systems);
                    if systems == 1 || not != Some(SystemId(index as u16)) {
                        break i64::from(index);
                    }
                }
            });
            SystemId(index.rem_euclid(i64::from(systems)) as u16)
        };
        let blue = draw(None);
        let red = draw(Some(blue));
        let agents = [blue, red].map(Agent::starting_in);
        let planes = Planes::of(&galaxy);
        GalaxyCommander {
            rules,
            chance,
            action: 0,
            planes,
            agents,
            commands: Default::default(),
            previous: Default::default(),
            has_ended: [false; 2],
            trail: Trail::new(agents),
            galaxy,
        }
    }

    /// The galaxy that is played in.
    pub fn galaxy(&self) -> &Galaxy {
        &self.galaxy
    }

    /// The rules that are played.
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// Actions played so far.
    pub fn action(&self) -> u32 {
        self.action
    }

    /// The numbers of all systems now.
    pub fn planes(&self) -> PlanesView<'_> {
        self.planes.now()
    }

    /// One agent now.
    pub fn agent(&self, side: Side) -> &Agent {
        &self.agents[side.index()]
    }

    /// The actions of the last command turn.
    pub fn trail(&self) -> &Trail {
        &self.trail
    }

    /// Whether all actions are played.
    pub fn is_over(&self) -> bool {
        self.action >= self.rules.actions
    }

    /// The number of command turns of the whole game.
    pub(crate) fn turns(&self) -> u32 {
        self.rules.actions.div_ceil(ACTIONS_PER_TURN as u32)
    }

    /// Whether it is this actor's turn.
    pub(crate) fn check_turn(&self, actor: Actor) -> Result<Side, Invalid> {
        let side = Side::of(actor).ok_or(Invalid::NoSuchAgent { actor: actor.0 })?;
        if self.is_over() {
            return Err(Invalid::GameOver);
        }
        if self.has_ended[side.index()] {
            return Err(Invalid::TurnEnded);
        }
        Ok(side)
    }

    /// Whether this actor can queue another command.
    pub(crate) fn check_call(&self, actor: Actor) -> Result<Side, Invalid> {
        let side = self.check_turn(actor)?;
        if self.commands[side.index()].is_full() {
            return Err(Invalid::ThreeQueued);
        }
        Ok(side)
    }

    /// The fingerprint of the position: all that matters for its future, so not the trail.
    pub(crate) fn fingerprint(&self) -> StateHash {
        let mut hasher = StateHasher::new();
        self.chance.hash_into(&mut hasher);
        hasher.word(u64::from(self.action));
        for agent in &self.agents {
            let left = agent.capture_left.unwrap_or(0);
            hasher
                .word(pair(i32::from(agent.system.0), agent.energy))
                .word(pair(agent.scan_energy, left));
        }
        let (pairs, rest) = self.planes.cells().as_chunks::<2>();
        for &[left, right] in pairs {
            hasher.word(pair(left, right));
        }
        for &cell in rest {
            hasher.word(cell as u64);
        }
        let [blue, red] = self.has_ended.map(u64::from);
        hasher.word(blue << 1 | red);
        for commands in self.commands.iter().chain(&self.previous) {
            commands.hash_into(&mut hasher);
        }
        hasher.finish()
    }

    /// The bytes that a copy of the position has to copy.
    pub(crate) fn bytes(&self) -> usize {
        let lists = self.commands.iter().chain(&self.previous);
        let hops = self.trail.hops().len() + lists.map(|c| c.hops().len()).sum::<usize>();
        size_of::<GalaxyCommander>() + self.planes.heap_bytes() + hops * size_of::<Hop>()
    }

    /// What must always hold.
    pub(crate) fn invariants(&self) -> Result<(), String> {
        let galaxy = &self.galaxy;
        let planes = self.planes();
        for system in galaxy.systems() {
            let (generators, store) = (planes.generators(system), planes.store(system));
            let i = system.index();
            let most = galaxy.max_generators()[i].max(galaxy.generators()[i]);
            if !(0..=most).contains(&generators) || store < 0 {
                let name = galaxy.name(system);
                return Err(format!("{name} has {generators} generators and {store} energy"));
            }
            if planes.capture_cost(system) < MIN_CAPTURE_COST {
                return Err(format!("capturing {} is free", galaxy.name(system)));
            }
        }
        if planes.travel().iter().any(|&cost| cost < i32::from(self.action > 0)) {
            return Err("a wormhole is free after the first fluctuation".into());
        }
        for (side, agent) in Side::BOTH.iter().zip(&self.agents) {
            let is_sane = agent.system.index() < galaxy.len()
                && agent.energy >= 0
                && agent.scan_energy >= 0
                && agent.capture_left.is_none_or(|left| left > 0);
            if !is_sane {
                return Err(format!("{side:?} is in an impossible state: {agent:?}"));
            }
        }
        let last = self.trail.moments().last();
        if let Some(moment) = last.filter(|_| self.is_over())
            && moment.agents != self.agents
        {
            return Err("the trail of a finished game does not end where the game ended".into());
        }
        if self.is_over() && self.has_ended != [false; 2] {
            return Err("somebody has ended a turn of a finished game".into());
        }
        Ok(())
    }
}

fn pair(left: i32, right: i32) -> u64 {
    u64::from(left as u32) << 32 | u64::from(right as u32)
}
