//! The report of a run: standings, cross table, rounds, and every game with its replay.

use agon_compete::table::{Filter, Share, tabulate};
use agon_compete::tournament::{self, Format, RoundReport};
use agon_compete::{Begin, Game, History, Plan, Report, report as report_of};
use agon_core::safe_line;
use agon_games::GAMES;
use agon_runs::read_journal;
use serde::Serialize;
use std::path::Path;

/// Larger cross tables are not shown: a page cannot show that many columns.
const MAX_CROSS: usize = 60;

/// A run as the page shows it.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct RunReport {
    id: String,
    folder: String,
    /// `compare`, `league`, `tournament` or `grade`.
    kind: String,
    /// The format of a tournament.
    format: Option<Format>,
    game: String,
    title: String,
    rules: String,
    date: String,
    /// Whether all games are played; none for a league, which has no end.
    finished: Option<bool>,
    /// The order of the tournament or of the grading; none for leagues and comparisons.
    standings: Option<Standings>,
    ratings: Standings,
    cross: Option<Cross>,
    rounds: Vec<RoundReport>,
    /// Whether the rounds are those of a bracket.
    bracket: bool,
    games: Vec<RunGame>,
    /// Sentences about the run: rulings, games without a result, bots that do not play.
    notes: Vec<String>,
}

/// A table with places.
#[derive(Clone, Debug, Serialize)]
struct Standings {
    /// Headings after place and name.
    columns: Vec<String>,
    /// Place, name, values.
    rows: Vec<(String, String, Vec<String>)>,
}

/// The score of every bot against every other.
#[derive(Clone, Debug, Serialize)]
struct Cross {
    names: Vec<String>,
    cells: Vec<Vec<Share>>,
}

/// A drawn game.
#[derive(Clone, Debug, Serialize)]
struct RunGame {
    key: String,
    /// The entrants by seat.
    seats: Vec<String>,
    map: String,
    seed: u64,
    /// The ranks that count; none while the game is open, and if it has no result.
    ranks: Option<Vec<u8>>,
    scores: Vec<f64>,
    rounds: Option<u32>,
    /// The reason of the result, or why there is none.
    reason: Option<String>,
    /// First fault of each bot.
    faults: Vec<Option<String>>,
    /// The content address of its replay, if it was kept.
    film: Option<String>,
}

/// The name of a game.
pub(super) fn title(game: &str) -> String {
    let info = GAMES.iter().find(|info| info.id == game);
    info.map_or_else(|| safe_line(game).into_owned(), |info| info.title.to_owned())
}

/// Reads the journal of a run. `address` gives the content address of a replay file.
pub(super) fn report(
    folder: &Path,
    id: &str,
    address: &dyn Fn(&Path) -> Option<String>,
) -> Result<RunReport, String> {
    let history = read_journal(folder).map_err(|fault| fault.to_string())?;
    let Some(begin) = history.begin().cloned() else {
        return Err(format!("{} is empty", folder.display()));
    };
    let games = history.games().iter().map(|game| run_game(&history, game, folder, address));
    let mut report = RunReport {
        id: id.to_owned(),
        folder: super::shown(folder),
        kind: begin.kind.clone(),
        format: None,
        game: begin.game.clone(),
        title: title(&begin.game),
        rules: begin.rules.word().to_owned(),
        date: begin.date.clone(),
        finished: None,
        standings: None,
        ratings: ratings(&history),
        cross: cross(&history),
        rounds: Vec::new(),
        bracket: false,
        games: games.collect(),
        notes: history.ruling_sentences(),
    };
    report.notes.extend(history.remark_sentences());
    match plan(&begin) {
        Some(plan) => describe(&mut report, &plan, &history),
        None => {
            let inactive = agon_compete::league::league_report(&history).aside;
            let sentence = |bot: agon_compete::InactiveBot| format!("{} {}", bot.name, bot.why);
            report.notes.extend(inactive.into_iter().map(sentence));
        }
    }
    Ok(report)
}

/// The plan of a run, if its journal contains all of it. The journal of a league has no plan, because maps
/// and bots of a league may change.
fn plan(begin: &Begin) -> Option<Plan> {
    let plan = begin.plan.clone();
    match begin.kind.as_str() {
        "tournament" => Some(Plan::Tournament(Box::new(serde_json::from_value(plan).ok()?))),
        "compare" => {
            let plan = plan.get("plan").cloned().unwrap_or_default();
            Some(Plan::Compare(serde_json::from_value(plan).ok()?))
        }
        "grade" => Some(Plan::Grade(serde_json::from_value(plan).ok()?)),
        _ => None,
    }
}

