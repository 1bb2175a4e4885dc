//! Minimum-cost perfect matching under several criteria in strict order.

use thiserror::Error;

/// The field is too large for exact arithmetic; pair it in parts.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Error)]
#[error(
    "cannot pair {players} players at once by {criteria} criteria in strict order; pair in parts"
)]
pub struct TooLarge {
    /// Number of players.
    pub players: usize,
    /// Number of criteria.
    pub criteria: usize,
}

/// Exclusive upper bound of weights: sums and doubled duals of the solver must fit into `i128`.
const MAX_WEIGHT: i128 = 1 << 118;

/// Pairs `n` players (an even number) such that the sums of the criteria over all pairs are minimal in
/// lexicographic order. Returns each player's partner.
///
/// `cost(a, b)` is called once per pair, with `a < b`.
pub fn min_cost_matching<const K: usize>(
    n: usize,
    cost: impl Fn(usize, usize) -> [u64; K],
) -> Result<Vec<usize>, TooLarge> {
    assert!(n.is_multiple_of(2), "the number of players must be even: give one a bye first");
    if n == 0 {
        return Ok(Vec::new());
    }
    let mut costs = Vec::with_capacity(n * (n - 1) / 2);
    let mut most = [0u64; K];
    for a in 0..n {
        for b in a + 1..n {
            let pair = cost(a, b);
            for (most, value) in most.iter_mut().zip(pair) {
                *most = value.max(*most);
            }
            costs.push(pair);
        }
    }
    let weights = weights(&most, n).ok_or(TooLarge { players: n, criteria: K })?;
    let mut matrix = vec![0i128; n * n];
    let mut pairs = costs.into_iter();
    for a in 0..n {
        for b in a + 1..n {
            let pair = pairs.next().expect("one cost per pair");
            let total = pair.iter().zip(&weights).map(|(&value, w)| i128::from(value) * w).sum();
            matrix[a * n + b] = total;
            matrix[b * n + a] = total;
        }
    }
    Ok(integer_blossom::min_weight_perfect_matching(&matrix, n))
}

/// One weight per criterion: each exceeds the largest possible sum of all later ones.
fn weights<const K: usize>(most: &[u64; K], n: usize) -> Option<[i128; K]> {
    let pairs = (n / 2) as i128;
    let mut weights = [1i128; K];
    let mut weight = 1i128;
    for k in (0..K).rev() {
        weights[k] = weight;
        weight = weight.checked_mul(1 + pairs * i128::from(most[k]))?;
    }
    (weight < MAX_WEIGHT).then_some(weights)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn earlier_criteria_outweigh_later_ones() {
        // 0-1 and 2-3 is cheapest by the second criterion, but 0-1 is forbidden by the first.
        let cost = |a: usize, b: usize| [u64::from((a, b) == (0, 1)), (b - a).pow(2) as u64];
        assert_eq!(min_cost_matching(4, cost).unwrap(), [2, 3, 0, 1]);
        assert_eq!(min_cost_matching::<1>(0, |_, _| [0]).unwrap(), [0usize; 0]);
    }

    #[test]
    fn costs_that_overflow_are_refused() {
        assert!(min_cost_matching(4, |_, _| [u64::MAX, u64::MAX]).is_err());
    }
}
