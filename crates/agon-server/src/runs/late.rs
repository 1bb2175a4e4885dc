//! Decisions about a run as people write them: rulings of its log, and the late entry of a team.

use super::live::{Live, Made};
use super::plans::{Field, Planner, choose, entrant, refuse_hidden};
use super::teams::{LADDER, records};
use super::{Runs, With};
use crate::problem::{Problem, invalid};
use agon_compete::tournament::{self, late_fault};
use agon_compete::{Action, Entered, EntrantId, Entry, Inspected, Plan, Record, Ruling};
use agon_core::Occasion;
use agon_store::events::{check_reason, check_title};
use agon_store::runs::{Candidate, Run};
use agon_store::{Fault, Refusal};
use serde_json::{Map, Value, json};

/// The author of a ruling in reports, which may be public: a person's name must not stay there after an
/// erasure. The audit log has the account.
pub(crate) const ORGANISERS: &str = "the organisers";

/// The action that lets a team in after the first draw.
const ENTER: &str = "enter";

/// Decides something about a run: a ruling of its log, or `{"action": "enter", "team": 7}`.
pub(crate) async fn decide(
    planner: &Planner<'_>,
    runs: &Runs,
    run: &Run,
    account: Option<i64>,
    (who, why): (&str, &str),
    mut keys: Map<String, Value>,
) -> Result<(), Problem> {
    check_reason(why)?;
    if keys.get("action") == Some(&json!(ENTER)) {
        return enter(planner, runs, run, account, (who, why), &keys).await;
    }
    keys.insert("who".into(), json!(who));
    keys.insert("why".into(), json!(why));
    let ruling: Ruling = serde_json::from_value(Value::Object(keys.clone()))
        .map_err(|error| invalid(format!("the ruling cannot be read: {error}")))?;
    // A misspelt `round` would otherwise mean the next round.
    let read = serde_json::to_value(&ruling).expect("plain data");
    if let Some(unknown) = keys.keys().find(|key| read.get(key).is_none()) {
        let sentence = format!("the ruling cannot be read: its action has no `{unknown}`");
        return Err(invalid(sentence));
    }
    if let Action::Rename { name, .. } = &ruling.action {
        check_title("an entrant's name", name)?;
    }
    Ok(runs.rule(run.id, account, ruling).await?)
}

/// Lets a team into a tournament from the next draw on, with its active version.
async fn enter(
    planner: &Planner<'_>,
    runs: &Runs,
    run: &Run,
    account: Option<i64>,
    (who, why): (&str, &str),
    keys: &Map<String, Value>,
) -> Result<(), Problem> {
    let Some(team) = keys.get("team").and_then(Value::as_i64).filter(|_| keys.len() == 2) else {
        return Err(invalid("a late entry names the team by its number, such as `team = 7`"));
    };
    let Plan::Tournament(plan) = runs.shown(run, super::ALL_ROUNDS).await?.0 else {
        return Err(invalid(
            "only a tournament has late entries; a ladder lets teams in by itself",
        ));
    };
    let (team, inspected, record) = admit(planner, run, &plan, team).await?;
    let make = |live: &Live| made(live, &team, &inspected, record, (who, why));
    let decision = Some((account, format!("late entry of team {}: {why}", team.side.team)));
    runs.extend(run.id, make, With { decision, ..With::default() }).await?;
    Ok(())
}

/// The team's active version, what the regulations say about it, and its record for the start score.
async fn admit(
    planner: &Planner<'_>,
    run: &Run,
    plan: &tournament::Plan,
    team: i64,
) -> Result<(Candidate, Option<Inspected>, Record), Problem> {
    let event = planner.store.event_by_id(run.event).await?;
    let event = event.ok_or_else(|| invalid("the event is unknown"))?;
    let candidates = planner.store.candidates(event.id).await?;
    refuse_hidden(planner.store, &[team]).await?;
    let teams = choose(&candidates, Some(&[team]))?;
    let settings_of_conduct = plan.conduct();
    let game = planner.game(&event)?;
    let occasion = Occasion::Tournament;
    let conduct = settings_of_conduct.conduct(game.regulations, occasion);
    let (candidates, records_of_field) = (&candidates[..], None);
    let field = Field {
        game,
        candidates,
        teams,
        occasion,
        conduct,
        settings_of_conduct,
        records: records_of_field,
    };
    let inspected = field.inspect(field.teams[0])?.map_err(invalid)?;
    // The source that seeded the others: `run 5`, or the ladder.
    let earlier = plan.seed_from.as_deref().and_then(|from| from.strip_prefix("run "));
    let from = json!(earlier.unwrap_or(LADDER));
    let records = records(planner, &event, Some(&from)).await?;
    let record = records.and_then(|(_, records)| records.get(&team).copied()).unwrap_or_default();
    Ok((field.teams[0].clone(), inspected, record))
}

/// The entries of a late entry.
fn made(
    live: &Live,
    team: &Candidate,
    inspected: &Option<Inspected>,
    record: Record,
    (who, why): (&str, &str),
) -> Result<Option<Made>, Fault> {
    let refuse = |sentence: String| Err(Refusal::Conflict(sentence).into());
    let (history, Plan::Tournament(plan)) = (live.history(), live.plan()) else { return Ok(None) };
    if live.has_team(team.side.team) {
        let sentence = format!("`{}` takes part already; reinstate it if it has left", team.name);
        return refuse(sentence);
    }
    if let Some(fault) = late_fault(plan, history) {
        return refuse(format!("`{}` cannot enter: {fault}", team.name));
    }
    let number = EntrantId(history.entrants().len() as u32 + 1);
    // Only a tournament that was seeded by records looks at that of a late entrant.
    let is_seeded = history.players().any(|player| player.entered.record != Record::default());
    let entered = Entered {
        joins: Some(history.next_round()),
        record: if is_seeded { record } else { Record::default() },
        ..entrant(number.0 as usize, &team.name, team).entered
    };
    let mut entries = vec![Entry::Entered(entered)];
    let found = inspected.clone();
    entries.extend(found.map(|found| Entry::Inspected { entrant: number, found }));
    let (who, why) = (who.to_owned(), why.to_owned());
    entries.push(Entry::Ruling(Ruling { who, why, action: Action::Enter { entrant: number } }));
    Ok(Some(Made { entries, sides: vec![(number, team.side.clone())], ..Made::default() }))
}
