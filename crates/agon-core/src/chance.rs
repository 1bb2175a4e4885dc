//! All randomness of a game: one seeded generator, or the recorded outcomes of a game played
//! elsewhere, with the same interface.

use crate::StateHasher;
use std::collections::VecDeque;

/// PCG-64 MCG (128-bit multiplicative state, XSL-RR output) with our own derived draws.
///
/// Written out rather than imported: the fingerprint of a position must see the generator's state,
/// and what follows from a seed must stay the same for ever, which libraries promise for the raw
/// stream at most. Tests compare it with the reference implementation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rng {
    state: u128,
}

const MULTIPLIER: u128 = 0x2360_ED05_1FC6_5DA4_4385_DF64_9FCC_F645;

impl Rng {
    /// The generator that belongs to a seed; different seeds give unrelated streams.
    pub fn new(seed: u64) -> Rng {
        let state = (u128::from(split_seed(seed, 0)) << 64) | u128::from(split_seed(seed, 1));
        Rng { state: state | 3 }
    }

    /// The next 64 random bits.
    #[inline]
    pub fn next_u64(&mut self) -> u64 {
        self.state = self.state.wrapping_mul(MULTIPLIER);
        let rotation = (self.state >> 122) as u32;
        ((self.state >> 64) as u64 ^ self.state as u64).rotate_right(rotation)
    }

    /// A uniform number in `0..n`; `n` must not be 0.
    #[inline]
    pub fn below(&mut self, n: u32) -> u32 {
        assert!(n > 0, "a draw needs at least one outcome");
        // Multiply-shift maps 32 random bits onto 0..n; the few low products that would make some
        // outcomes likelier are drawn again, so the result is exactly uniform.
        let threshold = n.wrapping_neg() % n;
        loop {
            let product = (self.next_u64() >> 32) * u64::from(n);
            if product as u32 >= threshold {
                return (product >> 32) as u32;
            }
        }
    }

    /// A uniform number in `low..=high`.
    pub fn range(&mut self, low: i32, high: i32) -> i32 {
        assert!(low <= high, "a range runs from low to high");
        let span = high.wrapping_sub(low) as u32;
        match span.checked_add(1) {
            Some(count) => low.wrapping_add(self.below(count) as i32),
            None => self.next_u64() as i32,
        }
    }

    /// True in `numerator` of `denominator` cases.
    pub fn chance(&mut self, numerator: u32, denominator: u32) -> bool {
        self.below(denominator) < numerator
    }

    /// One element of a non-empty slice.
    pub fn pick<'a, T>(&mut self, items: &'a [T]) -> &'a T {
        &items[self.below(items.len() as u32) as usize]
    }

    /// Puts a slice into a uniformly random order.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last as u32 + 1) as usize);
        }
    }
}

/// An independent seed for the `index`-th use of `seed` (SplitMix64 on both numbers).
pub fn split_seed(seed: u64, index: u64) -> u64 {
    let mut z = seed.wrapping_add(index.wrapping_add(1).wrapping_mul(0x9E37_79B9_7F4A_7C15));
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

/// The only source of random outcomes in a game: the generator of a seed, or a recording.
#[derive(Clone, Debug)]
pub struct Chance {
    seed: u64,
    rng: Rng,
    recorded: Option<VecDeque<i64>>,
}

impl Chance {
    /// Outcomes drawn from the generator of a seed.
    pub fn seeded(seed: u64) -> Chance {
        Chance { seed, rng: Rng::new(seed), recorded: None }
    }

    /// Outcomes taken from a recorded game; feed them with [`Chance::record`] before they are due.
    /// If no recorded outcome is left, the generator of seed 0 draws one.
    pub fn recorded() -> Chance {
        Chance { seed: 0, rng: Rng::new(0), recorded: Some(VecDeque::new()) }
    }

    /// The seed this chance began with, for games whose original had a generator of its own.
    pub fn seed(&self) -> u64 {
        self.seed
    }

    /// Queues an outcome of a recorded game.
    pub fn record(&mut self, outcome: i64) {
        self.recorded.get_or_insert_default().push_back(outcome);
    }

    /// Number of recorded outcomes not used yet; a faithful replay ends a step with none.
    pub fn unused(&self) -> usize {
        self.recorded.as_ref().map_or(0, VecDeque::len)
    }

    /// Forgets recorded outcomes that were not used.
    pub fn forget(&mut self) {
        if let Some(recorded) = &mut self.recorded {
            recorded.clear();
        }
    }

    /// The next outcome: the recorded one if there is one, otherwise the result of `draw` on the
    /// generator.
    #[inline]
    pub fn outcome(&mut self, draw: impl FnOnce(&mut Rng) -> i64) -> i64 {
        match self.recorded.as_mut().and_then(VecDeque::pop_front) {
            Some(outcome) => outcome,
            None => draw(&mut self.rng),
        }
    }

    /// The generator, for draws that no recording ever replaces, and for drawing many outcomes at once
    /// where nothing is recorded.
    pub fn rng(&mut self) -> &mut Rng {
        &mut self.rng
    }

    /// Whether outcomes come from a recording.
    pub fn is_recorded(&self) -> bool {
        self.recorded.is_some()
    }

    /// Draws all further outcomes from the generator of this seed.
    pub fn reseed(&mut self, seed: u64) {
        *self = Chance::seeded(seed);
    }

    /// Adds the generator's state to a fingerprint.
    pub fn hash_into(&self, hasher: &mut StateHasher) {
        hasher.word(self.rng.state as u64).word((self.rng.state >> 64) as u64);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand_pcg::rand_core::Rng as _;

    #[test]
    fn the_raw_stream_is_pcg64_mcg() {
        let mut ours = Rng::new(42);
        let mut reference = rand_pcg::Pcg64Mcg::new(ours.state);
        for _ in 0..1000 {
            assert_eq!(ours.next_u64(), reference.next_u64());
        }
    }

    /// Replays depend on these numbers: if this test fails, the change is wrong, not the test.
    #[test]
    fn what_follows_from_a_seed_never_changes() {
        let mut rng = Rng::new(1);
        let mut below = || -> Vec<u32> { (0..8).map(|_| rng.below(100)).collect() };
        assert_eq!(below(), [5, 67, 61, 85, 13, 75, 46, 49]);
        let mut cards: Vec<u8> = (0..10).collect();
        Rng::new(2).shuffle(&mut cards);
        assert_eq!(cards, [2, 6, 1, 0, 9, 5, 7, 8, 4, 3]);
        assert_eq!(split_seed(0, 0), 0xE220_A839_7B1D_CDAF);
        assert_eq!(split_seed(7, 3), 10753165928301472203);
    }

    #[test]
    fn draws_are_uniform_and_in_range() {
        let mut rng = Rng::new(3);
        let mut seen = [0u32; 7];
        for _ in 0..70_000 {
            seen[rng.below(7) as usize] += 1;
        }
        assert!(seen.iter().all(|&n| (9_600..10_400).contains(&n)), "{seen:?}");
        assert!((0..1000).all(|_| (-3..=3).contains(&rng.range(-3, 3))));
        rng.range(i32::MIN, i32::MAX);
    }

    #[test]
    fn recorded_outcomes_come_first_then_the_generator() {
        let mut chance = Chance::recorded();
        chance.record(17);
        assert_eq!(chance.outcome(|_| 5), 17);
        assert_eq!(chance.outcome(|_| 5), 5);
        assert_eq!(chance.unused(), 0);
    }
}
