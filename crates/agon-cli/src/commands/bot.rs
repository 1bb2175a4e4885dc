//! `agon bot check`: a short match and a report about one bot in it.

use super::regulations::Regulate;
use crate::args::{BotAction, BotCommandArgs};
use crate::bots::{BotArgs, one_player};
use crate::files::{MapSource, with_game};
use crate::report::{grouped, last_words, size, time};
use crate::{Done, usage};
use agon_bots::GameApis;
use agon_core::{Actor, Contest, End, Profile, Scribe, safe_line, safe_text};
use agon_games::{GAMES, Visitor};
use agon_runner::{Incident, Match, Report, try_out};
use std::io::Write;
use std::time::Duration;

pub fn run(args: BotCommandArgs, out: &mut dyn Write) -> anyhow::Result<Done> {
    let BotAction::Check { bot, game, rules, against, rounds, regulations, allow, run } =
        args.action;
    let known: Vec<&str> = GAMES.iter().map(|info| info.id).collect();
    let apis: Vec<GameApis> = known.iter().filter_map(|id| agon_games::visit(id, Apis)).collect();
    let game = match game {
        Some(game) => game,
        None => agon_bots::game_of(&bot, &apis).map(str::to_owned).ok_or_else(|| {
            let known = known.join(", ");
            usage(format!(
                "cannot tell which game {bot} plays: name it with --game, one of {known}"
            ))
        })?,
    };
    if regulations {
        return with_game(&game, Regulate { bot: &bot, allow: &allow, run: &run, out })?;
    }
    with_game(&game, Check { bot, rules, against, rounds, run, out })?
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
    run: BotArgs,
    out: &'a mut dyn Write,
}

impl Visitor for Check<'_> {
    type Out = anyhow::Result<Done>;

    fn visit<G: Contest>(self) -> anyhow::Result<Done> {
        let against = self.against.unwrap_or_else(|| "builtin:nothing".into());
        let options = self.run.options_beside(&[self.bot.clone(), against.clone()]);
        let player = one_player::<G>(&self.bot, &options)?;
        let other = one_player::<G>(&against, &options)?;
        let seats = G::INFO.seats.0;
        let named = MapSource::<G>::find(None)?.map(1)?;
        let mut players = vec![&other; seats];
        players[0] = &player;
        let spec = Match {
            setup: G::new_setup(named.map, self.rules, seats)?,
            map: named.name,
            rules: self.rules,
            seed: 1,
            players,
            tournament: false,
            engine: super::play::ENGINE,
            date: None,
        };
        let mut calls = Calls::default();
        let ending = try_out(&spec, self.rounds, &mut calls, &mut |_| {})?;
        tell(&player.name, &spec, &ending.reports[0], &calls, self.out)
    }
}

/// Counts the calls of the bot on the first seat.
#[derive(Default)]
struct Calls {
    made: u64,
    refused: u64,
    /// The first three reasons for refusals.
    reasons: Vec<String>,
}

impl<G: Contest> Scribe<G> for Calls {
    fn call(&mut self, game: &G, actor: Actor, _: &G::Call, reply: &G::Reply) {
        if game.seat(actor).0 != 0 {
            return;
        }
        self.made += 1;
        if let Some(why) = G::refusal(reply) {
            self.refused += 1;
            if self.reasons.len() < 3 && !self.reasons.contains(&why) {
                self.reasons.push(why);
            }
        }
    }

    fn end(&mut self, _: &G, _: Actor, _: &End) {}
}

fn tell<G: Contest>(
    name: &str,
    spec: &Match<'_, G>,
    report: &Report,
    calls: &Calls,
    out: &mut dyn Write,
) -> anyhow::Result<Done> {
    writeln!(out, "{name} plays {} on {}, {} rules\n", G::INFO.title, spec.map, spec.rules)?;
    let mean = report.seconds / report.turns.max(1) as f64;
    let seconds = |s: f64| time(Duration::from_secs_f64(s));
    writeln!(out, "  turns      {}", grouped(report.turns))?;
    writeln!(
        out,
        "  time       {} a turn, {} the longest",
        seconds(mean),
        seconds(report.longest)
    )?;
    if let Some(bytes) = report.memory {
        writeln!(out, "  memory     {} at the most", size(bytes as usize))?;
    }
    writeln!(out, "  calls      {}, {} refused", grouped(calls.made), grouped(calls.refused))?;
    for reason in &calls.reasons {
        writeln!(out, "             - {}", safe_line(reason))?;
    }
    if let Some(sandbox) = &report.sandbox {
        writeln!(out, "  sandbox    {sandbox}")?;
    }
    writeln!(out)?;
    if report.incidents.is_empty() {
        writeln!(out, "Nothing is wrong with it.")?;
        return Ok(Done::Well);
    }
    writeln!(out, "What is wrong:")?;
    for (incident, times) in different_incidents(&report.incidents) {
        let sentence = safe_text(&incident.sentence);
        match times {
            1 => writeln!(out, "  - {sentence}")?,
            _ => writeln!(out, "  - {sentence} (and the same {} more times)", times - 1)?,
        }
    }
    if report.more_incidents > 0 {
        writeln!(out, "  - and {} more of the like", grouped(report.more_incidents))?;
    }
    if let Some(words) = &report.last_words {
        writeln!(out, "\nIts last words:")?;
        for line in last_words(words).lines() {
            writeln!(out, "  | {}", safe_line(line))?;
        }
    }
    Ok(Done::Badly)
}

/// The incidents without those that differ from an earlier one in their round only, each with its number.
fn different_incidents(incidents: &[Incident]) -> Vec<(&Incident, usize)> {
    let story = |incident: &Incident| {
        incident.sentence.replace(&format!("round {}", incident.round), "round")
    };
    let mut different: Vec<(&Incident, usize)> = Vec::new();
    for incident in incidents {
        let same = |(other, _): &&mut (&Incident, usize)| {
            other.kind == incident.kind && story(other) == story(incident)
        };
        match different.iter_mut().find(same) {
            Some((_, times)) => *times += 1,
            None => different.push((incident, 1)),
        }
    }
    different
}
