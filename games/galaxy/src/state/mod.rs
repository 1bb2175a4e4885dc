//! Everything that changes during a game.

mod planes;
mod trail;

pub use planes::{Planes, PlanesView};
pub use trail::{Moment, Report, Trail};

use crate::command::{Commands, Invalid};
use crate::constants::{ACTIONS_PER_TURN, START_ENERGY};
use crate::map::{Galaxy, SystemId};
use crate::profile::Rules;
use crate::types::Side;
use agon_core::{Actor, Chance, Simultaneous, StateHash, StateHasher};
use std::sync::Arc;

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
    /// Which agents still have to end the running command turn.
    pub(crate) turn: Simultaneous,
    pub(crate) trail: Trail,
}

impl Clone for GalaxyCommander {
    /// Written by hand instead of by `clone_in_place!`: fields that allocate are cloned first, because
    /// the compiler then copies the large ones straight to their place instead of by way of the stack.
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
            turn: self.turn.clone(),
            trail: self.trail.copy_with(hops),
        }
    }

    /// Copies into the existing buffers: no allocation between positions of one galaxy.
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
        self.turn.clone_from(&other.turn);
        self.trail.copy_from(&other.trail);
    }
}

impl GalaxyCommander {
    /// R3 The position before the first action. The agents start in random systems.
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
            turn: Simultaneous::default(),
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

    /// Whether an agent has ended the running command turn.
    pub(crate) fn has_ended(&self, side: Side) -> bool {
        !self.turn.is_waiting_for(side.actor())
    }

    /// Whether it is this actor's turn.
    pub(crate) fn check_turn(&self, actor: Actor) -> Result<Side, Invalid> {
        let side = Side::of(actor).ok_or(Invalid::NoSuchAgent { actor: actor.0 })?;
        if self.is_over() {
            return Err(Invalid::GameOver);
        }
        if self.has_ended(side) {
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

    /// The fingerprint of the position: everything that matters for its future, so not the trail.
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
        // Replays hold fingerprints, so the bookkeeping of the turn stays hashed as one word.
        let [blue, red] = Side::BOTH.map(|side| u64::from(self.has_ended(side)));
        hasher.word(blue << 1 | red);
        for commands in self.commands.iter().chain(&self.previous) {
            commands.hash_into(&mut hasher);
        }
        hasher.finish()
    }
}

fn pair(left: i32, right: i32) -> u64 {
    u64::from(left as u32) << 32 | u64::from(right as u32)
}
