//! Single and double elimination.

use super::knockout::Knockout;
use super::report::{Place, Report, bracket_text};
use super::series::Rules;
use super::{Field, Format, Plan};
use crate::{Entry, History};
use agon_ladder::elimination::{Bracket, Results};

fn knockout<'a>(plan: &'a Plan, history: &'a History, field: &'a Field) -> Knockout<'a> {
    // The first draw has fixed the seeds.
    let seeds = match history.rounds().first() {
        Some(first) => first.seeds.clone(),
        None => field.on_time(),
    };
    let bracket = match plan.format {
        Format::Double => Bracket::double(seeds.len()),
        _ => Bracket::single(seeds.len(), plan.third_place),
    };
    let rules = Rules { plan, field, decide: true };
    Knockout::new(rules, history, history.rounds(), seeds, bracket)
}

/// Further games, or the matches that are ready.
pub fn draw(plan: &Plan, history: &History) -> Vec<Entry> {
    let field = Field::of(plan, history);
    knockout(plan, history, &field).draw(&|wave, node| format!("r{wave}.n{}", node + 1))
}

/// The results so far.
pub fn report(plan: &Plan, history: &History, field: &Field) -> Report {
    let knockout = knockout(plan, history, field);
    let results = knockout.results();
    let name = |seed: usize| history.name(knockout.seeds[seed]);
    let label = |seed: usize| format!("{} {}", seed + 1, name(seed));
    let score = |node: usize, side: usize| {
        let score = knockout.score(node).filter(|score| score.over)?;
        Some(games_won(score.points()[side]))
    };
    let text = bracket_text(&knockout.bracket, &results, &label, &score);
    Report {
        columns: vec!["seed".into()],
        standings: places(&knockout.bracket, &results, &name),
        bracket: Some(text),
        ..Report::new(plan, history)
    }
}

/// Formats games won.
fn games_won(points: f64) -> String {
    if points.fract() == 0.0 { format!("{points:.0}") } else { format!("{points:.1}") }
}

fn places(bracket: &Bracket, results: &Results, name: &dyn Fn(usize) -> String) -> Vec<Place> {
    let ranks = bracket.places(results).into_iter().enumerate();
    let mut places: Vec<Place> = ranks
        .map(|(seed, rank)| Place { rank, name: name(seed), values: vec![seed as f64 + 1.0] })
        .collect();
    places.sort_by_key(|place| (place.rank.unwrap_or(0), place.values[0] as usize));
    places
}
