//! A contest's regulations: what its handbook forbids in a bot's program, how strictly its clock
//! applies, and how a competition applies both.
//!
//! A game states its contest's regulations as data
//! ([`Contest::REGULATIONS`](crate::Contest::REGULATIONS)). Reading a bot's program is not done here;
//! [`Conduct::rule`] decides what its findings mean for a competition.

use serde::{Deserialize, Deserializer, Serialize, de};
use std::fmt;

/// The factor by which [`ClockRule::Loose`] multiplies the time limits of the rules.
pub const LOOSE_FACTOR: f64 = 2.0;

/// Something that a contest can forbid in a bot's program.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Ban {
    /// Starting threads.
    Threads,
    /// Looking into classes and objects at run time.
    Reflection,
    /// Opening network connections.
    Network,
    /// Code that was compiled for the machine, such as JNI.
    NativeCode,
    /// Talking to other programs: over the network, by starting them, or through files.
    Programs,
    /// Everything else that a program needs permission for: files, other processes, class loaders, ending the
    /// host.
    Privileges,
    /// Static variables, and the part of the library that the contest's own check closes.
    Closed,
    /// Packages that the contest does not name.
    Packages,
}

impl Ban {
    /// All of them.
    pub const ALL: [Ban; 8] = [
        Ban::Threads,
        Ban::Reflection,
        Ban::Network,
        Ban::NativeCode,
        Ban::Programs,
        Ban::Privileges,
        Ban::Closed,
        Ban::Packages,
    ];

    /// The word in files and reports.
    pub fn word(self) -> &'static str {
        match self {
            Ban::Threads => "threads",
            Ban::Reflection => "reflection",
            Ban::Network => "network",
            Ban::NativeCode => "native-code",
            Ban::Programs => "programs",
            Ban::Privileges => "privileges",
            Ban::Closed => "closed",
            Ban::Packages => "packages",
        }
    }
}

impl fmt::Display for Ban {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

/// One paragraph of a contest's regulations.
#[derive(Copy, Clone, Debug)]
pub struct Regulation {
    /// Where the handbook says it ("condition 1").
    pub place: &'static str,
    /// What it says, in a sentence.
    pub says: &'static str,
    /// What a bot's program is searched for because of it.
    pub bans: &'static [Ban],
}

/// The regulations of a contest.
#[derive(Copy, Clone, Debug)]
pub struct Regulations {
    /// The paragraphs that a program can be checked for.
    pub paragraphs: &'static [Regulation],
    /// Packages that bots may import where [`Ban::Packages`] applies, besides the standard library.
    pub packages: &'static [&'static str],
    /// How leagues apply them.
    pub league: Conduct,
    /// How tournaments apply them.
    pub tournament: Conduct,
    /// How gradings apply them.
    pub grading: Conduct,
}

impl Regulations {
    /// The regulations of a contest that forbids nothing in a bot's program; its clock is strict.
    pub const NONE: Regulations = Regulations::everywhere(
        &[],
        Conduct { regulations: Enforcement::Off, clock: ClockRule::Strict },
    );

    /// The same conduct in every competition.
    pub const fn everywhere(paragraphs: &'static [Regulation], conduct: Conduct) -> Regulations {
        Regulations {
            paragraphs,
            packages: &[],
            league: conduct,
            tournament: conduct,
            grading: conduct,
        }
    }

    /// What the handbook prescribes for a kind of competition.
    pub fn conduct(&self, occasion: Occasion) -> Conduct {
        match occasion {
            Occasion::League => self.league,
            Occasion::Tournament => self.tournament,
            Occasion::Grading => self.grading,
        }
    }

    /// Everything that is forbidden.
    pub fn bans(&self) -> Vec<Ban> {
        let mut bans: Vec<Ban> =
            self.paragraphs.iter().flat_map(|paragraph| paragraph.bans).copied().collect();
        bans.sort();
        bans.dedup();
        bans
    }

    /// The paragraph that forbids something.
    pub fn paragraph(&self, ban: Ban) -> Option<&'static Regulation> {
        self.paragraphs.iter().find(|paragraph| paragraph.bans.contains(&ban))
    }
}

/// The kinds of competitions that a handbook can treat differently.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Occasion {
    /// A league that plays on and on.
    League,
    /// A tournament with a winner.
    Tournament,
    /// The grading of handed-in bots.
    Grading,
}

