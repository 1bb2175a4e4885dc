//! The settings of an event.

use crate::play::GameInfo;
use crate::problem::{Problem, invalid, problem};
use agon_core::{ClockRule, ConductSettings, Enforcement};
use agon_store::events::{Event, Phase, PhaseTime};
use agon_store::jobs::{MAX_GAME_CORES, MAX_GAME_MIB};
use agon_store::work::Policy;
use agon_store::{Fault, Millis, Store};
use axum::http::StatusCode;
use jiff::Timestamp;
use jiff::civil::DateTime;
use jiff::tz::TimeZone;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::net::IpAddr;
use utoipa::ToSchema;

/// Times of events are in this year or later; earlier ones are misspelt.
const FIRST_YEAR: i16 = 1970;

/// A bot with less memory does not start in most languages.
const MIN_BOT_MIB: u64 = 16;

/// Rules, maps and limits of an event.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Settings {
    /// Rule profile: `handbook` or `original`.
    pub rules: String,
    /// Maps that are played; empty for the game's first map.
    pub maps: Vec<String>,
    /// The time zone of the event's times, such as `Europe/Berlin`.
    pub time_zone: String,
    /// Most members of a team; default: as the server's configuration says.
    pub team_members: Option<u32>,
    /// Divisions that a team chooses from; empty if there are none.
    pub divisions: Vec<String>,
    /// What staff may mark a team as eligible for, such as `newcomer`.
    pub tags: Vec<String>,
    /// What is asked of submissions.
    pub submissions: SubmissionSettings,
    /// Which people see ranked matches and their replays.
    pub ranked_matches: Audience,
    /// Scrimmages that a team may ask for in an hour; default: as the server's configuration says.
    pub scrimmages_per_hour: Option<u32>,
    /// Games and builds of this event at the same time; default: as many as the workers can do.
    pub parallel_games: Option<u32>,
    /// Memory limit of each bot in MiB; default: as the workers are told (`--memory`).
    pub bot_memory_mib: Option<u32>,
    /// Whole cores for the bots of a game together; default: they share the cores of the machine.
    pub game_cores: Option<u32>,
}

/// What an event asks of submissions.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(default, deny_unknown_fields)]
pub struct SubmissionSettings {
    /// Languages that are allowed, such as `java`; empty for all.
    pub languages: Vec<String>,
    /// Whether compiled programs and libraries are refused.
    pub sources_only: bool,
    /// Packages that bots may import besides what the handbook allows.
    pub packages: Vec<String>,
    /// Packages that Java classes must be in: `cs228hw4.game`, or `team.*` with those below; empty for any.
    pub java_packages: Vec<String>,
    /// Largest upload in KiB; default: as the server's configuration says.
    pub max_kib: Option<u32>,
    /// New versions that a team may hand in within an hour; default: any number.
    pub per_hour: Option<u32>,
    /// `enforce` rejects programs that break a regulation of the contest; default: each run decides.
    #[schema(value_type = Option<String>)]
    pub regulations: Option<Enforcement>,
    /// How strictly the time limits apply: `strict` (default), `loose` or `off`; a run's plan can differ.
    #[schema(value_type = Option<String>)]
    pub clock: Option<ClockRule>,
    /// Addresses that uploads are accepted from, as `10.1.0.0/16` or single ones; empty for all.
    pub addresses: Vec<String>,
}

/// Which people see something.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Audience {
    /// The teams that took part, and staff.
    #[default]
    Participants,
    /// All people, with or without an account.
    Public,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            rules: "handbook".into(),
            maps: Vec::new(),
            time_zone: "UTC".into(),
            team_members: None,
            divisions: Vec::new(),
            tags: Vec::new(),
            submissions: SubmissionSettings::default(),
            ranked_matches: Audience::default(),
            scrimmages_per_hour: None,
            parallel_games: None,
            bot_memory_mib: None,
            game_cores: None,
        }
    }
}

impl Settings {
    /// The settings of an event.
    pub(crate) fn of(event: &Event) -> Settings {
        serde_json::from_str(&event.settings).unwrap_or_default()
    }

    /// The time zone; UTC if this machine no longer knows it.
    pub(crate) fn zone(&self) -> TimeZone {
        TimeZone::get(&self.time_zone).unwrap_or(TimeZone::UTC)
    }
}

