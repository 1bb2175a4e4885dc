//! A bot's memory of the galaxy: all systems it has seen, when it saw each of them last, and the
//! shortest ways between them.

use crate::constants::MAX_SYSTEMS;
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
    /// Wormholes in order.
    pub links: Vec<Link>,
    /// The places of the systems in the last view from here, in its order: the next view from here most
    /// likely shows the same.
    sights: Vec<Index>,
    /// The number of that view's layout.
    layout: u64,
}

/// A wormhole. While its end was never seen it leads back to where it begins for [`UNKNOWN_COST`], so that no
/// shortest way uses it.
#[derive(Copy, Clone, Debug)]
pub(super) struct Link {
    pub to: Index,
    pub cost: i32,
    /// What it adds to the length of a way.
    length: u32,
}

/// More than any wormhole can cost.
const UNKNOWN_COST: i32 = i32::MAX;
/// Searches cut larger costs to this, so that the length of a way through all systems fits into 31 bits.
const WAY_COST_MAX: i32 = 1_000_000;
const _: () = assert!((WAY_COST_MAX as u64 + 1) * (MAX_SYSTEMS as u64) < 1 << 31);

impl Link {
    fn new(to: Index, cost: i32) -> Link {
        // The energy, and one for the wormhole itself.
        Link { to, cost, length: cost.min(WAY_COST_MAX) as u32 + 1 }
    }

    pub fn is_known(&self) -> bool {
        self.cost != UNKNOWN_COST
    }
}

impl Page {
    /// Whether a wormhole leads from here to a system that was never seen.
    pub fn is_edge(&self) -> bool {
        self.links.iter().any(|link| !link.is_known())
    }

    /// Stores what is seen of the system now. Returns whether the end of a wormhole is seen for the
    /// first time.
    fn update(&mut self, seen: &SeenSystem, action: u32) -> bool {
        self.owner = seen.owner;
        self.generators = seen.generators;
        self.max_generators = seen.max_generators;
        self.store = seen.energy;
        self.capture_cost = seen.capture_cost;
        self.seen_at = action;
        let mut has_new_links = false;
        for (wormhole, link) in seen.wormholes.iter().zip(&mut self.links) {
            if wormhole.to.is_none() {
                continue;
            }
            match link.is_known() {
                true => *link = Link::new(link.to, wormhole.cost.max(1)),
                false => has_new_links = true,
            }
        }
        has_new_links
    }

    /// The expected store after this many actions of the game.
    pub fn store_at(&self, action: u32) -> i32 {
        self.growth(action, i32::MAX).store_after(0)
    }

    /// How the store is expected to grow from an action of the game on; all numbers are cut to `largest`.
    pub fn growth(&self, action: u32, largest: i32) -> Growth {
        let passed = action.saturating_sub(self.seen_at).min(i32::MAX as u32) as i32;
        let grown = self.store.min(self.generators).saturating_add(passed);
        let most = self.max_generators.max(self.generators);
        Growth { seen: self.store.min(largest), grown: grown.min(largest), most: most.min(largest) }
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
        self.seen.max((self.grown + actions).min(self.most))
    }
}

/// The best known way from one system to another. Small, because searches write and plans read many of them.
#[derive(Copy, Clone, Debug)]
pub(super) struct Way {
    /// The energy of all wormholes on it, and one for each of them; [`NO_WAY`] if no way is known.
    length: u32,
    /// The number of wormholes.
    hops: u16,
    /// The last system before its end, if there is a wormhole.
    before: u16,
}

const _: () = assert!(MAX_SYSTEMS <= 1 << 16, "systems are numbered with 16 bits");

/// The length of the way to a system that the search has not reached: longer than every way.
const NO_WAY: u32 = u32::MAX;

impl Way {
    const NONE: Way = Way { length: NO_WAY, hops: 0, before: 0 };

    /// Whether a way is known.
    #[inline]
    pub fn is_known(self) -> bool {
        self.length != NO_WAY
    }

