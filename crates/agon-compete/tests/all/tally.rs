//! Counted results: ratings from counts equal those from the games one by one, whatever happens to a log.

use crate::fake::{FakeRun, league_plan, played};
use agon_compete::table::{Filter, tabulate};
use agon_compete::{Action, Entry, Plan, Role, Tally};

/// Draws numbers from a seed.
struct Draws(u64);

impl Draws {
    fn below(&mut self, n: usize) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % n
    }

    /// Ranks with ties.
    fn ranks(&mut self, seats: usize) -> Vec<u8> {
        let scores: Vec<usize> = (0..seats).map(|_| self.below(seats)).collect();
        let better = |score: usize| scores.iter().filter(|other| **other > score).count();
        scores.iter().map(|&score| 1 + better(score) as u8).collect()
    }
}

/// Appends an entry to the log and to the counts.
fn append(run: &mut FakeRun, tally: &mut Tally, entry: Entry) -> bool {
    let is_fitting = run.append(entry.clone()).is_ok();
    if is_fitting {
        tally.follow(&entry, &run.history);
    }
    is_fitting
}

/// A ruling about what has happened so far; it may be refused.
fn ruling(run: &FakeRun, draws: &mut Draws) -> Option<Entry> {
    let ended: Vec<_> = run.history.ended().map(|game| game.drawn.clone()).collect();
    if ended.is_empty() {
        return None;
    }
    let game = &ended[draws.below(ended.len())];
    let entrant = game.seats[0];
    let action = match draws.below(5) {
        0 => Action::Rerun { games: vec![game.key.clone()] },
        1 => Action::Withdraw { entrant, round: None },
        2 => Action::Disqualify { entrant, round: None },
        _ => Action::Correct { game: game.key.clone(), ranks: draws.ranks(game.seats.len()) },
    };
    let (who, why) = ("ann".to_owned(), format!("reason {}", draws.below(1000)));
    Some(Entry::Ruling(agon_compete::Ruling { who, why, action }))
}

#[test]
fn ratings_from_counts_equal_those_from_scratch() {
    let mut rulings = 0;
    for seed in 0..60 {
        let draws = &mut Draws(seed);
        let seats = 2 + draws.below(3);
        let players = seats + 1 + draws.below(5);
        let mut run = FakeRun::begin(Plan::League(league_plan(40, seats)));
        for _ in 0..players {
            run.enter(Role::Player).unwrap();
        }
        let mut tally = Tally::default();
        for _ in 0..60 {
            let next = run.settle();
            if next.jobs.is_empty() {
                break;
            }
            let job = &next.jobs[draws.below(next.jobs.len())];
            // A table has fewer seats when fewer players are left.
            let seats = job.game.seats.len();
            let ranks = draws.ranks(seats);
            let map = ["sand", "random-17", "random-4", "ice"][draws.below(4)].to_owned();
            let mut silent = vec![false; seats];
            silent[0] = draws.below(9) == 0;
            let entry = match draws.below(12) {
                0 => {
                    let (game, by) = (job.game.key.clone(), vec![job.game.seats[0]]);
                    Entry::Dropped { game, by, why: "its bot hangs".into() }
                }
                _ => Entry::Played(agon_compete::Played { map, silent, ..played(job, &ranks) }),
            };
            assert!(append(&mut run, &mut tally, entry), "seed {seed}");
            if draws.below(6) == 0
                && let Some(ruling) = ruling(&run, draws)
            {
                rulings += usize::from(append(&mut run, &mut tally, ruling));
            }
            if draws.below(10) == 0 {
                run.restart();
                assert_eq!(tally, Tally::of(&run.history), "seed {seed}");
            }
        }
        assert_eq!(tally, Tally::of(&run.history), "seed {seed}");
        let numbers: Vec<i64> = (1..=players as i64).collect();
        let table = tabulate(&run.history, &Filter::default());
        let rated = tally.rate(&numbers);
        assert_eq!(rated.len(), table.lines.len());
        for (ours, theirs) in rated.iter().zip(&table.lines) {
            assert_eq!(run.name(ours.player as u32), theirs.name, "seed {seed}");
            assert_eq!(
                (ours.elo, ours.error, ours.places),
                (theirs.elo, theirs.error, theirs.places)
            );
            let counts = [theirs.games, theirs.won, theirs.shared, theirs.lost].map(u64::from);
            assert_eq!([ours.games, ours.won, ours.shared, ours.lost], counts, "seed {seed}");
        }
    }
    assert!(rulings > 100, "{rulings}");
}
