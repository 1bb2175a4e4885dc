//! Swiss for games with more than two seats.

use super::pairs::ratings;
use super::plan::EntrantRound;
use super::report::{Meeting, Place, Report, RoundReport, TournamentEvent};
use super::series::counting_ranks;
use super::{Field, Plan};
use crate::{Control, Entry, Job, Run, RunFault};
use agon_core::split_seed;
use agon_ladder::pods::{History, PodPlayer, points, seat_round};
use std::collections::BTreeMap;

/// The house bot's number in a table.
const HOUSE_BOT_ID: u32 = 0;

/// Half points and tie-break values by entrant.
#[derive(Default)]
struct Points {
    points: BTreeMap<u32, i64>,
    firsts: BTreeMap<u32, i64>,
    opponents: BTreeMap<u32, Vec<u32>>,
}

fn present_players(plan: &Plan, field: &Field, round: u32, so_far: &Points) -> Vec<PodPlayer> {
    let has = |events: &[EntrantRound], name: &str, test: &dyn Fn(u32) -> bool| {
        events.iter().any(|event| event.name == name && test(event.round))
    };
    let mut players = Vec::new();
    for (seed, entrant) in field.seeds.iter().enumerate() {
        let name = &entrant.name;
        let gone = has(&plan.withdraw, name, &|r| r <= round)
            || has(&plan.disqualify, name, &|r| r <= round)
            || has(&plan.absent, name, &|r| r == round)
            || entrant.joins > round;
        if !gone {
            let points = so_far.points.get(&entrant.id).copied().unwrap_or(0);
            players.push(PodPlayer { id: entrant.id, points, seed: seed as u32 + 1 });
        }
    }
    players
}

/// Fills incomplete tables with house bots, if configured.
fn fill(mut tables: Vec<Vec<u32>>, plan: &Plan, field: &Field) -> Vec<Vec<u32>> {
    if field.house.is_some() {
        for table in &mut tables {
            table.resize(plan.table_size(), HOUSE_BOT_ID);
        }
    }
    tables
}

fn name(field: &Field, id: u32) -> String {
    if id == HOUSE_BOT_ID { "house".into() } else { field.by_id(id).name.clone() }
}

fn planned(field: &Field, tables: &[Vec<u32>]) -> Vec<Meeting> {
    let names = |table: &Vec<u32>| table.iter().map(|&id| name(field, id)).collect();
    tables.iter().map(|table| Meeting { names: names(table), ..Meeting::default() }).collect()
}

/// The first round, for a preview.
pub fn first_round(plan: &Plan, field: &Field) -> RoundReport {
    let players = present_players(plan, field, 1, &Points::default());
    let tables = seat_round(&players, plan.table_size(), &History::default(), plan.seed, 1);
    let meetings = planned(field, &fill(tables, plan, field));
    RoundReport { number: 1, title: "Round 1".into(), meetings, idle: Vec::new() }
}

/// The games of a table; the seats rotate by one from game to game.
fn jobs(plan: &Plan, field: &Field, round: u32, table: usize, ids: &[u32]) -> Vec<Job> {
    let place = |id: u32| match id {
        HOUSE_BOT_ID => field.house.unwrap_or(0),
        id => field.by_id(id).place,
    };
    let job = |game: u32| {
        let mut seats: Vec<usize> = ids.iter().map(|&id| place(id)).collect();
        seats.rotate_left(game as usize % ids.len());
        let number = u64::from((round - 1) * plan.games() + game);
        let map = match plan.maps.len() as u64 {
            0 => String::new(),
            n => plan.maps[(number % n) as usize].clone(),
        };
        let seed = split_seed(plan.seed, number) % 1_000_000;
        Job { key: format!("r{round}.t{}.g{}", table + 1, game + 1), map, seed, seats }
    };
    (0..plan.games()).map(job).collect()
}