/// Adds what the plan of a run says.
fn describe(report: &mut RunReport, plan: &Plan, history: &History) {
    let next = agon_compete::next(plan, history);
    report.finished = Some(next.finished);
    match report_of(plan, history) {
        Report::Tournament(found) => describe_tournament(report, *found),
        Report::Grade(marks) => {
            let row = |marks: &agon_compete::grade::Marks| {
                let points = format!("{} of {}", number(marks.points), number(marks.most));
                (String::new(), marks.name.clone(), vec![points, marks.faults.to_string()])
            };
            report.standings = Some(Standings {
                columns: vec!["points".into(), "games with faults".into()],
                rows: marks.iter().map(row).collect(),
            });
        }
        Report::Compare(_) | Report::League(_) => {}
    }
}

fn describe_tournament(report: &mut RunReport, found: tournament::Report) {
    let row = |place: &tournament::Place| {
        let rank = place.rank.map_or_else(|| "-".to_owned(), |rank| rank.to_string());
        (rank, place.name.clone(), place.values.iter().copied().map(number).collect())
    };
    report.format = Some(found.format);
    report.bracket = matches!(found.format, Format::Single | Format::Double);
    report.standings =
        Some(Standings { rows: found.standings.iter().map(row).collect(), columns: found.columns });
    report.rounds = found.rounds;
    report.notes.splice(0..0, found.notes);
    let rejected = found.rejected.iter();
    report.notes.extend(rejected.map(|bot| format!("{} cannot play: {}", bot.name, bot.why)));
}

fn number(value: f64) -> String {
    let text = format!("{value:.2}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// The ratings of all entrants.
fn ratings(history: &History) -> Standings {
    let table = tabulate(history, &Filter::default());
    let columns = ["Elo", "\u{b1}", "games", "won", "shared", "lost", "mean rank", "failed"];
    let rows = table.lines.iter().map(|line| {
        let (best, worst) = line.places;
        let place = if best == worst { best.to_string() } else { format!("{best}-{worst}") };
        let values = vec![
            format!("{:.0}", line.elo),
            format!("{:.0}", line.error),
            line.games.to_string(),
            line.won.to_string(),
            line.shared.to_string(),
            line.lost.to_string(),
            if line.games > 0 { format!("{:.2}", line.mean_rank) } else { "-".into() },
            line.faults.to_string(),
        ];
        (place, line.name.clone(), values)
    });
    Standings { columns: columns.map(str::to_owned).to_vec(), rows: rows.collect() }
}

fn cross(history: &History) -> Option<Cross> {
    let table = tabulate(history, &Filter::default());
    (2..=MAX_CROSS).contains(&table.lines.len()).then(|| Cross {
        names: table.lines.into_iter().map(|line| line.name).collect(),
        cells: table.head_to_head,
    })
}

fn run_game(
    history: &History,
    game: &Game,
    folder: &Path,
    address: &dyn Fn(&Path) -> Option<String>,
) -> RunGame {
    let played = game.played.as_ref();
    let replay = played.and_then(|played| played.replay.as_deref());
    // A journal is data of unknown origin: a path must stay inside the folder of the run.
    let is_inside = |path: &&str| {
        let mut parts = Path::new(path).components();
        parts.all(|part| matches!(part, std::path::Component::Normal(_)))
    };
    RunGame {
        key: game.drawn.key.clone(),
        seats: game.drawn.seats.iter().map(|&seat| history.name(seat)).collect(),
        map: played.map_or(&game.drawn.map, |played| &played.map).clone(),
        seed: game.drawn.seed,
        ranks: game.ranks(),
        scores: played.map(|played| played.scores.clone()).unwrap_or_default(),
        rounds: played.map(|played| played.rounds),
        reason: played.map(|played| played.sentence.clone()).or_else(|| game.dropped.clone()),
        faults: played.map(|played| played.faults.clone()).unwrap_or_default(),
        film: replay.filter(is_inside).and_then(|path| address(&folder.join(path))),
    }
}
