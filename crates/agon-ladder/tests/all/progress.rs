//! SPRT and Elo against reference numbers.

use agon_ladder::sprt::{Model, Sprt, Tally, Verdict, block_score};

struct Vector {
    counts: &'static [u64],
    logistic: f64,
    normalized: f64,
    elo: f64,
    error: f64,
    superiority: f64,
}

const VECTORS: [Vector; 5] = [
    Vector {
        counts: &[40, 0, 60],
        logistic: 1.8463,
        normalized: 1.8434,
        elo: 70.44,
        error: 70.57,
        superiority: 0.97939,
    },
    Vector {
        counts: &[180, 0, 220],
        logistic: 1.6286,
        normalized: 1.637,
        elo: 34.86,
        error: 34.33,
        superiority: 0.97779,
    },
    Vector {
        counts: &[70, 0, 130],
        logistic: 6.5708,
        normalized: 6.5553,
        elo: 107.54,
        error: 50.94,
        superiority: 1.0,
    },
    Vector {
        counts: &[12, 0, 46, 0, 42],
        logistic: 6.2628,
        normalized: 6.3074,
        elo: 107.54,
        error: 50.65,
        superiority: 1.0,
    },
    Vector {
        counts: &[20, 10, 30],
        logistic: 0.9859,
        normalized: 0.9571,
        elo: 58.45,
        error: 82.82,
        superiority: 0.92484,
    },
];

#[test]
fn llr_and_elo_match_the_reference() {
    for Vector { counts, logistic, normalized, elo, error, superiority } in VECTORS {
        let tally = Tally::from_counts(counts);
        let test = |model| Sprt { model, elo0: 0.0, elo1: 50.0, ..Sprt::default() }.llr(&tally);
        let close = |ours: f64, theirs: f64, by: f64| {
            assert!((ours - theirs).abs() < by, "{counts:?}: {ours} is not {theirs}");
        };
        close(test(Model::Logistic), logistic, 1e-3);
        close(test(Model::Normalized), normalized, 1e-3);
        let estimate = tally.elo();
        close(estimate.elo.unwrap(), elo, 6e-3);
        close(estimate.error.unwrap(), error, 6e-3);
        close(estimate.superiority, superiority, 6e-5);
    }
}

#[test]
fn bounds_match_known_values() {
    let (lower, upper) = Sprt::default().bounds();
    assert!((upper - 2.9444).abs() < 1e-4 && (lower + 2.9444).abs() < 1e-4);
}

#[test]
fn one_sided_and_empty_records_give_bounds() {
    let test = Sprt::default();
    for counts in
        [[0, 0, 0, 0, 0], [0, 0, 0, 0, 5], [9, 0, 0, 0, 0], [0, 0, 400, 0, 0], [1, 0, 0, 0, 0]]
    {
        let tally = Tally::from_counts(&counts);
        let estimate = tally.elo();
        assert!(test.llr(&tally).is_finite(), "{counts:?}");
        assert_eq!((estimate.elo, estimate.error), (None, None), "{counts:?}: {estimate:?}");
        let bounds = (estimate.at_least.is_some(), estimate.at_most.is_some());
        let lost = counts[0] > 0;
        let won = counts[4] > 0;
        let none = counts == [0; 5];
        assert_eq!(bounds, (!lost && !none, !won && !none), "{counts:?}: {estimate:?}");
        assert!((0.0..=1.0).contains(&estimate.superiority));
    }
    assert_eq!(test.verdict(&Tally::from_counts(&[0, 0, 0, 0, 0])), Verdict::Undecided);
    assert_eq!(test.verdict(&Tally::from_counts(&[0, 0, 0, 0, 60])), Verdict::Accepted);
    assert_eq!(test.verdict(&Tally::from_counts(&[60, 0, 0, 0, 0])), Verdict::Rejected);
    assert_eq!(test.verdict(&Tally::from_counts(&[0, 0, 4000, 0, 0])), Verdict::Rejected);
}

