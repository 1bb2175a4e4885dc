//! How much a unit works in one turn. The bound is a count of steps instead of time, so a turn is the same on
//! every machine. Counted is what grows with the map, the log or the crowd; what every turn does, such as
//! reading the news or looking at the tiles next to the unit, is not.

/// The work of one turn, in units of about 28 instructions: as much as 1,500 tiles of searches for ways.
/// Nearly all turns need a small part of it. Work that needs more goes on in the next turn, or makes do with
/// what it has found.
pub(super) const WORK_PER_TURN: i32 = 12_000;

/// What work that can wait leaves for the orders of the turn.
const KEPT_FOR_ORDERS: i32 = WORK_PER_TURN / 3;

/// The steps that are counted, with their prices: their instructions, as callgrind counts them on 60x60,
/// divided by 28.
#[derive(Copy, Clone, Debug)]
#[repr(i32)]
pub(super) enum Step {
    /// A search for ways goes on from a tile.
    Way = 8,
    /// The plan of a relay goes on from a state, and tries a leg from there.
    State = 3,
    Leg = 6,
    /// A relay that hits is checked.
    Relay = 80,
    /// The costs of driving a ball spread from a tile.
    Drive = 32,
    /// An entry of the log is read.
    Entry = 7,
    /// A tile is seen first, and appended to the log.
    Sighting = 22,
    /// An edge of the map is drawn.
    Edge = 52,
    /// A tile is compared with its mirror image, or the image is entered.
    Image = 4,
    /// A base or a stadium is considered.
    Site = 12,
    /// One is counted, or passed over.
    Count = 1,
    /// The places around a unit or a ball are tried out, from which it could be batted.
    Prey = 90,
}

/// What is left of a turn's work.
#[derive(Debug)]
pub(super) struct Effort {
    /// Less than nothing if more was charged than there was.
    left: i32,
}

impl Effort {
    /// The whole budget of a turn.
    pub fn of_turn() -> Effort {
        Effort { left: WORK_PER_TURN }
    }

    /// A budget that pays for exactly this many steps.
    #[cfg(test)]
    pub fn of(step: Step, count: i32) -> Effort {
        Effort { left: step as i32 * count }
    }

    /// A budget that pays for exactly this many steps of work that can wait.
    #[cfg(test)]
    pub fn spare_of(step: Step, count: i32) -> Effort {
        Effort { left: KEPT_FOR_ORDERS + step as i32 * count }
    }

    #[cfg(test)]
    pub fn without_limit() -> Effort {
        Effort { left: i32::MAX }
    }

    /// Takes a step; false if not enough is left for it.
    pub fn spend(&mut self, step: Step) -> bool {
        let is_enough = self.left >= step as i32;
        if is_enough {
            self.left -= step as i32;
        }
        is_enough
    }

    /// Takes a step of work that can wait; false if what is left is kept for the orders of this turn.
    pub fn spend_spare(&mut self, step: Step) -> bool {
        self.left >= KEPT_FOR_ORDERS + step as i32 && self.spend(step)
    }

    /// Counts steps that cannot wait. The few that a turn needs always fit into its budget.
    pub fn charge(&mut self, step: Step, count: usize) {
        self.left -= step as i32 * count as i32;
    }

    /// What is left; less than nothing if the work of the turn was more than its budget.
    #[cfg(test)]
    pub fn left(&self) -> i32 {
        self.left
    }
}
