//! Two sides that face each other, and the symmetries of a map that swap them.

use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// Defines an enum of two sides with what every game for two needs: `BOTH`, `of(actor)`, `actor`, `seat`,
/// `index`, `other`, `word` and `Display`. The first side sits on seat 0 and is played by actor 0.
///
/// ```
/// agon_core::two_sides! {
///     /// One of the two teams.
///     #[derive(serde::Serialize)]
///     pub enum Team {
///         /// It moves first.
///         Blue = "blue",
///         /// It moves second.
///         Red = "red",
///     }
/// }
/// assert_eq!(Team::Blue.other(), Team::Red);
/// assert_eq!(Team::of(agon_core::Actor(1)), Some(Team::Red));
/// assert_eq!(Team::Red.to_string(), "red");
/// ```
#[macro_export]
macro_rules! two_sides {
    (
        $(#[$attribute:meta])*
        $visibility:vis enum $name:ident {
            $(#[$first_attribute:meta])*
            $first:ident = $first_word:literal,
            $(#[$second_attribute:meta])*
            $second:ident = $second_word:literal $(,)?
        }
    ) => {
        $(#[$attribute])*
        #[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        $visibility enum $name {
            $(#[$first_attribute])*
            $first,
            $(#[$second_attribute])*
            $second,
        }

        #[allow(dead_code, reason = "not every game needs all of them")]
        impl $name {
            /// Both, in the order of their seats.
            pub const BOTH: [$name; 2] = [$name::$first, $name::$second];

            /// The side that an actor plays; `None` for any other actor.
            pub fn of(actor: $crate::Actor) -> Option<$name> {
                $name::BOTH.get(actor.0 as usize).copied()
            }

            /// The actor that plays this side.
            pub fn actor(self) -> $crate::Actor {
                $crate::Actor(self as u32)
            }

            /// The seat of this side.
            pub fn seat(self) -> $crate::Seat {
                $crate::Seat(self as u8)
            }

            /// The side as an index into arrays of two.
            pub fn index(self) -> usize {
                self as usize
            }

            /// The opponent.
            pub fn other(self) -> $name {
                match self {
                    $name::$first => $name::$second,
                    $name::$second => $name::$first,
                }
            }

            /// The word used in files and sentences.
            pub fn word(self) -> &'static str {
                match self {
                    $name::$first => $first_word,
                    $name::$second => $second_word,
                }
            }
        }

        impl ::std::fmt::Display for $name {
            fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                f.write_str(self.word())
            }
        }
    };
}

/// How one half of a map follows from the other. Written as its [`word`](Symmetry::word).
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Symmetry {
    /// Left and right are mirror images.
    Horizontal,
    /// Top and bottom are mirror images.
    Vertical,
    /// The map is turned by half a circle.
    Rotational,
}

impl Symmetry {
    /// All three.
    pub const ALL: [Symmetry; 3] = [Symmetry::Horizontal, Symmetry::Vertical, Symmetry::Rotational];

    /// The word used on command lines and in files.
    pub fn word(self) -> &'static str {
        match self {
            Symmetry::Horizontal => "horizontal",
            Symmetry::Vertical => "vertical",
            Symmetry::Rotational => "rotational",
        }
    }

    /// The image of a place, given as (row, column), on a map of this size.
    pub fn image(self, rows: usize, columns: usize, place: (usize, usize)) -> (usize, usize) {
        let (row, column) = place;
        match self {
            Symmetry::Horizontal => (row, columns - 1 - column),
            Symmetry::Vertical => (rows - 1 - row, column),
            Symmetry::Rotational => (rows - 1 - row, columns - 1 - column),
        }
    }

    /// The image of a step, given as (rows, columns).
    pub fn image_of_step(self, (rows, columns): (i32, i32)) -> (i32, i32) {
        match self {
            Symmetry::Horizontal => (rows, -columns),
            Symmetry::Vertical => (-rows, columns),
            Symmetry::Rotational => (-rows, -columns),
        }
    }
}

impl fmt::Display for Symmetry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

impl FromStr for Symmetry {
    type Err = crate::MapFault;
    fn from_str(word: &str) -> Result<Symmetry, crate::MapFault> {
        Symmetry::ALL.into_iter().find(|symmetry| symmetry.word() == word).ok_or_else(|| {
            crate::MapFault::new(format!(
                "`{word}` is not a symmetry: use horizontal, vertical or rotational"
            ))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn images_are_swapped_twice_without_effect() {
        for symmetry in Symmetry::ALL {
            for place in [(0, 0), (2, 4), (1, 3)] {
                let image = symmetry.image(3, 5, place);
                assert_eq!(symmetry.image(3, 5, image), place);
            }
            assert_eq!(symmetry.word().parse::<Symmetry>(), Ok(symmetry));
        }
        assert_eq!(Symmetry::Vertical.image(3, 5, (0, 4)), (2, 4));
        assert_eq!(Symmetry::Horizontal.image_of_step((1, 1)), (1, -1));
    }

    #[test]
    fn an_unknown_word_is_a_sentence() {
        let fault = "diagonal".parse::<Symmetry>().unwrap_err();
        assert!(fault.0.contains("horizontal, vertical or rotational"), "{fault}");
    }
}
