//! Which bases have paid which team in this round (R4.1).

use crate::constants::MAP_SIDE_MAX;
use crate::types::Team;
use agon_core::StateHasher;

/// Two marks for every tile a map can have: no map has more bases.
const WORDS: usize = (2 * MAP_SIDE_MAX * MAP_SIDE_MAX).div_ceil(64);

/// A mark for each base and team, all cleared at the start of a round.
#[derive(Clone, Debug)]
pub(crate) struct Marks {
    bits: [u64; WORDS],
    /// Words in use on this map.
    used: usize,
}

impl Marks {
    /// No mark set, for a number of bases.
    pub fn new(bases: usize) -> Marks {
        Marks { bits: [0; WORDS], used: (2 * bases).div_ceil(64) }
    }

    /// Whether a base has paid a team.
    pub fn is_set(&self, base: usize, team: Team) -> bool {
        let bit = 2 * base + team.index();
        self.bits[bit / 64] >> (bit % 64) & 1 == 1
    }

    /// Marks that a base has paid a team.
    pub fn set(&mut self, base: usize, team: Team) {
        let bit = 2 * base + team.index();
        self.bits[bit / 64] |= 1 << (bit % 64);
    }

    /// Clears all marks at the start of a round.
    pub fn clear(&mut self) {
        self.bits[..self.used].fill(0);
    }

    /// Adds the marks to a fingerprint.
    pub fn hash_into(&self, hasher: &mut StateHasher) {
        for &word in &self.bits[..self.used] {
            hasher.word(word);
        }
    }
}