    /// The number of wormholes.
    #[inline]
    pub fn hops(self) -> i32 {
        self.hops.into()
    }

    /// The energy of all wormholes.
    #[inline]
    pub fn cost(self) -> i32 {
        (self.length - u32::from(self.hops)) as i32
    }

    /// Energy and actions are worth about the same: radiation turns one into the other.
    pub fn length(self) -> i32 {
        self.length as i32
    }
}

/// A bot's memory.
#[derive(Clone, Debug, Default)]
pub(super) struct Atlas {
    pub pages: Vec<Page>,
    index: BTreeMap<Name, Index>,
    /// The place of the agent's own system. A bot may set it to where it expects to be next:
    /// [`Atlas::update`]
    /// looks there first.
    pub here: Option<Index>,
    /// Ways from each system to all others, row by row; a row is computed on first use. One more row is for
    /// searches that end early.
    ways: Vec<Way>,
    /// Per row: the actions that have to be played before it is computed again; 0 if it was never computed.
    due_at: Vec<u32>,
    action: u32,
    /// What the search has reached, nearest first, as [`key`]s; those at the front are done. There is
    /// room for
    /// one key per wormhole and that of the beginning.
    open: Vec<u64>,
}

impl Atlas {
    /// Stores what is seen now.
    pub fn update(&mut self, view: &View) {
        let expected = self.here.filter(|&here| self.pages[here].name == view.current);
        self.here = expected.or_else(|| self.find(&view.current));
        let mut places = Vec::new();
        let mut is_same = false;
        if let Some(here) = self.here {
            places = std::mem::take(&mut self.pages[here].sights);
            is_same = view.layout != 0 && view.layout == self.pages[here].layout;
        }
        places.reserve(view.systems.len());
        places.truncate(view.systems.len());
        let mut has_new_links = false;
        for (i, seen) in view.systems.iter().enumerate() {
            let known = places.get(i).copied();
            let known = known.filter(|&at| is_same || self.pages[at].name == seen.name);
            let at = known.unwrap_or_else(|| self.place(seen));
            match places.get_mut(i) {
                Some(place) => *place = at,
                None => places.push(at),
            }
            has_new_links |= self.pages[at].update(seen, view.action);
        }
        if has_new_links {
            self.add_links(view, &places);
        }
        if self.here.is_none() {
            self.here = self.find(&view.current);
        }
        if let Some(here) = self.here {
            self.pages[here].sights = places;
            self.pages[here].layout = view.layout;
        }
        self.action = view.action;
        if has_new_links || self.due_at.len() != self.pages.len() {
            self.due_at.clear();
            self.due_at.resize(self.pages.len(), 0);
            self.ways.resize((self.pages.len() + 1) * self.pages.len(), Way::NONE);
            let links: usize = self.pages.iter().map(|page| page.links.len()).sum();
            self.open.resize(1 + links, 0);
        }
    }

