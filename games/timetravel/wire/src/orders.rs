//! Reads orders from a client's expressions.

use crate::sexpr::Sexpr;
use agon_timetravel::{BuildingKind, Call, UnitKind};

/// The number of expressions of each order, including its name.
const LENGTHS: [(&str, &[usize]); 7] = [
    ("game-move", &[4]),
    ("game-attack", &[4]),
    ("game-paint", &[4]),
    ("game-build", &[4, 5]),
    ("game-warp", &[2]),
    ("game-train", &[3]),
    ("game-cancel", &[2]),
];

/// Why an expression is not an order.
pub enum NoOrder {
    /// Its name is unknown.
    Unknown,
    /// It has too few or too many parts; these numbers are valid.
    Count(&'static [usize]),
    /// It is denied, for this reason.
    Denied(String),
}

/// Reads the order that a list of expressions stands for.
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
    // Any number is a coordinate; clamping keeps it outside of the map.
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
            None => return Err(NoOrder::Denied(format!("{} is not a type of unit", numbers[1]))),
        },
    })
}
