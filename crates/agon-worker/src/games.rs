//! What a worker does with a game: describe it, try a bot, play.

use crate::stop::stoppable;
use agon_bots::{
    BotFault, GameApis, Language, Options, PackagedFile, find, inspect, is_overload, java_packages,
    player,
};
use agon_compete::Reading;
use agon_core::{ClockRule, Contest, Profile, Seat};
use agon_games::Visitor;
use agon_replay::{Header, Replay, Tap};
use agon_runner::{IncidentKind, Player};
use agon_runs::{EntryFault, MapSource, NamedMap, Source, Stage, TypedStage};
use agon_server::play::{GameInfo, Progress, Trouble};
use agon_store::console::FailureClass;
use agon_store::work::{GameReport, GameSpec, Policy};
use std::path::Path;
use std::sync::Arc;

/// Describes a game to the server.
pub struct Describe;

impl Visitor for Describe {
    type Out = GameInfo;
    fn visit<G: Contest>(self) -> GameInfo {
        GameInfo {
            id: G::INFO.id.to_owned(),
            title: G::INFO.title.to_owned(),
            version: G::INFO.version,
            seats: G::INFO.seats,
            maps: G::own_maps().iter().map(|own| own.name.to_owned()).collect(),
            built_in: G::bots().iter().map(|bot| bot.name.to_owned()).collect(),
            aliases: G::bots()
                .iter()
                .flat_map(|bot| bot.aliases.iter().map(|&alias| (alias.into(), bot.name.into())))
                .collect(),
            languages: Language::all().iter().map(|language| language.word().to_owned()).collect(),
            regulations: const { &G::REGULATIONS },
        }
    }
}

/// Reads a bot's program by the contest's regulations and the event's policy, and tries whether it can be
/// built.
pub struct TryBot<'a> {
    pub word: String,
    pub policy: &'a Policy,
    pub options: &'a Options,
}

/// A bot that can be built.
pub struct Tried {
    /// What reading it has shown.
    pub reading: Option<Reading>,
    /// The word of its language, if that has tools that a machine may lack.
    pub needs: Option<String>,
}

impl Visitor for TryBot<'_> {
    /// The bot, or its fault.
    type Out = Result<Result<Tried, (FailureClass, String)>, Trouble>;
    fn visit<G: Contest>(self) -> Self::Out {
        let found = find(&self.word, GameApis::of::<G>(), "").ok().map(|found| found.language);
        let needs = found.filter(|language| language.runtime().is_some());
        let needs = needs.map(|language| language.word().to_owned());
        let tried = match read::<G>(&self.word, self.policy, self.options) {
            Ok(Ok(reading)) => player::<G>(&self.word, self.options).map(|_| reading),
            Ok(Err(refusal)) => return Ok(Err((FailureClass::Policy, refusal))),
            Err(fault) => Err(fault),
        };
        match tried {
            Ok(reading) => Ok(Ok(Tried { reading, needs })),
            Err(fault) if fault.is_ours() => {
                let lacks = needs.filter(|_| matches!(fault, BotFault::Missing(_)));
                Err(Trouble { lacks, ..Trouble::machine(fault.to_string()) })
            }
            Err(fault) => {
                Ok(Err((FailureClass::Build, for_author(&fault.to_string(), &self.word))))
            }
        }
    }
}

/// What is wrong with an upload, for the person who handed it in: without the folders of this machine, and
/// without the advice to name the language before a path, which an upload does not have.
fn for_author(fault: &str, word: &str) -> String {
    let path = Path::new(word);
    let home = if path.is_dir() { path } else { path.parent().unwrap_or(path) };
    let canonical = agon_sandbox::canonical(home).unwrap_or_else(|_| home.to_owned());
    let mut text = match fault.split_once("; or say what it is, as in `") {
        Some((text, _)) => text.to_owned(),
        None => fault.to_owned(),
    };
    for home in [canonical.as_path(), home] {
        let home = home.display().to_string();
        text = text.replace(&format!("{home}{}", std::path::MAIN_SEPARATOR), "");
        text = text.replace(&home, "the upload");
    }
    text
}

/// Why an event does not accept a bot's language, which is known before the bot is built.
fn refused_language<G: Contest>(word: &str, policy: &Policy) -> Option<String> {
    let language = find(word, GameApis::of::<G>(), "").ok()?.language;
    let is_allowed = policy.languages.iter().any(|allowed| allowed == language.word());
    if policy.languages.is_empty() || is_allowed {
        return None;
    }
    let (allowed, title) = (policy.languages.join(", "), language.title());
    Some(format!("this event accepts bots in {allowed}; this one is in {title}"))
}

