//! Random numbers for bots: the same seed, the same match.

/// A small generator (SplitMix64). Seed it with `turn.hello.seed`.
#[derive(Clone, Debug)]
pub struct Random(u64);

impl Random {
    /// A generator that follows from the seed.
    pub fn new(seed: u64) -> Random {
        Random(seed)
    }

    /// Any number of 64 bits.
    pub fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// A number from 0 to `n` - 1. `n` must not be 0.
    pub fn below(&mut self, n: usize) -> usize {
        ((u128::from(self.bits()) * n as u128) >> 64) as usize
    }

    /// One of a list; `None` if it is empty.
    pub fn pick<'a, T>(&mut self, list: &'a [T]) -> Option<&'a T> {
        (!list.is_empty()).then(|| &list[self.below(list.len())])
    }
}
