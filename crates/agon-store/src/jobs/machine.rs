//! Memory and cores among the needs of jobs: words such as `4GiB` and `2cores`.
//!
//! The amounts are powers of two. That bounds the number of different needs, and with it the number of
//! consumers that hand jobs to workers.

use serde::{Deserialize, Serialize};

/// Ends the word for memory, which is that of all bots of a game together.
const MEMORY: &str = "GiB";
/// Ends the word for cores.
const CORES: &str = "cores";
/// The largest amounts that have words. No game may need more.
pub const MAX_GAME_MIB: u64 = 256 << 10;
/// The same for cores.
pub const MAX_GAME_CORES: u32 = 128;
/// A machine may have less memory than a word says by this part of it: the system keeps some for itself, and
/// the bots of a game seldom reach their limits together.
const TOLERANCE: u64 = 8;

/// What a worker's machine has for its games, and how many of them it plays at the same time.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Machine {
    /// Jobs that it does at the same time if they need no more than their part of it.
    pub slots: u32,
    /// Its cores.
    pub cores: u32,
    /// Its memory in MiB; 0 if it is unknown.
    pub memory_mib: u64,
}

/// A need that is an amount.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
enum Amount {
    Mib(u64),
    Cores(u64),
}

impl Amount {
    /// What a word of needs asks for, if it is an amount.
    fn of(word: &str) -> Option<Amount> {
        let number = |end| word.strip_suffix(end)?.parse::<u32>().ok();
        match (number(MEMORY), number(CORES)) {
            // What the machine must have at least.
            (Some(gib), _) => {
                Some(Amount::Mib((u64::from(gib) << 10) / TOLERANCE * (TOLERANCE - 1)))
            }
            (None, cores) => cores.map(|cores| Amount::Cores(cores.into())),
        }
    }
}

impl Machine {
    /// Whether it has what a word of needs asks for, if that is an amount.
    pub fn meets(&self, word: &str) -> bool {
        match Amount::of(word) {
            Some(Amount::Mib(mib)) => self.memory_mib >= mib,
            Some(Amount::Cores(cores)) => u64::from(self.cores) >= cores,
            None => true,
        }
    }

    /// The slots that a job takes: its part of the cores or of the memory, whichever is larger.
    pub fn slots_for(&self, needs: &str) -> u32 {
        let slots = u64::from(self.slots);
        let part = |word| match Amount::of(word)? {
            Amount::Mib(mib) => Some((mib * slots).div_ceil(self.memory_mib.max(1))),
            Amount::Cores(cores) => Some((cores * slots).div_ceil(u64::from(self.cores.max(1)))),
        };
        let most = needs.split_whitespace().filter_map(part).max().unwrap_or(1);
        most.clamp(1, slots.max(1)) as u32
    }
}

/// The words for what a game needs of a machine: memory of all its bots together, and cores. One core and no
/// memory need no word.
pub(crate) fn amounts(mib: u64, cores: u32) -> Vec<String> {
    let gib = mib.div_ceil(1 << 10).next_power_of_two();
    let memory = (mib > 0).then(|| format!("{gib}{MEMORY}"));
    let cores = (cores > 1).then(|| format!("{}{CORES}", cores.next_power_of_two()));
    memory.into_iter().chain(cores).collect()
}

/// Needs as a person reads them: `java, 4 GiB of memory and 2 cores`.
pub fn describe_needs(needs: &str) -> String {
    let amount = |word: &str, end| {
        let number = word.strip_suffix(end)?;
        Amount::of(word).map(|_| number.to_owned())
    };
    let describe = |word: &str| match (amount(word, MEMORY), amount(word, CORES)) {
        (Some(gib), _) => format!("{gib} GiB of memory"),
        (_, Some(cores)) => format!("{cores} cores"),
        (None, None) => word.to_owned(),
    };
    let mut parts: Vec<String> = needs.split_whitespace().map(describe).collect();
    match parts.pop() {
        Some(last) if !parts.is_empty() => format!("{} and {last}", parts.join(", ")),
        last => last.unwrap_or_default(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amounts_are_rounded_up_to_powers_of_two() {
        for (mib, cores, words) in [
            (0, 0, &[][..]),
            (0, 1, &[]),
            (1, 2, &["1GiB", "2cores"]),
            (1024, 3, &["1GiB", "4cores"]),
            (1025, 0, &["2GiB"]),
            (MAX_GAME_MIB, MAX_GAME_CORES, &["256GiB", "128cores"]),
        ] {
            assert_eq!(amounts(mib, cores), words, "{mib} MiB, {cores} cores");
        }
    }

    #[test]
    fn a_machine_meets_what_it_has_and_gives_it_to_few_games() {
        // 16 GiB, of which the system shows a part.
        let machine = Machine { slots: 8, cores: 8, memory_mib: 15_600 };
        for (needs, meets, slots) in [
            ("", true, 1),
            ("java", true, 1),
            ("1GiB", true, 1),
            ("2GiB", true, 1),
            ("4GiB", true, 2),
            ("16GiB", true, 8),
            ("32GiB", false, 8),
            ("2cores", true, 2),
            ("2cores 8GiB", true, 4),
            ("16cores", false, 8),
        ] {
            let all = needs.split_whitespace().all(|word| machine.meets(word));
            assert_eq!((all, machine.slots_for(needs)), (meets, slots), "{needs}");
        }
        let silent = Machine { slots: 1, ..Machine::default() };
        assert!(!silent.meets("1GiB") && !silent.meets("2cores") && silent.meets("java"));
        assert_eq!(silent.slots_for("1GiB"), 1);
    }

    #[test]
    fn needs_are_told_to_people() {
        assert_eq!(describe_needs(""), "");
        assert_eq!(describe_needs("java"), "java");
        assert_eq!(describe_needs("2cores 4GiB java"), "2 cores, 4 GiB of memory and java");
        assert_eq!(describe_needs("scores"), "scores");
    }
}
