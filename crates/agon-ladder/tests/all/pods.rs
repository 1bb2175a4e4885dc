//! Tables of six.

use agon_ladder::pods::{History, PodPlayer, points, seat_round, table_sizes};
use std::collections::BTreeSet;

#[test]
fn table_sizes_differ_by_at_most_one() {
    assert_eq!(table_sizes(12, 6), [6, 6]);
    assert_eq!(table_sizes(13, 6), [5, 4, 4]);
    assert_eq!(table_sizes(7, 6), [4, 3]);
    assert_eq!(table_sizes(3, 6), [3]);
    assert!(table_sizes(0, 6).is_empty());
}

#[test]
fn tied_ranks_share_points() {
    assert_eq!(points(&[1, 2, 3, 4, 5, 6]), [10, 8, 6, 4, 2, 0]);
    assert_eq!(points(&[1, 1, 3]), [3, 3, 0]);
    assert_eq!(points(&[1, 1, 1, 1]), [3, 3, 3, 3]);
    assert_eq!(points(&[2, 1]), [0, 2]);
}

#[test]
fn seating_is_deterministic_and_avoids_rematches() {
    let mut players: Vec<PodPlayer> =
        (1..=18).map(|id| PodPlayer { id, points: 0, seed: id }).collect();
    let mut history = History::default();
    let mut rematches = Vec::new();
    for round in 1..=4 {
        let tables = seat_round(&players, 6, &history, 7, round);
        assert_eq!(tables, seat_round(&players, 6, &history, 7, round), "seating is deterministic");
        let all: BTreeSet<u32> = tables.iter().flatten().copied().collect();
        assert_eq!((tables.len(), all.len()), (3, 18));
        let mut again = 0;
        for table in &tables {
            for (i, &a) in table.iter().enumerate() {
                again += table[i + 1..].iter().map(|&b| history.met(a, b)).sum::<u64>();
            }
            let mut order = table.clone();
            order.sort_unstable();
            for &id in table {
                let place = order.iter().position(|&other| other == id).unwrap() as i64;
                players[id as usize - 1].points += 2 * (5 - place);
            }
            history.add(table);
        }
        rematches.push(again);
    }
    // The second round has far fewer rematches than the 45 of keeping the same tables.
    assert_eq!(rematches[0], 0);
    assert!(rematches[1] <= 20, "{rematches:?}");
}
