//! The cheapest way to pair everybody, judged by several criteria in strict order.

use thiserror::Error;

/// The field is too large for exact arithmetic: pair it in parts.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Error)]
#[error(
    "{players} players are too many to be paired at once by {criteria} criteria in strict order"
)]
pub struct TooLarge {
    /// How many were to be paired.
    pub players: usize,
    /// By how many criteria.
    pub criteria: usize,
}

/// Weights must stay below this, so that sums and doubled duals of the solver fit.
const LIMIT: i128 = 1 << 118;

/// Pairs `n` players (an even number) so that the sums of the criteria over all pairs are smallest,
/// the first criterion before the second and so on. Returns each player's partner.
///
/// `cost(a, b)` is asked once per pair, with `a < b`.
pub fn cheapest<const K: usize>(
    n: usize,
    cost: impl Fn(usize, usize) -> [u64; K],
) -> Result<Vec<usize>, TooLarge> {
    assert!(n.is_multiple_of(2), "an odd player must have been given a bye");
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

/// One weight per criterion: each outweighs everything that the later ones can add up to.
fn weights<const K: usize>(most: &[u64; K], n: usize) -> Option<[i128; K]> {
    let pairs = (n / 2) as i128;
    let mut weights = [1i128; K];
    let mut weight = 1i128;
    for k in (0..K).rev() {
        weights[k] = weight;
        weight = weight.checked_mul(1 + pairs * i128::from(most[k]))?;
    }
    (weight < LIMIT).then_some(weights)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_criterion_comes_first() {
        // 0-1 and 2-3 is cheapest by the second criterion, but 0-1 is forbidden by the first.
        let cost = |a: usize, b: usize| [u64::from((a, b) == (0, 1)), (b - a).pow(2) as u64];
        assert_eq!(cheapest(4, cost).unwrap(), [2, 3, 0, 1]);
        assert_eq!(cheapest::<1>(0, |_, _| [0]).unwrap(), [0usize; 0]);
    }

    #[test]
    fn numbers_that_do_not_fit_are_refused() {
        assert!(cheapest(4, |_, _| [u64::MAX, u64::MAX]).is_err());
    }
}
