//! A bot's memory of the galaxy: all systems it has seen, when it saw each of them last, and the
//! shortest ways between them.

use crate::map::Name;
use crate::observe::View;
use crate::types::Colour;
use std::collections::BTreeMap;

/// A system, by its place in the atlas.
pub(super) type Index = usize;

/// What is remembered of a system.
#[derive(Clone, Debug)]
pub(super) struct Page {
    pub name: Name,
    pub owner: Colour,
    pub generators: i32,
    pub max_generators: i32,
    pub store: i32,
    pub capture_cost: i32,
    /// Actions played when it was last seen.
    pub seen_at: u32,
    /// Wormholes in order; without an end if that was never seen.
    pub links: Vec<Option<Link>>,
}

/// A wormhole whose end is known.
#[derive(Copy, Clone, Debug)]
pub(super) struct Link {
    pub to: Index,
    pub cost: i32,
}

impl Page {
    /// The expected store after this many actions of the game.
    pub fn store_at(&self, action: u32) -> i32 {
        let passed = action.saturating_sub(self.seen_at).min(i32::MAX as u32) as i32;
        let most = self.max_generators.max(self.generators);
        let generators = self.generators.saturating_add(passed).min(most);
        self.store.max(self.store.saturating_add(passed).min(generators))
    }
}

/// The best known way from one system to another.
#[derive(Copy, Clone, Debug, Default)]
pub(super) struct Way {
    /// The energy of all wormholes on it.
    pub cost: i32,
    /// Their number; 0 if no way is known.
    pub hops: i32,
    /// The first system on it.
    pub first: Index,
}

impl Way {
    /// Energy and actions are worth about the same: radiation turns one into the other.
    pub fn length(&self) -> i32 {
        self.cost.saturating_add(self.hops)
    }
}

/// A bot's memory.
#[derive(Clone, Debug, Default)]
pub(super) struct Atlas {
    pub pages: Vec<Page>,
    index: BTreeMap<Name, Index>,
    /// The places of the systems of the last view, in its order, and of the view before.
    places: Vec<Index>,
    places_before: Vec<Index>,
    /// The opponent's place and the actions played when it was last seen.
    pub rival: Option<(Index, u32)>,
    /// Ways from each system to all others, row by row; a row is computed on first use.
    ways: Vec<Way>,
    /// Per row: the actions played when it was computed.
    computed_at: Vec<Option<u32>>,
    action: u32,
    /// Ways are used for this many actions after they were computed: costs change slowly.
    pub ways_last: u32,
    /// The search's systems whose neighbours are still to be looked at, as their [`key`]s.
    open: Vec<u64>,
    /// The length of the best way that the search has found to each system.
    lengths: Vec<u32>,
}

impl Atlas {
    /// Stores what is seen now.
    pub fn update(&mut self, view: &View) {
        std::mem::swap(&mut self.places, &mut self.places_before);
        self.places.clear();
        for (i, seen) in view.systems.iter().enumerate() {
            let next = self.pages.len();
            // Most views show the same systems as the one before.
            let before = self.places_before.get(i).copied();
            let known = before.filter(|&at| self.pages[at].name == seen.name);
            let at = known.unwrap_or_else(|| *self.index.entry(seen.name).or_insert(next));
            self.places.push(at);
            if at == next {
                self.pages.push(Page {
                    name: seen.name,
                    owner: Colour::Gray,
                    generators: 0,
                    max_generators: 0,
                    store: 0,
                    capture_cost: 0,
                    seen_at: 0,
                    links: vec![None; seen.wormholes.len()],
                });
            }
            let page = &mut self.pages[at];
            page.owner = seen.owner;
            page.generators = seen.generators;
            page.max_generators = seen.max_generators;
            page.store = seen.energy;
            page.capture_cost = seen.capture_cost;
            page.seen_at = view.action;
            if seen.agents.iter().any(|&side| Some(side) != view.colour) {
                self.rival = Some((at, view.action));
            }
        }
        let mut has_new_links = self.computed_at.len() != self.pages.len();
        for (i, seen) in view.systems.iter().enumerate() {
            let at = self.places[i];
            for (i, wormhole) in seen.wormholes.iter().enumerate() {
                let Some(name) = wormhole.to else {
                    continue;
                };
                // A wormhole always ends in the same system, so its name is looked up once.
                let known = self.pages[at].links[i].map(|link| link.to);
                has_new_links |= known.is_none();
                if let Some(to) = known.or_else(|| self.find(&name)) {
                    self.pages[at].links[i] = Some(Link { to, cost: wormhole.cost.max(1) });
                }
            }
        }
        self.action = view.action;
        if has_new_links {
            self.computed_at.clear();
        }
        self.computed_at.resize(self.pages.len(), None);
        self.ways.resize(self.pages.len() * self.pages.len(), Way::default());
    }

