//! A tournament plan: a TOML file or command-line flags.

use agon_core::{ClockRule, ConductSettings, Enforcement, Profile, Waiver};
use agon_ladder::mcmahon::{Bands, Criterion, Disqualified, SeedBy, rounds_for};
use serde::{Deserialize, Serialize};

/// Most rounds of a tournament.
const MAX_ROUNDS: u32 = 1_000;
/// Most games of a series.
const MAX_GAMES: u32 = 10_000;

/// Tournament format.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Format {
    /// Every pair meets once, in rounds.
    RoundRobin,
    /// Every pair meets in both seat orders; games count, not pairings.
    Arena,
    /// One challenger against all others.
    Gauntlet,
    /// Entrants of equal score meet; all entrants play all rounds.
    Swiss,
    /// A Swiss tournament in which stronger entrants start with points.
    Mcmahon,
    /// Single elimination.
    Single,
    /// Double elimination: out after two losses.
    Double,
    /// Swiss for games with more than two seats.
    Pods,
}

impl Format {
    const WORDS: [(&'static str, Format); 8] = [
        ("round-robin", Format::RoundRobin),
        ("arena", Format::Arena),
        ("gauntlet", Format::Gauntlet),
        ("swiss", Format::Swiss),
        ("mcmahon", Format::Mcmahon),
        ("single", Format::Single),
        ("double", Format::Double),
        ("pods", Format::Pods),
    ];

    /// The keyword.
    pub fn word(self) -> &'static str {
        Format::WORDS.iter().find(|(_, format)| *format == self).map_or("", |(word, _)| word)
    }

    /// Display title.
    pub fn title(self) -> &'static str {
        match self {
            Format::RoundRobin => "round robin",
            Format::Arena => "arena",
            Format::Gauntlet => "gauntlet",
            Format::Swiss => "Swiss",
            Format::Mcmahon => "McMahon",
            Format::Single => "single elimination",
            Format::Double => "double elimination",
            Format::Pods => "Swiss in pods",
        }
    }
}

impl std::str::FromStr for Format {
    type Err = String;
    fn from_str(word: &str) -> Result<Format, String> {
        let known = Format::WORDS.map(|(word, _)| word).join(", ");
        Format::WORDS
            .iter()
            .find(|(known, _)| *known == word)
            .map(|(_, format)| *format)
            .ok_or_else(|| format!("unknown format `{word}`; choose one of {known}"))
    }
}

/// An entrant: a bot specifier, optionally with details.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(
    untagged,
    deny_unknown_fields,
    expecting = "an entrant is a bot, or { bot = ..., name = ..., team = ..., rating = ..., joins = ... }"
)]
pub enum EntrantPlan {
    /// A bot specifier.
    Bot(String),
    /// A bot with details.
    Entry {
        /// Display name.
        #[serde(default)]
        name: Option<String>,
        /// Bot specifier.
        bot: String,
        /// Entrants of one team are kept apart for `teams_apart` rounds.
        #[serde(default)]
        team: Option<String>,
        /// Rating, for seeding.
        #[serde(default)]
        rating: Option<f64>,
        /// The first round it plays, for late entries.
        #[serde(default)]
        joins: Option<u32>,
    },
}

impl EntrantPlan {
    /// Name (if given) and bot specifier.
    pub fn name_and_word(&self) -> (Option<String>, String) {
        match self {
            EntrantPlan::Bot(word) => (None, word.clone()),
            EntrantPlan::Entry { name, bot, .. } => (name.clone(), bot.clone()),
        }
    }
}

/// An entrant and a round.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EntrantRound {
    /// The entrant's name.
    pub name: String,
    /// The round, from 1.
    pub round: u32,
    /// The reason.
    #[serde(default)]
    pub why: String,
}

/// A result changed by the organisers.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Correction {
    /// Key of the game in the journal.
    pub game: String,
    /// The ranks by seat that count.
    pub ranks: Vec<u8>,
    /// The reason.
    pub why: String,
}

