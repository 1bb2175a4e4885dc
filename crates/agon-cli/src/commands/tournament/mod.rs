//! `agon tournament`: plays a tournament, previews its first round, explains its pairings.

mod export;
pub mod paper;
mod print;

pub use export::line as csv_line;

use super::runs;
use crate::args::{Paper, TournamentArgs};
use crate::files;
use crate::interrupt::STOP;
use crate::{Done, usage};
use agon_compete::tournament::{
    Advance, Correction, EntrantPlan, EntrantRound, Forfeit, Plan, Reinstatement, Rename, Rerun,
    explain_pairing, preview, report,
};
use agon_compete::{History, Plan as RunPlan};
use agon_core::Occasion;
use agon_runs::{Keep, Run, Stage, enter_tournament, read_journal};
use anyhow::Context;
use std::io::Write;
use std::path::{Path, PathBuf};

pub fn run(args: TournamentArgs, out: &mut dyn Write) -> anyhow::Result<Done> {
    if let Some(what) = args.print {
        return print_paper(&args, what, out);
    }
    let base = args.file.as_deref().map_or(PathBuf::new(), runs::folder_of);
    let mut plan = read_plan(&args)?;
    let mut settings = args.conduct.over(plan.conduct(), &args.run.bot);
    let occasion = Some((Occasion::Tournament, settings.clone()));
    let mut stage = runs::stage(&plan.game, plan.rules, &base, &args.run, occasion)?;
    let conduct = settings.conduct(stage.regulations(), Occasion::Tournament);
    (settings.regulations, settings.clock) = (Some(conduct.regulations), Some(conduct.clock));
    plan.set_conduct(settings);
    plan.table.get_or_insert(stage.info().seats.1);
    if let Some(fault) = plan.fault(stage.info().seats) {
        return Err(usage(fault));
    }
    let name = match &args.file {
        Some(file) => files::stem(file),
        None => runs::run_name("tournament", &plan.game, &plan.fixed()),
    };
    if let Some(question) = &args.why {
        let folder = args.run.out.clone().unwrap_or_else(|| Path::new("runs").join(name));
        return explain(&read_journal(&folder)?, &plan, question, out);
    }
    check_maps(&plan, &*stage)?;
    let earlier = plan.seed_from.as_ref().map(|from| read_earlier(from, &base)).transpose()?;
    let info = stage.info();
    let folder = if args.dry_run {
        // A folder that does not exist: the preview is that of a new run, and writes nothing.
        PathBuf::from(".agon-dry-run").join(&name)
    } else {
        runs::folder(&args.run, &name)?
    };
    let options = runs::options(&args.run, &folder, Keep::All)?;
    let opened = Run::open(&mut *stage, "tournament", plan.fixed(), &options);
    let mut run = opened.map_err(runs::fault)?;
    enter_tournament(&mut run, &plan, earlier.as_ref()).map_err(runs::fault)?;
    if args.dry_run {
        print::preview(&plan, run.history(), &preview(&plan, run.history()), info, out)?;
        return Ok(Done::Well);
    }
    run.tournament = true;
    let mut reporter = print::Reporter::new(&plan, run.history(), args.explain, args.json, out);
    reporter.begin(run.history(), info)?;
    let all = RunPlan::Tournament(Box::new(plan.clone()));
    let played = run.play(&all, &mut |history, _| reporter.game(history));
    played.map_err(runs::fault)?;
    reporter.rounds(run.history());
    reporter.end()?;
    let report = report(&plan, run.history());
    export::write(&folder, &plan, run.history(), &report)?;
    if args.json {
        writeln!(out, "{}", serde_json::to_string(&report)?)?;
    } else {
        print::end(&report, out)?;
        runs::print_incidents(run.history(), out)?;
        writeln!(out, "\nAll files: {}", folder.display())?;
    }
    Ok(if report.finished { Done::Well } else { stopped() })
}

/// Prints a paper of a run as its journal tells it.
fn print_paper(args: &TournamentArgs, what: Paper, out: &mut dyn Write) -> anyhow::Result<Done> {
    let folder = match (&args.run.out, &args.file) {
        (Some(folder), _) => folder.clone(),
        (None, Some(file)) => Path::new("runs").join(files::stem(file)),
        (None, None) => {
            return Err(usage(
                "name the folder of the tournament with --out, or give its TOML file",
            ));
        }
    };
    let history = read_journal(&folder)?;
    let begin = history.begin().filter(|begin| begin.kind == "tournament");
    let plan = begin.and_then(|begin| serde_json::from_value::<Plan>(begin.plan.clone()).ok());
    let Some(plan) = plan else {
        return Err(usage(format!("{} is not the folder of a tournament", folder.display())));
    };
    let title = if plan.name.is_empty() { plan.format.title() } else { &plan.name };
    let number = args.print_number;
    write!(out, "{}", paper::paper(title, &plan, &history, (what, number), args.html)?)?;
    Ok(Done::Well)
}

fn stopped() -> Done {
    if STOP.is_asked() { Done::Interrupted } else { Done::Badly }
}