impl SubmissionSettings {
    /// What a worker checks.
    pub(crate) fn policy(&self) -> Policy {
        Policy {
            languages: self.languages.clone(),
            sources_only: self.sources_only,
            packages: self.packages.clone(),
            java_packages: self.java_packages.clone(),
            regulations: self.regulations == Some(Enforcement::Enforce),
        }
    }

    /// Completes what a run's plan says about the contest's regulations by what the event says.
    pub(crate) fn fill_conduct(&self, conduct: &mut ConductSettings) {
        conduct.regulations = conduct.regulations.or(self.regulations);
        conduct.clock = conduct.clock.or(self.clock);
        for package in &self.packages {
            if !conduct.packages.contains(package) {
                conduct.packages.push(package.clone());
            }
        }
    }

    /// The clock of first games and scrimmages.
    pub(crate) fn clock_word(&self) -> String {
        let clock = self.clock.unwrap_or(ClockRule::Strict);
        serde_json::to_value(clock)
            .ok()
            .and_then(|word| word.as_str().map(str::to_owned))
            .unwrap_or_else(agon_store::work::strict)
    }
}

/// Jobs of one event at the same time, of the events that have such a limit.
pub(crate) async fn event_caps(store: &Store) -> Result<BTreeMap<i64, u32>, Fault> {
    let settings = store.event_settings().await?.into_iter();
    let cap = |(event, settings): (i64, String)| {
        let settings: Settings = serde_json::from_str(&settings).unwrap_or_default();
        Some((event, settings.parallel_games?))
    };
    Ok(settings.filter_map(cap).collect())
}

/// Refuses an upload from outside of the event's addresses.
pub(crate) fn check_address(settings: &Settings, address: IpAddr) -> Result<(), Problem> {
    let allowed = &settings.submissions.addresses;
    let is_inside = |text: &String| Range::read(text).is_ok_and(|range| range.contains(address));
    if allowed.is_empty() || allowed.iter().any(is_inside) {
        return Ok(());
    }
    let detail =
        format!("this event accepts uploads from its own network only, not from {address}");
    Err(problem(StatusCode::FORBIDDEN, detail))
}

/// A time that an organiser wrote: with an offset from UTC, or local in a zone.
pub(crate) fn instant(text: &str, zone: &TimeZone) -> Result<Millis, Problem> {
    let local = || text.parse::<DateTime>().ok()?.to_zoned(zone.clone()).ok();
    let time = text.parse().ok().or_else(|| Some(local()?.timestamp()));
    let time: Timestamp = time.ok_or_else(|| {
        invalid(format!(
            "`{text}` is no time; write 2026-11-20T18:00 for the event's zone, or 2026-11-20T18:00Z for UTC"
        ))
    })?;
    let year = time.to_zoned(zone.clone()).year();
    if year < FIRST_YEAR {
        return Err(invalid(format!("`{text}` is in the year {year}; did you mean another one?")));
    }
    Ok(time.as_millisecond())
}

/// A time in a zone, for people.
pub(crate) fn local(at_ms: Millis, zone: &TimeZone) -> String {
    let time = Timestamp::from_millisecond(at_ms).unwrap_or(Timestamp::UNIX_EPOCH);
    time.to_zoned(zone.clone()).strftime("%Y-%m-%d %H:%M:%S %Z").to_string()
}

