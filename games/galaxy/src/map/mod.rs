//! The galaxy a game is played in: systems and the one-way wormholes between them.
//!
//! A [`Galaxy`] is checked when it is made (every destination exists, every system can be reached
//! from every other, no number is absurd) and never changes; what play changes is in the state.

mod draw;
mod format;
mod generate;
mod layout;

pub(crate) use draw::{painted, picture};
pub(crate) use format::list;
pub(crate) use generate::capture_cost;
pub use generate::{WISHES, ZeroCosts, random_galaxy};
pub use layout::Point;

use crate::constants::{
    DEFAULT_SYSTEMS, MAX_FILE_COST, MAX_GENERATED_SYSTEMS, MAX_NAME, MAX_SYSTEMS, MIN_CAPTURE_COST,
};
use crate::types::Colour;
use agon_core::{GameMap, MapFault, Rng, Wishes};
use arrayvec::ArrayString;
use serde::{Deserialize, Serialize};
use std::ops::Range;
use std::sync::OnceLock;

/// The name of a system.
pub type Name = ArrayString<MAX_NAME>;

/// A system, by its place in the order of the galaxy.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct SystemId(pub u16);

impl SystemId {
    /// The system as an index into per-system arrays.
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// One system as people write it down.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SystemSpec {
    /// Its name, which no other system has.
    pub name: String,
    /// R2 Generators at the start.
    pub generators: i32,
    /// R2 The most generators it can have. If it starts with more, it keeps them and does not grow.
    pub max_generators: i32,
    /// R2 The cost to capture it at the start.
    pub capture_cost: i32,
    /// R2 Its wormholes in order, with destination and cost at the start.
    pub wormholes: Vec<(String, i32)>,
}

/// A validated galaxy: the map of the game. The other games call theirs `Map`; the contest says galaxy.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(try_from = "Vec<SystemSpec>", into = "Vec<SystemSpec>")]
pub struct Galaxy {
    names: Vec<Name>,
    generators: Vec<i32>,
    max_generators: Vec<i32>,
    capture_costs: Vec<i32>,
    /// The wormholes of system `i` are `firsts[i]..firsts[i + 1]`.
    firsts: Vec<u32>,
    ends: Vec<SystemId>,
    costs: Vec<i32>,
    /// A hash table of the systems by name: a name that finds its place taken is in the next free one.
    by_name: Vec<Option<SystemId>>,
    /// R3.2.5 Wormholes that the generator drew with cost 0.
    drawn_free: Vec<u32>,
    /// Where a viewer draws the systems: worked out from the wormholes when first asked for.
    layout: OnceLock<Vec<Point>>,
}

impl PartialEq for Galaxy {
    fn eq(&self, other: &Galaxy) -> bool {
        // The layout follows from the other fields; `drawn_free` is emptied when a setup is made.
        self.names == other.names
            && self.generators == other.generators
            && self.max_generators == other.max_generators
            && self.capture_costs == other.capture_costs
            && self.firsts == other.firsts
            && self.ends == other.ends
            && self.costs == other.costs
    }
}

impl Galaxy {
    /// The number of systems.
    pub fn len(&self) -> usize {
        self.names.len()
    }

    /// Always false: a galaxy has at least one system.
    pub fn is_empty(&self) -> bool {
        self.names.is_empty()
    }

    /// All systems in order.
    pub fn systems(&self) -> impl Iterator<Item = SystemId> + use<> {
        (0..self.len() as u16).map(SystemId)
    }

    /// The name of a system.
    pub fn name(&self, system: SystemId) -> &Name {
        &self.names[system.index()]
    }

    /// The system of this name.
    pub fn find(&self, name: &str) -> Option<SystemId> {
        let mut at = hash(name);
        loop {
            let system = self.by_name[at & (self.by_name.len() - 1)]?;
            if self.names[system.index()].as_str() == name {
                return Some(system);
            }
            at += 1;
        }
    }

    /// Generators at the start, by system.
    pub fn generators(&self) -> &[i32] {
        &self.generators
    }

    /// The most generators, by system.
    pub fn max_generators(&self) -> &[i32] {
        &self.max_generators
    }

    /// Capture costs at the start, by system.
    pub fn capture_costs(&self) -> &[i32] {
        &self.capture_costs
    }

    /// The numbers of a system's wormholes, for indexing [`Galaxy::ends`] and the travel costs.
    pub fn wormholes(&self, from: SystemId) -> Range<usize> {
        let i = from.index();
        self.firsts[i] as usize..self.firsts[i + 1] as usize
    }

    /// The destinations of all wormholes, system by system.
    pub fn ends(&self) -> &[SystemId] {
        &self.ends
    }

    /// The travel costs of all wormholes at the start.
    pub fn travel_costs(&self) -> &[i32] {
        &self.costs
    }

    /// The neighbours of a system in wormhole order.
    pub fn neighbours(&self, from: SystemId) -> &[SystemId] {
        &self.ends[self.wormholes(from)]
    }

