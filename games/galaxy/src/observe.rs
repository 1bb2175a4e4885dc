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
    marked: Vec<bool>,
    open: Vec<(SystemId, u32)>,
}

impl Scan {
    /// Whether the last search reached a system.
    pub(crate) fn sees(&self, system: SystemId) -> bool {
        self.marked[system.index()]
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
        self.marked.resize(galaxy.len(), false);
        self.open.clear();
        self.marked[from.index()] = true;
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
                if !std::mem::replace(&mut self.marked[to.index()], true) {
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
            if !std::mem::replace(&mut self.marked[to.index()], true)
                && (self.open.len() as u32) < range
            {
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
        for system in galaxy.systems().filter(|&system| scan.sees(system)) {
            let seen = self.slot(count);
            count += 1;
            seen.name = *galaxy.name(system);
            seen.owner = planes.owner(system);
            seen.generators = planes.generators(system);
            seen.max_generators = galaxy.max_generators()[system.index()];
            seen.energy = planes.store(system);
            seen.capture_cost = planes.capture_cost(system);
            seen.wormholes.clear();
            seen.wormholes.extend(galaxy.wormholes(system).map(|wormhole| {
                let end = galaxy.ends()[wormhole];
                // Two whole values, so that the name is copied only once.
                match scan.sees(end) {
                    true => {
                        let cost = planes.travel()[wormhole];
                        SeenWormhole { to: Some(*galaxy.name(end)), cost }
                    }
                    false => SeenWormhole { to: None, cost: 0 },
                }
            }));
            seen.agents.clear();
            let present = [side, side.other()].into_iter();
            seen.agents.extend(present.filter(|&who| game.agent(who).system == system));
        }
        self.keep(count);
        self.scan = scan;
    }
}