/// Refuses an unknown game, profile, map, zone or language, and impossible limits.
pub(crate) fn check_settings<'g>(
    games: &'g [GameInfo],
    game: &str,
    settings: &Settings,
) -> Result<&'g GameInfo, Problem> {
    let Some(info) = games.iter().find(|info| info.id == game) else {
        let games: Vec<&str> = games.iter().map(|game| game.id.as_str()).collect();
        return Err(invalid(format!("unknown game `{game}`; choose one of {}", games.join(", "))));
    };
    if !["handbook", "original"].contains(&settings.rules.as_str()) {
        let rules = &settings.rules;
        return Err(invalid(format!("unknown rules `{rules}`; choose handbook or original")));
    }
    for (number, map) in settings.maps.iter().enumerate() {
        if settings.maps[..number].contains(map) {
            return Err(invalid(format!("`maps` has `{map}` twice")));
        }
        if !info.maps.contains(map) {
            let maps = info.maps.join(", ");
            return Err(invalid(format!("{game} has no map `{map}`; its maps are {maps}")));
        }
    }
    if TimeZone::get(&settings.time_zone).is_err() {
        let zone = &settings.time_zone;
        let detail = format!("unknown time zone `{zone}`; use an IANA name such as Europe/Berlin");
        return Err(invalid(detail));
    }
    check_words("divisions", &settings.divisions)?;
    check_words("tags", &settings.tags)?;
    let SubmissionSettings {
        languages, packages, java_packages, max_kib, per_hour, addresses, ..
    } = &settings.submissions;
    check_words("packages", packages)?;
    check_words("java_packages", java_packages)?;
    java_packages.iter().try_for_each(|text| check_java_package(text))?;
    for language in languages {
        if !info.languages.contains(language) {
            let known = info.languages.join(", ");
            return Err(invalid(format!("unknown language `{language}`; choose from {known}")));
        }
    }
    for (key, value) in [
        ("team_members", settings.team_members),
        ("max_kib", *max_kib),
        ("per_hour", *per_hour),
        ("scrimmages_per_hour", settings.scrimmages_per_hour),
        ("parallel_games", settings.parallel_games),
        ("game_cores", settings.game_cores),
    ] {
        if value == Some(0) {
            return Err(invalid(format!("`{key}` is 0, but must be at least 1")));
        }
    }
    check_resources(info, settings)?;
    addresses.iter().try_for_each(|text| Range::read(text).map(|_| ()))?;
    Ok(info)
}

/// Refuses limits with which no bot starts, and those that no machine can have.
fn check_resources(info: &GameInfo, settings: &Settings) -> Result<(), Problem> {
    let most_mib = MAX_GAME_MIB / info.seats.1.max(1) as u64;
    if let Some(mib) = settings.bot_memory_mib
        && !(MIN_BOT_MIB..=most_mib).contains(&u64::from(mib))
    {
        return Err(invalid(format!(
            "`bot_memory_mib` is {mib}, but must be {MIN_BOT_MIB} to {most_mib}"
        )));
    }
    match settings.game_cores {
        Some(cores) if cores > MAX_GAME_CORES => {
            Err(invalid(format!("`game_cores` is {cores}, but must be at most {MAX_GAME_CORES}")))
        }
        _ => Ok(()),
    }
}

/// Changes times of phases, by their names; without a time a phase no longer begins by itself.
pub(crate) fn set_times(
    timeline: &[PhaseTime],
    changes: BTreeMap<String, Option<String>>,
    zone: &TimeZone,
) -> Result<Vec<PhaseTime>, Problem> {
    let mut times: BTreeMap<Phase, Millis> =
        timeline.iter().map(|step| (step.phase, step.at_ms)).collect();
    for (phase, time) in changes {
        let phase: Phase = phase.parse().map_err(invalid)?;
        match time {
            Some(time) => times.insert(phase, instant(&time, zone)?),
            None => times.remove(&phase),
        };
    }
    Ok(times.into_iter().map(|(phase, at_ms)| PhaseTime { phase, at_ms }).collect())
}

fn check_words(key: &str, words: &[String]) -> Result<(), Problem> {
    let fits = |word: &String| {
        (1..=40).contains(&word.chars().count())
            && !word.trim().is_empty()
            && !word.chars().any(char::is_control)
    };
    let is_twice = |(number, word): &(usize, &String)| words[..*number].contains(word);
    if let Some((_, word)) = words.iter().enumerate().find(is_twice) {
        return Err(invalid(format!("`{key}` has `{word}` twice")));
    }
    if words.len() <= 100 && words.iter().all(fits) {
        return Ok(());
    }
    Err(invalid(format!("`{key}` has at most 100 entries of 1 to 40 characters each")))
}

/// Refuses what is no Java package: names between dots, and `*` as the last of them for the packages below.
fn check_java_package(text: &str) -> Result<(), Problem> {
    let is_name = |name: &str| {
        !name.starts_with(|first: char| first.is_ascii_digit())
            && !name.is_empty()
            && name.chars().all(|letter| letter.is_alphanumeric() || letter == '_')
    };
    if text.strip_suffix(".*").unwrap_or(text).split('.').all(is_name) {
        return Ok(());
    }
    Err(invalid(format!(
        "`{text}` is no Java package such as cs228hw4.game, or team.* with those below"
    )))
}

