//! `agon bot check`: a short match and a report about one bot in it.

use super::observe::Observer;
use crate::args::CheckArgs;
use crate::bots::{BotArgs, one_player};
use crate::commands::play::ENGINE;
use crate::commands::regulations::Regulate;
use crate::files::{find_maps, with_game};
use crate::report::{count, grouped, last_words, memory, time};
use crate::{Done, Usage, unless_closed, usage};
use agon_bots::GameApis;
use agon_core::{Chance, Contest, Profile, safe_line, safe_text};
use agon_games::{GAMES, Visitor};
use agon_runner::{Match, Report, try_out};
use serde::Serialize;
use std::io::Write;
use std::time::Duration;

pub fn run(args: CheckArgs, out: &mut dyn Write) -> anyhow::Result<Done> {
    let CheckArgs { bot, game, rules, against, rounds, regulations, allow, json, run } = args;
    if !bot.starts_with("builtin:") && !agon_bots::is_there(&bot) {
        return Err(usage(format!("there is no {}", safe_line(&bot))));
    }
    let known: Vec<&str> = GAMES.iter().map(|info| info.id).collect();
    let apis: Vec<GameApis> = known.iter().filter_map(|id| agon_games::visit(id, Apis)).collect();
    let game = match game {
        Some(game) => game,
        None => agon_bots::game_of(&bot, &apis)
            .map_err(|fault| usage(fault.to_string()))?
            .map(str::to_owned)
            .ok_or_else(|| {
                let known = known.join(", ");
                usage(format!(
                    "cannot tell which game {bot} plays: name it with --game, one of {known}"
                ))
            })?,
    };
    if regulations {
        return with_game(&game, Regulate { bot: &bot, allow: &allow, run: &run, out })?;
    }
    with_game(&game, Check { bot, rules, against, rounds, json, run, out })?
}

/// Lists the bot interfaces of a game.
struct Apis;

impl Visitor for Apis {
    type Out = GameApis;

    fn visit<G: Contest>(self) -> GameApis {
        GameApis::of::<G>()
    }
}

struct Check<'a> {
    bot: String,
    rules: Profile,
    against: Option<String>,
    rounds: u32,
    json: bool,
    run: BotArgs,
    out: &'a mut dyn Write,
}

impl Visitor for Check<'_> {
    type Out = anyhow::Result<Done>;

    fn visit<G: Contest>(self) -> anyhow::Result<Done> {
        let against = self.against.unwrap_or_else(|| "builtin:nothing".into());
        let options = self.run.options_beside(&[self.bot.clone(), against.clone()]);
        let other = one_player::<G>(&against, &options)?;
        let seats = G::INFO.seats.0;
        let named = find_maps::<G>(None)?.map(1).map_err(usage)?;
        let player = match one_player::<G>(&self.bot, &options) {
            Ok(player) => player,
            // Wrong usage has no report; a bot that cannot be built has one.
            Err(error) if self.json && !error.is::<Usage>() => {
                let report =
                    CheckReport::of_failure::<G>(&self.bot, named.name, self.rules, &error);
                writeln!(self.out, "{}", serde_json::to_string(&report)?)?;
                return Ok(Done::Badly);
            }
            Err(error) => return Err(error),
        };
        let mut players = vec![&other; seats];
        players[0] = &player;
        let spec = Match {
            setup: G::new_setup(named.map, self.rules, seats)?,
            map: named.name,
            rules: self.rules,
            seed: 1,
            players,
            tournament: false,
            engine: ENGINE,
            date: None,
        };
        let mut game = G::new(&spec.setup, Chance::seeded(spec.seed));
        let mut calls = Observer::new(0);
        let ending = try_out(&spec, &mut game, self.rounds, &mut calls, &mut |_| {})?;
        let report = CheckReport::new(&player.name, &spec, &ending.reports[0], &calls);
        let said = match self.json {
            true => {
                let report = serde_json::to_string(&report)?;
                writeln!(self.out, "{report}").map_err(Into::into)
            }
            false => report.print(G::INFO.title, self.out),
        };
        unless_closed(said.and_then(|()| Ok(self.out.flush()?)))?;
        Ok(if report.passed { Done::Well } else { Done::Badly })
    }
}

/// The result of a check.
#[derive(Serialize)]
struct CheckReport {
    bot: String,
    game: &'static str,
    map: String,
    rules: Profile,
    passed: bool,
    turns: u64,
    mean_seconds: f64,
    longest_seconds: f64,
    memory_bytes: Option<u64>,
    calls: u64,
    refusals: u64,
    /// The first different reasons.
    refusal_reasons: Vec<String>,
    sandbox: Option<String>,
    wrong: Vec<Wrong>,
    last_words: Option<String>,
}