    /// Adds the wormholes whose ends are seen for the first time. A wormhole always ends in the same
    /// system, so
    /// this happens once for each.
    fn add_links(&mut self, view: &View, places: &[Index]) {
        for (seen, &at) in view.systems.iter().zip(places) {
            for (wormhole, link) in seen.wormholes.iter().zip(&mut self.pages[at].links) {
                if let Some(name) = &wormhole.to
                    && let Some(&to) = self.index.get(name)
                {
                    *link = Link::new(to, wormhole.cost.max(1));
                }
            }
        }
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
                links: vec![Link::new(at, UNKNOWN_COST); seen.wormholes.len()],
                sights: Vec::new(),
                layout: 0,
            });
        }
        at
    }

    /// The place of a system in the atlas.
    fn find(&self, name: &Name) -> Option<Index> {
        self.index.get(name).copied()
    }

    /// The best known way between two systems; the way from a system to itself has no wormhole.
    #[inline]
    pub fn way(&mut self, from: Index, to: Index) -> Option<Way> {
        self.prepare_ways(from);
        let way = self.ways_from(from)[to];
        way.is_known().then_some(way)
    }

    /// Searches the ways from a system if that has not been done since the last turn.
    #[inline]
    fn prepare_ways(&mut self, from: Index) {
        if self.action >= self.due_at[from] {
            self.find_ways(from);
        }
    }

    /// The ways from a system to all others as they were prepared, in the order of the pages.
    fn ways_from(&self, from: Index) -> &[Way] {
        &self.ways[from * self.pages.len()..][..self.pages.len()]
    }

    /// What the known wormhole to a neighbour costs.
    pub fn link(&self, from: Index, to: Index) -> Option<Link> {
        let mut links = self.pages[from].links.iter();
        links.find(|link| link.to == to && link.is_known()).copied()
    }

    /// The best known ways from one system to all others.
    #[inline(never)]
    fn find_ways(&mut self, from: Index) {
        self.due_at[from] = self.action + 1;
        self.search(from, from, |_, _, _| true);
    }

    /// Searches the best known ways from a system, the nearest systems first, while `visit` wants to go on.
    /// It gets each system that is reached, with the page and the way.
    #[inline]
    pub fn search_near(&mut self, from: Index, visit: impl FnMut(Index, &Page, Way) -> bool) {
        self.search(self.pages.len(), from, visit);
    }

    /// The systems on the way to one that the last [`search_near`](Atlas::search_near) has visited: the last
    /// one first, without the beginning.
    pub fn near_path(&self, from: Index, to: Index, path: &mut Vec<Index>) {
        let ways = self.ways_from(self.pages.len());
        path.clear();
        path.extend(steps_back(ways, from, to));
    }

    /// The first system on the best known way to another system.
    pub fn first_step(&mut self, from: Index, to: Index) -> Option<Index> {
        self.way(from, to)?;
        steps_back(self.ways_from(from), from, to).last()
    }

    /// Dijkstra's search, into one row of the ways.
    #[inline(always)]
    fn search(
        &mut self,
        row: Index,
        from: Index,
        mut visit: impl FnMut(Index, &Page, Way) -> bool,
    ) {
        let pages = &self.pages[..];
        let ways = &mut self.ways[row * pages.len()..][..pages.len()];
        ways.fill(Way::NONE);
        ways[from].length = 0;
        let open = &mut self.open[..];
        open[0] = key(0, from);
        let (mut done, mut end) = (0, 1);
        while done < end {
            let (length, at) = length_and_system(open[done]);
            done += 1;
            let here = ways[at];
            if here.length < length {
                continue;
            }
            let page = &pages[at];
            if !visit(at, page, here) {
                break;
            }
            for link in &page.links {
                let length = length + link.length;
                let known = &mut ways[link.to];
                if length < known.length {
                    *known = Way { length, hops: here.hops + 1, before: at as u16 };
                    insert(open, end, key(length, link.to));
                    end += 1;
                }
            }
        }
    }
}

/// The systems on a way from its end back to its beginning, which is left out.
fn steps_back(ways: &[Way], from: Index, to: Index) -> impl Iterator<Item = Index> + '_ {
    let before = move |&at: &Index| Some(Index::from(ways[at].before)).filter(|&at| at != from);
    std::iter::successors(Some(to).filter(|&to| to != from), before)
}

/// A system that the search has reached, as one number: the least is the nearest, and of equally near ones
/// the last in the atlas.
fn key(length: u32, system: Index) -> u64 {
    u64::from(length) << 32 | u64::from(u32::MAX - system as u32)
}

fn length_and_system(key: u64) -> (u32, Index) {
    ((key >> 32) as u32, (u32::MAX - key as u32) as Index)
}

/// Puts a key into the first keys of a list, which are in ascending order; there are `at` of them. The key is
/// larger than the first one. Most keys belong near the end, so this takes fewer steps than a heap.
#[inline]
fn insert(keys: &mut [u64], mut at: usize, key: u64) {
    while keys[at - 1] > key {
        keys[at] = keys[at - 1];
        at -= 1;
    }
    keys[at] = key;
}