    /// The place of a system in the atlas.
    pub fn find(&self, name: &Name) -> Option<Index> {
        self.index.get(name).copied()
    }

    /// The best known way between two different systems.
    #[inline]
    pub fn way(&mut self, from: Index, to: Index) -> Option<Way> {
        self.prepare_ways(from);
        let way = self.ways_from(from)[to];
        (way.hops > 0).then_some(way)
    }

    /// Searches the ways from a system if that has not been done lately.
    #[inline]
    pub fn prepare_ways(&mut self, from: Index) {
        if self.computed_at[from].is_none_or(|then| self.action - then > self.ways_last) {
            self.find_ways(from);
        }
    }

    /// The ways from a system to all others as they were prepared, in the order of the pages.
    pub fn ways_from(&self, from: Index) -> &[Way] {
        &self.ways[from * self.pages.len()..][..self.pages.len()]
    }

    /// What the known wormhole to a neighbour costs.
    pub fn link(&self, from: Index, to: Index) -> Option<Link> {
        let mut links = self.pages[from].links.iter().flatten();
        links.find(|link| link.to == to).copied()
    }

    /// The best known ways from one system to all others (Dijkstra).
    #[inline(never)]
    fn find_ways(&mut self, from: Index) {
        self.computed_at[from] = Some(self.action);
        let row = from * self.pages.len();
        let ways = &mut self.ways[row..row + self.pages.len()];
        ways.fill(Way::default());
        self.lengths.clear();
        self.lengths.resize(self.pages.len(), NO_WAY);
        self.lengths[from] = 0;
        self.open.clear();
        self.open.push(key(0, from));
        // There are few open systems at a time, so looking through them is faster than a heap.
        let nearest = |open: &[u64]| open.iter().copied().enumerate().min_by_key(|&(_, key)| key);
        while let Some((place, next)) = nearest(&self.open) {
            self.open.swap_remove(place);
            let (length, at) = length_and_system(next);
            if self.lengths[at] < length {
                continue;
            }
            let here = ways[at];
            for link in self.pages[at].links.iter().flatten() {
                // The energy, and one for the wormhole itself.
                let length = (length + 1).saturating_add(link.cost as u32);
                if length < self.lengths[link.to] {
                    self.lengths[link.to] = length;
                    self.open.push(key(length, link.to));
                    ways[link.to] = Way {
                        cost: here.cost.saturating_add(link.cost),
                        hops: here.hops + 1,
                        first: if at == from { link.to } else { here.first },
                    };
                }
            }
        }
    }
}

/// The length of the way to a system that the search has not reached: longer than every way.
const NO_WAY: u32 = u32::MAX;

/// An open system of the search as one number: the least is the nearest, and of equally near ones the last in
/// the atlas.
fn key(length: u32, system: Index) -> u64 {
    u64::from(length) << 32 | u64::from(u32::MAX - system as u32)
}

fn length_and_system(key: u64) -> (u32, Index) {
    ((key >> 32) as u32, (u32::MAX - key as u32) as Index)
}
