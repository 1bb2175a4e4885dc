//! Round robin in rounds, and gauntlet (one bot against all others).

/// The rounds of a round robin of `n` (circle method). In each round every entrant has one opponent; with
/// an odd `n` one is idle. Sides alternate and are balanced to within two games.
pub fn rounds(n: usize) -> Vec<Vec<(usize, usize)>> {
    if n < 2 {
        return Vec::new();
    }
    let even = n + n % 2;
    let seat = |turn: usize, place: usize| match place {
        0 => 0,
        _ => 1 + (place - 1 + turn) % (even - 1),
    };
    (0..even - 1)
        .map(|turn| {
            let pairs = (0..even / 2).map(|place| {
                let (a, b) = (seat(turn, place), seat(turn, even - 1 - place));
                let swap = if place == 0 { turn % 2 == 1 } else { place % 2 == 1 };
                if swap { (b, a) } else { (a, b) }
            });
            pairs.filter(|&(a, b)| a < n && b < n).collect()
        })
        .collect()
}

/// The pairs of one challenger (by number) against all others; sides alternate.
pub fn gauntlet(n: usize, challenger: usize) -> Vec<(usize, usize)> {
    let others = (0..n).filter(|&other| other != challenger);
    others
        .enumerate()
        .map(|(i, other)| if i % 2 == 0 { (challenger, other) } else { (other, challenger) })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn each_pair_meets_once_and_each_entrant_plays_once_per_round() {
        for n in 0..24 {
            let rounds = rounds(n);
            let mut met = BTreeSet::new();
            let mut balance = vec![0i32; n];
            for round in &rounds {
                let mut seen = BTreeSet::new();
                for &(a, b) in round {
                    assert!(seen.insert(a) && seen.insert(b), "{n}: plays twice in a round");
                    assert!(met.insert((a.min(b), a.max(b))), "{n}: meets twice");
                    balance[a] += 1;
                    balance[b] -= 1;
                }
            }
            assert_eq!(met.len(), n * n.saturating_sub(1) / 2, "{n}");
            assert!(balance.iter().all(|b| b.abs() <= 2), "{n}: {balance:?}");
        }
    }

    #[test]
    fn gauntlet_pairs_the_challenger_with_all_others() {
        assert_eq!(gauntlet(4, 1), [(1, 0), (2, 1), (1, 3)]);
    }
}
