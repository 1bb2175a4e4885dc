//! `agon compare`: tests whether a new bot is better than an old one.

use super::runs;
use crate::args::CompareArgs;
use crate::interrupt::STOP;
use crate::report::{count, grouped, score, time, wrong_seats};
use crate::{Done, usage};
use agon_compete::compare::{ComparePlan, CompareStanding, NEW, OLD};
use agon_compete::{History, Plan, Report};
use agon_ladder::sprt::{Estimate, Model, Sprt, Verdict};
use agon_runs::{Candidate, FILE_NAME, Keep, Run, load_all};
use indicatif::{ProgressBar, ProgressStyle};
use std::io::Write;
use std::path::Path;
use std::time::{Duration, Instant};

pub fn run(args: CompareArgs, out: &mut dyn Write) -> anyhow::Result<Done> {
    let mut stage = runs::stage(&args.game, args.rules, Path::new(""), &args.run, None)?;
    let plan = plan(&args, stage.info().seats)?;
    for map in &plan.maps {
        stage.check_map(map, plan.seed, plan.seats).map_err(usage)?;
    }
    let bots = [("new", &args.new), ("old", &args.old)].map(|(role, word)| {
        let name = agon_compete::short_name(word);
        if args.new == args.old { format!("{name}-{role}") } else { name }
    });
    let words = [args.new.clone(), args.old.clone()];
    let mut loaded = Vec::new();
    for bot in load_all(&mut *stage, &words) {
        loaded.push(bot.map_err(|reason| usage(reason.to_string()))?);
    }
    let asked = serde_json::json!({ "new": args.new, "old": args.old, "plan": plan });
    let name = runs::run_name("compare", &args.game, &asked);
    let folder = runs::folder(&args.run, &name)?;
    let options = runs::options(&args.run, &folder, Keep::Faults)?;
    let mut run = Run::open(&mut *stage, "compare", asked, &options).map_err(runs::fault)?;
    for ((name, word), bot) in bots.iter().zip(&words).zip(loaded) {
        run.enter(Candidate::new(name, word, bot)).map_err(runs::fault)?;
    }
    let before = run.history().ended_games();
    let live = Live::new(args.json);
    let all = Plan::Compare(plan.clone());
    let played = run.play(&all, &mut |history, _| {
        live.show(&plan, &standing(&all, history), history.ended_games() - before);
    });
    live.bar.finish_and_clear();
    played.map_err(runs::fault)?;
    let end = standing(&all, run.history());
    if args.json {
        let bots = [NEW, OLD].map(|bot| run.history().name(bot));
        let line = serde_json::json!({ "bots": bots, "plan": plan, "result": end });
        writeln!(out, "{line}")?;
    } else {
        report(run.history(), &plan, &end, before, out)?;
        writeln!(out, "\nJournal: {}", folder.join(FILE_NAME).display())?;
    }
    Ok(match end.verdict {
        Verdict::Accepted => Done::Well,
        Verdict::Rejected => Done::Badly,
        Verdict::Undecided if STOP.is_asked() => Done::Interrupted,
        Verdict::Undecided => Done::Undecided,
    })
}

fn standing(plan: &Plan, history: &History) -> CompareStanding {
    match agon_compete::report(plan, history) {
        Report::Compare(standing) => *standing,
        _ => unreachable!("the report of a comparison is a comparison's"),
    }
}

fn plan(args: &CompareArgs, (low, high): (usize, usize)) -> anyhow::Result<ComparePlan> {
    let model = match args.model.as_str() {
        "normalized" => Model::Normalized,
        "logistic" => Model::Logistic,
        other => {
            return Err(usage(format!("unknown model `{other}`; choose normalized or logistic")));
        }
    };
    let CompareArgs { elo0, elo1, alpha, beta, .. } = *args;
    let test = Sprt { model, elo0, elo1, alpha, beta };
    if let Some(fault) = test.fault() {
        return Err(usage(fault));
    }
    let seats = args.seats.unwrap_or(high);
    if !(low.max(2)..=high).contains(&seats) {
        return Err(usage(wrong_seats(&args.game, (low, high), seats)));
    }
    if args.max == 0 {
        return Err(usage("--max must be at least 1"));
    }
    let maps = if args.map.is_empty() { vec!["random".to_owned()] } else { args.map.clone() };
    Ok(ComparePlan { test, most_units: args.max, maps, seed: args.seed, seats })
}

/// Progress line: redrawn in a terminal, printed every 10 seconds elsewhere.
struct Live {
    bar: ProgressBar,
    start: Instant,
    last: std::cell::Cell<Instant>,
    quiet: bool,
}

impl Live {
    fn new(quiet: bool) -> Live {
        let style = ProgressStyle::with_template("{spinner} {msg}").expect("the template is valid");
        let bar = ProgressBar::new_spinner().with_style(style);
        let start = Instant::now();
        Live { bar, start, last: std::cell::Cell::new(start), quiet }
    }

