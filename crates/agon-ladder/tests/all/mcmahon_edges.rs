//! Edge cases of a McMahon tournament, one per test.

use agon_ladder::mcmahon::{
    ArenaRecord, Bands, Criterion, Disqualified, Draw, Entrant, Event, Idle, Meeting, Round, Rules,
    Scores, SeedBy, bar_size, explain, pair_round, rounds_for, seed_order, standings, start_scores,
};
use proptest::prelude::*;
use std::time::{Duration, Instant};

fn swiss(n: u32) -> Event {
    Event { entrants: (1..=n).map(|id| Entrant::new(id, id, 0)).collect(), ..Event::default() }
}

fn rules(rounds: u32) -> Rules {
    Rules { rounds, ..Rules::default() }
}

/// Closes a round: `half` gives the half points of the first player of a pairing.
fn close(event: &mut Event, draw: &Draw, half: impl Fn(u32, u32) -> i64) {
    let meetings = draw.pairings.iter().map(|p| {
        let points = half(p.first, p.second);
        Meeting {
            first: p.first,
            second: p.second,
            result: Some((points, 2 - points)),
            games: (0, 0),
        }
    });
    event.rounds.push(Round { meetings: meetings.collect(), idle: draw.idle.clone() });
}

fn better_seed(a: u32, b: u32) -> i64 {
    if a < b { 2 } else { 0 }
}

fn play(event: &mut Event, rules: &Rules, rounds: usize) {
    for _ in 0..rounds {
        let draw = pair_round(event, rules, &[]);
        close(event, &draw, better_seed);
    }
}

#[test]
fn e1_a_second_bye_is_given_only_after_all_entrants_had_one() {
    for n in [3u32, 5, 7, 9] {
        let mut event = swiss(n);
        play(&mut event, &rules(n), n as usize);
        let mut byes: Vec<u32> =
            event.rounds.iter().flat_map(|round| &round.idle).map(|(id, _)| *id).collect();
        byes.sort_unstable();
        assert_eq!(byes, (1..=n).collect::<Vec<_>>());
    }
}

#[test]
fn e2_a_withdrawn_entrant_keeps_its_games_and_gets_absences_but_no_rank() {
    let mut event = swiss(6);
    play(&mut event, &rules(5), 2);
    let before = Scores::after(&event, 2).mms[0];
    event.entrants[0].withdrawn = Some(3);
    let draw = pair_round(&event, &rules(5), &[]);
    assert!(draw.idle.contains(&(1, Idle::Withdrawn)));
    assert!(draw.pairings.iter().all(|p| p.first != 1 && p.second != 1));
    close(&mut event, &draw, better_seed);
    play(&mut event, &rules(5), 1);
    assert_eq!(Scores::after(&event, 4).mms[0], before + 2, "two absences make one point");
    let row = standings(&event, &Criterion::DEFAULT).into_iter().find(|row| row.id == 1).unwrap();
    assert_eq!(row.rank, None);
}

#[test]
fn e3_paid_absences_are_limited() {
    let mut event = swiss(6);
    let rules = rules(6);
    for _ in 0..4 {
        let draw = pair_round(&event, &rules, &[2]);
        close(&mut event, &draw, better_seed);
    }
    // floor(6/3) = 2 absences are paid with half a point each, the others score 0.
    let kinds: Vec<Idle> = event
        .rounds
        .iter()
        .flat_map(|round| &round.idle)
        .filter(|(id, _)| *id == 2)
        .map(|(_, idle)| *idle)
        .collect();
    assert_eq!(kinds, [Idle::Absent, Idle::Absent, Idle::Missing, Idle::Missing]);
    assert_eq!(Scores::after(&event, 4).mms[1], 2);
    let draw = pair_round(&event, &rules, &[]);
    assert!(
        draw.pairings.iter().any(|p| p.first == 2 || p.second == 2),
        "the entrant is paired again"
    );
}

#[test]
fn e4_a_rematch_appears_only_when_unavoidable() {
    let mut event = swiss(4);
    let rules = rules(4);
    for round in 1..=4 {
        let draw = pair_round(&event, &rules, &[]);
        assert_eq!(draw.cost[0], if round < 4 { 0 } else { 2 });
        close(&mut event, &draw, better_seed);
    }
}

#[test]
fn e5_two_entrants_always_meet_with_swapped_sides_and_one_gets_a_bye() {
    let mut event = swiss(2);
    let mut firsts = Vec::new();
    for round in 0..3u64 {
        let draw = pair_round(&event, &rules(3), &[]);
        assert_eq!(draw.cost[0], round * round);
        firsts.push(draw.pairings[0].first);
        close(&mut event, &draw, better_seed);
    }
    assert!(firsts[0] != firsts[1] && firsts[1] != firsts[2]);
    let alone = pair_round(&swiss(1), &rules(3), &[]);
    assert_eq!((alone.pairings.len(), alone.idle), (0, vec![(1, Idle::Bye)]));
    let empty = pair_round(&swiss(0), &rules(3), &[]);
    assert!(empty.pairings.is_empty() && empty.idle.is_empty());
}