/// Why an event does not accept the package that a Java class of a bot is in.
fn refused_package<G: Contest>(
    word: &str,
    policy: &Policy,
    options: &Options,
) -> Result<Option<String>, BotFault> {
    let Some(first) = policy.java_packages.first() else {
        return Ok(None);
    };
    let is_accepted = |package: &str| {
        policy.java_packages.iter().any(|asked| match asked.strip_suffix(".*") {
            Some(top) => {
                package.strip_prefix(top).is_some_and(|r| r.is_empty() || r.starts_with('.'))
            }
            None => package == asked,
        })
    };
    let files = java_packages::<G>(word, options)?;
    let stray = files.into_iter().find(|file| !file.package.as_deref().is_some_and(is_accepted));
    let asked = format!("this event asks for {}", policy.java_packages.join(" or "));
    Ok(stray.map(|PackagedFile { name, package }| match package {
        Some(package) => format!("`{name}` is in the package {package}; {asked}"),
        None => {
            let first = first.trim_end_matches(".*");
            format!("`{name}` is in no package; {asked}: begin it with `package {first};`")
        }
    }))
}

/// Reads a bot's program: what was found if the contest forbids something in it, or why the event refuses it.
fn read<G: Contest>(
    word: &str,
    policy: &Policy,
    options: &Options,
) -> Result<Result<Option<Reading>, String>, BotFault> {
    let has_regulations = !G::REGULATIONS.paragraphs.is_empty();
    let asks_nothing = policy.languages.is_empty() && policy.java_packages.is_empty();
    if !has_regulations && asks_nothing {
        return Ok(Ok(None));
    }
    if let Some(refusal) = refused_language::<G>(word, policy) {
        return Ok(Err(refusal));
    }
    if let Some(refusal) = refused_package::<G>(word, policy, options)? {
        return Ok(Err(refusal));
    }
    let found = inspect::<G>(word, &policy.packages, options)?;
    if let Some(violation) = found.violations.first().filter(|_| policy.regulations) {
        return Ok(Err(format!("this event enforces the contest's regulations: {violation}")));
    }
    let reading = Reading {
        is_read: found.is_read,
        violations: found.violations,
        enters_tournaments: found.enters_tournaments,
    };
    Ok(Ok(has_regulations.then_some(reading)))
}

/// Plays a game between unpacked bots.
pub struct PlayGame<'a> {
    pub work: &'a GameSpec,
    /// Names and words of the bots by seat.
    pub bots: Vec<(String, String)>,
    pub options: &'a Options,
    pub engine: &'a str,
    pub progress: Progress,
}

impl Visitor for PlayGame<'_> {
    type Out = Result<(GameReport, Vec<u8>), Trouble>;
    fn visit<G: Contest>(self) -> Self::Out {
        let GameSpec { rules, clock, .. } = self.work;
        let (stage, seats) =
            set_up::<G>(rules, clock, &self.bots, self.options, self.engine, &self.progress)?;
        let GameSpec { map, seed, lot, tournament, .. } = self.work.clone();
        let spec = agon_runs::GameSpec { map, seed, lot, seats, tournament };
        let played = stage.play(&spec, true).map_err(trouble)?;
        let replay = played.replay.map(|replay| replay.to_bytes()).unwrap_or_default();
        let report = GameReport {
            map: played.map,
            ranks: played.outcome.standings.iter().map(|standing| standing.rank).collect(),
            scores: played.outcome.standings.iter().map(|standing| standing.score).collect(),
            reason: played.outcome.reason.code.into_owned(),
            sentence: played.outcome.reason.sentence,
            most: played.most,
            rounds: played.rounds,
            state: played.state.0,
            orders: Some(played.orders.0),
            faults: played.faults,
            classes: played.kinds.into_iter().map(|kind| kind.map(class)).collect(),
            dead: played.dead,
            silent: played.silent,
            seconds: played.seconds,
            replay: None,
        };
        Ok((report, replay))
    }
}

/// Shows the record of a game to those who watch it.
fn tap(progress: &Progress, header: &Header) -> Tap {
    let record = Arc::clone(progress.record());
    record.begin(&serde_json::to_string(header).expect("headers are plain data"));
    Box::new(move |body| record.see(body))
}