    /// Shows the standing after `played` games of this session.
    fn show(&self, plan: &ComparePlan, standing: &CompareStanding, played: usize) {
        let per_second = played as f64 / self.start.elapsed().as_secs_f64().max(1e-6);
        let line = line(plan, standing, per_second);
        if !self.bar.is_hidden() {
            self.bar.set_message(line);
            self.bar.tick();
        } else if !self.quiet && self.last.get().elapsed() > Duration::from_secs(10) {
            self.last.set(Instant::now());
            eprintln!("{line}");
        }
    }
}

fn line(plan: &ComparePlan, standing: &CompareStanding, per_second: f64) -> String {
    let CompareStanding { won, drawn, lost, estimate, llr, bounds, .. } = standing;
    let seconds_left = standing.games_left.map(|games| games as f64 / per_second);
    let left = seconds_left.map_or(String::new(), |seconds| {
        format!(", about {} left", time(Duration::from_secs_f64(seconds.clamp(0.0, 1e8))))
    });
    let unit = if plan.seats == 2 { "pairs" } else { "blocks" };
    format!(
        "{} {unit}  +{won} ={drawn} -{lost}  Elo {}  LOS {:.1} %  LLR {llr:+.2} \
         ({:+.2} .. {:+.2})  {per_second:.1} games/s{left}",
        standing.units,
        elo_text(estimate),
        100.0 * estimate.superiority,
        bounds.0,
        bounds.1,
    )
}

fn report(
    history: &History,
    plan: &ComparePlan,
    end: &CompareStanding,
    before: usize,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    let [new, old] = [NEW, OLD].map(|bot| history.name(bot));
    let Sprt { elo0, elo1, alpha, beta, .. } = plan.test;
    let verdict = match end.verdict {
        Verdict::Accepted => format!("{new} is better than {old}."),
        Verdict::Rejected => format!("{new} is not better than {old}."),
        Verdict::Undecided => format!("Undecided whether {new} is better than {old}."),
    };
    writeln!(out, "{verdict}\n")?;
    let unit = if plan.seats == 2 { "pairs" } else { "blocks" };
    let games = format!(
        "{} in {} {unit} ({} won, {} drawn, {} lost)",
        grouped(end.games),
        grouped(end.units),
        end.won,
        end.drawn,
        end.lost
    );
    let mut rows = vec![
        ["games".to_owned(), games],
        ["score".to_owned(), format!("{:.1} %", 100.0 * end.estimate.score)],
        ["Elo".to_owned(), elo_text(&end.estimate)],
        ["superiority".to_owned(), format!("{:.1} %", 100.0 * end.estimate.superiority)],
        [
            "test".to_owned(),
            format!(
                "elo0 {elo0}, elo1 {elo1}, alpha {alpha}, beta {beta}: LLR {:+.2} ({:+.2} .. {:+.2})",
                end.llr, end.bounds.0, end.bounds.1
            ),
        ],
    ];
    if plan.seats == 2 {
        let classes =
            end.classes.iter().map(|(share, count)| format!("{count} x {}", score(2.0 * share)));
        let classes: Vec<String> = classes.collect();
        rows.push(["points of pairs".to_owned(), classes.join(", ")]);
    }
    for (map, (score, games)) in end.maps.iter().filter(|_| end.maps.len() > 1) {
        let share = 100.0 * score / *games as f64;
        let text = format!("{share:.1} % of {}", count(*games, "game"));
        rows.push([format!("on {map}"), text]);
    }
    for (side, name) in [&new, &old].into_iter().enumerate() {
        if let Some(fault) = &end.first_faults[side] {
            let text = format!("in {}; first: {fault}", count(end.faults[side], "game"));
            rows.push([format!("{name} failed"), text]);
        }
    }
    for [key, value] in &rows {
        writeln!(out, "  {key:17}{value}")?;
    }
    if end.repeats > 0 {
        let verb = if end.repeats == 1 { "was" } else { "were" };
        writeln!(
            out,
            "\n{} of the {unit} repeated an earlier one exactly and {verb} not counted: the bots and \
             these maps are deterministic. Use more maps, for example --map random.",
            grouped(end.repeats)
        )?;
    }
    if end.verdict == Verdict::Undecided && !end.exhausted && !STOP.is_asked() {
        writeln!(out, "\nThe test reached the maximum number of {unit}; raise it with --max.")?;
    }
    if before > 0 {
        let verb = if before == 1 { "was" } else { "were" };
        writeln!(out, "\n{} {verb} already in the journal.", count(before as u64, "game"))?;
    }
    if end.unplayed > 0 {
        writeln!(
            out,
            "\n{} of the {unit} were left out: their games could not be played.",
            end.unplayed
        )?;
    }
    runs::print_incidents(history, out)
}

/// Elo with its error bar; a bound if all units scored the same.
fn elo_text(estimate: &Estimate) -> String {
    match *estimate {
        Estimate { elo: Some(elo), error: Some(error), .. } => format!("{elo:+.1} +- {error:.1}"),
        Estimate { at_least: Some(low), at_most: Some(high), .. } => {
            format!("between {low:+.0} and {high:+.0}")
        }
        Estimate { at_least: Some(low), .. } => format!("at least {low:+.0}"),
        Estimate { at_most: Some(high), .. } => format!("at most {high:+.0}"),
        _ => "unknown".to_owned(),
    }
}
