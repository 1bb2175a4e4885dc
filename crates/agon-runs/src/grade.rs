//! Opens gradings: enters submissions and opponents, and takes up what an earlier session left.

use crate::{Candidate, EnteredBot, EntryFault, Run, RunFault};
use agon_compete::grade::{Rubric, opponent_name};
use agon_compete::{Action, EntrantId, Entry, Role, Ruling, versioned};

/// A submission: its name, its specifier, and its bot.
pub type Submission = (String, String, Result<EnteredBot, EntryFault>);

/// Enters the submissions and the opponents of all tasks. Another version of a submission is another entrant;
/// versions that are not handed in now are set aside. Games of these submissions that could not be played are
/// tried again.
pub fn enter_grading(
    run: &mut Run<'_>,
    rubric: &Rubric,
    submissions: &[Submission],
    opponents: &[EnteredBot],
) -> Result<(), RunFault> {
    for (number, (task, bot)) in rubric.tasks.iter().zip(opponents).enumerate() {
        let candidate = Candidate::new(&opponent_name(number), &task.opponent, bot.clone());
        run.enter(Candidate { role: Role::Opponent, ..candidate })?;
    }
    let mut present: Vec<EntrantId> = Vec::new();
    let mut rejected: Vec<&String> = Vec::new();
    for (name, word, bot) in submissions {
        match bot {
            Ok(bot) => {
                let full = versioned(name, bot.hash.as_deref());
                present.push(run.enter(Candidate::new(&full, word, bot.clone()))?);
            }
            Err(why) => {
                rejected.push(name);
                let (name, why) = (name.clone(), Some(why.to_string()));
                run.journal.prepare(Entry::Rejected { name, why })?;
            }
        }
    }
    let gone: Vec<String> = run.history().rejected().keys().cloned().collect();
    for name in gone.into_iter().filter(|name| !rejected.contains(&name)) {
        run.journal.prepare(Entry::Rejected { name, why: None })?;
    }
    set_aside(run, &present)?;
    retry(run, &present)
}

fn set_aside(run: &mut Run<'_>, present: &[EntrantId]) -> Result<(), RunFault> {
    let states: Vec<(EntrantId, bool)> =
        run.history().players().map(|bot| (bot.id(), bot.aside.is_some())).collect();
    for (entrant, is_aside) in states {
        match (present.contains(&entrant), is_aside) {
            (true, true) => run.journal.prepare(Entry::Back { entrant })?,
            (false, false) => {
                let why = "is not among the submissions that can play".to_owned();
                run.journal.prepare(Entry::Aside { entrant, why, missing: true })?;
            }
            _ => {}
        }
    }
    Ok(())
}

fn retry(run: &mut Run<'_>, present: &[EntrantId]) -> Result<(), RunFault> {
    let dropped = run.history().ended().filter(|game| game.dropped.is_some());
    let theirs = dropped.filter(|game| game.drawn.seats.iter().any(|seat| present.contains(seat)));
    let games: Vec<String> = theirs.map(|game| game.drawn.key.clone()).collect();
    if games.is_empty() {
        return Ok(());
    }
    let action = Action::Rerun { games };
    let (who, why) = ("agon".to_owned(), "they could not be played before".to_owned());
    Ok(run.journal.prepare(Entry::Ruling(Ruling { who, why, action }))?)
}