/// What follows from a violation.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Enforcement {
    /// The bot does not take part.
    Enforce,
    /// It takes part, and the report lists the violation.
    Report,
    /// Programs are not read.
    Off,
}

/// How strictly the time limits of the rules apply.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ClockRule {
    /// As the rules say.
    Strict,
    /// [`LOOSE_FACTOR`] times as long.
    Loose,
    /// No time limits.
    Off,
}

impl ClockRule {
    /// What time limits are multiplied by; `None` if there are none.
    pub fn factor(self) -> Option<f64> {
        match self {
            ClockRule::Strict => Some(1.0),
            ClockRule::Loose => Some(LOOSE_FACTOR),
            ClockRule::Off => None,
        }
    }
}

/// How a competition applies the regulations.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Conduct {
    /// What follows from a violation.
    pub regulations: Enforcement,
    /// How strictly the time limits apply.
    pub clock: ClockRule,
}

impl Conduct {
    /// Decides about a bot's violations. `waivers` are those of the competition, for all bots.
    pub fn rule(self, bot: &str, violations: Vec<Violation>, waivers: &[Waiver]) -> Ruling {
        let mut ruling = Ruling { standing: Vec::new(), waived: Vec::new(), is_admitted: true };
        if self.regulations == Enforcement::Off {
            return ruling;
        }
        for violation in violations {
            match waivers.iter().find(|waiver| waiver.covers(bot, violation.ban)) {
                Some(waiver) => ruling.waived.push((violation, waiver.reason.clone())),
                None => ruling.standing.push(violation),
            }
        }
        ruling.is_admitted = self.regulations == Enforcement::Report || ruling.standing.is_empty();
        ruling
    }
}

/// What an organiser says about the regulations in the file of a competition; the handbook decides the rest.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct ConductSettings {
    /// `regulations = "enforce" | "report" | "off"`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub regulations: Option<Enforcement>,
    /// `clock = "strict" | "loose" | "off"`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub clock: Option<ClockRule>,
    /// `packages = ["pandas"]`: what bots may import besides what the handbook allows.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub packages: Vec<String>,
    /// `[[waivers]]`: violations that are forgiven.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub waivers: Vec<Waiver>,
}

impl ConductSettings {
    /// The conduct of a competition: what the organiser says, or else what the handbook says.
    pub fn conduct(&self, regulations: &Regulations, occasion: Occasion) -> Conduct {
        let handbook = regulations.conduct(occasion);
        Conduct {
            regulations: self.regulations.unwrap_or(handbook.regulations),
            clock: self.clock.unwrap_or(handbook.clock),
        }
    }
}

/// A violation that is forgiven for one bot.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Waiver {
    /// The bot's name.
    pub bot: String,
    /// What it may do; everything if it is left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ban: Option<Ban>,
    /// Why. The reports show it.
    #[serde(deserialize_with = "written")]
    pub reason: String,
}

impl Waiver {
    fn covers(&self, bot: &str, ban: Ban) -> bool {
        self.bot == bot && self.ban.is_none_or(|waived| waived == ban)
    }
}

fn written<'de, D: Deserializer<'de>>(deserializer: D) -> Result<String, D::Error> {
    let reason = String::deserialize(deserializer)?;
    if reason.trim().is_empty() {
        return Err(de::Error::custom("a waiver needs a written reason, which the reports show"));
    }
    Ok(reason)
}

/// Something forbidden in a bot's program, and where.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Violation {
    /// What is forbidden.
    pub ban: Ban,
    /// The class; empty if there is none.
    pub class: String,
    /// The method or function; empty if there is none.
    pub method: String,
    /// The source file; empty if it is unknown.
    pub file: String,
    /// The line in it, from 1; 0 if it is unknown.
    pub line: u32,
    /// What was found there, without a full stop.
    pub what: String,
}

impl Violation {
    /// The imported package, if importing it is the violation.
    pub fn package(&self) -> Option<&str> {
        let module = self.what.strip_prefix("imports ").filter(|_| self.ban == Ban::Packages)?;
        module.split('.').next()
    }
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let dot = if self.class.is_empty() || self.method.is_empty() { "" } else { "." };
        let name = format!("{}{dot}{}", self.class, self.method);
        let line = if self.line > 0 { format!(":{}", self.line) } else { String::new() };
        let place = format!("{}{line}", self.file);
        let parts: Vec<&str> =
            [name.as_str(), &place].into_iter().filter(|part| !part.is_empty()).collect();
        let colon = if parts.is_empty() { "" } else { ": " };
        write!(f, "{}{colon}{}", parts.join(", "), self.what)
    }
}

