//! A tournament as an organiser describes it: a TOML file, or flags.

use agon_core::Profile;
use agon_ladder::mcmahon::{Bands, Criterion, Disqualified, SeedBy, rounds_for};
use serde::{Deserialize, Serialize};

/// How a tournament is held.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Format {
    /// Everybody meets everybody once, in rounds.
    RoundRobin,
    /// All ordered pairs: everybody meets everybody on both seats; games count, not pairings.
    Arena,
    /// One challenger against all others.
    Gauntlet,
    /// Equals meet equals; everybody plays all rounds.
    Swiss,
    /// A Swiss in which the strong start ahead.
    Mcmahon,
    /// Who loses is out.
    Single,
    /// Who loses twice is out.
    Double,
    /// A Swiss for tables of more than two.
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

    /// The word that names it.
    pub fn word(self) -> &'static str {
        Format::WORDS.iter().find(|(_, format)| *format == self).map_or("", |(word, _)| word)
    }

    /// What people call it.
    pub fn title(self) -> &'static str {
        match self {
            Format::RoundRobin => "round robin",
            Format::Arena => "arena",
            Format::Gauntlet => "gauntlet",
            Format::Swiss => "Swiss",
            Format::Mcmahon => "McMahon",
            Format::Single => "single elimination",
            Format::Double => "double elimination",
            Format::Pods => "Swiss in tables",
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
            .ok_or_else(|| format!("there is no format `{word}`: choose one of {known}"))
    }
}

/// Somebody who enters: just the bot, or more.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(
    untagged,
    deny_unknown_fields,
    expecting = "an entrant is a bot, or { bot = ..., name = ..., team = ..., rating = ..., joins = ... }"
)]
pub enum EntrantPlan {
    /// A bot by the word that names it.
    Bot(String),
    /// A bot with what is known about it.
    Entry {
        /// The name people read.
        #[serde(default)]
        name: Option<String>,
        /// The bot.
        bot: String,
        /// Who stands behind it: entrants of one team are kept apart for `teams_apart` rounds.
        #[serde(default)]
        team: Option<String>,
        /// A rating, for seeding.
        #[serde(default)]
        rating: Option<f64>,
        /// The first round it plays in, for late entries.
        #[serde(default)]
        joins: Option<u32>,
    },
}

impl EntrantPlan {
    /// Name (if given) and bot.
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
pub struct Moment {
    /// The entrant's name.
    pub name: String,
    /// The round, from 1.
    pub round: u32,
}

/// A result that the organisers decided otherwise.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Correction {
    /// The game's key, as the journal has it.
    pub game: String,
    /// The ranks by seat that shall count.
    pub ranks: Vec<u8>,
    /// Why.
    pub why: String,
}

