//! Ratings: reference numbers, independence of order, one-sided records.

use agon_ladder::rating::bootstrap::{differ, intervals};
use agon_ladder::rating::bradley_terry::{Duels, Options};
use agon_ladder::rating::plackett_luce::Tables;
use agon_ladder::rating::weng_lin::{Belief, update};
use proptest::prelude::*;

fn near(a: f64, b: f64, by: f64) {
    assert!((a - b).abs() < by, "{a} is not {b}");
}

#[test]
fn three_bots_without_prior_match_the_reference() {
    let mut duels = Duels::new(3);
    for (a, b, won, lost) in [(0, 1, 14, 6), (0, 2, 18, 2), (1, 2, 12, 8)] {
        for game in 0..won + lost {
            // Swapped seats must not matter.
            let a_wins = game < won;
            if game % 2 == 0 {
                duels.add(a, b, if a_wins { 2 } else { 0 });
            } else {
                duels.add(b, a, if a_wins { 0 } else { 2 });
            }
        }
    }
    let ratings = duels.rate(&Options { prior_elo: None, first_seat: false }).unwrap();
    for (bot, elo, error) in [(0, 163.9, 90.8), (1, -27.8, 79.0), (2, -136.1, 86.2)] {
        near(ratings.elo(bot) - 1500.0, elo, 0.06);
        near(ratings.error(bot), error, 0.06);
    }
    let (gap, error) = ratings.difference(0, 1);
    near(gap, 191.7, 0.06);
    near(error, 146.8, 0.06);
    assert_eq!(ratings.order(), [0, 1, 2]);
    assert_eq!(duels.between(0, 1), (20, 14.0));
    assert_eq!(duels.between(1, 0), (20, 6.0));
}

#[test]
fn one_sided_records_are_finite_and_unconnected_bots_are_grouped() {
    // 0 and 1 met; 2 and 3 met; 4 has not played; 0 won every game.
    let mut duels = Duels::new(5);
    (0..30).for_each(|_| duels.add(0, 1, 2));
    duels.add(2, 3, 1);
    let ratings = duels.rate(&Options::default()).unwrap();
    let groups: Vec<usize> = (0..5).map(|bot| ratings.component(bot)).collect();
    assert_eq!(groups, [0, 0, 1, 1, 2]);
    assert_eq!(ratings.groups(), 3);
    assert!((0..5).all(|bot| ratings.elo(bot).is_finite() && ratings.error(bot) > 0.0));
    assert!(ratings.elo(0) > 1700.0 && ratings.elo(1) < 1300.0);
    near(ratings.elo(2), 1500.0, 1e-6);
    near(ratings.elo(4), 1500.0, 1e-6);
    // Only the prior bounds a bot without games: 350 Elo either way, less its own share in the mean of
    // the field.
    near(ratings.error(4), 1.959964 * 350.0 * 0.8f64.sqrt(), 1e-3);
    near(ratings.superiority(2, 3), 0.5, 1e-6);
    assert!(ratings.superiority(0, 1) > 0.99);
    assert_eq!(ratings.places(0).0, 1);
    // Without a prior a record of wins only has no finite rating.
    assert!(duels.rate(&Options { prior_elo: None, first_seat: false }).is_none());
    assert!(Duels::new(0).rate(&Options::default()).is_none());
}

#[test]
fn the_prior_has_little_effect_after_many_games() {
    let mut duels = Duels::new(3);
    for game in 0..600usize {
        let (a, b) = [(0, 1), (1, 2), (2, 0)][game % 3];
        duels.add(a, b, if game % 7 < 4 { 2 } else { 0 });
    }
    let free = duels.rate(&Options { prior_elo: None, first_seat: false }).unwrap();
    let usual = duels.rate(&Options::default()).unwrap();
    for bot in 0..3 {
        near(usual.elo(bot), free.elo(bot), 1.0);
        near(usual.error(bot), free.error(bot), 0.5);
    }
}

#[test]
fn the_first_seat_advantage_is_estimated() {
    let mut duels = Duels::new(2);
    for game in 0..200 {
        let (first, second) = if game % 2 == 0 { (0, 1) } else { (1, 0) };
        duels.add(first, second, if game / 2 % 4 < 3 { 2 } else { 0 });
    }
    let ratings = duels.rate(&Options { first_seat: true, ..Options::default() }).unwrap();
    let (edge, error) = ratings.first_seat.unwrap();
    assert!(edge > 100.0 && error < 80.0, "{edge} +- {error}");
}

#[test]
fn plackett_luce_equals_bradley_terry_for_two_seats() {
    let (mut duels, mut tables) = (Duels::new(3), Tables::new(3));
    for (a, b, won) in [(0, 1, true), (0, 1, true), (1, 2, true), (2, 0, false), (1, 0, true)] {
        duels.add(a, b, if won { 2 } else { 0 });
        tables.add(&[(a, if won { 1 } else { 2 }), (b, if won { 2 } else { 1 })]);
    }
    let (x, y) = (duels.rate(&Options::default()).unwrap(), tables.rate().unwrap());
    for bot in 0..3 {
        near(x.elo(bot), y.elo(bot), 1e-6);
        near(x.error(bot), y.error(bot), 1e-6);
    }
}

