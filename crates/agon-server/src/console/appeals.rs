//! Decisions about appeals that change the result of the disputed match. A match of a run is changed by a
//! ruling in the run's log, so that ratings and tables follow; a scrimmage is changed by itself.

use crate::runs::Runs;
use agon_compete::{Action, Ruling};
use agon_store::console::{CorrectMatch, VoidMatch};
use agon_store::matches::{Match, MatchState, PlayedGame};
use agon_store::questions::{AnswerTeam, Question, QuestionState};
use agon_store::{Fault, Refusal, Store};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// What happens to the disputed match.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum CorrectionAction {
    /// Other ranks count than those that were played.
    Correct,
    /// The game is played again with the same seats; only in ladders, tournaments and gradings.
    Rerun,
    /// The match does not count; only scrimmages.
    Void,
}

/// A change of the disputed match.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Correction {
    /// `correct`, `rerun` or `void`.
    pub action: CorrectionAction,
    /// The number of the game that is corrected; missing for the first one.
    pub game: Option<u32>,
    /// The ranks that count, of the match's sides in their order; 1 is best. Only to correct.
    pub ranks: Option<Vec<u8>>,
    /// Why; it is shown with the match to all people who see it.
    pub why: String,
}

/// The match that an appeal is about.
pub(crate) async fn disputed(store: &Store, id: i64) -> Result<(Question, Match), Fault> {
    let found = store.question(id).await?;
    let found = found.ok_or_else(|| Refusal::Unknown(format!("question {id}")))?;
    let Some(match_id) = found.match_id else {
        let sentence = format!("question {id} disputes no match; there is no result to correct");
        return Err(Refusal::Invalid(sentence).into());
    };
    let about = store.a_match(match_id).await?;
    let about = about.ok_or_else(|| Fault::Damaged(format!("question {id} has no match")))?;
    Ok((found, about))
}

/// Answers a question or decides an appeal. The correction and the answer are stored together or not at all.
/// `who` is named in the ruling of a run.
pub(crate) async fn answer(
    store: &Store,
    runs: &Runs,
    who: &str,
    mut answer: AnswerTeam,
    correction: Option<&Correction>,
) -> Result<(), Fault> {
    let Some(correction) = correction else { return store.change(answer).await };
    if answer.state != QuestionState::Upheld {
        let sentence = "only an appeal that is upheld corrects a result; leave the correction out";
        return Err(Refusal::Invalid(sentence.into()).into());
    }
    let (appeal, about) = disputed(store, answer.id).await?;
    let (Match { id, run, .. }, why) = (&about, correction.why.trim().to_owned());
    if why.is_empty() {
        return Err(Refusal::Invalid("say why in `why`; it is shown with the match".into()).into());
    }
    if about.state != MatchState::Finished {
        let state = about.state.name();
        let sentence = format!("match {id} is {state}; only a finished one is corrected");
        return Err(Refusal::Conflict(sentence).into());
    }
    let (account, now) = (answer.account, answer.now);
    let ranks = match (correction.action, &correction.ranks) {
        (CorrectionAction::Correct, Some(ranks)) => {
            let game = game(store, *id, correction.game.unwrap_or(1)).await?;
            let by_seat = by_seat(&game, ranks)?;
            let change = own_ranks(store, &appeal, &game, &by_seat).await?;
            answer.correction = Some(format!("The result was corrected: {change}. {why}"));
            by_seat
        }
        (CorrectionAction::Correct, None) => {
            let sentence = "a correction needs the `ranks` of the match's sides";
            return Err(Refusal::Invalid(sentence.into()).into());
        }
        (_, Some(_)) => {
            let sentence = "`ranks` belong to the action `correct`";
            return Err(Refusal::Invalid(sentence.into()).into());
        }
        (CorrectionAction::Rerun, None) => {
            answer.correction = Some(format!("The game is played again. {why}"));
            Vec::new()
        }
        (CorrectionAction::Void, None) => {
            answer.correction = Some(format!("The match does not count any more. {why}"));
            Vec::new()
        }
    };
    match (run, correction.action) {
        (Some(run), CorrectionAction::Correct | CorrectionAction::Rerun) => {
            let game = about.game.clone().unwrap_or_default();
            let action = match correction.action {
                CorrectionAction::Correct => Action::Correct { game, ranks },
                _ => Action::Rerun { games: vec![game] },
            };
            let ruling = Ruling { who: who.to_owned(), why, action };
            runs.rule_on_appeal(*run, account, ruling, Some(answer)).await
        }
        (Some(run), CorrectionAction::Void) => {
            let sentence = format!(
                "match {id} belongs to run {run}, which needs its result; correct it or have it played again"
            );
            Err(Refusal::Conflict(sentence).into())
        }
        (None, CorrectionAction::Correct) => {
            let (id, game) = (*id, correction.game.unwrap_or(1));
            let change = CorrectMatch { id, game, ranks, why, account, now };
            store.change((change, answer)).await.map(|_| ())
        }
        (None, CorrectionAction::Void) => {
            let change = VoidMatch { id: *id, why, account, now };
            store.change((change, answer)).await.map(|_| ())
        }
        (None, CorrectionAction::Rerun) => {
            let sentence = format!(
                "match {id} is a scrimmage; void it, and the teams ask for a rematch if they want one"
            );
            Err(Refusal::Conflict(sentence).into())
        }
    }
}

async fn game(store: &Store, id: i64, number: u32) -> Result<PlayedGame, Fault> {
    let games = store.games(&[id]).await?;
    let game = games.into_iter().find(|game| game.number == number);
    game.ok_or_else(|| Refusal::Unknown(format!("game {number} of match {id}")).into())
}

/// Ranks of the sides of a match in the order of a game's seats.
fn by_seat(game: &PlayedGame, ranks: &[u8]) -> Result<Vec<u8>, Refusal> {
    let sides = game.sides.len();
    let fits = |rank: &u8| (1..=sides).contains(&usize::from(*rank));
    if ranks.len() != sides || !ranks.iter().all(fits) || !ranks.contains(&1) {
        let id = game.match_id;
        let sentence = format!("match {id} needs {sides} ranks from 1 to {sides}, with a first");
        return Err(Refusal::Invalid(sentence));
    }
    Ok(game.sides.iter().map(|side| ranks.get(*side as usize).copied().unwrap_or(1)).collect())
}

/// How the correction changes the ranks of the team that appeals. Other teams are not named, because some of
/// them may be hidden.
async fn own_ranks(
    store: &Store,
    appeal: &Question,
    game: &PlayedGame,
    ranks: &[u8],
) -> Result<String, Fault> {
    let sides = store.sides(&[game.match_id]).await?;
    let is_own = |side: &u32| sides.get(*side as usize).is_some_and(|it| it.team == appeal.team);
    let own = |ranks: &[u8]| {
        let own = game.sides.iter().zip(ranks).filter(|(side, _)| is_own(side));
        own.map(|(_, rank)| rank.to_string()).collect::<Vec<_>>().join(" and ")
    };
    let team = &appeal.team_name;
    let number = game.number;
    let (before, after) = (own(&game.report.ranks), own(ranks));
    Ok(format!("{team} has rank {after} in game {number} instead of {before}"))
}