/// The plan of the file, if there is one, overridden by the flags.
fn read_plan(args: &TournamentArgs) -> anyhow::Result<Plan> {
    let mut plan = match (&args.file, &args.game, args.format) {
        (Some(file), ..) => {
            let text = runs::read_text(file)?;
            Plan::parse(&text).map_err(|why| usage(format!("{}: {why}", file.display())))?
        }
        (None, Some(game), Some(format)) => Plan::new(game, format, Vec::new()),
        _ => {
            return Err(usage("give the TOML file of a tournament, or --game, --format and --bot"));
        }
    };
    if let Some(game) = &args.game {
        plan.game.clone_from(game);
    }
    plan.format = args.format.unwrap_or(plan.format);
    plan.rules = args.rules.unwrap_or(plan.rules);
    plan.seed = args.seed.unwrap_or(plan.seed);
    plan.games = args.games.or(plan.games);
    plan.rounds = args.rounds.or(plan.rounds);
    plan.seed_from = args.seed_from.clone().or(plan.seed_from);
    if !args.bot.is_empty() {
        let entry = |word: &String| {
            let (name, bot) = runs::parse_entrant(word);
            EntrantPlan::Entry { name, bot, team: None, rating: None, joins: None }
        };
        plan.bots = args.bot.iter().map(entry).collect();
    }
    if !args.map.is_empty() {
        plan.maps.clone_from(&args.map);
    }
    add_rulings(&mut plan, args)?;
    if plan.bots.is_empty() {
        return Err(usage("the tournament has no entrants; add bots with --bot or in the file"));
    }
    Ok(plan)
}

/// Adds the rulings of the command line to those of the file.
fn add_rulings(plan: &mut Plan, args: &TournamentArgs) -> anyhow::Result<()> {
    let why = args.because.clone().unwrap_or_default();
    for (words, list) in [
        (&args.absent, &mut plan.absent),
        (&args.withdraw, &mut plan.withdraw),
        (&args.disqualify, &mut plan.disqualify),
    ] {
        for word in words {
            list.push(entrant_round(word, &why)?);
        }
    }
    for word in &args.correct {
        let found = word.split_once('=').and_then(|(game, ranks)| {
            let ranks = ranks.split(',').map(|rank| rank.trim().parse::<u8>().ok());
            Some((game.to_owned(), ranks.collect::<Option<Vec<u8>>>()?))
        });
        let Some((game, ranks)) = found else {
            return Err(usage(format!("`{word}` is not GAME=RANKS, such as r1.p2.g1=2,1")));
        };
        plan.correct.push(Correction { game, ranks, why: why.clone() });
    }
    if !args.rerun.is_empty() {
        plan.rerun.push(Rerun { games: args.rerun.clone(), why: why.clone() });
    }
    for word in &args.rename {
        let (name, to) = pair(word, "OLD=NEW", "alpha=beta")?;
        plan.rename.push(Rename { name, to, why: why.clone() });
    }
    for word in &args.forfeit {
        let (game, name) = pair(word, "GAME=NAME", "r1.p2.g1=alpha")?;
        plan.forfeit.push(Forfeit { game, name, why: why.clone() });
    }
    for word in &args.advance {
        let (meeting, name) = pair(word, "MATCH=NAME", "r1.n2=alpha")?;
        plan.advance.push(Advance { meeting, name, why: why.clone() });
    }
    for name in args.reinstate.iter().cloned() {
        plan.reinstate.push(Reinstatement { name, why: why.clone() });
    }
    plan.organiser = args.by.clone().or(plan.organiser.take());
    Ok(())
}

/// The two sides of a flag's value.
fn pair(word: &str, form: &str, example: &str) -> anyhow::Result<(String, String)> {
    let sides = word.split_once('=').map(|(left, right)| (left.to_owned(), right.to_owned()));
    sides.ok_or_else(|| usage(format!("`{word}` is not {form}, such as {example}")))
}

fn entrant_round(word: &str, why: &str) -> anyhow::Result<EntrantRound> {
    let found = word.rsplit_once('@').and_then(|(name, round)| {
        let (name, why) = (name.to_owned(), why.to_owned());
        Some(EntrantRound { name, round: round.parse().ok()?, why })
    });
    found.ok_or_else(|| usage(format!("`{word}` is not NAME@ROUND, such as alpha@3")))
}

/// Checks all maps before the first game.
fn check_maps(plan: &Plan, stage: &dyn Stage) -> anyhow::Result<()> {
    use agon_compete::tournament::Format;
    let seats = if plan.format == Format::Pods { plan.table_size() } else { 2 };
    for map in if plan.maps.is_empty() { vec![String::new()] } else { plan.maps.clone() } {
        stage.check_map(&map, plan.seed, seats).map_err(usage)?;
    }
    Ok(())
}

/// The journal of an earlier run; the path is relative to the working directory or to the file's folder.
fn read_earlier(from: &str, base: &Path) -> anyhow::Result<History> {
    let here = Path::new(from);
    let folder = if here.exists() { here.to_owned() } else { base.join(from) };
    read_journal(&folder).with_context(|| {
        format!("cannot read the run that seeds this tournament from {from}; has it been played?")
    })
}

/// Explains why two entrants did or did not meet.
fn explain(
    history: &History,
    plan: &Plan,
    question: &str,
    out: &mut dyn Write,
) -> anyhow::Result<Done> {
    let parts: Vec<&str> = question.split(':').collect();
    let (round, a, b) = match parts.as_slice() {
        [round, a, b] => (round.parse::<u32>().ok().filter(|r| *r > 0), a, b),
        _ => (None, &"", &""),
    };
    let Some(round) = round else {
        return Err(usage(format!("`{question}` is not ROUND:NAME:NAME, such as 2:alpha:beta")));
    };
    let (alternative, lines) = explain_pairing(plan, history, round, (a, b)).map_err(usage)?;
    writeln!(out, "Round {round}: {}.\n", alternative.sentence)?;
    for line in lines {
        writeln!(out, "  {line}")?;
    }
    Ok(Done::Well)
}
