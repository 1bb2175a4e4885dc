//! Swiss for games with more than two seats.

use super::report::{Meeting as MeetingReport, Place, Report, RoundReport};
use super::series::is_away;
use super::{Field, Plan};
use crate::{Draw, DrawnGame, DrawnMeeting, DrawnRound, EntrantId, Entry, History, Meeting};
use agon_core::{count, split_seed};
use agon_ladder::pods::{self, PodPlayer, points, seat_round};
use std::collections::BTreeMap;

/// Half points and tie-break values by entrant.
#[derive(Default)]
struct Points {
    points: BTreeMap<EntrantId, i64>,
    firsts: BTreeMap<EntrantId, i64>,
    opponents: BTreeMap<EntrantId, Vec<EntrantId>>,
    met: pods::History,
}

impl Points {
    fn of(history: &History, field: &Field) -> Points {
        let mut all = Points::default();
        for drawn in history.meetings() {
            all.add(history, drawn, field);
        }
        all
    }

    fn add(&mut self, history: &History, drawn: &DrawnMeeting, field: &Field) {
        let ids = &drawn.meeting.entrants;
        let counts = |id: &EntrantId| field.seeds.iter().any(|seed| seed.id == *id);
        let table = TableScore::of(history, drawn);
        for (i, &id) in ids.iter().enumerate().filter(|(_, id)| counts(id)) {
            *self.points.entry(id).or_default() += table.halves[i];
            *self.firsts.entry(id).or_default() += table.firsts[i];
            let others = ids.iter().copied().filter(|other| *other != id && counts(other));
            self.opponents.entry(id).or_default().extend(others);
        }
        let seated: Vec<u32> = ids.iter().filter(|id| counts(id)).map(|id| id.0).collect();
        self.met.add(&seated);
    }
}

/// The result of a table, by its entrants in seat order of the first game.
struct TableScore {
    halves: Vec<i64>,
    firsts: Vec<i64>,
    over: bool,
}

impl TableScore {
    fn of(history: &History, drawn: &DrawnMeeting) -> TableScore {
        let seats = drawn.meeting.entrants.len();
        let mut score = TableScore { halves: vec![0; seats], firsts: vec![0; seats], over: true };
        for (turn, game) in history.games_of(drawn).enumerate() {
            score.over &= !game.is_open();
            let Some(ranks) = game.ranks() else { continue };
            for (seat, half) in points(&ranks).into_iter().enumerate() {
                let sitting = (seat + turn) % seats;
                score.halves[sitting] += half;
                score.firsts[sitting] += i64::from(ranks[seat] == 1);
            }
        }
        score
    }
}

/// The next round, once the last one is over.
pub fn draw(plan: &Plan, history: &History) -> Vec<Entry> {
    let field = Field::of(plan, history);
    let round = history.next_round();
    if history.open().next().is_some() || round > plan.rounds_for(field.on_time().len()) {
        return Vec::new();
    }
    let so_far = Points::of(history, &field);
    let seeds = field.seeds.iter().zip(1..);
    let players: Vec<PodPlayer> = seeds
        .filter(|(seed, _)| seed.joins <= round && !is_away(history, seed.id, round))
        .map(|(seed, place)| PodPlayer {
            id: seed.id.0,
            points: so_far.points.get(&seed.id).copied().unwrap_or(0),
            seed: place,
        })
        .collect();
    if players.is_empty() || players.len() + usize::from(field.house.is_some()) < 2 {
        return Vec::new();
    }
    let tables = seat_round(&players, plan.table_size(), &so_far.met, plan.seed, round);
    let title = format!("Round {round} of {}", plan.rounds_for(field.on_time().len()));
    let mut draw = Draw { round, title, ..Draw::default() };
    for (t, table) in tables.iter().enumerate() {
        let mut entrants: Vec<EntrantId> = table.iter().map(|&id| EntrantId(id)).collect();
        if let Some(house) = field.house {
            entrants.resize(plan.table_size().max(entrants.len()), house);
        }
        let key = format!("r{round}.t{}", t + 1);
        // A single bot at a table has no opponent.
        let walkover = Some(entrants[0]).filter(|_| entrants.len() < 2);
        let games = match walkover {
            Some(_) => Vec::new(),
            None => games(plan, round, &key, &entrants),
        };
        draw.meetings.push(Meeting { key, entrants, games, walkover, note: None });
    }
    vec![Entry::Draw(draw)]
}

