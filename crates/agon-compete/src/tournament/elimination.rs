//! Single and double elimination: all matches that are ready are played in parallel, wave by wave.

use super::pairs::ratings;
use super::report::{Meeting, Place, Report, RoundReport, TournamentEvent, bracket_text};
use super::series::{Score, Series, meeting, play_all};
use super::{Field, Format, Plan};
use crate::{Run, RunFault};
use agon_ladder::elimination::{Bracket, Part, Results};
use std::collections::BTreeMap;

fn bracket(plan: &Plan, field: &Field) -> Bracket {
    match plan.format {
        Format::Double => Bracket::double(field.len()),
        _ => Bracket::single(field.len(), plan.third_place),
    }
}

/// Display title of a match.
fn title(bracket: &Bracket, node: usize) -> String {
    let node = &bracket.nodes[node];
    let in_round = bracket
        .nodes
        .iter()
        .filter(|other| (other.part, other.round) == (node.part, node.round))
        .count();
    let double = bracket.nodes.iter().any(|other| other.part == Part::Losers);
    match node.part {
        Part::Final => "Final".into(),
        Part::Reset => "Second final".into(),
        Part::Third => "Third-place match".into(),
        Part::Losers => format!("Losers' round {}", node.round),
        Part::Winners if double => format!("Winners' round {}", node.round),
        Part::Winners => match in_round {
            2 => "Semi-finals".into(),
            4 => "Quarter-finals".into(),
            _ => format!("Round {}", node.round),
        },
    }
}

/// The first round, for a preview.
pub fn first_round(plan: &Plan, field: &Field) -> RoundReport {
    let bracket = bracket(plan, field);
    let ready = bracket.ready(&Results::new());
    let name = |seed: usize| field.seeds[seed].name.clone();
    let meetings = ready
        .iter()
        .map(|&(node, a, b)| Meeting {
            names: vec![name(a), name(b)],
            note: Some(title(&bracket, node)),
            ..Meeting::default()
        })
        .collect();
    let plays = |seed: usize| ready.iter().any(|&(_, a, b)| a == seed || b == seed);
    let idle = (0..field.len())
        .filter(|&seed| !plays(seed))
        .map(|seed| (name(seed), "has a bye".to_owned()))
        .collect();
    RoundReport { number: 1, title: "Round 1".into(), meetings, idle }
}

/// Plays or resumes the tournament.
pub fn hold(
    run: &mut Run<'_>,
    plan: &Plan,
    field: &Field,
    watch: &mut dyn FnMut(TournamentEvent<'_>),
) -> Result<Report, RunFault> {
    let bracket = bracket(plan, field);
    let mut results = Results::new();
    let mut scores: BTreeMap<usize, Score> = BTreeMap::new();
    let mut reports = Vec::new();
    let mut finished = true;
    for wave in 1.. {
        let ready = bracket.ready(&results);
        if ready.is_empty() {
            break;
        }
        let (mut list, mut walkovers) = (Vec::new(), Vec::new());
        for (node, a, b) in ready {
            match [a, b].map(|seed| has_left(plan, &field.seeds[seed].name, wave)) {
                [false, false] => list.push((node, a, b)),
                // The present side wins; if both are absent, the better seed advances.
                [left, other] => walkovers.push((node, a, b, !left || other)),
            }
        }
        let all: Vec<Series> = list
            .iter()
            .map(|&(node, a, b)| Series {
                key: format!("r{wave}.n{}", node + 1),
                round: wave,
                first: field.seeds[a].place,
                second: field.seeds[b].place,
            })
            .collect();
        let mut drawn =
            RoundReport { number: wave, title: String::new(), ..RoundReport::default() };
        drawn.title =
            wave_title(&bracket, list.iter().map(|l| l.0).chain(walkovers.iter().map(|w| w.0)));
        drawn.meetings = all
            .iter()
            .zip(&list)
            .map(|(series, l)| meeting(&run.entrants, series, None, Some(title(&bracket, l.0))))
            .collect();
        watch(TournamentEvent::Drawn(&drawn));
        let Some(played) = play_all(run, plan, &all, true, watch)? else {
            finished = false;
            break;
        };
        drawn.meetings.clear();
        for ((series, score), &(node, ..)) in all.iter().zip(played).zip(&list) {
            results.insert(node, score.winner() == Some(0));
            drawn.meetings.push(meeting(
                &run.entrants,
                series,
                Some(&score),
                Some(title(&bracket, node)),
            ));
            scores.insert(node, score);
        }
        for (node, a, b, first_wins) in walkovers {
            results.insert(node, first_wins);
            let (winner, loser) = if first_wins { (a, b) } else { (b, a) };
            let name = |seed: usize| field.seeds[seed].name.clone();
            drawn.idle.push((name(loser), format!("is absent: {} advances", name(winner))));
        }
        watch(TournamentEvent::Closed(&drawn));
        reports.push(drawn);
    }
    let label = |seed: usize| format!("{} {}", seed + 1, field.seeds[seed].name);
    let score =
        |node: usize, side: usize| scores.get(&node).map(|score| games_won(score.points()[side]));
    let text = bracket_text(&bracket, &results, &label, &score);
    Ok(Report {
        format: plan.format,
        finished,
        rounds: reports,
        columns: vec!["seed".into()],
        standings: places(&bracket, &results, field),
        table: Some(ratings(run, field)),
        notes: Vec::new(),
        event: None,
        bracket: Some(text),
    })
}

/// Formats games won.
fn games_won(points: f64) -> String {
    if points.fract() == 0.0 { format!("{points:.0}") } else { format!("{points:.1}") }
}

/// The distinct titles of the matches of a wave.
fn wave_title(bracket: &Bracket, nodes: impl Iterator<Item = usize>) -> String {
    let mut titles: Vec<String> = Vec::new();
    for node in nodes {
        let title = title(bracket, node);
        if !titles.contains(&title) {
            titles.push(title);
        }
    }
    titles.join(" and ")
}

fn has_left(plan: &Plan, name: &str, wave: u32) -> bool {
    let gone = plan.withdraw.iter().chain(&plan.disqualify);
    let absent = plan.absent.iter().filter(|event| event.round == wave);
    gone.filter(|event| event.round <= wave).chain(absent).any(|event| event.name == name)
}

fn places(bracket: &Bracket, results: &Results, field: &Field) -> Vec<Place> {
    let ranks = bracket.places(results);
    let mut places: Vec<Place> = field
        .seeds
        .iter()
        .enumerate()
        .map(|(seed, entrant)| Place {
            rank: ranks[seed],
            name: entrant.name.clone(),
            values: vec![seed as f64 + 1.0],
        })
        .collect();
    places.sort_by_key(|place| (place.rank.unwrap_or(0), place.values[0] as usize));
    places
}
