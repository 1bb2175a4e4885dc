//! Fixed schedules: round robin, arena, gauntlet. All games are known from the start, so they are all
//! played side by side; a round is reported when its last game is over.

use super::report::{Meeting, News, Place, Report, RoundReport, column_names};
use super::series::{Games, Series, jobs, meeting, score};
use super::{Field, Format, Plan};
use crate::table::{Filter, tabulate};
use crate::{Control, Named, Run, RunFault};
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
    let mut teller = Rounds { plan, all: &all, last: rounds.len() as u32, told: 0 };
    let jobs = jobs(plan, &all);
    run.mention(&jobs)?;
    let (mut games, entrants) = (run.games().clone(), run.entrants.clone());
    teller.tell(&games, &entrants, watch);
    run.play(jobs.into_iter(), |game| {
        watch(News::Game(game));
        games.insert(game.game.clone(), game.clone());
        teller.tell(&games, &entrants, watch);
        Control::GoOn
    })?;
    let reports: Vec<RoundReport> =
        (1..=teller.last).map(|number| teller.report(&games, &entrants, number)).collect();
    let finished = teller.told == teller.last;
    let event = teller.event(&games, field);
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

/// Tells rounds in their order as soon as they are over.
struct Rounds<'a> {
    plan: &'a Plan,
    all: &'a [Series],
    last: u32,
    told: u32,
}

impl Rounds<'_> {
    fn report(&self, games: &Games, entrants: &[Named], number: u32) -> RoundReport {
        let here = self.all.iter().filter(|series| series.round == number);
        let one = |series: &Series| {
            meeting(entrants, series, score(games, self.plan, series).as_ref(), None)
        };
        let title = format!("Round {number} of {}", self.last);
        RoundReport { number, title, meetings: here.map(one).collect(), idle: Vec::new() }
    }

    fn tell(&mut self, games: &Games, entrants: &[Named], watch: &mut dyn FnMut(News<'_>)) {
        while self.told < self.last {
            let report = self.report(games, entrants, self.told + 1);
            if !report.meetings.iter().all(|meeting| meeting.over) {
                return;
            }
            watch(News::Closed(&report));
            self.told += 1;
        }
    }

    /// The schedule as standings understand it; who waits in a round gets nothing for it.
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

/// The table of all games of a tournament.
pub fn ratings(run: &Run<'_>, field: &Field) -> crate::table::Table {
    let names: Vec<String> = field.seeds.iter().map(|seed| seed.name.clone()).collect();
    tabulate(&names, run.journal.contents().games.values(), &Filter::default())
}
