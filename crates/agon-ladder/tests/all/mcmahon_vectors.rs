//! Whole tournaments compared with a brute-force reference: every pairing and every score.

use agon_ladder::mcmahon::{
    ArenaRecord, Bands, Criterion, Entrant, Event, Idle, Meeting, Round, Rules, Scores, pair_round,
    standings, start_scores,
};
use serde_json::Value;

fn numbers(value: &Value) -> Vec<i64> {
    value.as_array().unwrap().iter().map(|number| number.as_i64().unwrap()).collect()
}

fn list(value: &Value) -> Vec<Vec<i64>> {
    value.as_array().unwrap().iter().map(numbers).collect()
}

#[test]
fn every_round_matches_the_reference() {
    let vectors: Vec<Value> = include_str!("../vectors/mcmahon.jsonl")
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!(vectors.len(), 8);
    vectors.iter().for_each(check);
}

fn check(vector: &Value) {
    let name = vector["name"].as_str().unwrap();
    let planned = vector["planned"].as_u64().unwrap() as u32;
    let starts = numbers(&vector["start"]);
    let n = starts.len();
    let entrants = (1u32..).zip(&starts).map(|(id, &start)| Entrant::new(id, id, start as u32));
    let mut event = Event { entrants: entrants.collect(), ..Event::default() };
    let (bar, band) = (vector["bar"].as_u64().unwrap(), vector["band"].as_u64().unwrap());
    if bar > 0 {
        let records = vec![ArenaRecord::default(); n];
        let seeded: Vec<&ArenaRecord> = records.iter().collect();
        let bands = Bands::RankOf(band as usize);
        let ours = start_scores(&seeded, planned, bar as usize, bands);
        assert_eq!(ours.iter().map(|&s| i64::from(s)).collect::<Vec<_>>(), starts, "{name}");
    }
    let rules =
        Rules { seed: vector["seed"].as_u64().unwrap(), rounds: planned, ..Rules::default() };
    for (r, round) in vector["rounds"].as_array().unwrap().iter().enumerate() {
        let at = format!("{name}, round {}", r + 1);
        let away: Vec<u32> = numbers(&round["away"]).iter().map(|&id| id as u32).collect();
        if name.contains("withdraw") && away.contains(&4) {
            event.entrants[3].withdrawn.get_or_insert(r as u32 + 1);
        }
        let absent: Vec<u32> = away.iter().copied().filter(|&id| id != 4).collect();
        let draw = pair_round(&event, &rules, &absent);
        let bye = draw.idle.iter().find(|(_, idle)| *idle == Idle::Bye).map(|(id, _)| *id);
        assert_eq!(bye.map(u64::from), round["bye"].as_u64(), "{at}");
        let groups: Vec<Vec<i64>> = draw
            .groups
            .iter()
            .map(|(score, ids)| {
                [*score].into_iter().chain(ids.iter().map(|&id| id.into())).collect()
            })
            .collect();
        assert_eq!(groups, list(&round["groups"]), "{at}");
        let games = list(&round["games"]);
        let ours: Vec<Vec<i64>> =
            draw.pairings.iter().map(|p| vec![p.first.into(), p.second.into()]).collect();
        let theirs: Vec<Vec<i64>> = games.iter().map(|game| game[..2].to_vec()).collect();
        // The order of the tables is not part of the pairing.
        let sorted = |mut games: Vec<Vec<i64>>| {
            games.sort();
            games
        };
        assert_eq!(sorted(ours), sorted(theirs), "{at}");
        // The reference lacks our second criterion (teams).
        let cost: Vec<i64> =
            draw.cost.iter().enumerate().filter(|(k, _)| *k != 1).map(|(_, &c)| c as i64).collect();
        assert_eq!(cost, numbers(&round["cost"]), "{at}");
        let meetings = games.iter().map(|game| Meeting {
            first: game[0] as u32,
            second: game[1] as u32,
            result: Some((game[2], 2 - game[2])),
            games: (0, 0),
        });
        event.rounds.push(Round { meetings: meetings.collect(), idle: draw.idle.clone() });
        check_table(&event, &list(&round["table"]), &at);
    }
}

fn check_table(event: &Event, table: &[Vec<i64>], at: &str) {
    let scores = Scores::after(event, event.rounds.len());
    for row in table {
        let i = event.entrants.iter().position(|e| i64::from(e.id) == row[1]).unwrap();
        let ours = [
            scores.mms[i],
            scores.wins[i],
            scores.sos[i],
            scores.sosos[i],
            scores.sodos[i],
            scores.sos1[i],
        ];
        assert_eq!(ours[..], row[2..], "{at}, player {}", row[1]);
    }
    // The reference also ranks entrants that have left; skip them in its places.
    let ours = standings(event, &Criterion::DEFAULT);
    let left = |id: i64| ours.iter().any(|row| i64::from(row.id) == id && row.rank.is_none());
    let passed =
        |place: i64| table.iter().filter(|row| row[0] < place && left(row[1])).count() as i64;
    for row in table.iter().filter(|row| !left(row[1])) {
        let mine = ours.iter().find(|mine| i64::from(mine.id) == row[1]).unwrap();
        assert_eq!(mine.rank.map(|r| r as i64), Some(row[0] - passed(row[0])), "{at}, {}", row[1]);
    }
}