/// A tournament plan.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Plan {
    /// Title.
    #[serde(default)]
    pub name: String,
    /// The game.
    pub game: String,
    /// Rule profile. Settings that hold for every game of the run stand here.
    #[serde(default)]
    pub rules: Profile,
    /// What follows from a violation of the contest's regulations [as its handbook says].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub regulations: Option<Enforcement>,
    /// How the time limits are meant [as the handbook says].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clock: Option<ClockRule>,
    /// Packages that bots may import besides those of the handbook.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub packages: Vec<String>,
    /// Violations that are forgiven.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub waivers: Vec<Waiver>,
    /// Format.
    pub format: Format,
    /// Seed of lots and of the games' seeds.
    #[serde(default = "one")]
    pub seed: u64,
    /// The entrants.
    pub bots: Vec<EntrantPlan>,
    /// Maps, used in turn; empty for the game's first map.
    #[serde(default)]
    pub maps: Vec<String>,
    /// Games per series.
    #[serde(default)]
    pub games: Option<u32>,
    /// Number of rounds (Swiss, McMahon, pods) or of cycles (round robin).
    #[serde(default)]
    pub rounds: Option<u32>,
    /// Criterion of the seed order.
    #[serde(default)]
    pub seeding: Option<SeedBy>,
    /// Folder of an earlier run (arena or league) whose results seed this tournament.
    #[serde(default)]
    pub seed_from: Option<String>,
    /// Criteria of the standings, in order.
    #[serde(default)]
    pub placement: Vec<Criterion>,
    /// McMahon: number of entrants at the bar.
    #[serde(default)]
    pub bar: Option<usize>,
    /// McMahon: start scores below the bar.
    #[serde(default)]
    pub bands: Bands,
    /// Swiss, McMahon: a bot that plays the entrant with the bye. Pods: fills tables.
    #[serde(default)]
    pub house_bot: Option<String>,
    /// Rounds in which entrants of a team meet only if unavoidable.
    #[serde(default)]
    pub teams_apart: u32,
    /// Single elimination: play a third-place match.
    #[serde(default)]
    pub third_place: bool,
    /// Decide tied series by further games (always on in eliminations).
    #[serde(default)]
    pub decider: bool,
    /// Entrants that share the first place at the end play it out.
    #[serde(default)]
    pub playoff: bool,
    /// Gauntlet: name of the challenger [first entrant].
    #[serde(default)]
    pub challenger: Option<String>,
    /// Pods: seats per table [the game's maximum].
    #[serde(default)]
    pub table: Option<usize>,
    /// Entrants that miss a round.
    #[serde(default)]
    pub absent: Vec<EntrantRound>,
    /// Entrants that leave before a round.
    #[serde(default)]
    pub withdraw: Vec<EntrantRound>,
    /// Entrants that are disqualified from a round on.
    #[serde(default)]
    pub disqualify: Vec<EntrantRound>,
    /// How games of disqualified entrants count.
    #[serde(default)]
    pub disqualified: Disqualified,
    /// Corrected results.
    #[serde(default)]
    pub correct: Vec<Correction>,
    /// Games that are played again.
    #[serde(default)]
    pub rerun: Vec<Rerun>,
    /// Entrants that get another name.
    #[serde(default)]
    pub rename: Vec<Rename>,
    /// Games that an entrant loses.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub forfeit: Vec<Forfeit>,
    /// Elimination matches from which an entrant advances.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub advance: Vec<Advance>,
    /// Entrants that have left and may play again.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub reinstate: Vec<Reinstatement>,
    /// Who makes the rulings above.
    #[serde(default)]
    pub organiser: Option<String>,
}

/// An entrant that gets another name.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rename {
    /// The name under which it was entered.
    pub name: String,
    /// The new name.
    pub to: String,
    /// The reason.
    #[serde(default)]
    pub why: String,
}

/// A game that an entrant loses, played or not.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Forfeit {
    /// Key of the game in the journal.
    pub game: String,
    /// The entrant's name.
    pub name: String,
    /// The reason.
    pub why: String,
}

/// An elimination match from which an entrant advances, whatever its games say.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Advance {
    /// Key of the match in the journal.
    pub meeting: String,
    /// The entrant's name.
    pub name: String,
    /// The reason.
    pub why: String,
}

/// An entrant that has left and may play again.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Reinstatement {
    /// The entrant's name.
    pub name: String,
    /// The reason.
    #[serde(default)]
    pub why: String,
}

/// Games that are played again.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rerun {
    /// Keys of the games in the journal.
    pub games: Vec<String>,
    /// The reason.
    pub why: String,
}

fn one() -> u64 {
    1
}

impl Plan {
    /// A plan with defaults for everything else.
    pub fn new(game: &str, format: Format, bots: Vec<EntrantPlan>) -> Plan {
        let text = format!("game = {game:?}\nformat = {:?}\nbots = []", format.word());
        let plan: Plan = toml::from_str(&text).expect("the minimal plan is valid");
        Plan { bots, ..plan }
    }

    /// Parses a plan; the error names the line.
    pub fn parse(text: &str) -> Result<Plan, String> {
        toml::from_str(text).map_err(|error| error.to_string())
    }