/// A whole tournament.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Plan {
    /// What it is called.
    #[serde(default)]
    pub name: String,
    /// The game.
    pub game: String,
    /// The rules.
    #[serde(default)]
    pub rules: Profile,
    /// How it is held.
    pub format: Format,
    /// Decides lots and the seeds of games.
    #[serde(default = "one")]
    pub seed: u64,
    /// Who enters.
    pub bots: Vec<EntrantPlan>,
    /// The maps, taken in turn; none for the game's first one.
    #[serde(default)]
    pub maps: Vec<String>,
    /// Games of a series.
    #[serde(default)]
    pub games: Option<u32>,
    /// Rounds (Swiss, McMahon, pods), or how often everybody meets everybody (round robin).
    #[serde(default)]
    pub rounds: Option<u32>,
    /// What decides the seed order.
    #[serde(default)]
    pub seeding: Option<SeedBy>,
    /// The folder of an earlier run (an arena, a league) whose results seed this tournament.
    #[serde(default)]
    pub seed_from: Option<String>,
    /// What decides places, in order.
    #[serde(default)]
    pub placement: Vec<Criterion>,
    /// McMahon: how many start at the bar.
    #[serde(default)]
    pub bar: Option<usize>,
    /// McMahon: how start scores below the bar are given.
    #[serde(default)]
    pub bands: Bands,
    /// Swiss, McMahon: a bot that plays whoever would have a bye; pods: fills tables.
    #[serde(default)]
    pub house_bot: Option<String>,
    /// Rounds in which entrants of a team do not meet if it can be avoided.
    #[serde(default)]
    pub teams_apart: u32,
    /// Single elimination: play for the third place.
    #[serde(default)]
    pub third_place: bool,
    /// A tied series is decided by further games (always so in eliminations).
    #[serde(default)]
    pub decider: bool,
    /// Those who share the first place in the end play for it.
    #[serde(default)]
    pub playoff: bool,
    /// Gauntlet: the challenger's name [the first entrant].
    #[serde(default)]
    pub challenger: Option<String>,
    /// Pods: seats at a table [as many as the game allows].
    #[serde(default)]
    pub table: Option<usize>,
    /// Who is not there in a round.
    #[serde(default)]
    pub absent: Vec<Moment>,
    /// Who leaves before a round.
    #[serde(default)]
    pub withdraw: Vec<Moment>,
    /// Who is disqualified from a round on.
    #[serde(default)]
    pub disqualify: Vec<Moment>,
    /// What becomes of the games of the disqualified.
    #[serde(default)]
    pub disqualified: Disqualified,
    /// Results that shall count otherwise.
    #[serde(default)]
    pub correct: Vec<Correction>,
}

fn one() -> u64 {
    1
}

impl Plan {
    /// A plan with nothing but the necessary.
    pub fn new(game: &str, format: Format, bots: Vec<EntrantPlan>) -> Plan {
        let text = format!("game = {game:?}\nformat = {:?}\nbots = []", format.word());
        let plan: Plan = toml::from_str(&text).expect("the shortest plan can be read");
        Plan { bots, ..plan }
    }

    /// Reads a plan; what is wrong with it is a sentence that names the line.
    pub fn parse(text: &str) -> Result<Plan, String> {
        toml::from_str(text).map_err(|error| error.to_string())
    }

    /// Why the plan cannot be held, if so, given the game's seats.
    pub fn fault(&self, seats: (usize, usize)) -> Option<String> {
        let elimination = matches!(self.format, Format::Single | Format::Double);
        if self.games() == 0 {
            return Some("games = 0 plays nothing".into());
        }
        if elimination && self.games().is_multiple_of(2) {
            let games = self.games();
            return Some(format!(
                "{} needs an odd number of games in a series, so that somebody wins it; games is {games}",
                self.format.title()
            ));
        }
        if self.rounds == Some(0) {
            return Some("rounds = 0 plays nothing".into());
        }
        if self.format == Format::Pods {
            let (low, high) = seats;
            let table = self.table.unwrap_or(high);
            if !(low.max(2)..=high).contains(&table) {
                return Some(format!(
                    "a table of {table} is not possible: the game is for {low} to {high}"
                ));
            }
        } else if seats.0 > 2 {
            return Some(format!("{} needs a game that two can play", self.format.title()));
        }
        None
    }

    /// Games of a series.
    pub fn games(&self) -> u32 {
        self.games.unwrap_or(match self.format {
            Format::Arena | Format::RoundRobin | Format::Gauntlet => 2,
            Format::Swiss | Format::Mcmahon => 2,
            Format::Single | Format::Double => 3,
            Format::Pods => 1,
        })
    }

    /// Rounds of a Swiss with so many entrants.
    pub fn rounds_for(&self, entrants: usize) -> u32 {
        self.rounds.unwrap_or_else(|| rounds_for(entrants))
    }

    /// Seats at a table.
    pub fn table_size(&self) -> usize {
        self.table.unwrap_or(6)
    }

    /// What decides places.
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

    /// The part of the plan that a run is bound to: who is absent, leaves, joins or is corrected may
    /// change while it is held, and then counts for what has not begun.
    pub fn fixed(&self) -> serde_json::Value {
        let fixed = Plan {
            absent: Vec::new(),
            withdraw: Vec::new(),
            disqualify: Vec::new(),
            correct: Vec::new(),
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