/// What a bot's violations mean for a competition.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ruling {
    /// The violations without a waiver.
    pub standing: Vec<Violation>,
    /// The waived violations, each with the organiser's reason.
    pub waived: Vec<(Violation, String)>,
    /// Whether the bot takes part.
    pub is_admitted: bool,
}

#[cfg(test)]
mod tests {
    use super::*;

    const STRICT: Conduct = Conduct { regulations: Enforcement::Enforce, clock: ClockRule::Strict };
    const GRADED: Conduct = Conduct { regulations: Enforcement::Report, clock: ClockRule::Loose };

    fn violation(ban: Ban) -> Violation {
        Violation {
            ban,
            class: "a.Bot".into(),
            method: "play".into(),
            file: "Bot.java".into(),
            line: 7,
            what: "uses java.lang.Thread".into(),
        }
    }

    #[test]
    fn a_violation_says_where_it_is() {
        let found = violation(Ban::Threads);
        assert_eq!(found.to_string(), "a.Bot.play, Bot.java:7: uses java.lang.Thread");
        let bare = Violation { class: String::new(), method: String::new(), ..found.clone() };
        assert_eq!(bare.to_string(), "Bot.java:7: uses java.lang.Thread");
        let nowhere = Violation { file: String::new(), line: 0, ..bare };
        assert_eq!(nowhere.to_string(), "uses java.lang.Thread");
    }

    #[test]
    fn a_violation_names_the_package_that_is_imported() {
        let import = |ban| Violation { what: "imports torch.nn".into(), ..violation(ban) };
        assert_eq!(import(Ban::Packages).package(), Some("torch"));
        assert_eq!(import(Ban::Threads).package(), None);
        assert_eq!(violation(Ban::Packages).package(), None);
    }

    #[test]
    fn enforcing_keeps_a_bot_out_and_reporting_does_not() {
        let rule = |conduct: Conduct| conduct.rule("bot", vec![violation(Ban::Threads)], &[]);
        assert!(!rule(STRICT).is_admitted);
        assert!(rule(GRADED).is_admitted);
        assert_eq!(rule(GRADED).standing.len(), 1);
        let off = rule(Conduct { regulations: Enforcement::Off, ..STRICT });
        assert!(off.is_admitted && off.standing.is_empty());
    }

    #[test]
    fn a_waiver_covers_one_bot_and_one_ban() {
        let waiver = |ban| Waiver { bot: "bot".into(), ban, reason: "agreed on Monday".into() };
        let both = || vec![violation(Ban::Threads), violation(Ban::Network)];
        let some = STRICT.rule("bot", both(), &[waiver(Some(Ban::Threads))]);
        assert!(!some.is_admitted);
        assert_eq!(some.waived, [(violation(Ban::Threads), "agreed on Monday".to_owned())]);
        assert_eq!(some.standing, [violation(Ban::Network)]);
        assert!(STRICT.rule("bot", both(), &[waiver(None)]).is_admitted);
        assert!(!STRICT.rule("other", both(), &[waiver(None)]).is_admitted);
    }

    #[test]
    fn an_organiser_overrules_the_handbook_point_by_point() {
        let handbook = Regulations { grading: GRADED, ..Regulations::everywhere(&[], STRICT) };
        let read = |text: &str| serde_json::from_str::<ConductSettings>(text);
        let conduct = |text: &str| read(text).unwrap().conduct(&handbook, Occasion::Grading);
        assert_eq!(conduct("{}"), GRADED);
        assert_eq!(handbook.conduct(Occasion::Tournament), STRICT);
        assert_eq!(conduct(r#"{"clock": "off"}"#).clock.factor(), None);
        let named = conduct(r#"{"regulations": "enforce"}"#);
        assert_eq!((named.regulations, named.clock), (Enforcement::Enforce, ClockRule::Loose));
        let waiver = r#"{"waivers": [{"bot": "a", "ban": "native-code", "reason": " "}]}"#;
        let fault = read(waiver).unwrap_err().to_string();
        assert!(fault.contains("a waiver needs a written reason"), "{fault}");
    }

    #[test]
    fn words_are_those_of_files() {
        for ban in Ban::ALL {
            assert_eq!(serde_json::to_value(ban).unwrap(), ban.word());
        }
    }
}