#[test]
fn e6_no_pairings_after_all_entrants_have_left() {
    let mut event = swiss(5);
    play(&mut event, &rules(4), 1);
    event.entrants.iter_mut().for_each(|entrant| entrant.withdrawn = Some(2));
    let draw = pair_round(&event, &rules(4), &[]);
    assert!(draw.pairings.is_empty());
    assert!(draw.idle.iter().all(|(_, idle)| *idle == Idle::Withdrawn));
}

#[test]
fn e7_half_points_are_rounded_down_to_the_lower_group() {
    let mut event = swiss(6);
    let draw = pair_round(&event, &rules(3), &[]);
    close(&mut event, &draw, |a, b| if a + b == 5 { 1 } else { better_seed(a, b) });
    let draw = pair_round(&event, &rules(3), &[]);
    assert_eq!(draw.groups.iter().map(|(score, _)| *score).collect::<Vec<_>>(), [1, 0]);
    assert_eq!(draw.groups[1].1.len(), 4);
}

#[test]
fn e8_equal_scores_are_paired_by_slip() {
    let draw = pair_round(&swiss(8), &rules(3), &[]);
    let mut pairs: Vec<(u32, u32)> =
        draw.pairings.iter().map(|p| (p.first.min(p.second), p.first.max(p.second))).collect();
    pairs.sort_unstable();
    assert_eq!(pairs, [(1, 5), (2, 6), (3, 7), (4, 8)]);
    assert_eq!(draw.cost[6], 0);
}

#[test]
fn e9_a_corrected_result_changes_scores_and_the_next_pairing_but_not_a_started_round() {
    let mut event = swiss(8);
    play(&mut event, &rules(4), 2);
    let started = event.rounds[1].clone();
    let next = pair_round(&event, &rules(4), &[]);
    let wrong = event.rounds[0].meetings[0].result.unwrap();
    event.rounds[0].meetings[0].result = Some((wrong.1, wrong.0));
    assert_eq!(event.rounds[1], started);
    let moved = |event: &Event, id: u32| Scores::after(event, 2).mms[id as usize - 1];
    let loser = event.rounds[0].meetings[0].first.max(event.rounds[0].meetings[0].second);
    assert!(moved(&event, loser) >= 2);
    let again = pair_round(&event, &rules(4), &[]);
    assert_ne!(next.pairings, again.pairings);
}

#[test]
fn e10_results_of_disqualified_entrants_stand_or_are_void() {
    let mut event = swiss(6);
    play(&mut event, &rules(4), 2);
    event.entrants[0].disqualified = Some(3);
    let opponent = event.rounds[0]
        .meetings
        .iter()
        .find_map(|m| match (m.first, m.second) {
            (1, other) | (other, 1) => Some(other),
            _ => None,
        })
        .unwrap();
    let score = |event: &Event, id: u32| Scores::after(event, 2).mms[id as usize - 1];
    let (kept_own, kept) = (score(&event, 1), score(&event, opponent));
    event.disqualified = Disqualified::Void;
    assert_eq!(score(&event, opponent), kept + 2, "a win by default");
    assert_eq!((kept_own, score(&event, 1)), (4, 0));
    let draw = pair_round(&event, &rules(4), &[]);
    assert!(draw.idle.contains(&(1, Idle::Missing)));
}

