//! Enums that are stored and sent as words.

/// Makes an enum with one word per variant: for the database, for JSON, and for reading from text.
macro_rules! named {
    (
        $(#[$about:meta])*
        pub enum $name:ident, $what:literal {
            $($(#[$doc:meta])* $variant:ident = $word:literal,)*
        }
    ) => {
        $(#[$about])*
        #[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[derive(serde::Serialize, serde::Deserialize)]
        pub enum $name {
            $($(#[$doc])* #[serde(rename = $word)] $variant,)*
        }

        impl $name {
            /// All of them, in order.
            pub const ALL: &'static [$name] = &[$($name::$variant),*];

            /// The word in the database and the API.
            pub fn name(self) -> &'static str {
                match self {
                    $($name::$variant => $word,)*
                }
            }
        }

        impl std::str::FromStr for $name {
            type Err = String;
            fn from_str(word: &str) -> Result<$name, String> {
                let found = $name::ALL.iter().copied().find(|one| one.name() == word);
                found.ok_or_else(|| {
                    let words = [$($word),*].join(", ");
                    format!("unknown {} `{word}`; choose one of {words}", $what)
                })
            }
        }

        impl $crate::Column for $name {
            fn read(row: &$crate::Row, name: &str) -> Result<$name, $crate::Fault> {
                row.get::<String>(name)?.parse().map_err($crate::Fault::Damaged)
            }
        }

        impl From<$name> for $crate::Value {
            fn from(value: $name) -> $crate::Value {
                value.name().into()
            }
        }
    };
}

pub(crate) use named;
