//! Single and double elimination, played to the end.

use agon_ladder::elimination::{Bracket, Part, Results, Slot};

/// Plays a bracket to its end; returns the results and the number of matches.
fn play(bracket: &Bracket, first_wins: impl Fn(usize, usize) -> bool) -> (Results, usize) {
    let mut results = Results::new();
    while let Some(&(node, a, b)) = bracket.ready(&results).first() {
        results.insert(node, first_wins(a, b));
        assert!(results.len() < 5000, "the bracket does not end");
    }
    let played = results.len();
    (results, played)
}

#[test]
fn the_best_two_seeds_meet_in_the_final_for_any_field_size() {
    for n in 1..=33 {
        let bracket = Bracket::single(n, false);
        let (results, played) = play(&bracket, |a, b| a < b);
        assert_eq!(played, n - 1);
        let places = bracket.places(&results);
        assert_eq!(places[0], Some(1), "{n}");
        if n > 1 {
            assert_eq!(places[1], Some(2), "{n}");
            let last = bracket.nodes.iter().position(|node| node.part == Part::Final).unwrap();
            assert_eq!(bracket.slots(&results)[last], [Slot::Known(0), Slot::Known(1)]);
        }
        assert!(places.iter().all(Option::is_some), "{n}: {places:?}");
    }
}

#[test]
fn byes_go_to_the_best_seeds() {
    let bracket = Bracket::single(6, false);
    let ready = bracket.ready(&Results::new());
    assert_eq!(ready.iter().map(|&(_, a, b)| (a, b)).collect::<Vec<_>>(), [(3, 4), (2, 5)]);
}

#[test]
fn the_third_place_match_is_optional() {
    let bracket = Bracket::single(4, true);
    let (results, played) = play(&bracket, |a, b| a < b);
    assert_eq!(played, 4);
    assert_eq!(bracket.places(&results), [1, 2, 3, 4].map(Some));
    let without = Bracket::single(4, false);
    let (results, _) = play(&without, |a, b| a < b);
    assert_eq!(without.places(&results), [1, 2, 3, 3].map(Some));
}

#[test]
fn double_elimination_gives_each_loser_two_losses() {
    for n in 2..=20 {
        for favourite in [0, n / 2, n - 1] {
            let bracket = Bracket::double(n);
            let wins = |a: usize, b: usize| a == favourite || (b != favourite && a < b);
            let (results, played) = play(&bracket, wins);
            assert!(played == 2 * n - 2 || played == 2 * n - 1, "{n}: {played}");
            let slots = bracket.slots(&results);
            let mut losses = vec![0; n];
            for (node, first_wins) in &results {
                let [Slot::Known(a), Slot::Known(b)] = slots[*node] else {
                    panic!("a played match has two entrants")
                };
                losses[if *first_wins { b } else { a }] += 1;
            }
            let champion = bracket.places(&results).iter().position(|p| *p == Some(1)).unwrap();
            assert_eq!(champion, favourite);
            for (bot, lost) in losses.iter().enumerate() {
                assert_eq!(*lost, if bot == champion { 0 } else { 2 }, "{n}, {bot}");
            }
        }
    }
}

#[test]
fn the_reset_is_played_if_the_unbeaten_entrant_loses_the_final() {
    let bracket = Bracket::double(4);
    let mut results = Results::new();
    // Seed 0 loses the final, then wins the reset.
    while let Some(&(node, a, _)) = bracket.ready(&results).first() {
        let first_wins = match bracket.nodes[node].part {
            Part::Final => false,
            Part::Reset => a == 0,
            _ => true,
        };
        assert!(bracket.places(&results)[0].is_none());
        results.insert(node, first_wins);
    }
    assert_eq!(results.len(), 7);
    assert_eq!(bracket.places(&results)[0], Some(1));
    assert_eq!(bracket.places(&results).iter().filter(|p| **p == Some(2)).count(), 1);
}

#[test]
fn entrants_dropping_to_the_losers_bracket_avoid_early_rematches() {
    // With eight entrants and the better seed always winning, the first two losers' rounds contain no
    // rematch.
    let bracket = Bracket::double(8);
    let (results, _) = play(&bracket, |a, b| a < b);
    let slots = bracket.slots(&results);
    let of = |part: Part, rounds: std::ops::RangeInclusive<u32>| {
        let nodes = bracket.nodes.iter().zip(&slots);
        nodes
            .filter(|(node, _)| node.part == part && rounds.contains(&node.round))
            .map(|(_, sides)| match sides {
                [Slot::Known(a), Slot::Known(b)] => (*a.min(b), *a.max(b)),
                other => panic!("{other:?}"),
            })
            .collect::<Vec<_>>()
    };
    let early = of(Part::Winners, 1..=3);
    assert!(of(Part::Losers, 1..=2).iter().all(|pair| !early.contains(pair)));
}
