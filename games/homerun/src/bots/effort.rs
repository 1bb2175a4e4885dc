//! How much a unit searches in one turn. The bound is counted in tiles instead of time, so a turn is the same
//! on every machine.

/// Tiles that all searches for ways in one turn may visit together. Nearly all turns visit fewer; a search
/// that needs more goes on in the next turn, or makes do with what it has found.
pub(super) const TILES_PER_TURN: u32 = 1_500;

/// What is left of a turn's tiles.
#[derive(Debug)]
pub(super) struct Effort {
    left: u32,
}

impl Effort {
    /// The whole budget of a turn.
    pub fn of_turn() -> Effort {
        Effort { left: TILES_PER_TURN }
    }

    #[cfg(test)]
    pub fn of(left: u32) -> Effort {
        Effort { left }
    }

    #[cfg(test)]
    pub fn without_limit() -> Effort {
        Effort::of(u32::MAX)
    }

    /// Takes one tile; false if none is left.
    pub fn spend(&mut self) -> bool {
        let is_left = self.left > 0;
        self.left -= u32::from(is_left);
        is_left
    }

    /// Tiles visited so far.
    #[cfg(test)]
    pub fn spent(&self) -> u32 {
        TILES_PER_TURN - self.left
    }
}