#[test]
fn equal_block_scores_are_equal_numbers() {
    // Six seats, three of them the candidate's: every block in which both sides have the same mean rank.
    let game = |ranks: [u8; 6]| -> Vec<(u8, bool)> {
        ranks.into_iter().enumerate().map(|(seat, rank)| (rank, seat % 2 == 0)).collect()
    };
    let even = [[1, 1, 1, 1, 1, 1], [1, 2, 4, 3, 5, 5], [2, 1, 3, 4, 5, 5], [3, 2, 1, 1, 4, 5]];
    for (i, ranks) in even.iter().enumerate() {
        for other in &even[i..] {
            let block = [game(*ranks), game(*other), game(*ranks)];
            assert_eq!(block_score(&block).to_bits(), 0.5f64.to_bits(), "{ranks:?} {other:?}");
        }
    }
    // Games in another order give the same number.
    let blocks = [game([1, 2, 3, 4, 5, 6]), game([2, 1, 4, 3, 6, 5]), game([1, 6, 3, 2, 5, 4])];
    let mut other = blocks.clone();
    other.reverse();
    assert_eq!(block_score(&blocks).to_bits(), block_score(&other).to_bits());
}

#[test]
fn invalid_parameters_are_reported() {
    let with = |f: fn(&mut Sprt)| {
        let mut test = Sprt::default();
        f(&mut test);
        test.fault()
    };
    assert_eq!(with(|_| ()), None);
    assert!(with(|t| t.elo1 = -5.0).unwrap().contains("elo0 must be below elo1"));
    assert!(with(|t| t.alpha = 0.0).unwrap().contains("alpha is 0"));
    assert!(with(|t| t.beta = 0.7).unwrap().contains("beta is 0.7"));
}

/// Simulated games with a known win probability: the wrong verdict occurs in at most about 1 of 20 runs.
#[test]
fn error_rates_are_kept() {
    let mut state = 88172645463325252u64;
    let mut coin = move |p: f64| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        ((state >> 11) as f64 / (1u64 << 53) as f64) < p
    };
    let test = Sprt { model: Model::Logistic, elo0: 0.0, elo1: 100.0, ..Sprt::default() };
    let mut run = |p: f64| {
        let mut tally = Tally::of_games(2);
        loop {
            tally.add((f64::from(u8::from(coin(p))) + f64::from(u8::from(coin(p)))) / 2.0);
            match test.verdict(&tally) {
                Verdict::Undecided => {}
                verdict => return verdict,
            }
        }
    };
    let wrong = |p: f64, verdict, run: &mut dyn FnMut(f64) -> Verdict| {
        (0..300).filter(|_| run(p) == verdict).count()
    };
    let accepted = wrong(0.5, Verdict::Accepted, &mut run);
    let rejected = wrong(0.640065, Verdict::Rejected, &mut run);
    assert!(accepted <= 30, "{accepted} of 300 equal bots were accepted");
    assert!(rejected <= 30, "{rejected} of 300 better bots were rejected");
}

#[test]
fn block_scores_range_from_0_to_1() {
    let game = |ranks: [u8; 6], candidate: usize| -> Vec<(u8, bool)> {
        ranks.iter().enumerate().map(|(seat, &rank)| (rank, seat == candidate)).collect()
    };
    assert_eq!(block_score(&[game([1, 2, 3, 4, 5, 6], 0)]), 0.8);
    assert_eq!(block_score(&[game([6, 2, 3, 4, 5, 1], 0)]), 0.2);
    let even = block_score(&[game([1, 2, 3, 4, 5, 6], 0), game([6, 2, 3, 4, 5, 1], 0)]);
    assert!((even - 0.5).abs() < 1e-12);
    assert_eq!(block_score(&[vec![(1, true), (1, false)]]), 0.5);
}
