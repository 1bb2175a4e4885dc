//! The run of a grading: the opponents of the rubric, the versions of the teams, and those that come later.

use super::With;
use super::live::{Live, Made};
use super::plans::{
    ALL_ROUNDS, Entrant, Entrants, Field, Planned, check_maps, check_seats, entrant,
};
use crate::app::App;
use crate::events::Settings;
use crate::play::GameInfo;
use crate::problem::{Problem, invalid};
use agon_compete::grade::{Rubric, opponent_name};
use agon_compete::{EntrantId, Entry, Inspected, Plan, Role};
use agon_core::{ConductSettings, Occasion};
use agon_store::events::Event;
use agon_store::grading::Grading;
use agon_store::runs::{Candidate, NewRun};
use serde_json::{Map, Value};

/// The grading of a plain run, whose rubric is a plan in JSON.
pub(super) fn grading_of(
    keys: Map<String, Value>,
    settings: &Settings,
    field: &Field<'_>,
) -> Result<(Plan, Entrants), Problem> {
    let mut rubric: Rubric = serde_json::from_value(Value::Object(keys))
        .map_err(|error| invalid(format!("the plan cannot be read: {error}")))?;
    rubric.check().map_err(invalid)?;
    rubric.fill_seats(field.game.seats.0.max(2));
    let ConductSettings { regulations, clock, packages, waivers } = field.whole_conduct();
    (rubric.regulations, rubric.clock) = (regulations, clock);
    (rubric.packages, rubric.waivers) = (packages, waivers);
    for task in &mut rubric.tasks {
        if task.maps.is_empty() {
            task.maps.clone_from(&settings.maps);
        }
    }
    check_games(field.game, &rubric)?;
    let opponents = opponents(&rubric, field)?;
    let Entrants { playing, rejected } = field.entrants(opponents.len() + 1)?;
    let playing = opponents.into_iter().chain(playing).collect();
    Ok((Plan::Grade(rubric), Entrants { playing, rejected }))
}

/// Reads the text of a rubric for an event of a game.
pub(crate) fn read_rubric(game: &GameInfo, text: &str) -> Result<Rubric, Problem> {
    let mut rubric = Rubric::parse(text).map_err(|why| invalid(format!("the rubric: {why}")))?;
    if rubric.game != game.id {
        let detail =
            format!("the rubric is for {}, but the event's game is {}", rubric.game, game.id);
        return Err(invalid(detail));
    }
    rubric.fill_seats(game.seats.0.max(2));
    check_games(game, &rubric)?;
    for task in &rubric.tasks {
        if let Some(name) = task.opponent.strip_prefix("builtin:")
            && game.built_in_name(name).is_none()
        {
            let known = game.built_in.join(", builtin:");
            let name = &task.name;
            return Err(invalid(format!(
                "task `{name}`: there is no {}; choose one of builtin:{known}, or name a staff bot",
                task.opponent
            )));
        }
    }
    Ok(rubric)
}

fn check_games(game: &GameInfo, rubric: &Rubric) -> Result<(), Problem> {
    for task in &rubric.tasks {
        let named = |refused: Problem| {
            let (name, why) = (&task.name, refused.detail);
            invalid(format!("task `{name}`: {why}"))
        };
        check_maps(game, &task.maps).map_err(named)?;
        check_seats(game, task.seats.unwrap_or(2)).map_err(named)?;
    }
    Ok(())
}

/// The opponents of the tasks, with the first numbers.
fn opponents(rubric: &Rubric, field: &Field<'_>) -> Result<Vec<Entrant>, Problem> {
    let mut all = Vec::new();
    for (number, task) in rubric.tasks.iter().enumerate() {
        let name = opponent_name(number);
        all.push(opponent(field, number + 1, &name, &task.opponent)?);
    }
    Ok(all)
}

/// A built-in bot, or a bot of the organisers by its name.
fn opponent(field: &Field<'_>, number: usize, name: &str, word: &str) -> Result<Entrant, Problem> {
    if word.starts_with("builtin:") {
        return field.built_in(number, name, word, Role::Opponent);
    }
    let staff = field.candidates.iter().find(|team| team.staff && team.name == word);
    let staff = staff.ok_or_else(|| {
        invalid(format!(
            "the opponent `{word}` is neither a built-in bot nor a staff bot with a valid version"
        ))
    })?;
    let mut found = entrant(number, name, staff);
    found.entered.role = Role::Opponent;
    Ok(found)
}

