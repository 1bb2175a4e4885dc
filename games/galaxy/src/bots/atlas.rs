//! A bot's memory of the galaxy: all systems it has seen, when it saw each of them last, and the
//! shortest ways between them.

use crate::map::Name;
use crate::observe::{SeenSystem, View};
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
    /// The places of the systems in the last view from here, in its order: the next view from here most
    /// likely shows the same.
    sights: Vec<Index>,
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
        self.growth(action).store_after(0)
    }

    /// How the store is expected to grow from an action of the game on.
    pub fn growth(&self, action: u32) -> Growth {
        let passed = action.saturating_sub(self.seen_at).min(i32::MAX as u32) as i32;
        Growth {
            seen: self.store,
            grown: self.store.min(self.generators).saturating_add(passed),
            most: self.max_generators.max(self.generators),
        }
    }
}

/// How the store of a system grows: by one with each action, up to its generators, which grow as fast. So it
/// is the least of store and generators, each grown without end, and of the most generators.
#[derive(Copy, Clone, Debug)]
pub(super) struct Growth {
    /// The store when it was seen last.
    seen: i32,
    /// What the lesser of store and generators would be now if it grew without end.
    grown: i32,
    /// The most generators.
    most: i32,
}

impl Growth {
    /// The store after this many more actions.
    pub fn store_after(self, actions: i32) -> i32 {
        self.seen.max(self.grown.saturating_add(actions).min(self.most))
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
    /// The place of the agent's own system.
    pub here: Option<Index>,
    /// Ways from each system to all others, row by row; a row is computed on first use.
    ways: Vec<Way>,
    /// Per row: the actions played when it was computed.
    computed_at: Vec<Option<u32>>,
    action: u32,
    /// Ways are used for this many actions after they were computed: costs change slowly.
    pub ways_last: u32,
    /// What the search has reached, nearest first, as [`key`]s; those at the front are done.
    open: Vec<u64>,
    /// The length of the best way that the search has found to each system.
    lengths: Vec<u32>,
}

impl Atlas {
    /// Stores what is seen now.
    pub fn update(&mut self, view: &View) {
        self.here = self.find(&view.current);
        let mut places = match self.here {
            Some(here) => std::mem::take(&mut self.pages[here].sights),
            None => Vec::new(),
        };
        places.truncate(view.systems.len());
        for (i, seen) in view.systems.iter().enumerate() {
            let known = places.get(i).copied().filter(|&at| self.pages[at].name == seen.name);
            let at = known.unwrap_or_else(|| self.place(seen));
            match places.get_mut(i) {
                Some(place) => *place = at,
                None => places.push(at),
            }
            let page = &mut self.pages[at];
            page.owner = seen.owner;
            page.generators = seen.generators;
            page.max_generators = seen.max_generators;
            page.store = seen.energy;
            page.capture_cost = seen.capture_cost;
            page.seen_at = view.action;
        }
        let mut has_new_links = self.computed_at.len() != self.pages.len();
        for (seen, &at) in view.systems.iter().zip(&places) {
            for (wormhole, link) in seen.wormholes.iter().zip(&mut self.pages[at].links) {
                let Some(name) = &wormhole.to else {
                    continue;
                };
                // A wormhole always ends in the same system, so its name is looked up once.
                has_new_links |= link.is_none();
                let known = link.map(|link| link.to).or_else(|| self.index.get(name).copied());
                if let Some(to) = known {
                    *link = Some(Link { to, cost: wormhole.cost.max(1) });
                }
            }
        }
        if self.here.is_none() {
            self.here = self.find(&view.current);
        }
        if let Some(here) = self.here {
            self.pages[here].sights = places;
        }
        self.action = view.action;
        if has_new_links {
            self.computed_at.clear();
        }
        self.computed_at.resize(self.pages.len(), None);
        self.ways.resize(self.pages.len() * self.pages.len(), Way::default());
    }

    /// The place of a system that is seen; a new one gets a page.
    fn place(&mut self, seen: &SeenSystem) -> Index {
        let next = self.pages.len();
        let at = *self.index.entry(seen.name).or_insert(next);
        if at == next {
            self.pages.push(Page {
                name: seen.name,
                owner: seen.owner,
                generators: 0,
                max_generators: 0,
                store: 0,
                capture_cost: 0,
                seen_at: 0,
                links: vec![None; seen.wormholes.len()],
                sights: Vec::new(),
            });
        }
        at
    }

    /// The place of a system in the atlas.
    fn find(&self, name: &Name) -> Option<Index> {
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
        let (pages, open) = (&self.pages[..], &mut self.open);
        let ways = &mut self.ways[from * pages.len()..][..pages.len()];
        ways.fill(Way::default());
        self.lengths.clear();
        self.lengths.resize(pages.len(), NO_WAY);
        let lengths = &mut self.lengths[..];
        lengths[from] = 0;
        open.clear();
        open.push(key(0, from));
        let mut done = 0;
        while let Some(&next) = open.get(done) {
            done += 1;
            let (length, at) = length_and_system(next);
            if lengths[at] < length {
                continue;
            }
            let here = ways[at];
            for link in pages[at].links.iter().flatten() {
                // The energy, and one for the wormhole itself.
                let length = (length + 1).saturating_add(link.cost as u32);
                if length < lengths[link.to] {
                    lengths[link.to] = length;
                    insert(open, key(length, link.to));
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

/// A system that the search has reached, as one number: the least is the nearest, and of equally near ones
/// the last in the atlas.
fn key(length: u32, system: Index) -> u64 {
    u64::from(length) << 32 | u64::from(u32::MAX - system as u32)
}

fn length_and_system(key: u64) -> (u32, Index) {
    ((key >> 32) as u32, (u32::MAX - key as u32) as Index)
}

/// Puts a key into a list in ascending order. Most keys belong near the end, so this takes fewer steps than a
/// heap.
fn insert(keys: &mut Vec<u64>, key: u64) {
    keys.push(key);
    let keys = &mut keys[..];
    let mut at = keys.len() - 1;
    while at > 0 && keys[at - 1] > key {
        keys[at] = keys[at - 1];
        at -= 1;
    }
    keys[at] = key;
}