    /// The number of the wormhole between two systems.
    pub fn wormhole(&self, from: SystemId, to: SystemId) -> Option<usize> {
        let at = self.neighbours(from).iter().position(|&end| end == to)?;
        Some(self.firsts[from.index()] as usize + at)
    }

    /// Where a viewer draws each system: the same points for the same wormholes, always.
    pub fn layout(&self) -> &[Point] {
        self.layout.get_or_init(|| layout::lay_out(self))
    }

    /// Makes a galaxy from its systems; `place` names the `i`-th for messages.
    fn build(specs: &[SystemSpec], place: &dyn Fn(usize) -> String) -> Result<Galaxy, MapFault> {
        if specs.is_empty() {
            return Err(MapFault::new(
                "the galaxy has no system: a line looks like A:5,10,0,5,[B,C],[1,2]",
            ));
        }
        if specs.len() > MAX_SYSTEMS {
            return Err(MapFault(format!(
                "the galaxy has {} systems: at most {MAX_SYSTEMS} are possible",
                specs.len()
            )));
        }
        let mut galaxy = Galaxy::of_names(specs, place)?;
        for (i, spec) in specs.iter().enumerate() {
            let fault = |what: String| MapFault(format!("{}: {what}", place(i)));
            check_numbers(spec).map_err(fault)?;
            galaxy.add_wormholes(spec, specs.len()).map_err(fault)?;
        }
        galaxy.check_connected(place)?;
        Ok(galaxy)
    }

    /// A galaxy with its systems but without any wormhole.
    fn of_names(specs: &[SystemSpec], place: &dyn Fn(usize) -> String) -> Result<Galaxy, MapFault> {
        let mut names = Vec::with_capacity(specs.len());
        for (i, spec) in specs.iter().enumerate() {
            let name =
                check_name(&spec.name).map_err(|what| MapFault(format!("{}: {what}", place(i))))?;
            names.push(name);
        }
        let mut sorted: Vec<SystemId> = (0..specs.len() as u16).map(SystemId).collect();
        sorted.sort_by_key(|id| (names[id.index()], *id));
        for pair in sorted.windows(2) {
            let (first, second) = (pair[0].index(), pair[1].index());
            if names[first] == names[second] {
                return Err(MapFault(format!(
                    "{}: the name `{}` is taken already by {}",
                    place(second),
                    names[second],
                    place(first)
                )));
            }
        }
        let plane = |of: fn(&SystemSpec) -> i32| specs.iter().map(of).collect();
        Ok(Galaxy {
            by_name: table(&names),
            names,
            generators: plane(|s| s.generators),
            max_generators: plane(|s| s.max_generators),
            capture_costs: plane(|s| s.capture_cost),
            firsts: vec![0],
            ends: Vec::new(),
            costs: Vec::new(),
            drawn_free: Vec::new(),
            layout: OnceLock::new(),
        })
    }

    /// R2 Adds the wormholes of the next system.
    fn add_wormholes(&mut self, spec: &SystemSpec, systems: usize) -> Result<(), String> {
        let begin = self.ends.len();
        if spec.wormholes.is_empty() && systems > 1 {
            return Err(format!(
                "system {} has no wormhole: every system needs at least one",
                spec.name
            ));
        }
        for (to, cost) in &spec.wormholes {
            let Some(end) = self.find(to) else {
                return Err(format!(
                    "system {} has a wormhole to `{}`, which is not a system of this galaxy",
                    spec.name,
                    brief(to)
                ));
            };
            if self.ends[begin..].contains(&end) {
                return Err(format!("system {} has two wormholes to {to}", spec.name));
            }
            if !(0..=MAX_FILE_COST).contains(cost) {
                return Err(format!(
                    "the wormhole from {} to {to} costs {cost}: a cost is a number from 0 to \
                     {MAX_FILE_COST}",
                    spec.name
                ));
            }
            self.ends.push(end);
            self.costs.push(*cost);
        }
        self.firsts.push(self.ends.len() as u32);
        Ok(())
    }

    /// R2 Every system can be reached from every other.
    fn check_connected(&self, place: &dyn Fn(usize) -> String) -> Result<(), MapFault> {
        let mut backward = vec![Vec::new(); self.len()];
        for from in self.systems() {
            for &to in self.neighbours(from) {
                backward[to.index()].push(from);
            }
        }
        let first = SystemId(0);
        let lost = |seen: Vec<bool>| seen.iter().position(|&seen| !seen);
        if let Some(i) = lost(reached(self.len(), first, |s| self.neighbours(s))) {
            return Err(MapFault(format!(
                "{}: system {} cannot be reached from {}",
                place(i),
                self.names[i],
                self.names[0]
            )));
        }
        if let Some(i) = lost(reached(self.len(), first, |s| &backward[s.index()])) {
            return Err(MapFault(format!(
                "{}: no way leads from system {} to {}",
                place(i),
                self.names[i],
                self.names[0]
            )));
        }
        Ok(())
    }

    /// R3.2.5 Sets the cost of the wormholes that were generated with cost 0. A galaxy that was read from
    /// a file is not changed.
    pub(crate) fn settle(mut self, zero_costs: ZeroCosts) -> Galaxy {
        for wormhole in std::mem::take(&mut self.drawn_free) {
            if zero_costs == ZeroCosts::Possible {
                self.costs[wormhole as usize] = 0;
            }
        }
        self
    }

