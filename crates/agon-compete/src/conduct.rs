//! The contest's regulations in a run: what reading the entrants' programs has shown, and which bots do not
//! take part.
//!
//! Programs are read elsewhere; the log keeps the findings, so that every report can be computed from it.

use crate::{Entrant, History};
use agon_core::{Conduct, ConductSettings, Enforcement, Occasion, Ruling, Violation};
use serde::{Deserialize, Serialize};

/// Reports name at most this many violations of one entrant; the log has all of them.
const LISTED_REMARKS: usize = 5;

/// A violation of the contest's regulations by an entrant that takes part all the same.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Remark {
    /// The violation.
    #[serde(flatten)]
    pub violation: Violation,
    /// The organiser's reason for waiving it; none if it is only reported.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub waived: Option<String>,
}

/// What reading an entrant's program has shown.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Inspected {
    /// Whether the program was read: programs in some languages are not.
    pub is_read: bool,
    /// The violations.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub remarks: Vec<Remark>,
}

/// A bot that does not play, and the reason.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct InactiveBot {
    /// Its name.
    pub name: String,
    /// Why.
    pub why: String,
}

/// What reading a bot's program has shown, before a competition decides about it. `packages` of an organiser
/// are not taken into account.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Reading {
    /// Whether the program was read: programs in some languages are not.
    pub is_read: bool,
    /// The violations.
    pub violations: Vec<Violation>,
    /// What the bot answers if the contest lets it choose whether to play in tournaments.
    pub enters_tournaments: Option<bool>,
}

impl Reading {
    /// Decides whether the bot of this name takes part in a competition. `settings` say how the regulations
    /// apply. The error is the reason why it does not.
    pub fn admit(
        self,
        name: &str,
        settings: &ConductSettings,
        conduct: Conduct,
        occasion: Occasion,
    ) -> Result<Option<Inspected>, String> {
        let is_allowed = |violation: &Violation| {
            let package = violation.package();
            package.is_some_and(|package| settings.packages.iter().any(|known| known == package))
        };
        let violations = self.violations.into_iter().filter(|found| !is_allowed(found)).collect();
        let ruling = conduct.rule(name, violations, &settings.waivers);
        let stays_out = occasion == Occasion::Tournament && self.enters_tournaments == Some(false);
        verdict(ruling, stays_out, self.is_read, conduct)
    }
}

/// What the findings about a bot mean for a competition: what the log keeps of them, or why the bot does not
/// take part. `stays_out` is the bot's own choice.
pub fn verdict(
    ruling: Ruling,
    stays_out: bool,
    is_read: bool,
    conduct: Conduct,
) -> Result<Option<Inspected>, String> {
    if stays_out {
        let why = "it stays out of tournaments by its own choice: its inTournament() is false";
        return Err(why.to_owned());
    }
    if !ruling.is_admitted {
        return Err(barred(&ruling.standing));
    }
    if conduct.regulations == Enforcement::Off {
        return Ok(None);
    }
    let standing = ruling.standing.into_iter().map(|violation| (violation, None));
    let waived = ruling.waived.into_iter().map(|(violation, reason)| (violation, Some(reason)));
    let remarks =
        standing.chain(waived).map(|(violation, waived)| Remark { violation, waived }).collect();
    Ok(Some(Inspected { is_read, remarks }))
}

/// A barred bot's reason names this many violations.
const NAMED_VIOLATIONS: usize = 3;

fn barred(violations: &[Violation]) -> String {
    let named: Vec<String> = violations
        .iter()
        .take(NAMED_VIOLATIONS)
        .map(|violation| format!("{}: {violation}", violation.ban))
        .collect();
    let more = match violations.len().saturating_sub(NAMED_VIOLATIONS) {
        0 => String::new(),
        more => format!("; and {more} more (`agon bot check --regulations` lists them)"),
    };
    format!("it violates the contest's regulations ({}{more})", named.join("; "))
}

impl Inspected {
    /// A sentence for each violation, about the bot of this name.
    fn sentences(&self, name: &str) -> Vec<String> {
        let sentence = |Remark { violation, waived }: &Remark| {
            let ban = violation.ban;
            let waived = match waived {
                Some(reason) => format!(" Waived: {}.", reason.trim_end_matches('.')),
                None => String::new(),
            };
            format!("{name} violates the contest's regulations ({ban}): {violation}.{waived}")
        };
        let mut all: Vec<String> = self.remarks.iter().take(LISTED_REMARKS).map(sentence).collect();
        let more = self.remarks.len().saturating_sub(LISTED_REMARKS);
        if more > 0 {
            all.push(format!("{name} has {more} further violations; the journal lists them."));
        }
        all
    }
}

/// The violations of one entrant as sentences, under this name.
pub(crate) fn remarks_about(entrant: &Entrant, name: &str) -> Vec<String> {
    entrant.inspected.as_ref().map_or(Vec::new(), |inspected| inspected.sentences(name))
}

impl History {
    /// What the contest's regulations say about the entrants that play, as sentences; a last one names those
    /// whose programs were not read.
    pub fn remark_sentences(&self) -> Vec<String> {
        let active = || self.players().filter(|entrant| entrant.aside.is_none());
        let mut all: Vec<String> =
            active().flat_map(|entrant| remarks_about(entrant, &entrant.name)).collect();
        let is_unread = |entrant: &&Entrant| {
            entrant.inspected.as_ref().is_some_and(|inspected| !inspected.is_read)
        };
        let unread: Vec<&str> =
            active().filter(is_unread).map(|entrant| entrant.name.as_str()).collect();
        if !unread.is_empty() {
            all.push(format!(
                "Not read for violations of the contest's regulations: {}. Agon reads Python, and Java that \
                 is written for the contest.",
                unread.join(", ")
            ));
        }
        all
    }

    /// The bots that asked to take part and were rejected.
    pub fn rejected_bots(&self) -> Vec<InactiveBot> {
        let bot =
            |(name, why): (&String, &String)| InactiveBot { name: name.clone(), why: why.clone() };
        self.rejected().iter().map(bot).collect()
    }
}