/// The games of a table; the seats rotate by one from game to game.
fn games(plan: &Plan, round: u32, key: &str, table: &[EntrantId]) -> Vec<DrawnGame> {
    let one = |game: u32| {
        let mut seats = table.to_vec();
        seats.rotate_left(game as usize % table.len());
        let number = u64::from((round - 1) * plan.games() + game);
        let map = match plan.maps.len() as u64 {
            0 => String::new(),
            n => plan.maps[(number % n) as usize].clone(),
        };
        let seed = split_seed(plan.seed, number) % 1_000_000;
        DrawnGame { key: format!("{key}.g{}", game + 1), map, seed, seats }
    };
    (0..plan.games()).map(one).collect()
}

/// A drawn round as the report shows it.
pub fn round_report(history: &History, round: &DrawnRound) -> RoundReport {
    let tables = history.meetings_of(round).iter();
    RoundReport {
        number: round.number,
        title: round.title.clone(),
        meetings: tables.map(|drawn| meeting_report(history, drawn)).collect(),
        idle: Vec::new(),
    }
}

fn meeting_report(history: &History, drawn: &DrawnMeeting) -> MeetingReport {
    let names: Vec<String> = drawn.meeting.entrants.iter().map(|&id| history.name(id)).collect();
    let games = history.games_of(drawn).map(|game| game.drawn.key.clone()).collect();
    let TableScore { halves, over, .. } = TableScore::of(history, drawn);
    if !over {
        return MeetingReport { names, games, ..MeetingReport::default() };
    }
    let best = halves.iter().copied().max().unwrap_or(0);
    let alone = halves.iter().filter(|half| **half == best).count() == 1;
    let winner = halves.iter().position(|&half| half == best).filter(|_| alone);
    MeetingReport {
        winner: winner.map(|i| names[i].clone()),
        names,
        scores: halves.into_iter().map(|half| half as f64 / 2.0).collect(),
        over: true,
        note: None,
        games,
    }
}

/// The results so far.
pub fn report(plan: &Plan, history: &History, field: &Field) -> Report {
    let so_far = Points::of(history, field);
    let mut report = Report::new(plan, history);
    let rounds = plan.rounds_for(field.on_time().len());
    if report.finished && (report.rounds.len() as u32) < rounds {
        let played = count(report.rounds.len() as u64, "round");
        report.notes.push(format!("The tournament ends after {played}: no entrants are left."));
    }
    Report {
        columns: ["points", "SOS", "firsts"].map(String::from).to_vec(),
        standings: places(history, field, &so_far),
        ..report
    }
}

fn places(history: &History, field: &Field, so_far: &Points) -> Vec<Place> {
    let half = |map: &BTreeMap<EntrantId, i64>, id| map.get(&id).copied().unwrap_or(0);
    let next = history.next_round();
    let mut rows: Vec<(bool, Vec<i64>, String)> = field
        .seeds
        .iter()
        .map(|seed| {
            let met = so_far.opponents.get(&seed.id).map_or(&[][..], |met| met);
            let sos: i64 = met.iter().map(|&id| half(&so_far.points, id)).sum();
            let firsts = 2 * half(&so_far.firsts, seed.id);
            let left = history.entrant(seed.id).is_some_and(|entrant| entrant.has_left(next));
            (left, vec![half(&so_far.points, seed.id), sos, firsts], seed.name.clone())
        })
        .collect();
    rows.sort_by(|a, b| a.0.cmp(&b.0).then_with(|| b.1.cmp(&a.1)));
    let mut places: Vec<Place> = Vec::new();
    for (i, (left, values, name)) in rows.iter().enumerate() {
        let equal = i > 0 && rows[i - 1].1 == *values;
        let rank = if equal { places[i - 1].rank } else { Some(i + 1) };
        let values = values.iter().map(|&half| half as f64 / 2.0).collect();
        places.push(Place { rank: rank.filter(|_| !left), name: name.clone(), values });
    }
    places
}
