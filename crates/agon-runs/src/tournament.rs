//! Opens tournaments: enters the bots, makes the rulings of the plan, and refuses what does not fit the log.

use crate::{Candidate, EnteredBot, EntryFault, Run, RunFault, load_all};
use agon_compete::table::{Filter, tabulate};
use agon_compete::tournament::{EntrantPlan, Format, Plan};
use agon_compete::{Action, EntrantId, History, Record, Role, Ruling, next, unique_names};
use std::collections::BTreeMap;

/// The organiser's name if the plan has none.
const ORGANISER: &str = "the organiser";
/// The house bot's name.
const HOUSE: &str = "house";

/// Enters the bots of a plan and makes its rulings. A bot that is missing is refused, unless none of its
/// games is left to play. Nothing is written before the run is played.
pub fn enter_tournament(
    run: &mut Run<'_>,
    plan: &Plan,
    earlier: Option<&History>,
) -> Result<(), RunFault> {
    let entrants: Vec<&EntrantPlan> = plan.entrants().collect();
    let mut bots: Vec<(Option<String>, String)> =
        entrants.iter().map(|entrant| entrant.name_and_word()).collect();
    bots.extend(plan.house_bot.iter().map(|word| (Some(HOUSE.to_owned()), word.clone())));
    let (names, words) =
        (unique_names(&bots), bots.into_iter().map(|bot| bot.1).collect::<Vec<_>>());
    let loaded = load_all(run.stage, &words);
    let records = earlier.map(earlier_records).unwrap_or_default();
    let mut missing = Vec::new();
    for (place, ((name, word), bot)) in names.iter().zip(&words).zip(loaded).enumerate() {
        let bot = match bot {
            Ok(bot) => bot,
            Err(why) => {
                missing.push((name.clone(), why));
                continue;
            }
        };
        let record = records.get(name).copied().unwrap_or_default();
        let candidate = match entrants.get(place) {
            Some(entrant) => candidate(name, word, bot, entrant, record),
            None => Candidate { role: Role::House, ..Candidate::new(name, word, bot) },
        };
        check_late(run, plan, &candidate)?;
        run.enter(candidate)?;
    }
    let is_new = |(name, _): &&(String, EntryFault)| run.history().entered_as(name).is_none();
    refuse(missing.iter().filter(is_new), "repair it, or take it off the list")?;
    if let Some(name) = &plan.challenger {
        find(run.history(), name)?;
    }
    make_rulings(run, plan)?;
    let work = next(&agon_compete::Plan::Tournament(Box::new(plan.clone())), run.history());
    let round = run.history().next_round();
    let has_left = |name: &str| {
        let known = run.history().entered_as(name);
        known.is_some_and(|entrant| entrant.has_left(round))
    };
    let needed = missing.iter().filter(|(name, _)| !work.finished && !has_left(name));
    refuse(needed, "restore it, or withdraw it")
}

fn candidate(
    name: &str,
    word: &str,
    bot: EnteredBot,
    entrant: &EntrantPlan,
    mut record: Record,
) -> Candidate {
    let mut candidate = Candidate::new(name, word, bot);
    if let EntrantPlan::Entry { team, rating, joins, .. } = entrant {
        record.rating = rating.unwrap_or(record.rating);
        (candidate.team, candidate.joins) = (team.clone(), *joins);
    }
    Candidate { record, ..candidate }
}

/// Late entries are possible where every round is drawn from the results before it.
fn check_late(run: &Run<'_>, plan: &Plan, candidate: &Candidate) -> Result<(), RunFault> {
    let is_open = matches!(plan.format, Format::Swiss | Format::Mcmahon | Format::Pods);
    let begun = !run.history().rounds().is_empty();
    if begun && !is_open && run.history().entered_as(&candidate.name).is_none() {
        return Err(RunFault::Plan(format!(
            "{} cannot join: the {} has begun, and late entries are possible in swiss, mcmahon and pods only",
            candidate.name,
            plan.format.title()
        )));
    }
    Ok(())
}

fn refuse<'m>(
    missing: impl Iterator<Item = &'m (String, EntryFault)>,
    advice: &str,
) -> Result<(), RunFault> {
    let sentences: Vec<String> = missing
        .map(|(name, why)| match why {
            EntryFault::Bot(why) => format!("{name} cannot play: {why}; {advice}"),
            EntryFault::Machine(why) => format!("{name} cannot play on this machine: {why}"),
        })
        .collect();
    if sentences.is_empty() { Ok(()) } else { Err(RunFault::Plan(sentences.join(". "))) }
}

fn find(history: &History, name: &str) -> Result<EntrantId, RunFault> {
    let known = history.named(name).filter(|entrant| entrant.entered.role == Role::Player);
    known.map(|entrant| entrant.id()).ok_or_else(|| {
        let names: Vec<&str> = history.players().map(|entrant| entrant.name.as_str()).collect();
        RunFault::Plan(format!("unknown entrant `{name}`; the entrants are {}", names.join(", ")))
    })
}

/// Adds the rulings of the plan that are not in the log yet.
fn make_rulings(run: &mut Run<'_>, plan: &Plan) -> Result<(), RunFault> {
    let mut actions = Vec::new();
    for event in &plan.absent {
        let entrant = find(run.history(), &event.name)?;
        actions.push((Action::Absent { entrant, round: event.round }, &event.why));
    }
    for event in &plan.withdraw {
        let entrant = find(run.history(), &event.name)?;
        actions.push((Action::Withdraw { entrant, round: Some(event.round) }, &event.why));
    }
    for event in &plan.disqualify {
        let entrant = find(run.history(), &event.name)?;
        actions.push((Action::Disqualify { entrant, round: Some(event.round) }, &event.why));
    }
    for correction in &plan.correct {
        let (game, ranks) = (correction.game.clone(), correction.ranks.clone());
        actions.push((Action::Correct { game, ranks }, &correction.why));
    }
    for rerun in &plan.rerun {
        actions.push((Action::Rerun { games: rerun.games.clone() }, &rerun.why));
    }
    for rename in &plan.rename {
        let entrant = find(run.history(), &rename.name)?;
        actions.push((Action::Rename { entrant, name: rename.to.clone() }, &rename.why));
    }
    let who = plan.organiser.clone().unwrap_or_else(|| ORGANISER.to_owned());
    for (action, why) in actions {
        run.rule(Ruling { who: who.clone(), why: why.clone(), action })?;
    }
    Ok(())
}

/// Wins, games and ratings in an earlier run, by name.
fn earlier_records(history: &History) -> BTreeMap<String, Record> {
    let record = |line: &agon_compete::table::Line| Record {
        wins: f64::from(line.won) + f64::from(line.shared) / 2.0,
        games: line.games,
        rating: line.elo,
    };
    let table = tabulate(history, &Filter::default());
    table.lines.iter().map(|line| (line.name.clone(), record(line))).collect()
}
