//! The numbers of all systems and wormholes: now, and after each action of the last command turn.
//!
//! All of them lie in one run of integers, plane by plane, because the rules pass over whole planes
//! in every action, and because a copy of the position is then one copy of memory: without any
//! allocation in galaxies of usual size.

use crate::constants::ACTIONS_PER_TURN;
use crate::map::{Galaxy, SystemId};
use crate::types::Colour;

/// Cells up to this number lie within the struct: enough for 20 systems.
const INLINE_CELLS: usize = 640;

/// A run of integers of fixed length.
#[derive(Debug)]
struct Cells {
    few: [i32; INLINE_CELLS],
    /// All of them if they do not fit into the array, otherwise none.
    many: Vec<i32>,
    len: usize,
}

impl Cells {
    fn zeros(len: usize) -> Cells {
        Cells {
            few: [0; INLINE_CELLS],
            many: if len > INLINE_CELLS { vec![0; len] } else { Vec::new() },
            len,
        }
    }

    fn all(&self) -> &[i32] {
        match self.many.is_empty() {
            true => &self.few[..self.len],
            false => &self.many,
        }
    }

    fn all_mut(&mut self) -> &mut [i32] {
        match self.many.is_empty() {
            true => &mut self.few[..self.len],
            false => &mut self.many,
        }
    }
}

/// The planes now, and as they were after each action of the last command turn.
#[derive(Debug)]
pub struct Planes {
    systems: usize,
    /// Cells of one moment: generators, stores, capture costs and owners by system, then the travel
    /// costs by wormhole.
    stride: usize,
    /// The cells of now, then those after each action.
    cells: Cells,
}

impl Planes {
    /// R3 A galaxy before the first action: all Gray, all stores empty.
    pub(super) fn of(galaxy: &Galaxy) -> Planes {
        let systems = galaxy.len();
        let stride = 4 * systems + galaxy.ends().len();
        let mut cells = Cells::zeros((1 + ACTIONS_PER_TURN) * stride);
        let now = &mut cells.all_mut()[..stride];
        now[..systems].copy_from_slice(galaxy.generators());
        now[2 * systems..3 * systems].copy_from_slice(galaxy.capture_costs());
        now[3 * systems..4 * systems].fill(Colour::Gray as i32);
        now[4 * systems..].copy_from_slice(galaxy.travel_costs());
        Planes { systems, stride, cells }
    }

    /// The planes now.
    pub fn now(&self) -> PlanesView<'_> {
        self.view(0)
    }

    /// The planes after an action (0 to 2) of the last command turn, if it has been played.
    pub fn after(&self, step: usize) -> PlanesView<'_> {
        self.view(1 + step)
    }

    fn view(&self, moment: usize) -> PlanesView<'_> {
        PlanesView {
            systems: self.systems,
            cells: &self.cells.all()[moment * self.stride..][..self.stride],
        }
    }

    /// Stores the planes of now as those after an action.
    pub(crate) fn remember(&mut self, step: usize) {
        let (now, after) = self.cells.all_mut().split_at_mut(self.stride);
        after[step * self.stride..][..self.stride].copy_from_slice(now);
    }

    /// A copy of what lies on the heap, for [`Planes::copy_with`].
    pub(super) fn many(&self) -> Vec<i32> {
        self.cells.many.clone()
    }

    /// A copy, given a copy of what lies on the heap.
    #[inline(always)]
    pub(super) fn copy_with(&self, many: Vec<i32>) -> Planes {
        Planes { cells: Cells { many, ..self.cells }, ..*self }
    }

    /// Copies `other` into the existing buffer.
    pub(super) fn copy_from(&mut self, other: &Planes) {
        self.systems = other.systems;
        self.stride = other.stride;
        self.cells.few = other.cells.few;
        self.cells.many.clone_from(&other.cells.many);
        self.cells.len = other.cells.len;
    }

    /// The bytes on the heap.
    pub(crate) fn heap_bytes(&self) -> usize {
        size_of_val(self.cells.many.as_slice())
    }

    /// All cells of now in one run.
    pub(super) fn cells(&self) -> &[i32] {
        self.now().cells
    }

    fn cells_mut(&mut self) -> &mut [i32] {
        &mut self.cells.all_mut()[..self.stride]
    }

    /// Generators and stores, to be changed together.
    pub(crate) fn growth_mut(&mut self) -> (&mut [i32], &mut [i32]) {
        let systems = self.systems;
        let (generators, rest) = self.cells_mut().split_at_mut(systems);
        (generators, &mut rest[..systems])
    }

    /// Travel costs of all wormholes.
    pub(crate) fn travel_mut(&mut self) -> &mut [i32] {
        let systems = self.systems;
        &mut self.cells_mut()[4 * systems..]
    }

    fn cell_mut(&mut self, plane: usize, system: SystemId) -> &mut i32 {
        let at = plane * self.systems + system.index();
        &mut self.cells_mut()[at]
    }

    /// The generators of one system.
    pub(crate) fn generators_mut(&mut self, system: SystemId) -> &mut i32 {
        self.cell_mut(0, system)
    }

    /// The store of one system.
    pub(crate) fn store_mut(&mut self, system: SystemId) -> &mut i32 {
        self.cell_mut(1, system)
    }

    /// The capture cost of one system.
    pub(crate) fn capture_cost_mut(&mut self, system: SystemId) -> &mut i32 {
        self.cell_mut(2, system)
    }

    pub(crate) fn set_owner(&mut self, system: SystemId, owner: Colour) {
        *self.cell_mut(3, system) = owner as i32;
    }
}

/// Planes to look at: those of the state, or those it had after an action.
#[derive(Copy, Clone, Debug)]
pub struct PlanesView<'a> {
    systems: usize,
    cells: &'a [i32],
}

impl<'a> PlanesView<'a> {
    /// The generators of a system.
    pub fn generators(self, system: SystemId) -> i32 {
        self.cells[system.index()]
    }

    /// The stored energy of a system.
    pub fn store(self, system: SystemId) -> i32 {
        self.cells[self.systems + system.index()]
    }

    /// The cost to capture a system.
    pub fn capture_cost(self, system: SystemId) -> i32 {
        self.cells[2 * self.systems + system.index()]
    }

    /// The owner of a system.
    pub fn owner(self, system: SystemId) -> Colour {
        Colour::of_number(self.cells[3 * self.systems + system.index()])
    }

    /// The travel costs of all wormholes.
    pub fn travel(self) -> &'a [i32] {
        &self.cells[4 * self.systems..]
    }

    /// How many systems have this colour.
    pub fn count(self, colour: Colour) -> usize {
        let owners = &self.cells[3 * self.systems..4 * self.systems];
        owners.iter().filter(|&&o| o == colour as i32).count()
    }
}
