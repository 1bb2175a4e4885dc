//! R5 What one agent may know: the systems its scan reaches, and nothing of the others.

use crate::constants::{BASE_SCAN_RANGE, MAX_SYSTEMS};
use crate::map::{Galaxy, Name, SystemId};
use crate::profile::ScanSearch;
use crate::state::{Agent, GalaxyCommander};
use crate::types::{Colour, Side};
use arrayvec::ArrayVec;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

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
    /// The place of the agent's own system in `systems`; a view that was read back does not know it.
    #[serde(skip)]
    own_place: u16,
    /// In one galaxy equal numbers mean the same systems with the same wormholes; 0 in a view that was read
    /// back.
    #[serde(skip)]
    pub(crate) layout: u64,
    #[serde(skip)]
    layouts: Layouts,
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
    /// The place of its end in [`View::systems`], if that is seen. A view that was read back has no places.
    #[serde(skip)]
    place: u16,
}

impl View {
    /// The system of this name, if it is seen.
    pub fn system(&self, name: &str) -> Option<&SeenSystem> {
        self.systems.iter().find(|s| s.name.as_str() == name)
    }

    /// The system the agent is in.
    #[inline]
    pub fn here(&self) -> Option<&SeenSystem> {
        self.expected(self.own_place, &self.current)
    }

    /// The system at the end of a wormhole, if it is seen.
    #[inline]
    pub fn end(&self, wormhole: &SeenWormhole) -> Option<&SeenSystem> {
        self.expected(wormhole.place, wormhole.to.as_ref()?)
    }

    /// The systems at the ends of a system's wormholes, as far as they are seen, with the wormholes' costs.
    pub fn neighbours<'a>(
        &'a self,
        of: &'a SeenSystem,
    ) -> impl Iterator<Item = (&'a SeenSystem, i32)> {
        of.wormholes.iter().filter_map(|wormhole| Some((self.end(wormhole)?, wormhole.cost)))
    }

    /// The system of this name, most likely at this place.
    #[inline]
    fn expected(&self, place: u16, name: &Name) -> Option<&SeenSystem> {
        let expected = self.systems.get(usize::from(place));
        expected.filter(|system| system.name == *name).or_else(|| self.system(name))
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

/// R5 Where a scan begins, and how it spreads.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
struct Origin {
    system: SystemId,
    range: i64,
    search: ScanSearch,
}

/// Scans have a layout for each range up to this one; those of all longer ranges share one.
const RANGES: usize = 4;

impl Origin {
    /// Where its layout is.
    fn slot(&self) -> usize {
        self.system.index() * RANGES + self.range.clamp(1, RANGES as i64) as usize - 1
    }

    /// What [`View::layout`] is for it: a number other than 0 that no other scan in the galaxy has.
    fn number(&self) -> u64 {
        u64::from(self.system.0) << 48 | (self.range as u64) << 1 | self.search as u64
    }
}

/// The systems that scans from one system show, with the names of everything that is seen. They stay the
/// same, so a view writes only their numbers again when an agent is back.
#[derive(Clone, Debug, Default)]
struct Layout {
    /// None before the first scan.
    origin: Option<Origin>,
    systems: Vec<SeenSystem>,
    /// By place in `systems`: the system, and its first wormhole.
    sources: Vec<(SystemId, u32)>,
    /// The place of the system where the scan begins.
    own_place: u16,
}

/// The layouts of a galaxy, and the buffers to make them.
#[derive(Clone, Debug, Default)]
struct Layouts {
    galaxy: Option<Arc<Galaxy>>,
    /// By [`Origin::slot`]; the systems of the one that is shown are in the view.
    of: Vec<Layout>,
    shown: Option<usize>,
    /// The systems in all layouts together.
    size: usize,
    scan: Scan,
    /// The place in the new layout of each system of the galaxy; [`UNSEEN`] if it is not seen.
    places: Vec<u16>,
    /// Unused systems, kept for their buffers.
    spare: Vec<SeenSystem>,
}

/// With more systems in all layouts than this, all are forgotten.
const LAYOUTS_SIZE_MAX: usize = 4096;

/// More than any place.
const UNSEEN: u16 = u16::MAX;
const _: () = assert!(MAX_SYSTEMS <= UNSEEN as usize);

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
        let Origin { system, range, search } = self.scan_origin(agent);
        scan.search(&self.galaxy, system, range, search);
    }

    fn scan_origin(&self, agent: &Agent) -> Origin {
        let range = i64::from(agent.scan_energy) + BASE_SCAN_RANGE;
        Origin { system: agent.system, range, search: self.rules.scan_search }
    }
}

impl View {
    /// R5 Writes what an agent may know into this view.
    pub(crate) fn fill(&mut self, game: &GalaxyCommander, side: Side) {
        let agent = game.agent(side);
        self.colour = Some(side);
        self.action = game.action;
        self.actions = game.rules.actions;
        self.energy = agent.energy;
        self.scan_energy = agent.scan_energy;
        self.capture_actions_left = agent.capture_left;
        self.current = *game.galaxy.name(agent.system);
        self.show(&game.galaxy, game.scan_origin(agent));
        self.write_numbers(game, side);
    }

