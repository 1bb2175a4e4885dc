//! Fixed schedules: round robin, arena, gauntlet. All games are known from the start, so they are all
//! played side by side; a round is reported when its last game is over.

use super::report::{Meeting, News, Place, Report, RoundReport};
use super::series::{Progress, Series, meeting, score};
use super::swiss::column_names;
use super::{Field, Format, Plan};
use crate::table::{Filter, tabulate};
use crate::{Control, Run, RunFault};
use agon_ladder::mcmahon::{Event, Idle, Meeting as Met, Round, standings};
use agon_ladder::round_robin;

/// Who meets whom in each round, as places in the seed order.
pub fn rounds(plan: &Plan, field: &Field) -> Vec<Vec<(usize, usize)>> {
    let n = field.len();
    if plan.format == Format::Gauntlet {
        let name = plan.challenger.as_deref();
        let challenger = name.and_then(|name| field.seeds.iter().position(|s| s.name == name));
        let first = field.seeds.iter().position(|seed| seed.place == 0).unwrap_or(0);
        let pairs = round_robin::gauntlet(n, challenger.unwrap_or(first));
        return pairs.into_iter().map(|pair| vec![pair]).collect();
    }
    let once = round_robin::rounds(n);
    let times = plan.rounds.unwrap_or(1) as usize;
    (0..times)
        .flat_map(|time| {
            let swap = move |&(a, b): &(usize, usize)| if time % 2 == 1 { (b, a) } else { (a, b) };
            once.iter().map(move |round| round.iter().map(swap).collect()).collect::<Vec<_>>()
        })
        .collect()
}

/// The first round for a preview.
pub fn first_round(rounds: &[Vec<(usize, usize)>], field: &Field) -> RoundReport {
    let pairs = rounds.first().map_or(&[][..], |round| round);
    let name = |seed: usize| field.seeds[seed].name.clone();
    let meetings = pairs
        .iter()
        .map(|&(a, b)| Meeting { names: vec![name(a), name(b)], ..Meeting::default() })
        .collect();
    RoundReport { number: 1, title: "Round 1".into(), meetings, idle: Vec::new() }
}

/// Plays the whole schedule.
pub fn hold(
    run: &mut Run<'_>,
    plan: &Plan,
    field: &Field,
    watch: &mut dyn FnMut(News<'_>),
) -> Result<Report, RunFault> {
    let rounds = rounds(plan, field);
    let mut all = Vec::new();
    for (r, pairs) in rounds.iter().enumerate() {
        let number = r as u32 + 1;
        for (p, &(a, b)) in pairs.iter().enumerate() {
            let (first, second) = (field.seeds[a].place, field.seeds[b].place);
            all.push(Series { key: format!("r{number}.p{}", p + 1), round: number, first, second });
        }
    }
    let mut progress = Progress::new(plan, run, &all);
    let jobs = progress.jobs(&all);
    run.mention(&jobs)?;
    run.play(jobs.into_iter(), |game| {
        watch(News::Game(game));
        progress.game(&game.game);
        Control::GoOn
    })?;
    let mut event = Event { entrants: field.entrants(plan, 1, false), ..Event::default() };
    let mut reports = Vec::new();
    let mut finished = true;
    for number in 1..=rounds.len() as u32 {
        let here: Vec<&Series> = all.iter().filter(|series| series.round == number).collect();
        let (mut round, mut meetings) = (Round::default(), Vec::new());
        for series in here {
            let score = score(run, plan, series);
            finished &= score.is_some();
            meetings.push(meeting(run, series, score.as_ref(), None));
            let id = |place: usize| place as u32 + 1;
            round.meetings.push(Met {
                first: id(series.first),
                second: id(series.second),
                result: score.as_ref().map(|score| score.half_points()),
                games: score.map_or((0, 0), |score| (score.wins[0], score.wins[1])),
            });
        }
        let plays = |id: u32| round.meetings.iter().any(|m| m.first == id || m.second == id);
        let idle: Vec<u32> =
            field.seeds.iter().map(|seed| seed.id).filter(|&id| !plays(id)).collect();
        round.idle = idle.into_iter().map(|id| (id, Idle::Missing)).collect();
        event.rounds.push(round);
        let title = format!("Round {number} of {}", rounds.len());
        let report = RoundReport { number, title, meetings, idle: Vec::new() };
        if report.meetings.iter().all(|meeting| meeting.over) {
            watch(News::Closed(&report));
        }
        reports.push(report);
    }
    let criteria = plan.criteria();
    let places = standings(&event, &criteria).into_iter().map(|row| Place {
        rank: row.rank,
        name: field.by_id(row.id).name.clone(),
        values: row.values,
    });
    Ok(Report {
        format: plan.format,
        finished,
        rounds: reports,
        columns: column_names(&criteria, false),
        standings: places.collect(),
        table: Some(ratings(run, field)),
        notes: Vec::new(),
        event: None,
        bracket: None,
    })
}

/// The table of all games of a tournament.
pub fn ratings(run: &Run<'_>, field: &Field) -> crate::table::Table {
    let names: Vec<String> = field.seeds.iter().map(|seed| seed.name.clone()).collect();
    tabulate(&names, run.journal.contents().games.values(), &Filter::default())
}
