//! Why was I paired with them? The costs of a pairing in words, and the cheapest alternative.

use super::pairing::{Table, total};
use super::{CRITERIA, Cost, Event, Rules};
use serde::{Deserialize, Serialize};

/// The cheapest round in which two given entrants meet, compared with the one that was drawn.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Alternative {
    /// What the drawn round costs.
    pub drawn: Cost,
    /// What the cheapest round with this pairing costs.
    pub wished: Cost,
    /// What this pairing alone costs.
    pub pair: Cost,
    /// The whole alternative round.
    pub pairings: Vec<(u32, u32)>,
    /// A sentence that says which criterion decided.
    pub sentence: String,
}

/// What would the next round be if `a` and `b` had to meet in it? `None` if one of them does not play
/// in it, or if they are the same.
pub fn explain(
    event: &Event,
    rules: &Rules,
    absent: &[u32],
    a: u32,
    b: u32,
) -> Option<Alternative> {
    let table = Table::lay(event, rules, absent);
    let place = |id: u32| table.players.iter().position(|player| player.id == id);
    let (x, y) = (place(a)?, place(b)?);
    if x == y {
        return None;
    }
    let pairings_of = |mates: &[usize]| {
        let pairs = mates.iter().enumerate().filter(|(i, j)| i < *j);
        pairs.map(|(i, &j)| table.seat(i, j, rules)).collect::<Vec<_>>()
    };
    let drawn = total(&pairings_of(&table.match_all(rules)));
    let rest: Vec<usize> = (0..table.players.len()).filter(|&i| i != x && i != y).collect();
    let mut mates = vec![0; table.players.len()];
    table.match_some(&rest, rules, &mut mates);
    (mates[x], mates[y]) = (y, x);
    let pairings = pairings_of(&mates);
    let wished = total(&pairings);
    let worse = (0..CRITERIA.len()).find(|&k| wished[k] != drawn[k]);
    let sentence = match worse {
        None => format!("{a} and {b} meet in the round that was drawn"),
        Some(k) => format!(
            "if {a} and {b} met, the best round would cost {} in `{}`, against {} in the one drawn",
            wished[k], CRITERIA[k], drawn[k]
        ),
    };
    let pairings = pairings.iter().map(|p| (p.first, p.second)).collect();
    Some(Alternative { drawn, wished, pair: table.cost(x, y, rules), pairings, sentence })
}