    /// The reason why the plan is invalid for a game with this range of seats; `None` if it is valid.
    pub fn fault(&self, seats: (usize, usize)) -> Option<String> {
        let elimination = matches!(self.format, Format::Single | Format::Double);
        if self.games() == 0 {
            return Some("games must be at least 1".into());
        }
        if self.games() > MAX_GAMES {
            let games = self.games();
            return Some(format!("games must be at most {MAX_GAMES}, not {games}"));
        }
        if elimination && self.games().is_multiple_of(2) {
            let games = self.games();
            return Some(format!(
                "{} needs an odd number of games per series, so that there is a winner; games is {games}",
                self.format.title()
            ));
        }
        if self.rounds == Some(0) {
            return Some("rounds must be at least 1".into());
        }
        if let Some(rounds) = self.rounds.filter(|rounds| *rounds > MAX_ROUNDS) {
            return Some(format!("rounds must be at most {MAX_ROUNDS}, not {rounds}"));
        }
        if self.format == Format::Pods {
            let (low, high) = seats;
            let table = self.table.unwrap_or(high);
            if !(low.max(2)..=high).contains(&table) {
                return Some(format!(
                    "a table of {table} seats is not possible: the game has {low} to {high} seats"
                ));
            }
        } else if seats.0 > 2 {
            return Some(format!(
                "{} needs a game for two seats; use the format pods",
                self.format.title()
            ));
        }
        None
    }

    /// Games per series.
    pub fn games(&self) -> u32 {
        self.games.unwrap_or(match self.format {
            Format::Arena | Format::RoundRobin | Format::Gauntlet => 2,
            Format::Swiss | Format::Mcmahon => 2,
            Format::Single | Format::Double => 3,
            Format::Pods => 1,
        })
    }

    /// Number of rounds of a Swiss tournament.
    pub fn rounds_for(&self, entrants: usize) -> u32 {
        self.rounds.unwrap_or_else(|| rounds_for(entrants))
    }

    /// The entrants in order; those that join later come after the others.
    pub fn entrants(&self) -> impl Iterator<Item = &EntrantPlan> {
        let on_time = self.bots.iter().filter(|bot| !is_late(bot));
        on_time.chain(self.bots.iter().filter(|bot| is_late(bot)))
    }

    /// Seats per table.
    pub fn table_size(&self) -> usize {
        self.table.unwrap_or(6)
    }

    /// Criteria of the standings.
    pub fn criteria(&self) -> Vec<Criterion> {
        if !self.placement.is_empty() {
            return self.placement.clone();
        }
        match self.format {
            Format::Arena | Format::Gauntlet => vec![Criterion::GamePoints, Criterion::Mms],
            Format::RoundRobin => {
                vec![Criterion::Mms, Criterion::Dc, Criterion::Sodos, Criterion::GamePoints]
            }
            Format::Pods => vec![Criterion::Mms, Criterion::Sos],
            _ => Criterion::DEFAULT.to_vec(),
        }
    }

    /// What the organiser says about the contest's regulations.
    pub fn conduct(&self) -> ConductSettings {
        ConductSettings {
            regulations: self.regulations,
            clock: self.clock,
            packages: self.packages.clone(),
            waivers: self.waivers.clone(),
        }
    }

    /// Replaces what the organiser says about the contest's regulations.
    pub fn set_conduct(&mut self, settings: ConductSettings) {
        let ConductSettings { regulations, clock, packages, waivers } = settings;
        (self.regulations, self.clock) = (regulations, clock);
        (self.packages, self.waivers) = (packages, waivers);
    }

    /// The part of the plan that must not change when a run is resumed. Absences, withdrawals, late
    /// entries and corrections may change; they apply to rounds that have not been drawn. Regulations
    /// apply to bots when they are entered.
    pub fn fixed(&self) -> serde_json::Value {
        let fixed = Plan {
            absent: Vec::new(),
            withdraw: Vec::new(),
            disqualify: Vec::new(),
            correct: Vec::new(),
            rerun: Vec::new(),
            rename: Vec::new(),
            forfeit: Vec::new(),
            advance: Vec::new(),
            reinstate: Vec::new(),
            organiser: None,
            regulations: None,
            packages: Vec::new(),
            waivers: Vec::new(),
            bots: self.bots.iter().filter(|bot| !is_late(bot)).cloned().collect(),
            ..self.clone()
        };
        serde_json::to_value(fixed).expect("plans are plain data")
    }
}

/// Whether an entrant joins after the first round.
pub(super) fn is_late(bot: &EntrantPlan) -> bool {
    matches!(bot, EntrantPlan::Entry { joins: Some(round), .. } if *round > 1)
}
