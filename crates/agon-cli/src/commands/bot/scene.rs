//! Plays the games of one scene and checks its expectations.

use super::observe::Observer;
use crate::bots::{BotArgs, one_player};
use crate::commands::play::ENGINE;
use crate::files;
use crate::interrupt::STOP;
use crate::report::{count, shell_word};
use crate::usage;
use agon_core::{Chance, Contest, Profile};
use agon_expect::{Expectation, Facts, GameResult, Measure, Position, RECORDED, Scene, THE_BOT};
use agon_games::Visitor;
use agon_protocol::Explainer;
use agon_replay::Replay;
use agon_runner::{
    Ending, FeedFault, Incident, IncidentKind, Match, Moment, Player, Report, Room, STOPPED,
    Trouble, play, position_at, recorded_player, try_fork, try_out,
};
use agon_runs::MapSource;
use serde::Serialize;
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// The opponent if a scene names none.
const DEFAULT_OPPONENT: &str = "builtin:nothing";

/// The result of one expectation.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Check {
    /// The expectation in its standard form.
    pub expectation: String,
    /// Whether enough games met its condition.
    pub passed: bool,
    /// Games that met the condition.
    pub held: u64,
    /// Games played for it.
    pub games: u64,
    /// Why the others did not, the most frequent reason first.
    pub why: Vec<Reason>,
    /// A command that plays the first game that did not; for games that begin in a replay, the scene.
    pub repeat: Option<String>,
}

/// Why games did not meet a condition.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Reason {
    /// The reason as a phrase.
    pub reason: String,
    /// The number of games.
    pub games: u64,
}

/// Plays a scene.
pub struct PlayScene<'a> {
    pub scene: &'a Scene,
    /// The tested bot, as a word of the command line.
    pub bot: &'a str,
    /// The folder that paths in the scene are relative to.
    pub base: &'a Path,
    /// The replay that the scene begins in.
    pub replay: Option<&'a Replay>,
    pub run: &'a BotArgs,
    /// Games played at the same time.
    pub jobs: usize,
}

impl Visitor for PlayScene<'_> {
    type Out = anyhow::Result<Vec<Check>>;

    fn visit<G: Contest>(self) -> Self::Out {
        let stage = SceneStage::<G>::new(&self)?;
        let mut checks: Vec<Option<Check>> = vec![None; self.scene.expect.len()];
        for against in different(self.scene.expect.iter().map(|e| &e.against)) {
            let about = |e: &&Expectation| e.against == *against;
            let most = self.scene.expect.iter().filter(about).map(|e| e.games).max();
            let games =
                stage.play_all(against.as_deref(), most.unwrap_or(0) as usize, self.jobs)?;
            for (check, expectation) in checks.iter_mut().zip(&self.scene.expect) {
                if about(&expectation) {
                    *check = Some(stage.check(expectation, &games));
                }
            }
        }
        Ok(checks.into_iter().flatten().collect())
    }
}

/// The different values, in the order of their first occurrence.
fn different<'a, T: PartialEq>(values: impl Iterator<Item = &'a T>) -> Vec<&'a T> {
    let mut found: Vec<&T> = Vec::new();
    for value in values {
        if !found.contains(&value) {
            found.push(value);
        }
    }
    found
}

/// Where the games of a scene begin.
enum Beginning<'a, G: Contest> {
    Map(MapSource<G>),
    Replay { replay: &'a Replay, at: Moment },
}

/// The bots and the position of a scene.
struct SceneStage<'a, G: Contest> {
    scene: &'a Scene,
    bot: &'a str,
    base: &'a Path,
    rules: Profile,
    beginning: Beginning<'a, G>,
    players: BTreeMap<String, Player<G>>,
}

/// One game of a scene before it is played.
struct Plan {
    seed: u64,
    /// The tested bot's seat.
    seat: usize,
    /// The bots by seat, as words.
    words: Vec<String>,
}

/// One game of a scene that was played.
struct PlayedGame {
    ranks: Vec<u8>,
    scores: Vec<f64>,
    most: Option<f64>,
    rounds: u32,
    is_stopped: bool,
    seat: usize,
    report: Report,
    observer: Observer,
}