/// Plays or resumes the tournament.
pub fn hold(
    run: &mut Run<'_>,
    plan: &Plan,
    field: &Field,
    watch: &mut dyn FnMut(TournamentEvent<'_>),
) -> Result<Report, RunFault> {
    let rounds = plan.rounds_for(field.len());
    let (mut history, mut so_far) = (History::default(), Points::default());
    let (mut reports, mut notes) = (Vec::new(), Vec::new());
    let mut finished = true;
    for number in 1..=rounds {
        let players = present_players(plan, field, number, &so_far);
        if players.len() + usize::from(field.house.is_some()) < 2 {
            notes.push(format!(
                "The tournament ends after {} rounds: no entrants are left.",
                number - 1
            ));
            break;
        }
        let tables: Vec<Vec<u32>> = match run.journal.contents().rounds.get(&number) {
            Some(drawn) => serde_json::from_value(drawn.clone()).map_err(|error| {
                RunFault::Plan(format!(
                    "cannot read the draw of round {number} in the journal: {error}"
                ))
            })?,
            None => {
                let tables = seat_round(&players, plan.table_size(), &history, plan.seed, number);
                let tables = fill(tables, plan, field);
                let draw = serde_json::to_value(&tables).expect("tables are plain data");
                run.journal.append(&Entry::Round { number, draw })?;
                tables
            }
        };
        let title = format!("Round {number} of {rounds}");
        let mut report =
            RoundReport { number, title, meetings: planned(field, &tables), idle: Vec::new() };
        watch(TournamentEvent::Drawn(&report));
        let all: Vec<Vec<Job>> =
            tables.iter().enumerate().map(|(t, ids)| jobs(plan, field, number, t, ids)).collect();
        let flat: Vec<Job> = all.iter().flatten().cloned().collect();
        run.record_planned(&flat)?;
        run.play(flat.into_iter(), |game| {
            watch(TournamentEvent::Game(game));
            Control::Continue
        })?;
        report.meetings = Vec::new();
        for (ids, jobs) in tables.iter().zip(&all) {
            match close_table(run, plan, field, ids, jobs, &mut so_far) {
                Some(meeting) => report.meetings.push(meeting),
                None => finished = false,
            }
            history.add(&ids.iter().copied().filter(|&id| id != HOUSE_BOT_ID).collect::<Vec<_>>());
        }
        if !finished {
            break;
        }
        watch(TournamentEvent::Closed(&report));
        reports.push(report);
    }
    Ok(Report {
        format: plan.format,
        finished,
        rounds: reports,
        columns: ["points", "SOS", "firsts"].map(String::from).to_vec(),
        standings: places(field, &so_far),
        table: Some(ratings(run, field)),
        notes,
        event: None,
        bracket: None,
    })
}

/// Counts the games of a table; `None` if one is missing.
fn close_table(
    run: &Run<'_>,
    plan: &Plan,
    field: &Field,
    ids: &[u32],
    jobs: &[Job],
    so_far: &mut Points,
) -> Option<Meeting> {
    let mut scores = vec![0i64; ids.len()];
    let mut firsts = vec![0i64; ids.len()];
    for (turn, job) in jobs.iter().enumerate() {
        let ranks = counting_ranks(plan, run.game(&job.key)?);
        for (seat, half) in points(&ranks).into_iter().enumerate() {
            let sitting = (seat + turn) % ids.len();
            scores[sitting] += half;
            firsts[sitting] += i64::from(ranks[seat] == 1);
        }
    }
    for (i, &id) in ids.iter().enumerate().filter(|(_, id)| **id != HOUSE_BOT_ID) {
        *so_far.points.entry(id).or_default() += scores[i];
        *so_far.firsts.entry(id).or_default() += firsts[i];
        let others = ids.iter().copied().filter(|&other| other != id && other != HOUSE_BOT_ID);
        so_far.opponents.entry(id).or_default().extend(others);
    }
    let best = scores.iter().copied().max().unwrap_or(0);
    let alone = scores.iter().filter(|score| **score == best).count() == 1;
    let winner = scores.iter().position(|&score| score == best).filter(|_| alone);
    Some(Meeting {
        names: ids.iter().map(|&id| name(field, id)).collect(),
        winner: winner.map(|i| name(field, ids[i])),
        scores: scores.into_iter().map(|half| half as f64 / 2.0).collect(),
        over: true,
        note: None,
        games: jobs.iter().map(|job| job.key.clone()).collect(),
    })
}

fn places(field: &Field, so_far: &Points) -> Vec<Place> {
    let half = |map: &BTreeMap<u32, i64>, id: u32| map.get(&id).copied().unwrap_or(0);
    let mut rows: Vec<(Vec<i64>, String)> = field
        .seeds
        .iter()
        .map(|seed| {
            let met = so_far.opponents.get(&seed.id).map_or(&[][..], |met| met);
            let sos: i64 = met.iter().map(|&id| half(&so_far.points, id)).sum();
            let firsts = 2 * half(&so_far.firsts, seed.id);
            (vec![half(&so_far.points, seed.id), sos, firsts], seed.name.clone())
        })
        .collect();
    rows.sort_by(|a, b| b.0.cmp(&a.0));
    let mut places: Vec<Place> = Vec::new();
    for (i, (values, name)) in rows.iter().enumerate() {
        let equal = i > 0 && rows[i - 1].0 == *values;
        let rank = if equal { places[i - 1].rank } else { Some(i + 1) };
        let values = values.iter().map(|&half| half as f64 / 2.0).collect();
        places.push(Place { rank, name: name.clone(), values });
    }
    places
}