/// The name under which a version is graded: marks are told apart by version.
fn entered_name(team: &Candidate) -> String {
    format!("{}@{}", team.name, team.number)
}

/// A version that is to be graded, and what the regulations say about it.
type Judged = (Candidate, Result<Option<Inspected>, String>);

/// A version whose program cannot be read does not stop the grading of the others.
fn judge(field: &Field<'_>) -> Vec<Judged> {
    let judged = |team: &&Candidate| {
        let found = field.inspect(team).unwrap_or_else(|problem| Err(problem.detail));
        ((*team).clone(), found)
    };
    field.teams.iter().map(judged).collect()
}

/// The game and conduct of a grading, with the versions that it is about.
fn field<'a>(
    game: &'a GameInfo,
    rubric: &Rubric,
    candidates: &'a [Candidate],
    versions: &'a [Candidate],
) -> Field<'a> {
    let settings_of_conduct = rubric.conduct();
    let occasion = Occasion::Grading;
    let conduct = settings_of_conduct.conduct(game.regulations, occasion);
    let (teams, records) = (versions.iter().collect(), None);
    Field { game, candidates, teams, occasion, conduct, settings_of_conduct, records }
}

/// Plans the run of a grading with these versions.
pub(crate) async fn plan_grading(
    app: &App,
    event: &Event,
    grading: &Grading,
    account: Option<i64>,
    versions: &[Candidate],
) -> Result<NewRun, Problem> {
    let game = app.game(&event.game).ok_or_else(|| invalid("the event's game is unknown"))?;
    let mut rubric = read_rubric(game, &grading.rubric)?;
    let candidates = app.store.candidates(event.id).await?;
    let field = field(game, &rubric, &candidates, versions);
    let (rules, conduct) = (rubric.rules, field.conduct);
    let ConductSettings { regulations, clock, packages, waivers } = field.whole_conduct();
    let mut entrants = Entrants { playing: opponents(&rubric, &field)?, rejected: Vec::new() };
    for (team, found) in judge(&field) {
        let name = entered_name(&team);
        match found {
            Ok(inspected) => {
                let number = entrants.playing.len() + 1;
                entrants.playing.push(Entrant { inspected, ..entrant(number, &name, &team) });
            }
            Err(why) => entrants.rejected.push((name, why)),
        }
    }
    (rubric.regulations, rubric.clock) = (regulations, clock);
    (rubric.packages, rubric.waivers) = (packages, waivers);
    let run = Planned {
        kind: "grade".into(),
        title: grading.title.clone(),
        rules,
        conduct,
        plan: Plan::Grade(rubric),
        entrants,
        public: false,
        started: ALL_ROUNDS,
        released: ALL_ROUNDS,
        account,
    };
    run.begin(&app.planner(), event, false)
}

/// Enters new versions into the run of a grading; false if all were entered before.
pub(crate) async fn enter_versions(
    app: &App,
    event: &Event,
    grading: &Grading,
    run: i64,
    versions: &[Candidate],
) -> Result<bool, Problem> {
    let game = app.game(&event.game).ok_or_else(|| invalid("the event's game is unknown"))?;
    let rubric = read_rubric(game, &grading.rubric)?;
    let judged = judge(&field(game, &rubric, &[], versions));
    let make = |live: &Live| {
        let made = later_versions(live, &judged);
        let goes_on = live.history().stopped().is_none() && !made.entries.is_empty();
        Ok(goes_on.then_some(made))
    };
    let decision = Some((None, "grade the versions that came in since".to_owned()));
    Ok(app.runs.extend(run, make, With { decision, ..With::default() }).await?)
}

fn later_versions(live: &Live, judged: &[Judged]) -> Made {
    let history = live.history();
    let mut made = Made::default();
    for (team, found) in judged {
        let name = entered_name(team);
        if live.entrant(&team.side).is_some() || history.rejected().contains_key(&name) {
            continue;
        }
        match found {
            Ok(inspected) => {
                let number = history.entrants().len() + made.sides.len() + 1;
                let Entrant { entered, side, .. } = entrant(number, &name, team);
                let number = EntrantId(number as u32);
                made.entries.push(Entry::Entered(entered));
                let found = inspected.clone();
                made.entries.extend(found.map(|found| Entry::Inspected { entrant: number, found }));
                made.sides.push((number, side));
            }
            Err(why) => made.entries.push(Entry::Rejected { name, why: Some(why.clone()) }),
        }
    }
    made
}
