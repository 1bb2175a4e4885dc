//! Opens tournaments: enters the bots, makes the rulings of the plan, and refuses what does not fit the log.

use crate::{Candidate, EnteredBot, EntryFault, Run, RunFault, admit_all, load_all};
use agon_compete::table::{Filter, tabulate};
use agon_compete::tournament::{EntrantPlan, Plan, late_fault};
use agon_compete::{Action, EntrantId, Entry, History, Record, Role, Ruling, next, unique_names};
use std::collections::BTreeMap;

/// The organiser's name if the plan has none.
const ORGANISER: &str = "the organiser";
/// The house bot's name.
const HOUSE: &str = "house";

/// Enters the bots of a plan and makes its rulings. A bot that is missing is refused, unless none of its
/// games is left to play. A bot that the contest's regulations keep out is rejected, and the tournament goes
/// on without it. Nothing is written before the run is played.
pub fn enter_tournament(
    run: &mut Run<'_>,
    plan: &Plan,
    earlier: Option<&History>,
) -> Result<(), RunFault> {
    let entrants: Vec<&EntrantPlan> = plan.entrants().collect();
    let mut bots: Vec<(Option<String>, String)> =
        entrants.iter().map(|entrant| entrant.name_and_word()).collect();
    bots.extend(plan.house_bot.iter().map(|word| (Some(HOUSE.to_owned()), word.clone())));
    let bots: Vec<(String, String)> =
        unique_names(&bots).into_iter().zip(bots.into_iter().map(|bot| bot.1)).collect();
    check_waivers(plan, &bots)?;
    let (players, house) = bots.split_at(entrants.len());
    let mut loaded = admit_all(run.stage, players);
    // The house bot is the organiser's own.
    let house: Vec<String> = house.iter().map(|(_, word)| word.clone()).collect();
    loaded.extend(load_all(run.stage, &house));
    let records = earlier.map(earlier_records).unwrap_or_default();
    let mut missing = Vec::new();
    for (place, ((name, word), bot)) in bots.iter().zip(loaded).enumerate() {
        let is_new = run.history().entered_as(name).is_none();
        let was_rejected = is_new && run.history().rejected().contains_key(name);
        let bot = match bot {
            Ok(bot) => bot,
            Err(EntryFault::Barred(why)) if is_new => {
                reject(run, name, why)?;
                continue;
            }
            // It does not take part anyway.
            Err(EntryFault::Bot(_)) if was_rejected => continue,
            Err(why) => {
                missing.push((name.clone(), why));
                continue;
            }
        };
        // A bot that was kept out cannot come in where late entries are impossible; the others play on.
        if was_rejected && late_fault(plan, run.history()).is_some() {
            continue;
        }
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
    check_rejected(run, &bots)?;
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

/// A waiver that names no bot of the plan would silently do nothing.
fn check_waivers(plan: &Plan, bots: &[(String, String)]) -> Result<(), RunFault> {
    let is_known = |name: &String| bots.iter().any(|(known, _)| known == name);
    match plan.waivers.iter().find(|waiver| !is_known(&waiver.bot)) {
        None => Ok(()),
        Some(waiver) => {
            let names: Vec<&str> = bots.iter().map(|(name, _)| name.as_str()).collect();
            Err(RunFault::Plan(format!(
                "a waiver names `{}`, which is not a bot of this tournament; the bots are {}",
                waiver.bot,
                names.join(", ")
            )))
        }
    }
}

/// Notes that a bot does not take part, if that is news.
fn reject(run: &mut Run<'_>, name: &str, why: String) -> Result<(), RunFault> {
    if run.history().rejected().get(name) == Some(&why) {
        return Ok(());
    }
    Ok(run.journal.prepare(Entry::Rejected { name: name.to_owned(), why: Some(why) })?)
}

/// Forgets rejected bots that the plan no longer names, and refuses a new tournament with fewer than two
/// entrants because of the rejected ones.
fn check_rejected(run: &mut Run<'_>, bots: &[(String, String)]) -> Result<(), RunFault> {
    let rejected: Vec<(String, String)> =
        run.history().rejected().iter().map(|(name, why)| (name.clone(), why.clone())).collect();
    let (named, gone): (Vec<_>, Vec<_>) =
        rejected.into_iter().partition(|(name, _)| bots.iter().any(|(known, _)| known == name));
    for (name, _) in gone {
        run.journal.prepare(Entry::Rejected { name, why: None })?;
    }
    let is_new = run.history().rounds().is_empty();
    if is_new && !named.is_empty() && run.history().players().count() < 2 {
        let reasons: Vec<String> =
            named.into_iter().map(|(name, why)| format!("{name}: {why}")).collect();
        return Err(RunFault::Plan(format!(
            "fewer than two bots take part in this tournament. {}",
            reasons.join(". ")
        )));
    }
    Ok(())
}

fn check_late(run: &Run<'_>, plan: &Plan, candidate: &Candidate) -> Result<(), RunFault> {
    if run.history().entered_as(&candidate.name).is_some() {
        return Ok(());
    }
    match late_fault(plan, run.history()) {
        Some(fault) => Err(RunFault::Plan(format!("{} cannot join: {fault}", candidate.name))),
        None => Ok(()),
    }
}

fn refuse<'m>(
    missing: impl Iterator<Item = &'m (String, EntryFault)>,
    advice: &str,
) -> Result<(), RunFault> {
    let sentences: Vec<String> = missing
        .map(|(name, why)| match why {
            EntryFault::Bot(why) => format!("{name} cannot play: {why}; {advice}"),
            EntryFault::Barred(why) => {
                format!("{name} cannot play any more: {why}; waive that, or withdraw the bot")
            }
            EntryFault::Machine(why) => format!("{name} cannot play on this machine: {why}"),
        })
        .collect();
    if sentences.is_empty() { Ok(()) } else { Err(RunFault::Plan(sentences.join(". "))) }
}

fn find(history: &History, name: &str) -> Result<EntrantId, RunFault> {
    let known = history.named(name).filter(|entrant| entrant.entered.role == Role::Player);
    known.map(|entrant| entrant.id()).ok_or_else(|| {
        if let Some(why) = history.rejected().get(name) {
            return RunFault::Plan(format!("{name} does not take part: {why}"));
        }
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
    for forfeit in &plan.forfeit {
        let entrant = find(run.history(), &forfeit.name)?;
        actions.push((Action::Forfeit { game: forfeit.game.clone(), entrant }, &forfeit.why));
    }
    for advance in &plan.advance {
        let entrant = find(run.history(), &advance.name)?;
        let meeting = advance.meeting.clone();
        actions.push((Action::Advance { meeting, entrant }, &advance.why));
    }
    // After the withdrawals and disqualifications: these are what a reinstatement takes back.
    for reinstatement in &plan.reinstate {
        let entrant = find(run.history(), &reinstatement.name)?;
        actions.push((Action::Reinstate { entrant }, &reinstatement.why));
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