impl PlayedGame {
    fn new<G: Contest>(game: &G, ending: Ending, seat: usize, observer: Observer) -> PlayedGame {
        let Ending { outcome, mut reports } = ending;
        let standings = &outcome.standings;
        PlayedGame {
            ranks: standings.iter().map(|standing| standing.rank).collect(),
            scores: standings.iter().map(|standing| standing.score).collect(),
            most: game.most_score(),
            rounds: game.round(),
            is_stopped: outcome.reason.code == STOPPED,
            seat,
            report: reports.swap_remove(seat),
            observer,
        }
    }

    /// Why the bot died in this game, or never became ready.
    fn death(&self) -> Option<&Incident> {
        let is_cause = |incident: &&Incident| {
            use IncidentKind::{Exited, Flood, NotReady, OutOfMemory};
            matches!(incident.kind, NotReady | Exited | OutOfMemory | Flood)
        };
        let incidents = &self.report.incidents;
        let cause = incidents.iter().find(is_cause).or(incidents.last());
        cause.filter(|_| self.observer.gone > 0)
    }

    /// Whether a condition holds. It does not if the bot never became ready, or if it died and the condition
    /// does not count faults: a dead bot does nothing wrong.
    fn check(&self, expectation: &Expectation) -> Result<(), String> {
        let counts_faults = expectation.condition.measures().any(|m| m == Measure::Faults);
        match self.death() {
            Some(cause) if cause.round == 0 || !counts_faults => Err(cause.sentence.clone()),
            _ => {
                let reason = |reason| with_details(reason, expectation, self);
                expectation.condition.check(self).map_err(reason)
            }
        }
    }
}

impl Facts for PlayedGame {
    fn value(&self, measure: Measure) -> Option<f64> {
        let PlayedGame { report, observer, .. } = self;
        let seconds = |seconds: f64| seconds * 1000.0;
        match measure {
            Measure::Rounds => Some(self.rounds.into()),
            Measure::Faults => Some(report.incident_count() as f64),
            Measure::Turns => Some(observer.turns as f64),
            Measure::Calls => Some(observer.made as f64),
            Measure::Refusals => Some(observer.refused as f64),
            Measure::Longest => Some(seconds(report.longest)),
            Measure::Mean => Some(seconds(report.seconds / report.turns.max(1) as f64)),
            Measure::Memory => report.memory.map(|bytes| bytes as f64 / 1e6),
            _ if self.is_stopped => None,
            _ => {
                let PlayedGame { ranks, scores, most, .. } = self;
                GameResult { ranks, scores, most: *most }.value(measure, self.seat)
            }
        }
    }

    fn first_call(&self, call: &str) -> Option<Option<u64>> {
        Some(self.observer.first_calls.get(call).copied())
    }
}

