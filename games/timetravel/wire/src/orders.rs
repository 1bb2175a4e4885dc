//! What a client may say about the game, as orders.

use crate::sexpr::Sexpr;
use agon_timetravel::{BuildingKind, Call, UnitKind};

/// How many expressions each order has, its name among them.
const LENGTHS: [(&str, &[usize]); 7] = [
    ("game-move", &[4]),
    ("game-attack", &[4]),
    ("game-paint", &[4]),
    ("game-build", &[4, 5]),
    ("game-warp", &[2]),
    ("game-train", &[3]),
    ("game-cancel", &[2]),
];

/// Why something is no order.
pub enum NoOrder {
    /// It is none of these.
    Unknown,
    /// It has too few or too many parts; these are the right numbers.
    Count(&'static [usize]),
    /// It is denied, for this reason.
    Denied(String),
}

/// The order that a list of expressions is.
pub fn order(words: &[Sexpr]) -> Result<Call, NoOrder> {
    let name = words.first().and_then(Sexpr::atom).ok_or(NoOrder::Unknown)?;
    let (_, lengths) = LENGTHS.iter().find(|(n, _)| *n == name).ok_or(NoOrder::Unknown)?;
    if !lengths.contains(&words.len()) {
        return Err(NoOrder::Count(lengths));
    }
    let number = |word: &Sexpr| word.atom().and_then(|text| text.parse::<i64>().ok());
    let numbers: Option<Vec<i64>> = words[1..].iter().map(number).collect();
    let denied = |why: &str| NoOrder::Denied(why.to_owned());
    let numbers = numbers.ok_or_else(|| denied("the arguments must be whole numbers"))?;
    let id = u32::try_from(numbers[0])
        .map_err(|_| NoOrder::Denied(format!("there is no object {}", numbers[0])))?;
    // Coordinates may be any number: far away is far away.
    let coordinate = |at: usize| numbers[at].clamp(i32::MIN.into(), i32::MAX.into()) as i32;
    let kind = |at: usize| numbers.get(at).and_then(|&id| u32::try_from(id).ok());
    Ok(match name {
        "game-move" => Call::Move { unit: id, x: coordinate(1), y: coordinate(2) },
        "game-attack" => Call::Attack { unit: id, x: coordinate(1), y: coordinate(2) },
        "game-paint" => Call::Paint { unit: id, x: coordinate(1), y: coordinate(2) },
        "game-build" => {
            let kind = kind(3).and_then(BuildingKind::from_type_id);
            Call::Build { unit: id, x: coordinate(1), y: coordinate(2), kind }
        }
        "game-warp" => Call::Warp { unit: id },
        "game-cancel" => Call::Cancel { building: id },
        _ => match kind(1).and_then(UnitKind::from_type_id) {
            Some(kind) => Call::Train { building: id, kind },
            None => return Err(NoOrder::Denied(format!("{} is no type of unit", numbers[1]))),
        },
    })
}