/// All perfect matchings of a few players.
fn matchings(players: &[usize]) -> Vec<Vec<(usize, usize)>> {
    let Some((&first, rest)) = players.split_first() else {
        return vec![Vec::new()];
    };
    let mut all = Vec::new();
    for (i, &mate) in rest.iter().enumerate() {
        let mut others = rest.to_vec();
        others.remove(i);
        for mut matching in matchings(&others) {
            matching.push((first, mate));
            all.push(matching);
        }
    }
    all
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    /// E4, E11: brute force over all matchings finds none that is lexicographically cheaper, so no
    /// criterion outweighs an earlier one.
    #[test]
    fn e11_no_round_is_cheaper_than_the_drawn_one(
        n in 4u32..=8, results in prop::collection::vec(0i64..=2, 24), seed in 0u64..1000, bar in 0usize..4,
    ) {
        let records = vec![ArenaRecord::default(); n as usize];
        let seeded: Vec<&ArenaRecord> = records.iter().collect();
        let starts = start_scores(&seeded, 4, bar.max(1), Bands::RankOf(2));
        let mut event = swiss(n);
        for (entrant, start) in event.entrants.iter_mut().zip(starts) {
            entrant.start = if bar == 0 { 0 } else { start };
        }
        let rules = Rules { seed, ..rules(4) };
        for round in 0..4usize {
            let draw = pair_round(&event, &rules, &[]);
            let ids: Vec<u32> = draw.groups.iter().flat_map(|(_, ids)| ids.clone()).collect();
            let places: Vec<usize> = (0..ids.len()).collect();
            // `explain` gives the cost of any single pair; sum it over every matching.
            let cost = |a: usize, b: usize| {
                explain(&event, &rules, &[], ids[a], ids[b]).unwrap().pair
            };
            let row = |a: usize| (0..ids.len()).map(|b| if a < b { cost(a, b) } else { [0; 8] }).collect();
            let table: Vec<Vec<[u64; 8]>> = places.iter().map(|&a| row(a)).collect();
            let sum = |matching: &Vec<(usize, usize)>| {
                let mut sum = [0u64; 8];
                for &(a, b) in matching {
                    sum.iter_mut().zip(table[a.min(b)][a.max(b)]).for_each(|(s, c)| *s += c);
                }
                sum
            };
            let best = matchings(&places).iter().map(sum).min().unwrap();
            prop_assert_eq!(draw.cost, best);
            close(&mut event, &draw, |a, b| results[(round * 5 + (a * 3 + b) as usize) % results.len()]);
        }
    }

    #[test]
    fn e12_the_order_of_the_entrants_does_not_matter(n in 2u32..20, by in 0usize..20, seed in any::<u64>()) {
        let mut event = swiss(n);
        let rules = Rules { seed, ..rules(5) };
        for _ in 0..3 {
            let draw = pair_round(&event, &rules, &[]);
            let mut other = event.clone();
            let by = by % other.entrants.len();
            other.entrants.rotate_left(by);
            other.entrants.reverse();
            prop_assert_eq!(&pair_round(&other, &rules, &[]).pairings, &draw.pairings);
            close(&mut event, &draw, better_seed);
        }
    }
}

#[test]
fn e13_a_field_of_512_is_paired_in_seconds() {
    let mut event = swiss(512);
    let rules = rules(10);
    let start = Instant::now();
    for _ in 0..2 {
        let draw = pair_round(&event, &rules, &[]);
        assert_eq!((draw.pairings.len(), draw.cost[0]), (256, 0));
        close(&mut event, &draw, |a, b| if tie(a, b) { 2 } else { 0 });
    }
    let spent = start.elapsed();
    println!("two rounds of 512 in {spent:?}");
    assert!(spent < Duration::from_secs(60), "{spent:?}");
}

fn tie(a: u32, b: u32) -> bool {
    !(a * 7919 + b * 104_729).is_multiple_of(3)
}

#[test]
fn a_field_of_1500_is_cut_at_a_score_border() {
    let mut event = swiss(1500);
    for (i, entrant) in event.entrants.iter_mut().enumerate() {
        entrant.start = 5 - i as u32 / 250;
    }
    let draw = pair_round(&event, &rules(10), &[]);
    assert_eq!(draw.pairings.len(), 750);
    assert_eq!(draw.cost[2], 0, "no entrant floats");
}

#[test]
fn a_late_entrant_gets_absences_for_missed_rounds() {
    let mut event = swiss(5);
    play(&mut event, &rules(7), 3);
    event.join(Entrant::new(6, 6, 0), &rules(7));
    assert_eq!(Scores::after(&event, 2).mms[5], 2, "two absences make one point");
    assert_eq!(Scores::after(&event, 3).mms[5], 2, "two of seven are paid");
    assert_eq!(event.rounds[2].idle.last(), Some(&(6, Idle::Missing)));
    assert_eq!(pair_round(&event, &rules(7), &[]).pairings.len(), 3);
}

#[test]
fn a_house_bot_replaces_the_bye() {
    let mut event = swiss(3);
    let rules = Rules { house_bot: true, ..rules(3) };
    let draw = pair_round(&event, &rules, &[]);
    assert_eq!(draw.idle, [(3, Idle::House(0))]);
    close(&mut event, &draw, better_seed);
    event.rounds[0].idle[0].1 = Idle::House(2);
    let scores = Scores::after(&event, 1);
    assert_eq!((scores.mms[2], scores.wins[2], scores.sos[2]), (2, 2, 0));
    assert!(!pair_round(&event, &rules, &[]).idle.contains(&(3, Idle::House(0))));
}

#[test]
fn teams_are_kept_apart_in_the_first_rounds_only() {
    let mut event = swiss(8);
    for entrant in &mut event.entrants {
        entrant.team = Some(entrant.id % 4); // 1 and 5, 2 and 6 ...: the pairs that slip prefers
    }
    let apart = Rules { teams_apart_until: 1, ..rules(3) };
    let met = |draw: &Draw| draw.pairings.iter().filter(|p| p.first % 4 == p.second % 4).count();
    assert_eq!(met(&pair_round(&event, &apart, &[])), 0);
    assert_eq!(met(&pair_round(&event, &rules(3), &[])), 4);
}

