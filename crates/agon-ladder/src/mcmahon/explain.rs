//! Explains a pairing: its costs per criterion, and the cheapest round in which two given entrants meet.

use super::pairing::{PairingInput, total};
use super::{CRITERIA, Cost, Event, Rules};
use serde::{Deserialize, Serialize};

/// The cheapest round in which two given entrants meet, compared with the drawn round.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Alternative {
    /// Cost of the drawn round.
    pub drawn: Cost,
    /// Cost of the cheapest round with this pairing.
    pub wished: Cost,
    /// Cost of this pairing alone.
    pub pair: Cost,
    /// The whole alternative round.
    pub pairings: Vec<(u32, u32)>,
    /// A sentence that names the deciding criterion.
    pub sentence: String,
}

/// Computes the cheapest next round in which `a` and `b` meet. `None` if one of them does not play in
/// it, or if they are the same.
pub fn explain(
    event: &Event,
    rules: &Rules,
    absent: &[u32],
    a: u32,
    b: u32,
) -> Option<Alternative> {
    let input = PairingInput::new(event, rules, absent);
    let place = |id: u32| input.players.iter().position(|player| player.id == id);
    let (x, y) = (place(a)?, place(b)?);
    if x == y {
        return None;
    }
    let pairings_of = |mates: &[usize]| {
        let pairs = mates.iter().enumerate().filter(|(i, j)| i < *j);
        pairs.map(|(i, &j)| input.seat(i, j, rules)).collect::<Vec<_>>()
    };
    let drawn = total(&pairings_of(&input.match_all(rules)));
    let rest: Vec<usize> = (0..input.players.len()).filter(|&i| i != x && i != y).collect();
    let mut mates = vec![0; input.players.len()];
    input.match_some(&rest, rules, &mut mates);
    (mates[x], mates[y]) = (y, x);
    let pairings = pairings_of(&mates);
    let wished = total(&pairings);
    let worse = (0..CRITERIA.len()).find(|&k| wished[k] != drawn[k]);
    let sentence = match worse {
        None => format!("{a} and {b} meet in the drawn round"),
        Some(k) => format!(
            "if {a} and {b} meet, the cheapest round costs {} in `{}`; the drawn round costs {}",
            wished[k], CRITERIA[k], drawn[k]
        ),
    };
    let pairings = pairings.iter().map(|p| (p.first, p.second)).collect();
    Some(Alternative { drawn, wished, pair: input.cost(x, y, rules), pairings, sentence })
}
