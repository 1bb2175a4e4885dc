//! R5 What one agent may know: the systems its scan reaches, and nothing of the others.

use crate::constants::BASE_SCAN_RANGE;
use crate::map::{Galaxy, Name, SystemId};
use crate::profile::ScanSearch;
use crate::state::{Agent, GalaxyCommander};
use crate::types::{Colour, Side};
use arrayvec::ArrayVec;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What an agent sees before it gives its commands.
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct View {
    /// The agent's colour.
    pub colour: Option<Side>,
    /// Actions played so far.
    pub action: u32,
    /// Actions of the whole game.
    pub actions: u32,
    /// The agent's energy, the scan already paid.
    pub energy: i32,
    /// What it pays for each scan.
    pub scan_energy: i32,
    /// ContinueCapture actions still needed, while it is capturing.
    pub capture_actions_left: Option<i32>,
    /// The system it is in.
    pub current: Name,
    /// The systems within its scan, in the order of the galaxy; its own is always among them.
    pub systems: Vec<SeenSystem>,
    /// Unused systems, kept for their buffers.
    #[serde(skip)]
    spare: Vec<SeenSystem>,
    #[serde(skip)]
    scan: Scan,
}

/// One system as an agent sees it.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct SeenSystem {
    /// Its name.
    pub name: Name,
    /// Its owner.
    pub owner: Colour,
    /// Its generators.
    pub generators: i32,
    /// The most generators it can have.
    pub max_generators: i32,
    /// Its stored energy.
    pub energy: i32,
    /// The cost to capture it.
    pub capture_cost: i32,
    /// Its wormholes in order.
    pub wormholes: Vec<SeenWormhole>,
    /// The agents in it, the viewing agent first.
    pub agents: ArrayVec<Side, 2>,
}

/// One wormhole as an agent sees it.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct SeenWormhole {
    /// Where it ends; `None` if that system is out of range.
    pub to: Option<Name>,
    /// What it cost when the command turn began; 0 if its end is out of range.
    pub cost: i32,
}

impl View {
    /// The system of this name, if it is seen.
    pub fn system(&self, name: &str) -> Option<&SeenSystem> {
        self.systems.iter().find(|s| s.name.as_str() == name)
    }

    /// The system the agent is in.
    pub fn here(&self) -> Option<&SeenSystem> {
        self.system(&self.current)
    }

    /// A buffer for the `i`-th system, with its old contents.
    fn slot(&mut self, i: usize) -> &mut SeenSystem {
        if i == self.systems.len() {
            let slot = self.spare.pop().unwrap_or_else(SeenSystem::empty);
            self.systems.push(slot);
        }
        &mut self.systems[i]
    }

    fn keep(&mut self, count: usize) {
        while self.systems.len() > count {
            self.spare.extend(self.systems.pop());
        }
    }
}

impl SeenSystem {
    fn empty() -> SeenSystem {
        SeenSystem {
            name: Name::new(),
            owner: Colour::Gray,
            generators: 0,
            max_generators: 0,
            energy: 0,
            capture_cost: 0,
            wormholes: Vec::new(),
            agents: ArrayVec::new(),
        }
    }
}

/// R5 The systems a scan reaches, and the buffers to find them.
#[derive(Clone, Debug, Default)]
pub(crate) struct Scan {
    /// A bit per system.
    marked: Vec<u64>,
    open: Vec<(SystemId, u32)>,
}

impl Scan {
    /// Whether the last search reached a system.
    #[inline]
    pub(crate) fn sees(&self, system: SystemId) -> bool {
        self.marked[system.index() / 64] >> (system.index() % 64) & 1 == 1
    }

