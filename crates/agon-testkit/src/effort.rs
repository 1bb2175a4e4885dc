//! How much the tests that draw their cases try: `AGON_TEST_EFFORT` is `quick`, `long`, or not set.

use std::time::Duration;

/// The variable that chooses the effort; `cargo xtask test --quick` and `--long` set it.
const VARIABLE: &str = "AGON_TEST_EFFORT";

/// How much to try.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Effort {
    /// A quarter of the cases and of the time, for frequent runs while editing.
    Quick,
    /// As CI does.
    Usual,
    /// Sixteen times the cases and the time.
    Long,
}

impl Effort {
    /// The effort that the environment asks for.
    pub fn asked() -> Self {
        Self::named(&std::env::var(VARIABLE).unwrap_or_default())
    }

    fn named(name: &str) -> Self {
        match name {
            "" => Self::Usual,
            "quick" => Self::Quick,
            "long" => Self::Long,
            other => panic!("{VARIABLE} is `{other}`: use `quick`, `long` or nothing"),
        }
    }

    /// Scales the usual number of cases; at least one.
    pub fn cases(self, usual: u32) -> u32 {
        match self {
            Self::Quick => (usual / 4).max(1),
            Self::Usual => usual,
            Self::Long => usual * 16,
        }
    }

    /// Scales the usual time.
    pub fn time(self, usual: Duration) -> Duration {
        match self {
            Self::Quick => usual / 4,
            Self::Usual => usual,
            Self::Long => usual * 16,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_choose_the_effort() {
        assert_eq!(Effort::named(""), Effort::Usual);
        assert_eq!([Effort::named("quick").cases(24), Effort::named("quick").cases(2)], [6, 1]);
        assert_eq!(Effort::named("long").time(Duration::from_secs(4)), Duration::from_secs(64));
        assert!(std::panic::catch_unwind(|| Effort::named("fast")).is_err());
    }
}