/// A range of addresses.
struct Range {
    first: IpAddr,
    bits: u32,
}

impl Range {
    fn read(text: &str) -> Result<Range, Problem> {
        let refused = || invalid(format!("`{text}` is no address or range such as 10.1.0.0/16"));
        let (first, bits) = text.split_once('/').map_or((text, None), |(a, b)| (a, Some(b)));
        let first: IpAddr = first.parse().map_err(|_| refused())?;
        let most = if first.is_ipv4() { 32 } else { 128 };
        let bits = bits.map_or(Ok(most), |bits| bits.parse().map_err(|_| refused()))?;
        if bits > most {
            return Err(refused());
        }
        Ok(Range { first, bits })
    }

    fn contains(&self, address: IpAddr) -> bool {
        // A shift by the whole width leaves nothing: a range of 0 bits contains all addresses.
        let start = |bits: u128, width: u32| bits.checked_shr(width - self.bits).unwrap_or(0);
        let same = |a: u128, b: u128, width: u32| start(a, width) == start(b, width);
        match (self.first, address.to_canonical()) {
            (IpAddr::V4(a), IpAddr::V4(b)) => same(a.to_bits().into(), b.to_bits().into(), 32),
            (IpAddr::V6(a), IpAddr::V6(b)) => same(a.to_bits(), b.to_bits(), 128),
            _ => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_of_addresses_contain_what_they_say() {
        for (range, address, inside) in [
            ("10.1.0.0/16", "10.1.255.3", true),
            ("10.1.0.0/16", "10.2.0.1", false),
            ("10.1.2.3", "10.1.2.3", true),
            ("10.1.2.3", "10.1.2.4", false),
            ("0.0.0.0/0", "8.8.8.8", true),
            ("fd00::/8", "fd12::1", true),
            ("::/0", "fe80::1", true),
            ("10.1.0.0/16", "::ffff:10.1.0.9", true),
            ("fd00::/8", "10.1.0.1", false),
        ] {
            let found = Range::read(range).unwrap().contains(address.parse().unwrap());
            assert_eq!(found, inside, "{address} in {range}");
        }
        for text in ["10.1.0.0/33", "hall", "10.1/16", ""] {
            assert!(Range::read(text).is_err(), "{text}");
        }
    }

    #[test]
    fn words_are_not_blank_and_not_repeated() {
        let check = |words: &[&str]| {
            let words: Vec<String> = words.iter().map(|&word| word.to_owned()).collect();
            check_words("divisions", &words).map_err(|refused| refused.detail)
        };
        assert_eq!(check(&["pupils", "students"]), Ok(()));
        assert_eq!(check(&["pupils", "pupils"]).unwrap_err(), "`divisions` has `pupils` twice");
        assert!(check(&[" "]).unwrap_err().contains("1 to 40 characters"));
    }

    #[test]
    fn java_packages_are_names_between_dots() {
        for text in ["team", "cs228hw4.game", "team.*", "größe.x_1"] {
            assert!(check_java_package(text).is_ok(), "{text}");
        }
        for text in ["", "*", ".*", "a..b", "a.", "1a", "a b", "a.*.b", "a-b"] {
            let refused = check_java_package(text).unwrap_err().detail;
            assert!(refused.contains("is no Java package such as"), "{refused}");
        }
    }

    #[test]
    fn times_are_local_or_have_an_offset() {
        let zone = TimeZone::get("Europe/Berlin").unwrap();
        let at = instant("2026-11-20T18:00", &zone).unwrap();
        assert_eq!(at, instant("2026-11-20T17:00Z", &zone).unwrap());
        assert_eq!(local(at, &zone), "2026-11-20 18:00:00 CET");
        for (text, sentence) in [
            ("tomorrow", "`tomorrow` is no time"),
            ("0001-01-01T00:00Z", "is in the year 1; did you mean another one?"),
        ] {
            let refused = instant(text, &zone).unwrap_err().detail;
            assert!(refused.contains(sentence), "{refused}");
        }
    }
}