/// A stage with these bots, and their numbers on it. Its games stop when `progress` does.
pub fn set_up<G: Contest>(
    rules: &str,
    clock: &str,
    bots: &[(String, String)],
    options: &Options,
    engine: &str,
    progress: &Progress,
) -> Result<(impl Stage, Vec<usize>), Trouble> {
    let rules: Profile = rules
        .parse()
        .map_err(|_| Trouble::machine(format!("the job asks for unknown rules `{rules}`")))?;
    let clock = match clock {
        "strict" => ClockRule::Strict,
        "loose" => ClockRule::Loose,
        "off" => ClockRule::Off,
        other => {
            let sentence = format!("the job asks for the unknown clock `{other}`");
            return Err(Trouble::machine(sentence));
        }
    };
    let mut options = options.clone();
    options.patience = options.patience.with_clock(clock);
    let source = JobSource { options, progress: progress.clone() };
    let (counted, watched) = (progress.clone(), progress.clone());
    let mut stage = TypedStage::<G, _>::new(source, rules, engine, None)
        .with_progress(Box::new(move || counted.advance()))
        .with_tap(Box::new(move |header| tap(&watched, header)));
    let mut seats = Vec::new();
    for (name, word) in bots {
        let entered = stage.enter(word).map_err(|fault| {
            Trouble::machine(format!("the valid bot {name} cannot be loaded: {fault}"))
        })?;
        // Two teams may have handed in the same bytes, or have the same built-in bot.
        stage.rename(entered.player, name);
        seats.push(entered.player);
    }
    Ok((stage, seats))
}

/// A failure on our side, with its class.
pub fn trouble(trouble: agon_runner::Trouble) -> Trouble {
    let class = match is_overload(&trouble) {
        true => FailureClass::Overload,
        false => FailureClass::Machine,
    };
    Trouble::new(class, trouble.0)
}

/// The class of a bot's fault.
pub fn class(kind: IncidentKind) -> FailureClass {
    match kind {
        IncidentKind::NotReady => FailureClass::NotReady,
        IncidentKind::Protocol => FailureClass::Protocol,
        IncidentKind::Flood => FailureClass::Flood,
        IncidentKind::OutOfTime => FailureClass::OutOfTime,
        IncidentKind::Exception => FailureClass::Exception,
        IncidentKind::Exited => FailureClass::Exited,
        IncidentKind::OutOfMemory => FailureClass::OutOfMemory,
        IncidentKind::LeftBehind => FailureClass::LeftBehind,
    }
}

/// Copies a replay with the notes of some seats only.
pub struct KeepNotes<'a> {
    pub replay: &'a Replay,
    pub keeps: &'a [bool],
}

impl Visitor for KeepNotes<'_> {
    type Out = Result<Vec<u8>, String>;
    fn visit<G: Contest>(self) -> Self::Out {
        let keeps = |seat: Seat| self.keeps.get(usize::from(seat.0)).copied().unwrap_or(false);
        let copied = self.replay.with_notes_of::<G>(&keeps);
        copied.map(|replay| replay.to_bytes()).map_err(|fault| fault.to_string())
    }
}

/// The bots of one job, and the maps that come with the game.
struct JobSource {
    options: Options,
    progress: Progress,
}

impl<G: Contest> Source<G> for JobSource {
    fn player(&self, word: &str) -> Result<Player<G>, EntryFault> {
        let found = player::<G>(word, &self.options).map_err(|fault| {
            let kind = if fault.is_ours() { EntryFault::Machine } else { EntryFault::Bot };
            kind(fault.to_string())
        })?;
        Ok(stoppable(found, &self.progress))
    }

    fn map(&self, word: &str, seed: u64) -> Result<NamedMap<G::Map>, String> {
        let source = MapSource::<G>::of_game(word)?;
        source.ok_or_else(|| format!("there is no map `{word}`"))?.map(seed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use agon_games::{GAMES, visit};
    use agon_sandbox::{Choice, Sandbox};

    /// The names in the replay of a game in which all seats have the same bot.
    struct SameBot;

    impl Visitor for SameBot {
        type Out = Vec<String>;
        fn visit<G: Contest>(self) -> Vec<String> {
            let name = |seat| (format!("Team {seat}"), "builtin:nothing".to_owned());
            let bots: Vec<_> = (0..G::INFO.seats.0).map(name).collect();
            let options = Options::new(Sandbox::choose(Choice::Auto));
            let progress = Progress::default();
            let set_up = set_up::<G>("handbook", "strict", &bots, &options, "test", &progress);
            let (stage, seats) = set_up.unwrap();
            let map = String::new();
            let game = agon_runs::GameSpec { map, seed: 1, lot: 0, seats, tournament: false };
            let replay = stage.play(&game, true).unwrap().replay.unwrap();
            replay.header.seats.into_iter().map(|seat| seat.bot).collect()
        }
    }

    #[test]
    fn teams_with_the_same_bot_keep_their_names_in_the_replay() {
        for game in GAMES {
            let names = visit(game.id, SameBot).unwrap();
            let expected: Vec<String> = (0..names.len()).map(|i| format!("Team {i}")).collect();
            assert_eq!(names, expected, "{}", game.id);
        }
    }
}