#[test]
fn six_seats_are_rated_by_rank() {
    let mut tables = Tables::new(7);
    for shift in 0..12usize {
        let ranks: Vec<(usize, u8)> =
            (0..6).map(|seat| ((seat + shift) % 6, ((seat + shift) % 6) as u8 + 1)).collect();
        tables.add(&ranks);
    }
    let ratings = tables.rate().unwrap();
    assert_eq!(ratings.order(), [0, 1, 2, 6, 3, 4, 5]);
    assert_eq!(ratings.groups(), 2);
    // A full tie moves no rating.
    let mut even = Tables::new(6);
    even.add(&[(0, 1), (1, 1), (2, 1), (3, 1), (4, 1), (5, 1)]);
    let ratings = even.rate().unwrap();
    (0..6).for_each(|bot| near(ratings.elo(bot), 1500.0, 1e-6));
}

#[test]
fn one_game_with_six_seats_matches_the_reference_update() {
    let before = [Belief::default(); 6];
    let after = update(&before, &[1, 2, 3, 4, 5, 6]);
    near(after[0].mu, 27.54, 0.006);
    near(after[5].mu, 20.59, 0.006);
    near(after[0].sigma, 8.31, 0.006);
    near(after[5].sigma, 8.14, 0.006);
    let tied = update(&before, &[1; 6]);
    assert!(tied.iter().all(|belief| (belief.mu - 25.0).abs() < 1e-9));
    assert!(before[0].expected(&before[1]) == 0.5 && after[0].expected(&after[5]) > 0.5);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// The official ranking is bit-identical for any order of the games.
    #[test]
    fn ratings_do_not_depend_on_the_order_of_games(
        (games, other) in prop::collection::vec((0usize..6, 0usize..6, 0u8..=2), 1..60)
            .prop_flat_map(|games| (Just(games.clone()), Just(games).prop_shuffle())),
    ) {
        let rate = |games: &[(usize, usize, u8)]| {
            let (mut duels, mut tables) = (Duels::new(6), Tables::new(6));
            for &(a, b, half) in games {
                duels.add(a, b, half);
                if a != b {
                    tables.add(&[(a, if half == 0 { 2 } else { 1 }), (b, if half == 2 { 2 } else { 1 })]);
                }
            }
            let options = Options { first_seat: true, ..Options::default() };
            [duels.rate(&options).unwrap(), tables.rate().unwrap()]
                .map(|r| (0..6).map(|bot| (r.elo(bot).to_bits(), r.error(bot).to_bits())).collect::<Vec<_>>())
        };
        prop_assert_eq!(rate(&games), rate(&other));
    }

    /// The same for tables of six.
    #[test]
    fn ratings_of_six_do_not_depend_on_the_order_of_games(
        (games, other) in prop::collection::vec(prop::collection::vec(1u8..=6, 6), 1..40)
            .prop_flat_map(|games| (Just(games.clone()), Just(games).prop_shuffle())),
    ) {
        let rate = |games: &[Vec<u8>]| {
            let mut tables = Tables::new(9);
            for ranks in games {
                // The bots follow from the result, so that tables differ.
                let first = usize::from(ranks[0]) % 4;
                let seats: Vec<(usize, u8)> = (first..).zip(ranks.iter().copied()).collect();
                tables.add(&seats);
            }
            let r = tables.rate().unwrap();
            (0..9).map(|bot| (r.elo(bot).to_bits(), r.error(bot).to_bits())).collect::<Vec<_>>()
        };
        prop_assert_eq!(rate(&games), rate(&other));
    }
}

/// Resampled and analytic error bars of pairs of games between two bots, each pair on its own map and seed.
fn resampled(pairs: &[[u8; 2]]) -> (f64, f64) {
    let rate = |drawn: &[usize]| {
        let mut duels = Duels::new(2);
        for &pair in drawn {
            duels.add(0, 1, pairs[pair][0]);
            duels.add(1, 0, 2 - pairs[pair][1]);
        }
        duels.rate(&Options::default())
    };
    let (low, high) = intervals(pairs.len(), 2, rate).unwrap()[0];
    let all: Vec<usize> = (0..pairs.len()).collect();
    ((high - low) / 2.0, rate(&all).unwrap().error(0))
}

#[test]
fn correlated_games_widen_the_error_bars() {
    // On every other map both games of the pair are won, on the others both are lost.
    let together: Vec<[u8; 2]> = (0..100).map(|pair| [[2, 2], [0, 0]][pair % 2]).collect();
    let (spread, computed) = resampled(&together);
    assert!(spread > 1.25 * computed, "{spread} and {computed}: twice the variance is expected");
    // Each pair is split on every map: no variance between maps.
    let (spread, computed) = resampled(&[[2, 0]; 100]);
    assert!(differ(spread, computed) && spread < 1e-6, "{spread} and {computed}");
    // Independent games: both error bars agree.
    let lots = |n: u64| [0, 2][(agon_ladder::tie_hash(7, n, 1, 2) % 2) as usize];
    let free: Vec<[u8; 2]> = (0..400).map(|pair| [lots(2 * pair), lots(2 * pair + 1)]).collect();
    let (spread, computed) = resampled(&free);
    assert!(!differ(spread, computed), "{spread} and {computed}");
    assert_eq!(intervals(3, 2, |_| None), None, "three clusters are too few");
}