impl<'a, G: Contest> SceneStage<'a, G> {
    fn new(play: &PlayScene<'a>) -> anyhow::Result<SceneStage<'a, G>> {
        let scene = play.scene;
        check_calls::<G>(scene)?;
        let (beginning, rules, seats) = match (scene.position(), play.replay) {
            (Ok(Position::Moment { at, .. }), Some(replay)) => {
                let header = &replay.header;
                if let Some(rules) = scene.rules.filter(|rules| *rules != header.rules) {
                    return Err(usage(format!(
                        "the replay was played by the {} rules; leave out `rules = \"{rules}\"`",
                        header.rules
                    )));
                }
                let at = Moment { round: at, seat: None };
                position_at::<G>(replay, at)?;
                (Beginning::Replay { replay, at }, header.rules, header.seats.len())
            }
            _ => {
                let map = scene.map.as_ref().map(|map| files::resolve(play.base, map));
                let maps = files::find_maps(map.as_deref())?;
                let seats =
                    if scene.seats.is_empty() { G::INFO.seats.0 } else { scene.seats.len() };
                let rules = scene.rules.unwrap_or_default();
                (Beginning::Map(maps), rules, seats)
            }
        };
        if !scene.seats.is_empty() && scene.seats.len() != seats {
            let named = count(scene.seats.len() as u64, "bot");
            let seats = count(seats as u64, "seat");
            return Err(usage(format!("`seats` names {named}; the match has {seats}")));
        }
        let (bot, base) = (play.bot, play.base);
        let players = BTreeMap::new();
        let mut stage = SceneStage { scene, bot, base, rules, beginning, players };
        stage.load_players(play.run)?;
        Ok(stage)
    }

    fn load_players(&mut self, run: &BotArgs) -> anyhow::Result<()> {
        let plans = self.scene.expect.iter().map(|e| self.plan(e.against.as_deref(), 0).words);
        let words: Vec<String> = plans.flatten().collect();
        let options = run.options_beside(&words);
        for word in words {
            if self.players.contains_key(&word) {
                continue;
            }
            let player = match &self.beginning {
                Beginning::Replay { replay, .. } if word == RECORDED => {
                    recorded_player(RECORDED, replay)?
                }
                _ => one_player::<G>(&word, &options)?,
            };
            self.players.insert(word, player);
        }
        Ok(())
    }

    /// The `index`-th game against a bot. With fixed seats the seed counts up; else the tested bot takes each
    /// seat in turn, then the seed counts up.
    fn plan(&self, against: Option<&str>, index: usize) -> Plan {
        let resolve = |word: &str| files::resolve(self.base, word);
        let scene = self.scene;
        if scene.seats.is_empty() {
            let n = G::INFO.seats.0;
            let mut words = vec![resolve(against.unwrap_or(DEFAULT_OPPONENT)); n];
            words[index % n] = self.bot.to_owned();
            let seed = scene.seed.wrapping_add((index / n) as u64);
            return Plan { seed, seat: index % n, words };
        }
        let word = |word: &String| match word.as_str() {
            THE_BOT => self.bot.to_owned(),
            other => match against {
                Some(bot) => resolve(bot),
                None if other == RECORDED => other.to_owned(),
                None => resolve(other),
            },
        };
        let seat = scene.seats.iter().position(|word| word == THE_BOT).unwrap_or(0);
        let seed = scene.seed.wrapping_add(index as u64);
        Plan { seed, seat, words: scene.seats.iter().map(word).collect() }
    }

    /// Plays the `index`-th game; a [`Trouble`] is on Agon's side.
    fn play_plan(
        &self,
        plan: &Plan,
        index: usize,
        observer: &mut Observer,
    ) -> anyhow::Result<(G, Ending)> {
        let (rules, rounds, seed) = (self.rules, self.scene.rounds, plan.seed);
        let players: Vec<&Player<G>> = plan.words.iter().map(|word| &self.players[word]).collect();
        let maps = match &self.beginning {
            Beginning::Map(maps) => maps,
            Beginning::Replay { replay, at } => {
                // The first game goes on with the recorded chance, the others with another one.
                let seed = (index > 0).then_some(seed);
                let played = try_fork(replay, *at, players, seed, rounds, observer);
                return played.map_err(|fault| match fault {
                    FeedFault::Trouble(trouble) => trouble.into(),
                    other => other.into(),
                });
            }
        };
        let named = maps.map(seed).map_err(usage)?;
        let setup = G::new_setup(named.map, rules, players.len())
            .map_err(|fault| usage(format!("map {}: {fault}", named.name)))?;
        let mut game = G::new(&setup, Chance::seeded(seed));
        let map = named.name;
        let (tournament, engine, date) = (false, ENGINE, None);
        let spec = Match { setup, map, rules, seed, players, tournament, engine, date };
        let ending = match rounds {
            Some(rounds) => try_out(&spec, &mut game, rounds, observer, &mut |_| {})?,
            None => play(&spec, &mut game, observer, &mut |_| {})?,
        };
        Ok((game, ending))
    }

    /// Plays the first `count` games against a bot, several at the same time.
    fn play_all(
        &self,
        against: Option<&str>,
        count: usize,
        jobs: usize,
    ) -> anyhow::Result<Vec<PlayedGame>> {
        let (next, room) = (AtomicUsize::new(0), Room::new());
        let games = Mutex::new(BTreeMap::new());
        let work = || {
            while !STOP.is_asked() {
                let index = next.fetch_add(1, Ordering::Relaxed);
                if index >= count {
                    return;
                }
                let game = self.play_one(against, index, &room);
                games.lock().expect("no thread panics while holding the lock").insert(index, game);
            }
        };
        std::thread::scope(|scope| {
            (0..jobs.clamp(1, count.max(1))).for_each(|_| {
                scope.spawn(work);
            });
        });
        games.into_inner().expect("no thread panics while holding the lock").into_values().collect()
    }

    fn play_one(
        &self,
        against: Option<&str>,
        index: usize,
        room: &Room,
    ) -> anyhow::Result<PlayedGame> {
        let plan = self.plan(against, index);
        let play_once = || {
            let mut observer = Observer::new(plan.seat);
            match self.play_plan(&plan, index, &mut observer) {
                Ok((game, ending)) => Ok(Ok(PlayedGame::new(&game, ending, plan.seat, observer))),
                Err(error) => error.downcast::<Trouble>().map_or_else(|other| Ok(Err(other)), Err),
            }
        };
        room.play(play_once, |_, _| {})?
    }

    /// Checks an expectation with its part of the games.
    fn check(&self, expectation: &Expectation, games: &[PlayedGame]) -> Check {
        let mut check = Check {
            expectation: expectation.to_string(),
            passed: false,
            held: 0,
            games: expectation.games.min(games.len() as u64),
            why: Vec::new(),
            repeat: None,
        };
        for (index, game) in games.iter().take(expectation.games as usize).enumerate() {
            let Err(reason) = game.check(expectation) else {
                check.held += 1;
                continue;
            };
            if check.repeat.is_none() {
                check.repeat = self.command(expectation.against.as_deref(), index);
            }
            match check.why.iter_mut().find(|known| known.reason == reason) {
                Some(known) => known.games += 1,
                None => check.why.push(Reason { reason, games: 1 }),
            }
        }
        check.why.sort_by_key(|reason| std::cmp::Reverse(reason.games));
        check.passed = check.held >= expectation.at_least;
        check
    }

    /// The command that plays a game again; `None` for games that begin in a replay, which only the scene
    /// itself plays.
    fn command(&self, against: Option<&str>, index: usize) -> Option<String> {
        let Beginning::Map(_) = self.beginning else { return None };
        let plan = self.plan(against, index);
        let mut words = vec!["agon".to_owned(), "play".into(), G::INFO.id.into()];
        words.extend(plan.words);
        if let Some(map) = &self.scene.map {
            words.extend(["--map".into(), files::resolve(self.base, map)]);
        }
        words.extend(["--seed".into(), plan.seed.to_string()]);
        if self.rules != Profile::default() {
            words.extend(["--rules".into(), self.rules.to_string()]);
        }
        let quoted: Vec<String> = words.iter().map(|word| shell_word(word).into_owned()).collect();
        Some(quoted.join(" "))
    }
}

/// Adds what the bot did wrong to a reason about faults or refusals.
fn with_details(reason: String, expectation: &Expectation, game: &PlayedGame) -> String {
    let reads = |measure| expectation.condition.measures().any(|other| other == measure);
    let incident = game.report.incidents.first().filter(|_| reads(Measure::Faults));
    let refusal = game.observer.reasons.first().filter(|_| reads(Measure::Refusals));
    match incident.map(|incident| &incident.sentence).or(refusal) {
        Some(detail) => format!("{reason}: {detail}"),
        None => reason,
    }
}

/// Refuses the name of a call that the game does not have.
fn check_calls<G: Contest>(scene: &Scene) -> anyhow::Result<()> {
    let explainer = Explainer::of::<G>();
    let mut calls = scene.expect.iter().flat_map(|expectation| expectation.condition.calls());
    match calls.find_map(|name| explainer.call_name(name)) {
        None => Ok(()),
        Some(why) => Err(usage(why)),
    }
}
