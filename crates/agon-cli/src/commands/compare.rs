//! `agon compare`: tests whether a new bot is better than an old one.

use super::runs;
use crate::args::CompareArgs;
use crate::interrupt::STOP;
use crate::report::{grouped, score, table as lay_out, time};
use crate::{Done, usage};
use agon_compete::compare::{ComparePlan, CompareStanding, NEW, OLD, compare};
use agon_compete::{Keep, NamedBot, Run};
use agon_ladder::elo::{difference, wilson};
use agon_ladder::sprt::{Estimate, Model, Sprt, Verdict};
use indicatif::{ProgressBar, ProgressStyle};
use std::io::Write;
use std::path::Path;
use std::time::{Duration, Instant};

pub fn run(args: CompareArgs, out: &mut dyn Write) -> anyhow::Result<Done> {
    let mut stage = runs::stage(&args.game, args.rules, Path::new(""), &args.run)?;
    let plan = plan(&args, stage.info().seats)?;
    for map in &plan.maps {
        stage.check_map(map, plan.seed, plan.seats).map_err(usage)?;
    }
    let bots = [("new", &args.new), ("old", &args.old)].map(|(role, word)| {
        let name = agon_compete::short_name(word);
        (Some(if args.new == args.old { format!("{name}-{role}") } else { name }), word.clone())
    });
    let entrants = NamedBot::enter_all(&mut *stage, &bots);
    if let Some(reason) = entrants.iter().find_map(|named| named.bot.as_ref().err()) {
        return Err(usage(reason.to_string()));
    }
    let asked = serde_json::json!({ "new": args.new, "old": args.old, "plan": plan });
    let name = runs::run_name("compare", &args.game, &asked);
    let folder = runs::folder(&args.run, &name)?;
    let options = runs::options(&args.run, &folder, Keep::Faults)?;
    let mut run =
        Run::open(&mut *stage, entrants, "compare", asked, &options).map_err(runs::fault)?;
    let before = run.journal.contents().games.len();
    let live = Live::new(args.json);
    let end = compare(&mut run, &plan, &mut |standing| live.show(&plan, standing));
    live.bar.finish_and_clear();
    let end = end.map_err(runs::fault)?;
    if args.json {
        let bots = [NEW, OLD].map(|place| run.entrants[place].name.clone());
        let line = serde_json::json!({ "bots": bots, "plan": plan, "result": end });
        writeln!(out, "{line}")?;
    } else {
        report(&run, &plan, &end, before, out)?;
        writeln!(out, "\nJournal: {}", folder.join("journal.jsonl").display())?;
    }
    Ok(match end.verdict {
        Verdict::Accepted => Done::Well,
        Verdict::Rejected => Done::Badly,
        Verdict::Undecided if STOP.is_asked() => Done::Interrupted,
        Verdict::Undecided => Done::Undecided,
    })
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
        return Err(usage(format!("{} has {low} to {high} seats, not {seats}", args.game)));
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
    last: std::cell::Cell<Instant>,
    quiet: bool,
}

impl Live {
    fn new(quiet: bool) -> Live {
        let style = ProgressStyle::with_template("{spinner} {msg}").expect("the template is valid");
        let bar = ProgressBar::new_spinner().with_style(style);
        Live { bar, last: std::cell::Cell::new(Instant::now()), quiet }
    }

    fn show(&self, plan: &ComparePlan, standing: &CompareStanding) {
        let line = line(plan, standing);
        if !self.bar.is_hidden() {
            self.bar.set_message(line);
            self.bar.tick();
        } else if !self.quiet && self.last.get().elapsed() > Duration::from_secs(10) {
            self.last.set(Instant::now());
            eprintln!("{line}");
        }
    }
}

fn line(plan: &ComparePlan, standing: &CompareStanding) -> String {
    let CompareStanding { won, drawn, lost, estimate, llr, bounds, .. } = standing;
    let left = standing.seconds_left.map_or(String::new(), |seconds| {
        format!(", about {} left", time(Duration::from_secs_f64(seconds.clamp(0.0, 1e8))))
    });
    let unit = if plan.seats == 2 { "pairs" } else { "blocks" };
    format!(
        "{} {unit}  +{won} ={drawn} -{lost}  Elo {:+.0} +- {:.0}  LOS {:.1} %  LLR {llr:+.2} \
         ({:+.2} .. {:+.2})  {:.1} games/s{left}",
        standing.units,
        estimate.elo,
        estimate.error,
        100.0 * estimate.superiority,
        bounds.0,
        bounds.1,
        standing.per_second
    )
}

fn report(
    run: &Run<'_>,
    plan: &ComparePlan,
    end: &CompareStanding,
    before: usize,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    let [new, old] = [NEW, OLD].map(|place| &run.entrants[place].name);
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
        ["Elo".to_owned(), elo_text(end)],
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
        let text = format!("{:.1} % of {games} games", 100.0 * score / *games as f64);
        rows.push([format!("on {map}"), text]);
    }
    for (side, name) in [new, old].into_iter().enumerate() {
        if let Some(fault) = &end.first_faults[side] {
            let text = format!("in {} games; first: {fault}", end.faults[side]);
            rows.push([format!("{name} failed"), text]);
        }
    }
    for [key, value] in &rows {
        writeln!(out, "  {key:17}{value}")?;
    }
    if end.repeats > 0 {
        writeln!(
            out,
            "\n{} of the {unit} repeated an earlier one exactly and were not counted: the bots and \
             these maps are deterministic. Use more maps, for example --map random.",
            end.repeats
        )?;
    }
    if end.verdict == Verdict::Undecided && !end.exhausted && !STOP.is_asked() {
        writeln!(out, "\nThe test reached the maximum number of {unit}; raise it with --max.")?;
    }
    if before > 0 {
        writeln!(out, "\n{before} games were already in the journal.")?;
    }
    print_void_games(run, out)
}

/// Elo with its error bar; an interval if all units scored the same.
fn elo_text(end: &CompareStanding) -> String {
    let Estimate { score, elo, error, .. } = end.estimate;
    if error > 0.0 {
        return format!("{elo:+.1} +- {error:.1}");
    }
    let units: u64 = end.classes.iter().map(|(_, count)| count).sum();
    let (low, high) = wilson(score * units as f64, units as f64);
    match (low <= 0.0, high >= 1.0) {
        (false, true) => format!("at least {:+.0}", difference(low)),
        (true, false) => format!("at most {:+.0}", difference(high)),
        _ => format!("between {:+.0} and {:+.0}", difference(low), difference(high)),
    }
}

/// Lists the games that were voided by infrastructure failures and played again.
pub fn print_void_games(run: &Run<'_>, out: &mut dyn Write) -> anyhow::Result<()> {
    let voids = &run.journal.contents().voids;
    if voids.is_empty() {
        return Ok(());
    }
    writeln!(out, "\nPlayed again after infrastructure failures:")?;
    let rows: Vec<Vec<String>> =
        voids.iter().map(|(game, why)| vec![format!("{game}: {why}")]).collect();
    write!(out, "{}", lay_out(&rows))?;
    Ok(())
}