    /// The systems that the last search reached, in the order of the galaxy.
    fn seen(&self) -> impl Iterator<Item = SystemId> + '_ {
        self.marked.iter().enumerate().flat_map(|(word, &bits)| {
            let mut rest = bits;
            std::iter::from_fn(move || {
                let bit = rest.trailing_zeros();
                // Clears the lowest bit.
                rest &= rest.checked_sub(1)?;
                Some(SystemId((64 * word) as u16 + bit as u16))
            })
        })
    }

    /// Marks a system; whether it was not marked before.
    #[inline]
    fn mark(&mut self, system: SystemId) -> bool {
        let word = &mut self.marked[system.index() / 64];
        let bit = 1 << (system.index() % 64);
        let is_new = *word & bit == 0;
        *word |= bit;
        is_new
    }

    /// Searches from a system, `range` wormholes far.
    pub(crate) fn search(
        &mut self,
        galaxy: &Galaxy,
        from: SystemId,
        range: i64,
        search: ScanSearch,
    ) {
        self.marked.clear();
        self.marked.resize(galaxy.len().div_ceil(64), 0);
        self.open.clear();
        self.mark(from);
        // A way has fewer wormholes than there are systems.
        let range = range.clamp(0, galaxy.len() as i64) as u32;
        match search {
            ScanSearch::Bfs => self.breadth_first(galaxy, from, range),
            ScanSearch::Dfs => self.depth_first(galaxy, from, range),
        }
    }

    /// Marks everything within range; `open` is a queue with the range left at each system.
    fn breadth_first(&mut self, galaxy: &Galaxy, from: SystemId, range: u32) {
        self.open.push((from, range));
        let mut next = 0;
        while next < self.open.len() {
            let (system, left) = self.open[next];
            next += 1;
            if left == 0 {
                break;
            }
            for &to in galaxy.neighbours(system) {
                // What is at the end of the range need not be visited.
                if self.mark(to) && left > 1 {
                    self.open.push((to, left - 1));
                }
            }
        }
    }

    /// The original's search: depth first in wormhole order, never again into a marked system.
    /// `open` is the way down with the number of the next wormhole at each system.
    fn depth_first(&mut self, galaxy: &Galaxy, from: SystemId, range: u32) {
        self.open.push((from, 0));
        while let Some((system, at)) = self.open.last_mut() {
            let Some(&to) = galaxy.neighbours(*system).get(*at as usize) else {
                self.open.pop();
                continue;
            };
            *at += 1;
            if self.mark(to) && (self.open.len() as u32) < range {
                self.open.push((to, 0));
            }
        }
    }
}

impl GalaxyCommander {
    /// R5 Looks k + 1 wormholes far.
    pub(crate) fn scan(&self, agent: &Agent, scan: &mut Scan) {
        let range = i64::from(agent.scan_energy) + BASE_SCAN_RANGE;
        scan.search(&self.galaxy, agent.system, range, self.rules.scan_search);
    }
}

impl View {
    /// R5 Writes what an agent may know into this view.
    pub(crate) fn fill(&mut self, game: &GalaxyCommander, side: Side) {
        let agent = game.agent(side);
        let galaxy = &*game.galaxy;
        let planes = game.planes();
        let mut scan = std::mem::take(&mut self.scan);
        game.scan(agent, &mut scan);

        self.colour = Some(side);
        self.action = game.action;
        self.actions = game.rules.actions;
        self.energy = agent.energy;
        self.scan_energy = agent.scan_energy;
        self.capture_actions_left = agent.capture_left;
        self.current = *galaxy.name(agent.system);
        let mut count = 0;
        for system in scan.seen() {
            let seen = self.slot(count);
            count += 1;
            seen.name = *galaxy.name(system);
            seen.owner = planes.owner(system);
            seen.generators = planes.generators(system);
            seen.max_generators = galaxy.max_generators()[system.index()];
            seen.energy = planes.store(system);
            seen.capture_cost = planes.capture_cost(system);
            seen.agents.clear();
            for who in [side, side.other()] {
                if game.agent(who).system == system {
                    seen.agents.push(who);
                }
            }
            let costs = &planes.travel()[galaxy.wormholes(system)];
            let wormholes = galaxy.neighbours(system).iter().zip(costs);
            seen.wormholes.clear();
            seen.wormholes.extend(wormholes.map(|(&end, &cost)| {
                // Two whole values, so that the name is copied only once.
                match scan.sees(end) {
                    true => SeenWormhole { to: Some(*galaxy.name(end)), cost },
                    false => SeenWormhole { to: None, cost: 0 },
                }
            }));
        }
        self.keep(count);
        self.scan = scan;
    }
}
