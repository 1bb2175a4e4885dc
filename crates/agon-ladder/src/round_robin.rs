//! Everybody against everybody, in rounds in which nobody waits, and one against all.

/// The rounds of a round robin of `n` (the circle method): in each, everybody meets one other; with an
/// odd number one waits. Who is named first alternates, so that sides are balanced to within one.
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

/// One challenger (by number) against all others; sides alternate.
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
    fn everybody_meets_everybody_once_and_never_twice_a_round() {
        for n in 0..24 {
            let rounds = rounds(n);
            let mut met = BTreeSet::new();
            let mut balance = vec![0i32; n];
            for round in &rounds {
                let mut seen = BTreeSet::new();
                for &(a, b) in round {
                    assert!(seen.insert(a) && seen.insert(b), "{n}: twice in a round");
                    assert!(met.insert((a.min(b), a.max(b))), "{n}: twice in all");
                    balance[a] += 1;
                    balance[b] -= 1;
                }
            }
            assert_eq!(met.len(), n * n.saturating_sub(1) / 2, "{n}");
            assert!(balance.iter().all(|b| b.abs() <= 2), "{n}: {balance:?}");
        }
    }

    #[test]
    fn the_challenger_meets_all() {
        assert_eq!(gauntlet(4, 1), [(1, 0), (2, 1), (1, 3)]);
    }
}
