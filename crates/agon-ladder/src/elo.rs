//! The Elo scale, the normal distribution, and confidence intervals for win shares.

use std::f64::consts::LN_10;

/// Elo points per unit of the natural (logistic) scale.
pub const ELO_PER_UNIT: f64 = 400.0 / LN_10;
/// Elo of an average bot.
pub const MEAN_ELO: f64 = 1500.0;
/// Half the width of a 95 % interval, in standard deviations.
pub const Z95: f64 = 1.959_963_984_540_054;

/// Expected score against an opponent that is `elo` points weaker.
pub fn expected(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

/// Elo difference for an expected score; always finite.
pub fn difference(score: f64) -> f64 {
    let score = score.clamp(1e-9, 1.0 - 1e-9);
    -400.0 * (1.0 / score - 1.0).log10()
}

/// Cumulative standard normal distribution at `x` (error below 1.2e-7).
pub fn normal_cdf(x: f64) -> f64 {
    // Chebyshev fit of the complementary error function.
    let z = x.abs() / std::f64::consts::SQRT_2;
    let t = 1.0 / (1.0 + 0.5 * z);
    const FIT: [f64; 10] = [
        -1.26551223,
        1.00002368,
        0.37409196,
        0.09678418,
        -0.18628806,
        0.27886807,
        -1.13520398,
        1.48851587,
        -0.82215223,
        0.17087277,
    ];
    let series = FIT.iter().rev().fold(0.0, |sum, c| sum * t + c);
    let upper = 0.5 * t * (-z * z + series).exp();
    if x >= 0.0 { 1.0 - upper } else { upper }
}

/// Wilson's 95 % interval for the true share, given `points` out of `games` (a draw is half a point).
pub fn wilson(points: f64, games: f64) -> (f64, f64) {
    if games <= 0.0 {
        return (0.0, 1.0);
    }
    let share = points / games;
    let z2 = Z95 * Z95 / games;
    let centre = (share + z2 / 2.0) / (1.0 + z2);
    let reach = Z95 / (1.0 + z2) * (share * (1.0 - share) / games + z2 / (4.0 * games)).sqrt();
    ((centre - reach).max(0.0), (centre + reach).min(1.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn expected_score_and_difference_are_inverse() {
        for elo in [-800.0, -35.0, 0.0, 10.0, 400.0] {
            assert!((difference(expected(elo)) - elo).abs() < 1e-6);
        }
        assert!((expected(400.0) - 10.0 / 11.0).abs() < 1e-12);
        assert!(difference(1.0).is_finite() && difference(0.0).is_finite());
    }

    #[test]
    fn normal_cdf_matches_tabulated_values() {
        for (x, p) in [(0.0, 0.5), (1.0, 0.841345), (-1.0, 0.158655), (Z95, 0.975), (4.0, 0.999968)]
        {
            assert!((normal_cdf(x) - p).abs() < 1e-6, "{x}: {}", normal_cdf(x));
        }
    }
}
