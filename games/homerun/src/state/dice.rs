//! The game's one generator (R2.1): the 48-bit linear congruential generator whose draws decide
//! unit IDs, what bots get from `Random`, and the last tie-break, in the order they are asked for.

use agon_core::Chance;

const MULTIPLIER: u64 = 0x5_DEEC_E66D;
const INCREMENT: u64 = 11;
const MASK: u64 = (1 << 48) - 1;

/// The generator; its draws go through [`Chance`], so that recorded draws can take their place.
#[derive(Clone, Debug)]
pub(crate) struct Dice {
    state: u64,
    chance: Chance,
}

impl Dice {
    /// The generator that belongs to the seed of `chance`.
    pub fn new(chance: Chance) -> Dice {
        Dice { state: (chance.seed() ^ MULTIPLIER) & MASK, chance }
    }

    /// The next draw: a number from 0 up to, but without, 1, with 53 random bits.
    pub fn draw(&mut self) -> f64 {
        let Dice { state, chance } = self;
        let bits = chance.outcome(|_| {
            let high = next(state, 26);
            let low = next(state, 27);
            ((high << 27) | low) as i64
        });
        // A recorded outcome may be any number; 53 bits of it are a draw.
        (bits as u64 & ((1 << 53) - 1)) as f64 / (1u64 << 53) as f64
    }

    /// The draws to come, without taking them.
    pub fn ahead(&self, count: usize) -> Vec<f64> {
        let mut copy = self.clone();
        (0..count).map(|_| copy.draw()).collect()
    }

    /// The seed it began with.
    pub fn seed(&self) -> u64 {
        self.chance.seed()
    }

    /// The generator's state, for the fingerprint.
    pub fn state(&self) -> u64 {
        self.state
    }

    /// Replaces all further draws by those of this seed.
    pub fn reseed(&mut self, seed: u64) {
        *self = Dice::new(Chance::seeded(seed));
    }
}

fn next(state: &mut u64, bits: u32) -> u64 {
    *state = state.wrapping_mul(MULTIPLIER).wrapping_add(INCREMENT) & MASK;
    *state >> (48 - bits)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn r2_1_seed_1_gives_the_ids_of_the_rulebook() {
        let mut dice = Dice::new(Chance::seeded(1));
        let ids = [(); 3].map(|()| 1 + (dice.draw() * 10_000.0) as u32);
        assert_eq!(ids, [7309, 4101, 2078]);
    }

    #[test]
    fn recorded_draws_come_first() {
        let mut chance = Chance::recorded();
        chance.record(1 << 52);
        chance.record(-1);
        let mut dice = Dice::new(chance);
        assert_eq!(dice.draw(), 0.5);
        assert!(dice.draw() < 1.0);
    }
}
