//! `agon doctor`: which parts of the sandbox this machine supports, and how to get the missing ones.

use crate::back_end;

/// The state of one part of the sandbox.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Health {
    /// It works.
    Good,
    /// A weaker replacement is used.
    Weaker,
    /// It is missing.
    Missing,
}

/// The result of one check.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// What was checked.
    pub what: &'static str,
    /// Its state.
    pub health: Health,
    /// Details; without a full stop.
    pub says: String,
    /// What to do, in full sentences.
    pub remedy: Option<String>,
}

impl Finding {
    pub(crate) fn good(what: &'static str, says: impl Into<String>) -> Self {
        Self { what, health: Health::Good, says: says.into(), remedy: None }
    }

    pub(crate) fn bad(
        what: &'static str,
        health: Health,
        says: impl Into<String>,
        remedy: &str,
    ) -> Self {
        Self { what, health, says: says.into(), remedy: Some(remedy.to_owned()) }
    }
}

/// Runs all checks. Some start trial programs, which takes a moment.
pub fn doctor() -> Vec<Finding> {
    back_end::doctor()
}