/// Something that the bot did wrong.
#[derive(Serialize)]
struct Wrong {
    sentence: String,
    times: u64,
}

impl CheckReport {
    /// The report on a bot that cannot be built or started.
    fn of_failure<G: Contest>(
        bot: &str,
        map: String,
        rules: Profile,
        error: &anyhow::Error,
    ) -> CheckReport {
        CheckReport {
            bot: bot.to_owned(),
            game: G::INFO.id,
            map,
            rules,
            passed: false,
            turns: 0,
            mean_seconds: 0.0,
            longest_seconds: 0.0,
            memory_bytes: None,
            calls: 0,
            refusals: 0,
            refusal_reasons: Vec::new(),
            sandbox: None,
            wrong: vec![Wrong { sentence: format!("{error:#}"), times: 1 }],
            last_words: None,
        }
    }

    fn new<G: Contest>(
        name: &str,
        spec: &Match<'_, G>,
        report: &Report,
        calls: &Observer,
    ) -> CheckReport {
        let wrong = what_is_wrong(report, calls);
        CheckReport {
            bot: name.to_owned(),
            game: G::INFO.id,
            map: spec.map.clone(),
            rules: spec.rules,
            passed: wrong.is_empty(),
            turns: report.turns,
            mean_seconds: report.seconds / report.turns.max(1) as f64,
            longest_seconds: report.longest,
            memory_bytes: report.memory,
            calls: calls.made,
            refusals: calls.refused,
            refusal_reasons: calls.reasons.clone(),
            sandbox: report.sandbox.clone(),
            wrong,
            last_words: report.last_words.clone(),
        }
    }

    fn print(&self, title: &str, out: &mut dyn Write) -> anyhow::Result<()> {
        writeln!(out, "{} plays {title} on {}, {} rules\n", self.bot, self.map, self.rules)?;
        let seconds = |s: f64| time(Duration::from_secs_f64(s));
        let (mean, longest) = (seconds(self.mean_seconds), seconds(self.longest_seconds));
        writeln!(out, "  turns      {}", grouped(self.turns))?;
        writeln!(out, "  time       {mean} a turn, {longest} the longest")?;
        if let Some(bytes) = self.memory_bytes {
            writeln!(out, "  memory     {} at the most", memory(bytes))?;
        }
        writeln!(out, "  calls      {}, {} refused", grouped(self.calls), grouped(self.refusals))?;
        for reason in &self.refusal_reasons {
            writeln!(out, "             - {}", safe_line(reason))?;
        }
        if let Some(sandbox) = &self.sandbox {
            writeln!(out, "  sandbox    {sandbox}")?;
        }
        writeln!(out)?;
        if self.passed {
            writeln!(out, "Nothing is wrong with it.")?;
            return Ok(());
        }
        writeln!(out, "What is wrong:")?;
        for Wrong { sentence, times } in &self.wrong {
            let sentence = safe_text(sentence);
            match times {
                1 => writeln!(out, "  - {sentence}")?,
                _ => writeln!(out, "  - {sentence} ({times} times)")?,
            }
        }
        if let Some(words) = &self.last_words {
            writeln!(out, "\nIts last words:")?;
            for line in last_words(words).lines() {
                writeln!(out, "  | {}", safe_line(line))?;
            }
        }
        Ok(())
    }
}

/// The incidents, and whether the bot made no call at all.
fn what_is_wrong(report: &Report, calls: &Observer) -> Vec<Wrong> {
    let mut wrong: Vec<Wrong> = report
        .incidents
        .iter()
        .map(|incident| Wrong { sentence: incident.sentence.clone(), times: incident.times })
        .collect();
    if report.more_incidents > 0 {
        let more = grouped(report.more_incidents);
        wrong.push(Wrong { sentence: format!("and {more} more of the like"), times: 1 });
    }
    if wrong.is_empty() && calls.made == 0 && calls.turns > 0 {
        let turns = count(calls.turns, "turn");
        let sentence = if calls.paused == calls.turns {
            format!(
                "its energy ran out in each of {turns} before it made a call: is there an endless loop?"
            )
        } else {
            format!(
                "it made no call in {turns}: a bot acts by calls, such as turn.call() in the kits; what \
                 its function returns is ignored"
            )
        };
        wrong.push(Wrong { sentence, times: 1 });
    }
    wrong
}