    /// The systems as people write them down.
    pub fn specs(&self) -> Vec<SystemSpec> {
        let spec = |id: SystemId| SystemSpec {
            name: self.name(id).to_string(),
            generators: self.generators[id.index()],
            max_generators: self.max_generators[id.index()],
            capture_cost: self.capture_costs[id.index()],
            wormholes: self
                .wormholes(id)
                .map(|w| (self.name(self.ends[w]).to_string(), self.costs[w]))
                .collect(),
        };
        self.systems().map(spec).collect()
    }
}

impl GameMap for Galaxy {
    fn parse(text: &str) -> Result<Galaxy, MapFault> {
        format::parse(text)
    }

    fn to_text(&self) -> String {
        format::write(self)
    }

    fn generate(wishes: &Wishes, seed: u64) -> Result<Galaxy, MapFault> {
        let n = wishes.number("systems", 1..=MAX_GENERATED_SYSTEMS, DEFAULT_SYSTEMS)?;
        Ok(random_galaxy(n, &mut Rng::new(seed)))
    }

    /// The picture, then the systems in the notation of map files.
    fn draw(&self, colour: bool) -> String {
        let name = |system: SystemId| (self.name(system).to_string(), Colour::Gray);
        format!("{}\n{}", picture(self, colour, name), self.to_text())
    }

    fn describe(&self) -> String {
        let sum = |numbers: &[i32]| numbers.iter().map(|&n| i64::from(n)).sum::<i64>();
        let loops = self.systems().filter(|&s| self.wormhole(s, s).is_some());
        let loops = match loops.count() {
            0 => String::new(),
            n => format!(", {n} of them back to where they start"),
        };
        format!(
            "{} systems; {} wormholes{loops}; {} of at most {} generators; capturing all costs {}",
            self.len(),
            self.ends.len(),
            sum(&self.generators),
            sum(&self.max_generators),
            sum(&self.capture_costs),
        )
    }
}

impl TryFrom<Vec<SystemSpec>> for Galaxy {
    type Error = MapFault;
    fn try_from(specs: Vec<SystemSpec>) -> Result<Galaxy, MapFault> {
        Galaxy::build(&specs, &|i| format!("system {} of the list", i + 1))
    }
}

impl From<Galaxy> for Vec<SystemSpec> {
    fn from(galaxy: Galaxy) -> Vec<SystemSpec> {
        galaxy.specs()
    }
}

/// Which systems can be reached from `start` over `next`.
fn reached<'a>(
    systems: usize,
    start: SystemId,
    next: impl Fn(SystemId) -> &'a [SystemId],
) -> Vec<bool> {
    let mut seen = vec![false; systems];
    let mut open = vec![start];
    seen[start.index()] = true;
    while let Some(system) = open.pop() {
        for &to in next(system) {
            if !std::mem::replace(&mut seen[to.index()], true) {
                open.push(to);
            }
        }
    }
    seen
}

/// Where the search for a name begins in a table, before it is cut to the table's length.
fn hash(name: &str) -> usize {
    name.bytes().fold(0, |hash: usize, byte| (hash * 31 + usize::from(byte)) & 0xffff)
}

/// A table for [`Galaxy::find`], at most half full, with a power of two as its length.
fn table(names: &[Name]) -> Vec<Option<SystemId>> {
    let mut table = vec![None; (2 * names.len()).next_power_of_two()];
    let length = table.len();
    for (id, name) in names.iter().enumerate() {
        let mut places = (hash(name)..).map(|at| at % length);
        let free = places.find(|&at| table[at].is_none());
        table[free.expect("half of the table is free")] = Some(SystemId(id as u16));
    }
    table
}

fn check_name(name: &str) -> Result<Name, String> {
    if name.is_empty() {
        return Err("a system has no name".into());
    }
    let special = |c: char| c.is_whitespace() || c.is_control() || ":,[]".contains(c);
    if name.contains(special) {
        return Err(format!(
            "`{}` is not a name: blanks, colons, commas and brackets separate the fields",
            brief(name)
        ));
    }
    Name::from(name).map_err(|_| {
        format!("the name `{}` is too long: a name has at most {MAX_NAME} bytes", brief(name))
    })
}

fn check_numbers(spec: &SystemSpec) -> Result<(), String> {
    let name = &spec.name;
    if spec.generators < 0 || spec.max_generators < 0 {
        return Err(format!(
            "system {name} has {} of at most {} generators: neither can be negative",
            spec.generators, spec.max_generators
        ));
    }
    if spec.capture_cost < MIN_CAPTURE_COST {
        return Err(format!(
            "system {name} costs {} to capture: the cost is at least {MIN_CAPTURE_COST}",
            spec.capture_cost
        ));
    }
    Ok(())
}

/// The beginning of a text, short enough for a message.
fn brief(text: &str) -> String {
    match text.char_indices().nth(40) {
        Some((end, _)) => format!("{}...", &text[..end]),
        None => text.to_owned(),
    }
}