    /// Shows the systems that a scan reaches.
    fn show(&mut self, galaxy: &Arc<Galaxy>, origin: Origin) {
        let layouts = &mut self.layouts;
        if !layouts.galaxy.as_ref().is_some_and(|of| Arc::ptr_eq(of, galaxy)) {
            layouts.begin(galaxy);
        }
        let slot = origin.slot();
        if layouts.shown != Some(slot) {
            if let Some(shown) = layouts.shown.replace(slot) {
                std::mem::swap(&mut self.systems, &mut layouts.of[shown].systems);
            }
            std::mem::swap(&mut self.systems, &mut layouts.of[slot].systems);
        }
        let layout = &layouts.of[slot];
        if layout.origin != Some(origin) || layout.sources.len() != self.systems.len() {
            layouts.lay_out(galaxy, origin, &mut self.systems);
        }
        self.own_place = self.layouts.of[slot].own_place;
        self.layout = origin.number();
    }

    /// Writes everything that may have changed since the systems were laid out.
    fn write_numbers(&mut self, game: &GalaxyCommander, side: Side) {
        let Some(shown) = self.layouts.shown else { return };
        let planes = game.planes();
        let travel = planes.travel();
        let order = [side, side.other()].map(|who| (who, game.agent(who).system));
        let sources = &self.layouts.of[shown].sources;
        for (seen, &(system, first)) in self.systems.iter_mut().zip(sources) {
            seen.owner = planes.owner(system);
            seen.generators = planes.generators(system);
            seen.energy = planes.store(system);
            seen.capture_cost = planes.capture_cost(system);
            seen.agents.clear();
            for (who, place) in order {
                if place == system {
                    seen.agents.push(who);
                }
            }
            for (wormhole, &cost) in seen.wormholes.iter_mut().zip(&travel[first as usize..]) {
                if wormhole.to.is_some() {
                    wormhole.cost = cost;
                }
            }
        }
    }
}

impl Layouts {
    /// Forgets all layouts, and begins with those of a galaxy.
    fn begin(&mut self, galaxy: &Arc<Galaxy>) {
        for layout in &mut self.of {
            layout.origin = None;
            layout.sources.clear();
            self.spare.append(&mut layout.systems);
        }
        self.galaxy = Some(Arc::clone(galaxy));
        self.of.resize_with(galaxy.len() * RANGES, Layout::default);
        self.shown = None;
        self.size = 0;
    }

    /// Scans, and writes which systems and ends of wormholes are seen.
    fn lay_out(&mut self, galaxy: &Arc<Galaxy>, origin: Origin, systems: &mut Vec<SeenSystem>) {
        if self.size > LAYOUTS_SIZE_MAX {
            self.begin(galaxy);
            self.shown = Some(origin.slot());
        }
        self.scan.search(galaxy, origin.system, origin.range, origin.search);
        self.places.clear();
        self.places.resize(galaxy.len(), UNSEEN);
        let layout = &mut self.of[origin.slot()];
        layout.origin = Some(origin);
        self.size -= layout.sources.len();
        layout.sources.clear();
        for system in self.scan.seen() {
            self.places[system.index()] = layout.sources.len() as u16;
            layout.sources.push((system, galaxy.wormholes(system).start as u32));
        }
        self.size += layout.sources.len();
        layout.own_place = self.places[origin.system.index()];
        let more = systems.len().min(layout.sources.len())..;
        self.spare.extend(systems.drain(more));
        let spare = std::iter::repeat_with(|| self.spare.pop().unwrap_or_else(SeenSystem::empty));
        systems.extend(spare.take(layout.sources.len() - systems.len()));
        for (seen, &(system, _)) in systems.iter_mut().zip(&layout.sources) {
            seen.name = *galaxy.name(system);
            seen.max_generators = galaxy.max_generators()[system.index()];
            seen.wormholes.clear();
            let ends = galaxy.neighbours(system).iter();
            seen.wormholes.extend(ends.map(|&end| match self.places[end.index()] {
                UNSEEN => SeenWormhole { to: None, cost: 0, place: 0 },
                place => SeenWormhole { to: Some(*galaxy.name(end)), cost: 0, place },
            }));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::map::random_galaxy;
    use crate::profile::{Rules, Setup};
    use agon_core::{Chance, Game, Rng};

    /// The long scans alone show more systems than a view keeps layouts of.
    #[test]
    fn a_view_with_old_layouts_shows_the_same_as_a_new_one() {
        let galaxy = random_galaxy(100, &mut Rng::new(3));
        let setup = Setup::new(galaxy, Rules::handbook()).expect("can be played");
        let mut game = GalaxyCommander::new(&setup, Chance::seeded(1));
        let mut used = View::default();
        for scan_energy in [9, 0, 1, 9] {
            for system in game.galaxy().systems() {
                game.agents[0] = Agent { scan_energy, ..Agent::starting_in(system) };
                let mut fresh = View::default();
                game.view(Side::Blue.actor(), &mut fresh);
                game.view(Side::Blue.actor(), &mut used);
                let text = |view: &View| serde_json::to_string(view).expect("plain data");
                assert_eq!(text(&used), text(&fresh));
                let here = used.here().expect("an agent sees its own system");
                assert_eq!(here.name, used.current);
                for wormhole in &here.wormholes {
                    let end = used.end(wormhole).map(|system| system.name);
                    assert_eq!(end, wormhole.to);
                }
            }
        }
    }
}