#[test]
fn explain_names_the_deciding_criterion() {
    let mut event = swiss(8);
    play(&mut event, &rules(4), 1);
    let draw = pair_round(&event, &rules(4), &[]);
    let met = &event.rounds[0].meetings[0];
    let again = explain(&event, &rules(4), &[], met.first, met.second).unwrap();
    assert!(again.sentence.contains("`rematch`"), "{}", again.sentence);
    assert!(again.wished > again.drawn && again.pairings.len() == 4);
    let drawn = &draw.pairings[0];
    let same = explain(&event, &rules(4), &[], drawn.first, drawn.second).unwrap();
    assert!(same.sentence.contains("meet in the drawn round"));
    assert_eq!(same.drawn, same.wished);
    assert!(explain(&event, &rules(4), &[], 1, 1).is_none());
    assert!(explain(&event, &rules(4), &[], 1, 99).is_none());
}

#[test]
fn seeding_by_wins_falls_back_to_win_rates() {
    let record = |id, wins, games| ArenaRecord { id, wins, games, ..ArenaRecord::default() };
    let even = [record(1, 3.0, 10), record(2, 7.5, 10), record(3, 7.0, 9)];
    assert_eq!(seed_order(&even, SeedBy::Wins), (vec![2, 3, 1], SeedBy::Wins));
    let uneven = [record(1, 30.0, 100), record(2, 7.0, 10), record(3, 0.0, 0)];
    assert_eq!(seed_order(&uneven, SeedBy::Wins), (vec![2, 1, 3], SeedBy::WinRate));
    assert_eq!(seed_order(&uneven, SeedBy::Listed).0, [1, 2, 3]);
}

#[test]
fn start_scores_match_the_worked_examples() {
    let starts = |n: usize, rounds, bar, bands| {
        let records: Vec<ArenaRecord> = (0..n)
            .map(|i| ArenaRecord {
                wins: 20.0 - i as f64,
                rating: 1800.0 - 70.0 * i as f64,
                ..Default::default()
            })
            .collect();
        start_scores(&records.iter().collect::<Vec<_>>(), rounds, bar, bands)
    };
    assert_eq!(starts(8, 3, 4, Bands::RankOf(2)), [2, 2, 2, 2, 1, 1, 0, 0]);
    let thirty = starts(30, 5, bar_size(30, 5), Bands::Rank);
    let count = |score| thirty.iter().filter(|&&s| s == score).count();
    assert_eq!([5, 4, 3, 2, 1, 0].map(count), [12, 4, 4, 4, 4, 2]);
    assert_eq!(starts(4, 3, 8, Bands::Rank), [0; 4]);
    assert_eq!(starts(3, 3, 1, Bands::Wins { per_point: 10.0, floor: 0, bar: 1 }), [1, 1, 1]);
    let rating = Bands::Rating { origin: 1500.0, width: 100.0, floor: 0, bar: 2 };
    assert_eq!(starts(6, 3, 1, rating), [2, 2, 1, 0, 0, 0]);
    assert_eq!([2, 8, 9, 30, 64].map(rounds_for), [3, 4, 5, 6, 7]);
}

#[test]
fn direct_comparison_breaks_ties_and_full_ties_share_a_place() {
    let mut event = swiss(4);
    play(&mut event, &rules(3), 3);
    // All pairs have met and no two entrants are tied: direct comparison changes nothing.
    let rows = standings(&event, &[Criterion::Mms, Criterion::Dc]);
    assert_eq!(rows.iter().map(|row| row.rank).collect::<Vec<_>>(), [1, 2, 3, 4].map(Some));
    let equal = standings(&swiss(3), &Criterion::DEFAULT);
    assert!(equal.iter().all(|row| row.rank == Some(1)));
    // A beat B, both have one point: direct comparison puts A first although B has the better seed.
    let meeting = |first, second| Meeting { first, second, result: Some((2, 0)), games: (1, 0) };
    let mut event = swiss(4);
    event.rounds.push(Round { meetings: vec![meeting(2, 1), meeting(3, 4)], idle: vec![] });
    event.rounds.push(Round { meetings: vec![meeting(1, 4), meeting(3, 2)], idle: vec![] });
    let rows = standings(&event, &[Criterion::Mms, Criterion::Dc]);
    assert_eq!(rows.iter().map(|row| row.id).collect::<Vec<_>>(), [3, 2, 1, 4]);
    assert_eq!(rows[1].values, [1.0, 1.0]);
}
