//! Fixed schedules: round robin, arena, gauntlet. All games are known from the start and played in
//! parallel; a round is reported when its last game has ended.

use super::report::{Meeting, Place, Report, RoundReport, TournamentEvent, column_names};
use super::series::{Games, Series, jobs, meeting, score};
use super::{Field, Format, Plan};
use crate::table::{Filter, tabulate};
use crate::{Control, NamedBot, Run, RunFault};
use agon_ladder::mcmahon::{Event, Idle, Meeting as Met, Round, standings};
use agon_ladder::round_robin;

/// The pairs of each round, as positions in the seed order.
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

/// The first round, for a preview.
pub fn first_round(rounds: &[Vec<(usize, usize)>], field: &Field) -> RoundReport {
    let pairs = rounds.first().map_or(&[][..], |round| round);
    let name = |seed: usize| field.seeds[seed].name.clone();
    let meetings = pairs
        .iter()
        .map(|&(a, b)| Meeting { names: vec![name(a), name(b)], ..Meeting::default() })
        .collect();
    RoundReport { number: 1, title: "Round 1".into(), meetings, idle: Vec::new() }
}

/// Plays or resumes the schedule.
pub fn hold(
    run: &mut Run<'_>,
    plan: &Plan,
    field: &Field,
    watch: &mut dyn FnMut(TournamentEvent<'_>),
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
    let mut reporter = RoundReporter { plan, all: &all, last: rounds.len() as u32, reported: 0 };
    let jobs = jobs(plan, &all);
    run.record_planned(&jobs)?;
    let (mut games, entrants) = (run.games().clone(), run.entrants.clone());
    reporter.report_complete(&games, &entrants, watch);
    run.play(jobs.into_iter(), |game| {
        watch(TournamentEvent::Game(game));
        games.insert(game.game.clone(), game.clone());
        reporter.report_complete(&games, &entrants, watch);
        Control::Continue
    })?;
    let reports: Vec<RoundReport> =
        (1..=reporter.last).map(|number| reporter.report(&games, &entrants, number)).collect();
    let finished = reporter.reported == reporter.last;
    let event = reporter.event(&games, field);
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

/// Reports rounds in order as soon as they are complete.
struct RoundReporter<'a> {
    plan: &'a Plan,
    all: &'a [Series],
    last: u32,
    reported: u32,
}

impl RoundReporter<'_> {
    fn report(&self, games: &Games, entrants: &[NamedBot], number: u32) -> RoundReport {
        let here = self.all.iter().filter(|series| series.round == number);
        let one = |series: &Series| {
            meeting(entrants, series, score(games, self.plan, series).as_ref(), None)
        };
        let title = format!("Round {number} of {}", self.last);
        RoundReport { number, title, meetings: here.map(one).collect(), idle: Vec::new() }
    }

    fn report_complete(
        &mut self,
        games: &Games,
        entrants: &[NamedBot],
        watch: &mut dyn FnMut(TournamentEvent<'_>),
    ) {
        while self.reported < self.last {
            let report = self.report(games, entrants, self.reported + 1);
            if !report.meetings.iter().all(|meeting| meeting.over) {
                return;
            }
            watch(TournamentEvent::Closed(&report));
            self.reported += 1;
        }
    }

    /// The schedule as a McMahon event, for the standings; an idle round scores 0.
    fn event(&self, games: &Games, field: &Field) -> Event {
        let mut event = Event { entrants: field.entrants(self.plan, 1, false), ..Event::default() };
        for number in 1..=self.last {
            let mut round = Round::default();
            for series in self.all.iter().filter(|series| series.round == number) {
                let score = score(games, self.plan, series);
                let id = |place: usize| place as u32 + 1;
                round.meetings.push(Met {
                    first: id(series.first),
                    second: id(series.second),
                    result: score.as_ref().map(|score| score.half_points()),
                    games: score.map_or((0, 0), |score| (score.wins[0], score.wins[1])),
                });
            }
            let plays = |id: u32| round.meetings.iter().any(|m| m.first == id || m.second == id);
            let ids = field.seeds.iter().map(|seed| seed.id).filter(|&id| !plays(id));
            round.idle = ids.map(|id| (id, Idle::Missing)).collect();
            event.rounds.push(round);
        }
        event
    }
}

/// The table of all games of the tournament.
pub fn ratings(run: &Run<'_>, field: &Field) -> crate::table::Table {
    let names: Vec<String> = field.seeds.iter().map(|seed| seed.name.clone()).collect();
    tabulate(&names, run.journal.contents().games.values(), &Filter::default())
}
